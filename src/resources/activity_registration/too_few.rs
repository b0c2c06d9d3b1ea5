//! The question to the organiser whether an activity goes on with fewer people than it needs, asked once, on the day that
//! they chose.

use rusqlite::{Connection, named_params};
use serde_json::{Map, Value, json};

use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::mail::MailKind;
use crate::resources::activity::Activity;
use crate::resources::notification::Notice;

/// SQL over `a`: who has a place on the next date, as people.
const PEOPLE: &str = "coalesce((select o.places_taken from activity_occurrences o
    where o.activity_id = a.id and o.status = 'planned' and o.starts_at > :now order by o.starts_at limit 1), 0)";

/// Activities whose day to ask has come and that have too few people for their next date.
pub fn due(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    let Some(today) = local_date(now) else {
        return Ok(Vec::new());
    };
    let sql = format!(
        "select a.id from activities a
          where a.minimum_on <= :today and a.minimum_asked_at is null and a.minimum_participants > {PEOPLE}
            and a.status in ('published', 'full', 'running') and a.registration <> 'none'
            and exists (select 1 from activity_occurrences o where o.activity_id = a.id and o.status = 'planned' and o.starts_at > :now)
          limit 200"
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_map(
            named_params! {":today": today.to_string(), ":now": now},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Asks the contact person, else the managers of the organisation, else who runs the centre.
pub fn ask(tx: &Tx, activity_id: i64) -> Result<()> {
    // Somebody may have signed up since it was listed.
    if !due(tx, tx.now())?.contains(&activity_id) {
        return Ok(());
    }
    tx.prepare_cached(
        "update activities set minimum_asked_at = ?2, updated_at = ?2 where id = ?1",
    )?
    .execute((activity_id, tx.now()))?;
    let sql = format!(
        "select a.title, a.minimum_participants, {PEOPLE}, a.volunteer_center_id, a.organization_id, a.contact_person_id,
                (select min(o.starts_at) from activity_occurrences o where o.activity_id = a.id and o.status = 'planned' and o.starts_at > :now)
           from activities a where a.id = :id"
    );
    let (data, center_id, organization_id, contact_id) = tx.prepare_cached(&sql)?.query_row(
        named_params! {":id": activity_id, ":now": tx.now()},
        |row| {
            let mut data: Map<String, Value> = Map::new();
            data.insert("activity_title".to_owned(), row.get::<_, String>(0)?.into());
            data.insert("minimum".to_owned(), row.get::<_, i64>(1)?.into());
            data.insert("people".to_owned(), row.get::<_, i64>(2)?.into());
            let starts: Option<String> = row.get(6)?;
            data.extend(starts.map(|at| ("starts_at".to_owned(), at.into())));
            let path = format!("/activiteitenkalender/overzicht/{activity_id}");
            data.insert("path".to_owned(), json!(path));
            Ok((
                data,
                row.get(3)?,
                row.get::<_, Option<i64>>(4)?,
                row.get::<_, Option<i64>>(5)?,
            ))
        },
    )?;
    let notice = Notice {
        kind: MailKind::ActivityTooFew,
        data: Value::Object(data),
        subject: (Activity::TYPE, activity_id),
        center_id,
    };
    notice.notify_organiser(tx, contact_id, organization_id)
}
