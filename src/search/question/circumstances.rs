//! Words of time, place and rhythm in a question: what they ask of a vacancy besides what it is about.

use crate::base::postal_code;
use crate::search::dutch::lexicon;
use crate::search::geo::{self, Place};
use crate::search::synonyms::built_in;
use crate::search::text::normalise;
use crate::search::words::{STOP_WORDS, USUAL_WORDS};

/// Words that are looked at.
const LOOKED_AT: usize = 24;
/// Words of the longest name of a place, and of the longest phrase.
const LONGEST: usize = 4;
/// Letters of the shortest name of a place.
const SHORTEST_PLACE: usize = 3;

/// What words ask besides what somebody wants to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Circumstance {
    /// `sat`, or `sat_morning`.
    Day(String),
    /// Some of `morning`, `afternoon`, `evening` and `weekend`.
    Parts(&'static [&'static str]),
    /// From Monday to Friday.
    Weekdays,
    /// A tag that says how often.
    Rhythm(&'static str),
    FromHome,
    Near(Place),
}

/// Words that were taken for a circumstance.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    /// Folded, as they stand in the question.
    pub words: String,
    pub means: Circumstance,
}

/// A question without its circumstances.
#[derive(Debug, Default, PartialEq)]
pub struct Circumstances {
    pub taken: Vec<Taken>,
    /// What is left to be looked for. Empty if that says no more than that it is voluntary work.
    pub rest: String,
}

/// Each day of the week: its code, and its name in Dutch and in English.
pub const DAYS: [(&str, &str, &str); 7] = [
    ("mon", "maandag", "monday"),
    ("tue", "dinsdag", "tuesday"),
    ("wed", "woensdag", "wednesday"),
    ("thu", "donderdag", "thursday"),
    ("fri", "vrijdag", "friday"),
    ("sat", "zaterdag", "saturday"),
    ("sun", "zondag", "sunday"),
];

/// Words for a part of the day, by what is added to a day: zaterdagochtend.
const PARTS: [(&str, &[&str], &[&str]); 3] = [
    (
        "morning",
        &["ochtend", "ochtenden", "morgen", "morning", "mornings"],
        &["s ochtends", "s morgens", "ochtends", "morgens"],
    ),
    (
        "afternoon",
        &["middag", "middagen", "afternoon", "afternoons"],
        &["s middags", "middags"],
    ),
    (
        "evening",
        &["avond", "avonden", "evening", "evenings"],
        &["s avonds", "avonds"],
    ),
];

const WEEKENDS: &[&str] = &["weekend", "weekends", "weekenden", "weekeinde"];
const DAYTIME: &[&str] = &["overdag", "daytime", "during the day"];
const WEEKDAYS: &[&str] = &[
    "doordeweeks",
    "doordeweekse",
    "door de week",
    "doordeweekse dagen",
    "weekday",
    "weekdays",
    "during the week",
    "on weekdays",
];
const ONCE: &[&str] = &[
    "eenmalig",
    "eenmalige",
    "een keer",
    "een dag",
    "eendaags",
    "one off",
    "one time",
    "one day",
    "single day",
    "once",
];
const REGULARLY: &[&str] = &[
    "elke week",
    "iedere week",
    "wekelijks",
    "wekelijkse",
    "regelmatig",
    "every week",
    "weekly",
    "regularly",
];
const FLEXIBLE: &[&str] = &["flexibel", "flexibele", "flexible"];
const FROM_HOME: &[&str] = &[
    "online",
    "vanuit huis",
    "vanuit thuis",
    "van thuis uit",
    "thuiswerk",
    "thuiswerken",
    "op afstand",
    "from home",
    "remote",
    "remotely",
];
/// Words before a circumstance that belong to it.
const LEADING: &[&str] = &[
    "aan", "at", "bij", "de", "elke", "every", "het", "iedere", "in", "near", "nabij", "omgeving",
    "on", "op", "rond", "rondom", "te", "the", "uit", "around", "during", "tijdens", "s",
];
/// Words before a name of a place that is another word as well.
const BEFORE_PLACES: &[&str] = &[
    "in", "te", "near", "nabij", "rond", "rondom", "omgeving", "around",
];
/// What may be said of how often, and what follows it then: once a week.
const HOW_OFTEN: &[&str] = &["een keer", "een dag", "once", "one day"];
const OFTEN: &[&str] = &["per", "a", "every", "elke", "de"];

