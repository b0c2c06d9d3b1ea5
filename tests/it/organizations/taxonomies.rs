//! Tags and other lists to choose from: whose they are, and what becomes of one that is in use.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Server, document};

const LIST: &str = "/api/v1/taxonomies";

fn tag(key: &str) -> Value {
    document(
        "taxonomies",
        json!({ "kind": "tags", "key": key, "name_nl": "Zwemmen", "name_en": "Swimming" }),
    )
}

#[test]
fn a_tag_in_use_is_archived_and_not_deleted() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = marieke.post(LIST, &tag("swimming")).expect(201).id();
    let path = format!("{LIST}/{id}");
    let mut body = fixtures::vacancy(server.people.own, "Zwemmen met kinderen");
    body["data"]["attributes"]["tags"] = json!(["swimming"]);
    let vacancy = samira.post("/api/v1/vacancies", &body).expect(201).id();

    let refused = marieke.delete(&path).expect(422);
    assert_eq!(refused.code(), "term_in_use");
    assert!(
        refused
            .at("/errors/0/detail")
            .as_str()
            .unwrap()
            .contains("Archiveer")
    );
    let archived = document("taxonomies", json!({ "archived": true }));
    marieke.patch(&path, &archived).expect(200);
    // What has it keeps it; nobody else chooses it.
    let title = document("vacancies", json!({ "title": "Zwemmen met ouderen" }));
    let kept = samira
        .patch(&format!("/api/v1/vacancies/{vacancy}"), &title)
        .expect(200);
    assert_eq!(kept.at("/data/attributes/tags"), json!(["swimming"]));
    samira.post("/api/v1/vacancies", &body).expect(422);

    let unused = marieke.post(LIST, &tag("diving")).expect(201).id();
    marieke.delete(&format!("{LIST}/{unused}")).expect(204);
}

#[test]
fn what_one_centre_adds_does_not_show_at_another() {
    let server = Server::start();
    let other = server.people.other_center.to_string();
    let id = server
        .as_center()
        .post(LIST, &tag("swimming"))
        .expect(201)
        .id();
    let shows = |centre: Option<&str>| {
        let client = server.as_nobody();
        let client = match centre {
            Some(centre) => client.with("volunteer-center-id", centre),
            None => client,
        };
        client
            .get(&format!("{LIST}/tags"))
            .expect(200)
            .ids()
            .contains(&id)
    };
    assert!(shows(None));
    assert!(!shows(Some(&other)));
    // The tenant's own list is the admin's where there are several centres; the key is taken for one centre only.
    let admin = server.as_admin();
    let everywhere = admin.post(LIST, &tag("diving")).expect(201);
    assert_eq!(
        everywhere.at("/data/attributes/volunteer_center_id"),
        Value::Null
    );
    let path = format!("{LIST}/{}", everywhere.id());
    let icon = document("taxonomies", json!({ "icon": "star" }));
    server.as_center().patch(&path, &icon).expect(403);
    admin.patch(&path, &icon).expect(200);
    let twice = server.as_center().post(LIST, &tag("diving")).expect(422);
    assert_eq!(twice.pointer(), "/data/attributes/key");
}

#[test]
fn a_term_goes_up_in_another_and_what_has_it_keeps_one() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let make = |key: &str| marieke.post(LIST, &tag(key)).expect(201).id();
    let (one, other) = (make("swimming"), make("swim"));
    let mut body = fixtures::vacancy(server.people.own, "Zwemmen met kinderen");
    body["data"]["attributes"]["tags"] = json!(["swimming", "regularly", "swim"]);
    let vacancy = samira.post("/api/v1/vacancies", &body).expect(201).id();
    let merge = |from: &str, into: &str| {
        let body = json!({ "data": { "attributes": { "into": into } } });
        marieke.post(&format!("{LIST}/{from}/merge"), &body)
    };
    merge(&one, &one).expect(422);
    merge(&one, &other).expect(200);
    let found = samira.get(&format!("/api/v1/vacancies/{vacancy}"));
    assert_eq!(
        found.expect(200).at("/data/attributes/tags"),
        json!(["swim", "regularly"])
    );
    let list = marieke.get(&format!("{LIST}/tags")).expect(200).ids();
    assert!(list.contains(&other) && !list.contains(&one));
    // The tenant's own go up in nothing that one centre has, and a centre does not decide on them.
    let admin = server.as_admin();
    let everywhere = admin.post(LIST, &tag("diving")).expect(201).id();
    merge(&everywhere, &other).expect(403);
    let body = json!({ "data": { "attributes": { "into": other } } });
    admin
        .post(&format!("{LIST}/{everywhere}/merge"), &body)
        .expect(422);
    merge(&other, &everywhere).expect(200);
}

