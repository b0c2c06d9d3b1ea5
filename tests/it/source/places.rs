//! Completeness of the source: every resource has its table, policy, tests and screens, and all declared SQL can be
//! prepared.

use std::collections::BTreeSet;

use rusqlite::Connection;
use voluntr::base::clock::Clock;
use voluntr::db::Db;
use voluntr::jsonapi::schema::resource::{FilterKind, RelationKind};
use voluntr::jsonapi::{Conditions, Table};
use voluntr::policy::{AREAS, SIGHT_ALSO, SIGHT_TAKES, WRITE_TAKES};
use voluntr::resources;

use crate::source::layout::{files, root};

/// Types without a screen of their own: the file that shows them or works with them, and the word it says.
#[rustfmt::skip]
const SHOWN_ELSEWHERE: [(&str, &str, &str); 13] = [
    ("volunteer_centers", "ui/src/features/settings/settings-page.tsx", "volunteer_centers"),
    ("volunteer_center_profiles", "src/web/branding.rs", "profile"),
    ("themes", "src/web/branding.rs", "themes"),
    ("addresses", "ui/src/components/form/address-fields.tsx", "postal"),
    ("roles", "ui/src/features/users/user-roles.tsx", "roles"),
    ("role_invitations", "ui/src/features/users/questions.store.ts", "role_invitations"),
    ("taxonomies", "ui/src/features/vacancies/vacancy-form.store.ts", "taxonom"),
    ("notifications", "ui/src/app/shell/activity-panel.tsx", "notifications"),
    ("consents", "ui/src/features/account/privacy-page.tsx", "consents"),
    ("sessions", "ui/src/features/account/settings.store.ts", "sessions"),
    ("audit_events", "ui/src/features/users/user.store.ts", "audit_events"),
    ("internal_notes", "ui/src/features/users/user.store.ts", "internal_notes"),
    ("exports", "ui/src/lib/export-file.ts", "exports"),
];

/// Types whose screens are still to come, the social map among them. May only shrink from here.
const TO_COME: [&str; 1] = ["organization_profiles"];

/// Types whose screens stand in a folder of another name.
const FOLDERS: [(&str, &str); 1] = [("student_links", "students")];

/// Runs on a new tenant's file, with the functions and tables that every tenant has.
fn migrated(job: impl FnOnce(&Connection) -> Vec<String> + Send + 'static) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    db.write_blocking(move |tx| Ok(job(tx))).unwrap()
}

fn faults_of(connection: &Connection, statements: Vec<(String, String)>) -> Vec<String> {
    statements
        .into_iter()
        .filter_map(|(what, sql)| {
            let error = connection.prepare(&sql).err()?;
            Some(format!("{what}: {error}: {sql}"))
        })
        .collect()
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_type_has_a_table_with_all_that_it_stores() {
    none(&migrated(|connection| {
        let statements = resources::tables().into_iter().map(|table| {
            let stored = table.columns.iter().filter(|column| column.is_stored);
            let names: Vec<&str> = stored.map(|column| column.name.as_str()).collect();
            let sql = format!(
                "select id, version, created_at, updated_at, {} from {}",
                names.join(", "),
                table.type_name
            );
            (table.type_name.to_owned(), sql)
        });
        faults_of(connection, statements.collect())
    }));
}

#[test]
fn every_type_stands_in_the_policy_and_the_policy_speaks_of_nothing_else() {
    let types: BTreeSet<&str> = resources::tables()
        .iter()
        .map(|table| table.type_name)
        .collect();
    let ruled: BTreeSet<&str> = AREAS
        .iter()
        .flat_map(|area| area.iter())
        .map(|rule| rule.0)
        .collect();
    assert_eq!(types, ruled);
}

#[test]
fn wire_names_of_types_are_unique() {
    let tables = resources::tables();
    let mut names: Vec<&str> = tables
        .iter()
        .flat_map(|table| [table.type_name, table.alias])
        .filter(|name| !name.is_empty())
        .collect();
    names.extend(resources::forms().iter().map(|(name, _)| *name));
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), unique.len(), "{names:?}");
}

