//! What a person asks for themselves: who sees it, who decides, and what is never told.

use serde_json::{Value, json};
use voluntr::base::clock::{days, later};

use crate::applications::stages::letters;
use crate::applications::waiting_list::follow;
use crate::support::server::{Client, Reply, Server, document};
use crate::support::{fixtures, outbox};
use crate::vacancies::states::{LIST, take};

const TEXT: &str = "<p>Mijn heup is stuk. Wie gaat er op dinsdag met mij mee naar de markt, een uurtje of twee?</p>";
const OFFERED: &str = "/api/v1/vacancies?filter[help_offer_eq]=true";
const ASKED: &str = "/api/v1/vacancies?filter[help_request_eq]=true";

fn switch(server: &Server, is_on: bool) {
    server.arrange(move |tx| {
        Ok(tx.execute("update tenant_settings set peer_to_peer = ?1", [is_on])?)
    });
}

fn request(title: &str) -> Value {
    document(
        "vacancies",
        json!({
            "title": title, "vacancy_type": "one-on-one", "description": TEXT, "schedule": "Dinsdagochtend",
            "agrees_to_safety_rules": true,
            "address": { "street": "Veldweg", "house_number": "7", "postal_code": "5301 AA", "city": "Zaltbommel" },
        }),
    )
}

fn ask(client: &Client, title: &str) -> Reply {
    client.post(LIST, &request(title))
}

fn approved(server: &Server, asker: &Client) -> String {
    let id = ask(asker, "Samen naar de markt").expect(201).id();
    take(asker, &id, "submit").expect(200);
    take(&server.as_center(), &id, "approve").expect(200);
    id
}

fn apply(client: &Client, id: &str) -> Reply {
    let attributes = json!({ "vacancy_id": id, "message": "Ik ga graag mee, dinsdag kan ik altijd.", "agrees_to_safety_rules": true });
    client.post(
        "/api/v1/applications",
        &document("applications", attributes),
    )
}

fn step(client: &Client, id: &str, event: &str) -> Reply {
    let body = json!({ "data": { "attributes": { "event": event } } });
    client.put(&format!("/api/v1/applications/{id}/transition"), &body)
}

/// Somebody else who volunteers.
fn helper(server: &Server) -> Client {
    let hash = voluntr::app::auth::password_hash::hash(fixtures::PASSWORD).unwrap();
    let center = server.people.center;
    server.arrange(move |tx| fixtures::user(tx, "wout@example.nl", "Wout Helper", center, &hash));
    let mut client = server.as_nobody();
    client.sign_in("wout@example.nl", fixtures::PASSWORD);
    client
}

#[test]
fn a_request_waits_for_the_centre_and_goes_from_asker_to_helper() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let id = ask(&joke, "Samen naar de markt").expect(201).id();
    // A centre that reviews nothing reviews this.
    server.arrange(|tx| Ok(tx.execute("update volunteer_centers set review_vacancies = 0", [])?));
    take(&joke, &id, "publish").expect(422);
    take(&joke, &id, "submit").expect(200);
    assert!(server.as_nobody().get(ASKED).expect(200).ids().is_empty());
    server.as_nobody().get(&format!("{LIST}/{id}")).expect(404);
    let waiting = server.as_center().get("/api/v1/moderation").expect(200);
    assert_eq!(
        waiting.at("/data/0/meta/common/organization"),
        json!("Joke Vermeer")
    );
    take(&joke, &id, "approve").expect(403);
    take(&server.as_center(), &id, "approve").expect(200);
    outbox::last(&server, "vacancy_approved", "joke@example.nl");
    assert_eq!(
        server.as_nobody().get(ASKED).expect(200).ids(),
        [id.clone()]
    );

    take(&joke, &id, "fill").expect(200);
    take(&joke, &id, "reopen").expect(200);
    apply(&joke, &id).expect(422);
    let application = apply(&wout, &id).expect(201).id();
    outbox::last(&server, "application_new", "joke@example.nl");
    let path = format!("/api/v1/applications/{application}");
    assert_eq!(
        joke.get(&path).expect(200).at("/data/attributes/message"),
        json!("Ik ga graag mee, dinsdag kan ik altijd.")
    );
    let messages = format!("{path}/messages");
    let said = document("messages", json!({ "body": "Fijn! Hoe laat kun je?" }));
    joke.post(&messages, &said).expect(201);
    assert_eq!(
        wout.get(&messages)
            .expect(200)
            .at("/data/0/attributes/side"),
        json!("organization")
    );
    // Where exactly is told to who is accepted.
    let vacancy = format!("{LIST}/{id}?include=address");
    let street = "/included/0/attributes/street";
    assert_eq!(wout.get(&vacancy).expect(200).at(street), Value::Null);
    step(&wout, &application, "accept").expect(422);
    step(&joke, &application, "accept").expect(200);
    assert_eq!(wout.get(&vacancy).expect(200).at(street), json!("Veldweg"));
    assert_eq!(
        joke.get(&format!("{LIST}/{id}"))
            .expect(200)
            .at("/data/attributes/status"),
        json!("filled")
    );
    take(&joke, &id, "archive").expect(200);
}

