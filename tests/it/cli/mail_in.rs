//! `voluntr mail receive` as the pipe of a mail server calls it, while the server runs on the same data.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::applications::stages::{apply, letters, take, with_vacancy};
use crate::conversations::by_mail::{
    DOMAIN, JOKE, SAMIRA, asked, begun, bodies, comes_in, written,
};
use crate::support::event_stream::EventStream;
use crate::support::outbox::{a_minute_later, last, send};
use crate::support::server::Server;

fn run(server: &Server, line: &str, input: &str) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voluntr"));
    command
        .args(words(line))
        .current_dir(server.folder.path())
        .env_clear()
        .env("VOLUNTR_DATA", server.folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses before it has read all closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Answer::of(&child.wait_with_output().unwrap())
}

fn receive(server: &Server, address: &str, mail: &str) -> Answer {
    run(
        server,
        &format!("--json mail receive --recipient {address}"),
        mail,
    )
}

#[track_caller]
fn outcome(answer: Answer) -> Value {
    answer.done().json()["received"]["outcome"].clone()
}

#[test]
fn an_answer_lands_once_however_often_it_is_delivered() {
    let (server, id, address) = begun();
    let mail = written(
        JOKE,
        "1",
        "Ja, ik kom.\n\n-- \nJoke\n\nOp za 21 nov 2026 om 10:11 schreef Vrijwilligerspunt <a@example.org>:\n> Antwoord boven deze regel.\n> Kun je maandag komen?",
    );
    assert_eq!(outcome(receive(&server, &address, &mail)), "taken");
    assert_eq!(outcome(receive(&server, &address, &mail)), "known");
    // Another id that a mail server gave it on the way.
    let again = mail.replace("<1@example.nl>", "<2@mx.example.nl>");
    assert_eq!(outcome(receive(&server, &address, &again)), "known");
    // By its headers, where the mail server says no recipient.
    let headers = format!(
        "Delivered-To: {address}\n{}",
        written(JOKE, "3", "Om tien uur.")
    );
    let answer = run(&server, "--json mail receive", &headers);
    assert_eq!(outcome(answer), "taken");
    assert_eq!(
        bodies(&server, &id).split_off(2),
        ["Ja, ik kom.", "Om tien uur."]
    );
}

#[test]
fn an_answer_that_the_mail_server_brought_is_heard_by_who_looks_at_the_site() {
    let (server, id, address) = begun();
    let mut hers = EventStream::open(&server.as_superuser());
    hers.expect("counters");
    let mail = written(JOKE, "1", "Ja.");
    assert_eq!(outcome(receive(&server, &address, &mail)), "taken");
    assert_eq!(hers.expect("message")["conversation_id"], id.as_str());
    assert_eq!(hers.expect("counters")["conversations"], 1);
    assert!(hers.is_silent_for(Duration::from_millis(300)));
}

#[test]
fn the_exit_code_tells_the_mail_server_what_to_do() {
    let (server, id, address) = begun();
    let mail = written(JOKE, "1", "Ja.");
    let line = |recipient: &str| format!("mail receive --recipient {recipient}");
    let wrong_key = format!("reply+{id}.{}@{DOMAIN}", "0".repeat(32));
    for unknown in [
        wrong_key.as_str(),
        "info@antwoord.example.org",
        "reply@example.org",
    ] {
        run(&server, &line(unknown), &mail).failed(67, "nobody has this address");
    }
    run(&server, &line(&address), "").failed(65, "no e-mail message");
    let large = format!("{mail}{}", "lang ".repeat(2_200_000));
    run(&server, &line(&address), &large).failed(65, "larger than 10 MB");
    // A tenant that can't be opened is no fault of who wrote.
    run(&server, "mail receive --tenant elders", &mail).failed(75, "no tenant 'elders'");
    run(&server, "mail inbound --off", "").done();
    run(&server, &line(&address), &mail).failed(67, "nobody has this address");
    run(&server, "mail inbound 'geen domein'", "").failed(2, "no domain for mail");
    run(&server, "mail inbound antwoord.example.org", "").done();
    assert_eq!(outcome(receive(&server, &address, &mail)), "taken");
    assert_eq!(bodies(&server, &id).len(), 3);
    run(&server, "tenant archive demo", "").done();
    let late = written(JOKE, "2", "Nog iets.");
    run(&server, &line(&address), &late).failed(67, "nobody has this address");
}

