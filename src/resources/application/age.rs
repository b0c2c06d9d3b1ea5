//! Minimum age of a vacancy, compared with the applicant's date of birth (docs/domain/states.md#applications).

use rusqlite::OptionalExtension as _;

use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Id;
use crate::resources::user::own_account::guardian;
use crate::resources::vacancy::Vacancy;

/// 403 `under_age` for a person known to be younger than the vacancy's minimum. An unknown date of birth passes.
pub fn validate_age(tx: &Tx, user_id: i64, vacancy_id: Id<Vacancy>) -> Result<()> {
    let found: Option<(i32, String)> = tx
        .prepare_cached(
            "select v.min_age, u.birth_date from vacancies v, users u
              where v.id = ?1 and u.id = ?2 and v.min_age is not null and u.birth_date is not null",
        )?
        .query_row((vacancy_id.number(), user_id), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    match found {
        Some((min_age, born))
            if guardian::age(&born, tx.now()).is_some_and(|age| age < min_age) =>
        {
            Err(Error::from(Code::UnderAge)
                .with("min_age", min_age)
                .at("/data/attributes/vacancy_id"))
        }
        _ => Ok(()),
    }
}
