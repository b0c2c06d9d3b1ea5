//! Import of people from spreadsheets: parses, maps columns to fields, validates every row, then writes all in one
//! transaction (docs/running.md, docs/domain/limits.md#uploads). Shared by the API and the command line.

mod columns;
mod faulty_rows;
mod people;
mod person;
#[cfg(test)]
mod tests;

pub use crate::resources::import::people_import::faulty_rows::faulty_csv;
pub use crate::tabular::csv_file::CsvFile;
pub use crate::tabular::sheet::{LARGEST_FILE, LONGEST_CELL, Sheet, SheetFault};
pub use columns::{Column, PersonField, columns_of};
pub use people::{Checked, Granter, Import, Outcome, Progress, check, run, validate_columns};
pub use person::RowFault;
