//! `GET /vacancies/{id}/matches`: people who want to be found and fit one vacancy, without name or contact data.

use std::fmt::Write as _;

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::offers::offer;
use super::wishes::{answers, standing_of};
use super::{MatchFact, VacancyMatch, VolunteerProfile};
use crate::app::access::{Access, Rows, action};
use crate::base::digest::digest_of;
use crate::error::{Code, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Document, Id};
use crate::matching::{Preferences, Standing, rank_people};
use crate::resources::vacancy::Vacancy;

/// People that are compared, those who said so last first.
const COMPARED: i64 = 1_000;
const MOST: usize = 20;

/// A person who can be found and fits a vacancy. The id is made for this vacancy and person.
#[derive(Serialize, Deserialize, JsonSchema)]
struct VolunteerMatchAttributes {
    initials: String,
    postal_code_4: Option<String>,
    score: i64,
    reasons: Vec<MatchFact>,
    misses: Vec<MatchFact>,
}

impl Typed for VolunteerMatchAttributes {
    const TYPE: &'static str = "volunteer_matches";
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/vacancies/{id}/matches", matches)
        .named(
            "listVacancyMatches",
            "Lists people who want to be found and fit the vacancy, without name or contact data",
        )
        .answers(Described::json::<AllOf<VolunteerMatchAttributes>>(200))
        .refuses(&[422])
}

/// `GET /vacancies/{id}/matches`: for those whose vacancy it is.
async fn matches(
    access: Access<VolunteerProfile, action::See>,
    id: Id<Vacancy>,
    _: Input<()>,
) -> Result<Document> {
    let vacancies = access.beside::<Vacancy, action::Manage>()?.rows();
    let rows = access.rows();
    let now = access.ctx().now.clone();
    let data = access
        .read_slow(move |connection| {
            vacancies.require(connection, id)?;
            require_published(connection, id)?;
            let Some(offer) = offer(connection, id.number(), &now)? else {
                return Ok(Vec::new());
            };
            let people = visible_people(connection, &rows, &now)?;
            let ids = MatchIds::of(connection, id)?;
            rank_people(&offer, &people, |person| ids.of_person(person), MOST)
                .iter()
                .map(|choice| {
                    let found = VacancyMatch::of(&choice.found).for_organization();
                    shown(connection, (choice.id, ids.of_person(choice.id)), found)
                })
                .collect::<Result<Vec<Value>>>()
        })
        .await?;
    Ok(Document::of_all(&data))
}

/// People are shown for what everybody can read, as the centre approved it: in a draft its author could try one minimum age
/// after the other.
pub fn require_published(connection: &Connection, id: Id<Vacancy>) -> Result<()> {
    let is_published: bool = connection
        .prepare_cached("select status = 'published' from vacancies where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    if is_published {
        Ok(())
    } else {
        Err(Code::NotPublished.into())
    }
}

/// The ids of the people who fit one vacancy: under the tenant's key, so that they tell neither an account nor which
/// people of two vacancies are the same.
struct MatchIds {
    key: Vec<u8>,
    vacancy_id: i64,
}

impl MatchIds {
    fn of(connection: &Connection, id: Id<Vacancy>) -> Result<Self> {
        let key = connection
            .prepare_cached("select key from keyed_ids")?
            .query_row([], |row| row.get(0))?;
        Ok(Self {
            key,
            vacancy_id: id.number(),
        })
    }

    fn of_person(&self, user_id: i64) -> String {
        let (vacancy, person) = (self.vacancy_id.to_le_bytes(), user_id.to_le_bytes());
        let digest = digest_of(&[b"match", &self.key, &vacancy, &person]);
        let mut id = String::new();
        for byte in digest.iter().take(16) {
            let _ = write!(id, "{byte:02x}");
        }
        id
    }
}

fn visible_people(
    connection: &Connection,
    rows: &Rows<VolunteerProfile>,
    now: &str,
) -> Result<Vec<(Standing, Preferences)>> {
    let sql = format!(
        "select t.user_id from volunteer_profiles t where ({}) order by t.visible_until desc limit :most",
        rows.visibility().rows
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let most = (":most".to_owned(), COMPARED.into());
    bind(&mut statement, rows.auth(), &[most])?;
    let mut found = statement.raw_query();
    let mut people = Vec::new();
    while let Some(row) = found.next()? {
        let user_id: i64 = row.get(0)?;
        people.push((
            standing_of(connection, user_id, now)?.told_to_others(),
            answers(connection, user_id)?.shown_to_others(),
        ));
    }
    Ok(people)
}

fn shown(
    connection: &Connection,
    (user_id, id): (i64, String),
    found: VacancyMatch,
) -> Result<Value> {
    let (first, last, code): (Option<String>, Option<String>, Option<String>) = connection
        .prepare_cached(
            "select u.first_name, u.last_name, p.postal_code_4
               from volunteer_profiles p join users u on u.id = p.user_id
              where p.user_id = ?1",
        )?
        .query_row([user_id], |row| row.try_into())?;
    let initials = [first, last]
        .iter()
        .flatten()
        .filter_map(|name| name.chars().next())
        .map(|letter| format!("{letter}."))
        .collect::<Vec<_>>()
        .concat();
    Ok(json!({
        "type": VolunteerMatchAttributes::TYPE,
        "id": id,
        "attributes": VolunteerMatchAttributes {
            initials,
            postal_code_4: code,
            score: found.score,
            reasons: found.reasons,
            misses: found.misses,
        },
    }))
}
