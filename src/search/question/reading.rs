//! From typed text to units, with help of what the index holds.

use std::collections::HashSet;

use super::expression::{Columns, Expressions, Unit, quoted};
use super::typed::{both_ends, counting, ends, may_be_misspelt, said_by_beginning, words};
use crate::search::dutch::{Forms, PARTICLES, lexicon, parts};
use crate::search::spelling::{self, Nearest};
use crate::search::synonyms::{MOST_WORDS, Synonyms, built_in};
use crate::search::text::normalise;
use crate::search::words::{GENERAL_BEGINNINGS, GENERAL_ENDS, STOP_WORDS, TIMES, USUAL_WORDS};

/// Maximum number of words that count in a query. The rest is ignored.
const WORD_LIMIT: usize = 8;
/// Minimum length of a prefix term. A shorter word is matched whole: almost every text has words that start with it,
/// and the index has no prefix list for one character.
const SHORTEST_BEGINNING: usize = 2;
/// Terms of synonyms, and of what is related, in one question.
const MOST_SYNONYMS: usize = 60;
/// Letters of the shortest known word of which the beginning counts as much as the word.
const SHORTEST_PREFIX: usize = 5;
/// Words of the shortest question of which all but one mean it, where nothing has all.
const MOST_OF: usize = 3;
/// Letters of the shortest word that is looked up as one with the next.
const SHORTEST_JOINED: usize = 3;

