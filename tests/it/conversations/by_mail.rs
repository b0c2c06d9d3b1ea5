//! Answers by mail: whose they are, what becomes of them, and when they are refused. The program that a mail server calls
//! is tested in `cli::mail_in`.

use serde_json::{Value, json};
use voluntr::jobs::receive_mail;
use voluntr::resources::conversation::received::{Received, Refusal};

use super::{PATH, begin, mail, say, step};
use crate::applications::stages::{apply, as_guest, confirm_last, letters, take, with_vacancy};
use crate::pool::{REPLIES, first_card, joke_is_found, write as find_and_write};
use crate::support::outbox::last;
use crate::support::server::Server;

pub const DOMAIN: &str = "antwoord.example.org";
pub const JOKE: &str = "joke@example.nl";
pub const SAMIRA: &str = "samira@example.nl";
const MARIEKE: &str = "marieke@example.nl";

/// Mail comes in from now on.
pub fn comes_in(server: &Server) {
    server.arrange(|tx| {
        voluntr::mail::reply_address::set_inbound_domain(tx, Some(DOMAIN))?;
        Ok(())
    });
}

/// A mail as a person's program sends it.
pub fn written(from: &str, id: &str, body: &str) -> String {
    format!(
        "From: Iemand <{from}>\nTo: Vrijwilligerspunt <wordt-niet-gelezen@example.org>\nSubject: Re: Nieuw bericht\nDate: Sat, 21 Nov 2026 10:20:30 +0100\nMessage-ID: <{id}@example.nl>\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
    )
}

