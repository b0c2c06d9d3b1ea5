//! Shared helpers for the tests of this module.

use rusqlite::Connection;
use serde_json::json;

use super::{EmailBranding, EmailMessage, MailKind};

pub const NOON: &str = "2026-11-21T11:00:00Z";

pub fn database() -> Connection {
    let db = Connection::open_in_memory().unwrap();
    for migration in [
        include_str!("../../migrations/V050__outbox.sql"),
        include_str!("../../migrations/V074__outbox_claims.sql"),
    ] {
        db.execute_batch(migration).unwrap();
    }
    // The rest of that migration is about conversations.
    let received = include_str!("../../migrations/V488__received_mails.sql");
    let bounces = received.split_once("alter table mail_bounces").unwrap().1;
    db.execute_batch(&format!("alter table mail_bounces{bounces}"))
        .unwrap();
    let off = include_str!("../../migrations/V491__switched_off_mails.sql");
    let off = off.split_once("create table switched_off_mails").unwrap().1;
    db.execute_batch(&format!("create table switched_off_mails{off}"))
        .unwrap();
    db.execute_batch(include_str!("../../migrations/V499__mail_holds.sql"))
        .unwrap();
    db
}

pub fn email_branding() -> EmailBranding {
    EmailBranding {
        centre_name: "Vrijwilligerscentrale Oldebroek".into(),
        origin: "https://oldebroek.example".into(),
        primary_color: Some("#0f766e".into()),
        email: Some("info@oldebroek.example".into()),
        phone_number: Some("0525 12 34 56".into()),
        address: Some("Dorpsstraat 1, 8096 AB Oldebroek".into()),
        sender_email: None,
        return_path: None,
    }
}

pub fn reset_email(token: &str) -> EmailMessage {
    EmailMessage {
        kind: MailKind::PasswordReset,
        to_email: "sanne@example.org".into(),
        to_name: "Sanne de Vries".into(),
        locale: "nl".into(),
        data: json!({ "path": format!("/auth/reset?token={token}") }),
        subject_type: "users",
        subject_id: 7,
        volunteer_center_id: Some(1),
    }
}

pub fn welcome_email() -> EmailMessage {
    EmailMessage {
        kind: MailKind::AccountWelcome,
        data: json!({}),
        ..reset_email("")
    }
}
