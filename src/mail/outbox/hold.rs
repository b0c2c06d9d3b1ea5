//! Mail that is held after a restore. What a backup holds may have gone long ago, and jobs catch up with the time since it
//! was made: nothing leaves until somebody says so, but for mandatory mail that is written after the restore.

use rusqlite::{Connection, OptionalExtension, Result, named_params};
use serde::Serialize;

use crate::db::offline_file::HOLD_MAIL;

/// SQL over `outbox`: it may leave.
macro_rules! may_leave {
    () => {
        "not exists (
             select 1
             from mail_holds h
             where not (outbox.mandatory and outbox.created_at >= h.since)
                 and outbox.created_at >= coalesce(h.released_before, ''))"
    };
}
pub(crate) use may_leave;

/// SQL over `m`, a message to a device: it may leave.
pub const PUSH_MAY_LEAVE: &str = "not exists (
    select 1 from mail_holds h where m.created_at >= coalesce(h.released_before, ''))";

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hold {
    /// The moment of the restore.
    pub since: String,
    /// What was written before it was let go.
    pub released_before: Option<String>,
    /// How many wait, by kind; those for devices as `push`.
    pub waiting: Vec<Waiting>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Waiting {
    pub kind: String,
    pub count: i64,
}

impl Hold {
    pub fn count(&self) -> i64 {
        self.waiting.iter().map(|of| of.count).sum()
    }
}

/// The moment of the restore, where mail is held. Asks a file of an older program too.
pub fn held_since(conn: &Connection) -> Result<Option<String>> {
    conn.prepare_cached("select since from mail_holds")?
        .query_row([], |row| row.get(0))
        .optional()
}

/// The hold that is in force, with what waits because of it: all of it, or what was written before a moment.
pub fn find_hold(conn: &Connection, before: Option<&str>) -> Result<Option<Hold>> {
    let found: Option<(String, Option<String>)> = conn
        .prepare_cached("select since, released_before from mail_holds")?
        .query_row([], |row| row.try_into())
        .optional()?;
    let Some((since, released_before)) = found else {
        return Ok(None);
    };
    let waiting = conn
        .prepare_cached(concat!(
            "select kind, count(*)
             from outbox
             where status in ('waiting', 'sending') and created_at < coalesce(:before, '9999')
                 and not (",
            may_leave!(),
            ")
             group by kind
             union all
             select 'push', count(*)
             from push_messages m
             where m.sent_at is null and m.created_at < coalesce(:before, '9999')
                 and exists (select 1 from mail_holds h where m.created_at >= coalesce(h.released_before, ''))
             having count(*) > 0
             order by 1"
        ))?
        .query_map(named_params! { ":before": before }, |row| {
            Ok(Waiting {
                kind: row.get(0)?,
                count: row.get(1)?,
            })
        })?
        .collect::<Result<_>>()?;
    Ok(Some(Hold {
        since,
        released_before,
        waiting,
    }))
}

/// Holds what is not mandatory and what was written before now.
pub fn hold(tx: &Connection, now: &str) -> Result<()> {
    tx.execute(HOLD_MAIL, [now])?;
    Ok(())
}

/// Lets go what was written before a moment, or all of it, which ends the hold.
pub fn release_held(tx: &Connection, before: Option<&str>) -> Result<()> {
    match before {
        Some(before) => tx.execute(
            "update mail_holds set released_before = max(coalesce(released_before, ''), ?1)",
            [before],
        )?,
        None => tx.execute("delete from mail_holds", [])?,
    };
    Ok(())
}

/// Deletes what waited at the time of the restore; of it what was written before a moment, where one is given. Returns how
/// many, by kind.
pub fn drop_held(tx: &Connection, before: Option<&str>) -> Result<Vec<Waiting>> {
    let Some(hold) = find_hold(tx, None)? else {
        return Ok(Vec::new());
    };
    let until = before.map_or(hold.since.as_str(), |before| before.min(&hold.since));
    let dropped = find_hold(tx, Some(until))?.map_or_else(Vec::new, |hold| hold.waiting);
    tx.prepare_cached(concat!(
        "delete from outbox
         where status in ('waiting', 'sending') and created_at < :until and not (",
        may_leave!(),
        ")"
    ))?
    .execute(named_params! { ":until": until })?;
    tx.prepare_cached(
        "delete from push_messages
         where sent_at is null and created_at < :until
             and created_at >= coalesce((select h.released_before from mail_holds h), '')",
    )?
    .execute(named_params! { ":until": until })?;
    Ok(dropped)
}
