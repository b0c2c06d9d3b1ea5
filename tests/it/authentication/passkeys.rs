//! Passkeys: registration and authentication ceremonies with a software authenticator, and every invalid variant.

use serde_json::{Value, json};

use crate::authentication::second_factor::{FACTOR, ME, set_up, sign_in_as, strict};
use crate::support::authenticator::Authenticator;
use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

const HOST: &str = "demo.localhost";
pub const ORIGIN: &str = "http://demo.localhost";
pub const KEYS: &str = "/auth/second_factor/passkeys";

pub fn sign_in(server: &Server, email: &str) -> (Client, Reply) {
    sign_in_as(server.as_nobody().with("host", HOST), email)
}

fn ask(client: &Client, purpose: &str) -> Reply {
    client.post(
        "/auth/second_factor/passkeys/options",
        &json!({ "purpose": purpose }),
    )
}

fn answer(asked: &Reply, credential: Value) -> Value {
    json!({
        "challenge_id": asked.at("/data/attributes/challenge_id"),
        "name": "Mijn telefoon",
        "credential": credential,
    })
}

fn options(asked: &Reply) -> Value {
    asked.at("/data/attributes/options")
}

pub fn register(client: &Client, key: &mut Authenticator) -> Reply {
    let asked = ask(client, "register").expect(200);
    client.post(KEYS, &answer(&asked, key.create(&options(&asked))))
}

pub fn prove(client: &Client, key: &mut Authenticator) -> Reply {
    let asked = ask(client, "sign_in").expect(200);
    client.put(KEYS, &answer(&asked, key.get(&options(&asked))))
}

#[test]
fn a_passkey_is_a_second_factor() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    let mut key = Authenticator::new(1, ORIGIN);
    let made = register(&admin, &mut key).expect(201);
    assert_eq!(made.at("/data/attributes/name"), "Mijn telefoon");
    assert_eq!(
        made.at("/data/attributes/recovery_codes")
            .as_array()
            .unwrap()
            .len(),
        10
    );
    admin.get(ME).expect(200);
    let (half, reply) = sign_in(&server, "admin@example.nl");
    assert_eq!(
        reply.at("/meta/second_factor"),
        json!({ "is_set_up": true, "methods": ["passkey", "recovery_code"] })
    );
    half.get(ME).expect(403);
    prove(&half, &mut key).expect(200);
    half.get(ME).expect(200);
    let shown = half
        .get(FACTOR)
        .expect(200)
        .at("/data/attributes/passkeys/0");
    assert_eq!(shown["name"], "Mijn telefoon");
    assert!(shown["last_used_at"].is_string());
    // As text too, for clients that rewrite the keys of what they send.
    let (half, _) = sign_in(&server, "admin@example.nl");
    let asked = ask(&half, "sign_in").expect(200);
    let text = key.get(&options(&asked)).to_string();
    half.put(KEYS, &answer(&asked, text.into())).expect(200);
    half.get(ME).expect(200);
}

#[test]
fn a_passkey_of_somebody_else_opens_nothing() {
    let server = strict();
    let mut keys = [Authenticator::new(1, ORIGIN), Authenticator::new(2, ORIGIN)];
    for (email, key) in ["admin@example.nl", "marieke@example.nl"]
        .iter()
        .zip(&mut keys)
    {
        register(&sign_in(&server, email).0, key).expect(201);
    }
    let (half, _) = sign_in(&server, "admin@example.nl");
    let refused = prove(&half, &mut keys[1]).expect(422);
    assert_eq!(
        (refused.code().as_str(), refused.pointer().as_str()),
        ("invalid_code", "/data/attributes/credential")
    );
    // Not by answering the question that somebody else was asked, either.
    let (other, _) = sign_in(&server, "marieke@example.nl");
    let asked = ask(&other, "sign_in").expect(200);
    let credential = keys[1].get(&options(&asked));
    let refused = half
        .put(KEYS, &answer(&asked, credential.clone()))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/challenge_id");
    half.get(ME).expect(403);
    other.put(KEYS, &answer(&asked, credential)).expect(200);
    // Nor is one made two people's.
    let (joke, _) = sign_in(&server, "joke@example.nl");
    register(&joke, &mut keys[0]).expect(422);
}

