//! Views and searches are counted on the server: without cookies, each visitor once a day, and nothing that leads to anybody.

use std::fs;
use std::path::Path;

use crate::content::online;
use crate::support::fixtures;
use crate::support::server::{Client, Server};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const SAFARI: &str = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15";
const SEARCH: &str = "/vacancies/search";

fn visitor(server: &Server, browser: &str) -> Client {
    server.as_nobody().with("user-agent", browser)
}

fn write(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(tenant.write_views())
        .unwrap();
}

/// Lines of what was written, such as `vacancies 1: 2`, in order.
fn rows(server: &Server, sql: &'static str) -> Vec<String> {
    write(server);
    server.arrange(move |tx| {
        Ok(tx
            .prepare(sql)?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?)
    })
}

fn views(server: &Server) -> Vec<String> {
    rows(
        server,
        "select subject_type || ' ' || subject_id || ': ' || sum(count) from view_counts
          group by subject_type, subject_id order by 1",
    )
}

fn searches(server: &Server) -> Vec<String> {
    rows(
        server,
        "select words || iif(has_results, ' found: ', ' not found: ') || sum(count) from search_counts
          group by words, has_results order by 1",
    )
}

#[test]
fn a_visitor_counts_once_a_day_whatever_is_asked_for() {
    let server = Server::start();
    let id = fixtures::published(&server.as_superuser(), server.people.own, "Soep koken");
    let path = format!("/api/v1/vacancies/{id}");
    for _ in 0..2 {
        visitor(&server, FIREFOX)
            .get(&format!("/vacancies/{id}"))
            .expect(200);
        visitor(&server, FIREFOX)
            .get(&format!("/en/vacancies/{id}"))
            .expect(200);
        visitor(&server, FIREFOX).get(&path).expect(200);
    }
    let etag = visitor(&server, FIREFOX)
        .get(&path)
        .header("etag")
        .to_owned();
    assert_eq!(views(&server), [format!("vacancies {id}: 1")]);
    let again = visitor(&server, SAFARI).with("if-none-match", &etag);
    again.get(&path).expect(304);
    assert_eq!(views(&server), [format!("vacancies {id}: 2")]);
    let sources = "select kind || ' ' || source || ': ' || count from traffic_counts order by 1";
    assert_eq!(rows(&server, sources), ["vacancies direct: 2"]);
}

#[test]
fn programs_preparations_and_whoever_is_signed_in_do_not_count() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Soep koken");
    let (page, document) = (
        format!("/vacancies/{id}"),
        format!("/api/v1/vacancies/{id}"),
    );
    let bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for path in [&page, &document] {
        visitor(&server, bot).get(path).expect(200);
        visitor(&server, FIREFOX)
            .with("sec-purpose", "prefetch")
            .get(path)
            .expect(200);
        visitor(&server, FIREFOX)
            .send("HEAD", path, None)
            .expect(200);
        // Once more, from the cache.
        visitor(&server, FIREFOX)
            .send("HEAD", path, None)
            .expect(200);
        for staff in [&samira, &server.as_center()] {
            staff
                .clone()
                .with("user-agent", FIREFOX)
                .get(path)
                .expect(200);
        }
        let cookie = format!("voluntr-token={}", "x".repeat(40));
        visitor(&server, FIREFOX)
            .with("cookie", &cookie)
            .get(path)
            .expect(200);
    }
    visitor(&server, FIREFOX)
        .get("/vacancies/999999")
        .expect(404);
    visitor(&server, FIREFOX)
        .get("/api/v1/vacancies/999999")
        .expect(404);
    assert!(views(&server).is_empty(), "{:?}", views(&server));
    visitor(&server, FIREFOX).get(&page).expect(200);
    assert_eq!(views(&server), [format!("vacancies {id}: 1")]);
}

#[test]
fn pages_organisations_and_the_search_page_count_too_with_where_visitors_came_from() {
    let server = Server::start();
    let page = online(&server.as_center(), "Over ons", "Wie wij zijn");
    let organization = server.people.own;
    let from = |before: &str| visitor(&server, FIREFOX).with("referer", before);
    from("https://www.google.nl/").get("/over-ons").expect(200);
    from("https://www.facebook.com/groep")
        .get("/over-ons")
        .expect(200);
    from("https://l.facebook.com/")
        .get(&format!("/organizations/{organization}"))
        .expect(200);
    from("https://gemeente.example/").get(SEARCH).expect(200);
    // A screen of the app is no page of the centre.
    from("https://gemeente.example/")
        .get("/privacy")
        .expect(200);
    let seen = views(&server);
    let search = seen
        .iter()
        .any(|row| row.starts_with("vacancy_search ") && row.ends_with(": 1"));
    assert!(search, "{seen:?}");
    assert!(seen.contains(&format!("pages {page}: 1")), "{seen:?}");
    assert!(
        seen.contains(&format!("organizations {organization}: 1")),
        "{seen:?}"
    );
    assert_eq!(seen.len(), 3, "{seen:?}");
    assert_eq!(
        rows(
            &server,
            "select kind || ' ' || source || ': ' || count from traffic_counts order by 1"
        ),
        [
            "organizations social: 1",
            "pages search_engine: 1",
            "vacancy_search other_site: 1",
        ]
    );
}

