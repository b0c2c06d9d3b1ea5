//! Who knows of a check: the person, the organisation that asked or saw it while the person has to do with it, the centre.

use serde_json::{Value, json};

use super::{CHECKS, applied, ask, ask_for, note, paper, see, state, step};
use crate::applications::stages::{PATH, apply, take};
use crate::support::fixtures::{self, PASSWORD, published};
use crate::support::school::{asks_first, class, link};
use crate::support::server::{Client, Server, document};

fn wim(server: &Server) -> Client {
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", PASSWORD);
    wim
}

#[test]
fn only_the_person_their_organisation_and_their_centre_know_of_it() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let id = note(&samira, &application, "vog", "2029-11-03")
        .expect(201)
        .id();
    let path = format!("{CHECKS}/{id}");
    for who in [&joke, &samira, &server.as_center(), &server.as_admin()] {
        assert_eq!(who.get(CHECKS).expect(200).ids(), [id.clone()]);
        who.get(&path).expect(200);
    }
    server.as_nobody().get(CHECKS).expect(401);
    server.as_nobody().get(&path).expect(401);
    for who in [
        wim(&server),
        server.as_mentor(),
        server.as_student(),
        server.as_content_manager(),
        server.as_page_manager(),
    ] {
        assert_eq!(who.get(CHECKS).expect(200).at("/meta/total"), 0);
        who.get(&path).expect(404);
        who.get(&format!("{path}/history")).expect(404);
        step(&who, &id, "revoke").expect(404);
    }
    see(&wim(&server), &id, paper("2026-11-03", "2029-11-03")).expect(404);
    see(&server.as_mentor(), &id, paper("2026-11-03", "2029-11-03")).expect(403);
    ask(&wim(&server), json!({ "replaces_id": id })).expect(404);
    ask_for(&wim(&server), &application, "vog").expect(404);
    ask_for(&server.as_mentor(), &application, "vog").expect(403);
    ask_for(&joke, &application, "vog").expect(403);
}

#[test]
fn no_filter_sort_or_error_tells_an_organisation_what_another_one_saw() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let id = note(&samira, &application, "vog", "2026-12-20")
        .expect(201)
        .id();
    let wim = wim(&server);
    // Joke applied to Wim's too: he knows her, and still nothing of this.
    let other = published(&wim, server.people.foreign, "Pakketten inpakken");
    let known = apply(&joke, &other).expect(201).id();
    let nothing = wim.get(CHECKS).expect(200).text;
    let user = server.people.volunteer;
    for query in [
        format!("filter[user_id_eq]={user}"),
        format!("filter[organization_id_eq]={}", server.people.own),
        format!("filter[application_id_eq]={application}"),
        "filter[kind_eq]=vog".to_owned(),
        "filter[status_eq]=seen".to_owned(),
        "filter[state_in]=expiring".to_owned(),
        "filter[needs_attention_eq]=true".to_owned(),
        "filter[at_risk_eq]=false".to_owned(),
        "filter[q]=Joke".to_owned(),
        "sort=-valid_until".to_owned(),
        "sort=person_name&include=user,application,organization".to_owned(),
    ] {
        let found = wim.get(&format!("{CHECKS}?{query}")).expect(200);
        assert_eq!(found.at("/meta/total"), 0, "{query}");
        assert!(!found.text.contains("Vermeer"), "{query}");
    }
    assert!(!nothing.contains("Vermeer"));
    // A check that is not his is answered as one that is not there.
    let (there, none) = (
        wim.get(&format!("{CHECKS}/{id}")).expect(404),
        wim.get(&format!("{CHECKS}/999999")).expect(404),
    );
    assert_eq!(there.code(), none.code());
    // His own request is another row, and begins with nothing.
    let asked = ask_for(&wim, &known, "vog").expect(201);
    assert_eq!(asked.at("/data/attributes/replaces_id"), Value::Null);
    assert_eq!(asked.at("/data/attributes/state"), "requested");
    assert_eq!(samira.get(CHECKS).expect(200).ids(), [id]);
    assert_eq!(joke.get(CHECKS).expect(200).at("/meta/total"), 2);
}

#[test]
fn a_mentor_reads_the_application_without_what_is_missing() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    link(&server.as_mentor(), class, class.sem, None).expect(201);
    let vacancy = super::asking(&server, &["vog"]);
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let (mia, samira) = (server.as_mentor(), server.as_superuser());
    let attributes = |client: &Client| {
        let found = client.get(&format!("{PATH}/{id}")).expect(200);
        found.at("/data/attributes")
    };
    assert!(attributes(&mia).get("missing_checks").is_none());
    assert!(
        attributes(&server.as_student())
            .get("missing_checks")
            .is_some()
    );
    // Nothing is asked while the School holds it: the organisation does not know of it.
    ask_for(&samira, &id, "vog").expect(404);
    let held = ask_for(&server.as_center(), &id, "vog").expect(422);
    assert_eq!(held.pointer(), "/data/attributes/application_id");
    take(&mia, &id, "approve_as_mentor").expect(200);
    ask_for(&samira, &id, "vog").expect(201);
    assert_eq!(mia.get(CHECKS).expect(200).at("/meta/total"), 0);
    assert!(
        !mia.get("/api/v1/notifications")
            .expect(200)
            .text
            .contains("check_")
    );
}

