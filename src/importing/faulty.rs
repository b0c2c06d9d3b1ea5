//! The rows that could not be taken, as a file to correct and to give back.

use std::collections::HashMap;

use super::person::RowFault;
use super::sheet::Sheet;
use crate::app::locale::Locale;

/// CSV with the file's own columns, then the line it stood in and what is wrong with it. The two last columns are not
/// read when it is given back; what stood beyond the file's columns stands beyond these too, for whoever corrects it to
/// put in its place. Begins with a mark by which office programs know the encoding.
pub fn faulty_csv(sheet: &Sheet, faults: &[RowFault], locale: Locale) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b';')
        .flexible(true)
        .from_writer("\u{feff}".as_bytes().to_vec());
    let (line, reason) = match locale {
        Locale::Nl => ("Regel", "Reden"),
        Locale::En => ("Line", "Reason"),
    };
    let own = sheet.headers.iter().map(|header| inert(header));
    let headers: Vec<String> = own.chain([line.to_owned(), reason.to_owned()]).collect();
    // Writing to memory cannot fail.
    let _ = writer.write_record(&headers);
    let mut reasons: HashMap<u64, Vec<String>> = HashMap::new();
    for fault in faults {
        let of_line = reasons.entry(fault.line).or_default();
        of_line.push(fault.sentence(locale));
    }
    for row in &sheet.rows {
        let Some(reasons) = reasons.get(&row.line) else {
            continue;
        };
        let cells = row.cells.iter().map(|cell| inert(cell));
        let cells: Vec<String> = cells
            .chain([row.line.to_string(), reasons.join(" ")])
            .chain(row.surplus.iter().map(|cell| inert(cell)))
            .collect();
        let _ = writer.write_record(&cells);
    }
    writer.into_inner().unwrap_or_default()
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

/// A text that an office program will not run: a formula gets an apostrophe, which reading takes off again.
pub fn inert(cell: &str) -> String {
    let is_number = cell
        .strip_prefix(['+', '-'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if cell.starts_with(['=', '@', '+', '-']) && !is_number {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
