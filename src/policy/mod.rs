//! Access policy: who may do what to which rows and fields. Data only; reviewed against docs/domain/rights.md#matrix.
//!
//! A rule consists of type, verbs, roles, and the rows to which it applies. Without a rule there is no permission.
//! Conditions are SQL over `t`, the row in question, with `:user_id`, `:center_id`, `:organization_id` (the selected
//! organisation: it narrows, never grants) and `:now`.

#[macro_use]
pub mod scopes;
mod actor;
#[cfg(test)]
mod examples;
pub mod grants;
pub mod key_scopes;
#[cfg(test)]
mod testing;

pub use crate::policy::actor::{Role, Verb};
pub use crate::policy::conditions::people::LOGGED_BY_MY_STUDENTS;

use crate::policy::conditions::people::{
    ASKED_FOR_MY_APPROVED_ORGANIZATIONS, ASKED_FOR_MY_ORGANIZATIONS, ASKED_OF_MY_MEMBERS,
    ASKED_TO_BE_MY_STUDENTS, ASKED_TO_BE_MY_STUDENTS_OF_APPROVED, LEAVER, LOWER_OF_OWN_CENTER,
    MEMBERS, MEMBERS_OF_APPROVED, OFFERS_BELOW_OWN_RANK, OFFERS_OF_OWN_CENTER, OPEN_TO_MENTORS,
    OTHER_MEMBERS, OTHERS, OTHERS_OF_OWN_CENTER, REOPENED_BY_CENTER, ROLES_IN_MY_ORGANIZATIONS,
    ROLES_OF_MY_STUDENTS, STUDENTS, STUDENTS_OF_APPROVED,
};

/// Type, verbs, roles, rows.
pub struct Rule(
    pub &'static str,
    pub &'static [Verb],
    pub &'static [Role],
    pub &'static str,
);

use Role::{
    Admin, Anyone, CenterSuperuser, ContentManager, Mentor, OrganizationSuperuser, PageManager,
    SignedIn,
};
use Verb::{
    AddRole, Answer, Approve, Archive, Belong, Create, Delete, Export, Favorite, Govern,
    Impersonate, Invite, List, Manage, Oversee, Own, Preview, Reactivate, Read, ReadContact,
    Receive, Register, RemoveRole, ResendConfirmation, See, Send, SignUp, Update, Withdraw,
};

const ALL: &str = "1";
const OWN: &str = "t.user_id = :user_id";
const OWN_CENTER: &str = "t.volunteer_center_id = :center_id";
/// Purged rows remain for counts only; nobody may see them. A site shows its own centre's rows, to admins too.
const OWN_CENTER_NOT_PURGED: &str = "t.purged_at is null and t.volunteer_center_id = :center_id";
const MINE: &str = "t.id = :user_id";
/// The actor has the export permission (docs/domain/rights.md#exports).
const WITH_LEAVE: &str = "(select l.can_export from users l where l.id = :user_id) = 1";
const OWN_CENTER_WITH_LEAVE: &str = "t.volunteer_center_id = :center_id and (select l.can_export from users l where l.id = :user_id) = 1";
/// The organisations that the actor manages, narrowed to the selected one; none that is deleted. Enough for reading and
/// for preparing; what goes out takes `managed_and_approved`.
macro_rules! managed {
    ($column:literal) => {
        managed!($column, not_deleted!())
    };
    ($column:literal, $standing:expr) => {
        concat!(
            $column,
            " in ",
            held!("organization_superuser", "'organization'", $standing),
            " and (:organization_id is null or ",
            $column,
            " = :organization_id)"
        )
    };
}

/// The managed organisations in whose name something may go out.
macro_rules! managed_and_approved {
    ($column:literal) => {
        managed!($column, approved!())
    };
}

pub mod conditions;

use crate::policy::conditions::applications::{APPLICATIONS, HOURS, PROOFS};
use crate::policy::conditions::lifecycle::is_restorable;
use crate::policy::conditions::{audit_log::TRAIL, content::CONTENT, conversations::CONVERSATIONS};

pub const OWN_ORGANIZATION: &str = managed!("t.organization_id");
/// The pages that were assigned to the actor.
#[cfg(test)]
const PUBLISH_ASSIGNED: &str = concat!(
    "t.deleted_at is null and t.id in ",
    held!("page_manager", "'page'")
);
const THIS_CENTER: &str = "t.id = :center_id";
/// The tenant's terms, and those of this centre alone.
const TERMS_OF_CENTER: &str =
    "(t.volunteer_center_id is null or t.volunteer_center_id = :center_id)";
/// A centre's own terms; where it is the tenant's only centre, the tenant's too.
const OWN_TERMS: &str = "(t.volunteer_center_id = :center_id or (t.volunteer_center_id is null and (select count(*) from volunteer_centers) = 1))";
const PROFILE_OF_THIS_CENTER: &str =
    "t.id = (select profile_id from volunteer_centers where id = :center_id)";

// ── Centres ─────────────────────────────────────────────────────────────────────────────────────────────────────────

