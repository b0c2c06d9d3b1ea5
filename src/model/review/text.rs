//! What a reviewer looks for in a text, whatever it is a text of: addresses and numbers, hard words, amounts of money.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::model::field_rules::words_of;

/// The text of rich text, a line for each paragraph and item.
pub fn paragraphs_of(html: &str) -> String {
    let mut lines = html.to_owned();
    for end in [
        "</p>", "</li>", "</h2>", "</h3>", "</h4>", "<br>", "<br/>", "<br />",
    ] {
        lines = lines.replace(end, &format!("{end}\n"));
    }
    words_of(&lines)
}

/// The sentences and lines of a text, as they stand in it. A dot within an address or a number ends none.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut characters = line.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let is_end = matches!(c, '.' | '!' | '?')
                && characters
                    .peek()
                    .is_none_or(|(_, next)| next.is_whitespace());
            if is_end {
                let end = at + c.len_utf8();
                found.extend(line.get(start..end));
                start = end;
            }
        }
        found.extend(line.get(start..));
    }
    found
        .into_iter()
        .map(str::trim)
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// The words that begin a word of the lower-case text.
pub fn found_in(text: &str, words: &[&str]) -> Vec<String> {
    let starts = |at: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
    };
    // A short word is looked for whole: "mbo" is not part of "mboek".
    let ends = |word: &str, at: usize| {
        let after = text
            .get(at + word.len()..)
            .and_then(|rest| rest.chars().next());
        word.len() > 4 || after.is_none_or(|c| !c.is_alphanumeric())
    };
    words
        .iter()
        .filter(|word| {
            text.match_indices(**word)
                .any(|(at, _)| starts(at) && ends(word, at))
        })
        .map(|word| (*word).to_owned())
        .collect()
}

/// Addresses and numbers by which an organisation is reached beside the form: what is said there, nobody sees.
pub fn contact_details(text: &str) -> Vec<String> {
    let is_number = |part: &str| {
        let digits = part.chars().filter(char::is_ascii_digit).count();
        digits >= 10 && (part.starts_with('0') || part.starts_with('+'))
    };
    let mut found: Vec<String> = text
        .split_whitespace()
        .map(|part| {
            part.trim_matches(|c: char| matches!(c, '.' | ',' | '(' | ')' | ':' | ';' | '!' | '?'))
        })
        .filter(|part| {
            let is_mail = part
                .split_once('@')
                .is_some_and(|(_, host)| host.contains('.'));
            let lower = part.to_lowercase();
            let is_site = lower.starts_with("http") || lower.starts_with("www.");
            is_mail || is_site || is_number(&part.replace(['-', ' '], ""))
        })
        .map(str::to_owned)
        .collect();
    found.dedup();
    found.truncate(5);
    found
}

/// Hard words of the text, each with the plain one.
pub fn hard_words(text: &str) -> Vec<String> {
    static WORDS: OnceLock<BTreeMap<String, BTreeMap<String, String>>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let list = include_str!("../../../ui/src/features/vacancies/form/quality/plain-words.json");
        serde_json::from_str(list).unwrap_or_default()
    });
    let padded = format!(
        " {} ",
        text.split(|c: char| !c.is_alphanumeric() && c != '-')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    );
    words
        .get("nl")
        .into_iter()
        .flatten()
        .filter(|(hard, _)| padded.contains(&format!(" {hard} ")))
        .map(|(hard, plain)| format!("{hard} → {plain}"))
        .take(12)
        .collect()
}

/// A sentence with one of these says that nothing is paid, or that the reader is paid.
const FREE: &[&str] = &[
    "gratis",
    "kosteloos",
    "kost niets",
    "kost je niets",
    "geen kosten",
    "vergoed",
    "krijg",
    "opbrengst",
    "ophalen",
    "opgehaald",
    "subsidie",
    "free",
    "no cost",
    "costs nothing",
    "refund",
    "raise",
    "grant",
];

/// Amounts of money that somebody seems to pay: "3 euro", "€ 2,50". Not those of a sentence that says otherwise.
pub fn prices(text: &str) -> Vec<String> {
    let mut found: Vec<String> = sentences(text)
        .into_iter()
        .map(str::to_lowercase)
        .filter(|sentence| found_in(sentence, FREE).is_empty())
        .flat_map(|sentence| amounts(&sentence))
        .collect();
    found.dedup();
    found.truncate(5);
    found
}

fn amounts(sentence: &str) -> Vec<String> {
    let spaced = sentence.replace('€', " € ");
    let words: Vec<&str> = spaced
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '€'))
        .filter(|word| !word.is_empty())
        .collect();
    let is_euro = |word: Option<&&str>| {
        word.is_some_and(|word| matches!(*word, "€" | "euro" | "euro's" | "euros" | "eur"))
    };
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let is_price = is_euro(before) || is_euro(words.get(at + 1));
        let has_digit = word.chars().any(|c| matches!(c, '1'..='9'));
        let is_number = word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '-'));
        if is_price && has_digit && is_number {
            found.push(format!("€ {word}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_numbers_are_found_and_hours_are_not() {
        assert_eq!(
            contact_details("bel 06-12345678 of mail jan@example.nl, van 10.00 tot 12.00 uur"),
            ["06-12345678", "jan@example.nl"]
        );
    }

    #[test]
    fn hard_words_come_with_plain_ones() {
        assert_eq!(
            hard_words("je faciliteert een gesprek."),
            ["faciliteert → leidt"]
        );
    }

    #[test]
    fn prices_are_found_and_what_is_free_or_given_is_not() {
        for (text, found) in [
            (
                "De soep kost 3 euro. Neem €2,50 mee.",
                vec!["€ 3", "€ 2,50"],
            ),
            ("Entree: € 5,- per persoon", vec!["€ 5"]),
            ("Admission is 4 euros.", vec!["€ 4"]),
            ("Kom tussen 10 en 12 uur, met 3 vrienden.", vec![]),
            ("Het is gratis, ook al kost het ons 5 euro.", vec![]),
            ("Je krijgt 5 euro reiskosten vergoed.", vec![]),
            ("De kosten zijn € 0,00.", vec![]),
            ("We lezen over de euro in 2002.", vec![]),
        ] {
            assert_eq!(prices(text), found, "{text}");
        }
    }
}
