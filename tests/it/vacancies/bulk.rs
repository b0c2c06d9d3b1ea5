//! Bulk edits: dry run, results for each, in the background, and undo (docs/domain/limits.md#numbers).

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server};
use crate::vacancies::states::{LIST, state};

const EDITS: &str = "/api/v1/vacancy_bulk_edits";
const ITEMS: &str = "/api/v1/vacancy_bulk_items";

fn edit(client: &Client, body: &Value) -> Reply {
    client.post(EDITS, body)
}

fn attribute(reply: &Reply, name: &str) -> Value {
    reply.at(&format!("/data/attributes/{name}"))
}

/// Edits and items in the file.
fn stored(server: &Server) -> (i64, i64) {
    server.arrange(|tx| {
        Ok(tx.query_row(
            "select (select count(*) from vacancy_bulk_edits), (select count(*) from vacancy_bulk_items)",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    })
}

fn tags(client: &Client, id: &str) -> Value {
    let seen = client.get(&format!("{LIST}/{id}")).expect(200);
    seen.at("/data/attributes/tags")
}

#[test]
fn a_dry_run_tells_and_changes_nothing_and_the_edit_is_undone_once_within_the_hour() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let mine = fixtures::published(&samira, own, "Wandelen met ouderen");
    let full = fixtures::published(&samira, own, "Soep koken");
    let other = fixtures::published(&server.as_center(), foreign, "Pakketten inpakken");
    let asked = |dry_run: bool| {
        json!({
            "ids": [&mine, &full, &other],
            "attributes": { "tags_add": ["once"], "tags_remove": ["regularly"] },
            "dry_run": dry_run,
        })
    };
    let told = edit(&samira, &asked(true)).expect(200);
    assert_eq!(told.at("/data"), Value::Null);
    let count = |name: &str| told.at(&format!("/meta/{name}"));
    assert_eq!((count("total"), count("processed")), (json!(2), json!(2)));
    assert_eq!((count("changed"), count("failed")), (json!(2), json!(0)));
    assert_eq!(
        told.at("/meta/items/0/vacancy_title"),
        "Wandelen met ouderen"
    );
    assert_eq!(told.at("/meta/items/0/changes/tags/to"), json!(["once"]));
    assert_eq!(tags(&samira, &mine), json!(["regularly"]));
    assert_eq!(stored(&server), (0, 0), "a dry run is kept nowhere");

    let done = edit(&samira, &asked(false)).expect(201);
    assert_eq!(tags(&samira, &mine), json!(["once"]));
    assert_eq!(tags(&server.as_center(), &other), json!(["regularly"]));
    // Somebody goes on with one of them: that one stays.
    let body =
        json!({ "ids": [&full], "attributes": { "tags_add": ["flexible"] }, "dry_run": false });
    let list = format!("{LIST}/bulk");
    samira.patch(&list, &body).expect(200);
    let id = done.id();
    for stranger in [server.as_volunteer(), server.as_center()] {
        let refused = stranger.put(&format!("{EDITS}/{id}/undo"), &json!({}));
        assert!(matches!(refused.status, 403 | 404), "{}", refused.status);
    }
    let undone = samira
        .put(&format!("{EDITS}/{id}/undo"), &json!({}))
        .expect(200);
    assert_eq!(attribute(&undone, "state"), "undone");
    assert_eq!(tags(&samira, &mine), json!(["regularly"]));
    assert_eq!(tags(&samira, &full), json!(["once", "flexible"]));
    samira
        .put(&format!("{EDITS}/{id}/undo"), &json!({}))
        .expect(422);

    let late = edit(&samira, &asked(false)).expect(201).id();
    server.clock.advance(jiff::SignedDuration::from_mins(61));
    samira
        .put(&format!("{EDITS}/{late}/undo"), &json!({}))
        .expect(422);
}

#[test]
fn what_is_not_ones_own_is_answered_as_what_is_not_there() {
    let server = Server::start();
    let samira = server.as_superuser();
    let center = server.as_center();
    let mine = fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    let online = fixtures::published(&center, server.people.foreign, "Pakketten inpakken");
    let draft = center
        .post(
            LIST,
            &fixtures::vacancy(server.people.foreign, "Nog een geheim"),
        )
        .expect(201)
        .id();
    let answer = |dry_run: bool, others: &[&str]| {
        let ids: Vec<&str> = std::iter::once(mine.as_str())
            .chain(others.iter().copied())
            .collect();
        let body =
            json!({ "ids": ids, "attributes": { "tags_add": ["once"] }, "dry_run": dry_run });
        edit(&samira, &body)
    };
    let alone = answer(true, &[]).expect(200).text;
    for others in [
        &["999999"][..],
        &[&online],
        &[&draft],
        &[&draft, "999999", &online],
    ] {
        assert_eq!(answer(true, others).expect(200).text, alone, "{others:?}");
    }
    let done = answer(false, &[&online, &draft, "999999"]).expect(201);
    for (name, number) in [
        ("total", 1),
        ("processed", 1),
        ("changed", 1),
        ("failed", 0),
    ] {
        assert_eq!(attribute(&done, name), number, "{name}");
    }
    let items = samira
        .get(&format!("{ITEMS}?filter[bulk_edit_id_eq]={}", done.id()))
        .expect(200);
    assert_eq!(items.at("/meta/total"), 1);
    assert!(!items.text.contains("geheim") && !items.text.contains("Pakketten"));
    assert_eq!(tags(&center, &online), json!(["regularly"]));
}

#[test]
fn a_person_has_one_edit_under_way_and_so_many_an_hour() {
    let server = Server::start();
    let (samira, center) = (server.as_superuser(), server.as_center());
    let mine = fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    let body = |dry_run: bool| json!({ "ids": [&mine], "attributes": { "tags_add": ["once"] }, "dry_run": dry_run });
    // One that goes on in the background, of a process that is still at it.
    let (person, at) = (server.people.superuser, server.people.center);
    let running = server.arrange(move |tx| {
        tx.execute(
            "insert into vacancy_bulk_edits (attributes, state, total, maker, created_by_id, volunteer_center_id, created_at, updated_at)
             values ('{}', 'waiting', 500, 'another', ?1, ?2, ?3, ?3)",
            (person, at, tx.now()),
        )?;
        Ok(tx.last_insert_rowid())
    });
    for dry_run in [true, false] {
        let refused = edit(&samira, &body(dry_run)).expect(429);
        assert_eq!(refused.code(), "rate_limited");
        assert_eq!(refused.header("retry-after"), "5");
        let told = refused.at("/errors/0/detail").to_string();
        assert!(told.contains("Er loopt al een wijziging"), "{told}");
    }
    edit(&center, &body(true)).expect(200);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancy_bulk_edits set state = 'done' where id = ?1",
            [running],
        )?)
    });
    // Those that were refused count too.
    for _ in 2..120 {
        edit(&samira, &body(true)).expect(200);
    }
    let refused = edit(&samira, &body(true)).expect(429);
    assert!(refused.header("retry-after").parse::<i64>().unwrap() > 60);
    edit(&center, &body(true)).expect(200);
    assert_eq!(stored(&server), (1, 0), "none of these was kept");
    let ids = vec!["1"; 2_001];
    let many = json!({ "ids": ids, "attributes": { "tags_add": ["once"] }, "dry_run": true });
    edit(&center, &many).expect(422);
}