#[test]
fn words_are_counted_with_whether_they_found_anything_and_none_with_an_address() {
    let server = Server::start();
    fixtures::published(&server.as_superuser(), server.people.own, "Soep koken");
    let ask = |browser: &str, query: &str| {
        visitor(&server, browser)
            .get(&format!("{SEARCH}?{query}"))
            .expect(200);
    };
    let list = |browser: &str, words: &str| {
        let path = format!("/api/v1/vacancies?filter[q]={words}&page[size]=20");
        visitor(&server, browser).get(&path).expect(200);
    };
    ask(FIREFOX, "q=Soep");
    ask(FIREFOX, "q=soep");
    list(FIREFOX, "soep");
    // From the cache, and at a further page.
    ask(SAFARI, "q=soep");
    ask("Mozilla/5.0 (Android) Firefox/133.0", "q=soep&page=2");
    list(FIREFOX, "parachutespringen");
    list(SAFARI, "parachutespringen");
    ask(FIREFOX, "q=zeppelin");
    for telling in [
        "jan@voorbeeld.nl",
        "0612345678",
        "https://voorbeeld.nl",
        "voorbeeld.nl",
    ] {
        ask(FIREFOX, &format!("q={telling}"));
        list(FIREFOX, telling);
    }
    assert_eq!(
        searches(&server),
        [
            "parachutespringen not found: 2",
            "soep found: 2",
            "zeppelin not found: 1",
        ]
    );
}

#[test]
fn nothing_of_a_visitor_is_written_anywhere() {
    let server = Server::start();
    let id = fixtures::published(&server.as_superuser(), server.people.own, "Soep koken");
    let mark = "Mozilla/5.0 Zeepaardbrowser/7";
    visitor(&server, mark)
        .get(&format!("/vacancies/{id}"))
        .expect(200);
    visitor(&server, mark)
        .get(&format!("{SEARCH}?q=soep"))
        .expect(200);
    assert_eq!(views(&server).len(), 2);
    for (table, columns) in [
        ("view_counts", "subject_type,subject_id,day,count"),
        (
            "traffic_counts",
            "volunteer_center_id,day,kind,source,count",
        ),
        (
            "search_counts",
            "volunteer_center_id,day,words,has_results,count",
        ),
    ] {
        let told: String = server.arrange(move |tx| {
            let sql = "select group_concat(name) from pragma_table_info(?1)";
            Ok(tx.query_row(sql, [table], |row| row.get(0))?)
        });
        assert_eq!(told, columns, "no room for a key, a hash or an address");
    }
    let files = files_with(&server.app.config().data, b"Zeepaardbrowser");
    assert!(files.is_empty(), "{files:?}");
    assert!(
        !files_with(&server.app.config().data, b"Soep koken").is_empty(),
        "they are read"
    );
}

fn files_with(folder: &Path, mark: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, mark));
        } else if fs::read(&path)
            .unwrap()
            .windows(mark.len())
            .any(|part| part == mark)
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn rare_words_go_after_a_month_and_counts_after_three_years() {
    let server = Server::start();
    let today = server.app.clock().text();
    server.arrange(move |tx| {
        tx.execute_batch(&format!(
            "insert into search_counts (volunteer_center_id, day, words, has_results, count)
             select c.id, date('{today}', '-' || d.value || ' days'), w.value, 0, 1
               from (select min(id) as id from volunteer_centers) c,
                    json_each('[1, 40, 41, 42, 43, 1200]') d, json_each('[\"vaak\"]') w
             union all
             select min(id), date('{today}', '-40 days'), 'zelden', 1, 4 from volunteer_centers
             union all
             select min(id), date('{today}', '-3 days'), 'nieuw', 1, 1 from volunteer_centers;
             insert into traffic_counts (volunteer_center_id, day, kind, source, count)
             select min(id), date('{today}', '-1200 days'), 'pages', 'direct', 9 from volunteer_centers;"
        ))?;
        Ok(())
    });
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(voluntr::jobs::delete_expired(
            tenant.unguarded("a test runs the job"),
        ))
        .unwrap();
    let left = rows(
        &server,
        "select words || ': ' || sum(count) from search_counts group by words order by 1",
    );
    assert_eq!(left, ["nieuw: 1", "vaak: 5"]);
    assert!(rows(&server, "select kind from traffic_counts").is_empty());
}
