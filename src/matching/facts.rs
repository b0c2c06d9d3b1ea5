//! What the matching is given: what a person wishes, and what a vacancy offers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::weights::BIKE_KM;

/// Theme of a vacancy: an activity type of the tenant, or a tag.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Theme {
    Activity(i64),
    Tag(String),
}

/// Latitude and longitude in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    pub latitude: f64,
    pub longitude: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Rhythm {
    Once,
    Regularly,
    Flexible,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum SocialSetting {
    Alone,
    Together,
    Either,
}

/// What somebody looks for. Every part may be unknown, and then counts neither for nor against.
///
/// Sets of fixed choices are bits, in the order of their lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Preferences {
    /// Themes, each with how often it was chosen.
    pub themes: BTreeMap<Theme, u32>,
    pub skills: u32,
    /// Keys of skills that a centre added to the fixed ones.
    pub own_skills: Vec<String>,
    pub rhythm: Option<Rhythm>,
    /// Most hours a week.
    pub hours_per_week: Option<f64>,
    /// Parts of the week, 21 bits from Monday morning.
    pub availability: u32,
    /// What they want to get out of it.
    pub gains: u32,
    /// Codes of languages that they speak.
    pub languages: Vec<String>,
    pub practises_dutch: bool,
    pub social_setting: Option<SocialSetting>,
    /// Where they start from.
    pub places: Vec<Point>,
    /// How far they go, in kilometres.
    pub radius_km: f64,
    /// Whether they said themselves how far: only then is what is too far left out.
    pub has_radius: bool,
    pub wants_online: bool,
}

impl Preferences {
    /// What somebody looks for who would like a vacancy: its themes, skills, rhythm, hours, times, place and the rest.
    pub fn of(offer: &Offer) -> Self {
        let rhythms = [
            (offer.is_once, Rhythm::Once),
            (offer.is_regular, Rhythm::Regularly),
            (offer.is_flexible, Rhythm::Flexible),
        ];
        Self {
            // What it is about says more than a tag, such as that no experience is needed.
            themes: offer
                .themes
                .iter()
                .map(|theme| match theme {
                    Theme::Activity(_) => (theme.clone(), 2),
                    Theme::Tag(_) => (theme.clone(), 1),
                })
                .collect(),
            skills: offer.skills,
            own_skills: offer.own_skills.clone(),
            rhythm: rhythms
                .into_iter()
                .find(|(is_so, _)| *is_so)
                .map(|(_, rhythm)| rhythm),
            hours_per_week: offer.hours_per_week,
            availability: offer.availability,
            gains: offer.gains,
            languages: Vec::new(),
            practises_dutch: offer.has_language_practice,
            social_setting: offer.social_setting,
            places: offer.places.clone(),
            radius_km: BIKE_KM,
            has_radius: false,
            wants_online: offer.is_online,
        }
    }

    /// What is shown to others who look for people: what somebody wants to get out of it, and in which company, is between
    /// them and the site, so it may not move them up or down in a list of others.
    #[must_use]
    pub fn shown_to_others(self) -> Self {
        Self {
            gains: 0,
            practises_dutch: false,
            social_setting: None,
            wants_online: false,
            ..self
        }
    }

    /// Whether nothing is known that a vacancy could fit.
    pub fn is_empty(&self) -> bool {
        self.themes.is_empty()
            && self.skills == 0
            && self.own_skills.is_empty()
            && self.rhythm.is_none()
            && self.hours_per_week.is_none()
            && self.availability == 0
            && self.gains == 0
            && !self.practises_dutch
            && self.social_setting.is_none()
            && self.places.is_empty()
            && !self.wants_online
    }
}

/// What a vacancy offers and asks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offer {
    pub id: i64,
    /// None: a person's own request for help.
    pub organization_id: Option<i64>,
    /// Without doubles.
    pub themes: Vec<Theme>,
    pub skills: u32,
    /// Keys of skills that a centre added to the fixed ones.
    pub own_skills: Vec<String>,
    pub is_once: bool,
    pub is_regular: bool,
    pub is_flexible: bool,
    pub hours_per_week: Option<f64>,
    /// Parts of the week in which it can be done.
    pub availability: u32,
    /// Those parts are of days with a date, on which it is done.
    pub is_dated: bool,
    pub gains: u32,
    /// Languages of which one is needed. Empty: none in particular.
    pub languages: Vec<String>,
    /// Also for those who are learning Dutch.
    pub has_language_practice: bool,
    pub social_setting: Option<SocialSetting>,
    pub places: Vec<Point>,
    pub is_online: bool,
    /// Checks that somebody can get, such as a certificate of conduct: a miss, never a gate.
    pub checks: Vec<String>,
    pub min_age: Option<i64>,
    pub contact_ids: Vec<i64>,
    pub expires_at: String,
    pub published_at: String,
    /// Days in which the organisation answers.
    pub response_days: Option<f64>,
    /// Nobody applied for three weeks.
    pub is_overlooked: bool,
    pub is_new: bool,
}

/// The bit of a part of the week; `weekday` counts from Monday 0, `part` is morning 0, afternoon 1 or evening 2.
pub const fn slot_of(weekday: u32, part: u32) -> u32 {
    1 << (weekday * 3 + part)
}
