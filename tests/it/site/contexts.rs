//! What a context takes away is nowhere: no call, no page, no entry of a menu (docs/domain/rights.md#features).

use serde_json::{Value, json};

use crate::support::server::{Client, Server, document};

/// A part of the product, with its calls (method, address, a body that is right) and its pages.
struct Part {
    feature: &'static str,
    calls: &'static [(&'static str, &'static str, &'static str)],
    pages: &'static [&'static str],
}

/// The parts that the context `meedoen` does not have. `{vacancy}` is one that is online.
const PARTS: [Part; 2] = [
    Part {
        feature: "volunteer_profiles",
        calls: &[
            ("GET", "/api/v1/volunteer_profiles/current", ""),
            (
                "PATCH",
                "/api/v1/volunteer_profiles/current",
                r#"{ "data": { "type": "volunteer_profiles", "attributes": { "wants_online": true } } }"#,
            ),
            (
                "PUT",
                "/api/v1/volunteer_profiles/current",
                r#"{ "data": { "type": "volunteer_profiles", "attributes": { "wants_online": true } } }"#,
            ),
            (
                "PUT",
                "/api/v1/volunteer_profiles/current/visibility",
                r#"{ "visible": true }"#,
            ),
            ("GET", "/api/v1/vacancies/recommended", ""),
            (
                "PUT",
                "/api/v1/vacancies/{vacancy}/dismissal",
                r#"{ "reason": "other" }"#,
            ),
            (
                "PUT",
                "/api/v1/match_counts",
                r#"{ "event": "shown", "count": 1 }"#,
            ),
        ],
        pages: &[
            "/profiel",
            "/vacancies/recommended",
            "/vrijwilligerspool",
            "/profile-replies",
        ],
    },
    Part {
        feature: "activities",
        calls: &[
            ("GET", "/api/v1/activities", ""),
            ("GET", "/api/v1/activity_occurrences", ""),
            ("GET", "/api/v1/activity_occurrences/calendar", ""),
            ("GET", "/api/v1/activity_occurrences/map", ""),
            ("GET", "/api/v1/activity_registrations", ""),
            ("PUT", "/api/v1/me/calendar_feed", ""),
        ],
        pages: &["/activiteitenkalender", "/activiteitenkalender/overzicht"],
    },
];

fn ask(
    client: &Client,
    (method, path, body): (&str, &str, &str),
    vacancy: &str,
) -> crate::support::server::Reply {
    let body: Option<Value> = (!body.is_empty()).then(|| serde_json::from_str(body).unwrap());
    let path = path.replace("{vacancy}", vacancy);
    client.send(method, &path, body.as_ref())
}

#[test]
fn what_a_context_takes_away_has_no_call_no_page_and_no_entry_of_a_menu() {
    let server = Server::start();
    let vacancy = crate::support::fixtures::published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje",
    );
    let organization = format!("/organizations/{}", server.people.own);
    let (joke, nobody, admin) = (server.as_volunteer(), server.as_nobody(), server.as_admin());
    let answers =
        json!({ "headline": "Ik help graag", "wants_online": true, "postal_code_4": "5310" });
    joke.patch(
        "/api/v1/volunteer_profiles/current",
        &document("volunteer_profiles", answers),
    )
    .expect(200);
    let matched = |client: &Client| {
        let found = client
            .get(&format!("/api/v1/vacancies/{vacancy}"))
            .expect(200);
        found.at("/meta/match")
    };
    assert_ne!(matched(&joke), Value::Null);

    let check = |is_on: bool, client: &Client, site: &Client| {
        let about = site.get("/api/v1/volunteer_centers/current").expect(200);
        for part in &PARTS {
            let told = about.at(&format!("/meta/features/{}", part.feature));
            assert_eq!(told, is_on, "{}", part.feature);
            for call in part.calls {
                let answer = ask(client, *call, &vacancy);
                if is_on {
                    assert!(answer.status < 300, "{call:?}: {}", answer.text);
                } else {
                    assert_eq!(answer.status, 404, "{call:?}");
                    // Who is not signed in may be told that first.
                    let status = ask(site, *call, &vacancy).status;
                    assert!(matches!(status, 401 | 404), "{call:?}: {status}");
                }
            }
            for page in part.pages {
                let status = site.get(page).status;
                assert!(is_on || status == 404, "{page}: {status}");
            }
        }
        for list in ["/sitemap.xml", "/"] {
            let text = site.get(list).text;
            let pages = PARTS.iter().flat_map(|part| part.pages);
            for page in pages.filter(|_| !is_on) {
                assert!(!text.contains(&format!("\"{page}\"")), "{list}: {page}");
                assert!(!text.contains(&format!("{page}<")), "{list}: {page}");
            }
        }
        assert_eq!(matched(client) == Value::Null, !is_on);
        // A page asks for nothing that is switched off.
        let page = site.get(&organization).expect(200).text;
        assert_eq!(page.contains("/api/v1/activity_occurrences"), is_on);
    };
    check(true, &joke, &nobody);
    assert_eq!(nobody.get("/profiel").status, 200);
    assert_eq!(nobody.get("/vacancies/recommended").status, 200);
    // The app that asks says its part of the product.
    check(
        false,
        &joke.clone().with("app-context", "meedoen"),
        &nobody.clone().with("app-context", "meedoen"),
    );
    check(true, &joke, &nobody);
    // The tenant's own context holds for everybody, whatever they ask for.
    let decide = json!({ "context": "meedoen" });
    admin
        .patch(
            "/api/v1/tenant_settings/current",
            &document("tenant_settings", decide),
        )
        .expect(200);
    check(false, &joke, &nobody);
    check(
        false,
        &joke.clone().with("app-context", "main"),
        &nobody.clone().with("app-context", "main"),
    );
}
