//! Stock images: what a centre begins with, who picks and who edits, and where they stand.

use serde_json::json;

use crate::data::uploads::{VACANCY, jpeg};
use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/stock_images";

fn add(client: &Client, name: &str) -> Reply {
    let fields = [
        ("name", name),
        ("short_description", "Twee mensen in een tuin"),
        ("keywords", "tuin, groen , Tuin,"),
    ];
    client.upload_to(PATH, &fields, "image/jpeg", &jpeg(900, 600))
}

#[test]
fn a_centre_begins_with_pictures_that_are_found_by_their_keywords() {
    let server = Server::start();
    let center = server.as_center();
    let all = center
        .get(&format!("{PATH}?page[size]=100"))
        .expect(200)
        .json();
    let pictures = all["data"].as_array().unwrap();
    assert!(pictures.len() >= 24, "{}", pictures.len());
    for picture in pictures {
        let attributes = &picture["attributes"];
        assert!(!attributes["short_description"].as_str().unwrap().is_empty());
        let file = attributes["image_url"].as_str().unwrap();
        let path = format!("{}/ui/public{file}", env!("CARGO_MANIFEST_DIR"));
        let size = std::fs::metadata(&path).unwrap().len();
        assert!(size <= 40 * 1024, "{file}: {size}");
    }
    for (words, name) in [
        ("gitaar", "Muziek maken"),
        ("wheelchair", "Samen naar buiten"),
        ("KOFFIE", "Koffie drinken"),
    ] {
        let found = center
            .get(&format!("{PATH}?filter[keywords_cont]={words}"))
            .expect(200);
        assert!(found.text.contains(name), "{words}: {}", found.text);
    }
    // What was deleted comes back on demand, and nothing twice.
    let id = pictures[0]["id"].as_str().unwrap();
    center.delete(&format!("{PATH}/{id}")).expect(204);
    let brought = center
        .post(&format!("{PATH}/starter_set"), &json!({}))
        .expect(200);
    assert_eq!(brought.at("/meta/added"), 1);
    let again = center
        .post(&format!("{PATH}/starter_set"), &json!({}))
        .expect(200);
    assert_eq!(again.at("/meta/added"), 0);
}

#[test]
fn an_organisation_picks_a_page_manager_adds_and_who_edits_content_changes() {
    let server = Server::start();
    let made = add(&server.as_page_manager(), "Onze tuin").expect(201);
    assert_eq!(
        made.at("/data/attributes/keywords"),
        json!(["tuin", "groen"])
    );
    let path = format!("{PATH}/{}", made.id());
    let renamed = document("stock_images", json!({ "name": "De tuin" }));
    for client in [server.as_superuser(), server.as_page_manager()] {
        client.get(&path).expect(200);
        client.patch(&path, &renamed).expect(403);
        client.delete(&path).expect(403);
        client.get(&format!("{path}/usages")).expect(403);
    }
    add(&server.as_superuser(), "Van mij").expect(403);
    server.as_volunteer().get(PATH).expect(403);
    server.as_nobody().get(PATH).expect(401);
    for client in [
        server.as_content_manager(),
        server.as_center(),
        server.as_admin(),
    ] {
        client.patch(&path, &renamed).expect(200);
    }
    let words: Vec<String> = (0..21).map(|number| format!("woord {number}")).collect();
    let many = document("stock_images", json!({ "keywords": words }));
    let fault = server.as_center().patch(&path, &many).expect(422);
    assert_eq!(fault.pointer(), "/data/attributes/keywords");
    // Another centre's are its own.
    let other = server.people.other_center;
    let elsewhere: i64 = server.arrange(move |tx| {
        Ok(tx
            .query_row(
                "select min(id) from stock_images where volunteer_center_id = ?1",
                [other],
                |row| row.get::<_, Option<i64>>(0),
            )?
            .unwrap_or(9999))
    });
    server
        .as_admin()
        .get(&format!("{PATH}/{elsewhere}"))
        .expect(404);
}

#[test]
fn what_is_made_of_one_is_known_by_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = server.as_center().get(PATH).expect(200).ids()[0].clone();
    let fields = [VACANCY, &[("stock_image", id.as_str())]].concat();
    let sent = samira
        .upload(&fields, "image/jpeg", &jpeg(900, 600))
        .expect(201);
    assert_eq!(sent.at("/data/attributes/stock_image_id"), json!(id));
    let unknown = [VACANCY, &[("stock_image", "99999")]].concat();
    samira
        .upload(&unknown, "image/jpeg", &jpeg(700, 600))
        .expect(422);
    let uses = || {
        let shown = server.as_center().get(&format!("{PATH}/{id}")).expect(200);
        shown.at("/data/attributes/uses")
    };
    assert_eq!(uses(), 0, "sent, and put nowhere yet");
    let vacancy = fixtures::published(&samira, server.people.own, "Soep koken");
    let url = sent.at("/data/attributes/url");
    samira
        .patch(
            &format!("/api/v1/vacancies/{vacancy}"),
            &document("vacancies", json!({ "image_url": url })),
        )
        .expect(200);
    let used = server
        .as_center()
        .get(&format!("{PATH}/{id}/usages"))
        .expect(200);
    assert_eq!(used.at("/data/0/attributes/title"), "Soep koken");
    assert_eq!(
        used.at("/data/0/attributes/path"),
        format!("/vacancies/{vacancy}/edit")
    );
    assert_eq!(uses(), 1);
    let elsewhere = fixtures::published(&samira, server.people.own, "Brood bakken");
    let put = |vacancy: &str, url: &serde_json::Value| {
        samira
            .patch(
                &format!("/api/v1/vacancies/{vacancy}"),
                &document("vacancies", json!({ "image_url": url })),
            )
            .expect(200);
    };
    put(&elsewhere, &url);
    assert_eq!(uses(), 2);
    put(&vacancy, &json!(null));
    assert_eq!(uses(), 1, "taken away, and known at once");
    put(&vacancy, &url);
    // The picture stays when the stock image goes.
    server
        .as_center()
        .delete(&format!("{PATH}/{id}"))
        .expect(204);
    server.as_nobody().get(url.as_str().unwrap()).expect(200);
}
