//! A file as rows of text: CSV in the encodings and with the separators that office programs write, XLSX and ODS.

use std::io::Cursor;

use calamine::{Data, Reader, Sheets};

use super::quotes::require_closed;
use crate::error::FieldFault;

/// Decisions 4: bytes, and rows below the header.
pub const LARGEST_FILE: usize = 10 * 1024 * 1024;
pub const MOST_ROWS: usize = 10_000;
/// What a packed file may hold unpacked: a small one that unfolds without end is refused before it does.
const LARGEST_UNPACKED: u64 = 200 * 1024 * 1024;

/// The first row is the header; empty rows are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub headers: Vec<String>,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line or the row in the file, counted from 1.
    pub line: u64,
    /// As many as there are headers.
    pub cells: Vec<String>,
    /// What stands beyond the last header, without empty cells at the end: nobody can tell what it is.
    pub surplus: Vec<String>,
}

impl Row {
    const fn new(line: u64, cells: Vec<String>) -> Self {
        Self {
            line,
            cells,
            surplus: Vec::new(),
        }
    }

    /// Office programs end lines with empty cells; anything else there is kept.
    fn fit(&mut self, width: usize) {
        self.surplus = self.cells.split_off(width.min(self.cells.len()));
        let used = self.surplus.iter().rposition(|cell| !cell.is_empty());
        self.surplus.truncate(used.map_or(0, |last| last + 1));
        self.cells.resize(width, String::new());
    }
}

/// Why a file can't be read at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetFault {
    TooLarge,
    TooManyRows(usize),
    Empty,
    /// Neither text with separators nor a spreadsheet; or a broken one.
    Unreadable,
    /// A quote that is not closed, by the line on which it stands: what follows may be rows or text.
    OpenQuote(u64),
}

impl SheetFault {
    /// The stable word of the rule, for texts in both languages.
    const fn rule(self) -> &'static str {
        match self {
            Self::TooLarge => "file_size",
            Self::TooManyRows(_) => "file_rows",
            Self::Empty => "file_empty",
            Self::Unreadable => "file_unreadable",
            Self::OpenQuote(_) => "file_open_quote",
        }
    }

    /// The rule with what its text names.
    pub fn told(self) -> FieldFault {
        let rule = FieldFault::attribute("file", self.rule());
        match self {
            Self::TooManyRows(_) => rule.with("max", MOST_ROWS),
            Self::OpenQuote(line) => rule.with("line", line),
            Self::TooLarge | Self::Empty | Self::Unreadable => rule,
        }
    }
}

impl Sheet {
    /// Reads a file by what is in it; its name plays no part.
    pub fn read(bytes: &[u8]) -> Result<Self, SheetFault> {
        if bytes.len() > LARGEST_FILE {
            return Err(SheetFault::TooLarge);
        }
        let lines = if bytes.starts_with(b"PK\x03\x04") {
            spreadsheet(bytes)?
        } else {
            text(bytes)?
        };
        Self::of(lines)
    }

    fn of(mut lines: Vec<Row>) -> Result<Self, SheetFault> {
        lines.retain(|row| row.cells.iter().any(|cell| !cell.is_empty()));
        if lines.is_empty() {
            return Err(SheetFault::Empty);
        }
        let headers = lines.remove(0).cells;
        if lines.is_empty() {
            return Err(SheetFault::Empty);
        }
        if lines.len() > MOST_ROWS {
            return Err(SheetFault::TooManyRows(lines.len()));
        }
        for row in &mut lines {
            row.fit(headers.len());
        }
        Ok(Self {
            headers,
            rows: lines,
        })
    }
}

fn text(bytes: &[u8]) -> Result<Vec<Row>, SheetFault> {
    let text = decode(bytes);
    if text.contains('\0') {
        return Err(SheetFault::Unreadable);
    }
    let delimiter = delimiter(&text);
    require_closed(&text, delimiter)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut lines = Lines {
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
    };
    for record in reader.records() {
        let record = record.map_err(|_| SheetFault::Unreadable)?;
        let begins = record.position().map_or(0, csv::Position::byte);
        let line = lines.line_of(usize::try_from(begins).unwrap_or_default());
        rows.push(Row::new(line, record.iter().map(cell).collect()));
        if rows.len() > MOST_ROWS * 2 {
            return Err(SheetFault::TooManyRows(rows.len()));
        }
    }
    Ok(rows)
}

/// Counts lines as an editor does: the reader's own count leaves out empty ones and half of a line's end.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line on which the first text from `begins` on stands. Asked in ascending order.
    fn line_of(&mut self, begins: usize) -> u64 {
        while let Some(byte) = self.bytes.get(self.at) {
            let is_end = matches!(byte, b'\n' | b'\r');
            if self.at >= begins && !is_end {
                break;
            }
            self.line += u64::from(*byte == b'\n');
            self.at += 1;
        }
        self.line
    }
}

/// UTF-8 where it is; the Windows code page of western Europe otherwise.
fn decode(bytes: &[u8]) -> String {
    let (text, _, had_errors) = encoding_rs::UTF_8.decode(bytes);
    if had_errors {
        encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned()
    } else {
        text.into_owned()
    }
}

/// The separator that parts the first line most often. Dutch office programs write semicolons.
fn delimiter(text: &str) -> u8 {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let mut best = (b',', 0);
    for sign in [b';', b',', b'\t'] {
        let count = first.bytes().filter(|byte| *byte == sign).count();
        if count > best.1 {
            best = (sign, count);
        }
    }
    best.0
}

/// Trimmed, on one line; without the apostrophe by which office programs keep a number a text.
fn cell(text: &str) -> String {
    let text = text.trim();
    let text = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['+', '-', '=', '@', '0']) => rest,
        _ => text,
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn spreadsheet(bytes: &[u8]) -> Result<Vec<Row>, SheetFault> {
    let unreadable = |_| SheetFault::Unreadable;
    if unpacked_size(bytes)? > LARGEST_UNPACKED {
        return Err(SheetFault::TooLarge);
    }
    let mut book: Sheets<_> =
        calamine::open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let range = book
        .worksheet_range_at(0)
        .ok_or(SheetFault::Empty)?
        .map_err(unreadable)?;
    let first = range.start().map_or(0, |(row, _)| row);
    let rows = range.rows().zip(u64::from(first) + 1..);
    Ok(rows
        .map(|(cells, line)| Row::new(line, cells.iter().map(written).collect()))
        .collect())
}

fn unpacked_size(bytes: &[u8]) -> Result<u64, SheetFault> {
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| SheetFault::Unreadable)?;
    let mut size = 0_u64;
    for index in 0..archive.len() {
        let entry = archive
            .by_index_raw(index)
            .map_err(|_| SheetFault::Unreadable)?;
        size = size.saturating_add(entry.size());
    }
    Ok(size)
}

/// A cell as a person would read it: whole numbers without a point, days as `2026-11-21`.
fn written(data: &Data) -> String {
    match data {
        Data::DateTime(moment) => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        Data::Float(number) if number.fract() == 0.0 => format!("{number:.0}"),
        Data::Empty | Data::Error(_) => String::new(),
        other => cell(&other.to_string()),
    }
}