#[test]
fn a_first_name_and_a_place_are_all_that_is_told_of_the_asker() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let id = approved(&server, &joke);
    for path in [
        format!("{LIST}/{id}?include=organization,contact_person,address"),
        ASKED.to_owned(),
        format!("/vacancies/{id}"),
    ] {
        let shown = server.as_nobody().get(&path).expect(200);
        assert!(shown.text.contains("Joke"), "{path}");
        for secret in ["Vermeer", "Veldweg", "joke@", "5301", "asker_id\":\""] {
            let is_area = secret == "5301"
                && !shown.text.contains("5301 AA")
                && !shown.text.contains("5301AA");
            assert!(is_area || !shown.text.contains(secret), "{path}: {secret}");
        }
    }
    let page = server.as_nobody().get(&format!("/vacancies/{id}")).text;
    assert!(!page.contains("noindex") && !page.contains("application/ld+json"));
}

#[test]
fn the_page_of_requests_is_read_without_the_app_and_found_where_help_is_on() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let is_in_sitemap = |path: &str| nobody.get("/sitemap.xml").expect(200).text.contains(path);
    nobody.get("/een-op-een-hulp").expect(404);
    assert!(!is_in_sitemap("/een-op-een-hulp"));
    switch(&server, true);
    let none = nobody.get("/een-op-een-hulp").expect(200);
    assert!(none.text.contains("Er zijn nu geen hulpvragen") && !none.text.contains("noindex"));
    let id = approved(&server, &server.as_volunteer());
    let address = format!("/vacancies/{id}");
    for (path, title) in [
        ("/een-op-een-hulp", "Een-op-eenhulp"),
        ("/en/een-op-een-hulp", "One-on-one"),
    ] {
        let page = nobody.get(path).expect(200);
        assert!(page.text.contains(title), "{path}");
        assert!(page.text.contains("Samen naar de markt") && page.text.contains(&address));
        assert!(!page.text.contains("Vermeer") && !page.text.contains("Veldweg"));
    }
    // English was chosen with its address, and is kept.
    let near = server
        .as_nobody()
        .get("/een-op-een-hulp?near=Groningen")
        .expect(200);
    assert!(near.text.contains("geen hulpvragen bij Groningen") && near.text.contains("noindex"));
    assert!(is_in_sitemap("/een-op-een-hulp") && is_in_sitemap(&address));
    switch(&server, false);
    nobody.get("/een-op-een-hulp").expect(404);
    assert!(!is_in_sitemap("/een-op-een-hulp") && !is_in_sitemap(&address));
}

