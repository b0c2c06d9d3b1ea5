//! Rows of a table under its columns: their cells, their faults, and the faulty ones as a file for correction.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::columns::{Column, ImportField};
use crate::base::locale::Locale;
use crate::error::FieldFault;
use crate::tabular::CsvFile;
use crate::tabular::sheet::{Row, Sheet, shown};

/// Maximum length of a reported cell value, in characters; the rest is truncated.
const LONGEST_VALUE: usize = 255;

/// Fault of one cell, or of a whole row.
#[derive(Debug, Clone)]
pub struct RowFault {
    /// The line in the file, counted from 1.
    pub line: u64,
    /// Header of the column; `None` where the fault concerns no single column.
    pub column: Option<Arc<str>>,
    pub value: Box<str>,
    /// Shared between rows that have the same fault.
    pub fault: Arc<FieldFault>,
}

impl RowFault {
    /// Formats a fault as `Telefoon: Dit is geen geldig telefoonnummer. …`
    pub fn sentence(&self, locale: Locale) -> String {
        let text = self.fault.detail(locale);
        match &self.column {
            Some(column) => format!("{column}: {text}"),
            None => text,
        }
    }
}

/// Outcome of checking a file.
#[derive(Debug, Clone)]
pub struct Checked<T> {
    /// What would be added.
    pub new: Vec<T>,
    /// Lines of what is there already; it is left unchanged.
    pub known: Vec<u64>,
    /// Lines that repeat an earlier line.
    pub repeated: Vec<u64>,
    pub faults: Vec<RowFault>,
}

impl<T> Default for Checked<T> {
    fn default() -> Self {
        Self {
            new: Vec::new(),
            known: Vec::new(),
            repeated: Vec::new(),
            faults: Vec::new(),
        }
    }
}

impl<T> Checked<T> {
    /// Returns the number of rows with a fault.
    pub fn faulty(&self) -> usize {
        let mut lines: Vec<_> = self.faults.iter().map(|fault| fault.line).collect();
        lines.dedup();
        lines.len()
    }
}

/// Interned headers and faults, shared between the rows in which they occur.
#[derive(Default)]
pub struct SharedFaults {
    columns: HashSet<Arc<str>>,
    faults: HashMap<String, Arc<FieldFault>>,
}

impl SharedFaults {
    pub fn share(&mut self, mut one: RowFault) -> RowFault {
        if let Some(column) = &mut one.column {
            match self.columns.get(column) {
                Some(known) => *column = Arc::clone(known),
                None => drop(self.columns.insert(Arc::clone(column))),
            }
        }
        let FieldFault {
            pointer,
            rule,
            limits,
        } = &*one.fault;
        let key = format!("{pointer} {rule} {limits:?}");
        let known = self.faults.entry(key);
        one.fault = Arc::clone(known.or_insert_with(|| Arc::clone(&one.fault)));
        one
    }
}

/// Cells of a row, accessed by the field their column is mapped to.
pub struct Cells<'a> {
    pub row: Row<'a>,
    pub columns: &'a [Column],
}

impl<'a> Cells<'a> {
    pub fn index(&self, field: ImportField) -> Option<usize> {
        self.columns
            .iter()
            .position(|column| column.field == Some(field))
    }

    /// `None` if no column holds the field or the cell is empty.
    pub fn get(&self, field: ImportField) -> Option<&'a str> {
        let cell = self.row.cell(self.index(field)?);
        (!cell.is_empty()).then_some(cell)
    }

    pub fn fault(&self, field: ImportField, fault: FieldFault) -> RowFault {
        let column = self.index(field).and_then(|index| self.columns.get(index));
        RowFault {
            line: self.row.line,
            column: column.map(|column| column.header.as_str().into()),
            value: shown(self.get(field).unwrap_or_default(), LONGEST_VALUE).collect(),
            fault: Arc::new(fault),
        }
    }

    /// Reports non-empty cells beyond the last header: they cannot be assigned to a field and must not be dropped
    /// silently.
    pub fn surplus(&self) -> Option<RowFault> {
        let written: Vec<_> = self.row.surplus().filter(|cell| !cell.is_empty()).collect();
        (!written.is_empty()).then(|| RowFault {
            line: self.row.line,
            column: None,
            value: shown(&written.join("; "), LONGEST_VALUE).collect(),
            fault: Arc::new(FieldFault::attribute("file", "surplus_cells")),
        })
    }
}

/// Writes CSV with the file's own columns, followed by the line number and the faults. These two columns are ignored
/// on renewed upload; cells beyond the file's columns follow them, so that they can be moved into place. Ordered by
/// line.
pub fn faulty_csv(sheet: &Sheet, faults: &[RowFault], locale: Locale) -> Vec<u8> {
    let mut file = CsvFile::default();
    let (line, reason) = match locale {
        Locale::Nl => ("Regel", "Reden"),
        Locale::En => ("Line", "Reason"),
    };
    let own = sheet.headers.iter().map(String::as_str);
    file.row(own.chain([line, reason]));
    let mut faults = faults.iter().peekable();
    for row in sheet.rows() {
        let mut reasons = Vec::new();
        while let Some(fault) = faults.next_if(|fault| fault.line <= row.line) {
            reasons.push(fault.sentence(locale));
        }
        if !reasons.is_empty() {
            let (line, reasons) = (row.line.to_string(), reasons.join(" "));
            let cells = row.cells().chain([line.as_str(), reasons.as_str()]);
            file.row(cells.chain(row.surplus()));
        }
    }
    file.finish()
}
