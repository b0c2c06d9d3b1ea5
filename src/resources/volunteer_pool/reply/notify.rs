//! Mails and notifications about messages of the pool.

use serde_json::{Value, json};

use super::VolunteerProfileReply;
use crate::base::person_name::initial_of;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::MailKind;
use crate::resources::conversation::{Side, Unread, notify_side};
use crate::resources::notification::Notice;

struct Facts {
    user_id: i64,
    organization_id: i64,
    center_id: i64,
    organization_name: String,
    sender_name: String,
    vacancy_title: Option<String>,
    body: String,
    person_name: String,
}

fn facts(tx: &Tx, id: Id<VolunteerProfileReply>) -> Result<Facts> {
    Ok(tx
        .prepare_cached(
            "select r.user_id, r.organization_id, r.volunteer_center_id, o.name,
                    coalesce((select u.first_name from users u where u.id = r.author_id), ''), v.title, r.body,
                    coalesce(p.first_name, ''), coalesce(p.last_name, ''), r.shares_last_name
               from volunteer_profile_replies r
               join organizations o on o.id = r.organization_id
               join users p on p.id = r.user_id
               left join vacancies v on v.id = r.vacancy_id
              where r.id = ?1",
        )?
        .query_row([id.number()], |row| {
            let (first, last, shares): (String, String, bool) = (row.get(7)?, row.get(8)?, row.get(9)?);
            let last = if shares {
                last
            } else {
                initial_of(&last).map(|letter| format!("{letter}.")).unwrap_or_default()
            };
            Ok(Facts {
                user_id: row.get(0)?,
                organization_id: row.get(1)?,
                center_id: row.get(2)?,
                organization_name: row.get(3)?,
                sender_name: row.get(4)?,
                vacancy_title: row.get(5)?,
                body: row.get(6)?,
                person_name: format!("{first} {last}").trim().to_owned(),
            })
        })?)
}

fn notice(id: Id<VolunteerProfileReply>, kind: MailKind, center_id: i64, data: Value) -> Notice {
    Notice {
        kind,
        data,
        subject: (VolunteerProfileReply::TYPE, id.number()),
        center_id,
    }
}

fn path(id: Id<VolunteerProfileReply>) -> String {
    format!("/profile-replies?open={id}")
}

/// Tells the person that an organisation wrote, or that a message still waits.
pub(super) fn person(tx: &Tx, id: Id<VolunteerProfileReply>, kind: MailKind) -> Result<()> {
    let found = facts(tx, id)?;
    let data = json!({
        "organization_name": found.organization_name,
        "sender_name": found.sender_name,
        "vacancy_title": found.vacancy_title.unwrap_or_default(),
        "message": found.body,
        "path": path(id),
    });
    notice(id, kind, found.center_id, data).tell(tx, found.user_id)
}

/// Tells who manages the organisation what came of its message.
pub(super) fn organization(tx: &Tx, id: Id<VolunteerProfileReply>, kind: MailKind) -> Result<()> {
    let found = facts(tx, id)?;
    let data = json!({
        "person_name": found.person_name,
        "organization_name": found.organization_name,
        "vacancy_title": found.vacancy_title.unwrap_or_default(),
        "path": path(id),
    });
    notice(id, kind, found.center_id, data).notify_managers(tx, found.organization_id)
}

/// Mails a side what it has not read of a conversation.
pub(super) fn of_messages(tx: &Tx, unread: &Unread) -> Result<()> {
    let id = Id::new(unread.about_id);
    let found = facts(tx, id)?;
    let sender = match unread.to {
        Side::Person => &found.organization_name,
        _ => &found.person_name,
    };
    let data = json!({
        "sender_name": sender,
        "vacancy_title": found.vacancy_title.clone().unwrap_or_default(),
        "count": unread.count,
        "message": unread.body,
        "path": path(id),
    });
    let notice = notice(id, MailKind::MessageNew, found.center_id, data);
    notify_side(tx, &notice, unread.conversation, unread.to)
}
