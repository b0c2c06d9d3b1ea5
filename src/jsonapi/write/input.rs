//! Parsing, typing and validation of request documents, before anything is written.

use schemars::JsonSchema;
use serde_json::{Map, Value};
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::error::{Error, FieldFault, Reason, Result};
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::table::{Table, schema_of};
use crate::jsonapi::typed_json::{Misfit, from_value};
use crate::jsonapi::write::text_rules;

/// The attributes of a request's document: `{"data": {"type", "attributes", "relationships"}}`. A to-one relationship
/// is equivalent to its column: `organization` sets `organization_id`. An unknown relationship, or one to another
/// type, is an error, and so is one to many rows, unless it is empty.
pub fn attributes_of(table: &Table, body: &Value) -> Result<Map<String, Value>> {
    let mut attributes = changes_of(table, body)?;
    let mut faults = Vec::new();
    for (name, rows) in take_to_many(&mut attributes) {
        if rows.as_array().is_none_or(|rows| !rows.is_empty()) {
            faults.push(read_only(&name));
        }
    }
    if faults.is_empty() {
        Ok(attributes)
    } else {
        Err(Error::Invalid(faults))
    }
}

/// The first character of the name of a to-many relationship among attributes: no attribute's name has it.
const TO_MANY: char = '/';

/// True for a to-many relationship among the attributes of `changes_of`. It cannot be changed.
pub(crate) fn is_to_many(name: &str) -> bool {
    name.starts_with(TO_MANY)
}

/// Removes the to-many relationships of `changes_of`, by name.
pub(crate) fn take_to_many(attributes: &mut Map<String, Value>) -> Vec<(String, Value)> {
    let names: Vec<String> = attributes
        .keys()
        .filter(|name| is_to_many(name))
        .cloned()
        .collect();
    let taken = names.into_iter().filter_map(|name| {
        let rows = attributes.remove(&name)?;
        Some((name.trim_start_matches(TO_MANY).to_owned(), rows))
    });
    taken.collect()
}

/// The error of a to-many relationship that differs from the stored one.
pub(crate) fn read_only(relationship: &str) -> FieldFault {
    FieldFault::at(format!("/data/relationships/{relationship}"), "read_only")
}

/// Like `attributes_of`, for a change of a row: with the to-many relationships, which `Rows::update` compares with
/// those of the row. A client that sends a document back as it read it changes none of them.
pub fn changes_of(table: &Table, body: &Value) -> Result<Map<String, Value>> {
    let data = body
        .get("data")
        .and_then(Value::as_object)
        .ok_or_else(|| Error::unreadable(Reason::NoData).at("/data"))?;
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
            return Err(Error::unreadable(Reason::AttributesNotAnObject).at("/data/attributes"));
        }
    };
    let mut faults = Vec::new();
    for (name, value) in data
        .get("relationships")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let is_many = table.relation(name).is_some_and(Relation::is_many);
        if is_many && let Some(rows) = value.get("data") {
            attributes.insert(format!("{TO_MANY}{name}"), rows.clone());
            continue;
        }
        let columns = match related(table, name, value) {
            Ok(columns) => columns,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        for (column, value, member) in columns {
            // A part of the row since its creation, not an attribute: the parts of a centre.
            if table.column(column).is_none() {
                continue;
            }
            // The column and its relationship must agree if both are given.
            if attributes
                .get(column)
                .is_some_and(|beside| !is_same(beside, &value))
            {
                let pointer = format!("/data/relationships/{name}/data/{member}");
                faults.push(FieldFault::at(pointer, "contradicts"));
            }
            attributes.insert(column.to_owned(), value);
        }
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    Ok(attributes)
}

/// The attributes of a document that creates a row, whose id the server assigns.
pub fn new_attributes_of(table: &Table, body: &Value) -> Result<Map<String, Value>> {
    if body.pointer("/data/id").is_some_and(|id| !id.is_null()) {
        return Err(FieldFault::at("/data/id", "read_only").into());
    }
    attributes_of(table, body)
}

/// The columns of a to-one relationship with their values and their members in the document; none if it is not given.
fn related(
    table: &Table,
    name: &str,
    value: &Value,
) -> Result<Vec<(&'static str, Value, &'static str)>, FieldFault> {
    let pointer = format!("/data/relationships/{name}");
    let Some(relation) = table.relation(name) else {
        return Err(FieldFault::at(pointer, "unknown"));
    };
    let Some(data) = value.get("data") else {
        return Ok(Vec::new());
    };
    let (of, column) = match relation.kind {
        RelationKind::BelongsTo(column) => (None, column),
        RelationKind::BelongsToAny(of, column) => (Some(of), column),
        RelationKind::HasMany(_) => return Err(FieldFault::at(pointer, "read_only")),
    };
    if data.is_null() {
        let of = of.map(|of| (of, Value::Null, "type"));
        return Ok(of
            .into_iter()
            .chain([(column, Value::Null, "id")])
            .collect());
    }
    let target = match data.get("type") {
        None if of.is_none() => relation.tables().next(),
        Some(Value::String(word)) => relation
            .tables()
            .find(|target| word == target.type_name || !word.is_empty() && word == target.alias),
        _ => None,
    };
    let Some(target) = target else {
        let allowed: Vec<&str> = relation.tables().map(|target| target.type_name).collect();
        let fault = FieldFault::at(format!("{pointer}/data/type"), "choice");
        return Err(fault.with("allowed", allowed));
    };
    match data.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => {
            let of = of.map(|of| (of, target.type_name.into(), "type"));
            Ok(of.into_iter().chain([(column, id.clone(), "id")]).collect())
        }
        _ => Err(FieldFault::at(format!("{pointer}/data/id"), "required")),
    }
}

