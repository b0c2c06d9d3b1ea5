//! What a paper says: computed from what was confirmed, and kept as it was made.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::ProofKind;
use crate::error::{FieldFault, Result};
use crate::jsonapi::Id;
use crate::resources::activity_registration::ActivityRegistration;

/// Lines on a paper.
const MOST_LINES: i64 = 200;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ProofCreate")]
pub struct ProofForm {
    pub kind: ProofKind,
    /// First and last day, `YYYY-MM-DD`. Left out: all.
    #[validate(length(min = 10, max = 10))]
    pub from: Option<String>,
    #[validate(length(min = 10, max = 10))]
    pub to: Option<String>,
    /// Keys of `GET /hours_entries/totals?group_by=work`. Left out: all.
    #[validate(length(min = 1, max = 200))]
    pub work: Option<Vec<String>>,
    /// What they did, in their own words.
    #[validate(length(max = 1000))]
    pub tasks: Option<String>,
    /// Of a certificate: a registration for which they were there.
    pub registration_id: Option<Id<ActivityRegistration>>,
    /// Language of the paper.
    #[serde(default)]
    pub locale: PaperLanguage,
}

/// Language of a paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperLanguage {
    #[default]
    Nl,
    En,
}

impl PaperLanguage {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nl => "nl",
            Self::En => "en",
        }
    }
}

/// What a paper says.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ProofContentMeta")]
pub struct ProofContent {
    #[serde(default)]
    pub person_name: String,
    pub from: Option<String>,
    pub to: Option<String>,
    #[serde(default)]
    pub total_hours: f64,
    #[serde(default)]
    pub lines: Vec<ProofLine>,
    pub tasks: Option<String>,
    pub title: Option<String>,
    #[serde(default)]
    pub center_name: String,
}

/// Hours of one work, or of one month at an organisation.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ProofLine {
    pub work: String,
    pub organization_name: String,
    pub from: String,
    pub to: String,
    pub hours: f64,
    /// Names of who confirmed, three at most; empty where time did.
    pub confirmed_by: Vec<String>,
}

/// What a paper of this kind says of a person at a centre.
pub(super) fn of(
    connection: &Connection,
    (user_id, center_id): (i64, i64),
    said: &ProofForm,
) -> Result<ProofContent> {
    for (field, day) in [("from", &said.from), ("to", &said.to)] {
        if let Some(day) = day
            && day.parse::<jiff::civil::Date>().is_err()
        {
            return Err(FieldFault::attribute(field, "date").into());
        }
    }
    let (person_name, center_name): (String, String) = connection
        .prepare_cached(
            "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), c.name
               from users u join volunteer_centers c on c.id = ?2 where u.id = ?1",
        )?
        .query_row((user_id, center_id), |row| row.try_into())?;
    let content = ProofContent {
        person_name,
        center_name,
        tasks: said
            .tasks
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned),
        ..ProofContent::default()
    };
    match said.kind {
        ProofKind::Certificate => of_registration(connection, user_id, said, content),
        ProofKind::Volunteering | ProofKind::Overview => {
            of_hours(connection, (user_id, center_id), said, content)
        }
    }
}

fn of_hours(
    connection: &Connection,
    (user_id, center_id): (i64, i64),
    said: &ProofForm,
    content: ProofContent,
) -> Result<ProofContent> {
    // By work, or for an overview by month.
    let group = match said.kind {
        ProofKind::Overview => "substr(t.day, 1, 7) || ':' || coalesce(t.organization_id, 0)",
        ProofKind::Volunteering | ProofKind::Certificate => {
            "coalesce(t.organization_id, 0) || ':' || t.work"
        }
    };
    let order = match said.kind {
        ProofKind::Overview => "substr(min(t.day), 1, 7), 2",
        ProofKind::Volunteering | ProofKind::Certificate => "sum(t.hours) desc, 1",
    };
    let sql = format!(
        "with line as (
           select max(t.work) as work,
                  max(coalesce((select o.name from organizations o where o.id = t.organization_id), t.organization_name,
                               (select c.name from volunteer_centers c where c.id = t.volunteer_center_id))) as organization,
                  min(t.day) as first, max(t.day) as last, sum(t.hours) as hours, json_group_array(t.confirmed_by_id) as confirmers
             from hours_entries t
            where t.user_id = :person and t.volunteer_center_id = :center and t.status in ('confirmed', 'corrected')
              and (:from is null or t.day >= :from) and (:to is null or t.day <= :to)
              and (:work is null or (coalesce(t.organization_id, 0) || ':' || t.work) in (select value from json_each(:work)))
            group by {group}
            order by {order}
            limit :most
         )
         select work, organization, first, last, hours,
                (select json_group_array(n.name)
                   from (select distinct trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as name
                           from json_each(line.confirmers) j join users u on u.id = j.value
                          order by 1 limit 3) n
                  where n.name <> '')
           from line"
    );
    let lines: Vec<ProofLine> = connection
        .prepare_cached(&sql)?
        .query_map(
            named_params! {
                ":person": user_id,
                ":center": center_id,
                ":from": said.from,
                ":to": said.to,
                ":work": said.work.as_ref().map(|work| json!(work).to_string()),
                ":most": MOST_LINES,
            },
            |row| {
                let names: Option<String> = row.get(5)?;
                let names = names.and_then(|names| serde_json::from_str(&names).ok());
                Ok(ProofLine {
                    work: row.get(0)?,
                    organization_name: row.get(1)?,
                    from: row.get(2)?,
                    to: row.get(3)?,
                    hours: row.get(4)?,
                    confirmed_by: names.unwrap_or_default(),
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    if lines.is_empty() {
        return Err(FieldFault::attribute("from", "no_confirmed_hours").into());
    }
    Ok(ProofContent {
        from: lines.iter().map(|line| line.from.clone()).min(),
        to: lines.iter().map(|line| line.to.clone()).max(),
        total_hours: lines.iter().map(|line| line.hours).sum(),
        lines,
        ..content
    })
}

/// Of the dates of a registration at which the person was checked in. The length is that of the dates.
fn of_registration(
    connection: &Connection,
    user_id: i64,
    said: &ProofForm,
    content: ProofContent,
) -> Result<ProofContent> {
    let Some(id) = said.registration_id else {
        return Err(FieldFault::attribute("registration_id", "required").into());
    };
    let found: Option<(String, String, String, String, f64)> = connection
        .prepare_cached(
            "select a.title, coalesce(o.name, c.name), min(d.day), max(d.day),
                    round(sum(julianday(d.ends_at) - julianday(d.starts_at)) * 24, 2)
               from activity_registrations r
               join activities a on a.id = r.activity_id and a.status <> 'deleted'
               join activity_attendance n on n.registration_id = r.id and n.is_present = 1
               join activity_occurrences d on d.id = n.occurrence_id and d.status = 'planned'
               join volunteer_centers c on c.id = a.volunteer_center_id
               left join organizations o on o.id = a.organization_id
              where r.id = ?1 and r.user_id = ?2
              group by r.id",
        )?
        .query_row((id.number(), user_id), |row| row.try_into())
        .optional()?;
    let Some((title, organization_name, from, to, hours)) = found else {
        return Err(FieldFault::attribute("registration_id", "not_there").into());
    };
    Ok(ProofContent {
        from: Some(from.clone()),
        to: Some(to.clone()),
        total_hours: hours,
        lines: vec![ProofLine {
            work: title.clone(),
            organization_name,
            from,
            to,
            hours,
            confirmed_by: Vec::new(),
        }],
        title: Some(title),
        ..content
    })
}
