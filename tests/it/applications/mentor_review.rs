//! Mentor review: applications of a School's students await approval where the School requires it
//! (docs/domain/rights.md#schools).

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::applications::stages::{PATH, apply, letters, take};
use crate::support::fixtures::published;
use crate::support::school::{
    COLLEAGUE, Class, LINKS, LOT, MANAGER, MENTOR, OTHER_MENTOR, STUDENT, asks_first, class, link,
    signed_in,
};
use crate::support::server::{Client, Reply, Server, document};

const TO_APPROVE: &str = "mentor_application_to_approve";

/// A School that asks, Sem with Mia as mentor, and a vacancy.
fn begun(server: &Server) -> (Class, String) {
    let class = class(server);
    asks_first(server, class);
    link(&server.as_mentor(), class, class.sem, None).expect(201);
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    (class, vacancy)
}

fn refuse(client: &Client, id: &str, reason: &str) -> Reply {
    let body = json!({ "data": { "attributes": { "event": "reject", "reason_code": reason, "message": "Kom even langs." } } });
    client.put(&format!("{PATH}/{id}/transition"), &body)
}

/// What the asker may do with it, by the alphabet.
fn steps(client: &Client, id: &str) -> Value {
    let found = client.get(&format!("{PATH}/{id}")).expect(200);
    let mut events: Vec<Value> = found
        .at("/data/meta/transitions")
        .as_array()
        .unwrap()
        .clone();
    events.sort_by_key(ToString::to_string);
    events.into()
}

#[test]
fn an_application_of_a_student_waits_for_the_mentor_and_the_organization_knows_nothing() {
    let server = Server::start();
    let (_, vacancy) = begun(&server);
    let (samira, sem, mia) = (
        server.as_superuser(),
        server.as_student(),
        server.as_mentor(),
    );
    let made = apply(&sem, &vacancy).expect(201);
    let id = made.id();
    assert_eq!(made.at("/data/attributes/stage"), "mentor_review");
    assert_eq!(made.at("/data/attributes/school_name"), "Lyceum Lindewaard");
    assert_eq!(made.at("/data/attributes/mentor_name"), "Mia Mentor");
    assert_eq!(letters(&server, TO_APPROVE), [MENTOR]);
    assert_eq!(letters(&server, "application_new"), Vec::<String>::new());
    assert_eq!(letters(&server, "application_received"), [STUDENT]);

    assert_eq!(samira.get(PATH).expect(200).at("/meta/total"), 0);
    samira.get(&format!("{PATH}/{id}")).expect(404);
    let counted = samira
        .get(&format!("/api/v1/vacancies/{vacancy}"))
        .expect(200);
    assert_eq!(counted.at("/data/attributes/applications_count"), 0);
    assert_eq!(counted.at("/data/attributes/new_applications_count"), 0);
    assert_eq!(
        samira
            .get("/api/v1/notifications/unread_count")
            .at("/meta/count"),
        0
    );
    assert_eq!(
        mia.get("/api/v1/notifications")
            .at("/data/0/attributes/kind"),
        TO_APPROVE
    );
    assert_eq!(mia.get(PATH).expect(200).ids(), [id.clone()]);

    // Four days of thinking are not the organisation's.
    server.clock.advance(SignedDuration::from_hours(24 * 4));
    let samira = server.as_superuser();
    let agreed = take(&mia, &id, "approve_as_mentor").expect(200);
    assert_eq!(agreed.at("/data/attributes/stage"), "new");
    assert_eq!(agreed.at("/data/attributes/waiting_days"), 0);
    assert_eq!(agreed.at("/data/attributes/school_name"), Value::Null);
    assert_eq!(letters(&server, "application_new"), ["samira@example.nl"]);
    assert_eq!(samira.get(PATH).expect(200).ids(), [id.clone()]);
    assert_eq!(
        samira
            .get(&format!("{PATH}?filter[waiting_longer_than_days]=3"))
            .at("/meta/total"),
        0
    );
    take(&samira, &id, "accept").expect(200);
    assert_eq!(
        mia.get(&format!("{PATH}/{id}"))
            .expect(200)
            .at("/data/attributes/stage"),
        "accepted"
    );
    let days: f64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select response_days from organizations where response_days is not null",
            [],
            |row| row.get(0),
        )?)
    });
    assert!(days < 1.0, "{days}");
}

