//! Conditions on people: over `t`, a row of `users`, `roles` or `role_invitations`.

/// The organisations in which the actor has this role, narrowed to the selected one; none that is deleted, or those
/// that meet another condition over `o`.
macro_rules! where_i_am {
    ($role:literal) => {
        where_i_am!($role, "o.status <> 'deleted'")
    };
    ($role:literal, $standing:literal) => {
        concat!(
            "(select r.scope_id from roles r join organizations o on o.id = r.scope_id and ",
            $standing,
            " where r.user_id = :user_id and r.name = '",
            $role,
            "' and r.scope_type in ('organization', 'school') and r.accepted_at is not null ",
            "and (r.expires_at is null or r.expires_at > :now) ",
            "and (:organization_id is null or r.scope_id = :organization_id))"
        )
    };
}

/// The members of these organisations. An invited person is not visible before accepting, with or without an account:
/// the difference would disclose who has one.
macro_rules! people_of {
    ($roles:expr, $scopes:expr) => {
        concat!(
            "(t.id in (select m.user_id from roles m where ",
            $roles,
            " and m.scope_type in ('organization', 'school') and m.accepted_at is not null and m.scope_id in ",
            $scopes,
            "))"
        )
    };
}

/// True of a student of a School whom the actor guides as a mentor; of each of its students where the School lets every
/// mentor see all of them.
macro_rules! guided {
    ($student:literal, $school:literal) => {
        concat!(
            "(exists (select 1 from organizations g where g.id = ",
            $school,
            " and g.mentors_see_all = 1) or exists (select 1 from student_links l where l.student_id = ",
            $student,
            " and l.organization_id = ",
            $school,
            " and l.mentor_id = :user_id))"
        )
    };
}

/// Users below the rank of the centre's staff (docs/domain/rights.md#rank).
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
/// Members of organisations in whose name something may go out.
pub const MEMBERS_OF_APPROVED: &str = people_of!(
    "1",
    where_i_am!("organization_superuser", "o.status = 'approved'")
);
pub const OTHER_MEMBERS: &str = concat!(
    "t.id <> :user_id and ",
    people_of!("1", where_i_am!("organization_superuser"))
);
pub const STUDENTS: &str = people_of!(
    concat!(
        "m.name = 'student' and ",
        guided!("m.user_id", "m.scope_id")
    ),
    where_i_am!("mentor")
);
pub const STUDENTS_OF_APPROVED: &str = people_of!(
    concat!(
        "m.name = 'student' and ",
        guided!("m.user_id", "m.scope_id")
    ),
    where_i_am!("mentor", "o.status = 'approved'")
);
pub const OTHERS: &str = "t.id <> :user_id";
pub const OTHERS_OF_OWN_CENTER: &str = "t.volunteer_center_id = :center_id and t.id <> :user_id";
/// Vacancies for which mentors may register their students.
pub const OPEN_TO_MENTORS: &str = concat!(
    "t.volunteer_center_id = :center_id and t.status = 'published' and exists ",
    where_i_am!("mentor", "o.status = 'approved'")
);
pub const LOWER_OF_OWN_CENTER: &str = concat!(
    "t.volunteer_center_id = :center_id and t.id <> :user_id and ",
    lower!("t.id")
);
/// Accounts that the centre may reopen. A person who closed their own account restores it themselves, or asks an
/// admin.
pub const REOPENED_BY_CENTER: &str = concat!(
    "t.volunteer_center_id = :center_id and t.id <> :user_id and coalesce(t.archive_reason, '') <> 'own_wish' and ",
    lower!("t.id")
);
/// Members may leave an organisation; a student stays until the School removes them, as its mentors decide about the
/// student's applications (docs/domain/rights.md#schools).
pub const LEAVER: &str = "t.id = :user_id and exists (select 1 from roles r where r.user_id = t.id and r.name <> 'student' and r.scope_type in ('organization', 'school') and r.accepted_at is not null)";

