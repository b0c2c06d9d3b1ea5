//! Names of people where not all of them is shown.

/// The letter of a surname: of `de Vries` the V.
pub fn initial_of(last_name: &str) -> Option<char> {
    last_name
        .chars()
        .find(|letter| letter.is_uppercase())
        .or_else(|| last_name.chars().find(|letter| letter.is_alphabetic()))
        .and_then(|letter| letter.to_uppercase().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surname_is_known_by_its_capital() {
        for (name, letter) in [
            ("Visser", Some('V')),
            ("de Vries", Some('V')),
            ("van 't Hoff", Some('H')),
            ("el amrani", Some('E')),
            ("", None),
        ] {
            assert_eq!(initial_of(name), letter, "{name}");
        }
    }
}
