//! Import of people from spreadsheets: parses, maps columns to fields, validates every row, then writes all in one
//! transaction (docs/running.md, docs/domain/limits.md#uploads). Shared by the API and the command line.

mod columns;
mod faulty_rows;
mod people;
mod person;
#[cfg(test)]
mod tests;

pub use columns::{Column, PersonField, columns_of};
pub use faulty_rows::faulty_csv;
pub use people::{Checked, Granter, Import, Outcome, Progress, check, run, validate_columns};
pub use person::RowFault;
