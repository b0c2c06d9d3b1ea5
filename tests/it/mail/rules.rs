//! Rules for all email (docs/domain/mails.md#rules), with the server's real clock and a real SMTP peer.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::{origin, send_outbox};
use voluntr::mail::{EmailMessage, Locale, MailKind, Mailer, MailerSettings, enqueue, sample};

use crate::support::server::Server;
use crate::support::smtp_peer::SmtpPeer;

/// A server whose letters go to a mail server.
pub(crate) struct Post {
    pub server: Server,
    pub peer: SmtpPeer,
    /// Gone before the runtime that tends its connections.
    mailer: Option<Mailer>,
    runtime: tokio::runtime::Runtime,
}

impl Post {
    pub fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let peer = SmtpPeer::start();
        let settings = MailerSettings {
            from: Some("no-reply@voluntr.example".into()),
            ..MailerSettings::new(peer.url())
        };
        let inside = runtime.enter();
        let mailer = Mailer::new(&settings).unwrap();
        drop(inside);
        Self {
            server: Server::start(),
            peer,
            mailer: Some(mailer),
            runtime,
        }
    }

    /// Sends what may go now; gives how many went.
    pub fn send(&self) -> usize {
        let tenant = self.server.app.tenants().get("demo").unwrap();
        let place = origin(&self.server.app, &tenant);
        let db = tenant.unguarded("test");
        let sent = self.runtime.block_on(send_outbox(
            db,
            self.mailer.as_ref().unwrap(),
            (&place, "demo"),
        ));
        sent.unwrap().sent
    }

    pub fn write(&self, kind: MailKind, locale: Locale) {
        let letter = EmailMessage {
            kind,
            to_email: format!("{}@example.org", kind.as_str()),
            to_name: "Sanne de Vries".to_owned(),
            locale: locale.as_str().to_owned(),
            data: sample(kind, locale),
            subject_type: "users",
            subject_id: 1,
            volunteer_center_id: None,
        };
        self.server.arrange(move |tx| {
            enqueue(tx, tx.now(), &letter)?;
            Ok(())
        });
    }

    pub fn pass(&self, minutes: i64) {
        self.server
            .clock
            .advance(SignedDuration::from_mins(minutes));
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let _inside = self.runtime.enter();
        self.mailer = None;
    }
}

/// The mandatory kinds of docs/domain/mails.md#catalogue.
const MANDATORY: &[&str] = &[
    "account_archived",
    "account_confirm",
    "account_exists",
    "activity_cancelled",
    "activity_confirm_guest",
    "activity_place_for_you",
    "activity_removed",
    "activity_waitlist_offer",
    "application_accepted",
    "application_closed",
    "application_confirm_guest",
    "application_late_withdrawal",
    "application_offer",
    "application_received",
    "application_registered",
    "application_rejected",
    "applications_exported",
    "audit_log_exported",
    "backup_failed",
    "checks_exported",
    "doctor_found",
    "email_changed",
    "email_works",
    "erasure_done",
    "export_ready",
    "form_reply",
    "guardian_agreed",
    "guardian_consent",
    "guardian_refused",
    "guardian_thanks",
    "guardian_wanted",
    "guardian_withdrawn",
    "help_confirm_guest",
    "impersonated",
    "invitation",
    "message_refused",
    "new_device",
    "newsletter_confirm",
    "password_changed",
    "password_reset",
    "report_appeal_decided",
    "report_decided",
    "report_outcome",
    "role_changed",
    "second_factor_changed",
    "users_exported",
];

#[test]
fn what_cannot_be_switched_off_is_what_the_catalogue_says() {
    let mut mandatory: Vec<&str> = MailKind::ALL
        .iter()
        .filter(|kind| kind.is_mandatory())
        .map(|kind| kind.as_str())
        .collect();
    mandatory.sort_unstable();
    assert_eq!(mandatory, MANDATORY);
}

