//! Dutch places by name and postal code, from a table of our own: nobody else learns where people look.

use axum::http::Method;
use serde_json::json;

use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::jsonapi::Document;
use crate::jsonapi::routes::{Input, Routes};
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
