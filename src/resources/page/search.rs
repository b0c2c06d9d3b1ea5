//! Search in what is published: full text of titles, summaries, tags and blocks.

use std::ops::RangeInclusive;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;

use crate::error::{Error, Result};
use crate::jsonapi::{AuthContext, Conditions};
use crate::resources::search_synonym;
use crate::search::question::{self, Asked as _, Columns};

const FOUND: &str =
    "t.id in (select rowid from published_pages_search where published_pages_search match :words)";

/// The first of the ranked expressions that a page fits, and among those the newest.
pub const RELEVANCE: &str = concat!(
    "(case when t.id in (select rowid from published_pages_search where published_pages_search match :words_1) then 1",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_2) then 2",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_3) then 3",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_4) then 4",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_5) then 5",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_6) then 6",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_7) then 7",
    " when t.id in (select rowid from published_pages_search where published_pages_search match :words_8) then 8",
    " else 9 end) * 10000000.0 - julianday(t.published_at)",
);

/// The words of a question, read with the index itself before the query runs. A question without words matches
/// everything.
pub fn words(conditions: &mut Conditions, value: &str) {
    if !question::has_words(value) {
        bind_ranked(
            conditions,
            std::iter::repeat_n(question::NOTHING.to_owned(), question::EXPRESSIONS),
        );
        return;
    }
    conditions.lookups.push(read_words);
    conditions.sql.push(FOUND.to_owned());
    conditions.slow = true;
}

fn bind_ranked(conditions: &mut Conditions, expressions: impl IntoIterator<Item = String>) {
    for (number, expression) in (1..question::EXPRESSIONS).zip(expressions) {
        conditions.bind(&format!("words_{number}"), expression);
    }
}

fn read_words(
    connection: &Connection,
    auth: &dyn AuthContext,
    conditions: &mut Conditions,
) -> Result<()> {
    let Some(text) = conditions.asked("q").map(str::to_owned) else {
        return Ok(());
    };
    let center = auth.value("center_id");
    let own = search_synonym::of_center(connection, &center)?;
    let mut narrowing = match center {
        SqlValue::Integer(center) => format!(" AND _c_{center}"),
        _ => String::new(),
    };
    if let Some(locale @ ("nl" | "en")) = conditions.asked("locale_eq") {
        narrowing.push_str(" AND _l_");
        narrowing.push_str(locale);
    }
    let index = Index(connection, narrowing);
    let reading = question::read(&text, &own, &index)?;
    // Of pages there are few: where none means the question, those that come near it are of use.
    let expressions = if index.is_found(&reading.expressions.all)? {
        reading.expressions
    } else {
        reading.related
    };
    conditions.bind("words", expressions.all);
    bind_ranked(conditions, expressions.ranked);
    Ok(())
}

/// The full-text index, narrowed.
struct Index<'c>(&'c Connection, String);

impl question::Asked for Index<'_> {
    type Error = Error;
    const COLUMNS: Columns = question::TEXTS;

    fn are_found(&self, expression: &str, least: usize) -> Result<bool> {
        let Self(connection, narrowing) = self;
        let limit = i64::try_from(least).unwrap_or(i64::MAX);
        let count: i64 = connection
            .prepare_cached(
                "select count(*) from (select 1 from published_pages_search where published_pages_search match ?1 limit ?2)",
            )?
            .query_row((format!("({expression}){narrowing}"), limit), |row| row.get(0))?;
        Ok(count >= limit)
    }

    /// Pages are of no place.
    fn is_place(&self, _: &str) -> Result<bool> {
        Ok(false)
    }

    fn each_word(
        &self,
        characters: RangeInclusive<usize>,
        pass: &mut dyn FnMut(&str),
    ) -> Result<()> {
        let mut statement = self
            .0
            .prepare_cached("select word from page_words where letters between ?1 and ?2")?;
        let bounds = [characters.start(), characters.end()];
        let mut words =
            statement.query(bounds.map(|count| i64::try_from(*count).unwrap_or(i64::MAX)))?;
        while let Some(row) = words.next()? {
            pass(&row.get::<_, String>(0)?);
        }
        Ok(())
    }
}

/// Forgets the words of pages that are published no more.
pub fn forget_words(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "delete from page_words
          where not exists (select 1 from published_pages_search
                             where published_pages_search match '\"' || page_words.word || '\"')",
        [],
    )
}
