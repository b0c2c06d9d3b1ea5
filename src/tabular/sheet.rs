//! Tabular file as rows of text: CSV in the encodings and with the delimiters of office programs, XLSX and ODS. All
//! limits are enforced while reading, so that memory is bounded.

use super::{delimited, formula, ods, xlsx};
use crate::base::characters::hides_words;
use crate::error::FieldFault;
use crate::tabular::text_store::{EMPTY, MOST_TEXT, Text, Texts};
use crate::tabular::zip_package;
use crate::tabular::zip_package::Package;

/// Bytes, and rows below the header (docs/domain/limits.md#uploads).
pub const LARGEST_FILE: usize = 10 * 1024 * 1024;
pub const MOST_ROWS: usize = 10_000;
pub const MOST_COLUMNS: usize = 200;
/// Maximum number of cells in a sheet.
pub const MOST_CELLS: usize = (MOST_ROWS + 1) * MOST_COLUMNS;
/// Maximum length of a cell in office programs, in characters.
pub const LONGEST_CELL: usize = 32_767;
/// Maximum length of a header in characters; longer ones are truncated.
const LONGEST_HEADER: usize = 255;

/// The first row is the header; empty rows are skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub headers: Vec<String>,
    texts: Texts,
    /// The cells of all rows, without trailing empty ones.
    cells: Vec<Text>,
    lines: Vec<Line>,
    /// The column of the first header: a table may begin further to the right.
    first_column: usize,
}

/// Index of a row's first cell. The row ends where the next one begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    number: u64,
    begin: usize,
}

/// One row below the header.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    sheet: &'a Sheet,
    /// The line or row number in the file, counted from 1.
    pub line: u64,
    cells: &'a [Text],
}

impl<'a> Row<'a> {
    /// The cell under the header with this index.
    pub fn cell(self, index: usize) -> &'a str {
        let text = self.cells.get(index).copied().unwrap_or(EMPTY);
        self.sheet.texts.get(text)
    }

    /// As many cells as there are headers.
    pub fn cells(self) -> impl Iterator<Item = &'a str> {
        (0..self.sheet.headers.len()).map(move |index| self.cell(index))
    }

    /// Cells beyond the last header, whose meaning is unknown, without trailing empty ones.
    pub fn surplus(self) -> impl Iterator<Item = &'a str> {
        (self.sheet.headers.len()..self.cells.len()).map(move |index| self.cell(index))
    }
}

/// Error that makes a file unreadable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetFault {
    TooLarge,
    TooManyRows,
    TooManyColumns,
    /// In all cells, or in the unpacked file.
    TooMuchText,
    /// A cell, with its line number.
    CellTooLong(u64),
    Empty,
    /// Neither delimited text nor a spreadsheet, or corrupt.
    Unreadable,
    /// An unclosed quote, with its line number: what follows may be rows or text.
    OpenQuote(u64),
}

impl SheetFault {
    /// The rule's stable identifier, for localized texts.
    const fn rule(self) -> &'static str {
        match self {
            Self::TooLarge => "file_size",
            Self::TooManyRows => "file_rows",
            Self::TooManyColumns => "file_columns",
            Self::TooMuchText => "file_text",
            Self::CellTooLong(_) => "file_cell",
            Self::Empty => "file_empty",
            Self::Unreadable => "file_unreadable",
            Self::OpenQuote(_) => "file_open_quote",
        }
    }

    /// The rule as a field error, with the values its text names.
    pub fn told(self) -> FieldFault {
        let rule = FieldFault::attribute("file", self.rule());
        match self {
            Self::TooManyRows => rule.with("max", MOST_ROWS),
            Self::TooManyColumns => rule.with("max", MOST_COLUMNS),
            Self::CellTooLong(line) => rule.with("max", LONGEST_CELL).with("line", line),
            Self::OpenQuote(line) => rule.with("line", line),
            Self::TooLarge | Self::TooMuchText | Self::Empty | Self::Unreadable => rule,
        }
    }
}

impl Sheet {
    /// Reads a file by its content; its name is ignored.
    pub fn read(bytes: &[u8]) -> Result<Self, SheetFault> {
        if bytes.len() > LARGEST_FILE {
            return Err(SheetFault::TooLarge);
        }
        let mut sheet = Builder::default();
        if !bytes.starts_with(zip_package::SIGNATURE) {
            delimited::read(bytes, &mut sheet)?;
            return sheet.finish();
        }
        let package = Package::open(bytes)?;
        if package.holds(ods::CONTENT) {
            ods::read(&package, &mut sheet)?;
        } else {
            xlsx::read(&package, &mut sheet)?;
        }
        sheet.finish_drawn()
    }

