//! What an organisation shows of how it is reached: enforced wherever it is shown.

use serde_json::{Value, json};

use crate::support::server::{Server, document};

const ABOUT: &str = "Bij ons drink je koffie en leer je Nederlands. Iedereen is welkom, en je hoeft niets te kunnen. Loop gerust binnen.";
const EMAIL: &str = "info@taal.example";
const PHONE: &str = "+31612345678";
const SITE: &str = "https://taal.example";

#[test]
fn everybody_sees_of_its_contact_data_what_it_chose_and_nothing_else() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own;
    let path = format!("/api/v1/organizations/{own}");
    let change = |attributes: Value| {
        let body = document("organizations", attributes);
        samira.patch(&path, &body).expect(200)
    };
    change(json!({
        "email": EMAIL, "phone_number": "06 12345678", "website": SITE, "description": ABOUT,
        "profile": { "show_on_social_map": true },
    }));
    let nobody = server.as_nobody();
    let vacancy = crate::support::fixtures::published(&samira, own, "Taalmaatje");
    // Every form in which a visitor meets it.
    let pages = [
        path.clone(),
        "/api/v1/organizations?filter[on_social_map_eq]=true".to_owned(),
        format!("/api/v1/vacancies/{vacancy}?include=organization"),
        format!("/organizations/{own}"),
        format!("/organizations/{own}/_payload.json"),
        format!("/sociale-kaart/{own}"),
        "/feeds/social-map.geojson".to_owned(),
        "/feeds/social-map.csv".to_owned(),
        format!("/vacancies/{vacancy}"),
    ];
    let seen = |what: &str| -> Vec<&str> {
        let all = pages.iter().map(String::as_str);
        all.filter(|page| nobody.get(page).expect(200).text.contains(what))
            .collect()
    };
    let number = &PHONE[1..];
    change(json!({ "show_email": false, "show_phone_number": false, "show_website": false }));
    for what in [EMAIL, number, "taal.example"] {
        assert_eq!(seen(what), Vec::<&str>::new(), "{what}");
    }
    // Its manager and the centre see all of it, and an outsider can't ask for it by filter or sort.
    for client in [&samira, &server.as_center()] {
        let found = client.get(&path).expect(200);
        assert_eq!(found.at("/data/attributes/email"), EMAIL);
        assert_eq!(found.at("/data/attributes/website"), SITE);
    }
    change(json!({ "show_email": true, "show_phone_number": true, "show_website": true }));
    for what in [EMAIL, number, "taal.example"] {
        let found = seen(what);
        for page in [0, 3, 5, 6, 7] {
            assert!(
                found.contains(&pages[page].as_str()),
                "{what} on {}",
                pages[page]
            );
        }
    }
    // Only its managers choose, and only whoever may change it.
    let body = document("organizations", json!({ "show_email": false }));
    server.as_volunteer().patch(&path, &body).expect(403);
}
