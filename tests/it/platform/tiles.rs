//! Tiles of maps: fetched from the configured source only, kept, bounded, and absent when the source is.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::server::Server;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and the rest of a tile";
/// A tile in the Netherlands.
const TILE: &str = "/tiles/8/131/84.png";

/// Server of tiles on a port of its own, with the lines that it was asked.
struct TileServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    answer: Arc<Mutex<Vec<u8>>>,
    /// What fails has this in its line.
    fails: Arc<Mutex<Option<&'static str>>>,
}

impl TileServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            asked: Arc::default(),
            answer: Arc::new(Mutex::new(response("200 OK", "image/png", PNG))),
            fails: Arc::default(),
        };
        let (asked, answer) = (Arc::clone(&server.asked), Arc::clone(&server.answer));
        let fails = Arc::clone(&server.fails);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let (asked, answer) = (Arc::clone(&asked), Arc::clone(&answer));
                let fails = *fails.lock().unwrap();
                std::thread::spawn(move || {
                    let mut buffer = [0; 4096];
                    let length = stream.read(&mut buffer).unwrap_or_default();
                    let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
                    asked
                        .lock()
                        .unwrap()
                        .push(text.lines().next().unwrap_or_default().to_owned());
                    std::thread::sleep(Duration::from_millis(20));
                    let is_failing = fails.is_some_and(|part| text.contains(part));
                    let answer = if is_failing {
                        response("500 Oops", "text/plain", b"oops")
                    } else {
                        answer.lock().unwrap().clone()
                    };
                    let _ = stream.write_all(&answer);
                });
            }
        });
        server
    }

    fn serves(&self, answer: Vec<u8>) {
        *self.answer.lock().unwrap() = answer;
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn source(&self) -> String {
        format!("http://{}/brt/{{z}}/{{x}}/{{y}}.png", self.address)
    }
}

fn response(status: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn with(tiles: &TileServer) -> Server {
    let source = tiles.source();
    Server::start_with(move |config| config.map.tiles = source)
}

#[test]
fn a_tile_comes_from_the_source_once_and_from_disk_after_that() {
    let tiles = TileServer::start();
    let server = with(&tiles);
    let nobody = server.as_nobody();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let waiting: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| nobody.get(TILE).status))
            .collect();
        waiting
            .into_iter()
            .map(|each| each.join().unwrap())
            .collect()
    });
    assert_eq!(answers, [200; 6]);
    let tile = nobody.get(TILE).expect(200);
    assert_eq!(tile.bytes, PNG);
    assert_eq!(tile.header("content-type"), "image/png");
    assert!(tile.header("cache-control").contains("max-age"));
    assert_eq!(tiles.asked(), ["GET /brt/8/131/84.png HTTP/1.1"]);
    let told = nobody.get("/api/v1/map_backgrounds/current").expect(200);
    assert_eq!(told.at("/data/attributes/is_available"), true);
    assert_eq!(
        told.at("/data/attributes/attribution"),
        "Kaartgegevens © Kadaster"
    );
}

#[test]
fn nothing_of_a_request_but_three_numbers_reaches_the_source_and_no_other_host_is_asked() {
    let (tiles, other) = (TileServer::start(), TileServer::start());
    let server = with(&tiles);
    let nobody = server.as_nobody();
    let elsewhere = format!("http://{}/8/131/84.png", other.address);
    for path in [
        "/tiles/8/131/..%2f84",
        "/tiles/8/131/84@evil.example",
        "/tiles/8/131/%2e%2e",
        "/tiles/http:/evil.example/1",
        "/tiles/8/131/-84",
        "/tiles/8/300/84",
        // Another country, and closer than the source goes.
        "/tiles/8/74/96",
        "/tiles/22/2146304/1376256",
        "/tiles/3/4/2",
    ] {
        assert_eq!(nobody.get(path).status, 404, "{path}");
    }
    assert!(tiles.asked().is_empty(), "{:?}", tiles.asked());
    nobody
        .get(&format!("{TILE}?url={elsewhere}&host=evil.example"))
        .expect(200);
    assert_eq!(tiles.asked(), ["GET /brt/8/131/84.png HTTP/1.1"]);

    // A source that sends its visitors elsewhere is not followed.
    let moved = format!("HTTP/1.1 302 Found\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n");
    tiles.serves(moved.into_bytes());
    nobody.get("/tiles/8/132/84").expect(503);
    assert!(other.asked().is_empty());
}

