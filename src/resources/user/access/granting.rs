//! Role changes (docs/domain/rights.md#granting-roles): parsing, authorisation, and the two endpoints.

use axum::http::Method;
use axum::response::Response;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::offer::{Asked, offer};
use super::role::{RoleScope, revoke};
use crate::app::access::{Access, RequestContext, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes, Sent};
use crate::jsonapi::query::rows;
use crate::jsonapi::{Document, Id, Query, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit_with;
use crate::policy::Role;
use crate::policy::grants::{GRANTS, Grant, Over};
use crate::resources::notification::Notice;
use crate::resources::organization::{Organization, require_approved};
use crate::resources::user::User;
use crate::resources::user::management::expire_invitation::{erase_if_withdrawn, shown_or_gone};

/// Roles with their permitted scopes, the default first.
const ROLES: &[(&str, &[Over])] = &[
    ("volunteer", &[Over::Center]),
    ("student", &[Over::Organization, Over::Center]),
    ("mentor", &[Over::Organization, Over::Center]),
    ("organization_superuser", &[Over::Organization]),
    ("page_manager", &[Over::Center]),
    ("content_manager", &[Over::Center]),
    ("center_superuser", &[Over::Center]),
    ("admin", &[Over::Tenant]),
];

/// Names of all roles.
pub fn role_names() -> Vec<&'static str> {
    ROLES.iter().map(|(name, _)| *name).collect()
}

/// Finds a role by name, with whether its scope is a single organisation; `None` for an unknown role.
pub fn find_role(name: &str) -> Option<(&'static str, bool)> {
    let (name, over) = ROLES.iter().find(|(role, _)| *role == name)?;
    Some((name, over.first() == Some(&Over::Organization)))
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/add_role", add_role)
        .named(
            "addUserRole",
            "Offers a role, which takes effect once it is accepted",
        )
        .answers(Described::one::<User>(200))
        .action(Method::DELETE, "/{id}/remove_role", remove_role)
        .named("removeUserRole", "Takes a role away")
        .answers(Described::one::<User>(200))
        .answers(Described::empty())
        .query_parameters(&["role", "scope_type", "scope_id"])
}

/// The roles, by name.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleName {
    Volunteer,
    Student,
    Mentor,
    OrganizationSuperuser,
    PageManager,
    ContentManager,
    CenterSuperuser,
    Admin,
}

/// What a role holds for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeType {
    Tenant,
    VolunteerCenter,
    Organization,
    School,
    Page,
}

/// A role and where it holds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct RoleGrant {
    role: RoleName,
    scope_type: Option<ScopeType>,
    scope_id: Option<String>,
}

/// Role with its scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneRole {
    pub name: &'static str,
    pub scope: RoleScope,
}

impl OneRole {
    /// Reads `role`, `scope_type` and `scope_id` from the attributes. Omitted values default to the only possible
    /// ones: the centre of this host, or the selected organisation or the requester's only one.
    pub fn read(
        connection: &Connection,
        ctx: &RequestContext,
        sent: &Map<String, Value>,
    ) -> Result<Self> {
        let text = |name: &str| sent.get(name).and_then(Value::as_str).map(str::trim);
        let choice = |field: &str, allowed: Vec<&str>| {
            Error::from(FieldFault::attribute(field, "choice").with("allowed", allowed))
        };
        let role = text("role")
            .filter(|role| !role.is_empty())
            .ok_or_else(|| FieldFault::attribute("role", "required"))?;
        let (name, possible) = ROLES
            .iter()
            .copied()
            .find(|(name, _)| *name == role)
            .ok_or_else(|| choice("role", ROLES.iter().map(|(name, _)| *name).collect()))?;
        let id = scope_id(sent)?;
        let over = match text("scope_type") {
            None | Some("") => possible.first().copied(),
            Some("tenant") => Some(Over::Tenant),
            Some("volunteer_center") => Some(Over::Center),
            Some("organization" | "school") => Some(Over::Organization),
            Some(_) => None,
        };
        let over = over
            .filter(|over| possible.contains(over))
            .ok_or_else(|| choice("scope_type", possible.iter().copied().map(word).collect()))?;
        let scope = match over {
            Over::Tenant => RoleScope::Tenant,
            Over::Center => RoleScope::VolunteerCenter(id.unwrap_or(ctx.site.center_id)),
            Over::Organization => {
                let id = id
                    .or(ctx.organization_id)
                    .or_else(|| only_organization(ctx))
                    .ok_or_else(|| FieldFault::attribute("scope_id", "required"))?;
                organization_scope(connection, name, id)?
            }
        };
        Ok(Self { name, scope })
    }

    /// Builds a role from its stored name.
    pub fn named(name: &str, scope: RoleScope) -> Result<Self> {
        let found = ROLES.iter().find(|(known, _)| *known == name);
        let (name, _) = found.ok_or_else(|| Error::internal(format!("no role {name}")))?;
        Ok(Self { name, scope })
    }

    pub fn data(self) -> Value {
        let (scope_type, scope_id) = self.scope.words();
        json!({ "role": self.name, "scope_type": scope_type, "scope_id": scope_id.to_string() })
    }
}

