//! From typed text to units, with help of what the index holds.

use super::expression::{Expressions, Unit, quoted};
use crate::search::dutch::{Forms, lexicon, parts};
use crate::search::spelling::{self, Nearest};
use crate::search::synonyms::{MOST_WORDS, Synonyms, built_in};
use crate::search::text::normalise;
use crate::search::words::{STOP_WORDS, USUAL_WORDS};

/// Maximum number of words in a query, and of characters per word. The rest is ignored.
const WORD_LIMIT: usize = 8;
const LETTER_LIMIT: usize = 40;
/// Minimum length of a prefix term. A shorter word is matched whole: almost every text has words that start with it,
/// and the index has no prefix list for one character.
const SHORTEST_BEGINNING: usize = 2;
/// Vacancies in a place that have the words in their title, from which on those elsewhere are not shown.
const ENOUGH: usize = 5;
/// Letters of the shortest word that is looked up as one with the next.
const SHORTEST_JOINED: usize = 3;

/// What the index can be asked while a question is read.
pub trait Asked {
    type Error;

    /// Whether as many texts fit an expression.
    fn are_found(&self, expression: &str, least: usize) -> Result<bool, Self::Error>;

    /// Whether anything fits an expression.
    fn is_found(&self, expression: &str) -> Result<bool, Self::Error> {
        self.are_found(expression, 1)
    }

    /// Whether a word is part of the name of a place.
    fn is_place(&self, word: &str) -> Result<bool, Self::Error>;

    /// Passes every known word on that has about as many characters as these.
    fn each_word(
        &self,
        characters: std::ops::RangeInclusive<usize>,
        pass: &mut dyn FnMut(&str),
    ) -> Result<(), Self::Error>;
}

/// How a question is understood.
#[derive(Debug)]
pub struct Reading {
    pub expressions: Expressions,
    /// Misspelt words and what they are taken for.
    pub corrected: Vec<(String, String)>,
    /// Words that nothing has.
    pub left_out: Vec<String>,
    /// Whether nothing has all words together, so that the nearest is found.
    pub is_nearest: bool,
}

pub fn has_words(text: &str) -> bool {
    !normalise(text).is_empty()
}

/// Reads a question that has words. Expressions are well-formed for any input.
pub fn read<A: Asked>(text: &str, own: &Synonyms, asked: &A) -> Result<Reading, A::Error> {
    let inflections = Forms::new();
    let reader = Reader {
        inflections: &inflections,
        own,
    };
    let words = words(text);
    let mut units = reader.units(&words);
    let mut corrected = Vec::new();
    let mut unknown = Vec::new();
    let mut misspelt = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        if asked.is_found(&unit.whole())? {
            continue;
        }
        let is_of_parts = !unit.parts.is_empty() && asked.is_found(&unit.wide())?;
        if is_of_parts && !lexicon::has(&unit.text) {
            // A known compound with a slip in it, and not two other words: taalmatje.
            misspelt.push((at, Nearest::slip_of(&unit.text)));
        } else if !is_of_parts {
            unknown.push(at);
            if may_be_misspelt(&unit.text) {
                misspelt.push((at, Nearest::to(&unit.text)));
            }
        }
    }
    for (at, others) in nearest(misspelt, own, asked)? {
        let mut taken = Vec::new();
        for other in others {
            let unit = reader.unit(&other);
            if asked.is_found(&unit.wide())? {
                taken.push(unit);
            }
        }
        let (Some(unit), Some(best)) = (units.get_mut(at), taken.first()) else {
            continue;
        };
        corrected.push((unit.text.clone(), best.text.clone()));
        for other in taken {
            unit.own.extend(other.own);
            unit.near.extend(other.near);
            unit.wide.extend(other.wide);
            unit.parts.extend(other.parts);
        }
        unknown.retain(|left| *left != at);
    }
    let mut left_out = Vec::new();
    let mut known: Vec<Unit> = Vec::new();
    for (at, mut unit) in units.into_iter().enumerate() {
        if unknown.contains(&at) {
            left_out.push(unit.text.clone());
            // The parts of a compound stand for it.
            for part in ends(&unit.text) {
                let part = reader.unit(&part);
                if asked.is_found(&part.wide())?
                    && !known.iter().any(|known| known.text == part.text)
                {
                    known.push(part);
                }
            }
        } else {
            unit.is_place = asked.is_place(&unit.text)?;
            known.push(unit);
        }
    }
    if known.is_empty() {
        let nothing = vec![Unit {
            own: left_out.iter().map(|word| quoted(word)).collect(),
            ..Unit::default()
        }];
        return Ok(Reading {
            expressions: Expressions::of_all(&nothing),
            corrected,
            left_out,
            is_nearest: false,
        });
    }
    let mut expressions = Expressions::of_all(&known);
    let mut is_nearest = !left_out.is_empty();
    if known.len() > 1 && !asked.is_found(&expressions.all)? {
        expressions = Expressions::of_some(&known);
        is_nearest = true;
    } else if known.iter().any(|unit| unit.is_place) && known.iter().any(|unit| !unit.is_place) {
        let there = Expressions::in_place(&known);
        if !asked.are_found(&there, ENOUGH)? {
            is_nearest = is_nearest || !asked.is_found(&there)?;
            expressions = Expressions::of_place(&known);
        }
    }
    Ok(Reading {
        expressions,
        corrected,
        left_out,
        is_nearest,
    })
}

