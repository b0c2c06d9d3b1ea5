//! Mails about messages that a side has not read: one per conversation, ten minutes after the message.

use rusqlite::named_params;
use serde_json::{Map, Value, json};

use super::received::with_reply_address;
use super::side::{Side, people_of};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::{MailKind, REPLY_TO};
use crate::resources::application::Application;
use crate::resources::application::notify::names_are_hidden;
use crate::resources::notification::Notice;
use crate::resources::vacancy::{help_link, is_help_request, told};

/// How long a message waits to be read before it is mailed.
const HELD: jiff::SignedDuration = jiff::SignedDuration::from_mins(10);

/// Conversations with messages that a side has neither read nor been mailed for ten minutes.
pub fn to_mail(connection: &rusqlite::Connection, now: &str) -> Result<Vec<(i64, Side)>> {
    let mut statement = connection.prepare_cached(
        "select distinct c.id, s.side from conversations c
           join conversation_sides s on s.conversation_id = c.id
           join messages m on m.conversation_id = c.id and m.side <> s.side and m.hidden_at is null and m.id > max(s.read_id, s.mailed_id) and m.created_at <= :held
          where c.last_message_at > :since
          order by c.id, s.id limit 400",
    )?;
    Ok(statement
        .query_map(
            named_params! {":since": later(now, -days(7)), ":held": later(now, -HELD)},
            |row| row.try_into(),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// What a side has neither read nor been mailed of a conversation.
pub struct Unread {
    pub conversation: i64,
    pub about_type: String,
    pub about_id: i64,
    pub to: Side,
    pub count: i64,
    /// The last of them.
    pub body: String,
}

/// What a side is to be mailed now, marked as mailed; None where it has read it meanwhile.
pub fn take_unread(tx: &Tx, conversation: i64, to: Side) -> Result<Option<Unread>> {
    if !to_mail(tx, tx.now())?.contains(&(conversation, to)) {
        return Ok(None);
    }
    let (about_type, about_id, count, last): (String, i64, i64, i64) = tx
        .prepare_cached(
            "select c.about_type, c.about_id, count(*), max(m.id) from conversations c
               join conversation_sides s on s.conversation_id = c.id and s.side = ?2
               join messages m on m.conversation_id = c.id and m.side <> s.side and m.hidden_at is null and m.id > max(s.read_id, s.mailed_id)
              where c.id = ?1",
        )?
        .query_row((conversation, to), |row| row.try_into())?;
    let body: String = tx
        .prepare_cached("select body from messages where id = ?1")?
        .query_row([last], |row| row.get(0))?;
    tx.prepare_cached(
        "update conversation_sides set mailed_id = ?3 where conversation_id = ?1 and side = ?2",
    )?
    .execute((conversation, to, last))?;
    tx.noted();
    Ok(Some(Unread {
        conversation,
        about_type,
        about_id,
        to,
        count,
        body,
    }))
}

/// Notifies those of a side who have not muted the conversation.
pub fn notify_side(tx: &Tx, notice: &Notice, conversation: i64, to: Side) -> Result<()> {
    for (user_id, side) in people_of(tx, conversation)? {
        if side == to && !is_muted(tx, conversation, user_id)? {
            with_reply_address(tx, notice, conversation, (side, Some(user_id)))?
                .tell(tx, user_id)?;
        }
    }
    Ok(())
}

/// Shows on the devices of the other side that there is a new message, and about what; not who wrote it, nor what.
pub(super) fn push_message(tx: &Tx, conversation: i64, from: Side) -> Result<()> {
    let (center_id, title): (i64, Option<String>) = tx
        .prepare_cached(
            "select c.volunteer_center_id,
                    case c.about_type
                      when 'applications' then (select v.title from applications a join vacancies v on v.id = a.vacancy_id where a.id = c.about_id)
                      when 'volunteer_profile_replies' then (select v.title from volunteer_profile_replies r join vacancies v on v.id = r.vacancy_id where r.id = c.about_id)
                      when 'vacancies' then (select v.title from vacancies v where v.id = c.about_id)
                      when 'activities' then (select a.title from activities a where a.id = c.about_id) end
               from conversations c where c.id = ?1",
        )?
        .query_row([conversation], |row| row.try_into())?;
    let notice = Notice {
        kind: MailKind::MessageNew,
        data: json!({
            "vacancy_title": title.unwrap_or_default(),
            "path": format!("/conversations?open={conversation}"),
        }),
        subject: (super::Conversation::TYPE, conversation),
        center_id,
    };
    for (user_id, side) in people_of(tx, conversation)? {
        if side != from && !is_muted(tx, conversation, user_id)? {
            notice.push(tx, user_id)?;
        }
    }
    Ok(())
}

fn is_muted(tx: &Tx, conversation: i64, user_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from conversation_marks where conversation_id = ?1 and user_id = ?2 and muted_at is not null",
        )?
        .exists((conversation, user_id))?)
}

/// Mails a side of a conversation that somebody began.
pub fn mail_unread(tx: &Tx, unread: &Unread) -> Result<()> {
    let (center_id, subject, about): (i64, Option<String>, Option<String>) = tx
        .prepare_cached(
            "select c.volunteer_center_id, c.subject,
                    case c.about_type when 'vacancies' then (select v.title from vacancies v where v.id = c.about_id)
                                      when 'activities' then (select a.title from activities a where a.id = c.about_id) end
               from conversations c where c.id = ?1",
        )?
        .query_row([unread.conversation], |row| row.try_into())?;
    let sender: Option<String> = tx
        .prepare_cached(
            "select case s.side
                      when 'organization' then (select o.name from organizations o where o.id = c.organization_id)
                      when 'center' then (select v.name from volunteer_centers v where v.id = c.volunteer_center_id)
                      else (select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = s.user_id) end
               from conversations c join conversation_sides s on s.conversation_id = c.id and s.side <> ?2
              where c.id = ?1",
        )?
        .query_row((unread.conversation, unread.to), |row| row.get(0))?;
    let notice = Notice {
        kind: MailKind::MessageNew,
        data: json!({
            "vacancy_title": about.or(subject).unwrap_or_default(),
            "sender_name": sender.unwrap_or_default(),
            "count": unread.count,
            "message": unread.body,
            "path": format!("/conversations?open={}", unread.conversation),
        }),
        subject: (super::Conversation::TYPE, unread.conversation),
        center_id,
    };
    notify_side(tx, &notice, unread.conversation, unread.to)
}

/// Mails a side what it has not read about an application.
pub fn mail_unread_of_application(tx: &Tx, unread: &Unread) -> Result<()> {
    let OfApplication { notice, contact } = about_application(tx, unread)?;
    let person = person_of(tx, unread.about_id)?;
    match (unread.to, person.user_id, &person.email, contact) {
        (Side::Person, None, Some(email), _) => {
            let side = (Side::Person, None);
            let mut notice = with_reply_address(tx, &notice, unread.conversation, side)?;
            if let Some(data) = notice.data.as_object_mut()
                && data.contains_key(REPLY_TO)
            {
                // They answer this mail, and need not be told how else the organisation is reached.
                data.remove("organization_email");
                data.remove("organization_phone");
            }
            notice.mail(
                tx,
                email,
                (&person.first_name, &person.last_name),
                &person.locale,
            )
        }
        (Side::Organization, _, _, Some(contact)) => {
            if is_muted(tx, unread.conversation, contact)? {
                return Ok(());
            }
            let side = (Side::Organization, Some(contact));
            with_reply_address(tx, &notice, unread.conversation, side)?.tell(tx, contact)
        }
        _ => notify_side(tx, &notice, unread.conversation, unread.to),
    }
}

struct Person {
    vacancy_id: i64,
    organization_id: i64,
    user_id: Option<i64>,
    email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
}

fn person_of(tx: &Tx, application: i64) -> Result<Person> {
    Ok(tx
        .prepare_cached(
            "select vacancy_id, organization_id, user_id, email, coalesce(first_name, ''), coalesce(last_name, ''), locale
               from applications where id = ?1",
        )?
        .query_row([application], |row| {
            Ok(Person {
                vacancy_id: row.get(0)?,
                organization_id: row.get(1)?,
                user_id: row.get(2)?,
                email: row.get(3)?,
                first_name: row.get(4)?,
                last_name: row.get(5)?,
                locale: row.get(6)?,
            })
        })?)
}

/// What is told, and the contact person of the organisation.
struct OfApplication {
    notice: Notice,
    contact: Option<i64>,
}

fn about_application(tx: &Tx, unread: &Unread) -> Result<OfApplication> {
    let Unread {
        about_id: application,
        to,
        count,
        ref body,
        ..
    } = *unread;
    let person = &person_of(tx, application)?;
    let (told, center_id, _, contact) = told(tx, Id::new(person.vacancy_id))?;
    let text = |name: &str| told.get(name).cloned().unwrap_or_default();
    let mut data = Map::from_iter([
        ("vacancy_title".to_owned(), text("vacancy_title")),
        ("count".to_owned(), count.into()),
        ("message".to_owned(), body.as_str().into()),
    ]);
    let sender = match to {
        Side::Person => text("organization_name"),
        _ if names_are_hidden(tx, application)? => person.first_name.clone().into(),
        _ => format!("{} {}", person.first_name, person.last_name)
            .trim()
            .into(),
    };
    data.insert("sender_name".to_owned(), sender);
    let is_guest = to == Side::Person && person.user_id.is_none();
    if is_guest {
        // Without an account the answer goes to what the organisation publishes.
        let [email, phone]: [Option<String>; 2] = tx
            .prepare_cached("select email, phone_number from organizations where id = ?1")?
            .query_row([person.organization_id], |row| {
                Ok([row.get(0)?, row.get(1)?])
            })?;
        for (name, value) in [("organization_email", email), ("organization_phone", phone)] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                data.insert(name.to_owned(), json!(value));
            }
        }
    } else {
        let by_link = if to == Side::Organization && is_help_request(&told) {
            help_link::path_for(tx, Id::new(person.vacancy_id), false)?
        } else {
            None
        };
        let path = by_link.unwrap_or_else(|| format!("/applications/{application}"));
        data.insert("path".to_owned(), path.into());
    }
    Ok(OfApplication {
        notice: Notice {
            kind: MailKind::MessageNew,
            data: Value::Object(data),
            subject: (Application::TYPE, application),
            center_id,
        },
        contact,
    })
}