#[test]
fn a_mentor_says_no_with_a_reason_and_the_organization_never_hears_of_it() {
    let server = Server::start();
    let (class, vacancy) = begun(&server);
    let (samira, sem, mia) = (
        server.as_superuser(),
        server.as_student(),
        server.as_mentor(),
    );
    let id = apply(&sem, &vacancy).expect(201).id();
    for reason in ["not_a_fit", "onzin"] {
        let refused = refuse(&mia, &id, reason).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/reason_code");
    }
    take(&mia, &id, "accept").expect(422);
    let refused = refuse(&mia, &id, "talk_first").expect(200);
    assert_eq!(refused.at("/data/attributes/stage"), "rejected");
    assert_eq!(refused.at("/data/attributes/status"), "rejected");
    assert_eq!(refused.at("/data/attributes/closed_by"), "mentor");
    assert_eq!(letters(&server, "application_rejected"), [STUDENT]);
    assert_eq!(samira.get(PATH).expect(200).at("/meta/total"), 0);
    let never: Option<f64> = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select response_days from organizations where id = ?1",
            [server.people.own],
            |row| row.get(0),
        )?)
    });
    assert_eq!(never, None, "a mentor's word is not the organisation's");
    // The centre does not open it past the School either.
    assert_eq!(steps(&server.as_center(), &id), json!([]));
    assert_eq!(steps(&mia, &id), json!([]));
    // The student may ask for something else, not for the same again; a mentor may register them for it.
    assert_eq!(apply(&sem, &vacancy).expect(422).code(), "reapply_refused");
    let other = published(&server.as_superuser(), server.people.own, "Koffie schenken");
    apply(&sem, &other).expect(201);
    let _ = class;
}

#[test]
fn who_decides_for_a_student_is_a_mentor_of_that_school_or_the_centre() {
    let server = Server::start();
    let (class, vacancy) = begun(&server);
    let lot = signed_in(&server, LOT);
    let both = json!(["approve_as_mentor", "reject"]);
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let all = [
        (signed_in(&server, MENTOR), Some(both.clone())),
        (signed_in(&server, COLLEAGUE), Some(both.clone())),
        (server.as_student(), Some(json!(["withdraw"]))),
        (signed_in(&server, MANAGER), None),
        (signed_in(&server, OTHER_MENTOR), None),
        (lot.clone(), None),
        (server.as_superuser(), None),
        (server.as_volunteer(), None),
        (server.as_center(), Some(both.clone())),
        (server.as_admin(), Some(both)),
    ];
    for (who, expected) in &all {
        match expected {
            Some(events) => assert_eq!(steps(who, &id), *events),
            None => {
                who.get(&format!("{PATH}/{id}")).expect(404);
                take(who, &id, "approve_as_mentor").expect(404);
                refuse(who, &id, "distance").expect(404);
            }
        }
    }
    take(&server.as_student(), &id, "approve_as_mentor").expect(422);
    // A colleague steps in.
    take(&signed_in(&server, COLLEAGUE), &id, "approve_as_mentor").expect(200);
    // Without a mentor of her own every mentor is asked; and the centre may answer in the School's place.
    let id = apply(&lot, &vacancy).expect(201).id();
    let mut asked = letters(&server, TO_APPROVE);
    asked.sort();
    assert_eq!(asked, [COLLEAGUE, MENTOR, MENTOR]);
    take(&server.as_center(), &id, "approve_as_mentor").expect(200);
    let history = server
        .as_center()
        .get(&format!("{PATH}/{id}/history"))
        .expect(200);
    assert_eq!(history.at("/data/1/attributes/on_behalf"), true);
    // What students of another School do is nobody's business here; nor what volunteers do.
    apply(&server.as_volunteer(), &vacancy).expect(201);
    assert_eq!(
        server.as_mentor().get(PATH).expect(200).at("/meta/total"),
        2
    );
    assert_eq!(
        signed_in(&server, OTHER_MENTOR)
            .get(PATH)
            .expect(200)
            .at("/meta/total"),
        0
    );
    let _ = class;
}

