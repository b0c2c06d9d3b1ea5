//! What a resource declares.

use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use validator::Validate;

use super::id::Id;
use super::table::{Table, table};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::AuthContext;
use crate::jsonapi::query::filter::Takes;
use crate::jsonapi::write::store;

/// A type of thing with a table of its own. Table, wire type and `TYPE` are one word; so are column and attribute.
pub trait Resource: Send + Sync + Sized + 'static {
    const TYPE: &'static str;
    /// Another spelling of the type that is accepted on the way in (`user` for `users`).
    const ALIAS: &'static str = "";
    type Attributes: Serialize + DeserializeOwned + JsonSchema + Validate + Send;

    const FILTERS: &'static [Filter] = &[];
    /// Conditions that hold unless a filter on the same field (or one of the named filters) is given.
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[];
    const SORTS: &'static [Sort] = &[];
    const DEFAULT_SORT: &'static str = "id";
    const LARGEST_PAGE: u32 = 100;
    const RELATIONS: &'static [Relation] = &[];
    /// The column of the name that a row has in addresses; of several with one name the newest is meant.
    const SLUG: Option<&'static str> = None;
    /// Attributes that are SQL over `t` and not a column.
    const COMPUTED: &'static [Computed] = &[];
    /// Attributes that stand in one other row.
    const JOINED: &'static [Joined] = &[];
    /// Attributes that say how to reach a person, or what is their own business: who runs a centre reads a stranger's
    /// under watch.
    const PERSONAL: &'static [&'static str] = &[];
    /// Whose they are: SQL over `t` that gives the id of a user.
    const PERSON: &'static str = "null";
    /// Attributes whose old and new value may stand in the trail. Of the others it names no more than that they changed.
    const TOLD: &'static [&'static str] = &[];
    /// The state machine, as rows.
    const TRANSITIONS: &'static [Transition] = &[];
    /// Tables besides its own that an answer depends on, and those that only an answer to somebody signed in does.
    const DEPENDS: &'static [&'static str] = &[];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &[];
    /// Whether lists keep parts of its rows: where they are asked for far more often than any of them changes, and hold
    /// nothing that is to be forgotten with a person.
    const KEEPS_PARTS: bool = false;
    /// SQL over `t`: what was to be seen once and is no more. Who asks for it hears that it is gone.
    const GONE: &'static str = "0";
    /// SQL that gives the next moment at which the clock alone changes what a visitor sees.
    const NEXT_CHANGE: Option<&'static str> = None;

    /// The one hook, inside the transaction, after validation: rules that need other rows, derived columns.
    fn before_save(
        _new: &mut Self::Attributes,
        _old: Option<&Self::Attributes>,
        _saving: &Saving,
    ) -> Result<()> {
        Ok(())
    }

    /// What follows from a new row, inside its transaction.
    fn created(_id: Id<Self>, _saving: &Saving) -> Result<()> {
        Ok(())
    }

    /// What deleting means. The default removes the row.
    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        tx.execute(
            &format!("delete from {} where id = ?1", Self::TYPE),
            [id.number()],
        )?;
        Ok(())
    }
}

/// What `before_save` may look at besides the attributes.
pub struct Saving<'a> {
    pub tx: &'a Tx<'a>,
    pub auth: &'a dyn AuthContext,
    /// None for a new row.
    pub id: Option<i64>,
    /// The attributes that a client names, whatever it says of them; none where the server itself changes the row.
    pub sent: &'a [String],
}

impl Saving<'_> {
    pub fn user_id(&self) -> Option<i64> {
        self.integer("user_id")
    }

    pub fn is_sent(&self, name: &str) -> bool {
        self.sent.iter().any(|sent| sent == name)
    }

    /// Whether the asker has `verb` on this row; for a new one, on any.
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

/// A filter that may be asked for. What is not declared is 400.
#[derive(Clone, Copy)]
pub struct Filter {
    pub field: &'static str,
    pub kind: FilterKind,
}

