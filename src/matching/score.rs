//! Score per dimension, and the facts behind it.

use super::facts::{Offer, Preferences, Rhythm, SocialSetting, Theme};
use super::gates::nearest_km;
use super::weights;

/// What is compared. A dimension of which the person said nothing leaves the sum and its divisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    Themes,
    Skills,
    Rhythm,
    Availability,
    Motivation,
    LanguagePractice,
    SocialSetting,
    Distance,
}

const DIMENSIONS: [(Dimension, f64); 8] = [
    (Dimension::Themes, weights::THEMES),
    (Dimension::Skills, weights::SKILLS),
    (Dimension::Rhythm, weights::RHYTHM),
    (Dimension::Availability, weights::AVAILABILITY),
    (Dimension::Motivation, weights::MOTIVATION),
    (Dimension::LanguagePractice, weights::LANGUAGE_PRACTICE),
    (Dimension::SocialSetting, weights::SOCIAL_SETTING),
    (Dimension::Distance, weights::DISTANCE),
];

/// Why a vacancy fits, or where it does not. Sets of fixed choices are bits, as in `Preferences`.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    Themes(Vec<Theme>),
    /// The fixed ones, and those that a centre added.
    Skills(u32, Vec<String>),
    Rhythm(Rhythm),
    /// Hours a week that are asked.
    Hours(f64),
    /// Hours that something takes which is done once.
    HoursOnce(f64),
    Availability(u32),
    /// One chooses the time oneself.
    OwnTime,
    Gains(u32),
    LanguagePractice,
    SocialSetting(SocialSetting),
    /// Kilometres.
    Distance(f64),
    Online,
    /// The organisation answers within so many days.
    AnswersWithin(f64),
    NobodyYet,
    New,
    Checks(Vec<String>),
}

/// A vacancy for a person, or the other way round.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Match {
    /// 0 to 1, and what fairness adds.
    pub score: f64,
    /// The weightiest first.
    pub reasons: Vec<Fact>,
    pub misses: Vec<Fact>,
}

impl Match {
    /// Something in it is what the person asked for, and nothing is otherwise than that.
    pub fn fits(&self) -> bool {
        let is_of_person =
            |fact: &Fact| !matches!(fact, Fact::AnswersWithin(_) | Fact::NobodyYet | Fact::New);
        self.misses.is_empty() && self.reasons.iter().any(is_of_person)
    }
}

/// How well they fit: 0 to 1. Adding what both share never lowers it.
pub fn score(wishes: &Preferences, offer: &Offer) -> f64 {
    let (mut sum, mut divisor) = (0.0, 0.0);
    for (dimension, weight) in DIMENSIONS {
        if let Some(value) = value(dimension, wishes, offer) {
            sum += weight * value;
            divisor += weight;
        }
    }
    if divisor > 0.0 { sum / divisor } else { 0.0 }
}

/// What fairness adds for an organisation that answers and a vacancy that nobody saw.
pub(super) fn fairness(offer: &Offer) -> f64 {
    let answers = offer.response_days.map_or(0.0, |days| {
        let slow = weights::ANSWERS_SLOWLY_DAYS - weights::ANSWERS_WELL_DAYS;
        ((weights::ANSWERS_SLOWLY_DAYS - days) / slow).clamp(0.0, 1.0)
    });
    let overlooked = if offer.is_overlooked {
        weights::NOBODY_YET
    } else {
        0.0
    };
    weights::ANSWERS_WELL.mul_add(answers, overlooked)
}

/// The score of one dimension, 0 to 1; none where the person said nothing of it.
fn value(dimension: Dimension, wishes: &Preferences, offer: &Offer) -> Option<f64> {
    match dimension {
        Dimension::Themes => {
            let wanted: u32 = wishes.themes.values().sum();
            let shared: u32 = offer
                .themes
                .iter()
                .filter_map(|theme| wishes.themes.get(theme))
                .sum();
            (wanted > 0).then(|| scale(f64::from(shared) / f64::from(wanted)))
        }
        Dimension::Skills => skills(wishes, offer),
        Dimension::Rhythm => rhythm(wishes, offer),
        Dimension::Availability => availability(wishes, offer),
        Dimension::Motivation => bits(wishes.gains, offer.gains),
        Dimension::LanguagePractice => wishes
            .practises_dutch
            .then(|| scale(f64::from(u8::from(offer.has_language_practice)))),
        Dimension::SocialSetting => social_setting(wishes, offer),
        Dimension::Distance => distance(wishes, offer),
    }
}

