//! Accounts created by the operator: a tenant's first users, their roles, password resets.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::app::auth::password_hash::About;
use crate::base::email;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Resource;
use crate::model::state_history::{audit, audit_with};
use crate::resources::user::User;
use crate::resources::user::access::granting;
use crate::resources::user::access::granting::{Change, OneRole, find_role, notify_change};
use crate::resources::user::access::role;
use crate::resources::user::access::role::RoleScope;

/// Account to be created.
#[derive(Debug, Clone)]
pub struct NewAccount {
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// `None` for an invited person, who chooses their own password.
    pub password_hash: Option<String>,
}

/// Role with its scope.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Grant {
    pub role: String,
    pub scope_type: &'static str,
    pub scope_id: i64,
}

impl Grant {
    fn scope(&self) -> RoleScope {
        match self.scope_type {
            "tenant" => RoleScope::Tenant,
            "volunteer_center" => RoleScope::VolunteerCenter(self.scope_id),
            "school" => RoleScope::School(self.scope_id),
            _ => RoleScope::Organization(self.scope_id),
        }
    }
}

/// Returns an error unless `text` names a role, such as `center_superuser` or `organization_superuser:12`.
pub fn validate_role(text: &str) -> Result<()> {
    parse_role(text).map(drop)
}

fn parse_role(text: &str) -> Result<(&'static str, Option<i64>)> {
    let (name, of) = text
        .split_once(':')
        .map_or((text, None), |(name, of)| (name, Some(of)));
    let (role, is_over_one) = find_role(name).ok_or_else(|| {
        Error::internal(format!(
            "there is no role '{name}'; choose one of {}",
            granting::role_names().join(", ")
        ))
    })?;
    match (is_over_one, of) {
        (false, None) => Ok((role, None)),
        (false, Some(_)) => Err(Error::internal(format!(
            "'{role}' takes no number; write just '{role}'"
        ))),
        (true, of) => match of.and_then(|of| of.parse().ok()) {
            Some(id) => Ok((role, Some(id))),
            None => Err(Error::internal(format!(
                "'{role}' is a role in one organisation; write '{role}:ID' with the number that 'voluntr organisation list' shows"
            ))),
        },
    }
}

/// Resolves the scope of a role at this centre. The organisation must exist.
pub fn grant_of(tx: &Tx, text: &str, center_id: i64) -> Result<Grant> {
    let (role, organization_id) = parse_role(text)?;
    let (scope_type, scope_id) = match organization_id {
        None if role == "admin" => ("tenant", 0),
        None => ("volunteer_center", center_id),
        Some(id) => {
            let is_school: Option<bool> = tx
                .query_row(
                    "select organization_type = 'School' from organizations where id = ?1 and status <> 'deleted'",
                    [id],
                    |row| row.get(0),
                )
                .optional()?;
            match is_school {
                Some(true) if role != "organization_superuser" => ("school", id),
                Some(_) => ("organization", id),
                None => {
                    return Err(Error::internal(format!(
                        "there is no organisation {id}; see 'voluntr organisation list'"
                    )));
                }
            }
        }
    };
    Ok(Grant {
        role: role.to_owned(),
        scope_type,
        scope_id,
    })
}

/// Returns the id of the tenant's default centre.
pub fn default_center(connection: &Connection) -> Result<i64> {
    connection
        .query_row(
            "select id from volunteer_centers order by is_default desc, id limit 1",
            [],
            |row| row.get(0),
        )
        .optional()?
        .ok_or_else(|| {
            Error::internal("this tenant has no centre; it was not founded by 'voluntr tenant add'")
        })
}

/// Returns the name of a centre.
pub fn center_name(connection: &Connection, center_id: i64) -> Result<String> {
    Ok(connection.query_row(
        "select name from volunteer_centers where id = ?1",
        [center_id],
        |row| row.get(0),
    )?)
}

