//! What visitors get: pages written whole, home, news, the feed and the sitemap.

use serde_json::json;

use super::{blocks, online, page, publish, save};
use crate::support::server::{Server, document};

#[test]
fn the_home_page_of_a_centre_is_a_page_of_its_own_and_else_the_one_of_old() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let home = nobody.get("/").expect(200);
    assert!(
        home.text.contains("data-block=\"HeroWithSearch\""),
        "{}",
        home.text
    );
    // The app takes the HTML over: the document of the API is not sent besides.
    assert!(home.text.contains("\"page\":{") && !home.text.contains("/api/v1/pages/by_slug/"));
    assert!(nobody.get("/en").expect(200).text.contains("lang=\"en\""));
    assert_eq!(nobody.get("/home").expect(301).header("location"), "/");
    // A page stands in the language of its address, whatever somebody chose before.
    assert!(
        nobody
            .get("/en/vacancies/search")
            .expect(200)
            .text
            .contains("lang=\"en\"")
    );
    online(&server.as_center(), "Alleen Nederlands", "x");
    nobody.get("/alleen-nederlands").expect(200);
    // A centre that never made one.
    let elsewhere = nobody.with(
        "volunteer-center-id",
        &server.people.other_center.to_string(),
    );
    let old = elsewhere.get("/").expect(200);
    assert!(old.text.contains("hero-title") && !old.text.contains("data-block"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one page, looked at from all sides")]
fn a_page_is_written_whole_and_says_what_it_is_about() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let fields = json!({
        "title": "Taal & koffie", "slug": "taal", "summary": "Oefen \"Nederlands\" <samen>.", "meta_title": "Taal oefenen",
        "og_title": "Kom je ook?",
    });
    let id = marieke
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    let form = marieke
        .get("/api/v1/forms?filter[is_contact_eq]=true")
        .expect(200)
        .ids()[0]
        .clone();
    let sent = json!({ "blocks": [
        { "block_type": "SectionTitle", "content": { "title": "Eerste blok" } },
        { "block_type": "DynamicCards", "content": { "title": "Vacatures", "source": "vacancies", "number": 3, "filter": { "tags": ["once"] } } },
        { "block_type": "VacancyCategories", "content": { "title": "Soorten" } },
        { "block_type": "NewsCarousel", "content": { "title": "Nieuws" } },
        { "block_type": "BuilderForm", "content": { "form": form } },
        { "block_type": "SectionTitle", "content": { "title": "Verborgen blok" }, "is_hidden": true },
    ] });
    save(&marieke, &id, &sent).expect(200);
    publish(&marieke, &id).expect(200);
    let html = nobody.get("/taal").expect(200).text;
    for piece in [
        "<title>Taal oefenen - ",
        "<meta property=\"og:title\" content=\"Kom je ook?\">",
        "Oefen &quot;Nederlands&quot; &lt;samen&gt;.",
        "<h1>Taal &amp; koffie</h1>",
        "Eerste blok",
        "action=\"/forms/",
        "rel=\"canonical\"",
    ] {
        assert!(html.contains(piece), "{piece}\n{html}");
    }
    assert!(!html.contains("Verborgen blok"));
    assert!(
        !html.contains("rel=\"alternate\" hreflang=\"en\""),
        "it has no translation"
    );
    assert_eq!(html.matches("<h1").count(), 1);
    // Nobody translated it: under the menu of its reader it is shown as it is, and says so.
    let english = nobody.get("/en/taal").expect(200).text;
    for piece in [
        "<html lang=\"en\"",
        "This page is only available in Dutch.",
        "<div lang=\"nl\">",
        "<h1>Taal &amp; koffie</h1>",
        "href=\"/en/vacancies/search\"",
        "\"path\":\"/en/taal\"",
    ] {
        assert!(english.contains(piece), "{piece}\n{english}");
    }
    let canonical = "rel=\"canonical\" href=\"";
    let (_, address) = english.split_once(canonical).unwrap();
    assert!(
        address.split('"').next().unwrap().ends_with("/taal")
            && !address.starts_with("http://127.0.0.1/en"),
        "{address}"
    );
    assert!(!address.split('"').next().unwrap().contains("/en/"));
    // Who chose English reads it so at its own address too.
    let chosen = nobody.clone().with("cookie", "language=en");
    assert!(
        chosen
            .get("/taal")
            .expect(200)
            .text
            .contains("only available in Dutch")
    );
    assert!(
        !nobody
            .get("/taal")
            .expect(200)
            .text
            .contains("alleen in het")
    );
    let english = marieke
        .post(
            &format!("/api/v1/pages/{id}/duplicate"),
            &json!({ "locale": "en" }),
        )
        .expect(201)
        .id();
    marieke
        .patch(
            &format!("/api/v1/pages/{english}"),
            &document("pages", json!({ "slug": "language" })),
        )
        .expect(200);
    publish(&marieke, &english).expect(200);
    assert!(
        nobody
            .get("/taal")
            .expect(200)
            .text
            .contains("/en/language\"")
    );
    assert!(
        nobody
            .get("/en/language")
            .expect(200)
            .text
            .contains("lang=\"en\"")
    );
    assert_eq!(
        nobody.get("/en/taal").expect(301).header("location"),
        "/en/language"
    );
    nobody.get("/bestaat-niet").expect(404);
    let missing = nobody.get("/bestaat-niet").expect(404).text;
    assert!(missing.contains("Pagina niet gevonden"));
}

#[test]
fn english_readers_of_a_dutch_site_find_its_pages_and_its_news() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let by_slug = "/api/v1/pages/by_slug/openingstijden?locale=en";
    nobody.get(by_slug).expect(404);
    online(&marieke, "Openingstijden", "Elke dinsdag.");
    let read = nobody.get(by_slug).expect(200);
    assert_eq!(read.at("/data/attributes/locale"), "nl");
    assert_eq!(read.at("/meta/path"), "/openingstijden");
    assert_eq!(read.at("/meta/translation_path"), json!(null));
    let news = json!({ "title": "Koffie op het plein", "slug": "koffie-op-het-plein", "page_type": "news" });
    let id = marieke
        .post("/api/v1/pages", &document("pages", news))
        .expect(201)
        .id();
    save(&marieke, &id, &blocks("Kom je ook?")).expect(200);
    publish(&marieke, &id).expect(200);
    let list = nobody.get("/en/nieuws").expect(200).text;
    for piece in [
        "href=\"/en/nieuws/koffie-op-het-plein\"",
        "lang=\"nl\"><a",
        "In Dutch",
    ] {
        assert!(list.contains(piece), "{piece}\n{list}");
    }
    let item = nobody
        .get("/en/nieuws/koffie-op-het-plein")
        .expect(200)
        .text;
    assert!(item.contains("This page is only available in Dutch."));
    // An address of another kind leads to its own, in the language of the reader.
    assert_eq!(
        nobody
            .get("/en/koffie-op-het-plein")
            .expect(301)
            .header("location"),
        "/en/nieuws/koffie-op-het-plein"
    );
    // Once it is translated, a reader of English gets that alone.
    let english = marieke
        .post(
            &format!("/api/v1/pages/{id}/duplicate"),
            &json!({ "locale": "en" }),
        )
        .expect(201)
        .id();
    marieke
        .patch(
            &format!("/api/v1/pages/{english}"),
            &document(
                "pages",
                json!({ "title": "Coffee on the square", "slug": "coffee" }),
            ),
        )
        .expect(200);
    publish(&marieke, &english).expect(200);
    let found = |locale: &str| {
        nobody
            .get(&format!("/api/v1/published_pages?filter[read_in]={locale}&filter[page_type_eq]=news&fields[published_pages]=title"))
            .expect(200)
            .text
    };
    let (dutch, english) = (found("nl"), found("en"));
    assert!(dutch.contains("Koffie op het plein") && !dutch.contains("Coffee"));
    assert!(english.contains("Coffee on the square") && !english.contains("Koffie op het plein"));
    nobody
        .get("/api/v1/published_pages?filter[read_in]=de")
        .expect(400);
}