    /// Number of rows below the header.
    pub fn count(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// The rows below the header.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (1..self.lines.len()).filter_map(|index| self.row(index))
    }

    fn row(&self, index: usize) -> Option<Row<'_>> {
        let Line { number, begin } = *self.lines.get(index)?;
        let next = self.lines.get(index + 1);
        let cells = self
            .cells
            .get(begin..next.map_or(self.cells.len(), |next| next.begin))?;
        Some(Row {
            sheet: self,
            line: number,
            cells: cells.get(self.first_column..).unwrap_or_default(),
        })
    }
}

/// Builds a sheet while enforcing its limits.
#[derive(Default)]
pub struct Builder {
    texts: Texts,
    cells: Vec<Text>,
    lines: Vec<Line>,
    /// The row being read.
    row: Vec<Text>,
    /// Number of header cells, including trailing empty ones.
    header_width: usize,
    /// Total length of the texts of all cells.
    length: usize,
}

impl Builder {
    /// Stores a normalized text for use in any number of cells. `line` is its line number.
    pub fn keep(&mut self, text: &str, line: u64) -> Result<Text, SheetFault> {
        let text = formula::read_back(text);
        if text.chars().nth(LONGEST_CELL).is_some() {
            return Err(SheetFault::CellTooLong(line));
        }
        if text.contains('\0') {
            return Err(SheetFault::Unreadable);
        }
        self.texts.add(&text)
    }

    /// Sets a cell of the current row, by column counted from 0. An empty text is ignored.
    pub fn put(&mut self, column: usize, text: Text) -> Result<(), SheetFault> {
        if text == EMPTY {
            return Ok(());
        }
        if column >= MOST_COLUMNS {
            return Err(SheetFault::TooManyColumns);
        }
        if self.row.len() <= column {
            self.row.resize(column + 1, EMPTY);
        }
        if let Some(cell) = self.row.get_mut(column) {
            *cell = text;
        }
        Ok(())
    }

    /// Ends the current row of `width` cells, repeated `times` times; a row without text is skipped.
    pub fn end_row(&mut self, line: u64, width: usize, times: u64) -> Result<(), SheetFault> {
        if self.row.is_empty() {
            return Ok(());
        }
        let length: usize = self
            .row
            .iter()
            .map(|text| self.texts.get(*text).len())
            .sum();
        for number in (line..).zip(0..times).map(|(number, _)| number) {
            if self.lines.len() > MOST_ROWS {
                return Err(SheetFault::TooManyRows);
            }
            self.length += length;
            if self.length > MOST_TEXT {
                return Err(SheetFault::TooMuchText);
            }
            if self.lines.is_empty() {
                self.header_width = width.max(self.row.len());
            }
            let begin = self.cells.len();
            self.lines.push(Line { number, begin });
            self.cells.extend_from_slice(&self.row);
        }
        self.row.clear();
        Ok(())
    }

    fn finish(self) -> Result<Sheet, SheetFault> {
        if self.lines.len() < 2 {
            return Err(SheetFault::Empty);
        }
        let mut sheet = Sheet {
            headers: Vec::new(),
            texts: self.texts,
            cells: self.cells,
            lines: self.lines,
            first_column: 0,
        };
        sheet.head(self.header_width);
        Ok(sheet)
    }

    /// Like `finish`, for a spreadsheet, in which a table may begin anywhere and is as wide as its widest row.
    fn finish_drawn(self) -> Result<Sheet, SheetFault> {
        let mut sheet = self.finish()?;
        let widths = (0..sheet.lines.len()).filter_map(|index| Some(sheet.row(index)?.cells.len()));
        let width = widths.max().unwrap_or_default();
        let first_used = |row: Row| row.cells.iter().position(|text| *text != EMPTY);
        let begins = (0..sheet.lines.len()).filter_map(|index| first_used(sheet.row(index)?));
        let first_column = begins.min().unwrap_or_default();
        sheet.first_column = first_column;
        sheet.head(width - first_column.min(width));
        Ok(sheet)
    }
}

impl Sheet {
    fn head(&mut self, width: usize) {
        let Some(row) = self.row(0) else { return };
        let headers = (0..width).map(|index| row.cell(index));
        self.headers = headers
            .map(|header| shown(header, LONGEST_HEADER).collect())
            .collect();
    }
}

/// The beginning of a text, safe to display whatever the file contains.
pub fn shown(text: &str, most: usize) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !hides_words(*c)).take(most)
}
