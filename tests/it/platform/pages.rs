//! HTML pages as a browser gets them: readable, complete, in two languages, with matching `HEAD` responses.

use crate::support::fixtures::published;
use crate::support::server::Server;

#[test]
fn a_visitor_reads_a_vacancy_without_a_script_and_its_text_stays_text() {
    let server = Server::start();
    let title = "Thee & koek </script><script>alert(1)</script>";
    let id = published(&server.as_superuser(), server.people.own, title);
    let page = server.as_nobody().get(&format!("/en/vacancies/{id}"));
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-language"), "en");
    assert!(page.text.contains("<html lang=\"en\""));
    assert!(
        page.text
            .contains("<h1 lang=\"nl\">Thee &amp; koek &lt;/script&gt;")
    );
    assert!(page.text.contains("Je spreekt elke week een uur af"));
    assert!(!page.text.contains("<script>alert"));
    assert!(
        page.header("content-security-policy")
            .contains("script-src 'self';")
    );
}

#[test]
fn what_nobody_may_read_is_no_page_and_a_page_of_the_app_is_one() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for path in ["/vacancies/999", "/no/such/page", "/no-such-page"] {
        let page = nobody.get(path);
        assert_eq!(page.status, 404, "{path}");
        assert!(
            page.text.contains("Pagina niet gevonden") && page.text.contains("noindex"),
            "{path}"
        );
    }
    let page = nobody.get("/applications");
    assert_eq!(page.status, 200);
    assert!(page.text.contains("noindex"));
    assert_eq!(
        nobody.get("/assets/none.js").header("content-type"),
        "text/plain; charset=utf-8"
    );
}

#[test]
fn what_somebody_agrees_to_at_signing_up_is_a_page_that_names_the_centre() {
    let server = Server::start();
    for (path, title, words) in [
        ("/voorwaarden", "Voorwaarden", "Met Meedoen in Lindewaard."),
        ("/en/voorwaarden", "Terms", "With Meedoen in Lindewaard."),
    ] {
        let page = server.as_nobody().get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text.contains(&format!("<h1>{title}</h1>")), "{path}");
        assert!(page.text.contains(words), "{path}");
        // The app gets the text as it was written and fills it in itself.
        let shown = page.text.split("id=\"first-data\"").next().unwrap();
        assert!(!shown.contains("{{"), "{path}");
        assert!(
            page.text
                .contains(&format!("<a href=\"{path}\">{title}</a>")),
            "the foot leads to {path}"
        );
    }
}

#[test]
fn a_page_that_was_first_asked_for_by_head_has_a_body_afterwards() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for path in ["/", "/api/v1/taxonomies/tags", "/theme.css"] {
        assert_eq!(nobody.send("HEAD", path, None).status, 200, "{path}");
        assert!(!nobody.get(path).text.is_empty(), "{path}");
    }
}

#[test]
fn a_changed_title_is_on_the_page_at_once() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Wandelen met de hond");
    let nobody = server.as_nobody();
    for path in [
        "/",
        "/vacancies/search",
        "/sitemap.xml",
        "/feeds/vacancies.atom",
    ] {
        assert_eq!(nobody.get(path).status, 200, "{path}");
    }
    published(&samira, server.people.own, "Voorlezen aan kleuters");
    for path in ["/", "/vacancies/search", "/feeds/vacancies.atom"] {
        assert!(
            nobody.get(path).text.contains("Voorlezen aan kleuters"),
            "{path}"
        );
    }
    assert!(
        nobody
            .get(&format!("/vacancies/{id}/_payload.json"))
            .text
            .contains("Wandelen met de hond")
    );
}

#[test]
fn the_choice_of_centre_and_language_is_left_with_whoever_has_none() {
    let server = Server::start();
    // Twice: the second comes from what is kept.
    for _ in 0..2 {
        let page = server.as_nobody().get("/en");
        let cookies: Vec<_> = page
            .headers
            .get_all("set-cookie")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .collect();
        assert!(cookies.iter().any(|cookie| cookie.starts_with("volunteerCenterId=") && cookie.contains("Secure")), "{cookies:?}");
        assert!(
            cookies
                .iter()
                .any(|cookie| cookie.starts_with("language=en; Path=/; Max-Age=31536000")),
            "{cookies:?}"
        );
    }
    assert!(
        server
            .as_nobody()
            .get("/api/v1/taxonomies/tags")
            .headers
            .get("set-cookie")
            .is_none()
    );
}

#[test]
fn an_organisation_and_the_filters_of_the_search_are_there_without_a_script() {
    let server = Server::start();
    published(
        &server.as_superuser(),
        server.people.own,
        "Koffie schenken in de tuin",
    );
    let nobody = server.as_nobody();
    let page = nobody.get(&format!("/organizations/{}", server.people.own));
    assert_eq!(page.status, 200);
    assert!(page.text.contains("Wat doen we?") && page.text.contains("1 vacature bekijken<"));
    assert!(page.text.contains("Koffie schenken in de tuin"));
    let page = nobody.get("/vacancies/search?q=koffie&tags=once");
    // A choice that can be taken back, one that can be made, and the map.
    assert!(page.text.contains("href=\"/vacancies/search?q=koffie\""));
    assert!(page.text.contains("tags=once,flexible\""));
    assert!(page.text.contains("tags=once&amp;view=map\""));
    // Nothing was found, so there is nothing to put in order.
    assert!(!page.text.contains("Past het best"));
    // The usual order of a question is not sent along with another one.
    let found = nobody.get("/vacancies/search?q=koffie").text;
    assert!(
        found.contains("value=\"\" selected>Past het best"),
        "{found}"
    );
    assert!(found.contains("value=\"newest\">"), "{found}");
}
