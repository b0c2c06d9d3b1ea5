//! Where activities are to come: places for the social map, each with what happens there next.

use std::collections::HashMap;

use jiff::Span;
use rusqlite::{Connection, Row};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::calendar::{TABLES, next_change, until_of};
use super::occurrence::ActivityOccurrence;
use crate::app::access::{Access, Rows, action};
use crate::base::working_days::local_date;
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Document, Query, table};

/// Places in one response: those where something happens first.
const MOST: usize = 500;
/// Activities that are named of a place; `activities_count` says how many there are.
const NEXT_OF_PLACE: usize = 3;
const AHEAD_WEEKS: i64 = 13;

/// Places where activities are to come within thirteen weeks, those with the first of them first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityMapMeta")]
pub struct ActivityMapMeta {
    places: Vec<ActivityMapPlace>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityMapPlace")]
struct ActivityMapPlace {
    id: String,
    name: String,
    city: Option<String>,
    latitude: f64,
    longitude: f64,
    /// False: somewhere in the area of the postal code.
    is_exact: bool,
    /// How many activities have a date there.
    activities_count: i64,
    /// The next of them, each with its first date.
    next: Vec<ActivityMapDate>,
}

/// The fields are those of `activity_occurrences`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ActivityMapDate")]
struct ActivityMapDate {
    activity_id: String,
    title: String,
    slug: String,
    day: String,
    starts_local: String,
    all_day: bool,
}

/// `GET /activity_occurrences/map`: under the filters of the list of dates. Whoever asks gets what visitors see, as it is a
/// public map.
pub async fn map(
    access: Access<ActivityOccurrence, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let mut keep = access.ctx().site.tenant.keep(&TABLES);
    let now = access.app().clock().now();
    let today = local_date(&access.app().clock().text()).unwrap_or_default();
    let last = today.saturating_add(Span::new().weeks(AHEAD_WEEKS));
    let access = access.visiting::<ActivityOccurrence>()?;
    let rows = access.rows();
    let (found, next) = access
        .search(move |connection| {
            let days = [today.to_string(), last.to_string()];
            let found = read(connection, &rows, &input.query, days)?;
            Ok((found, next_change(connection, rows.ctx())?))
        })
        .await?;
    keep.until = until_of(today, now, next);
    Ok(Document::of(&json!({ "data": null, "meta": found })).keep(Some(keep)))
}

fn read(
    connection: &Connection,
    rows: &Rows<ActivityOccurrence>,
    query: &Query,
    [from, to]: [String; 2],
) -> Result<ActivityMapMeta> {
    let mut plan = query.plan(table::<ActivityOccurrence>())?;
    plan.resolve(connection, rows.ctx())?;
    // What began yesterday may go on.
    plan.conditions.bind("period_from", from);
    plan.conditions.bind("period_to", to);
    let visibility = rows.visibility();
    let condition = plan.condition_of_all((visibility, &visibility.rows), None);
    let sql = format!(
        "select p.id, p.name, p.address ->> 'city', p.address ->> 'latitude', p.address ->> 'longitude',
                coalesce(p.address ->> 'is_exact', 0), a.id, a.title, a.slug, t.day, t.starts_local, a.all_day
           from (select t.activity_id, t.id, min(t.starts_at) as starts_at
                   from activity_occurrences t
                  where t.day between date(:period_from, '-15 days') and :period_to and t.status = 'planned'
                    and t.ends_at > :now and ({condition})
                  group by t.activity_id) n
           join activity_occurrences t on t.id = n.id
           join activities a on a.id = n.activity_id and a.online = 0 and a.status in ('published', 'full', 'running')
           join places p on p.id = a.place_id and p.address ->> 'latitude' is not null and p.address ->> 'longitude' is not null
          order by n.starts_at, n.id"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let mut found = ActivityMapMeta::default();
    let mut known: HashMap<i64, usize> = HashMap::new();
    let mut each = statement.raw_query();
    while let Some(row) = each.next()? {
        let id: i64 = row.get(0)?;
        let at = match known.get(&id) {
            Some(at) => *at,
            None if found.places.len() == MOST => continue,
            None => {
                known.insert(id, found.places.len());
                found.places.push(place(id, row)?);
                found.places.len() - 1
            }
        };
        if let Some(place) = found.places.get_mut(at) {
            place.activities_count += 1;
            if place.next.len() < NEXT_OF_PLACE {
                place.next.push(date(row)?);
            }
        }
    }
    Ok(found)
}

fn place(id: i64, row: &Row) -> Result<ActivityMapPlace> {
    Ok(ActivityMapPlace {
        id: id.to_string(),
        name: row.get(1)?,
        city: row.get(2)?,
        latitude: row.get(3)?,
        longitude: row.get(4)?,
        is_exact: row.get(5)?,
        activities_count: 0,
        next: Vec::new(),
    })
}

fn date(row: &Row) -> Result<ActivityMapDate> {
    Ok(ActivityMapDate {
        activity_id: row.get::<_, i64>(6)?.to_string(),
        title: row.get(7)?,
        slug: row.get(8)?,
        day: row.get(9)?,
        starts_local: row.get(10)?,
        all_day: row.get(11)?,
    })
}
