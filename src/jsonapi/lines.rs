//! Texts as they come in (decisions 3): control characters are refused, and in a field of one line so is a line break.

use serde_json::{Map, Value};

use crate::error::FieldFault;

/// A field that is declared with no more characters than this is one line on every screen.
const LONGEST_LINE: u64 = 255;

/// Faults of the texts in `attributes`, by the schema that declares them. Spaces around a text are no part of it, and
/// secrets are nobody's to look at.
pub(super) fn faults(attributes: &Map<String, Value>, schema: &Value) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (name, value) in attributes {
        if !name.contains("password") {
            walk(value, property(schema, name), name, &mut faults);
        }
    }
    faults
}

fn walk(value: &Value, schema: &Value, path: &str, faults: &mut Vec<FieldFault>) {
    match value {
        Value::String(text) => {
            let most = schema["maxLength"].as_u64();
            let is_line = most.is_some_and(|most| most <= LONGEST_LINE);
            faults.extend(rule(text.trim(), is_line).map(|rule| FieldFault::attribute(path, rule)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let path = format!("{path}/{index}");
                match item {
                    // One of a list of texts stands on a line of its own.
                    Value::String(text) => {
                        let rule = rule(text.trim(), true);
                        faults.extend(rule.map(|rule| FieldFault::attribute(&path, rule)));
                    }
                    item => walk(item, &schema["items"], &path, faults),
                }
            }
        }
        Value::Object(fields) => {
            let declared = declared(schema);
            for (name, value) in fields {
                walk(
                    value,
                    property(declared, name),
                    &format!("{path}/{name}"),
                    faults,
                );
            }
        }
        _ => {}
    }
}

/// What is declared of one field; nothing of one that is not.
fn property<'s>(schema: &'s Value, name: &str) -> &'s Value {
    let properties = schema.get("properties");
    properties
        .and_then(|properties| properties.get(name))
        .unwrap_or(&Value::Null)
}

/// The object in the schema of what may also be left out.
fn declared(schema: &Value) -> &Value {
    let options = schema["anyOf"].as_array();
    options
        .and_then(|options| {
            options
                .iter()
                .find(|option| option["properties"].is_object())
        })
        .unwrap_or(schema)
}

fn rule(text: &str, is_line: bool) -> Option<&'static str> {
    let is_break = |sign: char| matches!(sign, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
    if text
        .chars()
        .any(|sign| sign.is_control() && !is_break(sign))
    {
        Some("control_characters")
    } else if is_line && text.contains(is_break) {
        Some("one_line")
    } else {
        None
    }
}
