//! Gates: what excludes a vacancy for a person, whatever its score.

use std::collections::HashSet;

use super::facts::{Offer, Preferences};
use super::weights::TOO_FAR;
use crate::search::distance_km;

/// How somebody stands towards all vacancies.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    pub user_id: i64,
    pub now: String,
    /// The highest minimum age that they meet; none where their age is unknown.
    pub meets_min_age: Option<i64>,
    /// Vacancies that they applied for.
    pub applied: HashSet<i64>,
    /// Vacancies that they said are not for them.
    pub dismissed: HashSet<i64>,
    /// Organisations of their own.
    pub own_organizations: HashSet<i64>,
}

/// Who is grown up meets every minimum age where somebody else looks.
const OF_AGE: i64 = 18;
/// Whoever is younger meets this one, and none above it.
const YOUNG: i64 = 16;

impl Standing {
    /// As it is told to others who look for people: of an age no more than whether somebody is grown up, so that no
    /// minimum age that they try finds out the rest.
    #[must_use]
    pub fn told_to_others(self) -> Self {
        let meets = |age| if age >= OF_AGE { i64::MAX } else { YOUNG };
        Self {
            meets_min_age: self.meets_min_age.map(meets),
            ..self
        }
    }
}

/// Somebody who wants to be found, as the matching reads them: what others are shown of them, and no more.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub user_id: i64,
    /// See `Standing::meets_min_age`.
    pub meets_min_age: Option<i64>,
    /// Month in which they last said that they want to be found: `2026-11`.
    pub confirmed_month: String,
    pub wishes: Preferences,
}

/// People who are no candidates for one vacancy, whatever they look for.
#[derive(Debug, Clone, Default)]
pub struct NotForThem {
    pub applied: HashSet<i64>,
    pub dismissed: HashSet<i64>,
    /// Who works for the organisation.
    pub members: HashSet<i64>,
}

impl Candidate {
    /// The first gate of a vacancy that is closed to them.
    pub fn gate(&self, offer: &Offer, now: &str, others: &NotForThem) -> Option<Gate> {
        if others.applied.contains(&self.user_id) {
            return Some(Gate::Applied);
        }
        if others.dismissed.contains(&self.user_id) {
            return Some(Gate::Dismissed);
        }
        if others.members.contains(&self.user_id) {
            return Some(Gate::Own);
        }
        let standing = Standing {
            user_id: self.user_id,
            now: now.to_owned(),
            meets_min_age: self.meets_min_age,
            ..Standing::default()
        };
        gate(&standing.told_to_others(), &self.wishes, offer)
    }
}

/// Why a vacancy is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    Over,
    UnderAge,
    Applied,
    Dismissed,
    Own,
    Language,
    Dates,
    TooFar,
}

/// The first gate that is closed to somebody, none where the vacancy is open to them. That it is published and has a
/// place left is for the caller to ask of the database.
pub fn gate(standing: &Standing, wishes: &Preferences, offer: &Offer) -> Option<Gate> {
    if offer.expires_at.as_str() <= standing.now.as_str() {
        return Some(Gate::Over);
    }
    if let (Some(asked), Some(met)) = (offer.min_age, standing.meets_min_age)
        && asked > met
    {
        return Some(Gate::UnderAge);
    }
    if standing.applied.contains(&offer.id) {
        return Some(Gate::Applied);
    }
    if standing.dismissed.contains(&offer.id) {
        return Some(Gate::Dismissed);
    }
    if offer.contact_ids.contains(&standing.user_id)
        || offer
            .organization_id
            .is_some_and(|id| standing.own_organizations.contains(&id))
    {
        return Some(Gate::Own);
    }
    if !speaks(wishes, offer) {
        return Some(Gate::Language);
    }
    if offer.is_dated && wishes.availability != 0 && offer.availability & wishes.availability == 0 {
        return Some(Gate::Dates);
    }
    if is_too_far(wishes, offer) {
        return Some(Gate::TooFar);
    }
    None
}

/// One of the languages is enough. Who is learning Dutch can do without it where that is welcome.
fn speaks(wishes: &Preferences, offer: &Offer) -> bool {
    offer.languages.is_empty()
        || wishes.languages.is_empty()
        || offer
            .languages
            .iter()
            .any(|needed| wishes.languages.contains(needed))
        || (wishes.practises_dutch && offer.has_language_practice)
}

fn is_too_far(wishes: &Preferences, offer: &Offer) -> bool {
    if !wishes.has_radius || offer.is_online {
        return false;
    }
    nearest_km(wishes, offer).is_some_and(|km| km > TOO_FAR * wishes.radius_km)
}

/// Kilometres to the nearest of its places from the nearest of theirs.
pub(super) fn nearest_km(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    let between = |from: &super::Point, to: &super::Point| {
        distance_km(from.latitude, from.longitude, to.latitude, to.longitude)
    };
    wishes
        .places
        .iter()
        .flat_map(|from| offer.places.iter().map(move |to| between(from, to)))
        .min_by(f64::total_cmp)
}
