//! History of state transitions: every change, its actor and its reason. The only writer of `transitions`; each
//! transition is also recorded in the audit log.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::access::audit_log;
use crate::app::access::{Access, Action, action};
use crate::db::Tx;
use crate::error::Result;
use crate::http::openapi::singular;
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Document, Id, Query, Resource};

/// Transition to be recorded.
pub struct Step<'a> {
    pub subject: (&'static str, i64),
    pub event: &'a str,
    pub from: Option<&'a str>,
    pub to: &'a str,
    /// `None` for the system.
    pub actor_id: Option<i64>,
    /// Whether a centre acts on behalf of an organisation.
    pub is_on_behalf: bool,
    pub reason_code: Option<&'a str>,
    pub reason_text: Option<&'a str>,
}

pub fn record(tx: &Tx, step: &Step) -> Result<()> {
    tx.prepare_cached(
        "insert into transitions (subject_type, subject_id, event, from_state, to_state, actor_id, on_behalf, reason_code, reason_text, impersonator_id, at)
         values (:subject_type, :subject_id, :event, :from_state, :to_state, :actor_id, :on_behalf, :reason_code, :reason_text, :impersonator_id, :at)",
    )?
    .execute(named_params! {
        ":subject_type": step.subject.0,
        ":subject_id": step.subject.1,
        ":event": step.event,
        ":from_state": step.from,
        ":to_state": step.to,
        ":actor_id": step.actor_id,
        ":on_behalf": step.is_on_behalf,
        ":reason_code": step.reason_code,
        ":reason_text": step.reason_text,
        ":impersonator_id": tx.impersonator_id(),
        ":at": tx.now(),
    })?;
    let (subject_type, id) = step.subject;
    let mut data = json!({
        "transition_id": tx.last_insert_rowid(), "from": step.from, "to": step.to, "reason_code": step.reason_code,
    });
    if step.is_on_behalf
        && let Some(data) = data.as_object_mut()
    {
        data.insert("on_behalf".to_owned(), true.into());
    }
    audit_with(tx, step.actor_id, step.event, (subject_type, id), &data)
}

/// Records an action on somebody else's object in the audit log (docs/domain/rights.md#audit-log).
pub fn audit(tx: &Tx, actor_id: Option<i64>, action: &str, subject: (&str, i64)) -> Result<()> {
    audit_with(tx, actor_id, action, subject, &Value::Null)
}

/// Same with details: names of fields and roles, never personal data.
pub fn audit_with(
    tx: &Tx,
    actor_id: Option<i64>,
    action: &str,
    subject: (&str, i64),
    data: &Value,
) -> Result<()> {
    let event = audit_log::Event {
        actor_id,
        action,
        subject: subject_of(subject),
        data: data.clone(),
        center_id: None,
    };
    audit_log::write(tx, &event)
}

fn subject_of((type_name, id): (&str, i64)) -> audit_log::Subject<'_> {
    match super::registry::table_named(type_name) {
        Some(table) => audit_log::Subject::of(table, id),
        None => audit_log::Subject::named(type_name, Some(id)),
    }
}

/// One step in the life of something.
#[derive(Serialize, Deserialize, JsonSchema)]
struct TransitionAttributes {
    event: String,
    from: Option<String>,
    to: String,
    reason_code: Option<String>,
    reason_text: Option<String>,
    at: String,
    on_behalf: bool,
    actor_name: Option<String>,
    is_impersonation: bool,
    impersonator_name: Option<String>,
}

impl Typed for TransitionAttributes {
    const TYPE: &'static str = "transitions";
}

impl Routes {
    /// `GET /{type}/{id}/history`: timeline of one object, oldest first, for those who manage it, since it contains
    /// names and reasons.
    pub fn history<R: Resource>(self) -> Self {
        self.history_with::<R, action::ReadContact>()
    }

    /// Same for a permission other than reading what only managers may see.
    pub fn history_with<R: Resource, A: Action>(self) -> Self {
        self.action(axum::http::Method::GET, "/{id}/history", history::<R, A>)
            .named(
                format!("list{}History", singular(R::TYPE)),
                "Lists what happened to it, oldest first",
            )
            .answers(Described::json::<AllOf<TransitionAttributes>>(200))
    }
}

async fn history<R: Resource, A: Action>(
    access: Access<R, A>,
    id: Id<R>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let data = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let is_silent = rows.ctx().is_hidden_as_another(R::TYPE, "reason_text");
            let mut statement = connection.prepare_cached(
                // Between people without a yes neither side is told the surname of the other.
                "select h.id, h.event, h.from_state, h.to_state, h.reason_code, h.reason_text, h.at, h.on_behalf,
                        trim(coalesce(u.first_name, '') || ' ' || iif(h.subject_type = 'applications' and u.id is not ?3 and exists (
                               select 1 from help_not_accepted n where n.application_id = h.subject_id and ?3 in (n.owner_id, n.applicant_id)),
                             '', coalesce(u.last_name, ''))),
                        h.impersonator_id is not null,
                        trim(coalesce(i.first_name, '') || ' ' || coalesce(i.last_name, ''))
                   from transitions h
                   left join users u on u.id = h.actor_id
                   left join users i on i.id = h.impersonator_id
                  where h.subject_type = ?1 and h.subject_id = ?2
                  order by h.id",
            )?;
            let entries = statement
                .query_map((R::TYPE, id.number(), rows.ctx().user_id()), |row| {
                    let (name, admin): (String, String) = (row.get(8)?, row.get(10)?);
                    Ok(json!({
                        "type": "transitions",
                        "id": row.get::<_, i64>(0)?.to_string(),
                        "attributes": {
                            "event": row.get::<_, String>(1)?,
                            "from": row.get::<_, Option<String>>(2)?,
                            "to": row.get::<_, String>(3)?,
                            "reason_code": row.get::<_, Option<String>>(4)?,
                            "reason_text": row.get::<_, Option<String>>(5)?.filter(|_| !is_silent),
                            "at": row.get::<_, String>(6)?,
                            "on_behalf": row.get::<_, bool>(7)?,
                            "actor_name": (!name.is_empty()).then_some(name),
                            "is_impersonation": row.get::<_, bool>(9)?,
                            "impersonator_name": (!admin.is_empty()).then_some(admin),
                        },
                    }))
                })?
                .collect::<rusqlite::Result<Vec<Value>>>()?;
            Ok(entries)
        })
        .await?;
    // The read is audited even where the timeline is empty.
    let whose = Query::default()
        .with("filter[subject_type_eq]", R::TYPE)
        .with("filter[subject_id_eq]", &id.to_string());
    let count = json!({ "count": data.len() });
    access.note_about("read_history", &whose, count).await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}
