//! Query string parsing: SQL conditions, order, page, relations and fields. Undeclared parameters are 400.

pub mod filter;
pub mod include;
pub mod include_path;
pub mod rows;
pub mod select;
pub mod union;
pub mod visible;

use std::borrow::Cow;
use std::collections::HashMap;

use percent_encoding::percent_decode_str;

use rusqlite::Connection;

use super::{AuthContext, Visibility};
use crate::error::{Code, Error, Reason, Result};
use crate::jsonapi::document::json::{write_number, write_text};
use crate::jsonapi::query::filter::{apply, fields_of, unknown, validate_fields};
use crate::jsonapi::query::include_path::{Include, includes};
use crate::jsonapi::schema::resource::{Allowed, Conditions, DrivingIndex, Sort};
use crate::jsonapi::schema::table::Table;

pub use crate::jsonapi::query::filter::{contains, filter_names, json_list};

const DEFAULT_SIZE: u32 = 20;
/// Maximum number of filters and of sort terms: each is a part of one SQL expression, whose depth this build of
/// `SQLite` does not limit.
const MOST_PARTS: usize = 40;

/// A request's query string, decoded, in the original order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Query {
    pairs: Vec<(String, String)>,
}

/// Parsed query.
pub struct Plan {
    pub conditions: Conditions,
    /// `order by` terms, never empty.
    pub order: String,
    terms: Vec<Term>,
    is_default_order: bool,
    pub number: u32,
    pub size: u32,
    pub include: Vec<Include>,
    pub fields: HashMap<String, Vec<String>>,
    pub driving_index: Option<DrivingIndex>,
    /// The fields used in filters and sort terms.
    looked_at: Vec<&'static str>,
}

/// How many rows a statement looks at.
#[derive(Clone, Copy)]
enum Reads {
    /// A page, in the order of an index.
    Page,
    /// All that fit.
    All,
}

/// One term of an order.
struct Term {
    sql: String,
    is_descending: bool,
}

impl Term {
    fn sql(&self) -> String {
        let direction = if self.is_descending { " desc" } else { "" };
        [&self.sql, direction].concat()
    }

    /// The same term of a subquery's column `name`. A collation has to be repeated.
    fn of_column(&self, name: &str) -> String {
        let collation = self.sql.find(" collate ").map(|at| self.sql.split_at(at).1);
        let direction = if self.is_descending { " desc" } else { "" };
        [name, collation.unwrap_or_default(), direction].concat()
    }
}

impl Plan {
    /// Lets the filters look up what they need, and asks through rows of other types as far as the actor sees them
    /// (`visible::expand`). To be called once, before the plan is used.
    pub fn resolve(&mut self, connection: &Connection, auth: &dyn AuthContext) -> Result<()> {
        for sql in &mut self.conditions.sql {
            if let Cow::Owned(expanded) = visible::expand(sql, auth) {
                *sql = expanded;
            }
        }
        let last = i64::from(self.number) * i64::from(self.size);
        self.conditions.bind("page_end", last);
        for lookup in std::mem::take(&mut self.conditions.lookups) {
            lookup(connection, auth, &mut self.conditions)?;
        }
        Ok(())
    }

    /// The fields that the filters and sort terms read.
    pub fn reads(&self) -> &[&'static str] {
        &self.looked_at
    }

    /// SQL condition for the requested rows, without the condition at `left_out`. A field hidden in a row cannot be
    /// filtered or sorted by: the result would disclose its value.
    pub fn condition(
        &self,
        (visibility, rows): (&Visibility, &str),
        left_out: Option<usize>,
    ) -> String {
        let mut condition = format!("({rows})");
        self.narrow((visibility, Reads::Page), left_out, 0, &mut condition);
        condition
    }

    /// The same for a statement that reads all of these rows.
    pub fn condition_of_all(
        &self,
        (visibility, rows): (&Visibility, &str),
        left_out: Option<usize>,
    ) -> String {
        let mut condition = format!("({rows})");
        self.narrow((visibility, Reads::All), left_out, 0, &mut condition);
        condition
    }

