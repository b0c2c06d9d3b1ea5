//! Splits compounds into the words that they are made of.

use super::lexicon::{self, BEGINNING, END, NOUN, VERB};
use super::{PARTICLES, infinitive, is_noun, is_verb, lemmas, singulars};
use crate::search::words::USUAL_WORDS;

/// Letters of the shortest compound, and of the shortest part that the lexicon may name.
const SHORTEST: usize = 6;
const SHORTEST_PART: usize = 4;
/// Endings of words that are verbs by themselves: jongeren, organiseren.
const ENDINGS: &[&str] = &["eren", "elen"];
/// What a first part that is no known word takes from the worth of a cut.
const UNKNOWN: usize = 5;
/// Letters of a word beyond which it is not split: it is no word.
const LONGEST: usize = 40;
/// Parts of a compound at most.
const MOST: usize = 6;

/// Short words that often end a compound. The lexicon does not list them as ends, as many words end in them by chance.
const SHORT_ENDS: &[&str] = &[
    "app", "bad", "bak", "bal", "bar", "bed", "bos", "bus", "cel", "dag", "dam", "fee", "hof",
    "hok", "hut", "jas", "kaf", "kar", "kas", "kok", "les", "mat", "pad", "pas", "pen", "pot",
    "ring", "rit", "sap", "tas", "tip", "uur", "vak", "weg", "wei", "zak", "zee",
];

/// Short words that often begin a compound. The lexicon does not list them as beginnings, as many words begin with them
/// by chance.
const SHORT_BEGINNINGS: &[&str] = &[
    "bad", "bak", "bar", "bed", "bos", "bus", "dag", "eet", "gym", "ijs", "les", "oud", "rij",
    "vak", "web", "wei", "zee", "zit", "zorg",
];

/// Adjectives that begin a compound: kleinkind, grootouder.
const ADJECTIVES: &[&str] = &["klein", "groot", "jong", "hoog", "laag", "dood", "volks"];

/// Words that are spelt as compounds and mean something else than their parts.
const WHOLE: &[&str] = &[
    "kringloop",
    "zaterdag",
    "donderdag",
    "vrijdag",
    "zondag",
    "maandag",
    "maaltijd",
    "leeftijd",
    "aandacht",
    "medewerker",
    "voorzitter",
    "fotograaf",
    "beroepskracht",
    "leerkracht",
    "regenboog",
    "gastvrij",
    "handschoen",
    "afdeling",
];

/// Words before a verb that make it another: vastlopen, plaatsvinden.
const TURNING: &[&str] = &["vast", "plaats", "waar", "deel", "stil"];

/// Ends that make an adjective or an adverb: eindelijk, regelmatig.
const SUFFIXES: &[&str] = &[
    "lijk", "lijke", "matig", "matige", "loos", "loze", "baar", "bare",
];

/// Ends of nouns that link with an s: inburgeringsexamen, eenzaamheidsproject.
const LINKED_WITH_S: &[&str] = &["ing", "heid", "teit", "schap", "ment"];

/// Words of this field that end a compound whatever stands before them: digimaatje, repaircafe.
const ENDS: &[&str] = &[
    "activiteit",
    "avond",
    "begeleider",
    "begeleiding",
    "cafe",
    "centrum",
    "chauffeur",
    "club",
    "coach",
    "concert",
    "docent",
    "groep",
    "huis",
    "hulp",
    "maaltijd",
    "maatje",
    "markt",
    "medewerker",
    "middag",
    "museum",
    "ochtend",
    "opvang",
    "school",
    "tafel",
    "team",
    "theater",
    "trainer",
    "tuin",
    "vereniging",
    "vervoer",
    "verzorger",
    "vrijwilliger",
    "werk",
    "werker",
    "winkel",
    "zorg",
];

/// The words that a folded compound is made of, in order; none if it is no compound. Long parts are split further and
/// stand before their own parts.
pub fn parts(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    split_into(word, &mut found);
    found
}

