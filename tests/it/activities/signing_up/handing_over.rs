//! Handing a place to another person.

use serde_json::json;

use super::*;
use crate::applications::stages::letters;
use crate::data::retention::text;
use crate::support::outbox::last;

const ROOS: &str = "roos@gast.nl";

fn to(email: &str) -> Value {
    json!({ "first_name": "Roos", "last_name": "de Gast", "email": email })
}

fn hand_over(client: &Client, id: &str, email: &str) -> Reply {
    client.post(&format!("{REGISTRATIONS}/{id}/hand_over"), &to(email))
}

/// Token of the link in the last mail of a kind.
fn token(server: &Server, kind: &str, email: &str) -> String {
    let data = last(server, kind, email);
    let path = data["path"].as_str().unwrap().to_owned();
    path.rsplit('/').next().unwrap().to_owned()
}

fn press(server: &Server, token: &str) -> Reply {
    let body = json!({ "token": token, "event": "take_place" });
    let path = format!("{REGISTRATIONS}/by_link/answer");
    server.as_nobody().post(&path, &body)
}

fn ask(server: &Server, token: &str) -> Reply {
    let path = format!("{REGISTRATIONS}/by_link");
    server.as_nobody().post(&path, &json!({ "token": token }))
}

#[test]
fn a_place_goes_to_who_is_named_past_the_line_and_stays_until_they_take_it() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    let waits = sign_up(&anna, &made, json!({})).expect(201).id();

    let sent = hand_over(&joke, &id, ROOS).expect(202);
    assert_eq!(sent.at("/meta/sent_to"), ROOS);
    let link = token(&server, "activity_place_for_you", ROOS);
    let email = last(&server, "activity_place_for_you", ROOS);
    assert_eq!(email["giver_name"], "Joke Vermeer");
    // Opening the link changes nothing.
    let page = server
        .as_nobody()
        .get(&format!("/activity-registration/{link}"));
    assert!(page.expect(200).text.contains("Joke Vermeer"));
    let asked = ask(&server, &link).expect(200);
    let at = |name: &str| asked.at(&format!("/data/attributes/{name}"));
    assert_eq!(
        (at("status"), at("events"), at("can_hand_over")),
        (json!("handed_over"), json!(["take_place"]), json!(false))
    );
    assert_eq!(status(&joke, &id), "registered");
    // The link says nothing else of who has the place, and takes no other step.
    let withdraw = json!({ "token": link, "event": "withdraw" });
    server
        .as_nobody()
        .post(&format!("{REGISTRATIONS}/by_link/answer"), &withdraw)
        .expect(422);

    press(&server, &link).expect(200);
    assert_eq!(status(&joke, &id), "withdrawn");
    assert_eq!(status(&anna, &waits), "waitlisted");
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 1));
    assert_eq!(
        text(
            &server,
            "select email || ' ' || source || ' ' || status from activity_registrations order by id desc limit 1"
        ),
        format!("{ROOS} guest registered")
    );
    // Both are told; nobody was offered anything, and the organiser, long before it begins, hears nothing.
    let receipt = last(&server, "activity_withdrawn_receipt", "joke@example.nl");
    assert_eq!(receipt["successor_name"], "Roos de Gast");
    assert!(letters(&server, "activity_registered").contains(&ROOS.to_owned()));
    assert!(letters(&server, "activity_waitlist_offer").is_empty());
    assert!(letters(&server, "activity_withdrawn_late").is_empty());
    assert_eq!(press(&server, &link).expect(410).code(), "link_used");
}

