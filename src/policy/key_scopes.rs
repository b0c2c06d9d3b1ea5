//! Scopes of API keys: which calls each opens, and the role that it gives on them (docs/domain/rights.md#api-keys). Data
//! only. A call that no scope of a key lists is refused before it is routed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::policy::Role;
use crate::text_enum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeyScope {
    /// Read what visitors read.
    ReadPublic,
    /// Read vacancies and applications of the key's organisation.
    ReadOrganization,
    /// Create and change vacancies of the key's organisation.
    WriteVacancies,
}

text_enum!(KeyScope {
    ReadPublic = "read_public",
    ReadOrganization = "read_organization",
    WriteVacancies = "write_vacancies",
});

/// Method and path of a call; `{id}` stands for a number.
pub type Call = (&'static str, &'static str);

impl KeyScope {
    /// The role on rows of the key's organisation.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::ReadPublic => None,
            Self::ReadOrganization => Some(Role::KeyReader),
            Self::WriteVacancies => Some(Role::KeyWriter),
        }
    }

    /// True if it is about one organisation, which the key names.
    pub const fn needs_organization(self) -> bool {
        self.role().is_some()
    }

    pub const fn calls(self) -> &'static [Call] {
        match self {
            Self::ReadPublic => PUBLIC,
            Self::ReadOrganization => ORGANIZATION,
            Self::WriteVacancies => VACANCIES,
        }
    }

    /// True if the scope opens this call.
    pub fn opens(self, method: &str, path: &str) -> bool {
        let method = if method == "HEAD" { "GET" } else { method };
        let mut calls = self.calls().iter();
        calls.any(|(known, template)| *known == method && fits(template, path))
    }
}

const PUBLIC: &[Call] = &[
    ("GET", "/api/v1/vacancies"),
    ("GET", "/api/v1/vacancies/facets"),
    ("GET", "/api/v1/vacancies/{id}"),
    ("GET", "/api/v1/organizations"),
    ("GET", "/api/v1/organizations/{id}"),
    ("GET", "/api/v1/activities"),
    ("GET", "/api/v1/activities/{id}"),
    ("GET", "/api/v1/activity_occurrences"),
    ("GET", "/api/v1/taxonomies"),
    ("GET", "/api/v1/volunteer_centers"),
    ("GET", "/api/v1/volunteer_centers/{id}"),
];

const ORGANIZATION: &[Call] = &[
    ("GET", "/api/v1/vacancies"),
    ("GET", "/api/v1/vacancies/{id}"),
    ("GET", "/api/v1/applications"),
    ("GET", "/api/v1/applications/{id}"),
    ("GET", "/api/v1/organizations/{id}"),
];

const VACANCIES: &[Call] = &[
    ("GET", "/api/v1/vacancies"),
    ("GET", "/api/v1/vacancies/{id}"),
    ("GET", "/api/v1/organizations/{id}"),
    ("GET", "/api/v1/taxonomies"),
    ("POST", "/api/v1/vacancies"),
    ("PATCH", "/api/v1/vacancies/{id}"),
    ("PUT", "/api/v1/vacancies/{id}"),
    ("DELETE", "/api/v1/vacancies/{id}"),
    ("PUT", "/api/v1/vacancies/{id}/transition"),
];

/// Only digits stand for `{id}`: `/vacancies/recommended` is another call than `/vacancies/{id}`.
fn fits(template: &str, path: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some("{id}"), Some(part)) if is_number(part) => {}
            (Some("{id}"), _) => return false,
            (Some(wanted), Some(part)) if wanted == part => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_opens_the_calls_that_it_lists_and_no_other() {
        let opens = |method, path| KeyScope::WriteVacancies.opens(method, path);
        assert!(opens("PATCH", "/api/v1/vacancies/12"));
        assert!(opens("HEAD", "/api/v1/vacancies"));
        for (method, path) in [
            ("PATCH", "/api/v1/vacancies"),
            ("PATCH", "/api/v1/vacancies/"),
            ("PATCH", "/api/v1/vacancies/12/"),
            ("PATCH", "/api/v1/vacancies/bulk"),
            ("PATCH", "/api/v1/vacancies/{id}"),
            ("PATCH", "/api/v1/vacancies/1%32"),
            ("GET", "/api/v1/vacancies/recommended"),
            ("GET", "/api/v1/applications"),
            ("POST", "/api/v1/vacancies/12"),
            ("GET", "//api/v1/vacancies"),
        ] {
            assert!(!opens(method, path), "{method} {path}");
        }
    }
}
