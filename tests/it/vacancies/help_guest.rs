//! Help asked for and offered without an account, what fits it, and how it went.

use serde_json::{Value, json};
use voluntr::base::clock::days;
use voluntr::jobs::follow_help;

use crate::applications::stages::letters;
use crate::applications::waiting_list::follow;
use crate::support::server::{Client, Reply, Server, document};
use crate::support::{fixtures, outbox};
use crate::vacancies::states::{LIST, take};

const FORM: &str = "/api/v1/help_requests";
const CONFIRM: &str = "/api/v1/help_requests/confirm";
const SHOW: &str = "/api/v1/help_requests/by_link";
const STEP: &str = "/api/v1/help_requests/by_link/step";
const ASKED: &str = "/api/v1/vacancies?filter[help_request_eq]=true";
const CORRIE: &str = "corrie@example.nl";

fn start() -> Server {
    let server = Server::start();
    server.arrange(|tx| Ok(tx.execute("update tenant_settings set peer_to_peer = 1", [])?));
    server
}

fn form(more: &Value) -> Value {
    let mut form = json!({
        "help_kind": "groceries", "help_frequency": "often", "title": "Samen boodschappen doen",
        "description": "Ik loop met een rollator & sjouwen gaat niet meer.\n\nSamen naar de winkel en dan een kop koffie.",
        "schedule": "Elke vrijdagochtend", "postal_code": "5301", "first_name": "Corrie", "email": CORRIE,
        "phone_number": "06 87654321", "is_old_enough": true, "agrees_to_safety_rules": true, "consent": true,
    });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    document("help_requests", form)
}

fn send(server: &Server, more: &Value) -> Reply {
    server.as_nobody().post(FORM, &form(more))
}

/// The secret at the end of the link in the last mail of a kind.
fn secret(server: &Server, kind: &str, email: &str) -> String {
    let path = outbox::last(server, kind, email)["path"].clone();
    let path = path.as_str().unwrap();
    assert!(path.starts_with("/een-op-een-hulp/mijn?"), "{path}");
    path.rsplit('=').next().unwrap().to_owned()
}

fn by(server: &Server, path: &str, body: &Value) -> Reply {
    server.as_nobody().post(path, body)
}

fn confirmed(server: &Server, more: &Value) -> String {
    send(server, more).expect(202);
    let token = secret(server, "help_confirm_guest", CORRIE);
    by(server, CONFIRM, &json!({ "token": token }))
        .expect(200)
        .id()
}

fn helper(server: &Server, email: &'static str) -> Client {
    let hash = voluntr::app::auth::password_hash::hash(fixtures::PASSWORD).unwrap();
    let center = server.people.center;
    server.arrange(move |tx| fixtures::user(tx, email, "Wout Helper", center, &hash));
    let mut client = server.as_nobody();
    client.sign_in(email, fixtures::PASSWORD);
    client
}

fn apply(client: &Client, id: &str) -> String {
    let attributes = json!({
        "vacancy_id": id, "message": "Ik ga graag mee, vrijdag kan ik altijd.",
        "phone_number": "06 12345678", "agrees_to_safety_rules": true,
    });
    let body = document("applications", attributes);
    client.post("/api/v1/applications", &body).expect(201).id()
}

fn published(server: &Server, more: &Value) -> String {
    let id = confirmed(server, more);
    take(&server.as_center(), &id, "approve").expect(200);
    id
}

fn mail_matches(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_help(tenant.unguarded("a job")))
        .unwrap()
}

