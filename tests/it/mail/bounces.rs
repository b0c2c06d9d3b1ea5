//! Bounced addresses: who is informed and how delivery is retried, against a real SMTP server that rejects.

use serde_json::{Value, json};

use crate::support::outbox::{a_minute_later, send};
use crate::support::server::{Client, Reply, Server};
use crate::support::smtp_peer::SmtpPeer;

const ME: &str = "/api/v1/current_user";
const JOKE: &str = "joke@example.nl";
const STOPPED: &str = "/data/attributes/mail_stopped_at";

fn ask_for_a_password(server: &Server) {
    let body = json!({ "email": JOKE });
    server.as_nobody().post("/auth/password", &body).expect(202);
}

fn try_again(client: &Client, user_id: i64) -> Reply {
    client.post(
        &format!("/api/v1/users/{user_id}/try_mail_again"),
        &json!({}),
    )
}

/// Joke's mail server has refused three letters.
fn stopped(server: &Server, peer: &SmtpPeer) {
    // Before anything is counted: the letter about the new device.
    send(server, peer);
    for count in 1..=3 {
        peer.refuse_next(1);
        ask_for_a_password(server);
        assert_eq!(send(server, peer), (0, 1));
        a_minute_later(server);
        let found = server.arrange(|tx| Ok(voluntr::mail::outbox::bounces(tx, JOKE)?));
        assert_eq!(found, count);
    }
}

#[test]
fn after_three_refusals_the_person_and_who_manages_them_see_it_and_nobody_else() {
    let (server, peer) = (Server::start(), SmtpPeer::start());
    let joke = server.as_volunteer();
    let id = server.people.volunteer;
    assert_eq!(joke.get(ME).expect(200).at(STOPPED), Value::Null);
    stopped(&server, &peer);
    let since = joke.get(ME).expect(200).at(STOPPED);
    assert_eq!(since, "2026-11-21T09:02:02Z");
    let one = format!("/api/v1/users/{id}");
    for client in [server.as_center(), server.as_admin()] {
        assert_eq!(client.get(&one).expect(200).at(STOPPED), since);
    }
    // Beside a vacancy the world meets a contact person, with less.
    server.arrange(move |tx| {
        let organization: i64 = tx.query_row("select min(id) from organizations", [], |row| row.get(0))?;
        tx.execute(
            "insert into vacancies (title, status, expires_at, contact_person_id, organization_id, volunteer_center_id, created_at, updated_at)
             values ('Taalmaatje', 'published', '2027-10-01T09:00:00Z', ?1, ?2, 1, ?3, ?3)",
            (id, organization, tx.now()),
        )?;
        Ok(())
    });
    let shown = server
        .as_nobody()
        .get("/api/v1/vacancies?include=contact_person")
        .expect(200);
    assert!(!shown.text.contains("mail_stopped_at"), "{}", shown.text);
    server.as_content_manager().get(&one).expect(403);
    // Nobody says it of themselves.
    let body = json!({ "user": { "mail_stopped_at": null } });
    joke.patch(ME, &body).expect(422);
    assert_eq!(joke.get(ME).expect(200).at(STOPPED), since);

    // Nothing goes any more: it is written down as stopped.
    ask_for_a_password(&server);
    assert_eq!(send(&server, &peer), (0, 0));
}

#[test]
fn one_more_try_that_arrives_takes_the_stop_away() {
    let (server, peer) = (Server::start(), SmtpPeer::start());
    let joke = server.as_volunteer();
    let id = server.people.volunteer;
    // Where nothing is stopped, nothing is written.
    try_again(&joke, id).expect(202);
    stopped(&server, &peer);
    let before = joke.get(ME).expect(200).at(STOPPED);

    peer.refuse_next(1);
    try_again(&joke, id).expect(202);
    assert_eq!(send(&server, &peer), (0, 1));
    let after = joke.get(ME).expect(200).at(STOPPED);
    assert!(
        after.is_string() && after != before,
        "refused again: {after}"
    );

    a_minute_later(&server);
    try_again(&server.as_center(), id).expect(202);
    assert_eq!(send(&server, &peer).1, 0);
    let letter = peer.wait_for(JOKE, "Onze mail komt weer aan");
    assert!(letter.text.contains("wél aangekomen"), "{}", letter.text);
    assert!(
        !letter.text.contains("token="),
        "nothing in it is worth stealing"
    );
    assert_eq!(joke.get(ME).expect(200).at(STOPPED), Value::Null);
    // Three letters for a new password in an hour are enough.
    server.clock.advance(jiff::SignedDuration::from_hours(1));
    ask_for_a_password(&server);
    send(&server, &peer);
    peer.wait_for(JOKE, "wachtwoord");
}

#[test]
fn an_address_that_refuses_is_asked_three_times_an_hour_and_not_by_anybody() {
    let (server, peer) = (Server::start(), SmtpPeer::start());
    let joke = server.as_volunteer();
    let id = server.people.volunteer;
    stopped(&server, &peer);
    for client in [server.as_superuser(), server.as_content_manager()] {
        let status = try_again(&client, id).status;
        assert!([403, 404].contains(&status), "{status}");
    }
    try_again(&server.as_nobody(), id).expect(401);
    for _ in 0..3 {
        peer.refuse_next(1);
        try_again(&joke, id).expect(202);
        assert_eq!(send(&server, &peer).1, 1);
        a_minute_later(&server);
    }
    for client in [joke, server.as_center()] {
        assert_eq!(try_again(&client, id).expect(429).code(), "rate_limited");
    }
}
