//! What some sessions may not do. This is the one place where it is enforced, for every door at once: a call that is
//! not named here is closed to a session that lacks its second factor, and to an admin who is signed in as somebody,
//! also one that is added tomorrow.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;

use super::session::Principal;
use crate::error::{Code, Error, Result};
use crate::policy::Verb::{
    self, Approve, Belong, Create, Decide, Delete, Favorite, Govern, Manage, Oversee, ReadContact,
    Update, Withdraw,
};

/// What a session may call that still lacks its second factor: look at itself, prove the factor, end.
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

/// What an admin may who is signed in as somebody: see what the person sees, and do their work. All else is closed: how
/// the person gets in, who they are here and who others are, what they decided about their data, what is written to them
/// or in their name, and what takes a leave that was given to the person alone (docs/domain/rights.md#impersonation).
#[rustfmt::skip]
const AS_ANOTHER_MAY: &[(&str, &str)] = &[
    // Looks whether the session holds, and ends it.
    ("GET", "/auth/validate_token"),
    ("GET", "/auth/second_factor"),
    ("DELETE", "/auth/sign_out"),
    ("DELETE", "/api/v1/sign_in_as_user"),
    // The person: what they see of themselves, and what they set that opens nothing.
    ("GET", "/api/v1/current_user"),
    ("PATCH", "/api/v1/current_user"),
    ("GET", "/api/v1/current_organization"),
    ("GET", "/api/v1/current_organizations"),
    ("GET", "/api/v1/sessions"),
    ("GET", "/api/v1/audit_events"),
    ("GET", "/api/v1/consents"),
    ("GET", "/api/v1/notification_preferences"),
    ("PATCH", "/api/v1/notification_preferences"),
    // How many wait, not what they say: they quote what was written to the person.
    ("GET", "/api/v1/notifications/unread_count"),
    // The centre, its lists and its looks.
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
    // Organisations; but not who belongs to them, nor a new one, which makes its founder a manager.
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
    // People: to look at.
    ("GET", "/api/v1/users"),
    ("GET", "/api/v1/users/{id}"),
    ("GET", "/api/v1/users/{id}/history"),
    ("GET", "/api/v1/roles"),
    ("GET", "/api/v1/role_invitations"),
    ("GET", "/api/v1/role_invitations/{id}"),
    ("GET", "/api/v1/student_links"),
    ("GET", "/api/v1/student_links/{id}"),
    // Notes of the back office are signed: to look at.
    ("GET", "/api/v1/applications/{id}/internal_notes"),
    ("GET", "/api/v1/organizations/{id}/internal_notes"),
    ("GET", "/api/v1/users/{id}/internal_notes"),
    ("GET", "/api/v1/vacancies/{id}/internal_notes"),
    // Files of people: which there are, not what is in them.
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

/// What such an admin does not see: what people wrote to each other (docs/domain/rights.md#impersonation).
const HIDDEN_AS_ANOTHER: &[(&str, &str)] =
    &[("applications", "message"), ("applications", "reason_text")];

/// What such an admin may set of the person whom they are signed in as; who that is and how they are reached is theirs.
const SETTABLE_AS_ANOTHER: &[&str] = &[
    "job_title",
    "locale",
    "digest_days",
    "color_mode",
    "quiet_from",
    "quiet_until",
];

/// What such an admin is offered (a document's `can`, a list's too): the verbs whose calls stand above. All others would
/// be buttons that lead to a refusal. Nobody is offered for changing: that is `PATCH /current_user`, which is the
/// person's own account and no row of a list.
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

/// Whether an admin who is signed in as somebody is offered this; not where its calls are closed to them.
pub(in crate::app) fn is_offered(type_name: &str, verb: Verb) -> bool {
    OFFERED_AS_ANOTHER
        .iter()
        .any(|(of, verbs)| *of == type_name && verbs.contains(&verb))
}

/// Whether an admin who is signed in as somebody sees nothing of this field.
pub(in crate::app) fn hides(type_name: &str, field: &str) -> bool {
    HIDDEN_AS_ANOTHER.contains(&(type_name, field))
}

pub(in crate::app) fn hidden(type_name: &str) -> impl Iterator<Item = &'static str> {
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

/// What a request calls.
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

/// Refuses what this session may not. A request whose route is unknown is refused to both kinds.
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

/// True for a refusal of the kinds above, and for a session of another centre: who signs in anew or out is not held by
/// what the old session may not.
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
