//! Relations of a resource: to one row, to one row of several types (`subject: {type, id}`), to many rows, and to rows
//! of its own type (`parent`, `children`).

use super::resource::Resource;
use super::table::{Table, table};

/// Maximum number of included rows per parent of a to-many relation, unless the relation declares another.
const MOST_CHILDREN: usize = 100;

#[derive(Clone, Copy)]
pub struct Relation {
    pub name: &'static str,
    pub kind: RelationKind,
    /// The type of the related rows; several only for `BelongsToAny`.
    pub targets: &'static [fn() -> &'static Table],
    /// Maximum number of included rows per parent of a to-many relation. `meta.total` tells how many there are.
    pub most: usize,
    /// Query string with which the target's list yields all rows of a to-many relation, `:id` being the parent's id:
    /// `links.related`.
    pub related: &'static str,
    /// The verb on the related row without which a row cannot be made to refer to it; none: to see it is enough.
    pub takes: &'static str,
    /// SQL over `t`, the related row, and `:row_id`, the row that refers to it: rows that may be named although the
    /// actor does not see them in their own list.
    pub also: &'static str,
    /// True for people: they have an account at one centre, and do things at others.
    pub any_center: bool,
}

#[derive(Clone, Copy)]
pub enum RelationKind {
    /// A column of `t` with the other row's id.
    BelongsTo(&'static str),
    /// The columns of `t` with the other row's type and id.
    BelongsToAny(&'static str, &'static str),
    /// SQL that yields pairs (parent, child) for the parents in the JSON list `:ids`.
    HasMany(&'static str),
}

impl Relation {
    pub fn tables(&self) -> impl Iterator<Item = &'static Table> + use<> {
        self.targets.iter().map(|target| target())
    }

    pub const fn is_many(&self) -> bool {
        matches!(self.kind, RelationKind::HasMany(_))
    }

    /// Declares the bound of a to-many relation.
    #[must_use]
    pub const fn at_most(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Declares the query string of `links.related`: `filter[parent_id_eq]=:id`.
    #[must_use]
    pub const fn listed_by(mut self, query: &'static str) -> Self {
        self.related = query;
        self
    }

    /// Declares the verb that the actor has to have on the row that is referred to: 403 without.
    #[must_use]
    pub const fn taking(mut self, verb: &'static str) -> Self {
        self.takes = verb;
        self
    }

    /// Declares that the related row may be of another centre.
    #[must_use]
    pub const fn of_any_center(mut self) -> Self {
        self.any_center = true;
        self
    }

    /// Declares rows that may be referred to besides those that the actor may read.
    #[must_use]
    pub const fn or_where(mut self, sql: &'static str) -> Self {
        self.also = sql;
        self
    }
}

const fn relation(
    name: &'static str,
    kind: RelationKind,
    targets: &'static [fn() -> &'static Table],
) -> Relation {
    Relation {
        name,
        kind,
        targets,
        most: MOST_CHILDREN,
        related: "",
        takes: "",
        also: "",
        any_center: false,
    }
}

/// The table of one type, for constants.
struct One<R>(std::marker::PhantomData<fn() -> R>);

impl<R: Resource> One<R> {
    const TARGETS: &'static [fn() -> &'static Table] = &[table::<R>];
}

pub const fn belongs_to<R: Resource>(name: &'static str, column: &'static str) -> Relation {
    relation(name, RelationKind::BelongsTo(column), One::<R>::TARGETS)
}

/// A relation to a row of one of several types: `belongs_to_any("subject", "subject_type", "subject_id",
/// &[table::<A>, table::<B>])`.
pub const fn belongs_to_any(
    name: &'static str,
    type_column: &'static str,
    id_column: &'static str,
    targets: &'static [fn() -> &'static Table],
) -> Relation {
    let kind = RelationKind::BelongsToAny(type_column, id_column);
    relation(name, kind, targets)
}

/// The same to rows of a resource that hangs on this one, and is found by its name: what is referred to knows nothing of
/// what refers to it.
pub const fn has_many_named(
    name: &'static str,
    targets: &'static [fn() -> &'static Table],
    pairs: &'static str,
) -> Relation {
    relation(name, RelationKind::HasMany(pairs), targets)
}

pub const fn has_many<R: Resource>(name: &'static str, pairs: &'static str) -> Relation {
    relation(name, RelationKind::HasMany(pairs), One::<R>::TARGETS)
}
