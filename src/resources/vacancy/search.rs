//! Vacancy search: full text, location and distance, filters, and facet counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use rusqlite::Connection;
use rusqlite::types::{Value as SqlValue, ValueRef};
use serde_json::{Value, json};

use super::choices::available_on;
use super::circumstance::{as_words, circumstances_of, limit, told_apart};
use super::nearest::{IN_NARROW_CIRCLE, near};
use super::{OPEN_STAGES, Vacancy};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::query::Plan;
use crate::jsonapi::query::rows::{ChoiceCounts, Question, bind};
use crate::jsonapi::{
    AuthContext, Conditions, Document, DrivingIndex, Filter, Predicate, Query, Resource, Serves,
    Sort, Takes, Total, Visibility, table,
};
use crate::policy::PUBLISHED;
use crate::resources::{location, search_synonym};
use crate::search::question::{
    self, Asked as _, Circumstance, Circumstances, Columns, Expressions, Reading, Taken,
};

use Predicate::{Cont, Eq, Gteq, In, Lteq, NotEq};

pub const FILTERS: &[Filter] = &[
    Filter::custom("q", &["title", "description", "organization_name", "city"], words),
    // Words of `q` that say when or where, with commas between, which are to be looked for as they are.
    Filter::custom("as_words", &[], as_words),
    // What only comes near the words of `q`, instead of what means them; nothing where enough means them.
    Filter::custom("related_eq", &[], related),
    Filter::column("status", &[Eq, NotEq, In]),
    Filter::column("vacancy_type", &[Eq, NotEq, In]),
    Filter::list("tags"),
    Filter::list("age_group_ids"),
    Filter::list("activity_type_ids"),
    Filter::column("organization_id", &[Eq, In]),
    Filter::column("contact_person_id", &[Eq]),
    Filter::column("online", &[Eq]),
    Filter::column("wheelchair_accessible", &[Eq]),
    Filter::column("for_groups", &[Eq]),
    Filter::column("social_setting", &[Eq, In]),
    Filter::column("hours_per_week", &[Gteq, Lteq]),
    Filter::column("min_age", &[Gteq, Lteq]),
    Filter::list("languages"),
    Filter::list("required_checks"),
    Filter::list("availability"),
    Filter::list("skills"),
    Filter::list("gains"),
    Filter::custom("available_on", &["availability", "dates"], available_on),
    // Morning, afternoon, evening, weekend: any of these.
    Filter::list("day_parts"),
    Filter::custom("traits_all", &[], traits_all),
    Filter::column("moderation_state", &[Eq, In]),
    // Vacancies the centre has to review: submitted drafts, and pending changes to published ones.
    Filter::sql(
        "to_review_eq",
        Takes::Truth, &["moderation_state", "revision_state"],
        "t.id in (select v.id from vacancies v where v.status = 'draft' and v.moderation_state = 'submitted'
                  union all
                  select v.id from vacancies v where v.revision_state = 'submitted' and :user_id is not null)",
    ),
    Filter::column("expires_at", &[Gteq, Lteq]),
    Filter::column("published_at", &[Gteq, Lteq]),
    Filter::column("city", &[Eq]),
    Filter::column("title", &[Cont]),
    Filter::custom("near", &["latitude", "longitude"], near),
    Filter::custom("radius_km", &["latitude", "longitude"], location::radius_km),
    Filter::allowed(
        "mine_eq",
        "manage",
        "t.status <> 'deleted' and (:organization_id is null or t.organization_id = :organization_id)",
    )
    // Review is the centre's own work: the selected organisation does not narrow it.
    .or_beside("to_review_eq", "t.status <> 'deleted'"),
    // What the requester asks for themselves, or what people ask for.
    Filter::sql(
        "asked_by_me_eq",
        Takes::Truth, &["asker_id"],
        "t.asker_id = :user_id and t.status <> 'deleted'",
    ),
    Filter::sql(
        "help_request_eq",
        Takes::Truth, &["is_help_request", "offers_help"],
        "case when :value = 'true' then t.asker_id is not null and t.offers_help = 0 else t.asker_id is null end",
    ),
    Filter::sql(
        "help_offer_eq",
        Takes::Truth, &["is_help_request", "offers_help"],
        "case when :value = 'true' then t.asker_id is not null and t.offers_help = 1 else t.asker_id is null end",
    ),
    Filter::column("help_kind", &[Eq, In]),
    Filter::column("help_frequency", &[Eq, In]),
    Filter::sql(
        "favorite_eq",
        Takes::Truth, &["is_favorite"],
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

/// Those of organisations that are called as the whole question says.
const NAMED: &str = "+t.id in (select rowid & 536870911 from vacancies_search where vacancies_search match :words_named)";

const NEWEST_FIRST: DrivingIndex = DrivingIndex {
    from: "vacancies_search(:words) found cross join vacancies t on t.id = (found.rowid & 536870911)",
    condition: None,
    serves: Serves::Exactly(Vacancy::DEFAULT_SORT),
    order: Some("found.rowid desc"),
    columns: "",
    rest: None,
};

/// The newest five hundred vacancies of each of the ranked expressions, by the first that they fit and then by
/// relevance. Relevance differs little among thousands of matches, and ranking all of them would cost more than the
/// rest of the search. Where bm25 is asked, the index is not asked which are published: it counts each term in all of it.
macro_rules! ranked {
    () => {
        concat!(
            "select place, min(score) as score from (",
            ranked!("1", "-9000.0", "words_common"),
            " union all ",
            ranked!("2", "-8000.0", "words_common"),
            " union all ",
            ranked!("3", "-7000.0", "words_common"),
            " union all ",
            ranked!("4", "-6000.0", "words_many"),
            " union all ",
            ranked!("5", "-5000.0", "words_common"),
            " union all ",
            ranked!("6", "-4000.0", "words_common"),
            " union all ",
            ranked!("7", "-3000.0", "words_many"),
            " union all ",
            ranked!("8", "-2000.0", "words_many"),
            " union all ",
            ranked!("9", "-1000.0", "words_many"),
            ") group by place"
        )
    };
    ($number:literal, $base:literal, $is_common:literal) => {
        concat!(
            "select * from (
               select rowid as place, iif(:",
            $is_common,
            ", 0.0, bm25(vacancies_search, 10.0, 5.0, 4.0, 1.0, 1.0, 0.5, 0.5, 0.0)) + ",
            $base,
            " as score
                 from vacancies_search where vacancies_search match :words_",
            $number,
            " and (:",
            $is_common,
            " or :words_public is null
                   or exists (select 1 from vacancies v indexed by vacancies_facets
                               where v.id = vacancies_search.rowid & 536870911 and v.status = 'published' and v.asker_id is null))
               order by rowid desc limit 500)"
        )
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

/// Where a word says what a vacancy is about. What the organisation offers, and parts of the words of running text, stand
/// in `aside`, which no column here names.
pub(super) const COLUMNS: Columns = Columns {
    title: "title",
    titles: "{title title_more}",
    heads: "{title title_more keywords}",
    texts: "{title title_more keywords body}",
    named: "{title title_more keywords body organization}",
    organization: Some("organization"),
    fields: Some("themes"),
};

/// Matches from which on what only comes near a question is not shown.
const ENOUGH: usize = 10;

/// Matches from which on relevance is not told apart, and from which on it is not in the wide expressions: these
/// have the most terms, and each term is counted in the whole index.
const MANY: i64 = 3_000;
const MANY_WEAK: i64 = 500;
/// The numbers of the wide expressions.
const WIDE: [usize; 4] = [4, 7, 8, 9];
/// Of what the index is asked besides the words.
const PUBLISHED_ONLY: &str = "_s_published";

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

/// Of a place alone what is nearest fits best.
const NEAREST_FIRST: DrivingIndex = DrivingIndex {
    from: "(select id as place, distance_km(latitude, longitude, :near_latitude, :near_longitude) as score
              from vacancies indexed by vacancies_place
             where latitude between :south and :north and longitude between :west and :east) found
           cross join vacancies t on t.id = found.place",
    ..NOTHING_ASKED
};

const NEAREST_FIRST_IN_CIRCLE: DrivingIndex = DrivingIndex {
    from: IN_NARROW_CIRCLE,
    serves: Serves::Exactly("relevance"),
    rest: Some(NEAREST_FIRST.from),
    ..NEAREST_FIRST
};

const NEWEST_OF_ALL: DrivingIndex = DrivingIndex {
    from: "(select id as place, -unixepoch(published_at) as score from vacancies) found cross join vacancies t on t.id = found.place",
    ..NOTHING_ASKED
};

/// Counted in the index alone, except for expired vacancies not yet marked as such.
const TOTAL: Total = Total {
    sql: "select (select count(*) from vacancies_search where vacancies_search match :words || ' AND _c_' || :center_id)
               - (select count(*) from vacancies t
                   where t.status = 'published' and t.expires_at <= :now and +t.volunteer_center_id = :center_id
                     and t.id in (select rowid & 536870911 from vacancies_search where vacancies_search match :words))",
    rows: PUBLISHED,
};

/// Forgets the words of vacancies that are no more.
pub fn forget_search_words(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "delete from search_words
          where not exists (select 1 from vacancies_search where vacancies_search match '\"' || search_words.word || '\"')",
        [],
    )
}

