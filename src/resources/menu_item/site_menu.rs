//! The menus as a visitor sees them: what leads nowhere now is left out.

use std::collections::HashMap;

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::system_pages::{Here, path_of};
use crate::error::Result;
use crate::presets::Features;
use crate::resources::page::published::address_of;

/// The centre's own menus. An empty one is that of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiteMenus {
    pub header: Vec<SiteMenuEntry>,
    pub footer: Vec<SiteMenuEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiteMenuEntry {
    pub name: String,
    pub name_en: String,
    /// Path without a language prefix; none: a heading above `entries`.
    pub path: Option<String>,
    /// Where the English site has a page of its own.
    pub path_en: Option<String>,
    pub entries: Vec<SiteMenuLink>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiteMenuLink {
    pub name: String,
    pub name_en: String,
    pub path: String,
    pub path_en: Option<String>,
}

struct Row {
    id: i64,
    menu: String,
    parent_id: Option<i64>,
    name: String,
    name_en: Option<String>,
    page_id: Option<i64>,
    system_page: Option<String>,
}

/// Paths of a published page, in Dutch and in English.
type Paths = (String, Option<String>);

pub fn read(connection: &Connection, center_id: i64, features: Features) -> Result<SiteMenus> {
    let rows: Vec<Row> = connection
        .prepare_cached(
            "select id, menu, parent_id, name, name_en, page_id, system_page from menu_items
              where volunteer_center_id = ?1 order by menu, position, id limit 240",
        )?
        .query_map([center_id], |row| {
            Ok(Row {
                id: row.get(0)?,
                menu: row.get(1)?,
                parent_id: row.get(2)?,
                name: row.get(3)?,
                name_en: row.get(4)?,
                page_id: row.get(5)?,
                system_page: row.get(6)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let pages = page_paths(connection, rows.iter().filter_map(|row| row.page_id))?;
    let here = Here::read(connection, center_id, features)?;
    let paths = |row: &Row| -> Option<Paths> {
        match (&row.system_page, row.page_id) {
            (Some(name), _) if here.has(name) => Some((path_of(name)?.to_owned(), None)),
            (None, Some(id)) => pages.get(&id).cloned(),
            _ => None,
        }
    };
    let english = |row: &Row| {
        let own = row
            .name_en
            .as_deref()
            .filter(|name| !name.trim().is_empty());
        own.unwrap_or(&row.name).to_owned()
    };
    let list = |menu: &str| -> Vec<SiteMenuEntry> {
        rows.iter()
            .filter(|row| row.parent_id.is_none() && row.menu == menu)
            .filter_map(|root| {
                let entries: Vec<SiteMenuLink> = rows
                    .iter()
                    .filter(|row| row.parent_id == Some(root.id))
                    .filter_map(|row| {
                        let (path, path_en) = paths(row)?;
                        let name = row.name.clone();
                        let name_en = english(row);
                        Some(SiteMenuLink {
                            name,
                            name_en,
                            path,
                            path_en,
                        })
                    })
                    .collect();
                let own = paths(root);
                if own.is_none() && entries.is_empty() {
                    return None;
                }
                let (path, path_en) = own.map_or((None, None), |(path, en)| (Some(path), en));
                Some(SiteMenuEntry {
                    name: root.name.clone(),
                    name_en: english(root),
                    path,
                    path_en,
                    entries,
                })
            })
            .collect()
    };
    Ok(SiteMenus {
        header: list("header"),
        footer: list("footer"),
    })
}

/// Paths of those of the pages that visitors can read now, in the language of the page and in that of its translation.
/// A page that is not online itself is not led to, whether or not its translation is.
fn page_paths(
    connection: &Connection,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, Paths>> {
    let ids = serde_json::to_string(&ids.collect::<Vec<_>>())?;
    if ids == "[]" {
        return Ok(HashMap::new());
    }
    let rows: Vec<(i64, String, String, String)> = connection
        .prepare_cached(
            "select p.id, q.locale, q.slug, q.page_type from pages p
               join published_pages q on q.page_id in (p.id, p.translation_of_id, (select o.id from pages o where o.translation_of_id = p.id))
              where p.id in (select value from json_each(?1))
                and exists (select 1 from published_pages own
                             where own.page_id = p.id
                               and own.publish_at <= strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                               and (own.unpublish_at is null or own.unpublish_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
                and q.publish_at <= strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                and (q.unpublish_at is null or q.unpublish_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        )?
        .query_map([ids], |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let mut found: HashMap<i64, (Option<String>, Option<String>)> = HashMap::new();
    for (id, locale, slug, kind) in rows {
        let path = address_of(&slug, &kind);
        let paths = found.entry(id).or_default();
        if locale == "en" {
            paths.1 = Some(path);
        } else {
            paths.0 = Some(path);
        }
    }
    Ok(found
        .into_iter()
        .filter_map(|(id, (dutch, english))| {
            Some((id, (dutch.or_else(|| english.clone())?, english)))
        })
        .collect())
}

/// The next moment at which the clock alone changes the menus of a centre that lead to pages.
pub fn next_change(connection: &Connection, center_id: i64) -> Result<Option<i64>> {
    let at: Option<String> = connection
        .prepare_cached(
            "select min(at) from (
                select publish_at as at from published_pages where volunteer_center_id = ?1
                union all
                select unpublish_at from published_pages where volunteer_center_id = ?1)
              where at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                and exists (select 1 from menu_items where volunteer_center_id = ?1
                               and (page_id is not null or system_page in ('partners', 'gelderseHanden')))",
        )?
        .query_row([center_id], |row| row.get(0))?;
    Ok(at
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second))
}

/// Whether there is such a page at the centre, published or not; a deleted one is none.
pub(super) fn is_page(connection: &Connection, id: i64, center_id: i64) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select exists (select 1 from pages where id = ?1 and volunteer_center_id = ?2 and deleted_at is null)",
        )?
        .query_row((id, center_id), |row| row.get(0))?)
}
