//! What belongs to an organisation: the schema of a new tenant's file against what is declared to become of it.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use voluntr::jsonapi::SystemActor;
use voluntr::jsonapi::query::rows::bind;
use voluntr::model::belongings::{self, Belonging, Merging, Moving};
use voluntr::resources;

use crate::source::places::{migrated, none};

/// Tables that name rows of other tables by type and id.
const POLYMORPHIC: [&str; 3] = ["subject_type", "scope_type", "about_type"];

/// Tables that would be found, and have nothing of organisations: the reason.
const NO_PART: [(&str, &str); 1] = [(
    "volunteer_centers",
    "a centre's own address is no organisation's",
)];

fn declared() -> impl Iterator<Item = &'static Belonging> {
    resources::declared();
    belongings::all()
}

fn texts(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<rusqlite::Result<_>>().unwrap()
}

struct Schema {
    columns: BTreeMap<String, BTreeSet<String>>,
    /// Of each table, the tables that it refers to.
    refers: BTreeMap<String, BTreeSet<String>>,
}

impl Schema {
    fn of(connection: &Connection) -> Self {
        let tables = texts(
            connection,
            "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'",
        );
        let list = |of: &str, table: &str, column: &str| -> BTreeSet<String> {
            let sql = format!("select \"{column}\" from pragma_{of}('{table}')");
            texts(connection, &sql).into_iter().collect()
        };
        let columns = tables
            .iter()
            .map(|table| (table.clone(), list("table_info", table, "name")));
        let refers = tables
            .iter()
            .map(|table| (table.clone(), list("foreign_key_list", table, "table")));
        Self {
            columns: columns.collect(),
            refers: refers.collect(),
        }
    }

    fn has(&self, table: &str, column: &str) -> bool {
        self.columns
            .get(table)
            .is_some_and(|columns| columns.contains(column))
    }

    /// Tables that name an organisation, hang on one that does, name rows by type, or hold a part of an organisation.
    fn of_organizations(&self) -> BTreeSet<String> {
        let mut found: BTreeSet<String> = ["organizations".to_owned()].into();
        for table in self.columns.keys() {
            let names = ["organization_id", "school_id", "into_id"];
            if names
                .iter()
                .chain(&POLYMORPHIC)
                .any(|column| self.has(table, column))
            {
                found.insert(table.clone());
            }
        }
        loop {
            let hanging: Vec<String> = self
                .refers
                .iter()
                .filter(|(table, refers)| {
                    !found.contains(*table) && refers.iter().any(|of| found.contains(of))
                })
                .map(|(table, _)| table.clone())
                .collect();
            if hanging.is_empty() {
                break;
            }
            found.extend(hanging);
        }
        for of in ["organizations", "vacancies"] {
            let parts = self.refers.get(of).into_iter().flatten();
            found.extend(
                parts
                    .filter(|part| !["users", "volunteer_centers"].contains(&part.as_str()))
                    .cloned(),
            );
        }
        found.retain(|table| !NO_PART.iter().any(|(name, _)| name == table));
        found
    }
}

#[test]
fn every_table_of_organisations_says_what_a_move_and_a_merge_do() {
    none(&migrated(|connection| {
        let schema = Schema::of(connection);
        let found = schema.of_organizations();
        let told: BTreeSet<String> = declared().map(|one| one.table.to_owned()).collect();
        let mut faults = Vec::new();
        faults.extend(found.difference(&told).map(|table| {
            format!("{table}: say in `Declared::BELONGINGS` what a move and a merge do with it")
        }));
        for one in declared() {
            let table = one.table;
            if !schema.columns.contains_key(table) {
                faults.push(format!("{table}: no such table"));
            }
            // A row that names its centre does not hang on another.
            if schema.has(table, "volunteer_center_id") && matches!(one.moving, Moving::With(_)) {
                faults.push(format!(
                    "{table}: names a centre of its own, so a move says what becomes of it"
                ));
            }
            let names = ["organization_id", "school_id"];
            let names: BTreeSet<&str> = names
                .into_iter()
                .filter(|column| schema.has(table, column))
                .collect();
            match one.merging {
                Merging::With(_) if !names.is_empty() => {
                    faults.push(format!(
                        "{table}: names an organisation, so a merge says what becomes of it"
                    ));
                }
                Merging::Goes(columns) => {
                    let going: BTreeSet<&str> = columns.iter().map(|(column, _)| *column).collect();
                    faults.extend(
                        names
                            .difference(&going)
                            .map(|column| format!("{table}.{column} stays behind")),
                    );
                }
                Merging::With(_) | Merging::Stays(_) => {}
            }
            for why in [
                match one.moving {
                    Moving::With(why) | Moving::Stays(why) => Some(why),
                    Moving::Goes(_) => None,
                },
                match one.merging {
                    Merging::With(why) | Merging::Stays(why) => Some(why),
                    Merging::Goes(_) => None,
                },
            ]
            .into_iter()
            .flatten()
            {
                if why.len() < 5 {
                    faults.push(format!("{table}: no reason"));
                }
            }
        }
        faults
    }));
}

#[test]
fn what_a_move_and_a_merge_do_is_sql_over_the_schema() {
    none(&migrated(|connection| {
        let mut faults = Vec::new();
        let mut check = |table: &str, sql: &str| {
            let values =
                [":id", ":from", ":to", ":into", ":now"].map(|name| (name.to_owned(), 1.into()));
            let prepared = connection.prepare(sql);
            match prepared {
                Ok(mut statement) => bind(&mut statement, &SystemActor, &values).unwrap(),
                Err(error) => faults.push(format!("{table}: {error}: {sql}")),
            }
        };
        for one in declared() {
            if let Moving::Goes(sql) = one.moving {
                assert!(sql.starts_with(&format!("update {}", one.table)), "{sql}");
                check(one.table, sql);
            }
            if let Merging::Goes(columns) = one.merging {
                for (column, rows) in columns {
                    let table = one.table;
                    check(
                        table,
                        &format!(
                            "update {table} set {column} = :into, version = version + 1 where {column} = :id and {rows} and created_at <= :now"
                        ),
                    );
                }
            }
        }
        faults
    }));
}