#[test]
fn who_has_no_account_asks_confirms_chooses_and_ends_it_by_links_of_mails() {
    let server = start();
    let sent = send(&server, &json!({})).expect(202);
    assert_eq!(sent.at("/meta/sent_to"), CORRIE);
    let nobody_yet: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select (select count(*) from vacancies where asker_id is not null) + (select count(*) from users where email = ?1)",
            [CORRIE],
            |row| row.get(0),
        )?)
    });
    assert_eq!(nobody_yet, 0, "what was typed lives with the link");
    let link = secret(&server, "help_confirm_guest", CORRIE);
    // A program that follows links sends nothing in.
    let page = format!("/een-op-een-hulp/mijn?bevestig={link}");
    server.as_nobody().get(&page).expect(200);
    let token = json!({ "token": link });
    let shown = by(&server, CONFIRM, &token).expect(200);
    let id = shown.id();
    assert_eq!(shown.at("/data/attributes/moderation_state"), "submitted");
    assert_eq!(shown.at("/data/attributes/events"), json!(["withdraw"]));
    assert_eq!(by(&server, CONFIRM, &token).expect(410).code(), "link_used");
    assert!(server.as_nobody().get(ASKED).expect(200).ids().is_empty());
    let waiting = server.as_center().get("/api/v1/moderation").expect(200);
    assert_eq!(waiting.at("/data/0/meta/common/organization"), "Corrie");

    take(&server.as_center(), &id, "approve").expect(200);
    let seen = server.as_nobody().get(ASKED).expect(200);
    assert_eq!(seen.ids(), [id.clone()]);
    assert_eq!(seen.at("/data/0/attributes/help_kind"), "groceries");
    assert_eq!(seen.at("/data/0/attributes/help_frequency"), "often");
    assert_eq!(seen.at("/data/0/attributes/vacancy_type"), "one-on-one");
    assert_eq!(seen.at("/data/0/attributes/postal_code"), "5301");
    assert_eq!(
        seen.at("/data/0/attributes/description"),
        "<p>Ik loop met een rollator &amp; sjouwen gaat niet meer.</p><p>Samen naar de winkel en dan een kop koffie.</p>"
    );
    assert!(!seen.text.contains(CORRIE) && !seen.text.contains("87654321"));

    let wout = helper(&server, "wout@example.nl");
    let application = apply(&wout, &id);
    let follow_link = secret(&server, "application_new", CORRIE);
    let show = || by(&server, SHOW, &json!({ "token": follow_link })).expect(200);
    let answer = show();
    for hidden in ["Helper", "wout@example.nl", "12345678"] {
        assert!(!answer.text.contains(hidden), "{hidden}");
    }
    assert_eq!(answer.at("/data/attributes/answers/0/first_name"), "Wout");
    let step = |event: &str, application: Option<&str>| {
        let body = json!({ "token": follow_link, "event": event, "application_id": application });
        by(&server, STEP, &body)
    };
    // An answer to somebody else's request is not theirs to decide about.
    step("accept", Some("999999")).expect(422);
    step("approve", None).expect(422);
    let accepted = step("accept", Some(&application)).expect(200);
    let contact = accepted.at("/data/attributes/answers/0");
    assert_eq!(contact["last_name"], "Helper");
    assert_eq!(contact["email"], "wout@example.nl");
    assert_eq!(contact["phone_number"], "+31612345678");
    assert_eq!(accepted.at("/data/attributes/status"), "filled");
    let told = outbox::last(&server, "application_accepted", "wout@example.nl");
    assert_eq!(told["contact_email"], CORRIE);
    assert_eq!(told["contact_phone"], "+31687654321");

    server.clock.advance(days(7));
    follow(&server);
    let asked = secret(&server, "application_match_question_14d", CORRIE);
    let experience = json!({
        "token": asked, "event": "confirm_match", "application_id": application,
        "experience": "Fijn, hij is twee keer meegegaan.",
    });
    by(&server, STEP, &experience).expect(200);
    let path = format!("/api/v1/applications/{application}");
    let read = server.as_center().get(&path).expect(200);
    assert_eq!(
        read.at("/data/attributes/asker_experience"),
        "Fijn, hij is twee keer meegegaan."
    );
    assert!(!wout.get(&path).expect(200).text.contains("twee keer"));
    let long = json!({
        "token": asked, "event": "archive", "experience": "x".repeat(501),
    });
    by(&server, STEP, &long).expect(422);

    step("archive", None).expect(200);
    assert_eq!(show().at("/data/attributes/status"), "archived");
}

#[test]
fn the_form_says_at_its_fields_what_is_missing_and_who_is_too_young() {
    let server = start();
    for (field, value) in [
        ("is_old_enough", json!(false)),
        ("agrees_to_safety_rules", json!(false)),
        ("consent", json!(false)),
        ("postal_code", json!("0001")),
        ("postal_code", json!("530")),
        ("postal_code", json!("5301 SS")),
        ("title", json!("Hulp")),
        ("description", json!("Te kort.")),
        ("email", json!("corrie")),
        ("first_name", json!("")),
        ("help_kind", json!("money")),
        ("help_frequency", json!("never")),
    ] {
        let refused = send(&server, &json!({ field: value })).expect(422);
        assert_eq!(
            refused.at("/errors/0/source/pointer"),
            format!("/data/attributes/{field}")
        );
    }
    assert!(letters(&server, "help_confirm_guest").is_empty());
    server.arrange(|tx| Ok(tx.execute("update tenant_settings set peer_to_peer = 0", [])?));
    assert_eq!(
        send(&server, &json!({})).expect(403).code(),
        "feature_disabled"
    );
}

