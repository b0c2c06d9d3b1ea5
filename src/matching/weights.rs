//! The numbers of the matching, in one place: the public page about it shows these.

/// Weight of each dimension.
pub const THEMES: f64 = 1.5;
pub const SKILLS: f64 = 1.5;
pub const RHYTHM: f64 = 1.2;
pub const AVAILABILITY: f64 = 1.2;
pub const MOTIVATION: f64 = 1.0;
pub const LANGUAGE_PRACTICE: f64 = 0.8;
pub const SOCIAL_SETTING: f64 = 0.6;
pub const DISTANCE: f64 = 0.3;

/// Score of a dimension without any overlap; full overlap is 1.
pub const BASE: f64 = 0.5;
/// Score of the distance of work from home, for who wants that.
pub const ONLINE: f64 = 0.9;

/// Kilometres that somebody goes, by means of transport.
pub const WALK_KM: f64 = 3.0;
pub const BIKE_KM: f64 = 10.0;
pub const PUBLIC_TRANSPORT_KM: f64 = 15.0;
pub const CAR_KM: f64 = 25.0;
/// What lies further than so many times the radius is not offered at all.
pub const TOO_FAR: f64 = 2.0;

/// Added for an organisation that answers within two days; less for a slower one, nothing from a week.
pub const ANSWERS_WELL: f64 = 0.1;
pub const ANSWERS_WELL_DAYS: f64 = 2.0;
pub const ANSWERS_SLOWLY_DAYS: f64 = 7.0;
/// Added for a vacancy to which nobody applied for so many days.
pub const NOBODY_YET: f64 = 0.05;
pub const NOBODY_YET_DAYS: i64 = 21;

/// At most so many vacancies of one organisation among the first so many.
pub const OF_ONE_ORGANIZATION: usize = 2;
pub const FIRST: usize = 10;
/// The place, of the first ten, of a new vacancy drawn by lot; new is published in so many days.
pub const BY_LOT: usize = 10;
pub const NEW_DAYS: i64 = 14;
/// All of them by name, for the page that explains the matching.
#[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
pub const ALL: &[(&str, f64)] = &[
    ("themes", THEMES),
    ("skills", SKILLS),
    ("rhythm", RHYTHM),
    ("availability", AVAILABILITY),
    ("motivation", MOTIVATION),
    ("language_practice", LANGUAGE_PRACTICE),
    ("social_setting", SOCIAL_SETTING),
    ("distance", DISTANCE),
    ("base", BASE),
    ("online", ONLINE),
    ("walk_km", WALK_KM),
    ("bike_km", BIKE_KM),
    ("public_transport_km", PUBLIC_TRANSPORT_KM),
    ("car_km", CAR_KM),
    ("too_far", TOO_FAR),
    ("answers_well", ANSWERS_WELL),
    ("answers_well_days", ANSWERS_WELL_DAYS),
    ("answers_slowly_days", ANSWERS_SLOWLY_DAYS),
    ("nobody_yet", NOBODY_YET),
    ("nobody_yet_days", NOBODY_YET_DAYS as f64),
    ("of_one_organization", OF_ONE_ORGANIZATION as f64),
    ("first", FIRST as f64),
    ("new_days", NEW_DAYS as f64),
];
