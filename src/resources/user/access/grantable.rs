//! Roles that a person may grant, for forms; derived from the same rows that authorise the grant.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::granting::{To, organization_scope, rows_for};
use crate::app::access::RequestContext;
use crate::error::Result;
use crate::jsonapi::query::rows;
use crate::policy::Role;
use crate::policy::grants::{Grant, Over};

/// Returns the roles the requester may grant: `{role, scope_type, scope_id, scope_name}`. `scope_id` is empty where
/// any organisation may be chosen.
pub fn grantable(connection: &Connection, ctx: &RequestContext, to: To) -> Result<Vec<Value>> {
    let mut found: Vec<Value> = Vec::new();
    let mut add = |entry: Value| {
        if !found.contains(&entry) {
            found.push(entry);
        }
    };
    for grant in rows_for(ctx, to) {
        let is_any =
            grant.2 == Over::Organization && matches!(grant.0, Role::CenterSuperuser | Role::Admin);
        let scopes: Vec<(Option<i64>, Option<String>)> = if is_any || grant.2 == Over::Tenant {
            vec![(None, None)]
        } else {
            places(connection, ctx, grant)?
        };
        for (id, name) in scopes {
            for role in grant.1 {
                let scope_type = match (grant.2, id) {
                    (Over::Tenant, _) => "tenant",
                    (Over::Center, _) => "volunteer_center",
                    (Over::Organization, Some(id)) => {
                        organization_scope(connection, role, id)?.words().0
                    }
                    // Restricted to Schools, where students and mentors belong.
                    (Over::Organization, None) if grant.3.contains("'School'") => "school",
                    (Over::Organization, None) => "organization",
                };
                let id = if grant.2 == Over::Tenant { Some(0) } else { id };
                add(json!({
                    "role": role,
                    "scope_type": scope_type,
                    "scope_id": id.map(|id| id.to_string()),
                    "scope_name": name,
                }));
            }
        }
    }
    Ok(found)
}

type Place = (Option<i64>, Option<String>);

fn places(connection: &Connection, ctx: &RequestContext, grant: &Grant) -> Result<Vec<Place>> {
    let (table, living) = if grant.2 == Over::Center {
        ("volunteer_centers", "1")
    } else {
        ("organizations", "s.status <> 'deleted'")
    };
    let sql = format!(
        "select s.id, s.name from {table} s where {living} and ({}) order by s.name limit 200",
        grant.3
    );
    let mut statement = connection.prepare_cached(&sql)?;
    rows::bind(&mut statement, ctx, &[])?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((row.get(0)?, row.get(1)?));
    }
    Ok(found)
}
