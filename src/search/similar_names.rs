//! Names of organisations that differ by little: by the legal form, an article, or a typing error.

use super::letters::distance;
use super::text::normalise;

/// Words that say nothing about which organisation it is.
const EMPTY: [&str; 15] = [
    "stichting",
    "st",
    "sti",
    "vereniging",
    "ver",
    "de",
    "het",
    "een",
    "en",
    "the",
    "of",
    "van",
    "foundation",
    "buurtinitiatief",
    "afdeling",
];

/// Longest name that is compared letter by letter, in characters.
const LONGEST: usize = 80;

fn core(name: &str) -> Vec<char> {
    let plain = normalise(name);
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !EMPTY.contains(word))
        .collect();
    words.concat().chars().take(LONGEST).collect()
}

/// True for names that are the same without legal form and articles, or differ in at most one letter of six, two swapped ones
/// being one.
pub fn similar_names(one: &str, other: &str) -> bool {
    let (one, other) = (core(one), core(other));
    if one.is_empty() || other.is_empty() {
        return false;
    }
    if one == other {
        return true;
    }
    let shortest = one.len().min(other.len());
    let allowed = shortest / 6;
    shortest >= 6 && one.len().abs_diff(other.len()) <= allowed && distance(&one, &other) <= allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_by_little_are_similar_and_others_are_not() {
        for (one, other) in [
            ("Stichting Taalhuis Lindewaard", "Taalhuis Lindewaard"),
            ("Taalhuis Lindewaard", "Taalhuis Lindenwaard"),
            ("Buurttuin de Es", "Buurttuin  De És"),
        ] {
            assert!(similar_names(one, other), "{one}, {other}");
        }
        for (one, other) in [
            ("Voedselbank Oldebroek", "Voedselbank Elburg"),
            ("De Es", "De As"),
            ("Stichting", "Stichting De"),
            ("Scouting Noord", "Scouting Zuid"),
        ] {
            assert!(!similar_names(one, other), "{one}, {other}");
        }
    }
}
