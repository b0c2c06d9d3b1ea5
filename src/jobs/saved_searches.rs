//! Mails people the vacancies that are new in the searches that they saved: at once, every day, or every Monday.

use jiff::SignedDuration;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Value, json};

use crate::base::clock::{days, later};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{AuthContext, Query, Resource, Visibility, table};
use crate::mail::{MailKind, is_quiet, morning};
use crate::policy::SIGHT_TAKES;
use crate::resources::notification::Notice;
use crate::resources::saved_search::SavedSearch;
use crate::resources::vacancy::Vacancy;

/// Vacancies named in one mail; the count tells of more.
const MOST: usize = 10;
/// Searches per run; the next run, a minute later, takes the rest.
const MOST_SEARCHES: i64 = 1_000;
/// "At once" waits this long, so that vacancies approved together come in one mail.
const GATHERED: SignedDuration = SignedDuration::from_mins(10);
const MONDAY: u8 = 1;

/// Searches whose mail is due, of people who can be mailed.
const DUE: &str = "
    select s.id
      from saved_searches s
      join users u on u.id = s.user_id and u.status = 'active' and u.email is not null
     where (s.mail = 'at_once' and coalesce(s.told_until, s.created_at) < :gathered
            and exists (select 1 from vacancies v
                         where v.status = 'published' and v.volunteer_center_id = u.volunteer_center_id
                           and v.published_at > coalesce(s.told_until, s.created_at)))
        or (s.mail in ('daily', iif(:is_monday, 'weekly', 'daily')) and coalesce(s.told_until, s.created_at) < :morning)
     order by s.id
     limit :most";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!due(connection, now, 1)?.is_empty())
}

/// Sends the mails that are due and returns their number. Each search has one transaction for its mail and for the
/// moment up to which its owner has heard.
pub async fn mail_saved_searches(db: &Db) -> Result<usize> {
    let searches = db.write(|tx| due(tx, tx.now(), MOST_SEARCHES)).await?;
    let mut count = 0;
    for id in searches {
        match db.write(move |tx| tell(tx, id)).await {
            Ok(is_written) => count += usize::from(is_written),
            Err(error) => {
                tracing::error!(saved_search_id = id, %error, "a saved search was passed over");
            }
        }
    }
    Ok(count)
}

/// None before 07:30 and in the evening, when no mail goes out.
fn due(connection: &Connection, now: &str, most: i64) -> Result<Vec<i64>> {
    let Some((day, morning)) = morning(now).filter(|_| !is_quiet(now)) else {
        return Ok(Vec::new());
    };
    let found = connection
        .prepare_cached(DUE)?
        .query_map(
            named_params! {
                ":gathered": later(now, -GATHERED), ":morning": morning, ":is_monday": day == MONDAY, ":most": most,
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// The owner of a search, as visitors' eyes see: only what everybody may see is mailed.
struct Owner {
    user_id: i64,
    center_id: i64,
    now: String,
}

impl AuthContext for Owner {
    fn visibility(&self, _: &'static str) -> Option<std::sync::Arc<Visibility>> {
        None
    }

    fn value(&self, name: &str) -> SqlValue {
        match name {
            "user_id" => SqlValue::Integer(self.user_id),
            "center_id" => SqlValue::Integer(self.center_id),
            "now" => SqlValue::Text(self.now.clone()),
            _ => SqlValue::Null,
        }
    }

    fn is_signed_in(&self) -> bool {
        false
    }
}

fn tell(tx: &Tx, id: i64) -> Result<bool> {
    let found = tx
        .prepare_cached(
            "select s.user_id, s.name, s.filters, coalesce(s.told_until, s.created_at), u.volunteer_center_id
               from saved_searches s join users u on u.id = s.user_id
              where s.id = ?1 and s.mail <> 'never'",
        )?
        .query_row([id], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?, row.get(4)?))
        })
        .optional()?;
    let Some((user_id, name, filters, since, center_id)) = found else {
        return Ok(false);
    };
    tx.prepare_cached("update saved_searches set told_until = :now where id = :id")?
        .execute(named_params! {":now": tx.now(), ":id": id})?;
    let owner = Owner {
        user_id,
        center_id,
        // Not later than a search can look back: a search that slept for a year tells of the last month.
        now: tx.now().to_owned(),
    };
    let since = since.max(later(tx.now(), -days(31)));
    let (count, lines) = fresh(tx, &filters, &since, &owner)?;
    if count == 0 {
        return Ok(false);
    }
    Notice {
        kind: MailKind::SavedSearchNew,
        data: json!({ "count": count, "vacancies": lines, "search_name": name, "path": page_of(&filters) }),
        subject: (SavedSearch::TYPE, id),
        center_id,
    }
    .mail_only(tx, user_id)?;
    Ok(true)
}

