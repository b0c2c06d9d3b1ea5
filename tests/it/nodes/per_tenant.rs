//! What is one for each tenant stays one where there are two nodes, and goes along when it moves (docs/scale.md).

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use voluntr::jobs::{origin, send_outbox};
use voluntr::mail::{EmailMessage, MailKind, Mailer, MailerSettings, enqueue};
use voluntr::nodes::{Place, Placement as _};

use super::{LEASE, Node, soon};
use crate::support::event_stream::EventStream;
use crate::support::fixtures::{self, PASSWORD, People};
use crate::support::server::Client;
use crate::support::smtp_peer::SmtpPeer;

const HOST: &str = "demo.example.org";

/// Two nodes, of which the first serves a tenant; where visitors reach each.
struct Two {
    first: Node,
    other: Node,
    at: [SocketAddr; 2],
    people: People,
    _shared: tempfile::TempDir,
}

impl Two {
    fn start() -> Self {
        let shared = tempfile::tempdir().unwrap();
        let mut one = Node::start("one", shared.path(), |_| {});
        let mut two = Node::start("two", shared.path(), |_| {});
        one.found("demo", &[HOST]);
        let people = fixtures::people(&one.app, "demo");
        let at = [one.serve(), two.serve()];
        soon("both know where it is", || {
            one.nodes.place("demo") == Place::Here
                && matches!(two.nodes.place("demo"), Place::At { .. })
        });
        Self {
            first: one,
            other: two,
            at,
            people,
            _shared: shared,
        }
    }

    fn visit(&self, node: usize) -> Client {
        Client::new(self.at[node]).with("host", HOST)
    }

    fn signed_in(&self, node: usize, email: &str) -> Client {
        let mut client = self.visit(node);
        client.sign_in(email, PASSWORD);
        client
    }

    /// Moves the tenant to the second node; the last line of the answer.
    fn relocate(&self) -> Value {
        let mut socket = TcpStream::connect(self.first.nodes.settings.address()).unwrap();
        let body = json!({ "tenant": "demo", "to": "two" }).to_string();
        let secret = self.first.nodes.settings.secret.clone().unwrap();
        write!(
            socket,
            "POST /internal/moves HTTP/1.0\r\nhost: one\r\nvoluntr-node-secret: {secret}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let last = answer.lines().rfind(|line| line.starts_with('{')).unwrap();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

fn mailer(peer: &SmtpPeer) -> Mailer {
    Mailer::new(&MailerSettings {
        from: Some("no-reply@voluntr.example".into()),
        ..MailerSettings::new(peer.url())
    })
    .unwrap()
}

#[test]
fn a_letter_goes_once_from_the_node_that_serves_the_tenant() {
    let both = Two::start();
    let peer = SmtpPeer::start();
    assert_eq!(both.first.app.tenants().names().unwrap(), ["demo"]);
    assert!(both.other.app.tenants().names().unwrap().is_empty());
    let letter = EmailMessage {
        // Sent at any hour: what is not mandatory waits in the evening and the night.
        kind: MailKind::PasswordReset,
        to_email: "zoe@example.org".into(),
        to_name: "Zoë".into(),
        locale: "nl".into(),
        data: json!({ "path": "/auth/new_password?token=abc-123_x" }),
        subject_type: "users",
        subject_id: 1,
        volunteer_center_id: None,
    };
    let kept = both.first.app.tenants().get("demo").unwrap();
    kept.unguarded("a test puts a letter where a handler does")
        .write_blocking(move |tx| {
            enqueue(tx, tx.now(), &letter)?;
            Ok(())
        })
        .unwrap();
    let moved = both.relocate();
    assert_eq!(moved["step"], "done", "{moved}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    // A job that had the tenant open before it moved.
    let late = runtime.block_on(send_outbox(
        kept.unguarded("a test sends as the job does"),
        &mailer(&peer),
        (&origin(&both.first.app, &kept), "demo"),
    ));
    assert!(late.is_err(), "the first node sends nothing any more");
    assert!(both.first.app.tenants().names().unwrap().is_empty());
    let there = both.other.app.tenants().get("demo").unwrap();
    let sent = runtime
        .block_on(send_outbox(
            there.unguarded("a test sends as the job does"),
            &mailer(&peer),
            (&origin(&both.other.app, &there), "demo"),
        ))
        .unwrap();
    assert_eq!((sent.sent, peer.messages().len()), (1, 1));
}

#[test]
fn attempts_at_both_nodes_count_as_one() {
    let both = Two::start();
    let attempt = |node| {
        let wrong = json!({ "email": "joke@example.nl", "password": "not the one" });
        both.visit(node).post("/auth/sign_in", &wrong).status
    };
    let mut refused = 0;
    let mut tried = 0;
    while refused < 2 {
        tried += 1;
        assert!(tried < 60, "nobody is asked to wait");
        refused += usize::from(attempt(tried % 2) == 429);
    }
    // As many as one node alone lets through, and not twice as many.
    let alone = Two::start();
    let mut single = 0;
    loop {
        single += 1;
        let wrong = json!({ "email": "joke@example.nl", "password": "not the one" });
        if alone.visit(0).post("/auth/sign_in", &wrong).status == 429 {
            break;
        }
    }
    assert_eq!(tried, single + 1);
}

#[test]
fn what_is_written_at_one_node_is_read_at_the_other_before_and_after_a_move() {
    let both = Two::start();
    let [at_one, at_two] = [0, 1].map(|node| both.signed_in(node, "joke@example.nl"));
    let path = format!("/api/v1/users/{}", both.people.volunteer);
    let rename = |client: &Client, name: &str| {
        let change = json!({ "data": { "type": "users", "id": both.people.volunteer.to_string(), "attributes": { "first_name": name } } });
        client.patch(&path, &change).expect(200);
    };
    let name = |client: &Client| {
        client
            .get(&path)
            .expect(200)
            .at("/data/attributes/first_name")
    };
    rename(&at_two, "Johanna");
    assert_eq!([name(&at_one), name(&at_two)], ["Johanna", "Johanna"]);
    let moved = both.relocate();
    assert_eq!(moved["step"], "done", "{moved}");
    // The session came along, and the first node passes on now.
    assert_eq!([name(&at_one), name(&at_two)], ["Johanna", "Johanna"]);
    rename(&at_one, "Jo");
    assert_eq!([name(&at_one), name(&at_two)], ["Jo", "Jo"]);
    assert!(
        both.first
            .app
            .tenants()
            .registry()
            .find("demo")
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_live_stream_ends_with_the_move_and_goes_on_at_the_other_node() {
    let both = Two::start();
    let client = both.signed_in(0, "joke@example.nl");
    let mut stream = EventStream::open(&client);
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream.expect("counters");
    let moved = both.relocate();
    assert_eq!(moved["step"], "done", "{moved}");
    stream.until_end(Duration::from_secs(10));
    let mut again = EventStream::resume(&client, stream.last_id.as_deref());
    assert_eq!(again.status, 200, "{}", again.head);
    again.expect("counters");
    std::thread::sleep(Duration::from_millis(LEASE));
    assert!(both.other.nodes.is_valid());
}
