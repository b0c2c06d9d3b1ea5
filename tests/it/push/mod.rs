//! Messages on devices (docs/domain/mails.md#push): a push service of our own, over a real TLS connection, that decrypts as a
//! browser does.

mod service;

use jiff::SignedDuration;
use serde_json::{Value, json};

use self::service::{Device, PushService};
use crate::applications::stages::{apply, with_vacancy};
use crate::conversations::{begin, say, step};
use crate::support::server::{Client, Server};

const PATH: &str = "/api/v1/push_subscriptions";

fn put_on(client: &Client, device: &Device) -> String {
    client.post(PATH, &device.subscription()).expect(201).id()
}

fn send(server: &Server, service: &PushService) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    service.run(voluntr::jobs::send_pushes(
        tenant.unguarded("a job"),
        &service.sender(),
        "post@example.nl",
    ))
}

fn devices(client: &Client) -> Value {
    client.get(PATH).expect(200).at("/meta/total")
}

#[test]
fn a_message_is_shown_on_the_device_of_the_other_side_without_who_and_what() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let key = joke.get("/api/v1/push_key").expect(200).at("/meta/key");
    let mut service = PushService::start(&[201, 201]);
    let device = Device::new("https://push.example.org/send/joke");
    put_on(&joke, &device);
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    let id = begin(&joke, ("organizations", server.people.own), &about)
        .expect(201)
        .id();
    say(&samira, &id, "Bel me op 06 12345678").expect(201);
    assert_eq!(send(&server, &service), 1);

    let request = service.next();
    assert_eq!(request.path, "/send/joke");
    assert!(
        request
            .header("authorization")
            .ends_with(&format!("k={}", key.as_str().unwrap()))
    );
    assert_eq!(request.header("content-encoding"), "aes128gcm");
    let shown: Value = serde_json::from_slice(&device.decrypt(&request.body)).unwrap();
    assert_eq!(shown["lang"], "nl");
    assert_eq!(shown["url"], format!("/conversations?open={id}"));
    let body = shown["body"].as_str().unwrap();
    assert!(body.starts_with("Nieuw bericht over "), "{body}");
    assert!(!shown.to_string().contains("Samira") && !shown.to_string().contains("0612"));

    // Nothing twice, and a second one of the same thing only after a minute.
    assert_eq!(send(&server, &service), 0);
    say(&samira, &id, "Of mail me.").expect(201);
    assert_eq!(send(&server, &service), 0);
    server.clock.advance(SignedDuration::from_secs(61));
    assert_eq!(send(&server, &service), 1);
}

#[test]
fn who_muted_it_or_switched_it_off_and_the_night_hear_nothing() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let service = PushService::start(&[]);
    put_on(&joke, &Device::new("https://push.example.org/send/joke"));
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    let id = begin(&joke, ("organizations", server.people.own), &about)
        .expect(201)
        .id();
    step(&joke, &id, "mute").expect(204);
    say(&samira, &id, "Hallo?").expect(201);
    assert_eq!(waiting(&server), 0);
    step(&joke, &id, "unmute").expect(204);
    let off =
        json!({ "preferences": [{ "kind": "message_new", "channel": "push", "rate": "off" }] });
    joke.patch("/api/v1/notification_preferences", &off)
        .expect(200);
    say(&samira, &id, "Hallo?").expect(201);
    assert_eq!(waiting(&server), 0);
    let on =
        json!({ "preferences": [{ "kind": "message_new", "channel": "push", "rate": "instant" }] });
    joke.patch("/api/v1/notification_preferences", &on)
        .expect(200);
    let wrong =
        json!({ "preferences": [{ "kind": "message_new", "channel": "push", "rate": "daily" }] });
    joke.patch("/api/v1/notification_preferences", &wrong)
        .expect(422);
    let wrong =
        json!({ "preferences": [{ "kind": "org_approved", "channel": "push", "rate": "off" }] });
    joke.patch("/api/v1/notification_preferences", &wrong)
        .expect(422);

    // It is one o'clock in the night.
    let now = server.clock.now();
    let night: jiff::Timestamp = "2026-11-22T00:30:00Z".parse().unwrap();
    server.clock.advance(night.duration_since(now));
    server.arrange(|tx| {
        tx.execute(
            "update sessions set expires_at = '2030-01-01T00:00:00Z', used_at = ?1",
            [tx.now()],
        )?;
        Ok(())
    });
    say(&server.as_superuser(), &id, "Nog wakker?").expect(201);
    assert_eq!(waiting(&server), 1);
    assert_eq!(send(&server, &service), 0);
}

fn waiting(server: &Server) -> i64 {
    server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from push_messages where sent_at is null",
            [],
            |row| row.get(0),
        )?)
    })
}