const fn word(over: Over) -> &'static str {
    match over {
        Over::Tenant => "tenant",
        Over::Center => "volunteer_center",
        Over::Organization => "organization",
    }
}

fn scope_id(sent: &Map<String, Value>) -> Result<Option<i64>> {
    let read = match sent.get("scope_id") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::String(text)) if text.is_empty() => return Ok(None),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(_) => None,
    };
    read.map(Some).ok_or_else(|| {
        FieldFault::attribute("scope_id", "type")
            .with("reason", "an id is a number")
            .into()
    })
}

fn only_organization(ctx: &RequestContext) -> Option<i64> {
    match ctx.principal.as_ref()?.organizations.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Scope of a role at an organisation: managers are scoped to the organisation whatever its type, students and
/// mentors to the School.
pub fn organization_scope(connection: &Connection, name: &str, id: i64) -> Result<RoleScope> {
    let is_school: Option<bool> = connection
        .prepare_cached("select organization_type = 'School' from organizations where id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(match is_school {
        Some(true) if name != "organization_superuser" => RoleScope::School(id),
        _ => RoleScope::Organization(id),
    })
}

/// Whether the recipient is new or known: a mentor may add students but not change anybody's roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    Newcomer,
    Known,
}

/// 403 unless a row of the grant table permits the requester to grant this role. An organisation that is not approved
/// invites nobody; a centre may for it.
pub fn require_grant(
    connection: &Connection,
    ctx: &RequestContext,
    role: OneRole,
    to: To,
) -> Result<()> {
    let is_of_centre =
        |grant: &&Grant| !matches!(grant.0, Role::OrganizationSuperuser | Role::Mentor);
    if permits(
        connection,
        ctx,
        role,
        rows_for(ctx, to).filter(is_of_centre),
    )? {
        return Ok(());
    }
    require_row(connection, ctx, role, to)?;
    match role.scope {
        RoleScope::Organization(id) | RoleScope::School(id) => {
            require_approved(connection, Organization::TYPE, id)
        }
        RoleScope::Tenant | RoleScope::VolunteerCenter(_) => Ok(()),
    }
}

fn require_row(connection: &Connection, ctx: &RequestContext, role: OneRole, to: To) -> Result<()> {
    if permits(connection, ctx, role, rows_for(ctx, to))? {
        return Ok(());
    }
    let refused = Error::from(Code::Forbidden);
    Err(if is_misplaced(role) {
        refused.with("reason", "not_a_school")
    } else {
        refused
    })
}

/// Whether one of these rows of the grant table permits this role.
fn permits(
    connection: &Connection,
    ctx: &RequestContext,
    role: OneRole,
    grants: impl Iterator<Item = &'static Grant>,
) -> Result<bool> {
    for grant in grants.filter(|grant| grant.1.contains(&role.name)) {
        let (table, id) = match (role.scope, grant.2) {
            (RoleScope::Tenant, Over::Tenant) => return Ok(true),
            (RoleScope::VolunteerCenter(id), Over::Center) => ("volunteer_centers", id),
            (RoleScope::Organization(id) | RoleScope::School(id), Over::Organization) => {
                ("organizations", id)
            }
            _ => continue,
        };
        let sql = format!(
            "select 1 from {table} s where s.id = :scope_id and ({})",
            grant.3
        );
        let mut statement = connection.prepare_cached(&sql)?;
        let values = [(":scope_id".to_owned(), SqlValue::Integer(id))];
        rows::bind(&mut statement, ctx, &values)?;
        if statement.raw_query().next()?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a student or mentor role has the scope of an ordinary organisation instead of a School, which is a
/// scope of its own (docs/domain/rights.md#roles).
fn is_misplaced(role: OneRole) -> bool {
    matches!(role.name, "student" | "mentor") && matches!(role.scope, RoleScope::Organization(_))
}

/// Same for revoking. A role that should not have been granted there can be revoked by whoever manages the scope.
pub fn require_taking(connection: &Connection, ctx: &RequestContext, role: OneRole) -> Result<()> {
    let by = if is_misplaced(role) {
        OneRole {
            name: "organization_superuser",
            ..role
        }
    } else {
        role
    };
    require_row(connection, ctx, by, To::Known).map(drop)
}

pub fn rows_for(ctx: &RequestContext, to: To) -> impl Iterator<Item = &'static Grant> {
    GRANTS
        .iter()
        .filter(move |grant| ctx.has(grant.0) && (to == To::Newcomer || grant.0 != Role::Mentor))
}

/// Reads `{role, scope_type, scope_id}`, flat or as a document; a DELETE carries them in the query string.
pub fn role_in(body: &Value, query: &Query) -> Map<String, Value> {
    let document = body
        .pointer("/data/attributes")
        .or_else(|| body.get("user"));
    let mut sent = match document.unwrap_or(body) {
        Value::Object(sent) => sent.clone(),
        _ => Map::new(),
    };
    for name in ["role", "scope_type", "scope_id", "user_id"] {
        if let (false, Some(value)) = (sent.contains_key(name), query.get(name)) {
            sent.insert(name.to_owned(), value.into());
        }
    }
    sent
}

/// `PUT /users/{id}/add_role`: offers a role, which takes effect once the person accepts.
async fn add_role(
    access: Access<User, action::AddRole>,
    id: Id<User>,
    input: Input<Sent<RoleGrant>>,
) -> Result<Document> {
    let sent = role_in(&input.body, &input.query);
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let role = OneRole::read(tx, rows.ctx(), &sent)?;
            require_grant(tx, rows.ctx(), role, To::Known)?;
            offer(tx, id.number(), role, rows.ctx(), Asked::ByLetter)?;
            Ok(())
        })
        .await
}

