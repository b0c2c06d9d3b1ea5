//! Dutch words and what part of a compound each can be; made by `scripts/lexicon.mjs`.

use std::io::Read;
use std::sync::LazyLock;

/// Kinds of a word, as bits.
pub const BEGINNING: u8 = 1;
pub const END: u8 = 2;
pub const VERB: u8 = 4;
const WORD: u8 = 8;
/// Words that can stand in a compound, at either end.
pub const NOUN: u8 = BEGINNING | END;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::unpacked);

/// Sorted lines of a word, a space and its kinds as one hexadecimal digit.
struct Lexicon {
    text: String,
    lines: Vec<u32>,
}

impl Lexicon {
    fn unpacked() -> Self {
        let mut text = String::new();
        let packed: &[u8] = include_bytes!("lexicon.gz");
        let is_read = flate2::read::GzDecoder::new(packed)
            .read_to_string(&mut text)
            .is_ok();
        debug_assert!(is_read, "the lexicon was packed by its script");
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0)
            .chain(ends)
            .filter_map(|at| u32::try_from(at).ok())
            .collect();
        Self { text, lines }
    }

    fn line(&self, number: usize) -> Option<(&str, u8)> {
        let start = usize::try_from(*self.lines.get(number)?).ok()?;
        let line = self.text.get(start..)?.split('\n').next()?;
        let (word, kinds) = line.split_once(' ')?;
        Some((word, u8::from_str_radix(kinds, 16).ok()?))
    }
}

/// The kinds of a folded word; 0 if it is not listed.
pub fn kinds(word: &str) -> u8 {
    let (mut low, mut high) = (0, LEXICON.lines.len());
    while low < high {
        let middle = low.midpoint(high);
        match LEXICON.line(middle) {
            Some((known, kinds)) if known == word => return kinds,
            Some((known, _)) if known < word => low = middle + 1,
            _ => high = middle,
        }
    }
    0
}

/// Whether a folded word is listed as one of these kinds.
pub fn is(word: &str, mask: u8) -> bool {
    kinds(word) & mask != 0
}

/// Whether a folded word is a Dutch one, as far as the list goes.
pub fn has(word: &str) -> bool {
    is(word, WORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_with_their_kinds() {
        assert!(is("fiets", BEGINNING) && is("groep", END) && is("lezen", VERB));
        assert!(has("bus") && !is("bus", NOUN));
        assert!(!has("qzx") && !has("") && !has("zzzzzzzzzz"));
    }
}
