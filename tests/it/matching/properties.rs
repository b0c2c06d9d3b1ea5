//! What holds of the matching for any person and any vacancies.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use voluntr::matching::{
    Offer, Others, Point, Preferences, Ranking, Rhythm, SocialSetting, Standing, Theme,
    rank_offers, score,
};

const NOW: &str = "2026-11-21T09:00:00Z";
const WEEK: u32 = (1 << 21) - 1;

prop_compose! {
    fn point()(latitude in 51.5..52.1f64, longitude in 5.0..5.6f64) -> Point {
        Point { latitude, longitude }
    }
}

fn rhythm() -> impl Strategy<Value = Option<Rhythm>> {
    prop::sample::select(vec![
        None,
        Some(Rhythm::Once),
        Some(Rhythm::Regularly),
        Some(Rhythm::Flexible),
    ])
}

fn setting() -> impl Strategy<Value = Option<SocialSetting>> {
    prop::sample::select(vec![
        None,
        Some(SocialSetting::Alone),
        Some(SocialSetting::Together),
        Some(SocialSetting::Either),
    ])
}

prop_compose! {
    fn wishes()(
        themes in prop::collection::btree_map((0..12i64).prop_map(Theme::Activity), 1..4u32, 0..5),
        skills in 0..(1u32 << 16),
        gains in 0..256u32,
        availability in 0..=WEEK,
        rhythm in rhythm(),
        hours_per_week in prop::option::of(1.0..20.0f64),
        places in prop::collection::vec(point(), 0..2),
        social_setting in setting(),
        practises_dutch in any::<bool>(),
        wants_online in any::<bool>(),
        has_radius in any::<bool>(),
        radius_km in prop::sample::select(vec![3.0, 10.0, 15.0, 25.0]),
    ) -> Preferences {
        Preferences {
            themes, skills, gains, availability, rhythm, hours_per_week, places, social_setting, practises_dutch,
            wants_online, has_radius, radius_km, languages: vec!["nl".to_owned()], own_skills: Vec::new(),
        }
    }
}

prop_compose! {
    fn offer()(
        (id, organization) in (1..500i64, 1..20i64),
        themes in prop::collection::btree_set((0..12i64).prop_map(Theme::Activity), 0..3),
        (skills, gains) in (0..(1u32 << 16), 0..256u32),
        availability in prop_oneof![Just(0), 0..=WEEK],
        (is_once, is_regular, is_flexible, is_dated) in any::<(bool, bool, bool, bool)>(),
        hours_per_week in prop::option::of(0.5..20.0f64),
        places in prop::collection::vec(point(), 0..2),
        social_setting in setting(),
        (is_online, has_language_practice) in any::<(bool, bool)>(),
        min_age in prop::option::of(12..30i64),
        language in prop::sample::select(vec![vec![], vec!["nl".to_owned()], vec!["en".to_owned()]]),
        expires_at in prop::sample::select(vec!["2026-11-20T09:00:00Z", "2027-05-01T09:00:00Z"]),
        response_days in prop::option::of(0.0..20.0f64),
        (is_overlooked, is_new) in any::<(bool, bool)>(),
    ) -> Offer {
        Offer {
            id, organization_id: Some(organization), themes: themes.into_iter().collect(), skills, own_skills: Vec::new(), gains, availability,
            is_once, is_regular, is_flexible, is_dated: is_dated && availability != 0, hours_per_week, places,
            social_setting, is_online, has_language_practice, min_age, languages: language,
            expires_at: expires_at.to_owned(), published_at: format!("2026-10-01T09:{:02}:00Z", id % 60),
            response_days, is_overlooked, is_new, checks: Vec::new(), contact_ids: vec![id + 1000],
        }
    }
}

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    prop::collection::vec(offer(), 0..80).prop_map(|offers| {
        let by_id: BTreeMap<i64, Offer> =
            offers.into_iter().map(|offer| (offer.id, offer)).collect();
        by_id.into_values().collect()
    })
}

prop_compose! {
    fn standing()(
        meets_min_age in prop::option::of(10..40i64),
        applied in prop::collection::hash_set(1..500i64, 0..40),
        dismissed in prop::collection::hash_set(1..500i64, 0..40),
        own in prop::collection::hash_set(1..20i64, 0..3),
        user_id in 1000..1500i64,
    ) -> Standing {
        Standing { user_id, now: NOW.to_owned(), meets_min_age, applied, dismissed, own_organizations: own }
    }
}

const TEN: Ranking = Ranking {
    most: 20,
    seed: Some(7),
    others: Others::After,
};

