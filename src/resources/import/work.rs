//! Import of many organisations in the background: a few in a transaction, so that others write in between. What was
//! taken in is known when the file is read again, so that another process goes on where one was killed.

use std::collections::VecDeque;

use rusqlite::{Connection, OptionalExtension, named_params};

use super::organization_import::{self, HELD, NewOrganization};
use super::steps::{self, Found};
use super::{Import, ImportEvent, ImportReport, ImportResult, ImportState};
use crate::app::access::{Access, Rows, action};
use crate::app::limits::exclusive_work::SingleFlight;
use crate::base::clock::{instant, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::model::state_history;
use crate::model::state_machine::written;
use crate::resources::organization::Organization;

/// Organisations that are taken in at once, in one transaction.
pub(super) const AT_ONCE: usize = 200;
/// Starts after which an import is given up.
const ATTEMPTS: i64 = 3;
/// Seconds after which the import of another process is taken over.
const LEFT_AFTER: i64 = 60;

pub type Working = Access<Import, action::Update>;

/// Marks an import as running.
pub(super) fn begin(tx: &Tx, id: Id<Import>, report: &ImportReport, run: &str) -> Result<()> {
    tx.execute(
        "update imports
            set state = 'running', report = :report, maker = :run, attempts = 0, processed = 0, refused = 0,
                version = version + 1, updated_at = :now
          where id = :id",
        named_params! {
            ":id": id.number(),
            ":report": serde_json::to_string(report)?,
            ":run": run,
            ":now": tx.now(),
        },
    )?;
    let states = (ImportState::Uploaded, ImportState::Running);
    written::<ImportState>(tx, None, id, ImportEvent::Run, states)
}

/// Works until nothing waits. An import that cannot go on can be run again: what it took in is known then.
pub async fn finish(access: &Working, id: Id<Import>, run: &str, turn: Option<SingleFlight>) {
    if let Err(error) = carry_out(access, id, run, turn).await {
        tracing::warn!(import = id.number(), %error, "an import was given up");
        access.give_up(move |tx| fail(tx, id)).await;
    }
}

async fn carry_out(
    access: &Working,
    id: Id<Import>,
    run: &str,
    turn: Option<SingleFlight>,
) -> Result<()> {
    let turn = match turn {
        Some(turn) => turn,
        None => steps::turn(access).await?,
    };
    let read = steps::read(access, id, turn.clone()).await?;
    let rows = access.rows();
    let mut waiting: VecDeque<NewOrganization> = access
        .read_slow(move |connection| {
            let found = steps::check(connection, &read, rows.ctx())?;
            Ok(match found {
                Some(Found::Organizations(checked)) => checked.new.into(),
                Some(Found::People(_)) | None => VecDeque::new(),
            })
        })
        .await?;
    loop {
        let run = run.to_owned();
        let left = access
            .write(move |tx, rows| chunk(tx, rows, (id, &run), waiting))
            .await?;
        match left {
            Some(left) => waiting = left,
            None => break,
        }
    }
    drop(turn);
    Ok(())
}

/// Takes in the next organisations; returns those that wait, `None` when it is over or another process goes on.
fn chunk(
    tx: &Tx,
    rows: &Rows<Import>,
    (id, run): (Id<Import>, &str),
    mut waiting: VecDeque<NewOrganization>,
) -> Result<Option<VecDeque<NewOrganization>>> {
    let is_mine: Option<bool> = tx
        .query_row(
            "select state = 'running' and maker is ?2 from imports where id = ?1",
            (id.number(), run),
            |row| row.get(0),
        )
        .optional()?;
    if is_mine != Some(true) {
        tx.noted();
        return Ok(None);
    }
    let organizations = rows.beside::<Organization, action::Create>()?;
    let actor_id = rows.ctx().user_id();
    let begun = instant();
    let (mut added, mut refused) = (0, 0);
    while let Some(organization) = waiting.pop_front() {
        let outcome = tx.attempt(|tx| {
            let create = |attributes| organizations.create(tx, attributes);
            organization_import::run(tx, vec![organization], actor_id, &create)
        });
        match outcome {
            Ok(_) => added += 1,
            Err(error) if error.status().is_server_error() => return Err(error),
            // Somebody else registered it meanwhile.
            Err(_) => refused += 1,
        }
        if begun.elapsed() >= HELD {
            break;
        }
    }
    tx.execute(
        "update imports
            set processed = processed + ?2, refused = refused + ?3, version = version + 1, updated_at = ?4
          where id = ?1",
        (id.number(), added, refused, tx.now()),
    )?;
    // The organisations are recorded.
    tx.noted();
    if waiting.is_empty() {
        end(tx, rows, id)?;
        return Ok(None);
    }
    Ok(Some(waiting))
}

fn end(tx: &Tx, rows: &Rows<Import>, id: Id<Import>) -> Result<()> {
    let (report, added, refused): (String, i64, i64) = tx.query_row(
        "select report, processed, refused from imports where id = ?1",
        [id.number()],
        |row| row.try_into(),
    )?;
    let report: ImportReport = serde_json::from_str(&report)?;
    let count = |count: i64| usize::try_from(count).unwrap_or_default();
    let result = ImportResult {
        added: count(added),
        invited: 0,
        known: report.known,
        repeated: report.repeated,
        faulty: report.faulty + count(refused),
    };
    steps::finish(tx, id, ImportState::Running, &report, &result)?;
    state_history::audit(
        tx,
        rows.ctx().user_id(),
        "import_organizations",
        (Import::TYPE, id.number()),
    )
}

/// Puts an import that cannot go on back: it can be run again.
pub fn fail(tx: &Tx, id: Id<Import>) -> Result<()> {
    let count = tx.execute(
        "update imports set state = 'uploaded', maker = null, version = version + 1, updated_at = ?2
          where id = ?1 and state = 'running'",
        (id.number(), tx.now()),
    )?;
    if count == 0 {
        return Ok(());
    }
    let states = (ImportState::Running, ImportState::Uploaded);
    written::<ImportState>(tx, None, id, ImportEvent::GiveUp, states)
}

fn before(now: &str) -> String {
    later(now, jiff::SignedDuration::from_secs(-LEFT_AFTER))
}

/// Whether another process may have left imports unfinished.
pub fn is_left(connection: &Connection, now: &str, run: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from imports where state = 'running' and updated_at <= ?1 and maker is not ?2",
        )?
        .exists((before(now), run))?)
}

/// An import of another process: its requester and centre.
pub type LeftImport = (Id<Import>, (i64, i64, Option<i64>));

/// Claims the unfinished imports of other processes. Those with too many attempts are put back.
pub fn take_over(tx: &Tx, run: &str) -> Result<Vec<LeftImport>> {
    let left: Vec<(i64, i64, i64, i64)> = tx
        .prepare_cached(
            "select id, created_by_id, volunteer_center_id, attempts from imports
              where state = 'running' and updated_at <= ?1 and maker is not ?2",
        )?
        .query_map((before(tx.now()), run), |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let mut taken = Vec::new();
    for (id, user_id, center_id, attempts) in left {
        let id = Id::new(id);
        if attempts >= ATTEMPTS {
            fail(tx, id)?;
            continue;
        }
        tx.execute(
            "update imports set maker = ?2, attempts = attempts + 1, updated_at = ?3 where id = ?1",
            (id.number(), run, tx.now()),
        )?;
        let states = (ImportState::Running, ImportState::Running);
        written::<ImportState>(tx, None, id, ImportEvent::Restart, states)?;
        taken.push((id, (user_id, center_id, None)));
    }
    Ok(taken)
}
