//! Saved vacancies (favourites).

use rusqlite::named_params;

use super::Vacancy;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::{Answer, Id};

pub async fn keep(
    access: Access<Vacancy, action::Favorite>,
    id: Id<Vacancy>,
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            tx.execute(
                "insert into favorites (user_id, vacancy_id, created_at) values (:user_id, :id, :now) on conflict do nothing",
                named_params! {":user_id": user_id, ":id": id.number(), ":now": tx.now()},
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

pub async fn drop(
    access: Access<Vacancy, action::Favorite>,
    id: Id<Vacancy>,
    _: Input<()>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    access
        .write(move |tx, _| {
            tx.execute(
                "delete from favorites where user_id = ?1 and vacancy_id = ?2",
                (user_id, id.number()),
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
