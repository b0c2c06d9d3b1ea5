//! How often somebody may do what costs others something.

use jiff::SignedDuration;
use serde_json::json;

use crate::server::Server;

#[test]
fn nobody_is_flooded_with_letters_that_somebody_else_asks_for() {
    let server = Server::start();
    let form = json!({ "data": { "type": "user", "attributes": {
        "first_name": "Bo", "last_name": "Bakker", "email": "bo@example.nl",
        "password": "vier losse woorden samen", "accept_terms": true,
    } } });
    for _ in 0..3 {
        server
            .as_nobody()
            .post("/api/v1/users/sign_up", &form)
            .expect(202);
    }
    let refused = server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(429);
    assert_eq!(refused.code(), "rate_limited");
    assert_eq!(refused.header("retry-after"), "3600");
    server.clock.advance(SignedDuration::from_hours(1));
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(202);
}
