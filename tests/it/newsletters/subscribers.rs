//! People who want the newsletter: they ask, confirm by mail, say how often, and leave; with and without an account.

use jiff::SignedDuration;
use rusqlite::OptionalExtension as _;
use serde_json::{Value, json};
use voluntr::jobs::delete_expired;

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::{sent, token};
use crate::support::server::{Client, Reply, Server};

const ASK: &str = "/api/v1/newsletter_subscriptions";
const CONFIRM: &str = "/api/v1/newsletter_subscriptions/confirm";
const WISHES: &str = "/api/v1/newsletter_subscriptions/preferences";
const STAFF: &str = "/api/v1/newsletter_subscribers";
const WIL: &str = "wil@example.org";

/// Of one network address each, as the limit for these has a test of its own.
fn start() -> Server {
    Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()])
}

fn said(email: &str) -> Value {
    json!({ "email": email, "first_name": "Wil", "locale": "nl", "edition": "2026-11" })
}

fn from(server: &Server, place: u32) -> Client {
    server
        .as_nobody()
        .with("x-forwarded-for", &format!("192.0.2.{place}"))
}

fn ask(server: &Server, email: &str) -> Reply {
    from(server, 1).post(ASK, &said(email))
}

fn confirm(server: &Server, token: &str) -> Reply {
    server.as_nobody().post(CONFIRM, &json!({ "token": token }))
}

/// Asks, and presses the button behind the link; gives the key of their wishes.
fn join(server: &Server, email: &str) -> String {
    ask(server, email).expect(202);
    let done = confirm(server, &token(server, "newsletter_confirm", email)).expect(200);
    assert_eq!(done.at("/data/attributes/is_confirmed"), true);
    key_of(&done)
}

fn key_of(done: &Reply) -> String {
    let path = done.at("/data/attributes/preferences_path");
    let path = path.as_str().unwrap();
    path.strip_prefix("/nieuwsbrief/voorkeuren?token=")
        .unwrap()
        .to_owned()
}

fn wishes(server: &Server, key: &str) -> Reply {
    server.as_nobody().post(WISHES, &json!({ "token": key }))
}

fn change(server: &Server, key: &str, mut wish: Value) -> Reply {
    wish["token"] = key.into();
    server.as_nobody().patch(WISHES, &wish)
}

fn letters(server: &Server) -> Vec<String> {
    let of_kind = |(kind, to)| (kind == "newsletter_confirm").then_some(to);
    sent(server).into_iter().filter_map(of_kind).collect()
}