#[test]
fn themes_skills_and_languages_are_lists_of_the_centre_under_its_own_names() {
    let server = Server::start();
    let (nobody, admin) = (server.as_nobody(), server.as_admin());
    let list = |kind: &str| nobody.get(&format!("{LIST}/{kind}")).expect(200);
    // The themes are the kinds of activity.
    assert_eq!(list("themes").ids(), list("activity_types").ids());
    nobody.get(&format!("{LIST}/hobbies")).expect(404);
    let skills = list("skills");
    assert_eq!(skills.ids().len(), 16);
    assert_eq!(skills.at("/data/0/attributes/key"), "listening");
    assert_eq!(skills.at("/data/0/attributes/name_nl"), "Luisteren");
    assert_eq!(list("languages").at("/data/0/attributes/key"), "nl");

    // Another name, and one that is offered no more.
    let first = skills.at("/data/0/id").as_str().unwrap().to_owned();
    let change = |attributes: Value| {
        let body = document("taxonomies", attributes);
        admin.patch(&format!("{LIST}/{first}"), &body).expect(200)
    };
    change(json!({ "name_nl": "Goed luisteren", "archived": true }));
    let changed = list("skills");
    assert_eq!(changed.at("/data/0/attributes/name_nl"), "Goed luisteren");
    assert_eq!(changed.at("/data/0/attributes/archived"), true);

    // A skill of its own has a key of small letters, and languages have their codes.
    let add = |kind: &str, key: &str| {
        let term = json!({ "kind": kind, "key": key, "name_nl": "Nieuw", "name_en": "New" });
        admin.post(LIST, &document("taxonomies", term))
    };
    for (kind, key, rule) in [
        ("skills", "Éénwieler rijden", "skill_key"),
        ("skills", "music", "taken"),
        ("languages", "klingon", "language"),
        ("languages", "nl", "taken"),
    ] {
        let refused = add(kind, key).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/key", "{key}");
        assert_eq!(refused.at("/errors/0/meta/rule"), rule, "{key}");
    }
    let italian = add("languages", "it").expect(201).id();
    assert!(list("languages").ids().contains(&italian));

    // In use it is archived, not deleted; unused it goes.
    let joke = server.as_volunteer();
    let speaks = json!({ "languages": ["it"] });
    joke.patch(
        "/api/v1/volunteer_profiles/current",
        &document("volunteer_profiles", speaks),
    )
    .expect(200);
    let path = format!("{LIST}/{italian}");
    assert_eq!(admin.delete(&path).expect(422).code(), "term_in_use");
    joke.patch(
        "/api/v1/volunteer_profiles/current",
        &document("volunteer_profiles", json!({ "languages": [] })),
    )
    .expect(200);
    admin.delete(&path).expect(204);
}

#[test]
fn a_skill_that_a_centre_added_is_chosen_and_counts_when_people_and_vacancies_are_matched() {
    let server = Server::start();
    let (samira, marieke, joke) = (
        server.as_superuser(),
        server.as_center(),
        server.as_volunteer(),
    );
    let term = json!({ "kind": "skills", "key": "juggling", "name_nl": "Jongleren", "name_en": "Juggling" });
    let skill = marieke
        .post(LIST, &document("taxonomies", term))
        .expect(201)
        .id();
    let wish = |skills: Value| {
        let answers = document("volunteer_profiles", json!({ "skills": skills }));
        joke.patch("/api/v1/volunteer_profiles/current", &answers)
    };
    assert_eq!(
        wish(json!(["flying"])).expect(422).pointer(),
        "/data/attributes/skills/0"
    );
    let publish = |title: &str, skills: Value| {
        let id = fixtures::published(&samira, server.people.own, title);
        let change = document("vacancies", json!({ "skills": skills }));
        samira
            .patch(&format!("/api/v1/vacancies/{id}"), &change)
            .expect(200);
        id
    };
    let circus = publish("In het circus", json!(["juggling"]));
    publish("Op kantoor", json!(["administration"]));
    wish(json!(["juggling", "music"])).expect(200);
    let found = joke.get("/api/v1/vacancies/recommended").expect(200);
    assert_eq!(found.at("/data/0/id"), circus.as_str());
    let reason = found.at("/data/0/meta/match/reasons/0");
    assert_eq!(reason["code"], "skill");
    assert_eq!(reason["values"], json!(["juggling"]));
    // Offered no more: who has it keeps it, and nobody else chooses it.
    let archived = document("taxonomies", json!({ "archived": true }));
    marieke
        .patch(&format!("{LIST}/{skill}"), &archived)
        .expect(200);
    wish(json!(["juggling"])).expect(200);
    let mut body = fixtures::vacancy(server.people.own, "Nog een circus");
    body["data"]["attributes"]["skills"] = json!(["juggling"]);
    let refused = samira.post("/api/v1/vacancies", &body).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/skills/0");
    assert_eq!(refused.at("/errors/0/meta/rule"), "unlisted");
}

#[test]
fn a_skill_or_a_language_that_is_offered_no_more_is_chosen_anew_by_nobody() {
    let server = Server::start();
    let (samira, joke, admin) = (
        server.as_superuser(),
        server.as_volunteer(),
        server.as_admin(),
    );
    server.arrange(|tx| {
        Ok(tx.execute(
            "update taxonomies set archived = 1 where (kind = 'skills' and key = 'music') or (kind = 'languages' and key = 'ar')",
            [],
        )?)
    });
    for (field, value) in [("skills", "music"), ("languages", "ar")] {
        let choice = json!({ field: [value] });
        let mut body = fixtures::vacancy(server.people.own, "Muziek in de buurt");
        body["data"]["attributes"][field] = json!([value]);
        let pointer = format!("/data/attributes/{field}/0");
        let refused = samira.post("/api/v1/vacancies", &body).expect(422);
        assert_eq!(refused.pointer(), pointer);
        let refused = joke
            .patch(
                "/api/v1/volunteer_profiles/current",
                &document("volunteer_profiles", choice),
            )
            .expect(422);
        assert_eq!(refused.pointer(), pointer);
    }
    let profile = json!({ "profile": { "languages": ["ar"] } });
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let refused = admin.patch(&path, &document("organizations", profile));
    assert_eq!(refused.expect(422).at("/errors/0/meta/rule"), "unlisted");
    // A language that stands in no list is spoken all the same.
    let speaks = document("volunteer_profiles", json!({ "languages": ["eo"] }));
    joke.patch("/api/v1/volunteer_profiles/current", &speaks)
        .expect(200);
}
