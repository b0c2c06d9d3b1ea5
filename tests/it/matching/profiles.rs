//! Sixty written people over the demo's vacancies: how many of each theme are among their first ten.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use voluntr::base::clock::Clock;
use voluntr::db::{Db, Tx};
use voluntr::matching::{Choice, Fact, Offer, Others, Ranking, Theme, rank_offers};
use voluntr::resources::volunteer_profile::{new_offers, standing_of, wishes_of};

/// The demo is made for a moment, so that its vacancies are the same whenever this runs.
const NOW: &str = "2026-11-21T09:00:00Z";

#[derive(Deserialize)]
struct People {
    person: Vec<Person>,
}

#[derive(Deserialize)]
struct Person {
    name: String,
    about: String,
    expect: BTreeMap<String, (usize, usize)>,
    answers: BTreeMap<String, toml::Value>,
}

fn people() -> Vec<Person> {
    let people: People = toml::from_str(include_str!("profiles.toml")).unwrap();
    people.person
}

struct Town {
    themes: BTreeMap<String, i64>,
    offers: Vec<Offer>,
}

fn with_demo(job: impl FnOnce(&Tx, &Town) -> voluntr::error::Result<()> + Send + 'static) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fixed(NOW.parse().unwrap());
    let db = Db::open(&folder.path().join("tenant.db"), clock).unwrap();
    db.write_blocking(move |tx| {
        tx.execute(
            "insert into volunteer_centers (name, is_default, created_at, updated_at) values ('Lindewaard', 1, ?1, ?1)",
            [tx.now()],
        )?;
        let center_id = tx.last_insert_rowid();
        let amounts = voluntr::demo::Amounts::default();
        voluntr::demo::seed(tx, tx.now(), center_id, &amounts, &|_| "hash".to_owned())?;
        let themes = tx
            .prepare("select key, id from taxonomies where kind = 'activity_types'")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let offers = new_offers(tx, center_id, ("2000-01-01T00:00:00Z", tx.now()), 10_000)?;
        assert!(offers.len() > 150, "{} vacancies", offers.len());
        job(tx, &Town { themes, offers })
    })
    .unwrap();
}

fn first_ten(tx: &Tx, town: &Town, person: &Person) -> voluntr::error::Result<Vec<Choice>> {
    tx.execute(
        "insert into users (first_name, status, volunteer_center_id, created_at, updated_at)
         values (?1, 'active', (select min(id) from volunteer_centers), ?2, ?2)",
        (&person.name, tx.now()),
    )?;
    let user_id = tx.last_insert_rowid();
    for (field, value) in &person.answers {
        let value = serde_json::to_value(value)?;
        let value = match (&value, field.as_str()) {
            (Value::Array(keys), "theme_ids") => {
                let ids = keys.iter().map(|key| {
                    let id = town.themes[key.as_str().unwrap()];
                    Value::String(id.to_string())
                });
                Value::Array(ids.collect()).to_string().into()
            }
            (Value::Array(_), _) => value.to_string().into(),
            (Value::Bool(truth), _) => rusqlite::types::Value::from(*truth),
            (Value::String(text), _) => text.clone().into(),
            (Value::Number(number), "hours_per_week") => number.as_f64().unwrap().into(),
            (other, _) => panic!("{}: {field} = {other}", person.name),
        };
        let sql = format!("update volunteer_profiles set {field} = ?1 where user_id = ?2");
        assert_eq!(tx.execute(&sql, (value, user_id))?, 1, "{}", person.name);
    }
    let ranking = Ranking {
        most: 10,
        seed: None,
        others: Others::After,
    };
    let wishes = wishes_of(tx, user_id)?;
    let standing = standing_of(tx, user_id, tx.now())?;
    Ok(rank_offers(&standing, &wishes, &town.offers, ranking))
}

/// How many of the choices have each theme.
fn counts(town: &Town, choices: &[Choice]) -> BTreeMap<String, usize> {
    let offers: BTreeMap<i64, &Offer> = town.offers.iter().map(|offer| (offer.id, offer)).collect();
    town.themes
        .iter()
        .map(|(key, id)| {
            let has = |choice: &&Choice| offers[&choice.id].themes.contains(&Theme::Activity(*id));
            (key.clone(), choices.iter().filter(has).count())
        })
        .collect()
}

#[test]
fn everybody_gets_what_they_look_for_among_their_first_ten() {
    with_demo(|tx, town| {
        let people = people();
        assert!(people.len() >= 60);
        let (mut broken, mut found) = (Vec::new(), serde_json::Map::new());
        for person in &people {
            let choices = first_ten(tx, town, person)?;
            let counts = counts(town, &choices);
            for (theme, (least, most)) in &person.expect {
                let count = counts[theme];
                if count < *least || count > *most {
                    broken.push(format!(
                        "{} ({}): {count} of {theme}, expected {least} to {most}",
                        person.name, person.about
                    ));
                }
            }
            found.insert(person.name.clone(), serde_json::to_value(&counts)?);
        }
        println!("{}", Value::Object(found));
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        Ok(())
    });
}

#[test]
fn the_best_have_a_reason_and_no_organization_has_more_than_two_of_the_first_ten() {
    with_demo(|tx, town| {
        let offers: BTreeMap<i64, &Offer> =
            town.offers.iter().map(|offer| (offer.id, offer)).collect();
        for person in &people() {
            let choices = first_ten(tx, town, person)?;
            assert_eq!(choices.len(), 10, "{}", person.name);
            for choice in choices.iter().take(3) {
                let is_plain =
                    |fact: &Fact| matches!(fact, Fact::AnswersWithin(_) | Fact::NobodyYet);
                assert!(
                    !choice.found.reasons.iter().all(is_plain),
                    "{}: {choice:?}",
                    person.name
                );
            }
            let mut of: BTreeMap<i64, usize> = BTreeMap::new();
            for choice in &choices {
                if let Some(organization) = offers[&choice.id].organization_id {
                    *of.entry(organization).or_default() += 1;
                }
            }
            assert!(
                of.values().all(|count| *count <= 2),
                "{}: {of:?}",
                person.name
            );
        }
        Ok(())
    });
}
