//! Characters that have no place in text: control characters and bidirectional overrides.

pub fn is_control(c: char) -> bool {
    c.is_control() && !is_break(c)
}

/// The embeddings, overrides and isolates of bidirectional text: behind one of these `gpj.exe` reads `exe.jpg`. Marks
/// and joiners stay, which scripts and emoji need.
pub const fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character has no place in any text.
pub fn hides_words(c: char) -> bool {
    is_control(c) || is_direction(c)
}

pub const fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}')
}
