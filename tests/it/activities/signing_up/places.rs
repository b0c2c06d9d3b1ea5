//! The table of rules in `src/resources/activity_registration/places.rs`, row by row.

use jiff::SignedDuration;
use serde_json::json;

use super::*;
use crate::applications::stages::letters;
use crate::data::retention::text;
use crate::support::outbox::last;

fn id(reply: Reply) -> String {
    reply.expect(201).id()
}

fn stands(reply: &Reply) -> String {
    reply
        .at("/data/attributes/status")
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn hours_of_offer(server: &Server) -> String {
    text(
        server,
        "select cast(cast(round((julianday(offer_expires_at) - julianday(asked_at)) * 24) as integer) as text) from activity_registrations where status = 'offered'",
    )
}

#[test]
fn row_1_capacity_is_of_the_date_else_of_the_activity_and_none_is_no_limit() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let none = made(
        &server,
        240,
        json!({ "capacity": 0, "has_waiting_list": false }),
    );
    assert_eq!(
        sign_up(&joke, &none, json!({})).expect(422).code(),
        "activity_full"
    );
    let open = made(&server, 240, json!({}));
    assert_eq!(
        stands(&sign_up(&joke, &open, json!({})).expect(201)),
        "registered"
    );
    let own = made(
        &server,
        240,
        json!({ "capacity": 1, "has_waiting_list": false }),
    );
    let date = own.dates[0].clone();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update activity_occurrences set capacity = 2 where id = ?1",
            [date],
        )?)
    });
    let anna = person(&server, "anna");
    id(sign_up(&joke, &own, json!({})));
    id(sign_up(&anna, &own, json!({})));
    assert_eq!(counts(&server, &own.dates[0]), (2, 0, 0));
}

#[test]
fn rows_2_3_and_10_an_offer_is_a_taken_place_newcomers_wait_and_a_no_frees_it() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let (joke, anna, bert) = (
        server.as_volunteer(),
        person(&server, "anna"),
        person(&server, "bert"),
    );
    let first = id(sign_up(&joke, &made, json!({})));
    let refused = sign_up(&anna, &made, json!({ "waitlist": false })).expect(422);
    assert_eq!(
        (refused.code(), refused.at("/errors/0/meta/waiting")),
        ("activity_full".to_owned(), json!(0))
    );
    let second = id(sign_up(&anna, &made, json!({})));
    assert_eq!(
        last(&server, "activity_waitlisted", "anna@example.nl")["position"],
        json!(1)
    );
    take(&joke, &first, "withdraw").expect(200);
    assert_eq!(status(&anna, &second), "offered");
    assert_eq!(
        letters(&server, "activity_waitlist_offer"),
        ["anna@example.nl"]
    );
    assert_eq!(counts(&server, &made.dates[0]), (0, 1, 0));
    // The place is kept: the newcomer does not get it.
    let third = sign_up(&bert, &made, json!({})).expect(201);
    assert_eq!(stands(&third), "waitlisted");
    let refused = sign_up(&server.as_mentor(), &made, json!({ "waitlist": false })).expect(422);
    assert_eq!(refused.at("/errors/0/meta/waiting"), json!(1));
    take(&anna, &second, "refuse_offer").expect(200);
    assert_eq!(
        (status(&anna, &second), status(&bert, &third.id())),
        ("withdrawn".to_owned(), "offered".to_owned())
    );
    take(&bert, &third.id(), "accept_offer").expect(200);
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 0));
}

