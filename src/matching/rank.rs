//! The order in which matches are offered.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::facts::{Offer, Preferences};
use super::gates::{Standing, gate};
use super::score::{Fact, Match, explain, fairness, score};
use super::weights::{BY_LOT, FIRST, OF_ONE_ORGANIZATION};

/// Vacancies most like one, of which a person is shown those that fit them best.
const NEAREST: usize = 12;

/// How many, and what decides the lot.
#[derive(Debug, Clone, Copy)]
pub struct Ranking {
    pub most: usize,
    /// The same number gives the same order. None: nothing is drawn by lot.
    pub seed: Option<u64>,
    pub others: Others,
}

/// What becomes of the third vacancy of one organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// It comes after the first ten.
    After,
    /// It is left out.
    Out,
}

/// A ranked vacancy or person.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub id: i64,
    pub found: Match,
}

/// The best vacancies for a person, the newest first among equals. Deterministic.
pub fn rank_offers(
    standing: &Standing,
    wishes: &Preferences,
    offers: &[Offer],
    ranking: Ranking,
) -> Vec<Choice> {
    let mut scored: Vec<(f64, &Offer)> = offers
        .iter()
        .filter(|offer| gate(standing, wishes, offer).is_none())
        .map(|offer| (score(wishes, offer) + fairness(offer), offer))
        .collect();
    sort(&mut scored);
    let mut order = spread(&scored, ranking);
    // Of the best, those without a warning are shown first: a list that begins with "not at your time" is not believed.
    let best = order.len().min(FIRST);
    if let Some(best) = order.get_mut(..best) {
        best.sort_by_key(|offer| !explain(wishes, offer).fits());
    }
    let lot = ranking
        .seed
        .and_then(|seed| drawn(&scored, &order, seed))
        .filter(|_| order.len() >= BY_LOT && ranking.most >= BY_LOT);
    if let Some(offer) = lot {
        order.insert(BY_LOT - 1, offer);
    }
    order.truncate(ranking.most);
    order
        .into_iter()
        .map(|offer| {
            let mut found = explain(wishes, offer);
            if lot.is_some_and(|lot| lot.id == offer.id) {
                found.reasons.insert(0, Fact::New);
            }
            Choice {
                id: offer.id,
                found,
            }
        })
        .collect()
}

/// The vacancies most like one, the newest first among equals; of the `NEAREST` those that fit the person best, where
/// something is known of them. What is not open to them is left out. Nothing by lot, and no fairness without a person:
/// the order is that of the vacancies alone.
pub fn rank_similar(
    this: &Offer,
    (standing, wishes): (&Standing, &Preferences),
    offers: &[Offer],
    most: usize,
) -> Vec<i64> {
    let alike = Preferences::of(this);
    let mut scored: Vec<(f64, &Offer)> = offers
        .iter()
        .filter(|offer| offer.id != this.id && gate(standing, wishes, offer).is_none())
        .map(|offer| (score(&alike, offer), offer))
        .collect();
    sort(&mut scored);
    if !wishes.is_empty() {
        scored.truncate(NEAREST);
        for (of_person, offer) in &mut scored {
            *of_person = score(wishes, offer) + fairness(offer);
        }
        sort(&mut scored);
    }
    let ranking = Ranking {
        most,
        seed: None,
        others: Others::After,
    };
    let mut order = spread(&scored, ranking);
    order.truncate(most);
    order.into_iter().map(|offer| offer.id).collect()
}

/// The best first, the newest among equals.
fn sort(scored: &mut [(f64, &Offer)]) {
    scored.sort_unstable_by(|(one, a), (other, b)| {
        other.total_cmp(one).then_with(|| {
            (Reverse(&a.published_at), Reverse(a.id))
                .cmp(&(Reverse(&b.published_at), Reverse(b.id)))
        })
    });
}

/// At most two of one organisation among the first ten, the best of each; the others after those, or not at all.
fn spread<'a>(scored: &[(f64, &'a Offer)], ranking: Ranking) -> Vec<&'a Offer> {
    let limit = match ranking.others {
        Others::After => FIRST,
        Others::Out => ranking.most,
    };
    let mut count_of: HashMap<i64, usize> = HashMap::new();
    let mut order: Vec<&Offer> = Vec::new();
    for (_, offer) in scored {
        if order.len() >= limit {
            break;
        }
        // A request of a person has no organisation to share a place with.
        let count = offer.organization_id.map_or(0, |id| {
            let count = count_of.entry(id).or_default();
            *count += 1;
            *count
        });
        if count <= OF_ONE_ORGANIZATION {
            order.push(offer);
        }
    }
    if ranking.others == Others::After && order.len() < ranking.most {
        let chosen: HashSet<i64> = order.iter().map(|offer| offer.id).collect();
        let room = ranking.most - order.len();
        let rest = scored
            .iter()
            .map(|(_, offer)| *offer)
            .filter(|offer| !chosen.contains(&offer.id));
        order.extend(rest.take(room));
    }
    order
}

/// A new vacancy that is not among the chosen, by lot.
fn drawn<'a>(scored: &[(f64, &'a Offer)], chosen: &[&Offer], seed: u64) -> Option<&'a Offer> {
    let chosen: HashSet<i64> = chosen.iter().map(|offer| offer.id).collect();
    scored
        .iter()
        .map(|(_, offer)| *offer)
        .filter(|offer| offer.is_new && !chosen.contains(&offer.id))
        .min_by_key(|offer| mixed(seed, offer.id))
}

/// Mixes two numbers, so that every day and person has another order.
fn mixed(seed: u64, id: i64) -> u64 {
    let mut mixed = seed ^ id.unsigned_abs().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The people who fit a vacancy best, among those given: whether they may be shown is for the caller to ask. Equals stand
/// in the order of their `lot`, which tells nothing of them; never in that of their ids.
pub fn rank_people<L: Ord>(
    offer: &Offer,
    people: &[(Standing, Preferences)],
    lot: impl Fn(i64) -> L,
    most: usize,
) -> Vec<Choice> {
    let mut ranked: Vec<Choice> = people
        .iter()
        .filter(|(standing, wishes)| !wishes.is_empty() && gate(standing, wishes, offer).is_none())
        .map(|(standing, wishes)| Choice {
            id: standing.user_id,
            found: Match {
                score: score(wishes, offer),
                ..explain(wishes, offer)
            },
        })
        .collect();
    ranked.sort_by(|one, other| {
        other
            .found
            .score
            .total_cmp(&one.found.score)
            .then_with(|| lot(one.id).cmp(&lot(other.id)))
    });
    ranked.truncate(most);
    ranked
}
