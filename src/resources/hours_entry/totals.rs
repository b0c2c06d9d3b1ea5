//! `GET /hours_entries/totals`: sums of the entries that somebody sees, by what they choose.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::HoursEntry;
use crate::app::access::{Access, Rows, action};
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{Document, Query, table};

/// Groups in an answer, the largest first.
const MOST_GROUPS: usize = 200;
pub const PARAMETERS: [&str; 1] = ["group_by"];

/// Sums in hours; what was refused counts nowhere.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HoursTotalsMeta")]
pub struct HoursTotalsMeta {
    hours: f64,
    confirmed_hours: f64,
    waiting_hours: f64,
    /// People whose account there is.
    people: i64,
    /// Empty without `group_by`.
    groups: Vec<HoursGroup>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HoursGroup {
    /// Of a work: the organisation and its name; of an organisation or a person: the id; of a month: `YYYY-MM`.
    pub key: String,
    pub label: String,
    /// Of a work: the name of the organisation.
    pub organization_name: Option<String>,
    pub hours: f64,
    pub confirmed_hours: f64,
}

/// SQL over `t`: key and label of each kind of group.
const GROUPS: [(&str, &str, &str); 4] = [
    (
        "work",
        "coalesce(t.organization_id, 0) || ':' || t.work",
        "t.work",
    ),
    (
        "organization",
        "cast(coalesce(t.organization_id, 0) as text)",
        ORGANIZATION,
    ),
    ("month", "substr(t.day, 1, 7)", "substr(t.day, 1, 7)"),
    (
        "person",
        "cast(coalesce(t.user_id, 0) as text)",
        "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.user_id), '')",
    ),
];
const ORGANIZATION: &str = "coalesce((select o.name from organizations o where o.id = t.organization_id), t.organization_name, (select c.name from volunteer_centers c where c.id = t.volunteer_center_id))";

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/totals", totals)
        .named(
            "getHoursTotals",
            "Sums hours, by work, organisation, month or person",
        )
        .query_parameters(&PARAMETERS)
        .answers(Described::json::<MetaOf<HoursTotalsMeta>>(200))
}

async fn totals(
    access: Access<HoursEntry, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let kind = input.query.get("group_by").map(str::to_owned);
    let query = input.query.without("group_by");
    let group = match kind.as_deref() {
        None => None,
        Some(kind) => Some(
            GROUPS
                .iter()
                .find(|(known, ..)| *known == kind)
                .ok_or_else(|| {
                    let known: Vec<&str> = GROUPS.iter().map(|(known, ..)| *known).collect();
                    Error::from(Code::BadRequest)
                        .with("allowed", known)
                        .at("group_by")
                })?,
        ),
    };
    let rows = access.rows();
    let meta = access
        .search(move |connection| read(connection, &rows, &query, group))
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

fn read(
    connection: &Connection,
    rows: &Rows<HoursEntry>,
    query: &Query,
    group: Option<&(&str, &str, &str)>,
) -> Result<HoursTotalsMeta> {
    let mut plan = query.plan(table::<HoursEntry>())?;
    plan.resolve(connection, rows.ctx())?;
    let visibility = rows.visibility();
    let condition = plan.condition_of_all((visibility, &visibility.rows), None);
    let (key, label) = group.map_or(("''", "''"), |(_, key, label)| (*key, *label));
    let sql = format!(
        "select {key}, max({label}), max({ORGANIZATION}), sum(t.hours), sum(t.hours) filter (where t.status in ('confirmed', 'corrected')),
                sum(t.hours) filter (where t.status in ('logged', 'disputed'))
           from hours_entries t
          where t.status <> 'refused' and ({condition})
          group by 1
          order by 4 desc, 1"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let mut meta = HoursTotalsMeta::default();
    let mut each = statement.raw_query();
    while let Some(row) = each.next()? {
        let hours: f64 = row.get(3)?;
        let confirmed: f64 = row.get::<_, Option<f64>>(4)?.unwrap_or_default();
        meta.hours += hours;
        meta.confirmed_hours += confirmed;
        meta.waiting_hours += row.get::<_, Option<f64>>(5)?.unwrap_or_default();
        if group.is_some() && meta.groups.len() < MOST_GROUPS {
            meta.groups.push(HoursGroup {
                key: row.get(0)?,
                label: row.get(1)?,
                organization_name: row.get(2)?,
                hours,
                confirmed_hours: confirmed,
            });
        }
    }
    let sql = format!(
        "select count(distinct t.user_id) from hours_entries t where t.status <> 'refused' and ({condition})"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let mut each = statement.raw_query();
    if let Some(row) = each.next()? {
        meta.people = row.get(0)?;
    }
    Ok(meta)
}
