//! Who may publish a page without managing all content: page managers to whom it is assigned.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Page;
use super::draft::center_of;
use crate::app::access::{Access, action};
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{Document, Id};

const MOST: usize = 20;

/// SQL over `u`: an active page manager of the centre `:center_id`.
const IS_MANAGER: &str = "u.status = 'active' and exists (
    select 1 from roles r where r.user_id = u.id and r.name = 'page_manager' and r.scope_type = 'volunteer_center'
       and r.scope_id = :center_id and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now))";

/// People that a page can be assigned to; more are not listed.
const LISTED: usize = 200;

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PageManagersDocument")]
struct ManagersDocument {
    data: Vec<Manager>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PageManager")]
struct Manager {
    id: String,
    name: String,
}

/// All page managers of the page; who is not named no longer is one.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct AssignmentForm {
    pub user_ids: Vec<String>,
}

async fn assign(
    access: Access<Page, action::Oversee>,
    id: Id<Page>,
    input: Input<AssignmentForm>,
) -> Result<Document> {
    let wanted = input.body.user_ids;
    if wanted.len() > MOST {
        return Err(FieldFault::at("/user_ids", "items")
            .with("max", MOST)
            .into());
    }
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let center_id = center_of(tx, id)?;
            let mut ids = Vec::with_capacity(wanted.len());
            for (at, user_id) in wanted.iter().enumerate() {
                let user_id: i64 = user_id.parse().unwrap_or_default();
                let is_manager = tx
                    .prepare_cached(&format!(
                        "select 1 from users u where u.id = :user_id and {IS_MANAGER}"
                    ))?
                    .exists(named_params! {
                        ":user_id": user_id, ":center_id": center_id, ":now": tx.now(),
                    })?;
                if !is_manager {
                    return Err(FieldFault::at(format!("/user_ids/{at}"), "page_managers").into());
                }
                ids.push(user_id);
            }
            let ids = serde_json::to_string(&ids)?;
            tx.prepare_cached(
                "delete from roles where scope_type = 'page' and scope_id = ?1 and user_id not in (select value from json_each(?2))",
            )?
            .execute((id.number(), &ids))?;
            tx.prepare_cached(
                "insert into roles (user_id, name, scope_type, scope_id, granted_by_id, granted_at, accepted_at, created_at, updated_at)
                 select j.value, 'page_manager', 'page', :id, :actor, :now, :now, :now, :now from json_each(:ids) j
                  where not exists (select 1 from roles r where r.user_id = j.value and r.scope_type = 'page' and r.scope_id = :id)
                  group by j.value",
            )?
            .execute(named_params! {
                ":id": id.number(), ":actor": rows.ctx().user_id(), ":now": tx.now(), ":ids": ids,
            })?;
            tx.prepare_cached("update pages set version = version + 1, updated_at = ?2 where id = ?1")?
                .execute((id.number(), tx.now()))?;
            Ok(())
        })
        .await
}

/// `GET /pages/{id}/managers`: the page managers of the page's centre, by name.
async fn managers(
    access: Access<Page, action::Oversee>,
    id: Id<Page>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found: Vec<Manager> = access
        .read(move |connection| {
            let page = rows.load(connection, id)?;
            let center_id = page.volunteer_center_id.map(Id::number);
            Ok(connection
                .prepare_cached(&format!(
                    "select cast(u.id as text), coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email)
                       from users u where {IS_MANAGER} order by 2 collate nocase limit {LISTED}"
                ))?
                .query_map(
                    named_params! {":center_id": center_id, ":now": rows.ctx().now},
                    |row| Ok(Manager { id: row.get(0)?, name: row.get(1)? }),
                )?
                .collect::<rusqlite::Result<_>>()?)
        })
        .await?;
    Ok(Document::of(&json!({ "data": found })))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/managers", managers)
        .named(
            "listPageManagers",
            "Lists the page managers to whom a page can be assigned",
        )
        .answers(Described::json::<ManagersDocument>(200))
        .action(Method::PUT, "/{id}/assigned_to", assign)
        .named(
            "assignPage",
            "Names the page managers who may publish a page",
        )
        .answers(Described::one::<Page>(200))
}
