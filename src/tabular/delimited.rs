//! Delimited text, decoded and parsed character by character. A CSV reader would take everything after an unclosed
//! quote for one cell and silently lose its rows, so an unclosed quote is an error.

use encoding_rs::{CoderResult, Encoding, UTF_8, WINDOWS_1252};

use super::sheet::{Builder, LONGEST_CELL, MOST_COLUMNS, SheetFault};

/// Bytes decoded at a time. The delimiter is detected in the first block.
const PIECE: usize = 64 * 1024;
/// Maximum size of a cell before white space is removed, in bytes.
const LONGEST_RAW: usize = LONGEST_CELL * 8;

pub fn read(bytes: &[u8], sheet: &mut Builder) -> Result<(), SheetFault> {
    let (encoding, mut rest) = encoding(bytes);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut piece = String::with_capacity(PIECE);
    let mut scanner: Option<Scanner> = None;
    loop {
        let (result, read, _) = decoder.decode_to_string(rest, &mut piece, true);
        rest = rest.get(read..).unwrap_or_default();
        let scanner = scanner.get_or_insert_with(|| Scanner::new(delimiter(&piece)));
        for c in piece.chars() {
            scanner.take(c, sheet)?;
        }
        piece.clear();
        if result == CoderResult::InputEmpty {
            return scanner.finish(sheet);
        }
    }
}

/// Encoding: by byte order mark; otherwise UTF-8 if valid, else windows-1252.
fn encoding(bytes: &[u8]) -> (&'static Encoding, &[u8]) {
    let (named, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let rest = bytes.get(mark..).unwrap_or_default();
    if named == UTF_8 && std::str::from_utf8(rest).is_err() {
        (WINDOWS_1252, rest)
    } else {
        (named, rest)
    }
}

/// The most frequent delimiter in the first line. Dutch office programs write semicolons.
fn delimiter(text: &str) -> char {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let mut best = (',', 0);
    for delimiter in [';', ',', '\t'] {
        let count = first.matches(delimiter).count();
        if count > best.1 {
            best = (delimiter, count);
        }
    }
    best.0
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    CellBegins,
    InCell,
    InQuotes,
    /// After a quote within quotes: a second one is an escaped quote, anything else follows the closing quote.
    AfterQuote,
    /// White space between closing quote and delimiter.
    Behind,
}

struct Scanner {
    delimiter: char,
    at: At,
    cell: String,
    column: usize,
    line: u64,
    /// The line on which the row begins.
    row_line: u64,
    /// The line of the last opening quote.
    opened: u64,
}

impl Scanner {
    fn new(delimiter: char) -> Self {
        Self {
            delimiter,
            at: At::CellBegins,
            cell: String::new(),
            column: 0,
            line: 1,
            row_line: 1,
            opened: 1,
        }
    }

    fn take(&mut self, c: char, sheet: &mut Builder) -> Result<(), SheetFault> {
        let is_end = matches!(c, '\n' | '\r');
        if self.column == 0 && self.cell.is_empty() && self.at == At::CellBegins {
            self.row_line = self.line;
        }
        self.at = match (self.at, c) {
            (_, '\0') => return Err(SheetFault::Unreadable),
            (At::CellBegins, '"') => {
                self.opened = self.line;
                At::InQuotes
            }
            (At::InQuotes, '"') => At::AfterQuote,
            (At::AfterQuote, '"') | (At::InQuotes, _) => {
                self.push(c)?;
                At::InQuotes
            }
            (_, _) if is_end => {
                self.end_row(sheet)?;
                At::CellBegins
            }
            (_, c) if c == self.delimiter => {
                self.end_cell(sheet)?;
                At::CellBegins
            }
            (At::AfterQuote | At::Behind, ' ' | '\t') => {
                self.push(c)?;
                At::Behind
            }
            // A quote "closed" by the next one some lines further was not closed: text follows where a delimiter
            // should.
            (At::AfterQuote | At::Behind, _) if self.opened < self.line => {
                return Err(SheetFault::OpenQuote(self.opened));
            }
            _ => {
                self.push(c)?;
                At::InCell
            }
        };
        self.line += u64::from(c == '\n');
        Ok(())
    }

    fn push(&mut self, c: char) -> Result<(), SheetFault> {
        self.cell.push(c);
        if self.cell.len() <= LONGEST_RAW {
            Ok(())
        } else if self.opened < self.line && self.at == At::InQuotes {
            Err(SheetFault::OpenQuote(self.opened))
        } else {
            Err(SheetFault::CellTooLong(self.row_line))
        }
    }

    fn end_cell(&mut self, sheet: &mut Builder) -> Result<(), SheetFault> {
        if self.column >= MOST_COLUMNS {
            return Err(SheetFault::TooManyColumns);
        }
        let text = sheet.keep(&self.cell, self.row_line)?;
        sheet.put(self.column, text)?;
        self.cell.clear();
        self.column += 1;
        Ok(())
    }

    fn end_row(&mut self, sheet: &mut Builder) -> Result<(), SheetFault> {
        self.end_cell(sheet)?;
        sheet.end_row(self.row_line, self.column, 1)?;
        self.column = 0;
        Ok(())
    }

    fn finish(&mut self, sheet: &mut Builder) -> Result<(), SheetFault> {
        if self.at == At::InQuotes {
            return Err(SheetFault::OpenQuote(self.opened));
        }
        self.end_row(sheet)
    }
}
