//! One's own account: archiving and restoring, consents, notification preferences and quiet hours.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::send_digests;
use voluntr::mail::MailKind;
use voluntr::resources::notification::Notice;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

const ME: &str = "/api/v1/current_user";
const ERASURE: &str = "/api/v1/me/erasure";
const PREFERENCES: &str = "/api/v1/notification_preferences";
const CONSENTS: &str = "/api/v1/consents";

fn text(server: &Server, sql: &'static str) -> String {
    server.arrange(move |tx| {
        let text: Option<String> = tx.query_row(sql, [], |row| row.get(0))?;
        Ok(text.unwrap_or_default())
    })
}

/// Something optional happens that Joke is told about.
fn tell(server: &Server, kind: MailKind, number: i64) {
    server.arrange(move |tx| {
        let joke = tx.query_row(
            "select id from users where email = 'joke@example.nl'",
            [],
            |row| row.get(0),
        )?;
        Notice {
            kind,
            data: json!({ "organization_name": format!("Tuin {number}"), "path": "/organizations/1", "expires_at": "2026-12-01T09:00:00Z" }),
            subject: ("organizations", number),
            center_id: 1,
        }
        .tell(tx, joke)
    });
}

fn choose(client: &Client, kind: &str, channel: &str, rate: &str) -> Reply {
    client.patch(
        PREFERENCES,
        &json!({ "preferences": [{ "kind": kind, "channel": channel, "rate": rate }] }),
    )
}

fn rate(client: &Client, id: &str) -> Value {
    let list = client.get(PREFERENCES).expect(200).at("/data");
    let found = list.as_array().unwrap().iter().find(|one| one["id"] == id);
    found.unwrap()["attributes"].clone()
}

fn letters(server: &Server) -> String {
    text(
        server,
        "select group_concat(kind, ' ') from (select kind from outbox where to_email = 'joke@example.nl' order by id)",
    )
}

#[test]
fn who_leaves_shows_the_password_and_can_come_back_by_the_letter() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let wrong = joke.post(ERASURE, &json!({ "current_password": "geraden" }));
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.pointer(), "/data/attributes/current_password");
    let missing = joke.post(ERASURE, &json!({ "reason": "Ik verhuis." }));
    assert_eq!(missing.status, 422);
    joke.get(ME).expect(200);
    let left = joke
        .post(
            ERASURE,
            &json!({ "current_password": PASSWORD, "reason": "Ik verhuis." }),
        )
        .expect(202);
    assert_eq!(left.at("/meta/erase_after"), "2026-12-21T09:00:00Z");
    joke.get(ME).expect(401);
    assert_eq!(
        text(
            &server,
            "select event || ' ' || reason_code || ' ' || reason_text from transitions where subject_type = 'users'"
        ),
        "archive own_wish Ik verhuis."
    );
    let path = text(
        &server,
        "select json_extract(data, '$.path') from outbox where kind = 'account_archived'",
    );
    let token = path.split_once("restore_token=").unwrap().1.to_owned();
    let undo = |token: &str| {
        server.as_nobody().post(
            "/api/v1/me/erasure/undo",
            &json!({ "restore_token": token }),
        )
    };
    assert_eq!(undo("verzonnen").expect(410).code(), "link_expired");
    server
        .clock
        .advance(SignedDuration::from_hours(30 * 24) - SignedDuration::from_secs(1));
    let back = undo(&token).expect(200);
    assert_eq!(back.at("/data/attributes/status"), "active");
    assert_eq!(undo(&token).expect(410).code(), "link_used");
    server.as_volunteer().get(ME).expect(200);
}

#[test]
fn a_password_is_not_guessed_behind_an_unlocked_screen() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for _ in 0..10 {
        let wrong = joke
            .post(ERASURE, &json!({ "current_password": "geraden" }))
            .expect(422);
        let said = wrong.at("/errors/0/detail");
        assert_eq!(said, "Dit is niet je huidige wachtwoord.");
    }
    joke.post(ERASURE, &json!({ "current_password": PASSWORD }))
        .expect(429);
}

#[test]
fn the_last_manager_hands_over_before_leaving() {
    let server = Server::start();
    // It is said before anything is asked, and who looks after nothing alone is told nothing.
    let before = |client: &Client| client.get(ERASURE).expect(200).at("/meta/sole_manager_of");
    assert_eq!(
        before(&server.as_superuser())[0]["name"],
        "Taalhuis Lindewaard"
    );
    assert_eq!(before(&server.as_volunteer()), json!([]));
    let refused = server
        .as_superuser()
        .post(ERASURE, &json!({ "current_password": PASSWORD }))
        .expect(422);
    assert_eq!(refused.code(), "last_superuser");
    assert_eq!(
        refused.at("/errors/0/meta/sole_manager_of/0/name"),
        "Taalhuis Lindewaard"
    );
}

