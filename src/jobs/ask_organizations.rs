//! Job that asks the contact of an approved organisation every six months whether its public data is still right,
//! reminds twice, and then marks it for the centre (docs/domain/states.md#still-right).

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use serde_json::json;

use crate::base::clock::{days, later, months};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::organization::still_right;
use crate::resources::volunteer_center::VolunteerCenter;

const ASK_AFTER_MONTHS: i32 = 6;
/// Between the question and each reminder, and from the last reminder until the mark.
const WAIT: SignedDuration = days(14);
/// The question and two reminders.
const MOST_REQUESTS: i64 = 3;
/// Organisations per run; the next run has the rest, so that a centre's first round does not come in one hour.
const AT_ONCE: i64 = 50;

/// How many letters went to an organisation that is due now.
struct Due {
    id: i64,
    requests_sent: i64,
    center_id: i64,
}

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!due(connection, now)?.is_empty())
}

/// Returns the number of organisations that were asked, reminded or marked.
pub async fn ask_organizations(db: &Db) -> Result<usize> {
    db.write(|tx| {
        let due = due(tx, tx.now())?;
        let mut unanswered: Vec<i64> = Vec::new();
        for one in &due {
            if one.requests_sent < MOST_REQUESTS {
                still_right::ask(tx, one.id, one.requests_sent > 0)?;
            } else {
                still_right::mark_unconfirmed(tx, one.id)?;
                unanswered.push(one.center_id);
            }
        }
        let mut centers = unanswered.clone();
        centers.sort_unstable();
        centers.dedup();
        for center_id in centers {
            let count = unanswered.iter().filter(|id| **id == center_id).count();
            notify_center(tx, center_id, count)?;
        }
        Ok(due.len())
    })
    .await
}

/// One letter for all that were marked in this run: a to-do, not a flood.
fn notify_center(tx: &Tx, center_id: i64, count: usize) -> Result<()> {
    let notice = Notice {
        kind: MailKind::OrgUnconfirmed,
        data: json!({ "count": count, "path": "/organizations?check=unconfirmed" }),
        subject: (VolunteerCenter::TYPE, center_id),
        center_id,
    };
    notice.notify_center(tx)
}

fn due(connection: &Connection, now: &str) -> Result<Vec<Due>> {
    Ok(connection
        .prepare_cached(
            "select o.id, o.confirmation_letters, o.volunteer_center_id
               from organizations o
              where o.status = 'approved' and o.household_of_id is null and o.unconfirmed_since is null
                and iif(o.confirmation_letters = 0,
                        max(coalesce(o.approved_at, o.created_at), coalesce(o.last_confirmed_at, '')) <= :half_a_year,
                        o.confirmation_asked_at <= :waited)
              order by o.id
              limit :limit",
        )?
        .query_map(
            named_params! {
                ":half_a_year": months(now, -ASK_AFTER_MONTHS),
                ":waited": later(now, -WAIT),
                ":limit": AT_ONCE,
            },
            |row| {
                Ok(Due {
                    id: row.get(0)?,
                    requests_sent: row.get(1)?,
                    center_id: row.get(2)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?)
}
