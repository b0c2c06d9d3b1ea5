//! Tables of people from elsewhere: read, mapped to our fields, checked whole, then written in one transaction
//! (running.md 1, decisions 4). The API and the command line both use it.

mod columns;
mod faulty;
mod people;
mod person;
mod quotes;
mod sheet;
#[cfg(test)]
mod tests;

pub use columns::{Column, PersonField, columns_of};
pub use faulty::{faulty_csv, inert};
pub use people::{Checked, Granter, Import, Outcome, Progress, check, check_columns, run};
pub use person::RowFault;
pub use sheet::{LARGEST_FILE, MOST_ROWS, Row, Sheet, SheetFault};
