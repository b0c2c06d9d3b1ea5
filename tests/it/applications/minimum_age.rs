//! Minimum age of a vacancy, checked against the applicant's date of birth.

use serde_json::{Value, json};

use crate::applications::stages::{MESSAGE, PATH, apply, as_guest, confirm_last, take};
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

/// The application of somebody who says how old they are at least.
fn saying(vacancy: &str, age: Value) -> Value {
    let attributes = json!({
        "vacancy_id": vacancy, "message": MESSAGE, "first_name": "Gerrit", "email": "gerrit@example.com",
        "consent": true, "age_at_least": age,
    });
    document("applications", attributes)
}

#[test]
fn a_guest_says_to_be_old_enough_and_nothing_of_it_is_kept() {
    let server = Server::start();
    let id = from_eighteen(&server);
    let nobody = server.as_nobody();
    let asked = as_guest(&nobody, &id, "gerrit@example.com").expect(422);
    assert_eq!(asked.pointer(), "/data/attributes/age_at_least");
    let told = asked.at("/errors/0/detail");
    assert!(
        told.as_str().unwrap().contains("18 jaar of ouder"),
        "{told}"
    );
    for wrong in [json!(17), json!("18"), json!(18.5), Value::Null] {
        let refused = nobody.post(PATH, &saying(&id, wrong)).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/age_at_least");
    }
    nobody.post(PATH, &saying(&id, json!(18))).expect(202);
    // The lowest age went up before the link was opened: what was said does not reach it.
    server.arrange(|tx| Ok(tx.execute("update vacancies set min_age = 21", [])?));
    let refused = confirm_last(&server).expect(403);
    assert_eq!(refused.code(), "under_age");
    assert_eq!(refused.at("/errors/0/meta/min_age"), 21);
    server.arrange(|tx| Ok(tx.execute("update vacancies set min_age = 18", [])?));
    let made = confirm_last(&server).expect(200);
    let kept: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from tokens where data like '%age_at_least%'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(kept, 0, "{}", made.text);
}

#[test]
fn an_account_without_a_date_of_birth_is_asked_and_one_with_it_is_not() {
    let server = Server::start();
    let id = from_eighteen(&server);
    let joke = server.as_volunteer();
    assert_eq!(
        apply(&joke, &id).expect(422).pointer(),
        "/data/attributes/age_at_least"
    );
    let attributes = json!({ "vacancy_id": id, "message": MESSAGE, "age_at_least": 18 });
    joke.post(PATH, &document("applications", attributes))
        .expect(201);
    // A known date of birth is believed, whatever is said beside it.
    let other = from_eighteen(&server);
    born(&server, "2010-01-01");
    let attributes = json!({ "vacancy_id": other, "message": MESSAGE, "age_at_least": 18 });
    let refused = joke.post(PATH, &document("applications", attributes));
    assert_eq!(refused.expect(403).code(), "under_age");
    // A guest whose address is that of an account is the person of the account.
    let mut form = saying(&other, json!(18));
    form["data"]["attributes"]["email"] = "joke@example.nl".into();
    server.as_nobody().post(PATH, &form).expect(202);
    assert_eq!(confirm_last(&server).expect(403).code(), "under_age");
}
