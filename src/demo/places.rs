//! Lindewaard and its villages: names, postcodes and coordinates.

use rusqlite::{Connection, named_params};

use super::random::Random;

pub struct Place {
    pub name: &'static str,
    pub digits: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    /// Maximum distance of an address from the centre, in degrees.
    spread: f64,
}

/// Distances match the postcode table; the postcodes belong to no address.
pub const PLACES: &[Place] = &[
    Place {
        name: "Lindewaard",
        digits: "5310",
        latitude: 51.8000,
        longitude: 5.2500,
        spread: 0.011,
    },
    Place {
        name: "Ooststeeg",
        digits: "5303",
        latitude: 51.8030,
        longitude: 5.2845,
        spread: 0.004,
    },
    Place {
        name: "Veldhaven",
        digits: "5304",
        latitude: 51.8155,
        longitude: 5.2180,
        spread: 0.005,
    },
    Place {
        name: "Kortelaar",
        digits: "5309",
        latitude: 51.7790,
        longitude: 5.2630,
        spread: 0.004,
    },
    Place {
        name: "Waalhoek",
        digits: "5312",
        latitude: 51.8142,
        longitude: 5.2655,
        spread: 0.003,
    },
    Place {
        name: "Heikamp",
        digits: "5319",
        latitude: 51.7705,
        longitude: 5.2190,
        spread: 0.004,
    },
];

/// First letters of postcodes, without S: SA, SD and SS are not issued.
const LETTERS: &[char] = &[
    'A', 'B', 'C', 'D', 'E', 'G', 'H', 'J', 'K', 'L', 'N', 'P', 'R', 'T', 'V', 'X', 'Z',
];

pub fn find(name: &str) -> &'static Place {
    PLACES
        .iter()
        .find(|place| place.name == name)
        .or(PLACES.first())
        .expect("there is at least one place")
}

/// Chooses a place, the town more often than a village.
pub fn any(random: &mut Random) -> &'static Place {
    if random.chance(55) {
        return find("Lindewaard");
    }
    random.pick(PLACES)
}

/// Inserts an address and returns its id.
pub fn insert(
    tx: &Connection,
    place: &Place,
    (street, house_number): (&str, &str),
    random: &mut Random,
    at: &str,
) -> rusqlite::Result<i64> {
    let (first, second) = (random.pick(LETTERS), random.pick(LETTERS));
    let north = random.within(-place.spread, place.spread);
    let east = random.within(-place.spread, place.spread);
    tx.prepare_cached(
        "insert into addresses (street, house_number, postal_code, city, country, latitude, longitude, created_at, updated_at)
         values (:street, :house_number, :postal_code, :city, 'NL', :latitude, :longitude, :at, :at)",
    )?
    .insert(named_params! {
        ":street": street, ":house_number": house_number,
        ":postal_code": format!("{} {first}{second}", place.digits), ":city": place.name,
        ":latitude": rounded(place.latitude + north), ":longitude": rounded(place.longitude + east),
        ":at": at,
    })
}

fn rounded(degrees: f64) -> f64 {
    (degrees * 100_000.0).round() / 100_000.0
}
