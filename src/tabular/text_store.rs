//! The texts of a sheet, one behind the other in pieces of memory that never move: growing takes no second copy, and a
//! text that stands in many cells is there once.

use super::sheet::SheetFault;

/// How much text a sheet may hold. Counted in bytes, so that it bounds memory in every alphabet.
pub const MOST_TEXT: usize = 16_000_000;

const PIECE_BITS: u32 = 20;
const PIECE: usize = 1 << PIECE_BITS;
/// Stands behind each text; none holds it.
const END: char = '\0';

/// Where a text begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text(u32);

/// The text without a sign.
pub const EMPTY: Text = Text(0);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    pieces: Vec<String>,
    length: usize,
}

impl Default for Texts {
    fn default() -> Self {
        Self {
            pieces: vec![END.to_string()],
            length: 0,
        }
    }
}

impl Texts {
    /// A text of less than a piece.
    pub fn add(&mut self, text: &str) -> Result<Text, SheetFault> {
        if text.is_empty() {
            return Ok(EMPTY);
        }
        self.length += text.len();
        if self.length > MOST_TEXT || text.len() >= PIECE || text.contains(END) {
            return Err(SheetFault::TooMuchText);
        }
        let is_full = |piece: &String| piece.len() + text.len() + END.len_utf8() > PIECE;
        if self.pieces.last().is_none_or(is_full) {
            self.pieces.push(String::with_capacity(PIECE));
        }
        let index = self.pieces.len() - 1;
        let piece = self.pieces.last_mut().ok_or(SheetFault::TooMuchText)?;
        let address = index << PIECE_BITS | piece.len();
        piece.push_str(text);
        piece.push(END);
        u32::try_from(address)
            .map(Text)
            .map_err(|_| SheetFault::TooMuchText)
    }

    pub fn get(&self, text: Text) -> &str {
        let address = usize::try_from(text.0).unwrap_or_default();
        self.pieces
            .get(address >> PIECE_BITS)
            .and_then(|piece| piece.get(address & (PIECE - 1)..))
            .and_then(|rest| rest.split(END).next())
            .unwrap_or_default()
    }
}
