//! Minimum age and guardian consent: no accounts under twelve, consent required under sixteen
//! (docs/domain/rights.md#young-people, docs/decisions/0014).

use serde_json::{Value, json};

use crate::applications::stages::apply;
use crate::data::privacy::left_after_scrub;
use crate::data::retention::{run, set, text};
use crate::support::fixtures::{PASSWORD, published};
use crate::support::server::{Client, Reply, Server, document};

pub const ME: &str = "/api/v1/current_user";
const ASK: &str = "/api/v1/me/guardian";
const SHOW: &str = "/api/v1/guardian_consents/show";
const ANSWER: &str = "/api/v1/guardian_consents/answer";
pub const YOUNG: &str = "sproetje@spoor.example";
const PARENT: &str = "walnootmoeder@spoor.example";

fn form(birth_date: Value, guardian: Value) -> Value {
    json!({ "first_name": "Sproetje", "last_name": "Zwaluw", "email": YOUNG, "password": PASSWORD, "accept_terms": true,
            "birth_date": birth_date, "guardian_email": guardian })
}

pub fn sign_up(server: &Server, birth_date: &str, guardian: Option<&str>) -> Reply {
    let body = form(birth_date.into(), guardian.into());
    server.as_nobody().post("/api/v1/users/sign_up", &body)
}

/// The token in the newest letter of a kind.
pub fn token(server: &Server, kind: &'static str) -> String {
    server.arrange(move |tx| {
        let path: String = tx.query_row(
            "select json_extract(data, '$.path') from outbox where kind = ?1 order by id desc limit 1",
            [kind],
            |row| row.get(0),
        )?;
        Ok(path.split_once("token=").unwrap().1.to_owned())
    })
}

pub fn signed_in(server: &Server) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(YOUNG, PASSWORD);
    client
}

fn confirm(server: &Server) {
    let confirmation = json!({ "confirmation_token": token(server, "account_confirm") });
    server
        .as_nobody()
        .post("/api/v1/confirm", &confirmation)
        .expect(200);
}

/// Somebody of fourteen whose address is proved, and whose guardian was asked.
fn young(server: &Server) -> Client {
    sign_up(server, "2012-05-01", Some(PARENT)).expect(202);
    confirm(server);
    signed_in(server)
}

fn say(server: &Server, is_given: bool) -> Reply {
    let said = json!({ "guardian_token": token(server, "guardian_consent"), "is_given": is_given });
    server.as_nobody().post(ANSWER, &said)
}

fn letters(server: &Server) -> String {
    text(
        server,
        "select group_concat(kind || ' ' || to_email, ', ') from (select * from outbox where kind like 'guardian%' order by id)",
    )
}

#[test]
fn a_child_has_no_account_and_a_young_person_names_a_parent() {
    let server = Server::start();
    let refused = sign_up(&server, "2014-11-22", Some(PARENT)).expect(403);
    assert_eq!(refused.code(), "under_age");
    assert_eq!(refused.at("/errors/0/meta/min_age"), 12);
    for (day, guardian, pointer) in [
        ("2014-11-21", None, "guardian_email"),
        ("2010-11-22", None, "guardian_email"),
        (
            "2010-11-22",
            Some("SPROETJE@spoor.example"),
            "guardian_email",
        ),
        // A label of one's own mailbox, and a domain that only looks like another.
        (
            "2010-11-22",
            Some("sproetje+ouder@spoor.example"),
            "guardian_email",
        ),
        (
            "2010-11-22",
            Some("sproetje@spo\u{200b}or.example"),
            "guardian_email",
        ),
        ("2010-11-22", Some("moeder"), "guardian_email"),
        ("2027-01-01", None, "birth_date"),
        ("gisteren", None, "birth_date"),
    ] {
        let refused = sign_up(&server, day, guardian).expect(422);
        assert_eq!(
            refused.pointer(),
            format!("/data/attributes/{pointer}"),
            "{day}"
        );
    }
    assert_eq!(
        text(&server, "select count(*) || '' from users where id > 9"),
        "0"
    );
    // Sixteen today, or nothing said: no parent is needed.
    sign_up(&server, "2010-11-21", None).expect(202);
    let none = form(Value::Null, Value::Null);
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &none)
        .expect(202);
    assert_eq!(letters(&server), "");
}

