//! Quotes in a text with separators. A reader of CSV takes all that follows a quote that nobody closes for one cell, so
//! the rows in it would be gone without a word.

use super::sheet::SheetFault;

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    CellBegins,
    InCell,
    InQuotes,
    /// A second quote here is one of the text; anything else is after the quotes.
    AfterQuote,
    /// Blanks between the quotes and the separator.
    Behind,
}

/// Refuses a text with a quote that is not closed, with the line on which it stands. Closed by the next quote that
/// happens to come some lines further is not closed either: text follows that one where a separator should.
pub fn require_closed(text: &str, delimiter: u8) -> Result<(), SheetFault> {
    let mut at = At::CellBegins;
    let (mut line, mut opened) = (1, 1);
    for byte in text.bytes() {
        let is_end = matches!(byte, b'\n' | b'\r');
        at = match (at, byte) {
            (At::CellBegins, b'"') => {
                opened = line;
                At::InQuotes
            }
            (At::InQuotes, b'"') => At::AfterQuote,
            (At::AfterQuote, b'"') | (At::InQuotes, _) => At::InQuotes,
            (_, byte) if is_end || byte == delimiter => At::CellBegins,
            (At::AfterQuote | At::Behind, b' ' | b'\t') => At::Behind,
            (At::AfterQuote | At::Behind, _) if opened < line => {
                return Err(SheetFault::OpenQuote(opened));
            }
            _ => At::InCell,
        };
        line += u64::from(byte == b'\n');
    }
    match at {
        At::InQuotes => Err(SheetFault::OpenQuote(opened)),
        _ => Ok(()),
    }
}