#[test]
fn every_letter_has_a_plain_part_and_all_but_the_mandatory_stop_with_one_click() {
    let post = Post::start();
    for locale in Locale::ALL {
        for kind in MailKind::ALL {
            post.write(*kind, locale);
        }
        post.pass(2);
    }
    assert_eq!(post.send(), 2 * MailKind::ALL.len());
    for mail in post.peer.messages() {
        let kind = MailKind::find(mail.to[0].split('@').next().unwrap()).unwrap();
        let name = kind.as_str();
        let greets = |hello: &str| mail.text.starts_with(&format!("{hello} Sanne,"));
        // A centre greets in its own words in a newsletter.
        let is_greeted = match kind {
            MailKind::Newsletter => greets("Dag") || greets("Dear"),
            _ => greets("Hallo") || greets("Hello"),
        };
        assert!(is_greeted, "{name}: {}", mail.text);
        assert!(mail.html.contains("<body"), "{name}");
        assert_eq!(mail.header("Auto-Submitted"), "auto-generated", "{name}");
        if kind.is_mandatory() {
            assert_eq!(mail.header("List-Unsubscribe"), "", "{name}");
            continue;
        }
        let address = mail.header("List-Unsubscribe");
        let (_, path) = address
            .trim_matches(['<', '>'])
            .split_once("/unsubscribe/")
            .unwrap_or_else(|| panic!("{name}: {address}"));
        assert_eq!(
            mail.header("List-Unsubscribe-Post"),
            "List-Unsubscribe=One-Click",
            "{name}"
        );
        // The mail program's own button posts there, without a session and without a page.
        post.server
            .as_nobody()
            .send_text(
                "POST",
                &format!("/unsubscribe/{path}"),
                Some("List-Unsubscribe=One-Click"),
            )
            .expect(200);
    }
    post.pass(2);
    for kind in MailKind::ALL {
        post.write(*kind, Locale::Nl);
    }
    assert_eq!(post.send(), MANDATORY.len(), "the others were switched off");
}

#[test]
fn between_nine_in_the_evening_and_half_past_seven_only_mandatory_mail_goes() {
    let post = Post::start();
    // From ten in the morning to a minute before nine.
    post.pass(10 * 60 + 59);
    post.write(MailKind::OrgApproved, Locale::Nl);
    assert_eq!(post.send(), 1);
    post.pass(1);
    post.write(MailKind::OrgReceived, Locale::Nl);
    post.write(MailKind::PasswordReset, Locale::Nl);
    assert_eq!(post.send(), 1);
    post.peer
        .wait_for("password_reset@example.org", "wachtwoord");
    post.pass(10 * 60 + 29);
    assert_eq!(post.send(), 0, "a minute before half past seven");
    post.pass(1);
    assert_eq!(post.send(), 1);
    post.peer.wait_for("org_received@example.org", "ontvangen");
}

#[test]
fn within_a_minute_somebody_gets_one_letter_of_a_kind_about_a_thing() {
    let post = Post::start();
    let asked = json!({ "email": "joke@example.nl" });
    let ask = || {
        let client = post.server.as_nobody();
        client.post("/auth/password", &asked).expect(202);
    };
    ask();
    ask();
    assert_eq!(post.send(), 1, "the second replaces the first");
    let first = post.peer.wait_for("joke@example.nl", "wachtwoord");
    ask();
    assert_eq!(post.send(), 0, "the third waits for the minute to pass");
    post.pass(1);
    assert_eq!(post.send(), 1);
    let third = post.peer.wait_for("joke@example.nl", "wachtwoord");
    assert_ne!(
        first.link_value("/auth/reset", "token"),
        third.link_value("/auth/reset", "token")
    );
}

#[test]
fn three_hard_bounces_stop_the_mail_and_the_person_is_told_on_the_site() {
    let post = Post::start();
    let joke = post.server.as_volunteer();
    let is_told = || {
        joke.get("/api/v1/current_user")
            .expect(200)
            .at("/data/attributes/mail_stopped_at")
            .is_string()
    };
    let ask = || {
        let asked = json!({ "email": "joke@example.nl" });
        let client = post.server.as_nobody();
        client.post("/auth/password", &asked).expect(202);
        post.send()
    };
    for _ in 0..3 {
        assert!(!is_told());
        post.peer.refuse_next(1);
        assert_eq!(ask(), 0);
        post.pass(61);
    }
    assert!(is_told());
    assert_eq!(ask(), 0, "nothing is tried any more");
    assert!(post.peer.messages().is_empty());
    // Another address begins anew.
    post.server.arrange(|tx| {
        let sql = "update users set email = 'joke@example.com' where email = 'joke@example.nl'";
        tx.execute(sql, [])?;
        Ok(())
    });
    let mut moved = post.server.as_nobody();
    moved.sign_in("joke@example.com", crate::support::fixtures::PASSWORD);
    let told = moved.get("/api/v1/current_user").expect(200);
    assert_eq!(told.at("/data/attributes/mail_stopped_at"), Value::Null);
}
