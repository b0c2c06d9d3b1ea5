//! Who is asking. The only reader of credentials: `access-token` (header, or the app's `HttpOnly` cookie), `client`, `uid`.

use axum::http::request::Parts;
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension, named_params};
use subtle::ConstantTimeEq as _;

use super::clock::{days, later};
use super::factor::Factor;
use super::home::Home;
use super::roles;
use super::site::{Site, cookie, header};
use super::{device, token};
use crate::db::{Db, Tx};
use crate::error::{Code, Error, Result};
use crate::policy::Role;

/// The cookie in which the embedded app's token lives; scripts cannot read it.
pub const COOKIE: &str = "voluntr-token";

/// A session's idle time, and the time after which it ends whatever happens.
const IDLE: SignedDuration = days(14);
const IDLE_SUPERUSER: SignedDuration = SignedDuration::from_hours(12);
const LONGEST: SignedDuration = days(90);
/// How long an admin may be signed in as somebody (decisions 1.3, note 9).
pub const IMPERSONATION: SignedDuration = SignedDuration::from_mins(60);
/// How far ahead of the clock a session may have begun. More than this, and the clock has been set back.
const AHEAD: SignedDuration = SignedDuration::from_mins(5);
/// How stale `used_at` may get: not every request writes.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_mins(10);

/// Somebody who is signed in, with the roles that count here and now.
#[derive(Debug, Clone)]
pub struct Who {
    pub user_id: i64,
    pub session_id: i64,
    pub center_id: i64,
    pub roles: Vec<Role>,
    /// The organisations this person manages.
    pub organizations: Vec<i64>,
    pub factor: Factor,
    /// Set where it is an admin who is signed in as this person.
    pub impersonation: Option<Impersonation>,
    /// When the password was given.
    pub signed_in_at: String,
}

/// An admin behind somebody's session.
#[derive(Debug, Clone)]
pub struct Impersonation {
    pub admin_id: i64,
    pub admin_name: String,
    /// The admin's own session, to which they go back.
    pub session_id: i64,
    pub until: String,
    pub reason: String,
}

/// Freshly made credentials, as they go out once.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub token: String,
    pub client: String,
    pub uid: String,
    /// Seconds since 1970.
    pub expiry: i64,
}

struct Presented {
    token: String,
    client: String,
    uid: String,
}

/// What a request presents: all three, or nobody. A half set is nobody's.
fn presented(parts: &Parts) -> Option<Presented> {
    let client = header(parts, "client")?;
    let uid = header(parts, "uid")?;
    let token = header(parts, "access-token").or_else(|| cookie(parts, COOKIE))?;
    Some(Presented {
        token: token.to_owned(),
        client: client.to_owned(),
        uid: uid.to_owned(),
    })
}

/// True when the request carries anything that could make its answer a private one.
pub fn is_private(parts: &Parts) -> bool {
    parts.headers.contains_key("access-token")
        || (parts.headers.contains_key("client") && parts.headers.contains_key("uid"))
}

/// True when the request carries anything of credentials: a cookie alone, a part of the three headers.
pub fn carries_credentials(parts: &Parts) -> bool {
    ["access-token", "client", "uid"]
        .iter()
        .any(|name| parts.headers.contains_key(*name))
        || cookie(parts, COOKIE).is_some()
}

/// Where a session counts: at its person's own centre, or at any of the tenant's, for who only wants to end it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    AtHome,
    Anywhere,
}

/// Decisions 1.1, steps 3 and 5. None for a visitor; `Err` for credentials that do not hold: fail closed.
pub async fn who(
    db: &Db,
    site: &Site,
    parts: &Parts,
    (now, counts): (&str, Counts),
) -> Result<Option<Who>> {
    let Some(presented) = presented(parts) else {
        return Ok(None);
    };
    let (moment, here) = (now.to_owned(), site.clone());
    let (who, is_stale) = db
        .read(move |connection| find(connection, &presented, &here, (&moment, counts)))
        .await?;
    if is_stale {
        let session_id = who.session_id;
        db.write(move |tx| touch(tx, session_id)).await?;
    }
    Ok(Some(who))
}

/// A session's row, as far as it says whether it holds.
struct Row {
    session_id: i64,
    token_hash: Vec<u8>,
    created_at: String,
    used_at: String,
    is_verified: bool,
    user_id: i64,
    email: String,
    status: String,
    home_center: i64,
    impersonation: Option<Impersonation>,
}

