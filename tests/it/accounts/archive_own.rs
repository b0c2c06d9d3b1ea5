//! Archiving and restoring one's own account: immediate effects, users who cannot leave, and the thirty-day grace
//! period.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::error::{Code, Error};
use voluntr::resources::user::own_account::archive::{ArchiveReason, Said, archive, reactivate};

use crate::support::fixtures::{PASSWORD, published, role_of};
use crate::support::server::{Server, document};

const ME: &str = "/api/v1/current_user";

fn close(server: &Server, email: &'static str, reason: ArchiveReason) -> Result<String, Error> {
    server.arrange(move |tx| {
        let id = tx.query_row("select id from users where email = ?1", [email], |row| {
            row.get(0)
        })?;
        Ok(archive(tx, id, reason, &Said::default(), Some(id)))
    })
}

fn open(server: &Server, email: &'static str) -> Result<(), Error> {
    server.arrange(move |tx| {
        let id = tx.query_row("select id from users where email = ?1", [email], |row| {
            row.get(0)
        })?;
        Ok(reactivate(tx, id, None))
    })
}

fn ask<T: Send + 'static + rusqlite::types::FromSql>(server: &Server, sql: &'static str) -> T {
    server.arrange(move |tx| Ok(tx.query_row(sql, [], |row| row.get(0))?))
}

fn days(count: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * count)
}

#[test]
fn a_closed_account_lets_nobody_in_and_withdraws_what_was_open() {
    let server = Server::start();
    let samira = server.as_superuser();
    let [open_one, accepted] = ["Taalmaatje", "Gastvrouw"].map(|title| {
        let vacancy = published(&samira, server.people.own, title);
        server
            .as_volunteer()
            .post(
                "/api/v1/applications",
                &document(
                    "applications",
                    json!({ "vacancy_id": vacancy, "message": "Ik help graag mee op dinsdag.", "consent": true }),
                ),
            )
            .expect(201)
            .id()
    });
    crate::support::fixtures::event(
        &samira,
        &format!("/api/v1/applications/{accepted}/transition"),
        "accept",
    )
    .expect(200);
    let joke = server.as_volunteer();
    joke.get(ME).expect(200);
    let until = close(&server, "joke@example.nl", ArchiveReason::OwnWish).unwrap();
    assert_eq!(until, "2026-12-21T09:00:00Z");
    assert_eq!(joke.get(ME).expect(401).code(), "session_expired");
    let sign_in = json!({ "email": "joke@example.nl", "password": PASSWORD });
    let refused = server.as_nobody().post("/auth/sign_in", &sign_in);
    assert_eq!(refused.expect(401).code(), "account_inactive");
    let stage = |id: &str| {
        samira
            .get(&format!("/api/v1/applications/{id}"))
            .at("/data/attributes/stage")
    };
    assert_eq!(stage(&open_one), "withdrawn");
    assert_eq!(stage(&accepted), "accepted", "what was agreed on stays");
    let told: i64 = ask(
        &server,
        "select count(*) from outbox where kind = 'application_withdrawn' and to_email = 'samira@example.nl'",
    );
    assert_eq!(told, 1);
    let letter: String = ask(
        &server,
        "select data from outbox where kind = 'account_archived' and to_email = 'joke@example.nl'",
    );
    let letter: Value = serde_json::from_str(&letter).unwrap();
    assert_eq!(letter["erased_at"], "2026-12-21T09:00:00Z");
    assert!(
        letter["path"]
            .as_str()
            .unwrap()
            .starts_with("/confirm?restore_token=")
    );
    let again = close(&server, "joke@example.nl", ArchiveReason::ByCenter).unwrap_err();
    assert!(again.is(Code::InvalidTransition));
}

#[test]
fn within_thirty_days_an_account_opens_again_and_after_that_no_more() {
    let server = Server::start();
    for (passed, is_possible) in [(0, true), (29, true), (30, false), (400, false)] {
        if is_possible {
            close(&server, "joke@example.nl", ArchiveReason::ByCenter).unwrap();
            server.clock.advance(days(passed));
            open(&server, "joke@example.nl").unwrap();
            server.as_volunteer().get(ME).expect(200);
            let left: i64 = ask(
                &server,
                "select count(*) from users where erase_after is not null or archived_at is not null",
            );
            assert_eq!(left, 0);
        } else {
            let _ = close(&server, "joke@example.nl", ArchiveReason::ByCenter);
            server.clock.advance(days(passed));
            let refused = open(&server, "joke@example.nl").unwrap_err();
            assert!(refused.is(Code::InvalidTransition), "{passed}");
        }
    }
    let ways_back: i64 = ask(
        &server,
        "select count(*) from outbox where kind = 'account_archived' and data like '%restore_token%'",
    );
    assert_eq!(ways_back, 0, "who was closed by the centre asks the centre");
}

#[test]
fn who_never_confirmed_comes_back_as_they_were() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute(
            "update users set confirmed_at = null, status = 'inactive' where email = 'joke@example.nl'",
            [],
        )?;
        Ok(())
    });
    close(&server, "joke@example.nl", ArchiveReason::ByCenter).unwrap();
    open(&server, "joke@example.nl").unwrap();
    let now: String = ask(
        &server,
        "select status from users where email = 'joke@example.nl'",
    );
    assert_eq!(now, "inactive");
}

#[test]
fn the_last_one_who_manages_something_cannot_leave_it_alone() {
    let server = Server::start();
    for (email, what) in [
        ("samira@example.nl", "organizations"),
        ("marieke@example.nl", "volunteer_centers"),
        ("admin@example.nl", "tenant"),
    ] {
        let refused = close(&server, email, ArchiveReason::OwnWish).unwrap_err();
        assert!(refused.is(Code::LastSuperuser), "{email}");
        let document = refused.document(voluntr::base::locale::Locale::Nl, "");
        assert_eq!(
            document.pointer("/errors/0/meta/sole_manager_of/0/type"),
            Some(&json!(what))
        );
    }
    let own = server.people.own;
    // Somebody who has not accepted, or who is closed themselves, does not count.
    server.arrange(move |tx| {
        role_of(tx, 5, "organization_superuser", "organization", own)?;
        tx.execute("update roles set accepted_at = null where user_id = 5", [])?;
        Ok(())
    });
    close(&server, "samira@example.nl", ArchiveReason::OwnWish).unwrap_err();
    server.arrange(|tx| {
        tx.execute(
            "update roles set accepted_at = granted_at where user_id = 5",
            [],
        )?;
        tx.execute("update users set status = 'inactive' where id = 5", [])?;
        Ok(())
    });
    close(&server, "samira@example.nl", ArchiveReason::OwnWish).unwrap_err();
    server.arrange(|tx| {
        tx.execute("update users set status = 'active' where id = 5", [])?;
        Ok(())
    });
    published(&server.as_superuser(), own, "Taalmaatje");
    server.arrange(|tx| {
        tx.execute(
            "update vacancies set contact_person_id = (select id from users where email = 'samira@example.nl')",
            [],
        )?;
        Ok(())
    });
    close(&server, "samira@example.nl", ArchiveReason::OwnWish).unwrap();
    let contact: i64 = ask(&server, "select contact_person_id from vacancies");
    assert_eq!(contact, 5, "visitors meet somebody who is there");
}

#[test]
fn an_organisation_that_waits_for_approval_holds_nobody() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'archived' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    close(&server, "samira@example.nl", ArchiveReason::OwnWish).unwrap();
}
