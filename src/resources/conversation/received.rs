//! Answers that come in by mail. The key in the address says whose it is and in which conversation; it is written with the
//! rights of that person, as if they had written it here. From another sender it is held until somebody has looked.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde::Serialize;
use serde_json::json;

use super::message::{self, Message};
use super::resource::Conversation;
use super::side::{Side, people_of};
use crate::app::access::Rows;
use crate::base::clock::later;
use crate::base::email;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Id, Resource as _};
use crate::mail::outbox::{self, Reported};
use crate::mail::receive::Report;
use crate::mail::reply_address::{self, Begun, InboundMail};
use crate::mail::{MailKind, complain};
use crate::resources::application::Application;
use crate::resources::notification::Notice;

/// At most one mail about refusals goes to a conversation in this time.
const ONE_REFUSAL_IN: jiff::SignedDuration = jiff::SignedDuration::from_hours(1);
/// Mails of one conversation that are held at a time.
const MOST_HELD: i64 = 20;

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome", content = "detail")]
pub enum Received {
    /// Written in the conversation as the message with this id.
    Taken(i64),
    /// From another sender; waits as the held mail with this id.
    Held(i64),
    /// Who wrote it is told why by mail.
    Refused(Refusal),
    Dropped(&'static str),
    /// It had come in before.
    Known,
    /// A report about mail of ours.
    Report,
    /// It is at no address of ours.
    UnknownAddress,
    Unreadable,
}

/// Why an answer is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    Empty,
    TooLong,
    Attachments,
    Closed,
    Blocked,
    OrganizationInactive,
    RateLimited,
}

impl Refusal {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::Attachments => "attachments",
            Self::Closed => "closed",
            Self::Blocked => "blocked",
            Self::OrganizationInactive => "organization_inactive",
            Self::RateLimited => "rate_limited",
        }
    }

    /// The refusal that an error of writing is; the error itself where it is none.
    pub fn of(error: Error) -> Result<Self> {
        match error.code() {
            Code::ConversationBlocked => Ok(Self::Blocked),
            Code::OrganizationNotApproved => Ok(Self::OrganizationInactive),
            Code::RateLimited => Ok(Self::RateLimited),
            Code::InvalidTransition
            | Code::WritingPaused
            | Code::Forbidden
            | Code::NotFound
            | Code::Gone => Ok(Self::Closed),
            _ => Err(error),
        }
    }
}

/// Who may answer at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Participant {
    pub conversation: i64,
    pub side: Side,
    /// None: who applied without an account.
    pub user_id: Option<i64>,
}

/// The notice with the address at which somebody of the conversation may answer by mail, where mail comes in.
pub(super) fn with_reply_address(
    tx: &Tx,
    notice: &Notice,
    conversation: i64,
    (side, user_id): (Side, Option<i64>),
) -> Result<Notice> {
    let mut notice = notice.clone();
    if let Some(inbound) = InboundMail::find(tx)?
        && participants(tx, conversation)?
            .iter()
            .any(|one| (one.side, one.user_id) == (side, user_id))
        && let Some(begun) = begun(tx, conversation)?
        && let Some(data) = notice.data.as_object_mut()
    {
        let address = inbound.reply_address(&begun, (side.as_str(), user_id));
        data.insert(crate::mail::REPLY_TO.to_owned(), address.into());
    }
    Ok(notice)
}

/// Everybody who may answer in a conversation now: who has left a team is none of them.
fn participants(connection: &Connection, conversation: i64) -> Result<Vec<Participant>> {
    let mut found: Vec<Participant> = people_of(connection, conversation)?
        .into_iter()
        .map(|(user_id, side)| Participant {
            conversation,
            side,
            user_id: Some(user_id),
        })
        .collect();
    let applicant = applicant(connection, conversation)?;
    if applicant.is_some_and(|applicant| applicant.user_id.is_none()) {
        found.push(Participant {
            conversation,
            side: Side::Person,
            user_id: None,
        });
    }
    Ok(found)
}

/// Who applied, in a conversation about an application.
struct Applicant {
    /// None: without an account.
    user_id: Option<i64>,
}