/// What the index can be asked while a question is read.
pub trait Asked {
    type Error;
    const COLUMNS: Columns;

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
    /// What means the question.
    pub expressions: Expressions,
    /// What only comes near it, and is none of those.
    pub related: Expressions,
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

/// What belongs to an organisation that is called as the whole question says, in the order of its words or another; `None` if
/// none is.
pub fn named<A: Asked>(text: &str, asked: &A) -> Result<Option<String>, A::Error> {
    let Some(organization) = A::COLUMNS.organization else {
        return Ok(None);
    };
    let all = words(text);
    let counting = counting(&all).at.into_iter();
    let counting = counting.filter_map(|at| all.get(at));
    let counting: Vec<String> = counting.map(|word| quoted(word)).collect();
    if counting.len() < 2 {
        return Ok(None);
    }
    let named = format!("{organization} : ({})", counting.join(" AND "));
    Ok(asked.is_found(&named)?.then_some(named))
}

/// What no title or summary has, and organisations are called so, is their name.
fn is_called<A: Asked>(unit: &Unit, asked: &A) -> Result<bool, A::Error> {
    let Some(organization) = A::COLUMNS.organization else {
        return Ok(false);
    };
    if unit.own.is_empty() {
        return Ok(false);
    }
    let has = |columns: &str| asked.is_found(&format!("{columns} : {}", unit.own()));
    Ok(has(organization)? && !has(A::COLUMNS.heads)?)
}

/// Reads a question that has words. Expressions are well-formed for any input.
pub fn read<A: Asked>(text: &str, own: &Synonyms, asked: &A) -> Result<Reading, A::Error> {
    let inflections = Forms::new();
    let reader = Reader {
        inflections: &inflections,
        own,
    };
    let mut units = reader.units(&words(text));
    let mut corrected = Vec::new();
    let mut unknown = Vec::new();
    let mut misspelt = Vec::new();
    let most = MOST_SYNONYMS / units.len().max(1);
    for (at, unit) in units.iter_mut().enumerate() {
        let Looked { is_known, slip } = reader.look_up(unit, most, asked)?;
        if !is_known {
            unknown.push(at);
        }
        misspelt.extend(slip.map(|search| (at, search)));
    }
    for (at, others) in nearest(misspelt, own, asked)? {
        let mut taken = Vec::new();
        for other in others {
            let is_unknown = unknown.contains(&at);
            let is_form = |unit: &Unit| reader.is_form_of(&other, &unit.text);
            if !is_unknown && units.get(at).is_some_and(is_form) {
                continue;
            }
            let mut unit = reader.unit(&other);
            Reader::keep_known(&mut unit, most, asked)?;
            if asked.is_found(&unit.wide())? {
                taken.push(unit);
            }
        }
        let (Some(unit), Some(best)) = (units.get_mut(at), taken.first()) else {
            continue;
        };
        corrected.push((unit.text.clone(), best.text.clone()));
        for other in taken {
            unit.or(other);
        }
        unknown.retain(|left| *left != at);
    }
    let mut left_out = Vec::new();
    let mut known: Vec<Unit> = Vec::new();
    // Unknown compounds: one half of such a word alone does not mean it.
    let mut halves: Vec<Unit> = Vec::new();
    for (at, mut unit) in units.into_iter().enumerate() {
        if unknown.contains(&at) {
            left_out.push(unit.text.clone());
            // The parts of a compound stand for it.
            let mut parts = Vec::new();
            for part in ends(&unit.text) {
                let mut part = reader.unit(&part);
                Reader::keep_known(&mut part, most, asked)?;
                if asked.is_found(&part.wide())?
                    && !known.iter().any(|known| known.text == part.text)
                {
                    parts.push(part);
                }
            }
            match parts.as_slice() {
                [_] => known.append(&mut parts),
                [_, ..] => halves.push(either(&parts)),
                [] => {}
            }
        } else {
            unit.is_called = is_called(&unit, asked)?;
            unit.is_name = unit.is_name || unit.is_called;
            unit.is_aside = TIMES.contains(&unit.text.as_str()) || asked.is_place(&unit.text)?;
            known.push(unit);
        }
    }
    if known.is_empty() && halves.is_empty() {
        return Ok(Reading {
            expressions: Expressions::nothing(),
            related: Expressions::nothing(),
            corrected,
            left_out,
            is_nearest: false,
        });
    }
    let is_half = known.is_empty();
    known.append(&mut halves);
    for unit in &mut known {
        keep_found(&mut unit.loose_wide, asked)?;
    }
    let (expressions, is_nearest) = if is_half {
        (Expressions::nothing(), true)
    } else {
        expressions_of(&known, asked)?
    };
    Ok(Reading {
        related: expressions.related(&known, &A::COLUMNS),
        expressions,
        corrected,
        is_nearest: is_nearest || !left_out.is_empty(),
        left_out,
    })
}

/// The expressions of known units, and whether nothing has all of them.
fn expressions_of<A: Asked>(known: &[Unit], asked: &A) -> Result<(Expressions, bool), A::Error> {
    let all = Expressions::of_all(known, &A::COLUMNS);
    if known.len() < 2 || asked.is_found(&all.all)? {
        return Ok((all, false));
    }
    if known.len() >= MOST_OF {
        let most = Expressions::of_most(known, &A::COLUMNS);
        if asked.is_found(&most.all)? {
            return Ok((most, true));
        }
    }
    let narrowed = Expressions::of_narrowed(known, &A::COLUMNS);
    if asked.is_found(&narrowed.all)? {
        return Ok((narrowed, false));
    }
    Ok((Expressions::nothing(), true))
}

/// What has one of several.
fn either(parts: &[Unit]) -> Unit {
    let mut one = Unit::default();
    for part in parts {
        one.own.extend(part.own.iter().cloned());
        one.near.extend(part.near.iter().cloned());
        one.wide.extend(part.wide.iter().cloned());
        one.narrower.extend(part.narrower.iter().cloned());
        one.related.extend(part.related.iter().cloned());
    }
    one
}

/// Leaves out the terms that nothing has: each is looked up in several expressions, and most synonyms are in no text.
fn keep_found<A: Asked>(terms: &mut Vec<String>, asked: &A) -> Result<(), A::Error> {
    let mut kept = Vec::with_capacity(terms.len());
    for term in terms.drain(..) {
        if asked.is_found(&term)? {
            kept.push(term);
        }
    }
    *terms = kept;
    Ok(())
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

/// Terms of a compound: of a part that stands for it, of the first and the last together, of one of them, and synonyms
/// of the first.
#[derive(Default)]
struct Parts {
    whole: Vec<String>,
    together: Vec<String>,
    loose: Vec<String>,
    loose_wide: Vec<String>,
}

/// Whether something has a unit, and the search for the words that it may stand for by a slip.
struct Looked {
    is_known: bool,
    slip: Option<Nearest>,
}

struct Reader<'r> {
    inflections: &'r Forms,
    own: &'r Synonyms,
}

impl Reader<'_> {
    /// One unit per word that counts; words that are one entry of the synonyms become one.
    fn units(&self, all: &[String]) -> Vec<Unit> {
        let mut phrases = Vec::new();
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(word) = all.get(at) {
            if let Some((unit, count)) = self.phrase(all, at) {
                phrases.push(unit);
                at += count;
            } else {
                words.push(word.clone());
                at += 1;
            }
        }
        let counting = counting(&words);
        if phrases.is_empty() || !counting.is_common {
            let units = counting.at.iter().filter_map(|at| self.beside(&words, *at));
            phrases.extend(units);
        }
        phrases.truncate(WORD_LIMIT);
        phrases
    }

