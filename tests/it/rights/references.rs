//! What a row is made to refer to: only rows that the actor sees, and one that they do not see is answered as one that
//! does not exist. Asked of every resource, relation and plain attribute with an id, by people of every role.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use voluntr::jsonapi::schema::resource::RelationKind;
use voluntr::jsonapi::schema::table::Kind;
use voluntr::jsonapi::{Relation, Table};
use voluntr::resources;

use crate::support::fixtures::{organization, published};
use crate::support::server::{Client, Reply, Server, document};

/// Attributes with an id, or ids, that are looked up in another way: what they name, and why that tells nothing.
const LOOKED_UP: [(&str, &str, &str); 9] = [
    (
        "organization_profiles",
        "non_profit_type_id",
        "a choice of the centre's own list",
    ),
    (
        "organization_profiles",
        "activity_type_ids",
        "choices of the centre's own list",
    ),
    (
        "vacancies",
        "activity_type_ids",
        "choices of the centre's own list",
    ),
    (
        "volunteer_profiles",
        "theme_ids",
        "choices of the centre's own list",
    ),
    (
        "volunteer_center_profiles",
        "gtag_id",
        "a number of another service",
    ),
    (
        "published_pages",
        "page_id",
        "made by publishing the page alone",
    ),
    (
        "published_pages",
        "volunteer_center_id",
        "made by publishing the page alone",
    ),
    (
        "roles",
        "scope_id",
        "granted by calls of their own: rights/grants",
    ),
    (
        "vacancies",
        "age_group_ids",
        "choices of the centre's own list",
    ),
];

/// Relations and plain references of a table that a client may set.
fn references(table: &Table) -> impl Iterator<Item = (&'static str, &'static Relation)> {
    let all = table.relations.iter().chain(table.references);
    all.filter_map(|relation| match relation.kind {
        RelationKind::BelongsTo(column) => {
            let column_of = table.column(column)?;
            (!column_of.is_read_only).then_some((column, relation))
        }
        RelationKind::BelongsToAny(..) | RelationKind::HasMany(_) => None,
    })
}