/// Merges the full-text index into one segment, for faster searches. For use after bulk inserts.
pub fn optimise_search(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "insert into vacancies_search (vacancies_search) values ('optimize')",
        [],
    )
}

/// The words of a question, read with the index itself before the query runs (`read_words`), and what they say of time and
/// place. A query without terms matches everything.
fn words(conditions: &mut Conditions, value: &str) -> Result<()> {
    let Circumstances { taken, rest } = circumstances_of(conditions, value);
    let is_related = conditions.asked("related_eq") == Some("true");
    if !question::has_words(&rest) {
        let is_near = taken
            .iter()
            .any(|taken| matches!(taken.means, Circumstance::Near(_)));
        if taken.is_empty() {
            conditions.driving_indexes.push(NOTHING_ASKED);
        } else if is_near {
            conditions
                .driving_indexes
                .extend([NEAREST_FIRST_IN_CIRCLE, NEAREST_FIRST]);
        } else {
            conditions.driving_indexes.push(NEWEST_OF_ALL);
        }
        if is_related {
            conditions.sql.push("0".to_owned());
        }
        return limit(conditions, &taken);
    }
    let condition = Some(conditions.sql.len());
    if is_public(conditions) {
        if taken.is_empty() {
            conditions.total = Some(TOTAL);
        }
        conditions.driving_indexes.push(DrivingIndex {
            condition,
            ..NEWEST_FIRST
        });
    }
    for driving_index in [BEST_FIRST, BY_RELEVANCE] {
        conditions.driving_indexes.push(DrivingIndex {
            condition,
            ..driving_index
        });
    }
    conditions.lookups.push(read_words);
    conditions.sql.push(FOUND.to_owned());
    conditions.slow = true;
    let besides = conditions.sql.len();
    limit(conditions, &taken)?;
    // A name of a place may be a part of the name of an organisation, whose vacancies are meant wherever they are.
    for sql in conditions.sql.iter_mut().skip(besides) {
        *sql = format!("({sql}) or {NAMED}");
    }
    Ok(())
}

