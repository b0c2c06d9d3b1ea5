//! What a row tells of another row, its reader may read there: attributes that are stored in other tables.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use voluntr::resources;

use crate::support::fixtures::published;
use crate::support::school::{class, link};
use crate::support::server::{Client, Server};

const EDITS: &str = "/api/v1/vacancy_bulk_edits";

/// Rows of every type with such an attribute, some of which refer to what their reader may not see.
fn arrange(server: &Server) {
    let (own, foreign) = (server.people.own, server.people.foreign);
    let samira = server.as_superuser();
    let kept = published(&samira, own, "Wandelen met ouderen");
    let moved = published(&samira, own, "Soep koken voor de buurt");
    let body = json!({ "ids": [kept, moved], "attributes": { "tags_add": ["once"] } });
    samira.post(EDITS, &body).expect(201);
    published(&server.as_center(), foreign, "Pakketten inpakken");
    let class = class(server);
    link(&server.as_mentor(), class, class.sem, None).expect(201);
    // One vacancy goes to another organisation, which takes it off; that organisation and the school end.
    let (school, sem) = (class.school, class.sem);
    server.arrange(move |tx| {
        Ok(tx.execute_batch(&format!(
            "update vacancies set organization_id = {foreign}, status = 'draft' where id = {moved};
             update organizations set status = 'archived' where id in ({foreign}, {school});
             update roles set expires_at = '2026-01-01T00:00:00Z' where user_id = {sem} and scope_id = {school};"
        ))?)
    });
}

fn everybody(server: &Server) -> [(&'static str, Client); 8] {
    [
        ("nobody", server.as_nobody()),
        ("volunteer", server.as_volunteer()),
        ("student", server.as_student()),
        ("mentor", server.as_mentor()),
        ("superuser", server.as_superuser()),
        ("content manager", server.as_content_manager()),
        ("center", server.as_center()),
        ("admin", server.as_admin()),
    ]
}

#[test]
fn what_a_row_tells_of_another_its_reader_may_read_there() {
    let server = Server::start();
    arrange(&server);
    let (mut told, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for table in resources::tables() {
        let mut joined = table.joined.iter().filter(|one| one.told_because.is_none());
        let Some(first) = joined.next() else { continue };
        for (who, client) in everybody(&server) {
            let list = format!("/api/v1/{}?page[size]=100", table.type_name);
            let seen = client.get(&list);
            if seen.status != 200 {
                continue;
            }
            for row in seen.at("/data").as_array().unwrap() {
                for one in std::iter::once(first).chain(joined.clone()) {
                    let attribute = &row["attributes"][one.field];
                    let Value::String(other) = &row["attributes"][one.by] else {
                        continue;
                    };
                    let there = client.get(&format!("/api/v1/{}/{other}", one.table));
                    let what = format!("{who}: {} {} {}", table.type_name, row["id"], one.field);
                    if attribute.is_null() {
                        if there.status != 200 {
                            kept.insert(table.type_name);
                        }
                    } else {
                        assert_eq!(there.status, 200, "{what} is {attribute}");
                        told.insert(table.type_name);
                    }
                }
            }
        }
    }
    let all = BTreeSet::from(["student_links", "vacancies", "vacancy_bulk_items"]);
    assert_eq!(told, all, "what is shown to somebody");
    assert_eq!(kept, all, "what is kept from somebody");
}

/// An exception is looked at by who reviews it.
#[test]
fn what_is_told_whatever_one_may_read_there_has_a_reason() {
    let told: Vec<String> = resources::tables()
        .iter()
        .flat_map(|table| table.joined.iter().map(move |one| (table.type_name, one)))
        .filter(|(_, one)| one.told_because.is_some())
        .map(|(of, one)| format!("{of}.{}", one.field))
        .collect();
    assert_eq!(
        told,
        [
            "organizations.city",
            "activity_registrations.activity_title",
            "activity_registrations.organization_name",
            "applications.vacancy_title",
            "applications.organization_name",
            "form_submissions.form_title",
        ]
    );
}
