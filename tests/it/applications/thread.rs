//! Messages between who applied and the organisation (docs/domain/states.md#messages).

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::mail_messages;

use crate::applications::stages::{PATH, apply, letters, take, with_vacancy};
use crate::support::outbox::last;
use crate::support::server::{Client, Reply, Server, document};

fn say(client: &Client, id: &str, body: &str) -> Reply {
    client.post(&format!("{PATH}/{id}/messages"), &json!({ "body": body }))
}

fn mail(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(mail_messages(tenant.unguarded("a job")))
        .unwrap()
}

#[test]
fn the_first_answer_opens_the_conversation_and_no_third_reads_it() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = apply(&joke, &vacancy).expect(201).id();
    say(&joke, &id, "Ik kan ook op vrijdag.").expect(201);
    let path = format!("{PATH}/{id}");
    assert_eq!(samira.get(&path).at("/data/attributes/stage"), "new");
    assert_eq!(
        samira.get(&path).at("/data/attributes/unread_messages"),
        json!(1)
    );
    say(&samira, &id, "  Fijn! Kom je dinsdag?  ").expect(201);
    assert_eq!(samira.get(&path).at("/data/attributes/stage"), "in_contact");
    assert_eq!(
        letters(&server, "application_contacted"),
        Vec::<String>::new()
    );
    let list = joke.get(&format!("{path}/messages")).expect(200);
    assert_eq!(
        (
            list.at("/data/0/attributes/side"),
            list.at("/data/1/attributes/body"),
            list.at("/data/1/attributes/is_read")
        ),
        (
            json!("person"),
            json!("Fijn! Kom je dinsdag?"),
            json!(false)
        )
    );
    assert_eq!(
        list.at("/data/0/attributes/is_read"),
        json!(true),
        "who answers has read"
    );

    for other in [server.as_center(), server.as_admin()] {
        let seen = other.get(&format!("{path}/messages"));
        assert!(
            seen.status >= 400 || seen.at("/meta/total") == 0,
            "{}",
            seen.text
        );
        assert!(say(&other, &id, "Ik lees mee").status >= 403);
    }
    assert!(say(&server.as_student(), &id, "Hallo").status >= 403);
    server
        .as_nobody()
        .get(&format!("{path}/messages"))
        .expect(401);
    take(&joke, &id, "withdraw").expect(200);
    assert_eq!(
        say(&samira, &id, "Jammer").expect(422).code(),
        "invalid_transition"
    );
}

#[test]
fn a_message_is_mailed_after_ten_minutes_unless_it_was_read() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = apply(&joke, &vacancy).expect(201).id();
    say(&samira, &id, "Kom je dinsdag?").expect(201);
    say(&samira, &id, "Om tien uur.").expect(201);
    assert_eq!(mail(&server), 0);
    server.clock.advance(SignedDuration::from_mins(11));
    assert_eq!(mail(&server), 1);
    assert_eq!(mail(&server), 0, "one mail per conversation");
    let told = last(&server, "message_new", "joke@example.nl");
    assert_eq!(
        (&told["count"], &told["message"]),
        (&json!(2), &json!("Om tien uur."))
    );

    say(&joke, &id, "Dat is goed.").expect(201);
    samira
        .put(&format!("{PATH}/{id}/messages/read"), &json!({}))
        .expect(204);
    server.clock.advance(SignedDuration::from_mins(11));
    assert_eq!(mail(&server), 0);
    assert_eq!(letters(&server, "message_new").len(), 1);
}

#[test]
fn thirty_messages_an_hour_are_enough() {
    let (server, vacancy) = with_vacancy();
    let joke = server.as_volunteer();
    let id = apply(&joke, &vacancy).expect(201).id();
    for number in 0..30 {
        say(&joke, &id, &format!("Bericht {number}")).expect(201);
    }
    say(&joke, &id, "Nog een").expect(429);
    server.clock.advance(SignedDuration::from_mins(61));
    say(&joke, &id, "Nog een").expect(201);
}

#[test]
fn an_organisation_keeps_sentences_that_no_other_reads() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = "/api/v1/message_snippets";
    let sentence = |organization: i64, text: &str| {
        let attributes = json!({ "organization_id": organization.to_string(), "text": text });
        document("message_snippets", attributes)
    };
    let own = server.people.own;
    let kept = samira
        .post(path, &sentence(own, "Kom in het voorjaar nog eens langs."))
        .expect(201)
        .id();
    samira
        .post(path, &sentence(server.people.foreign, "Niet van ons."))
        .expect(403);
    assert_eq!(samira.get(path).at("/meta/total"), 1);
    assert_eq!(server.as_center().get(path).at("/meta/total"), 1);
    server.as_volunteer().get(path).expect(403);
    for number in 1..30 {
        samira
            .post(path, &sentence(own, &format!("Zin nummer {number}.")))
            .expect(201);
    }
    samira
        .post(path, &sentence(own, "Nog een zin."))
        .expect(422);
    samira.delete(&format!("{path}/{kept}")).expect(204);
}

#[test]
fn a_centre_keeps_sentences_of_its_own() {
    let server = Server::start();
    let marieke = server.as_center();
    let path = "/api/v1/message_snippets";
    let sentence = |center: i64, text: &str| {
        let attributes = json!({ "volunteer_center_id": center.to_string(), "text": text });
        document("message_snippets", attributes)
    };
    let (here, elsewhere) = (server.people.center, server.people.other_center);
    let made = marieke
        .post(path, &sentence(here, "Dank je voor je vraag."))
        .expect(201);
    assert_eq!(made.at("/data/attributes/organization_id"), Value::Null);
    let kept = format!("{path}/{}", made.id());
    marieke
        .post(path, &sentence(elsewhere, "Niet van ons."))
        .expect(403);
    for client in [server.as_superuser(), server.as_content_manager()] {
        client
            .post(path, &sentence(here, "Niet van ons."))
            .expect(403);
        assert_ne!(client.get(&kept).status, 200);
    }
    let of_both = json!({
        "volunteer_center_id": here.to_string(), "organization_id": server.people.own.to_string(), "text": "Van wie?",
    });
    for (attributes, at) in [
        (of_both, "volunteer_center_id"),
        (json!({ "text": "Van wie?" }), "organization_id"),
    ] {
        let refused = marieke.post(path, &document("message_snippets", attributes));
        assert_eq!(
            refused.expect(422).pointer(),
            format!("/data/attributes/{at}")
        );
    }
    let changed = document("message_snippets", json!({ "text": "Dank je wel." }));
    server.as_admin().patch(&kept, &changed).expect(200);
    let list = format!("{path}?filter[volunteer_center_id_eq]={here}");
    assert_eq!(
        marieke.get(&list).at("/data/0/attributes/text"),
        "Dank je wel."
    );
    let to_organization = document(
        "message_snippets",
        json!({ "volunteer_center_id": null, "organization_id": server.people.own.to_string() }),
    );
    marieke.patch(&kept, &to_organization).expect(422);
    for number in 1..30 {
        marieke
            .post(path, &sentence(here, &format!("Zin nummer {number}.")))
            .expect(201);
    }
    marieke
        .post(path, &sentence(here, "Nog een zin."))
        .expect(422);
    marieke.delete(&kept).expect(204);
}
