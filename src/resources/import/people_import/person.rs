//! Parses one row as a person and reports every fault.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::columns::{Column, PersonField};
use crate::error::{Error, FieldFault};
use crate::jsonapi::write::store::typed;
use crate::resources::field_rules;
use crate::resources::user::UserAttributes;
use crate::resources::user::own_account::guardian::{YOUNGEST, refuse_children};
use crate::search::text::normalise;
use crate::tabular::sheet::{Row, shown};

/// Maximum length of a reported cell value, in characters; the rest is truncated.
const LONGEST_VALUE: usize = 255;

/// Fault of one cell, or of a whole row.
#[derive(Debug, Clone)]
pub struct RowFault {
    /// The line in the file, counted from 1.
    pub line: u64,
    /// Header of the column; `None` where the fault concerns no single column.
    pub column: Option<Arc<str>>,
    pub value: Box<str>,
    /// Shared between rows that have the same fault.
    pub fault: Arc<FieldFault>,
}

/// Person as described by a row. Texts are validated here, names are resolved later.
#[derive(Debug, Clone)]
pub struct Person {
    pub line: u64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone_number: Option<String>,
    pub job_title: Option<String>,
    pub gender: Option<String>,
    pub birth_date: Option<String>,
    /// `nl` or `en`; `None` where the file does not say.
    pub locale: Option<&'static str>,
    /// Name of the role in the API.
    pub role: Option<&'static str>,
    pub organization: Option<String>,
}

/// Names of roles accepted in files, compared without case and diacritics: the API's own, the labels of the user
/// interface in Dutch and English, then synonyms. `beheerder` alone, the administrator's label, is not accepted: in somebody's
/// own list it may mean three roles.
#[rustfmt::skip]
const ROLES: &[(&str, &[&str])] = &[
    ("volunteer", &["volunteer", "vrijwilliger"]),
    ("student", &["student", "leerling", "scholier", "stagiair"]),
    ("mentor", &["mentor", "begeleider"]),
    ("organization_superuser", &["organization_superuser", "beheerder van een organisatie", "manager of an organisation", "organisatiebeheerder", "beheerder organisatie", "organisation manager", "contactpersoon"]),
    ("page_manager", &["page_manager", "paginabeheerder", "page editor", "page manager"]),
    ("content_manager", &["content_manager", "redacteur", "content editor", "editor", "contentbeheerder", "inhoudsbeheerder", "content manager"]),
    ("center_superuser", &["center_superuser", "superuser van het vrijwilligerspunt", "volunteer-centre superuser", "beheerder van het centrum", "manager of the centre", "centrumbeheerder", "coordinator", "beheerder centrum"]),
    ("admin", &["admin", "beheerder van alles", "manager of everything", "administrator"]),
];

const GENDERS: &[(&str, &[&str])] = &[
    ("male", &["male", "man", "m"]),
    ("female", &["female", "vrouw", "f", "v", "woman"]),
    ("other", &["other", "anders", "x", "o", "non-binair"]),
];

const LOCALES: &[(&str, &[&str])] = &[
    ("nl", &["nl", "nederlands", "dutch"]),
    ("en", &["en", "engels", "english"]),
];

fn is_child(birth_date: &str, today: &str) -> bool {
    refuse_children(birth_date, today).is_err()
}

/// Reports non-empty cells beyond the last header: they cannot be assigned to a field and must not be dropped
/// silently.
fn surplus(row: Row) -> Option<RowFault> {
    let written: Vec<_> = row.surplus().filter(|cell| !cell.is_empty()).collect();
    (!written.is_empty()).then(|| RowFault {
        line: row.line,
        column: None,
        value: shown(&written.join("; "), LONGEST_VALUE).collect(),
        fault: Arc::new(FieldFault::attribute("file", "surplus_cells")),
    })
}

