//! Text analysis for full-text search: folding, stemming and safe query expressions.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::stem::Stems;
use super::words::{HEADS, STOP_WORDS, SYNONYMS};

/// Maximum number of words in a query, and of characters per word. The rest is ignored.
const WORD_LIMIT: usize = 8;
const LETTER_LIMIT: usize = 40;
/// Minimum length of a prefix term. A shorter word is matched whole: almost every text has words that start with it,
/// and the index has no prefix list for one character.
const SHORTEST_BEGINNING: usize = 2;

/// Removes accents, case and punctuation; words are separated by one space.
pub fn normalise(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    // Fast path: no ASCII character decomposes or composes with a preceding one, and almost all text is ASCII.
    while !rest.is_empty() {
        let ascii = rest.bytes().take_while(u8::is_ascii).count();
        let (plain, others) = rest.split_at(ascii);
        fold(
            plain.chars().map(|sign| sign.to_ascii_lowercase()),
            &mut folded,
        );
        let end = others.find(|sign: char| sign.is_ascii());
        let (signs, after) = others.split_at(end.unwrap_or(others.len()));
        fold(signs.nfkd().flat_map(char::to_lowercase), &mut folded);
        rest = after;
    }
    folded.truncate(folded.trim_end().len());
    folded
}

fn fold(signs: impl Iterator<Item = char>, folded: &mut String) {
    for character in signs {
        match character {
            // The apostrophe joins: foto's is one word.
            '\'' | '’' | '‘' | '`' => {}
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ı' => folded.push('i'),
            mark if is_combining_mark(mark) => {}
            letter if letter.is_alphanumeric() => folded.push(letter),
            _ if folded.ends_with(' ') || folded.is_empty() => {}
            _ => folded.push(' '),
        }
    }
}

/// Index terms of a text. For each word: its folded form, for prefix search; its Dutch stem, also as a verb form; and
/// the known word at the end of a compound.
pub fn index_terms(text: &str) -> String {
    let stems = Stems::new();
    let folded = normalise(text);
    let mut terms = String::with_capacity(folded.len() * 2);
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        push(&mut terms, word);
        let stem = stems.stem(word);
        if stem != word {
            push(&mut terms, &stem);
        }
        if let Some(verb) = stems.of_third_person(word).filter(|verb| *verb != stem) {
            push(&mut terms, &verb);
        }
        if let Some(head) = head(word, &stem) {
            push(&mut terms, &stems.stem(head));
        }
    }
    terms
}

/// FTS5 expression of a user's query; `None` if it contains no word. All words are required, each as its stem, as a
/// prefix (except for a single letter) or as a synonym. The expression is well-formed for any input.
pub fn match_expression(query: &str) -> Option<String> {
    let stems = Stems::new();
    let folded = normalise(query);
    let mut all: Vec<&str> = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        if all.len() < WORD_LIMIT && !all.contains(&word) {
            all.push(word);
        }
    }
    let telling: Vec<&str> = all
        .iter()
        .copied()
        .filter(|word| !STOP_WORDS.contains(word))
        .collect();
    let words = if telling.is_empty() { all } else { telling };

    let mut expression = String::new();
    for word in words {
        let word = word
            .char_indices()
            .nth(LETTER_LIMIT)
            .and_then(|(end, _)| word.get(..end))
            .unwrap_or(word);
        let stem = stems.stem(word);
        if !expression.is_empty() {
            expression.push_str(" AND ");
        }
        let is_beginning = word.chars().nth(SHORTEST_BEGINNING - 1).is_some();
        let sign = if is_beginning { "*" } else { "" };
        let _ = write!(expression, "(\"{word}\"{sign}");
        for other in others(word, &stem) {
            let _ = write!(expression, " OR \"{other}\"");
        }
        expression.push(')');
    }
    (!expression.is_empty()).then_some(expression)
}

/// The stem and the stems of its synonyms.
fn others<'t>(word: &str, stem: &'t str) -> BTreeSet<&'t str> {
    static GROUPS: LazyLock<Vec<Vec<(&str, String)>>> = LazyLock::new(|| {
        let stems = Stems::new();
        let stemmed = |known: &&'static str| (*known, stems.stem(known));
        SYNONYMS
            .iter()
            .map(|group| group.iter().map(stemmed).collect())
            .collect()
    });
    let mut others: BTreeSet<&str> = GROUPS
        .iter()
        .filter(|group| {
            group
                .iter()
                .any(|(known, of_known)| *known == word || of_known == stem)
        })
        .flat_map(|group| group.iter().map(|(_, stem)| stem.as_str()))
        .collect();
    others.insert(stem);
    others
}

/// Longest known word at the end of a compound.
fn head(word: &str, stem: &str) -> Option<&'static str> {
    HEADS
        .iter()
        .copied()
        .filter(|head| {
            [word, stem]
                .iter()
                .any(|whole| whole.len() > head.len() + 2 && whole.ends_with(head))
                || word.strip_suffix('s').is_some_and(|singular| {
                    singular.len() > head.len() + 2 && singular.ends_with(head)
                })
        })
        .max_by_key(|head| head.len())
}