/// Mails what nobody has read for ten minutes; gives the address at which the last letter to somebody is answered.
pub fn asked(server: &Server, email: &str) -> String {
    server.clock.advance(jiff::SignedDuration::from_mins(11));
    assert!(mail(server) > 0, "nothing to mail");
    last(server, "message_new", email)["reply_to"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn came(server: &Server, raw: &str, recipient: &str) -> Received {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(receive_mail(
            &server.app,
            &tenant,
            raw.as_bytes(),
            Some(recipient),
        ))
        .unwrap()
}

/// Joke's conversation with Samira's organisation, in which Samira has asked something; the address for Joke's answer.
pub fn begun() -> (Server, String, String) {
    let (server, _) = with_vacancy();
    comes_in(&server);
    let to = ("organizations", server.people.own);
    let id = begin(&server.as_volunteer(), to, &json!({}))
        .expect(201)
        .id();
    say(&server.as_superuser(), &id, "Kun je maandag komen?").expect(201);
    let address = asked(&server, JOKE);
    (server, id, address)
}

pub fn bodies(server: &Server, id: &str) -> Vec<String> {
    let seen = server
        .as_volunteer()
        .get(&format!("{PATH}/{id}/messages"))
        .expect(200)
        .json();
    let found = seen["data"].as_array().unwrap().iter();
    found
        .map(|one| one["attributes"]["body"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_mail_about_a_message_has_an_address_of_its_own_for_each_reader_where_mail_comes_in() {
    let (server, id, address) = begun();
    assert!(address.starts_with(&format!("reply+{id}.")), "{address}");
    assert!(address.ends_with(DOMAIN), "{address}");
    let answer = written(JOKE, "1", "Ja, tot maandag!");
    assert!(matches!(
        came(&server, &answer, &address),
        Received::Taken(_)
    ));
    // What Joke wrote is mailed to Samira, with another address.
    let other = asked(&server, SAMIRA);
    assert!(other.starts_with(&format!("reply+{id}.")), "{other}");
    assert_ne!(other, address);
    let answer = written(SAMIRA, "2", "Fijn.");
    assert!(matches!(came(&server, &answer, &other), Received::Taken(_)));
    let seen = server
        .as_volunteer()
        .get(&format!("{PATH}/{id}/messages"))
        .expect(200);
    assert_eq!(seen.at("/data/3/attributes/body"), "Fijn.");
    assert_eq!(seen.at("/data/3/attributes/side"), "organization");
    assert_eq!(seen.at("/data/2/attributes/side"), "person");
    // The app keeps the address to itself: a notification is read by whoever looks at the screen.
    let notifications = server
        .as_volunteer()
        .get("/api/v1/notifications")
        .expect(200);
    assert!(!notifications.text.contains("reply+"));

    let (server, _) = with_vacancy();
    let to = ("organizations", server.people.own);
    let id = begin(&server.as_volunteer(), to, &json!({}))
        .expect(201)
        .id();
    say(&server.as_superuser(), &id, "Kun je maandag komen?").expect(201);
    assert_eq!(asked(&server, JOKE), "", "no mail comes in");
    let nowhere = format!("reply+{id}.00@{DOMAIN}");
    assert_eq!(came(&server, &answer, &nowhere), Received::UnknownAddress);
}

#[test]
fn what_an_answer_is_refused_for_is_mailed_once_an_hour() {
    let (server, id, address) = begun();
    let refused = |id: &str, body: &str| came(&server, &written(JOKE, id, body), &address);
    let told = || letters(&server, "message_refused").len();
    let quoted = "> Kun je maandag komen?";
    assert_eq!(refused("1", quoted), Received::Refused(Refusal::Empty));
    assert_eq!(refused("1", quoted), Received::Known);
    let long = "lang ".repeat(1001);
    assert_eq!(refused("2", &long), Received::Refused(Refusal::TooLong));
    assert_eq!(told(), 1);
    let letter = last(&server, "message_refused", JOKE);
    assert_eq!(letter["reason"], "empty");
    assert_eq!(letter["path"], format!("/conversations?open={id}"));
    server.clock.advance(jiff::SignedDuration::from_mins(61));
    let longer = format!("{long} en langer");
    assert_eq!(refused("3", &longer), Received::Refused(Refusal::TooLong));
    assert_eq!(told(), 2);

    server.clock.advance(jiff::SignedDuration::from_mins(61));
    step(&server.as_superuser(), &id, "block").expect(204);
    assert_eq!(refused("4", "Hallo?"), Received::Refused(Refusal::Blocked));
    assert_eq!(last(&server, "message_refused", JOKE)["reason"], "blocked");
    // Nothing of them is kept, and nothing of them was written.
    assert_eq!(bodies(&server, &id).len(), 2);
    let kept: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from received_mails where body is not null",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(kept, 0);
}

#[test]
fn nobody_answers_more_often_by_mail_than_here() {
    let (server, id, address) = begun();
    for count in 0..29 {
        let answer = written(JOKE, &format!("n{count}"), &format!("Bericht {count}"));
        let outcome = came(&server, &answer, &address);
        assert!(
            matches!(outcome, Received::Taken(_)),
            "{count}: {outcome:?}"
        );
    }
    // The thirtieth of this hour was the one that began it.
    let one_more = written(JOKE, "more", "Nog een bericht");
    let outcome = came(&server, &one_more, &address);
    assert_eq!(outcome, Received::Refused(Refusal::RateLimited));
    say(&server.as_volunteer(), &id, "En hier?").expect(429);
}

#[test]
fn a_guest_answers_about_an_application_until_it_is_over() {
    let (server, vacancy) = with_vacancy();
    comes_in(&server);
    let gerrit = "gerrit@example.com";
    as_guest(&server.as_nobody(), &vacancy, gerrit).expect(202);
    let application = confirm_last(&server).expect(200).id();
    let samira = server.as_superuser();
    let messages = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&messages, &json!({ "body": "Wanneer kun je?" }))
        .expect(201);
    let address = asked(&server, gerrit);
    let letter = last(&server, "message_new", gerrit);
    assert_eq!(letter["organization_email"], Value::Null);
    let answer = written("Gerrit@Example.com", "1", "Op dinsdag.");
    assert!(matches!(
        came(&server, &answer, &address),
        Received::Taken(_)
    ));
    let seen = samira.get(&messages).expect(200);
    assert_eq!(seen.at("/data/1/attributes/body"), "Op dinsdag.");
    assert_eq!(seen.at("/data/1/attributes/side"), "person");

    take(&samira, &application, "reject").expect(200);
    let late = came(&server, &written(gerrit, "2", "Hallo?"), &address);
    assert_eq!(late, Received::Refused(Refusal::Closed));
    assert_eq!(letters(&server, "message_refused"), [gerrit]);
    assert_eq!(
        last(&server, "message_refused", gerrit)["path"],
        Value::Null
    );
}

#[test]
fn a_guest_who_has_an_account_by_now_answers_a_mail_from_before() {
    let (server, vacancy) = with_vacancy();
    comes_in(&server);
    as_guest(&server.as_nobody(), &vacancy, "gerrit@example.com").expect(202);
    let application = confirm_last(&server).expect(200).id();
    let messages = format!("/api/v1/applications/{application}/messages");
    let samira = server.as_superuser();
    samira
        .post(&messages, &json!({ "body": "Wanneer kun je?" }))
        .expect(201);
    let address = asked(&server, "gerrit@example.com");
    let (joke, number) = (server.people.volunteer, application.clone());
    server.arrange(move |tx| {
        tx.execute(
            "update applications set user_id = ?1 where id = ?2",
            (joke, &number),
        )?;
        tx.execute(
            "update conversation_sides set user_id = ?1 where side = 'person'",
            [joke],
        )?;
        Ok(())
    });
    let answer = written("gerrit@example.com", "1", "Op dinsdag.");
    let outcome = came(&server, &answer, &address);
    assert!(matches!(outcome, Received::Held(_)), "{outcome:?}");
    let answer = written(JOKE, "2", "Op woensdag.");
    let outcome = came(&server, &answer, &address);
    assert!(matches!(outcome, Received::Taken(_)), "{outcome:?}");
    let seen = samira.get(&messages).expect(200);
    assert_eq!(seen.at("/data/1/attributes/body"), "Op woensdag.");
}

#[test]
fn a_centre_answers_by_mail_as_a_team_and_so_does_who_was_found_in_the_pool() {
    let server = Server::start();
    comes_in(&server);
    let (joke, marieke) = (server.as_volunteer(), server.as_center());
    let to = ("users", server.people.volunteer);
    let id = begin(&marieke, to, &json!({})).expect(201).id();
    say(&joke, &id, "Dank je!").expect(201);
    let address = asked(&server, MARIEKE);
    let answer = written(MARIEKE, "1", "Graag gedaan.");
    let outcome = came(&server, &answer, &address);
    assert!(matches!(outcome, Received::Taken(_)), "{outcome:?}");
    let seen = joke.get(&format!("{PATH}/{id}/messages")).expect(200);
    assert_eq!(seen.at("/data/2/attributes/side"), "center");
    assert_eq!(seen.at("/data/2/attributes/body"), "Graag gedaan.");

    let joke = joke_is_found(&server);
    let samira = server.as_superuser();
    let made = find_and_write(&server, &samira, &first_card(&samira), json!({})).expect(201);
    let path = format!("{REPLIES}/{}", made.id());
    let yes = json!({ "body": "Wat leuk!", "share_last_name": false, "share_phone": false });
    joke.put(&format!("{path}/answer"), &yes).expect(200);
    let messages = format!("{path}/messages");
    samira
        .post(&messages, &json!({ "body": "Wanneer kun je?" }))
        .expect(201);
    let address = asked(&server, JOKE);
    let outcome = came(&server, &written(JOKE, "2", "Dinsdag."), &address);
    assert!(matches!(outcome, Received::Taken(_)), "{outcome:?}");
    let seen = samira.get(&messages).expect(200);
    assert_eq!(seen.at("/data/2/attributes/body"), "Dinsdag.");
    assert_eq!(seen.at("/data/2/attributes/side"), "person");
}

#[test]
fn the_address_of_a_conversation_that_is_gone_is_that_of_no_later_one() {
    let (server, id, address) = begun();
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute("delete from conversations where id = ?1", [number])?;
        Ok(())
    });
    let to = ("organizations", server.people.own);
    let again = begin(&server.as_volunteer(), to, &json!({}))
        .expect(201)
        .id();
    assert_eq!(again, id, "the number is given again");
    let late = came(&server, &written(JOKE, "1", "Ja."), &address);
    assert_eq!(late, Received::UnknownAddress);
}

#[test]
fn of_one_conversation_no_more_than_twenty_mails_are_held() {
    let (server, _, address) = begun();
    for count in 1..=21 {
        let mail = written(
            "vreemd@example.org",
            &format!("v{count}"),
            &format!("Hoi {count}"),
        );
        let outcome = came(&server, &mail, &address);
        if count <= 20 {
            assert!(matches!(outcome, Received::Held(_)), "{count}: {outcome:?}");
        } else {
            assert_eq!(outcome, Received::Dropped("other_sender"));
        }
    }
    assert_eq!(letters(&server, "message_refused").len(), 0);
}

#[test]
fn who_has_left_the_organisation_answers_no_more() {
    let (server, vacancy) = with_vacancy();
    comes_in(&server);
    let joke = server.as_volunteer();
    let application = apply(&joke, &vacancy).expect(201).id();
    let samira = server.as_superuser();
    let messages = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&messages, &json!({ "body": "Wanneer kun je?" }))
        .expect(201);
    joke.post(&messages, &json!({ "body": "Op dinsdag." }))
        .expect(201);
    let address = asked(&server, SAMIRA);
    let id = server.people.superuser;
    server.arrange(move |tx| {
        tx.execute(
            "delete from roles where user_id = ?1 and name = 'organization_superuser'",
            [id],
        )?;
        Ok(())
    });
    let answer = written(SAMIRA, "1", "Tot dan.");
    assert_eq!(came(&server, &answer, &address), Received::UnknownAddress);
    assert_eq!(joke.get(&messages).expect(200).at("/data/2"), Value::Null);
}
