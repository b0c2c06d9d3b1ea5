//! Full-text and geographic search: Dutch text analysis, a gazetteer, and both as SQL functions. Independent of the
//! resources.

pub mod dutch;
pub mod geo;
mod letters;
pub mod question;
mod similar_names;
mod spelling;
pub mod sql;
mod stem;
pub mod substring;
mod synonyms;
pub mod text;
pub mod typos;
mod words;

pub use geo::{Gazetteer, Place, bounding_box, distance_km, locate, suggest};
pub use sql::register;
pub use synonyms::Synonyms;
pub use text::{index_terms, normalise};
