//! Field visibility: hidden fields are absent from every document, included ones too.

use serde_json::{Value, json};

use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Server, document};

fn included<'d>(document: &'d Value, type_name: &str) -> Vec<&'d Value> {
    document["included"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|row| row["type"] == type_name)
        .collect()
}

/// A published vacancy with Samira as its contact person.
fn with_contact(server: &Server, phone_visible: bool) -> String {
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let contact = json!({ "contact_person_id": server.people.superuser.to_string(), "contact_phone_visible": phone_visible });
    samira
        .patch(
            &format!("/api/v1/vacancies/{id}"),
            &document("vacancies", contact),
        )
        .expect(200);
    id
}

#[test]
fn a_visitor_sees_a_contact_persons_name_and_a_phone_number_only_where_it_is_shown() {
    let server = Server::start();
    for (is_visible, phone) in [(false, None), (true, Some("+31612345678"))] {
        let id = with_contact(&server, is_visible);
        let path = format!("/api/v1/vacancies/{id}?include=contact_person,organization");
        let seen = server.as_nobody().get(&path).expect(200).json();
        let people = included(&seen, "users");
        let attributes = &people[0]["attributes"];
        assert_eq!(attributes["full_name"], "Samira Haddou");
        assert_eq!(
            attributes.get("phone_number").and_then(Value::as_str),
            phone
        );
        for hidden in [
            "email",
            "status",
            "last_sign_in_at",
            "digest_days",
            "volunteer_center_id",
            "gender",
        ] {
            assert_eq!(attributes.get(hidden), None, "{hidden}");
        }
        let organization = &included(&seen, "organizations")[0]["attributes"];
        for hidden in [
            "email",
            "contact_name",
            "trusted",
            "denial_reason",
            "denial_text",
        ] {
            assert_eq!(organization.get(hidden), None, "{hidden}");
        }
        for hidden in [
            "applications_count",
            "view_count",
            "moderation_message",
            "places_taken",
        ] {
            assert_eq!(seen["data"]["attributes"].get(hidden), None, "{hidden}");
        }
        assert!(!seen.to_string().contains("@example"), "{seen}");
    }
}

#[test]
fn fields_that_are_hidden_cannot_be_asked_for_or_searched_in() {
    let server = Server::start();
    let id = with_contact(&server, false);
    let nobody = server.as_nobody();
    let asked = nobody.get(&format!("/api/v1/vacancies/{id}?include=contact_person&fields[users]=email,phone_number,full_name")).expect(200);
    assert!(
        !asked.text.contains("samira@") && !asked.text.contains("+316"),
        "{}",
        asked.text
    );
    nobody
        .get("/api/v1/users?filter[q]=samira@example.nl")
        .expect(401);
    let joke = server.as_volunteer();
    joke.get("/api/v1/users?filter[q]=samira").expect(403);
    joke.get("/api/v1/users").expect(403);
}

#[test]
fn a_superuser_sees_its_members_in_full_and_nobody_else() {
    let server = Server::start();
    let samira = server.as_superuser();
    let seen = samira.get("/api/v1/users").expect(200);
    assert_eq!(seen.ids(), [server.people.superuser.to_string()]);
    assert_eq!(seen.at("/data/0/attributes/email"), "samira@example.nl");
    samira
        .get(&format!("/api/v1/users/{}", server.people.volunteer))
        .expect(404);
    assert!(
        server
            .as_center()
            .get("/api/v1/users")
            .expect(200)
            .ids()
            .len()
            > 5
    );
}

#[test]
fn what_is_included_is_only_what_the_asker_may_read() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let id = published(&samira, own, "Wordt verborgen");
    samira
        .post(
            "/api/v1/vacancies",
            &crate::support::fixtures::vacancy(own, "Nog een concept"),
        )
        .expect(201);
    let path = format!("/api/v1/organizations/{own}?include=vacancies");
    let seen = server.as_nobody().get(&path).expect(200).json();
    assert_eq!(included(&seen, "vacancies").len(), 1, "no drafts: {seen}");

    // The organisation is no longer to be seen, its vacancy still is.
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let path = format!("/api/v1/vacancies/{id}?include=organization,address");
    let seen = server.as_nobody().get(&path).expect(200).json();
    assert_eq!(included(&seen, "organizations").len(), 0);
    let roles = samira
        .get(&format!(
            "/api/v1/users/{}?include=roles,organizations",
            server.people.superuser
        ))
        .expect(200)
        .json();
    assert_eq!(included(&roles, "roles").len(), 1);
    let center = server
        .as_center()
        .get("/api/v1/users?include=organizations,roles&page[size]=100")
        .expect(200)
        .json();
    assert!(
        included(&center, "organizations")
            .iter()
            .any(|row| row["id"] == foreign.to_string().as_str())
    );
}

