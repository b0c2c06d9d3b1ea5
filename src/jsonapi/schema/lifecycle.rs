//! Life of a row by the clock: scheduled publishing, and soft deletion with a window for restoring. Conditions for
//! policies are SQL over `t`, so that visibility changes with the clock and needs no job.

use std::path::Path;

use rusqlite::{Connection, named_params};

use crate::db::Tx;
use crate::error::{Code, Result};
use crate::policy::conditions::lifecycle::is_restorable;

/// `NEXT_CHANGE` of a resource with scheduled publishing: cached responses expire at that moment.
macro_rules! next_publication {
    ($table:literal) => {
        concat!(
            "select min(at) from (select min(publish_at) as at from ",
            $table,
            " where publish_at > :now union all select min(unpublish_at) from ",
            $table,
            " where unpublish_at > :now)"
        )
    };
}
pub(crate) use next_publication;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScheduleEvent {
    Publish,
    Unpublish,
}

impl ScheduleEvent {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Unpublish => "unpublish",
        }
    }
}

/// Scheduled publishing of a table with `publish_at` and `unpublish_at`: what else happens at those moments, such as
/// a notification. Runs once per row and moment; visibility does not wait for it.
#[derive(Clone, Copy)]
pub struct Scheduled {
    pub table: &'static str,
    pub effect: fn(&Tx, i64, ScheduleEvent) -> Result<()>,
}

/// An effect that is due.
pub struct DueEffect {
    pub id: i64,
    pub event: ScheduleEvent,
    due_at: String,
}

impl Scheduled {
    /// The effects that are due and not carried out, oldest first.
    pub fn due(&self, connection: &Connection, now: &str, limit: u32) -> Result<Vec<DueEffect>> {
        let table = self.table;
        let of = |event: ScheduleEvent, column: &str| {
            let event = event.as_str();
            format!(
                "select t.id, '{event}' as event, t.{column} as due_at from {table} t
                  where t.{column} <= :now
                    and not exists (select 1 from scheduled_effects e
                                     where e.subject_type = '{table}' and e.subject_id = t.id
                                       and e.event = '{event}' and e.due_at = t.{column})"
            )
        };
        let sql = format!(
            "{} union all {} order by due_at, id limit :limit",
            of(ScheduleEvent::Publish, "publish_at"),
            of(ScheduleEvent::Unpublish, "unpublish_at"),
        );
        Ok(connection
            .prepare_cached(&sql)?
            .query_map(named_params! {":now": now, ":limit": limit}, |row| {
                let event: String = row.get(1)?;
                Ok(DueEffect {
                    id: row.get(0)?,
                    event: if event == "publish" {
                        ScheduleEvent::Publish
                    } else {
                        ScheduleEvent::Unpublish
                    },
                    due_at: row.get(2)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// Carries out an effect in its own transaction, unless another process has. Returns whether it did.
    pub fn carry_out(&self, tx: &Tx, due: &DueEffect) -> Result<bool> {
        let is_first =
            tx.prepare_cached(
                "insert into scheduled_effects (subject_type, subject_id, event, due_at, done_at)
                 values (:subject_type, :id, :event, :due_at, :now) on conflict do nothing",
            )?
            .execute(named_params! {
                ":subject_type": self.table,
                ":id": due.id,
                ":event": due.event.as_str(),
                ":due_at": due.due_at,
                ":now": tx.now(),
            })? == 1;
        if is_first {
            (self.effect)(tx, due.id, due.event)?;
        }
        Ok(is_first)
    }
}

/// Soft deletion: `deleted_at` hides a row at once, the window allows restoring, and a job purges it after that.
#[derive(Clone, Copy)]
pub struct SoftDelete {
    /// Singular name of the type in the log of erasures.
    pub kind: &'static str,
    pub table: &'static str,
    /// SQL over `t`: deleted and not purged yet.
    pub deleted: &'static str,
    /// Removes the row and what belongs to it; `Path` is the tenant's directory of uploads.
    pub purge: fn(&Tx, i64, &Path) -> Result<()>,
}

impl SoftDelete {
    /// Marks a row as deleted. 404 if it is already.
    pub fn delete(&self, tx: &Tx, id: i64) -> Result<()> {
        self.mark(
            tx,
            id,
            "deleted_at = :now",
            "t.deleted_at is null",
            Code::NotFound,
        )
    }

    /// Restores a row. 410 after the window.
    pub fn restore(&self, tx: &Tx, id: i64) -> Result<()> {
        self.mark(tx, id, "deleted_at = null", is_restorable!(), Code::Gone)
    }

    fn mark(&self, tx: &Tx, id: i64, set: &str, rows: &str, otherwise: Code) -> Result<()> {
        let sql = format!(
            "update {} as t set {set}, version = version + 1, updated_at = :now where t.id = :id and {rows}",
            self.table
        );
        let changed = tx
            .prepare_cached(&sql)?
            .execute(named_params! {":id": id, ":now": tx.now()})?;
        if changed == 1 {
            Ok(())
        } else {
            Err(otherwise.into())
        }
    }

    /// The rows whose window is over; with `id`, only that row.
    pub fn due(
        &self,
        connection: &Connection,
        now: &str,
        (limit, id): (i64, Option<i64>),
    ) -> Result<Vec<i64>> {
        let sql = format!(
            "select t.id from {} t where ({}) and not {} and (:id is null or t.id = :id) order by t.id limit :limit",
            self.table,
            self.deleted,
            is_restorable!()
        );
        Ok(connection
            .prepare_cached(&sql)?
            .query_map(
                named_params! {":now": now, ":id": id, ":limit": limit},
                |row| row.get(0),
            )?
            .collect::<rusqlite::Result<_>>()?)
    }
}
