//! Sends newsletters in batches: each person is marked in the transaction that puts their mail into the outbox, so that
//! after a crash nobody is left out and nobody gets it twice.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::audience::{Audience, NewsletterSkipReason, Person};
use super::compose::{Composer, Reader, SUBJECT_TYPE};
use super::transition::NewsletterEvent;
use super::{Newsletter, NewsletterAttributes, NewsletterStatus};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::Id;
use crate::jsonapi::write::store;
use crate::mail::outbox::held_since;
use crate::mail::{EmailMessage, Enqueued, MailKind, enqueue, is_quiet};
use crate::model::state_history::audit;
use crate::model::state_machine::{self, Actor, Reason};

/// What the outbox says of a mail that was put into it: `o`, of `r`.
const OUTCOME: &str = "
    select case when o.id is null then 'skipped'
                when o.status = 'failed' or o.last_error is not null and o.status = 'sent' then 'bounced'
                when o.status = 'sent' then 'delivered'
                else 'queued' end";

/// Newsletters whose mails are still on their way: those that were finished in the last days.
const UNSETTLED: &str = "
    select r.newsletter_id, r.subscriber_id
      from newsletter_recipients r
      join newsletters n on n.id = r.newsletter_id and coalesce(n.finished_at, :now) > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-7 days')
      left join outbox o on o.id = r.outbox_id
     where r.outbox_id is not null and r.status in ('queued', 'delivered')
       and r.status <> case when o.id is null then iif(r.status = 'delivered', 'delivered', 'skipped')
                            when o.status = 'failed' or o.last_error is not null and o.status = 'sent' then 'bounced'
                            when o.status = 'sent' then 'delivered'
                            else 'queued' end";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    let sends = connection
        .prepare_cached(
            "select 1 from newsletters
              where (status = 'scheduled' and send_at <= :now or status = 'sending') and :is_awake limit 1",
        )?
        .exists(named_params! {":now": now, ":is_awake": !is_quiet(now)})?;
    Ok(sends
        || connection
            .prepare_cached(&format!("{UNSETTLED} limit 1"))?
            .exists(named_params! {":now": now})?)
}

/// Those that are to be sent now, none at night. While mail is held after a restore they are held back: what the backup
/// says is not sent yet may have been.
pub fn due(tx: &Tx) -> Result<Vec<Id<Newsletter>>> {
    if held_since(tx)?.is_some() {
        hold_back(tx)?;
        return Ok(Vec::new());
    }
    if is_quiet(tx.now()) {
        return Ok(Vec::new());
    }
    Ok(tx
        .prepare_cached(
            "select id from newsletters where status = 'scheduled' and send_at <= :now or status = 'sending' order by id",
        )?
        .query_map(named_params! {":now": tx.now()}, |row| {
            Ok(Id::new(row.get(0)?))
        })?
        .collect::<rusqlite::Result<_>>()?)
}

/// Pauses what is being sent, and makes what is due a draft again: somebody has to say that it goes on.
fn hold_back(tx: &Tx) -> Result<()> {
    let found: Vec<(i64, NewsletterStatus)> = tx
        .prepare_cached(
            "select id, status from newsletters where status = 'scheduled' and send_at <= :now or status = 'sending'",
        )?
        .query_map(named_params! {":now": tx.now()}, |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    for (id, status) in found {
        let event = match status {
            NewsletterStatus::Sending => NewsletterEvent::Pause,
            _ => NewsletterEvent::Unschedule,
        };
        take(tx, Id::new(id), event)?;
    }
    Ok(())
}

/// Starts it if it is scheduled; notes that another process was sending it before.
pub fn begin_batch(tx: &Tx, id: Id<Newsletter>, (by, per_minute): (&str, usize)) -> Result<bool> {
    let row: Option<(NewsletterStatus, Option<String>, Option<String>)> = tx
        .prepare_cached("select status, sent_by, send_until from newsletters where id = ?1")?
        .query_row([id.number()], |row| row.try_into())
        .optional()?;
    let Some((status, sent_by, until)) = row else {
        return Ok(false);
    };
    match status {
        NewsletterStatus::Scheduled => take(tx, id, NewsletterEvent::Start)?,
        NewsletterStatus::Sending => {
            if until.is_some_and(|until| until.as_str() <= tx.now()) {
                skip_waiting(tx, id, "too_late")?;
            }
        }
        _ => return Ok(false),
    }
    let is_other = sent_by.as_deref().is_some_and(|before| before != by);
    if is_other {
        tx.prepare_cached(
            "update newsletters
                set resumed_at = :now,
                    resumed_from = (select count(*) from newsletter_recipients r where r.newsletter_id = :id and r.queued_at is not null)
              where id = :id",
        )?
        .execute(named_params! {":id": id.number(), ":now": tx.now()})?;
        audit(
            tx,
            None,
            "resume_after_restart",
            (SUBJECT_TYPE, id.number()),
        )?;
    }
    tx.prepare_cached(
        "update newsletters
            set sent_by = :by, last_batch_at = :now, per_minute = :per_minute, version = version + 1
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":by": by,
        ":now": tx.now(),
        ":per_minute": i64::try_from(per_minute).unwrap_or(i64::MAX),
    })?;
    Ok(true)
}