#[test]
fn a_mailbox_gets_three_of_its_mails_a_day_and_its_link_a_week() {
    let server = start();
    for _ in 0..3 {
        send(&server, &json!({})).expect(202);
    }
    assert_eq!(send(&server, &json!({})).expect(429).code(), "rate_limited");
    server.clock.advance(jiff::SignedDuration::from_hours(2));
    assert_eq!(
        send(&server, &json!({})).expect(422).code(),
        "limit_reached"
    );
    send(&server, &json!({ "email": "els@example.nl" })).expect(202);
    let token = json!({ "token": secret(&server, "help_confirm_guest", CORRIE) });
    server.clock.advance(days(7));
    assert_eq!(
        by(&server, CONFIRM, &token).expect(410).code(),
        "link_expired"
    );
}

#[test]
fn the_link_is_of_who_owns_the_address() {
    let server = start();
    // With an account it is theirs, as if they had signed in.
    send(&server, &json!({ "email": "joke@example.nl" })).expect(202);
    let token = secret(&server, "help_confirm_guest", "joke@example.nl");
    let id = by(&server, CONFIRM, &json!({ "token": token }))
        .expect(200)
        .id();
    let mine = server
        .as_volunteer()
        .get(&format!("{LIST}?filter[asked_by_me_eq]=true"))
        .expect(200);
    assert_eq!(mine.ids(), [id]);
    let named = outbox::last(&server, "vacancy_submitted", "joke@example.nl");
    assert!(named["path"].as_str().unwrap().starts_with("/profiel/"));
    // One that was closed is opened by its owner first, and the link keeps.
    send(&server, &json!({})).expect(202);
    let token = json!({ "token": secret(&server, "help_confirm_guest", CORRIE) });
    let center = server.people.center;
    server.arrange(move |tx| {
        let id = fixtures::user(tx, CORRIE, "Corrie Jansen", center, "x")?;
        Ok(tx.execute("update users set status = 'inactive' where id = ?1", [id])?)
    });
    assert_eq!(
        by(&server, CONFIRM, &token).expect(403).code(),
        "account_not_open"
    );
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set status = 'active' where email = ?1",
            [CORRIE],
        )?)
    });
    by(&server, CONFIRM, &token).expect(200);
}

#[test]
fn who_leaves_takes_it_along_and_the_links_end() {
    let server = start();
    let id = published(&server, &json!({}));
    let token = json!({ "token": secret(&server, "vacancy_approved", CORRIE) });
    by(&server, SHOW, &token).expect(200);
    let user: i64 = server.arrange(|tx| {
        Ok(
            tx.query_row("select id from users where email = ?1", [CORRIE], |row| {
                row.get(0)
            })?,
        )
    });
    let others = by(&server, SHOW, &json!({ "token": "1.wrong" }));
    assert_eq!(others.expect(410).code(), "link_expired");
    server.arrange(move |tx| {
        use voluntr::resources::user::own_account::archive::{ArchiveReason, Said, archive};
        archive(tx, user, ArchiveReason::OwnWish, &Said::default(), None).map(drop)
    });
    assert!(server.as_nobody().get(ASKED).expect(200).ids().is_empty());
    by(&server, SHOW, &token).expect(410);
    server.as_nobody().get(&format!("{LIST}/{id}")).expect(404);
}

#[test]
fn what_is_asked_while_the_centre_reads_can_be_taken_back() {
    let server = start();
    let id = confirmed(&server, &json!({}));
    let token = secret(&server, "vacancy_submitted", CORRIE);
    let taken = by(
        &server,
        STEP,
        &json!({ "token": token, "event": "withdraw" }),
    );
    assert_eq!(taken.expect(200).at("/data/attributes/status"), "archived");
    let waiting = server.as_center().get("/api/v1/moderation").expect(200);
    assert!(waiting.ids().is_empty());
    take(&server.as_center(), &id, "approve").expect(422);
}

