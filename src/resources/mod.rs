//! Resources of the API, one file or folder each.

pub mod address;
pub mod application;
pub mod audit_event;
pub(crate) mod center_defaults;
pub(crate) mod email_branding;
pub mod export;
pub mod field_rules;
pub mod import;
pub mod internal_note;
pub mod location;
pub mod mail_preview;
pub mod notification;
pub mod organization;
pub mod purge;
pub mod state_history;
pub mod student_link;
pub mod taxonomy;
pub(crate) mod taxonomy_defaults;
pub mod user;
pub mod vacancy;
pub mod volunteer_center;

use schemars::JsonSchema;

use crate::http::openapi::{Description, Examples, describe};
use crate::http::routes::Routes;
use crate::jsonapi::{Table, table};

/// Next time at which the set of vacancies visible to visitors changes without a write: a vacancy expires, or expired
/// so long ago that it is no longer served.
pub const NEXT_EXPIRY: &str = "select min(at) from (
    select min(expires_at) as at from vacancies where status = 'published' and expires_at > :now
    union all
    select strftime('%Y-%m-%dT%H:%M:%SZ', min(expires_at), '+90 days') from vacancies
     where status = 'expired' and expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days'))";

/// Every route of the API.
pub fn routes() -> Routes {
    Routes::new()
        .merge(volunteer_center::routes())
        .merge(organization::routes())
        .merge(user::routes())
        .merge(vacancy::routes())
        .merge(application::routes())
        .merge(student_link::routes())
        .merge(taxonomy::routes())
        .merge(crate::resources::notification::routes())
        .merge(location::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(internal_note::routes())
        .merge(mail_preview::routes())
        .merge(audit_event::routes())
}

/// Type and schema name of the forms that are not resources.
pub fn forms() -> Vec<(&'static str, String)> {
    fn name<T: JsonSchema>() -> String {
        T::schema_name().into_owned()
    }
    vec![
        (
            "registrations",
            name::<crate::resources::user::own_account::registration::RegistrationForm>(),
        ),
        (
            "internal_note_forms",
            name::<internal_note::InternalNoteForm>(),
        ),
        ("export_forms", name::<export::ExportForm>()),
        ("import_forms", name::<import::ImportForm>()),
        ("import_mappings", name::<import::ImportMapping>()),
    ]
}

/// Groups of operations and what each is about, in the order of the reference.
pub const TAGS: &[(&str, &str)] = &[
    (
        "authentication",
        "Signing in and out, passwords and the second factor.",
    ),
    ("users", "People, their roles and their own account."),
    ("sessions", "Where somebody is signed in."),
    ("consents", "What somebody agreed to."),
    ("roles", "Roles that people have, and where."),
    (
        "role_invitations",
        "Roles that are offered and not yet accepted.",
    ),
    ("student_links", "Which mentor guides which student."),
    (
        "organizations",
        "Organisations and their approval by the centre.",
    ),
    (
        "organization_profiles",
        "What an organisation tells about itself.",
    ),
    (
        "addresses",
        "Addresses of organisations, vacancies and centres.",
    ),
    (
        "vacancies",
        "Volunteer roles: search, publication and moderation.",
    ),
    ("applications", "Applications of people to vacancies."),
    (
        "internal_notes",
        "Notes of staff, never shown to their subject.",
    ),
    (
        "taxonomies",
        "Lists of choices: activities, target groups, tags.",
    ),
    ("locations", "Places and their coordinates."),
    ("notifications", "Messages in the app."),
    (
        "volunteer_centers",
        "Volunteer centres of the tenant, and previews of their mail.",
    ),
    (
        "volunteer_center_profiles",
        "What a centre tells about itself.",
    ),
    ("themes", "Colours, fonts and shapes of a centre."),
    ("imports", "People brought in from a file."),
    ("exports", "Lists as files."),
    ("audit_events", "Who saw and changed what."),
];

/// The OpenAPI document of the whole API.
pub fn openapi() -> serde_json::Value {
    describe(&Description {
        operations: &routes().operations,
        tables: &tables(),
        forms: &forms(),
        tags: TAGS,
        examples: &Examples::recorded(),
    })
}

/// Tables of all resource types.
pub fn tables() -> Vec<&'static Table> {
    vec![
        table::<volunteer_center::VolunteerCenter>(),
        table::<volunteer_center::VolunteerCenterProfile>(),
        table::<volunteer_center::Theme>(),
        table::<organization::Organization>(),
        table::<organization::OrganizationProfile>(),
        table::<address::Address>(),
        table::<user::User>(),
        table::<crate::resources::user::access::role::Role>(),
        table::<crate::resources::user::own_account::consent::Consent>(),
        table::<crate::resources::user::authentication::session::Session>(),
        table::<crate::resources::user::access::role_invitation::RoleInvitation>(),
        table::<vacancy::Vacancy>(),
        table::<application::Application>(),
        table::<student_link::StudentLink>(),
        table::<taxonomy::Taxonomy>(),
        table::<crate::resources::notification::Notification>(),
        table::<import::Import>(),
        table::<export::Export>(),
        table::<internal_note::InternalNote>(),
        table::<audit_event::AuditEvent>(),
    ]
}
