//! `PATCH /users/bulk {ids, event, dry_run}`: one event for many people, with a result for each.

use std::collections::HashMap;

use axum::http::{Method, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::manage::{close_account, send_invitation};
use crate::app::access::{Access, Action, Rows, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::write::precondition::ReadVersions;
use crate::jsonapi::{Document, Id, Resource};
use crate::resources::user::User;
use crate::resources::user::management::bulk_preview::{Step, preview};
use crate::resources::user::own_account::archive::{Said, reactivate};

/// Maximum number of people per call.
const MOST: usize = 200;

/// Maximum number of people per write transaction.
const AT_ONCE: usize = 10;

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::PATCH, "/bulk", bulk)
        .named(
            "changeUsers",
            "Archives or reactivates several people, each on its own",
        )
        .answers(Described::json::<UserBulkDocument>(200))
        .action(Method::PUT, "/bulk", bulk)
        .named(
            "putUsers",
            "Archives or reactivates several people, as PATCH does",
        )
        .answers(Described::json::<UserBulkDocument>(200))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "UserBulk")]
pub struct Bulk {
    ids: Vec<Id<User>>,
    event: Step,
    /// With `archive`: why, in a word and in the asker's own words.
    reason_code: Option<String>,
    reason: Option<String>,
    /// The version of each person that was read, by id: the number in its `meta.version`, or its `ETag`. One that has
    /// changed since is refused.
    #[serde(default)]
    #[schemars(with = "HashMap<String, Value>")]
    versions: ReadVersions,
    /// Says what would happen, and does nothing.
    #[serde(default)]
    dry_run: bool,
}

/// What came of each person.
#[derive(Serialize, Deserialize, JsonSchema)]
struct UserBulkDocument {
    data: Vec<UserBulkResult>,
    meta: UserBulkMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct UserBulkResult {
    r#type: String,
    id: String,
    meta: UserBulkOutcome,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct UserBulkOutcome {
    is_done: bool,
    /// Why not.
    error: Option<Map<String, Value>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct UserBulkMeta {
    done: i64,
    failed: i64,
    dry_run: bool,
}

async fn bulk(
    access: Access<User, action::ReadContact>,
    (): (),
    input: Input<Bulk>,
) -> Result<Document> {
    let mut sent = input.body;
    if sent.ids.len() > MOST {
        return Err(FieldFault::attribute("ids", "items")
            .with("max", MOST)
            .into());
    }
    let language = input
        .headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| Locale::accepted(value.to_str().ok()?))
        .unwrap_or_default();
    let said = Said::read(sent.reason_code.take(), sent.reason.take())?;
    match sent.event {
        Step::Archive => {
            run(
                access.beside::<User, action::Archive>()?,
                sent,
                said,
                language,
            )
            .await
        }
        Step::Reactivate => {
            let access = access.beside::<User, action::Reactivate>()?;
            run(access, sent, said, language).await
        }
        Step::Invite => {
            run(
                access.beside::<User, action::Invite>()?,
                sent,
                said,
                language,
            )
            .await
        }
    }
}

/// Runs in small batches, so that other writes get their turn: erasing an invited person is slow. A dry run does not
/// use the writer.
async fn run<A: Action>(
    access: Access<User, A>,
    sent: Bulk,
    said: Said,
    language: Locale,
) -> Result<Document> {
    let (event, is_dry) = (sent.event, sent.dry_run);
    let outcomes = if is_dry {
        let (ids, rows) = (sent.ids.clone(), access.rows());
        access
            .read_slow(move |connection| preview(connection, &rows, &ids, event))
            .await?
    } else {
        take(&access, &sent.ids, event, (said, sent.versions)).await?
    };
    let done = outcomes.iter().filter(|error| error.is_none()).count();
    let meta = json!({ "done": done, "failed": outcomes.len() - done, "dry_run": is_dry });
    let people = sent.ids.iter().zip(outcomes).map(|(id, error)| {
        let is_done = error.is_none();
        let error =
            error.and_then(|error| error.document(language, "").pointer("/errors/0").cloned());
        json!({
            "type": User::TYPE,
            "id": id.to_string(),
            "meta": { "is_done": is_done, "error": error },
        })
    });
    Ok(Document::of(
        &json!({ "data": people.collect::<Vec<Value>>(), "meta": meta }),
    ))
}

async fn take<A: Action>(
    access: &Access<User, A>,
    ids: &[Id<User>],
    event: Step,
    said: (Said, ReadVersions),
) -> Result<Vec<Option<Error>>> {
    let mut outcomes = Vec::with_capacity(ids.len());
    for ids in ids.chunks(AT_ONCE) {
        let (for_job, said) = (ids.to_vec(), said.clone());
        let done = access
            .write(move |tx, rows| {
                let steps = for_job.iter();
                steps.map(|id| one(tx, rows, *id, event, &said)).collect()
            })
            .await;
        match done {
            Ok(done) => outcomes.extend::<Vec<_>>(done),
            Err(error) if outcomes.is_empty() => return Err(error),
            // Earlier batches are committed and must be reported: only this one failed.
            Err(error) => {
                tracing::error!(%error, "a part of a bulk step failed");
                outcomes.extend(ids.iter().map(|_| Some(Error::internal("a part failed"))));
            }
        }
    }
    Ok(outcomes)
}

/// Applies the event to one person; a failure rolls back this person alone.
fn one(
    tx: &Tx,
    rows: &Rows<User>,
    id: Id<User>,
    event: Step,
    (said, versions): &(Said, ReadVersions),
) -> Result<Option<Error>> {
    tx.execute_batch("savepoint one")?;
    let as_read = rows
        .require(tx, id)
        .and_then(|()| rows.ctx().compare(tx, id, versions.of(id.number())));
    let outcome = as_read.and_then(|()| match event {
        Step::Archive => close_account(tx, rows.ctx(), id, said),
        Step::Reactivate => reactivate(tx, id.number(), rows.ctx().user_id()),
        Step::Invite => send_invitation(tx, rows.ctx(), id),
    });
    if outcome.is_err() {
        tx.execute_batch("rollback to one")?;
    }
    tx.execute_batch("release one")?;
    match outcome {
        Ok(()) => Ok(None),
        Err(error @ (Error::Internal(_) | Error::Damaged(_) | Error::Storage(..))) => Err(error),
        Err(error) => Ok(Some(error)),
    }
}