#[test]
fn no_filter_is_not_every_vacancy() {
    let server = Server::start();
    let samira = server.as_superuser();
    fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    let change = json!({ "tags_add": ["once"] });
    for filter in [
        json!({}),
        json!({ "q": "" }),
        json!({ "q": " ", "tags_in": [] }),
    ] {
        let body = json!({ "filter": filter, "attributes": change });
        edit(&samira, &body).expect(422);
        let bulk = format!("{LIST}/bulk");
        let refused = samira.patch(&bulk, &body).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/filter");
    }
    edit(&samira, &json!({ "attributes": change })).expect(422);
    edit(&samira, &json!({ "ids": [], "attributes": change })).expect(422);
    edit(&samira, &json!({ "ids": ["1"], "attributes": {} })).expect(422);
    let event = json!({ "filter": { "mine_eq": "true" }, "attributes": { "event": "approve" } });
    edit(&samira, &event).expect(422);
    server
        .as_volunteer()
        .post(EDITS, &json!({ "ids": ["1"], "attributes": change }))
        .expect(403);
}

#[test]
fn a_step_is_taken_by_all_that_can_and_taken_back() {
    let server = Server::start();
    let samira = server.as_superuser();
    let online = fixtures::published(&samira, server.people.own, "Wandelen met ouderen");
    let draft = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    let body = json!({ "filter": { "mine_eq": "true" }, "attributes": { "event": "fill" } });
    let done = edit(&samira, &body).expect(201);
    assert_eq!(attribute(&done, "changed"), 1);
    assert_eq!(attribute(&done, "failed"), 1);
    assert_eq!(state(&server, &online).0, "filled");
    assert_eq!(state(&server, &draft).0, "draft");
    let undo = format!("{EDITS}/{}/undo", done.id());
    samira.put(&undo, &json!({})).expect(200);
    assert_eq!(state(&server, &online).0, "published");
}

#[test]
fn many_are_changed_in_the_background_with_progress() {
    let server = Server::start();
    let (own, center) = (server.people.own, server.people.center);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "with recursive n (i) as (select 1 union all select i + 1 from n where i < 230)
             insert into vacancies (title, status, description, expires_at, published_at, organization_id, volunteer_center_id, created_at, updated_at)
             select 'Vacature ' || i, 'published', '', '2027-03-01T00:00:00Z', ?3, ?1, ?2, ?3, ?3 from n",
            (own, center, tx.now()),
        )?)
    });
    let samira = server.as_superuser();
    let mut body = json!({ "filter": { "mine_eq": true, "status_eq": "published" }, "attributes": { "tags_add": ["once"] } });
    body["dry_run"] = json!(true);
    let told = edit(&samira, &body).expect(200);
    assert_eq!(
        (told.at("/meta/total"), told.at("/meta/changed")),
        (json!(230), json!(230))
    );
    assert_eq!(told.at("/meta/items").as_array().unwrap().len(), 50);
    body["dry_run"] = json!(false);
    let begun = edit(&samira, &body).expect(202);
    assert_eq!(attribute(&begun, "total"), 230);
    let path = format!("{EDITS}/{}", begun.id());
    let mut seen = samira.get(&path).expect(200);
    for _ in 0..200 {
        if attribute(&seen, "state") == "done" {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        seen = samira.get(&path).expect(200);
    }
    assert_eq!(attribute(&seen, "state"), "done");
    assert_eq!(attribute(&seen, "changed"), 230);
    let tagged = samira.get(&format!("{LIST}?filter[tags_in]=once&filter[mine_eq]=true"));
    assert_eq!(tagged.expect(200).at("/meta/total"), 230);
    // The API's own call takes fewer.
    samira.patch(&format!("{LIST}/bulk"), &body).expect(422);
}