#[test]
fn a_copy_is_for_its_owner_only_and_a_letter_says_where_it_is() {
    let server = Server::start();
    let copy = "/api/v1/me/data_export";
    assert_eq!(server.as_nobody().download(copy).0, 401);
    let joke = server.as_volunteer();
    let asked = joke.post(copy, &json!({})).expect(202);
    assert_eq!(asked.at("/meta/sent_to"), "joke@example.nl");
    assert_eq!(letters(&server), "export_ready");
    for _ in 0..9 {
        assert_eq!(joke.download(copy).0, 200);
    }
    assert_eq!(joke.download(copy).0, 429);
}

#[test]
fn a_consent_is_given_and_taken_back_and_both_are_kept() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let say = |kind: &str, is_given: bool| {
        joke.post(CONSENTS, &json!({ "kind": kind, "is_given": is_given }))
    };
    say("newsletter", false).expect(204);
    say("newsletter", true).expect(201);
    say("newsletter", true).expect(200);
    server.clock.advance(SignedDuration::from_secs(60));
    say("newsletter", false).expect(201);
    say("newsletter", true).expect(201);
    say("pool", true).expect(201);
    let refused = say("terms", false).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/is_given");
    say("onbekend", true).expect(422);
    let all = joke.get(CONSENTS).expect(200);
    assert_eq!(all.at("/meta/total"), 4);
    let current = joke
        .get("/api/v1/consents?filter[is_current_eq]=true")
        .expect(200);
    let kinds: Vec<_> = current
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!(
                "{}{}",
                one["attributes"]["kind"], one["attributes"]["is_given"]
            )
        })
        .collect();
    assert_eq!(kinds, ["\"pool\"true", "\"newsletter\"true"]);
    assert_eq!(server.as_superuser().get(CONSENTS).at("/meta/total"), 0);
}

#[test]
fn signing_up_is_a_consent_to_the_terms() {
    let server = Server::start();
    let form = json!({ "first_name": "Bo", "last_name": "Bakker", "email": "bo@example.nl",
        "password": "vier losse woorden samen", "accept_terms": true });
    server
        .as_nobody()
        .post(
            "/api/v1/users/sign_up",
            &json!({ "data": { "type": "user", "attributes": form } }),
        )
        .expect(202);
    assert_eq!(
        text(
            &server,
            "select c.kind || c.is_given || c.created_at from consents c join users u on u.id = c.user_id where u.email = 'bo@example.nl'"
        ),
        "terms12026-11-21T09:00:00Z"
    );
}

#[test]
fn what_somebody_switches_off_does_not_come_and_what_is_mandatory_does() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let mandatory = choose(&joke, "role_changed", "email", "off").expect(422);
    assert_eq!(
        mandatory.pointer(),
        "/data/attributes/preferences/0/rate",
        "{}",
        mandatory.text
    );
    choose(&joke, "org_approved", "app", "daily").expect(422);
    choose(&joke, "verzonnen", "app", "off").expect(422);
    choose(&joke, "org_approved", "post", "off").expect(422);
    assert_eq!(
        rate(&joke, "org_approved.email"),
        json!({ "kind": "org_approved", "channel": "email", "rate": "instant", "area": "organization", "is_mandatory": false })
    );
    choose(&joke, "org_approved", "email", "off").expect(200);
    tell(&server, MailKind::OrgApproved, 1);
    assert_eq!(letters(&server), "");
    assert_eq!(joke.get("/api/v1/notifications").at("/meta/total"), 1);
    choose(&joke, "org_approved", "app", "off").expect(200);
    tell(&server, MailKind::OrgApproved, 2);
    assert_eq!(joke.get("/api/v1/notifications").at("/meta/total"), 1);
    choose(&joke, "org_approved", "email", "instant").expect(200);
    tell(&server, MailKind::OrgApproved, 3);
    assert_eq!(letters(&server), "org_approved");
    assert_eq!(rate(&joke, "org_approved.app")["rate"], "off");
    assert_eq!(rate(&joke, "org_approved.email")["rate"], "instant");
    assert_eq!(
        rate(&server.as_superuser(), "org_approved.app")["rate"],
        "instant"
    );
}

