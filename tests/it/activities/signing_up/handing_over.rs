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

/// What the organiser asks: a text that has to be there, a yes or no, and a choice.
fn questions() -> Value {
    json!([
        { "text": "Wat eet je niet?", "is_required": true },
        { "text": "Kom je met de fiets?", "kind": "yes_no" },
        { "text": "Welke maat shirt?", "kind": "choice", "options": ["S", "M", "L"], "is_required": true },
    ])
}

fn press_with(server: &Server, token: &str, answers: &[(&str, &str)]) -> Reply {
    let answers: Vec<Value> = answers
        .iter()
        .map(|(question, answer)| json!({ "question": question, "answer": answer }))
        .collect();
    let body = json!({ "token": token, "event": "take_place", "answers": answers });
    let path = format!("{REGISTRATIONS}/by_link/answer");
    server.as_nobody().post(&path, &body)
}

fn pointers(reply: &Reply) -> Vec<String> {
    let errors = reply.json()["errors"].as_array().unwrap().clone();
    let pointer = |error: &Value| error["source"]["pointer"].as_str().unwrap().to_owned();
    errors.iter().map(pointer).collect()
}

#[test]
fn who_takes_a_place_answers_what_the_organiser_asks_now_and_reads_nothing_of_the_giver() {
    let server = Server::start();
    let made = made(
        &server,
        24 * 20,
        json!({ "capacity": 1, "questions": questions() }),
    );
    let joke = server.as_volunteer();
    let own = json!({ "answers": [
        { "question": "Wat eet je niet?", "answer": "geheim-dieet" },
        { "question": "Welke maat shirt?", "answer": "L" },
    ] });
    let id = sign_up(&joke, &made, own).expect(201).id();
    hand_over(&joke, &id, ROOS).expect(202);
    let link = token(&server, "activity_place_for_you", ROOS);

    let asked = ask(&server, &link).expect(200);
    let texts: Vec<Value> = asked
        .at("/data/attributes/questions")
        .as_array()
        .unwrap()
        .clone();
    let texts: Vec<&Value> = texts.iter().map(|one| &one["text"]).collect();
    assert_eq!(
        texts,
        [
            "Wat eet je niet?",
            "Kom je met de fiets?",
            "Welke maat shirt?"
        ]
    );
    assert!(!asked.text.contains("geheim-dieet"));
    // The link of who has the place asks nothing of them again.
    let own = token(&server, "activity_registered", "joke@example.nl");
    let shown = ask(&server, &own).expect(200);
    assert_eq!(shown.at("/data/attributes/questions"), json!([]));

    let bare = press(&server, &link).expect(422);
    assert_eq!(
        pointers(&bare),
        ["/data/attributes/answers/0", "/data/attributes/answers/2"]
    );
    let wrong = [
        ("Wat eet je niet?", "noten"),
        ("Kom je met de fiets?", "soms"),
        ("Welke maat shirt?", "XL"),
    ];
    let wrong = press_with(&server, &link, &wrong).expect(422);
    assert_eq!(
        pointers(&wrong),
        ["/data/attributes/answers/1", "/data/attributes/answers/2"]
    );
    // The faults are those of who signs up.
    let other = super::made(&server, 24 * 20, json!({ "questions": questions() }));
    let signing = sign_up(&person(&server, "anna"), &other, json!({ "answers": [] })).expect(422);
    assert_eq!(signing.json()["errors"], bare.json()["errors"]);
    assert_eq!(status(&joke, &id), "registered");

    // What is asked is what visitors are asked at that moment.
    server.arrange(|tx| {
        let asked = json!([{ "text": "Hoe heet je hond?", "is_required": true }, { "text": "Wat eet je niet?" }]);
        Ok(tx.execute("update activities set questions = ?1", [asked.to_string()])?)
    });
    let old = [("Wat eet je niet?", "noten"), ("Welke maat shirt?", "M")];
    let late = press_with(&server, &link, &old).expect(422);
    assert_eq!(pointers(&late), ["/data/attributes/answers/0"]);
    let new = [
        ("Wat eet je niet?", "noten"),
        ("Hoe heet je hond?", " Bobbie "),
        ("Welke maat shirt?", "M"),
    ];
    press_with(&server, &link, &new).expect(200);
    assert_eq!(
        text(
            &server,
            "select answers from activity_registrations where email = 'roos@gast.nl'"
        ),
        json!([
            { "question": "Hoe heet je hond?", "answer": "Bobbie" },
            { "question": "Wat eet je niet?", "answer": "noten" },
        ])
        .to_string()
    );
    assert_eq!(
        press_with(&server, &link, &new).expect(410).code(),
        "link_used"
    );
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 0));
}

