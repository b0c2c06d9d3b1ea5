//! The vacancies that are like one: for a person those of them that fit them best, for others by what the vacancy itself
//! offers.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use super::offers::{new_offers, newest_offers, offer, opposite_help};
use super::wishes::{standing_of, wishes_of};
use crate::app::access::{Access, action};
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::{Document, Id, Query};
use crate::matching::{Offer, Preferences, Standing, rank_similar};
use crate::resources::vacancy::Vacancy;

/// Vacancies that are compared: the newest of the centre.
const COMPARED: i64 = 500;

/// Vacancies that stand beside one.
const SIMILAR: usize = 3;

/// Returns up to three similar ones of the newest published vacancies, as the matching ranks them: for somebody who is
/// signed in by what they look for, for others by what the vacancy itself offers.
pub(super) async fn beside(
    access: Access<Vacancy, action::Read>,
    id: Id<Vacancy>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let now = access.ctx().now.clone();
    // The cache policy is created before the ids are read: changes in between must invalidate the entry.
    let keep = access
        .ctx()
        .site
        .tenant
        .keep(&["vacancies", "organizations", "applications"]);
    let ids = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let ctx = rows.ctx();
            similar_in_tenant(
                connection,
                &ctx.site.tenant,
                (id, ctx.user_id()),
                (&now, ctx.second()),
                SIMILAR,
            )
        })
        .await?;
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let list = ids.join(",");
    let query = Query::parse("include=organization&page[size]=3")
        .with("filter[id_in]", if list.is_empty() { "0" } else { &list });
    let document = access.list(&input.path, query).await?;
    let mut listed: Value = serde_json::from_slice(&document.body)?;
    if let Some(data) = listed.get_mut("data").and_then(Value::as_array_mut) {
        data.sort_by_key(|row| {
            let id = row.get("id").and_then(Value::as_str);
            ids.iter().position(|known| Some(known.as_str()) == id)
        });
    }
    let kept = document.keep;
    Ok(Document::of(&listed).keep(kept).also_keep(keep, None))
}

/// Ids of the open vacancies of its centre that are most like one, the best first.
fn similar_in_tenant(
    connection: &Connection,
    tenant: &Tenant,
    (id, user_id): (Id<Vacancy>, Option<i64>),
    (now, second): (&str, i64),
    most: usize,
) -> Result<Vec<i64>> {
    let Some(center_id) = center_of(connection, id)? else {
        return Ok(Vec::new());
    };
    if is_between_people(connection, id)? {
        let help = opposite_help(connection, id.number(), now)?;
        return match offer(connection, id.number(), now)? {
            Some(this) => Ok(rank_help(&this, &help, now, most)),
            None => Ok(Vec::new()),
        };
    }
    let offers = newest_offers(connection, tenant, (center_id, COMPARED), (now, second))?;
    similar_among(connection, (id, user_id), &offers, now, most)
}

/// The same within a transaction, which sees what it has changed.
pub fn similar(
    connection: &Connection,
    (id, user_id): (Id<Vacancy>, Option<i64>),
    now: &str,
    most: usize,
) -> Result<Vec<i64>> {
    let Some(center_id) = center_of(connection, id)? else {
        return Ok(Vec::new());
    };
    let offers = new_offers(connection, center_id, ("", now), COMPARED)?;
    similar_among(connection, (id, user_id), &offers, now, most)
}

fn similar_among(
    connection: &Connection,
    (id, user_id): (Id<Vacancy>, Option<i64>),
    offers: &[Offer],
    now: &str,
    most: usize,
) -> Result<Vec<i64>> {
    let Some(this) = offer(connection, id.number(), now)? else {
        return Ok(Vec::new());
    };
    let (standing, wishes) = match user_id {
        Some(user_id) => (
            standing_of(connection, user_id, now)?,
            wishes_of(connection, user_id)?,
        ),
        None => (
            Standing {
                now: now.to_owned(),
                ..Standing::default()
            },
            Preferences::default(),
        ),
    };
    Ok(rank_similar(&this, (&standing, &wishes), offers, most))
}

fn is_between_people(connection: &Connection, id: Id<Vacancy>) -> Result<bool> {
    Ok(connection
        .prepare_cached("select 1 from vacancies where id = ?1 and asker_id is not null")?
        .exists([id.number()])?)
}

/// What is asked and what is offered are compared with each other, not with who looks at them.
fn rank_help(this: &Offer, help: &[Offer], now: &str, most: usize) -> Vec<i64> {
    let anybody = Standing {
        now: now.to_owned(),
        ..Standing::default()
    };
    rank_similar(this, (&anybody, &Preferences::default()), help, most)
}

fn center_of(connection: &Connection, id: Id<Vacancy>) -> Result<Option<i64>> {
    let found = connection
        .prepare_cached("select volunteer_center_id from vacancies where id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    Ok(found)
}
