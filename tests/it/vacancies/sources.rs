//! Addresses of partners that an admin keeps: added, paused, read at once, and what came of it.

use serde_json::{Value, json};
use voluntr::resources::vacancy::import::source::{Reading, claim, is_due, note};
use voluntr::resources::vacancy::import::{Destination, PartnerFile, run};

use crate::support::server::{Client, Reply, Server, document};

const SOURCES: &str = "/api/v1/vacancy_sources";
const URL: &str = "https://partner.example.org/v.json";

fn add(client: &Client, attributes: Value) -> Reply {
    client.post(SOURCES, &document("vacancy_sources", attributes))
}

fn claimed(server: &Server) -> Option<i64> {
    server.arrange(|tx| Ok(claim(tx)?.map(|due| due.id)))
}

#[test]
fn an_admin_adds_addresses_on_the_internet_alone_and_each_of_them_once() {
    let server = Server::start();
    let admin = server.as_admin();
    for wrong in [
        "http://partner.example.org/v.json",
        "https://localhost/v.json",
        "https://10.0.0.1/v.json",
        "https://name:word@partner.example.org/v.json",
        "partner",
    ] {
        let refused = add(&admin, json!({ "url": wrong })).expect(422);
        assert_eq!(refused.at("/errors/0/meta/rule"), "partner_url", "{wrong}");
    }
    let own = server.people.own.to_string();
    let made = add(&admin, json!({ "url": URL, "organization_id": own })).expect(201);
    assert_eq!(made.at("/data/attributes/organization_id"), json!(own));
    assert_eq!(made.at("/data/attributes/last_read_at"), Value::Null);
    let again = add(&admin, json!({ "url": URL })).expect(422);
    assert_eq!(again.at("/errors/0/meta/rule"), "taken");
    let away = "https://partner.example.org/other.json";
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [&own],
        )?)
    });
    let own = server.people.own.to_string();
    let waits = add(&admin, json!({ "url": away, "organization_id": own })).expect(422);
    assert_eq!(waits.pointer(), "/data/attributes/organization_id");
    for number in 1..20 {
        let url = format!("https://partner.example.org/{number}.json");
        add(&admin, json!({ "url": url })).expect(201);
    }
    let full = add(&admin, json!({ "url": away })).expect(422);
    assert_eq!(full.at("/errors/0/meta/rule"), "most_sources");
    add(&server.as_center(), json!({ "url": away })).expect(403);
}

#[test]
fn what_is_paused_is_not_read_and_what_is_asked_for_is_read_at_once() {
    let server = Server::start();
    let admin = server.as_admin();
    let id = add(&admin, json!({ "url": URL })).expect(201).id();
    let path = format!("{SOURCES}/{id}");
    let pause = |paused: bool| {
        let change = document("vacancy_sources", json!({ "paused": paused }));
        admin.patch(&path, &change).expect(200)
    };
    pause(true);
    assert_eq!(claimed(&server), None);
    let refused = admin.put(&format!("{path}/read"), &json!({})).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), "paused_source");
    pause(false);
    assert_eq!(claimed(&server).map(|id| id.to_string()), Some(id.clone()));
    // Its next turn is hours away.
    assert_eq!(claimed(&server), None);
    admin.put(&format!("{path}/read"), &json!({})).expect(200);
    let due = server.arrange(|tx| is_due(tx, tx.now()));
    assert!(due);
    let number: i64 = id.parse().unwrap();
    let (center_id, own) = (server.people.center, server.people.own);
    let vacancies = json!({ "origin": "partner.example", "vacancies": [
        { "external_id": "a", "title": "Wandelmaatje", "description": "<p>Je gaat elke week een uur op pad met iemand uit de buurt.</p>", "hours_per_week": 1 },
        { "external_id": "b", "title": "" },
    ] });
    let file = PartnerFile::read(vacancies.to_string().as_bytes()).unwrap();
    server.arrange(move |tx| {
        let to = Destination {
            center_id,
            organization_id: Some(own),
            overwrites: false,
            may_empty: false,
        };
        let reading = Reading::TakenIn(run(tx, file, to)?);
        note(tx, number, &reading)
    });
    let told = admin.get(&path).expect(200);
    let result = told.at("/data/attributes/last_result").clone();
    assert_eq!(
        (&result["added"], &result["faulty"]),
        (&json!(1), &json!(1))
    );
    let problem = result["problems"][0].as_str().unwrap();
    assert!(problem.starts_with("2 (b): title:"), "{problem}");
    assert_eq!(told.at("/data/attributes/last_failed"), false);
    server.arrange(move |tx| {
        note(
            tx,
            number,
            &Reading::Failed("its certificate has expired".into()),
        )
    });
    let told = admin.get(&path).expect(200);
    assert_eq!(told.at("/data/attributes/last_failed"), true);
    assert_eq!(told.at("/data/attributes/last_result"), Value::Null);
    assert_eq!(
        told.at("/data/attributes/last_outcome"),
        "failed: its certificate has expired"
    );
    admin.delete(&path).expect(204);
    assert_eq!(admin.get(SOURCES).expect(200).at("/meta/total"), 0);
}