/// Whether only published vacancies are asked for: the index contains the status too, and drafts of others never match.
fn is_public(conditions: &Conditions) -> bool {
    !conditions.asked.iter().any(|(name, _)| {
        name.starts_with("status")
            || name.starts_with("moderation")
            || matches!(name.as_str(), "mine_eq" | "to_review_eq")
    })
}

fn read_words(
    connection: &Connection,
    auth: &dyn AuthContext,
    conditions: &mut Conditions,
) -> Result<()> {
    let Some(asked) = conditions.asked("q") else {
        return Ok(());
    };
    let Circumstances { taken, rest: text } = circumstances_of(conditions, asked);
    let mut names = conditions.asked.iter().map(|(name, _)| name.as_str());
    let is_narrowed =
        !taken.is_empty() || names.any(|name| !matches!(name, "q" | "as_words" | "related_eq"));
    let is_public = is_public(conditions);
    let reading = reading(connection, auth, &text, is_public)?;
    let mut expressions = if conditions.asked("related_eq") != Some("true") {
        reading.expressions
    } else if index(connection, auth, is_public).are_found(&reading.expressions.all, ENOUGH)? {
        Expressions::nothing()
    } else if is_narrowed {
        reading.related
    } else {
        // Those that fit less would not be shown, and have the most terms.
        let index = index(connection, auth, is_public);
        let is_enough = |expression: &str| index.are_found(expression, 2 * ENOUGH);
        reading.related.until_enough(is_enough)?
    };
    let named = if taken.is_empty() || conditions.asked("related_eq") == Some("true") {
        None
    } else {
        question::named(asked, &index(connection, auth, is_public))?
    };
    let nothing = || question::NOTHING.to_owned();
    conditions.bind("words_named", named.clone().unwrap_or_else(nothing));
    if let Some(named) = named {
        expressions = expressions.or(named);
    }
    if is_public {
        expressions = expressions.all_and(PUBLISHED_ONLY);
        conditions.bind("words_public", 1);
    }
    let many: i64 = connection
        .prepare_cached(
            "select count(*) from (select 1 from vacancies_search where vacancies_search match ?1 limit ?2)",
        )?
        .query_row((&expressions.all, MANY), |row| row.get(0))?;
    let (is_common, is_many) = (many >= MANY, many >= MANY_WEAK);
    conditions.bind("words_common", i64::from(is_common));
    conditions.bind("words_many", i64::from(is_many));
    conditions.bind("words", format!("({})", expressions.all));
    for (number, mut expression) in (1_usize..).zip(expressions.ranked) {
        let has_no_rank = is_common || is_many && WIDE.contains(&number);
        if has_no_rank && is_public && expression != question::NOTHING {
            expression = format!("({expression}) AND {PUBLISHED_ONLY}");
        }
        conditions.bind(&format!("words_{number}"), expression);
    }
    Ok(())
}

