//! Excel workbook reader: the first sheet, row by row.

use super::sheet::{Builder, LONGEST_CELL, MOST_CELLS, MOST_COLUMNS, SheetFault};
use super::xml::{Element, Piece, Xml};
use crate::tabular::text_store::{EMPTY, Text};
use crate::tabular::zip_package::Package;

/// Excel's own limits.
const LAST_ROW: u64 = 1_048_576;
const MOST_STYLES: usize = 65_536;
/// Maximum number of parts; a workbook with a table of people has fewer.
const MOST_RELATIONS: usize = 1_000;
/// Maximum bytes collected per cell.
const LONGEST_RAW: usize = LONGEST_CELL * 8;

pub fn read(package: &Package, sheet: &mut Builder) -> Result<(), SheetFault> {
    let roots = relations(package, "_rels/.rels", "")?;
    let root = roots.into_iter().find(|one| one.is("officeDocument"));
    let workbook = root.map_or_else(|| "xl/workbook.xml".to_owned(), |root| root.target);
    let (folder, name) = workbook.rsplit_once('/').unwrap_or(("", &workbook));
    let (first_sheet, is_1904) = outline(package, &workbook)?;
    let parts = relations(package, &format!("{folder}/_rels/{name}.rels"), folder)?;
    let part = |word| parts.iter().find(|part| part.is(word));
    let dates = match part("styles") {
        Some(styles) => date_styles(package, &styles.target)?,
        None => Vec::new(),
    };
    let shared = match part("sharedStrings") {
        Some(shared) => shared_texts(package, &shared.target, sheet)?,
        None => Vec::new(),
    };
    let first = parts.iter().find(|part| part.id == first_sheet);
    let first = first.ok_or(SheetFault::Unreadable)?;
    let entry = package.entry(&first.target)?;
    Reading {
        xml: Xml::new(entry),
        sheet,
        shared: &shared,
        dates: &dates,
        is_1904,
    }
    .run()
}

/// A relationship to another part of the package.
struct Relation {
    id: String,
    kind: String,
    target: String,
}

impl Relation {
    fn is(&self, word: &str) -> bool {
        self.kind.rsplit('/').next() == Some(word)
    }
}

fn relations(package: &Package, path: &str, folder: &str) -> Result<Vec<Relation>, SheetFault> {
    let mut found = Vec::new();
    if !package.holds(path) {
        return Ok(found);
    }
    let mut xml = Xml::new(package.entry(path)?);
    loop {
        match xml.next()? {
            Piece::Begin(element) if element.is("Relationship") => {
                let target = element.attribute("Target").unwrap_or_default();
                let target = match target.strip_prefix('/') {
                    Some(absolute) => absolute.to_owned(),
                    None if folder.is_empty() => target,
                    None => format!("{folder}/{target}"),
                };
                found.push(Relation {
                    id: element.attribute("Id").unwrap_or_default(),
                    kind: element.attribute("Type").unwrap_or_default(),
                    target,
                });
                if found.len() > MOST_RELATIONS {
                    return Err(SheetFault::Unreadable);
                }
            }
            Piece::Over => return Ok(found),
            _ => {}
        }
    }
}

/// The relationship id of the first sheet, and whether the 1904 date system is used.
fn outline(package: &Package, path: &str) -> Result<(String, bool), SheetFault> {
    let mut xml = Xml::new(package.entry(path)?);
    let mut is_1904 = false;
    loop {
        match xml.next()? {
            Piece::Begin(element) if element.is("workbookPr") => {
                let told = element.attribute("date1904");
                is_1904 = matches!(told.as_deref(), Some("1" | "true"));
            }
            Piece::Begin(element) if element.is("sheet") => {
                return Ok((element.attribute("id").unwrap_or_default(), is_1904));
            }
            Piece::Over => return Err(SheetFault::Empty),
            _ => {}
        }
    }
}

/// For each style, whether it formats a number as a date.
fn date_styles(package: &Package, path: &str) -> Result<Vec<bool>, SheetFault> {
    let mut xml = Xml::new(package.entry(path)?);
    let (mut own_formats, mut styles, mut is_inside) = (Vec::new(), Vec::new(), false);
    loop {
        match xml.next()? {
            Piece::Begin(element) if element.is("numFmt") => {
                let code = element.attribute("formatCode").unwrap_or_default();
                if let (true, Some(id)) = (is_date_format(&code), element.number("numFmtId")) {
                    own_formats.push(id);
                }
            }
            Piece::Begin(element) if element.is("cellXfs") => {
                // Sorted for lookups per style.
                own_formats.sort_unstable();
                is_inside = true;
            }
            Piece::Begin(element) if is_inside && element.is("xf") => {
                let id = element.number("numFmtId").unwrap_or_default();
                let is_date = matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58);
                styles.push(is_date || own_formats.binary_search(&id).is_ok());
            }
            Piece::End(name) if name == b"cellXfs" => return Ok(styles),
            Piece::Over => return Ok(styles),
            _ => {}
        }
        if own_formats.len().max(styles.len()) > MOST_STYLES {
            return Err(SheetFault::Unreadable);
        }
    }
}

