//! Saved searches: private to their owner, limited in number, and valid queries of the list of vacancies.

use serde_json::json;

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/saved_searches";

fn save(client: &Client, name: &str, filters: &str) -> Reply {
    let attributes = json!({ "name": name, "filters": filters });
    client.post(PATH, &document("saved_searches", attributes))
}

#[test]
fn a_search_is_saved_renamed_mailed_and_deleted_by_its_owner() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let saved = save(&joke, "Taal", "filter[q]=taal&filter[tags_in]=once").expect(201);
    assert_eq!(saved.at("/data/attributes/mail"), json!("never"));
    let path = format!("{PATH}/{}", saved.id());
    let change = json!({ "name": "Taal, soms", "mail": "daily" });
    let changed = joke
        .patch(&path, &document("saved_searches", change))
        .expect(200);
    assert_eq!(
        changed.at("/data/attributes/filters"),
        saved.at("/data/attributes/filters")
    );
    let listed = joke.get(PATH).expect(200);
    assert_eq!(listed.at("/data/0/attributes/name"), json!("Taal, soms"));
    assert_eq!(listed.at("/data/0/attributes/mail"), json!("daily"));
    joke.delete(&path).expect(204);
    assert_eq!(joke.get(PATH).expect(200).at("/meta/total"), json!(0));
}

#[test]
fn nobody_sees_the_searches_of_another_not_even_a_centre() {
    let server = Server::start();
    let id = save(&server.as_volunteer(), "Taal", "filter[q]=taal")
        .expect(201)
        .id();
    let path = format!("{PATH}/{id}");
    for client in [server.as_superuser(), server.as_center(), server.as_admin()] {
        assert_eq!(client.get(PATH).expect(200).at("/meta/total"), json!(0));
        client.get(&path).expect(404);
        client
            .patch(
                &path,
                &document("saved_searches", json!({ "name": "Mijn" })),
            )
            .expect(404);
        client.delete(&path).expect(404);
    }
    server.as_nobody().get(PATH).expect(401);
    save(&server.as_nobody(), "Taal", "").expect(401);
}

#[test]
fn filters_are_those_of_the_list_of_vacancies() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for filters in [
        "filter[nonsense]=1",
        "filter[online_eq]=maybe",
        "sort=title",
        "taal",
    ] {
        let fault = save(&joke, "Zoek", filters).expect(422);
        assert_eq!(fault.pointer(), "/data/attributes/filters", "{filters}");
    }
    for filters in ["", "filter[near]=5310&filter[radius_km]=5"] {
        save(&joke, "Zoek", filters).expect(201);
        let answer = joke.get(&format!("/api/v1/vacancies?{filters}"));
        answer.expect(200);
    }
}

#[test]
fn the_same_search_is_saved_once_and_a_person_has_twenty() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for number in 0..20 {
        save(&joke, "Zoek", &format!("filter[q]=woord{number}")).expect(201);
        if number == 0 {
            let again = save(&joke, "Nog eens", "filter[q]=woord0").expect(422);
            assert_eq!(again.pointer(), "/data/attributes/filters");
        }
    }
    let fault = save(&joke, "Zoek", "filter[q]=te+veel").expect(422);
    assert_eq!(fault.pointer(), "/data/attributes/name");
    // Another person's do not count.
    save(&server.as_superuser(), "Zoek", "filter[q]=woord0").expect(201);
}