fn scale(part: f64) -> f64 {
    (1.0 - weights::BASE).mul_add(part.clamp(0.0, 1.0), weights::BASE)
}

fn bits(wanted: u32, offered: u32) -> Option<f64> {
    let shared = (wanted & offered).count_ones();
    (wanted != 0).then(|| scale(f64::from(shared) / f64::from(wanted.count_ones())))
}

/// A skill that a centre added counts as a fixed one does.
fn skills(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    if wishes.own_skills.is_empty() {
        return bits(wishes.skills, offer.skills);
    }
    let count =
        |own: usize, fixed: u32| f64::from(fixed) + f64::from(u32::try_from(own).unwrap_or(0));
    let shared = count(
        shared_own(wishes, offer).count(),
        (wishes.skills & offer.skills).count_ones(),
    );
    let wanted = count(wishes.own_skills.len(), wishes.skills.count_ones());
    Some(scale(shared / wanted))
}

fn shared_own<'a>(wishes: &'a Preferences, offer: &'a Offer) -> impl Iterator<Item = &'a String> {
    let offered = |key: &&String| offer.own_skills.contains(key);
    wishes.own_skills.iter().filter(offered)
}

/// Rhythm and hours are halves of one dimension where both are known.
fn rhythm(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    let rhythm = wishes.rhythm.map(|wanted| rhythm_part(wanted, offer));
    let hours = wishes.hours_per_week.map(|most| hours_part(most, offer));
    let parts = [rhythm, hours];
    let known = parts.iter().flatten().count();
    let sum: f64 = parts.iter().flatten().sum();
    #[expect(clippy::cast_precision_loss, reason = "one or two")]
    let divisor = known as f64;
    (known > 0).then(|| scale(sum / divisor))
}

fn rhythm_part(wanted: Rhythm, offer: &Offer) -> f64 {
    let is_same = match wanted {
        Rhythm::Once => offer.is_once,
        Rhythm::Regularly => offer.is_regular,
        Rhythm::Flexible => offer.is_flexible,
    };
    if is_same {
        1.0
    } else if offer.is_flexible {
        0.5
    } else {
        0.0
    }
}

fn hours_part(most: f64, offer: &Offer) -> f64 {
    match offer.hours_per_week {
        Some(hours) if hours <= most => 1.0,
        Some(hours) => (1.0 - (hours - most) / most.max(0.5)).max(0.0),
        None => 0.0,
    }
}

/// Somebody is needed at one of the times, not at all of them: what is shared, of what could be.
fn availability(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    if wishes.availability == 0 {
        return None;
    }
    let shared = (wishes.availability & offer.availability).count_ones();
    let possible = wishes
        .availability
        .count_ones()
        .min(offer.availability.count_ones());
    let part = if possible == 0 {
        // Who chooses the time, can.
        f64::from(u8::from(offer.is_flexible))
    } else {
        f64::from(shared) / f64::from(possible)
    };
    Some(scale(part))
}

fn social_setting(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    match wishes.social_setting? {
        // No preference is no wish.
        SocialSetting::Either => None,
        wanted => Some(scale(match offer.social_setting {
            Some(SocialSetting::Either) => 0.8,
            Some(offered) if offered == wanted => 1.0,
            _ => 0.0,
        })),
    }
}

fn distance(wishes: &Preferences, offer: &Offer) -> Option<f64> {
    if wishes.places.is_empty() && !wishes.wants_online {
        return None;
    }
    if offer.is_online {
        return Some(if wishes.wants_online {
            weights::ONLINE
        } else {
            0.0
        });
    }
    let near =
        nearest_km(wishes, offer).map_or(0.0, |km| (1.0 - km / wishes.radius_km.max(0.1)).max(0.0));
    Some(near)
}

/// The score with its reasons and misses. A miss is what the vacancy says and the person does not want; what it does
/// not say is none.
pub fn explain(wishes: &Preferences, offer: &Offer) -> Match {
    let mut found = Match {
        score: score(wishes, offer) + fairness(offer),
        ..Match::default()
    };
    themes(wishes, offer, &mut found);
    sets(wishes, offer, &mut found);
    rhythms(wishes, offer, &mut found);
    times(wishes, offer, &mut found);
    if wishes.practises_dutch && offer.has_language_practice {
        found.reasons.push(Fact::LanguagePractice);
    }
    company(wishes, offer, &mut found);
    way(wishes, offer, &mut found);
    if let Some(days) = offer.response_days
        && days <= weights::ANSWERS_WELL_DAYS
    {
        found.reasons.push(Fact::AnswersWithin(days));
    }
    if offer.is_overlooked {
        found.reasons.push(Fact::NobodyYet);
    }
    if !offer.checks.is_empty() {
        found.misses.push(Fact::Checks(offer.checks.clone()));
    }
    found
}