#[test]
fn the_way_in_comes_back_to_the_page_that_one_was_on() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for (path, href) in [
        ("/", "href=\"/auth/login-1\""),
        (
            "/nieuws?tag=zorg",
            "href=\"/auth/login-1?next=%2Fnieuws%3Ftag%3Dzorg\"",
        ),
        (
            "/auth/login-1?next=%2Fapplications",
            "href=\"/auth/login-1?next=%2Fapplications\"",
        ),
        // From here on English is what was chosen.
        (
            "/en/vacancies/search",
            "href=\"/en/auth/login-1?next=%2Fvacancies%2Fsearch\"",
        ),
    ] {
        let text = nobody.get(path).expect(200).text;
        let text = text
            .replace("&#x2f;", "/")
            .replace("&#x3f;", "?")
            .replace("&amp;", "&");
        assert!(text.contains(href), "{path}\n{text}");
    }
}

#[test]
fn known_addresses_of_the_contact_form_lead_on() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    assert_eq!(
        nobody
            .get("/contactformulier")
            .expect(302)
            .header("location"),
        "/forms/contact"
    );
    assert_eq!(
        nobody
            .get("/en/contactformulier")
            .expect(302)
            .header("location"),
        "/en/forms/contact"
    );
    server.arrange(|tx| {
        tx.execute("update forms set is_contact = 0", [])?;
        Ok(())
    });
    nobody.get("/forms/contact").expect(404);
    online(&marieke, "Contact", "Bel ons.");
    assert_eq!(
        nobody.get("/forms/contact").expect(302).header("location"),
        "/contact"
    );
    nobody.get("/forms/bestaat-niet").expect(404);
}

