//! The work of a bulk edit: a chunk per transaction, with the requester's current permissions. What has a result is
//! not done again, so that another process goes on where one was killed.

use std::time::Duration;

use rusqlite::{Connection, named_params};
use serde_json::{Map, Value};

use super::change::Outcome;
use super::item::BulkItemState;
use super::{VacancyBulkChange, VacancyBulkEdit, VacancyBulkEditForm};
use crate::app::access::{Access, DISK_AGAIN, RequestContext, Rows, action};
use crate::base::clock::{instant, later};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::jsonapi::Id;
use crate::resources::vacancy::Vacancy;

/// Vacancies per transaction, and the time after which one ends before that: others write in between.
const CHUNK: i64 = 50;
pub(super) const HELD: Duration = Duration::from_millis(25);
/// Starts after which an edit is given up.
const ATTEMPTS: i64 = 3;
/// Seconds after which the edit of another process is taken over.
const LEFT_AFTER: i64 = 60;
const UNDO_WITHIN: jiff::SignedDuration = jiff::SignedDuration::from_hours(1);

pub type Working = Access<Vacancy, action::Update>;

pub(super) fn insert(
    tx: &Tx,
    ctx: &RequestContext,
    form: &VacancyBulkEditForm,
    ids: &[i64],
    run: &str,
) -> Result<Id<VacancyBulkEdit>> {
    tx.execute(
        "insert into vacancy_bulk_edits (attributes, state, total, maker, created_by_id, volunteer_center_id, organization_id, created_at, updated_at)
         values (:attributes, 'waiting', 0, :run, :user_id, :center_id, :organization_id, :now, :now)",
        named_params! {
            ":attributes": serde_json::to_string(&form.attributes)?,
            ":run": run,
            ":user_id": ctx.user_id(),
            ":center_id": ctx.site.center_id,
            ":organization_id": ctx.organization_id,
            ":now": tx.now(),
        },
    )?;
    let id = tx.last_insert_rowid();
    tx.execute(
        "insert or ignore into vacancy_bulk_items (bulk_edit_id, vacancy_id, created_at, updated_at)
         select :id, v.id, :now, :now from json_each(:ids) j join vacancies v on v.id = j.value",
        named_params! {":id": id, ":ids": serde_json::to_string(ids)?, ":now": tx.now()},
    )?;
    tx.execute(
        "update vacancy_bulk_items
            set read_version = (select j.value from json_each(:versions) j where j.key = cast(vacancy_id as text))
          where bulk_edit_id = :id and :versions <> '{}'",
        named_params! {":id": id, ":versions": serde_json::to_string(form.versions.all())?},
    )?;
    tx.execute(
        "update vacancy_bulk_edits set total = (select count(*) from vacancy_bulk_items where bulk_edit_id = ?1) where id = ?1",
        [id],
    )?;
    Ok(Id::new(id))
}

/// Works until nothing waits; waits itself while the disk does not take what it writes. An edit that cannot go on is marked
/// as failed.
pub async fn finish(access: &Working, id: Id<VacancyBulkEdit>, run: &str) {
    loop {
        let run = run.to_owned();
        match access
            .write(move |tx, rows| chunk(tx, rows, id, &run))
            .await
        {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) if error.is_of_disk() => {
                tracing::warn!(bulk_edit = id.number(), %error, "a bulk edit waits for the disk");
                tokio::time::sleep(DISK_AGAIN).await;
            }
            Err(error) => {
                tracing::warn!(bulk_edit = id.number(), %error, "a bulk edit was given up");
                return access.give_up(move |tx| fail(tx, id)).await;
            }
        }
    }
}

/// Marks an edit that cannot go on.
pub fn fail(tx: &Tx, id: Id<VacancyBulkEdit>) -> Result<()> {
    tx.execute(
        "update vacancy_bulk_edits set state = 'failed', version = version + 1, updated_at = ?2 where id = ?1",
        (id.number(), tx.now()),
    )?;
    Ok(())
}

