//! Tabular files: CSV, XLSX and ODS read row by row within fixed limits, and CSV written.

pub(crate) mod csv_file;
pub(crate) mod delimited;
pub(crate) mod formula;
#[cfg(test)]
pub(crate) mod hostile_files;
pub(crate) mod ods;
pub(crate) mod sheet;
pub(crate) mod text_store;
pub(crate) mod xlsx;
pub(crate) mod xml;
pub(crate) mod zip_package;
