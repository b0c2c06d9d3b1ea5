//! Endpoint allow-lists for restricted sessions, enforced here for every endpoint: one that no resource lists
//! (`Resource::SESSION_ACCESS`) is closed to sessions that lack their second factor and to impersonating admins. New
//! endpoints are closed by default. A session of an inactive account, where the centre lets those in, reads only.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;

use super::session::Principal;
use crate::error::{Code, Error, Result};
use crate::jsonapi::schema::facts::{ResourceSet, SessionAccess};
use crate::jsonapi::{Resource, Table};
use crate::policy::Verb;

/// True if an impersonating admin is offered this verb.
pub(in crate::app) fn is_offered(resources: &ResourceSet, type_name: &str, verb: Verb) -> bool {
    access(resources, type_name).offers(verb)
}

/// The fields of a type that are hidden from an impersonating admin.
pub(in crate::app) fn hidden(resources: &ResourceSet, type_name: &str) -> &'static [&'static str] {
    access(resources, type_name).hidden
}

/// True if an impersonating admin may set this attribute of the user.
pub(in crate::app) fn is_settable<R: Resource>(field: &str) -> bool {
    R::SESSION_ACCESS.settable.contains(&field)
}

fn access(resources: &ResourceSet, type_name: &str) -> SessionAccess {
    let table = resources.named(type_name);
    table.map_or(SessionAccess::CLOSED, |table| table.session_access)
}

/// Why a session of an inactive account is refused; the error's text says what to do.
const INACTIVE: &str = "inactive";

pub(in crate::app) fn refusal() -> Error {
    Error::from(Code::Forbidden).with("reason", "impersonating")
}

/// The endpoint that a request calls.
#[derive(Debug, Clone)]
pub(in crate::app) struct Call {
    method: Method,
    path: Option<MatchedPath>,
}

impl Call {
    pub(in crate::app) fn of(parts: &Parts) -> Self {
        Self {
            method: parts.method.clone(),
            path: parts.extensions.get::<MatchedPath>().cloned(),
        }
    }

    fn reads(&self) -> bool {
        self.path.is_some() && (self.method == Method::GET || self.method == Method::HEAD)
    }

    /// True if one of the resources opens the endpoint.
    fn is_in(&self, resources: &ResourceSet, opens: impl Fn(&Table, (&str, &str)) -> bool) -> bool {
        self.path.as_ref().is_some_and(|path| {
            let endpoint = (self.method.as_str(), path.as_str());
            resources.iter().any(|table| opens(table, endpoint))
        })
    }
}

/// Refuses endpoints that are closed to this session. A request without a known route is refused to both kinds.
pub(in crate::app) fn admit(
    principal: &Principal,
    call: &Call,
    resources: &ResourceSet,
) -> Result<()> {
    if principal.factor.is_missing()
        && !call.is_in(resources, |table, call| {
            table.session_access.half_signed_in.contains(&call)
        })
    {
        return Err(second_factor_needed(principal));
    }
    if principal.is_inactive
        && !call.reads()
        && !call.is_in(resources, |table, call| {
            table.session_access.inactive.contains(&call)
        })
    {
        return Err(Error::from(Code::Forbidden).with("reason", INACTIVE));
    }
    if principal.impersonation.is_some()
        && !call.is_in(resources, |table, call| {
            table
                .session_access
                .opens_to_impersonator(table.type_name, call)
        })
    {
        return Err(refusal());
    }
    Ok(())
}

fn second_factor_needed(principal: &Principal) -> Error {
    Error::from(Code::SecondFactorNeeded)
        .with("is_set_up", principal.factor.is_set_up)
        .with("methods", principal.factor.methods())
}

/// True for the refusals above, and for a session of another centre: they do not keep anyone from signing in again or
/// out.
pub(in crate::app) fn is_refusal(error: &Error) -> bool {
    match error {
        Error::Refused(refusal) => {
            matches!(refusal.code, Code::SecondFactorNeeded | Code::WrongCenter)
                || refusal
                    .meta
                    .get("reason")
                    .is_some_and(|reason| reason == "impersonating" || reason == INACTIVE)
        }
        _ => false,
    }
}
