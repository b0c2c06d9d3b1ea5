//! The words of a question as they were typed: which of them count, and what a compound is made of.

use crate::search::dutch::{lexicon, parts};
use crate::search::spelling;
use crate::search::text::normalise;
use crate::search::words::{GENERAL_ENDS, STOP_WORDS, USUAL_WORDS};

/// Maximum number of words that are looked at, and of characters per word. The rest is ignored.
const LOOKED_AT: usize = 24;
const LETTER_LIMIT: usize = 40;

/// The words of a question, each once.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = normalise(text);
    let mut all: Vec<String> = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        let word: String = word.chars().take(LETTER_LIMIT).collect();
        if all.len() < LOOKED_AT && !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// The words that count, by their place.
pub(super) struct Counting {
    pub(super) at: Vec<usize>,
    /// None says more than that it is voluntary work; then all count.
    pub(super) is_common: bool,
}

pub(super) fn counting(words: &[String]) -> Counting {
    let without = |usual: &[&str], places: Vec<usize>| -> Vec<usize> {
        let is_usual = |at: &usize| {
            words
                .get(*at)
                .is_some_and(|word| usual.contains(&word.as_str()))
        };
        let left: Vec<usize> = places.iter().copied().filter(|at| !is_usual(at)).collect();
        if left.is_empty() { places } else { left }
    };
    let at = without(USUAL_WORDS, without(STOP_WORDS, (0..words.len()).collect()));
    let is_common = at
        .iter()
        .filter_map(|at| words.get(*at))
        .all(|word| STOP_WORDS.contains(&word.as_str()) || USUAL_WORDS.contains(&word.as_str()));
    Counting { at, is_common }
}

/// The first and the last part of a compound; the last is what the word is a kind of.
pub(super) fn both_ends(word: &str) -> Option<(String, String)> {
    let compound = parts(word);
    let last = compound.iter().filter(|part| word.ends_with(part.as_str()));
    let last = last.max_by_key(|part| part.len())?.clone();
    Some((compound.into_iter().next()?, last))
}

/// The beginning of a compound that ends in a word that says no more than that it is voluntary work.
pub(super) fn said_by_beginning(word: &str) -> Option<String> {
    let (first, last) = both_ends(word)?;
    USUAL_WORDS.contains(&last.as_str()).then_some(first)
}

/// The parts of a compound that stand for it, without one that says no more than that it is voluntary work, or who does
/// it.
pub(super) fn ends(word: &str) -> Vec<String> {
    let Some((first, last)) = both_ends(word) else {
        return Vec::new();
    };
    let mut ends = vec![first, last];
    for general in [USUAL_WORDS, GENERAL_ENDS] {
        if ends.len() > 1 {
            ends.retain(|part| !general.contains(&part.as_str()));
        }
    }
    ends
}

/// A Dutch word that nothing has is not taken for another.
pub(super) fn may_be_misspelt(word: &str) -> bool {
    word.chars().count() >= spelling::SHORTEST && !lexicon::has(word) && parts(word).is_empty()
        || word.chars().count() > 2 * spelling::SHORTEST && !lexicon::has(word)
}