#[test]
fn every_condition_of_the_policy_is_sql_over_its_table() {
    none(&migrated(|connection| {
        let rule = |of: &str, condition: &str| {
            (
                of.to_owned(),
                format!("select 1 from {} where ({condition})", joined(of)),
            )
        };
        let rules = AREAS
            .iter()
            .flat_map(|area| area.iter())
            .map(|row| rule(row.0, row.3));
        let also = SIGHT_ALSO.iter().map(|row| rule(row.0, row.3));
        faults_of(connection, rules.chain(also).collect())
    }));
}

#[test]
fn the_policy_guards_only_fields_that_there_are() {
    none(&migrated(|connection| {
        let guarded = WRITE_TAKES
            .iter()
            .chain(SIGHT_TAKES)
            .map(|row| (row.0, row.1));
        let fields = guarded.chain(SIGHT_ALSO.iter().map(|row| (row.0, row.1)));
        let statements = fields.map(|(of, field)| {
            let table = resources::tables()
                .into_iter()
                .find(|table| table.type_name == of);
            let column = table.and_then(|table| table.column(field));
            let sql = column.map_or_else(|| format!("t.{field}"), |column| column.sql.clone());
            (format!("{of}.{field}"), format!("select {sql} from {of} t"))
        });
        faults_of(connection, statements.collect())
    }));
}

/// A table beside the rows that its attributes are joined from, as it is read: a name without a table in front of it
/// could be that of either.
fn joined(of: &str) -> String {
    let tables = resources::tables();
    let table = tables.iter().find(|table| table.type_name == of);
    let joins = table.map_or("", |table| table.joins.as_str());
    format!("{of} t{joins}")
}

/// Each declared sort as a whole statement. It may name columns that only the driving index of its filter has.
fn sorts(table: &Table, joined: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for sort in table.sorts {
        let mut conditions = Conditions::default();
        for filter in table
            .filters
            .iter()
            .filter(|filter| filter.field == sort.needs)
        {
            if let FilterKind::Custom(read) = filter.kind {
                let _ = read(&mut conditions, "taal");
            }
        }
        let leads = conditions
            .leads
            .iter()
            .filter(|lead| lead.serves(sort.name));
        let mut sources: Vec<&str> = leads
            .flat_map(|lead| [Some(lead.from), lead.rest])
            .flatten()
            .collect();
        if sources.is_empty() {
            sources.push(joined);
        }
        for source in sources {
            out.push((
                format!("{}: sort {}", table.type_name, sort.name),
                format!("select 1 from {source} order by {}", sort.sql),
            ));
        }
    }
    out
}

