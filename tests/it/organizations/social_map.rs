//! The social map: who is on it, filters, places, feeds, pages and suggestions of visitors.

use serde_json::{Value, json};

use crate::support::server::{Client, Server, document};

const ABOUT: &str = "Bij ons drink je koffie en leer je Nederlands. Iedereen is welkom, en je hoeft niets te kunnen. Loop gerust binnen.";

/// Puts the organisation `people.own` on the map.
fn shown(server: &Server, profile: Value) -> String {
    let own = server.people.own.to_string();
    let mut profile = profile;
    profile["show_on_social_map"] = true.into();
    let body = document(
        "organizations",
        json!({ "description": ABOUT, "profile": profile }),
    );
    server
        .as_superuser()
        .patch(&format!("/api/v1/organizations/{own}"), &body)
        .expect(200);
    own
}

fn found(client: &Client, filters: &str) -> Vec<String> {
    client
        .get(&format!(
            "/api/v1/organizations?filter[on_social_map_eq]=true{filters}"
        ))
        .expect(200)
        .ids()
}

#[test]
fn only_an_organisation_that_chose_to_and_says_something_of_itself_is_on_the_map() {
    let server = Server::start();
    let nobody = server.as_nobody();
    assert!(found(&nobody, "").is_empty());
    let own = shown(&server, json!({}));
    assert_eq!(found(&nobody, ""), [own.clone()]);
    let page = nobody.get("/sociale-kaart").expect(200);
    let page_of_one = nobody.get(&format!("/sociale-kaart/{own}")).expect(200);
    assert!(
        page.text.contains(&format!("/sociale-kaart/{own}")),
        "{}",
        page.text
    );
    assert!(page_of_one.text.contains("Bij ons drink je koffie"));

    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{own}");
    let change = |attributes: Value| {
        let body = document("organizations", attributes);
        samira.patch(&path, &body).expect(200);
    };
    change(json!({ "description": "Te kort." }));
    assert!(found(&nobody, "").is_empty());
    change(json!({ "description": ABOUT }));
    assert_eq!(found(&nobody, "").len(), 1);
    change(json!({ "profile": { "show_on_social_map": false } }));
    assert!(found(&nobody, "").is_empty());
    nobody.get(&format!("/sociale-kaart/{own}")).expect(404);
}

#[test]
fn filters_find_by_audience_language_access_distance_and_words_with_a_typing_error() {
    let server = Server::start();
    let own = shown(
        &server,
        json!({ "audiences": ["older_people"], "languages": ["ar"], "wheelchair_accessible": true,
                "opening_hours": [{ "day": 2, "from": "10:00", "until": "12:00" }, { "day": 1, "from": "09:00", "until": "12:30" }],
                "places": [{ "name": "In Zwolle", "postal_code": "8011AA" }] }),
    );
    let nobody = server.as_nobody();
    let name = nobody
        .get(&format!("/api/v1/organizations/{own}?include=profile"))
        .expect(200);
    let hours = name.at("/included/0/attributes/opening_hours");
    assert_eq!(hours[0]["day"], 1, "in the order of the week");
    let place = name.at("/included/0/attributes/places/0");
    assert_eq!(place["postal_code"], "8011 AA");
    assert!(
        place["latitude"]
            .as_f64()
            .is_some_and(|latitude| latitude > 52.4)
    );
    for filter in [
        "&filter[audiences_in]=older_people,families",
        "&filter[languages_in]=ar",
        "&filter[wheelchair_accessible_eq]=true",
        "&filter[near]=5310&filter[radius_km]=5&sort=distance",
        // One of its places is there.
        "&filter[near]=Zwolle&filter[radius_km]=5",
        "&filter[q]=koffie%20nederlands",
    ] {
        assert_eq!(found(&nobody, filter), [own.clone()], "{filter}");
    }
    for filter in [
        "&filter[audiences_in]=families",
        "&filter[languages_in]=pl",
        "&filter[near]=Groningen&filter[radius_km]=5",
        "&filter[q]=skydiving",
    ] {
        assert!(found(&nobody, filter).is_empty(), "{filter}");
    }
    let name = name.at("/data/attributes/name");
    let name = name.as_str().unwrap();
    let longest = name
        .split_whitespace()
        .max_by_key(|word| word.len())
        .unwrap();
    let mut letters: Vec<char> = longest.to_lowercase().chars().collect();
    letters.swap(2, 3);
    let typo: String = letters.iter().collect();
    assert_eq!(
        found(&nobody, &format!("&filter[q]={typo}")),
        [own.clone()],
        "{typo}"
    );

    // The map has each of its places, under the same filters.
    let places = nobody
        .get("/api/v1/organizations/map?filter[audiences_in]=older_people")
        .expect(200);
    assert_eq!(places.at("/meta/ids"), json!([own, own]));
    assert_eq!(places.at("/meta/exact"), json!([false, false]));
    // Each choice with how many there are; of its own filter a choice takes none away.
    assert_eq!(
        places.at("/meta/counts"),
        json!({ "types": {}, "activities": {}, "audiences": { "older_people": 1 }, "languages": { "ar": 1 },
                "wheelchair": { "true": 1 } })
    );
    let none = nobody
        .get("/api/v1/organizations/map?filter[audiences_in]=families")
        .expect(200);
    assert_eq!(none.at("/meta/ids"), json!([]));
    assert_eq!(
        none.at("/meta/counts/audiences"),
        json!({ "older_people": 1 })
    );
    assert_eq!(none.at("/meta/counts/languages"), json!({}));
    // Whoever decides on organisations sees all of them on the map of the list, visitors only those that show themselves.
    let all = |client: &Client| {
        let found = client.get("/api/v1/organizations/map").expect(200);
        found.at("/meta/ids").as_array().unwrap().len()
    };
    server.arrange(|tx| {
        Ok(tx.execute(
            "update organization_profiles set show_on_social_map = 0",
            [],
        )?)
    });
    assert_eq!(all(&nobody), 0);
    assert!(all(&server.as_center()) > 0);
}