/// The words that count, each once.
fn words(text: &str) -> Vec<String> {
    let folded = normalise(text);
    let mut all: Vec<String> = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        let word: String = word.chars().take(LETTER_LIMIT).collect();
        if all.len() < WORD_LIMIT && !all.contains(&word) {
            all.push(word);
        }
    }
    let without = |usual: &[&str], words: &Vec<String>| -> Vec<String> {
        let left = words.iter().filter(|word| !usual.contains(&word.as_str()));
        let left: Vec<String> = left.cloned().collect();
        if left.is_empty() { words.clone() } else { left }
    };
    without(USUAL_WORDS, &without(STOP_WORDS, &all))
}

/// The first and the last part of a compound, without one that says no more than that it is voluntary work.
fn ends(word: &str) -> Vec<String> {
    let compound = parts(word);
    let last = compound.iter().filter(|part| word.ends_with(part.as_str()));
    let last = last.max_by_key(|part| part.len()).cloned();
    let mut ends: Vec<String> = compound.first().cloned().into_iter().chain(last).collect();
    ends.retain(|part| !USUAL_WORDS.contains(&part.as_str()));
    ends
}

/// A Dutch word that nothing has is not taken for another.
fn may_be_misspelt(word: &str) -> bool {
    word.chars().count() >= spelling::SHORTEST && !lexicon::has(word) && parts(word).is_empty()
        || word.chars().count() > 2 * spelling::SHORTEST && !lexicon::has(word)
}

type Candidates = Vec<(usize, Vec<String>)>;

/// The known words nearest to the misspelt ones, in one pass over all.
fn nearest<A: Asked>(
    mut searches: Vec<(usize, Nearest)>,
    own: &Synonyms,
    asked: &A,
) -> Result<Candidates, A::Error> {
    let lengths = searches.iter().map(|(_, search)| search.characters());
    let (Some(least), Some(most)) = (lengths.clone().min(), lengths.max()) else {
        return Ok(Vec::new());
    };
    let mut offer = |word: &str| {
        if !STOP_WORDS.contains(&word) {
            for (_, search) in &mut searches {
                search.offer(word);
            }
        }
    };
    asked.each_word(least.saturating_sub(3)..=most + 3, &mut offer)?;
    built_in().words().chain(own.words()).for_each(offer);
    Ok(searches
        .into_iter()
        .map(|(at, search)| (at, search.found()))
        .collect())
}

struct Reader<'r> {
    inflections: &'r Forms,
    own: &'r Synonyms,
}