#[rustfmt::skip]
const CENTERS: &[Rule] = &[
    Rule("volunteer_centers", &[Read], &[Anyone], ALL),
    Rule("volunteer_centers", &[Update, Preview], &[CenterSuperuser], THIS_CENTER),
    // One that is in use says what holds it: `volunteer_center/removal.rs`.
    Rule("volunteer_centers", &[Create, Update, Delete, Preview, Govern], &[Admin], ALL),
    Rule("volunteer_center_profiles", &[Read], &[Anyone], ALL),
    // A content manager edits the footer; the other fields need Oversee.
    Rule("volunteer_center_profiles", &[Update], &[ContentManager], PROFILE_OF_THIS_CENTER),
    Rule("volunteer_center_profiles", &[Update, Oversee], &[CenterSuperuser], PROFILE_OF_THIS_CENTER),
    Rule("volunteer_center_profiles", &[Update, Oversee], &[Admin], ALL),
    Rule("themes", &[Read], &[Anyone], ALL),
    Rule("themes", &[Update], &[CenterSuperuser], "t.id = (select theme_id from volunteer_centers where id = :center_id)"),
    Rule("themes", &[Update, Govern], &[Admin], ALL),
    Rule("tenant_settings", &[Read, Update], &[Admin], ALL),
    Rule("notification_templates", &[Read, Update], &[ContentManager, CenterSuperuser], OWN_CENTER),
    Rule("notification_templates", &[Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("notification_templates", &[Read, Update, Delete], &[Admin], ALL),
    Rule("search_synonyms", &[Read, Create, Update, Delete], &[ContentManager, CenterSuperuser], OWN_CENTER),
    Rule("search_synonyms", &[Read, Create, Update, Delete], &[Admin], ALL),
    Rule("year_reports", &[Read, Create, Update, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("year_reports", &[Read, Create, Update, Delete], &[Admin], ALL),
    Rule("changelog_entries", &[Read], &[SignedIn], "t.published = 1"),
    Rule("changelog_entries", &[Read, Create, Update, Delete], &[Admin], ALL),
    Rule("vacancy_sources", &[Read, Create, Update, Delete], &[Admin], ALL),
    Rule("taxonomies", &[Read], &[Anyone], TERMS_OF_CENTER),
    Rule("taxonomies", &[Create, Update, Delete], &[CenterSuperuser], OWN_TERMS),
    Rule("taxonomies", &[Create, Update, Delete, Govern], &[Admin], ALL),
];

// ── Organisations ───────────────────────────────────────────────────────────────────────────────────────────────────

/// The household of somebody who asks for help is nobody's organisation, and known to them alone.
const APPROVED: &str =
    "t.household_of_id is null and t.status = 'approved' and t.volunteer_center_id = :center_id";
const OWN_HOUSEHOLD: &str = "t.household_of_id = :user_id and t.status <> 'deleted'";
const CENTER_NOT_PURGED: &str =
    "t.household_of_id is null and t.purged_at is null and t.volunteer_center_id = :center_id";
const CENTER_WITH_LEAVE: &str = "t.household_of_id is null and t.volunteer_center_id = :center_id and (select l.can_export from users l where l.id = :user_id) = 1";
const MEMBER: &str = "t.status <> 'deleted' and t.id in (select scope_id from roles where user_id = :user_id and scope_type in ('organization', 'school') and accepted_at is not null and (expires_at is null or expires_at > :now))";
const CENTER_NOT_DELETED: &str =
    "t.household_of_id is null and t.status <> 'deleted' and t.volunteer_center_id = :center_id";
const OFFERED_TO_CENTER: &str =
    "t.move_to_id = :center_id and t.status in ('approved', 'archived')";
const MANAGED: &str = managed!("t.id");

/// Anyone but a student may register an organisation.
const PENDING_NOT_BY_STUDENT: &str = concat!(
    "t.status = 'pending' and t.volunteer_center_id = :center_id ",
    "and not exists (select 1 from roles r where r.user_id = :user_id and r.name = 'student' and r.accepted_at is not null)"
);
/// An address is as public as the row it belongs to: that of a neighbour's initiative awaiting approval is a home
/// address. Queried from the address, so that the index on its referrers is used instead of a scan of the centre's
/// vacancies.
const PUBLIC_ADDRESS: &str = concat!(
    "(exists (select 1 from organizations o where o.address_id = t.id and o.status = 'approved' and o.volunteer_center_id = :center_id) ",
    "or exists (select 1 from vacancies v where v.address_id = t.id and v.volunteer_center_id = :center_id and (v.status in ('published', 'filled') ",
    "or (v.status = 'expired' and v.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days')))) ",
    "or t.id in (select address_id from volunteer_centers))"
);
/// Home addresses are visible by city only; the coordinates are those of the postal code's four digits.
const NO_HOME: &str = "t.is_home = 0";
const OWN_ADDRESS: &str = concat!(
    "(exists (select 1 from organizations o where o.address_id = t.id and ",
    managed!("o.id"),
    ") or exists (select 1 from vacancies v where v.address_id = t.id and v.status <> 'deleted' and ",
    managed!("v.organization_id"),
    "))"
);
const OWN_HOME: &str = "exists (select 1 from vacancies v where v.address_id = t.id and v.asker_id = :user_id and v.status <> 'deleted')";
const WHERE_I_HELP: &str = "exists (select 1 from vacancies v join applications a on a.vacancy_id = v.id where v.address_id = t.id and v.asker_id is not null and v.status in ('published', 'filled') and a.user_id = :user_id and a.stage in ('accepted', 'started'))";
const CENTER_ADDRESS: &str = concat!(
    "(exists (select 1 from organizations o where o.address_id = t.id and o.volunteer_center_id = :center_id) ",
    "or exists (select 1 from vacancies v where v.address_id = t.id and v.volunteer_center_id = :center_id))"
);

const SENT_BY_ME: &str = "t.created_by_id = :user_id";

#[rustfmt::skip]
const ORGANIZATIONS: &[Rule] = &[
    Rule("organizations", &[Read], &[Anyone], APPROVED),
    Rule("organizations", &[SignUp], &[Anyone], PENDING_NOT_BY_STUDENT),
    Rule("organizations", &[Read, Belong], &[SignedIn], MEMBER),
    Rule("organizations", &[Read, Update, ReadContact, Manage], &[OrganizationSuperuser], MANAGED),
    Rule("organizations", &[Read, Update, ReadContact, Manage, Oversee, Approve, Delete], &[CenterSuperuser], CENTER_NOT_DELETED),
    Rule("organizations", &[Create], &[CenterSuperuser], OWN_CENTER),
    Rule("organizations", &[Read], &[SignedIn], OWN_HOUSEHOLD),
    Rule("organizations", &[Read, Update, ReadContact, Manage, Oversee, Approve, Delete, Govern], &[Admin], CENTER_NOT_PURGED),
    Rule("organizations", &[Create], &[Admin], ALL),
    Rule("organizations", &[Export], &[CenterSuperuser, Admin], CENTER_WITH_LEAVE),
    // The centre that another one asked to take it.
    Rule("organizations", &[Read, ReadContact, Receive], &[CenterSuperuser, Admin], OFFERED_TO_CENTER),
    Rule("organization_profiles", &[Read], &[Anyone], "exists (select 1 from organizations o where o.profile_id = t.id and o.status = 'approved' and o.volunteer_center_id = :center_id)"),
    Rule("organization_profiles", &[Read, Update], &[OrganizationSuperuser], concat!("exists (select 1 from organizations o where o.profile_id = t.id and ", managed!("o.id"), ")")),
    Rule("organization_profiles", &[Read, Update], &[CenterSuperuser], "exists (select 1 from organizations o where o.profile_id = t.id and o.volunteer_center_id = :center_id)"),
    Rule("organization_profiles", &[Read, Update], &[Admin], ALL),
    Rule("organization_suggestions", &[Create], &[Anyone], OWN_CENTER),
    Rule("organization_suggestions", &[Read, Update, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("organization_suggestions", &[Read, Update, Delete], &[Admin], ALL),
    Rule("uploads", &[Read, Delete], &[SignedIn], SENT_BY_ME),
    Rule("uploads", &[Create], &[SignedIn], "t.kind = 'avatar' and t.created_by_id = :user_id"),
    Rule("uploads", &[Create], &[OrganizationSuperuser], "t.kind in ('vacancy', 'organization_logo', 'organization_photo') and t.created_by_id = :user_id"),
    Rule("uploads", &[Create], &[PageManager], "t.kind in ('content', 'stock') and t.created_by_id = :user_id"),
    Rule("uploads", &[Read, Create, Update, Delete], &[ContentManager], "t.kind in ('content', 'document', 'stock') and t.volunteer_center_id = :center_id"),
    Rule("uploads", &[Read, Create, Update, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("uploads", &[Read, Create, Update, Delete], &[Admin], ALL),
    Rule("addresses", &[Read], &[Anyone], PUBLIC_ADDRESS),
    Rule("addresses", &[ReadContact], &[Anyone], NO_HOME),
    // Where somebody asks for help is told to who will help.
    Rule("addresses", &[Read, ReadContact], &[SignedIn], OWN_HOME),
    Rule("addresses", &[Read, ReadContact], &[SignedIn], WHERE_I_HELP),
    Rule("addresses", &[Read, ReadContact], &[OrganizationSuperuser], OWN_ADDRESS),
    Rule("addresses", &[Read, ReadContact], &[CenterSuperuser], CENTER_ADDRESS),
    Rule("addresses", &[Read, ReadContact], &[Admin], ALL),
];

// ── People ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Contact persons of something published, visible to anonymous visitors: name, and phone number if they show it.
const CONTACT_PERSON: &str = "exists (select 1 from vacancies v where v.contact_person_id = t.id and v.status in ('published', 'filled') and v.volunteer_center_id = :center_id)";
/// Phone numbers beside a vacancy that shows them: `:asked_vacancies` are the vacancies in the response that includes
/// the person. Empty elsewhere.
macro_rules! phone_shown {
    () => {
        "exists (select 1 from vacancies v where v.id in (select value from json_each(:asked_vacancies)) and v.contact_person_id = t.id and v.contact_phone_visible = 1 and v.status = 'published' and v.volunteer_center_id = :center_id)"
    };
}

/// SQL over `a`: applications that the actor's organisations may know of, until six months after they ended without a
/// place.
macro_rules! received {
    () => {
        concat!(
            "a.is_held = 0 and ",
            managed!("a.organization_id"),
            " and (a.stage not in ('rejected', 'withdrawn', 'closed') ",
            "or coalesce(a.closed_at, a.updated_at) > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-6 months'))"
        )
    };
}

/// People who applied to the actor's organisations.
const APPLICANTS: &str = concat!(
    "t.id in (select a.user_id from applications a where a.user_id is not null and ",
    received!(),
    ")"
);
/// Checks of people who have an application at an organisation of the actor: SQL over `t`.
macro_rules! checked_by {
    ($managed:expr) => {
        concat!(
            $managed,
            " and exists (select 1 from applications a where (a.user_id = t.user_id or (t.user_id is null and a.id = t.application_id)) ",
            "and a.organization_id = t.organization_id and ",
            received!(),
            ")"
        )
    };
}
const CHECKED_BY_US: &str = checked_by!(managed!("t.organization_id"));
/// Nobody confirms their own.
const CHECKED_BY_US_OF_OTHERS: &str = concat!(
    "t.user_id is not :user_id and ",
    checked_by!(managed_and_approved!("t.organization_id"))
);
const CHECKED_BY_US_APPROVED: &str = checked_by!(managed_and_approved!("t.organization_id"));
const CHECKED_AT_CENTER_OF_OTHERS: &str =
    "t.volunteer_center_id = :center_id and t.user_id is not :user_id";

/// The address and the number of an account, where the person gave the same with an application.
const EMAIL_SHARED: &str = concat!(
    "exists (select 1 from applications a where a.user_id = t.id and a.email = t.email and ",
    received!(),
    ")"
);
const PHONE_SHOWN_OR_SHARED: &str = concat!(
    phone_shown!(),
    " or exists (select 1 from applications a where a.user_id = t.id and a.phone_number = t.phone_number and ",
    received!(),
    ")"
);

/// Notifications not limited to email by their recipient.
const NOT_SWITCHED_OFF: &str =
    "t.user_id = :user_id and coalesce(json_extract(t.channel_state, '$.app'), '') <> 'off'";
/// Users whom an admin may impersonate: those who can sign in, except admins (docs/domain/rights.md#impersonation),
/// including invited ones.
const NOT_AN_ADMIN: &str = "t.status = 'active' and t.id is not :user_id and not exists (select 1 from roles r where r.user_id = t.id and r.name = 'admin')";
/// Sessions that have not ended: by expiry, by idle timeout (12 hours for superusers), or with the admin's session
/// behind them.
const LIVE_SESSION: &str = concat!(
    "t.user_id = :user_id and t.revoked_at is null and t.expires_at > :now ",
    "and t.used_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, iif(exists (select 1 from roles r where r.user_id = t.user_id ",
    "and r.name in ('admin', 'center_superuser', 'organization_superuser') and r.accepted_at is not null ",
    "and (r.expires_at is null or r.expires_at > :now)), '-12 hours', '-14 days')) ",
    "and (t.parent_session_id is null or exists (select 1 from sessions p where p.id = t.parent_session_id and p.revoked_at is null and p.expires_at > :now))"
);
/// People of this centre who want to be found, and said so in the last four months.
macro_rules! found_in_pool {
    () => {
        concat!(
            "t.visibility = 'visible' and t.visible_until > :now and t.user_id is not :user_id ",
            "and exists (select 1 from users u where u.id = t.user_id and +u.status = 'active' and (+u.volunteer_center_id = :center_id or exists (select 1 from shared_pools s where +s.center_id = :center_id and s.of_center_id = u.volunteer_center_id and t.elsewhere_consent_at >= s.since))) ",
            "and (select c.is_given from consents c where c.user_id = t.user_id and c.kind = 'pool' order by c.id desc limit 1) = 1"
        )
    };
}
const FOUND_IN_POOL: &str = found_in_pool!();
#[rustfmt::skip]
const FOUND_BY_ORGANIZATIONS: &str =
    concat!(found_in_pool!(), " and exists (select 1 from organizations o where ", managed_and_approved!("o.id"), ")");
/// Notes that their author may still edit: for a day.
const JUST_WRITTEN: &str =
    "t.author_id = :user_id and t.created_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-24 hours')";

#[rustfmt::skip]
const USERS: &[Rule] = &[
    Rule("users", &[Read], &[Anyone], CONTACT_PERSON),
    Rule("users", &[Read, See, Update, ReadContact, ResendConfirmation], &[SignedIn], MINE),
    Rule("users", &[Own], &[SignedIn], MINE),
    Rule("users", &[RemoveRole], &[SignedIn], LEAVER),
    Rule("users", &[Read, List, See, ReadContact, ResendConfirmation], &[Mentor], STUDENTS),
    Rule("users", &[Create, Invite], &[Mentor], STUDENTS_OF_APPROVED),
    Rule("users", &[Read, List, See, ReadContact, ResendConfirmation], &[OrganizationSuperuser], MEMBERS),
    Rule("users", &[Create, Invite], &[OrganizationSuperuser], MEMBERS_OF_APPROVED),
    // Who lists people stands among them.
    Rule("users", &[List], &[Mentor, OrganizationSuperuser, CenterSuperuser, Admin], MINE),
    // What they chose to share, and no more: see SIGHT_ALSO.
    Rule("users", &[Read, See], &[OrganizationSuperuser], APPLICANTS),
    Rule("users", &[AddRole, RemoveRole], &[OrganizationSuperuser], OTHER_MEMBERS),
    Rule("users", &[Read, List, See, ReadContact, Oversee, Create, Invite, ResendConfirmation], &[CenterSuperuser], OWN_CENTER),
    Rule("users", &[Update, Archive, AddRole, RemoveRole], &[CenterSuperuser], LOWER_OF_OWN_CENTER),
    Rule("users", &[Reactivate], &[CenterSuperuser], REOPENED_BY_CENTER),
    Rule("users", &[Read, List, See, ReadContact, Oversee, Create, Update, Invite, ResendConfirmation], &[Admin], ALL),
    // Nobody may grant themselves export permission (docs/domain/rights.md#exports).
    Rule("users", &[Govern], &[Admin], OTHERS),
    Rule("users", &[Archive, Reactivate, AddRole, RemoveRole], &[Admin], OTHERS),
    Rule("users", &[Register], &[Mentor], STUDENTS),
    Rule("users", &[Register], &[CenterSuperuser], OTHERS_OF_OWN_CENTER),
    Rule("users", &[Register], &[Admin], OTHERS),
    Rule("users", &[Export], &[CenterSuperuser], OWN_CENTER_WITH_LEAVE),
    Rule("users", &[Export], &[Admin], WITH_LEAVE),
    Rule("roles", &[Read], &[SignedIn], OWN),
    Rule("roles", &[Read], &[Mentor], ROLES_OF_MY_STUDENTS),
    Rule("roles", &[Read], &[OrganizationSuperuser], ROLES_IN_MY_ORGANIZATIONS),
    Rule("roles", &[Read], &[CenterSuperuser], "exists (select 1 from users u where u.id = t.user_id and u.volunteer_center_id = :center_id)"),
    Rule("roles", &[Read], &[Admin], ALL),
    Rule("role_invitations", &[Read, ReadContact, Answer], &[SignedIn], OWN),
    Rule("role_invitations", &[Read, Delete], &[Mentor], ASKED_TO_BE_MY_STUDENTS),
    Rule("role_invitations", &[Invite], &[Mentor], ASKED_TO_BE_MY_STUDENTS_OF_APPROVED),
    Rule("role_invitations", &[Read, Delete], &[OrganizationSuperuser], ASKED_FOR_MY_ORGANIZATIONS),
    Rule("role_invitations", &[Invite], &[OrganizationSuperuser], ASKED_FOR_MY_APPROVED_ORGANIZATIONS),
    Rule("role_invitations", &[ReadContact], &[OrganizationSuperuser], ASKED_OF_MY_MEMBERS),
    Rule("role_invitations", &[Read, ReadContact], &[CenterSuperuser], OFFERS_OF_OWN_CENTER),
    Rule("role_invitations", &[Delete, Invite], &[CenterSuperuser], OFFERS_BELOW_OWN_RANK),
    Rule("role_invitations", &[Read, ReadContact, Delete, Invite], &[Admin], ALL),
    Rule("notifications", &[Read, Update, Delete], &[SignedIn], NOT_SWITCHED_OFF),
    Rule("consents", &[Read, Create], &[SignedIn], OWN),
    Rule("saved_searches", &[Read, Create, Update, Delete], &[SignedIn], OWN),
    Rule("volunteer_profiles", &[Read, Update], &[SignedIn], OWN),
    Rule("volunteer_profiles", &[See], &[OrganizationSuperuser], FOUND_BY_ORGANIZATIONS),
    Rule("volunteer_profiles", &[See], &[CenterSuperuser, Admin], FOUND_IN_POOL),
    Rule("pool_shares", &[Read], &[CenterSuperuser, Admin], "t.volunteer_center_id = :center_id or t.with_center_id = :center_id"),
    Rule("pool_shares", &[Create, Delete], &[CenterSuperuser, Admin], OWN_CENTER),
    Rule("volunteer_profile_replies", &[Read, See, Answer], &[SignedIn], OWN),
    Rule("volunteer_profile_replies", &[Read, See], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("volunteer_profile_replies", &[Create], &[OrganizationSuperuser], managed_and_approved!("t.organization_id")),
    // That something was written, not what; on behalf of an organisation.
    Rule("volunteer_profile_replies", &[Read, Create], &[CenterSuperuser, Admin], OWN_CENTER),
    // Mentors see none. What another organisation saw is not shown.
    Rule("checks", &[Read, Answer], &[SignedIn], OWN),
    Rule("checks", &[Read], &[OrganizationSuperuser], CHECKED_BY_US),
    Rule("checks", &[Create, Manage], &[OrganizationSuperuser], CHECKED_BY_US_OF_OTHERS),
    Rule("checks", &[Export], &[OrganizationSuperuser], CHECKED_BY_US_APPROVED),
    Rule("checks", &[Read], &[CenterSuperuser, Admin], OWN_CENTER),
    Rule("checks", &[Create, Manage], &[CenterSuperuser, Admin], CHECKED_AT_CENTER_OF_OTHERS),
    Rule("checks", &[Export], &[CenterSuperuser, Admin], OWN_CENTER_WITH_LEAVE),
    Rule("users", &[Impersonate], &[Admin], NOT_AN_ADMIN),
    Rule("sessions", &[Read, Update, Delete], &[SignedIn], LIVE_SESSION),
    Rule("internal_notes", &[Read, Create], &[Mentor], "t.author_id = :user_id and t.subject_type = 'users' and t.subject_id <> :user_id"),
    Rule("internal_notes", &[Read, Create, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("internal_notes", &[Read, Create, Delete], &[Admin], ALL),
    Rule("internal_notes", &[Update], &[Mentor, CenterSuperuser, Admin], JUST_WRITTEN),
    Rule("exports", &[Read, Create, Delete], &[OrganizationSuperuser, CenterSuperuser, Admin], "t.created_by_id = :user_id"),
    Rule("imports", &[Read, Create, Update, Delete], &[Mentor], "t.created_by_id = :user_id and t.resource = 'users'"),
    Rule("imports", &[Read, Create, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("imports", &[Read, Create, Delete], &[Admin], ALL),
    // Whoever made one maps and runs it: its report says what is added with the rights of that person.
    Rule("imports", &[Update], &[CenterSuperuser, Admin], "t.created_by_id = :user_id"),
];

// ── Vacancies ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// The vacancies that anonymous visitors may read: published, filled, and for ninety days expired ones.
pub const PUBLISHED: &str = concat!(
    "t.volunteer_center_id = :center_id and (t.status in ('published', 'filled') or (t.status = 'expired' and t.expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days'))) and ",
    with_help!("t")
);
const OPEN: &str = concat!(
    "t.volunteer_center_id = :center_id and t.status = 'published' and ",
    with_help!("t")
);
const ASKED_BY_ME: &str = "t.asker_id = :user_id and t.status <> 'deleted' and t.purged_at is null";
const MY_NEW_REQUEST: &str = concat!("t.asker_id = :user_id and ", with_help!("t"));
const MY_DRAFTS: &str = "t.asker_id = :user_id and t.status = 'draft'";
const OWN_DRAFTS: &str = concat!("t.status = 'draft' and ", managed!("t.organization_id"));
const OF_OWN_CENTER: &str = "exists (select 1 from organizations o where o.id = t.organization_id and o.volunteer_center_id = :center_id)";
const OWN_AND_APPROVED: &str = concat!(
    "t.status <> 'deleted' and ",
    managed_and_approved!("t.organization_id")
);
const OWN_LIVING: &str = concat!("t.status <> 'deleted' and ", managed!("t.organization_id"));

#[rustfmt::skip]
const VACANCIES: &[Rule] = &[
    Rule("vacancies", &[Read], &[Anyone], PUBLISHED),
    Rule("vacancies", &[Favorite], &[SignedIn], OPEN),
    // What a person asks for themselves, where the centre has help between people.
    Rule("vacancies", &[Read, Update, ReadContact, Manage], &[SignedIn], ASKED_BY_ME),
    Rule("vacancies", &[Create], &[SignedIn], MY_NEW_REQUEST),
    Rule("vacancies", &[Delete], &[SignedIn], MY_DRAFTS),
    Rule("vacancies", &[Read, Update, ReadContact, Manage], &[OrganizationSuperuser], OWN_LIVING),
    Rule("vacancies", &[Create], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("vacancies", &[Delete], &[OrganizationSuperuser], OWN_DRAFTS),
    Rule("vacancies", &[Register], &[Mentor], OPEN_TO_MENTORS),
    Rule("vacancies", &[Register], &[OrganizationSuperuser], OWN_AND_APPROVED),
    Rule("vacancies", &[Register], &[CenterSuperuser, Admin], OWN_CENTER_NOT_PURGED),
    Rule("vacancies", &[Read, Update, ReadContact, Manage, Approve, Create, Delete, Oversee], &[CenterSuperuser], OWN_CENTER_NOT_PURGED),
    Rule("vacancies", &[Read, Update, ReadContact, Manage, Approve, Create, Delete, Oversee], &[Admin], OWN_CENTER_NOT_PURGED),
    Rule("vacancy_bulk_edits", &[Read, Create, Update], &[OrganizationSuperuser, CenterSuperuser, Admin], "t.created_by_id = :user_id"),
    Rule("vacancy_bulk_items", &[Read], &[OrganizationSuperuser, CenterSuperuser, Admin], "t.bulk_edit_id in (select e.id from vacancy_bulk_edits e where e.created_by_id = :user_id)"),
    Rule("vacancy_templates", &[Read, Create, Update, Delete], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("vacancy_templates", &[Read, Create, Update, Delete], &[CenterSuperuser, Admin], OF_OWN_CENTER),
];

/// SQL over an alias: an activity that the calendar of this centre shows to everybody. One that is over is shown for ninety
/// days.
macro_rules! shown_activity {
    ($activity:literal) => {
        concat!(
            $activity,
            ".volunteer_center_id = :center_id and ",
            $activity,
            ".only_for_organizations = 0 and ",
            in_calendar!($activity)
        )
    };
}
/// SQL over an alias: an activity that was published and was not deleted, of the centre or of an approved organisation.
macro_rules! in_calendar {
    ($activity:literal) => {
        concat!(
            $activity,
            ".status in ('published', 'full', 'running', 'finished', 'cancelled') and (",
            $activity,
            ".organization_id is null or exists (select 1 from organizations o where o.id = ",
            $activity,
            ".organization_id and o.status = 'approved'))"
        )
    };
}
pub const SHOWN_ACTIVITY: &str = shown_activity!("t");
/// Workshops are for those who manage an organisation of the centre.
const SHOWN_TO_ORGANIZATIONS: &str =
    concat!("t.volunteer_center_id = :center_id and ", in_calendar!("t"));
const ACTIVITIES_OF_CENTER: &str = "t.volunteer_center_id = :center_id and t.status <> 'deleted'";
const DELETED_ACTIVITIES: &str =
    concat!("t.volunteer_center_id = :center_id and ", is_restorable!());
const CENTERS_OWN_ACTIVITIES: &str =
    "t.organization_id is null and t.volunteer_center_id = :center_id";
/// SQL over `t`, a row of an activity.
macro_rules! of_activity {
    ($condition:expr) => {
        concat!(
            "exists (select 1 from activities a where a.id = t.activity_id and ",
            $condition,
            ")"
        )
    };
}
const DATES_OF_CENTER: &str =
    of_activity!("a.volunteer_center_id = :center_id and a.status <> 'deleted'");
const DATES_OF_MINE: &str = of_activity!(concat!(
    "a.status <> 'deleted' and ",
    managed!("a.organization_id")
));

#[rustfmt::skip]
const ACTIVITIES: &[Rule] = &[
    Rule("activities", &[Read], &[Anyone], SHOWN_ACTIVITY),
    Rule("activities", &[Read], &[OrganizationSuperuser], SHOWN_TO_ORGANIZATIONS),
    Rule("activities", &[Read, Update, ReadContact, Manage], &[OrganizationSuperuser], OWN_LIVING),
    Rule("activities", &[Create], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("activities", &[Delete], &[OrganizationSuperuser], OWN_DRAFTS),
    Rule("activities", &[Read, Update, ReadContact, Manage], &[ContentManager, CenterSuperuser, Admin], ACTIVITIES_OF_CENTER),
    Rule("activities", &[Create], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    Rule("activities", &[Delete], &[ContentManager], CENTERS_OWN_ACTIVITIES),
    Rule("activities", &[Approve, Delete], &[CenterSuperuser, Admin], ACTIVITIES_OF_CENTER),
    Rule("activities", &[Read, Approve], &[CenterSuperuser, Admin], DELETED_ACTIVITIES),
    Rule("activity_templates", &[Read, Create, Update, Delete], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("activity_templates", &[Read, Create, Update, Delete], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    Rule("activity_occurrences", &[Read], &[Anyone], of_activity!(shown_activity!("a"))),
    Rule("activity_occurrences", &[Read], &[OrganizationSuperuser], of_activity!(concat!("a.volunteer_center_id = :center_id and ", in_calendar!("a")))),
    Rule("activity_occurrences", &[Read, Manage], &[OrganizationSuperuser], DATES_OF_MINE),
    Rule("activity_occurrences", &[Read, Manage], &[ContentManager, CenterSuperuser, Admin], DATES_OF_CENTER),
];

/// Who signed up for what an organisation of the actor organises.
const SIGNED_UP_WITH_US: &str = of_activity!(managed!("a.organization_id"));
const SIGNED_UP_AT_CENTER: &str =
    of_activity!("a.volunteer_center_id = :center_id and a.status <> 'deleted'");
const SIGNED_UP_HERE: &str = of_activity!("a.volunteer_center_id = :center_id");

// Manage: check in, give a place, remove. Minors stand in the lists of who runs the activity and of the centre alone.
#[rustfmt::skip]
const ACTIVITY_REGISTRATIONS: &[Rule] = &[
    Rule("activity_registrations", &[Create], &[Anyone], SIGNED_UP_HERE),
    Rule("activity_registrations", &[Read, Withdraw], &[SignedIn], OWN),
    // Colleagues whom an organisation signed up.
    Rule("activity_registrations", &[Read, Withdraw], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("activity_registrations", &[Read, Manage], &[OrganizationSuperuser], SIGNED_UP_WITH_US),
    Rule("activity_registrations", &[Read, Manage], &[ContentManager, CenterSuperuser, Admin], SIGNED_UP_AT_CENTER),
    Rule("activity_messages", &[Read, Create], &[OrganizationSuperuser], SIGNED_UP_WITH_US),
    Rule("activity_messages", &[Read, Create], &[ContentManager, CenterSuperuser, Admin], SIGNED_UP_AT_CENTER),
];

const OWN_ORGANIZATION_UNANSWERED: &str = concat!(
    managed!("t.organization_id"),
    " and not exists (select 1 from form_submissions s where s.form_id = t.id)"
);
const OWN_CENTER_UNANSWERED: &str = "t.is_contact = 0 and t.volunteer_center_id = :center_id and not exists (select 1 from form_submissions s where s.form_id = t.id)";
const UNANSWERED: &str =
    "t.is_contact = 0 and not exists (select 1 from form_submissions s where s.form_id = t.id)";
const OWN_CENTER_NOT_CONFIDENTIAL: &str =
    "t.volunteer_center_id = :center_id and t.confidential = 0";
const ANSWERS_NOT_CONFIDENTIAL: &str = "t.volunteer_center_id = :center_id and exists (select 1 from forms f where f.id = t.form_id and f.confidential = 0)";

const OWN_APPROVED: &str = managed_and_approved!("t.organization_id");
/// Rows of the centre, and of its organisations those in whose name something may go out.
macro_rules! of_approved {
    ($condition:literal) => {
        concat!(
            $condition,
            " and (t.organization_id is null or exists (select 1 from organizations m where m.id = t.organization_id and ",
            approved!(),
            "))"
        )
    };
}

// Receive: see what was sent with a form. Send: write to people about it. Filling one in is guarded by its address (docs/domain/rights.md#forms).
#[rustfmt::skip]
const FORMS: &[Rule] = &[
    Rule("forms", &[Read, Create, Update, Manage, Receive, Oversee], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("forms", &[Send], &[OrganizationSuperuser], OWN_APPROVED),
    Rule("forms", &[Send], &[ContentManager, CenterSuperuser], of_approved!("t.volunteer_center_id = :center_id")),
    Rule("forms", &[Send], &[Admin], of_approved!("1")),
    Rule("forms", &[Delete], &[OrganizationSuperuser], OWN_ORGANIZATION_UNANSWERED),
    Rule("forms", &[Read, Create, Update, Manage], &[ContentManager, CenterSuperuser], OWN_CENTER),
    Rule("forms", &[Receive], &[ContentManager], OWN_CENTER_NOT_CONFIDENTIAL),
    Rule("forms", &[Receive, Oversee], &[CenterSuperuser], OWN_CENTER),
    Rule("forms", &[Delete], &[ContentManager, CenterSuperuser], OWN_CENTER_UNANSWERED),
    Rule("forms", &[Read, Create, Update, Manage, Receive, Oversee], &[Admin], ALL),
    Rule("forms", &[Delete], &[Admin], UNANSWERED),
    Rule("form_submissions", &[Read], &[SignedIn], OWN),
    Rule("form_submissions", &[Read, Update, Delete, Manage], &[OrganizationSuperuser], OWN_ORGANIZATION),
    Rule("form_submissions", &[Read, Update, Delete, Manage], &[ContentManager], ANSWERS_NOT_CONFIDENTIAL),
    Rule("form_submissions", &[Read, Update, Delete, Manage], &[CenterSuperuser], OWN_CENTER),
    Rule("form_submissions", &[Read, Update, Delete, Manage], &[Admin], ALL),
    Rule("form_submissions", &[Send], &[OrganizationSuperuser], OWN_APPROVED),
    Rule("form_submissions", &[Send], &[ContentManager], of_approved!("t.volunteer_center_id = :center_id and exists (select 1 from forms f where f.id = t.form_id and f.confidential = 0)")),
    Rule("form_submissions", &[Send], &[CenterSuperuser], of_approved!("t.volunteer_center_id = :center_id")),
    Rule("form_submissions", &[Send], &[Admin], of_approved!("1")),
];

/// True if a verb on a type is open to anonymous visitors.
pub fn is_open_to_anyone(type_name: &str, verb: &str) -> bool {
    AREAS.iter().flat_map(|area| area.iter()).any(|rule| {
        rule.0 == type_name
            && rule.1.iter().any(|known| known.as_str() == verb)
            && rule.2.contains(&Anyone)
    })
}

/// One list per area, in the order of docs/domain/rights.md#matrix.
pub const AREAS: &[&[Rule]] = &[
    CENTERS,
    conditions::places::PLACES,
    ORGANIZATIONS,
    USERS,
    VACANCIES,
    ACTIVITIES,
    ACTIVITY_REGISTRATIONS,
    APPLICATIONS,
    CONVERSATIONS,
    HOURS,
    PROOFS,
    FORMS,
    conditions::newsletter_subscribers::NEWSLETTER_SUBSCRIBERS,
    CONTENT,
    conditions::api_keys::API_KEYS,
    TRAIL,
    #[cfg(test)]
    testing::EXAMPLES,
    #[cfg(test)]
    examples::EXAMPLES,
];

/// Fields that need a further verb to *change*: nobody approves themselves, not even on registration.
#[rustfmt::skip]
pub const WRITE_TAKES: &[(&str, &str, Verb)] = &[
    ("volunteer_centers", "host", Govern),
    ("volunteer_centers", "hosts", Govern),
    ("volunteer_centers", "is_default", Govern),
    ("volunteer_centers", "peer_to_peer", Govern),
    ("volunteer_centers", "volunteer_profiles", Govern),
    ("volunteer_centers", "activities", Govern),
    ("volunteer_centers", "wording", Govern),
    ("volunteer_center_profiles", "website_logo_url", Oversee),
    ("volunteer_center_profiles", "website_logo_dark_mode_url", Oversee),
    ("volunteer_center_profiles", "favicon_url", Oversee),
    ("volunteer_center_profiles", "gtag_id", Oversee),
    ("volunteer_center_profiles", "primary_color", Oversee),
    ("volunteer_center_profiles", "secondary_color", Oversee),
    ("volunteer_center_profiles", "tertiary_color", Oversee),
    ("volunteer_center_profiles", "muted_color", Oversee),
    ("volunteer_center_profiles", "background_color", Oversee),
    ("volunteer_center_profiles", "text_color", Oversee),
    ("volunteer_center_profiles", "show_anbi_logo", Oversee),
    ("volunteer_center_profiles", "show_nov_logo", Oversee),
    ("volunteer_center_profiles", "contact_name", Oversee),
    ("volunteer_center_profiles", "contact_role", Oversee),
    ("volunteer_center_profiles", "contact_email", Oversee),
    ("volunteer_center_profiles", "contact_phone", Oversee),
    ("volunteer_center_profiles", "contact_photo_url", Oversee),
    ("volunteer_center_profiles", "contact_text", Oversee),
    ("volunteer_center_profiles", "contact_text_en", Oversee),
    ("themes", "allow_inactive_users", Govern),
    ("themes", "enable_moving_organizations", Govern),
    ("themes", "staging", Govern),
    ("taxonomies", "volunteer_center_id", Govern),
    ("organizations", "trusted", Oversee),
    ("organizations", "anbi", Oversee),
    ("organizations", "organization_type", Oversee),
    ("organizations", "volunteer_center_id", Govern),
    ("forms", "confidential", Oversee),
    ("pages", "slug", Oversee),
    ("users", "can_export", Govern),
    ("users", "color_mode", Own),
    ("users", "avatar_url", Own),
    ("users", "quiet_from", Own),
    ("users", "quiet_until", Own),
];

/// Fields that need a verb to *see*: omitted from the document otherwise.
#[rustfmt::skip]
pub const SIGHT_TAKES: &[(&str, &str, Verb)] = &[
    ("organizations", "mentor_approval", ReadContact),
    ("organizations", "mentors_see_all", ReadContact),
    ("organizations", "auto_confirms_hours", ReadContact),
    ("organizations", "requested_change", ReadContact),
    ("organizations", "change_requested_at", ReadContact),
    ("organizations", "move_to_id", ReadContact),
    ("organizations", "move_requested_at", ReadContact),
    ("organizations", "confirmation_asked_at", ReadContact),
    ("organizations", "waiting_days", ReadContact),
    ("organizations", "denial_reason", ReadContact),
    ("organizations", "denial_text", ReadContact),
    ("organizations", "trusted", ReadContact),
    ("organizations", "contact_name", ReadContact),
    ("addresses", "street", ReadContact),
    ("addresses", "house_number", ReadContact),
    ("addresses", "postal_code", ReadContact),
    ("users", "organization_id", ReadContact),
    ("users", "unconfirmed_email", ReadContact),
    ("users", "mail_stopped_at", ReadContact),
    ("users", "invited_at", ReadContact),
    ("users", "gender", ReadContact),
    ("users", "birth_date", ReadContact),
    ("users", "status", ReadContact),
    ("users", "locale", ReadContact),
    ("users", "digest_days", ReadContact),
    ("users", "color_mode", Own),
    ("users", "quiet_from", Own),
    ("users", "quiet_until", Own),
    ("users", "signup_method", ReadContact),
    ("users", "volunteer_center_id", ReadContact),
    ("users", "last_sign_in_at", ReadContact),
    ("users", "confirmed_at", ReadContact),
    ("users", "created_at", ReadContact),
    ("users", "can_export", ReadContact),
    ("role_invitations", "user_id", ReadContact),
    ("applications", "missing_checks", See),
    ("applications", "last_name", ReadContact),
    ("applications", "email", ReadContact),
    ("applications", "phone_number", ReadContact),
    ("applications", "applicant_experience", Oversee),
    ("applications", "asker_experience", Oversee),
    ("volunteer_profile_replies", "body", See),
    ("volunteer_profile_replies", "answer", See),
    ("volunteer_profile_replies", "person_phone", See),
    ("volunteer_profile_replies", "person_email", See),
    ("form_submissions", "assignee_id", Manage),
    ("form_submissions", "note", Manage),
    ("vacancies", "asker_id", ReadContact),
    ("vacancies", "agrees_to_safety_rules", ReadContact),
    ("vacancies", "safety_rules_agreed_at", ReadContact),
    ("vacancies", "moderation_message", ReadContact),
    ("vacancies", "revision", ReadContact),
    ("vacancies", "revision_state", ReadContact),
    ("vacancies", "revision_message", ReadContact),
    ("vacancies", "is_reviewed", ReadContact),
    ("vacancies", "applications_count", ReadContact),
    ("vacancies", "new_applications_count", ReadContact),
    ("vacancies", "waiting_days", ReadContact),
    ("vacancies", "places_taken", ReadContact),
    ("vacancies", "view_count", ReadContact),
    ("vacancies", "publish_after_approval", ReadContact),
    ("activities", "moderation_message", ReadContact),
    ("activities", "revision", ReadContact),
    ("activities", "revision_state", ReadContact),
    ("activities", "revision_message", ReadContact),
    ("activities", "moderation_state", ReadContact),
    ("activities", "is_reviewed", ReadContact),
    ("activities", "online_url", ReadContact),
    ("activities", "minimum_participants", ReadContact),
    ("activities", "minimum_on", ReadContact),
];

/// Fields with a visibility condition of their own besides the verb's: the phone number of a contact person who shows
/// it, what an applicant shared with an organisation of the actor, and how an organisation chose to be reached.
#[rustfmt::skip]
pub const SIGHT_ALSO: &[(&str, &str, Verb, &str)] = &[
    ("users", "phone_number", ReadContact, PHONE_SHOWN_OR_SHARED),
    ("users", "email", ReadContact, EMAIL_SHARED),
    // What an organisation chose to show.
    ("organizations", "email", ReadContact, "t.show_email = 1"),
    ("organizations", "phone_number", ReadContact, "t.show_phone_number = 1"),
    ("organizations", "website", ReadContact, "t.show_website = 1"),
];