#[test]
fn the_page_of_the_link_asks_too_and_keeps_what_was_typed() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "questions": questions() }));
    let joke = server.as_volunteer();
    let own = json!({ "answers": [
        { "question": "Wat eet je niet?", "answer": "geheim-dieet" },
        { "question": "Welke maat shirt?", "answer": "L" },
    ] });
    let id = sign_up(&joke, &made, own).expect(201).id();
    hand_over(&joke, &id, ROOS).expect(202);
    let link = token(&server, "activity_place_for_you", ROOS);
    let path = format!("/activity-registration/{link}");
    let page = server.as_nobody().get(&path).expect(200).text;
    for part in [
        "Vragen van de organisator",
        r#"<textarea class="textarea" id="q0" name="answer.0" rows="2"></textarea>"#,
        r#"name="answer.1" value="yes"><span>Ja</span>"#,
        r#"name="answer.2" value="M"><span>M</span>"#,
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("geheim-dieet"));

    let post = |body: &str| server.as_nobody().send_text("POST", &path, Some(body));
    let questions = "question.0=Wat+eet+je+niet%3F&question.1=Kom+je+met+de+fiets%3F&question.2=Welke+maat+shirt%3F";
    let body = format!("event=take_place&{questions}&answer.0=%3Cnoten%3E&answer.1=no");
    let again = post(&body).expect(422).text;
    for part in [
        "Het formulier bevat fouten",
        r##"href="#q2""##,
        "&lt;noten&gt;</textarea>",
        r#"name="answer.1" value="no" checked"#,
    ] {
        assert!(again.contains(part), "{part} in {again}");
    }
    assert!(!again.contains(r##"href="#q0""##));
    assert_eq!(status(&joke, &id), "registered");

    // A question that is worded otherwise by now is shown before its answer counts.
    server.arrange(|tx| {
        let sql = "update activities set questions = replace(questions, 'Wat eet je niet?', 'Wat drink je niet?')";
        Ok(tx.execute(sql, [])?)
    });
    let body = format!("{body}&answer.2=M");
    let again = post(&body).expect(422).text;
    assert!(again.contains("De organisator heeft de vragen veranderd"));
    assert!(again.contains("&lt;noten&gt;</textarea>"));
    let body = body.replace("Wat+eet", "Wat+drink");
    assert!(post(&body).expect(200).text.contains("Gelukt: je komt"));
    assert!(
        post(&body)
            .expect(200)
            .text
            .contains("Dit heb je al bevestigd")
    );
    assert_eq!(
        text(
            &server,
            "select answers from activity_registrations where email = 'roos@gast.nl'"
        ),
        json!([
            { "question": "Wat drink je niet?", "answer": "<noten>" },
            { "question": "Kom je met de fiets?", "answer": "no" },
            { "question": "Welke maat shirt?", "answer": "M" },
        ])
        .to_string()
    );
    assert_eq!(counts(&server, &made.dates[0]).0, 1);
}

#[test]
fn who_is_too_young_is_told_so_before_they_are_asked_anything() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "questions": questions() }));
    let joke = server.as_volunteer();
    person(&server, "tim");
    server.arrange(|tx| {
        let sql = "update users set birth_date = '2012-05-01' where email = 'tim@example.nl'";
        Ok(tx.execute(sql, [])?)
    });
    let own = json!({ "answers": [
        { "question": "Wat eet je niet?", "answer": "-" },
        { "question": "Welke maat shirt?", "answer": "L" },
    ] });
    let id = sign_up(&joke, &made, own).expect(201).id();
    hand_over(&joke, &id, "tim@example.nl").expect(202);
    let link = token(&server, "activity_place_for_you", "tim@example.nl");
    assert_eq!(press(&server, &link).expect(403).code(), "under_age");
    assert_eq!(status(&joke, &id), "registered");
}