fn take(tx: &Tx, id: Id<Newsletter>, event: NewsletterEvent) -> Result<()> {
    let said = (Reason::default(), None);
    state_machine::take::<NewsletterStatus>(tx, Actor::Program(None), id, event, said)
}

/// A row for each person who is to get a newsletter.
pub(super) fn address(tx: &Tx, id: Id<Newsletter>) -> Result<()> {
    let newsletter = load(tx, id)?;
    let center_id = center_of(&newsletter);
    let audience = Audience::of(tx, (center_id, &newsletter.segment), tx.now())?;
    let mut subscribe = tx.prepare_cached(
        "insert into newsletter_subscribers (volunteer_center_id, user_id, locale, status, confirmed_at, created_at, updated_at)
         values (:center_id, :user_id, :locale, 'active', :now, :now, :now)
             on conflict (user_id) do update set volunteer_center_id = excluded.volunteer_center_id
         returning id",
    )?;
    let mut insert = tx.prepare_cached(
        "insert or ignore into newsletter_recipients (newsletter_id, subscriber_id) values (:id, :subscriber_id)",
    )?;
    for person in audience.people {
        let subscriber_id = match (person.subscriber_id, person.user_id) {
            (Some(id), _) => id,
            (None, Some(user_id)) => subscribe.query_row(
                named_params! {
                    ":center_id": center_id,
                    ":user_id": user_id,
                    ":locale": person.locale.as_str(),
                    ":now": tx.now(),
                },
                |row| row.get(0),
            )?,
            (None, None) => continue,
        };
        insert.execute(named_params! {":id": id.number(), ":subscriber_id": subscriber_id})?;
    }
    Ok(())
}

/// What one transaction did.
pub struct Taken {
    /// Mails that were put into the outbox.
    pub mailed: usize,
    /// Nobody waits any more.
    pub is_last: bool,
}

