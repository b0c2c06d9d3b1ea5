use std::collections::BTreeSet;

use rusqlite::Connection;

use super::facts::{Facts, Kind};
use super::tables::{CLOSED, TABLES};
use crate::base::clock::Clock;
use crate::db::Db;
use crate::resources::declared;

fn with_file(job: impl FnOnce(&Connection) -> crate::error::Result<()> + Send + 'static) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    db.read_blocking(job).unwrap();
}

fn listed(facts: &Facts) -> Vec<&'static str> {
    [facts.shown, facts.personal, facts.in_rows(), facts.closed].concat()
}

#[test]
fn every_column_of_every_table_stands_in_one_list() {
    with_file(|connection| {
        let mut wrong = Vec::new();
        let tables: Vec<String> = connection
            .prepare("select name from pragma_table_list where schema = 'main' and type <> 'view' and name <> 'sqlite_schema' order by name")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        assert!(tables.len() > 150);
        for table in &tables {
            if CLOSED.contains(&table.as_str()) {
                continue;
            }
            let Some(facts) = TABLES.iter().find(|facts| facts.table == table) else {
                wrong.push(format!("{table}: in no list"));
                continue;
            };
            let columns: Vec<String> = connection
                .prepare("select name from pragma_table_xinfo(?1)")?
                .query_map([table], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let mut left = listed(facts);
            for column in &columns {
                match left.iter().position(|listed| listed == column) {
                    Some(at) => drop(left.swap_remove(at)),
                    None => wrong.push(format!("{table}.{column}: in no list")),
                }
            }
            wrong.extend(
                left.iter()
                    .map(|column| format!("{table}.{column}: twice, or no column")),
            );
            let named = facts.about.iter().chain(&facts.label);
            wrong.extend(
                named
                    .filter(|column| !columns.iter().any(|name| name == *column))
                    .map(|column| format!("{table}.{column}: named, and no column")),
            );
        }
        let known: BTreeSet<&str> = tables.iter().map(String::as_str).collect();
        let listed = TABLES.iter().map(|facts| facts.table).chain(CLOSED.iter().copied());
        // The planner's samples are there once it has looked.
        wrong.extend(
            listed
                .filter(|table| !known.contains(table) && !table.starts_with("sqlite_stat"))
                .map(|table| format!("{table}: no table")),
        );
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        Ok(())
    });
}

/// What a resource calls personal is masked here too.
#[test]
fn personal_attributes_of_resources_are_masked() {
    let mut checked = 0;
    for declaration in declared() {
        let table = (declaration.table)();
        let Some(facts) = TABLES.iter().find(|facts| facts.table == table.type_name) else {
            continue;
        };
        for field in table.personal {
            if let Some((_, kind)) = facts.kind(field) {
                checked += 1;
                assert_ne!(kind, Kind::Shown, "{}.{field}", facts.table);
            }
        }
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn secrets_and_messages_are_closed() {
    let secret = ["hash", "token", "secret", "private_key", "password", "credential", "fingerprint"];
    for facts in TABLES {
        for column in facts.shown.iter().chain(facts.personal).chain(facts.in_rows()) {
            let is_secret = secret.iter().any(|word| column.contains(word));
            // When it was changed is no secret.
            assert!(!is_secret || column.ends_with("_at"), "{}.{column}", facts.table);
        }
    }
    for (table, column) in [
        ("messages", "body"),
        ("received_mails", "body"),
        ("applications", "message"),
        ("activity_messages", "message"),
        ("volunteer_profile_replies", "body"),
        ("form_submissions", "replies"),
        ("abuse_reports", "snapshot"),
        ("outbox", "data"),
        ("notifications", "data"),
        ("push_messages", "body"),
    ] {
        let facts = TABLES.iter().find(|facts| facts.table == table).unwrap();
        assert_eq!(facts.kind(column), Some((column, Kind::Closed)), "{table}.{column}");
    }
}
