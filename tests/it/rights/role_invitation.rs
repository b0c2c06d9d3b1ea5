//! Role invitations: additional permissions require the user's consent, fewer do not.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::role_of;
use crate::support::server::{Client, Server, document};

fn id_of(server: &Server, email: &'static str) -> i64 {
    server.arrange(move |tx| {
        let sql = "select id from users where email = ?1";
        Ok(tx.query_row(sql, [email], |row| row.get(0))?)
    })
}

fn content_manager(center: i64) -> Value {
    json!({ "role": "content_manager", "scope_type": "volunteer_center", "scope_id": center.to_string() })
}

fn role_count(server: &Server, user_id: i64) -> (i64, i64) {
    server.arrange(move |tx| {
        let sql = "select count(*), count(accepted_at) from roles where user_id = ?1";
        Ok(tx.query_row(sql, [user_id], |row| Ok((row.get(0)?, row.get(1)?)))?)
    })
}

fn letters(server: &Server, kind: &'static str) -> Vec<(String, Value)> {
    server.arrange(move |tx| {
        let mut statement =
            tx.prepare("select to_email, data from outbox where kind = ?1 order by id")?;
        let letters = statement
            .query_map([kind], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?
            .collect::<Result<Vec<(String, String)>, _>>()?;
        Ok(letters
            .into_iter()
            .map(|(to, data)| (to, serde_json::from_str(&data).unwrap()))
            .collect())
    })
}

fn add(client: &Client, user_id: i64, role: &Value) -> crate::support::server::Reply {
    client.put(&format!("/api/v1/users/{user_id}/add_role"), role)
}

fn my_offer(client: &Client) -> String {
    let offers = client.get("/api/v1/role_invitations?filter[mine_eq]=true");
    offers.expect(200).ids().remove(0)
}

#[test]
fn a_role_counts_once_the_person_has_said_yes() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.as_volunteer());
    let center = server.people.center;
    let answer = add(&marieke, server.people.volunteer, &content_manager(center)).expect(200);
    assert_eq!(answer.at("/data/type"), "users");
    assert_eq!(role_count(&server, server.people.volunteer), (1, 0));
    let [(to, data)] = letters(&server, "role_offered").try_into().unwrap();
    assert_eq!(to, "joke@example.nl");
    assert_eq!(data["role"], "content_manager");
    assert_eq!(data["inviter_name"], "Marieke Bos");
    let footer: i64 = server.arrange(|tx| {
        let sql = "select profile_id from volunteer_centers where is_default = 1";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    let change = crate::support::server::document(
        "volunteer_center_profiles",
        json!({ "footer_column_1_title": "Contact" }),
    );
    let write = || {
        joke.patch(
            &format!("/api/v1/volunteer_center_profiles/{footer}"),
            &change,
        )
    };
    write().expect(403);

    let again = add(&marieke, server.people.volunteer, &content_manager(center)).expect(422);
    assert_eq!(again.code(), "already_invited");
    let offer = my_offer(&joke);
    let shown = joke
        .get(&format!("/api/v1/role_invitations/{offer}"))
        .expect(200);
    assert_eq!(shown.at("/data/attributes/state"), "sent");
    assert_eq!(shown.at("/data/attributes/sent_by_name"), "Marieke Bos");
    assert!(shown.at("/data/attributes/scope_name").is_string());
    assert_eq!(
        shown.at("/data/attributes/expires_at"),
        "2026-12-05T09:00:00Z"
    );
    // Not by who sent it, nor by who has nothing to do with it.
    marieke
        .put(
            &format!("/api/v1/role_invitations/{offer}/accept"),
            &json!({}),
        )
        .expect(403);
    server
        .as_student()
        .put(
            &format!("/api/v1/role_invitations/{offer}/accept"),
            &json!({}),
        )
        .expect(404);
    let yes = joke
        .put(
            &format!("/api/v1/role_invitations/{offer}/accept"),
            &json!({}),
        )
        .expect(200);
    assert_eq!(yes.at("/data/attributes/state"), "accepted");
    write().expect(200);
    let [(to, data)] = letters(&server, "role_changed").try_into().unwrap();
    assert_eq!(
        (to.as_str(), &data["change"]),
        ("joke@example.nl", &json!("added"))
    );
    let late = joke
        .put(
            &format!("/api/v1/role_invitations/{offer}/decline"),
            &json!({}),
        )
        .expect(422);
    assert_eq!(late.code(), "invalid_transition");
    // Having it already is no fault, and no letter.
    add(&marieke, server.people.volunteer, &content_manager(center)).expect(200);
    assert_eq!(letters(&server, "role_offered").len(), 1);

    let path = format!(
        "/api/v1/users/{}/remove_role?role=content_manager&scope_type=volunteer_center&scope_id={center}",
        server.people.volunteer
    );
    server.clock.advance(SignedDuration::from_mins(2));
    marieke.delete(&path).expect(200);
    write().expect(403);
    assert_eq!(letters(&server, "role_changed").len(), 2);
    assert_eq!(marieke.delete(&path).expect(404).code(), "not_found");
    let trail: Vec<String> = server.arrange(|tx| {
        let mut statement = tx.prepare("select action || ' ' || data from audit_events where subject_type = 'users' and action like '%role' order by id")?;
        Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    });
    let trail: Vec<&str> = trail
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(trail, ["offer_role", "accept_role", "remove_role"]);
}

#[test]
fn the_role_is_read_from_every_form_it_is_sent_in() {
    let server = Server::start();
    let marieke = server.as_center();
    let (joke, own) = (server.people.volunteer, server.people.own);
    let role =
        json!({ "role": "organization_superuser", "scope_type": "organization", "scope_id": own });
    let forms = [
        role.clone(),
        json!({ "role": "organization_superuser", "scope_id": own.to_string() }),
        json!({ "data": { "type": "user", "attributes": role } }),
        json!({ "user": role }),
    ];
    for form in &forms {
        add(&marieke, joke, form).expect(200);
        assert_eq!(role_count(&server, joke), (1, 0), "{form}");
        let taken = format!("/api/v1/users/{joke}/remove_role");
        marieke.send("DELETE", &taken, Some(form)).expect(200);
        assert_eq!(role_count(&server, joke), (0, 0), "{form}");
        assert_eq!(letters(&server, "role_changed"), [], "it never counted");
    }
    // Proxies drop the body of a DELETE; a centre's role needs no place.
    add(&marieke, joke, &json!({ "role": "page_manager" })).expect(200);
    marieke
        .delete(&format!(
            "/api/v1/users/{joke}/remove_role?role=page_manager"
        ))
        .expect(200);
    for (form, pointer) in [
        (json!({}), "/data/attributes/role"),
        (json!({ "role": "koning" }), "/data/attributes/role"),
        (
            json!({ "role": "admin", "scope_type": "organization" }),
            "/data/attributes/scope_type",
        ),
        (
            json!({ "role": "organization_superuser" }),
            "/data/attributes/scope_id",
        ),
        (
            json!({ "role": "organization_superuser", "scope_id": "twaalf" }),
            "/data/attributes/scope_id",
        ),
    ] {
        assert_eq!(
            add(&marieke, joke, &form).expect(422).pointer(),
            pointer,
            "{form}"
        );
    }
}

#[test]
fn an_offer_runs_out_is_declined_or_taken_back() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.as_volunteer());
    let (center, id) = (server.people.center, server.people.volunteer);
    let offer = |client: &Client| {
        let body =
            json!({ "user_id": id.to_string(), "role": "content_manager", "scope_id": center });
        client
            .post("/api/v1/role_invitations", &body)
            .expect(201)
            .id()
    };
    let state = |offer: &str| {
        let shown = joke
            .get(&format!("/api/v1/role_invitations/{offer}"))
            .expect(200);
        shown
            .at("/data/attributes/state")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let declined = offer(&marieke);
    joke.put(
        &format!("/api/v1/role_invitations/{declined}/decline"),
        &json!({}),
    )
    .expect(200);
    assert_eq!(
        (state(&declined).as_str(), role_count(&server, id)),
        ("declined", (0, 0))
    );

    let withdrawn = offer(&marieke);
    joke.delete(&format!("/api/v1/role_invitations/{withdrawn}"))
        .expect(403);
    marieke
        .delete(&format!("/api/v1/role_invitations/{withdrawn}"))
        .expect(204);
    assert_eq!(
        (state(&withdrawn).as_str(), role_count(&server, id)),
        ("withdrawn", (0, 0))
    );
    joke.put(
        &format!("/api/v1/role_invitations/{withdrawn}/accept"),
        &json!({}),
    )
    .expect(422);

    let late = offer(&marieke);
    server.clock.advance(SignedDuration::from_hours(14 * 24));
    let (marieke, joke_again) = (server.as_center(), server.as_volunteer());
    let answer = joke_again.put(
        &format!("/api/v1/role_invitations/{late}/accept"),
        &json!({}),
    );
    assert_eq!(answer.expect(410).code(), "link_expired");
    let shown = joke_again
        .get(&format!("/api/v1/role_invitations/{late}"))
        .expect(200);
    assert_eq!(shown.at("/data/attributes/state"), "expired");
    assert_eq!(
        role_count(&server, id),
        (1, 0),
        "it waits for the nightly cleaning or the next offer"
    );
    offer(&marieke);
    let open =
        joke_again.get("/api/v1/role_invitations?filter[mine_eq]=true&filter[state_eq]=sent");
    assert_eq!(open.expect(200).ids().len(), 1);
}

