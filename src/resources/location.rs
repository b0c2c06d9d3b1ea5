//! Dutch places by name and postal code, from a table of our own: nobody else learns where people look.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension};
use serde_json::json;

use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::jsonapi::Document;
use crate::jsonapi::routes::{Input, Routes};
use crate::search::geo;

pub struct Locate;

impl Reason for Locate {
    const WHY: &'static str = "a public table of places; of the tenant's rows only where its centre is, which is on its every page";
}

pub fn routes() -> Routes {
    Routes::new().unguarded::<Locate, _, _, _, _, _>(
        Method::GET,
        "locations",
        "/api/v1/locations",
        locations,
    )
}

/// `GET /locations?q=5310`: up to eight suggestions for somebody who is typing, of places those near the centre first.
async fn locations(door: Unguarded<Locate>, (): (), input: Input<()>) -> Result<Document> {
    let center_id = door.asking().site.center_id;
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

/// Where the centre has its desk, if its address is known.
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