#[test]
fn every_attribute_that_names_a_row_says_of_which_type_it_is() {
    let mut missing = Vec::new();
    for table in resources::tables() {
        let declared: BTreeSet<&str> = references(table).map(|(column, _)| column).collect();
        let polymorphic: BTreeSet<&str> = table
            .relations
            .iter()
            .filter_map(|relation| match relation.kind {
                RelationKind::BelongsToAny(_, column) => Some(column),
                _ => None,
            })
            .collect();
        for column in &table.columns {
            let name = column.name.as_str();
            let names_rows =
                column.kind == Kind::Id || name.ends_with("_id") || name.ends_with("_ids");
            let is_looked_up = LOOKED_UP
                .iter()
                .any(|(of, field, _)| *of == table.type_name && *field == name);
            if names_rows
                && !column.is_read_only
                && !declared.contains(name)
                && !polymorphic.contains(name)
                && !is_looked_up
            {
                missing.push(format!("{}.{name}", table.type_name));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no relation and no REFERENCES: {missing:?}"
    );
}

/// What an answer tells: its status and its errors, without the number of the request.
fn told(reply: &Reply) -> (u16, Value) {
    let mut body: Value = serde_json::from_str(&reply.text).unwrap_or_default();
    for error in body["errors"].as_array_mut().into_iter().flatten() {
        if let Some(error) = error.as_object_mut() {
            error.remove("id");
        }
    }
    (reply.status, body["errors"].clone())
}

/// Rows that only some people see: of another centre, waiting, deleted.
fn hidden_rows(server: &Server) {
    let (center, other) = (server.people.center, server.people.other_center);
    server.arrange(move |tx| {
        organization(tx, "Wacht nog", center, "pending", false)?;
        organization(tx, "Van elders", other, "approved", true)?;
        let away = organization(tx, "Opgeheven", center, "deleted", false)?;
        tx.execute("update users set volunteer_center_id = ?1 where email = 'student@example.nl'", [other])?;
        tx.execute(
            "insert into pages (volunteer_center_id, title, slug, locale, page_type, created_at, updated_at)
             select ?1, 'Elders', 'elders-pagina', locale, page_type, created_at, updated_at from pages limit 1",
            [other],
        )?;
        tx.execute(
            "insert into menu_items (volunteer_center_id, menu, name, link_type, system_page, position, created_at, updated_at)
             values (?1, 'header', 'Elders', 'system_page', 'vacancies', 1, ?2, ?2)",
            (other, tx.now()),
        )?;
        Ok(away)
    });
}

fn ids_of(server: &Server, type_name: &'static str) -> Vec<i64> {
    server.arrange(move |tx| {
        Ok(tx
            .prepare(&format!("select id from {type_name} order by id limit 60"))?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?)
    })
}

#[test]
fn a_row_that_is_not_seen_is_answered_as_one_that_does_not_exist() {
    const NOWHERE: i64 = 999_999_999;
    let server = Server::start();
    published(&server.as_superuser(), server.people.own, "Taalmaatje");
    hidden_rows(&server);
    let people: [(&str, Client); 6] = [
        ("volunteer", server.as_volunteer()),
        ("mentor", server.as_mentor()),
        ("superuser", server.as_superuser()),
        ("pages", server.as_page_manager()),
        ("content", server.as_content_manager()),
        ("center", server.as_center()),
    ];
    let mut refused: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for table in resources::tables() {
        for (column, relation) in references(table) {
            let target = relation.tables().next().unwrap();
            let ids = ids_of(&server, target.type_name);
            let is_list = table.column(column).unwrap().kind == Kind::Json;
            let value = |id: i64| {
                if is_list {
                    json!([id.to_string()])
                } else if table.column(column).unwrap().kind == Kind::Id {
                    json!(id.to_string())
                } else {
                    json!(id)
                }
            };
            for (who, client) in &people {
                let ask = |id: i64| {
                    client.post(
                        &format!("/api/v1/{}", table.type_name),
                        &document(table.type_name, json!({ column: value(id) })),
                    )
                };
                let nowhere = ask(NOWHERE);
                if nowhere.status != 422 {
                    continue;
                }
                let unseen = ids.iter().filter(|id| {
                    let path = format!("/api/v1/{}/{id}", target.type_name);
                    matches!(client.get(&path).status, 403 | 404 | 410)
                });
                for id in unseen {
                    let seen = ask(*id);
                    assert_eq!(
                        told(&seen),
                        told(&nowhere),
                        "{who}: {}.{column} = {} {id}",
                        table.type_name,
                        target.type_name
                    );
                    let pointer = seen.pointer();
                    if pointer.starts_with(&format!("/data/attributes/{column}")) {
                        let name = format!("{}.{column}", table.type_name);
                        refused.entry(name).or_default().insert(who);
                    }
                }
            }
        }
    }
    // Those that were asked for rows which are there.
    for (name, who) in [
        ("forms.organization_id", "content"),
        ("forms.organization_id", "superuser"),
        ("vacancies.organization_id", "superuser"),
        ("vacancies.contact_person_id", "superuser"),
        ("vacancies.other_contact_ids", "superuser"),
        ("vacancy_templates.organization_id", "superuser"),
        ("message_snippets.organization_id", "center"),
        ("menu_items.page_id", "content"),
        ("menu_items.parent_id", "content"),
        ("student_links.student_id", "center"),
    ] {
        let by = refused.get(name);
        assert!(
            by.is_some_and(|by| by.contains(who)),
            "{name} by {who}: {refused:?}"
        );
    }
}

#[test]
fn who_does_not_manage_an_organisation_makes_no_form_for_it() {
    let server = Server::start();
    let (samira, editor) = (server.as_superuser(), server.as_content_manager());
    let form = |id: i64| {
        let question = json!({ "key": "name", "text": "Hoe heet je?", "question_type": "text" });
        document(
            "forms",
            json!({ "title": "Een vraag", "organization_id": id.to_string(), "questions": [question] }),
        )
    };
    let own = server.people.own;
    let count = || -> i64 {
        server.arrange(|tx| Ok(tx.query_row("select count(*) from forms", [], |row| row.get(0))?))
    };
    let before = count();
    editor.post("/api/v1/forms", &form(own)).expect(403);
    assert_eq!(count(), before);
    let made = samira.post("/api/v1/forms", &form(own)).expect(201).id();
    editor
        .post(&format!("/api/v1/forms/{made}/duplicate"), &json!({}))
        .expect(403);
    // One of the centre is not made one of an organisation.
    let question = json!({ "key": "name", "text": "Hoe heet je?", "question_type": "text" });
    let centres = document(
        "forms",
        json!({ "title": "Van ons", "questions": [question] }),
    );
    let centres = editor.post("/api/v1/forms", &centres).expect(201).id();
    let path = format!("/api/v1/forms/{centres}");
    let moved = document("forms", json!({ "organization_id": own.to_string() }));
    editor.patch(&path, &moved).expect(403);
    server.as_center().patch(&path, &moved).expect(200);
    // Who deals with the answers is one whom the call for that names.
    let joke = document(
        "forms",
        json!({ "owner_id": server.people.volunteer.to_string() }),
    );
    let refused = samira
        .patch(&format!("/api/v1/forms/{made}"), &joke)
        .expect(422);
    let nobody = document("forms", json!({ "owner_id": "999999999" }));
    let same = samira
        .patch(&format!("/api/v1/forms/{made}"), &nobody)
        .expect(422);
    assert_eq!(told(&refused), told(&same));
    for handler in samira
        .get(&format!("/api/v1/forms/{made}/handlers"))
        .expect(200)
        .ids()
    {
        let chosen = document("forms", json!({ "owner_id": handler }));
        samira
            .patch(&format!("/api/v1/forms/{made}"), &chosen)
            .expect(200);
    }
}
