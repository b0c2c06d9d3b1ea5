//! Transactional outbox, consuming side: rows are claimed, begun, sent and marked, or retried (docs/decisions/0016).
//!
//! Delivery is at least once: an email is marked as sent only after the mail server accepted it. One that was in flight
//! when the process was killed is sent again with the same Message-ID, because it is unknown whether it arrived.

use rusqlite::{Connection, OptionalExtension, Result, Row, named_params};
use serde::Serialize;
use serde_json::Value;

use super::dutch_time::is_quiet;
use super::{MailKind, SendError};

pub use crate::mail::outbox::backlog::{Backlog, backlog};
pub use crate::mail::outbox::hold::{
    Hold, PUSH_MAY_LEAVE, Waiting, drop_held, find_hold, held_since, hold, release_held,
};
pub use crate::mail::outbox::inspect::{delete_expired, forget, list, retry};

pub(crate) use crate::mail::outbox::hold::may_leave;

/// Number of consecutive bounces after which an address gets no more mail.
pub const BOUNCES_THAT_STOP: i64 = 3;
/// The last attempt is about two days after the first.
pub const MAX_ATTEMPTS: i64 = 12;
/// Rows per claim. All of them must be attempted before the claim expires.
pub const BATCH: i64 = 10;

/// Until the next attempt of an email that our own settings keep back.
const MINUTES_UNTIL_MENDED: i64 = 15;

const MINUTES_UNTIL_NEXT: [i64; 11] = [1, 5, 15, 60, 240, 240, 480, 480, 480, 480, 480];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutboxStatus {
    Waiting,
    Sending,
    Sent,
    Failed,
}

impl OutboxStatus {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }

    pub fn find(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Sending, Self::Sent, Self::Failed]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// A row of the outbox. Fields that may contain tokens are not serialised.
#[derive(Debug, Clone, Serialize)]
pub struct OutboxRow {
    pub id: i64,
    pub kind: String,
    pub to_email: String,
    pub to_name: String,
    pub locale: String,
    #[serde(skip)]
    pub data: Value,
    pub subject_type: String,
    pub subject_id: i64,
    pub mandatory: bool,
    pub volunteer_center_id: Option<i64>,
    pub status: OutboxStatus,
    pub attempts: i64,
    pub next_attempt_at: String,
    pub last_error: Option<String>,
    pub message_id: Option<String>,
    #[serde(skip)]
    pub unsubscribe_token: Option<String>,
    pub claimed_at: Option<String>,
    pub sent_at: Option<String>,
    pub created_at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QuietHours {
    /// Quiet hours are in force: from 21:00 to 07:30 only mandatory emails are claimed.
    #[default]
    Respected,
    Ignored,
}

#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    pub now: &'a str,
    pub limit: i64,
    /// Canonical host of the tenant, for the Message-ID.
    pub host: &'a str,
    /// Id of the claiming process. Only one process sends at a time, so claims of any other id are orphaned.
    pub by: &'a str,
    pub quiet_hours: QuietHours,
}

impl Claim<'_> {
    fn only_mandatory(&self) -> bool {
        self.quiet_hours == QuietHours::Respected && is_quiet(self.now)
    }
}

#[derive(Debug, Clone, Default)]
pub struct OutboxFilter {
    pub status: Option<OutboxStatus>,
    pub kind: Option<String>,
    pub to_email: Option<String>,
    /// Pagination cursor: only rows with a smaller id.
    pub before_id: Option<i64>,
    /// Maximum number of rows; 100 by default.
    pub limit: Option<i64>,
}

