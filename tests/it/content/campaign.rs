//! The page of a campaign, which has a host of its own.

use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Server, document};

const PATH: &str = "/gelderse-handen";
const HOST: &str = "gelderse-handen.localhost";
const MAIN_HOST: &str = "meedoen.localhost";

fn start() -> Server {
    let server = Server::start();
    server.found_one_more_of("meedoen", "meedoen", &[MAIN_HOST, HOST]);
    server
}

fn at(server: &Server, host: &str) -> Client {
    server.as_nobody().with("host", host)
}

fn signed_in(server: &Server, email: &str) -> Client {
    let mut client = at(server, MAIN_HOST);
    client.sign_in(email, PASSWORD);
    client
}

/// The page in a language, as editors find it.
fn campaign(client: &Client, locale: &str) -> (String, Value) {
    let found = client
        .get("/api/v1/pages?page[size]=100")
        .expect(200)
        .at("/data");
    let is_it = |page: &&Value| {
        page["attributes"]["slug"] == "gelderse-handen" && page["attributes"]["locale"] == locale
    };
    let page = found.as_array().unwrap().iter().find(is_it).unwrap();
    (page["id"].as_str().unwrap().to_owned(), page.clone())
}

#[test]
fn the_host_of_the_campaign_shows_its_page_in_both_languages_and_nothing_else() {
    let server = start();
    let there = at(&server, HOST);
    let page = there.get(PATH).expect(200).text;
    assert!(page.contains("Twee handen. Dat is genoeg."));
    assert!(page.contains("campaign-bar") && !page.contains("toolbar-menu"));
    assert!(
        page.contains("action=\"/forms/"),
        "it can be answered without scripts"
    );
    assert!(page.contains("Na 31 maart 2027 wissen we wat je hier invult."));
    let english = there.get("/en/gelderse-handen").expect(200).text;
    assert!(english.contains("Two hands. That’s enough."));
    assert!(english.contains("We erase what you fill in here after 31 March 2027."));
    for elsewhere in ["/", "/vacancies/search", "/en", "/users"] {
        let led = there.get(elsewhere).expect(302);
        assert_eq!(led.header("location"), PATH, "{elsewhere}");
    }
    at(&server, MAIN_HOST).get(PATH).expect(200);
    let listed = there.get("/sitemap.xml").expect(200).text;
    assert!(listed.contains(PATH) && !listed.contains("/vacancies"));
    let listed = at(&server, MAIN_HOST).get("/sitemap.xml").expect(200).text;
    assert!(listed.contains(PATH) && listed.contains("/vacancies/search"));
}

#[test]
fn elsewhere_there_is_no_such_page_and_nobody_can_make_one() {
    let server = Server::start();
    server.as_nobody().get(PATH).expect(404);
    let marieke = server.as_center();
    let fields = json!({ "title": "Handen", "slug": "gelderse-handen" });
    let refused = marieke.post("/api/v1/pages", &document("pages", fields));
    refused.expect(422);
    let screens = marieke.get("/api/v1/menu_items/system_pages");
    assert!(!screens.text.contains("gelderseHanden"));
}

#[test]
fn editors_change_the_page_but_not_its_address_and_take_it_offline_but_do_not_delete_it() {
    let server = start();
    for email in ["content@example.nl", "marieke@example.nl"] {
        let editor = signed_in(&server, email);
        let (id, page) = campaign(&editor, "nl");
        let path = format!("/api/v1/pages/{id}");
        let title = format!("Gelderse Handen van {email}");
        let change = |fields: Value| editor.patch(&path, &document("pages", fields));
        change(json!({ "title": title, "slug": page["attributes"]["slug"] })).expect(200);
        change(json!({ "slug": "andere-handen" })).expect(422);
        editor.delete(&path).expect(422);
    }
    let marieke = signed_in(&server, "marieke@example.nl");
    let (id, _) = campaign(&marieke, "nl");
    super::save(&marieke, &id, &super::blocks("Duizend handen")).expect(200);
    super::publish(&marieke, &id).expect(200);
    let there = at(&server, HOST);
    assert!(there.get(PATH).expect(200).text.contains("Duizend handen"));
    let offline = |id: &str| {
        let path = format!("/api/v1/pages/{id}/unpublish");
        marieke.decide(&path, &json!({})).expect(200);
    };
    offline(&id);
    // One language stands for both.
    assert!(there.get(PATH).expect(200).text.contains("Two hands"));
    offline(&campaign(&marieke, "en").0);
    there.get(PATH).expect(404);
}

#[test]
fn who_joins_in_is_told_to_the_centre() {
    let server = start();
    let there = at(&server, HOST);
    let form = there
        .get("/api/v1/forms/by_token/gelderse-handen")
        .expect(200);
    assert_eq!(form.at("/data/attributes/state"), "open");
    assert_eq!(form.at("/data/attributes/erased_after"), "2027-03-31");
    let mut given = json!({});
    for question in form.at("/data/attributes/questions").as_array().unwrap() {
        let answer = match question["key"].as_str().unwrap() {
            "name" => json!("Noor Vermeulen"),
            "phone" => json!("0612345678"),
            "place" => json!("Wezep"),
            "help" => json!([question["options"][1]]),
            "may_call" => json!(true),
            _ => continue,
        };
        given[question["id"].as_str().unwrap()] = answer;
    }
    let path = "/api/v1/forms/gelderse-handen/submissions";
    there.post(path, &json!({ "answers": {} })).expect(422);
    there.post(path, &json!({ "answers": given })).expect(201);
    let marieke = signed_in(&server, "marieke@example.nl");
    let forms = marieke.get("/api/v1/forms").expect(200);
    let ours = forms.at("/data").as_array().unwrap().clone();
    let ours = ours
        .iter()
        .find(|form| form["attributes"]["token"] == "gelderse-handen");
    assert_eq!(ours.unwrap()["attributes"]["submissions_count"], 1);
}
