//! What became of a newsletter, step by step.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Newsletter;
use super::compose::SUBJECT_TYPE;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Document, Id};

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterEventAttributes {
    event: NewsletterHappening,
    at: String,
    /// None: the program.
    actor_name: Option<String>,
    /// How many were to get it, or had got it.
    count: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum NewsletterHappening {
    Scheduled,
    Unscheduled,
    Started,
    ResumedAfterRestart,
    Paused,
    Resumed,
    Stopped,
    Sent,
}

impl Typed for NewsletterEventAttributes {
    const TYPE: &'static str = "newsletter_events";
}

const STEPS: &str = "
    select case h.event when 'schedule' then 'scheduled' when 'unschedule' then 'unscheduled' when 'start' then 'started'
                when 'pause' then 'paused' when 'resume' then 'resumed' when 'stop' then 'stopped' else 'sent' end,
           h.at,
           (select nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') from users u where u.id = h.actor_id),
           case h.event when 'start' then (select count(*) from newsletter_recipients r where r.newsletter_id = h.subject_id)
                                          + n.delivered_before + n.bounced_before + n.skipped_before
                when 'finish' then (select count(*) from newsletter_recipients r where r.newsletter_id = h.subject_id and r.queued_at is not null)
                                   + n.delivered_before + n.bounced_before end,
           h.id
      from transitions h
      join newsletters n on n.id = h.subject_id
     where h.subject_type = :type and h.subject_id = :id and h.event <> 'create'
    union all
    select 'resumed_after_restart', n.resumed_at, null, n.resumed_from, 0
      from newsletters n where n.id = :id and n.resumed_at is not null
     order by 2 desc, 5 desc";

/// `GET /newsletters/{id}/history`, the newest first.
async fn show(
    access: Access<Newsletter, action::Read>,
    id: Id<Newsletter>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let data: Vec<Value> = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let mut statement = connection.prepare_cached(STEPS)?;
            let steps = statement.query_map(
                rusqlite::named_params! {":type": SUBJECT_TYPE, ":id": id.number()},
                |row| {
                    Ok(json!({
                        "event": row.get::<_, String>(0)?,
                        "at": row.get::<_, String>(1)?,
                        "actor_name": row.get::<_, Option<String>>(2)?,
                        "count": row.get::<_, Option<i64>>(3)?,
                    }))
                },
            )?;
            let mut data = Vec::new();
            for attributes in steps {
                data.push(json!({
                    "type": NewsletterEventAttributes::TYPE,
                    "id": (data.len() + 1).to_string(),
                    "attributes": attributes?,
                }));
            }
            Ok(data)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/history", show)
        .named(
            "listNewsletterEvents",
            "Lists what became of a newsletter, the newest first",
        )
        .answers(Described::json::<AllOf<NewsletterEventAttributes>>(200))
}
