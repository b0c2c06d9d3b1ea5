//! What is an organisation's: every table that names organisations, or hangs on one that does, and what becomes of its
//! rows when the organisation moves to another centre and when it goes up in another one. Each resource declares this of
//! its own tables (`Declared::BELONGINGS`); who moves or merges knows none of them. A test compares the declarations with
//! the schema, so that a new table says it too: tests/it/source/belongings.rs.

use crate::db::Tx;
use crate::error::Result;
use crate::model::registry;

/// A table with rows of organisations.
#[derive(Debug, Clone, Copy)]
pub struct Belonging {
    pub table: &'static str,
    pub moving: Moving,
    pub merging: Merging,
    pub beside: Option<Beside>,
}

/// What a move to another centre does.
#[derive(Debug, Clone, Copy)]
pub enum Moving {
    /// The rows go along, by this SQL over `:id`, the organisation, `:from` and `:to`, the centres, and `:now`.
    Goes(&'static str),
    /// Its rows name no centre: they are where the row is on which they hang.
    With(&'static str),
    /// They stay as they are; the reason.
    Stays(&'static str),
}

/// What a merge does.
#[derive(Debug, Clone, Copy)]
pub enum Merging {
    /// Columns that name the organisation, each with a condition over the table, with `:into`. What the other
    /// organisation has already stays behind, as it would be there twice.
    Goes(&'static [(&'static str, &'static str)]),
    /// Its rows name no organisation: they are of whoever the row is on which they hang.
    With(&'static str),
    /// They stay as they are; the reason.
    Stays(&'static str),
}

/// Changes rows before an organisation goes into another one; returns their ids.
pub type Merge = fn(&Tx, i64, i64) -> Result<Vec<i64>>;

/// What a merge does to rows of the table besides whose they are, and its undoing.
#[derive(Debug, Clone, Copy)]
pub struct Beside {
    /// Acts before the rows go along, on the organisation and the one into which it goes. Returns the rows that are to be
    /// undone, kept under the name of the column that changed.
    pub merge: Option<(&'static str, Merge)>,
    /// Acts when the rows have come back.
    pub undo: fn(&Tx, &Undone) -> Result<()>,
}

/// A merge that is undone.
pub struct Undone {
    /// The organisation that stands by itself again.
    pub id: i64,
    pub into: i64,
    /// The rows that `merge` changed: a JSON list of ids.
    pub changed: String,
    pub merged_at: String,
}

impl Belonging {
    /// Rows that are where the row is on which they hang, and of whom it is.
    pub const fn with(table: &'static str, of: &'static str) -> Self {
        Self::of(table, Moving::With(of), Merging::With(of))
    }

    /// Rows that stay as they are; the reason.
    pub const fn stays(table: &'static str, why: &'static str) -> Self {
        Self::of(table, Moving::Stays(why), Merging::Stays(why))
    }

    pub const fn of(table: &'static str, moving: Moving, merging: Merging) -> Self {
        Self {
            table,
            moving,
            merging,
            beside: None,
        }
    }

    #[must_use]
    pub const fn beside(mut self, beside: Beside) -> Self {
        self.beside = Some(beside);
        self
    }
}

pub const WHERE_IT_WAS_MADE: &str =
    "what happened is told where it happened; its subject keeps its number";
pub const OF_A_PERSON: &str = "the person's own; what it is about keeps its number";

/// Tables that serve all resources.
#[rustfmt::skip]
const COMMON: &[Belonging] = &[
    // Its text, its links and its sender are those of the centre that wrote it, and so is who reads it there.
    Belonging::stays("outbox", "a letter is of the centre that it was written for, also while it waits"),
    Belonging::stays("transitions", WHERE_IT_WAS_MADE),
    Belonging::stays("tokens", "a link in a letter is about the organisation that it was sent to, or about a person"),
    Belonging::stays("row_versions", WHERE_IT_WAS_MADE),
    Belonging::stays("scheduled_effects", "of pages alone"),
    // Counted anew from the rows each night, wherever these are then.
    Belonging::stays("analytics_days", WHERE_IT_WAS_MADE),
    Belonging::stays("analytics_cells", WHERE_IT_WAS_MADE),
    Belonging::stays("view_counts", "of the row, which keeps its number"),
];

/// Everything that can be an organisation's, in the order of the declarations.
pub fn all() -> impl DoubleEndedIterator<Item = &'static Belonging> {
    let of_resources = registry::declared().iter();
    of_resources
        .flat_map(|declaration| declaration.belongings)
        .chain(COMMON)
}

/// The statements with which what belongs to an organisation goes to another centre. The last declared goes first, and so
/// the organisation itself last, as others are found by its centre.
pub fn moves() -> impl Iterator<Item = &'static str> {
    all().rev().filter_map(|one| match one.moving {
        Moving::Goes(sql) => Some(sql),
        Moving::With(_) | Moving::Stays(_) => None,
    })
}

/// Table, column and condition of what goes along with a merge.
pub fn merges() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    all().flat_map(|one| {
        let columns = match one.merging {
            Merging::Goes(columns) => columns,
            Merging::With(_) | Merging::Stays(_) => &[],
        };
        columns
            .iter()
            .map(|(column, rows)| (one.table, *column, *rows))
    })
}

/// What a merge does besides, by table, in the order of the declarations: what hangs on a row follows it.
pub fn besides() -> impl Iterator<Item = (&'static str, Beside)> {
    all().filter_map(|one| Some((one.table, one.beside?)))
}
