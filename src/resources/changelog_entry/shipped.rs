//! Entries that the program brings: those of CHANGELOG.md, with their Dutch from CHANGELOG.nl.md. Each has a key, by which
//! a tenant gets it once, whatever an admin does to it afterwards.
//!
//! ```text
//! ## 0.1.0
//!
//! ### Title
//!
//! <!-- key: figures; date: 2026-11-29; kinds: new, improved; for: centers -->
//!
//! Text in Markdown.
//!
//! [Words of the link](/path)
//! ```
//!
//! A heading without such a comment is no entry.

use std::sync::LazyLock;

use rusqlite::{Connection, named_params};

use super::{ChangelogAudience, ChangelogKind};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::resources::page::markup::{self, Extent};

const ENGLISH: &str = include_str!("../../../CHANGELOG.md");
const DUTCH: &str = include_str!("../../../CHANGELOG.nl.md");

static SHIPPED: LazyLock<std::result::Result<Vec<ShippedEntry>, String>> =
    LazyLock::new(|| paired(ENGLISH, DUTCH));

#[derive(Debug, Clone, PartialEq, Eq)]
struct ShippedEntry {
    facts: Facts,
    dutch: Words,
    english: Words,
}

/// What both languages have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Facts {
    key: String,
    date: String,
    release: String,
    kinds: Vec<ChangelogKind>,
    audiences: Vec<ChangelogAudience>,
    link_path: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Words {
    title: String,
    html: String,
    link_text: Option<String>,
}

fn shipped() -> Result<&'static [ShippedEntry]> {
    SHIPPED.as_deref().map_err(Error::internal)
}

pub fn is_any_missing(connection: &Connection) -> Result<bool> {
    let keys: Vec<&str> = shipped()?
        .iter()
        .map(|entry| entry.facts.key.as_str())
        .collect();
    Ok(connection
        .prepare_cached(
            "select exists (select 1 from json_each(?1) k
                             where not exists (select 1 from changelog_imports i where i.key = k.value))",
        )?
        .query_row([serde_json::to_string(&keys)?], |row| row.get(0))?)
}

/// Adds the entries that the tenant never had; returns their number. The first ones count as published on their own
/// day, so that they are new to nobody whose account is younger; later ones are published now.
pub fn add_missing(tx: &Tx) -> Result<usize> {
    let is_first: bool = tx.query_row(
        "select not exists (select 1 from changelog_imports)",
        [],
        |row| row.get(0),
    )?;
    let mut added = 0;
    // The file has the latest entry first; of one day, the latest has the highest id.
    for entry in shipped()?.iter().rev() {
        let is_new = tx
            .prepare_cached(
                "insert or ignore into changelog_imports (key, created_at) values (?1, ?2)",
            )?
            .execute((&entry.facts.key, tx.now()))?
            == 1;
        if is_new {
            insert(tx, entry, is_first)?;
            added += 1;
        }
    }
    Ok(added)
}

fn insert(tx: &Tx, entry: &ShippedEntry, is_first: bool) -> Result<()> {
    let facts = &entry.facts;
    let own_day = format!("{}T00:00:00Z", facts.date);
    tx.prepare_cached(
        "insert into changelog_entries (date, release, kinds, audiences, title_nl, title_en, text_nl, text_en,
                link_path, link_text_nl, link_text_en, published, published_at, created_at, updated_at)
         values (:date, :release, :kinds, :audiences, :title_nl, :title_en, :text_nl, :text_en,
                :link_path, :link_text_nl, :link_text_en, 1, :published_at, :now, :now)",
    )?
    .execute(named_params! {
        ":date": facts.date,
        ":release": facts.release,
        ":kinds": serde_json::to_string(&facts.kinds)?,
        ":audiences": serde_json::to_string(&facts.audiences)?,
        ":title_nl": entry.dutch.title,
        ":title_en": entry.english.title,
        ":text_nl": entry.dutch.html,
        ":text_en": entry.english.html,
        ":link_path": facts.link_path,
        ":link_text_nl": entry.dutch.link_text,
        ":link_text_en": entry.english.link_text,
        ":published_at": if is_first { own_day.as_str() } else { tx.now() },
        ":now": tx.now(),
    })?;
    Ok(())
}

/// The entries of both files, which have the same ones in the same order.
fn paired(english: &str, dutch: &str) -> std::result::Result<Vec<ShippedEntry>, String> {
    let (english, dutch) = (entries(english)?, entries(dutch)?);
    if english.len() != dutch.len() {
        return Err(format!(
            "CHANGELOG.md has {} entries and CHANGELOG.nl.md {}",
            english.len(),
            dutch.len()
        ));
    }
    let pairs = english.into_iter().zip(dutch);
    pairs
        .map(|((facts, english), (same, dutch))| {
            if facts != same {
                return Err(format!(
                    "{} differs from {}: {facts:?}, {same:?}",
                    facts.key, same.key
                ));
            }
            Ok(ShippedEntry {
                facts,
                dutch,
                english,
            })
        })
        .collect()
}

fn entries(file: &str) -> std::result::Result<Vec<(Facts, Words)>, String> {
    let mut found = Vec::new();
    for version in file.split("\n## ").skip(1) {
        let (release, rest) = version.split_once('\n').unwrap_or((version, ""));
        for section in rest.split("\n### ").skip(1) {
            let (title, body) = section.split_once('\n').unwrap_or((section, ""));
            if let Some(rest) = body.trim().strip_prefix("<!--") {
                let entry = entry((title.trim(), release.trim()), rest)
                    .map_err(|fault| format!("{}: {fault}", title.trim()))?;
                found.push(entry);
            }
        }
    }
    Ok(found)
}

