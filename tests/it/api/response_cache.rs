//! Response cache: entries are invalidated by every change and by time, and serve anonymous visitors only.

use std::io::Read as _;
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::json;
use voluntr::base::clock::Clock;
use voluntr::db::Db;

use crate::support::fixtures::{event, published};
use crate::support::server::{Client, NOW, Server, document};

const LIST: &str = "/api/v1/vacancies";

/// Asked twice, so that the second answer is a kept one.
fn kept(client: &Client, path: &str) -> String {
    let first = client.get(path).expect(200);
    let second = client.get(path).expect(200);
    assert_eq!(first.text, second.text);
    assert_eq!(first.header("etag"), second.header("etag"));
    second.text
}

#[test]
fn a_kept_answer_does_not_outlive_a_change_through_the_api() {
    let server = Server::start();
    let (nobody, samira) = (server.as_nobody(), server.as_superuser());
    assert!(kept(&nobody, LIST).contains("\"total\":0"));
    let id = published(&samira, server.people.own, "Koffie schenken");
    let path = format!("{LIST}/{id}");
    for path in [
        LIST,
        path.as_str(),
        "/api/v1/vacancies/facets",
        "/api/v1/vacancies?filter[q]=koffie",
    ] {
        assert!(!kept(&nobody, path).contains("\"total\":0"), "{path}");
    }
    for turn in 0..5 {
        let title = format!("Koffie schenken {turn}");
        samira
            .patch(&path, &document("vacancies", json!({ "title": title })))
            .expect(200);
        for path in [LIST, path.as_str()] {
            assert!(kept(&nobody, path).contains(&title), "{path}");
        }
    }
    server
        .as_center()
        .patch(
            &format!("/api/v1/organizations/{}", server.people.own),
            &document("organizations", json!({ "name": "Nieuwe naam" })),
        )
        .expect(200);
    assert!(kept(&nobody, &path).contains("Nieuwe naam"));
    event(&samira, &format!("{path}/transition"), "archive").expect(200);
    assert!(kept(&nobody, LIST).contains("\"total\":0"));
    nobody.get(&path).expect(404);
}

#[test]
fn what_a_kept_answer_shows_of_others_goes_when_they_are_hidden() {
    let server = Server::start();
    let own = server.people.own;
    let profile: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select profile_id from organizations where id = ?1",
            [own],
            |row| row.get(0),
        )?)
    });
    let nobody = server.as_nobody();
    let path = format!("/api/v1/organization_profiles/{profile}");
    kept(&nobody, &path);
    let archive = document("organizations", json!({ "status": "archived" }));
    server
        .as_superuser()
        .put(&format!("/api/v1/organizations/{own}"), &archive)
        .expect(200);
    nobody.get(&path).expect(404);
}

#[test]
fn a_kept_list_of_choices_follows_what_is_chosen() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let tags = |client: &Client| {
        let all = client.get("/api/v1/taxonomies/tags").expect(200).json();
        let tag = all["data"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["attributes"]["key"] == "regularly")
            .cloned();
        tag.unwrap()["attributes"]["count"].clone()
    };
    assert_eq!(tags(&nobody), 0);
    published(&server.as_superuser(), server.people.own, "Met een label");
    assert_eq!(tags(&nobody), 1);
}

#[test]
fn a_kept_answer_does_not_outlive_a_change_by_another_program() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let id = published(&server.as_superuser(), server.people.own, "Koffie schenken");
    assert!(kept(&nobody, LIST).contains("Koffie schenken"));
    let path = server.folder.path().join("tenants/demo/tenant.db");
    let other = Db::open(&path, Clock::fixed(NOW.parse().unwrap())).unwrap();
    other
        .write_blocking(move |tx| {
            Ok(tx.execute(
                "update vacancies set title = 'Thee schenken' where id = ?1",
                [id],
            )?)
        })
        .unwrap();
    // A look at the file is believed for five milliseconds.
    std::thread::sleep(Duration::from_millis(20));
    assert!(kept(&nobody, LIST).contains("Thee schenken"));
    assert_eq!(
        server
            .as_volunteer()
            .get(LIST)
            .at("/data/0/attributes/title"),
        "Thee schenken"
    );
}

