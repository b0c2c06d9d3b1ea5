//! Role grants: who may grant and revoke which role, and where (docs/domain/rights.md#granting-roles). Data only, as
//! the rules are. Without a row there is no permission.

use super::Role::{self, Admin, CenterSuperuser, Mentor, OrganizationSuperuser};

/// Scope of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Tenant,
    Center,
    Organization,
}

/// Granter, roles, their scope, and which instances of it: SQL over `s`, the centre or organisation.
pub struct Grant(
    pub Role,
    pub &'static [&'static str],
    pub Over,
    pub &'static str,
);

/// The organisations in which the actor has this role, narrowed to the selected one.
macro_rules! mine {
    ($role:literal) => {
        concat!(
            "s.id in ",
            held!($role, "'organization', 'school'", not_deleted!()),
            " and (:organization_id is null or s.id = :organization_id)"
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

/// A mentor's row applies to new people only: mentors do not change existing users' roles
/// (docs/domain/rights.md#schools).
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
