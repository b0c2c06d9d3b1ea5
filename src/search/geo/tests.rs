use proptest::prelude::*;

use super::*;

fn code(place: &Place) -> &str {
    place.postal_code.as_deref().unwrap_or_default()
}

#[test]
fn every_line_of_the_table_is_a_place() {
    let lines = TABLE.lines().count() + DEMO.lines().count();
    assert_eq!(BUILT_IN.codes.len(), lines);
    for place in BUILT_IN.codes.values() {
        assert!((50.7..53.6).contains(&place.latitude), "{place:?}");
        assert!((3.3..7.3).contains(&place.longitude), "{place:?}");
    }
}

#[test]
fn provinces_are_closed_shapes_within_the_country() {
    let rings = province_outlines();
    assert_eq!(rings.len(), 22, "twelve provinces and their islands");
    for ring in rings {
        assert!(ring.len() >= 3, "{ring:?}");
        for (longitude, latitude) in ring {
            assert!((3.3..7.3).contains(longitude), "{longitude}");
            assert!((50.7..53.6).contains(latitude), "{latitude}");
        }
    }
}

#[test]
fn a_place_is_found_by_postcode_by_name_and_by_point() {
    for text in [
        "5310",
        "5310 AB",
        "5310ab",
        " 5310 Lindewaard",
        "lindewaard",
        "LINDEWAARD",
    ] {
        let place = locate(text).unwrap();
        assert_eq!(
            (place.name.as_str(), code(&place)),
            ("Lindewaard", "5310"),
            "{text}"
        );
    }
    let point = locate("51.801, 5.251").unwrap();
    assert_eq!(
        (point.name.as_str(), point.postal_code),
        ("Lindewaard", None)
    );
    assert_eq!(locate("Den Haag").unwrap().name, "'s-Gravenhage");
    assert_eq!(locate("s-hertogenbosch"), locate("Den Bosch"));
    for nowhere in ["", "Nergenshuizen", "0123", "12", "95,5", "?"] {
        assert_eq!(locate(nowhere), None, "{nowhere}");
    }
}

#[test]
fn known_towns_lie_where_they_lie() {
    for (name, latitude, longitude) in [
        ("Amsterdam", 52.37, 4.90),
        ("Roermond", 51.19, 5.99),
        ("Oldebroek", 52.45, 5.90),
        ("Maastricht", 50.85, 5.69),
        ("Groningen", 53.22, 6.57),
        ("Middelburg", 51.50, 3.61),
        ("Vlieland", 53.30, 5.07),
    ] {
        let place = locate(name).unwrap();
        let km = distance_km(place.latitude, place.longitude, latitude, longitude);
        assert!(km < 5.0, "{name} is {km} km off");
    }
}

#[test]
fn a_postcode_without_addresses_lies_beside_its_neighbour() {
    let box_of = locate("1000").unwrap();
    assert_eq!((code(&box_of), box_of.name.as_str()), ("1000", "Amsterdam"));
}

#[test]
fn the_towns_of_the_demo_lie_as_far_apart_as_it_says() {
    let (one, other) = (locate("Lindewaard").unwrap(), locate("Ooststeeg").unwrap());
    let km = distance_km(one.latitude, one.longitude, other.latitude, other.longitude);
    assert!((km - 2.4).abs() < 0.05, "{km}");
}

#[test]
fn suggestions_begin_with_what_was_typed() {
    let names: Vec<_> = suggest("roer", None, 3)
        .into_iter()
        .map(|place| place.name)
        .collect();
    assert_eq!(names.first().map(String::as_str), Some("Roermond"));
    let codes: Vec<_> = suggest("531", None, 4)
        .iter()
        .map(|place| code(place).to_owned())
        .collect();
    assert_eq!(codes, ["5310", "5311", "5312", "5313"]);
    assert_eq!(code(&suggest("5310 A", None, 5)[0]), "5310");
    assert_eq!(suggest("herto", None, 1)[0].name, "'s-Hertogenbosch");
    assert_eq!(suggest("den bos", None, 1)[0].name, "'s-Hertogenbosch");
    assert_eq!(suggest("en duin", None, 1)[0].name, "Bosch en Duin");
    assert!(suggest("", None, 5).is_empty());
    assert!(suggest("a", None, 5).len() == 5);
}

#[test]
fn of_places_that_begin_alike_the_nearer_comes_first() {
    let names = |q: &str, near: Option<Point>| -> Vec<String> {
        suggest(q, near, 8)
            .into_iter()
            .map(|place| place.name)
            .collect()
    };
    let roermond = locate("Roermond").map(|place| (place.latitude, place.longitude));
    assert_eq!(names("haar", None)[0], "Haarlem");
    assert_eq!(names("haar", roermond)[0], "Haaren");
    // An exact match comes first, at any distance.
    assert_eq!(names("haarlem", roermond)[0], "Haarlem");
    // A match of a later word comes after prefix matches, at any distance.
    let duin = names("duin", roermond);
    let first_inside = duin.iter().position(|name| !name.starts_with("Duin"));
    assert!(first_inside.is_none_or(|at| duin[at..].iter().all(|name| !name.starts_with("Duin"))));
}

#[test]
fn a_tenants_own_table_goes_over_the_built_in_one() {
    let own = "postcode,lat,lon\n5310AB,51.81,5.26\n5311,51.80,5.20\n";
    let table = Gazetteer::with(parse_csv(own.as_bytes()).unwrap());
    let fine = table.locate("5310 ab").unwrap();
    assert_eq!((fine.latitude, fine.name.as_str()), (51.81, "Lindewaard"));
    assert_eq!(table.locate("5310 XY"), locate("5310"));
    let own = table.locate("5311").unwrap();
    assert_eq!((own.latitude, own.longitude), (51.80, 5.20));
    assert_eq!(table.locate("5311").unwrap().name, "Gameren");
    assert!(table.locate("1012").is_some());
}

proptest! {
    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = locate(&text);
        prop_assert!(suggest(&text, None, 3).len() <= 3);
    }
}
