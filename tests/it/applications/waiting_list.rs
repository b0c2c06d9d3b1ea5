//! The waiting list (docs/domain/states.md#waiting-list): its order, offers and their deadlines, and many people for
//! one place at once.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::follow_applications;

use crate::applications::stages::{MESSAGE, PATH, apply, letters, take, with_capacity};
use crate::data::retention::text;
use crate::support::fixtures::{PASSWORD, user};
use crate::support::outbox::last;
use crate::support::server::{Client, Reply, Server, document};

pub fn follow(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_applications(tenant.unguarded("a job")))
        .unwrap()
}

fn person(server: &Server, name: &'static str) -> Client {
    let center = server.people.center;
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
        user(
            tx,
            &format!("{name}@example.nl"),
            &format!("{name} Wacht"),
            center,
            &hash,
        )
    });
    let mut client = server.as_nobody();
    client.sign_in(&format!("{name}@example.nl"), PASSWORD);
    client
}

fn wait(client: &Client, vacancy: &str) -> Reply {
    let attributes = json!({ "vacancy_id": vacancy, "message": MESSAGE, "waitlist": true });
    client.post(PATH, &document("applications", attributes))
}

fn stage(client: &Client, id: &str) -> Value {
    client
        .get(&format!("{PATH}/{id}"))
        .expect(200)
        .at("/data/attributes/stage")
}

fn position(client: &Client, id: &str) -> Value {
    client
        .get(&format!("{PATH}/{id}"))
        .expect(200)
        .at("/data/attributes/waitlist_position")
}

/// A vacancy with one place, which Joke has, and who waits for it.
fn full() -> (Server, String, String, Client, Client, [String; 2]) {
    let server = Server::start();
    let vacancy = with_capacity(&server, 1);
    let joke = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    take(&server.as_superuser(), &joke, "accept").expect(200);
    let (anna, bert) = (person(&server, "anna"), person(&server, "bert"));
    let refused = apply(&anna, &vacancy).expect(422);
    assert_eq!(
        (refused.code(), refused.at("/errors/0/meta/waiting")),
        ("vacancy_full".to_owned(), json!(0))
    );
    let lines = [
        wait(&anna, &vacancy).expect(201).id(),
        wait(&bert, &vacancy).expect(201).id(),
    ];
    (server, vacancy, joke, anna, bert, lines)
}

#[test]
fn a_free_place_goes_to_the_first_in_line_and_on_when_it_is_not_taken() {
    let (server, vacancy, joke, anna, bert, [first, second]) = full();
    assert_eq!(
        (position(&anna, &first), position(&bert, &second)),
        (json!(1), json!(2))
    );
    assert_eq!(
        last(&server, "application_waitlisted", "bert@example.nl")["position"],
        json!(2)
    );
    // Nobody jumps the line, and no place is given twice.
    assert_eq!(
        take(&server.as_superuser(), &second, "offer")
            .expect(422)
            .code(),
        "invalid_transition"
    );
    assert_eq!(
        take(&server.as_superuser(), &first, "offer")
            .expect(422)
            .code(),
        "vacancy_full"
    );

    take(&server.as_volunteer(), &joke, "withdraw").expect(200);
    assert_eq!(
        (stage(&anna, &first), stage(&bert, &second)),
        (json!("offered"), json!("waitlisted"))
    );
    assert_eq!(position(&bert, &second), json!(1));
    assert_eq!(letters(&server, "application_offer"), ["anna@example.nl"]);
    // The place is kept: nobody else gets it meanwhile.
    let nobody_new = wait(&server.as_volunteer(), &vacancy);
    assert_eq!(
        nobody_new.expect(201).at("/data/attributes/stage"),
        "waitlisted"
    );

    server.clock.advance(SignedDuration::from_hours(47));
    assert_eq!(follow(&server), 0);
    server.clock.advance(SignedDuration::from_hours(2));
    assert_eq!(
        take(&anna, &first, "accept_offer").expect(422).code(),
        "invalid_transition"
    );
    assert_eq!(follow(&server), 1);
    assert_eq!(follow(&server), 0, "once");
    assert_eq!(
        (stage(&anna, &first), stage(&bert, &second)),
        (json!("waitlisted"), json!("offered"))
    );
    assert_eq!(position(&anna, &first), json!(2), "at the end of the line");
    assert_eq!(
        letters(&server, "application_offer_expired"),
        ["samira@example.nl"]
    );

    take(&bert, &second, "accept_offer").expect(200);
    assert_eq!(
        letters(&server, "application_offer_taken"),
        ["samira@example.nl"]
    );
    assert_eq!(
        text(
            &server,
            "select status || ' ' || places_taken from vacancies order by id desc"
        ),
        "filled 1"
    );
}

