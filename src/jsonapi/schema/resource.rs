//! Resource declaration.

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use validator::Validate;

use super::facts::{AuditSubject, SessionAccess};
use super::id::Id;
use super::nested::Nested;
pub use super::relation::{
    Relation, RelationKind, belongs_to, belongs_to_any, has_many, has_many_named,
};
use super::table::table;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::AuthContext;
use crate::jsonapi::query::filter::Takes;
use crate::jsonapi::write::{store, versions};
use crate::presets::Features;

/// A resource type with a table of its own. The table's name is the JSON:API type and `TYPE`; column names are
/// attribute names.
pub trait Resource: Send + Sync + Sized + 'static {
    const TYPE: &'static str;
    /// Alternative type name accepted in requests (`user` for `users`).
    const ALIAS: &'static str = "";
    type Attributes: Serialize + DeserializeOwned + JsonSchema + Validate + Send;

    const FILTERS: &'static [Filter] = &[];
    /// Default conditions, unless a filter on the same field (or one of the named filters) is given.
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[];
    const SORTS: &'static [Sort] = &[];
    const DEFAULT_SORT: &'static str = "id";
    const LARGEST_PAGE: u32 = 100;
    const RELATIONS: &'static [Relation] = &[];
    /// Attributes that name rows of a type without being a relation of the document: a column with an id, or with a list
    /// of ids. Checked as relations are: `references.rs`.
    const REFERENCES: &'static [Relation] = &[];
    /// Lists of child rows inside the document.
    const NESTED: &'static [Nested] = &[];
    /// The slug column; of several rows with the same slug the newest is used.
    const SLUG: Option<&'static str> = None;
    /// Column that tells rows apart. Another than the id for a view in which one thing has several rows, of which an actor
    /// sees one.
    const ROW: &'static str = "id";
    /// Attributes computed by SQL over `t`.
    const COMPUTED: &'static [Computed] = &[];
    /// Attributes stored in one other row.
    const JOINED: &'static [Joined] = &[];
    /// Personal attributes, such as contact details: staff's reads of another person's are recorded in the audit log.
    const PERSONAL: &'static [&'static str] = &[];
    /// The person concerned: SQL over `t` that yields a user id.
    const PERSON: &'static str = "null";
    /// Attributes whose old and new values are recorded in the audit log. For others only the change is recorded.
    const TOLD: &'static [&'static str] = &[];
    /// Totals that are kept in a table: a condition of the policy over `t`, and the SQL that yields the number of its
    /// rows.
    const COUNTED: &'static [(&'static str, &'static str)] = &[];
    /// Further tables that a visitor's response depends on, and those that only the total of a signed-in user's list
    /// does, which is all that is cached for them. `tests/it/api/cache_dependencies.rs` compares them with what is read.
    const DEPENDS: &'static [&'static str] = &[];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &[];
    /// SQL over `t`: rows that were public once and are no longer. Requests for them are 410.
    const GONE: &'static str = "0";
    /// SQL that yields, for the row `:id` that was once shown at the centre `:center_id`, the id of the row that everybody
    /// sees in its place and that row's centre. Requests for a row that is not shown are then 410 with both.
    const MOVED_TO: Option<&'static str> = None;
    /// SQL that yields the next moment at which the clock alone changes what a visitor sees.
    const NEXT_CHANGE: Option<&'static str> = None;
    /// Events about its rows in the audit log. Has to be decided for every resource.
    const AUDIT_SUBJECT: Option<AuditSubject> = None;
    /// What sessions without a second factor and impersonating admins may do with it.
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;

    /// How many rows one owner may have.
    const MOST_PER: Option<MostPer> = None;

    /// Whether the part of the product that it belongs to is switched on. Where it is off, each of its calls is 404.
    const IS_ON: fn(Features) -> bool = |_| true;

    /// How many versions of a row are kept, for resources whose rows can be restored to an earlier version.
    const VERSIONS: Option<u32> = None;

    /// The transitions of its state machines that actors may take.
    fn transitions() -> Vec<Transition> {
        Vec::new()
    }

    /// Hook before validation: completes a part of the row that is stored elsewhere, such as an address, of which a
    /// request may name a few fields only.
    fn complete_parts(_sent: &mut Map<String, Value>, _saving: &Saving) -> Result<()> {
        Ok(())
    }

    /// Hook inside the transaction, after validation: rules that need other rows, derived columns.
    fn before_save(
        _new: &mut Self::Attributes,
        _old: Option<&Self::Attributes>,
        _saving: &Saving,
    ) -> Result<()> {
        Ok(())
    }

    /// Consequences of a new row, inside its transaction.
    fn created(_id: Id<Self>, _saving: &Saving) -> Result<()> {
        Ok(())
    }

    /// Consequences of a changed row, inside its transaction.
    fn updated(_id: Id<Self>, _saving: &Saving) -> Result<()> {
        Ok(())
    }

    /// Deletes a row. The default removes it from the table.
    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        tx.execute(
            &format!("delete from {} where id = ?1", Self::TYPE),
            [id.number()],
        )?;
        if Self::VERSIONS.is_some() {
            versions::forget(tx, Self::TYPE, id.number())?;
        }
        Ok(())
    }
}