/// True if a format such as `dd-mm-yyyy` or `[h]:mm` shows a date or time. Only its first section counts.
fn is_date_format(code: &str) -> bool {
    let mut characters = code.chars();
    while let Some(c) = characters.next() {
        match c.to_ascii_lowercase() {
            // The next character is literal.
            '\\' | '_' | '*' => drop(characters.next()),
            '"' => drop(characters.by_ref().find(|c| *c == '"')),
            '[' => {
                let inside: String = characters.by_ref().take_while(|c| *c != ']').collect();
                let is_time = |c: char| "hmsHMS".contains(c);
                if !inside.is_empty() && inside.chars().all(is_time) {
                    return true;
                }
            }
            'd' | 'm' | 'y' | 'h' | 's' => return true,
            ';' => return false,
            _ => {}
        }
    }
    false
}

/// The shared strings, which cells reference by index.
fn shared_texts(
    package: &Package,
    path: &str,
    sheet: &mut Builder,
) -> Result<Vec<Text>, SheetFault> {
    let mut xml = Xml::new(package.entry(path)?);
    let (mut shared, mut words) = (Vec::new(), Words::default());
    loop {
        match xml.next()? {
            Piece::Begin(element) if element.is("si") => words.clear(),
            Piece::Begin(element) => words.begin(&element),
            Piece::Text(text) => words.take(&text, 0).map_err(of_no_line)?,
            Piece::End(name) if name == b"si" => {
                if shared.len() == MOST_CELLS {
                    return Err(SheetFault::TooMuchText);
                }
                shared.push(sheet.keep(&words.text(), 0).map_err(of_no_line)?);
            }
            Piece::End(name) => words.end(&name),
            Piece::Over => return Ok(shared),
        }
    }
}

/// Removes the line number: a shared string has none before a cell references it.
fn of_no_line(fault: SheetFault) -> SheetFault {
    match fault {
        SheetFault::CellTooLong(_) => SheetFault::TooMuchText,
        fault => fault,
    }
}

/// Text of a cell, possibly in runs of different fonts; phonetic text is excluded.
#[derive(Default)]
struct Words {
    text: String,
    is_taking: bool,
    is_phonetic: bool,
}

impl Words {
    fn clear(&mut self) {
        self.text.clear();
        self.is_taking = false;
        self.is_phonetic = false;
    }

    fn begin(&mut self, element: &Element) {
        self.is_phonetic |= element.is("rPh");
        self.is_taking = matches!(element.name(), b"t" | b"v") && !self.is_phonetic;
    }

    fn end(&mut self, name: &[u8]) {
        self.is_taking = false;
        self.is_phonetic &= name != b"rPh";
    }

    fn take(&mut self, text: &str, line: u64) -> Result<(), SheetFault> {
        if !self.is_taking {
            return Ok(());
        }
        if self.text.len() + text.len() > LONGEST_RAW {
            return Err(SheetFault::CellTooLong(line));
        }
        self.text.push_str(text);
        Ok(())
    }

    /// The text with escapes such as `_x000D_` decoded.
    fn text(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut rest = self.text.as_str();
        while let Some((before, after)) = rest.split_once("_x") {
            text.push_str(before);
            let escaped = after
                .split_at_checked(5)
                .and_then(|(number, rest)| Some((number.strip_suffix('_')?, rest)))
                .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .and_then(|(number, rest)| {
                    let c = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
                    Some((c, rest))
                });
            rest = if let Some((c, rest)) = escaped {
                text.push(c);
                rest
            } else {
                text.push_str("_x");
                after
            };
        }
        text + rest
    }
}

struct Reading<'a, 'p> {
    xml: Xml<'p>,
    sheet: &'a mut Builder,
    shared: &'a [Text],
    dates: &'a [bool],
    is_1904: bool,
}

/// Attributes of a cell.
struct Cell {
    column: usize,
    kind: Option<String>,
    style: usize,
}

