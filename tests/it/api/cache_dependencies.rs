//! Cache dependencies: which tables each cached read touches, by `SQLite`'s authorizer, against what it declares. Every
//! route that reads, with every filter, sort and include, as nobody, whose responses are cached whole, and as people of
//! every role, of whose lists the total is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use voluntr::db::read_log::{CachedRead, ReadJob, ReadLog, Touched};
use voluntr::http::routes::{Operation, OperationKind};
use voluntr::jsonapi::Table;
use voluntr::jsonapi::query::filter::{Asks, asked_filters};
use voluntr::privacy::Holds;
use voluntr::resources;
use voluntr::resources::personal_data::inventory;

use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

/// Declared, and touched by nothing that these requests do: resource, table, reason.
const UNTOUCHED: [(&str, &str, &str); 1] = [(
    "forms",
    "form_questions",
    "nested lists are always named; of what staff read only totals are cached",
)];

/// Touched for nobody without a row that could change the response: what is read (a type or a path), table, reason.
const EMPTY_FOR_NOBODY: [(&str, &str, &str); 2] = [
    ("", "favorites", "those of :user_id, who is nobody"),
    (
        "vacancies",
        "roles",
        "filter[mine_eq]: those of :user_id, who is nobody",
    ),
];

/// Pages and files that the server writes from several reads.
const PAGES: [&str; 12] = [
    "/",
    "/en",
    "/vacancies",
    "/vacancies?q=koffie",
    "/api/v1/search?q=koffie",
    "/zoeken?q=koffie",
    "/vacancies/{vacancy}",
    "/vacancies/{vacancy}/_payload.json",
    "/organizations/{organization}",
    "/nieuws/_fragment.json",
    "/sitemap.xml",
    "/robots.txt",
];

/// The base table of what was touched: an index of words is written with its table. Nothing for what is no table of
/// the schema, such as `json_each`.
fn base_of(touched: &str) -> Option<&'static str> {
    let entry = inventory().entries().find(|entry| entry.table == touched)?;
    match entry.holds {
        Holds::CopyOf(of) => Some(of),
        Holds::People(_) | Holds::Nobody(_) => Some(entry.table),
    }
}

fn tables_of(touched: &Touched) -> BTreeSet<&'static str> {
    let names = touched.iter().map(|(table, _)| table);
    names.filter_map(|table| base_of(table)).collect()
}

/// Words to try, until the filter takes one.
fn values(table: &Table, name: &str, asks: &Asks) -> Vec<String> {
    let general = [
        "2026-11-21T09:00:00Z",
        "5",
        "51.8,5.2",
        "admin",
        "organization",
        "tue",
        "2026-12-01",
        "online",
        "koffie",
        "true",
        "unread",
        "volunteers",
    ];
    let mut values = match asks {
        Asks::Truth => vec!["true".to_owned()],
        Asks::One(field) | Asks::Many(field) => table.choices(field).unwrap_or_default(),
        Asks::Text | Asks::Texts => Vec::new(),
    };
    values.truncate(1);
    values.extend(general.map(str::to_owned));
    values.retain(|value| !(name == "near" && value == "5"));
    values
}

/// Every query of a list that differs in the SQL it makes, each as the alternatives to try.
fn queries(table: &Table) -> Vec<Vec<String>> {
    let filters: BTreeMap<String, Vec<String>> = asked_filters(table)
        .into_iter()
        .map(|(name, asks)| {
            let tried = values(table, &name, &asks);
            (name, tried)
        })
        .collect();
    let filtered = |name: &str, value: &str| {
        let beside = match name {
            // A radius is one around a place.
            "radius_km" => "filter[near]=51.8,5.2&",
            // These say how the words of a question are taken.
            "as_words" | "related_eq" => "filter[q]=taal&",
            _ => "",
        };
        format!("{beside}filter[{name}]={value}")
    };
    let mut out = vec![vec![String::new()]];
    for (name, values) in &filters {
        let tried = values.iter().map(|value| filtered(name, value));
        out.push(tried.collect());
    }
    for sort in table.sorts {
        let needs = filters.iter().filter(|(name, _)| *name == sort.needs);
        let mut tried: Vec<String> = needs
            .flat_map(|(name, values)| values.iter().map(|value| (name.clone(), value.clone())))
            .map(|(name, value)| format!("{}&sort={}", filtered(&name, &value), sort.name))
            .collect();
        if tried.is_empty() {
            tried.push(format!("sort={}", sort.name));
        }
        out.push(tried);
    }
    out.extend(includes(table));
    out
}

