//! What a client sent: read, typed and checked, before anything is written.

use schemars::JsonSchema;
use serde_json::{Map, Value};
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use super::lines;
use super::table::{Table, schema_of};
use crate::error::{Code, Error, FieldFault, Result};

/// The attributes of a request's document: `{"data": {"type", "attributes", "relationships"}}`.
/// A relation to one is the same as its column: `organization` sets `organization_id`.
pub fn attributes_of(table: &Table, body: &Value) -> Result<Map<String, Value>> {
    let data = body.get("data").and_then(Value::as_object).ok_or_else(|| {
        Error::from(Code::BadRequest)
            .with("reason", "the document has no object 'data'")
            .at("/data")
    })?;
    match data.get("type").and_then(Value::as_str) {
        Some(word)
            if word == table.type_name || (!table.alias.is_empty() && word == table.alias) => {}
        None if !data.contains_key("type") => {}
        _ => {
            return Err(FieldFault {
                pointer: "/data/type".to_owned(),
                rule: "choice".to_owned(),
                limits: Map::from_iter([(
                    "allowed".to_owned(),
                    Value::from(vec![table.type_name]),
                )]),
            }
            .into());
        }
    }
    let mut attributes = match data.get("attributes") {
        Some(Value::Object(attributes)) => attributes.clone(),
        None => Map::new(),
        Some(_) => {
            return Err(Error::from(Code::BadRequest)
                .with("reason", "'attributes' is not an object")
                .at("/data/attributes"));
        }
    };
    for (name, value) in data
        .get("relationships")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let relation = table.relation(name).map(|relation| relation.kind);
        if let Some(super::resource::RelationKind::BelongsTo(column)) = relation {
            attributes.insert(
                column.to_owned(),
                value.pointer("/data/id").cloned().unwrap_or_default(),
            );
        }
    }
    Ok(attributes)
}

/// Keeps what a client may set; faults what is not an attribute at all.
pub(super) fn settable(
    table: &Table,
    attributes: Map<String, Value>,
) -> Result<Map<String, Value>> {
    let mut kept = Map::new();
    let mut faults = Vec::new();
    for (name, value) in attributes {
        match table.column(&name) {
            Some(column) if column.is_read_only => {}
            Some(_) => {
                kept.insert(name, value);
            }
            None => faults.push(FieldFault::attribute(&name, "unknown")),
        }
    }
    if faults.is_empty() {
        Ok(kept)
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Reads and checks what a client sent: its texts, missing ones, wrong types, then the rules of the type.
pub fn typed<A: serde::de::DeserializeOwned + Validate + JsonSchema>(
    required: &[&str],
    attributes: Map<String, Value>,
) -> Result<A> {
    let faults = lines::faults(&attributes, &schema_of::<A>());
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    whole(required, attributes)
}

/// The same without a look at the texts: of a document of which some was stored before.
pub fn whole<A: serde::de::DeserializeOwned + Validate>(
    required: &[&str],
    attributes: Map<String, Value>,
) -> Result<A> {
    let missing: Vec<_> = required
        .iter()
        .filter(|name| attributes.get(**name).is_none_or(is_blank))
        .map(|name| FieldFault::attribute(name, "required"))
        .collect();
    if !missing.is_empty() {
        return Err(Error::Invalid(missing));
    }
    // An absent value takes the type's default, whether it was left out or emptied.
    let attributes = attributes
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let attributes: A =
        serde_path_to_error::deserialize(Value::Object(attributes)).map_err(|error| {
            let path = error
                .path()
                .to_string()
                .replace(['.', '['], "/")
                .replace(']', "");
            let reason = error.inner().to_string();
            let rule = if reason.starts_with("missing field") {
                "required"
            } else {
                "type"
            };
            let reason = reason
                .split(" at line")
                .next()
                .unwrap_or_default()
                .to_owned();
            let path = if path == "/" || path == "." {
                String::new()
            } else {
                path
            };
            Error::from(FieldFault::attribute(&path, rule).with("reason", reason))
        })?;
    attributes.validate().map_err(|errors| invalid(&errors))?;
    Ok(attributes)
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// `validator`'s findings as faults of fields.
pub fn invalid(errors: &ValidationErrors) -> Error {
    let mut faults = Vec::new();
    collect(errors, "", &mut faults);
    faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    Error::Invalid(faults)
}

fn collect(errors: &ValidationErrors, prefix: &str, faults: &mut Vec<FieldFault>) {
    for (field, kind) in &errors.0 {
        let path = format!("{prefix}{field}");
        match kind {
            ValidationErrorsKind::Field(found) => {
                for error in found {
                    // The length of a list is how many there are in it.
                    let is_list = error.params.get("value").is_some_and(Value::is_array);
                    let rule = match error.code.as_ref() {
                        "length" if is_list => "items",
                        code => code,
                    };
                    let mut fault = FieldFault::attribute(&path, rule);
                    for (name, value) in &error.params {
                        if name != "value" {
                            fault = fault.with(name, value.clone());
                        }
                    }
                    faults.push(fault);
                }
            }
            ValidationErrorsKind::Struct(inner) => collect(inner, &format!("{path}/"), faults),
            ValidationErrorsKind::List(list) => {
                for (index, inner) in list {
                    collect(inner, &format!("{path}/{index}/"), faults);
                }
            }
        }
    }
}

/// Texts as they are kept: trimmed, one spelling of accents, without what has no place in them.
pub(super) fn tidy(table: &Table, attributes: &mut Map<String, Value>) -> Result<()> {
    use unicode_normalization::UnicodeNormalization;
    let faults = lines::faults(attributes, &table.schema);
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    for value in attributes.values_mut() {
        if let Value::String(text) = value {
            let tidied: String = text.trim().nfc().collect();
            // An emptied optional field is an absent one.
            *value = if tidied.is_empty() {
                Value::Null
            } else {
                Value::String(tidied)
            };
        }
    }
    Ok(())
}