#[test]
fn nobody_confirms_their_own_check() {
    let server = Server::start();
    // Wim manages an organisation, and Samira of another one applies there: she may not note her own at home either.
    let wim = wim(&server);
    let vacancy = published(&wim, server.people.foreign, "Pakketten inpakken");
    let samira = server.as_superuser();
    let id = apply(&samira, &vacancy).expect(201).id();
    let superuser = server.people.superuser;
    let foreign = server.people.foreign;
    server.arrange(move |tx| {
        fixtures::role_of(
            tx,
            superuser,
            "organization_superuser",
            "organization",
            foreign,
        )
    });
    let samira = server.as_superuser();
    let refused = note(&samira, &id, "vog", "2029-11-03");
    assert_eq!(refused.status, 403, "{}", refused.text);
    let made = ask_for(&wim, &id, "vog").expect(201).id();
    see(&samira, &made, paper("2026-11-03", "2029-11-03")).expect(403);
    step(&samira, &made, "claim").expect(200);
    see(&wim, &made, paper("2026-11-03", "2029-11-03")).expect(200);
    assert_eq!(state(&samira, &made), "seen");
}

#[test]
fn an_organisation_that_is_not_approved_or_has_lost_the_person_asks_and_sees_nothing() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let id = ask_for(&samira, &application, "vog").expect(201).id();
    let own = server.people.own;
    let status = |status: &'static str| {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update organizations set status = ?2 where id = ?1",
                (own, status),
            )?)
        })
    };
    status("pending");
    let samira = server.as_superuser();
    samira.get(&format!("{CHECKS}/{id}")).expect(200);
    let refused = see(&samira, &id, paper("2026-11-03", "2029-11-03"));
    assert!([403, 404].contains(&refused.status), "{}", refused.text);
    ask_for(&samira, &application, "first_aid");
    assert_eq!(joke.get(CHECKS).expect(200).at("/meta/total"), 1);
    status("approved");
    let samira = server.as_superuser();
    take(&samira, &application, "reject").expect(200);
    ask_for(&samira, &application, "first_aid").expect(422);
    samira.get(&format!("{CHECKS}/{id}")).expect(200);
    // Half a year later the organisation has nothing more to do with the person.
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 190));
    server
        .as_superuser()
        .get(&format!("{CHECKS}/{id}"))
        .expect(404);
    server
        .as_center()
        .get(&format!("{CHECKS}/{id}"))
        .expect(200);
}

#[test]
fn a_centre_asks_its_own_people_and_no_others() {
    let server = Server::start();
    let (joke, marieke) = (server.as_volunteer(), server.as_center());
    let user = server.people.volunteer.to_string();
    let asked = ask(&marieke, json!({ "user_id": user, "kind": "vog" })).expect(201);
    assert_eq!(asked.at("/data/attributes/organization_id"), Value::Null);
    ask(
        &server.as_superuser(),
        json!({ "user_id": user, "kind": "vog" }),
    )
    .expect(403);
    step(&joke, &asked.id(), "claim").expect(200);
    // No organisation asked: the centre is told.
    assert_eq!(
        crate::applications::stages::letters(&server, "check_claimed"),
        ["marieke@example.nl"]
    );
    let other = server.people.other_center;
    let stranger =
        server.arrange(move |tx| fixtures::user(tx, "els@example.nl", "Els Elders", other, "x"));
    ask(
        &marieke,
        json!({ "user_id": stranger.to_string(), "kind": "vog" }),
    )
    .expect(404);
    let foreign = ask(
        &server.as_admin(),
        json!({ "user_id": stranger.to_string(), "kind": "vog" }),
    )
    .expect(422);
    assert_eq!(foreign.pointer(), "/data/attributes/user_id");
    // What the centre saw for itself is not an organisation's.
    see(&marieke, &asked.id(), paper("2026-11-03", "2029-11-03")).expect(200);
    assert_eq!(
        server
            .as_superuser()
            .get(CHECKS)
            .expect(200)
            .at("/meta/total"),
        0
    );
}

#[test]
fn checks_follow_their_organisation_to_another_centre_and_into_another_one() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let id = note(&samira, &application, "vog", "2029-11-03")
        .expect(201)
        .id();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let merge = json!({ "data": { "attributes": { "into": foreign.to_string() } } });
    server
        .as_center()
        .post(&format!("/api/v1/organizations/{own}/merge"), &merge)
        .expect(200);
    let of = |client: &Client| {
        client
            .get(&format!("{CHECKS}/{id}"))
            .expect(200)
            .at("/data/attributes/organization_id")
    };
    assert_eq!(of(&joke), foreign.to_string());
    assert_eq!(of(&wim(&server)), foreign.to_string());
    let missing = wim(&server)
        .get(&format!("{PATH}/{application}"))
        .expect(200);
    assert_eq!(missing.at("/data/attributes/missing_checks"), json!([]));
    let undo = json!({ "data": { "attributes": { "id": own.to_string() } } });
    let undone = server.as_center().post(
        &format!("/api/v1/organizations/{foreign}/merge/undo"),
        &undo,
    );
    if undone.status < 300 {
        assert_eq!(of(&joke), own.to_string());
    }
}

#[test]
fn an_organisation_takes_out_its_own_register_as_a_file() {
    let server = Server::start();
    let (application, _, samira) = applied(&server);
    note(&samira, &application, "vog", "2029-11-03").expect(201);
    let make = |client: &Client| {
        let attributes = json!({ "resource": "checks", "format": "csv", "filter": {} });
        client.post("/api/v1/exports", &document("exports", attributes))
    };
    let file = |client: &Client| {
        let made = make(client).expect(201);
        client
            .get(&format!("/api/v1/exports/{}/file", made.id()))
            .expect(200)
            .text
    };
    assert!(file(&samira).contains("Joke Vermeer"));
    assert!(!file(&wim(&server)).contains("Vermeer"));
    make(&server.as_center()).expect(403);
    make(&server.as_volunteer()).expect(403);
}
