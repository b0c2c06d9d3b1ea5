//! The legal texts that a new centre begins with, in both languages. `{{centre}}` and `{{contact}}` are filled in where
//! they are shown.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// Kind, Dutch, English.
const TEXTS: [(&str, &str, &str); 3] = [
    (
        "privacy",
        include_str!("first_texts/privacy.nl.md"),
        include_str!("first_texts/privacy.en.md"),
    ),
    (
        "terms",
        include_str!("first_texts/terms.nl.md"),
        include_str!("first_texts/terms.en.md"),
    ),
    (
        "accessibility",
        include_str!("first_texts/accessibility.nl.md"),
        include_str!("first_texts/accessibility.en.md"),
    ),
];

/// Registers `legal_text(kind, language)` on a connection, for migrations and new centres; NULL for an unknown kind.
pub fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("legal_text", 2, flags, |arguments| {
        let [kind, language]: [String; 2] = [arguments.get(0)?, arguments.get(1)?];
        Ok(TEXTS
            .iter()
            .find(|(known, ..)| *known == kind)
            .map(|(_, dutch, english)| if language == "en" { *english } else { *dutch }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_the_same_headings_in_both_languages_and_knows_its_values() {
        for (kind, dutch, english) in TEXTS {
            let headings = |text: &str| text.lines().filter(|line| line.starts_with("## ")).count();
            assert_eq!(headings(dutch), headings(english), "{kind}");
            for text in [dutch, english] {
                let rest = text.replace("{{centre}}", "").replace("{{contact}}", "");
                assert!(!rest.contains("{{"), "{kind}");
            }
        }
    }
}
