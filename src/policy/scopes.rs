//! Scopes of roles: which role a row of the table of roles gives, and where it is in force. A role over a centre is a
//! role there and nowhere else; a role over a page, an organisation or a school reaches rows through the conditions
//! of the rules, with `held!`.

use crate::policy::Role;

/// SQL: the ids of the scopes in which the actor has a role, accepted and not expired. With a third argument, of the
/// organisations that meet that condition over `m`: `NOT_DELETED` or `APPROVED` below.
macro_rules! held {
    ($role:literal, $scopes:literal, $standing:expr) => {
        concat!(
            "(select r.scope_id from roles r join organizations m on m.id = r.scope_id and ",
            $standing,
            " where r.user_id = :user_id and r.name = '",
            $role,
            "' and r.scope_type in (",
            $scopes,
            ") and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now))"
        )
    };
    ($role:literal, $scopes:literal) => {
        concat!(
            "(select r.scope_id from roles r where r.user_id = :user_id and r.name = '",
            $role,
            "' and r.scope_type in (",
            $scopes,
            ") and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now))"
        )
    };
}

/// SQL over `m`, an organisation whose managers prepare what they want and read what they have: every one that is not
/// deleted.
macro_rules! not_deleted {
    () => {
        "m.status <> 'deleted'"
    };
}

/// SQL over `m`, an organisation in whose name something goes out: pages, forms, invitations, mail, conversations.
/// Nothing does of one that is pending, denied, archived or deleted.
macro_rules! approved {
    () => {
        "m.status = 'approved'"
    };
}

/// SQL: a vacancy of an organisation, or a request for help at a centre that has help between people switched on.
#[macro_export]
macro_rules! with_help {
    ($vacancy:literal) => {
        concat!(
            "(",
            $vacancy,
            ".asker_id is null or exists (select 1 from tenant_settings s left join volunteer_centers c on c.id = ",
            $vacancy,
            ".volunteer_center_id where s.id = 1 and coalesce(c.peer_to_peer, s.peer_to_peer) = 1))"
        )
    };
}

/// The role that a row gives at a centre; `None` if it is not in force there or its scope does not fit its name.
pub fn in_force(name: &str, scope: (&str, i64), center_id: i64) -> Option<Role> {
    let role = Role::parse(name)?;
    let (scope_type, scope_id) = scope;
    match (role, scope_type) {
        (Role::Admin, "tenant") => Some(role),
        (Role::Admin, _) => None,
        (_, "volunteer_center") => (scope_id == center_id).then_some(role),
        (Role::OrganizationSuperuser | Role::Mentor | Role::Student, "organization" | "school") => {
            Some(role)
        }
        (Role::PageManager, "page") => Some(Role::AssignedPageManager),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_in_force_in_its_scope_alone() {
        let here = 1;
        for (name, scope, role) in [
            ("admin", ("tenant", 0), Some(Role::Admin)),
            ("admin", ("volunteer_center", 1), None),
            (
                "center_superuser",
                ("volunteer_center", 1),
                Some(Role::CenterSuperuser),
            ),
            ("center_superuser", ("volunteer_center", 2), None),
            ("center_superuser", ("organization", 1), None),
            ("center_superuser", ("tenant", 0), None),
            (
                "content_manager",
                ("volunteer_center", 1),
                Some(Role::ContentManager),
            ),
            ("content_manager", ("page", 1), None),
            (
                "page_manager",
                ("volunteer_center", 1),
                Some(Role::PageManager),
            ),
            ("page_manager", ("volunteer_center", 2), None),
            ("page_manager", ("page", 2), Some(Role::AssignedPageManager)),
            ("mentor", ("school", 7), Some(Role::Mentor)),
            ("student", ("organization", 7), Some(Role::Student)),
            (
                "organization_superuser",
                ("organization", 7),
                Some(Role::OrganizationSuperuser),
            ),
            ("organization_superuser", ("page", 7), None),
            ("volunteer", ("volunteer_center", 1), None),
        ] {
            assert_eq!(in_force(name, scope, here), role, "{name} {scope:?}");
        }
    }
}
