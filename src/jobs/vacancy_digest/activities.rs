//! Activities of the next two weeks near somebody, beside the new vacancies.

use rusqlite::named_params;
use serde_json::{Value, json};

use super::told;
use crate::app::tenancy::tenant_settings::has_activities;
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::matching::Preferences;
use crate::policy::SHOWN_ACTIVITY;
use crate::resources::activity::Activity;

/// Maximum number in one email.
const MOST: usize = 3;
/// Days ahead.
const AHEAD: i64 = 14;
/// Kilometres that are near, where somebody did not say how far they go.
const NEAR: f64 = 10.0;

/// The first free date of each, the soonest first; of who lives somewhere, within the distance that they go. Not what they
/// signed up for, nor what they were mailed about lately.
pub(super) fn near(
    tx: &Tx,
    (user_id, center_id): (i64, i64),
    wishes: &Preferences,
) -> Result<Vec<Value>> {
    if !has_activities(tx, center_id)? {
        return Ok(Vec::new());
    }
    let home = wishes.places.first();
    let radius = if wishes.has_radius {
        wishes.radius_km
    } else {
        NEAR
    };
    let told = told::lately(tx, user_id, Activity::TYPE, tx.now())?;
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
    let found: Vec<(i64, Value)> = tx
        .prepare_cached(&sql)?
        .query_map(
            named_params! {
                ":now": tx.now(),
                ":until": later(tx.now(), days(AHEAD)),
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
        .collect::<rusqlite::Result<_>>()?;
    let kept: Vec<(i64, Value)> = found
        .into_iter()
        .filter(|(id, _)| !told.contains(id))
        .take(MOST)
        .collect();
    let ids: Vec<i64> = kept.iter().map(|(id, _)| *id).collect();
    told::note(tx, user_id, Activity::TYPE, &ids)?;
    Ok(kept.into_iter().map(|(_, line)| line).collect())
}
