//! Reads vacancies for the matching. Those of a centre are kept typed in memory until one of them changes.

use std::sync::Arc;

use rusqlite::{Connection, Row, ToSql};
use serde_json::Value;

use super::wishes::list;
use crate::app::tenancy::tenant::Tenant;
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::matching::weights::{NEW_DAYS, NOBODY_YET_DAYS};
use crate::matching::{Offer, Point, SocialSetting, Theme, slot_of};
use crate::resources::vacancy::{GAINS, PARTS_OF_THE_WEEK, SKILLS};

/// Vacancies of a centre that are compared: the newest.
const MOST: i64 = 20_000;
/// Seconds for which they are kept while nothing changes: who has no applications yet, and what is new, go by the day.
const KEPT: i64 = 600;

macro_rules! offers {
    ($where:expr, $order:literal) => {
        concat!(
            "select v.id, v.organization_id, v.activity_type_ids, v.tags, v.skills, v.gains, v.availability, v.dates, v.places,
                    v.hours_per_week, v.languages, v.social_setting, v.online, v.required_checks, v.min_age,
                    v.contact_person_id, v.other_contact_ids, v.latitude, v.longitude, v.expires_at, v.published_at,
                    o.response_days,
                    (select max(a.created_at) from applications a where a.vacancy_id = v.id)
               from vacancies v
               left join organizations o on o.id = v.organization_id
              where ",
            $where,
            $order
        )
    };
}

/// Open at a centre, with a place left; with a further condition.
macro_rules! open {
    ($and:literal) => {
        offers!(
            concat!(
                "v.status = 'published' and v.volunteer_center_id = :center_id and v.expires_at > :now and v.asker_id is null
                 and (v.capacity is null or v.places_taken < v.capacity)
                 and (v.organization_id is null or o.status = 'approved')",
                $and
            ),
            " order by v.published_at desc, v.id desc limit :most"
        )
    };
}

const OPEN: &str = open!("");
const NEW: &str = open!(" and v.published_at >= :since and v.published_at < :now");
/// Help between people that fits a vacancy of that kind: what others offer for what somebody asks, and the other way round.
const OPPOSITE: &str = offers!(
    "v.status = 'published' and v.expires_at > :now and v.asker_id is not null
     and (v.capacity is null or v.places_taken < v.capacity)
     and exists (select 1 from vacancies one where one.id = :id and one.volunteer_center_id = v.volunteer_center_id
                    and one.asker_id <> v.asker_id and one.offers_help <> v.offers_help)",
    " order by v.published_at desc, v.id desc limit 500"
);
const ONE: &str = offers!("v.id = :id", "");

/// The open vacancies of a centre, as they were at most ten minutes ago where only the clock or applications changed.
pub(super) fn open_offers(
    connection: &Connection,
    tenant: &Tenant,
    center_id: i64,
    at: (&str, i64),
) -> Result<Arc<Vec<Offer>>> {
    newest_offers(connection, tenant, (center_id, MOST), at)
}

/// The newest of them.
pub(super) fn newest_offers(
    connection: &Connection,
    tenant: &Tenant,
    (center_id, most): (i64, i64),
    (now, second): (&str, i64),
) -> Result<Arc<Vec<Offer>>> {
    let keep = tenant.keep(&["vacancies", "organizations"]);
    let version = keep.table_versions.into_iter().next();
    tenant
        .offers
        .get((center_id, most), version, second / KEPT, || {
            read(
                connection,
                OPEN,
                &[(":center_id", &center_id), (":now", &now), (":most", &most)],
                now,
            )
        })
}

/// The vacancies of a centre that were published since a moment, the newest of them at most `most`.
pub fn new_offers(
    connection: &Connection,
    center_id: i64,
    (since, now): (&str, &str),
    most: i64,
) -> Result<Vec<Offer>> {
    read(
        connection,
        NEW,
        &[
            (":center_id", &center_id),
            (":now", &now),
            (":since", &since),
            (":most", &most),
        ],
        now,
    )
}

/// The open help between people that could fit one: of other people at its centre, offered where it asks.
pub(super) fn opposite_help(connection: &Connection, id: i64, now: &str) -> Result<Vec<Offer>> {
    read(connection, OPPOSITE, &[(":id", &id), (":now", &now)], now)
}

/// One vacancy, whatever its state.
pub fn offer(connection: &Connection, id: i64, now: &str) -> Result<Option<Offer>> {
    Ok(read(connection, ONE, &[(":id", &id)], now)?.pop())
}