#[test]
fn two_mentors_at_once_send_an_application_on_once() {
    let server = Server::start();
    let (_, vacancy) = begun(&server);
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let mentors = [server.as_mentor(), signed_in(&server, COLLEAGUE)];
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads: Vec<_> = mentors
            .iter()
            .map(|mentor| scope.spawn(|| take(mentor, &id, "approve_as_mentor").status))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    assert_eq!(letters(&server, "application_new").len(), 1);
}

#[test]
fn a_student_has_one_request_at_a_time() {
    let server = Server::start();
    let (_, vacancy) = begun(&server);
    let second = published(&server.as_superuser(), server.people.own, "Tuin opknappen");
    let sem = server.as_student().with("idempotency-key", "aanvraag");
    let id = apply(&sem, &vacancy).expect(201).id();
    assert_eq!(
        apply(&sem, &vacancy).expect(201).id(),
        id,
        "a repeated POST"
    );
    let sem = server.as_student();
    let refused = apply(&sem, &second).expect(422);
    assert_eq!(
        (refused.code().as_str(), refused.pointer().as_str()),
        ("one_request", "/data/attributes/vacancy_id")
    );
    // Also while the organisation thinks; what was accepted is no request any more.
    take(&server.as_mentor(), &id, "approve_as_mentor").expect(200);
    assert_eq!(apply(&sem, &second).expect(422).code(), "one_request");
    take(&server.as_superuser(), &id, "accept").expect(200);
    apply(&sem, &second).expect(201);
    // Everybody else applies as they like.
    let joke = server.as_volunteer();
    apply(&joke, &vacancy).expect(201);
    assert_eq!(
        apply(&joke, &second)
            .expect(201)
            .at("/data/attributes/stage"),
        "new"
    );
}

#[test]
fn a_student_withdraws_in_silence_and_comes_back_to_the_mentor() {
    let server = Server::start();
    let (_, vacancy) = begun(&server);
    let (sem, samira) = (server.as_student(), server.as_superuser());
    let id = apply(&sem, &vacancy).expect(201).id();
    take(&sem, &id, "withdraw").expect(200);
    assert_eq!(letters(&server, "application_withdrawn_receipt"), [STUDENT]);
    assert_eq!(
        letters(&server, "application_withdrawn"),
        Vec::<String>::new()
    );
    assert_eq!(samira.get(PATH).expect(200).at("/meta/total"), 0);
    let again = take(&sem, &id, "reapply").expect(200);
    assert_eq!(again.at("/data/attributes/stage"), "mentor_review");
    assert_eq!(letters(&server, "application_new"), Vec::<String>::new());
    take(&server.as_mentor(), &id, "approve_as_mentor").expect(200);
    // Once the organisation knows, it is told.
    take(&sem, &id, "withdraw").expect(200);
    assert_eq!(
        letters(&server, "application_withdrawn"),
        ["samira@example.nl"]
    );
}

#[test]
fn no_place_is_held_while_a_mentor_thinks() {
    let server = Server::start();
    let (_, vacancy) = begun(&server);
    let samira = server.as_superuser();
    samira
        .patch(
            &format!("/api/v1/vacancies/{vacancy}"),
            &document("vacancies", json!({ "capacity": 1 })),
        )
        .expect(200);
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let other = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    take(&samira, &other, "accept").expect(200);
    let mia = server.as_mentor();
    assert_eq!(
        take(&mia, &id, "approve_as_mentor").expect(422).code(),
        "vacancy_full"
    );
    refuse(&mia, &id, "other").expect(200);
}

