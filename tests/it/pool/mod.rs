//! The volunteer pool: who is found, by whom, by what is on the card and nothing else; messages to people in it.

mod found;
mod oracles;
mod replies;
mod sharing;
mod visibility;

use serde_json::{Value, json};
use voluntr::jobs::follow_pool;

use crate::matching::answers::{CURRENT, answer};
use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

pub const POOL: &str = "/api/v1/volunteer_profiles";
pub const REPLIES: &str = "/api/v1/volunteer_profile_replies";

/// Joke, with a card that can be found.
pub fn joke_is_found(server: &Server) -> Client {
    let joke = server.as_volunteer();
    answer(
        &joke,
        json!({
            "headline": "Oud-verpleegkundige, praat graag al wandelend",
            "skills": ["gardening"],
            "languages": ["nl", "ar"],
            "language_levels": { "nl": "native", "ar": "basic" },
            "availability": ["wed_afternoon", "thu_afternoon"],
            "postal_code_4": "5310",
            "hours_per_week": 3,
        }),
    )
    .expect(200);
    joke.put(
        &format!("{CURRENT}/visibility"),
        &json!({ "visible": true }),
    )
    .expect(200);
    joke
}

/// Many people with a card, each with an own surname, address, number and date of birth.
pub fn many_are_found(server: &Server, count: i64) -> Vec<i64> {
    let center = server.people.center;
    server.arrange(move |tx| {
        let mut people = Vec::new();
        for number in 0..count {
            let name = format!("Mens{number} Geheim{number}");
            let id = fixtures::user(tx, &format!("verborgen{number}@example.nl"), &name, center, "x")?;
            let year = 1950 + (number * 7) % 50;
            tx.execute(
                "update users set birth_date = ?2 || '-03-0' || (1 + ?3 % 8), phone_number = '+3161234' || (1000 + ?3) where id = ?1",
                (id, year.to_string(), number),
            )?;
            let skill = if number % 2 == 0 { "gardening" } else { "cooking" };
            tx.execute(
                "update volunteer_profiles
                    set visibility = 'visible', visible_until = '2027-03-01T00:00:00Z', confirmed_at = '2026-11-01T09:00:00Z',
                        headline = 'Help graag', skills = json_array(?2), languages = '[\"nl\"]', postal_code_4 = '5310',
                        availability = '[\"tue_evening\"]'
                  where user_id = ?1",
                (id, skill),
            )?;
            tx.execute(
                "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'pool', 1, ?2, ?2)",
                (id, tx.now()),
            )?;
            people.push(id);
        }
        Ok(people)
    })
}

/// The id of the first card that somebody sees.
pub fn first_card(client: &Client) -> String {
    client.get(POOL).expect(200).ids().remove(0)
}

pub fn write(server: &Server, client: &Client, card: &str, more: Value) -> Reply {
    let mut said = json!({
        "volunteer_profile_id": card,
        "organization_id": server.people.own.to_string(),
        "body": "Je schrijft dat je graag wandelt. Ga je een keer mee?",
    });
    if let (Some(said), Value::Object(more)) = (said.as_object_mut(), more) {
        said.extend(more);
    }
    client.post(REPLIES, &document("volunteer_profile_replies", said))
}

/// Runs the job of the pool.
pub fn follow(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_pool(tenant.unguarded("a job")))
        .unwrap()
}
