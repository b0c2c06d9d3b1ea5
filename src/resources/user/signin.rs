//! Signing in and out. The same answer and the same work for an unknown address and for a wrong password.

use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::Deserialize;

use super::User;
use crate::app::access::{Access, Asking, Reason, Unguarded, action};
use crate::app::clock::later;
use crate::app::session::{self, COOKIE, Credentials};
use crate::app::site::Site;
use crate::app::token;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::{Answer, Document, Id, Query, Resource};

pub struct SignIn;

impl Reason for SignIn {
    const WHY: &'static str = "who signs in has no session yet";
    const FORGIVES: bool = true;
}

pub struct SignOut;

impl Reason for SignOut {
    const WHY: &'static str = "anybody may end what they have";
    const FORGIVES: bool = true;
}

/// Failures of one account or one address that are let pass (decisions 5), and for how long they count.
const FAILURES: i64 = 10;
const FAILURES_WITHIN: SignedDuration = SignedDuration::from_mins(10);

#[derive(Debug, Deserialize, JsonSchema)]
struct SignInForm {
    email: String,
    password: String,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<SignIn, _, _, _, _, _>(Method::POST, User::TYPE, "/auth/sign_in", sign_in)
        .unguarded::<SignOut, _, _, _, _, _>(Method::DELETE, User::TYPE, "/auth/sign_out", sign_out)
        .action(Method::GET, "//auth/validate_token", validate_token)
}

struct Found {
    user_id: i64,
    password_hash: Option<String>,
    status: String,
    is_confirmed: bool,
    center_id: i64,
    is_admin: bool,
    center_host: Option<String>,
}

async fn sign_in(door: Unguarded<SignIn>, (): (), input: Input<SignInForm>) -> Result<Response> {
    let SignInForm { email, password } = input.body;
    let email = email.trim().to_owned();
    let keys = [
        token::digest(&format!("sign_in|{}", email.to_lowercase())),
        token::digest(&format!("sign_in|{}", door.asking().site.address)),
    ];
    let found = door
        .read(move |connection| {
            connection
                .prepare_cached(
                    "select u.id, u.password_hash, u.status, u.confirmed_at is not null, u.volunteer_center_id,
                            exists (select 1 from roles r where r.user_id = u.id and r.name = 'admin' and r.accepted_at is not null),
                            c.host
                       from users u
                       join volunteer_centers c on c.id = u.volunteer_center_id
                      where u.email = ?1",
                )?
                .query_row([&email], |row| {
                    Ok(Found {
                        user_id: row.get(0)?,
                        password_hash: row.get(1)?,
                        status: row.get(2)?,
                        is_confirmed: row.get(3)?,
                        center_id: row.get(4)?,
                        is_admin: row.get(5)?,
                        center_host: row.get(6)?,
                    })
                })
                .optional()
                .map_err(Error::from)
        })
        .await?;
    // Counted before the password is tried: many tries at the same moment are as many.
    let attempts = door.write(move |tx, _| count_attempt(tx, keys)).await?;
    let hash = found.as_ref().and_then(|found| found.password_hash.clone());
    let is_right = door.app().hasher().verify(password, hash).await?;
    let found = found.filter(|_| is_right).ok_or(Code::InvalidCredentials)?;
    check(&found, door.asking())?;
    let agent = input
        .headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .map(str::to_owned);
    let user_id = found.user_id;
    let credentials = door
        .write(move |tx, _| {
            tx.execute("delete from attempts where key = ?1", [keys[0]])?;
            for attempt in attempts {
                tx.execute("delete from attempts where rowid = ?1", [attempt])?;
            }
            tx.execute(
                "update users set last_sign_in_at = ?2 where id = ?1",
                (user_id, tx.now()),
            )?;
            session::begin(tx, user_id, agent.as_deref())
        })
        .await?;
    answer(&door, user_id, &credentials, &input.headers).await
}

/// What only somebody with the right password is told.
fn check(found: &Found, asking: &Asking) -> Result<()> {
    match (found.status.as_str(), found.is_confirmed) {
        ("active", _) => {}
        ("inactive" | "invited", false) => return Err(Code::Unconfirmed.into()),
        _ => return Err(Code::AccountInactive.into()),
    }
    if found.center_id != asking.site.center_id && !found.is_admin {
        return Err(session::wrong_center(found.center_host.clone()));
    }
    Ok(())
}

/// Writes a try down as if it had failed, and gives the rows that a success takes back. 429 where there were too many.
fn count_attempt(tx: &Tx, keys: [[u8; 32]; 2]) -> Result<[i64; 2]> {
    let since = later(tx.now(), -FAILURES_WITHIN);
    let mut rows = [0; 2];
    for (key, row) in keys.iter().zip(&mut rows) {
        let failures: i64 = tx
            .prepare_cached("select count(*) from attempts where key = ?1 and at > ?2")?
            .query_row((key, &since), |row| row.get(0))?;
        if failures >= FAILURES {
            return Err(
                Error::from(Code::RateLimited).with("retry_after", FAILURES_WITHIN.as_secs())
            );
        }
        *row = tx
            .prepare_cached("insert into attempts (key, at) values (?1, ?2)")?
            .insert((key, tx.now()))?;
    }
    Ok(rows)
}

/// The user, and the credentials in headers. The app asks for a cookie: then the token is in it and nowhere else, so
/// that no script can read it.
async fn answer(
    door: &Unguarded<SignIn>,
    user_id: i64,
    credentials: &Credentials,
    headers: &HeaderMap,
) -> Result<Response> {
    let as_self = door.as_user::<User>(user_id).await?;
    let document = as_self
        .find(Id::new(user_id), Query::parse("include=roles"))
        .await?;
    let mut response = document.into_response();
    let wants_cookie = headers
        .get("app-session")
        .is_some_and(|wanted| wanted == "cookie");
    let out = response.headers_mut();
    if wants_cookie {
        set(
            out,
            SET_COOKIE,
            &cookie(&credentials.token, &door.asking().site, 90 * 24 * 3600),
        );
    } else {
        set(
            out,
            HeaderName::from_static("access-token"),
            &credentials.token,
        );
    }
    set(out, HeaderName::from_static("client"), &credentials.client);
    set(out, HeaderName::from_static("uid"), &credentials.uid);
    set(
        out,
        HeaderName::from_static("expiry"),
        &credentials.expiry.to_string(),
    );
    set(out, HeaderName::from_static("token-type"), "Bearer");
    Ok(response)
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn cookie(token: &str, site: &Site, seconds: u32) -> String {
    let secure = if site.is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// Ends the session on the server; the cookie goes in any case.
async fn sign_out(door: Unguarded<SignOut>, (): (), _: Input<()>) -> Result<Response> {
    if let Some(who) = &door.asking().who {
        let session_id = who.session_id;
        door.write(move |tx, _| session::end(tx, session_id))
            .await?;
    }
    let mut response = Answer::empty().into_response();
    set(
        response.headers_mut(),
        SET_COOKIE,
        &cookie("", &door.asking().site, 0),
    );
    Ok(response)
}

async fn validate_token(
    access: Access<User, action::Update>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.asking().user_id().ok_or(Code::NotSignedIn)?;
    access
        .reading()?
        .find(Id::new(user_id), Query::parse("include=roles"))
        .await
}
