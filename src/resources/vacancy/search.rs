//! Vacancy search: full text, location and distance, filters, and facet counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use super::{OPEN_STAGES, Vacancy};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::query::Plan;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{
    Conditions, Document, DrivingIndex, Filter, Id, Predicate, Query, Resource, Serves, Sort,
    Takes, Total, Visibility, table,
};
use crate::policy::PUBLISHED;
use crate::resources::location;
use crate::search::text;

use Predicate::{Cont, Eq, Gteq, In, Lteq, NotEq};

pub const FILTERS: &[Filter] = &[
    Filter::custom("q", |conditions, value| {
        words(conditions, value);
        Ok(())
    }),
    Filter::column("status", &[Eq, NotEq, In]),
    Filter::column("vacancy_type", &[Eq, NotEq, In]),
    Filter::list("tags"),
    Filter::list("age_group_ids"),
    Filter::list("activity_type_ids"),
    Filter::column("organization_id", &[Eq, In]),
    Filter::column("contact_person_id", &[Eq]),
    Filter::column("online", &[Eq]),
    Filter::column("moderation_state", &[Eq, In]),
    // Vacancies the centre has to review: submitted drafts, and pending changes to published ones.
    Filter::sql(
        "to_review_eq",
        Takes::Truth,
        "t.id in (select v.id from vacancies v where v.status = 'draft' and v.moderation_state = 'submitted'
                  union all
                  select v.id from vacancies v where v.revision_state = 'submitted' and :user_id is not null)",
    ),
    Filter::column("expires_at", &[Gteq, Lteq]),
    Filter::column("published_at", &[Gteq, Lteq]),
    Filter::column("city", &[Eq]),
    Filter::column("title", &[Cont]),
    Filter::custom("near", near),
    Filter::custom("radius_km", location::radius_km),
    Filter::allowed(
        "mine_eq",
        "manage",
        "t.status <> 'deleted' and (:organization_id is null or t.organization_id = :organization_id)",
    )
    // Review is the centre's own work: the selected organisation does not narrow it.
    .or_beside("to_review_eq", "t.status <> 'deleted'"),
    Filter::sql(
        "favorite_eq",
        Takes::Truth,
        "t.id in (select f.vacancy_id from favorites f where f.user_id = :user_id)",
    ),
];

pub const SORTS: &[Sort] = &[
    Sort::by("published_at", "t.published_at"),
    Sort::by("created_at", "t.created_at"),
    Sort::by("expires_at", "t.expires_at"),
    Sort::by("title", "t.title collate nocase"),
    Sort::by("status", "t.status"),
    Sort::needing("relevance", "found.score", "q"),
    Sort::needing(
        "distance",
        "distance_km(t.latitude, t.longitude, :near_latitude, :near_longitude)",
        "near",
    ),
];

/// The index holds the vacancies in order of publication (`search_rank`): the low bits of a rank are the id. The unary
/// plus has the list read in its own order, up to a page, as many vacancies have a common word.
const FOUND: &str =
    "+t.id in (select rowid & 536870911 from vacancies_search where vacancies_search match :words)";

const NEWEST_FIRST: DrivingIndex = DrivingIndex {
    from: "vacancies_search(:words) found cross join vacancies t on t.id = (found.rowid & 536870911)",
    condition: None,
    serves: Serves::Exactly(Vacancy::DEFAULT_SORT),
    order: Some("found.rowid desc"),
    columns: "",
    rest: None,
};

/// The newest thousand vacancies with all words in their title, then the newest thousand others, each with its
/// relevance. Relevance differs little among thousands of matches, and ranking all of them would cost more than the rest
/// of the search.
macro_rules! ranked {
    () => {
        "select * from (
           select rowid as place, bm25(vacancies_search, 10.0, 4.0, 1.0, 0.0) - 1000.0 as score
             from vacancies_search where vacancies_search match :words_in_title order by rowid desc limit 1000)
         union all
         select * from (
           select rowid, bm25(vacancies_search, 10.0, 4.0, 1.0, 0.0)
             from vacancies_search where vacancies_search match :words_beside_title order by rowid desc limit 1000)"
    };
}

macro_rules! joined {
    ($found:expr) => {
        concat!(
            "(",
            $found,
            ") found cross join vacancies t on t.id = (found.place & 536870911)"
        )
    };
}

/// All matches: the ranked ones, then the others, newest first. A score of a ranked one is negative.
const ALL_RANKED: &str = joined!(concat!(
    "with ranked as materialized (",
    ranked!(),
    ") select place, score from ranked
       union all
      select rowid, 9e18 - rowid from vacancies_search where vacancies_search match :words and rowid not in (select place from ranked)"
));