fn entry(
    (title, release): (&str, &str),
    rest: &str,
) -> std::result::Result<(Facts, Words), String> {
    let (comment, body) = rest.split_once("-->").ok_or("the comment has no end")?;
    let facts = comment
        .split(';')
        .map(|fact| fact.split_once(':').ok_or("a fact is `name: value`"))
        .map(|fact| fact.map(|(name, value)| (name.trim(), value.trim())))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    if let Some((name, _)) = facts
        .iter()
        .find(|(name, _)| !["key", "date", "kinds", "for"].contains(name))
    {
        return Err(format!("there is no fact `{name}`"));
    }
    let fact = |wanted: &str| {
        let found = facts.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| *value)
    };
    let date = fact("date").ok_or("`date` is missing")?;
    date.parse::<jiff::civil::Date>()
        .map_err(|_| format!("{date} is no day"))?;
    let body = body.trim();
    let (text, link) = match body.rsplit_once("\n\n") {
        Some((text, last)) => link_of(last).map_or((body, None), |link| (text, Some(link))),
        None => (body, None),
    };
    let (link_text, link_path) = link.unzip();
    let words = Words {
        title: title.to_owned(),
        html: markup::sanitised(&markup::markdown(text), Extent::Part),
        link_text: link_text.map(str::to_owned),
    };
    let facts = Facts {
        key: fact("key").ok_or("`key` is missing")?.to_owned(),
        date: date.to_owned(),
        release: release.to_owned(),
        kinds: listed(fact("kinds").ok_or("`kinds` is missing")?)?,
        audiences: fact("for").map_or_else(|| Ok(Vec::new()), listed)?,
        link_path: link_path.map(str::to_owned),
    };
    Ok((facts, words))
}

/// Words and path of a paragraph that is one link to a page of the site.
fn link_of(paragraph: &str) -> Option<(&str, &str)> {
    let inside = paragraph.trim().strip_prefix('[')?.strip_suffix(')')?;
    let (words, path) = inside.split_once("](")?;
    markup::is_own_address(path).then_some((words, path))
}

fn listed<T: serde::de::DeserializeOwned>(text: &str) -> std::result::Result<Vec<T>, String> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    serde_json::from_value(serde_json::json!(words)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::search::text::without_markup;

    #[test]
    fn both_files_have_the_same_entries_each_with_its_words() {
        let entries = shipped().unwrap();
        assert!(entries.len() >= 12, "{}", entries.len());
        let keys: HashSet<&str> = entries
            .iter()
            .map(|entry| entry.facts.key.as_str())
            .collect();
        assert_eq!(keys.len(), entries.len());
        for entry in entries {
            assert_ne!(entry.dutch.title, entry.english.title);
            assert_eq!(
                entry.dutch.link_text.is_some(),
                entry.facts.link_path.is_some()
            );
            for words in [&entry.dutch, &entry.english] {
                let text = without_markup(&words.html);
                assert!(text.len() > 40, "{}: {text}", words.title);
                assert!(!words.html.contains("<!--"), "{}", words.html);
            }
        }
        let days: Vec<&str> = entries
            .iter()
            .map(|entry| entry.facts.date.as_str())
            .collect();
        assert!(days.is_sorted_by(|one, next| one >= next), "{days:?}");
    }

    #[test]
    fn an_entry_has_a_list_a_link_and_its_facts() {
        let file = "# X\n\n## 1.2\n\n### A\n\n<!-- key: a; date: 2026-11-29; kinds: new, fixed; for: centers -->\n\nText:\n\n- one\n\n[Go](/a)\n\n### All\n\n- more\n";
        let found = entries(file).unwrap();
        let [(facts, words)] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(facts.release, "1.2");
        assert_eq!(facts.kinds, [ChangelogKind::New, ChangelogKind::Fixed]);
        assert_eq!(facts.audiences, [ChangelogAudience::Centers]);
        assert_eq!(facts.link_path.as_deref(), Some("/a"));
        assert_eq!(words.link_text.as_deref(), Some("Go"));
        assert!(words.html.contains("<li>one</li>"), "{}", words.html);
        assert!(!words.html.contains("Go"), "{}", words.html);
    }

    #[test]
    fn what_is_wrong_in_a_file_is_said() {
        let file = |comment: &str| format!("## 1\n\n### A\n\n<!-- {comment} -->\n\nText\n");
        let good = "key: a; date: 2026-11-29; kinds: new";
        let first = format!("\n{}", file(good));
        assert!(paired(&first, &first).is_ok());
        for wrong in [
            "key: a; date: 2026-13-29; kinds: new",
            "key: a; date: 2026-11-29; kinds: other",
            "key: a; date: 2026-11-29",
            "date: 2026-11-29; kinds: new",
            "key: a; date: 2026-11-29; kinds: new; colour: red",
        ] {
            assert!(entries(&format!("\n{}", file(wrong))).is_err(), "{wrong}");
        }
        let other = format!("\n{}", file("key: b; date: 2026-11-29; kinds: new"));
        assert!(paired(&first, &other).is_err());
        assert!(paired(&first, "").is_err());
    }
}
