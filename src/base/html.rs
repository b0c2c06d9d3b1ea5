//! HTML escaping for pages and emails.

/// Escapes text for element content and quoted attribute values. Slashes are not escaped: most values are URLs.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_text_also_between_quotes() {
        assert_eq!(escape("/a?b=\"'<>&"), "/a?b=&quot;&#39;&lt;&gt;&amp;");
    }
}
