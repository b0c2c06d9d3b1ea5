//! Which people somebody's rights are about: conditions over `t`, a row of `users`, `roles` or `role_invitations`.

/// The organisations in which the asker has this role, narrowed to the chosen one.
macro_rules! where_i_am {
    ($role:literal) => {
        concat!(
            "(select r.scope_id from roles r where r.user_id = :user_id and r.name = '",
            $role,
            "' and r.scope_type in ('organization', 'school') and r.accepted_at is not null ",
            "and (r.expires_at is null or r.expires_at > :now) ",
            "and (:organization_id is null or r.scope_id = :organization_id))"
        )
    };
}

/// Who belongs to one of these. Whoever was asked is not seen before the yes, with an account or without: the
/// difference would tell who has one.
macro_rules! people_of {
    ($roles:literal, $scopes:expr) => {
        concat!(
            "(t.id in (select m.user_id from roles m where ",
            $roles,
            " and m.scope_type in ('organization', 'school') and m.accepted_at is not null and m.scope_id in ",
            $scopes,
            "))"
        )
    };
}

/// Not somebody of the centre's own rank or above (docs/domain/rights.md#rank).
macro_rules! lower {
    ($id:literal) => {
        concat!(
            "not exists (select 1 from roles h where h.user_id = ",
            $id,
            " and h.name in ('admin', 'center_superuser') and h.accepted_at is not null ",
            "and (h.expires_at is null or h.expires_at > :now))"
        )
    };
}

pub const MEMBERS: &str = people_of!("1", where_i_am!("organization_superuser"));
pub const OTHER_MEMBERS: &str = concat!(
    "t.id <> :user_id and ",
    people_of!("1", where_i_am!("organization_superuser"))
);
pub const STUDENTS: &str = people_of!("m.name = 'student'", where_i_am!("mentor"));
pub const OTHERS: &str = "t.id <> :user_id";
pub const OTHERS_OF_OWN_CENTER: &str = "t.volunteer_center_id = :center_id and t.id <> :user_id";
/// What who guides students may register them for.
pub const OPEN_TO_MENTORS: &str = concat!(
    "t.volunteer_center_id = :center_id and t.status = 'published' and exists ",
    where_i_am!("mentor")
);
pub const LOWER_OF_OWN_CENTER: &str = concat!(
    "t.volunteer_center_id = :center_id and t.id <> :user_id and ",
    lower!("t.id")
);
/// Who closed their own account opens it themselves, or asks an admin.
pub const REOPENED_BY_CENTER: &str = concat!(
    "t.volunteer_center_id = :center_id and t.id <> :user_id and coalesce(t.archive_reason, '') <> 'own_wish' and ",
    lower!("t.id")
);
/// Whoever belongs to an organisation may leave it; a student stays until the School lets go, as its mentors have a say
/// in what the student does (docs/domain/rights.md#schools).
pub const LEAVER: &str = "t.id = :user_id and exists (select 1 from roles r where r.user_id = t.id and r.name <> 'student' and r.scope_type in ('organization', 'school') and r.accepted_at is not null)";

/// Who was only asked is not shown by the role that waits for them either.
pub const ROLES_IN_MY_ORGANIZATIONS: &str = concat!(
    "t.accepted_at is not null and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser")
);
/// What was asked for an organisation, the same whether the address has an account or not: an invited account goes
/// ninety days after its last letter, so nobody's question is seen longer, and one taken back is seen no more.
pub const ASKED_FOR_MY_ORGANIZATIONS: &str = concat!(
    "t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser")
);
/// Of whom the asker knows who they are: the members.
pub const ASKED_OF_MY_MEMBERS: &str = concat!(
    "t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser"),
    " and exists (select 1 from roles m where m.user_id = t.user_id and m.scope_type in ('organization', 'school') ",
    "and m.accepted_at is not null and m.scope_id in ",
    where_i_am!("organization_superuser"),
    ")"
);
pub const ROLES_OF_MY_STUDENTS: &str = concat!(
    "t.accepted_at is not null and t.name = 'student' and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("mentor")
);
/// Who was asked to be a student of the School, by whichever mentor.
pub const ASKED_TO_BE_MY_STUDENTS: &str = concat!(
    "t.role = 'student' and t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("mentor")
);
pub const OFFERS_OF_OWN_CENTER: &str = "(t.scope_type = 'volunteer_center' and t.scope_id = :center_id) or (t.scope_type in ('organization', 'school') and exists (select 1 from organizations o where o.id = t.scope_id and o.volunteer_center_id = :center_id))";
pub const OFFERS_BELOW_OWN_RANK: &str = "t.role not in ('admin', 'center_superuser') and ((t.scope_type = 'volunteer_center' and t.scope_id = :center_id) or (t.scope_type in ('organization', 'school') and exists (select 1 from organizations o where o.id = t.scope_id and o.volunteer_center_id = :center_id)))";

/// What a mentor sees of applications: those of the students of the own School, and what waits there for a yes.
pub const OF_MY_STUDENTS: &str = concat!(
    "t.user_id <> :user_id and ((t.is_held = 1 and t.school_id in ",
    where_i_am!("mentor"),
    ") or t.user_id in (select m.user_id from roles m where m.name = 'student' and m.scope_type in ('organization', 'school') ",
    "and m.accepted_at is not null and m.scope_id in ",
    where_i_am!("mentor"),
    "))"
);
/// Nobody approves their own.
pub const TO_APPROVE_BY_ME: &str = concat!(
    "t.stage = 'mentor_review' and t.user_id <> :user_id and t.school_id in ",
    where_i_am!("mentor")
);

pub const LINKS_OF_MY_SCHOOLS: &str = concat!("t.organization_id in ", where_i_am!("mentor"));
pub const LINKED_TO_ME: &str = concat!(
    "t.mentor_id = :user_id and t.organization_id in ",
    where_i_am!("mentor")
);
pub const LINKS_IN_MY_SCHOOLS: &str = concat!(
    "t.organization_id in ",
    where_i_am!("organization_superuser")
);
pub const LINKS_OF_OWN_CENTER: &str = "exists (select 1 from organizations o where o.id = t.organization_id and o.volunteer_center_id = :center_id)";