/// Returns the personal details that a password must not be based on, for the person with this address.
pub fn about(connection: &Connection, email: &str) -> Result<About> {
    connection
        .query_row(
            "select coalesce(u.first_name, ''), coalesce(u.last_name, ''), u.email, c.name
               from users u
               join volunteer_centers c on c.id = u.volunteer_center_id
              where u.email = ?1",
            [email::canonical(email)],
            |row| {
                let (first_name, last_name): (String, String) = (row.get(0)?, row.get(1)?);
                let (email, center): (String, String) = (row.get(2)?, row.get(3)?);
                Ok(About::person(&first_name, &last_name, &email).at(&center))
            },
        )
        .optional()?
        .ok_or_else(|| unknown(email))
}

fn unknown(email: &str) -> Error {
    Error::internal(format!(
        "nobody here has the address {email}; see 'voluntr user list'"
    ))
}

/// Refuses the roles of students and mentors outside a School (docs/domain/rights.md#roles).
fn require_school(grant: &Grant) -> Result<()> {
    if grant.scope_type == "organization" && matches!(grant.role.as_str(), "student" | "mentor") {
        return Err(Error::internal(format!(
            "organisation {} is not a school, and a {} belongs to one; see 'voluntr organisation list'",
            grant.scope_id, grant.role
        )));
    }
    Ok(())
}

/// Grants a role that takes effect once the person accepts the invitation.
pub fn offer(tx: &Tx, user_id: i64, grant: &Grant) -> Result<()> {
    require_school(grant)?;
    tx.execute(
        "insert into roles (user_id, name, scope_type, scope_id, granted_at, created_at, updated_at)
         values (:user_id, :name, :scope_type, :scope_id, :now, :now, :now)",
        named_params! {
            ":user_id": user_id,
            ":name": grant.role,
            ":scope_type": grant.scope_type,
            ":scope_id": grant.scope_id,
            ":now": tx.now(),
        },
    )?;
    Ok(())
}

/// Stores a role of a new account: in effect at once, or pending its owner's acceptance.
pub fn note(tx: &Tx, user_id: i64, grant: &Grant, counts: bool) -> Result<()> {
    let role = OneRole::named(&grant.role, grant.scope())?;
    let action = if counts { "add_role" } else { "offer_role" };
    audit_with(tx, None, action, (User::TYPE, user_id), &role.data())
}

/// Resolves a centre by id, host or name; the default centre where none is named.
pub fn center(connection: &Connection, named: Option<&str>) -> Result<i64> {
    let Some(named) = named.map(str::trim) else {
        return default_center(connection);
    };
    let centers: Vec<(i64, String, Option<String>)> = connection
        .prepare("select id, name, host from volunteer_centers order by id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let wanted = named.to_lowercase();
    let by_address = centers
        .iter()
        .find(|(id, _, host)| id.to_string() == wanted || host.as_deref() == Some(wanted.as_str()));
    if let Some((id, ..)) = by_address {
        return Ok(*id);
    }
    // A name, unlike a number or a host, may be that of two.
    let by_name: Vec<i64> = centers
        .iter()
        .filter(|(_, name, _)| name.trim().to_lowercase() == wanted)
        .map(|(id, ..)| *id)
        .collect();
    match by_name.as_slice() {
        [id] => Ok(*id),
        [] => Err(Error::internal(format!(
            "there is no centre '{named}'; 'voluntr tenant show' lists them"
        ))),
        _ => Err(Error::internal(format!(
            "more than one centre is named '{named}'; say which by the number that 'voluntr tenant show' gives it"
        ))),
    }
}

/// Returns whether a role that `validate_role` accepts is held at a centre, not in the tenant or an organisation.
pub fn is_of_center(text: &str) -> bool {
    text != "admin" && !text.contains(':')
}

/// Creates an account. With a password it is confirmed: the operator vouches for the address.
pub fn add(tx: &Tx, account: &NewAccount, center_id: i64) -> Result<i64> {
    let is_taken = tx
        .prepare_cached("select 1 from users where email = ?1")?
        .exists([&account.email])?;
    if is_taken {
        return Err(Error::internal(format!(
            "{} has an account already; use 'voluntr user role add' or 'voluntr user password'",
            account.email
        )));
    }
    tx.execute(
        "insert into users (email, password_hash, first_name, last_name, status, signup_method, volunteer_center_id,
             confirmed_at, password_changed_at, created_at, updated_at)
         values (:email, :password_hash, :first_name, :last_name, iif(:password_hash is null, 'invited', 'active'),
             'createdByUser', :center_id, iif(:password_hash is null, null, :now),
             iif(:password_hash is null, null, :now), :now, :now)",
        named_params! {
            ":email": account.email,
            ":password_hash": account.password_hash,
            ":first_name": account.first_name,
            ":last_name": account.last_name,
            ":center_id": center_id,
            ":now": tx.now(),
        },
    )?;
    let id = tx.last_insert_rowid();
    audit(tx, None, "create", (User::TYPE, id))?;
    Ok(id)
}

