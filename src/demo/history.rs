//! History of the demo: rows of `transitions` with their audit log entries, and of `notifications`.

use rusqlite::{Connection, named_params};

use super::moment::Moment;

/// One state transition.
#[derive(Default)]
pub struct Step<'a> {
    pub event: &'a str,
    pub from: Option<&'a str>,
    pub to: &'a str,
    pub actor: Option<i64>,
    pub reason_code: Option<&'a str>,
    pub reason_text: Option<&'a str>,
}

pub fn record(
    tx: &Connection,
    (subject_type, subject_id): (&str, i64),
    step: &Step,
    at: Moment,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "insert into transitions (subject_type, subject_id, event, from_state, to_state, actor_id, reason_code, reason_text, at)
         values (:subject_type, :subject_id, :event, :from, :to, :actor, :reason_code, :reason_text, :at)",
    )?
    .execute(named_params! {
        ":subject_type": subject_type, ":subject_id": subject_id, ":event": step.event,
        ":from": step.from, ":to": step.to, ":actor": step.actor,
        ":reason_code": step.reason_code, ":reason_text": step.reason_text, ":at": at.text(),
    })?;
    let data = serde_json::json!({
        "transition_id": tx.last_insert_rowid(), "from": step.from, "to": step.to, "reason_code": step.reason_code,
    });
    tx.prepare_cached(
        "insert into audit_events (actor_id, action, subject_type, subject_id, data, volunteer_center_id, at)
         values (:actor, :event, :subject_type, :subject_id, :data, (select id from volunteer_centers order by id limit 1), :at)",
    )?
    .execute(named_params! {
        ":actor": step.actor, ":event": step.event, ":subject_type": subject_type, ":subject_id": subject_id,
        ":data": data.to_string(), ":at": at.text(),
    })?;
    Ok(())
}

/// One in-app notification.
pub struct Notice<'a> {
    pub user: i64,
    pub kind: &'a str,
    pub subject: (&'a str, i64),
    pub data: serde_json::Value,
    pub read: bool,
}

pub fn notify(tx: &Connection, notice: &Notice, at: Moment) -> rusqlite::Result<()> {
    let (subject_type, subject_id) = notice.subject;
    let at = at.text();
    tx.prepare_cached(
        "insert into notifications (user_id, kind, data, url, subject_type, subject_id, seen_at, read_at, created_at, updated_at)
         values (:user, :kind, :data, :url, :subject_type, :subject_id, :read_at, :read_at, :at, :at)",
    )?
    .execute(named_params! {
        ":user": notice.user, ":kind": notice.kind, ":data": notice.data.to_string(),
        ":url": format!("/{subject_type}/{subject_id}"),
        ":subject_type": subject_type, ":subject_id": subject_id,
        ":read_at": notice.read.then_some(&at), ":at": at,
    })?;
    Ok(())
}
