//! Tables of people from elsewhere: read, mapped to our fields, checked whole, then written in one transaction
//! (docs/running.md, docs/domain/limits.md#uploads). The API and the command line both use it.

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
