//! Roles with their scope. A role takes effect once accepted.

use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Reads, SessionAccess};
use crate::jsonapi::{AnyId, Computed, Filter, Id, Predicate, Relation, Resource, belongs_to};
use crate::model::belongings::{Belonging, Beside, Merging, Moving, Undone};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{Effect, Event, Happening};
use crate::privacy::prelude::*;
use crate::resources::user::User;

pub struct Role;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct RoleAttributes {
    pub user_id: Id<User>,
    pub name: String,
    /// tenant, `volunteer_center`, organization, school or page.
    pub scope_type: String,
    /// The id in its own table; 0 for the whole tenant.
    pub scope_id: AnyId,
    /// What the centre or organisation is called; empty for the whole tenant.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub scope_name: Option<String>,
    /// Who gave it; empty when nobody did, or when that person is gone.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub granted_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub granted_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub accepted_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub expires_at: Option<String>,
}

/// Name of the scope of a role or an offer.
pub const SCOPE_NAME: Computed = Computed {
    field: "scope_name",
    sql: "case t.scope_type
            when 'volunteer_center' then (select s.name from volunteer_centers s where s.id = t.scope_id)
            when 'organization' then (select s.name from organizations s where s.id = t.scope_id)
            when 'school' then (select s.name from organizations s where s.id = t.scope_id)
          end",
};

