//! What still hangs on a centre that is to be deleted, in words.

use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::error::{Code, Error, FieldFault, Result};

/// What holds a centre: its rows, one and several in Dutch, one and several in English.
type Holder = (&'static str, [&'static str; 4]);

#[rustfmt::skip]
const HOLDERS: &[Holder] = &[
    ("users", ["account", "accounts", "account", "accounts"]),
    ("organizations", ["organisatie", "organisaties", "organisation", "organisations"]),
    ("vacancies", ["vacature", "vacatures", "volunteer role", "volunteer roles"]),
    ("applications", ["aanmelding", "aanmeldingen", "application", "applications"]),
    ("conversations", ["gesprek", "gesprekken", "conversation", "conversations"]),
    ("internal_notes", ["notitie", "notities", "note", "notes"]),
    ("form_submissions", ["ingevuld formulier", "ingevulde formulieren", "completed form", "completed forms"]),
    ("imports", ["importbestand", "importbestanden", "imported file", "imported files"]),
    ("exports", ["export", "exports", "export", "exports"]),
];

/// Roles that are over the centre: `roles` names what a role is over in two columns.
const ROLES: (&str, [&str; 4]) = ("roles", ["rol", "rollen", "role", "roles"]);

/// Refuses to delete the tenant's first centre, and one on which something hangs: 422 that says what, and how many.
pub(super) fn require_empty(connection: &Connection, center_id: i64) -> Result<()> {
    let is_default: bool = connection.query_row(
        "select is_default from volunteer_centers where id = ?1",
        [center_id],
        |row| row.get(0),
    )?;
    if is_default {
        return Err(FieldFault::attribute("is_default", "default_center").into());
    }
    let mut found: Vec<(i64, Holder)> = Vec::new();
    let of_center = |table: &str| format!("from {table} where volunteer_center_id = ?1");
    let rows = HOLDERS
        .iter()
        .map(|holder| (of_center(holder.0), *holder))
        .chain([(
            "from roles where scope_type = 'volunteer_center' and scope_id = ?1".to_owned(),
            ROLES,
        )]);
    for (from, holder) in rows {
        let sql = format!("select count(*) {from}");
        let count: i64 = connection.query_row(&sql, [center_id], |row| row.get(0))?;
        if count > 0 {
            found.push((count, holder));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let counts = found
        .iter()
        .map(|(count, (table, _))| ((*table).to_owned(), (*count).into()));
    let counts: Map<String, Value> = counts.collect();
    Err(Error::from(Code::CenterInUse)
        .with("held_by", counts)
        .with("held_by_nl", told(&found, 0, "en"))
        .with("held_by_en", told(&found, 2, "and")))
}

/// `3 accounts, 1 organisatie en 2 vacatures`. `at` is where the words of the language begin.
fn told(found: &[(i64, Holder)], at: usize, joint: &str) -> String {
    let parts: Vec<String> = found
        .iter()
        .map(|(count, (_, words))| {
            let word = if *count == 1 {
                words.get(at)
            } else {
                words.get(at + 1)
            };
            format!("{count} {}", word.copied().unwrap_or_default())
        })
        .collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} {joint} {last}", before.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_a_centre_is_told_as_people_count() {
        let [users, organizations, vacancies, ..] = HOLDERS else {
            panic!("three at least");
        };
        let found = [(3, *users), (1, *organizations), (2, *vacancies)];
        assert_eq!(
            told(&found, 0, "en"),
            "3 accounts, 1 organisatie en 2 vacatures"
        );
        assert_eq!(
            told(&found, 2, "and"),
            "3 accounts, 1 organisation and 2 volunteer roles"
        );
        assert_eq!(told(&found[1..2], 0, "en"), "1 organisatie");
    }
}
