//! Minimum age of a vacancy, compared with the applicant's date of birth, or with what somebody says of whom none is
//! known (docs/domain/states.md#applications). What they say is compared and not kept: it is no date of birth.

use rusqlite::OptionalExtension as _;

use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::Id;
use crate::resources::user::own_account::guardian;
use crate::resources::vacancy::Vacancy;

/// 403 `under_age` for a person known to be younger than the vacancy's minimum. An unknown date of birth passes.
pub fn validate_age(tx: &Tx, user_id: i64, vacancy_id: Id<Vacancy>) -> Result<()> {
    let Some(min_age) = minimum_of(tx, vacancy_id)? else {
        return Ok(());
    };
    match age_of(tx, user_id)? {
        Some(age) if age < min_age => Err(under_age(min_age)),
        _ => Ok(()),
    }
}

/// The same for who applies. Without a known date of birth, as of a guest, they have to say that they are at least as
/// old as the vacancy asks: 422 `age_at_least` until they did.
pub fn validate_said_age(
    tx: &Tx,
    user_id: Option<i64>,
    vacancy_id: Id<Vacancy>,
    at_least: Option<i32>,
) -> Result<()> {
    validate_told_age(tx, user_id, vacancy_id, (at_least, "age_at_least"))
}

/// The same of somebody whom others register at a desk: they say it of the person.
pub fn validate_age_of_other(
    tx: &Tx,
    user_id: Option<i64>,
    vacancy_id: Id<Vacancy>,
    at_least: Option<i32>,
) -> Result<()> {
    validate_told_age(tx, user_id, vacancy_id, (at_least, "age_of_person"))
}

fn validate_told_age(
    tx: &Tx,
    user_id: Option<i64>,
    vacancy_id: Id<Vacancy>,
    (at_least, rule): (Option<i32>, &str),
) -> Result<()> {
    let Some(min_age) = minimum_of(tx, vacancy_id)? else {
        return Ok(());
    };
    let known = match user_id {
        Some(user_id) => age_of(tx, user_id)?,
        None => None,
    };
    match known.or(at_least) {
        Some(age) if age >= min_age => Ok(()),
        _ if known.is_some() => Err(under_age(min_age)),
        _ => Err(FieldFault::attribute("age_at_least", rule)
            .with("min_age", min_age)
            .into()),
    }
}

fn under_age(min_age: i32) -> Error {
    Error::from(Code::UnderAge)
        .with("min_age", min_age)
        .at("/data/attributes/vacancy_id")
}

fn minimum_of(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<Option<i32>> {
    let found = tx
        .prepare_cached("select min_age from vacancies where id = ?1")?
        .query_row([vacancy_id.number()], |row| row.get(0))
        .optional()?;
    Ok(found.flatten())
}

fn age_of(tx: &Tx, user_id: i64) -> Result<Option<i32>> {
    let born: Option<String> = tx
        .prepare_cached("select birth_date from users where id = ?1")?
        .query_row([user_id], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(born.and_then(|born| guardian::age(&born, tx.now())))
}
