//! Mail that is held: nothing leaves that was written before a restore, and nothing that is not mandatory after it.

use voluntr::mail::outbox::{Claim, QuietHours, drop_held, find_hold, has_due, release_held};
use voluntr::mail::{EmailMessage, MailKind, enqueue};

use crate::support::outbox::send;
use crate::support::server::Server;
use crate::support::smtp_peer::SmtpPeer;

/// The server's clock stands at nine in the morning of this day.
const BEFORE: &str = "2026-11-21T08:00:00Z";
const RESTORED: &str = "2026-11-21T08:30:00Z";
const AFTER: &str = "2026-11-21T08:45:00Z";

fn write(server: &Server, kind: MailKind, to: &'static str, at: &'static str) {
    server.arrange(move |tx| {
        let letter = EmailMessage {
            kind,
            to_email: to.to_owned(),
            to_name: String::new(),
            locale: "nl".to_owned(),
            data: serde_json::json!({ "path": "/auth/reset?token=1" }),
            subject_type: "users",
            subject_id: 1,
            volunteer_center_id: None,
        };
        enqueue(tx, at, &letter)?;
        Ok(())
    });
}

fn hold(server: &Server) {
    server.arrange(|tx| {
        tx.execute("delete from outbox", [])?;
        tx.execute(
            "insert into mail_holds (id, since, why) values (1, ?1, 'restore')",
            [RESTORED],
        )?;
        Ok(())
    });
    write(server, MailKind::PasswordReset, "oud@example.org", BEFORE);
    write(
        server,
        MailKind::AccountWelcome,
        "welkom@example.org",
        BEFORE,
    );
    write(server, MailKind::AccountWelcome, "later@example.org", AFTER);
}

fn is_due(server: &Server) -> bool {
    server.arrange(|tx| {
        let claim = Claim {
            now: tx.now(),
            limit: 10,
            host: "demo.localhost",
            by: "test",
            quiet_hours: QuietHours::Respected,
        };
        Ok(has_due(tx, &claim)?)
    })
}

fn to(peer: &SmtpPeer) -> Vec<String> {
    let mut to: Vec<String> = peer
        .messages()
        .iter()
        .map(|mail| mail.header("To").to_owned())
        .collect();
    to.sort();
    to
}

#[test]
fn while_mail_is_held_only_what_people_ask_for_now_leaves() {
    let server = Server::start();
    let peer = SmtpPeer::start();
    hold(&server);
    assert!(!is_due(&server), "an idle outbox is not written to");
    assert_eq!(send(&server, &peer), (0, 0));
    write(&server, MailKind::PasswordReset, "nu@example.org", AFTER);
    assert!(is_due(&server));
    assert_eq!(send(&server, &peer), (1, 0));
    assert_eq!(to(&peer), ["nu@example.org"]);
    // A claim of a program that was killed before the backup was made is no way around.
    server.arrange(|tx| {
        tx.execute(
            "update outbox set status = 'sending', claimed_by = 'gone', claimed_at = ?1 where to_email = 'oud@example.org'",
            [BEFORE],
        )?;
        Ok(())
    });
    assert!(!is_due(&server));
    assert_eq!(send(&server, &peer), (0, 0));
    let waiting = server.arrange(|tx| Ok(find_hold(tx, None)?.unwrap()));
    assert_eq!((waiting.since.as_str(), waiting.count()), (RESTORED, 3));

    server.arrange(|tx| Ok(release_held(tx, Some(RESTORED))?));
    assert_eq!(send(&server, &peer), (2, 0));
    // An earlier moment takes nothing back.
    server.arrange(|tx| Ok(release_held(tx, Some(BEFORE))?));
    let waiting = server.arrange(|tx| Ok(find_hold(tx, None)?.unwrap()));
    assert_eq!(waiting.count(), 1);
    server.arrange(|tx| Ok(release_held(tx, None)?));
    assert_eq!(send(&server, &peer), (1, 0));
    assert_eq!(to(&peer).len(), 4);
}

#[test]
fn what_waited_is_dropped_and_nothing_that_was_written_since() {
    let server = Server::start();
    hold(&server);
    write(&server, MailKind::PasswordReset, "nu@example.org", AFTER);
    let dropped = server.arrange(|tx| Ok(drop_held(tx, None)?));
    let dropped: Vec<(String, i64)> = dropped.into_iter().map(|of| (of.kind, of.count)).collect();
    assert_eq!(
        dropped,
        [
            ("account_welcome".to_owned(), 1),
            ("password_reset".to_owned(), 1)
        ]
    );
    let left = server.arrange(|tx| {
        let mut statement = tx.prepare("select to_email from outbox order by id")?;
        let rows = statement
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()?;
        Ok(rows)
    });
    assert_eq!(left, ["later@example.org", "nu@example.org"]);
    assert!(server.arrange(|tx| Ok(drop_held(tx, None)?)).is_empty());
}
