//! Slow request bodies: a minimum transfer rate, and a limit on open bodies per client.

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use voluntr::server::{BodyLimits, Limits};

use crate::platform::server_limits::{QUICK, read_all, within};
use crate::support::server::{Client, Server};

/// No other limit ends a request before the test does.
const PATIENT: Limits = Limits {
    headers: Duration::from_secs(10),
    request: Duration::from_secs(30),
    per_address: 1_000,
    body: BodyLimits {
        grace: Duration::from_secs(1),
        rate: 1_000,
        per_client: 4,
        total: 8,
    },
    ..QUICK
};

/// A sign-in whose body of `length` bytes does not come.
fn held(address: SocketAddr, from: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {from}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn behind_a_proxy() -> Server {
    Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()])
}

#[test]
fn a_body_below_the_minimum_rate_is_answered_408_and_its_connection_closed() {
    let server = Server::start();
    let (address, stop, thread) = within(&server, PATIENT);
    let begun = Instant::now();
    let mut stream = held(address, "", 1_000);
    let mut writer = stream.try_clone().unwrap();
    // Always something, never enough.
    std::thread::spawn(move || {
        while writer.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let text = read_all(&mut stream).to_lowercase();
    let took = begun.elapsed();
    assert!(text.starts_with("http/1.1 408"), "{text}");
    assert!(text.contains("connection: close"), "{text}");
    assert!(
        text.contains("\"request_timeout\"") && text.contains("niet op tijd"),
        "{text}"
    );
    assert!(
        took >= Duration::from_secs(1) && took < Duration::from_secs(5),
        "{took:?}"
    );
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_body_that_keeps_to_the_rate_is_waited_for_longer_than_the_grace() {
    let server = Server::start();
    let (address, stop, thread) = within(&server, PATIENT);
    let mut stream = held(address, "", 6_000);
    let mut left = 5_999;
    while left > 0 {
        let piece = left.min(200);
        stream.write_all(&vec![b' '; piece]).unwrap();
        left -= piece;
        std::thread::sleep(Duration::from_millis(100));
    }
    // The document is no JSON, which is said only when it has been read.
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let text = read_all(&mut stream);
    assert!(text.starts_with("HTTP/1.1 400"), "{text}");
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn one_client_holds_only_so_many_bodies_back_and_others_are_not_touched() {
    let server = behind_a_proxy();
    let limits = Limits {
        body: BodyLimits {
            grace: Duration::from_secs(20),
            ..PATIENT.body
        },
        ..PATIENT
    };
    let (address, stop, thread) = within(&server, limits);
    let _held: Vec<TcpStream> = (0..4).map(|_| held(address, "192.0.2.1", 100)).collect();
    std::thread::sleep(Duration::from_millis(700));
    let text = read_all(&mut held(address, "192.0.2.1", 100)).to_lowercase();
    assert!(text.starts_with("http/1.1 429"), "{text}");
    assert!(text.contains("retry-after: 5"), "{text}");
    // A body that comes at once is nothing that anybody waits for.
    for from in ["192.0.2.1", "192.0.2.2"] {
        let client = Client::new(address).with("x-forwarded-for", from);
        client
            .send_text("POST", "/auth/sign_in", Some("{}"))
            .expect(422);
    }
    stop.send(()).unwrap();
    thread.join().unwrap();
}

#[test]
fn of_many_clients_the_one_that_holds_most_makes_room_for_a_newcomer() {
    let server = behind_a_proxy();
    let limits = Limits {
        body: BodyLimits {
            grace: Duration::from_secs(20),
            ..PATIENT.body
        },
        ..PATIENT
    };
    let (address, stop, thread) = within(&server, limits);
    let mut first: Vec<TcpStream> = (0..4)
        .map(|_| {
            let stream = held(address, "192.0.2.1", 100);
            std::thread::sleep(Duration::from_millis(400));
            stream
        })
        .collect();
    let _others: Vec<TcpStream> = (2..6)
        .map(|last| held(address, &format!("192.0.2.{last}"), 100))
        .collect();
    std::thread::sleep(Duration::from_millis(800));
    // All eight places are taken. The newcomer's body comes late, and it comes through.
    let mut newcomer = held(address, "192.0.2.9", 2);
    std::thread::sleep(Duration::from_millis(800));
    newcomer.write_all(b"}").unwrap();
    newcomer
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let mut begin = [0_u8; 12];
    std::io::Read::read_exact(&mut newcomer, &mut begin).unwrap();
    assert_eq!(&begin, b"HTTP/1.1 422");
    let text = read_all(&mut first[0]);
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
    stop.send(()).unwrap();
    thread.join().unwrap();
}
