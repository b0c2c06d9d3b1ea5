//! The JSON:API engine: from one declaration of a resource come its list, read, create, update and delete, its
//! filters, its documents and its description. Knows no resource by name and opens no connection.

pub mod document;
pub mod extractors;
pub mod query;
pub mod schema;
pub mod write;

pub use crate::jsonapi::query::filter::Takes;
pub use crate::jsonapi::query::select::Select;
pub use crate::jsonapi::schema::id::{AnyId, Id};
pub use crate::jsonapi::schema::resource::{
    Computed, Conditions, DrivingIndex, Filter, Joined, Predicate, Relation, Resource, Saving,
    Serves, Sort, Total, Transition, belongs_to, has_many, joined,
};
pub use document::{Answer, Document};
pub use query::Query;

pub use crate::jsonapi::schema::table::{Table, table};

use std::sync::{Arc, OnceLock};

use rusqlite::types::Value as SqlValue;

/// What one asker may see of one type. Every condition is SQL over the alias `t`.
#[derive(Default)]
pub struct Visibility {
    /// The rows the verb in question opens.
    pub rows: String,
    /// What else may be done, by verb: shown as `meta.can`. `Create` stands apart: it concerns the collection.
    pub can: Vec<(&'static str, String)>,
    pub may_create: bool,
    /// Fields that take more than Read, and the rows where they may be seen (none: nowhere).
    pub hidden: Vec<(&'static str, Option<String>)>,
    /// Fields that take a further verb to change, and the rows where that is allowed (none: nowhere).
    pub guarded: Vec<(&'static str, Option<String>)>,
    /// The selects of everything that may be seen, made when they are first needed.
    pub whole: OnceLock<Arc<Select>>,
    pub beside_parts: OnceLock<Arc<Select>>,
}

/// The asker, as far as the engine is concerned: a lens for each type and the values that the conditions speak of
/// (`:user_id`, `:center_id` …).
pub trait AuthContext: Send + Sync {
    /// The lens of Read, or none where nothing may be read.
    fn visibility(&self, type_name: &'static str) -> Option<Arc<Visibility>>;
    /// The value of a named parameter; unknown names are NULL.
    fn value(&self, name: &str) -> SqlValue;
    fn is_signed_in(&self) -> bool;
}

/// The server itself, where nobody asks: what follows from a step, the clock's work.
pub struct SystemActor;

impl AuthContext for SystemActor {
    fn visibility(&self, _: &'static str) -> Option<Arc<Visibility>> {
        None
    }

    fn value(&self, _: &str) -> SqlValue {
        SqlValue::Null
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}
