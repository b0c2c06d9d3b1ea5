//! Import of organisations from spreadsheets: each row is created and approved as the centre would, in a savepoint of
//! its own, so that the rules are those of the product. Nobody is mailed. A file with faults changes nothing, unless its
//! good rows are asked for.

use std::sync::Arc;

use rusqlite::named_params;
use rusqlite::types::Value as SqlValue;
use serde_json::{Map, Value};

use super::people_import::RowFault;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::{AuthContext, Id, Visibility};
use crate::resources::organization::Organization;
use crate::resources::organization::transition::approve_as_host;
use crate::search::text::normalise;
use crate::tabular::Sheet;
use crate::tabular::sheet::{Row, shown};

/// Maximum length of a reported cell value, in characters.
const LONGEST_VALUE: usize = 255;

/// Field, and the headers that map to it; compared without case, diacritics and punctuation.
#[rustfmt::skip]
pub const FIELDS: &[(&str, &[&str])] = &[
    ("name", &["name", "naam", "organisatie", "organisation", "organization", "organisatienaam"]),
    ("kvk_number", &["kvk", "kvknummer", "kvknr", "kvknumber", "chamberofcommerce"]),
    ("neighbourhood_initiative", &["buurtinitiatief", "neighbourhoodinitiative", "initiative"]),
    ("website", &["website", "web", "site", "url", "webadres"]),
    ("email", &["email", "emailadres", "mail", "mailadres"]),
    ("phone_number", &["phonenumber", "phone", "telefoon", "telefoonnummer", "tel"]),
    ("contact_name", &["contactname", "contact", "contactpersoon"]),
    ("description", &["description", "omschrijving", "beschrijving", "wat"]),
    ("street", &["street", "straat"]),
    ("house_number", &["housenumber", "huisnummer", "nummer", "nr"]),
    ("postal_code", &["postalcode", "postcode", "zip"]),
    ("city", &["city", "plaats", "woonplaats", "stad", "town"]),
];

const ADDRESS: [&str; 4] = ["street", "house_number", "postal_code", "city"];

/// A column: its header, and the field that it is taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub header: String,
    pub field: Option<&'static str>,
}

pub fn field_named(word: &str) -> Option<&'static str> {
    let known = FIELDS.iter().find(|(field, _)| *field == word);
    known.map(|(field, _)| *field)
}

/// The columns with a guess for each; a field that two columns could hold is given to the first.
pub fn columns_of(sheet: &Sheet) -> Vec<Column> {
    let mut taken: Vec<&'static str> = Vec::new();
    sheet
        .headers
        .iter()
        .map(|header| {
            let plain: String = normalise(header)
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            let known = FIELDS
                .iter()
                .find(|(_, words)| words.contains(&plain.as_str()));
            let field = known
                .map(|(field, _)| *field)
                .filter(|field| !taken.contains(field));
            taken.extend(field);
            Column {
                header: header.clone(),
                field,
            }
        })
        .collect()
}

/// What came of a file.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub added: usize,
    /// Lines of organisations that the centre has already, by number or name.
    pub known: Vec<u64>,
    pub faults: Vec<RowFault>,
}

impl Outcome {
    pub fn faulty(&self) -> usize {
        let mut lines: Vec<_> = self.faults.iter().map(|fault| fault.line).collect();
        lines.dedup();
        lines.len()
    }
}

/// Takes the rows in: all of them, or, with faults and without `is_skipping`, none.
pub fn run(
    tx: &Tx,
    sheet: &Sheet,
    columns: &[Column],
    center_id: i64,
    is_skipping: bool,
) -> Result<Outcome> {
    let work = |tx: &Tx| -> Result<Outcome> {
        let mut outcome = Outcome::default();
        for row in sheet.rows() {
            match take(tx, row, columns, center_id) {
                Ok(true) => outcome.added += 1,
                Ok(false) => outcome.known.push(row.line),
                Err(Error::Invalid(faults)) => {
                    let faults = faults.into_iter().map(|fault| at(row, columns, fault));
                    outcome.faults.extend(faults);
                }
                Err(error) if error.is(Code::DuplicateOrganization) => outcome.known.push(row.line),
                Err(error) => return Err(error),
            }
        }
        Ok(outcome)
    };
    let rehearsed = tx.rehearse(work)?;
    if rehearsed.faults.is_empty() || is_skipping {
        return work(tx);
    }
    Ok(Outcome {
        added: 0,
        ..rehearsed
    })
}

/// The operator at one centre: what they bring in belongs there.
struct Operator(i64);

impl AuthContext for Operator {
    fn visibility(&self, _: &'static str) -> Option<Arc<Visibility>> {
        None
    }

    fn value(&self, name: &str) -> SqlValue {
        if name == "center_id" {
            SqlValue::Integer(self.0)
        } else {
            SqlValue::Null
        }
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}

/// Creates the organisation of a row; `false` for one that is there already.
fn take(tx: &Tx, row: Row, columns: &[Column], center_id: i64) -> Result<bool> {
    let cell = |field: &str| -> Option<&str> {
        let index = columns
            .iter()
            .position(|column| column.field == Some(field))?;
        let cell = row.cell(index).trim();
        (!cell.is_empty()).then_some(cell)
    };
    let mut attributes = Map::new();
    let mut address = Map::new();
    for (field, _) in FIELDS {
        let Some(text) = cell(field) else {
            continue;
        };
        if ADDRESS.contains(field) {
            address.insert((*field).to_owned(), text.into());
        } else if *field == "neighbourhood_initiative" {
            let is_one = ["ja", "yes", "x", "1", "true", "waar"].contains(&normalise(text).trim());
            attributes.insert((*field).to_owned(), is_one.into());
        } else {
            attributes.insert((*field).to_owned(), text.into());
        }
    }
    // A spreadsheet drops the nought that a number begins with.
    if let Some(Value::String(number)) = attributes.get_mut("kvk_number")
        && number.len() == 7
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        number.insert(0, '0');
    }
    if let Some(Value::String(site)) = attributes.get_mut("website")
        && !site.contains("://")
    {
        site.insert_str(0, "https://");
    }
    let is_known = tx
        .prepare_cached(
            "select 1 from organizations
              where volunteer_center_id = :center_id and status <> 'deleted'
                and (fold(name) = fold(:name) or kvk_number = :kvk_number)",
        )?
        .exists(named_params! {
            ":center_id": center_id,
            ":name": cell("name"),
            ":kvk_number": attributes.get("kvk_number").and_then(Value::as_str),
        })?;
    if is_known {
        return Ok(false);
    }
    if !address.is_empty() {
        attributes.insert("address".to_owned(), address.into());
    }
    tx.attempt(|tx| {
        let id: Id<Organization> = store::create(tx, &Operator(center_id), None, attributes)?;
        approve_as_host(tx, id)
    })?;
    Ok(true)
}

/// The fault with the cell that it is about.
fn at(row: Row, columns: &[Column], fault: FieldFault) -> RowFault {
    let field = fault.pointer.rsplit('/').next().unwrap_or_default();
    let index = columns
        .iter()
        .position(|column| column.field == Some(field));
    let column = index.and_then(|index| columns.get(index));
    RowFault {
        line: row.line,
        column: column.map(|column| column.header.as_str().into()),
        value: index
            .map(|index| shown(row.cell(index), LONGEST_VALUE).collect())
            .unwrap_or_default(),
        fault: Arc::new(fault),
    }
}