#[test]
fn hours_that_end_before_they_begin_and_unknown_languages_are_refused() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    for (profile, pointer) in [
        (
            json!({ "opening_hours": [{ "day": 1, "from": "12:00", "until": "09:00" }] }),
            "/data/attributes/profile/opening_hours/0/until",
        ),
        (
            json!({ "opening_hours": [{ "day": 1, "from": "25:00", "until": "26:00" }] }),
            "/data/attributes/profile/opening_hours/0/from",
        ),
        (
            json!({ "languages": ["xx"] }),
            "/data/attributes/profile/languages/0",
        ),
        (
            json!({ "places": [{ "name": "Nergens" }] }),
            "/data/attributes/profile/places/0/postal_code",
        ),
    ] {
        let body = document("organizations", json!({ "profile": profile }));
        let refused = samira.patch(&path, &body).expect(422);
        assert_eq!(refused.pointer(), pointer);
    }
}

#[test]
fn a_place_is_put_on_the_map_by_hand_until_the_address_changes_and_never_a_home() {
    let server = Server::start();
    let own = shown(&server, json!({}));
    let registered =
        "update organizations set neighbourhood_initiative = 0, kvk_number = '12345678'";
    server.arrange(move |tx| Ok(tx.execute(registered, [])?));
    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{own}");
    let address = || {
        samira
            .get(&format!("{path}?include=address"))
            .expect(200)
            .at("/included/0/attributes")
    };
    let change = |attributes: Value| {
        let body = document("organizations", attributes);
        samira.patch(&path, &body).expect(200);
    };
    assert_eq!(address()["is_exact"], false);
    let by_hand =
        json!({ "address": { "latitude": 51.8111, "longitude": 5.2222, "is_exact": true } });
    change(by_hand.clone());
    assert_eq!(address()["latitude"], 51.8111);
    assert_eq!(address()["is_exact"], true);
    // Another address is looked up anew; a change of something else leaves the place where it is.
    change(json!({ "description": format!("{ABOUT} Tot snel.") }));
    assert_eq!(address()["is_exact"], true);
    change(json!({ "address": { "postal_code": "5303 AB" } }));
    assert_eq!(address()["is_exact"], false);
    assert_ne!(address()["latitude"], 51.8111);
    // That of an initiative is somebody's home.
    change(by_hand.clone());
    let initiative = document("organizations", json!({ "neighbourhood_initiative": true }));
    server.as_center().patch(&path, &initiative).expect(200);
    assert_eq!(address()["is_exact"], false);
    change(by_hand);
    assert_eq!(address()["is_exact"], false);
}

