//! Dutch stemmer: Snowball, with corrections for spelling changes between forms of a word.

use rust_stemmers::{Algorithm, Stemmer};

use super::dutch::infinitive;
use super::dutch::lexicon::{self, BEGINNING, NOUN};

/// Nouns with a plural in -eren, which Snowball takes for words in -er: kinderen, kleinkinderen, liederen.
const EREN: &[&str] = &["kind", "lied", "blad", "lam", "kalf", "rund"];

/// Words that are not the plural or the comparative that they look like: ouderen are no ouders.
const NOUNS: &[(&str, &str)] = &[("oudere", "oudere"), ("ouderen", "oudere")];

pub struct Stems(Stemmer);

impl Stems {
    pub fn new() -> Self {
        Self(Stemmer::create(Algorithm::Dutch))
    }

    /// Stem of a folded word, equal for its forms: boodschap and boodschappen, brief and brieven, huis and huizen.
    pub fn stem(&self, word: &str) -> String {
        if let Some((_, stem)) = NOUNS.iter().find(|(form, _)| *form == word) {
            return (*stem).to_owned();
        }
        let word = singular(word);
        if let Some(kind) = of_eren(word) {
            return kind.to_owned();
        }
        // Fiets, plaats, arts: Snowball takes the s for a plural.
        let is_base = |rest: &str| {
            lexicon::is(word, BEGINNING) || lexicon::is(word, NOUN) && !lexicon::is(rest, NOUN)
        };
        if word.strip_suffix('s').is_some_and(is_base) {
            return respelled(word, word);
        }
        respelled(word, &self.0.stem(word))
    }

    /// Stem of the verb, if the word can be a third-person form: werkt, leest, wandelt.
    pub fn of_third_person(&self, word: &str) -> Option<String> {
        let verb = word.strip_suffix('t')?;
        let last = verb.chars().next_back()?;
        // Another Dutch word: kort, bont.
        if lexicon::has(word) && infinitive(verb).is_none() {
            return None;
        }
        (verb.len() > 3 && !is_vowel(last) && last != 't').then(|| self.stem(verb))
    }
}

/// Strips the plural s after a vowel, which Snowball keeps: maatjes, fotos, babys, subsidies.
fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(singular)
            if singular.len() > 3
                && (singular.ends_with("je")
                    || singular.ends_with(['a', 'i', 'o', 'u', 'y'])
                    || singular.ends_with('e') && lexicon::is(singular, NOUN)) =>
        {
            singular
        }
        _ => word,
    }
}

fn of_eren(word: &str) -> Option<&str> {
    let stem = word.strip_suffix("eren")?;
    EREN.iter().any(|one| stem.ends_with(one)).then_some(stem)
}

/// Normalises the end of a stem: a double consonant becomes single, a final z or v becomes s or f, with the long vowel
/// before it doubled.
fn respelled(word: &str, stem: &str) -> String {
    // Lees, geef, kaas: Snowball shortens them, and lez(en), gev(en) would get another stem.
    if word.len() == stem.len() + 1 && word.ends_with(['s', 'f']) && has_long_vowel(word) {
        return word.to_owned();
    }
    let mut letters: Vec<char> = stem.chars().collect();
    let Some(&last) = letters.last() else {
        return String::new();
    };
    let before = |back: usize| letters.iter().rev().nth(back - 1).copied();
    if matches!(last, 'z' | 'v') && letters.len() > 2 {
        let unvoiced = if last == 'z' { 's' } else { 'f' };
        let (vowel, earlier) = (before(2), before(3));
        letters.pop();
        if let (Some(vowel), Some(earlier)) = (vowel, earlier)
            && matches!(vowel, 'a' | 'e' | 'o' | 'u')
            && !is_vowel(earlier)
        {
            letters.push(vowel);
        }
        letters.push(unvoiced);
    } else if letters.len() > 3 && !is_vowel(last) && before(2) == Some(last) {
        letters.pop();
    }
    letters.into_iter().collect()
}

fn has_long_vowel(word: &str) -> bool {
    let mut letters = word.chars().rev().skip(1);
    matches!((letters.next(), letters.next()), (Some(one), Some(other)) if one == other && is_vowel(one))
}

const fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_stem() {
        let stems = Stems::new();
        for (one, other) in [
            ("boodschap", "boodschappen"),
            ("kind", "kinderen"),
            ("kleinkind", "kleinkinderen"),
            ("huis", "huizen"),
            ("brief", "brieven"),
            ("reis", "reizen"),
            ("neef", "neven"),
            ("lees", "lezen"),
            ("geef", "geven"),
            ("kaas", "kazen"),
            ("man", "mannen"),
            ("koop", "kopen"),
            ("maatje", "maatjes"),
            ("wandel", "wandelen"),
            ("fiets", "fietsen"),
            ("gids", "gidsen"),
            ("arts", "artsen"),
        ] {
            assert_eq!(stems.stem(one), stems.stem(other), "{one}, {other}");
        }
    }

    #[test]
    fn other_words_keep_other_stems() {
        let stems = Stems::new();
        for (one, other) in [
            ("lezen", "lessen"),
            ("plannen", "planten"),
            ("kaas", "kas"),
            ("plaats", "plat"),
            ("dans", "dan"),
            ("ouderen", "ouders"),
        ] {
            assert_ne!(stems.stem(one), stems.stem(other), "{one}, {other}");
        }
    }

    #[test]
    fn a_verb_is_known_by_its_third_person() {
        let stems = Stems::new();
        for (form, verb) in [
            ("werkt", "werken"),
            ("leest", "lezen"),
            ("wandelt", "wandelen"),
            ("kookt", "koken"),
            ("geeft", "geven"),
        ] {
            assert_eq!(
                stems.of_third_person(form),
                Some(stems.stem(verb)),
                "{form}"
            );
        }
        assert_eq!(stems.of_third_person("kat"), None);
        assert_eq!(stems.of_third_person("kort"), None);
    }
}