/// What holds of an impersonation: the admin's own session stands, and so does their role.
const ADMIN_STANDS: &str = "exists (
    select 1 from sessions p
      join users a on a.id = p.user_id
     where p.id = s.parent_session_id and p.user_id = s.impersonator_id and p.revoked_at is null
       and p.expires_at > :now and a.status = 'active'
       and exists (select 1 from roles r where r.user_id = a.id and r.name = 'admin' and r.accepted_at is not null
                      and (r.expires_at is null or r.expires_at > :now)))";

fn row_of(connection: &Connection, client: &str, now: &str) -> Result<Option<Row>> {
    let sql = format!(
        "select s.id, s.token_hash, s.created_at, s.used_at, s.second_factor_at is not null,
                u.id, coalesce(u.email, ''), u.status, u.volunteer_center_id,
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
            let admin: Option<i64> = row.get(9)?;
            Ok(Row {
                session_id: row.get(0)?,
                token_hash: row.get(1)?,
                created_at: row.get(2)?,
                used_at: row.get(3)?,
                is_verified: row.get(4)?,
                user_id: row.get(5)?,
                email: row.get(6)?,
                status: row.get(7)?,
                home_center: row.get(8)?,
                impersonation: match admin {
                    Some(admin_id) => Some(Impersonation {
                        admin_id,
                        session_id: row.get(10)?,
                        until: row.get(11)?,
                        reason: row.get(12)?,
                        admin_name: row.get(13)?,
                    }),
                    None => None,
                },
            })
        })
        .optional()?;
    Ok(found)
}

fn find(
    connection: &Connection,
    presented: &Presented,
    site: &Site,
    (now, counts): (&str, Counts),
) -> Result<(Who, bool)> {
    let expired = || Error::from(Code::SessionExpired);
    let row = row_of(connection, &presented.client, now)?.ok_or_else(expired)?;
    let is_token = bool::from(token::digest(&presented.token).ct_eq(row.token_hash.as_slice()));
    if !is_token || !row.email.eq_ignore_ascii_case(&presented.uid) || row.status != "active" {
        return Err(expired());
    }
    let (mut roles, mut organizations) = roles::of(connection, row.user_id, site.center_id, now)?;
    // Somebody who has become an admin since is nobody's to be signed in as.
    if row.impersonation.is_some() && roles.contains(&Role::Admin) {
        return Err(expired());
    }
    if later(&row.used_at, idle_of(&roles)).as_str() <= now || row.created_at > later(now, AHEAD) {
        return Err(expired());
    }
    // Registered with another centre of this tenant; the whole tenant's admins are at home everywhere.
    let is_away = row.home_center != site.center_id && !roles.contains(&Role::Admin);
    if is_away && counts == Counts::AtHome {
        return Err(Home::of(connection, site, row.home_center)?.refusal(site));
    }
    let factor = Factor::of(
        connection,
        row.user_id,
        &roles,
        site.domain(),
        row.is_verified,
    )?;
    if factor.is_missing() {
        // What `confined` lets through is asked without any role: two locks, each of which would do.
        roles = vec![Role::Anyone, Role::SignedIn];
        organizations.clear();
    }
    let is_stale = later(&row.used_at, TOUCH_EVERY).as_str() <= now || row.used_at.as_str() > now;
    Ok((
        Who {
            user_id: row.user_id,
            session_id: row.session_id,
            center_id: row.home_center,
            roles,
            organizations,
            factor,
            impersonation: row.impersonation,
            signed_in_at: row.created_at,
        },
        is_stale,
    ))
}

/// Superusers are those of an organisation too: decisions 5 names no centre, and 1.3 speaks of "superuser of an approved
/// organisation".
fn idle_of(roles: &[Role]) -> SignedDuration {
    let is_superuser = roles.iter().any(|role| {
        matches!(
            role,
            Role::Admin | Role::CenterSuperuser | Role::OrganizationSuperuser
        )
    });
    if is_superuser { IDLE_SUPERUSER } else { IDLE }
}

/// Somebody as they will be asking from now on, once they have proved who they are.
pub fn as_user(connection: &Connection, user_id: i64, site: &Site, now: &str) -> Result<Who> {
    let (roles, organizations) = roles::of(connection, user_id, site.center_id, now)?;
    let factor = Factor::of(connection, user_id, &roles, site.domain(), false)?;
    Ok(Who {
        user_id,
        session_id: 0,
        center_id: site.center_id,
        roles,
        organizations,
        factor,
        impersonation: None,
        signed_in_at: now.to_owned(),
    })
}