/// The status of the rows of an address.
fn rows(server: &Server, email: &str) -> Vec<String> {
    let email = email.to_owned();
    server.arrange(move |tx| {
        let mut statement =
            tx.prepare("select status from newsletter_subscribers where email = ?1 order by id")?;
        let rows = statement
            .query_map([email], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    })
}

/// What an account said last of the newsletter.
fn consent(server: &Server, email: &str) -> Option<bool> {
    let email = email.to_owned();
    server.arrange(move |tx| {
        Ok(tx
            .query_row(
                "select c.is_given from consents c join users u on u.id = c.user_id
                  where u.email = ?1 and c.kind = 'newsletter' order by c.id desc limit 1",
                [email],
                |row| row.get(0),
            )
            .optional()?)
    })
}

fn is_unsubscribed(server: &Server, email: &str) -> bool {
    let email = email.to_owned();
    server.arrange(move |tx| {
        Ok(tx
            .prepare("select 1 from mail_unsubscriptions where email = ?1 and kind = 'newsletter'")?
            .exists([email])?)
    })
}

fn run(server: &Server, sql: &'static str) {
    server.arrange(move |tx| Ok(tx.execute_batch(sql)?));
}

fn later(server: &Server, hours: i64) {
    server.clock.advance(SignedDuration::from_hours(hours));
}

fn expire(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(delete_expired(tenant.unguarded("test")))
        .unwrap();
}

fn rule(reply: &Reply) -> (String, Value) {
    (reply.pointer(), reply.at("/errors/0/meta/rule"))
}

#[test]
fn who_asks_and_confirms_gets_it_and_says_how_often() {
    let server = start();
    let asked = ask(&server, WIL).expect(202);
    assert_eq!(
        asked.json(),
        json!({ "data": null, "meta": { "sent_to": WIL } })
    );
    assert_eq!(rows(&server, WIL), ["pending"]);
    let link = token(&server, "newsletter_confirm", WIL);
    let kept = server.arrange(|tx| {
        Ok(tx.query_row(
            "select confirm_hash from newsletter_subscribers",
            [],
            |row| row.get::<_, String>(0),
        )?)
    });
    assert!(!kept.contains(&link) && kept.len() == 64, "{kept}");
    // A program that follows links asks for the page, and changes nothing.
    let page = format!("/nieuwsbrief/bevestigen?token={link}");
    let _ = server.as_nobody().get(&page);
    server.as_nobody().get(CONFIRM).expect(405);
    assert_eq!(rows(&server, WIL), ["pending"]);

    let done = confirm(&server, &link).expect(200);
    assert_eq!(rows(&server, WIL), ["active"]);
    let key = key_of(&done);
    assert_eq!(
        wishes(&server, &key).expect(200).at("/data/attributes"),
        json!({ "email": "w…@example.org", "locale": "nl", "frequency": "every", "is_subscribed": true })
    );
    // Pressing the button once more says the same.
    assert_eq!(key_of(&confirm(&server, &link).expect(200)), key);
    let wish = json!({ "frequency": "monthly", "locale": "en" });
    let changed = change(&server, &key, wish).expect(200);
    assert_eq!(changed.at("/data/attributes/frequency"), "monthly");
    assert_eq!(changed.at("/data/attributes/locale"), "en");
    assert_eq!(changed.at("/data/attributes/is_subscribed"), true);

    let refused = change(&server, &key, json!({ "frequency": "hourly" })).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/frequency");
    for token in ["", "onbekend", &link] {
        let refused = wishes(&server, token).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/token");
    }
    assert_eq!(
        rule(&wishes(&server, "onbekend").expect(422)),
        ("/data/attributes/token".to_owned(), json!("unknown"))
    );
}

#[test]
fn what_is_typed_is_checked_and_the_edition_is_one_that_there_is() {
    let server = start();
    let nobody = server.as_nobody();
    let with = |field: &str, value: Value| {
        let mut said = said(WIL);
        said[field] = value;
        nobody.post(ASK, &said).expect(422).pointer()
    };
    for (field, value) in [
        ("email", json!("wil")),
        ("email", json!("")),
        ("first_name", json!("www.spam.example/x")),
        ("locale", json!("de")),
        ("edition", json!("2020-01")),
        ("edition", Value::Null),
        ("status", json!("active")),
    ] {
        assert_eq!(with(field, value), format!("/data/attributes/{field}"));
    }
    assert_eq!(letters(&server), [] as [&str; 0]);
    let mut bare = said(WIL);
    bare["first_name"] = Value::Null;
    nobody.post(ASK, &bare).expect(202);
    // Whoever typed the address does not write the mail.
    let (name, data) = server.arrange(|tx| {
        Ok(tx.query_row(
            "select to_name, data from outbox where kind = 'newsletter_confirm'",
            [],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        )?)
    });
    assert_eq!(name, "");
    assert!(!data.contains("first_name"), "{data}");
}

#[test]
fn a_link_is_good_for_seven_days_and_then_nothing_is_left() {
    let server = start();
    ask(&server, WIL).expect(202);
    let link = token(&server, "newsletter_confirm", WIL);
    assert_eq!(
        rule(&confirm(&server, "onbekend").expect(422)),
        ("/data/attributes/token".to_owned(), json!("unknown"))
    );
    later(&server, 7 * 24 - 1);
    expire(&server);
    assert_eq!(rows(&server, WIL), ["pending"]);
    later(&server, 1);
    let refused = confirm(&server, &link).expect(422);
    assert_eq!(rule(&refused).1, "expired");
    assert!(refused.text.contains("te oud"), "{}", refused.text);
    expire(&server);
    assert_eq!(rows(&server, WIL), [] as [&str; 0]);
    let refused = confirm(&server, &link).expect(422);
    assert_eq!(rule(&refused).1, "unknown");
    assert!(
        refused.text.contains("Deze link werkt niet"),
        "{}",
        refused.text
    );
}

#[test]
fn an_address_is_mailed_once_an_hour_and_three_times_a_day() {
    let server = start();
    let first = |server: &Server| token(server, "newsletter_confirm", WIL);
    ask(&server, WIL).expect(202);
    let link = first(&server);
    ask(&server, &WIL.to_uppercase()).expect(202);
    assert_eq!(letters(&server).len(), 1);
    // The link that was mailed goes on working.
    later(&server, 2);
    ask(&server, WIL).expect(202);
    later(&server, 2);
    ask(&server, WIL).expect(202);
    assert_eq!(letters(&server).len(), 3);
    later(&server, 2);
    ask(&server, WIL).expect(202);
    assert_eq!(letters(&server).len(), 3, "a fourth in a day");
    assert_ne!(first(&server), link);
    confirm(&server, &first(&server)).expect(200);
    later(&server, 20);
    ask(&server, WIL).expect(202);
    assert_eq!(letters(&server).len(), 4);
    // What somebody who gets it said stays, whoever types their address.
    assert_eq!(rows(&server, WIL), ["active"]);
}

#[test]
fn one_network_address_asks_five_times_an_hour() {
    let server = start();
    for at in 0..5 {
        ask(&server, &format!("wil{at}@example.org")).expect(202);
    }
    let refused = ask(&server, "wil6@example.org").expect(429);
    assert_eq!(refused.code(), "rate_limited");
    from(&server, 2).post(ASK, &said(WIL)).expect(202);
    assert_eq!(letters(&server).len(), 6);
    later(&server, 1);
    ask(&server, "wil6@example.org").expect(202);
}

/// One address of each kind that is known, and one that is not.
const KINDS: [&str; 8] = [
    "niemand@example.org",
    "wacht@example.org",
    "leest@example.org",
    "weg@example.org",
    "weigert@example.org",
    "joke@example.nl",
    "wim@example.nl",
    "mentor@example.nl",
];

#[test]
fn whatever_is_known_of_an_address_the_answer_and_its_time_are_the_same() {
    let server = start();
    ask(&server, "wacht@example.org").expect(202);
    join(&server, "leest@example.org");
    let key = join(&server, "weg@example.org");
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    run(
        &server,
        "insert into mail_bounces (email, count, last_error, bounced_at) values ('weigert@example.org', 5, 'x', '2026-11-20T09:00:00Z');
         update users set status = 'archived' where email = 'wim@example.nl';
         update users set status = 'inactive', confirmed_at = null where email = 'mentor@example.nl';",
    );
    later(&server, 2);
    let before = letters(&server).len();
    let mut seen: Vec<String> = Vec::new();
    for (at, email) in KINDS.iter().enumerate() {
        let place = u32::try_from(10 + at).unwrap();
        let begun = std::time::Instant::now();
        let reply = from(&server, place).post(ASK, &said(email)).expect(202);
        // Not before the beat at which every answer comes, whatever there was to do.
        let took = begun.elapsed().as_millis();
        assert!(took >= 20, "{email}: {took} ms");
        let mut headers: Vec<String> = reply
            .headers
            .iter()
            .filter(|(name, _)| {
                !["date", "x-request-id", "content-length"].contains(&name.as_str())
            })
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        headers.sort();
        let text = reply.text.replace(email, "ADDRESS");
        seen.push(format!("{headers:?} {text}"));
    }
    for (at, answer) in seen.iter().enumerate() {
        assert_eq!(*answer, seen[0], "{}", KINDS[at]);
    }
    // Everybody was mailed who may be; one that is closed was not.
    let mailed = letters(&server).split_off(before);
    assert_eq!(mailed.len(), KINDS.len() - 1);
    assert!(!mailed.contains(&"wim@example.nl".to_owned()), "{mailed:?}");
}

#[test]
fn who_leaves_is_gone_after_a_month_and_may_come_back() {
    let server = start();
    let key = join(&server, WIL);
    let link = token(&server, "newsletter_confirm", WIL);
    let left = change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    assert_eq!(left.at("/data/attributes/is_subscribed"), false);
    assert_eq!(rows(&server, WIL), ["left"]);
    assert!(is_unsubscribed(&server, WIL));
    // The old link does not bring them back; their own page does.
    assert_eq!(rule(&confirm(&server, &link).expect(422)).1, "unknown");
    change(&server, &key, json!({ "is_subscribed": true })).expect(200);
    assert_eq!(rows(&server, WIL), ["active"]);
    assert!(!is_unsubscribed(&server, WIL));
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);

    later(&server, 2);
    ask(&server, WIL).expect(202);
    assert!(
        is_unsubscribed(&server, WIL),
        "asking for it is not enough: anybody may"
    );
    confirm(&server, &token(&server, "newsletter_confirm", WIL)).expect(200);
    assert_eq!(rows(&server, WIL), ["active"]);
    assert!(!is_unsubscribed(&server, WIL));

    // The link of a mail of which one unsubscribes says the same.
    run(
        &server,
        "insert into mail_unsubscriptions (email, kind, created_at) values ('wil@example.org', 'newsletter', '2026-11-22T09:00:00Z')",
    );
    assert_eq!(rows(&server, WIL), ["left"]);
    later(&server, 31 * 24);
    expire(&server);
    assert_eq!(rows(&server, WIL), [] as [&str; 0]);
    assert!(is_unsubscribed(&server, WIL));
    wishes(&server, &key).expect(422);
}