/// Limit of rows per owner. One more is refused as the fault `items` of an attribute.
#[derive(Debug, Clone, Copy)]
pub struct MostPer {
    /// Column, or SQL over columns, with the owner's id.
    pub owner: &'static str,
    pub most: u32,
    /// Attribute at which the form shows the refusal.
    pub attribute: &'static str,
}

/// Context of `before_save` besides the attributes.
pub struct Saving<'a> {
    pub tx: &'a Tx<'a>,
    pub auth: &'a dyn AuthContext,
    /// `None` for a new row.
    pub id: Option<i64>,
    /// The names of the attributes in the request, whatever their values; empty if the server itself changes the row.
    pub sent: &'a [String],
}

impl Saving<'_> {
    pub fn user_id(&self) -> Option<i64> {
        self.integer("user_id")
    }

    pub fn is_sent(&self, name: &str) -> bool {
        self.sent.iter().any(|sent| sent == name)
    }

    /// True if the actor has `verb` on this row; for a new row, on any.
    pub fn may<R: Resource>(&self, verb: &str) -> Result<bool> {
        let visibility = self.auth.visibility(R::TYPE).unwrap_or_default();
        let Some((_, rows)) = visibility.can.iter().find(|(word, _)| *word == verb) else {
            return Ok(false);
        };
        match self.id {
            None => Ok(true),
            Some(id) => store::is_within(self.tx, self.auth, table::<R>(), id, rows),
        }
    }

    pub fn center_id(&self) -> i64 {
        self.integer("center_id").unwrap_or_default()
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.auth.value(name) {
            SqlValue::Integer(number) => Some(number),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Predicate {
    Eq,
    NotEq,
    In,
    Cont,
    Gteq,
    Lteq,
    Null,
}

impl Predicate {
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Eq => "_eq",
            Self::NotEq => "_not_eq",
            Self::In => "_in",
            Self::Cont => "_cont",
            Self::Gteq => "_gteq",
            Self::Lteq => "_lteq",
            Self::Null => "_null",
        }
    }
}

/// Declared filter. An undeclared one is 400.
#[derive(Clone, Copy)]
pub struct Filter {
    pub field: &'static str,
    pub kind: FilterKind,
    /// The fields that its SQL reads, beside the column of a `Column` or `List` filter. Rows in which the actor may not
    /// see one of these do not match, whatever is asked: the result would disclose the value.
    pub reads: &'static [&'static str],
}