/// Reads the circumstances of a question. Phrases of `as_words` stay words; where a place is asked for apart, names of
/// places do.
pub fn circumstances(text: &str, as_words: &[String], is_place_asked: bool) -> Circumstances {
    let folded = normalise(text);
    let words: Vec<&str> = folded
        .split(' ')
        .filter(|word| !word.is_empty())
        .take(LOOKED_AT)
        .collect();
    let mut found = Circumstances::default();
    let mut rest: Vec<&str> = Vec::new();
    let mut at = 0;
    'words: while let Some(word) = words.get(at) {
        for count in (1..=LONGEST).rev() {
            let Some(several) = words.get(at..at + count) else {
                continue;
            };
            let phrase = several.join(" ");
            if as_words.contains(&phrase) {
                rest.extend(several);
                at += count;
                continue 'words;
            }
            let next = words.get(at + count).copied();
            let before = rest.last().copied();
            let means = time(&phrase, before, next).or_else(|| {
                (!is_place_asked)
                    .then(|| place(several, &phrase, before, words.len() == count))
                    .flatten()
                    .map(Circumstance::Near)
            });
            if let Some(means) = means {
                while rest.last().is_some_and(|word| LEADING.contains(word)) {
                    rest.pop();
                }
                found.taken.push(Taken {
                    words: phrase,
                    means,
                });
                at += count;
                continue 'words;
            }
        }
        rest.push(word);
        at += 1;
    }
    let mut places = 0;
    // Of two places the first is meant; the other is a word.
    let (taken, others): (Vec<Taken>, Vec<Taken>) =
        found
            .taken
            .into_iter()
            .partition(|taken| match taken.means {
                Circumstance::Near(_) => {
                    places += 1;
                    places == 1
                }
                _ => true,
            });
    found.taken = taken;
    found.rest = rest
        .into_iter()
        .map(str::to_owned)
        .chain(others.into_iter().map(|taken| taken.words))
        .collect::<Vec<_>>()
        .join(" ");
    let says_nothing = |word: &str| {
        STOP_WORDS.contains(&word) || USUAL_WORDS.contains(&word) || LEADING.contains(&word)
    };
    if !found.taken.is_empty() && found.rest.split(' ').all(says_nothing) {
        found.rest.clear();
    }
    found
}

/// What a list of phrases means.
type Means = fn() -> Circumstance;

fn time(phrase: &str, before: Option<&str>, next: Option<&str>) -> Option<Circumstance> {
    for (code, dutch, english) in DAYS {
        let Some(end) = phrase
            .strip_prefix(dutch)
            .or_else(|| phrase.strip_prefix(english))
        else {
            continue;
        };
        if matches!(end, "" | "s" | "en") {
            return Some(Circumstance::Day(code.to_owned()));
        }
        let part = PARTS
            .iter()
            .find(|(_, nouns, _)| nouns.contains(&end.trim_start()));
        return part.map(|(part, ..)| Circumstance::Day(format!("{code}_{part}")));
    }
    for (part, nouns, adverbs) in &PARTS {
        if adverbs.contains(&phrase) || nouns.contains(&phrase) && !is_described(before) {
            return Some(Circumstance::Parts(match *part {
                "morning" => &["morning"],
                "afternoon" => &["afternoon"],
                _ => &["evening"],
            }));
        }
    }
    let is_often = HOW_OFTEN.contains(&phrase) && next.is_some_and(|next| OFTEN.contains(&next));
    let lists: [(&[&str], Means); 7] = [
        (WEEKENDS, || Circumstance::Parts(&["weekend"])),
        (DAYTIME, || Circumstance::Parts(&["morning", "afternoon"])),
        (WEEKDAYS, || Circumstance::Weekdays),
        (ONCE, || Circumstance::Rhythm("once")),
        (REGULARLY, || Circumstance::Rhythm("regularly")),
        (FLEXIBLE, || Circumstance::Rhythm("flexible")),
        (FROM_HOME, || Circumstance::FromHome),
    ];
    lists
        .into_iter()
        .find(|(phrases, _)| phrases.contains(&phrase))
        .map(|(_, means)| means())
        .filter(|means| !(is_often && *means == Circumstance::Rhythm("once")))
}

