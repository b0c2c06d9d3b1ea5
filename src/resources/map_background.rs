//! What a map needs to know of its background: whose it is, where it ends, and whether there is one at all.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::Document;

pub struct ShowMap;

impl Reason for ShowMap {
    const WHY: &'static str = "a setting of the server that every map shows";
}

/// Background of maps.
#[derive(Serialize, Deserialize, JsonSchema)]
struct MapBackgroundAttributes {
    /// False without a source of tiles, and for a while after it failed: maps show outlines then.
    is_available: bool,
    /// Address of a tile on this site, with `{z}`, `{x}` and `{y}`.
    tiles: String,
    attribution: String,
    attribution_url: Option<String>,
    min_zoom: u8,
    max_zoom: u8,
    /// West, south, east, north.
    bounds: Vec<f64>,
}

impl Typed for MapBackgroundAttributes {
    const TYPE: &'static str = "map_backgrounds";
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<ShowMap, _, _, _, _, _>(
            Method::GET,
            "locations",
            "/api/v1/map_backgrounds/current",
            current,
        )
        .named("getMapBackground", "Tells of the background of maps")
        .answers(Described::json::<OneOf<MapBackgroundAttributes>>(200))
        .refuses(&[401])
}

async fn current(door: Unguarded<ShowMap>, (): (), _: Input<()>) -> Result<Document> {
    let tiles = door.app().tiles();
    let found = tiles.background();
    Ok(Document::of(&json!({ "data": {
        "type": MapBackgroundAttributes::TYPE,
        "id": "current",
        "attributes": MapBackgroundAttributes {
            is_available: found.is_some(),
            tiles: "/tiles/{z}/{x}/{y}".to_owned(),
            attribution: found.map(|found| found.attribution.clone()).unwrap_or_default(),
            attribution_url: found
                .map(|found| found.attribution_url.clone())
                .filter(|url| !url.is_empty()),
            min_zoom: found.map_or(0, |found| found.min_zoom),
            max_zoom: found.map_or(19, |found| found.max_zoom),
            bounds: found.map(|found| found.bounds.to_vec()).unwrap_or_default(),
        },
    } })))
}
