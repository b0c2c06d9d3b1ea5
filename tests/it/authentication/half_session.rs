//! Sessions awaiting a second factor: who needs one, and what such a session may do until it is verified.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::presets::SecondFactorRule;

use crate::authentication::second_factor::{
    FACTOR, ME, code, prove, set_up, sign_in, sign_in_as, strict,
};
use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;

/// What half a session may call, besides signing in anew.
const OPEN: [&str; 9] = [
    "GET /auth/validate_token",
    "DELETE /auth/sign_out",
    "POST /auth/sign_in",
    "GET /auth/second_factor",
    "POST /auth/second_factor",
    "PUT /auth/second_factor",
    "POST /auth/second_factor/passkeys/options",
    "POST /auth/second_factor/passkeys",
    "PUT /auth/second_factor/passkeys",
];

#[test]
fn an_admin_is_half_in_until_the_second_factor_is_there() {
    let server = strict();
    for email in ["admin@example.nl", "marieke@example.nl"] {
        let (client, reply) = sign_in(&server, email);
        assert_eq!(
            reply.at("/meta/second_factor"),
            json!({ "is_set_up": false, "methods": [] })
        );
        let refused = client.get(ME).expect(403);
        assert_eq!(refused.code(), "second_factor_needed");
        assert_eq!(
            refused.at("/errors/0/meta"),
            json!({ "is_set_up": false, "methods": [] })
        );
        client.get("/auth/validate_token").expect(200);
        let state = client.get(FACTOR).expect(200).at("/data/attributes");
        assert_eq!(
            (
                &state["required"],
                &state["is_set_up"],
                &state["is_verified"]
            ),
            (&json!(true), &json!(false), &json!(false))
        );

        let begun = client.post(FACTOR, &json!({})).expect(201);
        let address = begun.at("/data/attributes/otpauth_url");
        let address = address.as_str().unwrap();
        let secret = begun
            .at("/data/attributes/secret")
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            address.starts_with("otpauth://totp/") && address.contains(&secret),
            "{address}"
        );
        assert!(
            begun
                .at("/data/attributes/qr_svg")
                .as_str()
                .unwrap()
                .starts_with("<svg")
        );
        let wrong = prove(&client, "000000").expect(422);
        assert_eq!(
            (wrong.code().as_str(), wrong.pointer().as_str()),
            ("invalid_code", "/data/attributes/code")
        );
        client.get(ME).expect(403);
        let proved = prove(&client, &code(&server, &secret)).expect(200);
        assert_eq!(
            proved
                .at("/data/attributes/recovery_codes")
                .as_array()
                .unwrap()
                .len(),
            10
        );
        assert_eq!(proved.at("/data/attributes/is_verified"), true);
        let me = client.get(ME).expect(200);
        assert_eq!(
            me.at("/meta/second_factor"),
            json!({ "required": true, "is_set_up": true })
        );

        server.clock.advance(SignedDuration::from_secs(30));
        let (again, reply) = sign_in(&server, email);
        assert_eq!(
            reply.at("/meta/second_factor"),
            json!({ "is_set_up": true, "methods": ["totp", "recovery_code"] })
        );
        again.get(ME).expect(403);
        let shown = prove(&again, &code(&server, &secret)).expect(200);
        assert_eq!(
            shown.at("/data/attributes/recovery_codes"),
            Value::Null,
            "shown once"
        );
        again.get(ME).expect(200);
    }
}

#[test]
fn nobody_else_is_asked_for_one() {
    let server = strict();
    for email in ["joke@example.nl", "samira@example.nl", "content@example.nl"] {
        let (client, reply) = sign_in(&server, email);
        assert_eq!(reply.at("/meta/second_factor"), Value::Null);
        let me = client.get(ME).expect(200);
        assert_eq!(
            me.at("/meta/second_factor"),
            json!({ "required": false, "is_set_up": false })
        );
    }
}

