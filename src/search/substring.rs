//! Search for a part of a name in an index of trigrams, which holds folded texts.

use crate::search::text::normalise;

/// Characters of the shortest part that the index can find.
const SHORTEST: usize = 3;

/// A full-text table with the tokenizer `trigram`, and its column.
#[derive(Clone, Copy)]
pub struct TrigramIndex {
    pub table: &'static str,
    pub column: &'static str,
}

impl TrigramIndex {
    /// SQL that yields the row ids of the texts that contain `part`, with `:value` for the second result. Shorter parts
    /// than a trigram are compared with every text.
    pub fn containing(self, part: &str) -> (String, String) {
        let Self { table, column } = self;
        let folded = normalise(part);
        if folded.chars().count() < SHORTEST {
            let sql = format!("select rowid from {table} where instr({column}, :value) > 0");
            return (sql, folded);
        }
        let sql = format!("select rowid from {table} where {table} match :value");
        // A phrase: the text has no quotes once it is folded.
        (sql, format!("\"{folded}\""))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_part_is_found_wherever_it_stands_however_short_and_however_written() {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(
            "create virtual table names using fts5 (name, tokenize = 'trigram', columnsize = 0);
             insert into names (rowid, name) values (1, 'renee de vries'), (2, 'jo van dijk'), (3, 'el');",
        )
        .unwrap();
        let index = TrigramIndex {
            table: "names",
            column: "name",
        };
        let found = |part: &str| -> Vec<i64> {
            let (sql, value) = index.containing(part);
            let mut statement = db.prepare(&format!("{sql} order by rowid")).unwrap();
            let rows =
                statement.query_map([(":value", value.as_str())].as_slice(), |row| row.get(0));
            rows.unwrap().map(Result::unwrap).collect()
        };
        for (part, rows) in [
            ("Renée", vec![1]),
            ("e de v", vec![1]),
            ("jo", vec![2]),
            ("d", vec![1, 2]),
            ("el", vec![3]),
            ("", vec![1, 2, 3]),
            ("\" or \"", vec![]),
            ("de* OR", vec![]),
        ] {
            assert_eq!(found(part), rows, "{part}");
        }
    }
}
