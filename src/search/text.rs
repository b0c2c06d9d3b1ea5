//! Text analysis for full-text search: folding, stemming and safe query expressions.

use std::cell::RefCell;
use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::dutch::{Forms, parts};

/// Words whose terms are kept for the texts to come, on each thread that writes the index.
const KEPT: usize = 20_000;
/// Letters of the shortest and the longest word that a misspelt one is compared with.
const SHORTEST_KNOWN: usize = 4;
const LONGEST_KNOWN: usize = 32;

/// Removes accents, case and punctuation; words are separated by one space.
pub fn normalise(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    // Fast path: no ASCII character decomposes or composes with a preceding one, and almost all text is ASCII.
    while !rest.is_empty() {
        let ascii = rest.bytes().take_while(u8::is_ascii).count();
        let (plain, others) = rest.split_at(ascii);
        fold(plain.chars().map(|c| c.to_ascii_lowercase()), &mut folded);
        let end = others.find(|c: char| c.is_ascii());
        let (characters, after) = others.split_at(end.unwrap_or(others.len()));
        fold(characters.nfkd().flat_map(char::to_lowercase), &mut folded);
        rest = after;
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The words of rich text or Markdown: without tags, addresses of links and the marks of headings, lists and emphasis.
pub fn without_markup(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', '[', ']', '*', '#', '`']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let (skipped, instead) = markup_at(from);
        plain.push_str(instead);
        rest = from.get(skipped..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Bytes of the markup at the beginning of a text, and what stands in its place.
fn markup_at(text: &str) -> (usize, &'static str) {
    const ENTITIES: [(&str, &str); 6] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "’"),
        ("&nbsp;", " "),
    ];
    if let Some((entity, character)) = ENTITIES.iter().find(|(entity, _)| text.starts_with(entity))
    {
        return (entity.len(), character);
    }
    let is_tag = text
        .strip_prefix('<')
        .is_some_and(|tag| tag.starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()));
    let end = |close: char| text.find(close).map(|at| at + 1);
    match text.chars().next() {
        // Emphasis within a word does not divide it; a paragraph that ends does.
        Some('<') if is_tag => {
            let inline = [
                "<b>", "</b>", "<i>", "</i>", "<strong", "</strong", "<em", "</em", "<a ", "</a",
            ];
            let is_inline = inline.iter().any(|tag| text.starts_with(tag));
            (end('>').unwrap_or(1), if is_inline { "" } else { " " })
        }
        Some('<') => (1, "<"),
        Some('&') => (1, "&"),
        Some(']') if text.starts_with("](") => (end(')').unwrap_or(1), ""),
        _ => (1, ""),
    }
}

fn fold(characters: impl Iterator<Item = char>, folded: &mut String) {
    for character in characters {
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

/// Index terms of a text: for each word its folded form, for prefix search, and the stems that it shares with its other
/// forms.
pub fn index_terms(text: &str) -> String {
    terms_of(text, |terms| &terms.own)
}

/// Further index terms of a text: for each word those of the words that it is made of or comes from.
pub fn index_parts(text: &str) -> String {
    terms_of(text, |terms| &terms.further)
}

/// The distinct folded words of a text that a misspelt word may stand for.
pub fn vocabulary(text: &str) -> Vec<String> {
    let mut words: Vec<String> = normalise(text)
        .split(' ')
        .filter(|word| {
            let letters = word.chars().count();
            (SHORTEST_KNOWN..=LONGEST_KNOWN).contains(&letters)
                && !word.contains(|c: char| c.is_numeric())
        })
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[derive(Default)]
struct Terms {
    own: String,
    further: String,
}

impl Terms {
    fn of(word: &str, inflections: &Forms) -> Self {
        let mut terms = Self::default();
        push(&mut terms.own, word);
        let own = inflections.stems(word);
        for stem in own.iter().filter(|stem| *stem != word) {
            push(&mut terms.own, stem);
        }
        let mut further: Vec<String> = inflections.roots(word);
        for part in parts(word) {
            further.extend(inflections.stems(&part));
            further.extend(inflections.roots(&part));
            further.push(part);
        }
        further.sort_unstable();
        further.dedup();
        for term in further {
            if term != word && !own.contains(&term) {
                push(&mut terms.further, &term);
            }
        }
        terms
    }
}

thread_local! {
    static TERMS: RefCell<HashMap<String, Terms>> = RefCell::default();
}

fn terms_of(text: &str, chosen: impl Fn(&Terms) -> &String) -> String {
    let inflections = Forms::new();
    let folded = normalise(text);
    let mut all = String::with_capacity(folded.len() * 2);
    TERMS.with_borrow_mut(|kept| {
        for word in folded.split(' ').filter(|word| !word.is_empty()) {
            if let Some(terms) = kept.get(word) {
                push(&mut all, chosen(terms));
                continue;
            }
            if kept.len() >= KEPT {
                kept.clear();
            }
            let terms = Terms::of(word, &inflections);
            push(&mut all, chosen(&terms));
            kept.insert(word.to_owned(), terms);
        }
    });
    all
}

fn push(terms: &mut String, term: &str) {
    if !terms.is_empty() && !term.is_empty() {
        terms.push(' ');
    }
    terms.push_str(term);
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn of_rich_text_and_markdown_the_words_are_left() {
        for (markup, words) in [
            (
                "<p>Een <strong>goed</strong>e dag.</p><p>Kom &amp; help</p>",
                "Een goede dag. Kom & help",
            ),
            (
                "## Kop\n\n* **Vet** en [verder](/vacancies/search).",
                "Kop Vet en verder.",
            ),
            ("3 < 5 & 7 > 2", "3 < 5 & 7 > 2"),
            ("<a href=\"https://voorbeeld.nl\">hier", "hier"),
            ("<p", "p"),
            ("[x](", "x("),
            ("", ""),
        ] {
            assert_eq!(without_markup(markup), words, "{markup}");
        }
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
}