/// `DELETE /users/{id}/remove_role`: revokes a role at once. One's own role only to leave an organisation.
async fn remove_role(
    access: Access<User, action::RemoveRole>,
    id: Id<User>,
    input: Input<Sent<RoleGrant>>,
) -> Result<Response> {
    let sent = role_in(&input.body, &input.query);
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            let role = OneRole::read(tx, ctx, &sent)?;
            if ctx.user_id() == Some(id.number()) {
                leave(role)?;
            } else {
                require_taking(tx, ctx, role)?;
            }
            take(tx, id.number(), role, ctx.user_id(), ctx.site.center_id)?;
            shown_or_gone(tx, rows, id)
        })
        .await
}

/// Nobody may change their own roles, except to leave an organisation. A student may not leave: the School's approval
/// requirement would end with the role.
pub fn leave(role: OneRole) -> Result<()> {
    match role.scope {
        _ if role.name == "student" => Err(Code::Forbidden.into()),
        RoleScope::Organization(_) | RoleScope::School(_) => Ok(()),
        _ => Err(Code::Forbidden.into()),
    }
}

/// Revokes a role, records it and notifies the person; an invited account with no other role is deleted. 404 where
/// the person does not have the role.
pub fn take(
    tx: &Tx,
    user_id: i64,
    role: OneRole,
    actor_id: Option<i64>,
    center_id: i64,
) -> Result<()> {
    let was_accepted = is_accepted(tx, user_id, role)?;
    let id = id_of(tx, user_id, role)?;
    if !revoke(tx, user_id, role.name, role.scope)? {
        return Err(Error::from(Code::NotFound).at("/data/attributes/role"));
    }
    audit_with(
        tx,
        actor_id,
        "remove_role",
        (User::TYPE, user_id),
        &role.data(),
    )?;
    if was_accepted {
        let change = Change {
            word: "removed",
            role_id: id,
        };
        notify_change(tx, user_id, role, change, actor_id, center_id)?;
    }
    erase_if_withdrawn(tx, user_id, actor_id)
}

/// Returns the row id of a role, accepted or not; 0 for none.
pub fn id_of(tx: &Tx, user_id: i64, role: OneRole) -> Result<i64> {
    let (scope_type, scope_id) = role.scope.words();
    let id: Option<i64> = tx
        .prepare_cached(
            "select id from roles where user_id = ?1 and name = ?2 and scope_type = ?3 and scope_id = ?4",
        )?
        .query_row((user_id, role.name, scope_type, scope_id), |row| row.get(0))
        .optional()?;
    Ok(id.unwrap_or_default())
}

/// Kind of change and role: identifies the email, so that changes of two roles send two emails.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    pub word: &'static str,
    pub role_id: i64,
}

/// Returns whether the person has this role and has accepted it.
pub fn is_accepted(tx: &Tx, user_id: i64, role: OneRole) -> Result<bool> {
    let (scope_type, scope_id) = role.scope.words();
    Ok(tx
        .prepare_cached(
            "select 1 from roles
              where user_id = :user_id and name = :name and scope_type = :scope_type and scope_id = :scope_id
                and accepted_at is not null and (expires_at is null or expires_at > :now)",
        )?
        .exists(named_params! {
            ":user_id": user_id,
            ":name": role.name,
            ":scope_type": scope_type,
            ":scope_id": scope_id,
            ":now": tx.now(),
        })?)
}

/// Emails the person about every change of their roles.
pub fn notify_change(
    tx: &Tx,
    user_id: i64,
    role: OneRole,
    change: Change,
    actor_id: Option<i64>,
    center_id: i64,
) -> Result<()> {
    Notice {
        kind: MailKind::RoleChanged,
        data: json!({
            "change": change.word,
            "role": role.name,
            "scope_name": role.scope.name(tx)?,
            "actor_name": person_or_center(tx, actor_id, center_id)?,
        }),
        subject: (super::role::Role::TYPE, change.role_id),
        center_id,
    }
    .tell(tx, user_id)
}

/// Returns the actor's name, or the centre's where it acts itself.
pub fn person_or_center(tx: &Tx, actor_id: Option<i64>, center_id: i64) -> Result<String> {
    Ok(tx
        .prepare_cached(
            "select coalesce((select nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')
                                from users where id = ?1),
                             (select name from volunteer_centers where id = ?2), '')",
        )?
        .query_row((actor_id, center_id), |row| row.get(0))?)
}
