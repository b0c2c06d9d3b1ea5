//! Organisations by which somebody does not want to be found. Theirs alone to know.

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::VolunteerProfile;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{AllOf, Described, FromPath, Ignored, Input, Routes, Typed};
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::{Answer, Document, Id};
use crate::resources::organization::Organization;

/// Blocks of one person.
const MOST: i64 = 100;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ProfileBlockAttributes {
    organization_id: Id<Organization>,
    organization_name: String,
    created_at: String,
}

impl Typed for ProfileBlockAttributes {
    const TYPE: &'static str = "profile_blocks";
}

/// The organisation in the path of a block. There is no `If-Match` of a block.
struct Blocked(Id<Organization>);

impl FromPath for Blocked {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        path.get("organization_id")
            .and_then(|id| id.parse().ok())
            .map(|id| Self(Id::new(id)))
            .ok_or_else(|| Code::NotFound.into())
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

pub(super) fn routes() -> Routes {
    const ONE: &str = "/current/blocks/{organization_id}";
    Routes::new()
        .action(Method::GET, "/current/blocks", list)
        .named(
            "listProfileBlocks",
            "Lists the organisations by which the person does not want to be found",
        )
        .answers(Described::json::<AllOf<ProfileBlockAttributes>>(200))
        .action(Method::PUT, ONE, add)
        .named(
            "blockOrganization",
            "Keeps an organisation from finding the person",
        )
        .answers(Described::empty())
        .refuses(&[422])
        .action(Method::DELETE, ONE, remove)
        .named(
            "unblockOrganization",
            "Lets an organisation find the person again",
        )
        .answers(Described::empty())
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
                    "select b.organization_id, o.name, b.created_at
                       from volunteer_profile_blocks b join organizations o on o.id = b.organization_id
                      where b.user_id = ?1 order by o.name collate nocase",
                )?
                .query_map([user_id], |row| {
                    let id: i64 = row.get(0)?;
                    Ok(json!({
                        "type": ProfileBlockAttributes::TYPE,
                        "id": id.to_string(),
                        "attributes": ProfileBlockAttributes {
                            organization_id: Id::new(id),
                            organization_name: row.get(1)?,
                            created_at: row.get(2)?,
                        },
                    }))
                })?
                .collect::<rusqlite::Result<Vec<Value>>>()?)
        })
        .await?;
    Ok(Document::of_all(&data))
}

async fn add(
    access: Access<VolunteerProfile, action::Update>,
    Blocked(id): Blocked,
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access
        .write(move |tx, rows| {
            rows.beside::<Organization, action::Read>()?
                .require(tx, id)?;
            block(tx, user_id, id.number())
        })
        .await?;
    Ok(Answer::empty())
}

async fn remove(
    access: Access<VolunteerProfile, action::Update>,
    Blocked(id): Blocked,
    _: Input<()>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access
        .write(move |tx, _| {
            tx.prepare_cached(
                "delete from volunteer_profile_blocks where user_id = ?1 and organization_id = ?2",
            )?
            .execute((user_id, id.number()))?;
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

/// Keeps an organisation from finding somebody. Idempotent.
pub fn block(tx: &Tx, user_id: i64, organization_id: i64) -> Result<()> {
    let count: i64 = tx
        .prepare_cached("select count(*) from volunteer_profile_blocks where user_id = ?1")?
        .query_row([user_id], |row| row.get(0))?;
    if count >= MOST {
        return Err(Error::from(
            FieldFault::attribute("organization_id", "most_blocks").with("max", MOST),
        ));
    }
    tx.prepare_cached(
        "insert into volunteer_profile_blocks (user_id, organization_id, created_at)
         values (:user_id, :organization_id, :now)
             on conflict do nothing",
    )?
    .execute(named_params! {
        ":user_id": user_id, ":organization_id": organization_id, ":now": tx.now(),
    })?;
    Ok(())
}
