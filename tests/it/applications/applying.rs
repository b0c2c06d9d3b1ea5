//! Applying as a guest and as a signed-in user, and rejected applications.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::applications::stages::{
    MESSAGE, PATH, apply, as_guest, confirm, confirm_last, guest_token, letters, take, with_vacancy,
};
use crate::data::retention::text;
use crate::support::fixtures::published;
use crate::support::server::{Server, document};

#[test]
fn a_guest_is_heard_only_after_confirming_by_mail() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let nobody = server.as_nobody();
    let sent = as_guest(&nobody, &id, "gerrit@example.com").expect(202);
    assert_eq!(sent.at("/meta/stage"), "unconfirmed");
    assert_eq!(
        letters(&server, "application_confirm_guest"),
        ["gerrit@example.com"]
    );
    assert_eq!(letters(&server, "application_new"), Vec::<String>::new());
    assert_eq!(samira.get(PATH).expect(200).at("/meta/total"), 0);
    assert_eq!(
        server.as_center().get(PATH).expect(200).at("/meta/total"),
        0
    );
    assert_eq!(
        samira
            .get("/api/v1/notifications/unread_count")
            .at("/meta/count"),
        0
    );

    let token = guest_token(&server);
    // Nothing has happened yet, and a link is opened by its secret, not by its number.
    assert_eq!(
        text(
            &server,
            "select (select count(*) from applications) || ' ' || (select count(*) from audit_events where subject_type = 'applications')"
        ),
        "0 0"
    );
    let (number, _) = token.split_once('.').unwrap();
    for wrong in [
        "onzin",
        number,
        &format!("{number}."),
        &format!("{number}.x"),
    ] {
        assert_eq!(
            confirm(&server, wrong).expect(410).code(),
            "link_expired",
            "{wrong}"
        );
    }
    assert_eq!(
        confirm(&server, &token)
            .expect(200)
            .at("/data/attributes/stage"),
        "new"
    );
    assert_eq!(confirm(&server, &token).expect(410).code(), "link_used");
    assert_eq!(letters(&server, "application_new"), ["samira@example.nl"]);
    let list = samira.get(PATH).expect(200);
    assert_eq!(
        (list.at("/meta/total"), list.at("/data/0/attributes/name")),
        (json!(1), json!("Gerrit Bakker"))
    );
    // The same person again: nothing is told to who asks, the link says it.
    as_guest(&nobody, &id, "Gerrit@Example.com").expect(202);
    assert_eq!(confirm_last(&server).expect(422).code(), "already_applied");
    as_guest(&nobody, &id, "laat@example.com").expect(202);
    let late = guest_token(&server);
    server.clock.advance(SignedDuration::from_hours(24 * 7 + 1));
    assert_eq!(confirm(&server, &late).expect(410).code(), "link_expired");
}

#[test]
fn the_click_is_held_against_what_holds_of_the_account_behind_the_address() {
    let (server, id) = with_vacancy();
    let nobody = server.as_nobody();
    as_guest(&nobody, &id, "samira@example.nl").expect(202);
    assert_eq!(confirm_last(&server).expect(422).code(), "own_vacancy");
    as_guest(&nobody, &id, "gerrit@example.com").expect(202);
    let token = guest_token(&server);
    server.arrange(|tx| Ok(tx.execute("update vacancies set status = 'draft'", [])?));
    assert_eq!(
        confirm(&server, &token).expect(422).code(),
        "vacancy_closed"
    );
    // Nothing is lost: the link serves when it is online again.
    server.arrange(|tx| Ok(tx.execute("update vacancies set status = 'published'", [])?));
    confirm(&server, &token).expect(200);
}

/// Before the schema's version 110 a link had no number, and was found by its hash.
#[test]
fn a_link_from_before_still_opens() {
    let (server, id) = with_vacancy();
    let nobody = server.as_nobody();
    as_guest(&nobody, &id, "gerrit@example.com").expect(202);
    let token = guest_token(&server);
    let (_, secret) = token.split_once('.').unwrap();
    assert_eq!(confirm(&server, secret).expect(410).code(), "link_expired");
    server.arrange(|tx| Ok(tx.execute("update tokens set is_old = 1", [])?));
    confirm(&server, secret).expect(200);
}

#[test]
fn one_address_of_the_network_sends_thirty_forms_in_an_hour() {
    let (server, id) = with_vacancy();
    let nobody = server.as_nobody();
    let ask = |number: u32| as_guest(&nobody, &id, &format!("gast{number}@example.com"));
    for number in 0..30 {
        ask(number).expect(202);
    }
    let refused = ask(30).expect(429);
    assert_eq!(refused.code(), "rate_limited");
    server.clock.advance(SignedDuration::from_hours(1));
    ask(30).expect(202);
}

#[test]
fn ten_letters_in_a_day_are_enough_for_one_address() {
    let (server, id) = with_vacancy();
    let nobody = server.as_nobody();
    for _ in 0..10 {
        as_guest(&nobody, &id, "gerrit@example.com").expect(202);
    }
    let refused = as_guest(&nobody, &id, "GERRIT@example.com");
    assert_eq!(refused.expect(422).code(), "limit_reached");
    as_guest(&nobody, &id, "els@example.com").expect(202);
    server.clock.advance(SignedDuration::from_hours(24));
    as_guest(&nobody, &id, "gerrit@example.com").expect(202);
}