/// Marks the next people and puts their mails into the outbox. Whoever does not want it any more, or can't get it, is
/// passed over now, whatever held when the newsletter was scheduled.
pub fn send_some(tx: &Tx, id: Id<Newsletter>, most: usize) -> Result<Taken> {
    let newsletter = load(tx, id)?;
    // Paused or stopped meanwhile.
    if newsletter.status != NewsletterStatus::Sending {
        return Ok(Taken {
            mailed: 0,
            is_last: false,
        });
    }
    let center_id = center_of(&newsletter);
    let waiting: Vec<i64> = tx
        .prepare_cached(
            "select subscriber_id from newsletter_recipients
              where newsletter_id = ?1 and status = 'waiting' order by subscriber_id limit ?2",
        )?
        .query_map(
            (id.number(), i64::try_from(most).unwrap_or(i64::MAX)),
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let composer = Composer::new(tx, (center_id, &newsletter), tx.now())?;
    let mut mailed = 0;
    for subscriber_id in &waiting {
        let person = Person::find(tx, (center_id, *subscriber_id), tx.now())?;
        let skipped = match &person {
            None => Some("no_consent"),
            Some(person) => person.skipped(tx.now()).map(NewsletterSkipReason::as_str),
        };
        let outcome = match (person, skipped) {
            (Some(person), None) => mail_to(tx, (id, center_id), &composer, &person)?,
            (_, reason) => Err(reason.unwrap_or("no_consent")),
        };
        mailed += usize::from(outcome.is_ok());
        mark(tx, (id, *subscriber_id), outcome)?;
    }
    Ok(Taken {
        mailed,
        is_last: waiting.len() < most,
    })
}

/// The row in the outbox, or why there is none.
fn mail_to(
    tx: &Tx,
    (id, center_id): (Id<Newsletter>, i64),
    composer: &Composer,
    person: &Person,
) -> Result<std::result::Result<i64, &'static str>> {
    let mut data = composer.data(&Reader::of(person))?;
    if !person.first_name.is_empty()
        && let Some(data) = data.as_object_mut()
    {
        data.insert("first_name".to_owned(), person.first_name.as_str().into());
    }
    let email = EmailMessage {
        kind: MailKind::Newsletter,
        to_email: person.email.clone(),
        to_name: format!("{} {}", person.first_name, person.last_name)
            .trim()
            .to_owned(),
        locale: composer.locale(person.locale).as_str().to_owned(),
        data,
        subject_type: SUBJECT_TYPE,
        subject_id: id.number(),
        volunteer_center_id: Some(center_id),
    };
    Ok(match enqueue(tx, tx.now(), &email)? {
        Enqueued::Waiting(row) | Enqueued::Merged(row) => Ok(row),
        Enqueued::Stopped(_) => Err("bounced"),
        // Two people with one address get one mail.
        Enqueued::Repeated => Err("same_address"),
        Enqueued::Unwanted => Err("no_consent"),
    })
}

fn mark(
    tx: &Tx,
    (id, subscriber_id): (Id<Newsletter>, i64),
    outcome: std::result::Result<i64, &'static str>,
) -> Result<()> {
    tx.prepare_cached(
        "update newsletter_recipients
            set status = iif(:reason is null, 'queued', 'skipped'), reason = :reason, outbox_id = :outbox_id,
                queued_at = iif(:reason is null, :now, null)
          where newsletter_id = :id and subscriber_id = :subscriber_id",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":subscriber_id": subscriber_id,
        ":outbox_id": outcome.ok(),
        ":reason": outcome.err(),
        ":now": tx.now(),
    })?;
    Ok(())
}

/// Ends it when nobody waits any more.
pub fn finish(tx: &Tx, id: Id<Newsletter>) -> Result<()> {
    let status: NewsletterStatus = state_machine::State::current(tx, id)?;
    if status == NewsletterStatus::Sending {
        take(tx, id, NewsletterEvent::Finish)?;
    }
    Ok(())
}

/// Nobody who waits gets it any more.
pub(super) fn skip_waiting(tx: &Tx, id: Id<Newsletter>, reason: &str) -> Result<()> {
    tx.prepare_cached(
        "update newsletter_recipients set status = 'skipped', reason = :reason where newsletter_id = :id and status = 'waiting'",
    )?
    .execute(named_params! {":id": id.number(), ":reason": reason})?;
    Ok(())
}

/// Notes what became of the mails that were put into the outbox. A row that is gone from it was taken out because its
/// reader unsubscribed.
pub fn settle(tx: &Tx) -> Result<usize> {
    let rows: Vec<(i64, i64)> = tx
        .prepare_cached(UNSETTLED)?
        .query_map(named_params! {":now": tx.now()}, |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let mut update = tx.prepare_cached(&format!(
        "update newsletter_recipients as r set status = ({OUTCOME} from (select 1) left join outbox o on o.id = r.outbox_id)
          where r.newsletter_id = ?1 and r.subscriber_id = ?2"
    ))?;
    for row in &rows {
        update.execute(*row)?;
    }
    Ok(rows.len())
}

pub(super) fn load(connection: &Connection, id: Id<Newsletter>) -> Result<NewsletterAttributes> {
    store::load(connection, id)?.ok_or_else(|| Code::NotFound.into())
}

pub(super) fn center_of(newsletter: &NewsletterAttributes) -> i64 {
    newsletter.volunteer_center_id.map_or(0, Id::number)
}
