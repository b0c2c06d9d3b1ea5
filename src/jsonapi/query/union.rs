//! Query of a union: the page is cut over all its types at once, then each type's rows are read under its own
//! visibility.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;

use super::include::Writing;
use super::rows::bind;
use super::select::write_value;
use super::{DEFAULT_SIZE, MOST_PARTS, Plan, Query, bracketed, number, too_many_parts};
use crate::error::{Code, Error, Result};
use crate::jsonapi::query::filter::{bounded, json_list};
use crate::jsonapi::schema::resource::Conditions;
use crate::jsonapi::schema::table::{Kind, Table};
use crate::jsonapi::schema::union::{Member, Union};
use crate::jsonapi::{AuthContext, Visibility};

/// Parsed query of a union.
pub struct UnionPlan {
    plan: Plan,
    /// SQL over the common columns.
    conditions: Vec<String>,
    types: Option<Vec<String>>,
    pub is_search: bool,
}

/// A page of a union, with the number of its rows of each type.
pub struct UnionPage {
    pub body: Vec<u8>,
    pub counts: Vec<(&'static Table, usize)>,
}

/// A member with the visibility of its rows.
struct Visible {
    index: i64,
    member: &'static Member,
    table: &'static Table,
    visibility: Arc<Visibility>,
    rows: String,
}

/// The types of a union that the actor may see rows of.
fn visible<U: Union>(auth: &dyn AuthContext) -> Vec<Visible> {
    let members = (0..).zip(U::MEMBERS);
    members
        .filter_map(|(index, member)| {
            let table = (member.table)();
            let visibility = auth.visibility(table.type_name)?;
            let mut rows = format!("({}) and ({})", visibility.rows, member.rows);
            if !member.verb.is_empty() {
                let mut can = visibility.can.iter();
                let (_, condition) = can.find(|(verb, _)| *verb == member.verb)?;
                rows.extend([" and (", condition.as_str(), ")"]);
            }
            Some(Visible {
                index,
                member,
                table,
                visibility,
                rows,
            })
        })
        .collect()
}

/// True if the actor may see rows of any type of the union.
pub fn is_visible<U: Union>(auth: &dyn AuthContext) -> bool {
    !visible::<U>(auth).is_empty()
}

/// The filters of a union, as written between the brackets.
pub fn union_filters<U: Union>() -> Vec<String> {
    let mut names = vec!["type_eq".to_owned(), "type_in".to_owned()];
    if U::MEMBERS.iter().any(|member| !member.matches.is_empty()) {
        names.push("q".to_owned());
    }
    for column in U::COLUMNS {
        for suffix in ["eq", "in", "gteq", "lteq"] {
            names.push(format!("{column}_{suffix}"));
        }
    }
    names
}

impl Query {
    /// Parses a query about a union.
    pub fn plan_union<U: Union>(&self) -> Result<UnionPlan> {
        let plan = Plan {
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
        let mut union = UnionPlan {
            conditions: Vec::new(),
            types: None,
            is_search: false,
            plan,
        };
        let mut sort = U::DEFAULT_SORT;
        if self.pairs.len() > MOST_PARTS {
            let (name, _) = self.pairs.last().cloned().unwrap_or_default();
            return Err(too_many_parts(&name));
        }
        for (name, value) in &self.pairs {
            if let Some(filter) = bracketed(name, "filter") {
                union.filter::<U>(filter, value)?;
            } else if let Some(of) = bracketed(name, "fields") {
                let fields = value.split(',').map(|field| field.trim().to_owned());
                let table = member_tables::<U>().find(|table| table.type_name == of);
                let table = table.ok_or_else(|| unknown::<U>(name))?;
                let fields: Vec<String> = fields.collect();
                super::filter::validate_fields(table, of, &fields)?;
                union.plan.fields.insert(of.to_owned(), fields);
            } else {
                match name.as_str() {
                    "page[number]" => union.plan.number = number(name, value, u32::MAX)?,
                    "page[size]" => union.plan.size = number(name, value, U::LARGEST_PAGE)?,
                    "sort" => sort = value,
                    _ => return Err(unknown::<U>(name)),
                }
            }
        }
        union.plan.order = order::<U>(sort)?;
        Ok(union)
    }
}

fn member_tables<U: Union>() -> impl Iterator<Item = &'static Table> {
    U::MEMBERS.iter().map(|member| (member.table)())
}

fn unknown<U: Union>(name: &str) -> Error {
    Error::from(Code::InvalidFilter)
        .with("name", name)
        .with("allowed", union_filters::<U>())
}

fn order<U: Union>(sort: &str) -> Result<String> {
    let mut terms = Vec::new();
    for term in sort
        .split(',')
        .map(str::trim)
        .filter(|term| !term.is_empty())
    {
        let (name, direction) = term
            .strip_prefix('-')
            .map_or((term, ""), |name| (name, " desc"));
        let column = match U::COLUMNS.iter().position(|column| *column == name) {
            Some(index) => format!("c{index}"),
            None if name == "type" => "member".to_owned(),
            None => {
                let mut allowed = U::COLUMNS.to_vec();
                allowed.push("type");
                return Err(Error::from(Code::InvalidFilter)
                    .with("name", format!("sort={name}"))
                    .with("allowed", allowed));
            }
        };
        terms.push(format!("{column}{direction}"));
    }
    // Makes the order total, so that no row is on two pages.
    terms.push("member, id".to_owned());
    Ok(terms.join(", "))
}

/// A number is compared with the number that the value says: the database holds any text for more than any number.
fn compared(index: usize, operator: &str) -> String {
    format!(
        "iif(typeof(c{index}) = 'integer', c{index} {operator} cast(:value as integer), c{index} {operator} :value)"
    )
}

impl UnionPlan {
    fn filter<U: Union>(&mut self, name: &str, value: &str) -> Result<()> {
        if name == "q" && union_filters::<U>().iter().any(|known| known == "q") {
            self.is_search = true;
            self.plan.conditions.bind("q", bounded(value).to_owned());
            return Ok(());
        }
        if name == "type_eq" || name == "type_in" {
            let types: Vec<String> = value
                .split(',')
                .map(|word| word.trim().to_owned())
                .collect();
            let names: Vec<&str> = member_tables::<U>().map(|table| table.type_name).collect();
            if let Some(wrong) = types.iter().find(|word| !names.contains(&word.as_str())) {
                return Err(Conditions::impossible(name, wrong, &names));
            }
            self.types = Some(types);
            return Ok(());
        }
        let known = U::COLUMNS.iter().enumerate().find_map(|(index, column)| {
            let suffix = name.strip_prefix(column)?.strip_prefix('_')?;
            Some((index, suffix))
        });
        let condition = match known {
            Some((index, "eq")) => compared(index, "="),
            Some((index, "gteq")) => compared(index, ">="),
            Some((index, "lteq")) => compared(index, "<="),
            Some((index, "in")) => {
                format!("c{index} in (select value from json_each(:value))")
            }
            _ => return Err(unknown::<U>(&format!("filter[{name}]"))),
        };
        let bound = format!(":v{}", self.plan.conditions.values.len());
        let value = if name.ends_with("_in") {
            json_list(value)
        } else {
            value.to_owned()
        };
        self.conditions.push(condition.replace(":value", &bound));
        let value = SqlValue::Text(value);
        self.plan.conditions.values.push((bound, value));
        Ok(())
    }

