//! Activities of the next two weeks near somebody, for mails.

use rusqlite::{Connection, named_params};
use serde_json::{Value, json};

use crate::app::tenancy::tenant_settings::has_activities;
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::matching::Preferences;
use crate::policy::SHOWN_ACTIVITY;

/// Days ahead.
const AHEAD: i64 = 14;
/// Kilometres that are near, where somebody did not say how far they go.
const NEAR: f64 = 10.0;

/// Ids and lines of a mail: the first free date of each, the soonest first; of who lives somewhere, within the distance
/// that they go. Not what they signed up for. At most 50.
pub fn nearby(
    connection: &Connection,
    now: &str,
    (user_id, center_id): (Option<i64>, i64),
    wishes: &Preferences,
) -> Result<Vec<(i64, Value)>> {
    if !has_activities(connection, center_id)? {
        return Ok(Vec::new());
    }
    let home = wishes.places.first();
    let radius = if wishes.has_radius {
        wishes.radius_km
    } else {
        NEAR
    };
    let sql = format!(
        "select t.id, t.title, t.slug, min(d.starts_at), p.name, p.km
           from activities t
           join activity_occurrences d on d.activity_id = t.id and d.status = 'planned'
                and d.starts_at > :now and d.starts_at < :until
                and (coalesce(d.capacity, t.capacity) is null or d.places_taken + d.places_offered < coalesce(d.capacity, t.capacity))
           left join (select id, name, iif(:latitude is null, null,
                             distance_km(address ->> 'latitude', address ->> 'longitude', :latitude, :longitude)) as km
                        from places) p on p.id = t.place_id
          where {SHOWN_ACTIVITY} and t.status in ('published', 'running')
            and (:latitude is null or t.online = 1 or p.km <= :radius)
            and not exists (select 1 from activity_registrations r where r.activity_id = t.id and r.user_id = :user_id)
          group by t.id
          order by min(d.starts_at), t.id
          limit 50"
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_map(
            named_params! {
                ":now": now,
                ":until": later(now, days(AHEAD)),
                ":center_id": center_id,
                ":user_id": user_id,
                ":latitude": home.map(|point| point.latitude),
                ":longitude": home.map(|point| point.longitude),
                ":radius": radius,
            },
            |row| {
                let (id, slug): (i64, String) = (row.get(0)?, row.get(2)?);
                let km: Option<f64> = row.get(5)?;
                Ok((
                    id,
                    json!({
                        "title": row.get::<_, String>(1)?,
                        "path": format!("/activiteitenkalender/{id}-{slug}"),
                        "starts_at": row.get::<_, String>(3)?,
                        "place": row.get::<_, Option<String>>(4)?,
                        "km": km.map(|km| format!("{:.0}", km.ceil().max(1.0))),
                    }),
                ))
            },
        )?
        .collect::<rusqlite::Result<_>>()?)
}
