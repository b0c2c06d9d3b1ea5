//! What waits and what is counted, by what somebody is here: SQL over the rows on which they have a verb.

use crate::policy::LOGGED_BY_MY_STUDENTS;
use crate::resources::check::AT_RISK;
use crate::resources::conversation::{
    UNREAD_BY_CENTER, UNREAD_BY_MENTOR, UNREAD_BY_ORGANIZATION, UNREAD_BY_PERSON,
};
use crate::resources::organization::QUIET;

/// Something to do: the rows that are counted, within those on which the actor has the verb.
pub struct Todo {
    pub key: &'static str,
    pub table: &'static str,
    /// None: the condition says it all.
    pub verb: Option<&'static str>,
    pub rows: &'static str,
    pub since: &'static str,
}

macro_rules! waiting {
    ($key:literal, $table:literal, $verb:expr, $since:literal, $rows:expr) => {
        Todo {
            key: $key,
            table: $table,
            verb: $verb,
            rows: $rows,
            since: $since,
        }
    };
}

macro_rules! open_stages {
    () => {
        "t.stage in ('mentor_review', 'new', 'in_contact', 'waitlisted')"
    };
}

#[rustfmt::skip]
pub const OWN: &[Todo] = &[
    waiting!("offered", "applications", None, "t.offer_expires_at", "t.user_id = :user_id and t.stage = 'offered'"),
    waiting!("open", "applications", None, "t.created_at", concat!("t.user_id = :user_id and ", open_stages!())),
    waiting!("accepted", "applications", None, "t.updated_at", "t.user_id = :user_id and t.stage in ('accepted', 'started')"),
    waiting!("help_offers", "applications", None, "t.created_at",
        "t.stage = 'new' and t.is_held = 0 and t.responded_at is null
         and t.vacancy_id in (select v.id from vacancies v where v.asker_id = :user_id and v.volunteer_center_id = :center_id)"),
    waiting!("help_needs_work", "vacancies", None, "t.updated_at",
        "t.asker_id = :user_id and t.volunteer_center_id = :center_id
         and ((t.status = 'draft' and t.moderation_state = 'needs_work') or t.revision_state = 'needs_work')"),
    waiting!("help_requests", "vacancies", None, "t.created_at",
        "t.asker_id = :user_id and t.volunteer_center_id = :center_id
         and (t.status = 'published' or (t.status = 'draft' and t.moderation_state in ('none', 'submitted')))"),
    waiting!("checks", "checks", None, "t.created_at", "t.user_id = :user_id and t.status = 'requested'"),
    waiting!("hours_questioned", "hours_entries", Some("answer"), "t.updated_at",
        "t.user_id = :user_id and t.status = 'disputed' and t.reason_by = 'organization'"),
    waiting!("unread", "conversations", Some("update"), "t.last_message_at", UNREAD_BY_PERSON),
    waiting!("saved", "favorites", None, "t.created_at",
        "t.user_id = :user_id and exists (select 1 from vacancies v where v.id = t.vacancy_id and v.status = 'published' and v.expires_at > :now and v.volunteer_center_id = :center_id)"),
];

/// Of the actor's own organisations: joined to the condition of the policy.
#[rustfmt::skip]
pub const ORGANIZATION: &[Todo] = &[
    waiting!("unanswered", "applications", Some("decide"), "coalesce(t.school_approved_at, t.created_at)",
        "t.is_held = 0 and t.stage = 'new' and t.responded_at is null"),
    waiting!("offered", "applications", Some("decide"), "t.offer_expires_at", "t.is_held = 0 and t.stage = 'offered'"),
    waiting!("hours", "hours_entries", Some("approve"), "t.waits_since", "t.status = 'logged'"),
    waiting!("unread", "conversations", Some("update"), "t.last_message_at", UNREAD_BY_ORGANIZATION),
    waiting!("checks", "checks", Some("manage"), "t.updated_at", "t.status = 'claimed'"),
    waiting!("checks_at_risk", "checks", Some("manage"), "t.valid_until", AT_RISK),
    waiting!("needs_work", "vacancies", Some("manage"), "t.updated_at",
        "(t.status = 'draft' and t.moderation_state = 'needs_work') or t.revision_state = 'needs_work'"),
    waiting!("expiring", "vacancies", Some("manage"), "t.expires_at", "t.status = 'published' and t.expires_at <= :in_three_weeks"),
    waiting!("expired", "vacancies", Some("manage"), "t.expires_at", "t.status = 'expired' and t.expires_at > :three_months_ago"),
    waiting!("drafts", "vacancies", Some("manage"), "t.created_at", "t.status = 'draft' and t.moderation_state = 'none'"),
];

/// Of the students whom they guide.
#[rustfmt::skip]
pub const MENTOR: &[Todo] = &[
    waiting!("to_approve", "applications", Some("approve"), "t.created_at", "t.stage = 'mentor_review'"),
    waiting!("hours", "hours_entries", Some("approve"), "t.waits_since", LOGGED_BY_MY_STUDENTS),
    waiting!("unread", "conversations", Some("update"), "t.last_message_at", UNREAD_BY_MENTOR),
];

#[rustfmt::skip]
pub const CENTRE: &[Todo] = &[
    waiting!("silent", "applications", Some("decide"), "coalesce(t.school_approved_at, t.created_at)",
        "t.is_held = 0 and t.stage = 'new' and t.responded_at is null and t.volunteer_center_id = :center_id
         and coalesce(t.school_approved_at, t.created_at) <= :week_ago"),
    waiting!("to_review", "vacancies", Some("approve"), "t.updated_at",
        "(t.status = 'draft' and t.moderation_state = 'submitted') or t.revision_state = 'submitted'"),
    waiting!("organizations", "organizations", Some("approve"), "t.created_at", "t.status = 'pending'"),
    waiting!("activities", "activities", Some("approve"), "t.updated_at",
        "t.volunteer_center_id = :center_id and ((t.status = 'draft' and t.moderation_state = 'submitted') or t.revision_state = 'submitted')"),
    waiting!("reports", "abuse_reports", Some("manage"), "t.created_at", "t.status in ('new', 'in_review') or t.appeal_status = 'open'"),
    waiting!("unread", "conversations", Some("update"), "t.last_message_at", UNREAD_BY_CENTER),
    waiting!("hours", "hours_entries", Some("approve"), "t.waits_since",
        "t.status = 'logged' and t.organization_id is null and t.volunteer_center_id = :center_id"),
    waiting!("checks", "checks", Some("manage"), "t.updated_at", "t.status = 'claimed' and t.organization_id is null and t.volunteer_center_id = :center_id"),
    waiting!("changes", "organizations", Some("approve"), "t.change_requested_at",
        "t.change_requested_at is not null and t.status = 'approved'"),
    waiting!("moves", "organizations", Some("receive"), "t.move_requested_at", "t.move_to_id = :center_id"),
    waiting!("suggestions", "organization_suggestions", Some("update"), "t.created_at", "t.handled = 0"),
    waiting!("unconfirmed", "organizations", Some("approve"), "t.unconfirmed_since",
        "t.unconfirmed_since is not null and t.status = 'approved'"),
    waiting!("checks_at_risk", "checks", Some("manage"), "t.valid_until", AT_RISK),
    waiting!("quiet", "organizations", Some("oversee"), "null", QUIET),
    waiting!("expiring", "vacancies", Some("approve"), "t.expires_at", "t.status = 'published' and t.expires_at <= :in_three_weeks"),
];

/// Of who makes the site: what is not online yet.
#[rustfmt::skip]
pub const CONTENT: &[Todo] = &[
    waiting!("drafts", "pages", Some("update"), "t.updated_at",
        "t.deleted_at is null and t.published_number is null and not exists (select 1 from published_pages p where p.page_id = t.id)"),
    waiting!("changes", "pages", Some("update"), "t.updated_at",
        "t.deleted_at is null and t.published_number is not null and t.has_unpublished_changes = 1"),
    waiting!("scheduled", "pages", Some("update"),
        "(select min(p.publish_at) from published_pages p where p.page_id = t.id and p.publish_at > :now)",
        "t.deleted_at is null and exists (select 1 from published_pages p where p.page_id = t.id and p.publish_at > :now)"),
    waiting!("untranslated", "pages", Some("update"), "t.updated_at",
        "t.deleted_at is null and t.locale = 'nl' and t.published_number is not null
         and not exists (select 1 from pages o where o.translation_of_id = t.id and o.deleted_at is null)"),
    waiting!("newsletters", "newsletters", Some("update"), "t.updated_at", "t.status = 'draft' and t.is_archived = 0"),
    waiting!("activity_drafts", "activities", Some("manage"), "t.updated_at",
        "t.organization_id is null and t.volunteer_center_id = :center_id and t.status = 'draft' and t.moderation_state = 'none'"),
];

/// A number, and the same of the week before where it is one of a week.
pub struct Figure {
    pub key: &'static str,
    pub table: &'static str,
    pub verb: &'static str,
    pub rows: &'static str,
    /// The moment that has to lie in the week. None: how many there are now.
    pub at: Option<&'static str>,
}

#[rustfmt::skip]
pub const OF_ORGANIZATION: &[Figure] = &[
    Figure { key: "online", table: "vacancies", verb: "manage", rows: "t.status = 'published'", at: None },
    Figure { key: "volunteers", table: "applications", verb: "decide", rows: "t.is_held = 0 and t.stage in ('accepted', 'started')", at: None },
    Figure { key: "applications", table: "applications", verb: "decide", rows: "t.is_held = 0", at: Some("t.created_at") },
    Figure { key: "answered", table: "applications", verb: "decide", rows: "t.is_held = 0", at: Some("t.responded_at") },
    Figure { key: "accepted", table: "applications", verb: "decide", rows: "t.is_held = 0", at: Some("t.accepted_at") },
];

/// The week of a centre in five figures.
#[rustfmt::skip]
pub const OF_CENTRE: &[Figure] = &[
    Figure { key: "applications", table: "applications", verb: "decide",
        rows: "t.is_held = 0 and t.volunteer_center_id = :center_id", at: Some("t.created_at") },
    Figure { key: "answered", table: "applications", verb: "decide",
        rows: "t.is_held = 0 and t.volunteer_center_id = :center_id", at: Some("t.responded_at") },
    Figure { key: "accepted", table: "applications", verb: "decide",
        rows: "t.is_held = 0 and t.volunteer_center_id = :center_id", at: Some("t.accepted_at") },
    Figure { key: "vacancies", table: "vacancies", verb: "approve", rows: "t.status <> 'deleted'", at: Some("t.published_at") },
    Figure { key: "people", table: "users", verb: "oversee",
        rows: "t.status = 'active' and t.volunteer_center_id = :center_id", at: Some("t.created_at") },
];

macro_rules! has_place {
    () => {
        "(select 1 from applications a where a.user_id = t.student_id and a.stage in ('accepted', 'started', 'completed'))"
    };
}

#[rustfmt::skip]
pub const OF_MENTOR: &[Figure] = &[
    Figure { key: "students", table: "student_links", verb: "update", rows: "t.mentor_id = :user_id", at: None },
    Figure { key: "placed", table: "student_links", verb: "update",
        rows: concat!("t.mentor_id = :user_id and exists ", has_place!()), at: None },
    Figure { key: "unplaced", table: "student_links", verb: "update",
        rows: concat!("t.mentor_id = :user_id and not exists ", has_place!()), at: None },
];

#[rustfmt::skip]
pub const OF_CONTENT: &[Figure] = &[
    Figure { key: "pages", table: "pages", verb: "update", rows: "t.deleted_at is null", at: Some("t.published_at") },
    Figure { key: "submissions", table: "form_submissions", verb: "manage", rows: "t.volunteer_center_id = :center_id", at: Some("t.created_at") },
    Figure { key: "registrations", table: "activity_registrations", verb: "manage", rows: "t.status <> 'withdrawn'", at: Some("t.created_at") },
];
