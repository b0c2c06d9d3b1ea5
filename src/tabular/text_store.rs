//! Text store of a sheet: texts are appended to blocks of memory that never move, so that growing copies nothing, and
//! a text shared by many cells is stored once.

use super::sheet::SheetFault;

/// Maximum total size of a sheet's text. Counted in bytes, so that it bounds memory in every alphabet.
pub const MOST_TEXT: usize = 16_000_000;

const PIECE_BITS: u32 = 20;
const PIECE: usize = 1 << PIECE_BITS;
/// Terminator of each text; no text contains it.
const END: char = '\0';

/// Offset of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text(u32);

/// The empty text.
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
    /// Adds a text, which must be shorter than a block.
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
