//! Great-circle distances, accurate enough for sorting.

const EARTH_RADIUS_KM: f64 = 6371.0;
const KM_PER_DEGREE: f64 = 111.195;

/// Distance between two points in kilometres.
pub fn distance_km(latitude: f64, longitude: f64, to_latitude: f64, to_longitude: f64) -> f64 {
    let (one, other) = (latitude.to_radians(), to_latitude.to_radians());
    let rise = ((other - one) / 2.0).sin();
    let turn = ((to_longitude - longitude).to_radians() / 2.0).sin();
    let chord = rise * rise + one.cos() * other.cos() * turn * turn;
    2.0 * EARTH_RADIUS_KM * chord.clamp(0.0, 1.0).sqrt().asin()
}

/// Bounding box in degrees, for an index lookup; the exact distance excludes its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    pub south: f64,
    pub north: f64,
    pub west: f64,
    pub east: f64,
}

/// Smallest box that contains every point within `km` kilometres.
pub fn bounding_box(latitude: f64, longitude: f64, km: f64) -> BoundingBox {
    // Slightly enlarged: a rounding error must not exclude a point on the edge.
    let high = km.max(0.0) / KM_PER_DEGREE * 1.001;
    let (south, north) = ((latitude - high).max(-90.0), (latitude + high).min(90.0));
    // A degree of longitude is shortest at the edge nearest to a pole.
    let narrow = south.abs().max(north.abs()).to_radians().cos();
    let wide = if narrow * 180.0 <= high {
        180.0
    } else {
        high / narrow
    };
    BoundingBox {
        south,
        north,
        west: (longitude - wide).max(-180.0),
        east: (longitude + wide).min(180.0),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amsterdam_is_57_km_from_rotterdam() {
        let km = distance_km(52.374, 4.8897, 51.9225, 4.479_17);
        assert!((km - 57.4).abs() < 0.5, "{km}");
        assert!(distance_km(52.0, 5.0, 52.0, 5.0) < 1e-9);
    }

    proptest! {
        #[test]
        fn what_is_near_lies_in_the_box(
            latitude in 50.0..54.0f64,
            longitude in 3.0..8.0f64,
            up in -1.0..1.0f64,
            right in -1.0..1.0f64,
            km in 0.0..100.0f64,
        ) {
            let (other, beside) = (latitude + up, longitude + right);
            let square = bounding_box(latitude, longitude, km);
            if distance_km(latitude, longitude, other, beside) <= km {
                prop_assert!(square.south <= other && other <= square.north);
                prop_assert!(square.west <= beside && beside <= square.east);
            }
        }
    }
}