    /// Adds the conditions besides the rows; of those about verbs, without the first `known` that are wanted.
    fn narrow(
        &self,
        (visibility, reads): (&Visibility, Reads),
        left_out: Option<usize>,
        known: usize,
        condition: &mut String,
    ) {
        // The unary plus keeps the planner from driving the query by a condition that few rows fail.
        for (field, seen) in &visibility.hidden {
            if self.looked_at.contains(field) {
                condition.extend([" and +(", seen.as_deref().unwrap_or("0"), ")"]);
            }
        }
        for joined in &visibility.joined {
            if self.looked_at.contains(&joined.field) {
                let seen = match reads {
                    Reads::Page => &joined.over_row,
                    Reads::All => &joined.over_rows,
                };
                condition.extend([" and +(", seen, ")"]);
            }
        }
        let allowed = self.conditions.allowed.iter();
        let (wanted, unwanted): (Vec<_>, Vec<_>) = allowed.partition(|each| each.is_wanted);
        for Allowed {
            verb,
            sql,
            is_wanted,
        } in wanted.into_iter().skip(known).chain(unwanted)
        {
            let allowed = visibility.alternatives_of(verb).join(" or ");
            let allowed = if allowed.is_empty() { "0" } else { &allowed };
            condition.extend([" and +((", allowed, ") and (", sql, "))"]);
            if !is_wanted {
                condition.push_str(" is not true");
            }
        }
        for (index, sql) in self.conditions.sql.iter().enumerate() {
            if left_out != Some(index) {
                condition.extend([" and (", sql, ")"]);
            }
        }
    }

    /// The types of the included rows, of both levels.
    pub fn included(&self) -> impl Iterator<Item = &'static Table> + use<'_> {
        self.include.iter().flat_map(|include| {
            let nested = include.nested.iter().flat_map(|relation| relation.tables());
            include.relation.tables().chain(nested)
        })
    }

