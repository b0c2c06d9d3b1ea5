//! Email delivery over a real connection: received messages, and faults of the SMTP server.

use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;
use voluntr::mail::outbox::{self, BATCH, Claim, OutboxRow, OutboxStatus, QuietHours};
use voluntr::mail::{
    EmailBranding, EmailMessage, MailKind, Mailer, MailerSettings, SendError, TextOverride,
    deliver, enqueue,
};

use crate::support::smtp_peer::{Moment, SmtpPeer};

const NOON: &str = "2026-11-21T11:00:00Z";
const LATER: &str = "2026-11-21T11:10:00Z";

fn database() -> Connection {
    let db = Connection::open_in_memory().expect("a database in memory");
    for migration in [
        include_str!("../../../migrations/V050__outbox.sql"),
        include_str!("../../../migrations/V074__outbox_claims.sql"),
    ] {
        db.execute_batch(migration)
            .expect("the tables of the outbox");
    }
    // The rest of that migration is about conversations.
    let received = include_str!("../../../migrations/V488__received_mails.sql");
    let (_, bounces) = received.split_once("alter table mail_bounces").unwrap();
    db.execute_batch(&format!("alter table mail_bounces{bounces}"))
        .unwrap();
    let off = include_str!("../../../migrations/V491__switched_off_mails.sql");
    let (_, off) = off.split_once("create table switched_off_mails").unwrap();
    db.execute_batch(&format!("create table switched_off_mails{off}"))
        .unwrap();
    db.execute_batch(include_str!("../../../migrations/V499__mail_holds.sql"))
        .unwrap();
    db
}

fn email_branding() -> EmailBranding {
    EmailBranding {
        centre_name: "Vrijwilligers, Oldebroek & Elburg".into(),
        origin: "https://oldebroek.example".into(),
        primary_color: Some("#facc15".into()),
        email: Some("info@oldebroek.example".into()),
        ..EmailBranding::default()
    }
}

fn mailer(peer: &SmtpPeer) -> Mailer {
    let settings = MailerSettings {
        from: Some("no-reply@voluntr.example".into()),
        timeout: Duration::from_secs(3),
        ..MailerSettings::new(peer.url())
    };
    Mailer::new(&settings).expect("settings that can be read")
}

fn letter(kind: MailKind) -> EmailMessage {
    EmailMessage {
        kind,
        to_email: "zoe@example.org".into(),
        to_name: "Zoë Šimůnek".into(),
        locale: "nl".into(),
        data: json!({ "path": "/confirm?token=abc-123_x" }),
        subject_type: "users",
        subject_id: 1,
        volunteer_center_id: None,
    }
}

/// Claims what is due, tries to send it and writes down how it went, as the job does.
async fn send_due(
    db: &Connection,
    mailer: &Mailer,
    now: &str,
) -> Vec<(OutboxRow, Result<(), SendError>)> {
    let claim = Claim {
        now,
        limit: BATCH,
        host: "oldebroek.example",
        by: mailer.id(),
        quiet_hours: QuietHours::Respected,
    };
    let mut tried = Vec::new();
    for row in outbox::claim(db, &claim).expect("a claim") {
        let begun = outbox::begin(db, &row, mailer.id(), now).expect("the table");
        let row = begun.expect("nobody else has it");
        let result = deliver(
            mailer,
            (&row, "demo"),
            (&email_branding(), &TextOverride::default()),
            (None, None),
        )
        .await;
        match &result {
            Ok(()) => outbox::mark_sent(db, &row, now),
            Err(error) => outbox::mark_failed(db, &row, error, now),
        }
        .expect("a mark");
        let row = outbox::find(db, row.id).expect("the table").expect("a row");
        tried.push((row, result));
    }
    tried
}

