//! Tables of people from elsewhere: read, mapped to our fields, checked whole, then written in one transaction
//! (running.md 1, decisions 4). The API and the command line both use it.

mod columns;
mod csv_file;
mod delimited;
mod faulty;
mod formula;
#[cfg(test)]
mod hostile;
mod ods;
mod package;
mod people;
mod person;
mod sheet;
#[cfg(test)]
mod tests;
mod texts;
mod xlsx;
mod xml;

pub use columns::{Column, PersonField, columns_of};
pub use csv_file::CsvFile;
pub use faulty::faulty_csv;
pub use people::{Checked, Granter, Import, Outcome, Progress, check, check_columns, run};
pub use person::RowFault;
pub use sheet::{LARGEST_FILE, LONGEST_CELL, Sheet, SheetFault};