/// Returns whether a claim would find anything. Needs a read connection only, so that an idle tenant causes no writes.
pub fn has_due(conn: &Connection, claim: &Claim) -> Result<bool> {
    conn.prepare_cached(concat!(
        "select 1
         from outbox
         where status = 'waiting'
             and next_attempt_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now)
             and (mandatory or not :only_mandatory)
             and ",
        may_leave!(),
        "
         union all
         select 1
         from outbox
         where status = 'sending'
             and (claimed_by is not :by or claimed_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-5 minutes'))
             and (mandatory or not :only_mandatory)
             and ",
        may_leave!(),
        "
         limit 1",
    ))?
    .exists(named_params! {
        ":now": claim.now,
        ":by": claim.by,
        ":only_mandatory": claim.only_mandatory(),
    })
}

/// Claims the rows that are due, mandatory emails first. Takes over claims of another process at once and claims of
/// this process after five minutes.
pub fn claim(tx: &Connection, claim: &Claim) -> Result<Vec<OutboxRow>> {
    give_up_on_crashes(tx, claim)?;
    let mut statement = tx.prepare_cached(concat!(
        "update outbox
         set status = 'sending',
             claimed_by = :by,
             claimed_at = strftime('%Y-%m-%dT%H:%M:%SZ', :now),
             message_id = coalesce(message_id,
                 '<outbox-' || id || '-' || lower(hex(randomblob(8))) || '@' || :host || '>')
         where id in (
             select id
             from (
                 select id, mandatory, next_attempt_at
                 from outbox
                 where status = 'waiting'
                     and next_attempt_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now)
                     and ",
        may_leave!(),
        "
                 union all
                 select id, mandatory, next_attempt_at
                 from outbox
                 where status = 'sending'
                     and (claimed_by is not :by
                          or claimed_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-5 minutes'))
                     and ",
        may_leave!(),
        "
             )
             where mandatory or not :only_mandatory
             order by mandatory desc, next_attempt_at, id
             limit :limit
         )
         returning *",
    ))?;
    let mut rows = statement
        .query_map(
            named_params! {
                ":now": claim.now,
                ":host": claim.host,
                ":by": claim.by,
                ":only_mandatory": claim.only_mandatory(),
                ":limit": claim.limit,
            },
            from_row,
        )?
        .collect::<Result<Vec<_>>>()?;
    rows.sort_by(|a, b| {
        (b.mandatory, &a.next_attempt_at, a.id).cmp(&(a.mandatory, &b.next_attempt_at, b.id))
    });
    Ok(rows)
}

/// Marks an email as being sent and counts the attempt. Counting here and not on claiming spares the other rows of a
/// batch when the process crashes on one. Returns `None` if another process holds the claim or the row is gone.
pub fn begin(tx: &Connection, row: &OutboxRow, by: &str, now: &str) -> Result<Option<OutboxRow>> {
    tx.prepare_cached(
        "update outbox
         set attempts = attempts + 1, claimed_at = strftime('%Y-%m-%dT%H:%M:%SZ', :now)
         where id = :id and status = 'sending' and claimed_by is :by and claimed_at is :claimed_at
         returning *",
    )?
    .query_row(
        named_params! { ":id": row.id, ":by": by, ":now": now, ":claimed_at": row.claimed_at },
        from_row,
    )
    .optional()
}

/// Releases rows that were claimed and not begun, on shutdown.
pub fn release(tx: &Connection, rows: &[OutboxRow], by: &str) -> Result<()> {
    for row in rows {
        tx.prepare_cached(
            "update outbox
             set status = 'waiting', claimed_by = null, claimed_at = null
             where id = :id and status = 'sending' and claimed_by is :by and claimed_at is :claimed_at",
        )?
        .execute(named_params! { ":id": row.id, ":by": by, ":claimed_at": row.claimed_at })?;
    }
    Ok(())
}

/// Marks an email as sent and deletes its data: it may contain links with tokens.
pub fn mark_sent(tx: &Connection, row: &OutboxRow, now: &str) -> Result<()> {
    if is_last_letter(row) {
        return remove(tx, row);
    }
    tx.prepare_cached(
        "update outbox
         set status = 'sent', data = '{}', last_error = null, claimed_at = null,
             sent_at = strftime('%Y-%m-%dT%H:%M:%SZ', :now)
         where id = :id",
    )?
    .execute(named_params! { ":id": row.id, ":now": now })?;
    forgive(tx, row, now)
}

