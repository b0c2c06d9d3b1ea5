//! Reports of errors reach a receiver of Sentry's protocol, and say nothing of anybody.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::serving::Serving;
use super::*;

/// What arrived: the path, the head and the body of a request.
struct Envelope {
    path: String,
    head: String,
    body: String,
}

impl Envelope {
    /// The event, the last of its lines.
    fn event(&self) -> Value {
        serde_json::from_str(self.body.lines().nth(2).unwrap()).unwrap()
    }
}

/// Listens as a receiver of error reports does. Returns its port and what arrives.
fn receiver() -> (u16, Receiver<Envelope>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if let Some(envelope) = take(stream)
                && sender.send(envelope).is_err()
            {
                return;
            }
        }
    });
    (port, receiver)
}

fn take(stream: TcpStream) -> Option<Envelope> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        head.push_str(&lower);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut stream = stream;
    stream
        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        .ok()?;
    let body = String::from_utf8(body).ok()?;
    Some(Envelope { path, head, body })
}

/// A server with one tenant, which reports to this port; none: nowhere.
fn serve(machine: &Machine, port: Option<u16>) -> Serving {
    machine.run("tenant add roermond --preset roermond").done();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    if let Some(port) = port {
        command.env(
            "VOLUNTR_ERROR_REPORT_DSN",
            format!("http://geheim123@127.0.0.1:{port}/7"),
        );
    }
    command.env("VOLUNTR_DEFAULT_TENANT", "roermond");
    Serving::start(command)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test breaks a file as no request can"
)]
fn break_proofs(machine: &Machine) {
    let file = machine.data().join("tenants/roermond/tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .execute_batch("pragma foreign_keys = off; drop table proofs")
        .unwrap();
}

#[test]
fn an_error_of_the_server_is_reported_without_what_somebody_typed() {
    let machine = Machine::new();
    let (port, arrived) = receiver();
    let mut serving = serve(&machine, Some(port));
    // Answers that are somebody's own doing are no errors.
    assert_eq!(serving.get("/api/v1/vacancies/1").0, 404);
    assert_eq!(serving.get("/controle/7K4M92QX").0, 200);
    break_proofs(&machine);
    let (status, _) = serving.get("/controle/7K4M92QY?naam=jan@example.org");
    assert_eq!(status, 500);
    let envelope = arrived.recv_timeout(Duration::from_secs(10)).unwrap();
    assert_eq!(envelope.path, "/api/7/envelope/");
    assert!(
        envelope
            .head
            .contains("x-sentry-auth: sentry sentry_version=7")
    );
    assert!(envelope.head.contains("sentry_key=geheim123"));
    let event = envelope.event();
    assert_eq!(event["event_id"].as_str().unwrap().len(), 32);
    assert_eq!(event["exception"]["values"][0]["type"], "database error");
    assert_eq!(event["tags"]["sqlite_code"], "1");
    assert!(event["tags"]["request_id"].is_string());
    for telling in ["jan", "proofs", "7K4M92QY", "controle"] {
        assert!(!envelope.body.contains(telling), "{}", envelope.body);
    }
    // The same place again within a minute is not reported again, and nothing else was.
    serving.get("/controle/7K4M92QY");
    assert!(arrived.recv_timeout(Duration::from_millis(500)).is_err());
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn an_error_of_the_app_goes_on_in_known_words_alone() {
    let machine = Machine::new();
    let (port, arrived) = receiver();
    let mut serving = serve(&machine, Some(port));
    assert!(serving.get("/").1.contains("name=\"error-reports\""));
    let sent = json!({
        "name": "TypeError",
        "message": "Cannot read properties of undefined (reading 'title')",
        "frames": [
            { "file": "/assets/start-a1.js", "function": "open", "line": 3, "column": 20 },
            { "file": "https://elsewhere.example/jan.js", "function": "x", "line": 1, "column": 1 },
        ],
        "path": "/vacancies/12",
    });
    assert_eq!(serving.post("/error-reports", &sent).0, 204);
    let event = arrived
        .recv_timeout(Duration::from_secs(10))
        .unwrap()
        .event();
    assert_eq!(event["platform"], "javascript");
    assert_eq!(event["tags"]["screen"], "/vacancies/:id");
    let frames = &event["exception"]["values"][0]["stacktrace"]["frames"];
    assert_eq!(frames.as_array().unwrap().len(), 1);
    assert_eq!(frames[0]["lineno"], 3);
    let telling = json!({
        "name": "Jan Jansen",
        "message": "jan@example.org is not valid",
        "frames": [],
        "path": "/users/jan",
    });
    assert_eq!(serving.post("/error-reports", &telling).0, 204);
    let envelope = arrived.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(
        !envelope.body.to_lowercase().contains("jan"),
        "{}",
        envelope.body
    );
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn without_an_address_nothing_is_taken_and_a_wrong_one_stops_the_server_unsaid() {
    let machine = Machine::new();
    let mut serving = serve(&machine, None);
    assert!(!serving.get("/").1.contains("error-reports"));
    let sent = json!({ "name": "TypeError", "message": "x", "frames": [], "path": "/" });
    assert_eq!(serving.post("/error-reports", &sent).0, 404);
    assert_eq!(serving.stop(), Some(0));
    let mut command = machine.command("config show");
    command.env("VOLUNTR_ERROR_REPORT_DSN", "https://geheim123/7");
    let refused = Answer::of(&command.output().unwrap());
    assert_ne!(refused.exit, Some(0));
    assert!(
        refused.stderr.contains("error_report_dsn"),
        "{}",
        refused.stderr
    );
    assert!(!refused.stderr.contains("geheim123"), "{}", refused.stderr);
    let mut command = machine.command("config show");
    command.env(
        "VOLUNTR_ERROR_REPORT_DSN",
        "https://geheim123@errors.example.org/7",
    );
    let shown = Answer::of(&command.output().unwrap()).done();
    assert!(!shown.stdout.contains("geheim123"), "{}", shown.stdout);
}
