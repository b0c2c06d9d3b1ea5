//! Password reset of a minor's account: it proves the address, not the data entered at sign-up (docs/decisions/0014).

use serde_json::{Value, json};

use crate::accounts::guardian::{ME, YOUNG, sign_up, signed_in, token};
use crate::data::retention::text;
use crate::support::fixtures::PASSWORD;
use crate::support::server::Server;

/// A stranger may fill in the form with somebody's address; who then proves it with a new password did not say that.
#[test]
fn a_link_to_a_new_password_makes_nobody_young() {
    let server = Server::start();
    sign_up(&server, "2012-05-01", Some("vreemde@spoor.example")).expect(202);
    server
        .as_nobody()
        .post("/auth/password", &json!({ "email": YOUNG }))
        .expect(202);
    let reset = json!({ "password": PASSWORD, "password_confirmation": PASSWORD,
        "reset_password_token": token(&server, "password_reset") });
    server.as_nobody().put("/auth/password", &reset).expect(200);
    let me = signed_in(&server).get(ME).expect(200);
    assert_eq!(me.at("/data/attributes/birth_date"), Value::Null);
    assert_eq!(me.at("/meta/guardian"), Value::Null);
    let asked = text(
        &server,
        "select count(*) || '' from outbox where kind = 'guardian_consent'",
    );
    assert_eq!(asked, "0");
}
