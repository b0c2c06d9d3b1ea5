//! Text rules for input (docs/domain/limits.md#text): control characters and bidirectional overrides are refused, line
//! breaks in single-line fields, and e-mail addresses that lead nowhere.

use serde_json::{Map, Value};

use crate::base::characters::{is_break, is_control, is_direction};
use crate::base::email;
use crate::error::FieldFault;

/// Maximum declared length of a single-line field, in characters.
const LONGEST_LINE: u64 = 255;

/// Errors of the texts in `attributes`, by their schema. Surrounding white space is ignored, and secrets are not
/// inspected.
pub(in crate::jsonapi) fn faults(
    attributes: &Map<String, Value>,
    schema: &Value,
) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (name, value) in attributes {
        if !name.contains("password") {
            walk(value, property(schema, name), name, &mut faults);
        }
    }
    faults
}

/// Gives the addresses of e-mail among `attributes` their one spelling.
pub(in crate::jsonapi) fn spell_addresses(attributes: &mut Map<String, Value>, schema: &Value) {
    for (name, value) in attributes {
        if let Value::String(text) = value
            && property(schema, name)["format"] == "email"
        {
            *text = email::canonical(text);
        }
    }
}

fn walk(value: &Value, schema: &Value, path: &str, faults: &mut Vec<FieldFault>) {
    match value {
        Value::String(text) => {
            let most = schema["maxLength"].as_u64();
            let is_line = most.is_some_and(|most| most <= LONGEST_LINE);
            let rule = rule(text.trim(), is_line).or_else(|| no_address(text.trim(), schema));
            faults.extend(rule.map(|rule| FieldFault::attribute(path, rule)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let path = format!("{path}/{index}");
                match item {
                    // An element of a list of texts is a single line.
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

/// The rule that a text breaks which has to be an address of e-mail.
fn no_address(text: &str, schema: &Value) -> Option<&'static str> {
    let is_wrong = schema["format"] == "email" && !text.is_empty() && email::parse(text).is_none();
    is_wrong.then_some("email")
}

/// The schema of one field; null for an undeclared one.
fn property<'s>(schema: &'s Value, name: &str) -> &'s Value {
    let properties = schema.get("properties");
    properties
        .and_then(|properties| properties.get(name))
        .unwrap_or(&Value::Null)
}

/// The object schema of an optional property.
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

/// Errors of every text in a body, whatever the endpoint uses; secrets are not inspected.
pub(in crate::jsonapi) fn faults_of_body(body: &[u8]) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if may_hide(body)
        && let Ok(body) = serde_json::from_slice::<Value>(body)
    {
        // Forms may be sent without `data`; their errors point to the same places as those of a document.
        let place = if body.get("data").is_some() {
            ""
        } else {
            "/data/attributes"
        };
        look(&body, place, &mut faults);
    }
    faults
}

/// True if a JSON text contains a byte with which such a character or its escape begins. Most contain none, and need
/// no further parsing.
fn may_hide(body: &[u8]) -> bool {
    body.iter()
        .any(|byte| matches!(byte, b'\\' | 0x7f | 0xc2 | 0xe2))
}

fn look(value: &Value, pointer: &str, faults: &mut Vec<FieldFault>) {
    match value {
        Value::String(text) => {
            let text = text.trim();
            let rule = unseen(text);
            faults.extend(rule.map(|rule| FieldFault::at(pointer, rule)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                look(item, &format!("{pointer}/{index}"), faults);
            }
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !name.contains("password"));
            for (name, value) in fields {
                look(value, &format!("{pointer}/{name}"), faults);
            }
        }
        _ => {}
    }
}

fn unseen(text: &str) -> Option<&'static str> {
    if text.chars().any(is_control) {
        Some("control_characters")
    } else if text.chars().any(is_direction) {
        Some("direction_characters")
    } else {
        None
    }
}

fn rule(text: &str, is_line: bool) -> Option<&'static str> {
    if let Some(rule) = unseen(text) {
        Some(rule)
    } else if is_line && text.contains(is_break) {
        Some("one_line")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(body: &str) -> Vec<(String, String)> {
        let faults = faults_of_body(body.as_bytes()).into_iter();
        faults.map(|fault| (fault.pointer, fault.rule)).collect()
    }

    #[test]
    fn no_call_takes_a_sign_that_hides_words() {
        let all = ('\u{0}'..='\u{1f}')
            .chain('\u{7f}'..='\u{9f}')
            .chain('\u{202a}'..='\u{202e}')
            .chain('\u{2066}'..='\u{2069}')
            .filter(|c| !is_break(*c));
        for c in all {
            let text = format!("a{c}b");
            let plain = serde_json::json!({ "data": { "names": ["x", text] } }).to_string();
            let escaped = format!(
                "{{\"data\":{{\"names\":[\"x\",\"a\\u{:04x}b\"]}}}}",
                u32::from(c)
            );
            for body in [plain, escaped] {
                let found = rules(&body);
                assert_eq!(found.len(), 1, "{body:?}");
                assert_eq!(found[0].0, "/data/names/1");
            }
        }
        assert_eq!(
            rules("{\"reason\":\"exe\\u202Egpj\"}")[0].1,
            "direction_characters"
        );
        assert_eq!(rules("{\"current_password\":\"a\\u202eb\"}"), []);
    }

    #[test]
    fn marks_and_joiners_that_scripts_and_emoji_need_stay() {
        for text in [
            "👩\u{200d}🚒",
            "می\u{200c}خواهم",
            "\u{200f}שלום\u{200e}",
            "twee\nregels\t–",
            "\u{2028}",
        ] {
            let body = serde_json::json!({ "title": text }).to_string();
            assert_eq!(rules(&body), [], "{text:?}");
        }
    }
}
