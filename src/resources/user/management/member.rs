//! Members of an organisation (docs/domain/rights.md#organisations): listed, invited and removed by its managers.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::manage::person_in;
use crate::app::access::{Access, RequestContext, action};
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, DocumentOf, Input, MetaOf, Routes, Sent, SentToMeta};
use crate::jsonapi::write::store::is_within;
use crate::jsonapi::{Answer, AuthContext as _, Document, Id, Resource, table};
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::user::access::granting::{
    OneRole, leave, organization_scope, require_taking, role_in, take,
};
use crate::resources::user::management::create_user::UserCreateAttributes;
use crate::resources::user::management::create_user::{Wanted, bring_in};

const PATH: &str = "//api/v1/organizations/{id}/members";

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, PATH, list)
        .named(
            "listOrganizationMembers",
            "Lists the members of an organisation",
        )
        .answers(Described::many::<User>())
        .action(Method::POST, PATH, add)
        .named(
            "inviteOrganizationMember",
            "Invites somebody to an organisation",
        )
        .answers(Described::one::<User>(201))
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .action(Method::DELETE, PATH, remove)
        .named(
            "removeOrganizationMember",
            "Takes every role at an organisation from somebody",
        )
        .answers(Described::empty())
        .query_parameters(&["user_id"])
}

/// Who loses every role at the organisation.
#[derive(Serialize, Deserialize, JsonSchema)]
struct MemberRemoval {
    user_id: Id<User>,
}

/// 404 for an organisation that the requester does not see, 403 for one that they do not manage.
fn require_managed(
    connection: &Connection,
    ctx: &RequestContext,
    id: Id<Organization>,
) -> Result<()> {
    let visibility = ctx.visibility(Organization::TYPE).unwrap_or_default();
    let within =
        |rows: &str| is_within(connection, ctx, table::<Organization>(), id.number(), rows);
    if let Some((_, rows)) = visibility.can.iter().find(|(verb, _)| *verb == "manage")
        && within(rows)?
    {
        return Ok(());
    }
    Err(
        if !visibility.rows.is_empty() && within(&visibility.rows)? {
            Code::Forbidden
        } else {
            Code::NotFound
        }
        .into(),
    )
}

/// Lists the members, and the invited people visible to the requester; `filter` and `include` as for users.
async fn list(
    access: Access<User, action::ReadContact>,
    id: Id<Organization>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| require_managed(connection, rows.ctx(), id))
        .await?;
    let query = input.query.with("filter[member_of_eq]", &id.to_string());
    access.list(&input.path, query).await
}

/// Invites a person by email address; the default role is manager of the organisation.
async fn add(
    access: Access<User, action::Create>,
    id: Id<Organization>,
    input: Input<Sent<DocumentOf<User, UserCreateAttributes>>>,
) -> Result<Answer> {
    let mut sent = person_in(&input.body)?;
    sent.remove("scope_type");
    sent.remove("scope_id");
    sent.remove("school_id");
    sent.insert("organization_id".to_owned(), id.to_string().into());
    if sent.contains_key("role") {
        sent.insert("scope_id".to_owned(), id.to_string().into());
        sent.insert("scope_type".to_owned(), "organization".into());
    }
    let wanted = Wanted::read(sent)?;
    access
        .post(input.key, move |tx, rows| {
            require_managed(tx, rows.ctx(), id)?;
            bring_in(tx, rows, &wanted)
        })
        .await
}

/// `{user_id}` in the body or the query string: revokes every role of this person at the organisation.
async fn remove(
    access: Access<User, action::RemoveRole>,
    id: Id<Organization>,
    input: Input<Sent<MemberRemoval>>,
) -> Result<Answer> {
    let sent = role_in(&input.body, &input.query);
    let user_id: i64 = sent
        .get("user_id")
        .and_then(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok()))
        .ok_or_else(|| FieldFault::attribute("user_id", "required"))?;
    access
        .write(move |tx, rows| {
            let ctx = rows.ctx();
            let is_self = ctx.user_id() == Some(user_id);
            if !is_self {
                require_managed(tx, ctx, id)?;
            }
            rows.require(tx, Id::new(user_id))?;
            let names: Vec<String> = tx
                .prepare_cached(
                    "select distinct name from roles
                      where user_id = ?1 and scope_type in ('organization', 'school') and scope_id = ?2",
                )?
                .query_map((user_id, id.number()), |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            if names.is_empty() {
                return Err(Code::NotFound.into());
            }
            for name in names {
                let role = OneRole::named(&name, organization_scope(tx, &name, id.number())?)?;
                if is_self {
                    leave(role)?;
                } else {
                    require_taking(tx, ctx, role)?;
                }
                take(tx, user_id, role, ctx.user_id(), ctx.site.center_id)?;
            }
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}
