//! Desk registration: staff apply on behalf of a volunteer (docs/domain/rights.md#applications, docs/decisions/0020).

use serde_json::{Value, json};

use crate::applications::stages::{PATH, apply, letters, with_capacity};
use crate::support::fixtures::published;
use crate::support::outbox::last;
use crate::support::school::{LOT, asks_first, class, link, signed_in};
use crate::support::server::{Client, Reply, Server, document};

fn register(client: &Client, vacancy: &str, mut person: Value) -> Reply {
    person["consent"] = true.into();
    let path = format!("/api/v1/vacancies/{vacancy}/applications/walk_in");
    client.post(&path, &document("applications", person))
}

fn gerrit() -> Value {
    json!({ "first_name": "Gerrit", "last_name": "Bakker", "email": "gerrit@example.com", "phone_number": "06 12345678" })
}

fn vacancy(server: &Server) -> String {
    published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    )
}

#[test]
fn an_organization_registers_somebody_at_its_desk_and_the_person_is_written_to() {
    let server = Server::start();
    let id = vacancy(&server);
    let samira = server.as_superuser();
    let made = register(&samira, &id, gerrit()).expect(201);
    let attributes = made.at("/data/attributes");
    assert_eq!(attributes["stage"], "new");
    assert_eq!(attributes["source"], "walk_in");
    assert_eq!(attributes["name"], "Gerrit Bakker");
    assert_eq!(attributes["phone_number"], "+31612345678");
    assert_eq!(attributes["user_id"], Value::Null);
    assert_eq!(
        letters(&server, "application_registered"),
        ["gerrit@example.com"]
    );
    assert_eq!(
        letters(&server, "application_new"),
        Vec::<String>::new(),
        "she knows"
    );
    let steps = samira
        .get(&format!("{PATH}/{}/history", made.id()))
        .expect(200);
    assert_eq!(steps.at("/data/0/attributes/event"), "register");
    assert_eq!(steps.at("/data/0/attributes/actor_name"), "Samira Haddou");
    // One open application per person and vacancy, by account or by address.
    let again = register(&samira, &id, gerrit()).expect(422);
    assert_eq!(again.code(), "already_applied");
    apply(&server.as_volunteer(), &id).expect(201);
    let joke = json!({ "first_name": "Joke", "email": "JOKE@example.nl" });
    assert_eq!(
        register(&samira, &id, joke).expect(422).code(),
        "already_applied"
    );
    // No address is no letter.
    register(&samira, &id, json!({ "first_name": "Truus" })).expect(201);
    assert_eq!(letters(&server, "application_registered").len(), 1);
}

#[test]
fn what_has_to_be_said_of_somebody_at_the_desk() {
    let server = Server::start();
    let id = vacancy(&server);
    let samira = server.as_superuser();
    for (person, pointer) in [
        (json!({}), "first_name"),
        (
            json!({ "first_name": "Gerrit", "email": "geen adres" }),
            "email",
        ),
        (
            json!({ "first_name": "Gerrit", "phone_number": "abc" }),
            "phone_number",
        ),
        (
            json!({ "first_name": "Gerrit", "stage": "accepted" }),
            "stage",
        ),
        (
            json!({ "user_id": server.people.volunteer.to_string() }),
            "user_id",
        ),
    ] {
        let refused = register(&samira, &id, person).expect(422);
        assert!(refused.pointer().ends_with(pointer), "{}", refused.text);
    }
    let path = format!("/api/v1/vacancies/{id}/applications/walk_in");
    let unasked = samira
        .post(&path, &document("applications", gerrit()))
        .expect(422);
    assert_eq!(unasked.pointer(), "/data/attributes/consent");
}

#[test]
fn a_full_or_closed_vacancy_takes_nobody_from_the_desk_either() {
    let server = Server::start();
    let id = with_capacity(&server, 1);
    let samira = server.as_superuser();
    let first = register(&samira, &id, gerrit()).expect(201).id();
    crate::applications::stages::take(&samira, &first, "accept").expect(200);
    let late = register(&samira, &id, json!({ "first_name": "Truus" })).expect(422);
    assert_eq!(late.code(), "vacancy_full");
}

#[test]
fn a_centre_registers_people_with_an_account_and_both_sides_hear_of_it() {
    let server = Server::start();
    let id = vacancy(&server);
    let centre = server.as_center();
    let joke = server.people.volunteer.to_string();
    let made = register(&centre, &id, json!({ "user_id": joke })).expect(201);
    assert_eq!(made.at("/data/attributes/user_id"), json!(joke));
    assert_eq!(made.at("/data/attributes/name"), "Joke Vermeer");
    assert_eq!(
        letters(&server, "application_registered"),
        ["joke@example.nl"]
    );
    assert_eq!(letters(&server, "application_new"), ["samira@example.nl"]);
    assert_eq!(
        server.as_volunteer().get(PATH).expect(200).ids(),
        [made.id()]
    );
    // An address that is somebody's whom the centre looks after is that person.
    let sem = register(
        &centre,
        &id,
        json!({ "first_name": "S", "email": "student@example.nl" }),
    );
    assert_eq!(sem.expect(201).at("/data/attributes/name"), "Sem Student");
    let nobody = json!({ "user_id": "99999" });
    assert_eq!(
        register(&centre, &id, nobody).expect(422).pointer(),
        "/data/attributes/user_id"
    );
}