#[tokio::test]
async fn a_letter_arrives_with_all_that_a_mail_program_needs() {
    let peer = SmtpPeer::start();
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let (row, result) = send_due(&db, &mailer(&peer), NOON).await.remove(0);
    assert_eq!(result, Ok(()));
    assert_eq!(row.status, OutboxStatus::Sent);

    let mail = peer.wait_for("zoe@example.org", "Bevestig je e-mailadres");
    assert_eq!(
        mail.header("From"),
        "Vrijwilligers, Oldebroek & Elburg <no-reply@voluntr.example>"
    );
    // A bare comma would make two senders of it.
    assert!(!mail.raw.contains("From: Vrijwilligers,"));
    assert_eq!(mail.from, "no-reply@voluntr.example");
    assert_eq!(mail.header("Reply-To"), "info@oldebroek.example");
    assert!(mail.header("To").contains("<zoe@example.org>"));
    assert_eq!(Some(mail.header("Message-ID")), row.message_id.as_deref());
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mail.header("Content-Language"), "nl");
    assert_ne!(mail.header("Date"), "");
    assert_eq!(mail.header("List-Unsubscribe"), "");
    assert_eq!(
        mail.link("/confirm"),
        "https://oldebroek.example/confirm?token=abc-123_x"
    );
    assert_eq!(mail.link_value("/confirm", "token"), "abc-123_x");
    assert!(mail.text.starts_with("Hallo Zoë Šimůnek,\n"));
    assert!(mail.html.contains("Vrijwilligers, Oldebroek &amp; Elburg"));
    assert!(mail.html.contains("background:#facc15;color:#000000"));
}

#[tokio::test]
async fn a_letter_that_is_not_mandatory_can_be_switched_off_with_one_click() {
    let peer = SmtpPeer::start();
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountWelcome)).unwrap();
    send_due(&db, &mailer(&peer), NOON).await;
    let mail = peer.wait_for("zoe@example.org", "Welkom");
    let url = mail.link("/unsubscribe/");
    assert_eq!(mail.header("List-Unsubscribe"), format!("<{url}>"));
    assert_eq!(
        mail.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
}

#[tokio::test]
async fn a_refused_address_is_not_tried_again() {
    let peer = SmtpPeer::start();
    peer.refuse_next(1);
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let (row, result) = send_due(&db, &mailer(&peer), NOON).await.remove(0);
    let error = result.unwrap_err();
    assert!(error.permanent && error.bounced);
    assert!(!error.text.contains("zoe"), "{error}");
    assert_eq!(row.status, OutboxStatus::Failed);
    assert_eq!(outbox::bounces(&db, "zoe@example.org"), Ok(1));
    assert!(send_due(&db, &mailer(&peer), LATER).await.is_empty());
    assert!(peer.messages().is_empty());
}

#[tokio::test]
async fn a_sender_that_the_server_refuses_costs_no_letter_and_no_address() {
    let peer = SmtpPeer::start();
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let mailer = mailer(&peer);
    let mut now = NOON.to_owned();
    for answer in [
        "550 no",
        "553 5.7.1 <no-reply@voluntr.example>: Sender address rejected: not owned by user",
        "501 5.1.7 bad sender",
    ] {
        peer.refuse_senders(Some(answer));
        // Longer than a letter is tried that is refused for another reason.
        for _ in 0..6 {
            let (row, result) = send_due(&db, &mailer, &now).await.remove(0);
            let error = result.unwrap_err();
            assert!(
                error.is_ours && !error.permanent && !error.bounced,
                "{error}"
            );
            assert!(error.text.contains("VOLUNTR_MAIL_FROM"), "{error}");
            assert!(!error.text.contains('@'), "{error}");
            assert_eq!((row.status, row.attempts), (OutboxStatus::Waiting, 0));
            now = row.next_attempt_at;
        }
    }
    assert_eq!(outbox::bounces(&db, "zoe@example.org"), Ok(0));
    peer.refuse_senders(None);
    let (row, result) = send_due(&db, &mailer, &now).await.remove(0);
    assert_eq!((result, row.status), (Ok(()), OutboxStatus::Sent));
}

