//! Import of organisations from spreadsheets: every row is validated by the rules of the product, then all are created
//! and approved as the centre would, in one transaction. Nobody is mailed.

use std::collections::HashMap;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::columns::ImportField::{
    City, ContactName, Description, Email, HouseNumber, KvkNumber, Name, NeighbourhoodInitiative,
    PhoneNumber, PostalCode, Street, Website,
};
use super::columns::{Column, ImportField, Layout};
use super::people_import::person::with_nought;
use super::rows::{Cells, Checked, RowFault, SharedFaults};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::Id;
use crate::jsonapi::write::store::typed;
use crate::model::state_machine;
use crate::resources::address;
use crate::resources::organization::transition::OrganizationEvent;
use crate::resources::organization::{
    Organization, OrganizationAttributes, OrganizationStatus, validate_registration,
};
use crate::search::text::normalise;
use crate::tabular::Sheet;
use crate::tabular::sheet::Row;

/// How long one transaction takes in organisations, where they are many: others write in between.
pub const HELD: Duration = Duration::from_millis(25);

#[rustfmt::skip]
pub const LAYOUT: Layout = Layout {
    fields: &[
        (Name, &["name", "naam", "organisatie", "organisation", "organization", "organisatienaam", "vereniging", "stichting"]),
        (KvkNumber, &["kvk", "kvknummer", "kvknr", "kvknumber", "chamberofcommerce"]),
        (NeighbourhoodInitiative, &["buurtinitiatief", "neighbourhoodinitiative", "initiative"]),
        (Website, &["website", "web", "site", "url", "webadres"]),
        (Email, &["email", "emailadres", "mail", "mailadres"]),
        (PhoneNumber, &["phonenumber", "phone", "telefoon", "telefoonnummer", "tel"]),
        (ContactName, &["contactname", "contact", "contactpersoon"]),
        (Description, &["description", "omschrijving", "beschrijving", "wat"]),
        (Street, &["street", "straat"]),
        (HouseNumber, &["housenumber", "huisnummer", "nummer", "nr"]),
        (PostalCode, &["postalcode", "postcode", "zip"]),
        (City, &["city", "plaats", "woonplaats", "stad", "town"]),
    ],
    needed: Name,
    missing: "column_name",
};

const ADDRESS: [ImportField; 4] = [Street, HouseNumber, PostalCode, City];

/// Words for yes and no in the column of neighbourhood initiatives.
const YES: [&str; 7] = ["ja", "j", "yes", "x", "1", "true", "waar"];
const NO: [&str; 7] = ["nee", "n", "no", "0", "false", "onwaar", ""];

/// A new organisation, ready to be created.
#[derive(Debug, Clone)]
pub struct NewOrganization {
    pub line: u64,
    pub name: String,
    pub city: Option<String>,
    pub kvk_number: Option<String>,
    attributes: Map<String, Value>,
}

/// Organisations of the centre and of the rows above, by name and by number in the trade register.
#[derive(Default)]
struct Known {
    /// With the numbers of those that have this name; `None` for one without.
    names: HashMap<String, Vec<Option<String>>>,
    numbers: HashMap<String, u64>,
}

impl Known {
    fn load(connection: &Connection, center_id: i64) -> Result<Self> {
        let mut known = Self::default();
        let mut statement = connection.prepare_cached(
            "select name, kvk_number from organizations where volunteer_center_id = ?1 and status <> 'deleted' and household_of_id is null",
        )?;
        let mut rows = statement.query([center_id])?;
        while let Some(row) = rows.next()? {
            let (name, number): (String, Option<String>) = row.try_into()?;
            known.add(&name, number.as_deref(), 0);
        }
        Ok(known)
    }

    fn add(&mut self, name: &str, number: Option<&str>, line: u64) {
        let names = self.names.entry(plain(name)).or_default();
        names.push(number.map(str::to_owned));
        if let Some(number) = number {
            self.numbers.entry(number.to_owned()).or_insert(line);
        }
    }

    /// Two with one name are the same unless their numbers differ.
    fn has_name(&self, name: &str, number: Option<&str>) -> bool {
        self.names.get(&plain(name)).is_some_and(|numbers| {
            numbers
                .iter()
                .any(|known| known.is_none() || number.is_none() || known.as_deref() == number)
        })
    }
}

fn plain(name: &str) -> String {
    normalise(name).trim().to_owned()
}

