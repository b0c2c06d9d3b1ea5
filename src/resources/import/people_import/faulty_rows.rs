//! The rows that could not be taken, as a file to correct and to give back.

use super::person::RowFault;
use crate::base::locale::Locale;
use crate::tabular::CsvFile;
use crate::tabular::sheet::Sheet;

/// CSV with the file's own columns, then the line it stood in and what is wrong with it. The two last columns are not
/// read when it is given back; what stood beyond the file's columns stands beyond these too, for whoever corrects it to
/// put in its place. The faults are in the order of the lines.
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
    /// `Telefoon: Dit is geen geldig telefoonnummer. …`
    pub fn sentence(&self, locale: Locale) -> String {
        let text = self.fault.detail(locale);
        match &self.column {
            Some(column) => format!("{column}: {text}"),
            None => text,
        }
    }
}