#[test]
fn who_is_made_a_superuser_needs_one_at_once() {
    let server = strict();
    let joke = server.as_volunteer();
    joke.get(ME).expect(200);
    let people = server.people;
    server.arrange(move |tx| {
        fixtures::role_of(
            tx,
            people.volunteer,
            "center_superuser",
            "volunteer_center",
            people.center,
        )
    });
    assert_eq!(joke.get(ME).expect(403).code(), "second_factor_needed");
}

#[test]
fn half_a_session_is_refused_by_every_call_but_those_that_complete_it() {
    let server = strict();
    let (fresh, _) = sign_in(&server, "admin@example.nl");
    let (whole, _) = sign_in(&server, "marieke@example.nl");
    set_up(&server, &whole);
    let (set_up_before, _) = sign_in(&server, "marieke@example.nl");
    let described: Value =
        serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
    let mut asked = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        let members = methods.as_object().unwrap().keys();
        for method in members.filter(|name| *name != "parameters") {
            let name = format!("{} {path}", method.to_uppercase());
            let address = path.replace("{id}", "1");
            let body = (method != "get").then(|| json!({}));
            for client in [&fresh, &set_up_before] {
                if OPEN.contains(&name.as_str()) {
                    continue;
                }
                let refused = client.send(&method.to_uppercase(), &address, body.as_ref());
                assert_eq!(
                    (refused.status, refused.code().as_str()),
                    (403, "second_factor_needed"),
                    "{name}: {}",
                    refused.text
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "{asked}");
    // However the address is written.
    for path in [
        "/api/v1/users/",
        "/api/v1//users",
        "/auth/second_factor/../sign_in",
        "/api/v1/%75sers",
        "/auth/second_factor/x",
    ] {
        let refused = fresh.get(path);
        assert!(
            [403, 404].contains(&refused.status),
            "{path}: {}",
            refused.status
        );
    }
    // Nor does half a session set up another factor beside the one there is.
    for (method, path, body) in [
        ("POST", FACTOR, json!({})),
        (
            "POST",
            "/auth/second_factor/passkeys/options",
            json!({ "purpose": "register" }),
        ),
        ("DELETE", FACTOR, json!({ "current_password": PASSWORD })),
    ] {
        let refused = set_up_before
            .clone()
            .with("host", "demo.localhost")
            .send(method, path, Some(&body))
            .expect(403);
        assert_eq!(refused.code(), "second_factor_needed", "{method} {path}");
    }
    // Old credentials stand in nobody's way.
    sign_in_as(set_up_before.clone(), "joke@example.nl")
        .0
        .get(ME)
        .expect(200);
    set_up_before.delete("/auth/sign_out").expect(204);
    set_up_before.get(FACTOR).expect(401);
}

#[test]
fn the_operator_says_who_needs_one_and_helps_who_has_lost_theirs() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    set_up(&server, &admin);
    server.arrange(|tx| {
        let id = tx.query_row(
            "select id from users where email = 'admin@example.nl'",
            [],
            |row| row.get(0),
        )?;
        voluntr::resources::user::authentication::second_factor::forget(tx, id)
    });
    admin.get(ME).expect(401);
    let (again, reply) = sign_in(&server, "admin@example.nl");
    assert_eq!(reply.at("/meta/second_factor/is_set_up"), false);
    again.get(ME).expect(403);
    server.arrange(|tx| {
        voluntr::app::auth::second_factor_policy::set_rule(tx, SecondFactorRule::Optional)
    });
    again.get(ME).expect(200);
    // What cannot be read as a rule demands it.
    for rule in ["", "Optional", "false"] {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update settings set value = ?1 where name = 'second_factor'",
                [rule],
            )?)
        });
        again.get(ME).expect(403);
    }
    server.arrange(|tx| Ok(tx.execute("delete from settings where name = 'second_factor'", [])?));
    again.get(ME).expect(403);
}
