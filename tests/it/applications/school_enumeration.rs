//! Account enumeration through a School's invitations, by form or import: same responses whether or not an account
//! exists. Also several invitations to one address, each with its own expiry.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::data::import::{run, upload};
use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;
use crate::support::school::{Class, MANAGER, OTHER_MANAGER, class, signed_in};
use crate::support::server::{Client, Server, document};

const WAITING: &str = "/api/v1/role_invitations?filter[waits_eq]=true&sort=expires_at";

/// Nobody's address, and one of every kind of account.
const ADDRESSES: [&str; 5] = [
    "niemand@example.nl",
    "joke@example.nl",
    "slaapt@example.nl",
    "gesloten@example.nl",
    "gevraagd@example.nl",
];

fn start() -> (Server, Class) {
    let server = Server::start();
    let class = class(&server);
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    server.arrange(move |tx| {
        fixtures::user(tx, "slaapt@example.nl", "Siep Slaper", 1, &hash)?;
        fixtures::user(tx, "gesloten@example.nl", "Geert Gesloten", 1, &hash)?;
        fixtures::user(tx, "gevraagd@example.nl", "Gerda Gevraagd", 1, "")?;
        tx.execute_batch(
            "update users set status = 'inactive' where email = 'slaapt@example.nl';
             update users set status = 'archived' where email = 'gesloten@example.nl';
             update users set status = 'invited', signup_method = 'imported', confirmed_at = null, password_hash = null
              where email = 'gevraagd@example.nl';",
        )?;
        Ok(())
    });
    (server, class)
}

/// The questions as the asker sees them, without what differs between any two.
fn rows(client: &Client) -> Vec<Value> {
    let list = client
        .get(&format!("{WAITING}&include=user"))
        .expect(200)
        .json();
    assert_eq!(
        list.get("included")
            .and_then(Value::as_array)
            .map_or(0, Vec::len),
        0,
        "{list}"
    );
    let rows = list["data"].as_array().unwrap().iter();
    let plain = rows.map(|row| {
        let mut row = row.clone();
        for field in ["/attributes/email", "/id", "/links", "/relationships"] {
            if let Some(value) = row.pointer_mut(field) {
                value.take();
            }
        }
        row
    });
    plain.collect()
}

fn expect_all_alike(client: &Client, count: usize) {
    let rows = rows(client);
    assert_eq!(rows.len(), count, "{rows:?}");
    assert!(rows.iter().all(|row| *row == rows[0]), "{rows:?}");
    assert_eq!(rows[0]["attributes"].get("user_id"), None);
    let name = &rows[0]["attributes"]["typed_name"];
    assert_eq!(
        name, "Noor",
        "as the asker typed it, whatever somebody is called"
    );
}

/// Whom the School sees is whom it saw.
fn expect_nobody_new(client: &Client, class: Class, before: &[String]) {
    let all = "/api/v1/users?page[size]=1000";
    assert_eq!(client.get(all).expect(200).ids(), before);
    let pupils = format!("/api/v1/users?filter[student_at_eq]={}", class.school);
    assert_eq!(client.get(&pupils).expect(200).ids().len(), 2);
    let roles = client.get("/api/v1/roles?page[size]=100").expect(200);
    assert!(
        !roles.text.contains("\"accepted_at\":null"),
        "{}",
        roles.text
    );
}

#[test]
fn a_school_cannot_tell_who_has_an_account() {
    for asker in ["mentor@example.nl", MANAGER] {
        let (server, class) = start();
        let client = signed_in(&server, asker);
        let before = client
            .get("/api/v1/users?page[size]=1000")
            .expect(200)
            .ids();
        for email in ADDRESSES {
            let person = json!({ "email": email, "first_name": "Noor", "school_id": class.school.to_string() });
            let ask = || client.post("/api/v1/users", &document("user", person.clone()));
            let told = json!({ "data": null, "meta": { "sent_to": email } });
            assert_eq!(ask().expect(202).json(), told);
            assert_eq!(ask().expect(422).code(), "already_invited");
        }
        expect_all_alike(&client, ADDRESSES.len());
        expect_nobody_new(&client, class, &before);
        // A colleague steps in: the questions are the School's.
        let colleague = signed_in(&server, "bas@example.nl");
        for id in colleague.get(WAITING).expect(200).ids() {
            let path = format!("/api/v1/role_invitations/{id}");
            colleague
                .post(&format!("{path}/resend"), &json!({}))
                .expect(200);
            colleague.delete(&path).expect(204);
        }
        assert_eq!(rows(&client), Vec::<Value>::new());
        // Asked once more, it is a new question to each of them.
        server.clock.advance(SignedDuration::from_mins(5));
        for email in ADDRESSES {
            let person = json!({ "email": email, "first_name": "Noor", "school_id": class.school.to_string() });
            client
                .post("/api/v1/users", &document("user", person))
                .expect(202);
        }
        expect_all_alike(&client, ADDRESSES.len());
    }
}