fn themes(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    let mut shared: Vec<&Theme> = offer
        .themes
        .iter()
        .filter(|theme| wishes.themes.contains_key(theme))
        .collect();
    // What was chosen most often first.
    shared.sort_by_key(|theme| (std::cmp::Reverse(wishes.themes.get(theme)), *theme));
    if !shared.is_empty() {
        let shared = shared.into_iter().cloned().collect();
        found.reasons.push(Fact::Themes(shared));
    }
}

fn sets(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    let skills = wishes.skills & offer.skills;
    let own: Vec<String> = shared_own(wishes, offer).cloned().collect();
    if skills != 0 || !own.is_empty() {
        found.reasons.push(Fact::Skills(skills, own));
    }
    let gains = wishes.gains & offer.gains;
    if gains != 0 {
        found.reasons.push(Fact::Gains(gains));
    }
}

fn rhythms(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    if let Some(wanted) = wishes.rhythm {
        let is_said = offer.is_once || offer.is_regular || offer.is_flexible;
        match rhythm_part(wanted, offer) {
            part if part >= 1.0 => found.reasons.push(Fact::Rhythm(wanted)),
            part if part > 0.0 => {}
            _ if is_said => found.misses.push(Fact::Rhythm(if offer.is_regular {
                Rhythm::Regularly
            } else {
                Rhythm::Once
            })),
            _ => {}
        }
    }
    if let (Some(most), Some(hours)) = (wishes.hours_per_week, offer.hours_per_week) {
        // What happens once takes no hours of every week: more of them is no miss.
        let is_once = offer.is_once && !offer.is_regular;
        match (hours <= most, is_once) {
            (true, true) => found.reasons.push(Fact::HoursOnce(hours)),
            (true, false) => found.reasons.push(Fact::Hours(hours)),
            (false, true) => {}
            (false, false) => found.misses.push(Fact::Hours(hours)),
        }
    }
}

fn times(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    if wishes.availability == 0 {
        return;
    }
    let shared = wishes.availability & offer.availability;
    if shared != 0 {
        found.reasons.push(Fact::Availability(shared));
    } else if offer.availability == 0 && offer.is_flexible {
        found.reasons.push(Fact::OwnTime);
    } else if offer.availability != 0 {
        found.misses.push(Fact::Availability(offer.availability));
    }
}

fn company(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    let (Some(wanted), Some(offered)) = (wishes.social_setting, offer.social_setting) else {
        return;
    };
    if wanted == SocialSetting::Either {
        return;
    }
    if offered == wanted {
        found.reasons.push(Fact::SocialSetting(offered));
    } else if offered != SocialSetting::Either {
        found.misses.push(Fact::SocialSetting(offered));
    }
}

fn way(wishes: &Preferences, offer: &Offer, found: &mut Match) {
    if offer.is_online {
        if wishes.wants_online {
            found.reasons.push(Fact::Online);
        }
        return;
    }
    if let Some(km) = nearest_km(wishes, offer) {
        if km <= wishes.radius_km {
            found.reasons.push(Fact::Distance(km));
        } else {
            found.misses.push(Fact::Distance(km));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_once_takes_no_hours_of_every_week() {
        let wishes = Preferences {
            hours_per_week: Some(4.0),
            ..Preferences::default()
        };
        let once = |hours| {
            explain(
                &wishes,
                &Offer {
                    is_once: true,
                    hours_per_week: Some(hours),
                    ..Offer::default()
                },
            )
        };
        assert_eq!(once(3.0).reasons, [Fact::HoursOnce(3.0)]);
        assert!(once(8.0).reasons.is_empty() && once(8.0).misses.is_empty());
        let weekly = Offer {
            is_regular: true,
            hours_per_week: Some(8.0),
            ..Offer::default()
        };
        assert_eq!(explain(&wishes, &weekly).misses, [Fact::Hours(8.0)]);
    }
}