/// Parses and checks every row for a centre. Writes nothing.
pub fn check(
    connection: &Connection,
    sheet: &Sheet,
    columns: &[Column],
    center_id: i64,
) -> Result<Checked<NewOrganization>> {
    let there = Known::load(connection, center_id)?;
    let mut above = Known::default();
    let (mut checked, mut shared) = (Checked::default(), SharedFaults::default());
    for row in sheet.rows() {
        let found = match read(row, columns) {
            Ok(found) => found,
            Err(faults) => {
                let faults = faults.into_iter().map(|fault| shared.share(fault));
                checked.faults.extend(faults);
                continue;
            }
        };
        let (name, number) = (found.name.as_str(), found.kvk_number.as_deref());
        let line_of = |known: &Known| known.numbers.get(number?).copied();
        if there.has_name(name, number) || line_of(&there).is_some() {
            checked.known.push(row.line);
        } else if above.has_name(name, number) {
            checked.repeated.push(row.line);
        } else if let Some(line) = line_of(&above) {
            let fault = FieldFault::attribute("kvk_number", "kvk_twice").with("line", line);
            let fault = Cells { row, columns }.fault(KvkNumber, fault);
            checked.faults.push(shared.share(fault));
        } else {
            above.add(name, number, row.line);
            checked.new.push(found);
        }
    }
    Ok(checked)
}

/// Creates and approves every new organisation; `create` inserts one by its attributes, with the rights of whoever asks.
pub fn run(
    tx: &Tx,
    new: Vec<NewOrganization>,
    actor_id: Option<i64>,
    create: &dyn Fn(Map<String, Value>) -> Result<Id<Organization>>,
) -> Result<usize> {
    let count = new.len();
    for organization in new {
        let id = create(organization.attributes)?;
        state_machine::run::<OrganizationStatus>(tx, actor_id, id, OrganizationEvent::Approve)?;
    }
    Ok(count)
}

/// Parses a row.
fn read(row: Row, columns: &[Column]) -> Result<NewOrganization, Vec<RowFault>> {
    let cells = Cells { row, columns };
    let mut faults: Vec<RowFault> = cells.surplus().into_iter().collect();
    let mut attributes = Map::new();
    let mut place = Map::new();
    for (field, _) in LAYOUT.fields {
        let Some(text) = cells.get(*field).map(str::trim) else {
            continue;
        };
        let value = match field {
            // A spreadsheet drops the nought that a number begins with.
            KvkNumber if text.len() == 7 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("0{text}").into()
            }
            PhoneNumber => with_nought(text).into(),
            Website if !text.contains("://") => format!("https://{text}").into(),
            NeighbourhoodInitiative => {
                let word = plain(text);
                if !YES.contains(&word.as_str()) && !NO.contains(&word.as_str()) {
                    let fault = FieldFault::attribute(field.word(), "choice");
                    faults.push(cells.fault(*field, fault.with("allowed", vec!["ja", "nee"])));
                }
                YES.contains(&word.as_str()).into()
            }
            _ => Value::from(text),
        };
        let of = if ADDRESS.contains(field) {
            &mut place
        } else {
            &mut attributes
        };
        of.insert(field.word().to_owned(), value);
    }
    if !place.is_empty() {
        attributes.insert("address".to_owned(), place.into());
    }
    // The rules for an organisation are declared once, on the resource.
    let mut city = None;
    let checked = typed::<OrganizationAttributes>(&["name"], attributes.clone()).and_then(|new| {
        validate_registration(new.kvk_number.as_deref(), new.neighbourhood_initiative)?;
        city = new
            .address
            .as_ref()
            .map(address::tidied)
            .transpose()?
            .and_then(|address| address.city);
        Ok(())
    });
    match checked {
        Ok(()) => {}
        Err(Error::Invalid(found)) => faults.extend(found.into_iter().map(|fault| {
            let named = fault.pointer.rsplit('/').next().unwrap_or_default();
            cells.fault(ImportField::parse(named).unwrap_or(Name), fault)
        })),
        Err(_) => faults.push(cells.fault(Name, FieldFault::attribute("name", "not_valid"))),
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = |name: &str| {
        let value = attributes.get(name).and_then(Value::as_str);
        value.map(str::to_owned)
    };
    Ok(NewOrganization {
        line: row.line,
        name: text("name").unwrap_or_default(),
        kvk_number: text("kvk_number"),
        city,
        attributes,
    })
}
