//! What a client sent: read, typed and checked, before anything is written.

use schemars::JsonSchema;
use serde_json::{Map, Value};
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::schema::resource::RelationKind;
use crate::jsonapi::schema::table::{Table, schema_of};
use crate::jsonapi::write::text_rules;

/// The attributes of a request's document: `{"data": {"type", "attributes", "relationships"}}`.
/// A relation to one is the same as its column: `organization` sets `organization_id`. One that there is not, or to
/// something of another type, is refused.
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
            return Err(FieldFault::at("/data/type", "choice")
                .with("allowed", vec![table.type_name])
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
    let mut faults = Vec::new();
    for (name, value) in data
        .get("relationships")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        match related(table, name, value) {
            Ok(None) => {}
            // What belongs to the row from its beginning and is no attribute: the parts of a centre.
            Ok(Some((column, _))) if table.column(column).is_none() => {}
            Ok(Some((column, id))) => {
                // The column that stands beside its relation says the same, or what is meant is not known.
                if attributes
                    .get(column)
                    .is_some_and(|beside| !is_same(beside, &id))
                {
                    let pointer = format!("/data/relationships/{name}/data/id");
                    faults.push(FieldFault::at(pointer, "contradicts"));
                }
                attributes.insert(column.to_owned(), id);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    Ok(attributes)
}

/// The attributes of a document that is to become a new row, whose id the server gives.
pub fn new_attributes_of(table: &Table, body: &Value) -> Result<Map<String, Value>> {
    if body.pointer("/data/id").is_some_and(|id| !id.is_null()) {
        return Err(FieldFault::at("/data/id", "read_only").into());
    }
    attributes_of(table, body)
}

/// The column and the id that a relation to one names; none where it says nothing of it.
fn related(
    table: &Table,
    name: &str,
    value: &Value,
) -> Result<Option<(&'static str, Value)>, FieldFault> {
    let pointer = format!("/data/relationships/{name}");
    let Some(relation) = table.relation(name) else {
        return Err(FieldFault::at(pointer, "unknown"));
    };
    let Some(data) = value.get("data") else {
        return Ok(None);
    };
    let RelationKind::BelongsTo(column) = relation.kind else {
        return Err(FieldFault::at(pointer, "read_only"));
    };
    if data.is_null() {
        return Ok(Some((column, Value::Null)));
    }
    let target = (relation.target)();
    let is_target =
        |word: &str| word == target.type_name || !word.is_empty() && word == target.alias;
    match data.get("type") {
        None => {}
        Some(Value::String(word)) if is_target(word) => {}
        Some(_) => {
            let fault = FieldFault::at(format!("{pointer}/data/type"), "choice");
            return Err(fault.with("allowed", vec![target.type_name]));
        }
    }
    match data.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => Ok(Some((column, id.clone()))),
        _ => Err(FieldFault::at(format!("{pointer}/data/id"), "required")),
    }
}

/// The `id` of a document is that of the row it is sent to, where it says one.
pub fn names_row(sent: &Value, id: &str) -> Result<()> {
    if sent.is_null() || is_same(sent, &id.into()) {
        Ok(())
    } else {
        Err(FieldFault::at("/data/id", "other_row").into())
    }
}

/// Two values that say the same: an id as a number or as text, a number in either form.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Number(number), Value::String(text))
        | (Value::String(text), Value::Number(number)) => number.to_string() == *text,
        (one, other) => one == other,
    }
}

/// Keeps what a client may set; faults what is not an attribute at all. What only the server sets was looked at before.
pub(in crate::jsonapi) fn settable(
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
pub fn typed<A: serde::de::DeserializeOwned + Validate + JsonSchema + 'static>(
    required: &[&str],
    attributes: Map<String, Value>,
) -> Result<A> {
    let faults = text_rules::faults(&attributes, schema_of::<A>());
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
pub(in crate::jsonapi) fn tidy(table: &Table, attributes: &mut Map<String, Value>) -> Result<()> {
    use unicode_normalization::UnicodeNormalization;
    let faults = text_rules::faults(attributes, &table.schema);
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