    /// The statement that counts these rows.
    pub fn count(&self, (visibility, rows): (&Visibility, &str), table: &Table) -> String {
        let type_name = table.type_name;
        let is_seen = |field: &&'static str| {
            visibility.hidden.iter().all(|(hidden, _)| hidden != field)
                && visibility
                    .joined
                    .iter()
                    .all(|joined| joined.field != *field)
        };
        match self.conditions.total {
            Some(total)
                if self.conditions.asked.len() == 1
                    && rows == format!("({})", total.rows)
                    && self.looked_at.iter().all(is_seen) =>
            {
                total.sql.to_owned()
            }
            _ => {
                let alternatives = self.alternatives_for((visibility, rows), Reads::All);
                // Each row is counted by the last alternative that it meets, as the later rules are the wider ones.
                let counts = alternatives.iter().enumerate().map(|(index, own)| {
                    if let Some(kept) = kept_count(table, own)
                        && index + 1 == alternatives.len()
                    {
                        return kept.to_owned();
                    }
                    let later = alternatives.iter().skip(index + 1);
                    // First what is told from the row alone: the wider rules leave few rows to look further into.
                    let others: Vec<_> = later
                        .map(|other| format!("({other}) is not true and "))
                        .collect();
                    format!(
                        "(select count(*) from {type_name} t where {}{own})",
                        others.concat()
                    )
                });
                format!("select {}", counts.collect::<Vec<_>>().join(" + "))
            }
        }
    }

    /// Complete conditions of which at least one holds for each row of the list. Each is restricted by one rule, so
    /// that it has an index of its own; with a filter by a verb, by one rule of that verb.
    pub(in crate::jsonapi) fn alternatives(&self, visible: (&Visibility, &str)) -> Vec<String> {
        self.alternatives_for(visible, Reads::Page)
    }

    fn alternatives_for(
        &self,
        (visibility, rows): (&Visibility, &str),
        reads: Reads,
    ) -> Vec<String> {
        let of_rows = if rows == visibility.rows && !visibility.alternatives.is_empty() {
            visibility.alternatives.clone()
        } else {
            vec![rows.to_owned()]
        };
        let mut wanted = self.conditions.allowed.iter().filter(|each| each.is_wanted);
        let (mut known, mut alternatives) = (0, of_rows);
        if let Some(Allowed { verb, sql, .. }) = wanted.next() {
            let narrowed = |condition: &String| {
                if alternatives.contains(condition) {
                    format!("{condition} and ({sql})")
                } else {
                    format!("{condition} and ({sql}) and +({rows})")
                }
            };
            let allowed = visibility.alternatives_of(verb);
            alternatives = if allowed.is_empty() {
                vec!["0".to_owned()]
            } else {
                allowed.iter().map(narrowed).collect()
            };
            known = 1;
        }
        for condition in &mut alternatives {
            *condition = format!("({condition})");
            self.narrow((visibility, reads), None, known, condition);
        }
        alternatives
    }

    /// The statement that selects the ids of the page: of each alternative the first rows on its own index, merged.
    pub(in crate::jsonapi) fn page_ids(
        &self,
        visible: (&Visibility, &str),
        Table { type_name, row, .. }: &Table,
    ) -> String {
        let keys = self.terms.iter().enumerate();
        let mut columns = String::new();
        for (index, term) in keys {
            columns.extend([", ", &term.sql, " as key_", &index.to_string()]);
        }
        let alternatives = self.alternatives(visible);
        if let [condition] = alternatives.as_slice() {
            return format!(
                "select t.{row} as page_id from {type_name} t where {condition} order by {} limit :limit offset :offset",
                self.order
            );
        }
        let first = alternatives.iter().map(|condition| {
            format!(
                "select * from (select t.{row} as page_id{columns} from {type_name} t where {condition} order by {} limit :limit + :offset)",
                self.order
            )
        });
        let terms = self.terms.iter().enumerate();
        let terms = terms.map(|(index, term)| term.of_column(&format!("key_{index}")));
        format!(
            "select page_id from ({}) order by {} limit :limit offset :offset",
            first.collect::<Vec<_>>().join(" union "),
            terms.collect::<Vec<_>>().join(", ")
        )
    }

    /// True for the first page in the default order and without filters.
    pub(in crate::jsonapi) const fn is_usual(&self) -> bool {
        self.number == 1 && self.is_default_order && self.conditions.asked.is_empty()
    }

    /// Writes the pagination links. `prev` of a page past the end is the last page.
    pub fn write_links(
        &self,
        path: &str,
        query: &Query,
        pages: u64,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let last = u32::try_from(pages).unwrap_or(u32::MAX);
        let mut links = vec![("self", self.number), ("first", 1), ("last", last)];
        if self.number > 1 {
            links.push(("prev", last.min(self.number - 1)));
        }
        if self.number < last {
            links.push(("next", self.number + 1));
        }
        let mut link = Vec::new();
        write_text(query.link(path).as_bytes(), &mut link)?;
        link.pop();
        out.extend_from_slice(b",\"links\":{");
        for (index, (name, number)) in links.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write_text(name.as_bytes(), out)?;
            out.push(b':');
            out.extend_from_slice(&link);
            write_number(i64::from(number), out);
            out.push(b'"');
        }
        out.push(b'}');
        Ok(())
    }
}

