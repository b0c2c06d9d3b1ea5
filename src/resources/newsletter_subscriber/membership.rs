//! Who gets the newsletter and who no longer does. The mailbox has proved itself: by a link that was mailed to it, or with
//! the account that has it.

use rusqlite::{OptionalExtension, named_params};

use super::{KIND, NewsletterSubscriber};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::model::state_history::audit;
use crate::resources::user::own_account::consent::{self, ConsentKind};

/// Somebody who reads the mailbox of this row wants the newsletter. Where an account has the address, that is its consent.
/// Returns the row that holds their wishes from then on.
pub(super) fn join(tx: &Tx, id: i64) -> Result<i64> {
    let (user_id, email): (Option<i64>, String) = tx
        .prepare_cached(
            "select coalesce(s.user_id, u.id), coalesce(s.email, o.email, '')
               from newsletter_subscribers s
               left join users o on o.id = s.user_id
               left join users u on u.email = s.email and u.confirmed_at is not null and u.status in ('active', 'inactive')
              where s.id = ?1",
        )?
        .query_row([id], |row| row.try_into())?;
    tx.prepare_cached("delete from mail_unsubscriptions where email = ?1 and kind = ?2")?
        .execute((&email, KIND))?;
    let Some(user_id) = user_id else {
        tx.prepare_cached(
            "update newsletter_subscribers
                set status = 'active', confirmed_at = ?2, left_at = null, version = version + 1, updated_at = ?2
              where id = ?1",
        )?
        .execute((id, tx.now()))?;
        audit(tx, None, "confirm", (NewsletterSubscriber::TYPE, id))?;
        return Ok(id);
    };
    let id = hand_over(tx, id, user_id)?;
    consent::record(tx, user_id, ConsentKind::Newsletter, true)?;
    // A consent that stood already is not recorded once more.
    tx.noted();
    Ok(id)
}

/// They want it no longer. What waits for them goes.
pub(super) fn leave(tx: &Tx, id: i64) -> Result<()> {
    let (user_id, email): (Option<i64>, String) = tx
        .prepare_cached(
            "select s.user_id, coalesce(s.email, u.email, '')
               from newsletter_subscribers s
               left join users u on u.id = s.user_id
              where s.id = ?1",
        )?
        .query_row([id], |row| row.try_into())?;
    tx.prepare_cached(
        "delete from outbox where to_email = ?1 and kind = ?2 and status = 'waiting' and mandatory = 0",
    )?
    .execute((&email, KIND))?;
    if let Some(user_id) = user_id {
        consent::record(tx, user_id, ConsentKind::Newsletter, false)?;
        tx.noted();
        return Ok(());
    }
    // A trigger ends what was active; who had not confirmed leaves as well.
    tx.prepare_cached(
        "insert into mail_unsubscriptions (email, kind, created_at) values (?1, ?2, ?3) on conflict do nothing",
    )?
    .execute((&email, KIND, tx.now()))?;
    tx.prepare_cached(
        "update newsletter_subscribers
            set status = 'left', left_at = ?2, version = version + 1, updated_at = ?2
          where id = ?1 and status <> 'left'",
    )?
    .execute((id, tx.now()))?;
    audit(tx, None, "leave", (NewsletterSubscriber::TYPE, id))
}

/// Who subscribed with the address that has become this account's: their wishes go to the account, and its consent says
/// what was said last. What was not confirmed waits for its link.
pub(super) fn adopt(tx: &Tx, user_id: i64) -> Result<()> {
    let rows: Vec<(i64, bool)> = tx
        .prepare_cached(
            "select s.id, s.status = 'active' and not exists (
                      select 1 from consents c
                       where c.user_id = u.id and c.kind = 'newsletter' and c.created_at >= s.confirmed_at)
               from users u
               join newsletter_subscribers s on s.email = u.email
              where u.id = ?1 and s.status in ('active', 'left')
              order by s.status, s.volunteer_center_id = u.volunteer_center_id desc, s.id",
        )?
        .query_map([user_id], |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    for (id, _) in &rows {
        hand_over(tx, *id, user_id)?;
    }
    if rows.iter().any(|(_, is_wanted)| *is_wanted) {
        consent::record(tx, user_id, ConsentKind::Newsletter, true)?;
    }
    Ok(())
}

/// Makes a row of an address that of the account, or puts it into the one that the account has.
fn hand_over(tx: &Tx, id: i64, user_id: i64) -> Result<i64> {
    let own: Option<i64> = tx
        .prepare_cached("select id from newsletter_subscribers where user_id = ?1")?
        .query_row([user_id], |row| row.get(0))
        .optional()?;
    if own == Some(id) {
        return Ok(id);
    }
    let Some(own) = own else {
        tx.prepare_cached(
            "update newsletter_subscribers
                set user_id = :user_id, email = null, first_name = null, status = 'active',
                    volunteer_center_id = (select u.volunteer_center_id from users u where u.id = :user_id),
                    confirmed_at = coalesce(confirmed_at, :now), left_at = null, version = version + 1, updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {":id": id, ":user_id": user_id, ":now": tx.now()})?;
        return Ok(id);
    };
    tx.prepare_cached(
        "update or ignore newsletter_recipients set subscriber_id = ?2 where subscriber_id = ?1",
    )?
    .execute((id, own))?;
    let (hash, until): (Option<String>, Option<String>) = tx
        .prepare_cached(
            "delete from newsletter_subscribers where id = ?1 returning confirm_hash, confirm_until",
        )?
        .query_row([id], |row| row.try_into())?;
    // So that the link that was followed once says the same when it is followed again.
    tx.prepare_cached(
        "update newsletter_subscribers
            set confirm_hash = coalesce(?2, confirm_hash), confirm_until = iif(?2 is null, confirm_until, ?3)
          where id = ?1",
    )?
    .execute((own, hash, until))?;
    Ok(own)
}