fn applicant(connection: &Connection, conversation: i64) -> Result<Option<Applicant>> {
    Ok(connection
        .prepare_cached(
            "select a.user_id from conversations c join applications a on a.id = c.about_id
              where c.id = ?1 and c.about_type = 'applications' and (a.user_id is not null or a.email is not null)",
        )?
        .query_row([conversation], |row| {
            let user_id = row.get(0)?;
            Ok(Applicant { user_id })
        })
        .optional()?)
}

fn begun(connection: &Connection, id: i64) -> Result<Option<Begun>> {
    let created_at = connection
        .prepare_cached("select created_at from conversations where id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(created_at.map(|created_at| Begun { id, created_at }))
}

/// Whose address it is.
pub fn participant_at(
    connection: &Connection,
    inbound: &InboundMail,
    address: &str,
) -> Result<Option<Participant>> {
    let Some((conversation, key)) = reply_address::parse(address) else {
        return Ok(None);
    };
    let Some(begun) = begun(connection, conversation)? else {
        return Ok(None);
    };
    let mut keys: Vec<(Participant, Option<i64>)> = participants(connection, conversation)?
        .into_iter()
        .map(|one| (one, one.user_id))
        .collect();
    // Who applied as a guest and has an account by now answers a mail from before.
    let applicant = applicant(connection, conversation)?;
    if let Some(user_id) = applicant.and_then(|applicant| applicant.user_id) {
        let person = Participant {
            conversation,
            side: Side::Person,
            user_id: Some(user_id),
        };
        keys.push((person, None));
    }
    // All are compared, so that the time says nothing of who they are.
    Ok(keys.into_iter().fold(None, |known, (one, user_id)| {
        let is_theirs = inbound.is_key_of(&key, &begun, (one.side.as_str(), user_id));
        if is_theirs { Some(one) } else { known }
    }))
}

impl Participant {
    fn find_email(&self, connection: &Connection) -> Result<Option<String>> {
        let found = match self.user_id {
            Some(user_id) => connection
                .prepare_cached("select email from users where id = ?1")?
                .query_row([user_id], |row| row.get(0))
                .optional()?,
            None => connection
                .prepare_cached(
                    "select a.email from conversations c join applications a on a.id = c.about_id
                      where c.id = ?1 and c.about_type = 'applications'",
                )?
                .query_row([self.conversation], |row| row.get(0))
                .optional()?,
        };
        Ok(found.flatten())
    }

    /// Returns whether a mail is from the address of the account or the application.
    pub fn is_sender(&self, connection: &Connection, from: &[String]) -> Result<bool> {
        let own = self.find_email(connection)?;
        Ok(match (own, from) {
            (Some(own), [from]) => {
                email::canonical(&own).eq_ignore_ascii_case(&email::canonical(from))
            }
            _ => false,
        })
    }
}

/// A mail on its way into a conversation.
#[derive(Debug, Clone)]
pub struct Answer {
    pub participant: Participant,
    pub from: Option<String>,
    pub body: String,
    pub id_hash: Option<String>,
    pub body_hash: Option<String>,
}

/// Holds a mail of another sender. What could not be taken anyway is not kept, nor what comes in great number.
pub fn hold(tx: &Tx, answer: &Answer, refusal: Option<Refusal>) -> Result<Received> {
    let held: i64 = tx
        .prepare_cached(
            "select count(*) from received_mails where conversation_id = ?1 and state = 'held'",
        )?
        .query_row([answer.participant.conversation], |row| row.get(0))?;
    if refusal.is_some() || held >= MOST_HELD {
        let is_new = record(tx, answer, ("dropped", Some("other_sender")))?;
        return Ok(if is_new.is_some() {
            Received::Dropped("other_sender")
        } else {
            Received::Known
        });
    }
    let held = record(tx, answer, ("held", Some("other_sender")))?;
    Ok(held.map_or(Received::Known, Received::Held))
}

/// Writes an answer with the rights of an account.
pub fn write_as_person(
    tx: &Tx,
    rows: &Rows<Message>,
    answer: &Answer,
    received: i64,
) -> Result<i64> {
    let id: Id<Conversation> = Id::new(answer.participant.conversation);
    let message = message::write_in(tx, rows, id, &answer.body)?.number();
    note_message(tx, received, message)?;
    Ok(message)
}

/// Writes an answer of who applied without an account.
pub fn write_as_guest(tx: &Tx, answer: &Answer, received: i64) -> Result<i64> {
    let conversation = answer.participant.conversation;
    let message = message::write_as_guest(tx, conversation, &answer.body)?.number();
    note_message(tx, received, message)?;
    Ok(message)
}

/// Centre and organisation with which somebody writes: at home, and for a centre there.
pub fn whose_rights(
    connection: &Connection,
    (conversation, side): (i64, Side),
    user_id: i64,
) -> Result<Option<(i64, Option<i64>)>> {
    let found: Option<(i64, Option<i64>, i64)> = connection
        .prepare_cached(
            "select c.volunteer_center_id, c.organization_id, u.volunteer_center_id from conversations c, users u
              where c.id = ?1 and u.id = ?2",
        )?
        .query_row((conversation, user_id), |row| row.try_into())
        .optional()?;
    Ok(found.map(|(center_id, organization_id, home)| match side {
        Side::Center => (center_id, None),
        Side::Organization => (home, organization_id),
        Side::Person | Side::Mentor => (home, None),
    }))
}

/// Notes a mail; gives its id, or none where it came in before.
pub fn record(
    tx: &Tx,
    answer: &Answer,
    (state, reason): (&str, Option<&str>),
) -> Result<Option<i64>> {
    let Participant {
        conversation,
        side,
        user_id,
    } = answer.participant;
    let added = tx
        .prepare_cached(
            "insert into received_mails (state, reason, conversation_id, side, user_id, from_email, body, message_hash, body_hash, created_at)
             values (:state, :reason, :conversation, :side, :user_id, :from, iif(:state = 'held', :body, null), :id_hash, :body_hash, :now)
             on conflict do nothing",
        )?
        .execute(named_params! {
            ":state": state,
            ":reason": reason,
            ":conversation": conversation,
            ":side": side,
            ":user_id": user_id,
            ":from": answer.from,
            ":body": answer.body,
            ":id_hash": answer.id_hash,
            ":body_hash": answer.body_hash,
            ":now": tx.now(),
        })?;
    Ok((added > 0).then(|| tx.last_insert_rowid()))
}

fn note_message(tx: &Tx, received: i64, message: i64) -> Result<()> {
    tx.prepare_cached(
        "update received_mails set state = 'taken', reason = null, body = null, message_id = ?2 where id = ?1",
    )?
    .execute((received, message))?;
    Ok(())
}

/// Notes a refusal and mails why, unless that was done within the hour; false where the mail came in before.
pub fn refuse(tx: &Tx, answer: &Answer, refusal: Refusal) -> Result<bool> {
    let Some(id) = record(tx, answer, ("refused", Some(refusal.as_str())))? else {
        return Ok(false);
    };
    let participant = answer.participant;
    let is_answered = tx
        .prepare_cached(
            "select 1 from received_mails where conversation_id = ?1 and side = ?2 and user_id is ?3 and answered_at > ?4",
        )?
        .exists((
            participant.conversation,
            participant.side,
            participant.user_id,
            later(tx.now(), -ONE_REFUSAL_IN),
        ))?;
    if is_answered {
        return Ok(true);
    }
    mail_refusal(tx, participant, refusal)?;
    tx.prepare_cached("update received_mails set answered_at = ?2 where id = ?1")?
        .execute((id, tx.now()))?;
    Ok(true)
}

fn mail_refusal(tx: &Tx, participant: Participant, refusal: Refusal) -> Result<()> {
    let conversation = participant.conversation;
    let center_id: i64 = tx
        .prepare_cached("select volunteer_center_id from conversations where id = ?1")?
        .query_row([conversation], |row| row.get(0))?;
    let mut data = json!({ "reason": refusal.as_str() });
    if participant.user_id.is_some()
        && let Some(data) = data.as_object_mut()
    {
        let path = format!("/conversations?open={conversation}");
        data.insert("path".to_owned(), path.into());
    }
    let notice = Notice {
        kind: MailKind::MessageRefused,
        data,
        subject: (Conversation::TYPE, conversation),
        center_id,
    };
    if let Some(user_id) = participant.user_id {
        return notice.mail_only(tx, user_id);
    }
    let (email, first_name, last_name, locale): (String, String, String, String) = tx
        .prepare_cached(
            "select a.email, coalesce(a.first_name, ''), coalesce(a.last_name, ''), a.locale
               from conversations c join applications a on a.id = c.about_id
              where c.id = ?1 and c.about_type = ?2",
        )?
        .query_row((conversation, Application::TYPE), |row| row.try_into())?;
    notice.mail(tx, &email, (&first_name, &last_name), &locale)
}

/// Counts a mail that did not arrive, or ends the kind of mail that its reader complains about. It has to name a mail of
/// ours by the id that its reader alone has.
pub fn heed_report(tx: &Tx, report: &Report, id_hash: Option<&str>) -> Result<Received> {
    let (about, bounce) = match report {
        Report::Bounce {
            is_permanent: false,
            ..
        } => return Ok(Received::Dropped("not_permanent")),
        Report::Bounce { status, about, .. } => (about, Some(status)),
        Report::Complaint { about } => (about, None),
    };
    let is_known = match id_hash {
        Some(hash) => tx
            .prepare_cached("select 1 from received_mails where message_hash = ?1")?
            .exists([hash])?,
        None => false,
    };
    if is_known {
        return Ok(Received::Known);
    }
    let mut outcome = Reported::Unknown;
    for message_id in about {
        outcome = match bounce {
            Some(status) => outbox::mark_bounced(tx, message_id, status, tx.now())?,
            None => complain(tx, tx.now(), message_id)?,
        };
        if outcome != Reported::Unknown {
            break;
        }
    }
    match outcome {
        Reported::TooEarly => {
            return Err(Error::internal("the mail that this is about is being sent"));
        }
        Reported::Unknown => return Ok(Received::Dropped("no_mail_of_ours")),
        Reported::Heeded | Reported::Known => {}
    }
    let kind = if bounce.is_some() {
        "bounce"
    } else {
        "complaint"
    };
    tx.prepare_cached(
        "insert into received_mails (state, reason, message_hash, created_at) values ('taken', ?1, ?2, ?3)",
    )?
    .execute((kind, id_hash, tx.now()))?;
    Ok(if outcome == Reported::Known {
        Received::Known
    } else {
        Received::Report
    })
}

/// A mail that is held.
#[derive(Debug, Clone, Serialize)]
pub struct HeldMail {
    pub id: i64,
    pub reason: String,
    pub conversation_id: i64,
    pub from_email: String,
    /// The address of whose answer it would be.
    pub expected_email: Option<String>,
    pub body: String,
    pub created_at: String,
}

/// Mails that are held, the oldest first.
pub fn held(connection: &Connection) -> Result<Vec<HeldMail>> {
    let mut statement = connection.prepare_cached(
        "select t.id, t.reason, t.conversation_id, t.from_email,
                coalesce((select u.email from users u where u.id = t.user_id),
                         (select a.email from conversations c join applications a on a.id = c.about_id
                           where c.id = t.conversation_id and c.about_type = 'applications' and t.user_id is null)),
                t.body, t.created_at
           from received_mails t where t.state = 'held' order by t.id",
    )?;
    Ok(statement
        .query_map([], |row| {
            Ok(HeldMail {
                id: row.get(0)?,
                reason: row.get::<_, Option<String>>(1)?.unwrap_or_default(),
                conversation_id: row.get(2)?,
                from_email: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
                expected_email: row.get(4)?,
                body: row.get::<_, Option<String>>(5)?.unwrap_or_default(),
                created_at: row.get(6)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?)
}

/// A mail that is held, as the answer of who was asked.
pub fn find_held(connection: &Connection, id: i64) -> Result<Option<Answer>> {
    Ok(connection
        .prepare_cached(
            "select conversation_id, side, user_id, from_email, body from received_mails where id = ?1 and state = 'held'",
        )?
        .query_row([id], |row| {
            Ok(Answer {
                participant: Participant {
                    conversation: row.get(0)?,
                    side: row.get(1)?,
                    user_id: row.get(2)?,
                },
                from: row.get(3)?,
                body: row.get(4)?,
                id_hash: None,
                body_hash: None,
            })
        })
        .optional()?)
}

/// Returns whether a mail is held.
pub fn is_held(tx: &Tx, id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached("select 1 from received_mails where id = ?1 and state = 'held'")?
        .exists([id])?)
}

/// Drops a mail that was held; false where there is none.
pub fn drop_held(tx: &Tx, id: i64) -> Result<bool> {
    let dropped = tx
        .prepare_cached(
            "update received_mails set state = 'dropped', body = null where id = ?1 and state = 'held'",
        )?
        .execute([id])?;
    Ok(dropped > 0)
}