/// Everything that one resource declares in SQL, as whole statements.
fn statements(table: &Table) -> Vec<(String, String)> {
    let of = table.type_name;
    let joined = joined(of);
    let condition = |what: &str, sql: &str| {
        (
            format!("{of}: {what}"),
            format!(
                "select 1 from {joined} where ({})",
                sql.replace(":value", "?1")
            ),
        )
    };
    let mut out = Vec::new();
    for column in table.columns.iter().filter(|column| !column.is_write_only) {
        out.push((
            format!("{of}.{}", column.name),
            format!("select {} from {of} t", column.sql),
        ));
    }
    for filter in table.filters {
        match filter.kind {
            FilterKind::Column(_) => {
                let column = table.column(filter.field);
                assert!(
                    column.is_some_and(|column| !column.is_write_only),
                    "{of}: no column {}",
                    filter.field
                );
            }
            FilterKind::List => out.push(condition(
                filter.field,
                &format!("json_type(t.{}) is null", filter.field),
            )),
            FilterKind::Sql(_, sql) | FilterKind::Allowed(_, sql) => {
                out.push(condition(filter.field, sql));
            }
            FilterKind::Custom(read) => {
                let mut conditions = Conditions::default();
                // A radius is one around a place.
                conditions
                    .asked
                    .push(("near".to_owned(), "5310".to_owned()));
                let tried = ["5", "51.8,5.2", "admin"]
                    .into_iter()
                    .find(|value| read(&mut conditions, value).is_ok());
                assert!(
                    tried.is_some(),
                    "{of}: {} reads neither a number nor a place nor a role",
                    filter.field
                );
                out.extend(
                    conditions
                        .sql
                        .iter()
                        .map(|sql| condition(filter.field, sql)),
                );
            }
        }
    }
    out.extend(sorts(table, &joined));
    for (field, sql, _) in table.defaults {
        out.push(condition(field, sql));
    }
    for transition in table.transitions {
        out.push(condition(transition.event, transition.when));
    }
    for relation in table.relations {
        let sql = match relation.kind {
            RelationKind::BelongsTo(column) => format!("select t.{column} from {of} t"),
            RelationKind::HasMany(sql) => sql.to_owned(),
        };
        out.push((format!("{of}: {}", relation.name), sql));
    }
    for depends in table.depends {
        out.push((format!("{of} depends"), format!("select 1 from {depends}")));
    }
    out.extend(
        table
            .next_change
            .map(|sql| (format!("{of}: next change"), sql.to_owned())),
    );
    out
}

#[test]
fn everything_that_a_resource_declares_in_sql_can_be_prepared() {
    none(&migrated(|connection| {
        let all = resources::tables().into_iter().flat_map(statements);
        faults_of(connection, all.collect())
    }));
}

#[test]
fn every_event_of_a_state_machine_takes_a_verb_that_somebody_has() {
    for table in resources::tables() {
        for transition in table.transitions {
            let is_known = AREAS.iter().flat_map(|area| area.iter()).any(|rule| {
                rule.0 == table.type_name
                    && rule.1.iter().any(|verb| verb.as_str() == transition.verb)
            });
            assert!(
                is_known,
                "{}: nobody may {} ({})",
                table.type_name, transition.event, transition.verb
            );
        }
    }
}

#[test]
fn every_table_is_strict() {
    for (name, text) in files("migrations", &[".sql"]) {
        let text: String = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("--"))
            .collect::<Vec<_>>()
            .join("\n");
        for statement in text
            .split(';')
            .map(str::trim)
            .filter(|statement| statement.to_lowercase().starts_with("create table"))
        {
            let end = statement.rsplit(')').next().unwrap_or_default();
            assert!(
                end.contains("strict"),
                "{name}: {}",
                statement.lines().next().unwrap_or_default()
            );
        }
    }
}

#[test]
fn every_type_is_tested() {
    let tests = files("tests/it", &[".rs"]);
    let of_areas = || {
        tests
            .iter()
            .filter(|(name, _)| !name.contains("/source/") && !name.contains("/support/"))
    };
    for table in resources::tables() {
        let count = of_areas()
            .filter(|(_, text)| text.contains(table.type_name))
            .count();
        assert!(count > 0, "no test says anything of {}", table.type_name);
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_type_has_a_screen_with_words_in_both_languages_or_stands_in_one() {
    let routes = read("ui/src/app/routes.ts");
    for table in resources::tables() {
        let name = table.type_name;
        if TO_COME.contains(&name) {
            continue;
        }
        if let Some((_, file, word)) = SHOWN_ELSEWHERE.iter().find(|row| row.0 == name) {
            assert!(
                read(file).contains(word),
                "{file} shows nothing of {name}: there is no '{word}' in it"
            );
            continue;
        }
        let folder = FOLDERS
            .iter()
            .find(|row| row.0 == name)
            .map_or(name, |row| row.1);
        assert!(
            routes.contains(&format!("'../features/{folder}/")),
            "no screen of {name}: no row of ui/src/app/routes.ts leads to features/{folder}"
        );
        for language in ["nl", "en"] {
            read(&format!("ui/src/i18n/{language}/{folder}.json"));
        }
    }
}
