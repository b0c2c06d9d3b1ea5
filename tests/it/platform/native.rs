//! What a device reads before it installs the site or opens it in an app: web manifest, share target, app links.

use serde_json::json;

use crate::support::server::Server;

const ASSET_LINKS: &str = "/.well-known/assetlinks.json";
const ASSOCIATION: &str = "/.well-known/apple-app-site-association";
const APP_ID: &str = "A1B2C3D4E5.org.example.voluntr";

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

#[test]
fn every_host_says_which_apps_open_its_links() {
    let fingerprint = ["AB"; 32].join(":");
    let server = Server::start_with(|config| {
        config.native.android_package = "org.example.voluntr".to_owned();
        config.native.android_fingerprints = vec![fingerprint.clone()];
        config.native.ios_app_ids = vec![APP_ID.to_owned()];
    });
    server.found_one_more("elders", &["elders.example"]);
    for host in [None, Some("elders.example")] {
        let nobody = match host {
            None => server.as_nobody(),
            Some(host) => server.as_nobody().with("host", host),
        };
        let links = nobody.get(ASSET_LINKS).expect(200);
        assert_eq!(links.header("content-type"), "application/json");
        assert_eq!(
            links.at("/0/relation/0"),
            "delegate_permission/common.handle_all_urls"
        );
        assert_eq!(
            links.at("/0/target"),
            json!({
                "namespace": "android_app",
                "package_name": "org.example.voluntr",
                "sha256_cert_fingerprints": [fingerprint],
            })
        );
        let association = nobody.get(ASSOCIATION).expect(200);
        assert_eq!(association.header("content-type"), "application/json");
        let details = association.at("/applinks/details/0");
        assert_eq!(details["appIDs"], json!([APP_ID]));
        // Files and calls are left to the browser; whatever else there is belongs to the app.
        let components = details["components"].as_array().unwrap();
        assert!(components.contains(&json!({ "/": "/api/*", "exclude": true })));
        assert_eq!(components.last(), Some(&json!({ "/": "*" })));
        assert_eq!(association.at("/webcredentials/apps"), json!([APP_ID]));
    }
}

#[test]
fn without_an_app_there_are_no_app_links() {
    let server = Server::start();
    server.as_nobody().get(ASSET_LINKS).expect(404);
    server.as_nobody().get(ASSOCIATION).expect(404);
    // A package whose signature nobody can verify is none.
    let half = Server::start_with(|config| {
        config.native.android_package = "org.example.voluntr".to_owned();
    });
    half.as_nobody().get(ASSET_LINKS).expect(404);
}

#[test]
fn the_manifest_describes_the_installed_site() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let manifest = nobody.get("/manifest.webmanifest").expect(200);
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    let at = |pointer: &str| manifest.at(pointer);
    assert_eq!(at("/start_url"), "/");
    assert_eq!(at("/id"), "/");
    assert_eq!(at("/display"), "standalone");
    assert_eq!(at("/lang"), "nl");
    assert!(!at("/name").as_str().unwrap().is_empty());
    assert!(
        at("/description")
            .as_str()
            .unwrap()
            .contains("vrijwilligerswerk")
    );
    for color in ["/theme_color", "/background_color"] {
        let color = at(color).as_str().unwrap().to_owned();
        assert!(color.starts_with('#') && color.len() == 7, "{color}");
    }
    // Each shortcut opens a page under its own title.
    let shortcuts = at("/shortcuts");
    let shortcuts = shortcuts.as_array().unwrap();
    let names: Vec<_> = shortcuts.iter().map(|each| &each["name"]).collect();
    assert_eq!(names, ["Vacatures", "Activiteiten", "Bewaard"]);
    for shortcut in shortcuts {
        nobody.get(shortcut["url"].as_str().unwrap()).expect(200);
    }
    assert_eq!(at("/share_target/action"), "/delen");
    assert_eq!(at("/share_target/method"), "GET");
    // Where activities are switched off nothing leads to them.
    let meedoen = nobody.with("app-context", "meedoen");
    let fewer = meedoen.get("/manifest.webmanifest").expect(200);
    assert!(!fewer.text.contains("/activiteitenkalender"));
}

#[test]
fn what_is_shared_is_opened_here_or_searched_for() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let here = format!("http://{}", server.address);
    let opened = |path: &str, url: &str, text: &str| {
        let query = format!("title=&text={}&url={}", encoded(text), encoded(url));
        let reply = nobody.get(&format!("{path}?{query}")).expect(303);
        reply.header("location").to_owned()
    };
    let vacancy = format!("{here}/vacancies/7?van=deel");
    assert_eq!(opened("/delen", &vacancy, ""), "/vacancies/7?van=deel");
    // Many apps put the address behind the words.
    assert_eq!(
        opened("/delen", "", &format!("Kijk eens: {vacancy}")),
        "/vacancies/7?van=deel"
    );
    assert_eq!(
        opened("/delen", "", "taalmaatje & koken"),
        "/zoeken?q=taalmaatje%20%26%20koken"
    );
    assert_eq!(opened("/en/delen", "", "taal"), "/en/zoeken?q=taal");
    assert_eq!(
        opened("/delen", "https://elders.example/1", "Taalmaatje"),
        "/zoeken?q=Taalmaatje"
    );
    // Another site is never opened, however its address is written.
    for url in [
        "https://elders.example/",
        "//elders.example/",
        &format!("{here}//elders.example/"),
        &format!("{here}@elders.example/"),
        &format!("{here}/delen?text=x"),
        "javascript:alert(1)",
    ] {
        assert_eq!(opened("/delen", url, ""), "/zoeken", "{url}");
    }
    nobody.get("/zoeken?q=taal").expect(200);
}
