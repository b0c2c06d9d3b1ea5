//! Completeness of the source: every resource has its table, policy, tests and screens, and all declared SQL can be
//! prepared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;
use voluntr::base::clock::Clock;
use voluntr::db::Db;
use voluntr::jsonapi::schema::resource::{FilterKind, RelationKind};
use voluntr::jsonapi::{Conditions, Query, Resource, Table};
use voluntr::model::declaration::{Declaration, Declared, Demo, Export, Retention};
use voluntr::policy::{AREAS, SIGHT_ALSO, SIGHT_TAKES, WRITE_TAKES};
use voluntr::privacy::{Holds, is_kept_by_default};
use voluntr::resources;
use voluntr::resources::personal_data::inventory;

use crate::source::layout::{files, root};

/// Types whose screens stand in a folder of another name.
const FOLDERS: [(&str, &str); 1] = [("student_links", "students")];

/// Runs on a new tenant's file, with the functions and tables that every tenant has.
pub(super) fn migrated(
    job: impl FnOnce(&Connection) -> Vec<String> + Send + 'static,
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    db.write_blocking(move |tx| Ok(job(tx))).unwrap()
}

fn faults_of(connection: &Connection, statements: Vec<(String, String)>) -> Vec<String> {
    statements
        .into_iter()
        .filter_map(|(what, sql)| {
            // Rows of another type as far as somebody sees them: here, all of them.
            let sql = sql.replace("{visible roles}", "1");
            let error = connection.prepare(&sql).err()?;
            Some(format!("{what}: {error}: {sql}"))
        })
        .collect()
}

