//! Ranking of the vacancies in a person's digest: which, in which order, and why. Pure functions, so that a matching
//! engine can replace them (docs/domain/matching.md#digest).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::search::geo::distance_km;

/// Maximum number of vacancies of one organisation in one email.
const OF_ONE_ORGANIZATION: usize = 2;
/// Distance in kilometres beyond which a vacancy is not nearby: cycling distance.
const REACH_KM: f64 = 10.0;
const WEIGHT_OF_THEMES: f64 = 1.5;
const WEIGHT_OF_DISTANCE: f64 = 0.3;

/// Theme of a vacancy: a tag or an activity.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    Activity(i64),
    Tag(String),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub latitude: f64,
    pub longitude: f64,
}

/// Vacancy that the person may see and apply for.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub id: i64,
    pub organization_id: i64,
    pub themes: BTreeSet<Theme>,
    pub place: Option<Point>,
    pub published_at: String,
}

/// Interests derived from what a person applied for or saved: themes with their frequency, and locations.
#[derive(Debug, Clone, Default)]
pub struct Interest {
    pub themes: BTreeMap<Theme, u32>,
    pub places: Vec<Point>,
}

/// Reason for a recommendation, as stated in the email.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The person chose this theme before.
    Theme(Theme),
    /// Distance in kilometres to a location that the person chose before.
    Near(f64),
    New,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub id: i64,
    pub reason: Reason,
}

/// Returns at most `most` vacancies, best first, newest first among equals. Deterministic.
pub fn choose(candidates: &[Candidate], interest: &Interest, most: usize) -> Vec<Choice> {
    let mut ranked: Vec<(f64, &Candidate)> = candidates
        .iter()
        .map(|candidate| (score(candidate, interest), candidate))
        .collect();
    ranked.sort_by(|(one, a), (other, b)| {
        other.total_cmp(one).then_with(|| {
            (Reverse(&a.published_at), Reverse(a.id))
                .cmp(&(Reverse(&b.published_at), Reverse(b.id)))
        })
    });
    let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
    ranked
        .into_iter()
        .filter(|(_, candidate)| {
            let count = taken.entry(candidate.organization_id).or_default();
            *count += 1;
            *count <= OF_ONE_ORGANIZATION
        })
        .take(most)
        .map(|(_, candidate)| Choice {
            id: candidate.id,
            reason: reason(candidate, interest),
        })
        .collect()
}

/// Scores a candidate. Unknown facts about a person neither raise nor lower the score.
fn score(candidate: &Candidate, interest: &Interest) -> f64 {
    let mut score = 0.0;
    let wanted: u32 = interest.themes.values().sum();
    if wanted > 0 {
        let shared: u32 = shared(candidate, interest).map(|(_, count)| count).sum();
        score += WEIGHT_OF_THEMES * 0.5f64.mul_add(f64::from(shared) / f64::from(wanted), 0.5);
    }
    if let Some(km) = nearest(candidate, interest) {
        score += WEIGHT_OF_DISTANCE * (1.0 - km / REACH_KM).max(0.0);
    }
    score
}

fn reason(candidate: &Candidate, interest: &Interest) -> Reason {
    let theme = shared(candidate, interest).max_by_key(|(theme, count)| (*count, Reverse(*theme)));
    if let Some((theme, _)) = theme {
        return Reason::Theme(theme.clone());
    }
    match nearest(candidate, interest) {
        Some(km) if km <= REACH_KM => Reason::Near(km),
        _ => Reason::New,
    }
}

fn shared<'a>(
    candidate: &'a Candidate,
    interest: &'a Interest,
) -> impl Iterator<Item = (&'a Theme, u32)> {
    candidate
        .themes
        .iter()
        .filter_map(|theme| Some((theme, *interest.themes.get(theme)?)))
}

fn nearest(candidate: &Candidate, interest: &Interest) -> Option<f64> {
    let here = candidate.place?;
    interest
        .places
        .iter()
        .map(|there| {
            distance_km(
                here.latitude,
                here.longitude,
                there.latitude,
                there.longitude,
            )
        })
        .min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vacancy(id: i64, organization_id: i64, themes: &[Theme]) -> Candidate {
        Candidate {
            id,
            organization_id,
            themes: themes.iter().cloned().collect(),
            place: None,
            published_at: format!("2026-11-{id:02}T09:00:00Z"),
        }
    }

    fn at(candidate: Candidate, latitude: f64) -> Candidate {
        Candidate {
            place: Some(Point {
                latitude,
                longitude: 5.0,
            }),
            ..candidate
        }
    }

    fn ids(choices: &[Choice]) -> Vec<i64> {
        choices.iter().map(|choice| choice.id).collect()
    }

    const NATURE: Theme = Theme::Activity(3);

    #[test]
    fn of_whom_nothing_is_known_hears_of_the_newest_first() {
        let all = [
            vacancy(1, 1, &[]),
            vacancy(9, 2, &[NATURE]),
            vacancy(5, 3, &[]),
        ];
        let chosen = choose(&all, &Interest::default(), 6);
        assert_eq!(ids(&chosen), [9, 5, 1]);
        assert!(chosen.iter().all(|choice| choice.reason == Reason::New));
    }

    #[test]
    fn what_somebody_chose_before_comes_first_and_is_the_reason() {
        let tag = Theme::Tag("dieren".to_owned());
        let all = [
            vacancy(1, 1, std::slice::from_ref(&tag)),
            vacancy(2, 2, &[NATURE, tag.clone()]),
            vacancy(9, 3, &[]),
        ];
        let interest = Interest {
            themes: BTreeMap::from([(NATURE, 2), (tag.clone(), 1)]),
            places: Vec::new(),
        };
        let chosen = choose(&all, &interest, 6);
        assert_eq!(ids(&chosen), [2, 1, 9]);
        assert_eq!(chosen[0].reason, Reason::Theme(NATURE));
        assert_eq!(chosen[1].reason, Reason::Theme(tag));
        assert_eq!(chosen[2].reason, Reason::New);
    }

    #[test]
    fn near_goes_before_far_and_far_is_no_reason() {
        let all = [
            at(vacancy(9, 1, &[]), 52.5),
            at(vacancy(1, 2, &[]), 52.01),
            vacancy(5, 3, &[]),
        ];
        let interest = Interest {
            themes: BTreeMap::new(),
            places: vec![Point {
                latitude: 52.0,
                longitude: 5.0,
            }],
        };
        let chosen = choose(&all, &interest, 6);
        assert_eq!(ids(&chosen), [1, 9, 5]);
        assert!(matches!(chosen[0].reason, Reason::Near(km) if (1.0..1.3).contains(&km)));
        assert_eq!(chosen[1].reason, Reason::New);
    }

    #[test]
    fn no_organization_has_more_than_two_and_the_letter_no_more_than_asked() {
        let all: Vec<Candidate> = (1..=8)
            .map(|id| vacancy(id, i64::from(id > 5), &[]))
            .collect();
        assert_eq!(ids(&choose(&all, &Interest::default(), 6)), [8, 7, 5, 4]);
        assert_eq!(ids(&choose(&all, &Interest::default(), 3)), [8, 7, 5]);
    }
}