impl Query {
    /// Names and values, in their order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter();
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn parse(raw: &str) -> Self {
        let decode = |text: &str| {
            percent_decode_str(&text.replace('+', " "))
                .decode_utf8_lossy()
                .into_owned()
        };
        let pairs = raw
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decode(name), decode(value))
            })
            .collect();
        Self { pairs }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.pairs.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same query without one parameter.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        Self {
            pairs: self
                .pairs
                .iter()
                .filter(|(asked, _)| asked != name)
                .cloned()
                .collect(),
        }
    }

    /// Keeps the sparse fieldsets only.
    #[must_use]
    pub fn only_fields(mut self) -> Self {
        self.pairs
            .retain(|(name, _)| bracketed(name, "fields").is_some());
        self
    }

    /// All values of a name that is given several times, as by the boxes of a form.
    pub fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.pairs
            .iter()
            .filter(move |(asked, _)| asked == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs
            .iter()
            .find(|(asked, _)| asked == name)
            .map(|(_, value)| value.as_str())
    }

    /// Normalized form for cache keys: sorted by name; repeated names keep their order.
    #[must_use]
    pub fn in_one_spelling(mut self) -> Self {
        self.pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
        self
    }

    /// The same query as a link, up to the page number.
    fn link(&self, path: &str) -> String {
        let mut out = String::from(path);
        out.push('?');
        for (name, value) in self.pairs.iter().filter(|(name, _)| name != "page[number]") {
            out.extend([name.as_str(), "="]);
            out.extend(percent_encoding::utf8_percent_encode(
                value,
                percent_encoding::NON_ALPHANUMERIC,
            ));
            out.push('&');
        }
        out.push_str("page[number]=");
        out
    }

    /// Parses a query about one row, for which only `include` and `fields` are valid.
    pub fn plan_one(&self, table: &'static Table) -> Result<Plan> {
        self.plan(table)
    }

    pub fn plan(&self, table: &'static Table) -> Result<Plan> {
        let mut plan = Plan {
            conditions: Conditions::default(),
            order: String::new(),
            terms: Vec::new(),
            is_default_order: false,
            number: 1,
            size: DEFAULT_SIZE,
            include: Vec::new(),
            fields: HashMap::new(),
            driving_index: None,
            looked_at: Vec::new(),
        };
        let mut sort = table.default_sort;
        let mut filters = Vec::new();
        for (name, value) in &self.pairs {
            if let Some(filter) = bracketed(name, "filter") {
                filters.push((filter.to_owned(), value.clone()));
            } else if let Some(of) = bracketed(name, "fields") {
                let fields = value
                    .split(',')
                    .map(|field| field.trim().to_owned())
                    .collect();
                plan.fields.insert(of.to_owned(), fields);
            } else {
                match name.as_str() {
                    "page[number]" => plan.number = number(name, value, u32::MAX)?,
                    "page[size]" => {
                        plan.size = number(name, value, table.largest_page)?;
                    }
                    "sort" => sort = value,
                    "include" => plan.include = includes(table, value)?,
                    _ => return Err(unknown(table, name)),
                }
            }
        }
        if filters.len() > MOST_PARTS || sort.split(',').count() > MOST_PARTS {
            let last = filters.last().filter(|_| filters.len() > MOST_PARTS);
            let name = last.map(|(name, _)| format!("filter[{name}]"));
            return Err(too_many_parts(name.as_deref().unwrap_or("sort")));
        }
        plan.conditions.asked.clone_from(&filters);
        for (name, value) in &filters {
            apply(table, &mut plan.conditions, name, value)?;
            plan.looked_at.extend(fields_of(table, name));
        }
        plan.looked_at.extend(sorted_by(table, sort));
        for (field, sql, unless) in table.defaults {
            let spoken_of = |(name, _): &(String, String)| {
                name.starts_with(field) || unless.contains(&name.as_str())
            };
            if !filters.iter().any(spoken_of) {
                plan.conditions.sql.push((*sql).to_owned());
            }
        }
        for (of, fields) in &plan.fields {
            validate_fields(table, of, fields)?;
        }
        plan.terms = order(table, sort, &plan.conditions)?;
        plan.is_default_order = sort == table.default_sort;
        let terms = plan.terms.iter().map(Term::sql);
        plan.order = terms.collect::<Vec<_>>().join(", ");
        let mut driving_indexes = plan.conditions.driving_indexes.iter();
        plan.driving_index = driving_indexes
            .find(|driving_index| driving_index.serves(sort))
            .copied();
        Ok(plan)
    }
}

