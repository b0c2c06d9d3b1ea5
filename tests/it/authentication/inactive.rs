//! Sessions of inactive accounts, where the centre lets those in (`allow_inactive_users`, docs/domain/states.md#accounts).

use serde_json::json;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Server, document};

#[test]
fn inactive_people_look_around_and_change_nothing_where_the_centre_lets_them_in() {
    let server = Server::start();
    server.arrange(|tx| {
        Ok(tx.execute("update users set status = 'inactive', confirmed_at = null where email = 'samira@example.nl'", [])?)
    });
    let form = json!({ "email": "samira@example.nl", "password": PASSWORD });
    server.as_nobody().post("/auth/sign_in", &form).expect(401);

    let theme = server
        .as_nobody()
        .get("/api/v1/volunteer_centers/current?include=theme");
    let theme = format!(
        "/api/v1/themes/{}",
        theme.expect(200).at("/included/0/id").as_str().unwrap()
    );
    let on = document("themes", json!({ "allow_inactive_users": true }));
    server.as_admin().patch(&theme, &on).expect(200);
    let samira = server.as_superuser();
    let me = samira.get("/api/v1/current_user").expect(200);
    assert_eq!(me.at("/data/attributes/status"), "inactive");
    let change = document("users", json!({ "job_title": "Coördinator" }));
    let refused = samira.patch("/api/v1/current_user", &change).expect(403);
    assert!(
        refused
            .at("/errors/0/detail")
            .as_str()
            .unwrap()
            .contains("niet actief")
    );
    // No role is in force.
    assert_eq!(
        samira
            .get("/api/v1/vacancies?filter[mine_eq]=true")
            .at("/meta/total"),
        0
    );

    // The switch ends the session as soon as it is off; an active account works as ever.
    let off = document("themes", json!({ "allow_inactive_users": false }));
    server.as_admin().patch(&theme, &off).expect(200);
    samira.get("/api/v1/current_user").expect(401);
    server.arrange(|tx| {
        Ok(tx.execute("update users set status = 'active', confirmed_at = '2026-11-01T09:00:00Z' where email = 'samira@example.nl'", [])?)
    });
    samira.patch("/api/v1/current_user", &change).expect(200);
    samira.delete("/auth/sign_out").expect(204);
}
