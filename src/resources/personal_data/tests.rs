//! Checks the inventory against the schema: a table or column missing from it fails here.

use std::collections::BTreeSet;

use super::*;
use crate::base::clock::Clock;
use crate::db::Db;
use crate::privacy::{Erase, Holds, Show, is_kept_by_default};

fn schema() -> (tempfile::TempDir, Db) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fixed("2026-11-21T09:00:00Z".parse().unwrap());
    let db = Db::open(&folder.path().join("tenant.db"), clock).unwrap();
    (folder, db)
}

fn names(db: &Db, sql: &'static str, of: &'static str) -> BTreeSet<String> {
    db.read_blocking(move |connection| {
        let mut statement = connection.prepare(sql)?;
        let all = match statement.parameter_count() {
            0 => statement.query_map([], |row| row.get(0))?.collect(),
            _ => statement.query_map([of], |row| row.get(0))?.collect(),
        };
        let all: rusqlite::Result<_> = all;
        Ok(all?)
    })
    .unwrap()
}

#[test]
fn every_table_is_in_the_list() {
    let (_folder, db) = schema();
    let there = names(
        &db,
        "select name from sqlite_master where type = 'table'",
        "",
    );
    let listed: BTreeSet<String> = inventory()
        .entries()
        .map(|entry| entry.table.to_owned())
        .collect();
    assert_eq!(
        listed.len(),
        inventory().entries().count(),
        "a table stands once in the list"
    );
    let forgotten: Vec<_> = there.difference(&listed).collect();
    assert!(
        forgotten.is_empty(),
        "{forgotten:?}: add a line to PERSONAL_DATA of the resource that it belongs to. Does the table hold anything of a person? Then `people`, with whose rows they are, what the person is shown and what erasing does; else `nobody` with the reason, or `copy_of`"
    );
    // A view may be in the list as well: that of a resource says whose its rows are.
    let views = names(
        &db,
        "select name from sqlite_master where type = 'view'",
        "",
    );
    let gone: Vec<_> = listed
        .difference(&there)
        .filter(|name| !views.contains(*name))
        .collect();
    assert!(
        gone.is_empty(),
        "{gone:?} are in the list but not in the schema"
    );
}

#[test]
fn no_two_files_of_a_copy_have_the_same_name() {
    for language in [0, 1] {
        let mut there = BTreeSet::new();
        for entry in inventory().entries() {
            let Holds::People(parts) = &entry.holds else {
                continue;
            };
            for part in *parts {
                if let Show::Rows { about, .. } = &part.show {
                    assert!(there.insert(about[language].0), "{}", about[language].0);
                }
            }
        }
    }
}

#[test]
fn every_column_of_what_stays_was_thought_of() {
    let (_folder, db) = schema();
    for entry in inventory().entries() {
        let Holds::People(parts) = &entry.holds else {
            continue;
        };
        let there = names(&db, "select name from pragma_table_info(?1)", entry.table);
        for part in *parts {
            let named: BTreeSet<String> = match &part.erase {
                Erase::Delete => continue,
                Erase::Blank { set, keep } => {
                    let set = set.iter().map(|(column, _)| *column);
                    set.chain(keep.iter().copied()).map(str::to_owned).collect()
                }
                Erase::Stay { keep, .. } => {
                    keep.iter().map(|column| (*column).to_owned()).collect()
                }
            };
            let forgotten: Vec<_> = there
                .symmetric_difference(&named)
                .filter(|column| !(there.contains(*column) && is_kept_by_default(column)))
                .collect();
            assert!(
                forgotten.is_empty(),
                "{}: {forgotten:?}: in PERSONAL_DATA, say whether erasing overwrites the column (`set`) or leaves it (`keep`)",
                entry.table
            );
        }
    }
}

#[test]
fn what_is_hidden_from_the_copy_exists() {
    let (_folder, db) = schema();
    for entry in inventory().entries() {
        let Holds::People(parts) = &entry.holds else {
            continue;
        };
        let there = names(&db, "select name from pragma_table_info(?1)", entry.table);
        for part in *parts {
            if let Show::Rows { without, .. } = &part.show {
                for column in *without {
                    assert!(there.contains(*column), "{}.{column}", entry.table);
                }
            }
        }
    }
}

#[test]
fn a_table_through_which_others_are_found_is_erased_after_them_and_the_person_last() {
    let order: Vec<&str> = inventory().entries().map(|entry| entry.table).collect();
    let place = |table: &str| order.iter().position(|other| *other == table).unwrap();
    for (first, then) in [
        ("tokens", "applications"),
        ("outbox", "applications"),
        ("outbox", "role_invitations"),
        ("notifications", "applications"),
        ("transitions", "applications"),
        ("internal_notes", "applications"),
        ("addresses", "organizations"),
        ("addresses", "roles"),
        ("organizations", "roles"),
        ("passkey_challenges", "sessions"),
    ] {
        assert!(place(first) < place(then), "{first} before {then}");
    }
    let last = inventory()
        .entries()
        .rev()
        .find(|entry| matches!(entry.holds, Holds::People(_)));
    assert_eq!(last.unwrap().table, "users");
}