#[test]
fn a_mentor_registers_the_own_students_and_has_said_yes_with_it() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    let mia = server.as_mentor();
    link(&mia, class, class.sem, None).expect(201);
    let id = vacancy(&server);
    let made = register(&mia, &id, json!({ "user_id": class.sem.to_string() })).expect(201);
    assert_eq!(made.at("/data/attributes/stage"), "new");
    assert_eq!(
        letters(&server, "mentor_application_to_approve"),
        Vec::<String>::new()
    );
    assert_eq!(letters(&server, "application_new"), ["samira@example.nl"]);
    // One request at a time holds here too.
    let other = published(
        &server.as_superuser(),
        server.people.own,
        "Voorlezen op school",
    );
    let second = register(&mia, &other, json!({ "user_id": class.sem.to_string() }));
    assert_eq!(second.expect(422).code(), "one_request");
    for person in [
        json!({ "user_id": class.stranger.to_string() }),
        json!({ "first_name": "Gerrit", "email": "gerrit@example.com" }),
        json!({ "first_name": "Gerrit" }),
    ] {
        register(&mia, &other, person).expect(422);
    }
    // By the centre it waits for the School.
    let lot = register(
        &server.as_center(),
        &other,
        json!({ "user_id": class.lot.to_string() }),
    );
    assert_eq!(
        lot.expect(201).at("/data/attributes/stage"),
        "mentor_review"
    );
    assert_eq!(letters(&server, "mentor_application_to_approve").len(), 2);
}

#[test]
fn a_student_who_was_registered_by_address_waits_for_the_school_once_that_is_known() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    let id = vacancy(&server);
    let person = json!({ "first_name": "Lot", "email": LOT });
    let made = register(&server.as_superuser(), &id, person).expect(201);
    assert_eq!(made.at("/data/attributes/stage"), "new");
    claim(&server, LOT).expect(200);
    let lot = signed_in(&server, LOT);
    let own = lot.get(&format!("{PATH}/{}", made.id())).expect(200);
    assert_eq!(own.at("/data/attributes/stage"), "mentor_review");
    assert_eq!(letters(&server, "mentor_application_to_approve").len(), 2);
}

#[test]
fn nobody_registers_for_what_is_not_theirs() {
    let server = Server::start();
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", crate::support::fixtures::PASSWORD);
    let id = vacancy(&server);
    register(&wim, &id, gerrit()).expect(403);
    register(&server.as_volunteer(), &id, gerrit()).expect(403);
    register(&server.as_nobody(), &id, gerrit()).expect(401);
    // A mentor without a School guides nobody.
    register(&server.as_mentor(), &id, gerrit()).expect(403);
    let can = |client: &Client| {
        let one = client.get(&format!("/api/v1/vacancies/{id}")).expect(200);
        one.at("/data/meta/can").to_string().contains("register")
    };
    assert!(can(&server.as_superuser()) && can(&server.as_center()));
    assert!(!can(&wim) && !can(&server.as_volunteer()));
}

/// Opens the link of the letter that somebody got who was registered by address.
fn claim(server: &Server, email: &str) -> Reply {
    let path = last(server, "application_registered", email)["path"]
        .as_str()
        .unwrap()
        .to_owned();
    let token = path.split_once("?registered=").unwrap().1;
    server
        .as_nobody()
        .post(&format!("{PATH}/confirm"), &json!({ "token": token }))
}

#[test]
fn who_has_an_account_puts_a_registration_by_address_in_it_and_the_organization_is_told_nothing() {
    let server = Server::start();
    let id = vacancy(&server);
    let samira = server.as_superuser();
    let joke = json!({ "first_name": "Joke", "email": "joke@example.nl" });
    let of_joke = register(&samira, &id, joke).expect(201);
    let of_gerrit = register(&samira, &id, gerrit()).expect(201);
    // What the organisation gets is the same, account or none.
    let unlike = |reply: &Reply, name: &str| reply.at("/data/attributes")[name].clone();
    for name in ["user_id", "stage", "source", "status"] {
        assert_eq!(unlike(&of_joke, name), unlike(&of_gerrit, name), "{name}");
    }
    let list = server.as_volunteer();
    assert_eq!(list.get(PATH).expect(200).at("/meta/total"), 0);
    let done = claim(&server, "joke@example.nl").expect(200);
    assert_eq!(
        done.json(),
        json!({ "data": null, "meta": { "has_account": true } })
    );
    assert_eq!(list.get(PATH).expect(200).ids(), [of_joke.id()]);
    let again = claim(&server, "joke@example.nl").expect(410);
    assert_eq!(again.code(), "link_used");
    // Without an account the link keeps, until there is one.
    for _ in 0..2 {
        let newcomer = claim(&server, "gerrit@example.com").expect(200);
        assert_eq!(newcomer.at("/meta/has_account"), false);
    }
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(30 * 24 + 1));
    let late = claim(&server, "gerrit@example.com").expect(410);
    assert_eq!(late.code(), "link_expired");
}
