//! Messages to people in the pool, their answers, and the conversation that follows.

use serde_json::json;

use super::{POOL, REPLIES, first_card, follow, joke_is_found, many_are_found, write};
use crate::matching::recommended::publish;
use crate::support::outbox::{last, sent};
use crate::support::server::{Client, Server, document};

fn status(client: &Client, id: &str) -> serde_json::Value {
    client
        .get(&format!("{REPLIES}/{id}"))
        .expect(200)
        .at("/data/attributes/status")
}

fn days(server: &Server, count: i64) {
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * count));
}

#[test]
fn an_answer_shares_what_is_ticked_and_opens_a_conversation() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let samira = server.as_superuser();
    let vacancy = publish(&server, "Wandelmaatje", server.people.own, &[]);
    let card = first_card(&samira);
    let made = write(
        &server,
        &samira,
        &card,
        json!({ "vacancy_id": vacancy.to_string() }),
    )
    .expect(201);
    let id = made.id();
    for (field, value) in [
        ("status", json!("open")),
        ("direction", json!("sent")),
        ("person_name", json!("Joke V.")),
        ("person_email", json!(null)),
        ("vacancy_title", json!("Wandelmaatje")),
    ] {
        assert_eq!(
            made.at(&format!("/data/attributes/{field}")),
            value,
            "{field}"
        );
    }
    assert!(!made.text.contains("Vermeer") && !made.text.contains("joke@"));
    let letter = last(&server, "profile_reply_new", "joke@example.nl");
    assert_eq!(letter["organization_name"], json!("Taalhuis Lindewaard"));
    assert_eq!(letter["path"], json!(format!("/profile-replies?open={id}")));
    let path = format!("{REPLIES}/{id}");
    let received = joke
        .get(&format!("{REPLIES}?filter[direction_eq]=received"))
        .expect(200);
    assert_eq!(received.ids(), [id.clone()]);
    assert_eq!(
        received.at("/data/0/attributes/sender_name"),
        json!("Samira Haddou")
    );
    // Nobody writes before the answer.
    samira
        .post(&format!("{path}/messages"), &json!({ "body": "Hallo?" }))
        .expect(422);
    joke.put(
        &format!("{path}/answer"),
        &json!({ "body": "Wat leuk!", "share_last_name": false, "share_phone": true }),
    )
    .expect(200);
    let theirs = samira.get(&path).expect(200);
    for (field, value) in [
        ("status", json!("answered")),
        ("answer", json!("Wat leuk!")),
        ("person_name", json!("Joke V.")),
        ("person_phone", json!("+31612345678")),
        ("person_email", json!(null)),
    ] {
        assert_eq!(
            theirs.at(&format!("/data/attributes/{field}")),
            value,
            "{field}"
        );
    }
    assert_eq!(
        last(&server, "profile_reply_answered", "samira@example.nl")["person_name"],
        json!("Joke V.")
    );
    let messages = samira.get(&format!("{path}/messages")).expect(200);
    assert_eq!(messages.at("/data/0/attributes/body"), json!("Wat leuk!"));
    assert_eq!(
        messages.at("/data/0/attributes/author_name"),
        json!("Joke V.")
    );
    assert!(!messages.text.contains("Vermeer"));
    samira
        .post(
            &format!("{path}/messages"),
            &json!({ "body": "Woensdag om twee uur?" }),
        )
        .expect(201);
    let messages = joke.get(&format!("{path}/messages")).expect(200);
    assert_eq!(
        messages.at("/data/1/attributes/side"),
        json!("organization")
    );
    joke.put(&format!("{path}/messages/read"), &json!({}))
        .expect(204);
    // No third reads it: neither another organisation nor the centre.
    server
        .as_center()
        .get(&format!("{path}/messages"))
        .expect(403);
    let meta = server.as_center().get(&path).expect(200);
    assert_eq!(meta.at("/data/attributes/body"), json!(null));
    assert_eq!(meta.at("/data/attributes/answer"), json!(null));
    assert!(!meta.text.contains("wandelt") && !meta.text.contains("Wat leuk"));
    server.as_mentor().get(&path).expect(404);
}