#[test]
fn an_answer_is_taken_once_in_time_from_the_right_site_and_with_the_person_there() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    let mut key = Authenticator::new(1, ORIGIN);
    register(&admin, &mut key).expect(201);
    let wrong = |change: &dyn Fn(&mut Authenticator)| {
        let (half, _) = sign_in(&server, "admin@example.nl");
        let mut false_key = Authenticator::new(1, ORIGIN);
        false_key.counter = 50;
        change(&mut false_key);
        let refused = prove(&half, &mut false_key).expect(422);
        assert_eq!(refused.code(), "invalid_code");
        half.get(ME).expect(403);
        server.arrange(|tx| Ok(tx.execute("delete from attempts", [])?));
    };
    wrong(&|key| key.origin = "http://demo.localhost.example.org".to_owned());
    wrong(&|key| key.origin = "https://demo.localhost".to_owned());
    wrong(&|key| key.flags = 1);
    wrong(&|key| key.flags = 0);

    let (half, _) = sign_in(&server, "admin@example.nl");
    let asked = ask(&half, "sign_in").expect(200);
    let given = answer(&asked, key.get(&options(&asked)));
    half.put(KEYS, &given).expect(200);
    let (again, _) = sign_in(&server, "admin@example.nl");
    again.put(KEYS, &given).expect(422);
    half.put(KEYS, &given).expect(422);
    // A key that was copied lags behind.
    let mut copy = Authenticator::new(1, ORIGIN);
    prove(&again, &mut copy).expect(422);
    let asked = ask(&again, "sign_in").expect(200);
    let given = answer(&asked, key.get(&options(&asked)));
    server.clock.advance(jiff::SignedDuration::from_secs(301));
    again.put(KEYS, &given).expect(422);
    // A question for one purpose is no question for the other.
    let asked = ask(&admin, "register").expect(200);
    admin.put(KEYS, &answer(&asked, key.get(&json!({ "publicKey": { "challenge": options(&asked)["publicKey"]["challenge"], "rpId": HOST } })))).expect(422);
}

#[test]
fn passkeys_come_and_go_and_one_that_is_demanded_stays() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    let (mut first, mut second) = (Authenticator::new(1, ORIGIN), Authenticator::new(2, ORIGIN));
    let one = register(&admin, &mut first).expect(201).id();
    assert_eq!(
        register(&admin, &mut first).expect(422).code(),
        "invalid_code",
        "the same one again"
    );
    let path = format!("{KEYS}/{one}");
    let password = json!({ "current_password": PASSWORD });
    assert_eq!(
        admin
            .send("DELETE", &path, Some(&password))
            .expect(422)
            .code(),
        "last_second_factor"
    );
    let two = register(&admin, &mut second).expect(201);
    assert_eq!(
        two.at("/data/attributes/recovery_codes"),
        Value::Null,
        "those there are stay"
    );
    admin.delete(&path).expect(422);
    admin.send("DELETE", &path, Some(&password)).expect(204);
    admin.send("DELETE", &path, Some(&password)).expect(404);
    let (half, _) = sign_in(&server, "admin@example.nl");
    prove(&half, &mut first).expect(422);
    prove(&half, &mut second).expect(200);
    // Nobody takes away somebody else's.
    let (joke, _) = sign_in(&server, "joke@example.nl");
    let path = format!("{KEYS}/{}", two.id());
    joke.send("DELETE", &path, Some(&password)).expect(404);
}

#[test]
fn a_passkey_works_on_the_site_it_was_made_for() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    let mut key = Authenticator::new(1, ORIGIN);
    register(&admin, &mut key).expect(201);
    let bare = server.as_nobody();
    let (elsewhere, reply) = sign_in_as(bare, "admin@example.nl");
    assert_eq!(
        reply.at("/meta/second_factor"),
        json!({ "is_set_up": true, "methods": ["recovery_code"] })
    );
    // An address of the network is no site.
    assert_eq!(
        ask(&elsewhere, "sign_in").expect(403).code(),
        "feature_disabled"
    );
    let nothing = sign_in(&server, "joke@example.nl").0;
    ask(&nothing, "sign_in").expect(404);
}

#[test]
fn what_is_no_credential_is_refused_and_named() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    for (name, credential, pointer) in [
        ("Sleutel", json!({}), "/data/attributes/credential"),
        ("Sleutel", json!("geen json"), "/data/attributes/credential"),
        ("", json!({}), "/data/attributes/name"),
    ] {
        let asked = ask(&admin, "register").expect(200);
        let mut body = answer(&asked, credential);
        body["name"] = name.into();
        assert_eq!(admin.post(KEYS, &body).expect(422).pointer(), pointer);
    }
    set_up(&server, &admin);
}
