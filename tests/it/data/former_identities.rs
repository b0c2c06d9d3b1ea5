//! Former names and addresses: records under them are erased with the user, similar ones of others are not.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::privacy::Remains;
use voluntr::resources::personal_data::erase;

use crate::data::privacy::left_after_scrub;
use crate::data::retention::{run, text};
use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;
use crate::support::outbox::token;
use crate::support::server::{Client, Server, document};

const ME: &str = "/api/v1/current_user";
const OLD: &str = "joke@example.nl";
const NEW: &str = "merel@nieuw.example";

fn move_to(server: &Server, client: &Client, email: &str) -> Client {
    let wish = json!({ "email": email, "current_password": PASSWORD });
    client.put(&format!("{ME}/email"), &wish).expect(202);
    let link = json!({ "email_token": token(server, "account_confirm", email) });
    server
        .as_nobody()
        .post("/api/v1/confirm_email", &link)
        .expect(200);
    let mut again = server.as_nobody();
    again.sign_in(email, PASSWORD);
    again
}

fn waiting(server: &Server, id: i64, kind: &'static str, to: &'static str, data: Value) {
    server.arrange(move |tx| {
        tx.execute(
            "insert into outbox (kind, to_email, to_name, data, fingerprint, subject_type, subject_id, mandatory, status, next_attempt_at,
                 unsubscribe_token, created_at)
             values (?1, ?2, 'Joke Vermeer', ?3, '', 'organizations', ?4, ?1 = 'role_changed' or ?1 = 'email_changed', 'waiting', ?5,
                 'klik' || ?4, ?5)",
            (kind, to, data.to_string(), id, tx.now()),
        )?;
        Ok(())
    });
}

#[test]
fn erasing_finds_what_was_written_to_an_address_and_under_a_name_from_before() {
    let server = Server::start();
    let own = server.people.own;
    let joke_id = server.people.volunteer;
    server.arrange(move |tx| {
        fixtures::role_of(tx, joke_id, "organization_superuser", "organization", own)?;
        tx.execute_batch(&format!(
            "update organizations set email = '{OLD}', contact_name = 'Joke Vermeer' where id = {own};
             insert into mail_unsubscriptions (email, kind, created_at) values ('{OLD}', 'org_archived', '2026-11-21T09:00:00Z');
             insert into mail_bounces (email, count, last_error, bounced_at) values ('{OLD}', 1, 'vol', '2026-11-21T09:00:00Z');
             insert into notifications (user_id, kind, data, subject_type, subject_id, created_at, updated_at)
             values (3, 'org_archived', '{{\"actor_name\":\"Joke Vermeer\"}}', 'organizations', {own}, '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z');"
        ))?;
        Ok(())
    });
    waiting(
        &server,
        71,
        "role_changed",
        OLD,
        json!({ "actor_name": "Ada" }),
    );
    waiting(
        &server,
        72,
        "org_approved",
        "samira@example.nl",
        json!({ "message": "Vraag het Joke Vermeer, joke@example.nl" }),
    );
    let joke = move_to(&server, &server.as_volunteer(), NEW);
    let name = document(
        "user",
        json!({ "first_name": "Merel", "last_name": "Zilver" }),
    );
    joke.patch(ME, &name).expect(200);
    let (status, _, copy) = joke.download("/api/v1/me/data_export");
    assert_eq!(status, 200);
    assert!(!copy.is_empty());
    joke.send(
        "DELETE",
        "/auth",
        Some(&json!({ "current_password": PASSWORD })),
    )
    .expect(204);
    server.clock.advance(SignedDuration::from_hours(31 * 24));
    assert!(run(&server.app) > 0);
    // The last letter goes to the address that was theirs at the end, and its row with it.
    server.arrange(|tx| Ok(tx.execute("delete from outbox where kind = 'erasure_done'", [])?));
    let marks = [OLD, "Joke Vermeer", "Vermeer", NEW, "Merel"];
    assert_eq!(left_after_scrub(&server, &marks), Vec::<String>::new());
}

