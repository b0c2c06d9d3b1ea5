//! Personal data as resources declare it. An entry declares which rows of a table belong to a person, what the export
//! contains of them, and what erasure does.
//!
//! In the conditions `t` is the table; `:user_id`, `:now` and the lists `:emails`, `:names` (first and last) and
//! `:phones` are available, with current and former values. The lists are empty for a person who never proved their
//! address.

pub struct Entry {
    pub table: &'static str,
    pub holds: Holds,
    /// Its rows name files in the column `url`, which the export holds.
    pub has_files: bool,
}

pub enum Holds {
    /// No personal data; the reason.
    Nobody(&'static str),
    /// Derived from another table, and deleted with it.
    CopyOf(&'static str),
    People(&'static [Part]),
}

/// Subset of a table's rows: whose they are, and what erasure does with them.
pub struct Part {
    pub rows: &'static str,
    pub show: Show,
    pub erase: Erase,
}

/// Name of a file and a description of its contents, in Dutch and in English.
pub type About = [(&'static str, &'static str); 2];

pub enum Show {
    /// The rows without these columns, with joins that make them readable.
    Rows {
        about: About,
        without: &'static [&'static str],
        with: &'static str,
    },
    /// Excluded from the export; the reason.
    Nothing(&'static str),
}

pub enum Erase {
    Delete,
    /// The row remains for statistics, with these columns overwritten. Every column occurs in one of the two
    /// lists, except those that are kept by default.
    Blank {
        set: &'static [(&'static str, &'static str)],
        keep: &'static [&'static str],
    },
    /// The row remains unchanged; the reason, and the columns considered.
    Stay {
        why: &'static str,
        keep: &'static [&'static str],
    },
}

/// Columns that hold nothing of a person by their kind, and are kept without being listed: number of the row, moments,
/// counts, flags. A text, a date of one's own, a reference has to be named.
pub fn is_kept_by_default(column: &str) -> bool {
    ["id", "version"].contains(&column)
        || ["_at", "_count"].iter().any(|end| column.ends_with(end))
        || ["is_", "has_"]
            .iter()
            .any(|start| column.starts_with(start))
}

use Holds::{CopyOf, Nobody, People};

/// Condition for an address of this person, in a row from the time when it was theirs. `:until` holds the end of use
/// of each former address.
macro_rules! address {
    ($email:literal, $at:literal) => {
        concat!(
            "(",
            $email,
            " in (select value from json_each(:emails)) and ",
            $at,
            " <= coalesce((select value from json_each(:until) where key = lower(",
            $email,
            ")), '9999'))"
        )
    };
}
pub(crate) use address;

pub const fn shown(about: About, without: &'static [&'static str], with: &'static str) -> Show {
    Show::Rows {
        about,
        without,
        with,
    }
}

pub const fn nobody(table: &'static str, why: &'static str) -> Entry {
    Entry {
        table,
        holds: Nobody(why),
        has_files: false,
    }
}

pub const fn copy_of(table: &'static str, of: &'static str) -> Entry {
    Entry {
        table,
        holds: CopyOf(of),
        has_files: false,
    }
}

pub const fn people(table: &'static str, parts: &'static [Part]) -> Entry {
    Entry {
        table,
        holds: People(parts),
        has_files: false,
    }
}

/// Rows that belong to the person alone and are deleted whole.
macro_rules! own {
    ($rows:expr, $about:expr, without $without:expr, with $with:expr) => {
        $crate::privacy::Part {
            rows: $rows,
            show: $crate::privacy::prelude::shown($about, $without, $with),
            erase: $crate::privacy::Erase::Delete,
        }
    };
}
pub(crate) use own;

/// All entries in the order of erasure: rows that are found through another table come before that table, and the
/// person comes last. The export goes the other way.
pub struct Inventory(Vec<&'static Entry>);

impl Inventory {
    pub fn of(entries: impl IntoIterator<Item = &'static Entry>) -> Self {
        let mut left: Vec<&'static Entry> = entries.into_iter().collect();
        left.sort_by_key(|entry| entry.is_of_the_person());
        let mut ordered = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let is_free = |entry: &Entry| {
                let others = left.iter().filter(|other| other.table != entry.table);
                !others
                    .clone()
                    .any(|other| other.is_found_through(entry.table))
            };
            // Two tables that are found through each other keep the order in which they are declared.
            let next = left.iter().position(|entry| is_free(entry)).unwrap_or(0);
            ordered.push(left.remove(next));
        }
        Self(ordered)
    }

    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &'static Entry> {
        self.0.iter().copied()
    }
}

impl Entry {
    pub const fn with_files(mut self) -> Self {
        self.has_files = true;
        self
    }

    fn parts(&self) -> &'static [Part] {
        match self.holds {
            People(parts) => parts,
            Nobody(_) | CopyOf(_) => &[],
        }
    }

    fn is_of_the_person(&self) -> bool {
        self.parts()
            .iter()
            .any(|part| part.rows == "t.id = :user_id")
    }

    fn is_found_through(&self, table: &str) -> bool {
        let is_named = |sql: &str| {
            let mut words = sql
                .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .filter(|word| !word.is_empty());
            while let Some(word) = words.next() {
                if matches!(word, "from" | "join") && words.next() == Some(table) {
                    return true;
                }
            }
            false
        };
        self.parts().iter().any(|part| is_named(part.rows))
    }
}