#[test]
fn what_is_no_tile_is_refused_and_not_kept() {
    for answer in [
        response("200 OK", "text/html", b"<script>alert(1)</script>"),
        response("200 OK", "image/svg+xml", b"<svg onload='x'/>"),
        response("200 OK", "image/png", b"<svg onload='x'/>"),
        response("200 OK", "image/png", &[PNG, &vec![0; 600 * 1024]].concat()),
        response("500 Oops", "image/png", PNG),
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 100\r\n\r\ncut".to_vec(),
    ] {
        let tiles = TileServer::start();
        let server = with(&tiles);
        let shown = String::from_utf8_lossy(&answer[..40]).into_owned();
        tiles.serves(answer);
        assert_eq!(server.as_nobody().get(TILE).status, 503, "{shown}");
        tiles.serves(response("200 OK", "image/png", PNG));
        server.as_nobody().get(TILE).expect(200);
    }
}

#[test]
fn a_source_that_fails_is_left_alone_for_a_minute_and_kept_tiles_stay() {
    let tiles = TileServer::start();
    let server = with(&tiles);
    let nobody = server.as_nobody();
    nobody.get(TILE).expect(200);
    tiles.serves(response("503 Down", "text/plain", b"down"));
    for column in [130, 132, 133] {
        nobody.get(&format!("/tiles/8/{column}/84")).expect(503);
    }
    let before = tiles.asked().len();
    let begun = Instant::now();
    for column in 130..134 {
        nobody.get(&format!("/tiles/8/{column}/85")).expect(503);
    }
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(tiles.asked().len(), before, "the source is left alone");
    nobody.get(TILE).expect(200);
    let told = nobody.get("/api/v1/map_backgrounds/current").expect(200);
    assert_eq!(told.at("/data/attributes/is_available"), false);
    // Old tiles serve as long as there are no newer ones.
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 40));
    nobody.get(TILE).expect(200);
    // A minute later the source is tried again.
    tiles.serves(response("200 OK", "image/png", PNG));
    nobody.get("/tiles/8/132/84").expect(503);
    server.clock.advance(jiff::SignedDuration::from_secs(61));
    nobody.get("/tiles/8/132/84").expect(200);
}

#[test]
fn without_a_source_there_are_no_tiles_and_the_map_says_so() {
    let server = Server::start_with(|config| config.map.tiles = String::new());
    let nobody = server.as_nobody();
    nobody.get(TILE).expect(404);
    let told = nobody.get("/api/v1/map_backgrounds/current").expect(200);
    assert_eq!(told.at("/data/attributes/is_available"), false);
}

#[test]
fn a_tile_that_the_source_refuses_takes_the_map_from_nobody_and_is_not_asked_for_again() {
    let tiles = TileServer::start();
    let server = with(&tiles);
    let nobody = server.as_nobody();
    tiles.serves(response("404 Not Found", "text/plain", b"none"));
    for column in 130..135 {
        nobody.get(&format!("/tiles/8/{column}/84")).expect(404);
    }
    let told = nobody.get("/api/v1/map_backgrounds/current").expect(200);
    assert_eq!(told.at("/data/attributes/is_available"), true);
    let asked = tiles.asked().len();
    nobody.get(TILE).expect(404);
    assert_eq!(
        tiles.asked().len(),
        asked,
        "it is remembered that there is none"
    );
    tiles.serves(response("200 OK", "image/png", PNG));
    nobody.get("/tiles/8/131/85").expect(200);
    server.clock.advance(jiff::SignedDuration::from_hours(7));
    nobody.get(TILE).expect(200);
}

#[test]
fn one_who_asks_for_tiles_that_fail_takes_the_map_from_nobody() {
    for is_warm in [true, false] {
        let tiles = TileServer::start();
        let server = with(&tiles);
        let nobody = server.as_nobody();
        if is_warm {
            nobody.get(TILE).expect(200);
        }
        *tiles.fails.lock().unwrap() = Some("/9/266/");
        for round in 0..3 {
            for row in 165..171 {
                nobody.get(&format!("/tiles/9/266/{row}")).expect(503);
            }
            // A tile that nobody has asked for yet.
            nobody.get(&format!("/tiles/8/13{round}/85")).expect(200);
            let told = nobody.get("/api/v1/map_backgrounds/current").expect(200);
            assert_eq!(told.at("/data/attributes/is_available"), true);
        }
        // A tile that fails where others do not is left alone for a minute.
        let asked = tiles.asked().len();
        nobody.get("/tiles/9/266/170").expect(503);
        assert_eq!(tiles.asked().len(), asked);
        *tiles.fails.lock().unwrap() = None;
        server.clock.advance(jiff::SignedDuration::from_secs(61));
        nobody.get("/tiles/9/266/170").expect(200);
    }
}
