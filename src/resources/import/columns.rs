//! What the columns of a table hold: guessed from common Dutch and English headers, and checked before they are used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::db::text_enum::TextEnum as _;
use crate::error::{FieldFault, Result};
use crate::tabular::sheet::{Sheet, shown};
use crate::text_enum;

/// What a column can hold. A table of people and one of organisations have each some of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportField {
    Email,
    FirstName,
    /// `de`, `van der`: written before the last name.
    Infix,
    LastName,
    /// The whole name of a person in one cell; the name of an organisation.
    Name,
    PhoneNumber,
    JobTitle,
    Gender,
    BirthDate,
    Locale,
    Role,
    /// The name of an organisation of the centre.
    Organization,
    KvkNumber,
    NeighbourhoodInitiative,
    Website,
    ContactName,
    Description,
    Street,
    HouseNumber,
    PostalCode,
    City,
}

text_enum!(ImportField {
    Email = "email",
    FirstName = "first_name",
    Infix = "infix",
    LastName = "last_name",
    Name = "name",
    PhoneNumber = "phone_number",
    JobTitle = "job_title",
    Gender = "gender",
    BirthDate = "birth_date",
    Locale = "locale",
    Role = "role",
    Organization = "organization",
    KvkNumber = "kvk_number",
    NeighbourhoodInitiative = "neighbourhood_initiative",
    Website = "website",
    ContactName = "contact_name",
    Description = "description",
    Street = "street",
    HouseNumber = "house_number",
    PostalCode = "postal_code",
    City = "city",
});

impl ImportField {
    /// Name of the field in the API.
    pub fn word(self) -> &'static str {
        self.as_str()
    }
}

/// The columns that a table of one kind may have.
pub struct Layout {
    /// Field, and the headers that are taken for it; compared without case, diacritics and punctuation.
    pub fields: &'static [(ImportField, &'static [&'static str])],
    /// Without this column nothing can be taken in.
    pub needed: ImportField,
    /// Rule of the fault where it is missing.
    pub missing: &'static str,
}

/// A column: its header, some of what is in it, and what it is taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    pub header: String,
    /// The first three texts that are not empty.
    pub samples: Vec<String>,
    /// None: the column is not used.
    pub field: Option<ImportField>,
}

/// Maximum length of a sample value, in characters; the rest is truncated.
const LONGEST_SAMPLE: usize = 100;

impl Layout {
    /// Returns the columns with a guess for each. A field that two columns could hold is assigned to the first.
    pub fn columns_of(&self, sheet: &Sheet) -> Vec<Column> {
        let mut taken = Vec::new();
        sheet
            .headers
            .iter()
            .enumerate()
            .map(|(index, header)| {
                let field = self.guess(header).filter(|field| !taken.contains(field));
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

    fn guess(&self, header: &str) -> Option<ImportField> {
        let plain: String = crate::search::text::normalise(header)
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        self.fields
            .iter()
            .find(|(_, words)| words.contains(&plain.as_str()))
            .map(|(field, _)| *field)
    }

    /// The field of this layout with that name in the API.
    pub fn field_named(&self, word: &str) -> Option<ImportField> {
        ImportField::parse(word).filter(|field| self.has(*field))
    }

    /// Names of all fields.
    pub fn words(&self) -> Vec<&'static str> {
        self.fields.iter().map(|(field, _)| field.word()).collect()
    }

    fn has(&self, field: ImportField) -> bool {
        self.fields.iter().any(|(known, _)| *known == field)
    }

    /// Validates what the columns are taken for: fields of this layout, each once, with the needed one among them.
    pub fn validate(&self, columns: &[Column]) -> Result<()> {
        let fields: Vec<ImportField> = columns.iter().filter_map(|column| column.field).collect();
        let count = |field| fields.iter().filter(|known| **known == field).count();
        let fault = if fields.iter().any(|field| !self.has(*field)) {
            FieldFault::attribute("fields", "choice").with("allowed", self.words())
        } else if count(self.needed) == 0 {
            FieldFault::attribute("fields", self.missing)
        } else if fields.iter().any(|field| count(*field) > 1) {
            FieldFault::attribute("fields", "column_twice")
        } else {
            return Ok(());
        };
        Err(fault.into())
    }
}