#[test]
fn rows_4_and_5_a_party_stays_together_and_a_smaller_one_passes_it_only_after_its_no() {
    let server = Server::start();
    let made = made(
        &server,
        24 * 20,
        json!({ "capacity": 3, "most_per_party": 4 }),
    );
    let (joke, anna, bert) = (
        server.as_volunteer(),
        person(&server, "anna"),
        person(&server, "bert"),
    );
    let first = id(sign_up(&joke, &made, json!({ "party_size": 2 })));
    let family = id(sign_up(&anna, &made, json!({ "party_size": 3 })));
    // One place is free: the family of three is asked whether one of them comes.
    assert_eq!(status(&anna, &family), "offered");
    let offer = last(&server, "activity_waitlist_offer", "anna@example.nl");
    assert_eq!(
        (offer["offered_size"].clone(), offer["party_size"].clone()),
        (json!(1), json!(3))
    );
    let single = id(sign_up(&bert, &made, json!({})));
    assert_eq!(status(&bert, &single), "waitlisted");
    take(&anna, &family, "refuse_offer").expect(200);
    assert_eq!(
        status(&anna, &family),
        "waitlisted",
        "in line for all three"
    );
    assert_eq!(status(&bert, &single), "offered");
    take(&bert, &single, "accept_offer").expect(200);
    take(&joke, &first, "withdraw").expect(200);
    // Two are free, more than the one that they did not want: they are asked again.
    assert_eq!(status(&anna, &family), "offered");
    assert_eq!(counts(&server, &made.dates[0]), (1, 2, 0));
    take(&anna, &family, "accept_offer").expect(200);
    assert_eq!(counts(&server, &made.dates[0]), (3, 0, 0));
}

#[test]
fn row_6_more_places_are_offered_and_fewer_remove_nobody() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 2 }));
    let (joke, anna, bert) = (
        server.as_volunteer(),
        person(&server, "anna"),
        person(&server, "bert"),
    );
    let first = id(sign_up(&joke, &made, json!({})));
    let second = id(sign_up(&anna, &made, json!({})));
    let third = id(sign_up(&bert, &made, json!({})));
    change(&server, &made, json!({ "capacity": 1 }));
    follow(&server);
    assert_eq!(
        (status(&joke, &first), status(&anna, &second)),
        ("registered".to_owned(), "registered".to_owned())
    );
    change(&server, &made, json!({ "capacity": 3 }));
    follow(&server);
    assert_eq!(status(&bert, &third), "offered");
}

#[test]
fn row_7_signing_up_ends_before_the_start() {
    let server = Server::start();
    let made = made(&server, 30, json!({ "registration_closes_minutes": 1440 }));
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    id(sign_up(&joke, &made, json!({})));
    server.clock.advance(SignedDuration::from_hours(7));
    assert_eq!(
        sign_up(&anna, &made, json!({})).expect(422).code(),
        "registration_closed"
    );
}

#[test]
fn row_8_an_offer_lives_as_long_as_the_date_is_far() {
    for (days, hours) in [(20, "48"), (4, "24"), (1, "2")] {
        let server = Server::start();
        // At noon of that day, whatever the clock says now.
        let now = server.clock.now().to_zoned_datetime(amsterdam());
        let noon = now
            .date()
            .checked_add(jiff::Span::new().days(days))
            .unwrap();
        let at = |hour: i8| {
            noon.at(hour, 0, 0, 0)
                .strftime("%Y-%m-%dT%H:%M")
                .to_string()
        };
        let made = made(
            &server,
            100,
            json!({ "capacity": 1, "starts_at": at(12), "ends_at": at(14) }),
        );
        let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
        let first = id(sign_up(&joke, &made, json!({})));
        id(sign_up(&anna, &made, json!({})));
        take(&joke, &first, "withdraw").expect(200);
        assert_eq!(hours_of_offer(&server), hours, "{days} days before");
    }
}

#[test]
fn row_9_nobody_is_offered_a_place_on_the_day_but_the_organiser_gives_it() {
    let server = Server::start();
    let now = server.clock.now().to_zoned_datetime(amsterdam());
    let at = |hour: i8, minute: i8| {
        now.date()
            .at(hour, minute, 0, 0)
            .strftime("%Y-%m-%dT%H:%M")
            .to_string()
    };
    let made = made(
        &server,
        100,
        json!({ "capacity": 1, "starts_at": at(23, 50), "ends_at": at(23, 59) }),
    );
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    let first = id(sign_up(&joke, &made, json!({})));
    let second = id(sign_up(&anna, &made, json!({})));
    take(&joke, &first, "withdraw").expect(200);
    assert_eq!(
        (status(&anna, &second).as_str(), follow(&server)),
        ("waitlisted", 0)
    );
    take(&server.as_center(), &second, "give_place").expect(200);
    assert_eq!(status(&anna, &second), "registered");
}

