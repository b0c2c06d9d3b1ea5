//! Endpoint allow-lists for restricted sessions, enforced here for every endpoint: an endpoint not listed here is
//! closed to sessions that lack their second factor and to impersonating admins. New endpoints are closed by default.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;

use super::session::Principal;
use crate::error::{Code, Error, Result};
use crate::policy::Verb::{
    self, Approve, Belong, Create, Decide, Delete, Favorite, Govern, Manage, Oversee, ReadContact,
    Update, Withdraw,
};

/// Endpoints open to a session that lacks its second factor: inspect it, verify the factor, end it.
#[rustfmt::skip]
const HALF_MAY: &[(&str, &str)] = &[
    ("GET", "/auth/validate_token"),
    ("DELETE", "/auth/sign_out"),
    ("GET", "/auth/second_factor"),
    ("POST", "/auth/second_factor"),
    ("PUT", "/auth/second_factor"),
    ("POST", "/auth/second_factor/passkeys/options"),
    ("POST", "/auth/second_factor/passkeys"),
    ("PUT", "/auth/second_factor/passkeys"),
];

/// Endpoints open to an impersonating admin: view what the user sees, and do their work. Closed: authentication,
/// identity and roles of anyone, decisions about the user's data, messages to them or in their name, and actions that
/// need consent given to the user alone (docs/domain/rights.md#impersonation).
#[rustfmt::skip]
const AS_ANOTHER_MAY: &[(&str, &str)] = &[
    // Inspect and end the session.
    ("GET", "/auth/validate_token"),
    ("GET", "/auth/second_factor"),
    ("DELETE", "/auth/sign_out"),
    ("DELETE", "/api/v1/sign_in_as_user"),
    // The user: what they see of themselves, and settings that grant nothing.
    ("GET", "/api/v1/current_user"),
    ("PATCH", "/api/v1/current_user"),
    ("GET", "/api/v1/current_organization"),
    ("GET", "/api/v1/current_organizations"),
    ("GET", "/api/v1/sessions"),
    ("GET", "/api/v1/audit_events"),
    ("GET", "/api/v1/consents"),
    ("GET", "/api/v1/notification_preferences"),
    ("PATCH", "/api/v1/notification_preferences"),
    // The count, not the contents: notifications quote messages to the user.
    ("GET", "/api/v1/notifications/unread_count"),
    // The centre, its lists and its branding.
    ("GET", "/api/v1/addresses/{id}"),
    ("GET", "/api/v1/locations"),
    ("GET", "/api/v1/taxonomies"),
    ("GET", "/api/v1/taxonomies/{id}"),
    ("POST", "/api/v1/taxonomies"),
    ("PATCH", "/api/v1/taxonomies/{id}"),
    ("PUT", "/api/v1/taxonomies/{id}"),
    ("DELETE", "/api/v1/taxonomies/{id}"),
    ("GET", "/api/v1/themes/{id}"),
    ("PATCH", "/api/v1/themes/{id}"),
    ("PUT", "/api/v1/themes/{id}"),
    ("GET", "/api/v1/volunteer_centers"),
    ("GET", "/api/v1/volunteer_centers/current"),
    ("GET", "/api/v1/volunteer_centers/{id}"),
    ("PATCH", "/api/v1/volunteer_centers/{id}"),
    ("PUT", "/api/v1/volunteer_centers/{id}"),
    ("GET", "/api/v1/volunteer_center_profiles/{id}"),
    ("PATCH", "/api/v1/volunteer_center_profiles/{id}"),
    ("PUT", "/api/v1/volunteer_center_profiles/{id}"),
    // Organisations; but not their members, nor creating one, which makes its founder a manager.
    ("GET", "/api/v1/organizations"),
    ("GET", "/api/v1/organizations/{id}"),
    ("PATCH", "/api/v1/organizations/{id}"),
    ("PUT", "/api/v1/organizations/{id}"),
    ("DELETE", "/api/v1/organizations/{id}"),
    ("PUT", "/api/v1/organizations/{id}/approve"),
    ("GET", "/api/v1/organizations/{id}/duplicates"),
    ("GET", "/api/v1/organizations/{id}/history"),
    ("GET", "/api/v1/organizations/{id}/members"),
    ("GET", "/api/v1/organization_profiles/{id}"),
    ("PATCH", "/api/v1/organization_profiles/{id}"),
    ("PUT", "/api/v1/organization_profiles/{id}"),
    // Users: read only.
    ("GET", "/api/v1/users"),
    ("GET", "/api/v1/users/{id}"),
    ("GET", "/api/v1/users/{id}/history"),
    ("GET", "/api/v1/roles"),
    ("GET", "/api/v1/role_invitations"),
    ("GET", "/api/v1/role_invitations/{id}"),
    ("GET", "/api/v1/student_links"),
    ("GET", "/api/v1/student_links/{id}"),
    // Internal notes carry their author's name: read only.
    ("GET", "/api/v1/applications/{id}/internal_notes"),
    ("GET", "/api/v1/organizations/{id}/internal_notes"),
    ("GET", "/api/v1/users/{id}/internal_notes"),
    ("GET", "/api/v1/vacancies/{id}/internal_notes"),
    // Exports: the list, not the files.
    ("GET", "/api/v1/exports"),
    ("GET", "/api/v1/exports/{id}"),
    ("GET", "/api/v1/imports"),
    ("GET", "/api/v1/imports/{id}"),
    // Vacancies and applications.
    ("GET", "/api/v1/vacancies"),
    ("GET", "/api/v1/vacancies/facets"),
    ("GET", "/api/v1/vacancies/{id}"),
    ("GET", "/api/v1/vacancies/{id}/history"),
    ("GET", "/api/v1/vacancies/{id}/similar"),
    ("POST", "/api/v1/vacancies"),
    ("PATCH", "/api/v1/vacancies/{id}"),
    ("PUT", "/api/v1/vacancies/{id}"),
    ("DELETE", "/api/v1/vacancies/{id}"),
    ("POST", "/api/v1/vacancies/{id}/duplicate"),
    ("PUT", "/api/v1/vacancies/{id}/moderate"),
    ("PUT", "/api/v1/vacancies/{id}/transition"),
    ("PUT", "/api/v1/vacancies/{id}/favorite"),
    ("DELETE", "/api/v1/vacancies/{id}/favorite"),
    ("GET", "/api/v1/applications"),
    ("GET", "/api/v1/applications/{id}"),
    ("GET", "/api/v1/applications/{id}/history"),
    ("PUT", "/api/v1/applications/{id}/transition"),
];