#[test]
fn municipalities_read_the_map_as_geojson_and_csv_and_frame_a_list_without_cookies() {
    let server = Server::start();
    let own = shown(&server, json!({ "wheelchair_accessible": true }));
    let nobody = server.as_nobody();
    let geojson = nobody.get("/feeds/social-map.geojson").expect(200);
    assert_eq!(geojson.header("content-type"), "application/geo+json");
    assert_eq!(geojson.header("access-control-allow-origin"), "*");
    assert_eq!(geojson.at("/type"), "FeatureCollection");
    assert_eq!(geojson.at("/features/0/id").to_string(), own);
    let api = nobody.get("/api/v1/social_map").expect(200);
    assert_eq!(api.at("/features"), geojson.at("/features"));
    let none = nobody
        .get("/api/v1/social_map?filter[q]=xylofonist")
        .expect(200);
    assert_eq!(none.at("/features").as_array().unwrap().len(), 0);
    nobody
        .get("/api/v1/social_map?filter[colour_eq]=red")
        .expect(400);
    assert_eq!(geojson.at("/features/0/geometry/type"), "Point");
    let longitude = geojson
        .at("/features/0/geometry/coordinates/0")
        .as_f64()
        .unwrap();
    assert!((3.0..8.0).contains(&longitude), "longitude first");
    assert_eq!(
        geojson.at("/features/0/properties/wheelchair_accessible"),
        true
    );
    let csv = nobody
        .get("/feeds/social-map.csv?filter[wheelchair_accessible_eq]=true")
        .expect(200);
    assert_eq!(csv.text.lines().count(), 2, "{}", csv.text);
    let none = nobody
        .get("/feeds/social-map.csv?filter[wheelchair_accessible_eq]=false")
        .expect(200);
    assert_eq!(none.text.lines().count(), 1);
    nobody
        .get("/feeds/social-map.csv?filter[nonsense]=1")
        .expect(400);
    nobody.get("/feeds/social-map.exe").expect(404);

    // A home is told by its place.
    let sql = "update organizations set neighbourhood_initiative = 1";
    server.arrange(move |tx| Ok(tx.execute(sql, [])?));
    let home = nobody.get("/feeds/social-map.geojson").expect(200);
    assert_eq!(home.at("/features/0/properties/street"), Value::Null);
    assert_eq!(home.at("/features/0/properties/postal_code"), Value::Null);

    let embed = nobody.get("/embed/sociale-kaart").expect(200);
    assert!(embed.text.contains(&format!("/sociale-kaart/{own}")));
    assert!(
        embed
            .header("content-security-policy")
            .ends_with("frame-ancestors *")
    );
    assert_eq!(embed.header("x-frame-options"), "");
    assert_eq!(embed.header("set-cookie"), "");
    assert!(!embed.text.contains("<form"));
    // The map asks this server alone, for the places of the list.
    let narrowed = nobody.get("/embed/sociale-kaart?q=zorg").expect(200);
    assert!(
        narrowed
            .text
            .contains("data-places=\"/api/v1/organizations/map?filter[on_social_map_eq]=true&amp;filter[q]=zorg\"")
            || !narrowed.text.contains("place-card")
    );
    assert!(
        embed
            .header("content-security-policy")
            .contains("connect-src 'self'")
    );
    let page = nobody.get("/sociale-kaart").expect(200);
    assert!(
        page.header("content-security-policy")
            .ends_with("frame-ancestors 'none'")
    );
    assert_eq!(page.header("x-frame-options"), "DENY");
}

#[test]
fn a_list_without_anything_in_it_says_so_in_words() {
    let server = Server::start();
    let foreign = server.people.foreign;
    server.arrange(move |tx| {
        tx.execute("update vacancies set status = 'archived'", [])?;
        Ok(tx.execute(
            "update organization_profiles set show_on_social_map = 0",
            [],
        )?)
    });
    for (path, said) in [
        (
            "/sociale-kaart".to_owned(),
            "Er staan nog geen organisaties op de sociale kaart.",
        ),
        (
            "/en/sociale-kaart".to_owned(),
            "There are no organisations on the social map yet.",
        ),
        (
            "/embed/sociale-kaart".to_owned(),
            "We hebben niets gevonden.",
        ),
        (
            format!("/organizations/{foreign}"),
            "Er zijn nu geen vacatures",
        ),
        (
            format!("/en/organizations/{foreign}"),
            "No volunteer roles right now",
        ),
        ("/embed/vacancies".to_owned(), "Er zijn nu geen vacatures."),
    ] {
        let page = server.as_nobody().get(&path).expect(200);
        assert!(page.text.contains(said), "{path}: {}", page.text);
        for word in [">none<", ">None<", ">undefined<"] {
            assert!(!page.text.contains(word), "{path}: {}", page.text);
        }
    }
}

