//! Revisions: changes to a published vacancy await the centre's review (docs/domain/states.md#pending-changes);
//! visitors keep seeing the approved version.

use serde_json::{Value, json};

use crate::applications::stages::letters;
use crate::support::fixtures;
use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Reply, Server, document};
use crate::vacancies::states::{LIST, state, take};

pub const OLD: &str = "Pianist gezocht";
pub const NEW: &str = "Wandelmaatje gezocht";

/// An online vacancy of an organisation whose texts the centre reads; gives its path.
pub fn reviewed(server: &Server) -> String {
    let id = published(&server.as_superuser(), server.people.own, OLD);
    server.arrange(|tx| Ok(tx.execute("update organizations set trusted = 0", [])?));
    format!("{LIST}/{id}")
}

pub fn change(client: &Client, path: &str, attributes: Value) -> Reply {
    client.patch(path, &document("vacancies", attributes))
}

pub fn title(client: &Client, path: &str) -> Value {
    client.get(path).expect(200).at("/data/attributes/title")
}

pub fn id_of(path: &str) -> String {
    path.rsplit('/').next().unwrap().to_owned()
}

pub fn moderate(client: &Client, path: &str, event: &str) -> Reply {
    take(client, &id_of(path), event)
}

#[test]
fn new_words_wait_while_visitors_search_and_feeds_keep_the_old() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let saved = change(
        &samira,
        &path,
        json!({ "title": NEW, "capacity": 3, "min_age": 21 }),
    )
    .expect(200);
    assert_eq!(saved.at("/data/attributes/title"), OLD);
    assert_eq!(saved.at("/data/attributes/capacity"), 3, "the rest at once");
    assert_eq!(
        saved.at("/data/attributes/revision"),
        json!({ "title": NEW, "min_age": 21 })
    );
    assert_eq!(saved.at("/data/attributes/revision_state"), "submitted");

    let nobody = server.as_nobody();
    let seen = nobody.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/title"), OLD);
    assert_eq!(seen.at("/data/attributes/capacity"), 3);
    for name in [
        "revision",
        "revision_state",
        "revision_message",
        "is_reviewed",
    ] {
        let pointer = format!("/data/attributes/{name}");
        assert!(seen.json().pointer(&pointer).is_none(), "{name}");
    }
    // What only comes near the word is found as well, and said to be that.
    let found = |word: &str| {
        let facets = nobody
            .get(&format!("{LIST}/facets?filter[q]={word}"))
            .expect(200);
        match facets.at("/meta/reading/left_out") {
            Value::Array(left_out) if !left_out.is_empty() => 0,
            _ => nobody.get(&format!("{LIST}?filter[q]={word}")).ids().len(),
        }
    };
    assert_eq!((found("pianist"), found("wandelmaatje")), (1, 0));
    for page in [
        "/feeds/vacancies.rss",
        &format!("/vacancies/{}", id_of(&path)),
    ] {
        let text = nobody.get(page).text;
        assert!(text.contains(OLD) && !text.contains(NEW), "{page}");
    }

    moderate(&server.as_center(), &path, "approve").expect(200);
    assert_eq!(title(&nobody, &path), NEW);
    assert_eq!((found("pianist"), found("wandelmaatje")), (0, 1));
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/min_age"), 21);
    assert_eq!(seen.at("/data/attributes/slug"), "wandelmaatje-gezocht");
    assert_eq!(seen.at("/data/attributes/revision"), Value::Null);
    assert_eq!(state(&server, &id_of(&path)).0, "published");
    assert_eq!(letters(&server, "vacancy_approved"), ["samira@example.nl"]);
}

#[test]
fn only_those_whose_vacancy_it_is_see_what_waits_and_only_their_centre_decides() {
    let server = Server::start();
    let path = reviewed(&server);
    change(&server.as_superuser(), &path, json!({ "title": NEW })).expect(200);
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    for stranger in [
        server.as_nobody(),
        server.as_volunteer(),
        wim.clone(),
        server.as_content_manager(),
    ] {
        let seen = stranger.get(&path).expect(200);
        assert!(!seen.text.contains(NEW), "{}", seen.text);
        let refused = moderate(&stranger, &path, "approve").status;
        assert!(matches!(refused, 401 | 403), "{refused}");
    }
    assert_eq!(
        moderate(&server.as_superuser(), &path, "approve").status,
        403
    );
    assert_eq!(take(&wim, &id_of(&path), "withdraw").status, 403);
    let elsewhere = server.people.other_center;
    let mut eli = server.as_nobody();
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(fixtures::PASSWORD)?;
        let eli = fixtures::user(tx, "eli@example.nl", "Eli Elders", elsewhere, &hash)?;
        fixtures::role_of(tx, eli, "center_superuser", "volunteer_center", elsewhere)
    });
    eli = eli.with("host", "elders.localhost");
    eli.sign_in("eli@example.nl", fixtures::PASSWORD);
    eli.get(&path).expect(404);
    assert!(matches!(moderate(&eli, &path, "approve").status, 403 | 404));
    for decider in [server.as_center(), server.as_admin()] {
        let seen = decider.get(&path).expect(200);
        assert_eq!(seen.at("/data/attributes/revision/title"), NEW);
    }
    assert_eq!(title(&server.as_nobody(), &path), OLD);
}