#[test]
fn a_device_that_is_gone_is_forgotten_and_one_in_trouble_is_asked_again() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let service = PushService::start(&[503, 201, 410]);
    let id = put_on(&joke, &Device::new("https://push.example.org/send/joke"));
    joke.put(&format!("{PATH}/{id}/try"), &json!({}))
        .expect(204);
    assert_eq!(send(&server, &service), 0);
    assert_eq!(send(&server, &service), 0);
    server.clock.advance(SignedDuration::from_secs(61));
    assert_eq!(send(&server, &service), 1);
    server.clock.advance(SignedDuration::from_secs(61));
    joke.put(&format!("{PATH}/{id}/try"), &json!({}))
        .expect(204);
    assert_eq!(send(&server, &service), 0);
    assert_eq!(devices(&joke), 0);
}

#[test]
fn after_five_refusals_in_a_row_a_device_is_forgotten() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let service = PushService::start(&[403; 5]);
    let id = put_on(&joke, &Device::new("https://push.example.org/send/joke"));
    for left in [1, 1, 1, 1, 0] {
        joke.put(&format!("{PATH}/{id}/try"), &json!({}))
            .expect(204);
        send(&server, &service);
        assert_eq!(devices(&joke), left);
    }
}

#[test]
fn a_device_is_of_who_is_signed_in_there_and_goes_with_the_session() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let service = PushService::start(&[]);
    let device = Device::new("https://push.example.org/send/shared");
    let id = put_on(&joke, &device);
    assert_eq!(put_on(&joke, &device), id);
    samira.get(&format!("{PATH}/{id}")).expect(404);
    samira.delete(&format!("{PATH}/{id}")).expect(404);
    let taken = put_on(&samira, &device);
    assert_eq!((devices(&joke), devices(&samira)), (json!(0), json!(1)));
    samira
        .put(&format!("{PATH}/{taken}/try"), &json!({}))
        .expect(204);
    server.arrange(|tx| {
        tx.execute("update sessions set revoked_at = ?1", [tx.now()])?;
        Ok(())
    });
    assert_eq!(send(&server, &service), 0);
    assert_eq!(devices(&server.as_superuser()), 0);
}

#[test]
fn what_is_no_address_on_the_internet_and_an_eleventh_device_are_refused() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for endpoint in [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://localhost/a",
        "x",
    ] {
        let mut wrong = Device::new("https://push.example.org/a").subscription();
        wrong["endpoint"] = endpoint.into();
        joke.post(PATH, &wrong).expect(422);
    }
    let mut wrong = Device::new("https://push.example.org/a").subscription();
    wrong["auth"] = "AAAA".into();
    joke.post(PATH, &wrong).expect(422);
    for number in 0..10 {
        put_on(
            &joke,
            &Device::new(&format!("https://push.example.org/{number}")),
        );
    }
    let eleventh = Device::new("https://push.example.org/more");
    joke.post(PATH, &eleventh.subscription()).expect(422);
    server.as_nobody().get(PATH).expect(401);
    server.as_nobody().get("/api/v1/push_key").expect(401);
}

#[test]
fn an_answer_to_an_application_is_shown_without_saying_which() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let mut service = PushService::start(&[201]);
    let device = Device::new("https://push.example.org/send/joke");
    let id = apply(&joke, &vacancy).expect(201).id();
    put_on(&joke, &device);
    samira
        .decide(
            &format!("/api/v1/applications/{id}/transition"),
            &json!({ "event": "reject", "reason_code": "not_a_fit" }),
        )
        .expect(200);
    assert_eq!(send(&server, &service), 1);
    let shown: Value = serde_json::from_slice(&device.decrypt(&service.next().body)).unwrap();
    let body = shown["body"].as_str().unwrap();
    assert!(body.starts_with("Antwoord op je aanmelding: "), "{body}");
}

#[test]
fn while_mail_is_held_after_a_restore_no_device_hears_anything() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let service = PushService::start(&[201]);
    let id = put_on(&joke, &Device::new("https://push.example.org/send/joke"));
    server.arrange(|tx| {
        tx.execute(
            "insert into mail_holds (id, since, why) values (1, ?1, 'restore')",
            [tx.now()],
        )?;
        Ok(())
    });
    joke.put(&format!("{PATH}/{id}/try"), &json!({}))
        .expect(204);
    let is_due =
        || server.arrange(|tx| voluntr::resources::push_subscription::is_due(tx, tx.now()));
    assert!(!is_due());
    assert_eq!(send(&server, &service), 0);
    assert_eq!(waiting(&server), 1);
    let held = server.arrange(|tx| Ok(voluntr::mail::outbox::find_hold(tx, None)?.unwrap()));
    assert!(
        held.waiting
            .iter()
            .any(|of| of.kind == "push" && of.count == 1)
    );
    server.arrange(|tx| Ok(voluntr::mail::outbox::release_held(tx, None)?));
    assert!(is_due());
    assert_eq!(send(&server, &service), 1);
}