/// How a question is understood by the vacancies of a centre, or by all of the tenant.
pub fn reading(
    connection: &Connection,
    auth: &dyn AuthContext,
    text: &str,
    is_public: bool,
) -> Result<Reading> {
    let own = search_synonym::of_center(connection, &auth.value("center_id"))?;
    question::read(text, &own, &index(connection, auth, is_public))
}

/// The index of the vacancies of a centre, or of all of the tenant.
fn index<'c>(connection: &'c Connection, auth: &dyn AuthContext, is_public: bool) -> Index<'c> {
    let narrowing = match auth.value("center_id") {
        SqlValue::Integer(center) if is_public => format!(" AND _s_published AND _c_{center}"),
        _ => String::new(),
    };
    Index(connection, narrowing)
}

fn related(conditions: &mut Conditions, value: &str) -> Result<()> {
    match value {
        "true" | "false" if conditions.asked("q").is_some() => Ok(()),
        "true" | "false" => Err(Conditions::impossible("related_eq", value, &["filter[q]"])),
        _ => Err(Conditions::impossible(
            "related_eq",
            value,
            &["true", "false"],
        )),
    }
}

/// The full-text index, narrowed.
struct Index<'c>(&'c Connection, String);

impl question::Asked for Index<'_> {
    type Error = crate::error::Error;
    const COLUMNS: Columns = COLUMNS;

    fn are_found(&self, expression: &str, least: usize) -> Result<bool> {
        let Self(connection, narrowing) = self;
        let mut statement = connection.prepare_cached(
            "select 1 from vacancies_search where vacancies_search match ?1 limit ?2",
        )?;
        let limit = i64::try_from(least).unwrap_or(i64::MAX);
        let mut rows = statement.query((format!("({expression}){narrowing}"), limit))?;
        let mut count = 0;
        while rows.next()?.is_some() {
            count += 1;
        }
        Ok(count >= least)
    }

    fn is_place(&self, word: &str) -> Result<bool> {
        let mut statement = self
            .0
            .prepare_cached("select 1 from search_words where word = ?1 and is_place = 1")?;
        Ok(statement.exists([word])?)
    }

    fn each_word(
        &self,
        characters: RangeInclusive<usize>,
        pass: &mut dyn FnMut(&str),
    ) -> Result<()> {
        let mut statement = self
            .0
            .prepare_cached("select word from search_words where letters between ?1 and ?2")?;
        let mut words = statement.query(
            [characters.start(), characters.end()]
                .map(|count| i64::try_from(*count).unwrap_or(i64::MAX)),
        )?;
        while let Some(row) = words.next()? {
            pass(&row.get::<_, String>(0)?);
        }
        Ok(())
    }
}

