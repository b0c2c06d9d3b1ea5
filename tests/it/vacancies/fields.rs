//! What a vacancy tells beside its words: when, where else, with whom, and who its contacts are.

use serde_json::{Value, json};

use crate::applications::stages::letters;
use crate::support::fixtures;
use crate::support::server::{Server, document};
use crate::vacancies::states::{LIST, take};

#[test]
fn when_where_and_with_whom_is_kept_shown_and_searched() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    let path = format!("{LIST}/{id}");
    let saved = samira
        .patch(
            &path,
            &document(
                "vacancies",
                json!({
                    "availability": ["tue_morning", "thu_evening"],
                    "dates": [
                        { "day": "2026-12-12", "from": "13:00", "until": "15:00" },
                        { "day": "2026-12-05" },
                    ],
                    "places": [{ "name": "Buurthuis", "street": "Markt", "house_number": "1", "postal_code": "3511ab" }],
                    "skills": ["listening", "sports"],
                    "gains": ["meet_people"],
                    "social_setting": "together",
                    "wheelchair_accessible": true,
                    "for_groups": true,
                }),
            ),
        )
        .expect(200);
    let at = |name: &str| saved.at(&format!("/data/attributes/{name}"));
    assert_eq!(at("dates/0/day"), "2026-12-05", "in order");
    assert_eq!(at("places/0/postal_code"), "3511 AB");
    assert_eq!(at("places/0/city"), "Utrecht");
    assert!(at("places/0/latitude").is_number());

    let nobody = server.as_nobody();
    assert_eq!(
        nobody.get(&path).expect(200).at("/data/attributes/skills"),
        json!(["listening", "sports"])
    );
    fixtures::published(&samira, server.people.own, "Soep koken");
    for (filter, expected) in [
        ("availability_in=tue_morning,sun_evening", 1),
        ("availability_in=sun_evening", 0),
        ("available_on=thu", 1),
        ("available_on=thu_morning", 0),
        ("available_on=2026-12-05", 1),
        ("available_on=2026-12-08", 0),
        ("skills_in=sports", 1),
        ("gains_in=meet_people", 1),
        ("social_setting_eq=together", 1),
        ("wheelchair_accessible_eq=true", 1),
        ("for_groups_eq=true", 1),
        ("for_groups_eq=false", 1),
        ("hours_per_week_lteq=1", 2),
        ("hours_per_week_gteq=2", 0),
    ] {
        let found = nobody.get(&format!("{LIST}?filter[{filter}").replacen('=', "]=", 1));
        assert_eq!(found.expect(200).at("/meta/total"), expected, "{filter}");
    }
    nobody
        .get(&format!("{LIST}?filter[available_on]=ooit"))
        .expect(400);
}

#[test]
fn what_is_in_no_list_and_impossible_times_are_refused() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    for (attributes, pointer) in [
        (json!({ "availability": ["someday"] }), "availability/0"),
        (json!({ "skills": ["magic"] }), "skills/0"),
        (json!({ "gains": ["money"] }), "gains/0"),
        (json!({ "dates": [{ "day": "2026-13-40" }] }), "dates/0/day"),
        (
            json!({ "dates": [{ "day": "2026-12-05", "from": "12:00", "until": "11:00" }] }),
            "dates/0/until",
        ),
        (
            json!({ "places": [{ "name": "Ergens" }] }),
            "places/0/postal_code",
        ),
        (
            json!({ "other_contact_ids": ["999999"] }),
            "other_contact_ids/0",
        ),
        (json!({ "hours_per_week": 24 }), "hours_per_week"),
    ] {
        let refused = samira
            .patch(&format!("{LIST}/{id}"), &document("vacancies", attributes))
            .expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
}

#[test]
fn every_contact_is_mailed_until_they_leave_the_organisation() {
    let server = Server::start();
    let (own, center) = (server.people.own, server.people.center);
    let second = server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(fixtures::PASSWORD)?;
        let second = fixtures::user(tx, "bram@example.nl", "Bram Bakker", center, &hash)?;
        fixtures::role_of(tx, second, "organization_superuser", "organization", own)?;
        tx.execute("update organizations set trusted = 0 where id = ?1", [own])?;
        Ok(second)
    });
    let samira = server.as_superuser();
    let id = samira
        .post(LIST, &fixtures::vacancy(own, "Soep koken"))
        .expect(201)
        .id();
    let path = format!("{LIST}/{id}");
    let first = server.people.superuser.to_string();
    let contacts =
        json!({ "contact_person_id": first, "other_contact_ids": [second.to_string(), first] });
    let saved = samira
        .patch(&path, &document("vacancies", contacts))
        .expect(200);
    assert_eq!(
        saved.at("/data/attributes/other_contact_ids"),
        json!([second.to_string()]),
        "nobody twice"
    );
    take(&samira, &id, "submit").expect(200);
    take(&server.as_center(), &id, "approve").expect(200);
    let mut told = letters(&server, "vacancy_approved");
    told.sort();
    assert_eq!(told, ["bram@example.nl", "samira@example.nl"]);
    server.arrange(move |tx| Ok(tx.execute("delete from roles where user_id = ?1", [second])?));
    let seen = samira.get(&path).expect(200);
    assert_eq!(
        seen.at("/data/attributes/other_contact_ids"),
        Value::Array(Vec::new())
    );
}
