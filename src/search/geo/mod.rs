//! Where a postcode or a place is, from a table that comes with the program. Nothing is
//! asked of another host.

mod csv;
mod distance;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::text::normalise;

pub use csv::{GeoLineError, GeoLineProblem, parse_csv};
pub use distance::{BoundingBox, bounding_box, distance_km};

/// A point that one can search near.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// `1234` or `1234AB`. A place with several has its lowest; a bare point has none.
    pub postal_code: Option<String>,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
}

/// Latitude and longitude.
pub type Point = (f64, f64);

/// Finds a place in the table that comes with the program; see [`Gazetteer::locate`].
pub fn locate(text: &str) -> Option<Place> {
    BUILT_IN.locate(text)
}

/// Places for a person who is typing; see [`Gazetteer::suggest`].
pub fn suggest(q: &str, near: Option<Point>, limit: usize) -> Vec<Place> {
    BUILT_IN.suggest(q, near, limit)
}

/// All postcodes and places of a tenant.
#[derive(Clone, Debug)]
pub struct Gazetteer {
    codes: BTreeMap<String, Place>,
    towns: Vec<Town>,
}

/// All postcodes of one name that lie together: the middle of them, and how many they are.
#[derive(Clone, Debug)]
struct Town {
    key: String,
    /// The name without what tells it from a namesake: `bergen` of Bergen (NH).
    short: Option<String>,
    place: Place,
    codes: u32,
}

static BUILT_IN: LazyLock<Gazetteer> = LazyLock::new(|| {
    let rows = TABLE.lines().chain(DEMO.lines()).filter_map(|line| {
        let mut cells = line.split('\t');
        Some(Place {
            postal_code: Some(cells.next()?.to_owned()),
            latitude: cells.next()?.parse().ok()?,
            longitude: cells.next()?.parse().ok()?,
            name: cells.next()?.to_owned(),
        })
    });
    Gazetteer::of(rows)
});

/// Made by scripts/geo-table.py; see NOTICE for its sources.
const TABLE: &str = include_str!("places.tsv");

/// The towns of the demo exist nowhere; their postcodes belong to no address.
const DEMO: &str = "\
5310\t51.8000\t5.2500\tLindewaard
5303\t51.8030\t5.2845\tOoststeeg
5312\t51.8142\t5.2655\tWaalhoek
5319\t51.7705\t5.2190\tHeikamp
5304\t51.8155\t5.2180\tVeldhaven
5309\t51.7790\t5.2630\tKortelaar";

/// What people say instead of what the table says.
const ALSO_CALLED: &[(&str, &str)] = &[
    ("den haag", "s gravenhage"),
    ("the hague", "s gravenhage"),
    ("den bosch", "s hertogenbosch"),
    ("bois le duc", "s hertogenbosch"),
    ("flushing", "vlissingen"),
];

/// What stands behind a name to tell it from a namesake.
const BEHIND: &[&str] = &[
    "nh", "gld", "nb", "l", "ut", "gn", "ov", "fr", "zh", "ca", "ac",
];

/// Postcodes of one name further apart than this are two places.
const TOWN_REACH_KM: f64 = 25.0;

/// How far the number of an unknown postcode may lie from a known one.
const NEIGHBOUR_REACH: u32 = 20;

impl Gazetteer {
    /// The table that comes with the program.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The built-in table with a tenant's own places over it. A place without a name keeps
    /// the name of its four digits.
    pub fn with(places: impl IntoIterator<Item = Place>) -> Self {
        let built_in = Self::built_in().codes.values().cloned();
        let own = places.into_iter().map(|mut place| {
            if place.name.is_empty() {
                let known = place.postal_code.as_deref().and_then(|code| code.get(..4));
                let known = known.and_then(|code| BUILT_IN.codes.get(code));
                place.name = known.map(|known| known.name.clone()).unwrap_or_default();
            }
            place
        });
        Self::of(built_in.chain(own))
    }

    fn of(places: impl Iterator<Item = Place>) -> Self {
        let codes: BTreeMap<String, Place> = places
            .filter_map(|place| Some((place.postal_code.clone()?, place)))
            .collect();
        let mut towns: BTreeMap<String, Vec<Town>> = BTreeMap::new();
        for place in codes.values().filter(|place| !place.name.is_empty()) {
            let key = normalise(&place.name);
            let namesakes = towns.entry(key.clone()).or_default();
            match namesakes.iter_mut().find(|town| town.is_near(place)) {
                Some(town) => town.take_in(place),
                None => namesakes.push(Town::new(key, place)),
            }
        }
        Self {
            codes,
            towns: towns.into_values().flatten().collect(),
        }
    }

    /// Understands `1234`, `1234 AB`, either followed by a name, `52.1,5.2`, and the whole
    /// name of a place in any spelling of capitals and accents. A postcode that is not in the
    /// table lies where the nearest number lies. Of namesakes the largest is meant.
    pub fn locate(&self, text: &str) -> Option<Place> {
        let text = text.trim();
        if let Some((latitude, longitude)) = coordinates(text) {
            return Some(self.point(latitude, longitude));
        }
        if let Some(code) = postal_code(text) {
            return self.by_code(&code);
        }
        let key = key_of(text)?;
        self.towns
            .iter()
            .filter(|town| town.key == key || town.short.as_ref() == Some(&key))
            .max_by_key(|town| (town.key == key, town.codes))
            .map(|town| town.place.clone())
    }

