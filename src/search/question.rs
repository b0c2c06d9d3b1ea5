//! Reads what somebody types into expressions for the full-text index: its words, their forms and synonyms, what was
//! misspelt, and what nearly fits.

mod circumstances;
mod expression;
mod reading;
mod typed;

pub use circumstances::{Circumstance, Circumstances, DAYS, Taken, circumstances};
pub use expression::{Columns, EXPRESSIONS, Expressions, NOTHING, TEXTS};
pub use reading::{Asked, Reading, has_words, named, read};