#[derive(Clone, Copy)]
pub enum FilterKind {
    /// `filter[field_predicate]` on the column of that name.
    Column(&'static [Predicate]),
    /// `filter[field]` without predicate, with custom SQL; `:value` is the filter's value. SQL without `:value` is the
    /// condition of a `Takes::Truth` filter itself, and not true of the rows if that is asked.
    Sql(Takes, &'static str),
    /// `filter[field]`: true of the rows on which the actor has the verb, if the SQL holds as well; the second SQL
    /// where the named filter is asked for too.
    Allowed(
        &'static str,
        &'static str,
        Option<(&'static str, &'static str)>,
    ),
    /// `filter[field_in]` on a column that holds a JSON list.
    List,
    /// `filter[field]` whose value has to be parsed first.
    Custom(fn(&mut Conditions, &str) -> Result<()>),
}

impl Filter {
    pub const fn column(field: &'static str, predicates: &'static [Predicate]) -> Self {
        Self {
            field,
            kind: FilterKind::Column(predicates),
            reads: &[],
        }
    }

    /// `reads` are the fields whose values the SQL tells about.
    pub const fn sql(
        field: &'static str,
        takes: Takes,
        reads: &'static [&'static str],
        sql: &'static str,
    ) -> Self {
        Self {
            field,
            kind: FilterKind::Sql(takes, sql),
            reads,
        }
    }

    /// Reads what somebody with the verb sees.
    pub const fn allowed(field: &'static str, verb: &'static str, sql: &'static str) -> Self {
        Self {
            field,
            kind: FilterKind::Allowed(verb, sql, None),
            reads: &[],
        }
    }

    /// Like `allowed`, with this SQL instead where another filter is asked for as well.
    pub const fn or_beside(self, other: &'static str, sql: &'static str) -> Self {
        match self.kind {
            FilterKind::Allowed(verb, alone, _) => Self {
                field: self.field,
                kind: FilterKind::Allowed(verb, alone, Some((other, sql))),
                reads: self.reads,
            },
            _ => self,
        }
    }

    pub const fn list(field: &'static str) -> Self {
        Self {
            field,
            kind: FilterKind::List,
            reads: &[],
        }
    }

    /// `reads` are the fields whose values its SQL tells about.
    pub const fn custom(
        field: &'static str,
        reads: &'static [&'static str],
        read: fn(&mut Conditions, &str) -> Result<()>,
    ) -> Self {
        Self {
            field,
            kind: FilterKind::Custom(read),
            reads,
        }
    }
}

/// Conditions of a request's filters: SQL over `t` and named values.
#[derive(Default)]
pub struct Conditions {
    pub sql: Vec<String>,
    pub values: Vec<(String, SqlValue)>,
    pub allowed: Vec<Allowed>,
    /// The original filters, for those that are evaluated together (`near` and `radius_km`).
    pub asked: Vec<(String, String)>,
    /// True if the query belongs in the search pool.
    pub slow: bool,
    /// Tables that drive the query instead of the resource's own, for the orders that they serve. The first that
    /// serves the order is used.
    pub driving_indexes: Vec<DrivingIndex>,
    /// A cheaper query for the total.
    pub total: Option<Total>,
    /// What binds further values once the database is at hand: `Plan::resolve`.
    pub lookups: Vec<Lookup>,
}

/// Reads the database for values that a filter's SQL names.
pub type Lookup = fn(&Connection, &dyn AuthContext, &mut Conditions) -> Result<()>;

/// Filter by what the actor may do: `verb` on the row, and `sql`; or not so.
#[derive(Clone, Copy)]
pub struct Allowed {
    pub verb: &'static str,
    pub sql: &'static str,
    pub is_wanted: bool,
}

/// Driving index: a subquery named `found`, joined to `t`, that serves an order better than the table itself does.
#[derive(Clone, Copy)]
pub struct DrivingIndex {
    /// `from` and `join` to `t`.
    pub from: &'static str,
    /// The index of the condition that it replaces.
    pub condition: Option<usize>,
    pub serves: Serves,
    /// The order of its rows: a page is read without sorting. `None` if the rows have to be sorted.
    pub order: Option<&'static str>,
    /// The columns of `found` that the order uses.
    pub columns: &'static str,
    /// Alternative `from` for pages beyond the first rows, if this one is limited to those.
    pub rest: Option<&'static str>,
}

