//! The lists of columns of the data viewer, beside the schema: a column in no list fails.

use std::collections::BTreeSet;

use voluntr::resources;
use voluntr::resources::data_viewer::facts::{Facts, Kind};
use voluntr::resources::data_viewer::tables::{CLOSED, TABLES};

use crate::support::server::Server;

fn listed(facts: &Facts) -> Vec<&'static str> {
    [facts.shown, facts.personal, facts.in_rows(), facts.closed].concat()
}

/// Names and columns of every table of a tenant's file.
fn tables() -> Vec<(String, Vec<String>)> {
    Server::start().arrange(|tx| {
        let names: Vec<String> = tx
            .prepare("select name from pragma_table_list where schema = 'main' and type <> 'view' and name <> 'sqlite_schema' order by name")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let mut tables = Vec::new();
        for name in names {
            let columns = tx
                .prepare("select name from pragma_table_xinfo(?1)")?
                .query_map([&name], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            tables.push((name, columns));
        }
        Ok(tables)
    })
}

#[test]
fn every_column_of_every_table_stands_in_one_list() {
    let tables = tables();
    assert!(tables.len() > 140, "{}", tables.len());
    let mut wrong = Vec::new();
    for (table, columns) in &tables {
        if CLOSED.contains(&table.as_str()) {
            continue;
        }
        let Some(facts) = TABLES.iter().find(|facts| facts.table == table) else {
            wrong.push(format!("{table}: in no list"));
            continue;
        };
        let mut left = listed(facts);
        for column in columns {
            match left.iter().position(|listed| listed == column) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => wrong.push(format!("{table}.{column}: in no list")),
            }
        }
        let twice = left.iter();
        wrong.extend(twice.map(|column| format!("{table}.{column}: twice, or no column")));
        let named = facts.about.iter().chain(&facts.label);
        wrong.extend(
            named
                .filter(|column| !columns.iter().any(|name| name == *column))
                .map(|column| format!("{table}.{column}: named, and no column")),
        );
    }
    let known: BTreeSet<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
    let listed = TABLES
        .iter()
        .map(|facts| facts.table)
        .chain(CLOSED.iter().copied());
    // The planner's samples are there once it has looked.
    wrong.extend(
        listed
            .filter(|table| !known.contains(table) && !table.starts_with("sqlite_stat"))
            .map(|table| format!("{table}: no table")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn personal_attributes_of_resources_are_masked() {
    let mut checked = 0;
    for declaration in resources::declared() {
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
    let secrets = [
        "hash",
        "token",
        "secret",
        "private_key",
        "password",
        "credential",
        "fingerprint",
    ];
    for facts in TABLES {
        let open = [facts.shown, facts.personal, facts.in_rows()].concat();
        for column in open {
            // When it was changed is no secret.
            let is_secret = secrets.iter().any(|word| column.contains(word));
            assert!(
                !is_secret || column.ends_with("_at"),
                "{}.{column}",
                facts.table
            );
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
        assert_eq!(
            facts.kind(column),
            Some((column, Kind::Closed)),
            "{table}.{column}"
        );
    }
}