    /// Digits suggest postcodes in their order, letters suggest places: first those that
    /// begin with them, then those with such a word inside; of each the nearer to a point
    /// before the further, or without a point the larger before the smaller.
    pub fn suggest(&self, q: &str, near: Option<Point>, limit: usize) -> Vec<Place> {
        let q = q.trim();
        if q.starts_with(|first: char| first.is_ascii_digit()) {
            return self.suggest_codes(q, limit);
        }
        let key = normalise(q);
        if key.is_empty() {
            return Vec::new();
        }
        let inside = format!(" {key}");
        let mut found: Vec<_> = self
            .towns
            .iter()
            .filter_map(|town| {
                let rank = if town.key == key {
                    0
                } else if town.begins_with(&key) {
                    1
                } else if town.key.contains(&inside) {
                    2
                } else {
                    return None;
                };
                let km = near.map_or(0.0, |(latitude, longitude)| {
                    let at = &town.place;
                    distance_km(latitude, longitude, at.latitude, at.longitude)
                });
                Some((rank, km, town))
            })
            .collect();
        found.sort_by(|(rank, km, town), (other_rank, other_km, other)| {
            rank.cmp(other_rank)
                .then(km.total_cmp(other_km))
                .then(other.codes.cmp(&town.codes))
        });
        found
            .into_iter()
            .take(limit)
            .map(|(_, _, town)| town.place.clone())
            .collect()
    }

    fn suggest_codes(&self, q: &str, limit: usize) -> Vec<Place> {
        let written: String = q
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .take(6)
            .collect::<String>()
            .to_ascii_uppercase();
        let digits: String = written.chars().take_while(char::is_ascii_digit).collect();
        let beginning = |with: &str| -> Vec<Place> {
            self.codes
                .range(with.to_owned()..)
                .take_while(|(code, _)| code.starts_with(with))
                .take(limit)
                .map(|(_, place)| place.clone())
                .collect()
        };
        let exact = beginning(&written);
        if exact.is_empty() && digits.len() == 4 {
            beginning(&digits)
        } else {
            exact
        }
    }

    fn by_code(&self, code: &str) -> Option<Place> {
        let four = code.get(..4)?;
        if let Some(place) = self.codes.get(code).or_else(|| self.codes.get(four)) {
            return Some(place.clone());
        }
        let number: u32 = four.parse().ok()?;
        let (_, nearest) = (number.saturating_sub(NEIGHBOUR_REACH)..=number + NEIGHBOUR_REACH)
            .filter_map(|other| Some((other.abs_diff(number), self.codes.get(&other.to_string())?)))
            .min_by_key(|(apart, _)| *apart)?;
        Some(Place {
            postal_code: Some(four.to_owned()),
            ..nearest.clone()
        })
    }

    /// A bare point is called after the nearest place, so that a person can recognise it.
    fn point(&self, latitude: f64, longitude: f64) -> Place {
        let nearest = self
            .codes
            .values()
            .map(|place| {
                let km = distance_km(latitude, longitude, place.latitude, place.longitude);
                (km, place)
            })
            .min_by(|(one, _), (other, _)| one.total_cmp(other))
            .filter(|(km, _)| *km <= TOWN_REACH_KM);
        Place {
            postal_code: None,
            name: nearest.map_or_else(
                || format!("{latitude:.2}, {longitude:.2}"),
                |(_, place)| place.name.clone(),
            ),
            latitude,
            longitude,
        }
    }
}

impl Town {
    fn new(key: String, place: &Place) -> Self {
        let short = key
            .rsplit_once(' ')
            .filter(|(_, behind)| BEHIND.contains(behind))
            .map(|(name, _)| name.to_owned());
        Self {
            key,
            short,
            place: place.clone(),
            codes: 1,
        }
    }

    fn is_near(&self, place: &Place) -> bool {
        let own = &self.place;
        distance_km(own.latitude, own.longitude, place.latitude, place.longitude) <= TOWN_REACH_KM
    }

    /// The s of 's-Gravenhage need not be typed, and Den Haag is as good.
    fn begins_with(&self, key: &str) -> bool {
        let bare = self.key.strip_prefix("s ").unwrap_or(&self.key);
        self.key.starts_with(key)
            || bare.starts_with(key)
            || ALSO_CALLED
                .iter()
                .any(|(said, written)| *written == self.key && said.starts_with(key))
    }

    fn take_in(&mut self, place: &Place) {
        self.codes += 1;
        let share = 1.0 / f64::from(self.codes);
        self.place.latitude += (place.latitude - self.place.latitude) * share;
        self.place.longitude += (place.longitude - self.place.longitude) * share;
    }
}

fn key_of(text: &str) -> Option<String> {
    let key = normalise(text);
    let key = ALSO_CALLED
        .iter()
        .find(|(said, _)| *said == key)
        .map_or(key, |(_, written)| (*written).to_owned());
    (!key.is_empty()).then_some(key)
}

/// `1234` or `1234AB` of a text that begins with a postcode, in whatever spelling.
pub fn postal_code(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.get(..4)?;
    let rest = text.get(4..)?;
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if !is_code || rest.starts_with(|next: char| next.is_ascii_digit()) {
        return None;
    }
    let rest = rest.trim_start();
    let letters: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    match letters.len() {
        2 if !rest.starts_with(|first: char| !first.is_ascii_alphabetic()) => {
            Some(format!("{digits}{}", letters.to_ascii_uppercase()))
        }
        _ => Some(digits.to_owned()),
    }
}

fn coordinates(text: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = text.split_once([',', ';'])?;
    let latitude: f64 = latitude.trim().parse().ok()?;
    let longitude: f64 = longitude.trim().parse().ok()?;
    let is_on_earth = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
    is_on_earth.then_some((latitude, longitude))
}

#[cfg(test)]
mod tests;