#[test]
fn a_link_ends_with_the_next_one_with_the_place_after_two_days_and_at_the_start() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    hand_over(&joke, &id, ROOS).expect(202);
    let first = token(&server, "activity_place_for_you", ROOS);
    hand_over(&joke, &id, "bram@gast.nl").expect(202);
    let second = token(&server, "activity_place_for_you", "bram@gast.nl");
    press(&server, &first).expect(410);
    server.clock.advance(SignedDuration::from_hours(49));
    press(&server, &second).expect(410);
    hand_over(&joke, &id, ROOS).expect(202);
    let third = token(&server, "activity_place_for_you", ROOS);
    take(&joke, &id, "withdraw").expect(200);
    press(&server, &third).expect(410);
    assert_eq!(
        hand_over(&joke, &id, ROOS).expect(422).code(),
        "invalid_transition"
    );

    // Late, it is told to the organiser with who comes; after the start nothing is taken.
    let soon = super::made(&server, 2, json!({ "capacity": 1 }));
    let id = sign_up(&joke, &soon, json!({})).expect(201).id();
    hand_over(&joke, &id, ROOS).expect(202);
    let link = token(&server, "activity_place_for_you", ROOS);
    press(&server, &link).expect(200);
    let successor = text(
        &server,
        "select data ->> 'successor_name' from outbox where kind = 'activity_withdrawn_late'",
    );
    assert_eq!(successor, "Roos de Gast");
    assert_eq!(
        text(
            &server,
            "select cast(is_late_withdrawal as text) from activity_registrations order by id desc limit 1 offset 1"
        ),
        "0"
    );
    let other = super::made(&server, 2, json!({}));
    let id = sign_up(&joke, &other, json!({})).expect(201).id();
    hand_over(&joke, &id, ROOS).expect(202);
    let link = token(&server, "activity_place_for_you", ROOS);
    server.clock.advance(SignedDuration::from_mins(121));
    press(&server, &link).expect(410);
    assert_eq!(
        hand_over(&joke, &id, ROOS).expect(422).code(),
        "registration_closed"
    );
}

#[test]
fn nobody_has_two_places_and_no_young_person_is_handed_one() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let anna = person(&server, "anna");
    let made = made(&server, 24 * 20, json!({}));
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    assert_eq!(
        hand_over(&joke, &id, "Joke@example.nl").expect(422).code(),
        "already_registered"
    );
    // The answer does not say who is on the list; the button does, to who is.
    sign_up(&anna, &made, json!({})).expect(201);
    hand_over(&joke, &id, "anna@example.nl").expect(202);
    let link = token(&server, "activity_place_for_you", "anna@example.nl");
    assert_eq!(
        press(&server, &link).expect(422).code(),
        "already_registered"
    );
    assert_eq!(status(&joke, &id), "registered");

    person(&server, "tim");
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set birth_date = '2012-05-01' where email = 'tim@example.nl'",
            [],
        )?)
    });
    hand_over(&joke, &id, "tim@example.nl").expect(202);
    let link = token(&server, "activity_place_for_you", "tim@example.nl");
    assert_eq!(press(&server, &link).expect(403).code(), "under_age");
    server.arrange(|tx| Ok(tx.execute("update activity_registrations set is_minor = 1", [])?));
    assert_eq!(hand_over(&joke, &id, ROOS).expect(403).code(), "under_age");
    // Of another it is not there.
    hand_over(&person(&server, "bram"), &id, ROOS).expect(404);
    server
        .as_nobody()
        .post(&format!("{REGISTRATIONS}/{id}/hand_over"), &to(ROOS))
        .expect(401);
}

#[test]
fn a_guest_hands_over_by_the_link_of_their_mail() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "allows_guests": true }));
    let guest = json!({ "first_name": "Gea", "email": "gea@gast.nl", "consent": true });
    sign_up(&server.as_nobody(), &made, guest).expect(202);
    let confirm = token(&server, "activity_confirm_guest", "gea@gast.nl");
    let path = format!("{REGISTRATIONS}/by_link/answer");
    let body = json!({ "token": confirm, "event": "confirm" });
    server.as_nobody().post(&path, &body).expect(200);
    let own = token(&server, "activity_registered", "gea@gast.nl");
    let page = server
        .as_nobody()
        .get(&format!("/activity-registration/{own}"));
    assert!(page.expect(200).text.contains("Plek doorgeven"));
    // The page takes no address that is none, and not one's own.
    let page = format!("/activity-registration/{own}");
    let post = |email: &str| {
        let body = format!("first_name=Roos&last_name=de+Gast&email={email}&event=hand_over");
        let reply = server.as_nobody().send_text("POST", &page, Some(&body));
        reply.expect(200).text
    };
    for wrong in ["roos", "Gea%40gast.nl"] {
        assert!(post(wrong).contains("Vul een ander in"), "{wrong}");
    }
    assert!(post("bram%40gast.nl").contains("We hebben de ander gemaild"));
    let mut body = to(ROOS);
    body["token"] = own.into();
    let path = format!("{REGISTRATIONS}/by_link/hand_over");
    server.as_nobody().post(&path, &body).expect(202);
    let link = token(&server, "activity_place_for_you", ROOS);
    press(&server, &link).expect(200);
    assert_eq!(
        text(
            &server,
            "select group_concat(email || ' ' || status, ', ') from (select * from activity_registrations order by id)"
        ),
        format!("gea@gast.nl withdrawn, {ROOS} registered")
    );
}
