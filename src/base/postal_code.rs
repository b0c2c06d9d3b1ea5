//! Dutch postal codes: four digits of which the first is no nought, and two letters. SA, SD and SS were never given out.
//! `ui/src/lib/locale/postal-code.ts` does the same: both are held against `postal-codes.json` beside it.

/// The one spelling, `1234 AB`, of a whole postal code.
pub fn parse(text: &str) -> Option<String> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (four, letters) = compact.split_at_checked(4)?;
    let (four, letters) = (digits(four)?, letters_of(letters)?);
    Some(format!("{four} {letters}"))
}

/// The four digits of one.
pub fn digits(text: &str) -> Option<&str> {
    let is_fine =
        text.len() == 4 && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    is_fine.then_some(text)
}

/// The postal code at the start of a text, as `1234` or `1234AB`. What follows may be the name of a place.
pub fn at_start(text: &str) -> Option<String> {
    let (four, rest) = text.trim().split_at_checked(4)?;
    let four = digits(four)?;
    if rest.starts_with(|next: char| next.is_ascii_digit()) {
        return None;
    }
    let rest = rest.trim_start();
    let end = rest
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(rest.len());
    let letters = rest.get(..end).and_then(letters_of).unwrap_or_default();
    Some(format!("{four}{letters}"))
}

fn letters_of(text: &str) -> Option<String> {
    let letters = text.to_ascii_uppercase();
    let is_fine = letters.len() == 2
        && letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && !matches!(letters.as_str(), "SA" | "SD" | "SS");
    is_fine.then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postal_code_has_one_spelling_here_and_in_the_app() {
        let codes: Vec<(String, Option<String>)> =
            serde_json::from_str(include_str!("../../ui/src/lib/locale/postal-codes.json"))
                .unwrap();
        for (typed, code) in codes {
            assert_eq!(parse(&typed), code, "{typed:?}");
            // What is searched near is the same code.
            let compact = code.map(|code| code.replace(' ', ""));
            if let Some(compact) = compact {
                assert_eq!(at_start(&typed), Some(compact), "{typed:?}");
            }
        }
    }

    #[test]
    fn a_search_reads_the_code_before_a_name() {
        let read = |text| at_start(text).unwrap_or_default();
        assert_eq!(read("5310 Lindewaard"), "5310");
        assert_eq!(read("5310AB Lindewaard"), "5310AB");
        assert_eq!(read("5310 ab, Lindewaard"), "5310AB");
        assert_eq!(read("5310 SS"), "5310");
        for other in ["0310", "0310 AB", "53105", "531", "Epse"] {
            assert_eq!(at_start(other), None, "{other}");
        }
        assert_eq!(digits("5310"), Some("5310"));
        assert_eq!([digits("0310"), digits("Epse"), digits("53100")], [None; 3]);
    }
}
