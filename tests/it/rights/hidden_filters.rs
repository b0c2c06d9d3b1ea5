//! Filters and sorts over what is not shown: a list tells no value that its rows leave out.

use std::collections::BTreeSet;

use serde_json::Value;
use voluntr::jsonapi::query::filter::{Asks, asked_filters};
use voluntr::jsonapi::schema::resource::FilterKind;
use voluntr::jsonapi::{Conditions, Query, Table};
use voluntr::policy::{SIGHT_ALSO, SIGHT_TAKES};
use voluntr::resources;

use crate::support::fixtures::published;
use crate::support::server::{Client, Server};

/// Filters that name a hidden column and tell nothing of its value: what they tell instead.
const TELLS_NOTHING: [(&str, &str, &str, &str); 3] = [
    (
        "role_invitations",
        "waits_eq",
        "user_id",
        "whether it was answered, as its state does",
    ),
    (
        "vacancies",
        "help_request_eq",
        "asker_id",
        "whether there is one, as is_help_request does",
    ),
    (
        "vacancies",
        "help_offer_eq",
        "asker_id",
        "whether there is one, as is_help_request does",
    ),
];

/// Sorts that leave a hidden column out by themselves where it is not shown.
const LEAVES_OUT: [(&str, &str); 1] = [("applications", "name")];

/// The fields of a type that some readers of its rows do not see.
fn hidden(table: &Table) -> BTreeSet<&'static str> {
    let takes = SIGHT_TAKES.iter().map(|row| (row.0, row.1));
    let also = SIGHT_ALSO.iter().map(|row| (row.0, row.1));
    takes
        .chain(also)
        .filter(|(of, _)| *of == table.type_name)
        .map(|(_, field)| field)
        .chain(table.session_access.hidden.iter().copied())
        .collect()
}

/// Whether SQL names a column of this name, of whatever table.
fn names(sql: &str, field: &str) -> bool {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    sql.match_indices(&format!(".{field}")).any(|(at, found)| {
        let after = sql.get(at + found.len()..).unwrap_or_default();
        !after.starts_with(is_of_name)
    })
}

/// The SQL of a filter.
fn sql_of(kind: FilterKind) -> Vec<String> {
    match kind {
        FilterKind::Sql(_, sql) => vec![sql.to_owned()],
        FilterKind::Custom(read) => {
            let mut conditions = Conditions::default();
            conditions
                .asked
                .push(("near".to_owned(), "5310".to_owned()));
            for value in ["5", "51.8,5.2", "admin", "tue", "12:Ja", "online"] {
                if read(&mut conditions, value).is_ok() {
                    break;
                }
            }
            conditions.sql
        }
        // A column is what it reads; what a verb allows reads what somebody with the verb sees.
        FilterKind::Column(_) | FilterKind::List | FilterKind::Allowed(..) => Vec::new(),
    }
}

