//! Guests: they confirm by mail, and answer by link; opening a link changes nothing.

use serde_json::json;

use super::*;
use crate::applications::stages::letters;
use crate::data::retention::text;
use crate::support::outbox::last;

fn guest(name: &str) -> Value {
    json!({ "first_name": name, "email": format!("{name}@gast.nl"), "consent": true })
}

fn path_in_mail(server: &Server, kind: &'static str, email: &str) -> String {
    last(server, kind, email)["path"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn press(client: &Client, path: &str, event: &str) -> Reply {
    client.send_text("POST", path, Some(&format!("event={event}")))
}

#[test]
fn a_guest_confirms_and_withdraws_on_plain_pages() {
    let server = Server::start();
    let made = made(
        &server,
        240,
        json!({ "capacity": 1, "questions": [{ "text": "Wat eet je niet?", "is_required": true }] }),
    );
    let nobody = server.as_nobody();
    let bare = sign_up(&nobody, &made, json!({})).expect(422);
    assert_eq!(bare.pointer(), "/data/attributes/first_name");
    assert_eq!(
        sign_up(&nobody, &made, guest("roos")).expect(422).pointer(),
        "/data/attributes/answers/0"
    );
    let mut said = guest("roos");
    said["answers"] = json!([{ "question": "Wat eet je niet?", "answer": "Vlees" }]);
    let asked = sign_up(&nobody, &made, said).expect(202);
    assert_eq!(asked.at("/meta/status"), "unconfirmed");
    assert_eq!(counts(&server, &made.dates[0]), (0, 0, 0));

    let page = path_in_mail(&server, "activity_confirm_guest", "roos@gast.nl");
    assert!(nobody.get(&page).expect(200).text.contains("Koffieochtend"));
    assert_eq!(
        counts(&server, &made.dates[0]),
        (0, 0, 0),
        "looking changes nothing"
    );
    press(&nobody, &page, "withdraw").expect(200);
    assert_eq!(counts(&server, &made.dates[0]), (0, 0, 0));
    press(&nobody, &page, "confirm").expect(200);
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 0));
    assert!(
        press(&nobody, &page, "confirm")
            .expect(200)
            .text
            .contains("al bevestigd")
    );
    assert_eq!(
        text(&server, "select answers from activity_registrations"),
        r#"[{"question":"Wat eet je niet?","answer":"Vlees"}]"#
    );

    let page = path_in_mail(&server, "activity_registered", "roos@gast.nl");
    nobody.get(&page).expect(200);
    press(&nobody, &page, "withdraw").expect(200);
    press(&nobody, &page, "withdraw").expect(200);
    assert_eq!(counts(&server, &made.dates[0]), (0, 0, 0));
}

#[test]
fn a_place_is_taken_by_link() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let nobody = server.as_nobody();
    let joke = sign_up(&server.as_volunteer(), &made, json!({}))
        .expect(201)
        .id();
    sign_up(&nobody, &made, guest("roos")).expect(202);
    let token = path_in_mail(&server, "activity_confirm_guest", "roos@gast.nl");
    let token = token.rsplit('/').next().unwrap();
    let path = format!("{REGISTRATIONS}/by_link");
    let answer = |token: &str, event: &str| {
        nobody.post(
            &format!("{path}/answer"),
            &json!({ "token": token, "event": event }),
        )
    };
    assert_eq!(
        answer(token, "confirm")
            .expect(200)
            .at("/data/attributes/status"),
        "waitlisted"
    );
    answer(token, "confirm").expect(410);
    take(&server.as_volunteer(), &joke, "withdraw").expect(200);
    assert_eq!(
        letters(&server, "activity_waitlist_offer"),
        ["roos@gast.nl"]
    );
    let token = path_in_mail(&server, "activity_waitlist_offer", "roos@gast.nl");
    let token = token.rsplit('/').next().unwrap();
    let shown = nobody.post(&path, &json!({ "token": token })).expect(200);
    assert_eq!(
        shown.at("/data/attributes/events"),
        json!(["accept_offer", "refuse_offer"])
    );
    assert_eq!(
        answer(token, "accept_offer")
            .expect(200)
            .at("/data/attributes/status"),
        "registered"
    );
    assert_eq!(
        answer(token, "accept_offer").expect(422).code(),
        "invalid_transition"
    );
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 0));
    nobody
        .post(&path, &json!({ "token": "1.onzin" }))
        .expect(410);
}

#[test]
fn names_are_for_who_runs_it_and_reading_them_is_recorded() {
    let server = Server::start();
    let made = made(&server, 240, json!({}));
    let joke = server.as_volunteer();
    let own = sign_up(&joke, &made, json!({})).expect(201).id();
    let path = format!("/api/v1/activities/{}/registrations", made.id);
    assert_eq!(
        server.as_center().get(&path).expect(200).ids(),
        std::slice::from_ref(&own)
    );
    assert_eq!(
        joke.get(&format!("{path}?filter[mine_eq]=true"))
            .expect(200)
            .ids(),
        std::slice::from_ref(&own)
    );
    let anna = person(&server, "anna");
    assert_eq!(anna.get(&path).expect(200).ids(), Vec::<String>::new());
    assert_eq!(
        server.as_superuser().get(&path).expect(200).ids(),
        Vec::<String>::new()
    );
    server.as_nobody().get(&path).expect(401);
    let read = text(
        &server,
        "select count(*) || '' from audit_events where subject_type = 'activity_registrations' and action = 'list'",
    );
    assert_ne!(read, "0");
}
