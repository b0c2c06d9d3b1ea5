//! Roles: what somebody is, and where. A role counts from the moment it is accepted.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::User;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::routes::Routes;
use crate::jsonapi::{Filter, Id, Predicate, Relation, Resource, belongs_to};

pub struct Role;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct RoleAttributes {
    pub user_id: Id<User>,
    pub name: String,
    /// tenant, `volunteer_center`, organization, school or page.
    pub scope_type: String,
    /// The id in its own table; 0 for the whole tenant.
    #[serde(default)]
    pub scope_id: i64,
    #[schemars(extend("readOnly" = true))]
    pub granted_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub accepted_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub expires_at: Option<String>,
}

impl Resource for Role {
    const TYPE: &'static str = "roles";
    const ALIAS: &'static str = "role";
    type Attributes = RoleAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::column("name", &[Predicate::Eq, Predicate::In]),
    ];
    const RELATIONS: &'static [Relation] = &[belongs_to::<User>("user", "user_id")];
}

pub fn routes() -> Routes {
    Routes::new().list::<Role>()
}

/// Where a role holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleScope {
    Tenant,
    VolunteerCenter(i64),
    Organization(i64),
    School(i64),
}

impl RoleScope {
    const fn words(self) -> (&'static str, i64) {
        match self {
            Self::Tenant => ("tenant", 0),
            Self::VolunteerCenter(id) => ("volunteer_center", id),
            Self::Organization(id) => ("organization", id),
            Self::School(id) => ("school", id),
        }
    }
}

/// Gives a role. Without acceptance it waits for the person; an accepted one is never taken back by this.
pub fn grant(
    tx: &Tx,
    user_id: i64,
    name: &str,
    scope: RoleScope,
    granted_by: Option<i64>,
    is_accepted: bool,
) -> Result<()> {
    let (scope_type, scope_id) = scope.words();
    tx.prepare_cached(
        "insert into roles (user_id, name, scope_type, scope_id, granted_by_id, granted_at, accepted_at, created_at, updated_at)
         values (:user_id, :name, :scope_type, :scope_id, :granted_by, :now, iif(:is_accepted, :now, null), :now, :now)
             on conflict (user_id, name, scope_type, scope_id)
             do update set accepted_at = coalesce(accepted_at, excluded.accepted_at), updated_at = :now",
    )?
    .execute(named_params! {
        ":user_id": user_id,
        ":name": name,
        ":scope_type": scope_type,
        ":scope_id": scope_id,
        ":granted_by": granted_by,
        ":is_accepted": is_accepted,
        ":now": tx.now(),
    })?;
    Ok(())
}

/// Takes a role away. True if there was one.
pub fn revoke(tx: &Tx, user_id: i64, name: &str, scope: RoleScope) -> Result<bool> {
    let (scope_type, scope_id) = scope.words();
    let removed = tx.execute(
        "delete from roles where user_id = :user_id and name = :name and scope_type = :scope_type and scope_id = :scope_id",
        named_params! {":user_id": user_id, ":name": name, ":scope_type": scope_type, ":scope_id": scope_id},
    )?;
    Ok(removed > 0)
}