#[derive(Clone, Copy)]
pub enum FilterKind {
    /// `filter[field_predicate]` over the column of that name.
    Column(&'static [Predicate]),
    /// `filter[field]`, exactly so, with SQL of its own; `:value` is what was asked.
    Sql(Takes, &'static str),
    /// `filter[field_in]` over a column that holds a JSON list.
    List,
    /// `filter[field]`, where the value must be read first.
    Custom(fn(&mut Conditions, &str) -> Result<()>),
}

impl Filter {
    pub const fn column(field: &'static str, predicates: &'static [Predicate]) -> Self {
        Self {
            field,
            kind: FilterKind::Column(predicates),
        }
    }

    pub const fn sql(field: &'static str, takes: Takes, sql: &'static str) -> Self {
        Self {
            field,
            kind: FilterKind::Sql(takes, sql),
        }
    }

    pub const fn list(field: &'static str) -> Self {
        Self {
            field,
            kind: FilterKind::List,
        }
    }

    pub const fn custom(
        field: &'static str,
        read: fn(&mut Conditions, &str) -> Result<()>,
    ) -> Self {
        Self {
            field,
            kind: FilterKind::Custom(read),
        }
    }
}

/// What a request's filters became: SQL over `t` and named values.
#[derive(Default)]
pub struct Conditions {
    pub sql: Vec<String>,
    pub values: Vec<(String, SqlValue)>,
    /// The filters as they were asked, for those that work together (`near` and `radius_km`).
    pub asked: Vec<(String, String)>,
    /// True when the answer needs the slow lane.
    pub slow: bool,
    /// Tables to read from instead of the resource's own, for the orders that they serve. The first that serves is used.
    pub leads: Vec<DrivingIndex>,
    /// A shorter way to the total.
    pub total: Option<Total>,
}

/// A subquery named `found`, joined to `t`, that serves one order of the rows better than the table itself does.
#[derive(Clone, Copy)]
pub struct DrivingIndex {
    /// `from` and `join` to `t`.
    pub from: &'static str,
    /// Which of the conditions it stands for.
    pub condition: Option<usize>,
    pub serves: Serves,
    /// The order it stands in: a page is read off it without sorting. None where the order asked for is to be made.
    pub order: Option<&'static str>,
    /// The columns of `found` that the order asked for names.
    pub columns: &'static str,
    /// Another `from` for a page that reaches past the first rows, where this one holds no more than those.
    pub rest: Option<&'static str>,
}

/// Which orders a lead serves, as they are asked for.
#[derive(Clone, Copy)]
pub enum Serves {
    Exactly(&'static str),
    /// Each order in which this sort occurs.
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

/// SQL for the total of a list that nothing narrows but this one filter and the defaults, for who may read just `rows`.
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

    /// Adds a condition; `value` is bound under the name that `sql` gets for `:value`.
    pub fn add(&mut self, sql: &str, value: impl Into<SqlValue>) {
        let name = format!(":v{}", self.values.len());
        self.sql.push(sql.replace(":value", &name));
        self.values.push((name, value.into()));
    }

    /// Binds a value by a name of its own, for computed attributes and sorts.
    pub fn bind(&mut self, name: &str, value: impl Into<SqlValue>) {
        self.values.push((format!(":{name}"), value.into()));
    }

    pub fn has(&self, name: &str) -> bool {
        self.values
            .iter()
            .any(|(bound, _)| bound.get(1..) == Some(name))
    }
}

/// A sort that may be asked for; `needs` names the filter without which it means nothing.
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

/// An attribute that is a column of another table: of the row whose id stands in `by`, a column of `t`.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    pub field: &'static str,
    pub by: &'static str,
    pub table: &'static str,
    pub column: &'static str,
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
    }
}

/// One row of a state machine: `event` is possible where `when` holds and the asker has `verb`.
#[derive(Clone, Copy)]
pub struct Transition {
    pub event: &'static str,
    /// SQL over `t`.
    pub when: &'static str,
    pub verb: &'static str,
    pub to: &'static str,
}

#[derive(Clone, Copy)]
pub struct Relation {
    pub name: &'static str,
    pub kind: RelationKind,
    pub target: fn() -> &'static Table,
}

#[derive(Clone, Copy)]
pub enum RelationKind {
    /// A column of `t` with the id of the other.
    BelongsTo(&'static str),
    /// SQL that gives pairs (parent, child) for the parents in the JSON list `:ids`.
    HasMany(&'static str),
}

pub const fn belongs_to<R: Resource>(name: &'static str, column: &'static str) -> Relation {
    Relation {
        name,
        kind: RelationKind::BelongsTo(column),
        target: table::<R>,
    }
}

pub const fn has_many<R: Resource>(name: &'static str, pairs: &'static str) -> Relation {
    Relation {
        name,
        kind: RelationKind::HasMany(pairs),
        target: table::<R>,
    }
}