/// The sort orders that a driving index serves, as requested.
#[derive(Clone, Copy)]
pub enum Serves {
    Exactly(&'static str),
    /// Every order that contains this sort.
    Naming(&'static str),
}

impl DrivingIndex {
    pub fn serves(&self, asked: &str) -> bool {
        match self.serves {
            Serves::Exactly(sort) => asked.trim() == sort,
            Serves::Naming(sort) => asked
                .split(',')
                .any(|term| term.trim().trim_start_matches('-') == sort),
        }
    }
}

/// SQL for the total of a list with only this filter and the defaults, for actors who may read just `rows`.
#[derive(Clone, Copy)]
pub struct Total {
    pub sql: &'static str,
    pub rows: &'static str,
}

impl Conditions {
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.asked
            .iter()
            .find(|(asked, _)| asked == name)
            .map(|(_, value)| value.as_str())
    }

    /// Adds a condition; `value` is bound to the name that replaces `:value` in `sql`.
    pub fn add(&mut self, sql: &str, value: impl Into<SqlValue>) {
        let name = format!(":v{}", self.values.len());
        self.sql.push(sql.replace(":value", &name));
        self.values.push((name, value.into()));
    }

    /// Binds a value to a given name, for computed attributes and sorts.
    pub fn bind(&mut self, name: &str, value: impl Into<SqlValue>) {
        self.values.push((format!(":{name}"), value.into()));
    }

    /// The number that is bound to a name.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.bound(name)? {
            SqlValue::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The whole number that is bound to a name.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.bound(name)? {
            SqlValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    fn bound(&self, name: &str) -> Option<&SqlValue> {
        let mut values = self.values.iter().rev();
        let found = values.find(|(bound, _)| bound.strip_prefix(':') == Some(name));
        found.map(|(_, value)| value)
    }

    pub fn has(&self, name: &str) -> bool {
        self.values
            .iter()
            .any(|(bound, _)| bound.get(1..) == Some(name))
    }
}

/// Declared sort; `needs` names the filter that it requires.
#[derive(Clone, Copy)]
pub struct Sort {
    pub name: &'static str,
    pub sql: &'static str,
    pub needs: &'static str,
}

impl Sort {
    pub const fn by(name: &'static str, sql: &'static str) -> Self {
        Self {
            name,
            sql,
            needs: "",
        }
    }

    pub const fn needing(name: &'static str, sql: &'static str, needs: &'static str) -> Self {
        Self { name, sql, needs }
    }
}

#[derive(Clone, Copy)]
pub struct Computed {
    pub field: &'static str,
    pub sql: &'static str,
}

/// Attribute stored in a column of another table, in the row whose id is in `by`, a column of `t`. It is null for who may
/// not read it there, unless it is `told_with_row`.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    pub field: &'static str,
    pub by: &'static str,
    /// The type of the other row, which is its table.
    pub table: &'static str,
    pub column: &'static str,
    /// Why whoever may read this row is told, whatever they may read of the other one.
    pub told_because: Option<&'static str>,
    /// Rows of the other type, SQL over `t`, of which it is told besides to whoever may read this row.
    pub told_of: Option<&'static str>,
}

impl Joined {
    /// Tells it of these rows of the other type too, to whoever may read this row.
    pub const fn told_of(self, rows: &'static str) -> Self {
        Self {
            told_of: Some(rows),
            ..self
        }
    }

    /// Shows it to whoever may read this row.
    pub const fn told_with_row(self, because: &'static str) -> Self {
        Self {
            told_because: Some(because),
            ..self
        }
    }
}

pub const fn joined(
    field: &'static str,
    by: &'static str,
    table: &'static str,
    column: &'static str,
) -> Joined {
    Joined {
        field,
        by,
        table,
        column,
        told_because: None,
        told_of: None,
    }
}

/// Transition of a state machine: `event` is possible if `when` holds and the actor has `verb`.
#[derive(Debug, Clone)]
pub struct Transition {
    pub event: &'static str,
    /// SQL over `t`.
    pub when: String,
    pub verb: &'static str,
}
