//! How an organisation answers: the mean time, and the share that had an answer within a week
//! (docs/domain/states.md#silence-clock).

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::Application;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;

/// Below this score the organisation is told.
pub const LOW: i64 = 50;
/// Fewer applications make no score.
const FEWEST: i64 = 5;

/// When somebody began to wait, as SQL over the applications `t`.
pub const SINCE: &str = "coalesce(t.asked_again_at, t.school_approved_at, t.created_at)";

/// Measures the organisation of an application anew.
pub fn measure(tx: &Tx, id: Id<Application>) -> Result<()> {
    let organization_id: Option<i64> = tx
        .prepare_cached("select organization_id from applications where id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    if let Some(organization_id) = organization_id {
        measure_of(tx, organization_id, tx.now())?;
    }
    Ok(())
}

/// The mean over the last fifty responses, in days; and of the last fifty applications of a year that were answered
/// or have waited for a week, the percentage answered within that week. Who withdrew without an answer is not counted.
pub fn measure_of(
    connection: &Connection,
    organization_id: i64,
    now: &str,
) -> rusqlite::Result<()> {
    let sql = format!(
        "update organizations
            set response_days = (select round(avg(julianday(responded_at) - julianday(asked_at)), 1)
                                   from (select t.responded_at, {SINCE} as asked_at from applications t
                                          where t.organization_id = organizations.id and t.responded_at is not null
                                          order by t.responded_at desc limit 50)),
                response_score = (select case when count(*) >= :fewest then cast(round(100.0 * avg(in_time)) as integer) end
                                    from (select coalesce(julianday(t.responded_at) - julianday({SINCE}) <= 7, 0) as in_time
                                            from applications t
                                           where t.organization_id = organizations.id and t.is_held = 0
                                             and t.stage <> 'unconfirmed' and t.created_at > :year
                                             and (t.responded_at is not null
                                                  or ({SINCE} <= :week and t.stage <> 'withdrawn' and coalesce(t.reason_code, '') not in ('vacancy_closed', 'organization_closed')))
                                           order by t.created_at desc limit 50))
          where id = :id"
    );
    connection.prepare_cached(&sql)?.execute(named_params! {
        ":id": organization_id,
        ":fewest": FEWEST,
        ":year": later(now, -days(365)),
        ":week": later(now, -days(7)),
    })?;
    Ok(())
}