#[test]
fn no_list_of_organisations_or_of_their_vacancies_has_it() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let id = approved(&server, &joke);
    let own = joke.get(&format!("{LIST}/{id}")).expect(200);
    let household = own.at("/data/attributes/organization_id");
    let household = household.as_str().unwrap();
    for client in [
        server.as_nobody(),
        server.as_volunteer(),
        server.as_center(),
        server.as_admin(),
    ] {
        for path in [
            "/api/v1/organizations",
            "/api/v1/organizations?filter[status_in]=approved,pending,archived",
            "/api/v1/organizations?filter[q]=joke",
        ] {
            let listed = client.get(path).expect(200);
            assert!(!listed.ids().iter().any(|each| each == household), "{path}");
        }
    }
    for client in [server.as_nobody(), server.as_center(), server.as_admin()] {
        client
            .get(&format!("/api/v1/organizations/{household}"))
            .expect(404);
    }
    let elsewhere = server.as_nobody().with("host", "elders.localhost");
    assert!(elsewhere.get(ASKED).expect(200).ids().is_empty());
    elsewhere.get(&format!("{LIST}/{id}")).expect(404);
    let nobody = server.as_nobody();
    for path in [
        LIST.to_owned(),
        format!("{LIST}?filter[q]=markt"),
        format!("{LIST}?filter[organization_id_eq]={household}"),
    ] {
        assert!(nobody.get(&path).expect(200).ids().is_empty(), "{path}");
    }
    for kind in ["vacancy_type_eq", "vacancy_type_in"] {
        let listed = nobody
            .get(&format!("{LIST}?filter[{kind}]=one-on-one"))
            .expect(200);
        assert_eq!(listed.ids(), [id.clone()]);
    }
    for path in [
        "/feeds/vacancies.rss",
        "/feeds/vacancies.json",
        "/embed/vacancies",
        "/api/v1/vacancies/suggestions?q=markt",
    ] {
        let text = nobody.get(path).expect(200).text;
        assert!(
            !text.contains("markt") && !text.contains(&format!("/vacancies/{id}")),
            "{path}"
        );
    }
    let feed = nobody
        .get("/feeds/vacancies.json?filter[vacancy_type_eq]=one-on-one")
        .expect(200);
    assert!(feed.text.contains("Samen naar de markt"));
    assert_eq!(
        nobody
            .get("/api/v1/vacancies/facets")
            .expect(200)
            .at("/meta/total"),
        json!(0)
    );
}

#[test]
fn it_takes_a_centre_that_has_help_between_people() {
    let server = Server::start();
    switch(&server, false);
    let joke = server.as_volunteer();
    let refused = ask(&joke, "Samen naar de markt").expect(403);
    assert_eq!(refused.code(), "feature_disabled");
    switch(&server, true);
    server
        .as_nobody()
        .post(LIST, &request("Samen naar de markt"))
        .expect(401);
    let id = approved(&server, &joke);
    let draft = ask(&joke, "Een lamp ophangen").expect(201).id();
    switch(&server, false);
    server.as_nobody().get(&format!("{LIST}/{id}")).expect(404);
    assert!(server.as_nobody().get(ASKED).expect(200).ids().is_empty());
    apply(&helper(&server), &id).expect(422);
    assert_eq!(
        take(&joke, &draft, "submit").expect(403).code(),
        "feature_disabled"
    );
    // What was asked can be ended.
    take(&joke, &id, "archive").expect(200);
    joke.delete(&format!("{LIST}/{draft}")).expect(204);
}

#[test]
fn a_request_is_its_askers_and_its_centres_alone() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let draft = ask(&joke, "Samen naar de markt").expect(201).id();
    let path = format!("{LIST}/{draft}");
    let change = document("vacancies", json!({ "title": "Samen naar het park" }));
    let wout = helper(&server);
    for (client, status) in [
        (server.as_nobody(), 401),
        (server.as_superuser(), 404),
        (wout, 404),
    ] {
        client.patch(&path, &change).expect(status);
        client.delete(&path).expect(status);
        assert_ne!(take(&client, &draft, "submit").status, 200);
    }
    joke.patch(&path, &change).expect(200);
    let mine = joke
        .get(&format!("{LIST}?filter[asked_by_me_eq]=true"))
        .expect(200);
    assert_eq!(mine.ids(), [draft.clone()]);
    // An organisation does not ask as a person, and a person not as an organisation.
    let as_organization = document(
        "vacancies",
        json!({ "title": "Samen naar de markt", "vacancy_type": "volunteering", "description": TEXT }),
    );
    joke.post(LIST, &as_organization).expect(422);
    let foreign = json!({ "title": "Samen naar de markt", "vacancy_type": "one-on-one", "organization_id": server.people.own.to_string() });
    assert!(joke.post(LIST, &document("vacancies", foreign)).status >= 403);
    let other_type = document("vacancies", json!({ "vacancy_type": "volunteering" }));
    joke.patch(&path, &other_type).expect(422);
    let asker = document("vacancies", json!({ "asker_id": "1" }));
    joke.patch(&path, &asker).expect(422);
}

