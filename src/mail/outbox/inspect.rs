//! Outbox administration: listing, retrying and deleting emails.

use rusqlite::{Connection, OptionalExtension, Result, named_params};

use super::{OutboxFilter, OutboxRow, OutboxStatus, forget_bounces, from_row};

/// Lists rows, newest first.
pub fn list(conn: &Connection, filter: &OutboxFilter) -> Result<Vec<OutboxRow>> {
    conn.prepare_cached(
        "select *
         from outbox
         where (:status is null or status = :status)
             and (:kind is null or kind = :kind)
             and (:to_email is null or to_email = :to_email)
             and (:before_id is null or id < :before_id)
         order by id desc
         limit :limit",
    )?
    .query_map(
        named_params! {
            ":status": filter.status.map(OutboxStatus::as_str),
            ":kind": filter.kind,
            ":to_email": filter.to_email,
            ":before_id": filter.before_id,
            ":limit": filter.limit.unwrap_or(100),
        },
        from_row,
    )?
    .collect()
}

/// Reschedules a failed or waiting email for immediate delivery and resets the bounce count of its address.
pub fn retry(tx: &Connection, id: i64, now: &str) -> Result<bool> {
    let email: Option<String> = tx
        .prepare_cached(
            "update outbox
             set status = 'waiting', attempts = 0,
                 next_attempt_at = strftime('%Y-%m-%dT%H:%M:%SZ', :now)
             where id = :id and status in ('failed', 'waiting')
             returning to_email",
        )?
        .query_row(named_params! { ":id": id, ":now": now }, |row| row.get(0))
        .optional()?;
    if let Some(email) = &email {
        forget_bounces(tx, email)?;
    }
    Ok(email.is_some())
}

/// Deletes sent and failed emails that were created more than `days` days ago.
pub fn delete_expired(tx: &Connection, now: &str, days: i64) -> Result<usize> {
    tx.prepare_cached(
        "delete from outbox
         where status in ('sent', 'failed')
             and created_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-' || :days || ' days')",
    )?
    .execute(named_params! { ":now": now, ":days": days })
}

/// Deletes everything stored about an address. Only a final confirmation may be enqueued to it afterwards.
pub fn forget(tx: &Connection, email: &str) -> Result<()> {
    for sql in [
        "delete from outbox where to_email = :email",
        "delete from mail_bounces where email = :email",
        "delete from mail_unsubscriptions where email = :email",
    ] {
        tx.prepare_cached(sql)?
            .execute(named_params! { ":email": email })?;
    }
    Ok(())
}