const BEST_FIRST: DrivingIndex = DrivingIndex {
    from: joined!(ranked!()),
    condition: None,
    serves: Serves::Exactly("relevance"),
    order: None,
    columns: ", found.score",
    rest: Some(ALL_RANKED),
};

const BY_RELEVANCE: DrivingIndex = DrivingIndex {
    from: ALL_RANKED,
    serves: Serves::Naming("relevance"),
    rest: None,
    ..BEST_FIRST
};

/// Without search terms every match is equally relevant.
const NOTHING_ASKED: DrivingIndex = DrivingIndex {
    from: "(select 0 as score) found cross join vacancies t",
    rest: None,
    ..BY_RELEVANCE
};

/// Counted in the index alone, except for expired vacancies not yet marked as such.
const TOTAL: Total = Total {
    sql: "select (select count(*) from vacancies_search where vacancies_search match :words || ' AND _c_' || :center_id)
               - (select count(*) from vacancies t
                   where t.status = 'published' and t.expires_at <= :now and +t.volunteer_center_id = :center_id
                     and t.id in (select rowid & 536870911 from vacancies_search where vacancies_search match :words))",
    rows: PUBLISHED,
};

/// Merges the full-text index into one segment, for faster searches. For use after bulk inserts.
pub fn optimise_search(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "insert into vacancies_search (vacancies_search) values ('optimize')",
        [],
    )
}

/// Every term must occur as a whole word, a stem or a prefix. A query without terms matches everything.
fn words(conditions: &mut Conditions, value: &str) {
    let Some(mut expression) = text::match_expression(value) else {
        conditions.leads.push(NOTHING_ASKED);
        return;
    };
    let condition = Some(conditions.sql.len());
    let mut in_title = format!("(title : ({expression}))");
    let mut beside_title = format!("(({expression}) NOT {in_title})");
    // The index contains the status too: drafts of others never match.
    let is_public = conditions.asked("status_eq").is_none()
        && !conditions.asked.iter().any(|(name, _)| {
            name.starts_with("status")
                || name.starts_with("moderation")
                || matches!(name.as_str(), "mine_eq" | "to_review_eq")
        });
    if is_public {
        for expression in [&mut expression, &mut in_title, &mut beside_title] {
            *expression = format!("({expression}) AND _s_published");
        }
        conditions.total = Some(TOTAL);
        conditions.leads.push(DrivingIndex {
            condition,
            ..NEWEST_FIRST
        });
    }
    for lead in [BEST_FIRST, BY_RELEVANCE] {
        conditions.leads.push(DrivingIndex { condition, ..lead });
    }
    conditions.bind("words", expression);
    conditions.bind("words_in_title", in_title);
    conditions.bind("words_beside_title", beside_title);
    conditions.sql.push(FOUND.to_owned());
    conditions.slow = true;
}

fn near(conditions: &mut Conditions, value: &str) -> Result<()> {
    location::near(
        conditions,
        value,
        "t.latitude between :south and :north and t.longitude between :west and :east
         and distance_km(t.latitude, t.longitude, :near_latitude, :near_longitude) <= :radius_km",
    )
}

/// Facets: the attribute counted, and the filter that selects from it.
const FACETS: [(&str, &str); 4] = [
    ("tags", "filter[tags_in]"),
    ("activity_type_ids", "filter[activity_type_ids_in]"),
    ("age_group_ids", "filter[age_group_ids_in]"),
    ("vacancy_type", "filter[vacancy_type_in]"),
];

/// Returns the counts per choice under the same filters, for the filter panel.
/// How many vacancies there are of each choice, by filter.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VacancyFacetsMeta {
    facets: BTreeMap<String, BTreeMap<String, i64>>,
    total: i64,
}

pub async fn facets(
    access: Access<Vacancy, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let mut keep = access
        .ctx()
        .site
        .tenant
        .keep(&["vacancies", "organizations"]);
    let rows = access.rows();
    let query = input.query;
    let now = access.ctx().now.clone();
    let (counts, until) = access
        .search(move |connection| {
            let counted = |query: &Query| {
                let plan = query.plan(table::<Vacancy>())?;
                count(connection, rows.ctx(), rows.visibility(), &plan)
            };
            let (mut facets, total) = counted(&query)?;
            // A selection widens its own facet: a facet's counts ignore its own filter.
            for (facet, filter) in FACETS {
                if query.get(filter).is_some() {
                    let (mut wider, _) = counted(&query.without(filter))?;
                    facets.insert(facet, wider.remove(facet).unwrap_or_default());
                }
            }
            let next: Option<String> = connection
                .prepare_cached(crate::resources::NEXT_EXPIRY)?
                .query_row(rusqlite::named_params! {":now": now}, |row| row.get(0))?;
            Ok((json!({ "facets": facets, "total": total }), next))
        })
        .await?;
    keep.until = until
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    Ok(Document::of(&json!({ "data": null, "meta": counts })).keep(Some(keep)))
}