#[test]
fn a_list_of_a_school_does_not_tell_who_has_an_account_either() {
    for invite in [true, false] {
        let (server, class) = start();
        let mia = server.as_mentor();
        let before = mia.get("/api/v1/users?page[size]=1000").expect(200).ids();
        // Sem is a student of the School already: that is no news.
        let list = format!(
            "email;voornaam\n{};Noor\nstudent@example.nl;Sem\n",
            ADDRESSES.join(";Noor\n")
        );
        let uploaded = upload(&mia, &list).expect(201);
        let report = uploaded.at("/data/attributes/report");
        assert_eq!(
            (&report["new"], &report["known"]),
            (&json!(5), &json!(1)),
            "{report}"
        );
        let done = run(&mia, &uploaded.id(), json!({ "invite": invite })).expect(200);
        let result = done.at("/data/attributes/result");
        let invited = if invite { 5 } else { 0 };
        assert_eq!(
            (&result["added"], &result["invited"]),
            (&json!(5), &json!(invited))
        );
        expect_all_alike(&mia, ADDRESSES.len());
        expect_nobody_new(&mia, class, &before);
        // Asked is asked: the same list again is known, whoever is in it.
        let again = upload(&mia, &list).expect(201);
        assert_eq!(again.at("/data/attributes/report/known"), 6);
        let letters: Vec<String> = server.arrange(|tx| {
            let mut found = tx.prepare("select to_email || ' ' || kind from outbox where kind in ('role_offered', 'invitation') order by 1")?;
            Ok(found.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        });
        let expected: &[&str] = if invite {
            &[
                "gevraagd@example.nl invitation",
                "joke@example.nl role_offered",
                "niemand@example.nl invitation",
                "slaapt@example.nl role_offered",
            ]
        } else {
            &[]
        };
        assert_eq!(
            letters, expected,
            "nobody is written to unasked, and a closed account not at all"
        );
    }
}

#[test]
fn a_fourth_letter_in_an_hour_holds_up_no_list() {
    let (server, _) = start();
    let mia = server.as_mentor();
    server.arrange(|tx| {
        for _ in 0..3 {
            for email in ["joke@example.nl", "gevraagd@example.nl"] {
                voluntr::app::limits::rate_limits::INVITATION_LETTERS.keep(tx, email)?;
            }
        }
        Ok(())
    });
    let list = format!("email;voornaam\n{};Noor\n", ADDRESSES.join(";Noor\n"));
    let uploaded = upload(&mia, &list).expect(201);
    let done = run(&mia, &uploaded.id(), json!({ "invite": true })).expect(200);
    assert_eq!(done.at("/data/attributes/result/added"), 5);
    expect_all_alike(&mia, ADDRESSES.len());
}

/// What each asker sees of the last day of the one question that waits.
fn last_day(client: &Client) -> String {
    let list = client.get(WAITING).expect(200);
    assert_eq!(list.ids().len(), 1);
    list.at("/data/0/attributes/expires_at")
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn what_others_ask_of_the_same_address_moves_nobodys_last_day() {
    for email in ["niemand@example.nl", "joke@example.nl"] {
        let (server, class) = start();
        let ask = |client: &Client, school: i64| {
            let person =
                json!({ "email": email, "role": "mentor", "scope_id": school.to_string() });
            client
                .post("/api/v1/users", &document("user", person))
                .expect(202);
        };
        ask(&signed_in(&server, MANAGER), class.school);
        let first = last_day(&signed_in(&server, MANAGER));
        server.clock.advance(SignedDuration::from_hours(5 * 24));
        let director = signed_in(&server, OTHER_MANAGER);
        ask(&director, class.elsewhere);
        let id = director.get(WAITING).expect(200).ids().remove(0);
        director
            .post(&format!("/api/v1/role_invitations/{id}/resend"), &json!({}))
            .expect(200);
        assert_eq!(last_day(&signed_in(&server, MANAGER)), first, "{email}");
        assert!(last_day(&director) > first);
    }
}

#[test]
fn a_question_that_ran_out_is_not_answered_by_a_younger_letter_of_somebody_else() {
    let (server, class) = start();
    let ask = |client: &Client, school: i64| {
        let person = json!({ "email": "niemand@example.nl", "role": "mentor", "scope_id": school.to_string() });
        client
            .post("/api/v1/users", &document("user", person))
            .expect(202);
    };
    ask(&signed_in(&server, MANAGER), class.school);
    server.clock.advance(SignedDuration::from_hours(10 * 24));
    ask(&signed_in(&server, OTHER_MANAGER), class.elsewhere);
    server.clock.advance(SignedDuration::from_hours(5 * 24));
    let token: String = server.arrange(|tx| {
        let sql = "select data ->> '$.path' from outbox where kind = 'invitation' order by id desc limit 1";
        let path: String = tx.query_row(sql, [], |row| row.get(0))?;
        Ok(path.rsplit('=').next().unwrap().to_owned())
    });
    let form = json!({ "invitation_token": token, "first_name": "Nora", "last_name": "Nieuw", "password": "paarse fiets zingt onder water", "accept_terms": true });
    server
        .as_nobody()
        .post("/api/v1/invitations/accept", &form)
        .expect(200);
    let taken: Vec<i64> = server.arrange(|tx| {
        let mut found = tx.prepare(
            "select scope_id from roles where accepted_at is not null and user_id = (select id from users where email = 'niemand@example.nl')",
        )?;
        Ok(found.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    });
    assert_eq!(taken, [class.elsewhere]);
    // As with anybody who has an account, it can be asked again.
    ask(&signed_in(&server, MANAGER), class.school);
}