#[test]
fn at_two_centres_each_has_its_own_subscribers() {
    let server = start();
    join(&server, WIL);
    later(&server, 2);
    let there = from(&server, 3).with("host", "elders.localhost");
    there.post(ASK, &said(WIL)).expect(202);
    let link = token(&server, "newsletter_confirm", WIL);
    there.post(CONFIRM, &json!({ "token": link })).expect(200);
    assert_eq!(rows(&server, WIL), ["active", "active"]);
    let at = |client: Client| {
        let list = client.get(STAFF).expect(200);
        (list.ids().len(), list.at("/data/0/attributes/email"))
    };
    assert_eq!(at(server.as_center()), (1, json!(WIL)));
    assert_eq!(at(server.as_content_manager()), (1, json!(WIL)));
    assert_eq!(at(server.as_admin()), (1, json!(WIL)));
    let centers = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(distinct volunteer_center_id) from newsletter_subscribers",
            [],
            |row| row.get::<_, i64>(0),
        )?)
    });
    assert_eq!(centers, 2);
}

#[test]
fn staff_see_and_delete_them_and_others_do_not() {
    let server = start();
    let key = join(&server, WIL);
    ask(&server, "pien@example.org").expect(202);
    let centre = server.as_center();
    let list = centre.get(&format!("{STAFF}?sort=email")).expect(200);
    assert_eq!(list.at("/data/0/attributes/email"), "pien@example.org");
    assert_eq!(list.at("/data/0/attributes/status"), "pending");
    assert_eq!(list.at("/data/1/attributes/first_name"), "Wil");
    assert!(!list.text.contains(&key) && !list.text.contains("confirm_hash"));
    let active = centre.get(&format!("{STAFF}?filter[status_eq]=active"));
    let id = active.expect(200).ids().remove(0);
    let found = centre.get(&format!("{STAFF}?filter[q]=PIEN")).expect(200);
    assert_eq!(found.ids().len(), 1);
    let path = format!("{STAFF}/{id}");
    for client in [
        server.as_nobody(),
        server.as_volunteer(),
        server.as_superuser(),
        server.as_page_manager(),
    ] {
        assert!([401, 403].contains(&client.get(STAFF).status));
        assert!([401, 403, 404].contains(&client.delete(&path).status));
    }
    server.as_content_manager().get(&path).expect(200);
    server.as_content_manager().delete(&path).expect(403);
    centre.get(&path).expect(200);
    centre.delete(&path).expect(204);
    assert_eq!(rows(&server, WIL), [] as [&str; 0]);
    wishes(&server, &key).expect(422);
}

