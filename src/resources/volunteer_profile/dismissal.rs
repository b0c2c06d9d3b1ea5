//! Vacancies that a person says are not for them: no longer recommended, and not mailed.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{Answer, Id};
use crate::resources::vacancy::Vacancy;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
struct VacancyDismissal {
    reason: DismissalReason,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DismissalReason {
    TooFar,
    WrongTime,
    NotMyTheme,
    TooMuch,
    Other,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "/{id}/dismissal", dismiss)
        .named(
            "dismissVacancy",
            "Says that a vacancy is not for this person",
        )
        .answers(Described::empty())
        .action(Method::DELETE, "/{id}/dismissal", take_back)
        .named("undismissVacancy", "Takes that back")
        .answers(Described::empty())
}

async fn dismiss(
    access: Access<Vacancy, action::Favorite>,
    id: Id<Vacancy>,
    form: Form<VacancyDismissal>,
) -> Result<Answer> {
    if !access.ctx().site.features().volunteer_profiles {
        return Err(Code::NotFound.into());
    }
    let user_id = access.ctx().user_id();
    let reason = serde_json::to_value(form.body.reason)?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            tx.execute(
                "insert into vacancy_dismissals (user_id, vacancy_id, reason, created_at) values (:user_id, :id, :reason, :now)
                     on conflict (user_id, vacancy_id) do update set reason = excluded.reason",
                named_params! {":user_id": user_id, ":id": id.number(), ":reason": reason.as_str(), ":now": tx.now()},
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

async fn take_back(
    access: Access<Vacancy, action::Favorite>,
    id: Id<Vacancy>,
    _: Input<()>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id();
    access
        .write(move |tx, _| {
            tx.execute(
                "delete from vacancy_dismissals where user_id = ?1 and vacancy_id = ?2",
                (user_id, id.number()),
            )?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