impl Reader<'_> {
    /// One unit per word; words that are one entry of the synonyms become one.
    fn units(&self, words: &[String]) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            if let Some((unit, count)) = self.phrase(words, at) {
                units.push(unit);
                at += count;
                continue;
            }
            let mut unit = self.unit(word);
            let before = at.checked_sub(1).and_then(|at| words.get(at));
            let pairs = [
                before.map(|before| (before, word)),
                words.get(at + 1).map(|next| (word, next)),
            ];
            for (one, other) in pairs.into_iter().flatten() {
                let is_long = |word: &String| word.chars().count() >= SHORTEST_JOINED;
                if is_long(one) && is_long(other) {
                    unit.near.push(format!("\"{one}{other}\"*"));
                }
            }
            units.push(unit);
            at += 1;
        }
        units
    }

    /// Several words that are one entry, and their number.
    fn phrase(&self, words: &[String], at: usize) -> Option<(Unit, usize)> {
        (2..=MOST_WORDS).rev().find_map(|count| {
            let words = words.get(at..at + count)?;
            let text = words.join(" ");
            let others = self.synonyms(&text);
            if others.is_empty() {
                return None;
            }
            let own: Vec<Unit> = words.iter().map(|word| self.unit(word)).collect();
            let own: Vec<String> = own.iter().map(Unit::wide).collect();
            let unit = Unit {
                own: vec![format!("({})", own.join(" AND "))],
                near: self.near_of(&others),
                ..Unit::default()
            };
            Some((Unit { text, ..unit }, count))
        })
    }

    fn unit(&self, word: &str) -> Unit {
        let mut own = vec![quoted(word)];
        let mut near = Vec::new();
        let push = |list: &mut Vec<String>, term: String| {
            if !own.contains(&term) && !list.contains(&term) {
                list.push(term);
            }
        };
        if word.chars().nth(SHORTEST_BEGINNING - 1).is_some() {
            near.push(format!("\"{word}\"*"));
        }
        for root in self.inflections.roots(word) {
            push(&mut near, quoted(&root));
        }
        let mut stems = Vec::new();
        for stem in self.inflections.stems(word) {
            push(&mut stems, quoted(&stem));
        }
        own.extend(stems);
        let wide = self.near_of(&self.synonyms(word));
        let compound = parts(word);
        let mut whole = Vec::new();
        if let [first, ..] = compound.as_slice() {
            let of = |part: &str| {
                let mut terms: Vec<String> = self
                    .inflections
                    .stems(part)
                    .iter()
                    .map(|stem| quoted(stem))
                    .collect();
                terms.extend(self.inflections.roots(part).iter().map(|root| quoted(root)));
                terms.push(quoted(part));
                terms
            };
            let head = of(first);
            // The last part is what the word is a kind of.
            let tail_text = compound
                .iter()
                .filter(|part| word.ends_with(part.as_str()))
                .max_by_key(|part| part.len());
            // What every vacancy is about tells none of them apart.
            if tail_text.is_some_and(|tail| USUAL_WORDS.contains(&tail.as_str())) {
                whole.push(format!("({})", head.join(" OR ")));
            } else if let Some(tail) = tail_text {
                let tail_terms = of(tail);
                whole.push(format!(
                    "(({}) AND ({}))",
                    head.join(" OR "),
                    tail_terms.join(" OR ")
                ));
            }
        }
        Unit {
            text: word.to_owned(),
            own,
            near,
            wide,
            parts: whole,
            is_place: false,
        }
    }

    fn synonyms(&self, words: &str) -> Vec<String> {
        let built_in = built_in().others(words, self.inflections);
        let own = self.own.others(words, self.inflections);
        own.into_iter().chain(built_in).map(str::to_owned).collect()
    }

    /// Terms of entries: the stems of a word, or of each word of several.
    fn near_of(&self, entries: &[String]) -> Vec<String> {
        let mut all = Vec::new();
        for entry in entries {
            let stems = |word: &str| -> Vec<String> {
                let mut terms = vec![quoted(word)];
                terms.extend(self.inflections.stems(word).iter().map(|stem| quoted(stem)));
                terms.dedup();
                terms
            };
            let mut words = entry.split(' ');
            if let (Some(word), None) = (words.next(), words.next()) {
                all.extend(stems(word));
            } else {
                let each = entry
                    .split(' ')
                    .map(|word| format!("({})", stems(word).join(" OR ")));
                all.push(format!("({})", each.collect::<Vec<_>>().join(" AND ")));
            }
        }
        all.sort();
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;

    use super::*;
    use crate::search::text::{index_parts, index_terms, vocabulary};

    struct Texts(Connection, Vec<String>);

    impl Texts {
        fn of(texts: &[&str]) -> Self {
            let db = Connection::open_in_memory().unwrap();
            db.execute_batch(
                "create virtual table found using fts5 (title, title_more, facet, tokenize = 'unicode61')",
            )
            .unwrap();
            for text in texts {
                db.execute(
                    "insert into found (title, title_more, facet) values (?1, ?2, 'x')",
                    [index_terms(text), index_parts(text)],
                )
                .unwrap();
            }
            Self(db, texts.iter().flat_map(|text| vocabulary(text)).collect())
        }

        fn count(&self, expression: &str) -> i64 {
            self.0
                .query_row(
                    "select count(*) from found where found match ?1",
                    [expression],
                    |row| row.get(0),
                )
                .unwrap()
        }
    }

    impl Asked for Texts {
        type Error = rusqlite::Error;

        fn are_found(&self, expression: &str, least: usize) -> Result<bool, rusqlite::Error> {
            Ok(usize::try_from(self.count(expression)).unwrap() >= least)
        }

        fn is_place(&self, _: &str) -> Result<bool, rusqlite::Error> {
            Ok(false)
        }

        fn each_word(
            &self,
            _: std::ops::RangeInclusive<usize>,
            pass: &mut dyn FnMut(&str),
        ) -> Result<(), rusqlite::Error> {
            self.1.iter().for_each(|word| pass(word));
            Ok(())
        }
    }

    fn reading_of(text: &str, query: &str) -> (Reading, i64) {
        let texts = Texts::of(&[text]);
        let reading = read(query, &Synonyms::default(), &texts).unwrap();
        let count = texts.count(&reading.expressions.all);
        (reading, count)
    }

    fn finds(text: &str, query: &str) -> bool {
        let (reading, count) = reading_of(text, query);
        count == 1 && !reading.is_nearest
    }

    #[test]
    fn a_word_is_found_in_its_other_forms_and_by_its_parts() {
        for (text, query) in [
            ("Vrijwilligers gezocht", "vrijwilliger"),
            ("Voorlezen aan kleuters", "kleuter"),
            ("Voorlezen aan kleuters", "lezen"),
            ("Café De Linde", "cafe linde"),
            ("Boodschappen doen met kinderen", "boodschap kind"),
            ("Iemand die werkt, leest en wandelt", "lezen wandelen"),
            ("Van huis tot huis", "huizen"),
            ("Een schoonmaakhulp", "hulp"),
            ("Bibliotheekmedewerker", "bieb medewerker"),
            ("Taalmaatje", "taal maatje"),
            ("Koffie schenken", "koffieschenken"),
            ("Word een buddy", "maatje"),
            ("Hondenuitlater", "hond uitlaten"),
            ("Rijbewijs B nodig", "b"),
        ] {
            assert!(finds(text, query), "{text}: {query}");
        }
        for (text, query) in [
            ("Lessen in het park", "lezen"),
            ("Voorlezen aan kleuters", "chauffeur"),
            ("Bezoek aan huis", "b"),
        ] {
            assert!(!finds(text, query), "{text}: {query}");
        }
    }

    #[test]
    fn a_misspelt_word_is_taken_for_the_nearest() {
        let (reading, count) = reading_of("Wandelen met ouderen", "wandeln oudren");
        assert_eq!(count, 1);
        assert_eq!(reading.corrected.len(), 2);
        assert_eq!(reading.corrected[0].1, "wandelen");
        // A Dutch word stays what it is.
        assert!(!finds("Door de wijk", "koor"));
    }

    #[test]
    fn where_not_all_words_are_found_the_nearest_is() {
        let (reading, count) = reading_of("Zwemmen met kinderen", "zwemmen groningen");
        assert_eq!((count, reading.left_out), (1, vec!["groningen".to_owned()]));
        assert!(reading.is_nearest);
        let (reading, count) = reading_of("Zwemmen met kinderen", "groningen");
        assert_eq!((count, reading.is_nearest), (0, false));
    }

    #[test]
    fn common_words_do_not_count_unless_they_are_all_there_is() {
        assert!(finds("Koken voor buren", "ik wil koken met de buren"));
        assert!(finds("Op de fiets", "de"));
        assert!(finds("Koken voor buren", "vrijwilligerswerk koken"));
    }

    #[test]
    fn a_question_has_few_words_and_each_once() {
        let (reading, _) = reading_of("x", &"kaas brood boter ".repeat(100));
        assert_eq!(reading.left_out.len(), 3);
        let many: Vec<String> = ('a'..='z').map(|letter| format!("k{letter}x")).collect();
        assert_eq!(words(&many.join(" ")).len(), WORD_LIMIT);
    }

    proptest! {
        #[test]
        fn nothing_a_person_types_is_a_syntax_error(
            query in prop_oneof![
                any::<String>(),
                "[a-zA-Z\"'*():^+ -]{0,40}",
                "(AND|OR|NOT|NEAR| |\"|\\*|title:|a){0,12}",
            ],
        ) {
            if has_words(&query) {
                let texts = Texts::of(&["Taalmaatje in de buurt"]);
                let reading = read(&query, &Synonyms::default(), &texts).unwrap();
                for expression in reading.expressions.and("x").ranked {
                    texts.count(&expression);
                }
            }
        }

        #[test]
        fn what_is_indexed_is_found_by_its_own_words(text in "[a-z]{2,15}( [a-z]{2,15}){0,5}") {
            prop_assert!(finds(&text, &text));
        }
    }
}