/// Finds the account of an address; returns its id and its centre.
pub fn find(tx: &Tx, email: &str) -> Result<(i64, i64)> {
    tx.query_row(
        "select id, volunteer_center_id from users where email = ?1",
        [email::canonical(email)],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
    .optional()?
    .ok_or_else(|| unknown(email))
}

/// Grants a role and accepts a pending offer of it. Returns whether the role is new to this person.
pub fn grant(tx: &Tx, user_id: i64, grant: &Grant) -> Result<bool> {
    require_school(grant)?;
    let changed = tx.execute(
        "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         values (:user_id, :name, :scope_type, :scope_id, :now, :now, :now, :now)
             on conflict (user_id, name, scope_type, scope_id) do update
            set accepted_at = :now, expires_at = null, updated_at = :now, version = version + 1
          where accepted_at is null or expires_at is not null",
        named_params! {
            ":user_id": user_id,
            ":name": grant.role,
            ":scope_type": grant.scope_type,
            ":scope_id": grant.scope_id,
            ":now": tx.now(),
        },
    )?;
    Ok(changed > 0)
}

/// Revokes a role and returns whether the person had it. The last holder of a required role is kept: see
/// `role::keep_one`.
pub fn revoke(tx: &Tx, user_id: i64, grant: &Grant) -> Result<bool> {
    role::revoke(tx, user_id, &grant.role, grant.scope()).map_err(|error| {
        if !error.is(Code::LastSuperuser) {
            return error;
        }
        let whose = match grant.role.as_str() {
            "admin" => "the tenant's last admin",
            "center_superuser" => "the centre's last superuser",
            _ => "the last manager of an approved organisation",
        };
        Error::internal(format!(
            "this is {whose}; give another person the role first with 'voluntr user role add'"
        ))
    })
}

/// Grants or revokes a role, records it in the audit log and notifies the person in the centre's name. Returns
/// `false` where nothing changed.
pub fn change_role(
    tx: &Tx,
    user_id: i64,
    grant: &Grant,
    is_given: bool,
    center_id: i64,
) -> Result<bool> {
    let role = OneRole::named(&grant.role, grant.scope())?;
    let before = granting::id_of(tx, user_id, role)?;
    let (is_changed, action, word) = if is_given {
        (self::grant(tx, user_id, grant)?, "add_role", "added")
    } else {
        (revoke(tx, user_id, grant)?, "remove_role", "removed")
    };
    if is_changed {
        audit_with(tx, None, action, (User::TYPE, user_id), &role.data())?;
        let role_id = before.max(granting::id_of(tx, user_id, role)?);
        notify_change(tx, user_id, role, Change { word, role_id }, None, center_id)?;
    }
    Ok(is_changed)
}
