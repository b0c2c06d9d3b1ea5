//! Reading the whole conversation of a reported message: it stands in the audit log and in the conversation, for both sides.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::subject::Reported;
use super::{AbuseReport, SubjectType};
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::model::state_history::audit;
use crate::resources::conversation::{Side, announce_message_change};

/// The newest messages that are shown.
const MOST: i64 = 500;

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReportedConversationMeta")]
struct ReportedConversation {
    messages: Vec<ReadMessage>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReportedConversationMessage")]
struct ReadMessage {
    author: String,
    side: Side,
    body: String,
    created_at: String,
    is_reported: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/read_conversation", read)
        .named(
            "readReportedConversation",
            "Reads the whole conversation of a reported message",
        )
        .described("It stands in the audit log, and both sides see it in the conversation.")
        .answers(Described::json::<MetaOf<ReportedConversation>>(200))
        .refuses(&[404])
}

async fn read(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    _: Input<Ignored>,
) -> Result<Answer> {
    let messages = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let reported = Reported::of(tx, id)?;
            if reported.subject_type != SubjectType::Messages {
                return Err(Code::NotFound.into());
            }
            let messages = messages(tx, reported.subject_id)?;
            if messages.is_empty() {
                return Err(Code::NotFound.into());
            }
            tx.prepare_cached(
                "insert into conversation_readings (conversation_id, abuse_report_id, reader_id, created_at)
                 select conversation_id, ?2, ?3, ?4 from messages where id = ?1",
            )?
            .execute((reported.subject_id, id.number(), rows.ctx().user_id(), tx.now()))?;
            audit(tx, rows.ctx().user_id(), "read_conversation", (AbuseReport::TYPE, id.number()))?;
            announce_message_change(tx, reported.subject_id)?;
            Ok(messages)
        })
        .await?;
    Ok(Answer::ok(
        json!({ "data": null, "meta": ReportedConversation { messages } }).to_string(),
    ))
}

fn messages(tx: &Tx, reported: i64) -> Result<Vec<ReadMessage>> {
    let mut statement = tx.prepare_cached(
        "select coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = m.author_id), ''),
                m.side, m.body, m.created_at, m.id = ?1
           from messages m where m.conversation_id = (select conversation_id from messages where id = ?1)
          order by m.id desc limit ?2",
    )?;
    let mut found = statement
        .query_map((reported, MOST), |row| {
            Ok(ReadMessage {
                author: row.get(0)?,
                side: row.get(1)?,
                body: row.get(2)?,
                created_at: row.get(3)?,
                is_reported: row.get(4)?,
            })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    found.reverse();
    Ok(found)
}
