//! What waits for devices is sent, by `jobs/send_pushes.rs`. A device that is gone is forgotten, also one of which five messages in a row were refused.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use rusqlite::{Connection, named_params};
use serde_json::json;

use super::{make_vapid_key, vapid_key};
use crate::base::clock::{days, later};
use crate::base::digest::digest_of;
use crate::db::Tx;
use crate::error::Result;
use crate::mail::outbox::PUSH_MAY_LEAVE;
use crate::push::{Answer, DeviceKeys, PushAddress, Sender, VapidKey, encrypt};

/// Messages of one turn.
const BATCH: i64 = 50;
/// Refusals in a row after which a device is forgotten.
const MOST_FAILURES: i64 = 5;
/// Waits between attempts, in minutes; then the message goes.
const AGAIN_AFTER: [i64; 3] = [1, 5, 30];
/// When what was sent is looked at again: never.
const NEVER: &str = "9999";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    let sql =
        format!("select 1 from push_messages m where m.due_at <= ?1 and {PUSH_MAY_LEAVE} limit 1");
    Ok(connection.prepare_cached(&sql)?.exists([now])?)
}

/// A message whose turn it is.
pub struct Due {
    id: i64,
    device: i64,
    tag: String,
    body: String,
    url: String,
    attempts: i64,
    endpoint: String,
    p256dh: String,
    auth: String,
    locale: String,
    title: String,
    contact: String,
}

/// Takes what is due. Its next attempt is set before it is sent, so that a kill in between does not send it again and again.
/// What is for a session that has ended goes.
pub fn claim(tx: &Tx) -> Result<(Vec<Due>, Option<VapidKey>, i64)> {
    tx.noted();
    tx.prepare_cached("delete from push_messages where sent_at < ?1")?
        .execute([later(tx.now(), -days(1))])?;
    tx.prepare_cached(
        "delete from push_subscriptions where id in (
           select s.id from push_messages m join push_subscriptions s on s.id = m.subscription_id
             join sessions e on e.id = s.session_id join users u on u.id = s.user_id
            where m.due_at <= :now and (e.revoked_at is not null or e.expires_at <= :now or u.status <> 'active'))",
    )?
    .execute(named_params! {":now": tx.now()})?;
    let mut statement = tx.prepare_cached(&format!(
        "select m.id, s.id, m.tag, m.body, m.url, m.attempts, s.endpoint, s.p256dh, s.auth, u.locale, coalesce(c.name, ''),
                coalesce(p.contact_email, '')
           from push_messages m
           join push_subscriptions s on s.id = m.subscription_id
           join users u on u.id = s.user_id
           left join volunteer_centers c on c.id = u.volunteer_center_id
           left join volunteer_center_profiles p on p.id = c.profile_id
          where m.due_at <= ?1 and {PUSH_MAY_LEAVE} order by m.due_at, m.id limit ?2",
    ))?;
    let due = statement
        .query_map((tx.now(), BATCH), |row| {
            Ok(Due {
                id: row.get(0)?,
                device: row.get(1)?,
                tag: row.get(2)?,
                body: row.get(3)?,
                url: row.get(4)?,
                attempts: row.get(5)?,
                endpoint: row.get(6)?,
                p256dh: row.get(7)?,
                auth: row.get(8)?,
                locale: row.get(9)?,
                title: row.get(10)?,
                contact: row.get(11)?,
            })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for message in &due {
        let attempt = usize::try_from(message.attempts).unwrap_or(usize::MAX);
        let minutes = AGAIN_AFTER.get(attempt).copied().unwrap_or(30);
        let next = later(tx.now(), SignedDuration::from_mins(minutes));
        tx.prepare_cached(
            "update push_messages set attempts = attempts + 1, due_at = ?2 where id = ?1",
        )?
        .execute((message.id, next))?;
    }
    let key = match vapid_key(tx)? {
        Some(key) => Some(key),
        None if due.is_empty() => None,
        None => Some(make_vapid_key(tx)?),
    };
    let second = tx.now().parse().map_or(0, jiff::Timestamp::as_second);
    Ok((due, key, second))
}

/// Sends one message. `contact` is the address of the operator, `second` now, in seconds since 1970.
pub async fn send(
    sender: &Sender,
    (key, contact, second): (&VapidKey, &str, i64),
    message: &Due,
) -> Result<Answer> {
    let address = PushAddress::read(&message.endpoint);
    let keys = DeviceKeys::read(&message.p256dh, &message.auth);
    let (Some(address), Some(keys)) = (address, keys) else {
        return Ok(Answer::Gone);
    };
    let payload = json!({
        "title": message.title,
        "body": message.body,
        "url": message.url,
        "tag": message.tag,
        "lang": message.locale,
    });
    let Some(body) = encrypt(&keys, payload.to_string().as_bytes()) else {
        return Ok(Answer::Refused);
    };
    let contact = if message.contact.is_empty() {
        contact
    } else {
        &message.contact
    };
    let authorization =
        key.authorization(&address.origin(), &format!("mailto:{contact}"), second)?;
    // Of a hash, so that the push service reads nothing in it.
    let hash = digest_of(&[message.tag.as_bytes(), message.p256dh.as_bytes()]);
    let topic = URL_SAFE_NO_PAD.encode(hash.get(..24).unwrap_or_default());
    Ok(sender.send(&address, (&authorization, &topic), body).await)
}

/// Notes what the push service said.
pub fn settle(tx: &Tx, message: &Due, answer: Answer) -> Result<()> {
    tx.noted();
    match answer {
        Answer::Taken => {
            // What came meanwhile under the same tag is still to be sent.
            tx.prepare_cached(
                "update push_messages set sent_at = ?2, due_at = ?3 where id = ?1 and attempts > 0",
            )?
            .execute((message.id, tx.now(), NEVER))?;
            tx.prepare_cached(
                "update push_subscriptions set failures = 0, last_sent_at = ?2 where id = ?1",
            )?
            .execute((message.device, tx.now()))?;
        }
        Answer::Gone => {
            tx.prepare_cached("delete from push_subscriptions where id = ?1")?
                .execute([message.device])?;
        }
        Answer::Refused => {
            tx.prepare_cached("delete from push_messages where id = ?1")?
                .execute([message.id])?;
            tx.prepare_cached(
                "update push_subscriptions set failures = failures + 1 where id = ?1",
            )?
            .execute([message.device])?;
            tx.prepare_cached("delete from push_subscriptions where id = ?1 and failures >= ?2")?
                .execute((message.device, MOST_FAILURES))?;
        }
        Answer::Later => {
            let is_last =
                usize::try_from(message.attempts).is_ok_and(|attempt| attempt >= AGAIN_AFTER.len());
            if is_last {
                tx.prepare_cached("delete from push_messages where id = ?1")?
                    .execute([message.id])?;
            }
        }
    }
    Ok(())
}
