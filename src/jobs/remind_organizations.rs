//! Job that reminds the managers of an approved organisation that it has no vacancy yet, ten and thirty days after its
//! approval (docs/domain/mails.md).

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use serde_json::json;

use crate::base::clock::{days, later};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jobs::each_by_itself;
use crate::jsonapi::Resource;
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::organization::Organization;

/// Due from one age until another. Older ones are not written about any more, also not when the job first runs.
struct Reminder {
    kind: MailKind,
    from: SignedDuration,
    until: SignedDuration,
}

const REMINDERS: [Reminder; 2] = [
    Reminder {
        kind: MailKind::OrgNoVacancy10d,
        from: days(10),
        until: days(30),
    },
    Reminder {
        kind: MailKind::OrgNoVacancy30d,
        from: days(30),
        until: days(60),
    },
];

/// Organisations per run and kind; the next run has the rest.
const AT_ONCE: i64 = 200;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!due(connection, now, None)?.is_empty())
}

/// Returns the number of organisations reminded. Each in a transaction of its own, with the audit event that prevents
/// a second reminder.
pub async fn remind_organizations(db: &Db) -> Result<usize> {
    let waiting = db.write(|tx| due(tx, tx.now(), None)).await?;
    Ok(each_by_itself(db, waiting, (Organization::TYPE, remind)).await)
}

fn remind(tx: &Tx, kind: MailKind, id: i64) -> Result<()> {
    // It may have changed since it was listed.
    if !due(tx, tx.now(), Some(id))?.contains(&(kind, id)) {
        return Ok(());
    }
    let (name, center_id): (String, i64) = tx.query_row(
        "select name, volunteer_center_id from organizations where id = ?1",
        [id],
        |row| row.try_into(),
    )?;
    let notice = Notice {
        kind,
        data: json!({ "organization_name": name, "path": "/vacancies/add" }),
        subject: (Organization::TYPE, id),
        center_id,
    };
    notice.notify_managers(tx, id)?;
    // Recorded also for recipients who opted out of this email.
    audit(tx, None, kind.as_str(), (Organization::TYPE, id))
}

/// The reminders that are due, of one organisation or of all: approved, of a kind that offers vacancies, and without
/// any. One that was begun has reminders of its own.
fn due(connection: &Connection, now: &str, of: Option<i64>) -> Result<Vec<(MailKind, i64)>> {
    let mut found = Vec::new();
    for reminder in &REMINDERS {
        let mut statement = connection.prepare_cached(
            "select o.id
               from organizations o
              where o.status = 'approved' and o.household_of_id is null and o.organization_type <> 'School'
                and o.approved_at <= :from and o.approved_at > :until
                and not exists (select 1 from vacancies v
                                 where v.organization_id = o.id and (v.status <> 'deleted' or v.published_at is not null))
                and not exists (select 1 from audit_events e
                                 where e.subject_type = 'organizations' and e.subject_id = o.id and e.action = :action)
                and (:of is null or o.id = :of)
              order by o.id
              limit :limit",
        )?;
        let ids = statement.query_map(
            named_params! {
                ":from": later(now, -reminder.from),
                ":until": later(now, -reminder.until),
                ":action": reminder.kind.as_str(),
                ":of": of,
                ":limit": AT_ONCE,
            },
            |row| row.get(0),
        )?;
        for id in ids {
            found.push((reminder.kind, id?));
        }
    }
    Ok(found)
}
