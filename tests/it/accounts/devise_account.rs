//! One's own account over the Devise-compatible endpoints: `PUT /auth` and `DELETE /auth`.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::sent;
use crate::support::server::Server;

const ME: &str = "/api/v1/current_user";
const NEW: &str = "kastanje fiets woensdag";

#[test]
fn name_address_and_password_are_changed_at_once_or_not_at_all() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let changed = joke
        .put("/auth", &json!({ "first_name": "Johanna" }))
        .expect(200);
    assert_eq!(changed.at("/data/attributes/first_name"), "Johanna");
    let all = |password: &str, current: Value| {
        joke.put(
            "/auth",
            &json!({ "last_name": "Vermeer-Bos", "email": "joke@nieuw.example", "password": password, "password_confirmation": password, "current_password": current }),
        )
    };
    all(NEW, Value::Null).expect(422);
    all(NEW, json!("geraden")).expect(422);
    all("Qwerty123456", json!(PASSWORD)).expect(422);
    let before = joke.get(ME).expect(200);
    assert_eq!(before.at("/data/attributes/last_name"), "Vermeer");
    assert_eq!(before.at("/data/attributes/unconfirmed_email"), Value::Null);
    assert_eq!(sent(&server), []);
    let after = all(NEW, json!(PASSWORD)).expect(200);
    assert_eq!(after.at("/data/attributes/last_name"), "Vermeer-Bos");
    assert_eq!(after.at("/data/attributes/email"), "joke@example.nl");
    assert_eq!(
        after.at("/data/attributes/unconfirmed_email"),
        "joke@nieuw.example"
    );
    let mut again = server.as_nobody();
    again.sign_in("joke@example.nl", NEW);
    // Nobody raises themselves by it.
    let raised = json!({ "status": "archived", "volunteer_center_id": "2" });
    joke.put("/auth", &raised).expect(422);
    let same = joke.get(ME).expect(200);
    assert_eq!(same.at("/data/attributes/status"), "active");
    server.as_nobody().put("/auth", &json!({})).expect(401);
}

#[test]
fn an_account_is_closed_by_a_young_session_or_the_password() {
    let server = Server::start();
    let (joke, elsewhere) = (server.as_volunteer(), server.as_volunteer());
    server.clock.advance(SignedDuration::from_mins(16));
    let missing = joke.delete("/auth").expect(422);
    assert_eq!(missing.pointer(), "/data/attributes/current_password");
    let close = |password: &str| {
        joke.send(
            "DELETE",
            "/auth",
            Some(&json!({ "current_password": password, "reason": "Ik ga verhuizen." })),
        )
    };
    close("geraden").expect(422);
    joke.get(ME).expect(200);
    close(PASSWORD).expect(204);
    for session in [&joke, &elsewhere] {
        session.get(ME).expect(401);
    }
    assert_eq!(
        sent(&server),
        [("account_archived".to_owned(), "joke@example.nl".to_owned())]
    );
    server.as_student().delete("/auth").expect(204);
    // The last manager of an organisation hands over first.
    let refused = server.as_superuser().delete("/auth").expect(422);
    assert_eq!(refused.code(), "last_superuser");
    server.as_nobody().delete("/auth").expect(401);
}
