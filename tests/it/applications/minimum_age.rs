//! Minimum age of a vacancy, checked against the applicant's date of birth.

use serde_json::json;

use crate::applications::stages::{apply, as_guest, confirm_last, take};
use crate::support::fixtures::published;
use crate::support::server::{Server, document};

fn from_eighteen(server: &Server) -> String {
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Achter de bar");
    let change = document("vacancies", json!({ "min_age": 18 }));
    samira
        .patch(&format!("/api/v1/vacancies/{id}"), &change)
        .expect(200);
    id
}

fn born(server: &Server, day: &'static str) {
    server.arrange(move |tx| {
        tx.execute(
            "update users set birth_date = ?1 where email = 'joke@example.nl'",
            [day],
        )?;
        Ok(())
    });
}

#[test]
fn who_is_too_young_for_a_vacancy_is_told_from_which_age_it_is() {
    let server = Server::start();
    let id = from_eighteen(&server);
    let joke = server.as_volunteer();
    born(&server, "2008-11-22");
    let refused = apply(&joke, &id).expect(403);
    assert_eq!(refused.code(), "under_age");
    assert_eq!(refused.at("/errors/0/meta/min_age"), 18);
    assert_eq!(refused.pointer(), "/data/attributes/vacancy_id");
    let told = refused.at("/errors/0/detail");
    assert_eq!(told, "Dit kan vanaf 18 jaar.");
    let path = format!("/api/v1/vacancies/{id}/applications/walk_in");
    let person = json!({ "user_id": server.people.volunteer.to_string(), "consent": true });
    let registered = server
        .as_center()
        .post(&path, &document("applications", person));
    assert_eq!(registered.expect(403).code(), "under_age");
    // On the birthday itself it is possible.
    born(&server, "2008-11-21");
    let made = apply(&joke, &id).expect(201).id();
    // The lowest age went up since: whoever withdrew does not come back.
    take(&joke, &made, "withdraw").expect(200);
    server.arrange(|tx| Ok(tx.execute("update vacancies set min_age = 21", [])?));
    assert_eq!(
        take(&joke, &made, "reapply").expect(403).code(),
        "under_age"
    );
}

#[test]
fn nobody_has_to_say_a_date_of_birth_and_a_guest_is_not_asked() {
    let server = Server::start();
    let id = from_eighteen(&server);
    apply(&server.as_volunteer(), &id).expect(201);
    as_guest(&server.as_nobody(), &id, "gerrit@example.com").expect(202);
    confirm_last(&server).expect(200);
    // A guest whose address is that of an account is the person of the account.
    let other = from_eighteen(&server);
    born(&server, "2010-01-01");
    as_guest(&server.as_nobody(), &other, "joke@example.nl").expect(202);
    assert_eq!(confirm_last(&server).expect(403).code(), "under_age");
}
