//! Job that marks vacancies as expired, and reminds their contacts two weeks and three days before expiry.

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use serde_json::json;

use crate::base::clock::{days, later};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::vacancy::{Vacancy, edit_path, notify_contacts, told, transition};

/// Reminder: its email, how long before expiry it is due, and when the next reminder replaces it.
struct Reminder {
    kind: MailKind,
    before: SignedDuration,
    until: SignedDuration,
}

const REMINDERS: [Reminder; 2] = [
    Reminder {
        kind: MailKind::VacancyExpires14d,
        before: days(14),
        until: days(3),
    },
    Reminder {
        kind: MailKind::VacancyExpires3d,
        before: days(3),
        until: days(0),
    },
];

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    if !over(connection, now)?.is_empty() {
        return Ok(true);
    }
    for reminder in &REMINDERS {
        if !to_remind(connection, now, reminder)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of vacancies expired or reminded of. A vacancy that fails does not stop the others.
pub async fn expire_vacancies(db: &Db) -> Result<usize> {
    let (ended, told) = db
        .write(|tx| {
            let mut told = Vec::new();
            for (index, reminder) in REMINDERS.iter().enumerate() {
                told.extend(
                    to_remind(tx, tx.now(), reminder)?
                        .into_iter()
                        .map(|id| (index, id)),
                );
            }
            Ok((over(tx, tx.now())?, told))
        })
        .await?;
    let mut count = 0;
    for id in ended {
        let outcome = db
            .write(move |tx| {
                // The vacancy may have been renewed since it was listed.
                if over(tx, tx.now())?.contains(&id) {
                    transition::expire(tx, Id::new(id))?;
                }
                Ok(())
            })
            .await;
        count += usize::from(outcome.is_ok());
        complain(id, outcome);
    }
    for (index, id) in told {
        let outcome = db.write(move |tx| remind(tx, index, id)).await;
        count += usize::from(outcome.is_ok());
        complain(id, outcome);
    }
    Ok(count)
}

fn complain(vacancy: i64, outcome: Result<()>) {
    if let Err(error) = outcome {
        tracing::error!(vacancy, %error, "a vacancy was passed over");
    }
}

fn remind(tx: &Tx, index: usize, id: i64) -> Result<()> {
    let Some(reminder) = REMINDERS.get(index) else {
        return Ok(());
    };
    let (mut data, center_id, organization_id, contact) = told(tx, Id::new(id))?;
    let expires_at: String = tx.query_row(
        "select expires_at from vacancies where id = ?1",
        [id],
        |row| row.get(0),
    )?;
    let path = edit_path(&data, Id::new(id));
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
        data.insert("expires_at".to_owned(), json!(expires_at));
    }
    let notice = Notice {
        kind: reminder.kind,
        data,
        subject: (Vacancy::TYPE, id),
        center_id,
    };
    notify_contacts(tx, Id::new(id), &notice, (contact, organization_id))?;
    // The audit event prevents a second reminder, also for recipients who opted out of this email.
    audit(tx, None, reminder.kind.as_str(), (Vacancy::TYPE, id))
}

fn over(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from vacancies
              where status in ('published', 'filled') and expires_at <= :now
              order by expires_at
              limit 500",
        )?
        .query_map(named_params! {":now": now}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Returns the vacancies that expire soon, were published before the reminder was due, and have had no such reminder
/// for this expiry date.
fn to_remind(connection: &Connection, now: &str, reminder: &Reminder) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select v.id
               from vacancies v
              where v.status = 'published' and v.expires_at > :from and v.expires_at <= :until
                and v.published_at <= strftime('%Y-%m-%dT%H:%M:%SZ', v.expires_at, :before)
                and not exists (select 1 from audit_events e
                                 where e.subject_type = 'vacancies' and e.subject_id = v.id and e.action = :action
                                   and e.at >= strftime('%Y-%m-%dT%H:%M:%SZ', v.expires_at, :before))
              order by v.expires_at
              limit 500",
        )?
        .query_map(
            named_params! {
                ":from": later(now, reminder.until),
                ":until": later(now, reminder.before),
                ":before": format!("-{} seconds", reminder.before.as_secs()),
                ":action": reminder.kind.as_str(),
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}