#[test]
fn the_page_of_an_organisation_tells_machines_where_it_is_and_when_it_is_open() {
    let server = Server::start();
    let own = shown(
        &server,
        json!({ "opening_hours": [{ "day": 1, "from": "09:00", "until": "12:30" }] }),
    );
    let page = server
        .as_nobody()
        .get(&format!("/sociale-kaart/{own}"))
        .expect(200);
    let start = page.text.find("application/ld+json\">").unwrap() + "application/ld+json\">".len();
    let end = page.text[start..].find("</script>").unwrap() + start;
    let told: Value = serde_json::from_str(&page.text[start..end]).unwrap();
    assert_eq!(told["@type"], "NGO");
    assert_eq!(
        told["location"][0]["openingHoursSpecification"][0]["dayOfWeek"],
        "https://schema.org/Monday"
    );
    assert_eq!(
        told["location"][0]["openingHoursSpecification"][0]["opens"],
        "09:00"
    );
    assert_eq!(
        told["location"][0]["address"]["addressLocality"],
        "Lindewaard"
    );
    assert_eq!(
        told["location"][0]["geo"],
        Value::Null,
        "an area is no point"
    );
    assert!(page.text.contains("9.00 - 12.30"));
}

#[test]
fn a_visitor_tells_the_centre_what_is_wrong_and_only_the_centre_reads_it() {
    let server = Server::start();
    let own = shown(&server, json!({}));
    let nobody = server.as_nobody();
    let path = "/api/v1/organization_suggestions";
    let send = |message: &str| {
        let form =
            json!({ "organization_id": own, "message": message, "email": "buur@example.nl" });
        nobody.post(path, &document("organization_suggestions", form))
    };
    send("Ze zijn op dinsdag dicht.").expect(204);
    assert_eq!(
        send("kort").expect(422).pointer(),
        "/data/attributes/message"
    );
    let missing = json!({ "message": "De moestuin aan de dijk ontbreekt." });
    nobody
        .post(path, &document("organization_suggestions", missing))
        .expect(204);
    let elsewhere = json!({ "organization_id": "99999", "message": "Dit bestaat niet echt." });
    nobody
        .post(path, &document("organization_suggestions", elsewhere))
        .expect(422);

    assert!([401, 403].contains(&nobody.get(path).status));
    server.as_superuser().get(path).expect(403);
    let marieke = server.as_center();
    let list = marieke
        .get(&format!(
            "{path}?filter[organization_id_eq]={own}&filter[handled_eq]=false"
        ))
        .expect(200);
    assert_eq!(
        list.at("/data/0/attributes/message"),
        "Ze zijn op dinsdag dicht."
    );
    let notices = marieke
        .get("/api/v1/notifications?filter[kind_eq]=org_suggestion")
        .expect(200);
    assert_eq!(notices.at("/meta/total"), 2);
    let done = document("organization_suggestions", json!({ "handled": true }));
    marieke
        .patch(&format!("{path}/{}", list.ids()[0]), &done)
        .expect(200);
    let left = marieke
        .get(&format!("{path}?filter[handled_eq]=false"))
        .expect(200);
    assert_eq!(left.ids().len(), 1);

    // Ten an hour of one address, and not one more.
    for _ in 2..10 {
        send("Nog iets dat niet klopt.").expect(204);
    }
    send("En nog iets dat niet klopt.").expect(429);
}

#[test]
fn the_places_of_an_initiative_are_known_by_their_postcode_and_no_closer() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        let sql = "update organizations set neighbourhood_initiative = 1, kvk_number = null where id = ?1";
        Ok(tx.execute(sql, [own])?)
    });
    let place = json!({ "name": "Bij Els", "street": "Achterom", "house_number": "3", "postal_code": "8011AA",
                        "latitude": 52.51234, "longitude": 6.09876, "is_exact": true });
    shown(&server, json!({ "places": [place.clone()] }));
    let profile = server
        .as_nobody()
        .get(&format!("/api/v1/organizations/{own}?include=profile"))
        .expect(200)
        .at("/included/0");
    let kept = &profile["attributes"]["places"][0];
    assert_eq!(kept["is_exact"], false);
    assert_eq!(
        (&kept["street"], &kept["house_number"]),
        (&Value::Null, &Value::Null)
    );
    assert_ne!(kept["latitude"], 52.51234);
    // Sent to the profile itself it is no different.
    let id = profile["id"].as_str().unwrap().to_owned();
    let body = document("organization_profiles", json!({ "places": [place] }));
    server
        .as_superuser()
        .patch(&format!("/api/v1/organization_profiles/{id}"), &body)
        .expect(200);
    let page = server
        .as_nobody()
        .get(&format!("/sociale-kaart/{own}"))
        .expect(200);
    assert!(!page.text.contains("Achterom"), "{}", page.text);
}