#[test]
fn the_centre_finds_changes_where_it_finds_what_was_sent_in() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let draft = samira
        .post(
            LIST,
            &fixtures::vacancy(server.people.own, "Boodschappen doen"),
        )
        .expect(201)
        .id();
    take(&samira, &draft, "submit").expect(200);
    let queue = format!("{LIST}?filter[mine_eq]=true&filter[to_review_eq]=true&sort=created_at");
    assert_eq!(marieke.get(&queue).expect(200).ids(), [draft.clone()]);
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    assert_eq!(
        marieke.get(&queue).expect(200).ids(),
        [id_of(&path), draft.clone()]
    );
    let events = |client: &Client| client.get(&path).at("/data/meta/transitions").to_string();
    for name in ["approve", "request_changes", "refuse"] {
        assert!(events(&marieke).contains(name), "{}", events(&marieke));
        assert!(!events(&samira).contains(name), "{}", events(&samira));
    }
    assert!(events(&samira).contains("withdraw"));
    assert_eq!(
        letters(&server, "vacancy_to_review"),
        ["marieke@example.nl", "marieke@example.nl"]
    );
    moderate(&marieke, &path, "approve").expect(200);
    assert_eq!(marieke.get(&queue).expect(200).ids(), [draft]);
}

#[test]
fn the_centre_asks_for_other_words_and_gets_them() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let silent = event(&marieke, &format!("{path}/moderate"), "request_changes").expect(422);
    assert_eq!(silent.pointer(), "/data/attributes/message");
    moderate(&marieke, &path, "request_changes").expect(200);
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/revision_state"), "needs_work");
    assert_eq!(
        seen.at("/data/attributes/revision_message"),
        "Graag iets meer uitleg."
    );
    assert_eq!(seen.at("/data/attributes/title"), OLD);
    assert_eq!(
        letters(&server, "vacancy_needs_work"),
        ["samira@example.nl"]
    );
    change(&samira, &path, json!({ "title": "Loopmaatje gezocht" })).expect(200);
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/revision_state"), "submitted");
    assert_eq!(seen.at("/data/attributes/revision_message"), Value::Null);
    moderate(&marieke, &path, "request_changes").expect(200);
    take(&samira, &id_of(&path), "submit").expect(200);
    moderate(&marieke, &path, "approve").expect(200);
    assert_eq!(title(&server.as_nobody(), &path), "Loopmaatje gezocht");
    let told = samira.get(&format!("{path}/history")).expect(200);
    let events: Vec<Value> = told
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["attributes"]["event"].clone())
        .collect();
    assert_eq!(
        events,
        [
            "create",
            "publish",
            "revise",
            "request_changes",
            "revise",
            "request_changes",
            "submit",
            "approve"
        ]
    );
}

#[test]
fn refused_changes_are_gone_and_the_vacancy_is_as_it_was() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let before = state(&server, &id_of(&path));
    moderate(&server.as_center(), &path, "refuse").expect(200);
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/revision"), Value::Null);
    assert_eq!(seen.at("/data/attributes/title"), OLD);
    assert_eq!(state(&server, &id_of(&path)), before);
    assert_eq!(letters(&server, "vacancy_refused"), ["samira@example.nl"]);
    moderate(&server.as_center(), &path, "approve").expect(422);
}

#[test]
fn the_organization_alters_and_takes_back_what_waits() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let waiting = |attributes: Value| {
        change(&samira, &path, attributes)
            .expect(200)
            .at("/data/attributes/revision")
    };
    waiting(json!({ "title": NEW, "min_age": 21 }));
    assert_eq!(
        waiting(json!({ "capacity": 4 })),
        json!({ "title": NEW, "min_age": 21 }),
        "what is not spoken of keeps waiting"
    );
    assert_eq!(waiting(json!({ "min_age": null })), json!({ "title": NEW }));
    assert_eq!(waiting(json!({ "title": OLD })), Value::Null);
    waiting(json!({ "title": NEW }));
    take(&samira, &id_of(&path), "withdraw").expect(200);
    let seen = samira.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/revision"), Value::Null);
    take(&samira, &id_of(&path), "withdraw").expect(422);
}