#[test]
fn the_address_of_an_account_gives_its_consent_and_nobody_sees_that() {
    let server = start();
    ask(&server, "joke@example.nl").expect(202);
    assert_eq!(consent(&server, "joke@example.nl"), None);
    let link = token(&server, "newsletter_confirm", "joke@example.nl");
    let key = key_of(&confirm(&server, &link).expect(200));
    assert_eq!(consent(&server, "joke@example.nl"), Some(true));
    assert_eq!(rows(&server, "joke@example.nl"), [] as [&str; 0]);
    assert_eq!(
        server.as_center().get(STAFF).expect(200).ids(),
        [] as [&str; 0]
    );
    let shown = wishes(&server, &key).expect(200);
    assert_eq!(shown.at("/data/attributes/email"), "j…@example.nl");
    assert_eq!(shown.at("/data/attributes/is_subscribed"), true);
    assert_eq!(key_of(&confirm(&server, &link).expect(200)), key);

    // The page and the account say the same.
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    assert_eq!(consent(&server, "joke@example.nl"), Some(false));
    let joke = server.as_volunteer();
    let yes = json!({ "kind": "newsletter", "is_given": true });
    joke.post("/api/v1/consents", &yes).expect(201);
    let shown = wishes(&server, &key).expect(200);
    assert_eq!(shown.at("/data/attributes/is_subscribed"), true);
    // Pressed again after a no, the old link does not say yes.
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    confirm(&server, &link).expect(200);
    assert_eq!(consent(&server, "joke@example.nl"), Some(false));

    // Asked for once more, the same row says it.
    later(&server, 2);
    ask(&server, "joke@example.nl").expect(202);
    let link = token(&server, "newsletter_confirm", "joke@example.nl");
    assert_eq!(key_of(&confirm(&server, &link).expect(200)), key);
    assert_eq!(consent(&server, "joke@example.nl"), Some(true));
    assert_eq!(rows(&server, "joke@example.nl"), [] as [&str; 0]);

    // Of an account that is closed in the meantime nothing is said.
    later(&server, 2);
    ask(&server, "joke@example.nl").expect(202);
    let link = token(&server, "newsletter_confirm", "joke@example.nl");
    run(
        &server,
        "update users set status = 'archived' where email = 'joke@example.nl'",
    );
    assert_eq!(rule(&confirm(&server, &link).expect(422)).1, "unknown");
    assert_eq!(rule(&wishes(&server, &key).expect(422)).1, "unknown");
    later(&server, 2);
    let before = letters(&server).len();
    ask(&server, "joke@example.nl").expect(202);
    assert_eq!(letters(&server).len(), before);
}

