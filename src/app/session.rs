//! Who is asking. The only reader of credentials: `access-token` (header, or the app's `HttpOnly` cookie), `client`, `uid`.

use axum::http::request::Parts;
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension, named_params};
use subtle::ConstantTimeEq as _;

use super::clock::{days, later};
use super::site::{Site, cookie, header};
use super::token;
use crate::db::{Db, Tx};
use crate::error::{Code, Error, Result};
use crate::policy::Role;

/// The cookie in which the embedded app's token lives; scripts cannot read it.
pub const COOKIE: &str = "voluntr-token";

/// A session's idle time, and the time after which it ends whatever happens.
const IDLE: SignedDuration = days(14);
const IDLE_SUPERUSER: SignedDuration = SignedDuration::from_hours(12);
const LONGEST: SignedDuration = days(90);
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

/// Decisions 1.1, steps 3 and 5. None for a visitor; `Err` for credentials that do not hold: fail closed.
pub async fn who(db: &Db, site: &Site, parts: &Parts, now: &str) -> Result<Option<Who>> {
    let Some(presented) = presented(parts) else {
        return Ok(None);
    };
    let (moment, center_id) = (now.to_owned(), site.center_id);
    let (who, is_stale) = db
        .read(move |connection| find(connection, &presented, center_id, &moment))
        .await?;
    if is_stale {
        let session_id = who.session_id;
        db.write(move |tx| touch(tx, session_id)).await?;
    }
    Ok(Some(who))
}

fn find(
    connection: &Connection,
    presented: &Presented,
    center_id: i64,
    now: &str,
) -> Result<(Who, bool)> {
    struct Row {
        session_id: i64,
        token_hash: Vec<u8>,
        used_at: String,
        user_id: i64,
        email: String,
        status: String,
        home_center: i64,
    }
    let expired = || Error::from(Code::SessionExpired);
    let row = connection
        .prepare_cached(
            "select s.id, s.token_hash, s.used_at, u.id, coalesce(u.email, ''), u.status, u.volunteer_center_id
               from sessions s
               join users u on u.id = s.user_id
              where s.client = :client
                and s.revoked_at is null
                and s.expires_at > :now",
        )?
        .query_row(named_params! {":client": presented.client, ":now": now}, |row| {
            Ok(Row {
                session_id: row.get(0)?,
                token_hash: row.get(1)?,
                used_at: row.get(2)?,
                user_id: row.get(3)?,
                email: row.get(4)?,
                status: row.get(5)?,
                home_center: row.get(6)?,
            })
        })
        .optional()?
        .ok_or_else(expired)?;
    let is_token = bool::from(token::digest(&presented.token).ct_eq(row.token_hash.as_slice()));
    if !is_token || !row.email.eq_ignore_ascii_case(&presented.uid) || row.status != "active" {
        return Err(expired());
    }
    let (roles, organizations) = roles_of(connection, row.user_id, center_id, now)?;
    let idle = if roles
        .iter()
        .any(|role| matches!(role, Role::Admin | Role::CenterSuperuser))
    {
        IDLE_SUPERUSER
    } else {
        IDLE
    };
    if later(&row.used_at, idle).as_str() <= now {
        return Err(expired());
    }
    // Registered with another centre of this tenant; the whole tenant's admins are at home everywhere.
    if row.home_center != center_id && !roles.contains(&Role::Admin) {
        let host: Option<String> = connection
            .query_row(
                "select host from volunteer_centers where id = ?1",
                [row.home_center],
                |row| row.get(0),
            )
            .optional()?
            .flatten();
        return Err(wrong_center(host));
    }
    let is_stale = later(&row.used_at, TOUCH_EVERY).as_str() <= now;
    Ok((
        Who {
            user_id: row.user_id,
            session_id: row.session_id,
            center_id: row.home_center,
            roles,
            organizations,
        },
        is_stale,
    ))
}

/// Somebody as they will be asking from now on, once they have proved who they are.
pub fn as_user(connection: &Connection, user_id: i64, center_id: i64, now: &str) -> Result<Who> {
    let (roles, organizations) = roles_of(connection, user_id, center_id, now)?;
    Ok(Who {
        user_id,
        session_id: 0,
        center_id,
        roles,
        organizations,
    })
}

/// 403 with the address of the right site, where there is one.
pub fn wrong_center(host: Option<String>) -> Error {
    let error = Error::from(Code::WrongCenter);
    match host {
        Some(host) => error.with("url", format!("https://{host}/")),
        None => error,
    }
}

/// The roles that are accepted, not expired, and in force at this centre.
fn roles_of(
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
        let Some(role) = Role::parse(&name) else {
            continue;
        };
        let is_in_force = match scope_type.as_str() {
            "volunteer_center" => scope_id == center_id,
            // Only an admin's role spans the tenant.
            "tenant" => role == Role::Admin,
            _ => role != Role::Admin && role != Role::CenterSuperuser,
        };
        if !is_in_force {
            continue;
        }
        if role == Role::OrganizationSuperuser {
            organizations.push(scope_id);
        }
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    Ok((roles, organizations))
}

fn touch(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set used_at = ?2 where id = ?1",
        (session_id, tx.now()),
    )?;
    Ok(())
}

/// Begins a session for somebody who has proved who they are.
pub fn begin(tx: &Tx, user_id: i64, user_agent: Option<&str>) -> Result<Credentials> {
    let (token, client) = (token::random()?, token::random()?);
    let expires_at = later(tx.now(), LONGEST);
    let uid: String = tx.query_row("select email from users where id = ?1", [user_id], |row| {
        row.get(0)
    })?;
    tx.execute(
        "insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at, user_agent)
         values (:user_id, :client, :token_hash, :now, :now, :expires_at, :user_agent)",
        named_params! {
            ":user_id": user_id,
            ":client": client,
            ":token_hash": token::digest(&token),
            ":now": tx.now(),
            ":expires_at": expires_at,
            ":user_agent": user_agent.map(|agent| agent.chars().take(200).collect::<String>()),
        },
    )?;
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
        "update sessions set revoked_at = ?2 where id = ?1",
        (session_id, tx.now()),
    )?;
    Ok(())
}

/// Ends every session of a person but one: what changing a password does.
pub fn end_others(tx: &Tx, user_id: i64, session_id: Option<i64>) -> Result<()> {
    tx.execute(
        "update sessions set revoked_at = :now where user_id = :user_id and revoked_at is null and id is not :kept",
        named_params! {":now": tx.now(), ":user_id": user_id, ":kept": session_id},
    )?;
    Ok(())
}