#[test]
fn somebody_whose_address_or_name_ends_in_anothers_keeps_their_letters() {
    let server = Server::start();
    let center = server.people.center;
    let jan = server.arrange(move |tx| {
        fixtures::user(tx, "arjan@gm.example", "Arjan Jansen", center, "")?;
        fixtures::user(tx, "jan@gm.example", "Jan Jansen", center, "")
    });
    let change = |old: &str| json!({ "old_email": old, "new_email": "anders@gm.example" });
    waiting(
        &server,
        81,
        "email_changed",
        "arjan@gm.example",
        change("arjan@gm.example"),
    );
    waiting(
        &server,
        82,
        "email_changed",
        "anders@gm.example",
        change("arjan@gm.example"),
    );
    waiting(
        &server,
        83,
        "org_approved",
        "samira@example.nl",
        json!({ "actor_name": "Arjan Jansen" }),
    );
    waiting(
        &server,
        84,
        "org_approved",
        "samira@example.nl",
        json!({ "phone": "+316123456789" }),
    );
    waiting(
        &server,
        85,
        "org_approved",
        "samira@example.nl",
        json!({ "actor_name": "Jan Jansen" }),
    );
    waiting(
        &server,
        86,
        "org_approved",
        "samira@example.nl",
        json!({ "message": "Mail\njan@gm.example." }),
    );
    server.arrange(move |tx| erase(tx, jan, Remains::Number));
    assert_eq!(
        text(
            &server,
            "select group_concat(subject_id, ' ') from (select subject_id from outbox where subject_id between 81 and 89 order by id)"
        ),
        "81 82 83 84"
    );
}

#[test]
fn what_another_has_by_now_is_not_taken_along() {
    let server = Server::start();
    let joke_id = server.people.volunteer;
    move_to(&server, &server.as_volunteer(), NEW);
    server.arrange(move |tx| {
        fixtures::user(tx, OLD, "Bram Opvolger", 1, "")?;
        tx.execute_batch(&format!(
            "insert into mail_unsubscriptions (email, kind, created_at) values ('{OLD}', 'org_denied', '2026-11-21T09:00:00Z')"
        ))?;
        Ok(())
    });
    waiting(&server, 91, "org_approved", OLD, json!({}));
    server.arrange(move |tx| erase(tx, joke_id, Remains::Number));
    assert_eq!(
        text(
            &server,
            "select count(*) || '' from outbox where subject_id = 91"
        ),
        "1"
    );
    assert_eq!(
        text(
            &server,
            "select group_concat(kind) from mail_unsubscriptions"
        ),
        "org_denied"
    );
}

#[test]
fn what_a_stranger_wrote_with_an_address_after_it_was_given_up_stays_theirs() {
    let server = Server::start();
    let joke_id = server.people.volunteer;
    let id = fixtures::published(&server.as_superuser(), server.people.own, "Taalmaatje");
    let apply = |server: &Server| {
        let form = json!({ "vacancy_id": id, "first_name": "Bram", "email": OLD, "message": "Ik help graag op dinsdagochtend.", "consent": true });
        server
            .as_nobody()
            .post("/api/v1/applications", &document("applications", form))
            .expect(202);
    };
    apply(&server);
    server.clock.advance(SignedDuration::from_mins(5));
    move_to(&server, &server.as_volunteer(), NEW);
    server.clock.advance(SignedDuration::from_mins(5));
    apply(&server);
    server.arrange(move |tx| erase(tx, joke_id, Remains::Number));
    let left = "select (select count(*) from tokens where email = 'joke@example.nl') || ' '
                    || (select count(*) from outbox where to_email = 'joke@example.nl')";
    assert_eq!(text(&server, left), "1 1");
}

#[test]
fn what_somebody_no_longer_wants_and_what_waits_follows_them_to_a_new_address() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute_batch(&format!(
            "insert into mail_unsubscriptions (email, kind, created_at) values ('{OLD}', 'org_denied', '2026-11-21T09:00:00Z')"
        ))?;
        Ok(())
    });
    waiting(&server, 61, "org_approved", OLD, json!({}));
    waiting(&server, 62, "role_changed", OLD, json!({}));
    waiting(&server, 63, "org_archived", OLD, json!({}));
    server.arrange(|tx| {
        Ok(tx.execute(
            "update outbox set status = 'sent' where subject_id = 63",
            [],
        )?)
    });
    let joke = move_to(&server, &server.as_volunteer(), NEW);
    let off = |kind: &str| {
        let path = "/api/v1/notification_preferences";
        joke.get(path).expect(200).text.contains(&format!("{kind}.email"))
            && text(&server, "select group_concat(kind || ' ' || email, ', ') from (select * from mail_unsubscriptions order by kind)")
                .contains(&format!("{kind} {NEW}"))
    };
    assert!(off("org_denied"));
    assert_eq!(
        text(
            &server,
            "select group_concat(to_email, ' ') from (select to_email from outbox where subject_id in (61, 62) order by id)"
        ),
        format!("{NEW} {OLD}"),
        "a letter that may warn of the change stays where it was sent"
    );
    // The link at the foot of a letter that had gone to the old address.
    server
        .as_nobody()
        .with("content-type", "application/x-www-form-urlencoded")
        .send_text(
            "POST",
            "/unsubscribe/klik63",
            Some("List-Unsubscribe=One-Click"),
        )
        .expect(200);
    assert!(off("org_archived"));
}
