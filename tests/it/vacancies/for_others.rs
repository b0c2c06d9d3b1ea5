//! Vacancies for other sites: feeds by any filter, the list for a frame, suggestions, and the words of a centre.

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};

use crate::support::fixtures::{self, event};
use crate::support::server::{Server, document};

fn publish(server: &Server, title: &str, tag: &str) -> String {
    server.clock.advance(jiff::SignedDuration::from_mins(1));
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, title);
    body["data"]["attributes"]["tags"] = json!([tag]);
    let id = samira.post("/api/v1/vacancies", &body).expect(201).id();
    event(
        &samira,
        &format!("/api/v1/vacancies/{id}/transition"),
        "publish",
    )
    .expect(200);
    id
}

/// The texts of the elements with this name, of a document that is well-formed and has what its standard requires.
fn elements(xml: &str, name: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    let (mut open, mut texts) = (Vec::<String>::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                open.push(String::from_utf8(start.name().as_ref().to_vec()).unwrap());
                if open.last().unwrap() == name {
                    texts.push(String::new());
                }
            }
            Event::Text(text) if open.last().is_some_and(|last| last == name) => {
                texts
                    .last_mut()
                    .unwrap()
                    .push_str(&String::from_utf8_lossy(&text));
            }
            Event::End(_) => drop(open.pop()),
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    texts
}

#[test]
fn a_feed_has_the_filters_of_the_search_page_or_of_the_list() {
    let server = Server::start();
    publish(&server, "Taalmaatje in de wijk", "once");
    publish(&server, "Chauffeur op de bus", "regularly");
    let nobody = server.as_nobody();
    for (query, titles) in [
        ("", vec!["Chauffeur op de bus", "Taalmaatje in de wijk"]),
        ("?q=taalmaatje", vec!["Taalmaatje in de wijk"]),
        ("?tags=regularly", vec!["Chauffeur op de bus"]),
        ("?filter[tags_in]=once", vec!["Taalmaatje in de wijk"]),
    ] {
        let atom = nobody
            .get(&format!("/feeds/vacancies.atom{query}"))
            .expect(200);
        assert_eq!(elements(&atom.text, "title")[1..], titles, "{query}");
        let count = titles.len();
        for (required, more) in [("id", 1), ("updated", 1), ("content", 0), ("name", 0)] {
            assert_eq!(
                elements(&atom.text, required).len(),
                count + more,
                "{required}"
            );
        }
        let rss = nobody
            .get(&format!("/feeds/vacancies.rss{query}"))
            .expect(200);
        assert_eq!(elements(&rss.text, "guid").len(), count);
        assert_eq!(elements(&rss.text, "pubDate").len(), count);
        assert!(
            elements(&rss.text, "pubDate")
                .iter()
                .all(|date| date.ends_with(" GMT"))
        );
        let xml = nobody
            .get(&format!("/feeds/vacancies.xml{query}"))
            .expect(200);
        assert_eq!(elements(&xml.text, "title"), titles, "{query}");
        assert_eq!(elements(&xml.text, "expires_at").len(), count);
        assert!(!xml.text.contains("<rss"));
        assert_eq!(xml.header("content-type"), "application/xml; charset=utf-8");
        let json: Value = serde_json::from_str(
            &nobody
                .get(&format!("/feeds/vacancies.json{query}"))
                .expect(200)
                .text,
        )
        .unwrap();
        assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
        let address = json["feed_url"].as_str().unwrap();
        let address = address.replace("%5B", "[").replace("%5D", "]");
        assert!(
            address.ends_with(&format!("/feeds/vacancies.json{query}")),
            "{address}"
        );
        let named: Vec<_> = json["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["title"].as_str().unwrap())
            .collect();
        assert_eq!(named, titles);
    }
    for (unknown, said) in [
        ("filter[nonsense]=1", "filter[nonsense]"),
        ("tag=once", "'tag'"),
        ("kind=nonsense", "'nonsense'"),
        ("filter[tags_in]=once&q=taal", "'q'"),
        ("page=0", "'page'"),
    ] {
        let refused = nobody
            .get(&format!("/feeds/vacancies.rss?{unknown}"))
            .expect(400);
        assert!(refused.text.contains(said), "{unknown}: {}", refused.text);
    }
    nobody.get("/feeds/news.atom?tag=x").expect(400);
    nobody.get("/feeds/social-map.csv?q=taal").expect(400);
    nobody.get("/feeds/vacancies.atom?page=2").expect(404);
}

#[test]
fn a_feed_of_more_than_fifty_has_pages_that_lead_to_each_other() {
    let server = Server::start();
    let id: i64 = publish(&server, "Taalmaatje in de wijk", "once")
        .parse()
        .unwrap();
    server.arrange(move |tx| {
        tx.execute(
            "insert into vacancies (title, description, status, published_at, expires_at, organization_id, volunteer_center_id, tags, created_at, updated_at)
             with recursive n (i) as (select 1 union all select i + 1 from n where i < 60)
             select 'Taalmaatje ' || i, v.description, 'published', v.published_at, v.expires_at, v.organization_id, v.volunteer_center_id, v.tags, v.created_at, v.updated_at
               from n, vacancies v where v.id = ?1",
            [id],
        )?;
        Ok(())
    });
    let nobody = server.as_nobody();
    let mut seen = std::collections::BTreeSet::new();
    let mut path = "/feeds/vacancies.json?tags=once".to_owned();
    for size in [50, 11] {
        let feed = nobody.get(&path).expect(200).json();
        let items = feed["items"].as_array().unwrap();
        assert_eq!(items.len(), size);
        seen.extend(
            items
                .iter()
                .map(|item| item["id"].as_str().unwrap().to_owned()),
        );
        let next = feed["next_url"].as_str().unwrap_or_default();
        path = next
            .split_once("/feeds/")
            .map_or_else(String::new, |(_, rest)| format!("/feeds/{rest}"));
    }
    assert_eq!((seen.len(), path.as_str()), (61, ""));
    let links = |page: &str| {
        let atom = nobody
            .get(&format!("/feeds/vacancies.atom?{page}"))
            .expect(200)
            .text;
        ["first", "previous", "self", "next", "last"]
            .into_iter()
            .filter(|relation| atom.contains(&format!("rel=\"{relation}\"")))
            .collect::<Vec<_>>()
    };
    assert_eq!(links("tags=once"), ["first", "self", "next", "last"]);
    assert_eq!(
        links("tags=once&page=2"),
        ["first", "previous", "self", "last"]
    );
    for kind in ["rss", "xml"] {
        let feed = nobody
            .get(&format!("/feeds/vacancies.{kind}?tags=once"))
            .expect(200);
        assert!(
            feed.text.contains("page=2\"") && feed.text.contains("rel=\"next\""),
            "{kind}"
        );
    }
}

#[test]
fn the_list_for_a_frame_shows_in_any_site_and_sets_no_cookie() {
    let server = Server::start();
    publish(&server, "Taalmaatje in de wijk", "once");
    publish(&server, "Chauffeur op de bus", "regularly");
    let nobody = server.as_nobody();
    let page = nobody.get("/embed/vacancies?tags=once&lang=en").expect(200);
    assert!(page.text.contains("Taalmaatje in de wijk") && !page.text.contains("Chauffeur"));
    assert!(page.text.contains("<html lang=\"en\""));
    assert!(
        page.header("content-security-policy")
            .contains("frame-ancestors *")
    );
    assert_eq!(page.header("x-frame-options"), "");
    assert_eq!(page.header("set-cookie"), "");
    let other = nobody
        .get("/embed/vacancies?organization=999999")
        .expect(200);
    assert!(!other.text.contains("Taalmaatje"));
    for script in ["/embed.js", "/embed/frame.js"] {
        let script = nobody.get(script).expect(200);
        assert!(script.header("content-type").starts_with("text/javascript"));
        assert_eq!(
            script.header("cross-origin-resource-policy"),
            "cross-origin"
        );
    }
}

#[test]
fn suggestions_name_vacancies_themes_organisations_and_places() {
    let server = Server::start();
    let id = publish(&server, "Taalmaatje in de wijk", "once");
    let samira = server.as_superuser();
    samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, "Taal, nog een concept"),
        )
        .expect(201);
    let nobody = server.as_nobody();
    let ask = |q: &str| {
        nobody
            .get(&format!("/api/v1/vacancies/suggestions?q={q}"))
            .expect(200)
    };
    for q in ["taalm", "taalmatje", "maatje"] {
        let found = ask(q);
        assert_eq!(found.at("/meta/vacancies/0/id"), id, "{q}");
        assert_eq!(
            found.at("/meta/vacancies").as_array().unwrap().len(),
            1,
            "a draft is nobody's"
        );
    }
    assert_eq!(ask("utrech").at("/meta/places/0"), "Utrecht");
    assert!(
        !ask("taal")
            .at("/meta/themes")
            .as_array()
            .unwrap()
            .is_empty()
    );
    for nothing in ["", "%20", "%22*("] {
        assert_eq!(ask(nothing).at("/meta/vacancies"), json!([]), "{nothing}");
    }
}

