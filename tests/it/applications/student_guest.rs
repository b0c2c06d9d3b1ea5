//! Students who apply as guests: identified by the link in the email, and subject to their School's review.

use serde_json::{Value, json};

use crate::applications::stages::{PATH, confirm_last, letters, take};
use crate::data::retention::text;
use crate::support::fixtures::{PASSWORD, published};
use crate::support::outbox::token;
use crate::support::school::{MENTOR, STUDENT, asks_first, class, link};
use crate::support::server::{Reply, Server, document};

fn apply(server: &Server, vacancy: &str, email: &str) -> Reply {
    let form = json!({ "vacancy_id": vacancy, "message": "Ik help graag mee op dinsdag.", "first_name": "Sem", "email": email, "consent": true });
    server
        .as_nobody()
        .post(PATH, &document("applications", form))
}

#[test]
fn a_student_as_guest_goes_to_the_mentor_and_the_form_tells_nobody() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    link(&server.as_mentor(), class, class.sem, None).expect(201);
    let samira = server.as_superuser();
    let vacancy = published(&samira, server.people.own, "Taalmaatje gezocht");
    let other = apply(&server, &vacancy, "niemand@example.nl").expect(202);
    let same = apply(&server, &vacancy, "Student@Example.nl").expect(202);
    let but_for_the_address = |reply: &Reply| {
        let mut answer = reply.json();
        answer["meta"]["sent_to"] = Value::Null;
        answer
    };
    assert_eq!(but_for_the_address(&other), but_for_the_address(&same));
    let confirmed = confirm_last(&server).expect(200);
    assert_eq!(confirmed.at("/data/attributes/stage"), "mentor_review");
    let id = confirmed.id();
    assert_eq!(letters(&server, "mentor_application_to_approve"), [MENTOR]);
    assert_eq!(letters(&server, "application_new"), Vec::<String>::new());
    assert_eq!(samira.get(PATH).expect(200).at("/meta/total"), 0);
    // It is the student's own now, with all that follows from it.
    let sem = server.as_student();
    assert_eq!(sem.get(PATH).expect(200).ids(), [id.clone()]);
    let second = published(&samira, server.people.own, "Tuin opknappen");
    apply(&server, &second, STUDENT).expect(202);
    assert_eq!(confirm_last(&server).expect(422).code(), "one_request");
    take(&server.as_mentor(), &id, "approve_as_mentor").expect(200);
    assert_eq!(samira.get(PATH).expect(200).ids(), [id]);
}

#[test]
fn whose_address_has_an_account_finds_there_what_they_did_as_a_guest() {
    let server = Server::start();
    class(&server);
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    // A student of a School that does not ask, and a volunteer with an account.
    for (email, client) in [
        (STUDENT, server.as_student()),
        ("joke@example.nl", server.as_volunteer()),
    ] {
        apply(&server, &vacancy, email).expect(202);
        assert_eq!(client.get(PATH).expect(200).at("/meta/total"), 0);
        let confirmed = confirm_last(&server).expect(200);
        assert_eq!(confirmed.at("/data/attributes/stage"), "new");
        assert_eq!(client.get(PATH).expect(200).ids(), [confirmed.id()]);
    }
    // One open application a person, however they came.
    apply(&server, &vacancy, "joke@example.nl").expect(202);
    assert_eq!(confirm_last(&server).expect(422).code(), "already_applied");
}

#[test]
fn who_makes_an_account_later_finds_their_applications_in_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let proved = published(&samira, server.people.own, "Taalmaatje gezocht");
    let asked = published(&samira, server.people.own, "Tuin opknappen");
    apply(&server, &proved, "els@example.com").expect(202);
    let id = confirm_last(&server).expect(200).id();
    apply(&server, &asked, "els@example.com").expect(202);
    let form = json!({ "first_name": "Els", "last_name": "Kuiper", "email": "Els@example.com", "password": PASSWORD,
        "password_confirmation": PASSWORD, "accept_terms": true });
    server.as_nobody().post("/auth", &form).expect(202);
    let token = token(&server, "account_confirm", "Els@example.com");
    server
        .as_nobody()
        .post("/api/v1/confirm", &json!({ "confirmation_token": token }))
        .expect(200);
    let mut els = server.as_nobody();
    els.sign_in("els@example.com", PASSWORD);
    assert_eq!(
        els.get(PATH).expect(200).ids(),
        [id],
        "and not what nobody proved"
    );
}

#[test]
fn who_waits_for_a_parent_does_not_apply_as_a_guest_either() {
    let server = Server::start();
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    server.arrange(|tx| {
        tx.execute(
            "update users set birth_date = '2012-05-01' where email = 'joke@example.nl'",
            [],
        )?;
        Ok(())
    });
    apply(&server, &vacancy, "joke@example.nl").expect(202);
    assert_eq!(confirm_last(&server).expect(403).code(), "consent_missing");
    assert_eq!(
        text(
            &server,
            "select (select count(*) from applications) || ' ' || (select count(email) from tokens)"
        ),
        "0 1",
        "the link holds on"
    );
}