proptest! {
    #[test]
    fn no_gate_is_ever_passed(standing in standing(), wishes in wishes(), offers in offers()) {
        for choice in rank_offers(&standing, &wishes, &offers, TEN) {
            let offer = offers.iter().find(|offer| offer.id == choice.id).unwrap();
            prop_assert!(offer.expires_at.as_str() > NOW);
            if let (Some(asked), Some(met)) = (offer.min_age, standing.meets_min_age) {
                prop_assert!(asked <= met);
            }
            prop_assert!(!standing.applied.contains(&offer.id));
            prop_assert!(!standing.dismissed.contains(&offer.id));
            prop_assert!(!standing.own_organizations.contains(&offer.organization_id.unwrap()));
            prop_assert!(!offer.contact_ids.contains(&standing.user_id));
            prop_assert!(
                offer.languages.is_empty() || offer.languages.contains(&"nl".to_owned())
                    || (wishes.practises_dutch && offer.has_language_practice)
            );
            if offer.is_dated && wishes.availability != 0 {
                prop_assert!(offer.availability & wishes.availability != 0);
            }
        }
    }

    #[test]
    fn what_both_share_never_lowers_the_score(wishes in wishes(), offer in offer(), slot in 0..21u32, bit in 0..16u32) {
        let before = score(&wishes, &offer);
        let rises = |better: Offer, what: &str| {
            let after = score(&wishes, &better);
            prop_assert!(after >= before - 1e-9, "{what}: {before} became {after}");
            Ok(())
        };
        if let Some(theme) = wishes.themes.keys().find(|theme| !offer.themes.contains(theme)) {
            let mut better = offer.clone();
            better.themes.push(theme.clone());
            rises(better, "theme")?;
        }
        rises(Offer { skills: offer.skills | (wishes.skills & (1 << bit)), ..offer.clone() }, "skill")?;
        rises(Offer { gains: offer.gains | (wishes.gains & (1 << (bit % 8))), ..offer.clone() }, "gain")?;
        let shared = wishes.availability & (1 << slot);
        // Who may choose the time oneself has every time already.
        if !(offer.is_flexible && offer.availability == 0) {
            rises(Offer { availability: offer.availability | shared, ..offer.clone() }, "time")?;
        }
        rises(Offer { has_language_practice: true, ..offer.clone() }, "practice")?;
        if let Some(most) = wishes.hours_per_week {
            rises(Offer { hours_per_week: Some(most), ..offer.clone() }, "hours")?;
        }
        if let Some(here) = wishes.places.first().filter(|_| !offer.is_online) {
            let mut better = offer.clone();
            better.places.push(*here);
            rises(better, "place")?;
        }
        match wishes.rhythm {
            Some(Rhythm::Once) => rises(Offer { is_once: true, ..offer.clone() }, "once")?,
            Some(Rhythm::Regularly) => rises(Offer { is_regular: true, ..offer.clone() }, "regularly")?,
            _ => {}
        }
        if wishes.social_setting.is_some() {
            rises(Offer { social_setting: wishes.social_setting, ..offer }, "setting")?;
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_order_and_ten_have_two_of_one_at_most(
        standing in standing(), wishes in wishes(), offers in offers(),
    ) {
        let found = rank_offers(&standing, &wishes, &offers, TEN);
        prop_assert_eq!(&found, &rank_offers(&standing, &wishes, &offers, TEN));
        let distinct: HashSet<i64> = found.iter().map(|choice| choice.id).collect();
        prop_assert_eq!(distinct.len(), found.len());
        for choice in &found {
            prop_assert!((0.0..=1.151).contains(&choice.found.score), "{}", choice.found.score);
        }
        // Nine of the first ten: the tenth is drawn by lot.
        let fits: Vec<bool> = found.iter().take(9).map(|choice| choice.found.fits()).collect();
        prop_assert!(fits.is_sorted_by_key(|fits| !fits), "{fits:?}");
        let strict = Ranking { most: 10, seed: None, others: Others::Out };
        let mut of: BTreeMap<i64, usize> = BTreeMap::new();
        for choice in rank_offers(&standing, &wishes, &offers, strict) {
            let offer = offers.iter().find(|offer| offer.id == choice.id).unwrap();
            *of.entry(offer.organization_id.unwrap()).or_default() += 1;
        }
        prop_assert!(of.values().all(|count| *count <= 2));
    }
}

#[test]
fn nothing_that_is_compared_tells_of_age_gender_or_origin() {
    let wishes = serde_json::to_value(Preferences::default()).unwrap();
    let known: Vec<&str> = wishes
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        known,
        [
            "themes",
            "skills",
            "own_skills",
            "rhythm",
            "hours_per_week",
            "availability",
            "gains",
            "languages",
            "practises_dutch",
            "social_setting",
            "places",
            "radius_km",
            "has_radius",
            "wants_online",
        ]
    );
    // The score takes these wishes and a vacancy; a minimum age changes the gate alone.
    let offer = Offer {
        min_age: Some(99),
        ..Offer::default()
    };
    let wishes = Preferences {
        skills: 1,
        ..Preferences::default()
    };
    assert!((score(&wishes, &offer) - score(&wishes, &Offer::default())).abs() < 1e-12);
    for source in [
        "offers.rs",
        "recommended.rs",
        "facts.rs",
        "told.rs",
        "matches.rs",
    ] {
        let path = format!(
            "{}/src/resources/volunteer_profile/{source}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(path).unwrap();
        for word in ["gender", "birth_date", "age_group"] {
            assert!(!text.contains(word), "{source} speaks of {word}");
        }
    }
}

#[test]
fn a_place_by_lot_is_the_tenth_and_differs_by_seed() {
    let offers: Vec<Offer> = (1..=60)
        .map(|id| Offer {
            id,
            organization_id: Some(id),
            is_new: id > 30,
            skills: u32::from(id <= 30),
            expires_at: "2027-05-01T09:00:00Z".to_owned(),
            published_at: format!("2026-11-01T09:{:02}:00Z", id % 60),
            ..Offer::default()
        })
        .collect();
    let wishes = Preferences {
        skills: 1,
        ..Preferences::default()
    };
    let standing = Standing {
        now: NOW.to_owned(),
        ..Standing::default()
    };
    let tenth = |seed| {
        let ranking = Ranking {
            most: 10,
            seed: Some(seed),
            others: Others::After,
        };
        let choices = rank_offers(&standing, &wishes, &offers, ranking);
        assert!(choices[..9].iter().all(|choice| choice.id <= 30));
        choices[9].id
    };
    let drawn: HashSet<i64> = (0..40).map(tenth).collect();
    assert!(drawn.iter().all(|id| *id > 30), "{drawn:?}");
    assert!(drawn.len() > 5, "{drawn:?}");
}
