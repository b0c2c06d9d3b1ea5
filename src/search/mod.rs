//! Full text and distance: words to search by, places to search near, and both as SQL
//! functions. Knows no resource by name.

pub mod geo;
pub mod sql;
mod stem;
pub mod text;
mod words;

pub use geo::{Gazetteer, Place, bounding_box, distance_km, locate, suggest};
pub use sql::register;
pub use text::{index_terms, match_expression, normalise};