#[test]
fn a_form_that_is_not_whole_is_not_sent() {
    let (server, id) = with_vacancy();
    let whole = json!({ "vacancy_id": id, "message": MESSAGE, "first_name": "Gerrit", "email": "gerrit@example.com", "consent": true });
    for (name, value, pointer) in [
        ("consent", json!(false), "consent"),
        ("message", json!("Te kort"), "message"),
        ("email", json!("geen adres"), "email"),
        ("email", Value::Null, "email"),
        ("first_name", json!(""), "first_name"),
        ("phone_number", json!("abc"), "phone_number"),
        ("vacancy_id", json!("99999"), "vacancy_id"),
        ("stage_of_my_own", json!("accepted"), "stage_of_my_own"),
    ] {
        let mut attributes = whole.clone();
        attributes[name] = value;
        let refused = server
            .as_nobody()
            .post(PATH, &document("applications", attributes))
            .expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    let mut raised = whole;
    raised["stage"] = "accepted".into();
    raised["user_id"] = "1".into();
    // Who has an account is not asked for their consent each time; a plain no is a no.
    raised["consent"] = false.into();
    let refused = server
        .as_volunteer()
        .post(PATH, &document("applications", raised.clone()))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/consent");
    raised.as_object_mut().unwrap().remove("consent");
    server
        .as_volunteer()
        .post(PATH, &document("applications", raised.clone()))
        .expect(201);
    let seen = server.as_superuser().get(PATH).expect(200);
    assert_eq!(seen.at("/data/0/attributes/stage"), "new");
    assert_eq!(
        seen.at("/data/0/attributes/user_id"),
        server.people.volunteer.to_string()
    );
    assert_eq!(
        seen.at("/data/0/attributes/first_name"),
        "Joke",
        "who is signed in applies as themselves"
    );
}

#[test]
fn a_centre_may_ask_guests_to_make_an_account_first() {
    let (server, id) = with_vacancy();
    server.arrange(|tx| {
        Ok(tx.execute(
            "update volunteer_centers set allow_guest_applications = 0",
            [],
        )?)
    });
    as_guest(&server.as_nobody(), &id, "gerrit@example.com").expect(401);
    apply(&server.as_volunteer(), &id).expect(201);
}

#[test]
fn nobody_applies_twice_to_their_own_or_to_what_is_closed() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let joke = server.as_volunteer();
    apply(&joke, &id).expect(201);
    assert_eq!(apply(&joke, &id).expect(422).code(), "already_applied");
    assert_eq!(apply(&samira, &id).expect(422).code(), "own_vacancy");
    let mentor = server.as_mentor();
    for (status, code) in [
        ("filled", "vacancy_full"),
        ("expired", "vacancy_closed"),
        ("archived", "vacancy_closed"),
    ] {
        server.arrange(move |tx| Ok(tx.execute("update vacancies set status = ?1", [status])?));
        let refused = apply(&mentor, &id).expect(422);
        assert_eq!(
            (refused.code().as_str(), refused.pointer().as_str()),
            (code, "/data/attributes/vacancy_id")
        );
    }
    for status in ["draft", "deleted"] {
        server.arrange(move |tx| Ok(tx.execute("update vacancies set status = ?1", [status])?));
        apply(&mentor, &id).expect(422);
    }
    server.arrange(|tx| Ok(tx.execute("update vacancies set status = 'published'", [])?));
    server.clock.advance(SignedDuration::from_hours(24 * 181));
    assert_eq!(
        apply(&server.as_mentor(), &id).expect(422).code(),
        "vacancy_closed"
    );
}

#[test]
fn ten_applications_in_a_day_are_enough() {
    let server = Server::start();
    let samira = server.as_superuser();
    let joke = server.as_volunteer();
    for number in 0..11 {
        let id = published(&samira, server.people.own, &format!("Vacature {number}"));
        let reply = apply(&joke, &id);
        if number < 10 {
            reply.expect(201);
        } else {
            let refused = reply.expect(422);
            assert_eq!(refused.code(), "limit_reached");
            let told = refused.at("/errors/0/detail");
            assert!(told.as_str().unwrap().contains("10 keer per dag"), "{told}");
        }
    }
}

#[test]
fn who_was_told_no_does_not_apply_again_and_who_withdrew_does_so_once() {
    let (server, id) = with_vacancy();
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    let refused = |reason: &str| {
        let refused = apply(&joke, &id).expect(422);
        assert_eq!(refused.code(), "reapply_refused");
        assert_eq!(refused.at("/errors/0/meta/reason"), reason);
    };
    // Withdrawn: once more, in whichever way.
    let first = apply(&joke, &id).expect(201).id();
    take(&joke, &first, "withdraw").expect(200);
    let second = apply(&joke, &id).expect(201).id();
    take(&joke, &second, "withdraw").expect(200);
    refused("withdrawn_again");
    for old in [&first, &second] {
        take(&joke, old, "reapply").expect(422);
    }
    // Rejected: not by the volunteer; the organisation may reopen it.
    server.arrange(|tx| Ok(tx.execute("delete from applications", [])?));
    let third = apply(&joke, &id).expect(201).id();
    take(&samira, &third, "reject").expect(200);
    refused("rejected");
    take(&samira, &third, "reopen").expect(200);

    // A guest hears of it by the link, which only the owner of the address has.
    as_guest(&server.as_nobody(), &id, "gerrit@example.com").expect(202);
    confirm_last(&server).expect(200);
    let gerrit = samira.get(&format!("{PATH}?filter[q]=Gerrit")).ids();
    take(&samira, &gerrit[0], "reject").expect(200);
    as_guest(&server.as_nobody(), &id, "gerrit@example.com").expect(202);
    assert_eq!(confirm_last(&server).expect(422).code(), "reapply_refused");
}
