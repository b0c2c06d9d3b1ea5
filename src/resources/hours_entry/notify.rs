//! Mails and notifications about hours.

use rusqlite::OptionalExtension as _;
use serde_json::json;

use super::HoursEntry;
use super::transition::HoursEvent;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::MailKind;
use crate::resources::notification::Notice;

struct Facts {
    user_id: Option<i64>,
    organization_id: Option<i64>,
    center_id: i64,
    organization_name: String,
    person_name: String,
    work: String,
    day: String,
    hours: f64,
    logged_hours: f64,
    reason: String,
}

fn facts(tx: &Tx, id: Id<HoursEntry>) -> Result<Facts> {
    Ok(tx
        .prepare_cached(
            "select t.user_id, t.organization_id, t.volunteer_center_id, coalesce(o.name, t.organization_name, c.name),
                    coalesce(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''),
                    t.work, t.day, t.hours, t.logged_hours, coalesce(t.reason, '')
               from hours_entries t
               join volunteer_centers c on c.id = t.volunteer_center_id
               left join organizations o on o.id = t.organization_id
               left join users u on u.id = t.user_id
              where t.id = ?1",
        )?
        .query_row([id.number()], |row| {
            Ok(Facts {
                user_id: row.get(0)?,
                organization_id: row.get(1)?,
                center_id: row.get(2)?,
                organization_name: row.get(3)?,
                person_name: row.get(4)?,
                work: row.get(5)?,
                day: row.get(6)?,
                hours: row.get(7)?,
                logged_hours: row.get(8)?,
                reason: row.get(9)?,
            })
        })?)
}

/// Tells the volunteer that the organisation corrected, refused or asks something about what they wrote down.
pub(super) fn person(tx: &Tx, id: Id<HoursEntry>, event: HoursEvent) -> Result<()> {
    let found = facts(tx, id)?;
    let Some(user_id) = found.user_id else {
        return Ok(());
    };
    let notice = Notice {
        kind: MailKind::HoursChanged,
        data: json!({
            "organization_name": found.organization_name,
            "work": found.work,
            "day": found.day,
            "hours": found.hours,
            "logged_hours": found.logged_hours,
            "message": found.reason,
            "is_correction": event == HoursEvent::Correct,
            "is_question": event == HoursEvent::Return,
            "path": format!("/uren?open={id}"),
        }),
        subject: (HoursEntry::TYPE, id.number()),
        center_id: found.center_id,
    };
    notice.tell(tx, user_id)
}

/// Tells who manages the organisation that somebody disagrees. Of the centre itself: its superusers.
pub(super) fn disputed(tx: &Tx, id: Id<HoursEntry>) -> Result<()> {
    let found = facts(tx, id)?;
    let notice = Notice {
        kind: MailKind::HoursDisputed,
        data: json!({
            "person_name": found.person_name,
            "organization_name": found.organization_name,
            "work": found.work,
            "day": found.day,
            "hours": found.hours,
            "logged_hours": found.logged_hours,
            "message": found.reason,
            "path": format!("/uren/bevestigen?open={id}"),
        }),
        subject: (HoursEntry::TYPE, id.number()),
        center_id: found.center_id,
    };
    match found.organization_id {
        Some(organization_id) => notice.notify_managers(tx, organization_id),
        None => notice.notify_center(tx),
    }
}

/// How much waits, of how many people, and one entry that the letter hangs on.
struct Waiting {
    count: i64,
    people: i64,
    hours: f64,
    last: i64,
    center_id: i64,
}

fn waiting(tx: &Tx, rows: &str, id: i64) -> Result<Option<Waiting>> {
    Ok(tx
        .prepare_cached(&format!(
            "select count(*), count(distinct t.user_id), sum(t.hours), max(t.id), max(t.volunteer_center_id)
               from hours_entries t where t.status = 'logged' and {rows} having count(*) > 0"
        ))?
        .query_row([id], |row| {
            Ok(Waiting {
                count: row.get(0)?,
                people: row.get(1)?,
                hours: row.get(2)?,
                last: row.get(3)?,
                center_id: row.get(4)?,
            })
        })
        .optional()?)
}

/// Tells who manages an organisation how many hours wait for them.
pub(super) fn to_confirm(tx: &Tx, organization_id: i64) -> Result<()> {
    let Some(found) = waiting(tx, "t.organization_id = ?1", organization_id)? else {
        return Ok(());
    };
    let organization_name: String = tx
        .prepare_cached("select name from organizations where id = ?1")?
        .query_row([organization_id], |row| row.get(0))?;
    let notice = Notice {
        kind: MailKind::HoursToConfirm,
        data: json!({
            "organization_name": organization_name,
            "count": found.count,
            "people": found.people,
            "hours": found.hours,
            "path": "/uren/bevestigen",
        }),
        subject: (HoursEntry::TYPE, found.last),
        center_id: found.center_id,
    };
    notice.notify_managers(tx, organization_id)
}

/// Tells a mentor how many hours of their students wait.
pub(super) fn to_mentor(tx: &Tx, mentor_id: i64) -> Result<()> {
    let rows = "t.user_id in (select l.student_id from student_links l where l.mentor_id = ?1)";
    let Some(found) = waiting(tx, rows, mentor_id)? else {
        return Ok(());
    };
    let notice = Notice {
        kind: MailKind::MentorHoursToConfirm,
        data: json!({
            "people": found.people,
            "hours": found.hours,
            "path": "/uren/bevestigen",
        }),
        subject: (HoursEntry::TYPE, found.last),
        center_id: found.center_id,
    };
    notice.tell(tx, mentor_id)
}