fn includes(table: &Table) -> impl Iterator<Item = Vec<String>> {
    let names = table.relations.iter().map(|relation| relation.name);
    names.map(|name| vec![format!("include={name}")])
}

#[derive(Default)]
struct Findings {
    /// Undeclared tables, each once, with a request that touches it.
    undeclared: BTreeMap<(String, bool, &'static str), String>,
    /// By type and whether somebody is signed in.
    touched: BTreeMap<(String, bool), BTreeSet<&'static str>>,
    requests: usize,
    jobs: usize,
    responses: usize,
}

impl Findings {
    fn look_at(&mut self, path: &str, (jobs, responses): (Vec<ReadJob>, Vec<CachedRead>)) {
        let all: BTreeSet<&str> = jobs
            .iter()
            .flat_map(|job| tables_of(&job.touched))
            .collect();
        for response in responses {
            self.responses += 1;
            self.compare(path, &response, &all);
        }
        for job in &jobs {
            if let Some(cached) = &job.cached {
                self.jobs += 1;
                let touched = if cached.is_signed_in {
                    tables_of(&job.totals)
                } else {
                    tables_of(&job.touched)
                };
                self.compare(path, cached, &touched);
                let key = (cached.name.clone(), cached.is_signed_in);
                self.touched.entry(key).or_default().extend(&touched);
            }
        }
    }

    fn compare(&mut self, path: &str, cached: &CachedRead, touched: &BTreeSet<&'static str>) {
        for table in touched {
            let is_empty = !cached.is_signed_in
                && EMPTY_FOR_NOBODY
                    .iter()
                    .any(|row| cached.name.contains(row.0) && row.1 == *table);
            if !cached.depends.contains(table) && !is_empty {
                let key = (cached.name.clone(), cached.is_signed_in, *table);
                self.undeclared
                    .entry(key)
                    .or_insert_with(|| path.to_owned());
            }
        }
    }

    fn undeclared(&self) -> Vec<String> {
        self.undeclared
            .iter()
            .map(|((name, is_signed_in, table), path)| {
                let list = if *is_signed_in {
                    "DEPENDS_SIGNED_IN"
                } else {
                    "DEPENDS"
                };
                format!("{name}: GET {path} touches {table}: add it to {list}")
            })
            .collect()
    }
}

struct Asking<'a> {
    log: &'a ReadLog,
    client: &'a Client,
    found: &'a mut Findings,
}

impl Asking<'_> {
    /// The status of the first of these that the server understands.
    fn ask(&mut self, paths: impl IntoIterator<Item = String>) -> u16 {
        let mut status = 400;
        for path in paths {
            self.log.record();
            status = self.client.get(&path).status;
            self.found.requests += 1;
            if status != 400 {
                self.found.look_at(&path, self.log.take());
                break;
            }
        }
        status
    }
}

fn reads() -> Vec<Operation> {
    let operations = resources::routes().operations.into_iter();
    operations
        .filter(|operation| operation.method == "GET")
        .collect()
}

/// Rows of what is read, so that statements run that only follow rows.
fn arranged(server: &Server) -> BTreeMap<&'static str, String> {
    let vacancy = published(&server.as_superuser(), server.people.own, "Koffie schenken");
    let apply = document(
        "applications",
        json!({ "vacancy_id": vacancy, "message": "Ik kom graag elke week een uur helpen." }),
    );
    server
        .as_volunteer()
        .post("/api/v1/applications", &apply)
        .expect(201);
    let note = document("internal_note_forms", json!({ "note": "Belt liever." }));
    let of = format!("/api/v1/users/{}/internal_notes", server.people.volunteer);
    let _ = server.as_center().post(&of, &note);
    let (samira, own) = (server.people.superuser, server.people.own);
    let number: i64 = vacancy.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute(
            "update vacancies set contact_person_id = ?1, address_id = (select address_id from organizations where id = ?2) where id = ?3",
            (samira, own, number),
        )?;
        let mut ids = BTreeMap::new();
        for table in resources::tables() {
            let sql = format!("select min(id) from {}", table.type_name);
            let id: Option<i64> = tx.query_row(&sql, [], |row| row.get(0))?;
            ids.insert(table.type_name, id.unwrap_or(1).to_string());
        }
        ids.insert("vacancies", number.to_string());
        ids.insert("organizations", own.to_string());
        Ok(ids)
    })
}