#[test]
fn nobody_is_written_to_before_the_young_persons_own_address_is_proved() {
    let server = Server::start();
    sign_up(&server, "2012-05-01", Some(PARENT)).expect(202);
    assert_eq!(letters(&server), "");
    confirm(&server);
    assert_eq!(letters(&server), format!("guardian_consent {PARENT}"));
    // A second form for the same address: nobody knows whose parent it names.
    let other = Server::start();
    sign_up(&other, "2012-05-01", Some(PARENT)).expect(202);
    sign_up(&other, "2012-05-01", Some("vreemde@spoor.example")).expect(202);
    confirm(&other);
    assert_eq!(letters(&other), "");
    assert_eq!(
        text(
            &other,
            "select coalesce(birth_date, '-') from users where id = 10"
        ),
        "-"
    );
}

#[test]
fn who_waits_for_a_parent_looks_around_and_does_nothing_that_binds() {
    let server = Server::start();
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let sproetje = young(&server);
    let me = sproetje.get(ME).expect(200);
    assert_eq!(me.at("/data/attributes/birth_date"), "2012-05-01");
    assert_eq!(
        me.at("/meta/guardian"),
        json!({ "state": "asked", "email": PARENT, "ends_at": "2026-12-05T09:00:00Z", "minimum_age": 16, "may_ask": true })
    );
    sproetje.get("/api/v1/vacancies").expect(200);
    let refusals = [
        apply(&sproetje, &vacancy),
        sproetje.get("/api/v1/me/data_export"),
        sproetje.post("/api/v1/me/data_export", &json!({})),
        sproetje.post(
            "/api/v1/me/erasure",
            &json!({ "current_password": PASSWORD }),
        ),
        sproetje.send(
            "DELETE",
            "/auth",
            Some(&json!({ "current_password": PASSWORD })),
        ),
    ];
    for refused in refusals {
        assert_eq!(refused.expect(403).code(), "consent_missing");
    }
    let pool = |client: &Client| {
        let said = document("consents", json!({ "kind": "pool", "is_given": true }));
        client.post("/api/v1/consents", &said)
    };
    assert_eq!(pool(&sproetje).expect(403).code(), "under_age");
    // Nor does anybody say yes for themselves, or grow up in a day.
    let own = document("consents", json!({ "kind": "guardian", "is_given": true }));
    sproetje.post("/api/v1/consents", &own).expect(422);
    for day in [json!("1990-01-01"), Value::Null] {
        let change = document("users", json!({ "birth_date": day }));
        let refused = sproetje.patch(ME, &change).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/birth_date");
    }
    say(&server, true).expect(200);
    assert_eq!(
        apply(&sproetje, &vacancy)
            .expect(201)
            .at("/data/attributes/stage"),
        "new"
    );
    sproetje.get("/api/v1/me/data_export").expect(200);
    assert_eq!(
        pool(&sproetje).expect(403).code(),
        "under_age",
        "whatever a parent says"
    );
    assert_eq!(
        sproetje.get(ME).expect(200).at("/meta/guardian"),
        Value::Null
    );
    // A mistake is mended by the centre.
    let id = sproetje.get(ME).expect(200).id();
    let change = document("users", json!({ "birth_date": "2002-05-01" }));
    server
        .as_center()
        .patch(&format!("/api/v1/users/{id}"), &change)
        .expect(200);
    pool(&sproetje).expect(201);
}

