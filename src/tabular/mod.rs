//! Tabular files: CSV, XLSX and ODS read row by row within fixed limits, and CSV written.

mod csv_file;
mod delimited;
mod formula;
#[cfg(test)]
mod hostile_files;
mod ods;
pub mod sheet;
mod text_store;
mod xlsx;
mod xml;
mod zip_package;

pub use csv_file::CsvFile;
pub use sheet::{LARGEST_FILE, LONGEST_CELL, Sheet, SheetFault};
