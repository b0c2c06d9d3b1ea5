//! Dutch places by name and postal code, from a table of our own: nobody else learns where people look.

use axum::http::Method;
use serde_json::json;

use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::{Conditions, Document};
use crate::search::geo;

pub struct Locate;

impl Reason for Locate {
    const WHY: &'static str = "a public table of places; no tenant's rows";
}

pub fn routes() -> Routes {
    Routes::new().unguarded::<Locate, _, _, _, _, _>(
        Method::GET,
        "locations",
        "/api/v1/locations",
        locations,
    )
}

/// `GET /locations?q=5310`: up to eight suggestions for somebody who is typing.
async fn locations(_: Unguarded<Locate>, (): (), input: Input<()>) -> Result<Document> {
    let places = geo::suggest(input.query.get("q").unwrap_or_default(), 8);
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

const DEFAULT_RADIUS_KM: f64 = 10.0;

fn radius(value: &str) -> Result<f64> {
    match value.parse::<f64>() {
        Ok(km) if (0.1..=500.0).contains(&km) => Ok(km),
        _ => Err(Conditions::impossible("radius_km", value, &["0.1 … 500"])),
    }
}

/// `filter[radius_km]`, which `near` reads. Alone it would narrow nothing, which nobody who asks it means.
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

/// `filter[near]`: `52.1,5.2`, a postal code or the name of a place, with `sql` for what lies in the circle around it. An
/// unknown place finds nothing rather than everything.
pub fn near(conditions: &mut Conditions, value: &str, sql: &str) -> Result<()> {
    let km = conditions
        .asked("radius_km")
        .map(radius)
        .transpose()?
        .unwrap_or(DEFAULT_RADIUS_KM);
    conditions.slow = true;
    let Some(place) = geo::locate(value) else {
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
