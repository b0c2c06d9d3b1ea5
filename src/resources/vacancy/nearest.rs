//! `filter[near]` and `sort=distance`: the vacancies nearest to a place.

use rusqlite::Connection;

use crate::error::Result;
use crate::jsonapi::{AuthContext, Conditions, DrivingIndex, Serves};
use crate::resources::location;
use crate::search::geo;

/// Vacancies in a smaller circle than the one asked for, which has enough for a page (`narrow_circle`).
pub(super) const IN_NARROW_CIRCLE: &str = "(select id as place, distance_km(latitude, longitude, :near_latitude, :near_longitude) as score
                from vacancies indexed by vacancies_place
               where latitude between :near_south and :near_north and longitude between :near_west and :near_east
                 and distance_km(latitude, longitude, :near_latitude, :near_longitude) <= :near_km) found
             cross join vacancies t on t.id = found.place";

/// Those nearest to a place: distances are worked out for few, unless the other filters leave too little of them.
const NEAREST: DrivingIndex = DrivingIndex {
    from: IN_NARROW_CIRCLE,
    condition: None,
    serves: Serves::Exactly("distance"),
    order: None,
    columns: "",
    rest: Some("vacancies t"),
};

/// Within `radius_km` of a postal code or a place.
pub(super) fn near(conditions: &mut Conditions, value: &str) -> Result<()> {
    location::near(
        conditions,
        value,
        "t.latitude between :south and :north and t.longitude between :west and :east
         and distance_km(t.latitude, t.longitude, :near_latitude, :near_longitude) <= :radius_km",
    )?;
    conditions.driving_indexes.push(NEAREST);
    conditions.lookups.push(narrow_circle);
    Ok(())
}

/// Halvings of the radius that are tried, and how many vacancies a circle needs for each row of the pages up to the one
/// asked for: filters leave some out.
const HALVINGS: i32 = 6;
const SLACK: i64 = 5;

/// Finds the smallest circle around the place that has enough vacancies for the page.
fn narrow_circle(
    connection: &Connection,
    _: &dyn AuthContext,
    conditions: &mut Conditions,
) -> Result<()> {
    let [latitude, longitude, asked] =
        ["near_latitude", "near_longitude", "radius_km"].map(|name| conditions.real(name));
    let (Some(latitude), Some(longitude), Some(asked)) = (latitude, longitude, asked) else {
        return Ok(());
    };
    let wanted = SLACK.saturating_mul(conditions.integer("page_end").unwrap_or_default());
    let mut count = connection.prepare_cached(
        "select count(*) from (select 1 from vacancies indexed by vacancies_place
                                where latitude between ?1 and ?2 and longitude between ?3 and ?4 limit ?5)",
    )?;
    let mut within = (asked, geo::bounding_box(latitude, longitude, asked));
    for halvings in (1..=HALVINGS).rev() {
        let km = asked / 2_f64.powi(halvings);
        let area = geo::bounding_box(latitude, longitude, km);
        let found: i64 = count.query_row(
            (area.south, area.north, area.west, area.east, wanted),
            |row| row.get(0),
        )?;
        if found >= wanted {
            within = (km, area);
            break;
        }
    }
    let (km, area) = within;
    for (name, value) in [
        ("near_km", km),
        ("near_south", area.south),
        ("near_north", area.north),
        ("near_west", area.west),
        ("near_east", area.east),
    ] {
        conditions.bind(name, value);
    }
    Ok(())
}