fn split_into(word: &str, found: &mut Vec<String>) {
    // The parts of a word that says nothing say nothing either: vrijwilliger.
    if found.len() >= MOST || USUAL_WORDS.contains(&word) {
        return;
    }
    let Some((head, tail)) = split(word) else {
        return;
    };
    for part in [head, tail] {
        if !found.contains(&part) {
            found.push(part.clone());
            split_into(&part, found);
        }
    }
}

/// The best cut: the one whose shorter part is the longest, a cut without a linking letter before one with it.
fn split(word: &str) -> Option<(String, String)> {
    if word.len() < SHORTEST || word.len() > LONGEST || !word.is_ascii() {
        return None;
    }
    let whole = word.strip_suffix('s').unwrap_or(word);
    if WHOLE.contains(&word) || WHOLE.contains(&whole) || is_prefixed_verb(word) {
        return None;
    }
    if let Some(single) = listed_singular(word) {
        return split(&single);
    }
    let cuts = 2..word.len().saturating_sub(2);
    let cuts = cuts.filter_map(|at| {
        let (before, tail) = word.split_at_checked(at)?;
        let (head, linking) = head(before, tail)?;
        let worth = before.len().min(tail.len()) * 2;
        Some((worth.saturating_sub(linking), head, tail))
    });
    let (_, head, tail) = cuts.max_by_key(|(worth, ..)| *worth)?;
    Some((head, tail.to_owned()))
}

/// The singular of a plural, if the lexicon lists it: such a word falls apart as that does, or not at all (gesprekken).
fn listed_singular(word: &str) -> Option<String> {
    let root = word.strip_suffix("en")?;
    let is_separable = PARTICLES
        .iter()
        .any(|particle| word.strip_prefix(particle).is_some_and(does));
    if is_separable {
        return None;
    }
    let mut singles = singulars(root).into_iter();
    singles.find(|single| lexicon::is(single, END) || WHOLE.contains(&single.as_str()))
}

/// Whether it is a verb with a prefix that is no word: vergaderen.
fn is_prefixed_verb(word: &str) -> bool {
    const PREFIXES: &[&str] = &["be", "ge", "ver", "her", "ont", "er"];
    lexicon::is(word, VERB) && PREFIXES.iter().any(|prefix| word.starts_with(prefix))
}

/// The first part as a word, and the number of linking letters, if both parts are words.
fn head(before: &str, tail: &str) -> Option<(String, usize)> {
    if PARTICLES.contains(&before) && tail.len() >= SHORTEST_PART && does(tail) {
        return Some((before.to_owned(), 0));
    }
    if ENDINGS.contains(&tail) || SUFFIXES.contains(&tail) || is_inflection(before, tail) {
        return None;
    }
    if TURNING.contains(&before) && does(tail) {
        return None;
    }
    let single = tail.strip_suffix("s").unwrap_or(tail);
    if before.len() > 2 && (ENDS.contains(&tail) || ENDS.contains(&single)) {
        return Some(as_head(before).unwrap_or_else(|| (before.to_owned(), UNKNOWN)));
    }
    if (SHORT_BEGINNINGS.contains(&before) || ADJECTIVES.contains(&before))
        && tail.len() >= SHORTEST_PART
        && is_noun(tail)
    {
        return Some((before.to_owned(), 1));
    }
    let is_short_end = before.len() >= SHORTEST_PART
        && lemmas(tail)
            .iter()
            .any(|lemma| SHORT_ENDS.contains(&lemma.as_str()));
    let is_end = is_short_end || tail.len() >= SHORTEST_PART && is_end(tail);
    if !is_end {
        return None;
    }
    as_head(before).or_else(|| {
        // What the lexicon does not list by itself: the noun of a verb, and the root of one before a noun.
        let noun = before.strip_suffix('s').filter(|noun| {
            let is_noun = |ending: &&str| noun.len() > ending.len() + 3 && noun.ends_with(*ending);
            tail.len() > SHORTEST_PART && LINKED_WITH_S.iter().any(is_noun)
        });
        if let Some(noun) = noun {
            return Some((noun.to_owned(), 1));
        }
        let is_root = before.len() >= SHORTEST_PART && infinitive(before).is_some();
        (is_root && (is_short_end || is_noun(tail))).then(|| (before.to_owned(), 1))
    })
}