#[test]
fn one_waits_at_a_time_and_the_next_comes_four_weeks_later_about_something_else() {
    let server = Server::start();
    joke_is_found(&server);
    let vacancy = publish(&server, "Wandelmaatje", server.people.own, &[]);
    let about = json!({ "vacancy_id": vacancy.to_string() });
    let samira = server.as_superuser();
    let card = first_card(&samira);
    let id = write(&server, &samira, &card, about.clone())
        .expect(201)
        .id();
    let refused = write(&server, &samira, &card, json!({})).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("reply_open"));
    days(&server, 7);
    assert_eq!(follow(&server), 1);
    assert_eq!(
        last(&server, "profile_reply_reminder", "joke@example.nl")["organization_name"],
        json!("Taalhuis Lindewaard")
    );
    assert_eq!(follow(&server), 0, "reminded once");
    let joke = server.as_volunteer();
    joke.put(&format!("{REPLIES}/{id}/decline"), &json!({}))
        .expect(200);
    let samira = server.as_superuser();
    assert_eq!(status(&samira, &id), json!("declined"));
    assert_eq!(
        sent(&server)
            .iter()
            .filter(|(kind, _)| kind == "profile_reply_declined")
            .count(),
        1
    );
    let refused = write(&server, &samira, &card, json!({})).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("reply_too_soon"));
    let card_of = samira.get(&format!("{POOL}/{card}")).expect(200);
    assert_ne!(card_of.at("/data/attributes/writable_from"), json!(null));
    assert_eq!(
        card_of.at("/data/attributes/reply/status"),
        json!("declined")
    );
    days(&server, 22);
    let samira = server.as_superuser();
    let refused = write(&server, &samira, &card, about).expect(422);
    assert_eq!(
        refused.at("/errors/0/meta/rule"),
        json!("reply_about_vacancy")
    );
    write(&server, &samira, &card, json!({})).expect(201);
}

#[test]
fn silence_ends_after_thirty_days_and_the_organisation_is_told() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let samira = server.as_superuser();
    let card = first_card(&samira);
    let id = write(&server, &samira, &card, json!({})).expect(201).id();
    days(&server, 30);
    follow(&server);
    let samira = server.as_superuser();
    assert_eq!(status(&samira, &id), json!("expired"));
    assert_eq!(
        last(&server, "profile_reply_expired", "samira@example.nl")["person_name"],
        json!("Joke V.")
    );
    let joke_again = server.as_volunteer();
    joke_again
        .put(
            &format!("{REPLIES}/{id}/answer"),
            &json!({ "body": "Te laat" }),
        )
        .expect(422);
    drop(joke);
}

#[test]
fn an_organisation_does_not_read_that_it_was_blocked() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let samira = server.as_superuser();
    let card = first_card(&samira);
    let id = write(&server, &samira, &card, json!({})).expect(201).id();
    let before = samira
        .get(&format!("{REPLIES}/{id}"))
        .expect(200)
        .at("/data/attributes");
    joke.put(&format!("{REPLIES}/{id}/block"), &json!({}))
        .expect(200);
    assert_eq!(status(&joke, &id), json!("blocked"));
    assert_eq!(
        samira
            .get(&format!("{REPLIES}/{id}"))
            .expect(200)
            .at("/data/attributes"),
        before
    );
    let of_status = |status: &str| {
        samira
            .get(&format!("{REPLIES}?filter[status_in]={status}"))
            .expect(200)
            .ids()
    };
    assert_eq!(of_status("blocked"), Vec::<String>::new());
    assert_eq!(of_status("open"), [id.clone()]);
    let gone = write(&server, &samira, &card, json!({})).expect(422);
    assert_eq!(gone.at("/errors/0/meta/rule"), json!("not_in_pool"));
    days(&server, 30);
    follow(&server);
    assert_eq!(status(&server.as_superuser(), &id), json!("expired"));
    assert_eq!(
        sent(&server)
            .iter()
            .filter(|(kind, _)| kind == "profile_reply_expired")
            .count(),
        1
    );
    assert_eq!(status(&server.as_volunteer(), &id), json!("blocked"));
}

