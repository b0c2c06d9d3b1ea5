//! Full-text and geographic search: Dutch text analysis, a gazetteer, and both as SQL functions. Independent of the
//! resources.

pub mod geo;
mod similar_names;
pub mod sql;
mod stem;
pub mod substring;
pub mod text;
pub mod typos;
mod words;

pub use geo::{Gazetteer, Place, bounding_box, distance_km, locate, suggest};
pub use sql::register;
pub use text::{index_terms, match_expression, normalise};
