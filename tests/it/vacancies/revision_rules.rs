//! Rules of revisions: validation, users exempt from review, and what happens when the vacancy changes state.

use serde_json::{Value, json};

use crate::applications::stages::letters;
use crate::support::server::{Client, Server, document};
use crate::vacancies::revision::{NEW, OLD, change, id_of, moderate, reviewed, title};
use crate::vacancies::states::{state, take};

#[test]
fn a_new_place_waits_too_and_leaves_the_old_address_alone() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    let wrong = json!({ "address": { "postal_code": "0000 XX" } });
    let refused = change(&samira, &path, wrong).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/address/postal_code");
    let place = json!({ "address": { "street": "Oudegracht", "house_number": "1", "postal_code": "3511ab", "city": "Utrecht" } });
    let saved = change(&samira, &path, place).expect(200);
    assert_eq!(saved.at("/data/attributes/city"), "Lindewaard");
    assert_eq!(
        saved.at("/data/attributes/revision/address/postal_code"),
        "3511 AB"
    );
    let own = json!({ "address": { "street": "Kerkstraat", "house_number": "18", "postal_code": "5310 AB", "city": "Lindewaard" } });
    let back = change(&samira, &path, own).expect(200);
    assert_eq!(back.at("/data/attributes/revision"), Value::Null);
    change(&samira, &path, json!({ "online": true })).expect(200);
    assert_eq!(nobody.get(&path).at("/data/attributes/online"), false);
    change(
        &samira,
        &path,
        json!({ "online": false, "address": { "postal_code": "3511 AB", "city": "Utrecht" } }),
    )
    .expect(200);
    moderate(&server.as_center(), &path, "approve").expect(200);
    let seen = nobody.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/city"), "Utrecht");
    let organization = format!(
        "/api/v1/organizations/{}?include=address",
        server.people.own
    );
    assert_eq!(
        nobody.get(&organization).at("/included/0/attributes/city"),
        "Lindewaard"
    );
}

#[test]
fn what_waits_is_held_to_the_same_rules() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    for (attributes, pointer) in [
        (json!({ "title": "Kort" }), "title"),
        (json!({ "description": "<p>Kort.</p>" }), "description"),
        (json!({ "min_age": 3 }), "min_age"),
    ] {
        let refused = change(&samira, &path, attributes).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    let text =
        "<p>Je wandelt elke week een uur met iemand die graag buiten is. <script>x()</script></p>";
    let saved = change(&samira, &path, json!({ "description": text })).expect(200);
    let waiting = saved.at("/data/attributes/revision/description");
    assert!(!waiting.as_str().unwrap().contains("script"), "{waiting}");
    let stale = samira
        .clone()
        .with("if-match", "\"1\"")
        .patch(&path, &document("vacancies", json!({ "title": NEW })));
    assert_eq!(stale.status, 412);
}

#[test]
fn who_is_trusted_who_decides_and_who_is_not_reviewed_changes_at_once() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let at_once = |client: &Client, words: &str| {
        let saved = change(client, &path, json!({ "title": words })).expect(200);
        assert_eq!(saved.at("/data/attributes/title"), words);
        assert_eq!(saved.at("/data/attributes/revision"), Value::Null);
    };
    at_once(&marieke, "Van het vrijwilligerspunt");
    server.arrange(|tx| Ok(tx.execute("update organizations set trusted = 1", [])?));
    at_once(&samira, "Van wie vertrouwd is");
    server.arrange(|tx| {
        tx.execute("update organizations set trusted = 0", [])?;
        Ok(tx.execute("update volunteer_centers set review_vacancies = 0", [])?)
    });
    at_once(&samira, "Waar niemand meeleest");
}

#[test]
fn a_filled_vacancy_is_read_again_before_it_opens_with_other_words() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    take(&samira, &id_of(&path), "fill").expect(200);
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    assert_eq!(title(&nobody, &path), OLD);
    let asked = take(&samira, &id_of(&path), "reopen").expect(200);
    assert_eq!(asked.at("/data/attributes/status"), "filled");
    assert_eq!(asked.at("/data/attributes/revision_state"), "submitted");
    assert_eq!(asked.at("/data/attributes/revision/status"), "published");
    moderate(&server.as_center(), &path, "approve").expect(200);
    assert_eq!(title(&nobody, &path), NEW);
    assert_eq!(state(&server, &id_of(&path)).0, "published");
}

#[test]
fn an_expired_vacancy_is_read_again_before_it_is_renewed_with_other_words() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set status = 'expired', expires_at = '2026-11-20T00:00:00Z'",
            [],
        )?)
    });
    let renew =
        json!({ "data": { "attributes": { "event": "renew", "expires_at": "2027-02-01" } } });
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    assert_eq!(title(&nobody, &path), OLD);
    samira
        .put(&format!("{path}/transition"), &renew)
        .expect(200);
    assert_eq!(state(&server, &id_of(&path)).0, "expired");
    moderate(&server.as_center(), &path, "approve").expect(200);
    let seen = nobody.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/title"), NEW);
    assert_eq!(seen.at("/data/attributes/status"), "published");
    assert_eq!(
        seen.at("/data/attributes/expires_at"),
        "2027-02-01T22:59:59Z"
    );
}

#[test]
fn a_vacancy_that_goes_offline_takes_its_new_words_along_and_is_read_before_it_returns() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let id = id_of(&path);
    server.arrange(|tx| Ok(tx.execute("update vacancies set moderation_state = 'approved'", [])?));
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let offline = take(&samira, &id, "unpublish").expect(200);
    assert_eq!(offline.at("/data/attributes/title"), NEW);
    assert_eq!(offline.at("/data/attributes/revision"), Value::Null);
    assert_eq!(state(&server, &id), ("draft".to_owned(), "none".to_owned()));
    take(&samira, &id, "publish").expect(422);
    take(&samira, &id, "submit").expect(200);
    moderate(&server.as_center(), &path, "approve").expect(200);
    assert_eq!(title(&server.as_nobody(), &path), NEW);
}

#[test]
fn a_copy_has_the_words_that_are_online() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let copy = samira
        .post(&format!("{path}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/title"), OLD);
    assert_eq!(copy.at("/data/attributes/revision"), Value::Null);
    assert_eq!(copy.at("/data/attributes/revision_state"), Value::Null);
}

#[test]
fn the_centre_approves_what_it_has_read() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let read = marieke.get(&path).expect(200).header("etag").to_owned();
    change(&samira, &path, json!({ "title": "Heel iets anders" })).expect(200);
    let deciding = marieke.with("if-match", &read);
    moderate(&deciding, &path, "approve").expect(412);
    assert_eq!(title(&server.as_nobody(), &path), OLD);
    moderate(&server.as_center(), &path, "approve").expect(200);
    assert_eq!(title(&server.as_nobody(), &path), "Heel iets anders");
}

#[test]
fn an_approval_that_cannot_be_done_changes_nothing() {
    let server = Server::start();
    let path = reviewed(&server);
    change(&server.as_superuser(), &path, json!({ "title": NEW })).expect(200);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set revision = json_set(revision, '$.description', '<p>Kort.</p>')",
            [],
        )?)
    });
    let refused = moderate(&server.as_center(), &path, "approve").expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/description");
    let seen = server.as_superuser().get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/title"), OLD);
    assert_eq!(seen.at("/data/attributes/revision_state"), "submitted");
    assert!(letters(&server, "vacancy_approved").is_empty());
}