#[test]
fn twenty_a_day_go_out_and_a_repeated_request_counts_once() {
    let server = Server::start();
    many_are_found(&server, 22);
    let samira = server.as_superuser();
    let cards = samira
        .get(&format!("{POOL}?page[size]=100"))
        .expect(200)
        .ids();
    let keyed = samira.clone().with("idempotency-key", "een-keer");
    let first = write(&server, &keyed, &cards[0], json!({}))
        .expect(201)
        .id();
    assert_eq!(
        write(&server, &keyed, &cards[0], json!({}))
            .expect(201)
            .id(),
        first
    );
    for card in &cards[1..20] {
        write(&server, &samira, card, json!({})).expect(201);
    }
    write(&server, &samira, &cards[20], json!({})).expect(429);
    assert_eq!(
        samira.get(POOL).expect(200).at("/meta/messages_left"),
        json!(0)
    );
}

#[test]
fn only_for_ones_own_approved_organisation_and_its_own_vacancy() {
    let server = Server::start();
    joke_is_found(&server);
    let samira = server.as_superuser();
    let card = first_card(&samira);
    let foreign = publish(&server, "Elders", server.people.foreign, &[]);
    write(
        &server,
        &samira,
        &card,
        json!({ "organization_id": server.people.foreign.to_string() }),
    )
    .expect(403);
    write(
        &server,
        &samira,
        &card,
        json!({ "vacancy_id": foreign.to_string() }),
    )
    .expect(403);
    write(
        &server,
        &samira,
        "0123456789abcdef0123456789abcdef",
        json!({}),
    )
    .expect(422);
    write(&server, &samira, &card, json!({ "body": "Te kort" })).expect(422);
    let joke = server.as_volunteer();
    joke.post(REPLIES, &document("volunteer_profile_replies", json!({ "volunteer_profile_id": card, "organization_id": server.people.own.to_string(), "body": "Wil je met mij wandelen?" })))
        .expect(403);
    // Staff of the centre write on behalf of an organisation, with the card that they see.
    let center = server.as_center();
    let theirs = first_card(&center);
    assert_ne!(theirs, card);
    write(&server, &center, &theirs, json!({})).expect(201);
    // Whoever is no longer a manager is out at once.
    let id = samira.get(REPLIES).expect(200).ids().remove(0);
    let superuser = server.people.superuser;
    server.arrange(move |tx| Ok(tx.execute("delete from roles where user_id = ?1", [superuser])?));
    samira.get(&format!("{REPLIES}/{id}")).expect(404);
}

#[test]
fn what_was_written_goes_with_the_person_and_with_the_organisation() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let samira = server.as_superuser();
    let card = first_card(&samira);
    let id = write(&server, &samira, &card, json!({})).expect(201).id();
    joke.put(
        &format!("{REPLIES}/{id}/answer"),
        &json!({ "body": "Graag!" }),
    )
    .expect(200);
    let count = |table: &'static str| -> i64 {
        server.arrange(move |tx| {
            Ok(
                tx.query_row(&format!("select count(*) from {table}"), [], |row| {
                    row.get(0)
                })?,
            )
        })
    };
    assert_eq!((count("conversations"), count("messages")), (1, 1));
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "delete from volunteer_profile_replies where user_id = ?1",
            [volunteer],
        )?)
    });
    assert_eq!((count("conversations"), count("messages")), (0, 0));
}