#[test]
fn every_filter_and_sort_declares_the_hidden_fields_that_it_reads() {
    let mut faults = Vec::new();
    for table in resources::tables() {
        for filter in table.filters {
            for field in filter.reads {
                if table.column(field).is_none() {
                    faults.push(format!(
                        "{}: {} reads no attribute {field}",
                        table.type_name, filter.field
                    ));
                }
            }
            for field in hidden(table) {
                let is_read = sql_of(filter.kind).iter().any(|sql| names(sql, field));
                let tells_nothing = TELLS_NOTHING.iter().any(|(of, name, hidden, _)| {
                    (*of, *name, *hidden) == (table.type_name, filter.field, field)
                });
                if is_read && !tells_nothing && !filter.reads.contains(&field) {
                    faults.push(format!(
                        "{}: {} reads {field}",
                        table.type_name, filter.field
                    ));
                }
            }
        }
        for sort in table.sorts {
            for field in hidden(table) {
                let leaves_out = LEAVES_OUT.contains(&(table.type_name, sort.name));
                if names(sort.sql, field) && sort.name != field && !leaves_out {
                    faults.push(format!(
                        "{}: sort {} reads {field}",
                        table.type_name, sort.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Values that a filter takes.
fn values(table: &Table, asks: Asks) -> Vec<String> {
    match asks {
        Asks::Truth => vec!["true".to_owned(), "false".to_owned()],
        Asks::One(field) | Asks::Many(field) => table
            .choices(field)
            .unwrap_or_else(|| ["1", "2", "2026-01-01"].map(str::to_owned).to_vec()),
        Asks::Text | Asks::Texts => vec!["1".to_owned(), "a".to_owned()],
    }
}

#[test]
fn no_list_finds_a_row_by_a_field_that_it_does_not_show() {
    let server = Server::start();
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set requested_change = '{}', confirmation_asked_at = ?1, move_to_id = volunteer_center_id",
            [tx.now()],
        )?;
        tx.execute(
            "update vacancies set revision_state = 'submitted', revision = '{}' where id = ?1",
            [vacancy],
        )?;
        Ok(())
    });
    let people: [(&str, Client); 4] = [
        ("nobody", server.as_nobody()),
        ("volunteer", server.as_volunteer()),
        ("superuser", server.as_superuser()),
        ("mentor", server.as_mentor()),
    ];
    let (mut tried, mut found) = (BTreeSet::new(), 0);
    for table in resources::tables() {
        let of = table.type_name;
        for (name, asks) in asked_filters(table) {
            for value in values(table, asks) {
                let query = format!("filter[{name}]={value}");
                let Ok(plan) = Query::parse(&query).plan(table) else {
                    continue;
                };
                let hidden = hidden(table);
                let reads: Vec<&str> = plan
                    .reads()
                    .iter()
                    .copied()
                    .filter(|field| hidden.contains(field))
                    .collect();
                if reads.is_empty() {
                    continue;
                }
                tried.insert(format!("{of} {name}"));
                for (who, client) in &people {
                    let reply = client.get(&format!("/api/v1/{of}?{query}"));
                    if reply.status != 200 {
                        continue;
                    }
                    let list = reply.json();
                    for row in list["data"].as_array().into_iter().flatten() {
                        found += 1;
                        for field in &reads {
                            assert!(
                                row["attributes"].get(*field).is_some(),
                                "{who}: {of} {} was found by {query}, and does not show {field}",
                                row["id"]
                            );
                        }
                    }
                }
            }
        }
    }
    for name in [
        "organizations trusted_eq",
        "organizations change_requested_eq",
        "organizations confirmation_asked_eq",
        "organizations incoming_eq",
        "vacancies to_review_eq",
    ] {
        assert!(tried.contains(name), "{name}: {tried:?}");
    }
    assert!(found > 0, "whoever sees a field finds by it");
}

#[test]
fn a_visitor_does_not_learn_whom_the_centre_trusts_or_asks() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let vacancy = published(&server.as_superuser(), own, "Taalmaatje");
    server.arrange(move |tx| {
        tx.execute("update organizations set trusted = (id = ?1), requested_change = iif(id = ?1, '{}', null), confirmation_asked_at = iif(id = ?1, ?2, null)", (own, tx.now()))?;
        tx.execute("update vacancies set revision_state = 'submitted', revision = '{}' where id = ?1", [vacancy])?;
        Ok(())
    });
    let ids = |client: &Client, path: &str| client.get(path).expect(200).ids();
    let (visitor, samira, marieke) = (
        server.as_nobody(),
        server.as_superuser(),
        server.as_center(),
    );
    for name in [
        "trusted_eq",
        "change_requested_eq",
        "confirmation_asked_eq",
        "incoming_eq",
    ] {
        for value in ["true", "false"] {
            let path = format!("/api/v1/organizations?filter[{name}]={value}");
            assert_eq!(ids(&visitor, &path), [""; 0], "{path}");
            // Of one's own it is no secret, and of others it is.
            assert!(
                !ids(&samira, &path).contains(&foreign.to_string()),
                "{path}"
            );
        }
    }
    let trusted = "/api/v1/organizations?filter[trusted_eq]=true";
    assert_eq!(ids(&samira, trusted), [own.to_string()]);
    assert_eq!(ids(&marieke, trusted), [own.to_string()]);
    let to_review = "/api/v1/vacancies?filter[to_review_eq]=true";
    for client in [&visitor, &server.as_volunteer()] {
        assert_eq!(ids(client, to_review), [""; 0]);
        let facets = client
            .get("/api/v1/vacancies/facets?filter[to_review_eq]=true")
            .expect(200)
            .json();
        assert!(sums_to_nothing(&facets), "{facets}");
    }
    assert_eq!(ids(&marieke, to_review).len(), 1);
}

fn sums_to_nothing(facets: &Value) -> bool {
    match facets {
        Value::Number(number) => number.as_i64() == Some(0),
        Value::Array(list) => list.iter().all(sums_to_nothing),
        Value::Object(map) => map.values().all(sums_to_nothing),
        _ => true,
    }
}