/// Number and first lines of the vacancies that went online in a search since then. A search that can no longer be
/// read finds nothing.
fn fresh(tx: &Tx, filters: &str, since: &str, owner: &Owner) -> Result<(usize, Vec<Value>)> {
    let Ok(mut plan) = Query::parse(filters).plan(table::<Vacancy>()) else {
        return Ok((0, Vec::new()));
    };
    plan.resolve(tx, owner)?;
    let is_hidden = |field: &&str| {
        let mut hidden = SIGHT_TAKES.iter().filter(|(of, ..)| *of == Vacancy::TYPE);
        hidden.any(|(_, hidden, _)| hidden == field)
    };
    let reads_hidden = plan.reads().iter().any(is_hidden);
    let conditions = plan.conditions;
    if reads_hidden || !conditions.allowed.is_empty() {
        return Ok((0, Vec::new()));
    }
    let narrowed = conditions
        .sql
        .iter()
        .map(|sql| format!(" and ({sql})"))
        .collect::<Vec<_>>()
        .concat();
    let sql = format!(
        "select t.id, t.title, o.name, t.city
           from vacancies t join organizations o on o.id = t.organization_id and o.status = 'approved'
          where t.status = 'published' and t.expires_at > :now and t.volunteer_center_id = :center_id
            and t.published_at > :since and t.published_at <= :now{narrowed}
          order by t.published_at desc, t.id desc
          limit 100"
    );
    let mut values = conditions.values;
    values.push((":since".to_owned(), SqlValue::Text(since.to_owned())));
    let mut statement = tx.prepare_cached(&sql)?;
    bind(&mut statement, owner, &values)?;
    let mut found = statement.raw_query();
    let (mut count, mut lines) = (0, Vec::new());
    while let Some(row) = found.next()? {
        count += 1;
        if lines.len() < MOST {
            lines.push(json!({
                "path": format!("/vacancies/{}", row.get::<_, i64>(0)?),
                "title": row.get::<_, String>(1)?,
                "organization_name": row.get::<_, String>(2)?,
                "city": row.get::<_, Option<String>>(3)?,
            }));
        }
    }
    Ok((count, lines))
}

/// The search page with these filters, newest first.
fn page_of(filters: &str) -> String {
    let query = Query::parse(filters);
    let names = [
        ("q", "filter[q]"),
        ("near", "filter[near]"),
        ("radius", "filter[radius_km]"),
        ("tags", "filter[tags_in]"),
        ("types", "filter[activity_type_ids_in]"),
        ("age", "filter[age_group_ids_in]"),
        ("kind", "filter[vacancy_type_in]"),
        ("part", "filter[day_parts_in]"),
        ("language", "filter[languages_in]"),
        ("also", "filter[traits_all]"),
        ("words", "filter[as_words]"),
    ];
    let pairs = names.iter().filter_map(|(name, filter)| {
        let value = query.get(filter).filter(|value| !value.is_empty())?;
        Some(format!(
            "{name}={}&",
            utf8_percent_encode(value, NON_ALPHANUMERIC)
        ))
    });
    format!("/vacancies/search?{}sort=newest", pairs.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_leads_to_the_page_of_the_search() {
        assert_eq!(
            page_of("filter[q]=taal maatje&filter[tags_in]=once,weekend"),
            "/vacancies/search?q=taal%20maatje&tags=once%2Cweekend&sort=newest"
        );
        assert_eq!(
            page_of(
                "filter[day_parts_in]=evening&filter[languages_in]=en&filter[traits_all]=online,group&filter[q]=koken&filter[as_words]=avond"
            ),
            "/vacancies/search?q=koken&part=evening&language=en&also=online%2Cgroup&words=avond&sort=newest"
        );
    }
}