#[tokio::test]
async fn a_server_that_is_busy_gone_or_slow_is_asked_again() {
    let peer = SmtpPeer::start();
    let mailer = mailer(&peer);
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let mut now = NOON.to_owned();
    for trouble in TROUBLES {
        match *trouble {
            "busy" => peer.answer_next(Moment::Recipient, "451 4.3.0 try again later"),
            "grey" => peer.answer_next(Moment::Recipient, "450 4.2.0 grey, come back"),
            "closing" => peer.answer_next(Moment::Sender, "421 4.3.2 closing down"),
            "closed" => {
                // It refuses everybody: the letter, and whoever asks whether it is there.
                for _ in 0..2 {
                    peer.answer_next(Moment::Greeting, "554 5.3.2 no mail today");
                }
            }
            "full" => peer.answer_next(Moment::Data, "452 4.3.1 no room"),
            "unsure" => peer.answer_next(Moment::EmailMessage, "451 4.3.0 scanner is down"),
            "broken" => peer.drop_next(1),
            "torn" => peer.tear_next(1),
            "down" => peer.go_down(),
            _ => peer.be_slow(Duration::from_millis(1500)),
        }
        let begun = Instant::now();
        let (row, result) = send_due(&db, &mailer, &now).await.remove(0);
        assert!(begun.elapsed() < Duration::from_secs(5), "{trouble}");
        assert!(!result.unwrap_err().permanent, "{trouble}");
        assert_eq!(row.status, OutboxStatus::Waiting, "{trouble}");
        now = row.next_attempt_at;
        peer.come_up();
    }
    peer.be_slow(Duration::ZERO);
    let (row, result) = send_due(&db, &mailer, &now).await.remove(0);
    assert_eq!(result, Ok(()));
    let tries = i64::try_from(TROUBLES.len()).expect("a few") + 1;
    assert_eq!((row.status, row.attempts), (OutboxStatus::Sent, tries));
    assert_eq!(peer.messages().len(), 1);
    assert_eq!(outbox::bounces(&db, "zoe@example.org"), Ok(0));
}

/// In all of them the letter was not taken, and the address has no part in it.
const TROUBLES: &[&str] = &[
    "busy", "grey", "closing", "closed", "full", "unsure", "broken", "torn", "down", "slow",
];

#[tokio::test]
async fn a_letter_that_is_refused_for_what_it_says_is_no_fault_of_the_address() {
    let peer = SmtpPeer::start();
    peer.answer_next(Moment::EmailMessage, "554 5.7.1 looks like spam");
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let (row, result) = send_due(&db, &mailer(&peer), NOON).await.remove(0);
    let error = result.unwrap_err();
    assert!(error.permanent && !error.bounced);
    assert_eq!(row.status, OutboxStatus::Failed);
    assert_eq!(outbox::bounces(&db, "zoe@example.org"), Ok(0));
}

#[tokio::test]
async fn a_repeat_after_a_lost_answer_is_recognisable() {
    let peer = SmtpPeer::start();
    peer.lose_answer_next(1);
    let db = database();
    enqueue(&db, NOON, &letter(MailKind::AccountConfirm)).unwrap();
    let mailer = mailer(&peer);
    assert!(send_due(&db, &mailer, NOON).await.remove(0).1.is_err());
    assert_eq!(send_due(&db, &mailer, LATER).await.remove(0).1, Ok(()));
    let ids: Vec<_> = peer
        .messages()
        .iter()
        .map(|mail| mail.header("Message-ID").to_owned())
        .collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids.first(), ids.last());
}

#[tokio::test]
async fn a_connection_that_the_server_closed_in_the_meantime_costs_nothing() {
    let peer = SmtpPeer::start();
    let mailer = mailer(&peer);
    let db = database();
    for subject_id in 0..30 {
        let letter = EmailMessage {
            subject_id,
            ..letter(MailKind::AccountConfirm)
        };
        enqueue(&db, NOON, &letter).unwrap();
    }
    for _batch in 0..3 {
        for (_row, result) in send_due(&db, &mailer, NOON).await {
            assert_eq!(result, Ok(()));
        }
        peer.hang_up();
    }
    assert_eq!(peer.messages().len(), 30);
}

#[tokio::test]
async fn whether_the_server_is_there_can_be_asked() {
    let peer = SmtpPeer::start();
    let mailer = mailer(&peer);
    assert_eq!(mailer.check().await, Ok(()));
    peer.go_down();
    assert!(mailer.check().await.is_err());
    peer.come_up();
    assert_eq!(mailer.check().await, Ok(()));
}