/// Works on the next vacancies; returns whether more wait.
fn chunk(tx: &Tx, rows: &Rows<Vacancy>, id: Id<VacancyBulkEdit>, run: &str) -> Result<bool> {
    // Another process may have taken it over.
    let (attributes, is_undo, is_mine): (String, bool, bool) = tx.query_row(
        "select attributes, state = 'undoing', state in ('waiting', 'undoing') and maker = ?2
           from vacancy_bulk_edits where id = ?1",
        (id.number(), run),
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    if !is_mine {
        tx.noted();
        return Ok(false);
    }
    let change: VacancyBulkChange = serde_json::from_str(&attributes)?;
    let waiting: Vec<(i64, i64, String)> = tx
        .prepare_cached(
            "select id, vacancy_id, changes from vacancy_bulk_items
              where bulk_edit_id = ?1 and state = ?2 order by id limit ?3",
        )?
        .query_map(
            (
                id.number(),
                if is_undo { "changed" } else { "waiting" },
                CHUNK,
            ),
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let begun = instant();
    let mut count = 0;
    for (item, vacancy, changes) in &waiting {
        let vacancy = Id::new(*vacancy);
        let result = if is_undo {
            let changes: Map<String, Value> = serde_json::from_str(changes)?;
            let undone = tx.attempt(|tx| change.undo(tx, rows, vacancy, &changes));
            match undone {
                Ok(()) => ItemResult::plain(BulkItemState::Undone),
                Err(error) => ItemResult::of(BulkItemState::Kept, rows, error)?,
            }
        } else {
            let done = tx.attempt(|tx| {
                rows.require(tx, vacancy)?;
                rows.ctx().compare(tx, vacancy, read_version(tx, *item)?)?;
                change.carry_out(tx, rows, vacancy)
            });
            outcome(rows, done)?
        };
        result.write(tx, *item)?;
        count += 1;
        if begun.elapsed() >= HELD {
            break;
        }
    }
    let is_all = i64::try_from(waiting.len()).unwrap_or_default() < CHUNK;
    let is_over = is_all && count == waiting.len();
    note_progress(tx, id, is_undo, is_over)?;
    // The changes of the vacancies are recorded.
    tx.noted();
    Ok(!is_over)
}

/// The version of the vacancy that its editor had read.
fn read_version(tx: &Tx, item: i64) -> Result<Option<i64>> {
    Ok(tx
        .prepare_cached("select read_version from vacancy_bulk_items where id = ?1")?
        .query_row([item], |row| row.get(0))?)
}

fn note_progress(tx: &Tx, id: Id<VacancyBulkEdit>, is_undo: bool, is_over: bool) -> Result<()> {
    let state = match (is_over, is_undo) {
        (false, false) => "waiting",
        (false, true) => "undoing",
        (true, false) => "done",
        (true, true) => "undone",
    };
    tx.prepare_cached(
        "update vacancy_bulk_edits
            set state = :state,
                processed = (select count(*) from vacancy_bulk_items i where i.bulk_edit_id = :id
                              and i.state <> iif(:is_undo, 'changed', 'waiting')),
                changed = (select count(*) from vacancy_bulk_items i where i.bulk_edit_id = :id and i.state in ('changed', 'kept')),
                unchanged = (select count(*) from vacancy_bulk_items i where i.bulk_edit_id = :id and i.state in ('unchanged', 'undone')),
                failed = (select count(*) from vacancy_bulk_items i where i.bulk_edit_id = :id and i.state = 'failed'),
                undo_until = iif(:is_over and not :is_undo, :until, undo_until),
                version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":state": state,
        ":is_undo": is_undo,
        ":is_over": is_over,
        ":until": later(tx.now(), UNDO_WITHIN),
        ":now": tx.now(),
    })?;
    Ok(())
}

/// What became, or would become, of one vacancy; an error of the server itself ends the work.
pub(super) fn outcome(rows: &Rows<Vacancy>, done: Result<Outcome>) -> Result<ItemResult> {
    match done {
        Ok(outcome) if outcome.changes.is_empty() => {
            Ok(ItemResult::plain(BulkItemState::Unchanged))
        }
        Ok(outcome) => Ok(ItemResult {
            is_held: outcome.is_held,
            changes: Some(outcome.changes),
            ..ItemResult::plain(BulkItemState::Changed)
        }),
        Err(error) => ItemResult::of(BulkItemState::Failed, rows, error),
    }
}

/// What is written down of one vacancy.
pub(super) struct ItemResult {
    pub(super) state: BulkItemState,
    pub(super) is_held: bool,
    pub(super) changes: Option<Map<String, Value>>,
    pub(super) code: Option<String>,
    pub(super) detail: Option<String>,
}

impl ItemResult {
    const fn plain(state: BulkItemState) -> Self {
        Self {
            state,
            is_held: false,
            changes: None,
            code: None,
            detail: None,
        }
    }

    /// The refusal of a vacancy; an error of the server itself ends the work.
    fn of(state: BulkItemState, rows: &Rows<Vacancy>, error: Error) -> Result<Self> {
        if error.status().is_server_error() {
            return Err(error);
        }
        let site = &rows.ctx().site;
        let document = error.document(site.locale, &site.request_id);
        let text = |name: &str| {
            let value = document.pointer(&format!("/errors/0/{name}"));
            value.and_then(Value::as_str).map(str::to_owned)
        };
        Ok(Self {
            code: text("code"),
            detail: text("detail").or_else(|| text("title")),
            ..Self::plain(state)
        })
    }

    fn write(&self, tx: &Tx, item: i64) -> Result<()> {
        tx.prepare_cached(
            "update vacancy_bulk_items
                set state = :state, is_held = :is_held, changes = coalesce(:changes, changes), code = :code, detail = :detail,
                    version = version + 1, updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {
            ":id": item,
            ":state": serde_json::to_value(self.state)?.as_str(),
            ":is_held": self.is_held,
            ":changes": self.changes.as_ref().map(serde_json::to_string).transpose()?,
            ":code": self.code,
            ":detail": self.detail,
            ":now": tx.now(),
        })?;
        Ok(())
    }
}

fn before(now: &str) -> String {
    later(now, jiff::SignedDuration::from_secs(-LEFT_AFTER))
}

/// Whether another process may have left bulk edits unfinished.
pub fn is_left(connection: &Connection, now: &str, run: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from vacancy_bulk_edits
              where state in ('waiting', 'undoing') and updated_at <= ?1 and maker <> ?2",
        )?
        .exists((before(now), run))?)
}

/// A bulk edit of another process: its requester, centre and organisation.
pub type LeftEdit = (Id<VacancyBulkEdit>, (i64, i64, Option<i64>));

/// Claims the unfinished edits of other processes. Those with too many attempts are marked as failed.
pub fn take_over(tx: &Tx, run: &str) -> Result<Vec<LeftEdit>> {
    let left: Vec<(i64, i64, i64, Option<i64>, i64)> = tx
        .prepare_cached(
            "select id, created_by_id, volunteer_center_id, organization_id, attempts from vacancy_bulk_edits
              where state in ('waiting', 'undoing') and updated_at <= ?1 and maker <> ?2",
        )?
        .query_map((before(tx.now()), run), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut taken = Vec::new();
    for (id, user_id, center_id, organization_id, attempts) in left {
        if attempts >= ATTEMPTS {
            fail(tx, Id::new(id))?;
            continue;
        }
        tx.execute(
            "update vacancy_bulk_edits set maker = ?2, attempts = attempts + 1, updated_at = ?3 where id = ?1",
            (id, run, tx.now()),
        )?;
        taken.push((Id::new(id), (user_id, center_id, organization_id)));
    }
    Ok(taken)
}
