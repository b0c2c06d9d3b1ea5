//! Lookup of Dutch places and postal codes in a local table: no third party learns what people search for.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Conditions, Document};
use crate::search::geo;

pub struct Locate;

impl Reason for Locate {
    const WHY: &'static str = "a public table of places; of the tenant's rows only where its centre is, which is on its every page";
}

/// A place.
#[derive(Serialize, Deserialize, JsonSchema)]
struct LocationAttributes {
    postal_code: Option<String>,
    name: String,
    latitude: f64,
    longitude: f64,
}

impl Typed for LocationAttributes {
    const TYPE: &'static str = "locations";
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<Locate, _, _, _, _, _>(
            Method::GET,
            "locations",
            "/api/v1/locations",
            locations,
        )
        .named("listLocations", "Suggests places for what was typed")
        .answers(Described::json::<AllOf<LocationAttributes>>(200))
        .refuses(&[401])
        .query_parameters(&["q"])
}

/// `GET /locations?q=5310`: up to eight suggestions for autocompletion, those near the centre first.
async fn locations(door: Unguarded<Locate>, (): (), input: Input<()>) -> Result<Document> {
    let center_id = door.ctx().site.center_id;
    let near = door
        .read(move |connection| center_point(connection, center_id))
        .await?;
    let places = geo::suggest(input.query.get("q").unwrap_or_default(), near, 8);
    let data: Vec<_> = places
        .iter()
        .map(|place| {
            json!({
                "type": "locations",
                "id": place.postal_code.clone().unwrap_or_else(|| place.name.clone()),
                "attributes": { "postal_code": place.postal_code, "name": place.name, "latitude": place.latitude, "longitude": place.longitude },
            })
        })
        .collect();
    Ok(Document::of(&json!({ "data": data })))
}

/// Coordinates of the centre's office, if its address is known.
fn center_point(connection: &Connection, center_id: i64) -> Result<Option<geo::Point>> {
    let point = connection
        .prepare_cached(
            "select a.latitude, a.longitude
               from volunteer_centers c
               join addresses a on a.id = c.address_id
              where c.id = ?1 and a.latitude is not null and a.longitude is not null",
        )?
        .query_row([center_id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(point)
}

const DEFAULT_RADIUS_KM: f64 = 10.0;

fn radius(value: &str) -> Result<f64> {
    match value.parse::<f64>() {
        Ok(km) if (0.1..=500.0).contains(&km) => Ok(km),
        _ => Err(Conditions::impossible("radius_km", value, &["0.1 … 500"])),
    }
}

/// Parses `filter[radius_km]`, which `near` uses. Refused without `near`, as it would filter nothing.
pub fn radius_km(conditions: &mut Conditions, value: &str) -> Result<()> {
    let km = radius(value)?;
    if conditions.asked("near").is_none() {
        let value = km.to_string();
        return Err(Conditions::impossible(
            "radius_km",
            &value,
            &["filter[near]"],
        ));
    }
    conditions.slow = true;
    Ok(())
}

/// True for what can only be meant as coordinates or a postal code, not as the name of a place.
fn is_meant_as_numbers(value: &str) -> bool {
    let is_number = |part: &str| part.trim().parse::<f64>().is_ok();
    let is_allowed = |c: char| c.is_ascii_digit() || " .,;+-".contains(c);
    value.split(',').any(is_number) || !value.trim().is_empty() && value.chars().all(is_allowed)
}

/// Parses `filter[near]`: `52.1,5.2`, a postal code or the name of a place, with `sql` for what lies within the
/// radius. An unknown place matches nothing rather than everything.
pub fn near(conditions: &mut Conditions, value: &str, sql: &str) -> Result<()> {
    let km = conditions
        .asked("radius_km")
        .map(radius)
        .transpose()?
        .unwrap_or(DEFAULT_RADIUS_KM);
    conditions.slow = true;
    let Some(place) = geo::locate(value) else {
        if is_meant_as_numbers(value) {
            return Err(Conditions::impossible(
                "near",
                value,
                &["51.82,5.25", "5310", "Lindewaard"],
            ));
        }
        conditions.sql.push("0".to_owned());
        return Ok(());
    };
    let area = geo::bounding_box(place.latitude, place.longitude, km);
    conditions.bind("near_latitude", place.latitude);
    conditions.bind("near_longitude", place.longitude);
    conditions.bind("radius_km", km);
    conditions.bind("south", area.south);
    conditions.bind("north", area.north);
    conditions.bind("west", area.west);
    conditions.bind("east", area.east);
    conditions.sql.push(sql.to_owned());
    Ok(())
}
