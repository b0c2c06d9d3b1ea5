//! Import of people from spreadsheets: parses, maps columns to fields, validates every row, then writes all in one
//! transaction (docs/running.md, docs/domain/limits.md#uploads). Shared by the API and the command line.

mod people;
pub(super) mod person;
#[cfg(test)]
mod tests;

pub use people::{Granter, Import, Outcome, Progress, check, run};

use super::columns::ImportField::{
    BirthDate, Email, FirstName, Gender, Infix, JobTitle, LastName, Locale, Name, Organization,
    PhoneNumber, Role,
};
use super::columns::Layout;

#[rustfmt::skip]
pub const LAYOUT: Layout = Layout {
    fields: &[
        (Email, &["email", "emailadres", "emailaddress", "mail", "mailadres", "eposta", "epost"]),
        (FirstName, &["firstname", "voornaam", "roepnaam", "givenname"]),
        (Infix, &["infix", "tussenvoegsel", "tussenvoegsels", "voorvoegsel", "prefix"]),
        (LastName, &["lastname", "achternaam", "familienaam", "surname"]),
        (Name, &["name", "naam", "fullname", "volledigenaam"]),
        (PhoneNumber, &["phonenumber", "phone", "telefoon", "telefoonnummer", "tel", "mobiel", "mobile", "gsm", "telefoonnr", "telnr", "telnummer", "mobielnummer", "mobielnr", "mobieltelefoon", "mobieletelefoon", "mobieltelefoonnummer"]),
        (JobTitle, &["jobtitle", "functie", "functietitel", "position"]),
        (Gender, &["gender", "geslacht", "sex"]),
        (BirthDate, &["birthdate", "dateofbirth", "geboortedatum", "dob", "gebdatum", "geboortedag"]),
        (Locale, &["locale", "taal", "language", "voorkeurstaal"]),
        (Role, &["role", "rol", "roles", "rollen"]),
        (Organization, &["organization", "organisation", "organisatie", "organisatienaam", "vereniging", "stichting", "school"]),
    ],
    needed: Email,
    missing: "column_email",
};