impl Resource for Role {
    const TYPE: &'static str = "roles";
    const ALIAS: &'static str = "role";
    type Attributes = RoleAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::column("name", &[Predicate::Eq, Predicate::In]),
        Filter::column("scope_type", &[Predicate::Eq]),
        Filter::column("scope_id", &[Predicate::Eq]),
        Filter::column("accepted_at", &[Predicate::Null]),
    ];
    const RELATIONS: &'static [Relation] = &[belongs_to::<User>("user", "user_id")];
    const COMPUTED: &'static [Computed] = &[
        SCOPE_NAME,
        Computed {
            field: "granted_by_name",
            sql: "(select nullif(trim(coalesce(g.first_name, '') || ' ' || coalesce(g.last_name, '')), '') from users g where g.id = t.granted_by_id)",
        },
    ];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["users"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        reads: Reads::OfUser("read_roles"),
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

/// A role that was offered by one and accepted at the other is an accepted one.
fn accept(tx: &Tx, id: i64, into: i64) -> Result<Vec<i64>> {
    Ok(tx
        .prepare_cached(
            "update roles
                set accepted_at = (select r.accepted_at from roles r
                                    where r.user_id = roles.user_id and r.name = roles.name and r.scope_type = roles.scope_type and r.scope_id = :id),
                    version = version + 1, updated_at = :now
              where scope_type in ('organization', 'school') and scope_id = :into and accepted_at is null
                and exists (select 1 from roles r
                             where r.user_id = roles.user_id and r.name = roles.name and r.scope_type = roles.scope_type and r.scope_id = :id
                               and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now))
             returning id",
        )?
        .query_map(
            named_params! {":id": id, ":into": into, ":now": tx.now()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// What the merge accepted is an offer again.
fn leave_open(tx: &Tx, undone: &Undone) -> Result<()> {
    tx.prepare_cached(
        "update roles set accepted_at = null, version = version + 1, updated_at = ?4
          where scope_id = ?1 and id in (select value from json_each(?2)) and created_at <= ?3",
    )?
    .execute((undone.into, &undone.changed, &undone.merged_at, tx.now()))?;
    Ok(())
}

/// Roles over an organisation that is purged go with it.
fn gone_with_organization(happening: &Happening) -> Result<()> {
    forget_over(happening, Role::TYPE)
}

/// Deletes the rows of a table that name an organisation that is purged as what a role is over.
pub(super) fn forget_over(happening: &Happening, table: &str) -> Result<()> {
    if happening.event == Event::OrganizationPurged {
        happening.tx.execute(
            &format!("delete from {table} where scope_type in ('organization', 'school') and scope_id = ?1"),
            [happening.id],
        )?;
    }
    Ok(())
}

impl Declared for Role {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/features/users/detail/user-roles.tsx", "roles"));
    const ABOUT: &'static str = "Roles that people have, and where.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("roles", &[own!(
            "t.user_id = :user_id",
            [("rollen", "Je rollen."), ("roles", "Your roles.")],
            without &["granted_by_id", "version"],
            with "case when t.scope_type in ('organization', 'school') then (select o.name from organizations o where o.id = t.scope_id) when t.scope_type = 'volunteer_center' then (select c.name from volunteer_centers c where c.id = t.scope_id) end as scope_name"
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the person"));
    const EXPORT: Option<Export> = Some(Export::No("a column of the people"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(gone_with_organization);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("roles",
            Moving::With("organizations"),
            Merging::Goes(&[("scope_id", "scope_type in ('organization', 'school') and not exists (select 1 from roles o where o.user_id = roles.user_id and o.name = roles.name and o.scope_type = roles.scope_type and o.scope_id = :into)")]))
            .beside(Beside { merge: Some(("accepted_at", accept)), undo: leave_open }),
    ];
}

pub fn routes() -> Routes {
    Routes::new().list::<Role>()
}

/// Scope of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoleScope {
    Tenant,
    VolunteerCenter(i64),
    Organization(i64),
    /// Student or mentor role at an organisation that is a School.
    School(i64),
}

impl RoleScope {
    pub const fn words(self) -> (&'static str, i64) {
        match self {
            Self::Tenant => ("tenant", 0),
            Self::VolunteerCenter(id) => ("volunteer_center", id),
            Self::Organization(id) => ("organization", id),
            Self::School(id) => ("school", id),
        }
    }

    /// Name of the scope; `None` for the whole tenant.
    pub fn name(self, tx: &Tx) -> Result<Option<String>> {
        let (sql, id) = match self {
            Self::Tenant => return Ok(None),
            Self::VolunteerCenter(id) => ("select name from volunteer_centers where id = ?1", id),
            Self::Organization(id) | Self::School(id) => {
                ("select name from organizations where id = ?1", id)
            }
        };
        Ok(tx
            .prepare_cached(sql)?
            .query_row([id], |row| row.get(0))
            .optional()?)
    }
}

/// Grants a role, pending unless accepted. Never reverts an accepted role to pending; an expired one becomes pending
/// again.
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
             do update set accepted_at = iif(expires_at is null or expires_at > :now, coalesce(accepted_at, excluded.accepted_at), excluded.accepted_at),
                           granted_by_id = iif(accepted_at is null, coalesce(excluded.granted_by_id, granted_by_id), granted_by_id),
                           expires_at = iif(expires_at > :now, expires_at, null),
                           updated_at = :now",
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

/// Revokes a role, accepted or not, and returns whether there was one. 422 `last_superuser` where it is the last of
/// its kind.
pub fn revoke(tx: &Tx, user_id: i64, name: &str, scope: RoleScope) -> Result<bool> {
    keep_one(tx, user_id, name, scope)?;
    let (scope_type, scope_id) = scope.words();
    let whose = named_params! {":user_id": user_id, ":name": name, ":scope_type": scope_type, ":scope_id": scope_id};
    let removed = tx.execute(
        "delete from roles where user_id = :user_id and name = :name and scope_type = :scope_type and scope_id = :scope_id",
        whose,
    )?;
    tx.execute(
        "update role_invitations
            set state = 'withdrawn', answered_at = :now, updated_at = :now, version = version + 1
          where state = 'sent'
            and ((user_id = :user_id and role = :name and scope_type = :scope_type and scope_id = :scope_id)
              or (:is_over and sent_by_id = :user_id and (:is_wide or scope_id = :scope_id)))",
        named_params! {
            ":user_id": user_id,
            ":name": name,
            ":scope_type": scope_type,
            ":scope_id": scope_id,
            // A former manager's offers are withdrawn with the role.
            ":is_over": removed > 0 && matches!(name, "admin" | "center_superuser" | "organization_superuser" | "mentor"),
            ":is_wide": matches!(name, "admin" | "center_superuser"),
            ":now": tx.now(),
        },
    )?;
    if removed > 0 {
        // Deletes the pending roles of the offers just withdrawn.
        tx.execute(
            "delete from roles
              where accepted_at is null
                and exists (select 1 from role_invitations i
                             where i.user_id = roles.user_id and i.role = roles.name and i.scope_type = roles.scope_type
                               and i.scope_id = roles.scope_id and i.state = 'withdrawn' and i.answered_at = :now
                               and i.sent_by_id = :user_id)",
            named_params! {":user_id": user_id, ":now": tx.now()},
        )?;
    }
    Ok(removed > 0)
}

/// docs/domain/rights.md#last-manager: a tenant keeps an admin, a centre a superuser, an approved organisation a
/// manager. Another holder counts if their account is active and their role accepted and in force.
pub fn keep_one(tx: &Tx, user_id: i64, name: &str, scope: RoleScope) -> Result<()> {
    let (scope_type, scope_id) = scope.words();
    let is_last: bool = tx
        .prepare_cached(
            "select exists (select 1
                              from roles r
                              join users u on u.id = r.user_id and u.status = 'active'
                              left join organizations o on o.id = r.scope_id
                             where r.user_id = :user_id and r.name = :name and r.scope_type = :scope_type
                               and r.scope_id = :scope_id
                               and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                               and (r.name in ('admin', 'center_superuser')
                                 or (r.name = 'organization_superuser' and o.status = 'approved')))
                and not exists (select 1
                                  from roles r
                                  join users u on u.id = r.user_id and u.status = 'active'
                                 where r.user_id <> :user_id and r.name = :name and r.scope_type = :scope_type
                                   and r.scope_id = :scope_id
                                   and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now))",
        )?
        .query_row(
            named_params! {
                ":user_id": user_id,
                ":name": name,
                ":scope_type": scope_type,
                ":scope_id": scope_id,
                ":now": tx.now(),
            },
            |row| row.get(0),
        )?;
    if is_last {
        return Err(Error::from(Code::LastSuperuser).with("role", name));
    }
    Ok(())
}
