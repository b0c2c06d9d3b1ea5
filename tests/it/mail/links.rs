//! Opening a link of a mail changes nothing: mail programs and virus scanners open all of them. Every link of every mail,
//! with keys that work, without a session and with one.

use std::collections::BTreeSet;

use serde_json::json;
use voluntr::app::auth::token::{self, Purpose};
use voluntr::mail::{Locale, MailKind};

use super::rules::Post;
use crate::activities::signing_up::{made, sign_up};
use crate::support::outbox::last;
use crate::support::server::{Client, Server};

/// What a key is about, in the fixtures.
const KEYS: [(Purpose, &str); 17] = [
    (Purpose::ConfirmAccount, "users"),
    (Purpose::ConfirmApplication, "applications"),
    (Purpose::AnswerApplication, "applications"),
    (
        Purpose::AnswerActivityRegistration,
        "activity_registrations",
    ),
    (Purpose::TakeActivityPlace, "activity_registrations"),
    (Purpose::ResetPassword, "users"),
    (Purpose::RestoreAccount, "users"),
    (Purpose::ChangeEmail, "users"),
    (Purpose::AcceptInvitation, "users"),
    (Purpose::GuardianConsent, "users"),
    (Purpose::GuardianWithdrawal, "users"),
    (Purpose::ConfirmOrganization, "organizations"),
    (Purpose::RenewVacancy, "vacancies"),
    (Purpose::ConfirmHelpRequest, "vacancies"),
    (Purpose::FollowHelpRequest, "vacancies"),
    (Purpose::FollowReport, "abuse_reports"),
    (Purpose::KeepVisible, "users"),
];

/// A key of each purpose that works, for the first row of its table.
fn keys(server: &Server) -> Vec<String> {
    server.arrange(|tx| {
        let mut keys = Vec::new();
        for (purpose, table) in KEYS {
            let id: i64 = tx.query_row(
                &format!("select coalesce(min(id), 1) from {table}"),
                [],
                |row| row.get(0),
            )?;
            let data = json!({
                "email": "nieuw@example.org", "first_name": "Bo", "last_name": null, "locale": "nl",
                "registration_id": 1, "activity_id": 1,
            });
            keys.push(token::issue(tx, purpose, (table, id), &data)?);
        }
        Ok(keys)
    })
}

/// A connection of one's own, which sees when another one has written.
#[expect(
    clippy::disallowed_methods,
    reason = "the program's connections do not see their own writes"
)]
fn witness(server: &Server) -> rusqlite::Connection {
    let file = server.folder.path().join("tenants/demo/tenant.db");
    rusqlite::Connection::open(file).unwrap()
}

fn writes(witness: &rusqlite::Connection) -> i64 {
    witness
        .query_row("pragma data_version", [], |row| row.get(0))
        .unwrap()
}

/// The paths of the links of all mails, in both languages; sample keys replaced by those that work.
fn paths(post: &Post, keys: &[String]) -> BTreeSet<String> {
    for locale in Locale::ALL {
        for kind in MailKind::ALL {
            post.write(*kind, locale);
        }
        post.pass(2);
    }
    assert!(post.send() >= 2 * MailKind::ALL.len());
    let mut paths = BTreeSet::new();
    for mail in post.peer.messages() {
        let unsubscribe = mail.header("List-Unsubscribe").trim_matches(['<', '>']);
        let links = mail.html.split("href=\"").skip(1);
        let links = links.filter_map(|rest| rest.split('"').next());
        for link in links.chain([unsubscribe]) {
            let link = link.replace("&amp;", "&");
            let Some((_, rest)) = link.split_once("://") else {
                continue;
            };
            let path = rest.find('/').map_or("/", |at| &rest[at..]);
            if !path.contains("voorbeeld") {
                paths.insert(path.to_owned());
                continue;
            }
            for key in keys {
                let with_key = path.replace("1.voorbeeld", key).replace("voorbeeld", key);
                paths.insert(with_key);
            }
        }
    }
    paths
}

#[test]
fn no_link_of_any_mail_changes_anything_when_it_is_opened() {
    let post = Post::start();
    let mut keys = keys(&post.server);
    // What a guest filled in is stored with the key: a real one.
    let made = made(&post.server, 240, json!({}));
    let guest = json!({ "first_name": "Roos", "email": "roos@gast.nl", "consent": true });
    sign_up(&post.server.as_nobody(), &made, guest).expect(202);
    let path = last(&post.server, "activity_confirm_guest", "roos@gast.nl")["path"].clone();
    keys.extend(path.as_str().unwrap().rsplit('/').next().map(str::to_owned));
    let paths = paths(&post, &keys);
    assert!(paths.len() > 300, "{}", paths.len());
    let witness = witness(&post.server);
    let clients: [(&str, Client); 3] = [
        ("nobody", post.server.as_nobody()),
        ("a volunteer", post.server.as_volunteer()),
        ("the centre", post.server.as_center()),
    ];
    let mut changed = Vec::new();
    for (name, client) in &clients {
        for path in &paths {
            let before = writes(&witness);
            let answer = client.get(path);
            assert!(answer.status < 500, "{path}: {}", answer.status);
            if writes(&witness) != before {
                changed.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
    // The keys still do what they are for.
    let left: i64 = post.server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from tokens where used_at is null",
            [],
            |row| row.get(0),
        )?)
    });
    assert!(left >= 17, "{left}");
}
