//! Previews of every email: who may see them, and that they equal the email sent.

use serde_json::Value;
use voluntr::mail::MailKind;

use crate::support::server::{Client, Server};

const LIST: &str = "/api/v1/mail_previews";

fn letter(client: &Client, kind: &str, locale: &str) -> Value {
    client
        .get(&format!("{LIST}/{kind}?locale={locale}"))
        .expect(200)
        .at("/data/attributes")
}

#[test]
fn who_runs_the_centre_reads_every_letter_in_both_languages() {
    let server = Server::start();
    for client in [server.as_center(), server.as_admin()] {
        for locale in ["nl", "en"] {
            let list = client.get(&format!("{LIST}?locale={locale}")).expect(200);
            assert_eq!(list.ids().len(), MailKind::ALL.len());
        }
    }
    let center = server.as_center();
    for kind in MailKind::ALL {
        let (dutch, english) = (
            letter(&center, kind.as_str(), "nl"),
            letter(&center, kind.as_str(), "en"),
        );
        for part in ["subject", "html", "text"] {
            let (dutch, english) = (
                dutch[part].as_str().unwrap(),
                english[part].as_str().unwrap(),
            );
            assert!(
                dutch.len() > 5 && dutch != english,
                "{}: {part}",
                kind.as_str()
            );
        }
        assert_eq!(dutch["is_mandatory"], kind.is_mandatory());
        assert_eq!(
            dutch["unsubscribe_url"].is_string(),
            !kind.is_mandatory(),
            "{}",
            kind.as_str()
        );
    }
}

#[test]
fn nobody_else_reads_them() {
    let server = Server::start();
    server.as_nobody().get(LIST).expect(401);
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_mentor(),
        server.as_superuser(),
        server.as_page_manager(),
        server.as_content_manager(),
    ] {
        client.get(LIST).expect(403);
        client.get(&format!("{LIST}/account_confirm")).expect(403);
    }
}

#[test]
fn a_preview_is_in_the_name_and_colours_of_the_centre_and_writes_nothing() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute_batch(
            "update volunteer_centers set name = 'Punt & Komma', email = 'punt@example.nl' where is_default = 1;
             update volunteer_center_profiles set primary_color = '#123456'
              where id = (select profile_id from volunteer_centers where is_default = 1);
             update themes set primary_color_preset = null, primary_shades = null",
        )?;
        Ok(())
    });
    let center = server.as_center();
    let mail = letter(&center, "account_confirm", "nl");
    assert_eq!(mail["from_name"], "Punt & Komma");
    assert_eq!(mail["reply_to"], "punt@example.nl");
    let html = mail["html"].as_str().unwrap();
    assert!(html.contains("Punt &amp; Komma") && html.contains("background:#123456"));
    assert!(mail["text"].as_str().unwrap().contains("/confirm?token="));
    let letters: i64 = server.arrange(|tx| {
        let sql = "select count(*) from outbox where kind = 'account_confirm'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(letters, 0);
}

#[test]
fn a_kind_or_a_language_that_there_is_not_is_refused() {
    let server = Server::start();
    let center = server.as_center();
    center.get(&format!("{LIST}/koffie")).expect(404);
    center
        .get(&format!("{LIST}/account_confirm?locale=fy"))
        .expect(400);
}

#[test]
fn a_kind_that_has_several_letters_shows_each() {
    let server = Server::start();
    let center = server.as_center();
    let mut count = 0;
    for kind in MailKind::ALL {
        let usual = letter(&center, kind.as_str(), "nl");
        for variant in usual["variants"].as_array().unwrap() {
            let path = format!(
                "{LIST}/{}?variant={}",
                kind.as_str(),
                variant.as_str().unwrap()
            );
            let other = center.get(&path).expect(200).at("/data/attributes");
            assert_ne!(usual["text"], other["text"], "{path}");
            count += 1;
        }
    }
    assert!(count >= 9, "{count}");
    center
        .get(&format!("{LIST}/password_reset?variant=school"))
        .expect(404);
}