#[test]
fn lists_are_filtered_by_kind_of_help_and_how_often() {
    let server = start();
    let groceries = published(&server, &json!({}));
    let lamp = published(
        &server,
        &json!({ "help_kind": "chore", "help_frequency": "once", "title": "Een lamp ophangen" }),
    );
    let found = |filter: &str| {
        server
            .as_nobody()
            .get(&format!("{ASKED}&{filter}"))
            .expect(200)
            .ids()
    };
    assert_eq!(found("filter[help_kind_in]=chore"), [lamp.clone()]);
    assert_eq!(
        found("filter[help_kind_in]=chore,groceries&sort=published_at"),
        [groceries.clone(), lamp.clone()]
    );
    assert_eq!(found("filter[help_frequency_eq]=often"), [groceries]);
    assert!(found("filter[help_kind_in]=chore&filter[help_frequency_eq]=often").is_empty());
    let page = server
        .as_nobody()
        .get("/een-op-een-hulp?kind=chore")
        .expect(200)
        .text;
    assert!(page.contains("Een lamp ophangen") && !page.contains("Samen boodschappen doen"));
    // Of an organisation neither is kept.
    let vacancy = fixtures::published(&server.as_superuser(), server.people.own, "Taalmaatje");
    let body = document("vacancies", json!({ "help_kind": "chore" }));
    let path = format!("{LIST}/{vacancy}");
    server.as_superuser().patch(&path, &body).expect(200);
    assert_eq!(
        server
            .as_superuser()
            .get(&path)
            .expect(200)
            .at("/data/attributes/help_kind"),
        Value::Null
    );
}

#[test]
fn both_hear_once_a_day_of_what_fits() {
    let server = start();
    let wout = "wout@example.nl";
    published(&server, &json!({}));
    assert_eq!(mail_matches(&server), 0, "nothing fits yet");
    let offer = |title: &str, email: &str, kind: &str| {
        let form = json!({ "title": title, "email": email, "help_kind": kind, "offers_help": true, "first_name": "Wout" });
        send(&server, &form).expect(202);
        let token = secret(&server, "help_confirm_guest", email);
        let id = by(&server, CONFIRM, &json!({ "token": token }))
            .expect(200)
            .id();
        take(&server.as_center(), &id, "approve").expect(200);
    };
    offer(
        "Ik rijd je graag naar de arts",
        "ria@example.nl",
        "transport",
    );
    assert_eq!(mail_matches(&server), 0, "another kind");
    offer("Ik doe graag boodschappen met je", wout, "groceries");
    assert_eq!(mail_matches(&server), 2);
    let asked = outbox::last(&server, "help_match_new", CORRIE);
    assert_eq!(
        asked["matches"][0]["title"],
        "Ik doe graag boodschappen met je"
    );
    assert_eq!(asked["matches"][0]["organization_name"], "Wout");
    let offered = outbox::last(&server, "help_match_new", wout);
    assert_eq!(offered["matches"][0]["title"], "Samen boodschappen doen");
    assert!(!offered.to_string().contains(CORRIE));
    server.clock.advance(jiff::SignedDuration::from_hours(1));
    // The next offer of the day waits for the day after.
    offer(
        "Ik heb een auto en haal je op",
        "ali@example.nl",
        "groceries",
    );
    assert_eq!(mail_matches(&server), 1, "the new one alone");
    server.clock.advance(jiff::SignedDuration::from_hours(25));
    assert_eq!(mail_matches(&server), 1);
    assert_eq!(mail_matches(&server), 0);
    let again = outbox::last(&server, "help_match_new", CORRIE);
    assert_eq!(again["count"], 1);
    // Switched off with one click it stays off.
    server.clock.advance(days(2));
    let unsubscribe: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select unsubscribe_token from outbox where kind = 'help_match_new' and to_email = ?1 limit 1",
            [CORRIE],
            |row| row.get(0),
        )?)
    });
    server
        .as_nobody()
        .post(&format!("/unsubscribe/{unsubscribe}"), &json!({}));
    offer(
        "Samen naar de markt op vrijdag",
        "bep@example.nl",
        "groceries",
    );
    let before = letters(&server, "help_match_new").len();
    mail_matches(&server);
    let to = letters(&server, "help_match_new");
    assert!(to.len() > before && !to[before..].contains(&CORRIE.to_owned()));
}