#[test]
fn a_person_has_three_open_requests_and_ten_drafts() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let drafts: Vec<String> = (0..10)
        .map(|number| {
            ask(&joke, &format!("Vraag nummer {number}"))
                .expect(201)
                .id()
        })
        .collect();
    assert_eq!(
        ask(&joke, "Nog een vraag").expect(422).code(),
        "limit_reached"
    );
    for id in &drafts[..3] {
        take(&joke, id, "submit").expect(200);
    }
    assert_eq!(
        take(&joke, &drafts[3], "submit").expect(422).code(),
        "limit_reached"
    );
    take(&joke, &drafts[0], "withdraw").expect(200);
    take(&joke, &drafts[3], "submit").expect(200);
}

#[test]
fn a_child_asks_once_a_parent_has_agreed() {
    let server = Server::start();
    switch(&server, true);
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update users set birth_date = '2012-01-01' where id = ?1",
            [volunteer],
        )?)
    });
    let refused = ask(&server.as_volunteer(), "Samen naar de markt");
    assert_eq!(refused.expect(403).code(), "consent_missing");
}

#[test]
fn who_leaves_takes_the_requests_along() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let id = approved(&server, &joke);
    let wout = helper(&server);
    let application = apply(&wout, &id).expect(201).id();
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| {
        voluntr::resources::user::own_account::archive::archive(
            tx,
            volunteer,
            voluntr::resources::user::own_account::archive::ArchiveReason::OwnWish,
            &voluntr::resources::user::own_account::archive::Said::default(),
            Some(volunteer),
        )
    });
    assert!(server.as_nobody().get(ASKED).expect(200).ids().is_empty());
    assert_eq!(
        wout.get(&format!("/api/v1/applications/{application}"))
            .expect(200)
            .at("/data/attributes/stage"),
        json!("closed")
    );
}

#[test]
fn the_reviewer_is_not_told_that_a_person_lacks_what_organisations_have() {
    let server = Server::start();
    switch(&server, true);
    let joke = server.as_volunteer();
    let id = ask(&joke, "Samen naar de markt").expect(201).id();
    take(&joke, &id, "submit").expect(200);
    let found = server
        .as_center()
        .get(&format!("{LIST}/{id}/review_hints"))
        .expect(200);
    let codes = |list: &str| -> Vec<String> {
        let list = found.at(list);
        let codes = list.as_array().unwrap().iter();
        codes
            .map(|each| each["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(codes("/meta/hints"), ["first_request", "short_text"]);
    assert_eq!(
        codes("/meta/criteria"),
        [
            "clear_task",
            "hours",
            "no_diploma",
            "open_to_all",
            "not_paid_work"
        ]
    );
}

#[test]
fn the_asker_finds_their_requests_and_who_offers_where_they_begin() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let keys = |client: &Client| -> Vec<String> {
        let board = client.get("/api/v1/dashboard").expect(200);
        let todos = board.at("/data/attributes/own/todos");
        let todos = todos.as_array().unwrap().iter();
        todos
            .map(|todo| format!("{} {}", todo["key"].as_str().unwrap(), todo["count"]))
            .collect()
    };
    let id = ask(&joke, "Samen naar de markt").expect(201).id();
    assert_eq!(keys(&joke), ["help_requests 1"]);
    take(&joke, &id, "submit").expect(200);
    let words = json!({ "event": "request_changes", "message": "Hoe laat is de markt?" });
    server
        .as_center()
        .decide(&format!("{LIST}/{id}/moderate"), &words)
        .expect(200);
    assert_eq!(keys(&joke), ["help_needs_work 1"]);
    take(&joke, &id, "submit").expect(200);
    take(&server.as_center(), &id, "approve").expect(200);
    let application = apply(&wout, &id).expect(201).id();
    assert_eq!(keys(&joke), ["help_offers 1", "help_requests 1"]);
    assert_eq!(
        keys(&wout),
        ["open 1"],
        "what somebody else asks is not theirs"
    );
    step(&joke, &application, "accept").expect(200);
    assert_eq!(keys(&joke), Vec::<String>::new());
}

fn offer(client: &Client, title: &str) -> String {
    let mut offer = request(title);
    offer["data"]["attributes"]["offers_help"] = json!(true);
    client.post(LIST, &offer).expect(201).id()
}

#[test]
fn help_is_offered_as_it_is_asked_for_and_each_list_has_its_own() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let asked = approved(&server, &joke);
    let offered = offer(&wout, "Ik ga graag met je mee naar de markt");
    take(&wout, &offered, "submit").expect(200);
    let nobody = server.as_nobody();
    assert!(nobody.get(OFFERED).expect(200).ids().is_empty(), "unread");
    take(&server.as_center(), &offered, "approve").expect(200);
    assert_eq!(nobody.get(OFFERED).expect(200).ids(), [offered.clone()]);
    assert_eq!(nobody.get(ASKED).expect(200).ids(), [asked.clone()]);
    for path in [
        LIST.to_owned(),
        format!("{LIST}?filter[help_offer_eq]=false"),
        format!("{LIST}?filter[help_request_eq]=false"),
    ] {
        assert!(nobody.get(&path).expect(200).ids().is_empty(), "{path}");
    }
    let page = nobody.get("/een-op-een-hulp?offered=1").expect(200).text;
    assert!(page.contains("Ik ga graag met je mee") && page.contains("Wout"));
    assert!(!page.contains("Helper") && !page.contains("Veldweg"));
    assert!(page.contains("Geen geld, geen pincode, geen sleutel") && page.contains("0800-0113"));
    let own = nobody
        .get(&format!("/vacancies/{offered}"))
        .expect(200)
        .text;
    assert!(own.contains("Ik kan deze hulp gebruiken"));
    // What it is stays what it is.
    let turned = document("vacancies", json!({ "offers_help": false }));
    wout.patch(&format!("{LIST}/{offered}"), &turned)
        .expect(422);
    // Who could use it answers it.
    apply(&joke, &offered).expect(201);
    outbox::last(&server, "application_new", "wout@example.nl");
}

#[test]
fn what_is_asked_finds_what_is_offered_and_the_other_way_round() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let asked = approved(&server, &joke);
    let similar = |client: &Client, id: &str| {
        let path = format!("{LIST}/{id}/similar");
        client.get(&path).expect(200).ids()
    };
    assert!(similar(&joke, &asked).is_empty());
    let offered = offer(&wout, "Ik ga graag met je mee naar de markt");
    assert!(
        similar(&joke, &asked).is_empty(),
        "a draft is nobody's match"
    );
    take(&wout, &offered, "submit").expect(200);
    take(&server.as_center(), &offered, "approve").expect(200);
    // An offer of the asker is no match of their own.
    let own = offer(&joke, "Ik lees je graag voor uit de krant");
    take(&joke, &own, "submit").expect(200);
    take(&server.as_center(), &own, "approve").expect(200);
    assert_eq!(similar(&joke, &asked), [offered.clone()]);
    assert_eq!(similar(&wout, &offered), [asked]);
    assert!(similar(&server.as_nobody(), &own).is_empty());
}

