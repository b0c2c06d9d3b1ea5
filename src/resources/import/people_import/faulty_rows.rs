//! The rejected rows of an import as a CSV file for correction.

use super::person::RowFault;
use crate::base::locale::Locale;
use crate::tabular::CsvFile;
use crate::tabular::sheet::Sheet;

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
