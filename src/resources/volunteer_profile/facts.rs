//! Reasons and misses as the API tells them: a code, and what it is about. Both languages put them into words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::offers::keys_of;
use crate::matching::{Fact, Match, Rhythm, SocialSetting, Theme};
use crate::resources::vacancy::{GAINS, PARTS_OF_THE_WEEK, SKILLS};

/// How well a vacancy fits a person, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VacancyMatch {
    /// 0 to 115: a hundred is all that they asked; fairness between organisations adds up to fifteen.
    pub score: i64,
    /// The weightiest first.
    pub reasons: Vec<MatchFact>,
    /// What is otherwise than they asked.
    pub misses: Vec<MatchFact>,
}

/// One reason or miss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchFact {
    /// `theme`, `tag`, `skill`, `rhythm`, `hours`, `hours_once`, `time`, `own_time`, `gain`, `language_practice`, `company`,
    /// `distance`, `online`, `answers`, `nobody_yet`, `new` or `check`.
    pub code: String,
    /// Ids or keys that the code is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// Hours (a week, unless it is done once), kilometres or days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<f64>,
}

impl MatchFact {
    fn plain(code: &str) -> Self {
        Self::of(code, Vec::new())
    }

    fn of(code: &str, values: Vec<String>) -> Self {
        Self {
            code: code.to_owned(),
            values,
            number: None,
        }
    }

    fn number(code: &str, number: f64) -> Self {
        Self {
            number: Some(number),
            ..Self::plain(code)
        }
    }
}

impl VacancyMatch {
    pub fn of(found: &Match) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 115")]
        let score = (found.score * 100.0).round() as i64;
        Self {
            score,
            reasons: found.reasons.iter().flat_map(facts).collect(),
            misses: found.misses.iter().flat_map(facts).collect(),
        }
    }

    /// What is told of somebody whose card is shown beside it: what stands on the card, what fits and what does not.
    pub fn for_pool(self) -> Self {
        const ON_CARD: [&str; 9] = [
            "theme",
            "skill",
            "rhythm",
            "hours",
            "hours_once",
            "time",
            "own_time",
            "distance",
            "check",
        ];
        let on_card = |facts: Vec<MatchFact>| {
            facts
                .into_iter()
                .filter(|fact| ON_CARD.contains(&fact.code.as_str()))
                .collect()
        };
        Self {
            reasons: on_card(self.reasons),
            misses: on_card(self.misses),
            ..self
        }
    }

    /// What may be told to the organisation of the vacancy: which of its wishes are met, and nothing else of the person.
    pub fn for_organization(self) -> Self {
        const TOLD: [&str; 7] = [
            "theme",
            "skill",
            "rhythm",
            "hours",
            "hours_once",
            "time",
            "own_time",
        ];
        Self {
            reasons: self
                .reasons
                .into_iter()
                .filter(|fact| TOLD.contains(&fact.code.as_str()))
                .collect(),
            misses: Vec::new(),
            ..self
        }
    }
}

fn facts(fact: &Fact) -> Vec<MatchFact> {
    let one = match fact {
        Fact::Themes(themes) => return of_themes(themes),
        Fact::Skills(bits, own) => {
            let mut keys = keys_of(*bits, &SKILLS);
            keys.extend(own.iter().cloned());
            MatchFact::of("skill", keys)
        }
        Fact::Rhythm(rhythm) => MatchFact::of("rhythm", vec![rhythm_key(*rhythm)]),
        Fact::Hours(hours) => MatchFact::number("hours", *hours),
        Fact::HoursOnce(hours) => MatchFact::number("hours_once", *hours),
        Fact::Availability(bits) => MatchFact::of("time", keys_of(*bits, &PARTS_OF_THE_WEEK)),
        Fact::OwnTime => MatchFact::plain("own_time"),
        Fact::Gains(bits) => MatchFact::of("gain", keys_of(*bits, &GAINS)),
        Fact::LanguagePractice => MatchFact::plain("language_practice"),
        Fact::SocialSetting(setting) => MatchFact::of("company", vec![setting_key(*setting)]),
        // Distances are rounded up to whole kilometres, at least 1.
        Fact::Distance(km) => MatchFact::number("distance", km.ceil().max(1.0)),
        Fact::Online => MatchFact::plain("online"),
        Fact::AnswersWithin(days) => MatchFact::number("answers", days.ceil().max(1.0)),
        Fact::NobodyYet => MatchFact::plain("nobody_yet"),
        Fact::New => MatchFact::plain("new"),
        Fact::Checks(checks) => MatchFact::of("check", checks.clone()),
    };
    vec![one]
}

fn of_themes(themes: &[Theme]) -> Vec<MatchFact> {
    let (mut activities, mut tags) = (Vec::new(), Vec::new());
    for theme in themes {
        match theme {
            Theme::Activity(id) => activities.push(id.to_string()),
            Theme::Tag(key) => tags.push(key.clone()),
        }
    }
    [("theme", activities), ("tag", tags)]
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(code, values)| MatchFact::of(code, values))
        .collect()
}

fn rhythm_key(rhythm: Rhythm) -> String {
    let key = match rhythm {
        Rhythm::Once => "once",
        Rhythm::Regularly => "regularly",
        Rhythm::Flexible => "flexible",
    };
    key.to_owned()
}

fn setting_key(setting: SocialSetting) -> String {
    let key = match setting {
        SocialSetting::Alone => "alone",
        SocialSetting::Together => "together",
        SocialSetting::Either => "either",
    };
    key.to_owned()
}
