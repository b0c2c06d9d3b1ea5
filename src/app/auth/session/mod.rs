//! Session authentication. The only reader of credentials: `access-token` (header, or the web client's `HttpOnly`
//! cookie), `client`, `uid`.

mod lifecycle;

use std::sync::Arc;

use axum::http::request::Parts;
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension, named_params};
use subtle::ConstantTimeEq as _;

use super::{api_key, token};
use crate::app::auth::effective_roles;
use crate::app::auth::second_factor_policy::Factor;
use crate::app::tenancy::home_center::HomeCenter;
use crate::app::tenancy::request_target::{Site, cookie, header};
use crate::base::clock::{days, later};
use crate::db::{Db, Tx};
use crate::error::{Code, Error, Result};
use crate::policy::Role;

pub use lifecycle::{
    Beginning, Credentials, Grounds, IMPERSONATION, begin, end, end_others, renew,
};

/// Cookie for the web client's token; not readable by scripts.
pub const COOKIE: &str = "voluntr-token";

/// Idle timeout of a session.
const IDLE: SignedDuration = days(14);
const IDLE_SUPERUSER: SignedDuration = SignedDuration::from_hours(12);
/// Tolerated clock skew of a session's start. A start further in the future means that the clock was set back.
const AHEAD: SignedDuration = SignedDuration::from_mins(5);
/// Maximum staleness of `used_at`: not every request writes.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_mins(10);

/// Authenticated user with their effective roles.
#[derive(Debug, Clone)]
pub struct Principal {
    pub user_id: i64,
    pub session_id: i64,
    pub center_id: i64,
    pub roles: Vec<Role>,
    /// The organisations that this user manages.
    pub organizations: Vec<i64>,
    pub factor: Factor,
    /// True if the account is inactive: its session reads, and has no roles.
    pub is_inactive: bool,
    /// Set while an admin impersonates this user.
    pub impersonation: Option<Impersonation>,
    /// When the password was verified.
    pub signed_in_at: String,
}

/// The admin behind an impersonated session.
#[derive(Debug, Clone)]
pub struct Impersonation {
    pub admin_id: i64,
    pub admin_name: String,
    /// The admin's own session, which is resumed afterwards.
    pub session_id: i64,
    pub until: String,
    pub reason: String,
}

/// The credentials that a request presents; the token only as a hash.
#[derive(Debug)]
pub(in crate::app) struct Presented {
    token_hash: [u8; 32],
    client: String,
    uid: String,
}

/// The presented credentials: all three parts, or `None`. An incomplete set counts as anonymous.
pub(in crate::app) fn presented(parts: &Parts) -> Option<Presented> {
    let client = header(parts, "client")?;
    let uid = header(parts, "uid")?;
    let token = header(parts, "access-token").or_else(|| cookie(parts, COOKIE))?;
    Some(Presented {
        token_hash: token::digest(token),
        client: client.to_owned(),
        uid: uid.to_owned(),
    })
}

/// True if the request carries anything that could make its response private.
pub fn is_private(parts: &Parts) -> bool {
    api_key::bearer(&parts.headers).is_some()
        || parts.headers.contains_key("access-token")
        || (parts.headers.contains_key("client") && parts.headers.contains_key("uid"))
}

/// True if the request carries any part of credentials: the cookie alone, one of the three headers, or an API key.
pub fn carries_credentials(parts: &Parts) -> bool {
    ["access-token", "client", "uid"]
        .iter()
        .any(|name| parts.headers.contains_key(*name))
        || cookie(parts, COOKIE).is_some()
        || api_key::bearer(&parts.headers).is_some()
}

/// Scope in which a session is valid: at its user's own centre, or at any centre of the tenant, for ending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionValidity {
    AtHome,
    Anywhere,
}

/// Authenticates a request. `Err` for invalid credentials: fails closed.
pub(in crate::app) async fn principal(
    db: &Db,
    site: &Site,
    presented: &Arc<Presented>,
    (now, counts): (&str, SessionValidity),
) -> Result<Principal> {
    let (moment, here, presented) = (now.to_owned(), site.clone(), Arc::clone(presented));
    let (principal, is_stale) = db
        .read(move |connection| find(connection, &presented, &here, (&moment, counts)))
        .await?;
    if is_stale {
        let session_id = principal.session_id;
        match db.write(move |tx| touch(tx, session_id)).await {
            // A full disk does not block reads.
            Err(error) if error.is(Code::InsufficientStorage) => {}
            touched => touched?,
        }
    }
    Ok(principal)
}

/// The columns of a session that decide its validity.
struct Row {
    session_id: i64,
    token_hash: Vec<u8>,
    created_at: String,
    used_at: String,
    is_verified: bool,
    user_id: i64,
    email: String,
    is_active: bool,
    is_inactive: bool,
    home_center: i64,
    impersonation: Option<Impersonation>,
}