#[test]
fn an_organisation_has_one_page_with_all_of_it_in_both_frames_and_one_address() {
    let server = Server::start();
    let own = shown(
        &server,
        json!({ "opening_hours": [{ "day": 1, "from": "09:00", "until": "12:30" }], "opening_note": "Bel eerst even",
            "audiences": ["older_people"], "languages": ["ar"], "wheelchair_accessible": true }),
    );
    // No initiative of neighbours: the way to its door is for everybody.
    let registered =
        "update organizations set neighbourhood_initiative = 0, kvk_number = '12345678'";
    server.arrange(move |tx| Ok(tx.execute(registered, [])?));
    let samira = server.as_superuser();
    crate::support::fixtures::published(&samira, server.people.own, "Taalmaatje bij de koffie");
    let body = document(
        "organizations",
        json!({ "phone_number": "06 12345678", "show_phone_number": true, "email": "taal@huis.example", "show_email": false,
                "address": { "street": "Kerkstraat", "house_number": "18", "postal_code": "5310 AB", "city": "Lindewaard" } }),
    );
    samira
        .patch(&format!("/api/v1/organizations/{own}"), &body)
        .expect(200);
    let nobody = server.as_nobody();
    let parts = |path: &str| -> (String, String) {
        let text = nobody.get(path).expect(200).text;
        let end = text.find("</main>").unwrap();
        let start = text.find("<main").unwrap();
        let main = text[start..end].to_owned();
        let head = text[..text.find("</head>").unwrap()].to_owned();
        (head, main)
    };
    let (head, main) = parts(&format!("/organizations/{own}"));
    let (head_of_map, main_of_map) = parts(&format!("/sociale-kaart/{own}"));
    // The way back is all that differs.
    let crumb = "<li><a href=\"/sociale-kaart\">Sociale kaart</a></li>";
    assert!(main_of_map.contains(crumb) && !main.contains(crumb));
    assert_eq!(main_of_map.replace(crumb, ""), main);
    for part in [
        "Bij ons drink je koffie",
        "Taalmaatje bij de koffie",
        "1 vacature bekijken",
        ">9.00 - 12.30<",
        "Bel eerst even",
        "Ouderen",
        "Nederlands, Arabisch",
        "Rolstoeltoegankelijk",
        "<a class=\"button\" href=\"tel:+31612345678\">",
        "<a class=\"button\" href=\"https://www.openstreetmap.org/",
        "<span>06 - 12 34 56 78</span>",
    ] {
        assert!(main.contains(part), "{part}: {main}");
    }
    assert!(!main.contains("taal@huis.example"), "{main}");
    for head in [&head, &head_of_map] {
        let canonical = head.find("rel=\"canonical\"").unwrap();
        let line = &head[canonical..canonical + 120];
        assert!(line.contains(&format!("/organizations/{own}\"")), "{line}");
    }
}

#[test]
fn the_social_map_is_geojson_or_documents_as_the_client_accepts() {
    let server = Server::start();
    let own = shown(&server, json!({}));
    let nobody = server.as_nobody();
    let asking = |accept: &str| nobody.clone().with("accept", accept);
    // Each twice: the second answer is one that was kept.
    for _ in 0..2 {
        for client in [
            nobody.clone(),
            asking("*/*"),
            asking("application/geo+json"),
            asking("application/json, application/vnd.api+json;q=0.5, application/geo+json"),
        ] {
            let map = client.get("/api/v1/social_map").expect(200);
            assert_eq!(map.header("content-type"), "application/geo+json");
            assert!(
                map.header("vary").contains("accept"),
                "{}",
                map.header("vary")
            );
            assert_eq!(map.at("/type"), "FeatureCollection");
            assert_eq!(map.at("/features/0/id").to_string(), own);
        }
        let list = asking("application/vnd.api+json")
            .get("/api/v1/social_map?page[size]=1")
            .expect(200);
        assert_eq!(list.header("content-type"), "application/vnd.api+json");
        assert_eq!(list.ids(), [own.clone()]);
        assert_eq!(list.at("/data/0/type"), "organizations");
        assert_eq!(list.at("/meta/total"), 1);
    }
    // Those that are not on it are in neither.
    let body = document(
        "organizations",
        json!({ "profile": { "show_on_social_map": false } }),
    );
    server
        .as_superuser()
        .patch(&format!("/api/v1/organizations/{own}"), &body)
        .expect(200);
    let list = asking("application/vnd.api+json").get("/api/v1/social_map");
    assert!(list.expect(200).ids().is_empty());
}