/// What a vacancy allows, as the column `traits` lists it.
const TRAITS: [&str; 3] = ["online", "accessible", "group"];

/// `online,accessible`: all of these. Who needs a ramp is not helped by what can be done from home or with a group.
fn traits_all(conditions: &mut Conditions, value: &str) -> Result<()> {
    for wanted in value
        .split(',')
        .map(str::trim)
        .filter(|wanted| !wanted.is_empty())
    {
        if !TRAITS.contains(&wanted) {
            return Err(Conditions::impossible("traits_all", wanted, &TRAITS));
        }
        conditions.add("t.traits like :value", format!("%\"{wanted}\"%"));
    }
    Ok(())
}

/// Facets: the attribute counted, and the filter that selects from it. Choices that narrow together (`traits_all`) are
/// counted under their own filter.
const FACETS: [(&str, &str); 7] = [
    ("tags", "filter[tags_in]"),
    ("activity_type_ids", "filter[activity_type_ids_in]"),
    ("age_group_ids", "filter[age_group_ids_in]"),
    ("vacancy_type", "filter[vacancy_type_in]"),
    ("day_parts", "filter[day_parts_in]"),
    ("languages", "filter[languages_in]"),
    ("traits", ""),
];

/// Returns the counts per choice under the same filters, for the filter panel.
/// How many vacancies there are of each choice, by filter.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VacancyFacetsMeta {
    facets: BTreeMap<String, BTreeMap<String, i64>>,
    total: i64,
    /// How the words asked for were understood; none without words.
    reading: Option<VacancyReading>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VacancyReading {
    /// Words that were taken for a time, a rhythm or a place, and narrow as a filter does.
    understood: Vec<UnderstoodWords>,
    /// Misspelt words and what they were taken for.
    corrected: BTreeMap<String, String>,
    /// Words that nothing has.
    left_out: Vec<String>,
    /// Whether nothing has all words together, so that the nearest is found.
    is_nearest: bool,
}

/// Words of a question that narrow as a filter does.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct UnderstoodWords {
    /// As they stand in the question, folded: `filter[as_words]` takes them.
    words: String,
    /// What they are shown as.
    label: String,
    kind: UnderstoodAs,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnderstoodAs {
    Time,
    Rhythm,
    FromHome,
    Place,
}

impl UnderstoodWords {
    fn of(Taken { words, means }: &Taken) -> Self {
        let (kind, label) = match means {
            Circumstance::Day(_) | Circumstance::Parts(_) | Circumstance::Weekdays => {
                (UnderstoodAs::Time, words.clone())
            }
            Circumstance::Rhythm(_) => (UnderstoodAs::Rhythm, words.clone()),
            Circumstance::FromHome => (UnderstoodAs::FromHome, words.clone()),
            Circumstance::Near(place) => {
                let is_code = words.starts_with(|c: char| c.is_ascii_digit());
                let label = if is_code {
                    format!("{} {}", words.to_uppercase(), place.name)
                } else {
                    place.name.clone()
                };
                (UnderstoodAs::Place, label)
            }
        };
        let label = if let Some(when) = label.strip_prefix("s ") {
            format!("\u{2019}s {when}")
        } else {
            let mut letters = label.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        };
        Self {
            words: words.clone(),
            label,
            kind,
        }
    }
}