    /// The rows of all types as `member`, `id` and the common columns.
    fn rows(&self, visible: &[Visible]) -> String {
        let of_type = |visible: &&Visible| {
            let types = self.types.as_ref();
            types.is_none_or(|types| types.iter().any(|word| word == visible.table.type_name))
        };
        let selects: Vec<String> = visible
            .iter()
            .filter(of_type)
            .filter(|visible| !self.is_search || !visible.member.matches.is_empty())
            .map(|visible| {
                let columns: Vec<String> = visible
                    .member
                    .columns
                    .iter()
                    .enumerate()
                    .map(|(index, sql)| format!(", ({sql}) as c{index}"))
                    .collect();
                let columns = columns.concat();
                let matches = if self.is_search {
                    format!(" and ({})", visible.member.matches)
                } else {
                    String::new()
                };
                format!(
                    "select {} as member, t.id as id{columns} from {} t where {}{matches}",
                    visible.index, visible.table.type_name, visible.rows
                )
            })
            .collect();
        let conditions = if self.conditions.is_empty() {
            "1".to_owned()
        } else {
            self.conditions.join(" and ")
        };
        let columns = visible
            .first()
            .map_or(0, |visible| visible.member.columns.len());
        let no_columns: Vec<String> = (0..columns)
            .map(|index| format!(", null as c{index}"))
            .collect();
        let all = if selects.is_empty() {
            format!("select 0 as member, 0 as id{} where 0", no_columns.concat())
        } else {
            selects.join(" union all ")
        };
        format!("({all}) where {conditions}")
    }
}

/// One row of the page, before its document is read.
struct Found {
    member: i64,
    id: i64,
    /// The JSON of its common columns.
    common: Vec<u8>,
}

/// One page of a union as a document.
pub fn list<U: Union>(
    connection: &Connection,
    auth: &dyn AuthContext,
    (path, query, union): (&str, &Query, &UnionPlan),
) -> Result<UnionPage> {
    use std::io::Write as _;
    let plan = &union.plan;
    let visible = visible::<U>(auth);
    let rows = union.rows(&visible);
    let values = &plan.conditions.values;
    let mut statement = connection.prepare_cached(&format!("select count(*) from {rows}"))?;
    bind(&mut statement, auth, values)?;
    let total: Option<i64> = statement
        .raw_query()
        .next()?
        .map(|row| row.get(0))
        .transpose()?;
    let total = u64::try_from(total.unwrap_or_default()).unwrap_or_default();

    let page = page::<U>(connection, auth, &rows, plan)?;
    let writing = Writing {
        connection,
        auth,
        plan,
    };
    let mut documents = HashMap::new();
    let mut counts = Vec::new();
    for Visible {
        index,
        table,
        visibility,
        ..
    } in &visible
    {
        let of_type = page.iter().filter(|found| found.member == *index);
        let ids: Vec<i64> = of_type.map(|found| found.id).collect();
        if ids.is_empty() {
            continue;
        }
        counts.push((*table, ids.len()));
        for (id, document) in writing.documents((table, visibility), &ids)? {
            documents.insert((*index, id), document);
        }
    }
    let mut out = Vec::from(b"{\"data\":[".as_slice());
    for found in &page {
        if let Some(document) = documents.get(&(found.member, found.id)) {
            if out.last() == Some(&b'}') {
                out.push(b',');
            }
            document.write_with_common(&found.common, &mut out);
        }
    }
    let pages = total.div_ceil(u64::from(plan.size)).max(1);
    let _ = write!(
        out,
        "],\"meta\":{{\"total\":{total},\"page\":{},\"size\":{},\"pages\":{pages}}}",
        plan.number, plan.size
    );
    plan.write_links(path, query, pages, &mut out)?;
    out.push(b'}');
    Ok(UnionPage { body: out, counts })
}

fn page<U: Union>(
    connection: &Connection,
    auth: &dyn AuthContext,
    rows: &str,
    plan: &Plan,
) -> Result<Vec<Found>> {
    let columns: Vec<String> = (0..U::COLUMNS.len())
        .map(|index| format!(", c{index}"))
        .collect();
    let columns = columns.concat();
    let sql = format!(
        "select member, id{columns} from {rows} order by {} limit :limit offset :offset",
        plan.order
    );
    let mut values = plan.conditions.values.clone();
    let offset = i64::from(plan.number - 1) * i64::from(plan.size);
    values.push((":limit".to_owned(), SqlValue::Integer(i64::from(plan.size))));
    values.push((":offset".to_owned(), SqlValue::Integer(offset)));
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, auth, &values)?;
    let mut found = statement.raw_query();
    let mut page = Vec::new();
    while let Some(row) = found.next()? {
        let mut common = vec![b'{'];
        for (index, name) in U::COLUMNS.iter().enumerate() {
            if index > 0 {
                common.push(b',');
            }
            common.extend_from_slice(format!("\"{name}\":").as_bytes());
            write_value(row.get_ref(2 + index)?, Kind::Text, &mut common)?;
        }
        common.push(b'}');
        page.push(Found {
            member: row.get(0)?,
            id: row.get(1)?,
            common,
        });
    }
    Ok(page)
}
