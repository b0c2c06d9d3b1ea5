//! Conditions for access to the audit log: docs/domain/rights.md#audit-log.

use crate::policy::Role::{Admin, CenterSuperuser, OrganizationSuperuser, SignedIn};
use crate::policy::Rule;
use crate::policy::Verb::{Export, Read};
use crate::policy::{ALL, OWN_CENTER, OWN_CENTER_WITH_LEAVE, WITH_LEAVE};

/// A person's own events are what they did, and what happened to them and to their applications. Excluded: staff's
/// internal notes, which only the copy of their data includes, and their invitations of others, which would disclose
/// who has an account; a centre sees these among its own events. One rule each: every one has an index of its own.
const DONE_BY_ME: &str = concat!(
    "t.actor_id = :user_id and not (t.subject_type = 'users' and t.subject_id is not :user_id ",
    "and t.action in ('create', 'invite', 'offer_role', 'withdraw_role', 'archive_invited'))"
);
const ABOUT_ME: &str =
    "t.action not like '%_note' and t.subject_type = 'users' and t.subject_id = :user_id";
const ABOUT_MY_APPLICATIONS: &str = "t.action not like '%_note' and t.subject_type = 'applications' and t.subject_id in (select a.id from applications a where a.user_id = :user_id)";
const ABOUT_MY_REQUESTS: &str = "t.action not like '%_note' and t.subject_type = 'vacancies' and t.subject_id in (select v.id from vacancies v where v.asker_id = :user_id)";
/// Events of an organisation, its vacancies and the applications it received.
const ABOUT_MY_ORGANIZATIONS: &str = concat!(
    "t.action not like '%_note' and t.subject_type = 'organizations' and ",
    managed!("t.subject_id")
);
const ABOUT_THEIR_VACANCIES: &str = concat!(
    "t.action not like '%_note' and t.subject_type = 'vacancies' and t.subject_id in (select v.id from vacancies v where ",
    managed!("v.organization_id"),
    ")"
);
const ABOUT_THEIR_APPLICATIONS: &str = concat!(
    "t.action not like '%_note' and t.subject_type = 'applications' and t.subject_id in ",
    "(select a.id from applications a where a.is_held = 0 and ",
    managed!("a.organization_id"),
    ")"
);

#[rustfmt::skip]
pub const TRAIL: &[Rule] = &[
    Rule("audit_events", &[Read], &[SignedIn], DONE_BY_ME),
    Rule("audit_events", &[Read], &[SignedIn], ABOUT_ME),
    Rule("audit_events", &[Read], &[SignedIn], ABOUT_MY_APPLICATIONS),
    Rule("audit_events", &[Read], &[SignedIn], ABOUT_MY_REQUESTS),
    Rule("audit_events", &[Read, Export], &[OrganizationSuperuser], ABOUT_MY_ORGANIZATIONS),
    Rule("audit_events", &[Read, Export], &[OrganizationSuperuser], ABOUT_THEIR_VACANCIES),
    Rule("audit_events", &[Read, Export], &[OrganizationSuperuser], ABOUT_THEIR_APPLICATIONS),
    Rule("audit_events", &[Read], &[CenterSuperuser], OWN_CENTER),
    Rule("audit_events", &[Export], &[CenterSuperuser], OWN_CENTER_WITH_LEAVE),
    Rule("audit_events", &[Read], &[Admin], ALL),
    Rule("audit_events", &[Export], &[Admin], WITH_LEAVE),
];