fn read(
    connection: &Connection,
    sql: &str,
    values: &[(&str, &dyn ToSql)],
    now: &str,
) -> Result<Vec<Offer>> {
    let overlooked = later(now, -days(NOBODY_YET_DAYS));
    let new = later(now, -days(NEW_DAYS));
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement
        .query_map(values, |row| of_row(row, &overlooked, &new))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn of_row(row: &Row, overlooked: &str, new: &str) -> rusqlite::Result<Offer> {
    let text = |index: usize| {
        row.get::<_, Option<String>>(index)
            .map(Option::unwrap_or_default)
    };
    let (activities, tags) = (text(2)?, text(3)?);
    let has_tag = |tag: &str| tags.contains(tag) && list(&tags).iter().any(|known| known == tag);
    let dates = dates(&text(7)?);
    let published_at = text(20)?;
    let last_application: Option<String> = row.get(22)?;
    let contacts = list(&text(16)?);
    let gains = bits_of(&text(5)?, &GAINS);
    let mut places = places(&text(8)?);
    if let (Some(latitude), Some(longitude)) = (row.get(17)?, row.get(18)?) {
        places.insert(
            0,
            Point {
                latitude,
                longitude,
            },
        );
    }
    let mut themes: Vec<Theme> = themes(&tags, &activities).collect();
    themes.sort();
    themes.dedup();
    Ok(Offer {
        id: row.get(0)?,
        organization_id: row.get(1)?,
        themes,
        skills: bits_of(&text(4)?, &SKILLS),
        own_skills: others_of(&text(4)?, &SKILLS),
        is_once: dates.is_some() || has_tag("once") || has_tag("multi_day"),
        is_regular: has_tag("regularly") || has_tag("multipleDates"),
        is_flexible: has_tag("flexible"),
        hours_per_week: row.get(9)?,
        availability: bits_of(&text(6)?, &PARTS_OF_THE_WEEK) | dates.unwrap_or_default(),
        is_dated: dates.is_some(),
        gains,
        languages: list(&text(10)?),
        has_language_practice: has_tag("learning_dutch")
            || gains & bits_of(r#"["practise_dutch"]"#, &GAINS) != 0,
        social_setting: social_setting(row.get::<_, Option<String>>(11)?.as_deref())
            .or_else(|| has_tag("together").then_some(SocialSetting::Together)),
        places,
        is_online: row.get(12)?,
        checks: list(&text(13)?),
        min_age: row.get(14)?,
        contact_ids: row
            .get::<_, Option<i64>>(15)?
            .into_iter()
            .chain(contacts.iter().filter_map(|id| id.parse().ok()))
            .collect(),
        expires_at: text(19)?,
        response_days: row.get(21)?,
        is_overlooked: published_at.as_str() < overlooked
            && last_application.is_none_or(|at| at.as_str() < overlooked),
        is_new: published_at.as_str() >= new,
        published_at,
    })
}

/// Bits of the chosen keys, in the order of their list.
pub(super) fn bits_of(json: &str, keys: &[&str]) -> u32 {
    if json.len() <= 2 {
        return 0;
    }
    list(json)
        .iter()
        .filter_map(|chosen| keys.iter().position(|key| key == chosen))
        .fold(0, |bits, position| bits | 1 << position)
}

/// The keys that are none of these.
pub(super) fn others_of(json: &str, keys: &[&str]) -> Vec<String> {
    if json.len() <= 2 {
        return Vec::new();
    }
    let mut chosen = list(json);
    chosen.retain(|key| !keys.contains(&key.as_str()));
    chosen
}

/// The keys of bits.
pub fn keys_of(bits: u32, keys: &'static [&'static str]) -> Vec<String> {
    keys.iter()
        .enumerate()
        .filter(|(position, _)| bits & (1 << position) != 0)
        .map(|(_, key)| (*key).to_owned())
        .collect()
}

/// Themes as stored: keys of tags, and ids of activities as numbers or as text.
pub(super) fn themes(tags: &str, activities: &str) -> impl Iterator<Item = Theme> {
    let activities = list(activities)
        .into_iter()
        .filter_map(|id| Some(Theme::Activity(id.parse().ok()?)));
    activities.chain(list(tags).into_iter().map(Theme::Tag))
}

pub(super) fn social_setting(stored: Option<&str>) -> Option<SocialSetting> {
    match stored? {
        "alone" => Some(SocialSetting::Alone),
        "together" => Some(SocialSetting::Together),
        _ => Some(SocialSetting::Either),
    }
}

/// The parts of the week of days with a date; none where it has no such days.
fn dates(json: &str) -> Option<u32> {
    if json.len() <= 2 {
        return None;
    }
    let dates: Vec<Value> = serde_json::from_str(json).ok()?;
    let slots = dates.iter().filter_map(|date| {
        let day: jiff::civil::Date = date.get("day")?.as_str()?.parse().ok()?;
        let weekday = u32::try_from(day.weekday().to_monday_zero_offset()).ok()?;
        let hour = date
            .get("from")
            .and_then(Value::as_str)
            .and_then(|from| from.get(..2)?.parse::<u32>().ok());
        Some(match hour {
            Some(0..12) => slot_of(weekday, 0),
            Some(12..18) => slot_of(weekday, 1),
            Some(_) => slot_of(weekday, 2),
            None => slot_of(weekday, 0) | slot_of(weekday, 1) | slot_of(weekday, 2),
        })
    });
    let slots = slots.fold(0, |bits, slot| bits | slot);
    (slots != 0).then_some(slots)
}

fn places(json: &str) -> Vec<Point> {
    if json.len() <= 2 {
        return Vec::new();
    }
    let places: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    places
        .iter()
        .filter_map(|place| {
            Some(Point {
                latitude: place.get("latitude")?.as_f64()?,
                longitude: place.get("longitude")?.as_f64()?,
            })
        })
        .collect()
}