#[test]
fn an_answer_from_another_address_is_held_until_somebody_has_looked() {
    let (server, id, address) = begun();
    for (number, body) in [("1", "Van mijn werk."), ("2", "Klik hier!")] {
        let mail = written("joke@werk.example.nl", number, body);
        assert_eq!(outcome(receive(&server, &address, &mail)), "held");
        assert_eq!(outcome(receive(&server, &address, &mail)), "known");
    }
    assert_eq!(bodies(&server, &id).len(), 2);
    let list = run(&server, "--json mail held list", "").done().json();
    let held = list["held"].as_array().unwrap();
    assert_eq!(held.len(), 2);
    assert_eq!(held[0]["from_email"], "joke@werk.example.nl");
    assert_eq!(held[0]["expected_email"], JOKE);
    let note = run(&server, "doctor", "").stdout;
    assert!(note.contains("2 mails are held"), "{note}");
    let [first, second] = [held[0]["id"].clone(), held[1]["id"].clone()];
    let shown = run(&server, &format!("mail held show {first}"), "").done();
    assert!(shown.stdout.contains("Van mijn werk."), "{}", shown.stdout);
    run(&server, &format!("mail held accept {first}"), "").done();
    run(&server, &format!("mail held accept {first}"), "").failed(1, "no mail");
    run(&server, &format!("mail held drop {second}"), "").done();
    run(&server, &format!("mail held accept {second}"), "").failed(1, "no mail");
    assert_eq!(bodies(&server, &id).split_off(2), ["Van mijn werk."]);
    // What was decided about keeps no text.
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
fn what_a_program_wrote_is_dropped_and_answered_by_nobody() {
    let (server, id, address) = begun();
    for (number, header) in [
        "Auto-Submitted: auto-replied",
        "X-Auto-Response-Suppress: All",
        "Precedence: auto_reply",
        "Return-Path: <>",
        "X-Voluntr: 1",
    ]
    .iter()
    .enumerate()
    {
        let mail = written(JOKE, &number.to_string(), "Ik ben er niet.");
        let mail = format!("{header}\n{mail}");
        assert_eq!(
            outcome(receive(&server, &address, &mail)),
            "dropped",
            "{header}"
        );
    }
    assert_eq!(bodies(&server, &id).len(), 2);
    assert_eq!(letters(&server, "message_refused").len(), 0);
}

#[test]
fn an_answer_about_a_closed_application_gets_one_mail_back() {
    let (server, vacancy) = with_vacancy();
    comes_in(&server);
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = apply(&joke, &vacancy).expect(201).id();
    let messages = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&messages, &json!({ "body": "Wanneer kun je?" }))
        .expect(201);
    let address = asked(&server, JOKE);
    take(&samira, &application, "reject").expect(200);
    for number in ["1", "2"] {
        let mail = written(JOKE, number, &format!("Toch wel, {number}."));
        assert_eq!(outcome(receive(&server, &address, &mail)), "refused");
    }
    assert_eq!(letters(&server, "message_refused"), [JOKE]);
    let letter = last(&server, "message_refused", JOKE);
    assert_eq!(letter["reason"], "closed");
    let list = run(&server, "--json mail outbox", "").done().json();
    let newest = list["letters"][0]["id"].to_string();
    let shown = run(&server, &format!("mail show {newest}"), "").done();
    assert!(
        shown.stdout.contains("Dit gesprek is afgesloten"),
        "{}",
        shown.stdout
    );
    assert_eq!(joke.get(&messages).expect(200).at("/data/1"), Value::Null);
}

/// A report of a mail server about one of ours.
fn report(kind: &str, part: &str, id: &str, message_id: &str) -> String {
    format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.nl\nTo: bounce@{DOMAIN}\nSubject: Undelivered\nMessage-ID: <{id}@mx.example.nl>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type={kind}; boundary=\"b1\"\n\n--b1\nContent-Type: text/plain\n\nIt did not arrive.\n\n--b1\nContent-Type: message/{kind}\n\n{part}\n--b1\nContent-Type: text/rfc822-headers\n\nFrom: no-reply@voluntr.example\nMessage-ID: {message_id}\nSubject: Nieuw bericht\n\n--b1--\n"
    )
}