pub async fn facets(
    access: Access<Vacancy, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let mut keep = access.ctx().site.tenant.keep(&[
        "vacancies",
        "organizations",
        "search_synonyms",
        "search_words",
        "tenant_settings",
        "volunteer_centers",
    ]);
    let made_from = access.made_from();
    let rows = access.rows();
    let query = input.query;
    let now = access.ctx().now.clone();
    let (counts, until) = access
        .search(move |connection| {
            let counted = |query: &Query| {
                let mut plan = query.plan(table::<Vacancy>())?;
                plan.resolve(connection, rows.ctx())?;
                let sql = count_sql(rows.visibility(), &plan);
                let values = &plan.conditions.values;
                let question = Question::of(&sql, values, rows.ctx());
                rows.kept_choices(connection, &made_from, question, || {
                    count(connection, rows.ctx(), &sql, values)
                })
            };
            let counts = counted(&query)?;
            let (mut facets, total) = (counts.0.clone(), counts.1);
            // A selection widens its own facet: a facet's counts ignore its own filter.
            for (facet, filter) in FACETS {
                if query.get(filter).is_some() {
                    let wider = counted(&query.without(filter))?;
                    let counts = wider.0.get(facet).cloned();
                    facets.insert(facet, counts.unwrap_or_default());
                }
            }
            let next: Option<String> = connection
                .prepare_cached(crate::resources::NEXT_EXPIRY)?
                .query_row(rusqlite::named_params! {":now": now}, |row| row.get(0))?;
            let text = query.get("filter[q]").unwrap_or_default();
            let as_words = query.get("filter[as_words]").unwrap_or_default();
            let is_place_asked = query.get("filter[near]").is_some();
            let Circumstances { taken, rest } = told_apart(text, as_words, is_place_asked);
            let reading = if question::has_words(&rest) {
                Some(reading(connection, rows.ctx(), &rest, true)?)
            } else {
                None
            };
            let understood = match (reading, taken.is_empty()) {
                (None, true) => None,
                (reading, _) => {
                    let mut told = VacancyReading {
                        understood: taken.iter().map(UnderstoodWords::of).collect(),
                        corrected: BTreeMap::new(),
                        left_out: Vec::new(),
                        is_nearest: false,
                    };
                    if let Some(reading) = reading {
                        told.corrected = reading.corrected.into_iter().collect();
                        told.left_out = reading.left_out;
                        told.is_nearest = reading.is_nearest;
                    }
                    Some(told)
                }
            };
            Ok((
                json!({ "facets": facets, "total": total, "reading": understood }),
                next,
            ))
        })
        .await?;
    keep.until = until
        .and_then(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    Ok(Document::of(&json!({ "data": null, "meta": counts })).keep(Some(keep)))
}

const MATCHED: &str = "(select rowid & 536870911 as id from vacancies_search where vacancies_search match :words) found
                       cross join vacancies t indexed by vacancies_facets on t.id = found.id";

/// All vacancies, with their choices and who may see them, from an index.
const ALL: &str = "vacancies t indexed by vacancies_choices";

/// The statement that reads the choices of every row.
fn count_sql(visibility: &Visibility, plan: &Plan) -> String {
    let columns = FACETS.map(|(facet, _)| format!("t.{facet}")).join(", ");
    // With words the index leads, and an index with the choices spares reading the texts.
    let words = plan
        .conditions
        .driving_indexes
        .iter()
        .find_map(|driving_index| driving_index.condition);
    let from = if words.is_some() { MATCHED } else { ALL };
    let condition = plan.condition_of_all((visibility, &visibility.rows), words);
    format!("select {columns} from {from} where {condition}")
}

/// Counts every facet and the total in one pass. Rows are grouped by the stored text of a list, which is parsed once
/// per distinct value.
fn count(
    connection: &Connection,
    ctx: &crate::app::access::RequestContext,
    sql: &str,
    values: &[(String, SqlValue)],
) -> Result<ChoiceCounts> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, ctx, values)?;
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
    let mut counts = BTreeMap::<_, BTreeMap<_, _>>::new();
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

/// Stages of undecided applications, as SQL after `stage in`.
pub const UNDECIDED: &str = OPEN_STAGES;
