//! `GET /hours_entries/work`: for what somebody may write down hours.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::HoursEntry;
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::{Document, Id};
use crate::resources::user::User;

/// Rows of each kind.
const MOST: i64 = 50;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HoursWorkMeta")]
struct HoursWorkMeta {
    /// What they wrote down last stands first.
    work: Vec<HoursWork>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct HoursWork {
    /// `application`, `activity` or `organization` (own words).
    kind: String,
    id: String,
    label: String,
    organization_id: Option<String>,
    organization_name: String,
    /// Of an activity: the last date on which they were signed up.
    day: Option<String>,
    last_day: Option<String>,
    last_hours: Option<f64>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/work", list)
        .named(
            "listHoursWork",
            "Lists what the person may write down hours for",
        )
        .query_parameters(&["user_id"])
        .answers(Described::json::<MetaOf<HoursWorkMeta>>(200))
}

async fn list(
    access: Access<HoursEntry, action::Create>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let asker = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let now = access.app().clock().text();
    let person = match input.query.get("user_id") {
        Some(id) => Some(id.parse::<i64>().map_err(|_| Code::NotFound)?).filter(|id| *id != asker),
        None => None,
    };
    // Of somebody else: those whom the asker may register.
    let people = match person {
        Some(_) => Some(access.beside::<User, action::Register>()?.rows()),
        None => None,
    };
    let work = access
        .read(move |connection| {
            if let (Some(id), Some(people)) = (person, people) {
                people.require(connection, Id::new(id))?;
            }
            read(connection, person.unwrap_or(asker), &now)
        })
        .await?;
    let meta = HoursWorkMeta { work };
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

const SQL: &str = "
with possible as (
  select 'application' as kind, a.id, v.title as label, a.organization_id, o.name as organization_name, null as day, v.title as work,
         row_number() over (order by a.id desc) as nth
    from applications a
    join vacancies v on v.id = a.vacancy_id
    join organizations o on o.id = a.organization_id
   where a.user_id = :person and o.household_of_id is null and o.status in ('approved', 'archived')
     and (a.stage in ('accepted', 'started', 'completed') or (a.stage in ('withdrawn', 'closed') and a.accepted_at is not null))
  union all
  select 'activity', a.id, a.title, a.organization_id, coalesce(o.name, c.name), max(d.day), a.title,
         row_number() over (order by max(d.day) desc)
    from activity_registrations r
    join activities a on a.id = r.activity_id and a.status <> 'deleted' and a.is_workshop = 0
    join activity_occurrences d on d.activity_id = a.id and (r.occurrence_id is null or r.occurrence_id = d.id)
         and d.status = 'planned' and d.starts_at <= :now
    join volunteer_centers c on c.id = a.volunteer_center_id
    left join organizations o on o.id = a.organization_id
   where r.user_id = :person and r.status = 'registered' and d.day > date(:now, '-366 days')
     and not exists (select 1 from activity_attendance n where n.registration_id = r.id and n.occurrence_id = d.id and n.is_present = 0)
   group by a.id
  union all
  select 'organization', o.id, h.work, o.id, o.name, null, h.work,
         row_number() over (order by max(h.day) desc)
    from hours_entries h
    join organizations o on o.id = h.organization_id and o.status = 'approved'
   where h.user_id = :person and h.application_id is null and h.activity_id is null
   group by o.id, h.work
)
select p.kind, p.id, p.label, p.organization_id, p.organization_name, p.day,
       (select max(h.day) from hours_entries h where h.user_id = :person and h.work = p.work and h.organization_id is p.organization_id) as last_day,
       (select h.logged_hours from hours_entries h where h.user_id = :person and h.work = p.work and h.organization_id is p.organization_id
         order by h.day desc, h.id desc limit 1)
  from possible p
 where p.nth <= :most
 order by last_day is null, last_day desc, p.day desc, p.label collate nocase";

fn read(connection: &Connection, user_id: i64, now: &str) -> Result<Vec<HoursWork>> {
    Ok(connection
        .prepare_cached(SQL)?
        .query_map(
            rusqlite::named_params! {":person": user_id, ":now": now, ":most": MOST},
            |row| {
                Ok(HoursWork {
                    kind: row.get(0)?,
                    id: row.get::<_, i64>(1)?.to_string(),
                    label: row.get(2)?,
                    organization_id: row.get::<_, Option<i64>>(3)?.map(|id| id.to_string()),
                    organization_name: row.get(4)?,
                    day: row.get(5)?,
                    last_day: row.get(6)?,
                    last_hours: row.get(7)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?)
}
