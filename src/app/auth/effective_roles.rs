//! Effective roles of a user at a centre. Loaded for every request, never taken from the client
//! (docs/domain/rights.md#enforcement).

use rusqlite::{Connection, named_params};

use crate::error::Result;
use crate::policy::{Role, scopes};

/// The roles that are accepted, not expired, and in force at this centre.
pub(in crate::app) fn of(
    connection: &Connection,
    user_id: i64,
    center_id: i64,
    now: &str,
) -> Result<(Vec<Role>, Vec<i64>)> {
    let mut roles = vec![Role::Anyone, Role::SignedIn];
    let mut organizations = Vec::new();
    let mut statement = connection.prepare_cached(
        "select name, scope_type, scope_id
           from roles
          where user_id = :user_id
            and accepted_at is not null
            and (expires_at is null or expires_at > :now)",
    )?;
    let mut rows = statement.query(named_params! {":user_id": user_id, ":now": now})?;
    while let Some(row) = rows.next()? {
        let (name, scope_type, scope_id): (String, String, i64) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let Some(role) = scopes::in_force(&name, (&scope_type, scope_id), center_id) else {
            continue;
        };
        if role == Role::OrganizationSuperuser {
            organizations.push(scope_id);
        }
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    Ok((roles, organizations))
}

/// True if these are, at the centre that they were loaded for, the roles of somebody who works there: they belong to
/// it besides their home centre. Admins belong to every centre of the tenant.
pub(in crate::app) fn are_of_staff(roles: &[Role]) -> bool {
    roles.iter().any(|role| {
        matches!(
            role,
            Role::PageManager | Role::ContentManager | Role::CenterSuperuser | Role::Admin
        )
    })
}
