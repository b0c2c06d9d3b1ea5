//! Lindewaard and its villages: names, postcodes and coordinates.

use rusqlite::{Connection, named_params};
use serde_json::json;

use super::Town;
use super::random::Random;

pub struct Place {
    pub name: &'static str,
    digits: &'static str,
    latitude: f64,
    longitude: f64,
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

/// Name, village, street and number, facts (step-free, toilet, parking, hearing loop, quiet room), directions.
type Venue = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    [bool; 5],
    &'static str,
);

const VENUES: [Venue; 5] = [
    (
        "Buurthuis De Linde",
        "Lindewaard",
        ("Lindeplein", "4"),
        [true, true, true, true, false],
        "De ingang is aan de kant van het plein. De bel hangt op stahoogte en op zithoogte.",
    ),
    (
        "Bibliotheek Lindewaard",
        "Lindewaard",
        ("Marktstraat", "18"),
        [true, true, false, true, true],
        "De stille kamer is achter de studieplekken; vraag de sleutel aan de balie.",
    ),
    (
        "Dorpshuis Ooststeeg",
        "Ooststeeg",
        ("Kerkweg", "2"),
        [true, false, true, false, false],
        "",
    ),
    (
        "Kantine van de sportclub",
        "Lindewaard",
        ("Sportlaan", "60"),
        [false, false, true, false, false],
        "Er zijn drie treden bij de ingang.",
    ),
    (
        "Kerkzaal Sint-Jan",
        "Lindewaard",
        ("Kerkstraat", "1"),
        [true, false, false, true, true],
        "",
    ),
];

/// Places where people meet: the last two belong to organisations.
pub fn seed_venues(town: &Town, organizations: &[i64]) -> rusqlite::Result<()> {
    for (index, (name, village, street, facts, directions)) in VENUES.iter().enumerate() {
        let place = find(village);
        let organization = index.checked_sub(3).and_then(|at| organizations.get(at));
        let address = json!({
            "street": street.0, "house_number": street.1, "postal_code": format!("{} AB", place.digits),
            "city": place.name, "country": "NL", "latitude": place.latitude, "longitude": place.longitude,
            "is_exact": false,
        });
        let [step_free, toilet, parking, hearing_loop, quiet_room] = facts;
        town.tx.execute(
            "insert into places (volunteer_center_id, organization_id, name, address, is_step_free, has_accessible_toilet,
               has_disabled_parking, has_hearing_loop, has_quiet_room, directions, created_at, updated_at)
             values (:center, :organization, :name, :address, :step_free, :toilet, :parking, :loop, :quiet, :directions, :at, :at)",
            named_params! {
                ":center": organization.is_none().then_some(town.center_id), ":organization": organization,
                ":name": name, ":address": address.to_string(), ":step_free": step_free, ":toilet": toilet,
                ":parking": parking, ":loop": hearing_loop, ":quiet": quiet_room,
                ":directions": (!directions.is_empty()).then_some(directions),
                ":at": town.now.minus_days(90.0).text(),
            },
        )?;
    }
    Ok(())
}

fn rounded(degrees: f64) -> f64 {
    (degrees * 100_000.0).round() / 100_000.0
}
