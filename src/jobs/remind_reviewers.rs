//! Job that reminds a centre of organisations that wait for its decision: after three working days those who run the
//! centre, after ten also those who run the tenant (docs/domain/states.md#organisation).

use rusqlite::{Connection, named_params};
use serde_json::json;

use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::organization::Organization;

/// Reminder: the audit event that records it, and the working days after which it is due.
struct Reminder {
    action: &'static str,
    after: i64,
    is_escalated: bool,
}

/// The latest first: an organisation that waited long before the job first ran causes one reminder.
const REMINDERS: [Reminder; 2] = [
    Reminder {
        action: "org_pending_10d",
        after: 10,
        is_escalated: true,
    },
    Reminder {
        action: "org_pending_3d",
        after: 3,
        is_escalated: false,
    },
];

struct Waiting {
    id: i64,
    name: String,
    city: Option<String>,
    center_id: i64,
    days: i64,
}

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for reminder in &REMINDERS {
        if !to_remind(connection, now, reminder)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of organisations reminded of.
pub async fn remind_reviewers(db: &Db) -> Result<usize> {
    db.write(|tx| {
        let mut count = 0;
        for reminder in &REMINDERS {
            for waiting in to_remind(tx, tx.now(), reminder)? {
                remind(tx, reminder, &waiting)?;
                count += 1;
            }
        }
        Ok(count)
    })
    .await
}

fn remind(tx: &Tx, reminder: &Reminder, waiting: &Waiting) -> Result<()> {
    let notice = Notice {
        kind: MailKind::PendingOver3Days,
        data: json!({
            "organization_name": waiting.name,
            "city": waiting.city,
            "waiting_days": waiting.days,
            "path": "/organizations/approve",
        }),
        subject: (Organization::TYPE, waiting.id),
        center_id: waiting.center_id,
    };
    if reminder.is_escalated {
        notice.notify_superusers(tx)?;
    } else {
        notice.notify_center(tx)?;
    }
    audit(tx, None, reminder.action, (Organization::TYPE, waiting.id))
}

/// The organisations that have been pending for more than the reminder's working days and were not reminded of, by
/// this reminder or a later one, since they became pending.
fn to_remind(connection: &Connection, now: &str, reminder: &Reminder) -> Result<Vec<Waiting>> {
    Ok(connection
        .prepare_cached(
            "with pending as (
               select o.id, o.name, o.volunteer_center_id, o.address_id,
                      coalesce((select max(s.at) from transitions s
                                 where s.subject_type = 'organizations' and s.subject_id = o.id and s.to_state = 'pending'),
                               o.created_at) as since
                 from organizations o
                where o.status = 'pending')
             select p.id, p.name, a.city, p.volunteer_center_id, working_days(p.since, :now) as days
               from pending p
               left join addresses a on a.id = p.address_id
              where working_days(p.since, :now) > :after
                and not exists (select 1 from audit_events e
                                 where e.subject_type = 'organizations' and e.subject_id = p.id
                                   and e.action in (:action, 'org_pending_10d') and e.at >= p.since)
              order by p.id
              limit 200",
        )?
        .query_map(
            named_params! {":now": now, ":after": reminder.after, ":action": reminder.action},
            |row| {
                Ok(Waiting {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    city: row.get(2)?,
                    center_id: row.get(3)?,
                    days: row.get(4)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?)
}