#[test]
fn the_link_in_a_letter_stops_its_kind_with_one_click() {
    let server = Server::start();
    let joke = server.as_volunteer();
    tell(&server, MailKind::OrgApproved, 1);
    tell(&server, MailKind::OrgApproved, 2);
    let token = text(
        &server,
        "select unsubscribe_token from outbox where subject_id = 1",
    );
    let path = format!("/unsubscribe/{token}");
    let page = server.as_nobody().get(&path).expect(200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.text.contains("<form method=\"post\"") && page.text.contains("Afmelden"));
    assert_eq!(
        rate(&joke, "org_approved.email")["rate"],
        "instant",
        "looking changes nothing"
    );
    // As a mail program sends it.
    let click = || {
        server
            .as_nobody()
            .with("content-type", "application/x-www-form-urlencoded")
            .send_text("POST", &path, Some("List-Unsubscribe=One-Click"))
    };
    assert!(
        click()
            .expect(200)
            .text
            .contains("Je krijgt deze mail niet meer")
    );
    click().expect(200);
    assert_eq!(rate(&joke, "org_approved.email")["rate"], "off");
    assert_eq!(
        text(&server, "select count(*) || '' from outbox"),
        "1",
        "what waited is taken away"
    );
    tell(&server, MailKind::OrgApproved, 3);
    assert_eq!(text(&server, "select count(*) || '' from outbox"), "1");
    tell(&server, MailKind::OrgReceived, 4);
    assert_eq!(
        letters(&server),
        "org_approved org_received",
        "other kinds still come"
    );
    choose(&joke, "org_approved", "email", "instant").expect(200);
    tell(&server, MailKind::OrgApproved, 5);
    assert_eq!(letters(&server), "org_approved org_received org_approved");
    server.as_nobody().get("/unsubscribe/verzonnen").expect(410);
    server
        .as_nobody()
        .with("content-type", "application/x-www-form-urlencoded")
        .send_text(
            "POST",
            "/unsubscribe/verzonnen",
            Some("List-Unsubscribe=One-Click"),
        )
        .expect(410);
}

#[test]
fn mail_waits_for_the_end_of_somebodys_own_quiet_hours() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let set = |from: Value, until: Value| {
        joke.patch(
            ME,
            &json!({ "user": { "quiet_from": from, "quiet_until": until, "color_mode": "dark" } }),
        )
    };
    set(json!("9 uur"), json!("16:00")).expect(422);
    set(json!("08:00"), Value::Null).expect(422);
    let saved = set(json!("08:00"), json!("16:00")).expect(200);
    assert_eq!(saved.at("/data/attributes/quiet_until"), "16:00");
    assert_eq!(saved.at("/data/attributes/color_mode"), "dark");
    tell(&server, MailKind::OrgApproved, 1);
    tell(&server, MailKind::ExportReady, 2);
    assert_eq!(
        text(
            &server,
            "select group_concat(kind || ' ' || next_attempt_at, ', ') from (select * from outbox order by id)"
        ),
        "org_approved 2026-11-21T15:00:00Z, export_ready 2026-11-21T09:00:00Z"
    );
    set(Value::Null, Value::Null).expect(200);
    tell(&server, MailKind::OrgApproved, 3);
    assert_eq!(
        text(
            &server,
            "select next_attempt_at from outbox where subject_id = 3"
        ),
        "2026-11-21T09:00:00Z"
    );
    // Nobody else sees or sets them.
    let seen = server.as_center().get("/api/v1/users?filter[q]=joke");
    assert_eq!(seen.at("/data/0/attributes/email"), "joke@example.nl");
    assert_eq!(seen.at("/data/0/attributes/color_mode"), Value::Null);
}

#[test]
fn what_is_gathered_comes_in_one_letter_in_the_morning() {
    let server = Server::start();
    let joke = server.as_volunteer();
    choose(&joke, "org_approved", "email", "daily").expect(200);
    choose(&joke, "org_archived", "email", "weekly").expect(200);
    let run = || {
        let tenant = server.app.tenants().get("demo").unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime
            .block_on(send_digests(tenant.unguarded("test")))
            .unwrap()
    };
    tell(&server, MailKind::OrgApproved, 1);
    tell(&server, MailKind::OrgApproved, 2);
    server.arrange(|tx| {
        Notice {
            kind: MailKind::OrgArchived,
            data: json!({ "organization_name": "Tuin 3", "actor_name": "Ada", "path": "/organizations/3" }),
            subject: ("organizations", 3),
            center_id: 1,
        }
        .tell(tx, 5)
    });
    assert_eq!(run(), 0, "it is Saturday at ten");
    assert_eq!(letters(&server), "");
    server
        .clock
        .advance(SignedDuration::from_mins(20 * 60 + 29));
    assert_eq!(run(), 0, "nearly half past seven");
    server.clock.advance(SignedDuration::from_mins(61));
    assert_eq!(run(), 1);
    assert_eq!(run(), 0, "once");
    let titles = "select group_concat(json_extract(i.value, '$.title'), ' | ') from outbox o, json_each(o.data, '$.items') i where o.id = (select max(id) from outbox)";
    assert_eq!(text(&server, titles).matches(" | ").count(), 1);
    server.clock.advance(SignedDuration::from_hours(24));
    assert_eq!(run(), 1, "Monday is Joke's digest day");
    assert!(!text(&server, titles).contains(" | "));
    assert_eq!(letters(&server), "notification_digest notification_digest");
    assert_eq!(
        joke.get("/api/v1/notifications").at("/meta/total"),
        3,
        "in the app at once"
    );
}