fn push(terms: &mut String, term: &str) {
    if !terms.is_empty() {
        terms.push(' ');
    }
    terms.push_str(term);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;

    use super::*;

    fn index(texts: &[&str]) -> Connection {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch("create virtual table found using fts5(terms, tokenize = 'unicode61')")
            .unwrap();
        for text in texts {
            db.execute("insert into found (terms) values (?1)", [index_terms(text)])
                .unwrap();
        }
        db
    }

    fn finds(text: &str, query: &str) -> bool {
        let db = index(&[text]);
        let expression = match_expression(query).unwrap();
        db.query_row(
            "select count(*) from found where found match ?1",
            [expression],
            |row| row.get::<_, i64>(0),
        )
        .unwrap()
            == 1
    }

    #[test]
    fn text_is_folded() {
        assert_eq!(normalise("  Eén-op-één HULP!  "), "een op een hulp");
        assert_eq!(
            normalise("Foto's uit 's-Hertogenbosch"),
            "fotos uit s hertogenbosch"
        );
        assert_eq!(
            normalise("Ĳsselmeer, Café, Straße, ﬁets"),
            "ijsselmeer cafe strasse fiets"
        );
        assert_eq!(normalise("?!  …"), "");
    }

    #[test]
    fn a_word_is_found_in_its_other_forms() {
        assert!(finds("Vrijwilligers gezocht", "vrijwilliger"));
        assert!(finds("Wandelen met ouderen", "wandeling ouder") || finds("Wandelen", "wandel"));
        assert!(finds("Voorlezen aan kleuters", "kleuter"));
        assert!(finds("Café De Linde", "cafe linde"));
        assert!(finds("Boodschappen doen met kinderen", "boodschap kind"));
        assert!(finds(
            "Iemand die werkt, leest en wandelt",
            "werken lezen wandelen"
        ));
        assert!(finds("Van huis tot huis", "huizen"));
        assert!(!finds("Lessen in het park", "lezen"));
        assert!(!finds("Voorlezen aan kleuters", "chauffeur"));
    }

    #[test]
    fn the_beginning_of_a_word_is_enough() {
        assert!(finds("Bibliotheek Lindewaard", "biblio linde"));
        assert!(!finds("Bibliotheek Lindewaard", "theek"));
    }

    #[test]
    fn a_single_letter_is_a_whole_word() {
        assert!(finds("Rijbewijs B nodig", "b"));
        assert!(!finds("Bezoek aan huis", "b"));
        assert!(finds("Bezoek aan huis", "be"));
    }

    #[test]
    fn a_question_has_few_words_and_each_once() {
        let words = |query: &str| match_expression(query).unwrap().matches(" AND ").count() + 1;
        assert_eq!(words(&"du he va ee ".repeat(100)), 4);
        let many: Vec<String> = ('a'..='z').map(|letter| format!("k{letter}")).collect();
        assert_eq!(words(&many.join(" ")), WORD_LIMIT);
    }

    #[test]
    fn folding_in_pieces_is_folding_the_whole() {
        let whole = |text: &str| {
            let mut folded = String::new();
            fold(text.nfkd().flat_map(char::to_lowercase), &mut folded);
            folded.truncate(folded.trim_end().len());
            folded
        };
        for text in [
            "e\u{301}a\u{308}\u{301}b",
            "ÉÉN-op-één ½ Ⅳ İ ẞ",
            "한국어 e\u{323}\u{302}",
            "ﬁ-ﬂ’s",
        ] {
            assert_eq!(normalise(text), whole(text), "{text}");
        }
    }

    #[test]
    fn words_that_mean_the_same_find_each_other() {
        assert!(finds("Word een buddy", "maatje"));
        assert!(finds("Hulp bij kinderopvang", "oppas"));
        assert!(finds("Taalmaatje: oefen samen Nederlands", "maatje"));
        assert!(finds("Taalmaatjes gezocht", "buddy"));
    }

    #[test]
    fn common_words_do_not_count_unless_they_are_all_there_is() {
        assert!(finds("Koken voor buren", "ik wil koken met de buren"));
        assert_eq!(match_expression("de"), Some("(\"de\"* OR \"de\")".into()));
        assert_eq!(match_expression(" \" * ( "), None);
        assert_eq!(match_expression(""), None);
    }

    proptest! {
        #[test]
        fn nothing_a_person_types_is_a_syntax_error(
            query in prop_oneof![
                any::<String>(),
                "[a-zA-Z\"'*():^+ -]{0,40}",
                "(AND|OR|NOT|NEAR| |\"|\\*|terms:|a){0,12}",
            ],
        ) {
            let db = index(&["Taalmaatje in de buurt"]);
            if let Some(expression) = match_expression(&query) {
                let found = db.query_row(
                    "select count(*) from found where found match ?1",
                    [&expression],
                    |row| row.get::<_, i64>(0),
                );
                prop_assert!(found.is_ok(), "{expression}: {found:?}");
            }
        }

        #[test]
        fn what_is_indexed_is_found_by_its_own_words(text in "[a-z]{2,15}( [a-z]{2,15}){0,5}") {
            prop_assert!(finds(&text, &text));
        }
    }
}
