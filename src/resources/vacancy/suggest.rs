//! Suggestions while somebody types: vacancies, themes, organisations and places.

use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Vacancy;
use super::search::reading;
use crate::app::access::{Access, RequestContext, action};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::Document;
use crate::search::geo;
use crate::search::normalise;
use crate::search::question::{NOTHING, has_words};

/// Of each kind.
const VACANCIES: usize = 5;
const OTHERS: u32 = 3;
/// Characters that are looked at.
const LONGEST: usize = 80;

/// What a person may be looking for.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub struct VacancySuggestionsMeta {
    vacancies: Vec<SuggestedVacancy>,
    themes: Vec<SuggestedTheme>,
    organizations: Vec<SuggestedOrganization>,
    places: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SuggestedVacancy {
    id: String,
    title: String,
    organization_name: String,
}

/// A tag (by its key) or an activity type (by its id).
#[derive(Serialize, Deserialize, JsonSchema)]
struct SuggestedTheme {
    kind: String,
    value: String,
    name_nl: String,
    name_en: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SuggestedOrganization {
    id: String,
    name: String,
}

/// `GET /vacancies/suggestions?q=`: only what everybody may see.
pub async fn suggestions(
    access: Access<Vacancy, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let tables = [
        "vacancies",
        "organizations",
        "taxonomies",
        "search_synonyms",
        "search_words",
    ];
    let keep = access.ctx().site.tenant.keep(&tables);
    let text: String = input
        .query
        .get("q")
        .unwrap_or_default()
        .chars()
        .take(LONGEST)
        .collect();
    let rows = access.rows();
    let found = access
        .search(move |connection| {
            if !has_words(&text) {
                return Ok(VacancySuggestionsMeta::default());
            }
            Ok(VacancySuggestionsMeta {
                vacancies: vacancies(connection, rows.ctx(), &text)?,
                themes: themes(connection, rows.ctx(), &normalise(&text))?,
                organizations: organizations(connection, rows.ctx(), &normalise(&text))?,
                places: geo::suggest(&text, None, 3)
                    .into_iter()
                    .map(|place| place.name)
                    .collect(),
            })
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": found })).keep(Some(keep)))
}

/// The newest of those whose title fits best; titles before texts.
fn vacancies(
    connection: &Connection,
    ctx: &RequestContext,
    text: &str,
) -> Result<Vec<SuggestedVacancy>> {
    let center_id = ctx.site.center_id;
    let reading = reading(connection, ctx, text, true)?;
    let there = format!("_s_published AND _c_{center_id}");
    let ranked = [reading.expressions, reading.related].map(|one| one.and(&there).ranked);
    let mut statement = connection.prepare_cached(
        "select v.id, v.title, o.name
           from (select rowid & 536870911 as id from vacancies_search
                  where vacancies_search match :words order by rowid desc limit 20) found
           join vacancies v on v.id = found.id and v.status = 'published' and v.expires_at > :now
                and v.volunteer_center_id = :center_id
           join organizations o on o.id = v.organization_id
          limit :most",
    )?;
    let mut found: Vec<SuggestedVacancy> = Vec::new();
    for words in ranked.iter().flatten() {
        let missing = VACANCIES.saturating_sub(found.len());
        if missing == 0 {
            break;
        }
        if words == NOTHING {
            continue;
        }
        let each = statement.query_map(
            named_params! {":words": words, ":now": ctx.now, ":center_id": center_id, ":most": 20},
            |row| {
                Ok(SuggestedVacancy {
                    id: row.get::<_, i64>(0)?.to_string(),
                    title: row.get(1)?,
                    organization_name: row.get(2)?,
                })
            },
        )?;
        for one in each {
            let one = one?;
            if found.len() < VACANCIES && !found.iter().any(|known| known.id == one.id) {
                found.push(one);
            }
        }
    }
    Ok(found)
}

fn themes(
    connection: &Connection,
    ctx: &RequestContext,
    folded: &str,
) -> Result<Vec<SuggestedTheme>> {
    let found = connection
        .prepare_cached(
            "select kind, iif(kind = 'tags', key, cast(id as text)), name_nl, name_en
               from taxonomies
              where kind in ('tags', 'activity_types') and archived = 0
                and (volunteer_center_id is null or volunteer_center_id = :center_id)
                and (instr(' ' || fold(name_nl), ' ' || :text) > 0 or instr(' ' || fold(name_en), ' ' || :text) > 0)
              order by position, id
              limit :most",
        )?
        .query_map(
            named_params! {":center_id": ctx.site.center_id, ":text": folded, ":most": OTHERS},
            |row| {
                Ok(SuggestedTheme {
                    kind: row.get(0)?,
                    value: row.get(1)?,
                    name_nl: row.get(2)?,
                    name_en: row.get(3)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// Those with open vacancies, by a word of their name.
fn organizations(
    connection: &Connection,
    ctx: &RequestContext,
    folded: &str,
) -> Result<Vec<SuggestedOrganization>> {
    let found = connection
        .prepare_cached(
            "select id, name from organizations
              where status = 'approved' and household_of_id is null and volunteer_center_id = :center_id and vacancies_count > 0
                and instr(' ' || fold(name), ' ' || :text) > 0
              order by vacancies_count desc, id
              limit :most",
        )?
        .query_map(
            named_params! {":center_id": ctx.site.center_id, ":text": folded, ":most": OTHERS},
            |row| {
                Ok(SuggestedOrganization {
                    id: row.get::<_, i64>(0)?.to_string(),
                    name: row.get(1)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}
