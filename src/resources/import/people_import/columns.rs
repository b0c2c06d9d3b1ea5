//! Guesses which column holds which field, from common Dutch and English headers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tabular::sheet::{Sheet, shown};

/// What a column of a table of people can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PersonField {
    Email,
    FirstName,
    /// `de`, `van der`: written before the last name.
    Infix,
    LastName,
    /// The whole name in one cell.
    Name,
    PhoneNumber,
    JobTitle,
    Gender,
    BirthDate,
    Locale,
    Role,
    /// The name of an organisation of the centre.
    Organization,
}

use PersonField::{
    BirthDate, Email, FirstName, Gender, Infix, JobTitle, LastName, Locale, Name, Organization,
    PhoneNumber, Role,
};

/// Field, its name, and the headers that map to it; compared without case, diacritics and punctuation.
#[rustfmt::skip]
const WORDS: &[(PersonField, &str, &[&str])] = &[
    (Email, "email", &["email", "emailadres", "emailaddress", "mail", "mailadres", "eposta", "epost"]),
    (FirstName, "first_name", &["firstname", "voornaam", "roepnaam", "givenname"]),
    (Infix, "infix", &["infix", "tussenvoegsel", "tussenvoegsels", "voorvoegsel", "prefix"]),
    (LastName, "last_name", &["lastname", "achternaam", "familienaam", "surname"]),
    (Name, "name", &["name", "naam", "fullname", "volledigenaam"]),
    (PhoneNumber, "phone_number", &["phonenumber", "phone", "telefoon", "telefoonnummer", "tel", "mobiel", "mobile", "gsm", "telefoonnr", "telnr", "telnummer", "mobielnummer", "mobielnr", "mobieltelefoon", "mobieletelefoon", "mobieltelefoonnummer"]),
    (JobTitle, "job_title", &["jobtitle", "functie", "functietitel", "position"]),
    (Gender, "gender", &["gender", "geslacht", "sex"]),
    (BirthDate, "birth_date", &["birthdate", "dateofbirth", "geboortedatum", "dob", "gebdatum", "geboortedag"]),
    (Locale, "locale", &["locale", "taal", "language", "voorkeurstaal"]),
    (Role, "role", &["role", "rol", "roles", "rollen"]),
    (Organization, "organization", &["organization", "organisation", "organisatie", "organisatienaam", "vereniging", "stichting", "school"]),
];

impl PersonField {
    /// Name of the field in the API.
    pub fn as_str(self) -> &'static str {
        WORDS
            .iter()
            .find(|(field, _, _)| *field == self)
            .map_or("", |(_, word, _)| word)
    }

    /// Names of all fields.
    pub fn words() -> Vec<&'static str> {
        WORDS.iter().map(|(_, word, _)| *word).collect()
    }

    fn guess(header: &str) -> Option<Self> {
        let plain: String = crate::search::text::normalise(header)
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        WORDS
            .iter()
            .find(|(_, _, words)| words.contains(&plain.as_str()))
            .map(|(field, _, _)| *field)
    }
}

/// A column: its header, some of what is in it, and what it is taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    pub header: String,
    /// The first three texts that are not empty.
    pub samples: Vec<String>,
    /// None: the column is not used.
    pub field: Option<PersonField>,
}

/// Maximum length of a sample value, in characters; the rest is truncated.
const LONGEST_SAMPLE: usize = 100;

/// Returns the columns with a guess for each. A field that two columns could hold is assigned to the first.
pub fn columns_of(sheet: &Sheet) -> Vec<Column> {
    let mut taken = Vec::new();
    sheet
        .headers
        .iter()
        .enumerate()
        .map(|(index, header)| {
            let field = PersonField::guess(header).filter(|field| !taken.contains(field));
            taken.extend(field);
            let samples = sheet.rows().map(|row| row.cell(index));
            Column {
                header: header.clone(),
                samples: samples
                    .filter(|cell| !cell.is_empty())
                    .take(3)
                    .map(|cell| shown(cell, LONGEST_SAMPLE).collect())
                    .collect(),
                field,
            }
        })
        .collect()
}
