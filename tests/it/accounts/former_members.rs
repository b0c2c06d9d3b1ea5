//! Former members of an organisation: contact roles end with the membership, by every way it can end.

use serde_json::{Value, json};

use voluntr::provisioning::account;

use crate::applications::stages::{apply, letters};
use crate::support::fixtures::{PASSWORD, published, role_of};
use crate::support::server::Server;

/// Wim manages the organisation too, and visitors meet him at this vacancy, with his telephone.
fn with_contact(server: &Server) -> (i64, String) {
    let people = server.people;
    let id = published(&server.as_superuser(), people.own, "Taalmaatje gezocht");
    let vacancy: i64 = id.parse().unwrap();
    let wim = server.arrange(move |tx| {
        let wim = tx.query_row(
            "select id from users where email = 'wim@example.nl'",
            [],
            |row| row.get(0),
        )?;
        role_of(
            tx,
            wim,
            "organization_superuser",
            "organization",
            people.own,
        )?;
        tx.execute(
            "update vacancies set contact_person_id = ?1, contact_phone_visible = 1 where id = ?2",
            (wim, vacancy),
        )?;
        Ok(wim)
    });
    (wim, id)
}

fn seen(server: &Server, vacancy: &str) -> (Value, bool) {
    let path = format!("/api/v1/vacancies/{vacancy}?include=contact_person");
    let reply = server.as_nobody().get(&path).expect(200);
    let id = reply.at("/data/relationships/contact_person/data/id");
    (id, reply.text.contains("+31612345678"))
}

#[test]
fn applications_go_to_a_manager_who_is_there_however_the_contact_left() {
    for way in ["let go", "role taken", "left", "over the command line"] {
        let server = Server::start();
        let people = server.people;
        let (wim, vacancy) = with_contact(&server);
        assert_eq!(seen(&server, &vacancy), (json!(wim.to_string()), true));
        let members = format!("/api/v1/organizations/{}/members?user_id={wim}", people.own);
        let role = format!(
            "/api/v1/users/{wim}/remove_role?role=organization_superuser&scope_id={}",
            people.own
        );
        let mut own = server.as_nobody();
        own.sign_in("wim@example.nl", PASSWORD);
        let status = match way {
            "let go" => server.as_superuser().delete(&members).status,
            "role taken" => server.as_center().delete(&role).status,
            "left" => own.delete(&members).status,
            _ => server.arrange(move |tx| {
                let role = format!("organization_superuser:{}", people.own);
                let grant = account::grant_of(tx, &role, people.center)?;
                account::change_role(tx, wim, &grant, false, people.center)?;
                Ok(200)
            }),
        };
        assert!(matches!(status, 200 | 204), "{way}: {status}");
        assert_eq!(
            seen(&server, &vacancy),
            (json!(people.superuser.to_string()), false),
            "{way}"
        );
        apply(&server.as_volunteer(), &vacancy).expect(201);
        assert_eq!(
            letters(&server, "application_new"),
            ["samira@example.nl"],
            "{way}"
        );
        let told: i64 = server.arrange(move |tx| {
            Ok(tx.query_row(
                "select count(*) from notifications where user_id = ?1 and kind = 'application_new'",
                [wim],
                |row| row.get(0),
            )?)
        });
        assert_eq!(told, 0, "{way}");
    }
}