#[test]
fn nobody_hears_of_anybody_before_both_agreed_to_the_rules_for_helping_safely() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let mut silent = request("Samen naar de markt");
    let attributes = silent["data"]["attributes"].as_object_mut().unwrap();
    attributes.remove("agrees_to_safety_rules");
    let id = joke.post(LIST, &silent).expect(201).id();
    let refused = take(&joke, &id, "submit").expect(422);
    assert_eq!(
        refused.at("/errors/0/source/pointer"),
        "/data/attributes/agrees_to_safety_rules"
    );
    let path = format!("{LIST}/{id}");
    let agrees = document("vacancies", json!({ "agrees_to_safety_rules": true }));
    let agreed = joke.patch(&path, &agrees).expect(200);
    assert!(
        agreed
            .at("/data/attributes/safety_rules_agreed_at")
            .is_string()
    );
    take(&joke, &id, "submit").expect(200);
    take(&server.as_center(), &id, "approve").expect(200);
    let seen = server.as_nobody().get(&path).expect(200);
    assert_eq!(
        seen.at("/data/attributes/safety_rules_agreed_at"),
        Value::Null
    );
    let attributes =
        json!({ "vacancy_id": id, "message": "Ik ga graag mee, dinsdag kan ik altijd." });
    let unread = wout.post(
        "/api/v1/applications",
        &document("applications", attributes),
    );
    assert_eq!(
        unread.expect(422).at("/errors/0/source/pointer"),
        "/data/attributes/agrees_to_safety_rules"
    );
    let application = apply(&wout, &id).expect(201).id();
    let agreed_at: Option<String> = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select safety_rules_agreed_at from applications where id = ?1",
            [application],
            |row| row.get(0),
        )?)
    });
    assert!(agreed_at.is_some());
}

