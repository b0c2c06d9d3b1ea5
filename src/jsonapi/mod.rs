//! JSON:API engine: derives list, read, create, update and delete, filters, documents and OpenAPI description from
//! one declaration per resource. Knows no resource by name and opens no connection.

pub mod document;
pub mod extractors;
pub mod query;
pub mod schema;
pub mod typed_json;
pub mod write;

pub use crate::jsonapi::query::filter::Takes;
pub use crate::jsonapi::query::select::Select;
pub use crate::jsonapi::schema::id::{AnyId, Id};
pub use crate::jsonapi::schema::nested::{Nested, NestedItem, nested};
pub use crate::jsonapi::schema::resource::{
    Computed, Conditions, DrivingIndex, Filter, Joined, MostPer, Predicate, Relation, Resource,
    Saving, Serves, Sort, Total, Transition, belongs_to, belongs_to_any, has_many, has_many_named,
    joined,
};
pub use crate::jsonapi::schema::union::{Member, Union};
pub use document::{Answer, Document};
pub use query::Query;

pub use crate::jsonapi::schema::table::{Table, table};

use std::sync::{Arc, OnceLock};

use rusqlite::types::Value as SqlValue;

/// Visibility of one type for one actor: rows, fields and actions. Every condition is SQL over the alias `t`.
#[derive(Default)]
pub struct Visibility {
    /// The rows to which the verb applies.
    pub rows: String,
    /// The conditions of which `rows` is the disjunction, one per rule. A page is read from each on its own index.
    pub alternatives: Vec<String>,
    /// Such conditions of every other verb, for filters by what the actor may do.
    pub alternatives_of: Vec<(&'static str, Vec<String>)>,
    /// Other verbs and their conditions, rendered as `meta.can`. `Create` is separate, as it concerns the collection.
    pub can: Vec<(&'static str, String)>,
    pub may_create: bool,
    /// Fields that need another verb than Read, with the rows where they are visible (`None`: nowhere).
    pub hidden: Vec<(&'static str, Option<String>)>,
    /// Under which conditions attributes are shown that are stored in another row: as far as that row may be read.
    pub joined: Vec<JoinedSight>,
    /// Fields that need a further verb to change, with the rows where they may be changed (`None`: nowhere).
    pub guarded: Vec<(&'static str, Option<String>)>,
    /// Selects of all visible columns, built on first use.
    pub whole: OnceLock<Arc<Select>>,
}

impl Visibility {
    /// The conditions of a verb, one per rule; none if the actor does not have it.
    pub fn alternatives_of(&self, verb: &str) -> &[String] {
        let mut known = self.alternatives_of.iter();
        known
            .find(|(of, _)| *of == verb)
            .map_or(&[], |(_, alternatives)| alternatives)
    }
}

/// Where an attribute that is stored in another row is shown.
pub struct JoinedSight {
    pub field: &'static str,
    /// The rows of the other type in which it may be read, as SQL over `t`; `None`: in none.
    pub seen: Option<String>,
    /// The same as SQL over the row that has the attribute, for filters and sorts by it.
    pub over_row: String,
    /// The same for many rows: the others are gathered once, not looked up for each.
    pub over_rows: String,
}

impl JoinedSight {
    pub fn of(joined: &Joined, seen: Option<String>) -> Self {
        let Joined { table, by, .. } = joined;
        let (over_row, over_rows) = seen.as_ref().map_or_else(
            || ("0".to_owned(), "0".to_owned()),
            |seen| {
                (
                    format!(
                        "exists (select 1 from {table} other where other.id = t.{by} and exists (select 1 from {table} t where t.id = other.id and ({seen})))"
                    ),
                    format!("t.{by} in (select t.id from {table} t where ({seen}))"),
                )
            },
        );
        Self {
            field: joined.field,
            seen,
            over_row,
            over_rows,
        }
    }
}

/// Actor as seen by the engine: a visibility per type, and the values of the parameters in conditions (`:user_id`,
/// `:center_id` …).
pub trait AuthContext: Send + Sync {
    /// The visibility for Read; `None` if nothing may be read.
    fn visibility(&self, type_name: &'static str) -> Option<Arc<Visibility>>;
    /// The condition for the rows of the type of this name that may be read; `None` if there are none.
    fn readable(&self, _type_name: &str) -> Option<String> {
        None
    }
    /// The value of a named parameter; unknown names are NULL.
    fn value(&self, name: &str) -> SqlValue;
    fn is_signed_in(&self) -> bool;
}

/// The operator or a program at one centre, with no right to read or to approve anything: what it brings in belongs
/// there.
pub struct CenterActor(pub i64);

impl AuthContext for CenterActor {
    fn visibility(&self, _: &'static str) -> Option<Arc<Visibility>> {
        None
    }

    fn value(&self, name: &str) -> SqlValue {
        if name == "center_id" {
            SqlValue::Integer(self.0)
        } else {
            SqlValue::Null
        }
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}

/// The server itself, for changes without an actor: consequences of a transition, scheduled jobs.
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
