//! How often recommendations are shown, opened and led to an application: numbers of a day, of nobody in particular.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::VolunteerProfile;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::Answer;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
struct MatchCount {
    event: MatchEvent,
    #[validate(range(min = 1, max = 50))]
    count: i64,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MatchEvent {
    Shown,
    Opened,
    Applied,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "//api/v1/match_counts", count)
        .named(
            "countMatches",
            "Counts that recommendations were shown, opened or led to an application",
        )
        .answers(Described::empty())
}

async fn count(
    access: Access<VolunteerProfile, action::Update>,
    (): (),
    form: Form<MatchCount>,
) -> Result<Answer> {
    let center_id = access.ctx().site.center_id;
    let column = match form.body.event {
        MatchEvent::Shown => "shown",
        MatchEvent::Opened => "opened",
        MatchEvent::Applied => "applied",
    };
    let count = form.body.count;
    access
        .write(move |tx, _| {
            tx.prepare_cached(&format!(
                "insert into match_counts (volunteer_center_id, day, {column}) values (:center_id, substr(:now, 1, 10), :count)
                     on conflict (volunteer_center_id, day) do update set {column} = {column} + :count"
            ))?
            .execute(named_params! {":center_id": center_id, ":now": tx.now(), ":count": count})?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
