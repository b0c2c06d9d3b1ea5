//! Who finds whom, and what the cards say.

use serde_json::json;

use super::{POOL, joke_is_found, many_are_found};
use crate::matching::answers::{CURRENT, answer};
use crate::matching::recommended::publish;
use crate::support::fixtures;
use crate::support::server::Server;

#[test]
fn a_card_has_a_first_name_and_what_was_written_to_be_found_by() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let found = server.as_superuser().get(POOL).expect(200);
    assert_eq!(found.at("/meta/total"), json!(1));
    let card = found.at("/data/0/attributes");
    for (field, value) in [
        ("name", json!("Joke V.")),
        ("initials", json!("JV")),
        ("first_name", json!("Joke")),
        (
            "headline",
            json!("Oud-verpleegkundige, praat graag al wandelend"),
        ),
        ("postal_code_4", json!("5310")),
        ("availability", json!(["wed_afternoon", "thu_afternoon"])),
        (
            "languages",
            json!([{ "code": "nl", "level": "native" }, { "code": "ar", "level": "basic" }]),
        ),
        ("match", json!(null)),
        ("reply", json!(null)),
    ] {
        assert_eq!(card[field], value, "{field}");
    }
    assert_eq!(found.at("/meta/counts/skills"), json!({ "gardening": 1 }));
    assert_eq!(found.at("/meta/messages_left"), json!(20));
    let own = joke.get(&format!("{CURRENT}/preview")).expect(200);
    assert_eq!(own.at("/data/attributes/name"), json!("Joke V."));
}

#[test]
fn organisations_and_the_centre_look_and_nobody_else() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    server.as_nobody().get(POOL).expect(401);
    joke.get(POOL).expect(403);
    server.as_mentor().get(POOL).expect(403);
    server.as_content_manager().get(POOL).expect(403);
    assert_eq!(
        server.as_center().get(POOL).expect(200).at("/meta/total"),
        json!(1)
    );
    assert_eq!(
        server.as_admin().get(POOL).expect(200).at("/meta/total"),
        json!(1)
    );
    // An organisation that waits for approval, and one that is archived, finds nobody.
    let own = server.people.own;
    for status in ["pending", "archived"] {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update organizations set status = ?2 where id = ?1",
                (own, status),
            )?)
        });
        server.as_superuser().get(POOL).expect(403);
    }
    // Nor does anybody where the centre has switched it off.
    server.arrange(|tx| Ok(tx.execute("update volunteer_centers set volunteer_profiles = 0", [])?));
    let refused = server.as_center().get(POOL);
    assert!([403, 404].contains(&refused.status), "{}", refused.text);
}

#[test]
fn people_of_another_centre_are_not_found() {
    let server = Server::start();
    joke_is_found(&server);
    let (volunteer, other) = (server.people.volunteer, server.people.other_center);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update users set volunteer_center_id = ?2 where id = ?1",
            (volunteer, other),
        )?)
    });
    server.clock.advance(jiff::SignedDuration::from_secs(61));
    assert_eq!(
        server
            .as_superuser()
            .get(POOL)
            .expect(200)
            .at("/meta/total"),
        json!(0)
    );
}

#[test]
fn filters_leave_who_has_it_and_count_what_others_would() {
    let server = Server::start();
    joke_is_found(&server);
    many_are_found(&server, 4);
    let samira = server.as_superuser();
    let total = |query: &str| {
        samira
            .get(&format!("{POOL}?{query}"))
            .expect(200)
            .at("/meta/total")
    };
    for (query, count) in [
        ("filter[skills_in]=gardening", 3),
        ("filter[skills_in]=gardening,cooking", 5),
        ("filter[languages_in]=ar", 1),
        ("filter[available_on]=wed_afternoon,mon_morning", 1),
        ("filter[available_on]=mon_morning", 0),
        ("filter[near]=5310&filter[radius_km]=2", 5),
        ("filter[near]=9711&filter[radius_km]=5", 0),
        ("filter[near]=nergenshuizen", 0),
        ("filter[frequency_in]=once", 0),
    ] {
        assert_eq!(total(query), json!(count), "{query}");
    }
    let counted = samira
        .get(&format!("{POOL}?filter[skills_in]=cooking"))
        .expect(200);
    assert_eq!(
        counted.at("/meta/counts/skills"),
        json!({ "cooking": 2, "gardening": 3 })
    );
    assert_eq!(counted.at("/meta/counts/languages"), json!({ "nl": 2 }));
    for query in [
        "filter[available_on]=noon",
        "sort=last_name",
        "filter[email_eq]=x",
        "page[size]=1000",
        "filter[radius_km]=1",
    ] {
        let refused = samira.get(&format!("{POOL}?{query}")).expect(400);
        assert_eq!(refused.code(), "invalid_filter", "{query}");
    }
    let pages: Vec<String> = (1..=3)
        .flat_map(|page| {
            samira
                .get(&format!("{POOL}?page[size]=2&page[number]={page}"))
                .expect(200)
                .ids()
        })
        .collect();
    assert_eq!(pages.len(), 5);
    assert_eq!(pages, samira.get(POOL).expect(200).ids());
}

