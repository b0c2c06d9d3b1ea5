//! Minimum age of a vacancy, checked against the applicant's date of birth.

use serde_json::{Value, json};

use crate::applications::stages::{MESSAGE, PATH, apply, as_guest, confirm_last, take};
use crate::support::fixtures::published;
use crate::support::outbox::last;
use crate::support::server::{Client, Server, document};

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

#[test]
fn who_registers_somebody_at_the_desk_says_it_of_the_person_and_who_takes_it_over_says_it_themselves()
 {
    let server = Server::start();
    let id = from_eighteen(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let register = |client: &Client, mut person: Value, age: Value| {
        person["consent"] = true.into();
        person["age_at_least"] = age;
        let path = format!("/api/v1/vacancies/{id}/applications/walk_in");
        client.post(&path, &document("applications", person))
    };
    let joke = json!({ "first_name": "Joke", "email": "joke@example.nl" });
    for age in [Value::Null, json!(17)] {
        let asked = register(&samira, joke.clone(), age).expect(422);
        assert_eq!(asked.pointer(), "/data/attributes/age_at_least");
        let told = asked.at("/errors/0/detail").as_str().unwrap().to_owned();
        assert!(told.contains("deze persoon 18 jaar of ouder is"), "{told}");
    }
    // One with an account and without a date of birth is asked about as well.
    let known = json!({ "user_id": server.people.volunteer.to_string() });
    let asked = register(&marieke, known, Value::Null).expect(422);
    assert_eq!(asked.pointer(), "/data/attributes/age_at_least");
    let made = register(&samira, joke, json!(18)).expect(201).id();
    let letter = last(&server, "application_registered", "joke@example.nl");
    let path = letter["path"].as_str().unwrap();
    let token = path.split_once("?registered=").unwrap().1.to_owned();
    let claim = |age: Value| {
        let form = json!({ "token": token, "age_at_least": age });
        server.as_nobody().post(&format!("{PATH}/confirm"), &form)
    };
    for age in [Value::Null, json!(17)] {
        let asked = claim(age).expect(422);
        assert_eq!(asked.pointer(), "/data/attributes/age_at_least");
        assert_eq!(asked.at("/errors/0/meta/min_age"), 18);
    }
    // A known date of birth is believed.
    born(&server, "2010-01-01");
    assert_eq!(claim(json!(18)).expect(403).code(), "under_age");
    server.arrange(|tx| Ok(tx.execute("update users set birth_date = null", [])?));
    claim(json!(18)).expect(200);
    assert_eq!(server.as_volunteer().get(PATH).expect(200).ids(), [made]);
}
