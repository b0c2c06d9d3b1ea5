//! Parses one row as a person and reports every fault.

use serde_json::{Map, Value};

use crate::error::{Error, FieldFault};
use crate::jsonapi::write::store::typed;
use crate::model::field_rules;
use crate::resources::import::columns::{Column, ImportField};
use crate::resources::import::rows::{Cells, RowFault};
use crate::resources::user::UserAttributes;
use crate::resources::user::own_account::guardian::{YOUNGEST, refuse_children};
use crate::search::text::normalise;
use crate::tabular::sheet::Row;

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

/// Parses a row. `today` is the first day that is invalid as a date of birth.
pub fn read(row: Row, columns: &[Column], today: &str) -> Result<Person, Vec<RowFault>> {
    let cells = Cells { row, columns };
    // Reported first, as it may explain the others: a surplus separator shifts every following cell.
    let mut faults: Vec<_> = cells.surplus().into_iter().collect();
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
            let fault = FieldFault::attribute(field.word(), "choice").with("allowed", allowed);
            faults.push(cells.fault(field, fault));
        }
        found.map(|(word, _)| *word)
    };
    let gender = choose(ImportField::Gender, GENDERS);
    let locale = choose(ImportField::Locale, LOCALES);
    let role = choose(ImportField::Role, ROLES);
    let birth_date = match cells.get(ImportField::BirthDate).map(day) {
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
            faults.push(cells.fault(ImportField::BirthDate, fault));
            None
        }
    };
    let (first_name, last_name) = cells.names();
    if cells.get(ImportField::Email).is_none() {
        let fault = FieldFault::attribute("email", "required");
        faults.push(cells.fault(ImportField::Email, fault));
    }
    let phone_number = cells.get(ImportField::PhoneNumber).map(with_nought);
    let mut attributes = Map::new();
    let mut set = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            attributes.insert(name.to_owned(), Value::from(value));
        }
    };
    set("email", cells.get(ImportField::Email));
    set("first_name", first_name.as_deref());
    set("last_name", last_name.as_deref());
    set("phone_number", phone_number.as_deref());
    set("job_title", cells.get(ImportField::JobTitle));
    // The rules for a person are declared once, on the resource.
    let mut email = None;
    match typed::<UserAttributes>(&[], attributes) {
        Ok(read) => email = read.email,
        Err(Error::Invalid(found)) => faults.extend(found.into_iter().map(|fault| {
            let field = cells.blamed(&fault);
            cells.fault(field, fault)
        })),
        Err(_) => faults.push(cells.fault(
            ImportField::Email,
            FieldFault::attribute("email", "not_valid"),
        )),
    }
    // A domain without a dot is a typing error: no email would be delivered.
    let is_cut = cells
        .get(ImportField::Email)
        .and_then(|email| email.rsplit_once('@'))
        .is_some_and(|(_, host)| !host.trim_end_matches('.').contains('.'));
    if is_cut && !faults.iter().any(|fault| fault.fault.rule == "email") {
        faults.push(cells.fault(ImportField::Email, FieldFault::attribute("email", "email")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let text = |field| cells.get(field).map(str::to_owned);
    Ok(Person {
        line: row.line,
        email: email.unwrap_or_default(),
        first_name,
        last_name,
        phone_number: phone_number.as_deref().and_then(field_rules::e164),
        job_title: text(ImportField::JobTitle),
        gender: gender.map(str::to_owned),
        birth_date,
        locale,
        role,
        organization: text(ImportField::Organization),
    })
}

/// Restores the leading character of a phone number that a spreadsheet stored as a number: nine digits lack the `0`,
/// eleven that start with the country code lack the `+`.
pub(in crate::resources::import) fn with_nought(number: &str) -> String {
    let is_bare = number.bytes().all(|byte| byte.is_ascii_digit());
    match (is_bare, number.len()) {
        (true, 9) if !number.starts_with('0') => format!("0{number}"),
        (true, 11) if number.starts_with("31") => format!("+{number}"),
        _ => number.to_owned(),
    }
}

impl Cells<'_> {
    /// Returns first and last name, from separate cells or from the full name: `Jan de Vries`, `Vries, Jan de`.
    fn names(&self) -> (Option<String>, Option<String>) {
        let own = |field| self.get(field).map(str::to_owned);
        let infix = own(ImportField::Infix);
        let last = match (infix, own(ImportField::LastName)) {
            (Some(infix), Some(last)) => Some(format!("{infix} {last}")),
            (_, last) => last,
        };
        let first = own(ImportField::FirstName);
        if first.is_some() || last.is_some() {
            return (first, last);
        }
        let Some(name) = self.get(ImportField::Name) else {
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
    fn blamed(&self, fault: &FieldFault) -> ImportField {
        let whole = self.index(ImportField::Name).is_some();
        match fault.pointer.rsplit('/').next().unwrap_or_default() {
            "first_name" if whole && self.index(ImportField::FirstName).is_none() => {
                ImportField::Name
            }
            "last_name" if whole && self.index(ImportField::LastName).is_none() => {
                ImportField::Name
            }
            "first_name" => ImportField::FirstName,
            "last_name" => ImportField::LastName,
            "phone_number" => ImportField::PhoneNumber,
            "job_title" => ImportField::JobTitle,
            _ => ImportField::Email,
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