/// Whether a cut would take the ending of a form for a word: boodschap-pen, schil-deren, schil-dert.
fn is_inflection(before: &str, tail: &str) -> bool {
    let doubled = before.get(before.len() - 1..);
    tail.len() == 3 && tail.ends_with("en") && tail.get(..1) == doubled
        || tail.len() <= 5 && (tail.ends_with("eren") || tail.ends_with("ert"))
}

/// A word that can begin a compound, without the letters that link it to the next.
fn as_head(before: &str) -> Option<(String, usize)> {
    if before.len() > 2 && lexicon::is(before, BEGINNING)
        || before.len() >= SHORTEST_PART && lexicon::is(before, NOUN | VERB)
    {
        return Some((before.to_owned(), 0));
    }
    for linking in ["s", "en", "e", "n"] {
        let word = before.strip_suffix(linking).unwrap_or_default();
        let is_linked = linking != "n" || word.ends_with('e');
        if is_linked && word.len() >= SHORTEST_PART && lexicon::is(word, NOUN) {
            return Some((word.to_owned(), linking.len()));
        }
    }
    // A plural that is spelt otherwise: bonenstaak, huizenblok.
    let mut lemmas = lemmas(before).into_iter().skip(1);
    lemmas
        .find(|lemma| lemma.len() >= SHORTEST_PART - 1 && lexicon::is(lemma, NOUN))
        .filter(|_| before.len() > SHORTEST_PART)
        .map(|lemma| (lemma, 2))
}

fn is_end(tail: &str) -> bool {
    is_noun(tail) || is_verb(tail) || does(tail) || is_compound(tail)
}

/// Whether it is a compound with one of the ends of this field: moestuin.
fn is_compound(word: &str) -> bool {
    ENDS.iter()
        .filter_map(|end| word.strip_suffix(end))
        .any(|before| as_head(before).is_some())
}

/// Whether it is a form of a verb, or who does it.
fn does(tail: &str) -> bool {
    lemmas(tail).iter().any(|lemma| is_verb(lemma))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::dutch::Forms;

    #[test]
    fn compounds_fall_apart_into_their_words() {
        let inflections = Forms::new();
        for (word, expected) in [
            ("schoonmaakhulp", "hulp"),
            ("schoonmaakhulp", "schoonmaak"),
            ("bibliotheekmedewerker", "medewerker"),
            ("bibliotheekmedewerker", "bibliotheek"),
            ("voorlezen", "lezen"),
            ("hondenuitlater", "hond"),
            ("buurtbus", "buurt"),
            ("buurtbus", "bus"),
            ("wandelmaatjes", "maatjes"),
            ("digimaatje", "maatje"),
            ("zwemles", "les"),
            ("verkeersregelaar", "verkeer"),
            ("rolstoelbus", "rolstoel"),
            ("stadsboerderij", "boerderij"),
            ("kinderfietsen", "fietsen"),
            ("boekenkast", "boek"),
            ("wandelpaden", "wandel"),
            ("naaimachine", "machine"),
            ("naaimachine", "naai"),
            ("inburgeringsexamen", "examen"),
            ("winkelmedewerker", "winkel"),
            ("buurtmoestuin", "moestuin"),
            ("kleinkinderen", "kind"),
            ("bardienst", "bar"),
            ("helpdag", "dag"),
        ] {
            let found = parts(word);
            assert!(
                found
                    .iter()
                    .any(|part| part == expected || inflections.stems(part)[0] == expected),
                "{word}: {found:?}"
            );
        }
    }

    #[test]
    fn other_words_stay_whole() {
        for word in [
            "bestuur",
            "kantoor",
            "vrijwilliger",
            "wandelen",
            "jongeren",
            "museum",
            "boodschappen",
            "gesprekken",
            "schilderen",
            "luistert",
            "kringloop",
            "natuurlijk",
            "ééntje",
            "",
        ] {
            assert!(parts(word).is_empty(), "{word}: {:?}", parts(word));
        }
        assert!(parts(&"a".repeat(400)).is_empty());
    }
}