/// Parses a row. `today` is the first day that is invalid as a date of birth.
pub fn read(row: Row, columns: &[Column], today: &str) -> Result<Person, Vec<RowFault>> {
    let cells = Cells { row, columns };
    // Reported first, as it may explain the others: a surplus separator shifts every following cell.
    let mut faults: Vec<_> = surplus(row).into_iter().collect();
    let mut choose = |field, choices: &[(&'static str, &[&str])]| {
        let text = cells.get(field)?;
        let plain = normalise(text);
        let found = choices.iter().find(|(_, words)| {
            words
                .iter()
                .any(|word| normalise(word).trim() == plain.trim())
        });
        if found.is_none() {
            let allowed: Vec<_> = choices
                .iter()
                .map(|(word, words)| *words.get(1).unwrap_or(word))
                .collect();
            let fault = FieldFault::attribute(field.as_str(), "choice").with("allowed", allowed);
            faults.push(cells.fault(field, fault));
        }
        found.map(|(word, _)| *word)
    };
    let gender = choose(PersonField::Gender, GENDERS);
    let locale = choose(PersonField::Locale, LOCALES);
    let role = choose(PersonField::Role, ROLES);
    let birth_date = match cells.get(PersonField::BirthDate).map(day) {
        None => None,
        Some(Some(day))
            if day.as_str() < today && day.as_str() > "1900" && !is_child(&day, today) =>
        {
            Some(day)
        }
        Some(day) => {
            let is_born = day.as_deref().is_some_and(|day| day < today);
            let rule = match day {
                Some(day) if is_born && is_child(&day, today) => "too_young",
                _ => "birth_date",
            };
            let fault = FieldFault::attribute("birth_date", rule).with("min", YOUNGEST);
            faults.push(cells.fault(PersonField::BirthDate, fault));
            None
        }
    };
    let (first_name, last_name) = cells.names();
    if cells.get(PersonField::Email).is_none() {
        let fault = FieldFault::attribute("email", "required");
        faults.push(cells.fault(PersonField::Email, fault));
    }
    let phone_number = cells.get(PersonField::PhoneNumber).map(with_nought);
    let mut attributes = Map::new();
    let mut set = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            attributes.insert(name.to_owned(), Value::from(value));
        }
    };
    set("email", cells.get(PersonField::Email));
    set("first_name", first_name.as_deref());
    set("last_name", last_name.as_deref());
    set("phone_number", phone_number.as_deref());
    set("job_title", cells.get(PersonField::JobTitle));
    // The rules for a person are declared once, on the resource.
    match typed::<UserAttributes>(&[], attributes) {
        Ok(_) => {}
        Err(Error::Invalid(found)) => faults.extend(found.into_iter().map(|fault| {
            let field = cells.blamed(&fault);
            cells.fault(field, fault)
        })),
        Err(_) => faults.push(cells.fault(
            PersonField::Email,
            FieldFault::attribute("email", "not_valid"),
        )),
    }
    // A domain without a dot is a typing error: no email would be delivered.
    let is_cut = cells
        .get(PersonField::Email)
        .and_then(|email| email.rsplit_once('@'))
        .is_some_and(|(_, host)| !host.trim_end_matches('.').contains('.'));
    if is_cut && !faults.iter().any(|fault| fault.fault.rule == "email") {
        faults.push(cells.fault(PersonField::Email, FieldFault::attribute("email", "email")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = |field| cells.get(field).map(str::to_owned);
    Ok(Person {
        line: row.line,
        email: text(PersonField::Email).unwrap_or_default(),
        first_name,
        last_name,
        phone_number: phone_number.as_deref().and_then(field_rules::e164),
        job_title: text(PersonField::JobTitle),
        gender: gender.map(str::to_owned),
        birth_date,
        locale,
        role,
        organization: text(PersonField::Organization),
    })
}

/// Restores the leading character of a phone number that a spreadsheet stored as a number: nine digits lack the `0`,
/// eleven that start with the country code lack the `+`.
fn with_nought(number: &str) -> String {
    let is_bare = number.bytes().all(|byte| byte.is_ascii_digit());
    match (is_bare, number.len()) {
        (true, 9) if !number.starts_with('0') => format!("0{number}"),
        (true, 11) if number.starts_with("31") => format!("+{number}"),
        _ => number.to_owned(),
    }
}

/// Cells of a row, accessed by the field their column is mapped to.
pub struct Cells<'a> {
    pub row: Row<'a>,
    pub columns: &'a [Column],
}

impl Cells<'_> {
    fn index(&self, field: PersonField) -> Option<usize> {
        self.columns
            .iter()
            .position(|column| column.field == Some(field))
    }

    fn get(&self, field: PersonField) -> Option<&str> {
        let cell = self.row.cell(self.index(field)?);
        (!cell.is_empty()).then_some(cell)
    }

    pub fn fault(&self, field: PersonField, fault: FieldFault) -> RowFault {
        let column = self.index(field).and_then(|index| self.columns.get(index));
        RowFault {
            line: self.row.line,
            column: column.map(|column| column.header.as_str().into()),
            value: shown(self.get(field).unwrap_or_default(), LONGEST_VALUE).collect(),
            fault: Arc::new(fault),
        }
    }

    /// Returns first and last name, from separate cells or from the full name: `Jan de Vries`, `Vries, Jan de`.
    fn names(&self) -> (Option<String>, Option<String>) {
        let own = |field| self.get(field).map(str::to_owned);
        let infix = own(PersonField::Infix);
        let last = match (infix, own(PersonField::LastName)) {
            (Some(infix), Some(last)) => Some(format!("{infix} {last}")),
            (_, last) => last,
        };
        let first = own(PersonField::FirstName);
        if first.is_some() || last.is_some() {
            return (first, last);
        }
        let Some(name) = self.get(PersonField::Name) else {
            return (None, None);
        };
        if let Some((last, rest)) = name.split_once(", ") {
            let (first, infix) = rest.split_once(' ').unwrap_or((rest, ""));
            let last = format!("{infix} {last}").trim().to_owned();
            return (Some(first.to_owned()), Some(last));
        }
        match name.split_once(' ') {
            Some((first, last)) => (Some(first.to_owned()), Some(last.to_owned())),
            None => (Some(name.to_owned()), None),
        }
    }

    /// Maps a validation fault to its column: a name may come from the full-name column.
    fn blamed(&self, fault: &FieldFault) -> PersonField {
        let whole = self.index(PersonField::Name).is_some();
        match fault.pointer.rsplit('/').next().unwrap_or_default() {
            "first_name" if whole && self.index(PersonField::FirstName).is_none() => {
                PersonField::Name
            }
            "last_name" if whole && self.index(PersonField::LastName).is_none() => {
                PersonField::Name
            }
            "first_name" => PersonField::FirstName,
            "last_name" => PersonField::LastName,
            "phone_number" => PersonField::PhoneNumber,
            "job_title" => PersonField::JobTitle,
            _ => PersonField::Email,
        }
    }
}

/// `1958-03-09` from itself and from `9-3-1958`, with hyphens, slashes or full stops: days first, as the Dutch write.
fn day(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
    let [a, b, c] = parts.as_slice() else {
        return None;
    };
    let (year, month, day) = if a.len() == 4 { (a, b, c) } else { (c, b, a) };
    if year.len() != 4 {
        return None;
    }
    let date = jiff::civil::Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    date.ok().map(|date| date.to_string())
}