/// Fields hidden from an impersonating admin: messages between people (docs/domain/rights.md#impersonation).
const HIDDEN_AS_ANOTHER: &[(&str, &str)] =
    &[("applications", "message"), ("applications", "reason_text")];

/// Attributes of the impersonated user that the admin may set; identity and contact details are excluded.
const SETTABLE_AS_ANOTHER: &[&str] = &[
    "job_title",
    "locale",
    "digest_days",
    "color_mode",
    "quiet_from",
    "quiet_until",
];

/// Verbs offered to an impersonating admin (`can` of a document or list): those whose endpoints are open above, as
/// any other would be a button that leads to a refusal. Updating users is never offered: `PATCH /current_user` is the
/// user's own account, not a row of a list.
#[rustfmt::skip]
const OFFERED_AS_ANOTHER: &[(&str, &[Verb])] = &[
    ("applications", &[Withdraw, ReadContact, Approve, Decide]),
    ("organization_profiles", &[Update]),
    ("organizations", &[Belong, Update, ReadContact, Manage, Oversee, Approve, Delete, Govern]),
    ("taxonomies", &[Create, Update, Delete]),
    ("themes", &[Update, Govern]),
    ("users", &[ReadContact, Oversee]),
    ("vacancies", &[Create, Update, ReadContact, Manage, Approve, Delete, Oversee, Favorite]),
    ("volunteer_center_profiles", &[Update, Oversee]),
    ("volunteer_centers", &[Update, Govern]),
];

/// True if an impersonating admin is offered this verb.
pub(in crate::app) fn is_offered(type_name: &str, verb: Verb) -> bool {
    OFFERED_AS_ANOTHER
        .iter()
        .any(|(of, verbs)| *of == type_name && verbs.contains(&verb))
}

/// True if this field is hidden from an impersonating admin.
pub(in crate::app) fn hides(type_name: &str, field: &str) -> bool {
    HIDDEN_AS_ANOTHER.contains(&(type_name, field))
}

pub fn hidden(type_name: &str) -> impl Iterator<Item = &'static str> {
    HIDDEN_AS_ANOTHER
        .iter()
        .filter(move |(of, _)| *of == type_name)
        .map(|(_, field)| *field)
}

pub(in crate::app) fn is_settable(field: &str) -> bool {
    SETTABLE_AS_ANOTHER.contains(&field)
}

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

    fn is_of(&self, list: &[(&str, &str)]) -> bool {
        let path = self.path.as_ref();
        path.is_some_and(|path| list.contains(&(self.method.as_str(), path.as_str())))
    }
}

/// Refuses endpoints that are closed to this session. A request without a known route is refused to both kinds.
pub(in crate::app) fn admit(principal: &Principal, call: &Call) -> Result<()> {
    if principal.factor.is_missing() && !call.is_of(HALF_MAY) {
        return Err(second_factor_needed(principal));
    }
    if principal.impersonation.is_some() && !call.is_of(AS_ANOTHER_MAY) {
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
                    .is_some_and(|reason| reason == "impersonating")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::policy::AREAS;

    #[test]
    fn what_is_open_is_there() {
        let described: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        for list in [HALF_MAY, AS_ANOTHER_MAY] {
            for (method, path) in list {
                assert!(
                    described["paths"][path][method.to_lowercase()].is_object(),
                    "{method} {path} is no operation"
                );
            }
            let names: BTreeSet<_> = list.iter().collect();
            assert_eq!(names.len(), list.len(), "each stands once in its list");
        }
    }

    #[test]
    fn what_is_offered_is_somebodys_right() {
        for (type_name, verbs) in OFFERED_AS_ANOTHER {
            for verb in *verbs {
                let is_ruled = AREAS
                    .iter()
                    .flat_map(|area| area.iter())
                    .any(|rule| rule.0 == *type_name && rule.1.contains(verb));
                assert!(is_ruled, "{} of {type_name}", verb.as_str());
            }
        }
    }
}