#[test]
fn a_kept_answer_does_not_outlive_the_clock() {
    let server = Server::start();
    let samira = server.as_superuser();
    let soon = published(&samira, server.people.own, "Bijna voorbij");
    let later = published(&samira, server.people.own, "Nog lang niet");
    for (id, day) in [(&soon, "2026-11-23"), (&later, "2026-12-20")] {
        samira
            .patch(
                &format!("{LIST}/{id}"),
                &document("vacancies", json!({ "expires_at": day })),
            )
            .expect(200);
    }
    let (nobody, joke) = (server.as_nobody(), server.as_volunteer());
    let total = |client: &Client, path: &str| {
        kept(client, path);
        client.get(path).expect(200).at("/meta/total")
    };
    let paths = [
        LIST,
        "/api/v1/vacancies?filter[q]=voorbij",
        "/api/v1/vacancies/facets",
    ];
    for client in [&nobody, &joke] {
        assert_eq!(
            paths.map(|path| total(client, path)),
            [json!(2), json!(1), json!(2)]
        );
    }
    server.clock.advance(SignedDuration::from_hours(3 * 24));
    for client in [&nobody, &joke] {
        assert_eq!(
            paths.map(|path| total(client, path)),
            [json!(1), json!(0), json!(1)]
        );
        assert_eq!(client.get(LIST).ids(), [later.clone()]);
        assert_eq!(
            client
                .get("/api/v1/volunteer_centers/current")
                .at("/meta/counts/vacancies"),
            1
        );
    }
    server.clock.advance(SignedDuration::from_hours(60 * 24));
    assert_eq!(total(&nobody, LIST), 0);
}

#[test]
fn a_kept_answer_is_not_given_to_somebody_with_credentials() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Koffie schenken");
    let path = format!("{LIST}/{id}");
    assert!(!kept(&server.as_nobody(), &path).contains("\"can\""));
    let seen = samira.get(&path).expect(200);
    assert!(
        seen.at("/data/meta/can")
            .as_array()
            .unwrap()
            .contains(&json!("update")),
        "{}",
        seen.text
    );
    assert_eq!(seen.header("cache-control"), "no-store");
    assert!(!kept(&server.as_nobody(), &path).contains("\"can\""));
    // Half a set is nobody's, a wrong set is refused, kept answer or not.
    let wrong = server
        .as_nobody()
        .with("access-token", "x")
        .with("client", "y")
        .with("uid", "z");
    wrong.get(&path).expect(401);
}

