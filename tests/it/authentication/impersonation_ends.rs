//! End of an impersonation.

use jiff::SignedDuration;

use crate::authentication::impersonation::{AS, as_joke};
use crate::support::fixtures;
use crate::support::server::{Client, Server};

const ME: &str = "/api/v1/current_user";

#[test]
fn it_ends_after_an_hour_whatever_happens() {
    let server = Server::start();
    let admin = server.as_admin();
    let joke = as_joke(&server, &admin);
    for _ in 0..5 {
        server.clock.advance(SignedDuration::from_mins(11));
        joke.get(ME).expect(200);
    }
    server.clock.advance(SignedDuration::from_mins(5));
    assert_eq!(joke.get(ME).expect(401).code(), "session_expired");
    joke.delete(AS).expect(401);
    admin.get(ME).expect(200);
}

#[test]
fn it_ends_with_the_admins_own_session_role_or_account() {
    let endings: [fn(&Server, &Client); 5] = [
        |_, admin| {
            admin.delete("/auth/sign_out").expect(204);
        },
        |server, _| {
            server.as_admin().delete("/api/v1/sessions").expect(204);
        },
        |server, _| {
            server.arrange(|tx| Ok(tx.execute("delete from roles where name = 'admin'", [])?));
        },
        |server, _| {
            server.arrange(|tx| {
                Ok(tx.execute(
                    "update users set status = 'archived' where email = 'admin@example.nl'",
                    [],
                )?)
            });
        },
        // Joke has become an admin herself.
        |server, _| {
            let joke = server.people.volunteer;
            server.arrange(move |tx| fixtures::role_of(tx, joke, "admin", "tenant", 0));
        },
    ];
    for end in endings {
        let server = Server::start();
        let admin = server.as_admin();
        let joke = as_joke(&server, &admin);
        joke.get(ME).expect(200);
        end(&server, &admin);
        assert_eq!(joke.get(ME).expect(401).code(), "session_expired");
        joke.delete(AS).expect(401);
    }
}

#[test]
fn signing_out_there_signs_the_admin_out_and_the_person_may_end_it() {
    let server = Server::start();
    let admin = server.as_admin();
    let joke = as_joke(&server, &admin);
    joke.delete("/auth/sign_out").expect(204);
    joke.get(ME).expect(401);
    admin.get(ME).expect(401);

    let admin = server.as_admin();
    let joke = as_joke(&server, &admin);
    let own = server.as_volunteer();
    let list = own.get("/api/v1/sessions").expect(200).at("/data");
    let row = list
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["attributes"]["is_impersonation"] == true);
    own.delete(&format!(
        "/api/v1/sessions/{}",
        row.unwrap()["id"].as_str().unwrap()
    ))
    .expect(204);
    joke.get(ME).expect(401);
    admin.get(ME).expect(200);
}
