//! Reads what somebody types into expressions for the full-text index: its words, their forms and synonyms, what was
//! misspelt, and what nearly fits.

mod expression;
mod reading;

pub use expression::{EXPRESSIONS, Expressions, NOTHING};
pub use reading::{Asked, Reading, has_words, read};