#[test]
fn the_mail_asks_and_one_press_answers() {
    let (server, _, joke, anna, _, [first, second]) = full();
    take(&server.as_volunteer(), &joke, "withdraw").expect(200);
    let path = last(&server, "application_offer", "anna@example.nl")["path"].clone();
    let token = path
        .as_str()
        .unwrap()
        .split("answer=")
        .nth(1)
        .unwrap()
        .to_owned();
    let nobody = server.as_nobody();
    let shown = nobody
        .post(&format!("{PATH}/by_link"), &json!({ "token": token }))
        .expect(200);
    assert_eq!(
        shown.at("/data/attributes/events"),
        json!(["accept_offer", "decline_offer"])
    );
    assert_eq!(stage(&anna, &first), "offered", "looking answers nothing");
    let answer = |event: &str| {
        let body = json!({ "token": token, "event": event });
        nobody.post(&format!("{PATH}/by_link/answer"), &body)
    };
    assert_eq!(
        answer("confirm_match").expect(422).code(),
        "invalid_transition"
    );
    answer("decline_offer").expect(200);
    assert_eq!(stage(&anna, &first), "withdrawn");
    assert_eq!(
        answer("accept_offer").expect(422).code(),
        "invalid_transition"
    );
    let offered = text(&server, "select stage from applications order by id desc");
    assert_eq!((offered.as_str(), second.is_empty()), ("offered", false));
    nobody
        .post(&format!("{PATH}/by_link"), &json!({ "token": "1.onzin" }))
        .expect(410);
}

fn on_day(server: &Server, vacancy: &str, hours: i64) {
    let (vacancy, at) = (
        vacancy.to_owned(),
        server.clock.now() + SignedDuration::from_hours(hours),
    );
    let local = at.to_zoned_datetime(voluntr::base::working_days::amsterdam());
    let date =
        json!([{ "day": local.date().to_string(), "from": local.strftime("%H:%M").to_string() }])
            .to_string();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set dates = ?1 where id = ?2",
            (date, vacancy),
        )?)
    });
}

#[test]
fn close_to_the_day_a_place_is_kept_shorter_and_on_the_day_a_person_offers_it() {
    let (server, vacancy, joke, anna, _, [first, _]) = full();
    on_day(&server, &vacancy, 0);
    take(&server.as_volunteer(), &joke, "withdraw").expect(200);
    assert_eq!(
        letters(&server, "application_late_withdrawal"),
        ["samira@example.nl"]
    );
    assert_eq!(
        letters(&server, "application_withdrawn"),
        Vec::<String>::new()
    );
    assert_eq!(
        (stage(&anna, &first), follow(&server)),
        (json!("waitlisted"), 0)
    );
    take(&server.as_superuser(), &first, "offer").expect(200);
    take(&anna, &first, "decline_offer").expect(200);
    // Once the day is over the line moves by itself.
    on_day(&server, &vacancy, 72);
    assert_eq!(follow(&server), 1);
    let until = text(
        &server,
        "select cast(cast(round((julianday(offer_expires_at) - julianday(updated_at)) * 24) as integer) as text) from applications where stage = 'offered'",
    );
    assert_eq!(until, "24");
}