#[track_caller]
pub(super) fn none(faults: &[String]) {
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
    let joined = table.map_or(&[][..], |table| table.joined).iter();
    let joins = joined.enumerate().map(|(index, joined)| {
        let (table, by) = (joined.table, joined.by);
        format!(" left join {table} j{index} on j{index}.id = t.{by}")
    });
    format!("{of} t{}", joins.collect::<String>())
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
        let driving_indexes = conditions
            .driving_indexes
            .iter()
            .filter(|driving_index| driving_index.serves(sort.name));
        let mut sources: Vec<&str> = driving_indexes
            .flat_map(|driving_index| [Some(driving_index.from), driving_index.rest])
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
            FilterKind::Sql(_, sql) | FilterKind::Allowed(_, sql, _) => {
                out.push(condition(filter.field, sql));
            }
            FilterKind::Custom(read) => {
                let mut conditions = Conditions::default();
                // A radius is one around a place; how words are taken is said of those of a question.
                conditions
                    .asked
                    .push(("near".to_owned(), "5310".to_owned()));
                conditions.asked.push(("q".to_owned(), "taal".to_owned()));
                let tried = [
                    "5",
                    "51.8,5.2",
                    "admin",
                    "tue",
                    "2026-12-01",
                    "12:Ja",
                    "online",
                    "true",
                    "unread",
                    "volunteers",
                ]
                .into_iter()
                .find(|value| read(&mut conditions, value).is_ok());
                assert!(
                    tried.is_some(),
                    "{of}: {} reads neither a number nor a place, a role, a day, an answer, a trait or a folder",
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
    for transition in &table.transitions {
        out.push(condition(transition.event, &transition.when));
    }
    for relation in table.relations {
        let sql = match relation.kind {
            RelationKind::BelongsTo(column) => format!("select t.{column} from {of} t"),
            RelationKind::BelongsToAny(type_column, column) => {
                format!("select t.{type_column}, t.{column} from {of} t")
            }
            RelationKind::HasMany(sql) => sql.to_owned(),
        };
        out.push((format!("{of}: {}", relation.name), sql));
    }
    for nested in table.nested {
        let sql = format!("select {} from {of} t", nested.sql("t"));
        out.push((format!("{of}: {}", nested.field), sql));
    }
    for depends in &table.depends {
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
fn every_link_to_related_rows_is_a_query_of_their_list() {
    for table in resources::tables() {
        for relation in table.relations {
            let query = Query::parse(&relation.related.replace(":id", "1"));
            for target in relation.tables() {
                let plan = query.plan(target);
                let name = (table.type_name, relation.name);
                assert!(plan.is_ok(), "{name:?}: {:?}", plan.err());
            }
        }
    }
}

#[test]
fn every_event_of_a_state_machine_takes_a_verb_that_somebody_has() {
    for table in resources::tables() {
        for transition in &table.transitions {
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

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What is missing of the screen of a type, and of its words in both languages.
fn missing_of_screens(declaration: &Declaration) -> Vec<String> {
    let name = (declaration.table)().type_name;
    if let Some((file, word)) = declaration.shown_in {
        let shows = read(file).contains(word);
        let fault = format!("{file} shows nothing of {name}: there is no '{word}' in it");
        return if shows { Vec::new() } else { vec![fault] };
    }
    let folder = FOLDERS
        .iter()
        .find(|row| row.0 == name)
        .map_or(name, |row| row.1);
    // Screens of one's own stand together: `features/account/saved-searches/`.
    let within = name.replace('_', "-");
    let screens = read("ui/src/app/screens.json");
    let own = screens
        .split("\"page\": \"")
        .filter_map(|row| row.split_once(&format!("/{within}/")))
        .map(|(before, _)| before)
        .find(|before| before.starts_with("features/") && !before.contains('\n'));
    let mut missing = Vec::new();
    if own.is_none() && !screens.contains(&format!("\"features/{folder}/")) {
        missing.push(format!(
            "ui/src/app/screens.json: no screen of {name}: no row leads to features/{folder}"
        ));
    }
    let file = own.map_or_else(
        || format!("ui/src/features/{folder}/{folder}"),
        |before| format!("ui/src/{before}/{within}/{within}"),
    );
    let words = ["nl", "en"].map(|language| format!("{file}.{language}.json"));
    let there = |file: &String| root().join(file).exists();
    let missing_words = words.iter().filter(|file| !there(file));
    missing.extend(missing_words.map(|file| format!("{file}: no words of {name}")));
    missing
}

/// What a resource must have elsewhere than in its own file.
struct Known {
    ruled: BTreeSet<&'static str>,
    /// Rows of the demo site by table.
    demo: BTreeMap<String, i64>,
    /// Tables of whose changes `SQLite` tells.
    tables: BTreeSet<String>,
    tests: String,
}

impl Known {
    fn read() -> Self {
        let (demo, tables) = demo_rows();
        Self {
            ruled: AREAS
                .iter()
                .flat_map(|area| area.iter())
                .map(|rule| rule.0)
                .collect(),
            demo,
            tables,
            tests: files("tests/it", &[".rs"])
                .into_iter()
                .filter(|(name, _)| !name.contains("/source/") && !name.contains("/support/"))
                .map(|(_, text)| text)
                .collect(),
        }
    }

    /// Every place that says nothing of this resource, with what to say.
    fn missing(&self, declaration: &Declaration) -> Vec<String> {
        let table = (declaration.table)();
        let (name, file) = (table.type_name, declaration.file);
        let mut missing = Vec::new();
        let mut check = |is_there: bool, text: String| {
            if !is_there {
                missing.push(text);
            }
        };
        let declares = |entry: &&voluntr::privacy::Entry| entry.table == name;
        check(
            declaration
                .personal_data
                .iter()
                .any(|entry| declares(&entry)),
            format!(
                "{file}: no personal data: say PERSONAL_DATA = people(\"{name}\", …) or nobody(\"{name}\", WHY)"
            ),
        );
        check(
            table.audit_subject.is_some(),
            format!("{file}: no audit subject: say AUDIT_SUBJECT = Some(AuditSubject …)"),
        );
        check(
            match declaration.retention {
                Some(Retention::Kept(why)) => !why.is_empty(),
                Some(Retention::Limited { clocks, expired }) => {
                    !clocks.is_empty() || !expired.is_empty()
                }
                None => false,
            },
            format!("{file}: no retention: say RETENTION = Some(Retention …)"),
        );
        check(
            match declaration.export {
                Some(Export::No(why)) => !why.is_empty(),
                Some(Export::File(export)) => !export.columns.is_empty(),
                None => false,
            },
            format!(
                "{file}: no export: say EXPORT = Some(Export::File(…)) or Some(Export::No(WHY))"
            ),
        );
        let rows = self.demo.get(name).copied().unwrap_or_default();
        check(
            match declaration.demo {
                Some(Demo::Rows) => rows > 0,
                Some(Demo::None(why)) => rows == 0 && !why.is_empty(),
                None => false,
            },
            format!(
                "{file}: {rows} demo rows: say DEMO = Some(Demo::Rows) and make one in src/demo, or Some(Demo::None(WHY))"
            ),
        );
        for depends in table.depends.iter().chain(table.depends_signed_in) {
            check(
                self.tables.contains(*depends),
                format!("{file}: DEPENDS names {depends}, which is no table"),
            );
        }
        check(
            self.ruled.contains(name),
            format!("src/policy: no rule of {name}: nobody may do anything with it"),
        );
        check(
            self.tests.contains(name),
            format!("tests/it: no test says anything of {name}"),
        );
        missing.extend(missing_of_screens(declaration));
        missing
    }
}

/// The rows of each table of a demo site, and the tables of which a cached read may depend.
fn demo_rows() -> (BTreeMap<String, i64>, BTreeSet<String>) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    db.write_blocking(|tx| {
        tx.execute(
            "insert into volunteer_centers (name, is_default, created_at, updated_at) values ('Lindewaard', 1, ?1, ?1)",
            [tx.now()],
        )?;
        let amounts = voluntr::demo::Amounts::default();
        let center_id = tx.last_insert_rowid();
        voluntr::demo::seed(tx, tx.now(), center_id, &amounts, &|_| "hash".to_owned())?;
        let names: BTreeSet<String> = tx
            .prepare("select name from pragma_table_list where type = 'table' and schema = 'main'")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let mut rows = BTreeMap::new();
        // The centre was there before.
        for name in names.iter().filter(|name| *name != "volunteer_centers") {
            let sql = format!("select count(*) from {name}");
            rows.insert(name.clone(), tx.query_row(&sql, [], |row| row.get(0))?);
        }
        Ok((rows, names))
    })
    .unwrap()
}

#[test]
fn nothing_is_forgotten_of_any_resource() {
    let known = Known::read();
    let missing = resources::declared()
        .iter()
        .flat_map(|declaration| known.missing(declaration));
    none(&missing.collect::<Vec<_>>());
}

/// A resource of which everything but its name was forgotten.
struct Forgotten;

#[derive(Serialize, Deserialize, JsonSchema, Validate)]
struct ForgottenAttributes {
    name: String,
}

impl Resource for Forgotten {
    const TYPE: &'static str = "forgotten_things";
    type Attributes = ForgottenAttributes;
    const DEPENDS: &'static [&'static str] = &["forgotten_links"];
}

impl Declared for Forgotten {
    const ABOUT: &'static str = "";
    const FILE: &'static str = "src/resources/forgotten.rs";
}

#[test]
fn what_is_forgotten_of_a_resource_is_named() {
    let missing = Known::read().missing(&Declaration::of::<Forgotten>());
    let expected = [
        "src/resources/forgotten.rs: no personal data: say PERSONAL_DATA = ",
        "src/resources/forgotten.rs: no audit subject: say AUDIT_SUBJECT = ",
        "src/resources/forgotten.rs: no retention: say RETENTION = ",
        "src/resources/forgotten.rs: no export: say EXPORT = ",
        "src/resources/forgotten.rs: 0 demo rows: say DEMO = ",
        "src/resources/forgotten.rs: DEPENDS names forgotten_links, which is no table",
        "src/policy: no rule of forgotten_things",
        "tests/it: no test says anything of forgotten_things",
        "ui/src/app/screens.json: no screen of forgotten_things",
        "ui/src/features/forgotten_things/forgotten_things.nl.json: no words",
        "ui/src/features/forgotten_things/forgotten_things.en.json: no words",
    ];
    assert_eq!(missing.len(), expected.len(), "{missing:#?}");
    for (text, start) in missing.iter().zip(expected) {
        assert!(text.starts_with(start), "{text}\n{start}");
    }
}

#[test]
fn the_file_of_a_declaration_is_there() {
    for declaration in resources::declared() {
        let file = Path::new(declaration.file);
        assert!(root().join(file).is_file(), "{}", declaration.file);
    }
}

/// Columns that look like somebody's and are of nobody: table, column, reason.
const OF_NOBODY: [(&str, &str, &str); 2] = [
    (
        "volunteer_centers",
        "email",
        "the desk's, on its public page",
    ),
    (
        "volunteer_centers",
        "phone_number",
        "the desk's, on its public page",
    ),
];

/// True if a column of this name holds a person's name, address, number or id.
fn is_personal(column: &str) -> bool {
    let whole = [
        "email",
        "to_email",
        "unconfirmed_email",
        "street",
        "house_number",
        "postal_code",
        "birth_date",
        "gender",
        "job_title",
        "ip",
        "user_agent",
        "password_hash",
    ];
    let people = [
        "user",
        "actor",
        "author",
        "mentor",
        "student",
        "impersonator",
        "person",
        "contact_person",
    ];
    let by_id = column
        .strip_suffix("_id")
        .is_some_and(|of| people.contains(&of) || of.ends_with("_by"));
    let names = ["first_name", "last_name", "contact_name", "typed_name"];
    whole.contains(&column) || names.contains(&column) || column.contains("phone") || by_id
}

/// A column that refers to a person, or whose name says that it holds something of one, is in a table of which the
/// inventory says whose the rows are.
#[test]
fn every_column_that_holds_something_of_a_person_is_declared() {
    none(&migrated(|connection| {
        let mut faults = Vec::new();
        for entry in inventory().entries() {
            if !matches!(entry.holds, Holds::Nobody(_)) {
                continue;
            }
            let mut columns: BTreeSet<String> = BTreeSet::new();
            for sql in [
                "select name from pragma_table_info(?1)",
                "select \"from\" from pragma_foreign_key_list(?1) where \"table\" = 'users'",
            ] {
                let is_reference = sql.contains("foreign_key");
                let mut statement = connection.prepare(sql).unwrap();
                let names = statement
                    .query_map([entry.table], |row| row.get::<_, String>(0))
                    .unwrap();
                let names = names.map(Result::unwrap);
                columns.extend(names.filter(|name| is_reference || is_personal(name)));
            }
            for column in columns {
                let is_known = OF_NOBODY
                    .iter()
                    .any(|row| row.0 == entry.table && row.1 == column);
                if !is_known {
                    faults.push(format!(
                        "{}.{column} holds something of a person, and PERSONAL_DATA says `nobody`: say whose it is, or why not in OF_NOBODY",
                        entry.table
                    ));
                }
            }
        }
        faults
    }));
}

#[test]
fn every_column_of_a_row_that_stays_after_its_purge_was_thought_of() {
    none(&migrated(|connection| {
        let mut faults = Vec::new();
        for declaration in resources::declared() {
            let Some(purge) = declaration.purge else {
                continue;
            };
            let table = (declaration.table)().type_name;
            let there: BTreeSet<String> = connection
                .prepare("select name from pragma_table_info(?1)")
                .unwrap()
                .query_map([table], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let blanked = purge.blanked.iter().map(|(column, _)| *column);
            let named: BTreeSet<String> = blanked
                .chain(purge.kept.iter().copied())
                .map(str::to_owned)
                .collect();
            let forgotten: Vec<_> = there
                .symmetric_difference(&named)
                .filter(|column| !(there.contains(*column) && is_kept_by_default(column)))
                .collect();
            if !forgotten.is_empty() {
                faults.push(format!(
                    "{}: {forgotten:?}: say in PURGE whether thirty days after deleting this is overwritten or kept",
                    declaration.file
                ));
            }
        }
        faults
    }));
}

#[test]
fn what_is_open_to_a_restricted_session_is_an_operation_and_open_once() {
    let described: serde_json::Value = serde_json::from_str(&read("docs/openapi.json")).unwrap();
    for list in [
        |table: &Table| table.session_access.half_signed_in,
        |table: &Table| table.session_access.impersonating,
    ] {
        let mut seen = BTreeSet::new();
        for table in resources::tables() {
            for (method, path) in list(table) {
                assert!(
                    described["paths"][path][method.to_lowercase()].is_object(),
                    "{}: {method} {path} is no operation",
                    table.type_name
                );
                assert!(seen.insert((method, path)), "{method} {path} stands twice");
            }
        }
        assert!(!seen.is_empty());
    }
}

#[test]
fn what_is_offered_to_an_impersonating_admin_is_somebodys_right() {
    for table in resources::tables() {
        let access = &table.session_access;
        for verb in access.offered.iter().chain(access.verbs) {
            let is_ruled = AREAS
                .iter()
                .flat_map(|area| area.iter())
                .any(|rule| rule.0 == table.type_name && rule.1.contains(verb));
            assert!(is_ruled, "{} of {}", verb.as_str(), table.type_name);
        }
    }
}

/// Reasons why a table that others are written about in stays out of the purge of what they are about.
const PURGED_OTHERWISE: [&str; 3] = [
    "transitions",
    "audit_events",
    // Counted for two years; their texts go (src/resources/abuse_report/declaration.rs).
    "abuse_reports",
];

#[test]
fn whatever_is_written_about_a_row_goes_with_its_purge() {
    let purge = read("src/model/purge.rs");
    none(&migrated(move |connection| {
        let mut statement = connection
            .prepare(
                "select t.name from pragma_table_list t join pragma_table_info(t.name) c on c.name = 'subject_type'
                  where t.type = 'table'",
            )
            .unwrap();
        let names = statement
            .query_map([], |row| row.get::<_, String>(0))
            .unwrap();
        names
            .map(Result::unwrap)
            .filter(|name| !PURGED_OTHERWISE.contains(&name.as_str()))
            .filter(|name| !purge.contains(&format!("\"{name}\"")))
            .filter(|name| {
                let declared = resources::declaration_of(name);
                !declared.is_some_and(|one| read(one.file).contains("gone_with_subject"))
            })
            .map(|name| format!("{name}: neither in src/model/purge.rs nor gone with its subject"))
            .collect()
    }));
}

/// The SQL of declared retention is over its table.
#[test]
fn every_clock_and_every_expiry_is_sql_over_its_table() {
    none(&migrated(|connection| {
        let clocks = resources::clocks().map(|clock| {
            let sql = format!("select t.id from {} as t where {}", clock.table, clock.rows);
            (clock.kind.to_owned(), sql)
        });
        let expired = resources::expired().map(|expired| {
            let sql = format!("delete from {} where {}", expired.table, expired.rows);
            (expired.table.to_owned(), sql)
        });
        faults_of(connection, clocks.chain(expired).collect())
    }));
}
