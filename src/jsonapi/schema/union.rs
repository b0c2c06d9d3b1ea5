//! Union: one list over several types, such as a search or a queue (docs/engine.md#lists-over-several-types). The types
//! share named columns, by which the list is filtered and sorted; each row is a document of its own type.

use super::table::Table;

pub trait Union: Send + Sync + 'static {
    /// The last part of the list's path.
    const NAME: &'static str;
    /// The names of the common columns, in `meta.common` of each row.
    const COLUMNS: &'static [&'static str];
    const MEMBERS: &'static [Member];
    /// Terms such as `-submitted_at`, by common columns and `type`.
    const DEFAULT_SORT: &'static str;
    const LARGEST_PAGE: u32 = 100;
}

/// One type of a union.
#[derive(Clone, Copy)]
pub struct Member {
    pub table: fn() -> &'static Table,
    /// SQL over `t` of the common columns, in their order. May use only what everybody who sees the row may see of it.
    pub columns: &'static [&'static str],
    /// SQL over `t`: the rows that are in the list.
    pub rows: &'static str,
    /// The verb that the actor needs on a row; empty for Read.
    pub verb: &'static str,
    /// SQL over `t` for `filter[q]`, which is bound as `:q`; empty if the type is not searched.
    pub matches: &'static str,
}