#[test]
fn a_parent_reads_what_it_is_about_as_often_as_they_like_and_answers_once() {
    let server = Server::start();
    let sproetje = young(&server);
    let nobody = server.as_nobody();
    let link = json!({ "guardian_token": token(&server, "guardian_consent") });
    for _ in 0..2 {
        let shown = nobody.post(SHOW, &link).expect(200);
        assert_eq!(shown.at("/data/attributes/first_name"), "Sproetje");
        assert_eq!(shown.at("/data/attributes/minimum_age"), 16);
        assert_eq!(
            shown.at("/data/attributes/expires_at"),
            "2026-12-05T09:00:00Z"
        );
        assert!(!shown.text.contains(YOUNG), "no more than they need");
    }
    nobody
        .post(SHOW, &json!({ "guardian_token": "verzonnen" }))
        .expect(410);
    say(&server, true).expect(200);
    assert_eq!(nobody.post(SHOW, &link).expect(410).code(), "link_used");
    assert_eq!(say(&server, false).expect(410).code(), "link_used");
    let consents = sproetje
        .get("/api/v1/consents?filter[kind_eq]=guardian")
        .expect(200);
    assert_eq!(consents.at("/data/0/attributes/is_given"), true);
    assert_eq!(
        letters(&server),
        format!("guardian_consent {PARENT}, guardian_thanks {PARENT}, guardian_agreed {YOUNG}")
    );
    let (_, _, copy) = sproetje.download("/api/v1/me/data_export");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(copy)).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(
        &mut zip.by_name("ouder-of-verzorger.json").unwrap(),
        &mut text,
    )
    .unwrap();
    assert!(text.contains(PARENT), "{text}");
}

#[test]
fn a_no_ends_the_account_and_leaves_nothing() {
    let server = Server::start();
    let sproetje = young(&server);
    say(&server, false).expect(200);
    assert_eq!(sproetje.get(ME).expect(401).code(), "session_expired");
    assert_eq!(letters(&server), format!("guardian_refused {YOUNG}"));
    server.arrange(|tx| {
        tx.execute("delete from outbox where kind = 'guardian_refused'", [])?;
        Ok(())
    });
    assert_eq!(
        left_after_scrub(
            &server,
            &["sproetje", "zwaluw", "walnootmoeder", "2012-05-01"]
        ),
        Vec::<String>::new()
    );
}

#[test]
fn no_answer_within_fourteen_days_ends_the_account() {
    let server = Server::start();
    young(&server);
    set(&server, "2026-12-04");
    assert_eq!(run(&server.app), 0);
    set(&server, "2026-12-05");
    assert_eq!(say(&server, true).expect(410).code(), "link_expired");
    for state in ["waiting", "failed"] {
        server.arrange(move |tx| {
            tx.execute(
                "update outbox set status = ?1 where kind = 'guardian_consent'",
                [state],
            )?;
            Ok(())
        });
        assert_eq!(run(&server.app), 0, "a letter that never went: {state}");
    }
    server.arrange(|tx| {
        tx.execute(
            "update outbox set status = 'sent' where kind = 'guardian_consent'",
            [],
        )?;
        Ok(())
    });
    assert_eq!(run(&server.app), 1);
    assert_eq!(run(&server.app), 0);
    assert_eq!(letters(&server), format!("guardian_refused {YOUNG}"));
    let gone = "select status || coalesce(email, '-') || archive_reason from users where id = 10";
    assert_eq!(text(&server, gone), "archived-no_guardian");
}

