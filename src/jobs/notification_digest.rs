//! Daily and weekly digests of notifications, sent at 07:30 Dutch time.

use rusqlite::{Connection, named_params};
use serde_json::{Value, json};

use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::mail::{EmailBranding, Filled, MailKind, is_switched_off, morning, render};
use crate::resources::notification::Notice;
use crate::resources::user::User;

/// Maximum number of notifications in one email; the app lists the rest.
const MOST: usize = 20;

/// Notifications waiting for a digest. Daily ones created before this morning are sent this morning; weekly ones on
/// the person's first digest day (Monday by default), or once they have waited a week.
const WAITING: &str = "
    select n.id, n.user_id, n.kind, n.data, n.url, u.locale
      from notifications n
      join users u on u.id = n.user_id and u.status = 'active' and u.email is not null
     where n.channel_state like '%\"email\":%'
       and n.created_at < :morning
       and (:user_id is null or n.user_id = :user_id)
       and (json_extract(n.channel_state, '$.email') = 'daily'
            or (json_extract(n.channel_state, '$.email') = 'weekly'
                and (coalesce(json_extract(u.digest_days, '$[0]'), 1) = :day or n.created_at < :week_ago)))
     order by n.user_id, n.id
     limit 2000";

struct Item {
    id: i64,
    user_id: i64,
    kind: String,
    data: Value,
    url: Option<String>,
    locale: String,
}

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!waiting(connection, now, None)?.is_empty())
}

/// Sends the digests that are due and returns the number of emails.
pub async fn send_digests(db: &Db) -> Result<usize> {
    let mut people: Vec<i64> = db
        .write(|tx| {
            let items = waiting(tx, tx.now(), None)?;
            Ok(items.into_iter().map(|item| item.user_id).collect())
        })
        .await?;
    people.dedup();
    let mut count = 0;
    for user_id in people {
        match db.write(move |tx| collect(tx, user_id)).await {
            Ok(is_written) => count += usize::from(is_written),
            Err(error) => tracing::error!(user_id, %error, "a digest was passed over"),
        }
    }
    Ok(count)
}

fn waiting(connection: &Connection, now: &str, user_id: Option<i64>) -> Result<Vec<Item>> {
    let Some((day, morning)) = morning(now).filter(|(_, morning)| morning.as_str() <= now) else {
        return Ok(Vec::new());
    };
    let items = connection
        .prepare_cached(WAITING)?
        .query_map(
            named_params! {
                ":morning": morning,
                ":day": day,
                ":week_ago": later(now, -days(7)),
                ":user_id": user_id,
            },
            |row| {
                let data: String = row.get(3)?;
                Ok(Item {
                    id: row.get(0)?,
                    user_id: row.get(1)?,
                    kind: row.get(2)?,
                    data: serde_json::from_str(&data).unwrap_or_default(),
                    url: row.get(4)?,
                    locale: row.get(5)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(items)
}

/// Writes one person's digest unless another process has done so. Returns whether it was written.
fn collect(tx: &Tx, user_id: i64) -> Result<bool> {
    let items = waiting(tx, tx.now(), Some(user_id))?;
    for item in &items {
        tx.prepare_cached(
            "update notifications set channel_state = json_remove(channel_state, '$.email') where id = ?1",
        )?
        .execute([item.id])?;
    }
    let center_id: i64 = tx.query_row(
        "select volunteer_center_id from users where id = ?1",
        [user_id],
        |row| row.get(0),
    )?;
    let mut told = Vec::new();
    for item in &items {
        let kind = MailKind::find(&item.kind);
        let is_off = kind.map_or(Ok(false), |kind| is_switched_off(tx, kind, Some(center_id)))?;
        told.extend(line(item).filter(|_| !is_off));
    }
    if told.is_empty() {
        return Ok(false);
    }
    Notice {
        kind: MailKind::NotificationDigest,
        data: json!({ "count": told.len(), "items": told.get(..MOST).unwrap_or(&told) }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail_only(tx, user_id)?;
    Ok(true)
}

/// Renders a notification as one line: the subject of its own email.
fn line(item: &Item) -> Option<Value> {
    let kind = MailKind::find(&item.kind)?;
    let filled = Filled {
        kind,
        locale: Locale::parse(&item.locale).unwrap_or_default(),
        to_name: "",
        data: &item.data,
        unsubscribe_path: None,
        text: None,
    };
    let title = render(&filled, &EmailBranding::default()).ok()?.subject;
    Some(match &item.url {
        Some(path) => json!({ "title": title, "path": path }),
        None => json!({ "title": title }),
    })
}
