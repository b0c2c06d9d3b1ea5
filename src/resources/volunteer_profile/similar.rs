//! The vacancies that are like one: for a person those of them that fit them best, for others by what the vacancy itself
//! offers.

use rusqlite::{Connection, OptionalExtension};

use super::offers::{new_offers, newest_offers, offer};
use super::wishes::{standing_of, wishes_of};
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::matching::{Offer, Preferences, Standing, rank_similar};
use crate::resources::vacancy::Vacancy;

/// Vacancies that are compared: the newest of the centre.
const COMPARED: i64 = 500;

/// Ids of the open vacancies of its centre that are most like one, the best first.
pub fn similar_in_tenant(
    connection: &Connection,
    tenant: &Tenant,
    (id, user_id): (Id<Vacancy>, Option<i64>),
    (now, second): (&str, i64),
    most: usize,
) -> Result<Vec<i64>> {
    let Some(center_id) = center_of(connection, id)? else {
        return Ok(Vec::new());
    };
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

fn center_of(connection: &Connection, id: Id<Vacancy>) -> Result<Option<i64>> {
    let found = connection
        .prepare_cached("select volunteer_center_id from vacancies where id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    Ok(found)
}