#[test]
fn who_says_it_later_is_asked_for_a_parent_and_has_fourteen_days() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let day = |day: &str| joke.patch(ME, &document("users", json!({ "birth_date": day })));
    assert_eq!(day("2015-01-01").expect(403).code(), "under_age");
    day("2012-05-01").expect(200);
    let guardian = |name: &str| {
        joke.get(ME)
            .expect(200)
            .at(&format!("/meta/guardian/{name}"))
    };
    assert_eq!(guardian("state"), "wanted");
    assert_eq!(guardian("ends_at"), Value::Null);
    assert_eq!(run(&server.app), 1, "the days begin");
    assert_eq!(run(&server.app), 0);
    assert_eq!(letters(&server), "guardian_wanted joke@example.nl");
    assert_eq!(guardian("ends_at"), "2026-12-05T09:00:00Z");
    // Three addresses at most, never one's own; an earlier letter's link is dead.
    let ask = |email: &str| joke.post(ASK, &json!({ "email": email }));
    assert_eq!(
        ask("Joke@example.nl").expect(422).pointer(),
        "/data/attributes/email"
    );
    ask("een@spoor.example").expect(202);
    let first = token(&server, "guardian_consent");
    ask("twee@spoor.example").expect(202);
    server
        .as_nobody()
        .post(SHOW, &json!({ "guardian_token": first }))
        .expect(410);
    ask(PARENT).expect(202);
    assert_eq!(
        ask("vier@spoor.example").expect(422).code(),
        "limit_reached"
    );
    assert_eq!(guardian("may_ask"), false);
    assert_eq!(
        letters(&server),
        format!("guardian_wanted joke@example.nl, guardian_consent {PARENT}")
    );
    say(&server, true).expect(200);
    assert_eq!(ask(PARENT).expect(422).code(), "invalid_transition");
    server
        .as_nobody()
        .post(ASK, &json!({ "email": PARENT }))
        .expect(401);
}

#[test]
fn a_birthday_ends_the_waiting_and_the_parents_address_goes() {
    let server = Server::start();
    sign_up(&server, "2010-11-25", Some(PARENT)).expect(202);
    confirm(&server);
    let sproetje = signed_in(&server);
    assert_eq!(
        sproetje.get(ME).expect(200).at("/meta/guardian/state"),
        "asked"
    );
    set(&server, "2026-11-25");
    let sproetje = signed_in(&server);
    assert_eq!(
        sproetje.get(ME).expect(200).at("/meta/guardian"),
        Value::Null
    );
    assert_eq!(say(&server, false).expect(410).code(), "link_used");
    assert_eq!(run(&server.app), 1);
    assert_eq!(text(&server, "select count(*) || '' from guardians"), "0");
    set(&server, "2026-12-10");
    run(&server.app);
    signed_in(&server).get(ME).expect(200);
}

#[test]
fn a_centre_may_ask_for_more_years_and_not_for_less() {
    let server = Server::start();
    let center = server.people.center;
    let ask = |age: i64| {
        let change = document("volunteer_centers", json!({ "minimum_age": age }));
        server
            .as_center()
            .patch(&format!("/api/v1/volunteer_centers/{center}"), &change)
    };
    ask(15).expect(422);
    sign_up(&server, "2009-05-01", None).expect(202);
    ask(18).expect(200);
    sign_up(&server, "2009-05-01", None).expect(422);
    sign_up(&server, "2009-05-01", Some(PARENT)).expect(202);
}

#[test]
fn an_address_that_is_or_was_the_young_persons_own_is_no_guardians() {
    let server = Server::start();
    sign_up(&server, "2012-05-01", Some(PARENT)).expect(202);
    confirm(&server);
    let young = signed_in(&server);
    server.arrange(|tx| {
        tx.execute(
            "update users set unconfirmed_email = 'nieuw@spoor.example' where email = ?1",
            [YOUNG],
        )?;
        tx.execute(
            "insert into known_as (user_id, kind, value, until)
             select id, 'email', 'vroeger@spoor.example', ?2 from users where email = ?1",
            (YOUNG, tx.now()),
        )?;
        Ok(())
    });
    for own in [
        YOUNG,
        "sproetje+mama@spoor.example",
        "nieuw@spoor.example",
        "Vroeger+mama@spoor.example",
    ] {
        let refused = young.post(ASK, &json!({ "email": own })).expect(422);
        assert_eq!(
            refused.at("/errors/0/meta/rule"),
            "guardian_is_you",
            "{own}"
        );
    }
    young
        .post(
            ASK,
            &json!({ "email": "walnootvader+school@spoor.example" }),
        )
        .expect(202);
}