#[test]
fn whatever_visitors_read_or_see_waits() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let new = json!({
        "offer": "Bel 06 12345678 voor geld", "schedule": "Vrijdagochtend", "hours_per_week": 6.5, "expenses": "Vijf euro",
        "youtube_url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "image_url": "/img/ander.webp",
        "languages": ["de"], "required_checks": ["vog"], "summary": "Iets anders",
    });
    let saved = change(&samira, &path, new.clone()).expect(200);
    let live = server.as_nobody().get(&path).expect(200);
    for (name, value) in new.as_object().unwrap() {
        let waiting = saved.at(&format!("/data/attributes/revision/{name}"));
        assert_eq!(waiting, *value, "{name}");
        let seen = live.at(&format!("/data/attributes/{name}"));
        assert_ne!(seen, *value, "{name}");
        assert_eq!(
            saved.at(&format!("/data/attributes/{name}")),
            seen,
            "{name}"
        );
    }
    moderate(&server.as_center(), &path, "approve").expect(200);
    let live = server.as_nobody().get(&path).expect(200);
    for (name, value) in new.as_object().unwrap() {
        assert_eq!(
            live.at(&format!("/data/attributes/{name}")),
            *value,
            "{name}"
        );
    }
}

/// What a client may send and is saved at once: a field that is not named here waits until the centre has read it.
#[test]
fn only_what_visitors_do_not_read_is_saved_at_once() {
    let table = voluntr::jsonapi::table::<voluntr::resources::vacancy::Vacancy>();
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let mut at_once: Vec<&str> = Vec::new();
    for column in table.columns.iter().filter(|column| !column.is_read_only) {
        server.arrange(|tx| {
            let anew = "update vacancies set revision = null, revision_state = null";
            Ok(tx.execute(anew, [])?)
        });
        let live = samira.get(&path).expect(200);
        let now = live.at(&format!("/data/attributes/{}", column.name));
        let other = match column.name.as_str() {
            "address" => json!({ "postal_code": "3511 AB", "city": "Utrecht" }),
            "description" => {
                json!("<p>Een heel andere tekst die lang genoeg is om er zo op te mogen staan.</p>")
            }
            "requirements" => json!(["Geduld"]),
            "languages" => json!(["de"]),
            "required_checks" => json!(["vog"]),
            "availability" => json!(["tue_morning"]),
            "dates" => json!([{ "day": "2027-01-05", "from": null, "until": null }]),
            "places" => json!([{ "postal_code": "3511 AB" }]),
            "skills" => json!(["cooking"]),
            "gains" => json!(["learn"]),
            "social_setting" => json!("alone"),
            "questions" => json!([{ "text": "Waarom wil je dit doen?" }]),
            "expires_at" => json!("2027-03-01"),
            "youtube_url" => json!("https://youtu.be/dQw4w9WgXcQ"),
            "image_url" => json!("/img/ander.webp"),
            "min_age" => json!(33),
            "capacity" => json!(44),
            "hours_per_week" => json!(3.5),
            "vacancy_type" => json!("language"),
            "tags" | "age_group_ids" | "activity_type_ids" => {
                let kind = column.name.trim_end_matches("_ids").to_owned();
                let kind = if kind == "tags" {
                    kind
                } else {
                    format!("{kind}s")
                };
                let listed = server
                    .as_nobody()
                    .get(&format!("/api/v1/taxonomies/{kind}"));
                let name = if kind == "tags" {
                    "attributes/key"
                } else {
                    "id"
                };
                json!([listed.at(&format!("/data/0/{name}"))])
            }
            // The last four are of help between people alone.
            "organization_id"
            | "contact_person_id"
            | "other_contact_ids"
            | "offers_help"
            | "help_kind"
            | "help_frequency"
            | "agrees_to_safety_rules" => continue,
            _ => match now {
                Value::Bool(yes) => json!(!yes),
                _ => json!("Iets heel anders"),
            },
        };
        change(&samira, &path, json!({ &column.name: other })).expect(200);
        let saved = samira.get(&path).expect(200);
        let waits = saved
            .at("/data/attributes/revision")
            .get(&column.name)
            .is_some();
        if !waits {
            at_once.push(&column.name);
        }
    }
    at_once.sort_unstable();
    assert_eq!(
        at_once,
        [
            "capacity",
            "contact_phone_visible",
            "expires_at",
            "publish_after_approval",
            "questions"
        ]
    );
}
