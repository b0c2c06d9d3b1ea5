//! Texts of others without what may be a person's, for the log and for whoever helps.

/// A text without what may be a person's: e-mail addresses, network addresses, numbers as long as a telephone number, and
/// words as long as a token.
pub fn masked(text: &str) -> String {
    const PATTERNS: [(&str, &str); 5] = [
        (
            r"[^\s@<>\x22'(),;:/]+(?:@|%40)[^\s@<>\x22'(),;:/?]+",
            "(e-mail)",
        ),
        (r"\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b", "(address)"),
        (
            r"\b(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F:]{1,39}",
            "(address)",
        ),
        (r"\b[A-Za-z0-9_-]{40,}\b", "(token)"),
        (r"(?:\+|\b)\d[\d\s-]{8,}\d\b", "(number)"),
    ];
    let mut text = text.to_owned();
    for (pattern, mask) in PATTERNS {
        if let Ok(pattern) = regex::Regex::new(pattern) {
            text = pattern.replace_all(&text, mask).into_owned();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn nothing_of_a_person_is_left() {
        for (text, expected) in [
            (
                "550 jan.jansen@example.nl: no such user",
                "550 (e-mail): no such user",
            ),
            ("from <a@b.nl>", "from <(e-mail)>"),
            ("smtp://user%40x:1@host", "smtp://(e-mail):(e-mail)"),
            ("peer 192.168.1.20 left", "peer (address) left"),
            ("peer 2001:db8:0:1::7 left", "peer (address) left"),
            ("called 06-12345678 twice", "called (number) twice"),
            ("called +31 6 1234 5678 twice", "called (number) twice"),
            (
                "/kalender/0123456789abcdefghijklmnopqrstuvwxyzABCDEF.ics",
                "/kalender/(token).ics",
            ),
        ] {
            assert_eq!(masked(text), expected);
        }
        // What is needed stays: counts, sizes, times and paths.
        let kept = r#"{"bytes": 12345678, "at": "/var/lib/voluntr/tenants/roermond/tenant.db"}"#;
        assert_eq!(masked(kept), kept);
        assert_eq!(masked("2026-11-30T05:41:14Z"), "2026-11-30T05:41:14Z");
    }
}