#[test]
fn what_a_manager_offered_goes_when_the_manager_goes() {
    let server = Server::start();
    let (own, joke, samira) = (
        server.people.own,
        server.people.volunteer,
        server.people.superuser,
    );
    server.arrange(move |tx| role_of(tx, joke, "mentor", "organization", own));
    let body = json!({ "role": "organization_superuser", "scope_id": own });
    add(&server.as_superuser(), joke, &body).expect(200);
    let ada = server.as_admin();
    let wim = id_of(&server, "wim@example.nl");
    server.arrange(move |tx| role_of(tx, wim, "organization_superuser", "organization", own));
    ada.delete(&format!(
        "/api/v1/users/{samira}/remove_role?role=organization_superuser&scope_id={own}"
    ))
    .expect(200);
    let offer = my_offer(&server.as_volunteer());
    server
        .as_volunteer()
        .put(
            &format!("/api/v1/role_invitations/{offer}/accept"),
            &json!({}),
        )
        .expect(422);
    assert_eq!(role_count(&server, joke), (1, 1));
}

#[test]
fn an_account_made_in_the_same_second_outlives_an_offer_that_is_withdrawn() {
    let server = Server::start();
    let marieke = server.as_center();
    let person = |extra: Value| {
        let mut person =
            json!({ "first_name": "Noor", "last_name": "Nieuw", "email": "noor@example.org" });
        person
            .as_object_mut()
            .unwrap()
            .extend(extra.as_object().unwrap().clone());
        document("user", person)
    };
    let id = marieke
        .post("/api/v1/users", &person(json!({})))
        .expect(201)
        .id();
    let role = json!({ "role": "content_manager", "scope_type": "volunteer_center", "scope_id": server.people.center.to_string() });
    marieke.post("/api/v1/users", &person(role)).expect(200);
    let offer = marieke.get(&format!("/api/v1/role_invitations?filter[user_id_eq]={id}"));
    let offer = offer.expect(200).ids();
    marieke
        .delete(&format!("/api/v1/role_invitations/{}", offer[0]))
        .expect(204);
    marieke.get(&format!("/api/v1/users/{id}")).expect(200);
}
