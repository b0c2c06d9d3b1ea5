//! Who saw whom in the pool: once for each organisation and day. The person sees which organisations these were.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::VolunteerProfile;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::{Document, Id};
use crate::resources::organization::Organization;

/// Organisations in the list.
const MOST: i64 = 100;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ProfileLookAttributes {
    organization_id: Id<Organization>,
    organization_name: String,
    /// The last day on which they looked.
    last_day: String,
    /// Days on which they looked.
    days: i64,
}

impl Typed for ProfileLookAttributes {
    const TYPE: &'static str = "profile_looks";
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/current/looks", list)
        .named(
            "listProfileLooks",
            "Lists the organisations that saw the person in the pool, the last one first",
        )
        .answers(Described::json::<AllOf<ProfileLookAttributes>>(200))
}

async fn list(
    access: Access<VolunteerProfile, action::Update>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let data = access
        .read(move |connection| {
            Ok(connection
                .prepare_cached(
                    "select l.organization_id, o.name, max(l.day), count(*)
                       from volunteer_profile_looks l join organizations o on o.id = l.organization_id
                      where l.user_id = ?1
                      group by l.organization_id
                      order by max(l.day) desc, o.name collate nocase
                      limit ?2",
                )?
                .query_map([user_id, MOST], |row| {
                    let id: i64 = row.get(0)?;
                    Ok(json!({
                        "type": ProfileLookAttributes::TYPE,
                        "id": id.to_string(),
                        "attributes": ProfileLookAttributes {
                            organization_id: Id::new(id),
                            organization_name: row.get(1)?,
                            last_day: row.get(2)?,
                            days: row.get(3)?,
                        },
                    }))
                })?
                .collect::<rusqlite::Result<Vec<Value>>>()?)
        })
        .await?;
    Ok(Document::of_all(&data))
}

/// Of these people, those whom the organisation has not seen today.
pub fn new_today(
    connection: &Connection,
    organization_id: i64,
    people: &[i64],
    now: &str,
) -> Result<Vec<i64>> {
    let mut statement = connection.prepare_cached(
        "select 1 from volunteer_profile_looks where user_id = ?1 and organization_id = ?2 and day = substr(?3, 1, 10)",
    )?;
    let mut new = Vec::new();
    for user_id in people {
        if !statement.exists((user_id, organization_id, now))? {
            new.push(*user_id);
        }
    }
    Ok(new)
}

pub fn record(tx: &Tx, organization_id: i64, people: &[i64]) -> Result<()> {
    let mut statement = tx.prepare_cached(
        "insert into volunteer_profile_looks (user_id, organization_id, day, created_at)
         select u.id, o.id, substr(:now, 1, 10), :now from users u, organizations o where u.id = :user_id and o.id = :organization_id
             on conflict do nothing",
    )?;
    for user_id in people {
        statement.execute(named_params! {
            ":user_id": user_id, ":organization_id": organization_id, ":now": tx.now(),
        })?;
    }
    Ok(())
}