fn recorded() -> Findings {
    let server = Server::start();
    let ids = arranged(&server);
    let tenant = server.app.tenants().get("demo").unwrap();
    let log = tenant
        .unguarded("a test looks at what reads touch")
        .read_log();
    let mut found = Findings::default();
    let nobody = server.as_nobody();
    // What resolves a request is cached by itself, with its own version.
    nobody.get("/api/v1/volunteer_centers/current").expect(200);
    let mut misunderstood: BTreeSet<String> = BTreeSet::new();
    let mut understood: BTreeSet<String> = BTreeSet::new();
    for client in [
        &nobody,
        &server.as_volunteer(),
        &server.as_superuser(),
        &server.as_mentor(),
        &server.as_center(),
        &server.as_admin(),
    ] {
        let mut asking = Asking {
            log,
            client,
            found: &mut found,
        };
        for operation in reads() {
            let table = resources::set().named(operation.type_name);
            let id = ids.get(operation.type_name).map_or("1", String::as_str);
            let path = operation.path.replace("{id}", id);
            let path = path.replace("{kind}", "tags").replace("{token}", "x");
            let wanted = match (operation.kind, table) {
                (OperationKind::List, Some(table)) => queries(table),
                (OperationKind::Find, Some(table)) => {
                    let mut wanted = vec![vec![String::new()]];
                    wanted.extend(includes(table));
                    wanted
                }
                _ if operation.path.ends_with("/facets") => queries(table.unwrap()),
                _ => vec![vec![String::new()]],
            };
            for tried in wanted {
                let last = tried.last().cloned().unwrap_or_default();
                // A page that is not full is its own total: with one row, the total is counted.
                let size = match operation.kind {
                    OperationKind::List => "page[size]=1&",
                    _ => "",
                };
                let whole = tried.iter().map(|query| format!("{path}?{size}{query}"));
                let name = format!("{} {last}", operation.path);
                match asking.ask(whole) {
                    400 => drop(misunderstood.insert(name)),
                    200 => drop(understood.insert(name)),
                    _ => {}
                }
            }
        }
    }
    let never: Vec<_> = misunderstood.difference(&understood).collect();
    assert!(never.is_empty(), "no value is understood: {never:#?}");
    let mut asking = Asking {
        log,
        client: &nobody,
        found: &mut found,
    };
    for page in PAGES {
        let path = page
            .replace("{vacancy}", &ids["vacancies"])
            .replace("{organization}", &ids["organizations"]);
        assert_eq!(asking.ask([path]), 200, "{page}");
    }
    found
}

#[test]
fn every_table_that_a_cached_read_touches_is_declared_and_every_declared_one_is_touched() {
    let found = recorded();
    eprintln!(
        "{} requests, {} cached reads, {} cached responses",
        found.requests, found.jobs, found.responses
    );
    assert!(found.jobs > 500 && found.responses > 50);
    let undeclared = found.undeclared();
    assert!(undeclared.is_empty(), "{}", undeclared.join("\n"));
    let mut untouched = Vec::new();
    for table in resources::tables() {
        let of = |is_signed_in| {
            let key = (table.type_name.to_owned(), is_signed_in);
            found.touched.get(&key).cloned().unwrap_or_default()
        };
        let (others, signed_in) = (of(false), of(true));
        let known = |name: &str| {
            let excused = |row: &(&str, &str, &str)| row.0 == table.type_name && row.1 == name;
            UNTOUCHED.iter().any(excused)
        };
        for name in &table.depends {
            if !others.contains(name) && !signed_in.contains(name) && !known(name) {
                untouched.push(format!("{}: DEPENDS names {name}", table.type_name));
            }
        }
        for name in table.depends_signed_in {
            if !signed_in.contains(name) && !known(name) {
                let type_name = table.type_name;
                untouched.push(format!("{type_name}: DEPENDS_SIGNED_IN names {name}"));
            }
        }
    }
    assert!(
        untouched.is_empty(),
        "no read touches these:\n{}",
        untouched.join("\n")
    );
}

#[test]
fn an_undeclared_table_is_named_with_its_resource_and_the_request() {
    let mut found = Findings::default();
    let seen = |table: &str| (table.to_owned(), None);
    let job = ReadJob {
        touched: [
            seen("vacancies"),
            seen("vacancies_search"),
            seen("users"),
            seen("json_each"),
        ]
        .into(),
        cached: Some(CachedRead {
            name: "vacancies".to_owned(),
            is_signed_in: false,
            depends: vec!["vacancies"],
        }),
        totals: Touched::new(),
    };
    found.look_at("/api/v1/vacancies?sort=id", (vec![job], Vec::new()));
    assert_eq!(
        found.undeclared(),
        ["vacancies: GET /api/v1/vacancies?sort=id touches users: add it to DEPENDS"]
    );
}
