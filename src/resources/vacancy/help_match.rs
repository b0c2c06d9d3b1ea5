//! Mails who asks for help what others offer that fits, and who offers it what others ask: of the same kind, in their
//! neighbourhood. At most one mail a day to each person, and none at night.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::{Value, json};

use super::Vacancy;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::{MailKind, is_quiet};
use crate::resources::notification::Notice;

/// Mails per run; the next run, a minute later, takes the rest.
const AT_ONCE: i64 = 200;
/// Lines of one mail; the list on the site has the rest.
const MOST: usize = 5;

/// SQL over `v`: what others ask or offer that fits it and that its person has not been told of.
macro_rules! fits {
    () => {
        "o.volunteer_center_id = v.volunteer_center_id and o.asker_id is not null and o.asker_id <> v.asker_id
         and o.offers_help = 1 - v.offers_help and o.help_kind = v.help_kind
         and o.status = 'published' and o.expires_at > :now and (o.capacity is null or o.places_taken < o.capacity)
         and o.published_at > coalesce(v.matches_told_at, '')
         and (v.latitude is null or o.latitude is null or distance_km(o.latitude, o.longitude, v.latitude, v.longitude) <= 10)
         and not exists (select 1 from applications a where a.vacancy_id = o.id and a.user_id = v.asker_id)"
    };
}

/// Requests and offers that are online, of people who can be mailed and were not today.
const DUE: &str = concat!(
    "select v.id
       from vacancies v
       join users u on u.id = v.asker_id and u.status = 'active' and u.email is not null
      where v.asker_id is not null and v.status = 'published' and v.expires_at > :now and v.help_kind is not null
        and (v.capacity is null or v.places_taken < v.capacity)
        and ",
    crate::with_help!("v"),
    " and not exists (select 1 from vacancies w where w.asker_id = v.asker_id and w.matches_told_at > :day_ago)
        and exists (select 1 from vacancies o where ",
    fits!(),
    ") and (:of is null or v.id = :of)
      order by v.matches_told_at, v.id
      limit :most"
);

/// None at night.
pub fn due(connection: &Connection, now: &str, of: Option<i64>) -> Result<Vec<i64>> {
    if is_quiet(now) {
        return Ok(Vec::new());
    }
    Ok(connection
        .prepare_cached(DUE)?
        .query_map(
            named_params! {":now": now, ":day_ago": later(now, -days(1)), ":of": of, ":most": AT_ONCE},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Mails what fits one, if that is still due.
pub fn tell(tx: &Tx, number: i64) -> Result<()> {
    if due(tx, tx.now(), Some(number))?.is_empty() {
        return Ok(());
    }
    let of_mine = tx
        .prepare_cached(
            "select v.asker_id, v.title, v.offers_help, v.volunteer_center_id from vacancies v where v.id = ?1",
        )?
        .query_row([number], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?, row.get::<_, i64>(3)?))
        })
        .optional()?;
    let Some((user_id, title, offers_help, center_id)) = of_mine else {
        return Ok(());
    };
    let mut found: Vec<Value> = tx
        .prepare_cached(concat!(
            "select o.id, o.title, h.name, o.city from vacancies v
               join vacancies o on ",
            fits!(),
            " join organizations h on h.id = o.organization_id
              where v.id = :of order by o.published_at desc, o.id desc limit 100"
        ))?
        .query_map(named_params! {":of": number, ":now": tx.now()}, |row| {
            let id = Id::<Vacancy>::new(row.get(0)?);
            Ok(json!({
                "path": format!("/vacancies/{id}"), "title": row.get::<_, String>(1)?,
                "organization_name": row.get::<_, String>(2)?, "city": row.get::<_, Option<String>>(3)?,
            }))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let count = found.len();
    found.truncate(MOST);
    tx.prepare_cached("update vacancies set matches_told_at = :now where id = :id")?
        .execute(named_params! {":now": tx.now(), ":id": number})?;
    let list = if offers_help { "" } else { "?offered=1" };
    Notice {
        kind: MailKind::HelpMatchNew,
        data: json!({
            "vacancy_title": title, "offers_help": offers_help, "count": count, "matches": found,
            "path": format!("/een-op-een-hulp{list}"),
        }),
        subject: (Vacancy::TYPE, number),
        center_id,
    }
    .tell(tx, user_id)
}