#[test]
fn row_11_who_stays_silent_is_asked_again_only_after_those_behind() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let (joke, anna, bert) = (
        server.as_volunteer(),
        person(&server, "anna"),
        person(&server, "bert"),
    );
    let first = id(sign_up(&joke, &made, json!({})));
    let second = id(sign_up(&anna, &made, json!({})));
    let third = id(sign_up(&bert, &made, json!({})));
    take(&joke, &first, "withdraw").expect(200);
    server.clock.advance(SignedDuration::from_hours(47));
    assert_eq!(
        (follow(&server), status(&anna, &second)),
        (0, "offered".to_owned())
    );
    server.clock.advance(SignedDuration::from_hours(2));
    assert_eq!(
        take(&anna, &second, "accept_offer").expect(422).code(),
        "invalid_transition"
    );
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(
        (status(&anna, &second), status(&bert, &third)),
        ("waitlisted".to_owned(), "offered".to_owned())
    );
    take(&bert, &third, "refuse_offer").expect(200);
    assert_eq!(
        status(&anna, &second),
        "offered",
        "nobody is behind any more"
    );
}

#[test]
fn rows_12_and_15_who_cancels_and_comes_back_is_at_the_end_and_nobody_stands_twice() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    let first = id(sign_up(&joke, &made, json!({})));
    assert_eq!(
        sign_up(&joke, &made, json!({})).expect(422).code(),
        "already_registered"
    );
    let second = id(sign_up(&anna, &made, json!({})));
    take(&joke, &first, "withdraw").expect(200);
    let again = sign_up(&joke, &made, json!({})).expect(201);
    assert_eq!(
        (stands(&again).as_str(), status(&anna, &second).as_str()),
        ("waitlisted", "offered")
    );
}

#[test]
fn row_13_a_late_withdrawal_is_told_to_the_organiser() {
    let server = Server::start();
    let made = made(&server, 10, json!({}));
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    let first = id(sign_up(&joke, &made, json!({})));
    let second = id(sign_up(&anna, &made, json!({})));
    take(&joke, &first, "withdraw").expect(200);
    assert_eq!(
        letters(&server, "activity_withdrawn_late"),
        Vec::<String>::new()
    );
    server.clock.advance(SignedDuration::from_hours(8));
    let late = take(&anna, &second, "withdraw").expect(200);
    assert_eq!(late.at("/data/attributes/is_late_withdrawal"), json!(true));
    assert_eq!(
        letters(&server, "activity_withdrawn_late"),
        ["marieke@example.nl"]
    );
}

#[test]
fn row_14_an_organisation_has_its_seats_at_a_workshop() {
    let server = Server::start();
    let workshop =
        json!({ "is_workshop": true, "seats_per_organization": 1, "only_for_organizations": true });
    let made = made(&server, 240, workshop);
    sign_up(&server.as_volunteer(), &made, json!({})).expect(404);
    let samira = server.as_superuser();
    let own = server.people.own.to_string();
    assert_eq!(
        sign_up(&samira, &made, json!({})).expect(422).pointer(),
        "/data/attributes/organization_id"
    );
    let colleague = |name: &str| json!({ "organization_id": own, "first_name": name });
    let first = id(sign_up(&samira, &made, colleague("Piet")));
    assert_eq!(
        sign_up(&samira, &made, colleague("Klaas"))
            .expect(422)
            .code(),
        "seats_taken"
    );
    assert_eq!(
        letters(&server, "activity_registered"),
        ["samira@example.nl"]
    );
    take(&samira, &first, "withdraw").expect(200);
    id(sign_up(&samira, &made, colleague("Klaas")));
}

#[test]
fn row_16_only_for_what_is_published() {
    let server = Server::start();
    let made = made(&server, 240, json!({}));
    let reason =
        json!({ "data": { "attributes": { "event": "cancel", "message": "Te weinig mensen." } } });
    let path = format!("/api/v1/activities/{}/transition", made.id);
    server.as_center().decide(&path, &reason).expect(200);
    let refused = sign_up(&server.as_volunteer(), &made, json!({})).expect(422);
    assert_eq!(refused.code(), "registration_closed");
}

