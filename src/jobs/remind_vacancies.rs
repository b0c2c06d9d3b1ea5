//! Job that reminds the contact of a vacancy that has been a draft for three and for seven days, and asks every ninety
//! days whether a published one is still current (docs/domain/states.md#vacancies).

use jiff::SignedDuration;
use rusqlite::{Connection, named_params};

use crate::base::clock::{days, later};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jobs::each_by_itself;
use crate::jsonapi::{Id, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::vacancy::{Vacancy, edit_path, notify_contacts, told};

/// Reminder of a draft: due from one age until another. Older drafts are not written about any more, also not when the
/// job first runs.
struct DraftReminder {
    kind: MailKind,
    from: SignedDuration,
    until: SignedDuration,
}

const DRAFT_REMINDERS: [DraftReminder; 2] = [
    DraftReminder {
        kind: MailKind::VacancyDraft3d,
        from: days(3),
        until: days(7),
    },
    DraftReminder {
        kind: MailKind::VacancyDraft7d,
        from: days(7),
        until: days(14),
    },
];

/// A published vacancy that nobody touched for so long is asked about.
const UNTOUCHED: SignedDuration = days(90);
/// Before its end a vacancy has reminders of its own.
const END_IS_ANNOUNCED: SignedDuration = days(14);
/// Vacancies per run and kind; the next run has the rest.
const AT_ONCE: i64 = 200;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!due(connection, now, None)?.is_empty())
}

/// Returns the number of vacancies reminded of. Each in a transaction of its own, with the audit event that prevents a
/// second reminder.
pub async fn remind_vacancies(db: &Db) -> Result<usize> {
    let waiting = db.write(|tx| due(tx, tx.now(), None)).await?;
    Ok(each_by_itself(db, waiting, (Vacancy::TYPE, remind)).await)
}

/// The reminders that are due: of one vacancy, or of all.
fn due(connection: &Connection, now: &str, of: Option<i64>) -> Result<Vec<(MailKind, i64)>> {
    let mut found = Vec::new();
    for reminder in &DRAFT_REMINDERS {
        let drafts = drafts(connection, (now, of), reminder)?;
        found.extend(drafts.into_iter().map(|id| (reminder.kind, id)));
    }
    let untouched = untouched(connection, (now, of))?.into_iter();
    found.extend(untouched.map(|id| (MailKind::VacancyStillCurrent90d, id)));
    Ok(found)
}

fn remind(tx: &Tx, kind: MailKind, id: i64) -> Result<()> {
    // The vacancy may have changed since it was listed.
    if !due(tx, tx.now(), Some(id))?.contains(&(kind, id)) {
        return Ok(());
    }
    let (mut data, center_id, organization_id, contact) = told(tx, Id::new(id))?;
    let path = edit_path(&data, Id::new(id));
    if let Some(data) = data.as_object_mut() {
        data.insert("path".to_owned(), path.into());
    }
    let notice = Notice {
        kind,
        data,
        subject: (Vacancy::TYPE, id),
        center_id,
    };
    notify_contacts(tx, Id::new(id), &notice, (contact, organization_id))?;
    // Recorded also for recipients who opted out of this email.
    audit(tx, None, kind.as_str(), (Vacancy::TYPE, id))
}

/// Returns the drafts of this age that were never published and are the organisation's to finish: not those that wait
/// for the centre, or for the approval of their organisation.
fn drafts(
    connection: &Connection,
    (now, of): (&str, Option<i64>),
    reminder: &DraftReminder,
) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select v.id
               from vacancies v
               join organizations o on o.id = v.organization_id and o.status = 'approved'
              where v.status = 'draft' and v.published_at is null and v.moderation_state in ('none', 'needs_work')
                and v.created_at <= :from and max(v.created_at, coalesce(o.approved_at, '')) <= :from
                and max(v.created_at, coalesce(o.approved_at, '')) > :until
                and not exists (select 1 from audit_events e
                                 where e.subject_type = 'vacancies' and e.subject_id = v.id and e.action = :action)
                and (:of is null or v.id = :of)
              order by v.id
              limit :limit",
        )?
        .query_map(
            named_params! {
                ":from": later(now, -reminder.from),
                ":until": later(now, -reminder.until),
                ":action": reminder.kind.as_str(),
                ":of": of,
                ":limit": AT_ONCE,
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Returns the published vacancies that nobody has changed, extended or been asked about for ninety days.
fn untouched(connection: &Connection, (now, of): (&str, Option<i64>)) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select v.id
               from vacancies v
              where v.status = 'published' and v.expires_at > :end and v.published_at <= :since
                and not exists (select 1 from audit_events e
                                 where e.subject_type = 'vacancies' and e.subject_id = v.id and e.at > :since
                                   and (e.action in ('update', 'publish', 'approve', 'renew', 'reopen') or e.action = :action))
                and (:of is null or v.id = :of)
              order by v.id
              limit :limit",
        )?
        .query_map(
            named_params! {
                ":end": later(now, END_IS_ANNOUNCED),
                ":since": later(now, -UNTOUCHED),
                ":action": MailKind::VacancyStillCurrent90d.as_str(),
                ":of": of,
                ":limit": AT_ONCE,
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}