/// Schedules the next attempt, or marks the email as failed when the error is permanent or the attempts are used up. An
/// attempt that failed by our own settings does not count: the email waits until they are mended.
/// Does nothing if the row was claimed by another process in the meantime.
pub fn mark_failed(tx: &Connection, row: &OutboxRow, error: &SendError, now: &str) -> Result<()> {
    let again = usize::try_from(row.attempts - 1)
        .ok()
        .and_then(|tries| MINUTES_UNTIL_NEXT.get(tries))
        .copied()
        .filter(|_| !error.permanent);
    let again = if error.is_ours {
        Some(MINUTES_UNTIL_MENDED)
    } else {
        again
    };
    if again.is_none() && is_last_letter(row) {
        return remove(tx, row);
    }
    let changed = tx
        .prepare_cached(
            "update outbox
             set status = :status, last_error = :error, claimed_at = null, attempts = attempts - :uncounted,
                 next_attempt_at = strftime('%Y-%m-%dT%H:%M:%SZ', :now, :minutes || ' minutes')
             where id = :id and status = 'sending' and claimed_at is :claimed_at",
        )?
        .execute(named_params! {
            ":id": row.id,
            ":status": again.map_or("failed", |_| "waiting"),
            ":error": error.text,
            ":now": now,
            ":minutes": again.unwrap_or(0),
            ":uncounted": i64::from(error.is_ours),
            ":claimed_at": row.claimed_at,
        })?;
    if changed > 0 && error.bounced {
        count_bounce(tx, row, error, now)?;
    }
    Ok(())
}

/// Returns whether the row is deleted after delivery, because its recipient has been erased.
fn is_last_letter(row: &OutboxRow) -> bool {
    [MailKind::ErasureDone, MailKind::GuardianRefused]
        .iter()
        .any(|kind| row.kind == kind.as_str())
}

fn remove(tx: &Connection, row: &OutboxRow) -> Result<()> {
    tx.prepare_cached("delete from outbox where id = :id")?
        .execute(named_params! { ":id": row.id })?;
    Ok(())
}

pub fn find(conn: &Connection, id: i64) -> Result<Option<OutboxRow>> {
    conn.prepare_cached(
        "select *
         from outbox
         where id = :id",
    )?
    .query_row(named_params! { ":id": id }, from_row)
    .optional()
}

/// Number of consecutive bounces of an address; from [`BOUNCES_THAT_STOP`] on, the user sees a banner.
pub fn bounces(conn: &Connection, email: &str) -> Result<i64> {
    let count = conn
        .prepare_cached(
            "select count
             from mail_bounces
             where email = :email",
        )?
        .query_row(named_params! { ":email": email }, |row| row.get(0))
        .optional()?;
    Ok(count.unwrap_or(0))
}

/// Marks emails as failed whose attempts are used up by crashes of the process.
fn give_up_on_crashes(tx: &Connection, claim: &Claim) -> Result<()> {
    tx.prepare_cached(
        "update outbox
         set status = 'failed', claimed_at = null,
             last_error = 'the program stopped during each of the tries'
         where status = 'sending' and attempts >= :max
             and (claimed_by is not :by or claimed_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-5 minutes'))",
    )?
    .execute(named_params! { ":now": claim.now, ":by": claim.by, ":max": MAX_ATTEMPTS })?;
    Ok(())
}

/// What a report about a mail comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    Heeded,
    /// The same was reported of this mail before, or there is nothing to do.
    Known,
    /// The mail is being sent: whether it was taken is not noted yet.
    TooEarly,
    /// It is about no mail of ours.
    Unknown,
}