fn sign_up(server: &Server, email: &str) {
    let form = json!({
        "first_name": "Wil", "last_name": "Hermsen", "email": email, "password": PASSWORD, "accept_terms": true,
    });
    server.as_nobody().post("/auth", &form).expect(202);
}

#[test]
fn a_subscription_goes_to_the_account_that_is_made_with_its_address() {
    let server = start();
    let key = join(&server, WIL);
    change(&server, &key, json!({ "frequency": "monthly" })).expect(200);
    sign_up(&server, WIL);
    assert_eq!(rows(&server, WIL), ["active"], "nothing is proved yet");
    assert_eq!(consent(&server, WIL), None);
    let link = token(&server, "account_confirm", WIL);
    let confirmed = json!({ "confirmation_token": link });
    server
        .as_nobody()
        .post("/api/v1/confirm", &confirmed)
        .expect(200);
    assert_eq!(rows(&server, WIL), [] as [&str; 0]);
    assert_eq!(consent(&server, WIL), Some(true));
    let shown = wishes(&server, &key).expect(200);
    assert_eq!(shown.at("/data/attributes/frequency"), "monthly");
    assert_eq!(shown.at("/data/attributes/is_subscribed"), true);

    // Who left is not brought back, and who had not confirmed yet still can.
    let key = join(&server, "weg@example.org");
    change(&server, &key, json!({ "is_subscribed": false })).expect(200);
    ask(&server, "wacht@example.org").expect(202);
    let waiting = token(&server, "newsletter_confirm", "wacht@example.org");
    for email in ["weg@example.org", "wacht@example.org"] {
        sign_up(&server, email);
        let link = json!({ "confirmation_token": token(&server, "account_confirm", email) });
        server
            .as_nobody()
            .post("/api/v1/confirm", &link)
            .expect(200);
        assert_eq!(consent(&server, email), None);
    }
    let shown = wishes(&server, &key).expect(200);
    assert_eq!(shown.at("/data/attributes/is_subscribed"), false);
    confirm(&server, &waiting).expect(200);
    assert_eq!(consent(&server, "wacht@example.org"), Some(true));
}