#[test]
fn a_centre_adds_words_of_its_own() {
    let server = Server::start();
    let id = publish(&server, "Taalmaatje in de wijk", "once");
    let (center, nobody) = (server.as_center(), server.as_nobody());
    let found = || {
        nobody
            .get("/api/v1/vacancies?filter[q]=zwieperdezwap")
            .expect(200)
            .ids()
    };
    assert!(found().is_empty());
    let words = |words: &str| document("search_synonyms", json!({ "words": words }));
    for wrong in ["zwieperdezwap", "a > b > c", "zwieperdezwap >", ", ,"] {
        center
            .post("/api/v1/search_synonyms", &words(wrong))
            .expect(422);
    }
    let added = center
        .post(
            "/api/v1/search_synonyms",
            &words("zwieperdezwap > taalmaatje"),
        )
        .expect(201);
    assert_eq!(found(), [id]);
    center
        .delete(&format!("/api/v1/search_synonyms/{}", added.id()))
        .expect(204);
    assert!(found().is_empty());
    server
        .as_volunteer()
        .post("/api/v1/search_synonyms", &words("a1b, c1d"))
        .expect(403);
}

#[test]
fn how_the_words_were_understood_is_said() {
    let server = Server::start();
    publish(&server, "Taalmaatje in de wijk", "once");
    let nobody = server.as_nobody();
    let facets = |q: &str| {
        nobody
            .get(&format!("/api/v1/vacancies/facets?filter[q]={q}"))
            .expect(200)
    };
    assert_eq!(
        facets("taalmatje").at("/meta/reading/corrected/taalmatje"),
        "taalmaatje"
    );
    let nearest = facets("taalmaatje%20xylofoon");
    assert_eq!(nearest.at("/meta/reading/left_out"), json!(["xylofoon"]));
    assert_eq!(nearest.at("/meta/reading/is_nearest"), true);
    assert_eq!(nearest.at("/meta/total"), 1);
    assert_eq!(
        nobody
            .get("/api/v1/vacancies/facets")
            .expect(200)
            .at("/meta/reading"),
        Value::Null
    );
}