#[test]
fn a_place_that_is_added_reopens_a_vacancy_for_which_nobody_waits() {
    let server = Server::start();
    let vacancy = with_capacity(&server, 1);
    let samira = server.as_superuser();
    let joke = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    take(&samira, &joke, "accept").expect(200);
    let path = format!("/api/v1/vacancies/{vacancy}");
    let status = || samira.get(&path).expect(200).at("/data/attributes/status");
    assert_eq!((status(), follow(&server)), (json!("filled"), 0));
    let places = |capacity: i64| {
        samira
            .patch(
                &path,
                &document("vacancies", json!({ "capacity": capacity })),
            )
            .expect(200);
    };
    places(2);
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(status(), "published");

    // What the organisation closed by hand stays closed.
    let step = json!({ "data": { "attributes": { "event": "fill" } } });
    samira.put(&format!("{path}/transition"), &step).expect(200);
    places(3);
    assert_eq!((status(), follow(&server)), (json!("filled"), 0));
}

#[test]
fn who_was_accepted_is_reminded_the_day_before() {
    let server = Server::start();
    let vacancy = with_capacity(&server, 2);
    let joke = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    take(&server.as_superuser(), &joke, "accept").expect(200);
    on_day(&server, &vacancy, 30);
    assert_eq!(follow(&server), 0);
    server.clock.advance(SignedDuration::from_hours(7));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(
        last(&server, "application_starts_tomorrow", "joke@example.nl")["vacancy_title"],
        "Taalmaatje gezocht"
    );
}

#[test]
fn sixty_four_people_for_one_place_at_once() {
    let server = Server::start();
    let vacancy = with_capacity(&server, 1);
    let center = server.people.center;
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
        for number in 0..64 {
            user(
                tx,
                &format!("p{number}@example.nl"),
                &format!("P{} Rij", "x".repeat(number % 7 + 1)),
                center,
                &hash,
            )?;
        }
        Ok(())
    });
    let samira = server.as_superuser();
    let clients: Vec<Client> = (0..64)
        .map(|number| {
            let mut client = server.as_nobody();
            client.sign_in(&format!("p{number}@example.nl"), PASSWORD);
            client
        })
        .collect();
    let outcomes: Vec<bool> = std::thread::scope(|scope| {
        let people: Vec<_> = clients
            .iter()
            .map(|client| {
                let (samira, vacancy) = (&samira, &vacancy);
                scope.spawn(move || {
                    let made = wait(client, vacancy).expect(201);
                    if made.at("/data/attributes/stage") == "waitlisted" {
                        return false;
                    }
                    let accepted = take(samira, &made.id(), "accept");
                    if accepted.status == 200 {
                        return true;
                    }
                    assert_eq!(accepted.code(), "vacancy_full");
                    take(samira, &made.id(), "waitlist").expect(200);
                    false
                })
            })
            .collect();
        people
            .into_iter()
            .map(|person| person.join().unwrap())
            .collect()
    });
    assert_eq!(outcomes.iter().filter(|is_in| **is_in).count(), 1);
    assert_eq!(
        text(
            &server,
            "select group_concat(stage || ' ' || n, ', ') from (select stage, count(*) as n from applications group by stage order by stage)"
        ),
        "accepted 1, waitlisted 63"
    );
    assert_eq!(
        text(
            &server,
            "select count(distinct user_id) || ' ' || count(distinct waitlist_position) from applications"
        ),
        "64 63"
    );
    let list = samira
        .get(&format!("{PATH}?filter[stage_eq]=waitlisted&page[size]=100&fields[applications]=waitlist_position"))
        .expect(200);
    let positions: BTreeSet<i64> = (0..63)
        .map(|at| {
            list.at(&format!("/data/{at}/attributes/waitlist_position"))
                .as_i64()
                .unwrap()
        })
        .collect();
    assert_eq!(positions, (1..=63).collect());
}
