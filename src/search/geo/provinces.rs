//! Outlines of the provinces, the same as on the maps of the app; see NOTICE for their source.

use std::sync::LazyLock;

use serde::Deserialize;

const FILE: &str = include_str!("../../../ui/src/components/map/provinces.json");

/// Longitude and latitude of each of its corners, in degrees.
pub type Ring = Vec<(f64, f64)>;

#[derive(Deserialize)]
struct Province {
    rings: Vec<Ring>,
}

/// Islands have a ring of their own.
pub fn province_outlines() -> &'static [Ring] {
    &OUTLINES
}

static OUTLINES: LazyLock<Vec<Ring>> = LazyLock::new(|| {
    let provinces: Vec<Province> = serde_json::from_str(FILE).unwrap_or_default();
    provinces
        .into_iter()
        .flat_map(|province| province.rings)
        .collect()
});