#[test]
fn a_link_follows_the_page_that_it_names() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let target = online(&marieke, "Doel", "x");
    let id = page(&marieke, "Begin");
    let sent = json!({ "blocks": [{ "block_type": "CallToAction", "content": { "title": "Ga", "link": { "page_id": target, "label": "Verder" } } }] });
    save(&marieke, &id, &sent).expect(200);
    publish(&marieke, &id).expect(200);
    assert!(
        nobody
            .get("/begin")
            .expect(200)
            .text
            .contains("href=\"/doel\"")
    );
    marieke
        .patch(
            &format!("/api/v1/pages/{target}"),
            &document("pages", json!({ "slug": "nieuw-doel" })),
        )
        .expect(200);
    assert!(
        nobody
            .get("/begin")
            .expect(200)
            .text
            .contains("href=\"/nieuw-doel\"")
    );
    marieke
        .put(&format!("/api/v1/pages/{target}/unpublish"), &json!({}))
        .expect(200);
    assert!(!nobody.get("/begin").expect(200).text.contains("nieuw-doel"));
}

#[test]
fn news_without_an_introduction_is_described_by_its_first_text() {
    let server = Server::start();
    let cora = server.as_content_manager();
    let fields = json!({ "title": "Zonder inleiding", "page_type": "news" });
    let made = cora.post("/api/v1/pages", &document("pages", fields));
    let id = made.expect(201).id();
    save(&cora, &id, &blocks("Kop")).expect(200);
    publish(&cora, &id).expect(200);
    let page = server
        .as_nobody()
        .get("/nieuws/zonder-inleiding")
        .expect(200)
        .text;
    let described = "<meta name=\"description\" content=\"Een zin.\">";
    assert!(page.contains(described), "{page}");
}