/// Validity of an impersonation: the admin's own session is valid, and they still hold the role.
const ADMIN_STANDS: &str = "exists (
    select 1 from sessions p
      join users a on a.id = p.user_id
     where p.id = s.parent_session_id and p.user_id = s.impersonator_id and p.revoked_at is null
       and p.expires_at > :now and a.status = 'active'
       and exists (select 1 from roles r where r.user_id = a.id and r.name = 'admin' and r.accepted_at is not null
                      and (r.expires_at is null or r.expires_at > :now)))";

/// SQL over `u`: an inactive account whose centre lets those in (`allow_inactive_users` of its theme).
pub const INACTIVE_LET_IN: &str = "(u.status = 'inactive' and exists (
    select 1 from volunteer_centers c
      join themes h on h.id = c.theme_id and h.allow_inactive_users = 1
     where c.id = u.volunteer_center_id))";

fn row_of(connection: &Connection, client: &str, now: &str) -> Result<Option<Row>> {
    let sql = format!(
        "select s.id, s.token_hash, s.created_at, s.used_at, s.second_factor_at is not null,
                u.id, coalesce(u.email, ''), u.status = 'active' or {INACTIVE_LET_IN}, u.status = 'inactive', u.volunteer_center_id,
                s.impersonator_id, s.parent_session_id, s.expires_at, coalesce(s.impersonation_reason, ''),
                (select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = s.impersonator_id)
           from sessions s
           join users u on u.id = s.user_id
          where s.client = :client
            and s.revoked_at is null
            and s.expires_at > :now
            and (s.impersonator_id is null and s.parent_session_id is null or {ADMIN_STANDS})"
    );
    let found = connection
        .prepare_cached(&sql)?
        .query_row(named_params! {":client": client, ":now": now}, |row| {
            let admin: Option<i64> = row.get(10)?;
            Ok(Row {
                session_id: row.get(0)?,
                token_hash: row.get(1)?,
                created_at: row.get(2)?,
                used_at: row.get(3)?,
                is_verified: row.get(4)?,
                user_id: row.get(5)?,
                email: row.get(6)?,
                is_active: row.get(7)?,
                is_inactive: row.get(8)?,
                home_center: row.get(9)?,
                impersonation: match admin {
                    Some(admin_id) => Some(Impersonation {
                        admin_id,
                        session_id: row.get(11)?,
                        until: row.get(12)?,
                        reason: row.get(13)?,
                        admin_name: row.get(14)?,
                    }),
                    None => None,
                },
            })
        })
        .optional()?;
    Ok(found)
}

/// The session's user with their current roles, and whether `used_at` has to be updated.
pub(in crate::app) fn find(
    connection: &Connection,
    presented: &Presented,
    site: &Site,
    (now, counts): (&str, SessionValidity),
) -> Result<(Principal, bool)> {
    let expired = || Error::from(Code::SessionExpired);
    let row = row_of(connection, &presented.client, now)?.ok_or_else(expired)?;
    let is_token = bool::from(presented.token_hash.ct_eq(row.token_hash.as_slice()));
    if !is_token || !row.email.eq_ignore_ascii_case(&presented.uid) || !row.is_active {
        return Err(expired());
    }
    let (mut roles, mut organizations) =
        effective_roles::of(connection, row.user_id, site.center_id, now)?;
    // A user who has become an admin since cannot be impersonated.
    if row.impersonation.is_some() && roles.contains(&Role::Admin) {
        return Err(expired());
    }
    if later(&row.used_at, idle_of(&roles)).as_str() <= now || row.created_at > later(now, AHEAD) {
        return Err(expired());
    }
    // Registered with another centre of this tenant.
    let is_away = row.home_center != site.center_id && !effective_roles::are_of_staff(&roles);
    if is_away && counts == SessionValidity::AtHome {
        return Err(HomeCenter::of(connection, site, row.home_center)?.refusal(site));
    }
    let factor = Factor::of(
        connection,
        row.user_id,
        &roles,
        site.domain(),
        row.is_verified,
    )?;
    if factor.is_missing() || row.is_inactive {
        // Endpoints that `session_restrictions` allows run without roles: two independent checks, either of which
        // suffices.
        roles = vec![Role::Anyone, Role::SignedIn];
        organizations.clear();
    }
    let is_stale = later(&row.used_at, TOUCH_EVERY).as_str() <= now || row.used_at.as_str() > now;
    Ok((
        Principal {
            user_id: row.user_id,
            session_id: row.session_id,
            center_id: row.home_center,
            roles,
            organizations,
            factor,
            is_inactive: row.is_inactive,
            impersonation: row.impersonation,
            signed_in_at: row.created_at,
        },
        is_stale,
    ))
}

