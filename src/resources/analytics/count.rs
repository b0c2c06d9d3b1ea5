//! Counts per day and place, made from the rows: again for each month in which a row changed since, and once a night for
//! all. Counts of rows that are deleted since stand beside them, written by triggers (migration V501), and stay.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::cells;

use crate::base::clock::{days, later};
use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::Result;

/// The views that give the rows of a table as events, each with its measures.
const SOURCES: &[(&str, &[&str])] = &[
    (
        "application_events",
        &[
            "applications",
            "waits",
            "unanswered",
            "accepted",
            "started",
            "started_ages",
        ],
    ),
    ("hours_events", &["hours"]),
    ("user_events", &["people"]),
    ("vacancy_events", &["published", "filled", "views"]),
    ("organization_events", &["organizations"]),
    ("occurrence_events", &["occurrences"]),
    ("registration_events", &["registrations"]),
    ("conversation_events", &["conversations"]),
    ("message_events", &["messages"]),
    ("report_events", &["reports"]),
    ("search_events", &["searches", "not_found"]),
    ("visit_events", &["visits", "visit_kinds"]),
];

/// The day in the Netherlands, `YYYY-MM-DD`.
pub fn today_of(now: &str) -> String {
    local_date(now).map_or_else(String::new, |date| date.to_string())
}

/// Measures that come as counts already, each of a visitor of that day.
const IS_COUNTED: &str = "measure in ('views', 'searches', 'not_found', 'visits', 'visit_kinds')";

/// How old figures may be, in minutes.
const EVERY: i64 = 10;

/// Whether anything is to be counted: figures are older than ten minutes.
pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    let counted_at = counted_at(connection)?;
    Ok(counted_at.is_none_or(|at| at <= later(now, SignedDuration::from_mins(-EVERY))))
}

/// When figures were made last.
pub fn counted_at(connection: &Connection) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached("select counted_at from analytics_runs")?
        .query_row([], |row| row.get(0))
        .optional()?)
}

/// Which part of the days is counted anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The months in which a row changed since the last time, and the current one.
    Changed,
    /// All of them: also what changed without its row, such as an organisation that was merged.
    All,
}

/// What the next run counts: everything, once on each day.
pub fn extent(connection: &Connection, now: &str) -> Result<Extent> {
    let rebuilt_on: Option<String> = connection
        .prepare_cached("select rebuilt_on from analytics_runs")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(if rebuilt_on.is_some_and(|day| day == today_of(now)) {
        Extent::Changed
    } else {
        Extent::All
    })
}

/// The number of sources, each counted in a transaction of its own.
pub const STEPS: usize = SOURCES.len();

/// Counts one source anew. The same rows give the same counts, however often.
///
/// # Errors
/// If the database fails.
pub fn count_source(tx: &Tx, step: usize, extent: Extent) -> Result<()> {
    let Some((view, measures)) = SOURCES.get(step) else {
        return Ok(());
    };
    let today = today_of(tx.now());
    let of_measures = format!("measure in ('{}')", measures.join("', '"));
    let months: Vec<String> = match extent {
        Extent::All => {
            tx.execute(
                &format!("delete from analytics_days where {of_measures} and is_kept = 0"),
                [],
            )?;
            vec![String::new()]
        }
        Extent::Changed => {
            // What was written while the last run was under way is counted again.
            let since = counted_at(tx)?
                .map_or_else(String::new, |at| later(&at, SignedDuration::from_mins(-2)));
            let month = today.get(..7).unwrap_or_default().to_owned();
            let mut months: Vec<String> = tx
                .prepare_cached(&format!(
                    "select distinct substr(day, 1, 7) from {view} where updated_at >= ?1 and day is not null"
                ))?
                .query_map([since], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            if !months.contains(&month) {
                months.push(month);
            }
            months
        }
    };
    for month in months {
        tx.execute(
            &format!(
                "delete from analytics_days where {of_measures} and is_kept = 0 and substr(day, 1, 7) = ?1"
            ),
            [&month],
        )?;
        tx.execute(
            &format!(
                "insert into analytics_days (volunteer_center_id, measure, day, organization_id, theme_id, postal_code_4, detail, is_kept, events, amount, people)
                 select volunteer_center_id, measure, day, coalesce(organization_id, 0), cast(theme_id as integer), postal_code_4, detail, 0,
                        iif({IS_COUNTED}, amount, 1), iif({IS_COUNTED}, 0, amount),
                        iif({IS_COUNTED}, -1, 1 << ((coalesce(user_id, -id) * 2654435761 >> 16) & 63))
                   from {view}
                  where volunteer_center_id is not null and day <= :today and (:month = '' or substr(day, 1, 7) = :month)
                     on conflict do update set events = events + excluded.events, amount = amount + excluded.amount,
                                               people = people | excluded.people"
            ),
            named_params! {":today": today, ":month": month},
        )?;
    }
    Ok(())
}

/// Counts everything anew in one transaction, for a tenant that is being made.
///
/// # Errors
/// If the database fails.
pub fn count_everything(tx: &Tx) -> Result<()> {
    for step in 0..STEPS {
        count_source(tx, step, Extent::All)?;
    }
    publish(tx, Extent::All)
}

/// Decides for all centres which cells may be shown, and says that figures are of now.
///
/// # Errors
/// If the database fails.
pub fn publish(tx: &Tx, extent: Extent) -> Result<()> {
    let today = today_of(tx.now());
    let this_year = today.get(..4).unwrap_or_default();
    let years = match extent {
        Extent::All => String::new(),
        // Rows of earlier years change seldom; the night sees to them.
        Extent::Changed => this_year.to_owned(),
    };
    cells::publish(tx, &years)?;
    let rebuilt_on = match extent {
        Extent::All => {
            publish_openly(tx)?;
            today
        }
        Extent::Changed => tx
            .prepare_cached("select rebuilt_on from analytics_runs")?
            .query_row([], |row| row.get(0))
            .optional()?
            .unwrap_or_else(|| {
                later(tx.now(), days(-1))
                    .get(..10)
                    .unwrap_or_default()
                    .to_owned()
            }),
    };
    tx.execute(
        "insert into analytics_runs (id, counted_at, rebuilt_on) values (1, ?1, ?2)
             on conflict do update set counted_at = excluded.counted_at, rebuilt_on = excluded.rebuilt_on",
        [tx.now(), &rebuilt_on],
    )?;
    // Nothing of anybody's rows has changed that the log would tell of.
    tx.noted();
    Ok(())
}

/// The figures for everybody, whole years: none under ten, the others in fives. Made once a night, so that no two of them
/// differ by one person.
fn publish_openly(tx: &Tx) -> Result<()> {
    tx.execute("delete from analytics_public", [])?;
    tx.execute(
        "insert into analytics_public (volunteer_center_id, measure, period, events)
         select volunteer_center_id, measure, period,
                case when n < 10 or hidden > 0 then null else cast(round(n / 5.0) as integer) * 5 end
           from (select volunteer_center_id, measure, period, hidden, iif(measure = 'hours', amount / 60, events) as n
                   from analytics_cells
                  where dimension = 'total' and length(period) = 4
                    and measure in ('applications', 'accepted', 'started', 'hours', 'people', 'published', 'organizations', 'occurrences', 'registrations'))",
        [],
    )?;
    Ok(())
}