#[test]
fn only_a_school_asks_and_only_its_managers_and_the_centre_say_so() {
    let server = Server::start();
    let class = class(&server);
    let change = |client: &Client, id: i64, asks: bool| {
        let body = document("organizations", json!({ "mentor_approval": asks }));
        client.patch(&format!("/api/v1/organizations/{id}"), &body)
    };
    let rector = signed_in(&server, MANAGER);
    for (who, status) in [
        (&rector, 200),
        (&server.as_center(), 200),
        (&server.as_admin(), 200),
        (&server.as_mentor(), 403),
        (&server.as_student(), 403),
        (&server.as_superuser(), 403),
        (&server.as_nobody(), 401),
    ] {
        assert_eq!(change(who, class.school, true).status, status);
    }
    let refused = change(&server.as_superuser(), server.people.own, true).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/mentor_approval");
    // Visitors need not know.
    let public = server
        .as_nobody()
        .get(&format!("/api/v1/organizations/{}", class.school))
        .expect(200);
    assert_eq!(public.at("/data/attributes/mentor_approval"), Value::Null);

    // Without the question students apply as everybody does; and nobody is asked who is no student there.
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    change(&rector, class.school, false).expect(200);
    let made = apply(&server.as_student(), &vacancy).expect(201);
    assert_eq!(made.at("/data/attributes/stage"), "new");
    change(&rector, class.school, true).expect(200);
    let sil = signed_in(&server, "sil@example.nl");
    assert_eq!(
        apply(&sil, &vacancy)
            .expect(201)
            .at("/data/attributes/stage"),
        "new"
    );
    // What is a School no more asks nothing.
    let made = server.as_center().patch(
        &format!("/api/v1/organizations/{}", class.school),
        &document("organizations", json!({ "organization_type": "NonProfit" })),
    );
    assert_eq!(
        made.expect(200).at("/data/attributes/mentor_approval"),
        false
    );
}

#[test]
fn what_waits_for_a_mentor_ends_with_the_vacancy_and_with_the_account() {
    let server = Server::start();
    let (class, vacancy) = begun(&server);
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let other = apply(&signed_in(&server, LOT), &vacancy).expect(201).id();
    server
        .as_center()
        .put(&format!("/api/v1/users/{}/archive", class.lot), &json!({}))
        .expect(200);
    assert_eq!(
        letters(&server, "application_withdrawn"),
        Vec::<String>::new()
    );
    let stage = |id: &str| {
        let found = server.as_center().get(&format!("{PATH}/{id}")).expect(200);
        found.at("/data/attributes/stage")
    };
    assert_eq!(stage(&other), "withdrawn");
    let body = json!({ "data": { "attributes": { "event": "archive", "confirm": true } } });
    server
        .as_superuser()
        .put(&format!("/api/v1/vacancies/{vacancy}/transition"), &body)
        .expect(200);
    assert_eq!(stage(&id), "closed");
}

#[test]
fn a_mentor_sees_and_answers_for_the_students_they_guide() {
    let server = Server::start();
    let (class, vacancy) = begun(&server);
    server.arrange(|tx| Ok(tx.execute("update organizations set mentors_see_all = 0", [])?));
    let (mia, bas) = (signed_in(&server, MENTOR), signed_in(&server, COLLEAGUE));
    let id = apply(&server.as_student(), &vacancy).expect(201).id();
    let path = format!("{PATH}/{id}");
    mia.get(&path).expect(200);
    bas.get(&path).expect(404);
    take(&bas, &id, "approve_as_mentor").expect(404);
    let sem = format!("/api/v1/users/{}", class.sem);
    mia.get(&sem).expect(200);
    bas.get(&sem).expect(404);
    mia.get(&format!("/api/v1/users/{}", class.lot)).expect(404);
    assert_eq!(bas.get(LINKS).expect(200).at("/meta/total"), 0);

    let manager = signed_in(&server, MANAGER);
    let all = document("organizations", json!({ "mentors_see_all": true }));
    manager
        .patch(&format!("/api/v1/organizations/{}", class.school), &all)
        .expect(200);
    bas.get(&sem).expect(200);
    take(&bas, &id, "approve_as_mentor").expect(200);
}