#[test]
fn it_closes_after_sixty_days_and_both_are_asked_after_a_week_how_it_went() {
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let id = approved(&server, &joke);
    let end = |id: &str| {
        let path = format!("{LIST}/{id}");
        let found = joke
            .get(&path)
            .expect(200)
            .at("/data/attributes/expires_at");
        found.as_str().unwrap().to_owned()
    };
    let in_days = |count: i64| later(&server.clock.now().to_string(), days(count));
    assert!(end(&id) > in_days(59) && end(&id) <= in_days(60));
    let longer =
        json!({ "data": { "attributes": { "event": "renew", "expires_at": in_days(200) } } });
    joke.put(&format!("{LIST}/{id}/transition"), &longer)
        .expect(200);
    assert!(end(&id) <= in_days(60));
    let application = apply(&wout, &id).expect(201).id();
    step(&joke, &application, "accept").expect(200);
    let asked = || {
        (
            letters(&server, "application_did_it_happen_14d"),
            letters(&server, "application_match_question_14d"),
        )
    };
    let none: (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(6 * 24));
    follow(&server);
    assert_eq!(asked(), none);
    server.clock.advance(jiff::SignedDuration::from_hours(25));
    follow(&server);
    follow(&server);
    let both = (
        vec!["wout@example.nl".to_owned()],
        vec!["joke@example.nl".to_owned()],
    );
    assert_eq!(asked(), both);
}

#[test]
fn who_offers_is_a_first_name_until_the_asker_says_yes() {
    const HIDDEN: [&str; 3] = ["Helper", "wout@example.nl", "+31612345678"];
    let server = Server::start();
    switch(&server, true);
    let (joke, wout) = (server.as_volunteer(), helper(&server));
    let id = approved(&server, &joke);
    let attributes = json!({
        "vacancy_id": id, "message": "Ik ga graag mee, dinsdag kan ik altijd.",
        "phone_number": "06 12345678", "agrees_to_safety_rules": true,
    });
    let application = wout
        .post(
            "/api/v1/applications",
            &document("applications", attributes),
        )
        .expect(201)
        .id();
    let path = format!("/api/v1/applications/{application}");
    let messages = format!("{path}/messages");
    let body = document("messages", json!({ "body": "Hoe laat zal ik er zijn?" }));
    wout.post(&messages, &body).expect(201);
    let read = |client: &Client| -> String {
        [
            path.clone(),
            format!("{path}?include=user,vacancy"),
            format!("{path}/history"),
            messages.clone(),
            "/api/v1/applications".to_owned(),
            "/api/v1/applications?sort=name".to_owned(),
            "/api/v1/dashboard".to_owned(),
            "/api/v1/notifications".to_owned(),
        ]
        .iter()
        .map(|path| client.get(path).text)
        .collect()
    };
    let seen = read(&joke);
    assert!(seen.contains("Wout"));
    for hidden in HIDDEN {
        assert!(!seen.contains(hidden), "{hidden}");
    }
    // What nobody is shown is found by nothing either.
    for value in ["helper", "wout helper", "wout@"] {
        let found = joke.get(&format!("/api/v1/applications?filter[q]={value}"));
        assert!(found.expect(200).ids().is_empty(), "{value}");
    }
    let told = outbox::last(&server, "application_new", "joke@example.nl");
    let told = told.to_string();
    assert!(told.contains("Wout") && HIDDEN.iter().all(|hidden| !told.contains(hidden)));
    // The other side is a first name as well.
    step(&joke, &application, "contact");
    let said = document("messages", json!({ "body": "Om tien uur, fijn!" }));
    joke.post(&messages, &said).expect(201);
    assert!(!read(&wout).contains("Vermeer"));
    // The centre and who wrote it read all of it.
    assert!(server.as_center().get(&path).text.contains("Helper"));
    assert!(wout.get(&path).text.contains("+31612345678"));

    step(&joke, &application, "accept").expect(200);
    let seen = read(&joke);
    for shown in HIDDEN {
        assert!(seen.contains(shown), "{shown}");
    }
    step(&wout, &application, "withdraw").expect(200);
    let seen = joke.get(&path).expect(200).text;
    assert!(HIDDEN.iter().all(|hidden| !seen.contains(hidden)));
}