/// Idle timeout: shorter for superusers, including those of an organisation (docs/domain/limits.md#sessions).
fn idle_of(roles: &[Role]) -> SignedDuration {
    let is_superuser = roles.iter().any(|role| {
        matches!(
            role,
            Role::Admin | Role::CenterSuperuser | Role::OrganizationSuperuser
        )
    });
    if is_superuser { IDLE_SUPERUSER } else { IDLE }
}

/// True if this user signs in on this site: it is that of their home centre, or of one where they work.
pub fn belongs_at(
    connection: &Connection,
    (user_id, home_center): (i64, i64),
    site: &Site,
    now: &str,
) -> Result<bool> {
    if home_center == site.center_id {
        return Ok(true);
    }
    let (roles, _) = effective_roles::of(connection, user_id, site.center_id, now)?;
    Ok(effective_roles::are_of_staff(&roles))
}

/// The principal of a user who has just authenticated.
pub fn as_user(connection: &Connection, user_id: i64, site: &Site, now: &str) -> Result<Principal> {
    let (mut roles, mut organizations) =
        effective_roles::of(connection, user_id, site.center_id, now)?;
    let factor = Factor::of(connection, user_id, &roles, site.domain(), false)?;
    let is_inactive = connection
        .prepare_cached("select 1 from users where id = ?1 and status = 'inactive'")?
        .exists([user_id])?;
    if is_inactive {
        roles = vec![Role::Anyone, Role::SignedIn];
        organizations.clear();
    }
    Ok(Principal {
        user_id,
        session_id: 0,
        center_id: site.center_id,
        roles,
        organizations,
        factor,
        is_inactive,
        impersonation: None,
        signed_in_at: now.to_owned(),
    })
}

/// The requester of a background job as a principal with current roles, as long as the account is open.
pub fn as_worker(
    connection: &Connection,
    user_id: i64,
    site: &Site,
    now: &str,
) -> Result<Principal> {
    let home: Option<i64> = connection
        .prepare_cached(
            "select volunteer_center_id from users where id = ?1 and status = 'active'",
        )?
        .query_row([user_id], |row| row.get(0))
        .optional()?;
    let mut principal = as_user(connection, user_id, site, now)?;
    if home.is_none_or(|home| {
        home != site.center_id && !effective_roles::are_of_staff(&principal.roles)
    }) {
        return Err(Code::Forbidden.into());
    }
    principal.factor.is_verified = true;
    Ok(principal)
}

/// True while this session lasts under other credentials than those presented: they were renewed, or the address was
/// changed.
pub(in crate::app) fn was_renewed(
    connection: &Connection,
    session_id: i64,
    presented: &Presented,
    now: &str,
) -> Result<bool> {
    Ok(connection
        .prepare_cached(&format!(
            "select 1 from sessions s
               join users u on u.id = s.user_id
              where s.id = :id and s.revoked_at is null and s.expires_at > :now
                and (u.status = 'active' or {INACTIVE_LET_IN})
                and (s.client <> :client or u.email <> :uid collate nocase)"
        ))?
        .exists(named_params! {
            ":id": session_id, ":now": now, ":client": presented.client, ":uid": presented.uid,
        })?)
}

/// True if the session presented has not been revoked.
pub(in crate::app) fn is_there(connection: &Connection, presented: &Presented) -> Result<bool> {
    Ok(connection
        .prepare_cached("select 1 from sessions where client = ?1 and revoked_at is null")?
        .exists([&presented.client])?)
}

/// The Unix time at which this principal's session or one of its roles ends by itself, if nobody uses it before.
pub(in crate::app) fn valid_until(
    connection: &Connection,
    principal: &Principal,
    now: &str,
) -> Result<i64> {
    let (used_at, expires_at, role_ends): (String, String, Option<String>) = connection
        .prepare_cached(
            "select s.used_at, min(s.expires_at, coalesce(p.expires_at, s.expires_at)),
                    (select min(r.expires_at) from roles r
                      where r.user_id in (s.user_id, s.impersonator_id) and r.expires_at > :now)
               from sessions s
               left join sessions p on p.id = s.parent_session_id
              where s.id = :id",
        )?
        .query_row(
            named_params! {":id": principal.session_id, ":now": now},
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
    let idle = later(&used_at, idle_of(&principal.roles));
    let ends = [Some(idle), Some(expires_at), role_ends];
    let seconds = ends
        .into_iter()
        .flatten()
        .filter_map(|at| at.parse::<jiff::Timestamp>().ok())
        .map(jiff::Timestamp::as_second);
    Ok(seconds.min().unwrap_or_default())
}

fn touch(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set used_at = ?2 where id = ?1",
        (session_id, tx.now()),
    )?;
    Ok(())
}
