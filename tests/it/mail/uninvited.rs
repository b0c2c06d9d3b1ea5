//! People who were imported and not invited yet: nothing is mailed to them before the centre sends the invitation
//! (docs/domain/states.md#accounts).

use serde_json::json;
use voluntr::mail::{Locale, MailKind, sample};
use voluntr::resources::notification::Notice;

use crate::applications::stages::MESSAGE;
use crate::support::fixtures::published;
use crate::support::outbox::sent;
use crate::support::server::{Server, document};

const IRIS: &str = "iris@example.nl";

/// Iris as an import leaves her; gives her id.
fn imported(server: &Server) -> i64 {
    let center = server.people.center;
    server.arrange(move |tx| {
        tx.execute(
            "insert into users (email, first_name, last_name, status, signup_method, volunteer_center_id, created_at, updated_at)
             values (?1, 'Iris', 'Import', 'invited', 'imported', ?2, ?3, ?3)",
            (IRIS, center, tx.now()),
        )?;
        Ok(tx.last_insert_rowid())
    })
}

fn to_iris(server: &Server) -> Vec<String> {
    let letters = sent(server).into_iter().filter(|(_, to)| to == IRIS);
    letters.map(|(kind, _)| kind).collect()
}

#[test]
fn no_kind_of_mail_goes_to_an_imported_person_before_the_invitation() {
    let server = Server::start();
    let (iris, center) = (imported(&server), server.people.center);
    let tell_all = || {
        server.arrange(move |tx| {
            for kind in MailKind::ALL {
                let notice = Notice {
                    kind: *kind,
                    data: sample(*kind, Locale::Nl),
                    subject: ("users", iris),
                    center_id: center,
                };
                if !kind.is_mail_only() {
                    notice.tell(tx, iris)?;
                }
                notice.mail_only(tx, iris)?;
            }
            Ok(())
        });
    };
    tell_all();
    assert_eq!(to_iris(&server), [""; 0]);
    let kept: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select count(*) from notifications where user_id = ?1",
            [iris],
            |row| row.get(0),
        )?)
    });
    let in_the_app = MailKind::ALL.iter().filter(|kind| !kind.is_mail_only());
    assert_eq!(
        kept,
        i64::try_from(in_the_app.count()).unwrap(),
        "what was told waits in the app"
    );
    server
        .as_center()
        .post(&format!("/api/v1/users/{iris}/invite"), &json!({}))
        .expect(202);
    assert_eq!(to_iris(&server), ["invitation"]);
    server.clock.advance(jiff::SignedDuration::from_secs(61));
    tell_all();
    assert!(
        to_iris(&server).len() > 1,
        "afterwards they get mail as everybody does"
    );
}

#[test]
fn what_others_do_with_an_imported_person_is_not_mailed() {
    let server = Server::start();
    let iris = imported(&server);
    let (own, center) = (server.people.own, server.as_center());
    let id = published(&server.as_superuser(), own, "Taalmaatje gezocht");
    let role = |name: &str, scope: &str, id: i64| json!({ "role": name, "scope_type": scope, "scope_id": id.to_string() });
    let path = format!("/api/v1/users/{iris}/add_role");
    center
        .put(
            &path,
            &role("volunteer", "volunteer_center", server.people.center),
        )
        .expect(200);
    center
        .put(&path, &role("organization_superuser", "organization", own))
        .expect(200);
    // Registered at a desk: by the centre, which knows her, and by an organisation, which only has her address.
    let desk = format!("/api/v1/vacancies/{id}/applications/walk_in");
    let by_id = json!({ "user_id": iris.to_string(), "message": MESSAGE, "consent": true });
    center
        .post(&desk, &document("applications", by_id))
        .expect(201);
    let second = published(&server.as_superuser(), own, "Nog een taalmaatje");
    let by_address =
        json!({ "first_name": "Iris", "email": IRIS, "message": MESSAGE, "consent": true });
    let desk = format!("/api/v1/vacancies/{second}/applications/walk_in");
    let application = server
        .as_superuser()
        .post(&desk, &document("applications", by_address))
        .expect(201)
        .id();
    let accept = json!({ "data": { "attributes": { "event": "accept" } } });
    server
        .as_superuser()
        .put(
            &format!("/api/v1/applications/{application}/transition"),
            &accept,
        )
        .expect(200);
    assert_eq!(to_iris(&server), [""; 0]);
    // Somebody without an account hears of it as before.
    let gerrit = json!({ "first_name": "Gerrit", "email": "gerrit@example.nl", "message": MESSAGE, "consent": true });
    server
        .as_superuser()
        .post(&desk, &document("applications", gerrit))
        .expect(201);
    assert!(sent(&server).contains(&(
        "application_registered".to_owned(),
        "gerrit@example.nl".to_owned()
    )));
}