/// Whether an adjective stands before a noun: a musical evening is what somebody wants to do.
fn is_described(before: Option<&str>) -> bool {
    before.is_some_and(|word| {
        word.ends_with('e') && !STOP_WORDS.contains(&word) && !LEADING.contains(&word)
    })
}

/// A postcode, or a name that is no other word, unless it stands after "in".
fn place(words: &[&str], phrase: &str, before: Option<&str>, is_all: bool) -> Option<Place> {
    let is_after = |list: &[&str]| before.is_some_and(|word| list.contains(&word));
    if let Some(code) = postal_code::at_start(phrase) {
        let is_written = code.to_lowercase() == words.concat();
        let is_year = code.starts_with("19") || code.starts_with("20");
        let is_meant = code.len() > 4 || !is_year || is_all || is_after(BEFORE_PLACES);
        return (is_written && is_meant)
            .then(|| geo::locate(&code))
            .flatten();
    }
    if phrase.chars().count() < SHORTEST_PLACE || !geo::is_place(phrase) {
        return None;
    }
    let is_other = |word: &str| {
        lexicon::has(word)
            || built_in().has(word)
            || STOP_WORDS.contains(&word)
            || USUAL_WORDS.contains(&word)
    };
    // Two words that say something stand beside each other in a name alone: Bergen op Zoom, but not De Wijk.
    let telling = words.iter().filter(|word| !STOP_WORDS.contains(word));
    let is_meant =
        telling.count() > 1 || !words.iter().all(|word| is_other(word)) || is_after(BEFORE_PLACES);
    is_meant.then(|| geo::locate(phrase)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, String) {
        let found = circumstances(text, &[], false);
        let taken = found.taken.into_iter().map(|taken| match taken.means {
            Circumstance::Day(day) => day,
            Circumstance::Parts(parts) => parts.join("+"),
            Circumstance::Weekdays => "weekdays".to_owned(),
            Circumstance::Rhythm(tag) => tag.to_owned(),
            Circumstance::FromHome => "home".to_owned(),
            Circumstance::Near(place) => place.name,
        });
        (taken.collect(), found.rest)
    }

    #[test]
    fn time_place_and_rhythm_are_told_from_what_somebody_wants_to_do() {
        for (text, taken, rest) in [
            ("koken op zaterdag", &["sat"][..], "koken"),
            ("zaterdagochtend voorlezen", &["sat_morning"], "voorlezen"),
            ("Wandelen in de avond", &["evening"], "wandelen"),
            ("’s avonds koken", &["evening"], "koken"),
            ("doordeweeks", &["weekdays"], ""),
            ("iets eenmaligs", &[], "iets eenmaligs"),
            ("eenmalig", &["once"], ""),
            (
                "een keer per week wandelen",
                &[],
                "een keer per week wandelen",
            ),
            ("online", &["home"], ""),
            ("vrijwilligerswerk vanuit huis", &["home"], ""),
            ("koken in Hattem", &["Hattem"], "koken"),
            (
                "cooking in Hattem on Saturday",
                &["Hattem", "sat"],
                "cooking",
            ),
            ("Zwolle", &["Zwolle"], ""),
            ("3811AB", &["Amersfoort"], ""),
            ("3811 ab", &["Amersfoort"], ""),
            ("1071", &["Amsterdam"], ""),
            ("Bergen op Zoom", &["Bergen op Zoom"], ""),
            ("one-off gardening", &["once"], "gardening"),
            ("from home in the evening", &["home", "evening"], ""),
            // Other words.
            ("muzikale avond", &[], "muzikale avond"),
            ("koken voor buren", &[], "koken voor buren"),
            ("koken in buren", &["Buren"], "koken"),
            ("kerst 2026", &[], "kerst 2026"),
            ("avondvierdaagse", &[], "avondvierdaagse"),
            ("tuin", &[], "tuin"),
        ] {
            assert_eq!(
                read(text),
                (
                    taken.iter().map(|one| (*one).to_owned()).collect(),
                    rest.to_owned()
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn words_stay_words_where_somebody_says_so() {
        let found = circumstances(
            "koken op zaterdag in Hattem",
            &["zaterdag".to_owned()],
            true,
        );
        assert_eq!(
            (found.taken.len(), found.rest.as_str()),
            (0, "koken op zaterdag in hattem")
        );
    }
}
