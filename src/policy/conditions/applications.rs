//! Conditions for applications, and for which mentor guides which student: docs/domain/rights.md#applications.

use super::people::{
    HOURS_OF_MY_STUDENTS, LINKED_TO_ME, LINKS_IN_MY_SCHOOLS, LINKS_OF_MY_STUDENTS,
    LINKS_OF_OWN_CENTER, OF_MY_STUDENTS, TO_APPROVE_BY_ME,
};
use crate::policy::Role::{
    Admin, Anyone, CenterSuperuser, Mentor, OrganizationSuperuser, SignedIn,
};
use crate::policy::Rule;
use crate::policy::Verb::{
    Answer, Approve, Create, Decide, Delete, Export, Oversee, Read, ReadContact, See, Update,
    Withdraw,
};
use crate::policy::{ALL, OWN, OWN_CENTER, OWN_CENTER_WITH_LEAVE, WITH_LEAVE};

const SENT_TO_US: &str = concat!("t.is_held = 0 and ", managed!("t.organization_id"));

/// The same, of an organisation in whose name something may go out.
const SENT_TO_US_APPROVED: &str = concat!(
    "t.is_held = 0 and ",
    managed_and_approved!("t.organization_id")
);

/// What was sent to somebody who asks for help.
const SENT_TO_ME: &str =
    "t.is_held = 0 and t.vacancy_id in (select v.id from vacancies v where v.asker_id = :user_id)";
/// The same, of whom they said yes to: only then they are told how to reach each other.
const ACCEPTED_BY_ME: &str = "t.is_held = 0 and t.stage in ('accepted', 'started', 'completed') and t.vacancy_id in (select v.id from vacancies v where v.asker_id = :user_id)";
const OF_CENTER_OR_ITS_ORGANIZATIONS: &str = "t.volunteer_center_id = :center_id or exists (select 1 from organizations o where o.id = t.organization_id and o.status <> 'deleted' and o.volunteer_center_id = :center_id)";

const OWN_HOURS_HERE: &str = "t.user_id = :user_id and t.volunteer_center_id = :center_id";
const HOURS_NOT_DECIDED: &str = "t.user_id = :user_id and t.source = 'own' and (t.status = 'logged' or (t.status = 'disputed' and t.reason_by = 'organization'))";
const HOURS_NOT_CONFIRMED: &str =
    "t.user_id = :user_id and t.source = 'own' and t.status in ('logged', 'disputed', 'refused')";
/// Hours at organisations of the actor. Nobody confirms their own.
const HOURS_WITH_US: &str = concat!(
    "t.user_id is not :user_id and ",
    managed_and_approved!("t.organization_id")
);
const HOURS_OF_OTHERS_HERE: &str =
    "t.user_id is not :user_id and t.volunteer_center_id = :center_id";

#[rustfmt::skip]
pub const HOURS: &[Rule] = &[
    Rule("hours_entries", &[Read, Answer], &[SignedIn], OWN),
    Rule("hours_entries", &[Create], &[SignedIn], OWN_HOURS_HERE),
    Rule("hours_entries", &[Update], &[SignedIn], HOURS_NOT_DECIDED),
    Rule("hours_entries", &[Delete], &[SignedIn], HOURS_NOT_CONFIRMED),
    Rule("hours_entries", &[Read, Approve], &[Mentor], HOURS_OF_MY_STUDENTS),
    Rule("hours_entries", &[Read], &[OrganizationSuperuser], managed!("t.organization_id")),
    Rule("hours_entries", &[Create, Approve], &[OrganizationSuperuser], HOURS_WITH_US),
    Rule("hours_entries", &[Read], &[CenterSuperuser, Admin], OWN_CENTER),
    Rule("hours_entries", &[Create, Approve], &[CenterSuperuser, Admin], HOURS_OF_OTHERS_HERE),
    Rule("hours_entries", &[Export], &[CenterSuperuser, Admin], OWN_CENTER_WITH_LEAVE),
];

#[rustfmt::skip]
pub const PROOFS: &[Rule] = &[
    Rule("proofs", &[Read, Create, Withdraw], &[SignedIn], OWN),
];

#[rustfmt::skip]
pub const APPLICATIONS: &[Rule] = &[
    Rule("applications", &[Create], &[Anyone], OWN_CENTER),
    Rule("applications", &[Read, Withdraw, ReadContact], &[SignedIn], OWN),
    // See: which checks are missing. A mentor does not.
    Rule("applications", &[See], &[SignedIn], OWN),
    Rule("applications", &[See], &[SignedIn], SENT_TO_ME),
    Rule("applications", &[See], &[OrganizationSuperuser], SENT_TO_US),
    Rule("applications", &[See], &[CenterSuperuser], OWN_CENTER),
    Rule("applications", &[See], &[Admin], ALL),
    Rule("applications", &[Read, ReadContact], &[Mentor], OF_MY_STUDENTS),
    Rule("applications", &[Approve], &[Mentor], TO_APPROVE_BY_ME),
    Rule("applications", &[Read, Decide], &[SignedIn], SENT_TO_ME),
    Rule("applications", &[ReadContact], &[SignedIn], ACCEPTED_BY_ME),
    Rule("applications", &[Read, ReadContact], &[OrganizationSuperuser], SENT_TO_US),
    Rule("applications", &[Decide], &[OrganizationSuperuser], SENT_TO_US_APPROVED),
    Rule("applications", &[Read, Approve, Decide, ReadContact, Oversee], &[CenterSuperuser], OWN_CENTER),
    Rule("applications", &[Read, Approve, Decide, ReadContact, Oversee], &[Admin], ALL),
    Rule("message_snippets", &[Read, Create, Update, Delete], &[OrganizationSuperuser], managed!("t.organization_id")),
    Rule("message_snippets", &[Read, Create, Update, Delete], &[CenterSuperuser, Admin], OF_CENTER_OR_ITS_ORGANIZATIONS),
    Rule("applications", &[Export], &[OrganizationSuperuser], SENT_TO_US_APPROVED),
    Rule("applications", &[Export], &[CenterSuperuser], OWN_CENTER_WITH_LEAVE),
    Rule("applications", &[Export], &[Admin], WITH_LEAVE),
    Rule("student_links", &[Read], &[SignedIn], "t.student_id = :user_id"),
    Rule("student_links", &[Read], &[Mentor], LINKS_OF_MY_STUDENTS),
    Rule("student_links", &[Create, Update, Delete], &[Mentor], LINKED_TO_ME),
    Rule("student_links", &[Read, Create, Update, Delete], &[OrganizationSuperuser], LINKS_IN_MY_SCHOOLS),
    Rule("student_links", &[Read, Create, Update, Delete], &[CenterSuperuser], LINKS_OF_OWN_CENTER),
    Rule("student_links", &[Read, Create, Update, Delete], &[Admin], ALL),
];
