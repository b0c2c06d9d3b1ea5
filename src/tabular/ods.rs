//! `OpenDocument` spreadsheet reader: the first table, row by row. Repeated cells and rows are expanded only if they
//! contain text.

use super::sheet::{Builder, LONGEST_CELL, MOST_COLUMNS, SheetFault};
use super::xlsx::written;
use super::xml::{Element, Piece, Xml};
use crate::tabular::zip_package::Package;

/// The entry that identifies the package type.
pub const CONTENT: &str = "content.xml";
/// Maximum bytes collected per cell.
const LONGEST_RAW: usize = LONGEST_CELL * 8;

pub fn read(package: &Package, sheet: &mut Builder) -> Result<(), SheetFault> {
    let mut xml = Xml::new(package.entry(CONTENT)?);
    let mut table = Table::new(sheet);
    loop {
        let is_over = match xml.next()? {
            Piece::Begin(element) => {
                table.begin(&element);
                false
            }
            Piece::Text(text) => {
                table.take(&text)?;
                false
            }
            Piece::End(name) => table.end(&name)?,
            Piece::Over => true,
        };
        if is_over {
            return Ok(());
        }
    }
}

struct Table<'a> {
    sheet: &'a mut Builder,
    /// Nesting depth of tables: one may be inside a cell of another.
    depth: usize,
    row: u64,
    row_times: u64,
    column: usize,
    cell: Option<Cell>,
}

struct Cell {
    times: usize,
    /// The value in the attributes, if it is not the cell's text.
    value: Option<String>,
    text: String,
    /// Nesting depth within the cell; notes and drawings contain text deeper than the cell's own paragraphs.
    depth: usize,
    is_paragraph: bool,
}

impl Cell {
    fn of(element: &Element) -> Self {
        let kind = element.attribute("value-type").unwrap_or_default();
        let value = match kind.as_str() {
            "float" | "percentage" | "currency" => element
                .attribute("value")
                .map(|value| value.parse().map_or(value, written)),
            "date" => element
                .attribute("date-value")
                .map(|value| value.chars().take(10).collect()),
            "boolean" => element.attribute("boolean-value"),
            "string" => element.attribute("string-value"),
            _ => None,
        };
        Self {
            times: usize::try_from(repeated(element, "number-columns-repeated"))
                .unwrap_or(usize::MAX),
            value,
            text: String::new(),
            depth: 0,
            is_paragraph: false,
        }
    }

    fn begin(&mut self, element: &Element) {
        self.depth += 1;
        match element.name() {
            b"p" if self.depth == 1 => {
                self.is_paragraph = true;
                if !self.text.is_empty() {
                    self.text.push('\n');
                }
            }
            b"s" | b"tab" | b"line-break" if self.is_paragraph => self.text.push(' '),
            // A note within a paragraph.
            b"annotation" | b"note" => self.is_paragraph = false,
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.depth = self.depth.saturating_sub(1);
        match name {
            b"p" if self.depth == 0 => self.is_paragraph = false,
            b"annotation" | b"note" if self.depth > 0 => self.is_paragraph = true,
            _ => {}
        }
    }
}

impl<'a> Table<'a> {
    fn new(sheet: &'a mut Builder) -> Self {
        Self {
            sheet,
            depth: 0,
            row: 0,
            row_times: 1,
            column: 0,
            cell: None,
        }
    }

    fn begin(&mut self, element: &Element) {
        match (element.name(), &mut self.cell) {
            (b"table", None) => self.depth += 1,
            (_, Some(cell)) => cell.begin(element),
            (b"table-row", None) if self.depth > 0 => {
                self.row += 1;
                self.row_times = repeated(element, "number-rows-repeated");
                self.column = 0;
            }
            (b"table-cell" | b"covered-table-cell", None) if self.depth > 0 => {
                self.cell = Some(Cell::of(element));
            }
            _ => {}
        }
    }

    fn take(&mut self, text: &str) -> Result<(), SheetFault> {
        if let Some(cell) = &mut self.cell
            && cell.is_paragraph
        {
            if cell.text.len() + text.len() > LONGEST_RAW {
                return Err(SheetFault::CellTooLong(self.row));
            }
            cell.text.push_str(text);
        }
        Ok(())
    }

    /// True at the end of the table.
    fn end(&mut self, name: &[u8]) -> Result<bool, SheetFault> {
        match (name, &mut self.cell) {
            (b"table-cell" | b"covered-table-cell", Some(cell)) if cell.depth == 0 => {
                self.end_cell()?;
            }
            (_, Some(cell)) => cell.end(name),
            (b"table-row", None) if self.depth > 0 => {
                self.sheet.end_row(self.row, 0, self.row_times)?;
                self.row = self.row.saturating_add(self.row_times - 1);
            }
            (b"table", None) => return Ok(true),
            _ => {}
        }
        Ok(false)
    }

    fn end_cell(&mut self) -> Result<(), SheetFault> {
        let Some(cell) = self.cell.take() else {
            return Ok(());
        };
        let text = cell.value.as_deref().unwrap_or(&cell.text);
        if !text.trim().is_empty() {
            if self.column.saturating_add(cell.times) > MOST_COLUMNS {
                return Err(SheetFault::TooManyColumns);
            }
            let text = self.sheet.keep(text, self.row)?;
            for column in self.column..self.column + cell.times {
                self.sheet.put(column, text)?;
            }
        }
        self.column = self.column.saturating_add(cell.times);
        Ok(())
    }
}

fn repeated(element: &Element, name: &str) -> u64 {
    element.number(name).unwrap_or(1).max(1)
}