#[test]
fn people_for_a_vacancy_stand_in_order_with_reasons_and_misses() {
    let server = Server::start();
    joke_is_found(&server);
    many_are_found(&server, 2);
    let vacancy = publish(
        &server,
        "Taalmaatje",
        server.people.own,
        &[
            ("skills", "'[\"gardening\"]'"),
            ("availability", "'[\"wed_afternoon\"]'"),
            ("required_checks", "'[\"vog\"]'"),
        ],
    );
    let samira = server.as_superuser();
    let path = format!("{POOL}?filter[match_vacancy_id]={vacancy}");
    let found = samira.get(&path).expect(200);
    assert_eq!(found.at("/data/0/attributes/name"), json!("Joke V."));
    let codes = |pointer: &str| -> Vec<String> {
        let facts = found.at(pointer);
        facts
            .as_array()
            .unwrap()
            .iter()
            .map(|fact| fact["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(codes("/data/0/attributes/match/reasons"), ["skill", "time"]);
    assert_eq!(codes("/data/0/attributes/match/misses"), ["check"]);
    assert_eq!(
        found.at("/meta/vacancy/availability"),
        json!(["wed_afternoon"])
    );
    // Whoever applied is no candidate any more, nor who said that it is not for them.
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into vacancy_dismissals (user_id, vacancy_id, reason, created_at) values (?1, ?2, 'other', ?3)",
            (volunteer, vacancy, tx.now()),
        )?)
    });
    assert_eq!(samira.get(&path).expect(200).at("/meta/total"), json!(2));
    let foreign = publish(&server, "Elders", server.people.foreign, &[]);
    samira
        .get(&format!("{POOL}?filter[match_vacancy_id]={foreign}"))
        .expect(403);
}

#[test]
fn what_is_between_somebody_and_the_site_moves_nobody_up_or_down() {
    let server = Server::start();
    let people = many_are_found(&server, 8);
    let vacancy = publish(
        &server,
        "Samen tuinieren",
        server.people.own,
        &[
            ("skills", "'[\"gardening\"]'"),
            ("gains", "'[\"practise_dutch\"]'"),
            ("social_setting", "'together'"),
        ],
    );
    let samira = server.as_superuser();
    let path = format!("{POOL}?filter[match_vacancy_id]={vacancy}");
    let before = samira.get(&path).expect(200).text;
    server.arrange(move |tx| {
        for (number, id) in people.iter().enumerate() {
            let (setting, gains) = if number % 3 == 0 { ("together", "[\"practise_dutch\"]") } else { ("alone", "[]") };
            tx.execute(
                "update volunteer_profiles set social_setting = ?2, gains = ?3, practises_dutch = ?4, wants_online = ?4 where user_id = ?1",
                (id, setting, gains, number % 3 == 0),
            )?;
        }
        Ok(())
    });
    assert_eq!(samira.get(&path).expect(200).text, before);
}

#[test]
fn who_blocks_an_organisation_is_found_by_others_alone() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let block = format!("{CURRENT}/blocks/{}", server.people.own);
    let total = || {
        server
            .as_superuser()
            .get(POOL)
            .expect(200)
            .at("/meta/total")
    };
    assert_eq!(total(), json!(1));
    joke.put(&block, &json!({})).expect(204);
    joke.put(&block, &json!({})).expect(204);
    let blocks = joke.get(&format!("{CURRENT}/blocks")).expect(200);
    assert_eq!(
        blocks.at("/data/0/attributes/organization_name"),
        json!("Taalhuis Lindewaard")
    );
    assert_eq!(blocks.at("/meta/total"), json!(1));
    assert_eq!(total(), json!(0));
    assert_eq!(
        server.as_center().get(POOL).expect(200).at("/meta/total"),
        json!(1)
    );
    joke.put(&format!("{CURRENT}/blocks/99999"), &json!({}))
        .expect(404);
    joke.delete(&block).expect(204);
    assert_eq!(total(), json!(1));
}

#[test]
fn every_organisation_that_looks_counts_once_a_day_and_is_named() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let looks = || {
        joke.get(CURRENT)
            .expect(200)
            .at("/data/attributes/looks_last_month")
    };
    assert_eq!(looks(), json!(0));
    let samira = server.as_superuser();
    for _ in 0..3 {
        samira.get(POOL).expect(200);
    }
    server.as_center().get(POOL).expect(200);
    assert_eq!(looks(), json!(1), "the centre is not counted");
    server.clock.advance(jiff::SignedDuration::from_hours(24));
    let samira = server.as_superuser();
    let card = samira.get(POOL).expect(200).ids().remove(0);
    samira.get(&format!("{POOL}/{card}")).expect(200);
    let joke = server.as_volunteer();
    let seen = joke.get(&format!("{CURRENT}/looks")).expect(200);
    assert_eq!(seen.at("/meta/total"), json!(1));
    assert_eq!(
        seen.at("/data/0/attributes/organization_name"),
        json!("Taalhuis Lindewaard")
    );
    assert_eq!(seen.at("/data/0/attributes/days"), json!(2));
}

#[test]
fn who_manages_several_organisations_says_for_which_one() {
    let server = Server::start();
    joke_is_found(&server);
    let (samira, foreign) = (server.people.superuser, server.people.foreign);
    server.arrange(move |tx| {
        fixtures::role_of(
            tx,
            samira,
            "organization_superuser",
            "organization",
            foreign,
        )
    });
    let samira = server.as_superuser();
    let card = |id: i64| {
        samira
            .get(&format!("{POOL}?filter[organization_id_eq]={id}"))
            .expect(200)
            .ids()
            .remove(0)
    };
    assert_ne!(
        card(server.people.own),
        card(foreign),
        "an id tells nobody who it is elsewhere"
    );
    // A card of the one is nobody for the other.
    let of_own = card(server.people.own);
    samira
        .get(&format!(
            "{POOL}/{of_own}?filter[organization_id_eq]={foreign}"
        ))
        .expect(404);
    samira
        .get(&format!(
            "{POOL}/{}?filter[organization_id_eq]={}",
            of_own, server.people.own
        ))
        .expect(200);
    answer(&server.as_volunteer(), json!({ "headline": null })).expect(200);
}