#[test]
fn a_change_of_address_takes_the_subscription_along() {
    let server = start();
    let key = join(&server, "joke@example.nl");
    let new = join(&server, "joke@nieuw.example");
    let joke = server.as_volunteer();
    let wish = json!({ "email": "joke@nieuw.example", "current_password": PASSWORD });
    joke.put("/api/v1/current_user/email", &wish).expect(202);
    let link = json!({ "email_token": last_email_token(&server) });
    server
        .as_nobody()
        .post("/api/v1/confirm_email", &link)
        .expect(200);
    assert_eq!(rows(&server, "joke@nieuw.example"), [] as [&str; 0]);
    assert_eq!(consent(&server, "joke@nieuw.example"), Some(true));
    let shown = wishes(&server, &key).expect(200);
    assert_eq!(shown.at("/data/attributes/email"), "j…@nieuw.example");
    assert_eq!(shown.at("/data/attributes/is_subscribed"), true);
    wishes(&server, &new).expect(422);
}

fn last_email_token(server: &Server) -> String {
    token(server, "account_confirm", "joke@nieuw.example")
}

#[test]
fn a_no_that_was_said_later_stands_when_the_address_becomes_the_accounts() {
    let server = start();
    join(&server, "joke@nieuw.example");
    later(&server, 1);
    let joke = server.as_volunteer();
    for is_given in [true, false] {
        let said = json!({ "kind": "newsletter", "is_given": is_given });
        joke.post("/api/v1/consents", &said).expect(201);
    }
    let wish = json!({ "email": "joke@nieuw.example", "current_password": PASSWORD });
    joke.put("/api/v1/current_user/email", &wish).expect(202);
    let link = json!({ "email_token": last_email_token(&server) });
    server
        .as_nobody()
        .post("/api/v1/confirm_email", &link)
        .expect(200);
    assert_eq!(consent(&server, "joke@nieuw.example"), Some(false));
    assert_eq!(rows(&server, "joke@nieuw.example"), [] as [&str; 0]);
}