impl Reading<'_, '_> {
    fn run(mut self) -> Result<(), SheetFault> {
        let (mut is_inside, mut row, mut next_column) = (false, 0, 0);
        let (mut cell, mut words) = (None, Words::default());
        loop {
            match self.xml.next()? {
                Piece::Begin(element) if element.is("sheetData") => is_inside = true,
                Piece::End(name) if name == b"sheetData" => return Ok(()),
                Piece::Over => return Ok(()),
                _ if !is_inside => {}
                Piece::Begin(element) if element.is("row") => {
                    let number = element.number("r").unwrap_or(row + 1);
                    if number <= row || number > LAST_ROW {
                        return Err(SheetFault::Unreadable);
                    }
                    (row, next_column) = (number, 0);
                }
                Piece::Begin(element) if element.is("c") => {
                    let named = element.attribute("r").as_deref().and_then(column_of);
                    let column = named.unwrap_or(next_column);
                    next_column = column + 1;
                    words.clear();
                    cell = Some(Cell {
                        column,
                        kind: element.attribute("t"),
                        style: element
                            .number("s")
                            .and_then(|style| usize::try_from(style).ok())
                            .unwrap_or_default(),
                    });
                }
                Piece::Begin(element) => words.begin(&element),
                Piece::Text(text) if cell.is_some() => words.take(&text, row)?,
                Piece::Text(_) => {}
                Piece::End(name) if name == b"c" => {
                    if let Some(cell) = cell.take() {
                        let text = self.text(&cell, &words, row)?;
                        self.sheet.put(cell.column, text)?;
                    }
                }
                Piece::End(name) if name == b"row" => {
                    self.sheet.end_row(row, 0, 1)?;
                }
                Piece::End(name) => words.end(&name),
            }
        }
    }

    /// The cell's displayed value: integers without a decimal point, dates as `2026-11-21`.
    fn text(&mut self, cell: &Cell, words: &Words, row: u64) -> Result<Text, SheetFault> {
        let raw = words.text.as_str();
        if raw.is_empty() {
            return Ok(EMPTY);
        }
        // Refused by position, without reading the value.
        if cell.column >= MOST_COLUMNS {
            return Err(SheetFault::TooManyColumns);
        }
        let text = match cell.kind.as_deref() {
            Some("s") => {
                let index: Option<usize> = raw.trim().parse().ok();
                let text = index.and_then(|index| self.shared.get(index));
                return text.copied().ok_or(SheetFault::Unreadable);
            }
            Some("e") => return Ok(EMPTY),
            Some("b") => (if raw.trim() == "1" { "true" } else { "false" }).to_owned(),
            Some("d") => raw.get(..10).unwrap_or(raw).to_owned(),
            Some("str" | "inlineStr") => words.text(),
            _ => match raw.trim().parse::<f64>() {
                Ok(number) if self.dates.get(cell.style) == Some(&true) => {
                    day(number, self.is_1904).unwrap_or_else(|| written(number))
                }
                Ok(number) => written(number),
                Err(_) => words.text(),
            },
        };
        self.sheet.keep(&text, row)
    }
}

/// Formats a number; integers without a decimal point.
pub fn written(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        number.to_string()
    }
}

/// The date of a serial number. Excel counts a 29 February 1900, so earlier dates are off by one.
fn day(number: f64, is_1904: bool) -> Option<String> {
    if !(0.0..3_000_000.0).contains(&number) {
        return None;
    }
    let first = if is_1904 {
        jiff::civil::date(1904, 1, 1)
    } else if number < 60.0 {
        jiff::civil::date(1899, 12, 31)
    } else {
        jiff::civil::date(1899, 12, 30)
    };
    let days = jiff::Span::new().try_days(whole(number)).ok()?;
    Some(first.checked_add(days).ok()?.to_string())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "days of a calendar are few"
)]
fn whole(number: f64) -> i64 {
    number.floor() as i64
}

/// The column of a reference: `27` for `AB12`, counted from 0.
fn column_of(reference: &str) -> Option<usize> {
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic);
    let mut column = 0_usize;
    for (index, letter) in letters.enumerate() {
        if index == 3 {
            return None;
        }
        column = column * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1;
    }
    column.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_from_numbers_by_their_format() {
        for date in [
            "dd-mm-yyyy",
            "[$-413]d mmmm yyyy;@",
            "[h]:mm",
            "\"op\" d",
            "yy\\-m",
        ] {
            assert!(is_date_format(date), "{date}");
        }
        for number in [
            "0",
            "#,##0.00",
            "[Red]0",
            "\"dagen\" 0",
            "0_d",
            "0;d",
            "General",
        ] {
            assert!(!is_date_format(number), "{number}");
        }
        assert_eq!(day(21253.0, false).as_deref(), Some("1958-03-09"));
        assert_eq!(day(1.0, false).as_deref(), Some("1900-01-01"));
        assert_eq!(day(0.5, true).as_deref(), Some("1904-01-01"));
        assert_eq!(day(f64::NAN, false), None);
    }

    #[test]
    fn a_reference_names_its_column() {
        assert_eq!(column_of("A1"), Some(0));
        assert_eq!(column_of("ab12"), Some(27));
        assert_eq!(column_of("XFD1048576"), Some(16_383));
        assert_eq!(column_of("12"), None);
        assert_eq!(column_of("AAAA1"), None);
    }
}