#[test]
fn row_17_a_series_takes_a_place_on_every_date_to_come() {
    let server = Server::start();
    let series =
        json!({ "registration": "series", "recurrence": "FREQ=DAILY;COUNT=3", "capacity": 1 });
    let made = made(&server, 240, series);
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    assert_eq!(
        sign_up(&joke, &made, json!({})).expect(422).pointer(),
        "/data/attributes/occurrence_id"
    );
    let all = json!({ "occurrence_id": null });
    id(sign_up(&joke, &made, all.clone()));
    assert_eq!(
        stands(&sign_up(&anna, &made, all).expect(201)),
        "waitlisted"
    );
    for date in &made.dates {
        assert_eq!(counts(&server, date), (1, 0, 1));
    }
}

#[test]
fn row_18_an_activity_is_full_while_every_date_to_come_is() {
    let server = Server::start();
    let series = json!({ "recurrence": "FREQ=DAILY;COUNT=2", "capacity": 1 });
    let made = made(&server, 240, series);
    let joke = server.as_volunteer();
    let is = || {
        let path = format!("/api/v1/activities/{}", made.id);
        server
            .as_nobody()
            .get(&path)
            .expect(200)
            .at("/data/attributes/status")
    };
    let first = id(sign_up(&joke, &made, json!({})));
    assert_eq!(is(), "published");
    id(sign_up(
        &joke,
        &made,
        json!({ "occurrence_id": made.dates[1] }),
    ));
    assert_eq!(is(), "full");
    take(&joke, &first, "withdraw").expect(200);
    assert_eq!(is(), "published");
}

#[test]
fn row_19_unclaimed_places_go_to_walk_ins_ten_minutes_after_the_start() {
    let server = Server::start();
    let made = made(&server, 5, json!({ "capacity": 1 }));
    id(sign_up(&server.as_volunteer(), &made, json!({})));
    let center = server.as_center();
    let path = format!("/api/v1/activities/{}/walk_ins", made.id);
    let walk_in = json!({ "first_name": "Ali" });
    server.clock.advance(SignedDuration::from_mins(5 * 60 + 5));
    assert_eq!(
        center.post(&path, &walk_in).expect(422).code(),
        "activity_full"
    );
    server.clock.advance(SignedDuration::from_mins(6));
    let ali = center.post(&path, &walk_in).expect(201);
    assert_eq!(
        (stands(&ali).as_str(), ali.at("/data/attributes/attendance")),
        ("registered", json!("present"))
    );
    assert_eq!(
        center.post(&path, &walk_in).expect(422).code(),
        "activity_full"
    );
    server.as_volunteer().post(&path, &walk_in).expect(403);
}

#[test]
fn sixty_four_people_for_the_last_place_at_once() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let center = server.people.center;
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
        for number in 0..64 {
            let name = format!("P{} Rij", "x".repeat(number % 7 + 1));
            user(tx, &format!("p{number}@example.nl"), &name, center, &hash)?;
        }
        Ok(())
    });
    let clients: Vec<Client> = (0..64)
        .map(|number| {
            let mut client = server.as_nobody();
            client.sign_in(&format!("p{number}@example.nl"), PASSWORD);
            client
        })
        .collect();
    let outcomes: Vec<String> = std::thread::scope(|scope| {
        let people: Vec<_> = clients
            .iter()
            .enumerate()
            .map(|(number, client)| {
                let made = &made;
                scope.spawn(move || {
                    let reply = sign_up(client, made, json!({})).expect(201);
                    // Every third presses twice; more would meet the limit per network address.
                    if number % 3 == 0 {
                        let again = sign_up(client, made, json!({})).expect(422);
                        assert_eq!(again.code(), "already_registered");
                    }
                    stands(&reply)
                })
            })
            .collect();
        people
            .into_iter()
            .map(|person| person.join().unwrap())
            .collect()
    });
    assert_eq!(
        outcomes
            .iter()
            .filter(|status| *status == "registered")
            .count(),
        1
    );
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 63));
    assert_eq!(
        text(
            &server,
            "select count(distinct user_id) || ' ' || count(distinct waitlist_order) || ' ' || max(waitlist_order) from activity_registrations"
        ),
        "64 63 63"
    );
}