/// Counts a refusal that came back as mail after the mail server had taken the email.
pub fn mark_bounced(
    tx: &Connection,
    message_id: &str,
    status: &str,
    now: &str,
) -> Result<Reported> {
    let row = tx
        .prepare_cached("select * from outbox where message_id = :message_id")?
        .query_row(named_params! { ":message_id": message_id }, from_row)
        .optional()?;
    let Some(row) = row else {
        return Ok(Reported::Unknown);
    };
    if row.status == OutboxStatus::Sending {
        return Ok(Reported::TooEarly);
    }
    if row.status != OutboxStatus::Sent || row.last_error.is_some() {
        return Ok(Reported::Known);
    }
    // The status alone: what the other server says besides may name the address.
    let error = SendError {
        bounced: true,
        ..SendError::never(format!("it came back as mail: {status}"))
    };
    // It stays sent: what it said is not kept, so that it can't be tried again.
    tx.prepare_cached("update outbox set last_error = :error where id = :id")?
        .execute(named_params! { ":id": row.id, ":error": error.text })?;
    count_bounce(tx, &row, &error, now)?;
    tx.prepare_cached("update mail_bounces set reported_at = bounced_at where email = :email")?
        .execute(named_params! { ":email": row.to_email })?;
    Ok(Reported::Heeded)
}

fn count_bounce(tx: &Connection, row: &OutboxRow, error: &SendError, now: &str) -> Result<()> {
    tx.prepare_cached(
        "insert into mail_bounces (email, count, last_error, bounced_at)
         values (:email, 1, :error, strftime('%Y-%m-%dT%H:%M:%SZ', :now))
         on conflict (email) do update
         set count = count + 1, last_error = excluded.last_error, bounced_at = excluded.bounced_at",
    )?
    .execute(named_params! { ":email": row.to_email, ":error": error.text, ":now": now })?;
    Ok(())
}

fn forget_bounces(tx: &Connection, email: &str) -> Result<()> {
    tx.prepare_cached(
        "delete from mail_bounces
         where email = :email",
    )?
    .execute(named_params! { ":email": email })?;
    Ok(())
}

/// Forgets the bounces of an address that mail arrives at. Where they came back as mail, being taken proves nothing: a
/// mail of more than two days ago that did not come back does, and so does the one that the reader asked for.
fn forgive(tx: &Connection, row: &OutboxRow, now: &str) -> Result<()> {
    tx.prepare_cached(
        "delete from mail_bounces
         where email = :email
             and (reported_at is null
                  or :is_asked_for
                  or exists (select 1 from outbox o
                             where o.to_email = :email and o.status = 'sent' and o.last_error is null and o.sent_at > mail_bounces.reported_at
                                 and o.sent_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-2 days')))",
    )?
    .execute(named_params! {
        ":email": row.to_email,
        ":is_asked_for": row.kind == MailKind::EmailWorks.as_str(),
        ":now": now,
    })?;
    Ok(())
}

fn from_row(row: &Row) -> Result<OutboxRow> {
    let data: String = row.get("data")?;
    let status: String = row.get("status")?;
    Ok(OutboxRow {
        id: row.get("id")?,
        kind: row.get("kind")?,
        to_email: row.get("to_email")?,
        to_name: row.get("to_name")?,
        locale: row.get("locale")?,
        data: serde_json::from_str(&data).unwrap_or_default(),
        subject_type: row.get("subject_type")?,
        subject_id: row.get("subject_id")?,
        mandatory: row.get("mandatory")?,
        volunteer_center_id: row.get("volunteer_center_id")?,
        status: OutboxStatus::find(&status).unwrap_or(OutboxStatus::Failed),
        attempts: row.get("attempts")?,
        next_attempt_at: row.get("next_attempt_at")?,
        last_error: row.get("last_error")?,
        message_id: row.get("message_id")?,
        unsubscribe_token: row.get("unsubscribe_token")?,
        claimed_at: row.get("claimed_at")?,
        sent_at: row.get("sent_at")?,
        created_at: row.get("created_at")?,
    })
}

mod backlog;
mod hold;
mod inspect;
#[cfg(test)]
mod tests;