#[test]
fn news_is_listed_read_and_followed() {
    let server = Server::start();
    let (cora, nobody) = (server.as_content_manager(), server.as_nobody());
    let write = |title: &str, kind: &str, tags: serde_json::Value| {
        let fields = json!({ "title": title, "page_type": kind, "tags": tags, "summary": format!("Over {title}"), "author_name": "Cora & co" });
        let id = cora
            .post("/api/v1/pages", &document("pages", fields))
            .expect(201)
            .id();
        save(&cora, &id, &blocks(title)).expect(200);
        publish(&cora, &id).expect(200);
        server.clock.advance(jiff::SignedDuration::from_secs(60));
        id
    };
    write("Eerste bericht", "news", json!(["Taal", " taal ", "Buurt"]));
    write("Tweede bericht", "news", json!(["Buurt"]));
    write("Verhaal van Ria", "success_story", json!([]));
    write("Gewone pagina", "default", json!([]));
    let list = nobody.get("/nieuws").expect(200).text;
    assert!(
        list.contains("Tweede bericht")
            && list.contains("Verhaal van Ria")
            && !list.contains("Gewone pagina")
    );
    // Readers of feeds find that of the news here, and that of the vacancies elsewhere.
    let feed_of = |path: &str| {
        let page = server.as_nobody().get(path).expect(200).text;
        let (_, link) = page.split_once("type=\"application/atom+xml\"").unwrap();
        let (_, address) = link.split_once("href=\"").unwrap();
        address.split('"').next().unwrap().to_owned()
    };
    assert_eq!(feed_of("/nieuws"), "/feeds/news.atom");
    assert_eq!(feed_of("/en/nieuws"), "/feeds/news.atom?locale=en");
    assert_eq!(feed_of("/nieuws/eerste-bericht"), "/feeds/news.atom");
    assert_eq!(feed_of("/vacancies/search"), "/feeds/vacancies.atom");
    let tagged = nobody.get("/nieuws?tag=taal").expect(200).text;
    assert!(tagged.contains("Eerste bericht") && !tagged.contains("Over Tweede"));
    let stories = nobody.get("/nieuws?type=success_story").expect(200).text;
    assert!(stories.contains("Verhaal van Ria") && !stories.contains("Over Tweede"));
    let item = nobody.get("/nieuws/eerste-bericht").expect(200).text;
    for piece in [
        "<h1>Eerste bericht</h1>",
        "Cora &amp; co",
        "21 november 2026",
        "NewsArticle",
        "href=\"/nieuws/tweede-bericht\"",
        "tag=Buurt",
    ] {
        assert!(item.contains(piece), "{piece}\n{item}");
    }
    assert_eq!(
        nobody.get("/eerste-bericht").expect(301).header("location"),
        "/nieuws/eerste-bericht"
    );
    assert!(
        nobody
            .get("/verhaal-van-ria")
            .expect(200)
            .text
            .contains("Verhaal van Ria")
    );
    let year = nobody
        .get("/api/v1/published_pages?filter[year]=2025")
        .expect(200);
    assert!(year.ids().is_empty());
    let feed = nobody.get("/feeds/news.atom").expect(200);
    assert!(
        feed.header("content-type")
            .starts_with("application/atom+xml")
    );
    assert!(
        feed.text.contains("<title>Tweede bericht</title>")
            && feed.text.contains("<name>Cora &amp; co</name>")
    );
    assert!(!feed.text.contains("Gewone pagina"));
    let sitemap = nobody.get("/sitemap.xml").expect(200).text;
    for path in [
        "/nieuws/eerste-bericht</loc>",
        "/gewone-pagina</loc>",
        "/verhaal-van-ria</loc>",
    ] {
        assert!(sitemap.contains(path), "{path}\n{sitemap}");
    }
    assert!(!sitemap.contains("/home<"));
}

#[test]
fn a_sitemap_of_very_many_addresses_is_an_index_of_parts() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let locs = |text: &str| -> Vec<String> {
        text.split("<loc>")
            .skip(1)
            .map(|rest| rest.split_once("</loc>").unwrap().0.to_owned())
            .collect()
    };
    let small = nobody.get("/sitemap.xml").expect(200).text;
    assert!(small.contains("<urlset"));
    assert_eq!(nobody.get("/sitemap.xml?part=1").expect(200).text, small);
    for part in ["2", "0", "x", "-1", "99999999999999999999"] {
        nobody.get(&format!("/sitemap.xml?part={part}")).expect(404);
    }
    server.arrange(|tx| {
        tx.execute(
            "with recursive n (i) as (select 1 union all select i + 1 from n where i < 10001)
             insert into vacancies (title, status, expires_at, published_at, organization_id, volunteer_center_id, created_at, updated_at)
             select 'Gastvrouw', 'published', '2027-10-01T09:00:00Z', ?1, (select min(id) from organizations), 1, ?1, ?1 from n",
            [tx.now()],
        )?;
        Ok(())
    });
    let index = nobody.get("/sitemap.xml").expect(200);
    assert!(index.text.contains("<sitemapindex"), "{}", index.text);
    let parts = locs(&index.text);
    assert_eq!(parts.len(), 2);
    let mut seen = Vec::new();
    for part in &parts {
        let path = part.find("/sitemap.xml").map(|at| &part[at..]).unwrap();
        let file = nobody.get(path).expect(200).text;
        let found = locs(&file);
        assert!(found.len() <= 10_000);
        seen.extend(found);
    }
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all, "each address stands in one part");
    assert_eq!(all, locs(&small).len() + 10_001);
    nobody.get("/sitemap.xml?part=3").expect(404);
    // What is taken offline is in no kept answer.
    let one = seen
        .iter()
        .find(|address| address.contains("/vacancies/"))
        .unwrap();
    let id: i64 = one.rsplit_once('/').unwrap().1.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute("update vacancies set status = 'draft' where id = ?1", [id])?;
        Ok(())
    });
    let first = nobody.get("/sitemap.xml?part=1").expect(200).text;
    assert!(!first.contains(&format!("/vacancies/{id}<")));
}
