//! Who may give and take which role, and where (docs/domain/rights.md#granting-roles). Data only, as the rules are. No
//! row, no right.

use super::Role::{self, Admin, CenterSuperuser, Mentor, OrganizationSuperuser};

/// What a role is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Tenant,
    Center,
    Organization,
}

/// Giver, roles, what they are over, and which of those: SQL over `s`, the centre or the organisation.
pub struct Grant(
    pub Role,
    pub &'static [&'static str],
    pub Over,
    pub &'static str,
);

/// The organisations in which the asker has this role, narrowed to the chosen one.
macro_rules! mine {
    ($role:literal) => {
        concat!(
            "s.id in (select r.scope_id from roles r where r.user_id = :user_id and r.name = '",
            $role,
            "' and r.scope_type in ('organization', 'school') and r.accepted_at is not null ",
            "and (r.expires_at is null or r.expires_at > :now)) ",
            "and (:organization_id is null or s.id = :organization_id)"
        )
    };
}

const MANAGED: &str = mine!("organization_superuser");
const MANAGED_SCHOOL: &str = concat!(
    "s.organization_type = 'School' and ",
    mine!("organization_superuser")
);
const SCHOOL_OF_MENTOR: &str = concat!("s.organization_type = 'School' and ", mine!("mentor"));
const HERE: &str = "s.id = :center_id";
const OF_HERE: &str = "s.volunteer_center_id = :center_id";
const SCHOOL: &str = "s.organization_type = 'School'";
const SCHOOL_OF_HERE: &str =
    "s.organization_type = 'School' and s.volunteer_center_id = :center_id";

/// A mentor's row counts for people who are new: mentors change nobody's roles (docs/domain/rights.md#schools).
#[rustfmt::skip]
pub const GRANTS: &[Grant] = &[
    Grant(Mentor, &["student"], Over::Organization, SCHOOL_OF_MENTOR),
    Grant(OrganizationSuperuser, &["organization_superuser"], Over::Organization, MANAGED),
    Grant(OrganizationSuperuser, &["student", "mentor"], Over::Organization, MANAGED_SCHOOL),
    Grant(CenterSuperuser, &["organization_superuser"], Over::Organization, OF_HERE),
    Grant(CenterSuperuser, &["student", "mentor"], Over::Organization, SCHOOL_OF_HERE),
    Grant(CenterSuperuser, &["volunteer", "student", "mentor", "page_manager", "content_manager"], Over::Center, HERE),
    Grant(Admin, &["organization_superuser"], Over::Organization, "1"),
    Grant(Admin, &["student", "mentor"], Over::Organization, SCHOOL),
    Grant(Admin, &["volunteer", "student", "mentor", "page_manager", "content_manager", "center_superuser"], Over::Center, "1"),
    Grant(Admin, &["admin"], Over::Tenant, "1"),
];
