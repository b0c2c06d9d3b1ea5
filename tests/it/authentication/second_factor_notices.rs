//! Notices to the user about every change of their authentication methods.

use serde_json::{Value, json};

use crate::authentication::passkeys::{KEYS, ORIGIN, register};
use crate::authentication::second_factor::{FACTOR, set_up};
use crate::support::authenticator::Authenticator;
use crate::support::fixtures::PASSWORD;
use crate::support::server::Server;

const JOKE: &str = "joke@example.nl";

/// What changed and the name in each letter of this kind, the oldest first.
fn told(server: &Server) -> Vec<(String, String)> {
    server.arrange(|tx| {
        let mut statement = tx.prepare(
            "select data ->> 'change', data ->> 'name' from outbox
              where kind = 'second_factor_changed' and to_email = ?1 and mandatory = 1 order by id",
        )?;
        let rows = statement
            .query_map([JOKE], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    })
}

fn of(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words
        .iter()
        .map(|(change, name)| ((*change).to_owned(), (*name).to_owned()))
        .collect()
}

#[test]
fn whatever_comes_or_goes_has_a_letter_of_its_own_within_the_minute_too() {
    let server = Server::start();
    let (joke, _) = crate::authentication::passkeys::sign_in(&server, JOKE);
    // Begun is not set up.
    joke.post(FACTOR, &json!({})).expect(201);
    assert_eq!(told(&server), []);
    set_up(&server, &joke);
    let mut key = Authenticator::new(7, ORIGIN);
    let id = register(&joke, &mut key).expect(201).id();
    let password = json!({ "current_password": PASSWORD });
    joke.post("/auth/second_factor/recovery_codes", &password)
        .expect(200);
    let mut expected = vec![
        ("app_added", ""),
        ("passkey_added", "Mijn telefoon"),
        ("codes_renewed", ""),
    ];
    assert_eq!(told(&server), of(&expected));

    // What did not happen is not told.
    let wrong = json!({ "current_password": "geraden" });
    joke.send("DELETE", FACTOR, Some(&wrong)).expect(422);
    joke.post("/auth/second_factor/recovery_codes", &wrong)
        .expect(422);
    assert_eq!(told(&server), of(&expected));

    // A minute later: within it, a letter about the same factor that has not gone yet says the latest.
    crate::support::outbox::a_minute_later(&server);
    joke.send("DELETE", FACTOR, Some(&password)).expect(204);
    joke.send("DELETE", &format!("{KEYS}/{id}"), Some(&password))
        .expect(204);
    expected.extend([("app_removed", ""), ("passkey_removed", "Mijn telefoon")]);
    assert_eq!(told(&server), of(&expected));

    let behind_the_bell = joke
        .get("/api/v1/notifications?filter[kind_eq]=second_factor_changed")
        .expect(200);
    assert_eq!(behind_the_bell.ids().len(), 5);
    let newest = behind_the_bell.at("/data/0/attributes");
    assert_eq!(newest["url"], "/profile-edit/settings");
    assert_eq!(newest["data"]["change"], "passkey_removed");
    // Nobody switches it off.
    let wish = json!({ "preferences": [{ "kind": "second_factor_changed", "channel": "email", "rate": "off" }] });
    let refused = joke.patch("/api/v1/notification_preferences", &wish).status;
    assert_eq!(refused, 422);
}

#[test]
fn who_has_lost_everything_is_told_when_the_operator_takes_it_away() {
    let server = Server::start();
    let id = server.people.volunteer;
    let forget = || {
        server.arrange(move |tx| {
            voluntr::resources::user::authentication::second_factor::forget(tx, id)
        })
    };
    assert_eq!(forget(), 0);
    assert_eq!(told(&server), [], "there was nothing to take");
    let (joke, _) = crate::authentication::passkeys::sign_in(&server, JOKE);
    set_up(&server, &joke);
    assert_eq!(forget(), 1);
    assert_eq!(told(&server), of(&[("app_added", ""), ("forgotten", "")]));
    let own = server.as_volunteer();
    let state = own.get(FACTOR).expect(200);
    assert_eq!(state.at("/data/attributes/is_set_up"), Value::Bool(false));
}
