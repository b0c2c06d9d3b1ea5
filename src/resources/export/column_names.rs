//! Names of the columns of files, in the language of who asked for them. Files for programs (JSON) keep those of the API.

use crate::base::locale::Locale;

/// Column, nl, en. The words of the first ones are those that an import knows again.
#[rustfmt::skip]
const NAMES: &[(&str, &str, &str)] = &[
    ("id", "Nummer", "Number"),
    ("action", "Wat", "What"),
    ("actor", "Wie", "Who"),
    ("actor_kind", "Namens", "On behalf of"),
    ("approved_at", "Goedgekeurd op", "Approved on"),
    ("claimed_on", "Binnen volgens de vrijwilliger", "In hand says the volunteer"),
    ("changes", "Gewijzigd", "Changed"),
    ("city", "Plaats", "Town"),
    ("closed_by", "Afgesloten door", "Closed by"),
    ("created_at", "Gemaakt op", "Created on"),
    ("email", "E-mailadres", "Email address"),
    ("first_name", "Voornaam", "First name"),
    ("issued_on", "Datum op het papier", "Date on the paper"),
    ("job_title", "Functie", "Job title"),
    ("kind", "Soort", "Kind"),
    ("kvk_number", "KvK-nummer", "KvK number"),
    ("last_confirmed_at", "Gegevens bevestigd op", "Details confirmed on"),
    ("last_name", "Achternaam", "Last name"),
    ("last_sign_in_at", "Laatst ingelogd", "Last signed in"),
    ("locale", "Taal", "Language"),
    ("match_confirmed_at", "Match bevestigd op", "Match confirmed on"),
    ("message", "Bericht", "Message"),
    ("name", "Naam", "Name"),
    ("neighbourhood_initiative", "Buurtinitiatief", "Neighbourhood initiative"),
    ("note", "Notitie", "Note"),
    ("organization_name", "Organisatie", "Organisation"),
    ("organization_type", "Soort organisatie", "Kind of organisation"),
    ("organizations", "Organisaties", "Organisations"),
    ("person_name", "Wie", "Who"),
    ("phone_number", "Telefoonnummer", "Phone number"),
    ("reason_code", "Reden", "Reason"),
    ("reason_text", "Uitleg", "Explanation"),
    ("requested_on", "Gevraagd op", "Asked for on"),
    ("responded_at", "Beantwoord op", "Answered on"),
    ("response_days", "Dagen tot antwoord", "Days until an answer"),
    ("roles", "Rollen", "Access"),
    ("seen_by_name", "Gezien door", "Seen by"),
    ("seen_on", "Gezien op", "Seen on"),
    ("signup_method", "Hoe het account is gemaakt", "How the account was made"),
    ("source", "Gekomen via", "Came by"),
    ("stage", "Stap", "Stage"),
    ("state", "Stand", "State"),
    ("status", "Status", "Status"),
    ("subject_id", "Nummer waarover", "Number of what it is about"),
    ("subject_type", "Waarover", "About"),
    ("unconfirmed_since", "Niet bevestigd sinds", "Not confirmed since"),
    ("vacancies_count", "Aantal vacatures", "Number of volunteer roles"),
    ("vacancy_title", "Vacature", "Volunteer role"),
    ("valid_until", "Geldig tot en met", "Valid until"),
    ("website", "Website", "Website"),
];

/// The name of a column; one that somebody named themselves keeps it.
pub fn named(column: &str, locale: Locale) -> &str {
    match (NAMES.iter().find(|row| row.0 == column), locale) {
        (Some((_, nl, _)), Locale::Nl) => nl,
        (Some((_, _, en)), Locale::En) => en,
        (None, _) => column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::export::ExportResource;

    #[test]
    fn every_column_of_every_file_has_a_name_of_its_own_in_both_languages() {
        let resources = [
            ExportResource::Users,
            ExportResource::Applications,
            ExportResource::Checks,
            ExportResource::Organizations,
            ExportResource::AuditEvents,
        ];
        for resource in resources {
            let columns = resource.declared().unwrap().1.columns;
            let described = format!("{}: {}", resource.as_str(), columns.join(", "));
            assert!(super::super::COLUMNS.contains(&described), "{described}");
            for locale in [Locale::Nl, Locale::En] {
                let mut names: Vec<&str> =
                    columns.iter().map(|column| named(column, locale)).collect();
                for name in &names {
                    assert!(
                        !name.contains('_') && name.starts_with(char::is_uppercase),
                        "{name}"
                    );
                }
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), columns.len(), "{names:?}");
            }
        }
    }
}