/// The SQL of a kept total of exactly these rows.
fn kept_count(table: &Table, rows: &str) -> Option<&'static str> {
    let bare = rows.trim_start_matches('(').trim_end_matches(')');
    let mut counted = table.counted.iter();
    let (_, sql) = counted.find(|(condition, _)| *condition == bare)?;
    Some(sql)
}

/// The error of a query with more parts than one expression may have; `name` is one that is too much.
fn too_many_parts(name: &str) -> Error {
    Error::unreadable(Reason::TooManyParts)
        .with("name", name)
        .with("max", MOST_PARTS)
        .of_parameter(name)
}

fn bracketed<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    name.strip_prefix(word)?
        .strip_prefix('[')?
        .strip_suffix(']')
}

fn number(name: &str, value: &str, largest: u32) -> Result<u32> {
    match value.parse::<u32>() {
        Ok(number) if number >= 1 => Ok(number.min(largest)),
        _ => Err(Error::unreadable(Reason::NotANumber)
            .with("name", name)
            .with("allowed", ["1, 2, 3 …"].as_slice())
            .of_parameter(name)),
    }
}

/// The names of the sorts in `-a,b`.
fn sorted_by<'a>(table: &Table, asked: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
    let sorts = table.sorts;
    asked.split(',').filter_map(|term| {
        let name = term.trim().trim_start_matches('-');
        sorts
            .iter()
            .map(|sort| sort.name)
            .find(|known| *known == name)
    })
}

fn order(table: &Table, asked: &str, conditions: &Conditions) -> Result<Vec<Term>> {
    let is_possible = |sort: &Sort| sort.needs.is_empty() || conditions.asked(sort.needs).is_some();
    let mut terms: Vec<Term> = Vec::new();
    for term in asked
        .split(',')
        .map(str::trim)
        .filter(|term| !term.is_empty())
    {
        let (name, is_descending) = term
            .strip_prefix('-')
            .map_or((term, false), |name| (name, true));
        if name == "id" {
            terms.push(Term {
                sql: "t.id".to_owned(),
                is_descending,
            });
            continue;
        }
        let sort = table
            .sorts
            .iter()
            .find(|sort| sort.name == name && is_possible(sort))
            .ok_or_else(|| {
                let allowed = table.sorts.iter().filter(|sort| is_possible(sort));
                let allowed: Vec<_> = allowed.map(|sort| sort.name).collect();
                Error::from(Code::InvalidFilter)
                    .with("name", format!("sort={name}"))
                    .with("allowed", allowed)
            })?;
        terms.push(Term {
            sql: sort.sql.to_owned(),
            is_descending,
        });
    }
    // The id makes every order total, so that no row is on two pages; it follows the first term's direction, so that
    // one index serves both.
    if terms.last().is_none_or(|term| term.sql != "t.id") {
        let is_descending = terms.first().is_some_and(|term| term.is_descending);
        terms.push(Term {
            sql: "t.id".to_owned(),
            is_descending,
        });
    }
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonapi::table;
    use crate::resources::vacancy::Vacancy;

    #[test]
    fn a_query_of_very_many_parts_is_refused() {
        let filters = |count| vec!["filter[online_eq]=true"; count].join("&");
        assert!(
            Query::parse(&filters(MOST_PARTS))
                .plan(table::<Vacancy>())
                .is_ok()
        );
        for query in [
            filters(MOST_PARTS + 1),
            format!("sort={}", "id,".repeat(MOST_PARTS)),
        ] {
            let error = Query::parse(&query).plan(table::<Vacancy>()).err().unwrap();
            assert!(error.is(Code::BadRequest), "{query}");
        }
    }
}