#[test]
fn a_kept_answer_stays_on_its_host_and_in_its_centre() {
    let server = Server::start();
    server.found_one_more("ander", &["ander.localhost"]);
    published(&server.as_superuser(), server.people.own, "Alleen hier");
    let nobody = server.as_nobody();
    assert!(kept(&nobody, LIST).contains("Alleen hier"));
    for (number, client) in [
        nobody.clone().with("host", "ander.localhost"),
        nobody
            .clone()
            .with("host", "elders.localhost")
            .with("x-tenant", "demo"),
        nobody.clone().with(
            "volunteer-center-id",
            &server.people.other_center.to_string(),
        ),
        nobody.clone().with(
            "cookie",
            &format!("volunteerCenterId={}", server.people.other_center),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(kept(&client, LIST).contains("\"total\":0"), "{number}");
    }
    assert!(kept(&nobody, LIST).contains("Alleen hier"));
}

#[test]
fn a_value_that_looks_like_a_parameter_has_an_answer_of_its_own() {
    let server = Server::start();
    published(&server.as_superuser(), server.people.own, "Koffie");
    let nobody = server.as_nobody();
    assert_eq!(
        nobody
            .get("/api/v1/vacancies?filter[q]=koffie&page[size]=1")
            .expect(200)
            .at("/meta/total"),
        1
    );
    let odd = nobody
        .get("/api/v1/vacancies?filter[q]=koffie%26page%5Bsize%5D%3D1")
        .expect(200);
    assert_eq!(odd.at("/meta/size"), 20);
    assert_eq!(
        nobody
            .get("/api/v1/vacancies?page[size]=5&page[size]=7")
            .at("/meta/size"),
        7
    );
    assert_eq!(
        nobody
            .get("/api/v1/vacancies?page[size]=7&page[size]=5")
            .at("/meta/size"),
        5
    );
}

#[test]
fn compressed_variants_hold_the_same_document() {
    let server = Server::start();
    let samira = server.as_superuser();
    for number in 0..8 {
        published(
            &samira,
            server.people.own,
            &format!("Vacature nummer {number}"),
        );
    }
    let plain = server.as_nobody().get(LIST).expect(200).text;
    for encoding in ["br", "gzip"] {
        let raw = raw_body(&server, encoding);
        assert!(raw.len() * 2 < plain.len(), "{encoding} is not compressed");
        let mut text = String::new();
        if encoding == "br" {
            brotli::Decompressor::new(raw.as_slice(), 4096)
                .read_to_string(&mut text)
                .unwrap();
        } else {
            flate2::read::GzDecoder::new(raw.as_slice())
                .read_to_string(&mut text)
                .unwrap();
        }
        assert_eq!(text, plain, "{encoding}");
    }
}

#[test]
fn a_refused_encoding_is_not_sent_neither_of_an_answer_nor_of_a_file() {
    let server = Server::start();
    let samira = server.as_superuser();
    for number in 0..8 {
        published(
            &samira,
            server.people.own,
            &format!("Vacature nummer {number}"),
        );
    }
    // A checkout whose app was never built has no files.
    let page = server.as_nobody().get("/").expect(200).text;
    let file = page
        .split('"')
        .find(|word| word.starts_with("/assets/index-") && word.rsplit('.').next() == Some("js"))
        .map(str::to_owned);
    assert_eq!(file.is_some(), voluntr::web::is_app_built());
    for path in [Some(LIST.to_owned()), file].into_iter().flatten() {
        for (accepted, encoding) in [
            ("br;q=0", None),
            ("br;q=0.0, gzip;q=0.5", Some("gzip")),
            ("gzip;q=1, br;q=0.2", Some("gzip")),
            ("*", Some("br")),
            ("*, br;q=0", Some("gzip")),
            ("*;q=0", None),
            ("identity;q=0, gzip", Some("gzip")),
            ("identity, deflate", None),
        ] {
            let (head, _) = raw(&server, &path, accepted);
            let sent = head
                .lines()
                .find_map(|line| line.strip_prefix("content-encoding: "));
            assert_eq!(sent, encoding, "{path}: {accepted}");
        }
    }
    let small = "/api/v1/vacancies?page[size]=1&fields[vacancies]=title"
        .replace('[', "%5B")
        .replace(']', "%5D");
    let (head, _) = raw(&server, &small, "br");
    assert!(!head.contains("content-encoding"), "not worth it: {head}");
    let (head, _) = raw(&server, &small, "identity;q=0, br");
    assert!(head.contains("content-encoding: br"), "{head}");
}

/// The bytes as they travel; the client of the other tests would unpack them.
fn raw_body(server: &Server, encoding: &str) -> Vec<u8> {
    let (head, body) = raw(server, LIST, encoding);
    assert!(
        head.contains(&format!("content-encoding: {encoding}")),
        "{head}"
    );
    assert!(head.contains("vary: "), "{head}");
    body
}

fn raw(server: &Server, path: &str, accepted: &str) -> (String, Vec<u8>) {
    use std::io::Write as _;
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: {accepted}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let split = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8_lossy(&answer[..split]).to_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    (head, answer.split_off(split + 4))
}
