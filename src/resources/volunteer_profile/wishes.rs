//! Reads what a person wishes, and how they stand towards vacancies, for the matching.

use std::collections::HashSet;

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use serde_json::Value;

use super::offers::{bits_of, others_of, social_setting, themes};
use crate::error::Result;
use crate::matching::weights::{BIKE_KM, CAR_KM, PUBLIC_TRANSPORT_KM, WALK_KM};
use crate::matching::{Point, Preferences, Rhythm, Standing, Theme};
use crate::resources::vacancy::{GAINS, PARTS_OF_THE_WEEK, SKILLS};
use crate::search::geo;

/// Vacancies that the person applied for or saved: what to go by where they answered no question about themes or
/// place.
const CHOSEN_BEFORE: &str = "
    select v.tags, v.activity_type_ids, v.latitude, v.longitude
      from vacancies v
     where v.id in (select vacancy_id from applications where user_id = :user_id
                     union
                    select vacancy_id from favorites where user_id = :user_id)
     order by v.id desc
     limit 200";

/// What somebody looks for: their answers, and for themes and place, where they gave none, what they chose before.
pub fn wishes_of(connection: &Connection, user_id: i64) -> Result<Preferences> {
    let mut wishes = answers(connection, user_id)?;
    let (needs_themes, needs_place) = (wishes.themes.is_empty(), wishes.places.is_empty());
    if !needs_themes && !needs_place {
        return Ok(wishes);
    }
    let mut statement = connection.prepare_cached(CHOSEN_BEFORE)?;
    let mut rows = statement.query(named_params! {":user_id": user_id})?;
    while let Some(row) = rows.next()? {
        let (tags, activities): (String, String) = (row.get(0)?, row.get(1)?);
        if needs_themes {
            for theme in themes(&tags, &activities) {
                *wishes.themes.entry(theme).or_default() += 1;
            }
        }
        if needs_place && let (Some(latitude), Some(longitude)) = (row.get(2)?, row.get(3)?) {
            wishes.places.push(Point {
                latitude,
                longitude,
            });
        }
    }
    // Many vacancies are at the same few addresses.
    wishes.places.sort_by(|one, other| {
        (one.latitude, one.longitude)
            .partial_cmp(&(other.latitude, other.longitude))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    wishes.places.dedup();
    wishes.places.truncate(20);
    Ok(wishes)
}

/// Columns of a profile, aliased `t`, that `preferences` reads.
pub(super) const COLUMNS: &str = "t.theme_ids, t.skills, t.frequency, t.hours_per_week, t.availability, t.postal_code_4, t.transport,
       t.max_distance_km, t.wants_online, t.languages, t.practises_dutch, t.gains, t.social_setting";

/// The answers alone.
pub fn answers(connection: &Connection, user_id: i64) -> Result<Preferences> {
    let sql = format!("select {COLUMNS} from volunteer_profiles t where t.user_id = ?1");
    let found = connection
        .prepare_cached(&sql)?
        .query_row([user_id], preferences)
        .optional()?;
    Ok(found.unwrap_or(Preferences {
        radius_km: BIKE_KM,
        ..Preferences::default()
    }))
}

/// The answers of a row that begins with `COLUMNS`.
pub(super) fn preferences(row: &Row) -> rusqlite::Result<Preferences> {
    let transport: Option<String> = row.get(6)?;
    let distance: Option<f64> = row
        .get::<_, Option<i64>>(7)?
        .and_then(|km| u32::try_from(km).ok())
        .map(f64::from);
    let by_transport = transport.as_deref().map(|transport| match transport {
        "walk" => WALK_KM,
        "public_transport" => PUBLIC_TRANSPORT_KM,
        "car" => CAR_KM,
        _ => BIKE_KM,
    });
    let radius = distance.or(by_transport);
    let place = row
        .get::<_, Option<String>>(5)?
        .and_then(|code| geo::locate(&code));
    let themes: Vec<String> = list(&row.get::<_, String>(0)?);
    Ok(Preferences {
        themes: themes
            .iter()
            .filter_map(|id| Some((Theme::Activity(id.parse().ok()?), 1)))
            .collect(),
        skills: bits_of(&row.get::<_, String>(1)?, &SKILLS),
        own_skills: others_of(&row.get::<_, String>(1)?, &SKILLS),
        rhythm: row
            .get::<_, Option<String>>(2)?
            .map(|frequency| match frequency.as_str() {
                "once" => Rhythm::Once,
                "regularly" => Rhythm::Regularly,
                _ => Rhythm::Flexible,
            }),
        hours_per_week: row.get(3)?,
        availability: bits_of(&row.get::<_, String>(4)?, &PARTS_OF_THE_WEEK),
        gains: bits_of(&row.get::<_, String>(11)?, &GAINS),
        languages: list(&row.get::<_, String>(9)?),
        practises_dutch: row.get(10)?,
        social_setting: social_setting(row.get::<_, Option<String>>(12)?.as_deref()),
        places: place
            .map(|place| Point {
                latitude: place.latitude,
                longitude: place.longitude,
            })
            .into_iter()
            .collect(),
        radius_km: radius.unwrap_or(BIKE_KM),
        has_radius: radius.is_some(),
        wants_online: row.get(8)?,
    })
}

/// Reads a stored list of texts; what is none is left out.
pub fn list(json: &str) -> Vec<String> {
    let values: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    values
        .into_iter()
        .filter_map(|value| match value {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .collect()
}

/// How somebody stands towards the vacancies of their centre. Their age goes no further than the minimum ages it meets.
pub fn standing_of(connection: &Connection, user_id: i64, now: &str) -> Result<Standing> {
    let birth_date: Option<String> = connection
        .prepare_cached("select birth_date from users where id = ?1")?
        .query_row([user_id], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(Standing {
        user_id,
        now: now.to_owned(),
        meets_min_age: birth_date.and_then(|day| years(&day, now)),
        applied: ids(
            connection,
            "select a.vacancy_id from applications a where a.user_id = :user_id
              union
             select a.vacancy_id from applications a
              where a.user_id is null and a.email = (select u.email from users u where u.id = :user_id)",
            user_id,
        )?,
        dismissed: ids(
            connection,
            "select vacancy_id from vacancy_dismissals where user_id = :user_id",
            user_id,
        )?,
        own_organizations: ids(
            connection,
            "select scope_id from roles
              where user_id = :user_id and scope_type in ('organization', 'school') and accepted_at is not null",
            user_id,
        )?,
    })
}

fn ids(connection: &Connection, sql: &str, user_id: i64) -> Result<HashSet<i64>> {
    let found = connection
        .prepare_cached(sql)?
        .query_map(named_params! {":user_id": user_id}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// Whole years since a day.
pub(super) fn years(day: &str, now: &str) -> Option<i64> {
    let (born, today): (Date, Date) = (day.parse().ok()?, now.get(..10)?.parse().ok()?);
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    Some(i64::from(today.year() - born.year()) - i64::from(!had_birthday))
}