/// Sends what waits; gives the id of the last mail to Samira.
fn sent_to_samira(server: &Server, peer: &SmtpPeer) -> String {
    send(server, peer);
    server.arrange(|tx| {
        Ok(tx.query_row(
            "select message_id from outbox where to_email = ?1 and status = 'sent' order by id desc limit 1",
            [SAMIRA],
            |row| row.get(0),
        )?)
    })
}

#[test]
fn mail_that_comes_back_counts_and_three_stop_it() {
    let (server, id, _) = begun();
    let peer = SmtpPeer::start();
    let failed = "Reporting-MTA: dns; mx.example.nl\n\nFinal-Recipient: rfc822; samira@example.nl\nAction: failed\nStatus: 5.1.1\n";
    let bounce = format!("bounce@{DOMAIN}");
    let count = || server.arrange(|tx| Ok(voluntr::mail::outbox::bounces(tx, SAMIRA)?));
    for number in 1..=3 {
        let body = format!("Bericht {number}");
        crate::conversations::say(&server.as_volunteer(), &id, &body).expect(201);
        asked(&server, SAMIRA);
        let message_id = sent_to_samira(&server, &peer);
        assert_eq!(count(), number - 1, "being taken proves nothing");
        for (status, part) in [
            ("delayed", failed.replace("failed", "delayed")),
            ("temporary", failed.replace("5.1.1", "4.2.2")),
        ] {
            let mail = report(
                "delivery-status",
                &part,
                &format!("{status}{number}"),
                &message_id,
            );
            assert_eq!(outcome(receive(&server, &bounce, &mail)), "dropped");
        }
        let foreign = report(
            "delivery-status",
            failed,
            &format!("f{number}"),
            "<outbox-1-00@demo>",
        );
        assert_eq!(outcome(receive(&server, &bounce, &foreign)), "dropped");
        assert_eq!(count(), number - 1);
        let mail = report(
            "delivery-status",
            failed,
            &format!("r{number}"),
            &message_id,
        );
        assert_eq!(outcome(receive(&server, &bounce, &mail)), "report");
        assert_eq!(outcome(receive(&server, &bounce, &mail)), "known");
        // Another report about the same mail counts no more.
        let again = report(
            "delivery-status",
            failed,
            &format!("s{number}"),
            &message_id,
        );
        assert_eq!(outcome(receive(&server, &bounce, &again)), "known");
        assert_eq!(count(), number);
        a_minute_later(&server);
    }
    let me = server
        .as_superuser()
        .get("/api/v1/current_user")
        .expect(200);
    assert_ne!(me.at("/data/attributes/mail_stopped_at"), Value::Null);
    // The mail server is given an address where reports come in.
    let from = peer.messages().pop().unwrap().from;
    assert_eq!(from, bounce);
}

#[test]
fn who_complains_gets_no_more_mail_of_that_kind() {
    let (server, id, _) = begun();
    let peer = SmtpPeer::start();
    crate::conversations::say(&server.as_volunteer(), &id, "Bericht").expect(201);
    asked(&server, SAMIRA);
    let message_id = sent_to_samira(&server, &peer);
    let complaint = |kind: &str, id: &str| {
        let part = format!("Feedback-Type: {kind}\nUser-Agent: Example/1.0\nVersion: 1\n");
        report("feedback-report", &part, id, &message_id)
    };
    let bounce = format!("bounce@{DOMAIN}");
    let unwanted = || {
        server.arrange(|tx| {
            let mut statement =
                tx.prepare("select email || ' ' || kind from mail_unsubscriptions")?;
            let found = statement
                .query_map([], |row| row.get(0))?
                .collect::<Result<Vec<String>, _>>()?;
            Ok(found)
        })
    };
    // Said by somebody who does not know the mail, about no spam, or to another domain.
    let forged = complaint("abuse", "1").replace(&message_id, "<outbox-1-00@demo>");
    assert_eq!(outcome(receive(&server, &bounce, &forged)), "dropped");
    let taken_back = complaint("not-spam", "2");
    assert_eq!(outcome(receive(&server, &bounce, &taken_back)), "dropped");
    receive(&server, "bounce@example.org", &complaint("abuse", "3"));
    assert_eq!(unwanted(), Vec::<String>::new());
    let said = complaint("abuse", "4");
    assert_eq!(outcome(receive(&server, &bounce, &said)), "report");
    assert_eq!(unwanted(), [format!("{SAMIRA} message_new")]);
}
