//! Main user journeys over the API: find, apply, accept; sign up, approve, publish, find.

use serde_json::json;

use crate::support::fixtures::{event, published};
use crate::support::server::{Server, document};

const MESSAGE: &str = "Ik wil graag helpen en heb op dinsdag tijd.";

#[test]
fn a_volunteer_finds_a_vacancy_applies_and_is_accepted() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(
        &samira,
        server.people.own,
        "Taalmaatje: oefen samen Nederlands",
    );
    let found = server
        .as_nobody()
        .get("/api/v1/vacancies?filter[q]=taalmaatjes&include=organization")
        .expect(200);
    assert_eq!(found.ids(), [id.clone()]);
    assert_eq!(
        found.at("/included/0/attributes/name"),
        "Taalhuis Lindewaard"
    );
    assert_eq!(found.at("/meta/total"), 1);

    let joke = server.as_volunteer();
    let application = joke
        .post(
            "/api/v1/applications",
            &document(
                "applications",
                json!({ "vacancy_id": id, "message": MESSAGE, "consent": true }),
            ),
        )
        .expect(201);
    assert_eq!(application.at("/data/attributes/stage"), "new");
    assert_eq!(
        application.at("/data/meta/transitions"),
        json!(["withdraw"])
    );
    let path = format!("/api/v1/applications/{}", application.id());
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/name"), "Joke Vermeer");
    assert_eq!(
        seen.at("/data/meta/transitions"),
        json!(["contact", "accept", "waitlist", "reject"])
    );
    event(&samira, &format!("{path}/transition"), "accept").expect(200);
    assert_eq!(
        joke.get(&path).expect(200).at("/data/attributes/status"),
        "accepted"
    );
    let bell = joke.get("/api/v1/notifications").expect(200);
    assert!(bell.text.contains("application_accepted"), "{}", bell.text);
    let again = joke.post(
        "/api/v1/applications",
        &document(
            "applications",
            json!({ "vacancy_id": id, "message": MESSAGE, "consent": true }),
        ),
    );
    assert_eq!(again.expect(422).code(), "already_applied");
}

#[test]
fn an_organization_signs_up_is_approved_and_its_vacancy_is_found_at_once() {
    let server = Server::start();
    let signup = document(
        "organizations",
        json!({
            "name": "Buurtmoestuin Kortelaar",
            "neighbourhood_initiative": true,
            "address": { "street": "Dorpsweg", "house_number": "3", "postal_code": "5309 AB", "city": "Kortelaar" },
            "contact": { "first_name": "Els", "last_name": "Kuiper", "email": "els@example.nl", "password": "vier losse woorden samen" },
            "accept_terms": true,
        }),
    );
    let made = server
        .as_nobody()
        .post("/api/v1/organizations/signup", &signup)
        .expect(201);
    assert_eq!(made.at("/data/attributes/status"), "pending");
    let organization = made.id();
    let nobody = server.as_nobody();
    nobody
        .get(&format!("/api/v1/organizations/{organization}"))
        .expect(404);

    let refused = nobody.post(
        "/auth/sign_in",
        &json!({ "email": "els@example.nl", "password": "vier losse woorden samen" }),
    );
    assert_eq!(refused.expect(401).code(), "unconfirmed");
    let token = server.arrange(|tx| {
        let data: String = tx.query_row(
            "select data from outbox where kind = 'account_confirm'",
            [],
            |row| row.get(0),
        )?;
        let data: serde_json::Value = serde_json::from_str(&data)?;
        Ok(data["path"]
            .as_str()
            .unwrap()
            .split_once("token=")
            .unwrap()
            .1
            .to_owned())
    });
    nobody
        .post("/api/v1/confirm", &json!({ "confirmation_token": token }))
        .expect(200);
    assert_eq!(
        nobody
            .post("/api/v1/confirm", &json!({ "confirmation_token": token }))
            .expect(410)
            .code(),
        "link_used"
    );
    let mut els = server.as_nobody();
    els.sign_in("els@example.nl", "vier losse woorden samen");
    assert_eq!(
        els.get("/api/v1/current_organizations").expect(200).ids(),
        [organization.clone()]
    );

    let approve = json!({ "data": { "type": "organizations", "id": organization, "attributes": { "status": "approved" } } });
    let path = format!("/api/v1/organizations/{organization}/approve");
    els.put(&path, &approve).expect(403);
    server.as_center().put(&path, &approve).expect(200);

    let vacancy = els
        .post(
            "/api/v1/vacancies",
            &crate::support::fixtures::vacancy(
                organization.parse().unwrap(),
                "Schoffelen in de moestuin",
            ),
        )
        .expect(201)
        .id();
    event(
        &els,
        &format!("/api/v1/vacancies/{vacancy}/transition"),
        "submit",
    )
    .expect(200);
    let moderate = json!({ "data": { "attributes": { "event": "approve" } } });
    server
        .as_center()
        .decide(&format!("/api/v1/vacancies/{vacancy}/moderate"), &moderate)
        .expect(200);
    let found = nobody
        .get("/api/v1/vacancies?filter[q]=schoffel")
        .expect(200);
    assert_eq!(found.ids(), [vacancy]);
}
