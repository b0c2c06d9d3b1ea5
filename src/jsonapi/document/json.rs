//! JSON serialization of column values, directly into a buffer. Most text needs no escaping: it is scanned in blocks
//! and copied as a whole.

use std::io::Write as _;

use crate::error::{Error, Result};

/// Bytes scanned per block.
const PIECE: usize = 32;

/// Writes a JSON string. Fails if the text is not UTF-8.
pub fn write_text(text: &[u8], buffer: &mut Vec<u8>) -> Result<()> {
    buffer.reserve(text.len() + 2);
    buffer.push(b'"');
    let (mut written, mut looked_at, mut is_ascii) = (0, 0, true);
    let mut take = |piece: &[u8], (is_plain, high): (bool, u8), buffer: &mut Vec<u8>| {
        if !is_plain {
            buffer.extend_from_slice(text.get(written..looked_at).unwrap_or_default());
            for byte in piece {
                write_byte(*byte, buffer);
            }
            written = looked_at + piece.len();
        }
        is_ascii &= high < 0x80;
        looked_at += piece.len();
    };
    // Blocks of a constant length are scanned a third faster.
    let (pieces, rest) = text.as_chunks::<PIECE>();
    for piece in pieces {
        take(piece, look_at(piece), buffer);
    }
    take(rest, look_at(rest), buffer);
    buffer.extend_from_slice(text.get(written..).unwrap_or_default());
    buffer.push(b'"');
    if is_ascii || std::str::from_utf8(text).is_ok() {
        Ok(())
    } else {
        Err(Error::internal("text that is not UTF-8"))
    }
}

/// Writes an integer.
pub fn write_number(number: i64, buffer: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(buffer, &number);
}

/// True if no byte of the block needs escaping, with the bitwise or of its bytes.
#[inline]
fn look_at(piece: &[u8]) -> (bool, u8) {
    piece.iter().fold((true, 0), |(plain, high), byte| {
        (plain & !needs_escape(*byte), high | byte)
    })
}

const fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

fn write_byte(byte: u8, buffer: &mut Vec<u8>) {
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0C => b'f',
        0x00..0x20 => {
            let _ = write!(buffer, "\\u{byte:04x}");
            return;
        }
        _ => {
            buffer.push(byte);
            return;
        }
    };
    buffer.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_written_as_serde_json_writes_it() {
        let every: String = (0..0x300_u32).filter_map(char::from_u32).collect();
        let spread: String = every.chars().flat_map(|each| [each, 'a']).collect();
        let long = "Zorg dat iedereen mee kan doen – óók ’s avonds.".repeat(9);
        for text in [
            &every,
            &spread,
            &long,
            "",
            "\n",
            "😀\"",
            &format!("{long}\n{long}"),
        ] {
            let mut buffer = Vec::new();
            write_text(text.as_bytes(), &mut buffer).unwrap();
            assert_eq!(
                String::from_utf8(buffer).unwrap(),
                serde_json::to_string(text).unwrap()
            );
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert!(write_text(&[0xC3, 0x28], &mut Vec::new()).is_err());
    }
}