/// Requires the document's `id`, if given, to be that of the row.
pub fn names_row(sent: &Value, id: &str) -> Result<()> {
    if sent.is_null() || is_same(sent, &id.into()) {
        Ok(())
    } else {
        Err(FieldFault::at("/data/id", "other_row").into())
    }
}

/// True for equal values: an id as number or string, a number as integer or float.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Number(number), Value::String(text))
        | (Value::String(text), Value::Number(number)) => number.to_string() == *text,
        (one, other) => one == other,
    }
}

/// Keeps the attributes that a client may set; unknown attributes are errors. Server-set fields have been validated
/// before.
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

/// Parses and validates a request: text rules, missing and mistyped values, and the rules of the type, of which all
/// faults are reported together.
pub fn typed<A: serde::de::DeserializeOwned + Validate + JsonSchema + 'static>(
    required: &[&str],
    mut attributes: Map<String, Value>,
) -> Result<A> {
    let schema = schema_of::<A>();
    let faults = text_rules::faults(&attributes, schema);
    text_rules::spell_addresses(&mut attributes, schema);
    complete(schema, faults, required, attributes)
}

/// Like `typed`, without the text rules: for a document of which a part is already stored.
pub fn whole<A: serde::de::DeserializeOwned + Validate>(
    required: &[&str],
    attributes: Map<String, Value>,
) -> Result<A> {
    complete(&Value::Null, Vec::new(), required, attributes)
}

/// Parses and validates attributes. `faults` are those that were found before: whoever fills in a form hears of all of
/// them at once, one for each field.
pub(in crate::jsonapi) fn complete<A: serde::de::DeserializeOwned + Validate>(
    schema: &Value,
    mut faults: Vec<FieldFault>,
    required: &[&str],
    mut attributes: Map<String, Value>,
) -> Result<A> {
    for name in required {
        if attributes.get(*name).is_none_or(is_blank) {
            faults.push(FieldFault::attribute(name, "required"));
            // Something of its type, so that the others can be looked at. With a fault nothing of it is used.
            attributes.insert(
                (*name).to_owned(),
                stand_in(
                    schema
                        .pointer(&format!("/properties/{name}"))
                        .unwrap_or(&Value::Null),
                ),
            );
        }
    }
    match parsed(attributes) {
        Ok(attributes) if faults.is_empty() => Ok(attributes),
        Ok(_) => Err(Error::Invalid(faults)),
        Err(Error::Invalid(others)) => {
            let known: Vec<String> = faults.iter().map(|fault| fault.pointer.clone()).collect();
            let is_new = |fault: &FieldFault| !known.contains(&fault.pointer);
            faults.extend(others.into_iter().filter(is_new));
            Err(Error::Invalid(faults))
        }
        Err(other) => Err(other),
    }
}

/// A value of the type that a schema describes; null where that is not known.
fn stand_in(schema: &Value) -> Value {
    let first = schema["enum"]
        .get(0)
        .or_else(|| schema["oneOf"].get(0)?.get("const"));
    match (first, schema["type"].as_str()) {
        (Some(first), _) => first.clone(),
        (None, Some("string")) => Value::from(""),
        (None, Some("boolean")) => Value::from(false),
        (None, Some("integer" | "number")) => Value::from(0),
        (None, Some("array")) => Value::Array(Vec::new()),
        (None, Some("object")) => Value::Object(Map::new()),
        _ => Value::Null,
    }
}

fn parsed<A: serde::de::DeserializeOwned + Validate>(attributes: Map<String, Value>) -> Result<A> {
    // An absent or emptied value takes the type's default.
    let attributes = attributes
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let attributes: A = from_value(&Value::Object(attributes)).map_err(misfitting)?;
    attributes.validate().map_err(|errors| invalid(&errors))?;
    Ok(attributes)
}

fn misfitting(Misfit { pointer, reason }: Misfit) -> Error {
    if let Some(missing) = missing_field(&reason) {
        let path = [pointer.as_str(), missing].join("/");
        return FieldFault::attribute(path.trim_start_matches('/'), "required").into();
    }
    FieldFault::attribute(&pointer, "type")
        .with("reason", reason)
        .into()
}

/// The field that a parser misses, of which the path is that of the object around it.
fn missing_field(reason: &str) -> Option<&str> {
    let named = reason.strip_prefix("missing field `")?;
    named.split('`').next()
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Converts the errors of `validator` to field errors.
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
                    // The length of a list is its number of elements.
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

/// Normalizes texts for storage: trimmed, Unicode NFC, without characters that are not allowed; addresses of e-mail in
/// their one spelling. Returns the faults of those that cannot be.
pub(in crate::jsonapi) fn tidy(
    table: &Table,
    attributes: &mut Map<String, Value>,
) -> Vec<FieldFault> {
    let faults = text_rules::faults(attributes, &table.schema);
    for value in attributes.values_mut() {
        if let Value::String(text) = value {
            *value = tidied(text);
        }
    }
    text_rules::spell_addresses(attributes, &table.schema);
    faults
}

/// A normalized text. An emptied optional field is absent.
pub fn tidied(text: &str) -> Value {
    use unicode_normalization::UnicodeNormalization;
    let tidied: String = text.trim().nfc().collect();
    if tidied.is_empty() {
        Value::Null
    } else {
        Value::String(tidied)
    }
}