#[test]
fn the_chosen_organization_narrows_and_never_grants() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let choose = |client: Client, id: &str| client.with("current-organization-id", id);
    for (client, id) in [
        (server.as_volunteer(), own.to_string()),
        (server.as_superuser(), foreign.to_string()),
        (server.as_superuser(), "onzin".to_owned()),
        (server.as_superuser(), "999999".to_owned()),
    ] {
        let refused = choose(client, &id).get("/api/v1/applications").expect(403);
        assert_eq!(refused.code(), "organization_not_yours");
    }
    // Samira manages both now; with one chosen, the other is out of reach.
    let (samira_id, second) = (server.people.superuser, foreign);
    server.arrange(move |tx| {
        crate::support::fixtures::role_of(
            tx,
            samira_id,
            "organization_superuser",
            "organization",
            second,
        )
    });
    let both = server.as_superuser();
    let id = published(&both, foreign, "Van de tweede");
    let chosen = choose(both.clone(), &own.to_string());
    let change = document("vacancies", json!({ "schedule": "Vrijdag" }));
    let path = format!("/api/v1/vacancies/{id}");
    chosen.patch(&path, &change).expect(403);
    chosen
        .post(
            "/api/v1/vacancies",
            &crate::support::fixtures::vacancy(foreign, "Mag niet"),
        )
        .expect(403);
    assert_eq!(
        chosen
            .get("/api/v1/vacancies?filter[mine_eq]=true")
            .expect(200)
            .at("/meta/total"),
        0
    );
    both.patch(&path, &change).expect(200);
    // For the centre 'mine' is every vacancy of its organisations, or those of the one it chose.
    for (chosen, found) in [(second, 1), (own, 0)] {
        assert_eq!(
            choose(server.as_center(), &chosen.to_string())
                .get("/api/v1/vacancies?filter[mine_eq]=true")
                .expect(200)
                .at("/meta/total"),
            found
        );
    }
    // A visitor who names one is a visitor still.
    choose(server.as_nobody(), &own.to_string())
        .get("/api/v1/vacancies")
        .expect(200);
    choose(server.as_center(), &foreign.to_string())
        .get("/api/v1/vacancies")
        .expect(200);
}

#[test]
fn a_role_counts_from_its_acceptance_until_its_end() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje");
    let path = format!("/api/v1/vacancies/{id}");
    let change = document("vacancies", json!({ "schedule": "Vrijdag" }));
    samira.patch(&path, &change).expect(200);
    for sql in [
        "update roles set expires_at = '2026-11-21T08:59:00Z'",
        "update roles set expires_at = null, accepted_at = null",
    ] {
        server.arrange(move |tx| Ok(tx.execute(sql, [])?));
        samira.patch(&path, &change).expect(403);
    }
}

#[test]
fn an_address_is_as_public_as_what_it_belongs_to() {
    let server = Server::start();
    let own = server.people.own;
    let address: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select address_id from organizations where id = ?1",
            [own],
            |row| row.get(0),
        )?)
    });
    let path = format!("/api/v1/addresses/{address}");
    server.as_nobody().get(&path).expect(200);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [own],
        )?)
    });
    server.as_nobody().get(&path).expect(404);
    server.as_volunteer().get(&path).expect(404);
    server.as_superuser().get(&path).expect(200);
    server.as_center().get(&path).expect(200);
}

#[test]
fn what_happened_to_a_vacancy_is_told_to_its_managers_only() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje");
    event(
        &samira,
        &format!("/api/v1/vacancies/{id}/transition"),
        "fill",
    )
    .expect(200);
    let path = format!("/api/v1/vacancies/{id}/history");
    server.as_nobody().get(&path).expect(401);
    server.as_volunteer().get(&path).expect(403);
    let steps = samira.get(&path).expect(200);
    assert_eq!(steps.at("/data/2/attributes/event"), "fill");
    assert_eq!(steps.at("/data/2/attributes/actor_name"), "Samira Haddou");
}