/// Roles in the actor's organisations, without unaccepted ones, which would disclose an invited person.
pub const ROLES_IN_MY_ORGANIZATIONS: &str = concat!(
    "t.accepted_at is not null and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser")
);
/// Invitations to the actor's organisations, whether or not the address has an account. An invited account is deleted
/// ninety days after its last email, so none is visible longer; a withdrawn invitation is not visible.
pub const ASKED_FOR_MY_ORGANIZATIONS: &str = concat!(
    "t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser")
);
/// The same, of organisations in whose name they may be sent again.
pub const ASKED_FOR_MY_APPROVED_ORGANIZATIONS: &str = concat!(
    "t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("organization_superuser", "o.status = 'approved'")
);
/// Invitations of people whom the actor knows already: the members.
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
    where_i_am!("mentor"),
    " and ",
    guided!("t.user_id", "t.scope_id")
);
/// Invitations of students to the School: the actor's own, and those of its other mentors where all see all students.
pub const ASKED_TO_BE_MY_STUDENTS: &str = concat!(
    "t.role = 'student' and t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("mentor"),
    " and (t.sent_by_id = :user_id or exists (select 1 from organizations g where g.id = t.scope_id and g.mentors_see_all = 1))"
);
pub const ASKED_TO_BE_MY_STUDENTS_OF_APPROVED: &str = concat!(
    "t.role = 'student' and t.state <> 'withdrawn' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-76 days') ",
    "and t.scope_type in ('organization', 'school') and t.scope_id in ",
    where_i_am!("mentor", "o.status = 'approved'"),
    " and (t.sent_by_id = :user_id or exists (select 1 from organizations g where g.id = t.scope_id and g.mentors_see_all = 1))"
);
pub const OFFERS_OF_OWN_CENTER: &str = "(t.scope_type = 'volunteer_center' and t.scope_id = :center_id) or (t.scope_type in ('organization', 'school') and exists (select 1 from organizations o where o.id = t.scope_id and o.volunteer_center_id = :center_id))";
pub const OFFERS_BELOW_OWN_RANK: &str = "t.role not in ('admin', 'center_superuser') and ((t.scope_type = 'volunteer_center' and t.scope_id = :center_id) or (t.scope_type in ('organization', 'school') and exists (select 1 from organizations o where o.id = t.scope_id and o.volunteer_center_id = :center_id)))";

/// Applications that a mentor sees: those of the students they guide, and those waiting for their approval.
pub const OF_MY_STUDENTS: &str = concat!(
    "t.user_id <> :user_id and ((t.is_held = 1 and t.school_id in ",
    where_i_am!("mentor"),
    " and ",
    guided!("t.user_id", "t.school_id"),
    ") or t.user_id in (select m.user_id from roles m where m.name = 'student' and m.scope_type in ('organization', 'school') ",
    "and m.accepted_at is not null and m.scope_id in ",
    where_i_am!("mentor"),
    " and ",
    guided!("m.user_id", "m.scope_id"),
    "))"
);
/// SQL over `t`: hours of the students whom a mentor guides.
macro_rules! hours_of_my_students {
    () => {
        concat!(
            "t.user_id <> :user_id and t.user_id in (select m.user_id from roles m where m.name = 'student' and m.scope_type in ('organization', 'school') ",
            "and m.accepted_at is not null and m.scope_id in ",
            where_i_am!("mentor"),
            " and ",
            guided!("m.user_id", "m.scope_id"),
            ")"
        )
    };
}
/// Hours of the students whom a mentor guides.
pub const HOURS_OF_MY_STUDENTS: &str = hours_of_my_students!();
/// The same, that nobody has confirmed yet.
pub const LOGGED_BY_MY_STUDENTS: &str =
    concat!("t.status = 'logged' and ", hours_of_my_students!());
/// Applications that the actor may approve; nobody approves their own.
pub const TO_APPROVE_BY_ME: &str = concat!(
    "t.stage = 'mentor_review' and t.user_id <> :user_id and t.school_id in ",
    where_i_am!("mentor"),
    " and ",
    guided!("t.user_id", "t.school_id")
);

pub const LINKS_OF_MY_STUDENTS: &str = concat!(
    "t.organization_id in ",
    where_i_am!("mentor"),
    " and ",
    guided!("t.student_id", "t.organization_id")
);
pub const LINKED_TO_ME: &str = concat!(
    "t.mentor_id = :user_id and t.organization_id in ",
    where_i_am!("mentor")
);
pub const LINKS_IN_MY_SCHOOLS: &str = concat!(
    "t.organization_id in ",
    where_i_am!("organization_superuser")
);
pub const LINKS_OF_OWN_CENTER: &str = "exists (select 1 from organizations o where o.id = t.organization_id and o.volunteer_center_id = :center_id)";