    /// The unit of a word, which may be one with its neighbours: bieb medewerker, voor lezen.
    fn beside(&self, words: &[String], at: usize) -> Option<Unit> {
        let word = words.get(at)?;
        let mut unit = self.unit(word);
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let pairs = [
            before.map(|before| (before, word)),
            words.get(at + 1).map(|next| (word, next)),
        ];
        for (one, other) in pairs.into_iter().flatten() {
            let may_join = |word: &String| {
                let word = word.as_str();
                word.chars().count() >= SHORTEST_JOINED
                    && (PARTICLES.contains(&word) || !STOP_WORDS.contains(&word))
            };
            if may_join(one) && may_join(other) {
                unit.joined.push(format!("\"{one}{other}\"*"));
            }
        }
        Some(unit)
    }

    /// Several words that are one entry, and their number.
    fn phrase(&self, words: &[String], at: usize) -> Option<(Unit, usize)> {
        (2..=MOST_WORDS).rev().find_map(|count| {
            let words = words.get(at..at + count)?;
            let text = words.join(" ");
            let [same, narrower, related] = self.synonyms(&text);
            if same.is_empty() && narrower.is_empty() && related.is_empty() {
                return None;
            }
            let each: Vec<Unit> = words.iter().map(|word| self.unit(word)).collect();
            let all = |form: fn(&Unit) -> String| {
                let all: Vec<String> = each.iter().map(form).collect();
                format!("({})", all.join(" AND "))
            };
            let says_something = each.iter().zip(words).filter(|(_, word)| {
                !STOP_WORDS.contains(&word.as_str()) && !USUAL_WORDS.contains(&word.as_str())
            });
            // What foreign words mean are the words themselves.
            let is_foreign = words.iter().any(|word| built_in().is_foreign(word));
            // Several words of an entry seldom stand side by side in a long text.
            let is_foreign = is_foreign || built_in().is_foreign(&text);
            let (near, mut wide): (Vec<String>, Vec<String>) = same
                .into_iter()
                .partition(|term| is_foreign && !term.starts_with('('));
            wide.push(all(Unit::meant));
            let unit = Unit {
                own: vec![all(Unit::own)],
                near,
                wide,
                narrower,
                related,
                loose_wide: says_something.map(|(unit, _)| unit.wide()).collect(),
                is_field: true,
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
        let [mut wide, mut narrower, mut related] = self.synonyms(word);
        if word.chars().nth(SHORTEST_BEGINNING - 1).is_some() {
            let beginning = format!("\"{word}\"*");
            // Many words begin by chance with a short one that is known: kat, bos.
            if word.chars().count() < SHORTEST_PREFIX && lexicon::has(word) {
                wide.push(beginning);
            } else {
                near.push(beginning);
            }
        }
        for root in self.inflections.roots(word) {
            push(&mut near, quoted(&root));
        }
        // A foreign word is what its group is headed by.
        let head = built_in().head(word, self.inflections);
        if let Some(head) = head {
            for stem in self.inflections.stems(head) {
                push(&mut near, quoted(&stem));
            }
        }
        let mut stems = Vec::new();
        if !built_in().is_foreign(word) {
            for stem in self.inflections.stems(word) {
                push(&mut stems, quoted(&stem));
            }
        }
        own.extend(stems);
        let parts = self.of_parts(word);
        near.extend(parts.whole);
        // What every vacancy is about tells none of them apart: of dierenhulp the beginning counts.
        if let Some(first) = said_by_beginning(word) {
            let [same, kinds, more] = self.synonyms(&first);
            wide.extend(same);
            narrower.extend(kinds);
            related.extend(more);
        }
        Unit {
            text: word.to_owned(),
            own,
            joined: Vec::new(),
            near,
            wide,
            narrower,
            related,
            parts: parts.together,
            loose: parts.loose,
            loose_wide: parts.loose_wide,
            is_aside: false,
            is_called: false,
            is_name: !lexicon::has(word) && !built_in().has(word),
            is_field: !lexicon::is(head.unwrap_or(word), lexicon::VERB),
        }
    }

    /// Leaves of a unit what something has, and says what else it may stand for.
    fn look_up<A: Asked>(
        &self,
        unit: &mut Unit,
        most: usize,
        asked: &A,
    ) -> Result<Looked, A::Error> {
        keep_found(&mut unit.joined, asked)?;
        unit.join();
        Reader::keep_known(unit, most, asked)?;
        let slip = || Some(Nearest::slip_of(&unit.text));
        if asked.is_found(&unit.whole())? {
            let is_slip =
                self.may_be_slip(&unit.text) && !asked.is_found(&format!("\"{}\"*", unit.text))?;
            return Ok(Looked {
                is_known: true,
                slip: if is_slip { slip() } else { None },
            });
        }
        let is_meant =
            !(unit.parts.is_empty() && unit.related.is_empty()) && asked.is_found(&unit.wide())?;
        let slip = if lexicon::has(&unit.text) {
            None
        } else if !is_meant && may_be_misspelt(&unit.text) {
            Some(Nearest::to(&unit.text))
        } else {
            // A known compound with a slip in it, and not two other words: taalmatje.
            slip()
        };
        Ok(Looked {
            is_known: is_meant,
            slip,
        })
    }

    /// Leaves of its synonyms, and of what is related, what something has.
    fn keep_known<A: Asked>(unit: &mut Unit, most: usize, asked: &A) -> Result<(), A::Error> {
        for terms in [&mut unit.wide, &mut unit.narrower, &mut unit.related] {
            keep_found(terms, asked)?;
            terms.truncate(most);
        }
        Ok(())
    }

    /// Whether a word that is found only by a stem may be another with a slip: lieding, of which lied is no root.
    fn may_be_slip(&self, word: &str) -> bool {
        word.chars().count() >= spelling::SHORTEST
            && !word.contains(' ')
            && !lexicon::has(word)
            && !built_in().has(word)
            && !self.own.has(word)
            && parts(word).is_empty()
    }

    fn is_form_of(&self, one: &str, other: &str) -> bool {
        let stems = self.inflections.stems(other);
        let mut own = self.inflections.stems(one).into_iter();
        own.any(|stem| stems.contains(&stem))
    }

    /// Terms of the parts of a compound.
    fn of_parts(&self, word: &str) -> Parts {
        let Some((first, last)) = both_ends(word) else {
            return Parts::default();
        };
        let of = |part: &str, is_wide: bool| {
            let mut terms = vec![quoted(part)];
            let stems = self.inflections.stems(part);
            terms.extend(stems.iter().map(|stem| quoted(stem)));
            if is_wide {
                let roots = self.inflections.roots(part);
                terms.extend(roots.iter().map(|root| quoted(root)));
            }
            terms.sort();
            terms.dedup();
            terms
        };
        let [head, tail] = [of(&first, true), of(&last, true)];
        let [any_head, any_tail] = [&head, &tail].map(|terms| format!("({})", terms.join(" OR ")));
        if USUAL_WORDS.contains(&last.as_str()) {
            return Parts {
                whole: head,
                ..Parts::default()
            };
        }
        let mut found = Parts {
            together: vec![format!("({any_head} AND {any_tail})")],
            ..Parts::default()
        };
        let is_general = GENERAL_ENDS.contains(&last.as_str());
        if !PARTICLES.contains(&first.as_str())
            && (is_general || !GENERAL_BEGINNINGS.contains(&first.as_str()))
        {
            found.loose.extend(of(&first, false));
            for terms in self.synonyms(&first) {
                found.loose_wide.extend(terms);
            }
        }
        if !is_general {
            // What the last part comes from is another thing: a trainer is no training.
            found.loose.extend(of(&last, false));
        }
        found
    }

    /// Terms of what means the same as words, of kinds of it, and of what is related.
    fn synonyms(&self, words: &str) -> [Vec<String>; 3] {
        let own = self.own.others(words, self.inflections);
        let built_in = built_in().others(words, self.inflections);
        // What a centre has found as well is as good as the word.
        let narrower = [own.narrower, own.related, built_in.narrower].concat();
        let same = [own.same, built_in.same].concat();
        [same, narrower, built_in.related].map(|entries| self.near_of(&entries))
    }

    /// Terms of entries: the stems of a word, or of each word of several.
    fn near_of(&self, entries: &[&str]) -> Vec<String> {
        let mut all = Vec::new();
        for entry in entries {
            // A text with a word has its stems too.
            let stems = |word: &str| -> Vec<String> {
                let mut stems = self.inflections.stems(word);
                if built_in().is_foreign(word) {
                    stems = vec![word.to_owned()];
                }
                stems.iter().map(|stem| quoted(stem)).collect()
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
        let mut known = HashSet::new();
        all.retain(|term| known.insert(term.clone()));
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
                "create virtual table found using fts5 (title, title_more, keywords, body, facet, tokenize = 'unicode61')",
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
        const COLUMNS: Columns = crate::search::question::TEXTS;

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
        let (reading, _) = reading_of("x", &many.join(" "));
        assert_eq!(reading.left_out.len(), WORD_LIMIT);
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