/// Somebody who asked for work in a session that held, as they are now: while the account is open.
pub fn as_worker(connection: &Connection, user_id: i64, site: &Site, now: &str) -> Result<Who> {
    let is_open = connection
        .prepare_cached("select 1 from users where id = ?1 and status = 'active'")?
        .exists([user_id])?;
    if !is_open {
        return Err(Code::Forbidden.into());
    }
    let mut who = as_user(connection, user_id, site, now)?;
    who.factor.is_verified = true;
    Ok(who)
}

fn touch(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set used_at = ?2 where id = ?1",
        (session_id, tx.now()),
    )?;
    Ok(())
}

/// What a new session knows of where it is.
#[derive(Debug, Default)]
pub struct Beginning<'a> {
    pub user_agent: Option<&'a str>,
    pub device_hash: Option<&'a [u8]>,
    /// The admin, their own session and the reason, where somebody is signed in as another.
    pub impersonator: Option<(i64, i64, &'a str)>,
}

/// Begins a session for somebody who has proved who they are. An admin's as somebody else is short, and has the second
/// factor of the admin.
pub fn begin(tx: &Tx, user_id: i64, of: &Beginning) -> Result<Credentials> {
    let lifetime = of.impersonator.map_or(LONGEST, |_| IMPERSONATION);
    let expires_at = later(tx.now(), lifetime);
    let (token, client) = (token::random()?, token::random()?);
    let agent = of
        .user_agent
        .map(|agent| agent.chars().take(200).collect::<String>());
    tx.execute(
        "insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at, user_agent, device, device_hash,
                               second_factor_at, impersonator_id, parent_session_id, impersonation_reason)
         values (:user_id, :client, :token_hash, :now, :now, :expires_at, :user_agent, :device, :device_hash,
                 iif(:impersonator is null, null, :now), :impersonator, :parent, :reason)",
        named_params! {
            ":user_id": user_id,
            ":client": client,
            ":token_hash": token::digest(&token),
            ":now": tx.now(),
            ":expires_at": expires_at,
            ":user_agent": agent,
            ":device": device::describe(agent.as_deref()),
            ":device_hash": of.device_hash,
            ":impersonator": of.impersonator.map(|(admin_id, ..)| admin_id),
            ":parent": of.impersonator.map(|(_, parent_id, _)| parent_id),
            ":reason": of.impersonator.map(|(.., reason)| reason),
        },
    )?;
    credentials(tx, user_id, (token, client), &expires_at)
}

/// New credentials for a session that goes on: the old ones open nothing any more.
pub fn renew(tx: &Tx, session_id: i64) -> Result<Credentials> {
    let (token, client) = (token::random()?, token::random()?);
    let (user_id, expires_at): (i64, String) = tx.query_row(
        "update sessions set client = :client, token_hash = :token_hash, used_at = :now
          where id = :id and revoked_at is null and expires_at > :now
          returning user_id, expires_at",
        named_params! {":id": session_id, ":client": client, ":token_hash": token::digest(&token), ":now": tx.now()},
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    credentials(tx, user_id, (token, client), &expires_at)
}

fn credentials(
    tx: &Tx,
    user_id: i64,
    (token, client): (String, String),
    expires_at: &str,
) -> Result<Credentials> {
    let uid: String = tx.query_row("select email from users where id = ?1", [user_id], |row| {
        row.get(0)
    })?;
    let expiry = expires_at
        .parse::<jiff::Timestamp>()
        .map(jiff::Timestamp::as_second)
        .unwrap_or_default();
    Ok(Credentials {
        token,
        client,
        uid,
        expiry,
    })
}

/// Ends one session. Nothing remains that could be used again.
pub fn end(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set revoked_at = :now where id = :id and revoked_at is null",
        named_params! {":id": session_id, ":now": tx.now()},
    )?;
    Ok(())
}

/// Ends every session of a person but one, and forgets the devices of the others: what changing a password does. Where
/// they are signed in as somebody else, that ends too.
pub fn end_others(tx: &Tx, user_id: i64, session_id: Option<i64>) -> Result<()> {
    tx.execute(
        "update sessions set revoked_at = :now where user_id = :user_id and revoked_at is null and id is not :kept",
        named_params! {":now": tx.now(), ":user_id": user_id, ":kept": session_id},
    )?;
    tx.execute(
        "delete from known_devices
          where user_id = :user_id
            and device_hash is not (select device_hash from sessions where id = :kept)",
        named_params! {":user_id": user_id, ":kept": session_id},
    )?;
    Ok(())
}
