//! Addresses that bounced three times receive no more email (docs/domain/mails.md#rules). The person, or whoever
//! manages them, can request another attempt; its delivery lifts the block (docs/decisions/0013).

use axum::http::Method;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::PROBE_LETTERS;
use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Answer, Id, Resource};
use crate::mail::MailKind;
use crate::mail::outbox::{BOUNCES_THAT_STOP, bounces};
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::User;

/// Time of the last bounce of a blocked address; `t` is a row of `users`.
pub(in crate::resources::user) const STOPPED_AT: &str =
    "(select b.bounced_at from mail_bounces b where b.email = t.email and b.count >= 3)";
const _: () = assert!(BOUNCES_THAT_STOP == 3);

/// A document that says no more than its status.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "EmptyDocument")]
struct NoDataDocument {
    data: (),
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "/{id}/try_mail_again", try_again)
        .named(
            "tryMailAgain",
            "Sends one letter to an address that mail is no longer sent to",
        )
        .answers(Described::json::<NoDataDocument>(202))
}

/// `POST /users/{id}/try_mail_again`: sends one email despite the block. No effect where there is none.
async fn try_again(
    access: Access<User, action::ResendConfirmation>,
    id: Id<User>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            rows.require(tx, id)?;
            if write(tx, id.number())? {
                let actor_id = rows.ctx().user_id();
                audit(tx, actor_id, "try_mail_again", (User::TYPE, id.number()))?;
            }
            Ok(Answer::accepted(json!({ "data": null }).to_string()))
        })
        .await
}

fn write(tx: &Tx, user_id: i64) -> Result<bool> {
    let person: Option<(String, i64)> = tx
        .prepare_cached(
            "select email, volunteer_center_id from users where id = ?1 and email is not null and status <> 'archived'",
        )?
        .query_row([user_id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((email, center_id)) = person else {
        return Ok(false);
    };
    if bounces(tx, &email)? < BOUNCES_THAT_STOP {
        return Ok(false);
    }
    PROBE_LETTERS.keep(tx, &email)?;
    Notice {
        kind: MailKind::EmailWorks,
        data: json!({}),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail_only(tx, user_id)?;
    Ok(true)
}
