//! Serialisation of a list's document as CSV for office programs, XLSX and ODS with text cells only, or JSON.

use rust_xlsxwriter::{Format, Workbook};
use serde_json::{Map, Value, json};

use super::{ExportFormat, ods};
use crate::error::{Error, Result};
use crate::tabular::{CsvFile, LONGEST_CELL};

/// Flattens the rows of a page; people include the names of their roles and organisations.
pub fn flat(document: &Value, columns: &[&str]) -> Vec<Value> {
    list(document, "/data")
        .map(|one| {
            let row = columns.iter().map(|name| {
                let value = match *name {
                    "id" => one.get("id").cloned(),
                    "roles" | "organizations" => Some(names(document, one, name).into()),
                    "actor" => name_of_one(document, one, name).map(Value::String),
                    "changes" => one
                        .pointer("/attributes/data")
                        .map(|data| changes(data).into()),
                    name => one.pointer(&format!("/attributes/{name}")).cloned(),
                };
                ((*name).to_owned(), value.unwrap_or_default())
            });
            Value::Object(row.collect::<Map<_, _>>())
        })
        .collect()
}

fn list<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value
        .pointer(pointer)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// Returns the names of a person's related objects. Roles pending acceptance are excluded.
fn names(document: &Value, person: &Value, relation: &str) -> Vec<String> {
    let mut names: Vec<String> = list(person, &format!("/relationships/{relation}/data"))
        .filter_map(|one| {
            list(document, "/included").find(|other| {
                other.get("type") == one.get("type") && other.get("id") == one.get("id")
            })
        })
        .filter(|one| {
            let accepted = one.pointer("/attributes/accepted_at");
            relation != "roles" || accepted.is_some_and(|at| !at.is_null())
        })
        .filter_map(|one| one.pointer("/attributes/name")?.as_str().map(str::to_owned))
        .collect();
    names.dedup();
    names
}

/// Returns the full name of the person in a to-one relation, if the reader may know them.
fn name_of_one(document: &Value, one: &Value, relation: &str) -> Option<String> {
    let related = one.pointer(&format!("/relationships/{relation}/data"))?;
    list(document, "/included")
        .find(|other| {
            other.get("type") == related.get("type") && other.get("id") == related.get("id")
        })
        .and_then(|other| other.pointer("/attributes/full_name")?.as_str())
        .map(str::to_owned)
}

/// What changed in an event, from what to what where the log holds it: `locale: nl > en`.
fn changes(data: &Value) -> Vec<String> {
    let text = |value: &Value| cell(&json!({ "value": value }), "value");
    let valued: Vec<&Value> = list(data, "/changes").collect();
    let step = match (data.get("from"), data.get("to")) {
        (Some(from), Some(to)) if from != to => {
            Some(format!("status: {} > {}", text(from), text(to)))
        }
        _ => None,
    };
    let told = valued.iter().map(|change| {
        let of = |name: &str| change.get(name).map(text).unwrap_or_default();
        format!("{}: {} > {}", of("field"), of("from"), of("to"))
    });
    let untold = list(data, "/fields")
        .filter(|field| {
            valued
                .iter()
                .all(|change| change.get("field") != Some(field))
        })
        .map(text);
    step.into_iter().chain(told).chain(untold).collect()
}

/// Writes the file. `heads` are the names of the columns as their reader knows them; programs read those of the API.
pub fn write(
    list: &[Value],
    columns: &[&str],
    heads: &[&str],
    format: ExportFormat,
) -> Result<Vec<u8>> {
    match format {
        ExportFormat::Json => Ok(serde_json::to_vec_pretty(list)?),
        ExportFormat::Csv => Ok(csv(list, columns, heads)),
        ExportFormat::Xlsx => xlsx(list, columns, heads),
        ExportFormat::Ods => {
            let head = heads.iter().map(|name| (*name).to_owned()).collect();
            let row = |one: &Value| columns.iter().map(|name| cell(one, name)).collect();
            ods::write(std::iter::once(head).chain(list.iter().map(row)))
        }
    }
}

fn cell(one: &Value, name: &str) -> String {
    match one.get(name).unwrap_or(&Value::Null) {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

fn csv(list: &[Value], columns: &[&str], heads: &[&str]) -> Vec<u8> {
    let mut file = CsvFile::default();
    file.row(heads);
    for one in list {
        file.row(columns.iter().map(|name| cell(one, name)));
    }
    file.finish()
}

fn xlsx(list: &[Value], columns: &[&str], heads: &[&str]) -> Result<Vec<u8>> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    for (column, name) in (0_u16..).zip(heads) {
        sheet
            .write_string_with_format(0, column, *name, &bold)
            .map_err(Error::internal)?;
    }
    for (row, one) in (1_u32..).zip(list) {
        for (column, name) in (0_u16..).zip(columns) {
            sheet
                .write_string(row, column, shortened(&cell(one, name)))
                .map_err(Error::internal)?;
        }
    }
    book.save_to_buffer().map_err(Error::internal)
}

/// Truncates a text to the capacity of a workbook cell, as Excel counts it.
fn shortened(text: &str) -> &str {
    let mut length = 0;
    let end = text.char_indices().find(|(_, c)| {
        length += c.len_utf16();
        length > LONGEST_CELL
    });
    end.map_or(text, |(end, _)| text.get(..end).unwrap_or_default())
}