type Counts = BTreeMap<&'static str, BTreeMap<String, i64>>;

/// Counts every facet and the total in one pass. Rows are grouped by the stored text of a list, which is parsed once
/// per distinct value.
fn count(
    connection: &Connection,
    ctx: &crate::app::access::RequestContext,
    visibility: &Visibility,
    plan: &Plan,
) -> Result<(Counts, i64)> {
    let columns = FACETS.map(|(facet, _)| format!("t.{facet}")).join(", ");
    let condition = plan.condition((visibility, &visibility.rows), None);
    let sql = format!("select {columns} from vacancies t where {condition}");
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, ctx, &plan.conditions.values)?;
    let mut kept: [HashMap<Vec<u8>, i64>; FACETS.len()] = Default::default();
    let mut total = 0;
    let mut found = statement.raw_query();
    while let Some(row) = found.next()? {
        total += 1;
        for (index, kept) in kept.iter_mut().enumerate() {
            let ValueRef::Text(text) = row.get_ref(index)? else {
                continue;
            };
            match kept.get_mut(text) {
                Some(count) => *count += 1,
                None => drop(kept.insert(text.to_vec(), 1)),
            }
        }
    }
    let mut counts = Counts::new();
    for ((facet, _), kept) in FACETS.into_iter().zip(kept) {
        let choices = counts.entry(facet).or_default();
        for (text, count) in kept {
            for choice in choices_in(facet, &text)? {
                *choices.entry(choice).or_default() += count;
            }
        }
    }
    Ok((counts, total))
}

/// Returns the choices stored in a column: a JSON list, or a single value.
fn choices_in(facet: &str, text: &[u8]) -> Result<Vec<String>> {
    if facet == "vacancy_type" {
        return Ok(vec![String::from_utf8_lossy(text).into_owned()]);
    }
    let list: Vec<Value> = serde_json::from_slice(text)?;
    Ok(list
        .into_iter()
        .filter_map(|choice| match choice {
            Value::String(choice) => Some(choice),
            Value::Number(choice) => Some(choice.to_string()),
            _ => None,
        })
        .collect())
}

/// Returns up to three similar ones of the newest published vacancies: by shared activities, then distance, then date.
pub async fn similar(
    access: Access<Vacancy, action::Read>,
    id: Id<Vacancy>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let now = access.ctx().now.clone();
    // The cache policy is created before the ids are read: changes in between must invalidate the entry.
    let keep = access.ctx().site.tenant.keep(&["vacancies"]);
    let ids = access
        .read(move |connection| {
            rows.require(connection, id)?;
            similar_ids(connection, id, &now, 3)
        })
        .await?;
    let list = ids
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",");
    let query = Query::parse("include=organization&page[size]=3")
        .with("filter[id_in]", if list.is_empty() { "0" } else { &list });
    let document = access.list(&input.path, query).await?;
    Ok(document.also_keep(keep, None))
}

pub fn similar_ids(
    connection: &Connection,
    id: Id<Vacancy>,
    now: &str,
    limit: u32,
) -> Result<Vec<i64>> {
    // The newest only: all of a large centre would have to be compared for each vacancy that is looked at.
    let ids = connection
        .prepare_cached(
            "with this as materialized (
               select id, volunteer_center_id, latitude, longitude from vacancies where id = :id),
             kinds as materialized (
               select j.value from vacancies v, json_each(v.activity_type_ids) j where v.id = :id)
             select v.id
               from this t
              cross join (select p.id as newest_id from vacancies p
                           where p.status = 'published' and p.expires_at > :now
                             and p.volunteer_center_id = (select volunteer_center_id from this)
                           order by p.published_at desc, p.id desc
                           limit 500)
              cross join vacancies v on v.id = newest_id
              where v.id <> t.id
              order by (select count(*) from json_each(v.activity_type_ids) a where a.value in (select value from kinds)) desc,
                       coalesce(distance_km(v.latitude, v.longitude, t.latitude, t.longitude), 50),
                       v.published_at desc
              limit :limit",
        )?
        .query_map(
            rusqlite::named_params! {":id": id.number(), ":now": now, ":limit": limit},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Stages of undecided applications, as SQL after `stage in`.
pub const UNDECIDED: &str = OPEN_STAGES;
