//! Resources of the API, one file or folder each.

pub mod address;
pub mod application;
pub mod audit_event;
pub(crate) mod center_defaults;
pub(crate) mod email_branding;
pub mod event_form;
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
pub mod state_machine;
pub mod student_link;
pub mod taxonomy;
pub(crate) mod taxonomy_defaults;
pub mod user;
pub mod vacancy;
pub mod volunteer_center;

use crate::http::routes::Routes;
use crate::jsonapi::schema::table::schema_of;
use crate::jsonapi::{Table, table};
use crate::resources::state_machine::{Machine, describe};

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

/// Schemas of forms that are not resources.
pub fn forms() -> Vec<(&'static str, &'static serde_json::Value)> {
    vec![
        (
            "registrations",
            schema_of::<crate::resources::user::own_account::registration::RegistrationForm>(),
        ),
        (
            "internal_note_forms",
            schema_of::<internal_note::InternalNoteForm>(),
        ),
        ("export_forms", schema_of::<export::ExportForm>()),
        ("import_forms", schema_of::<import::ImportForm>()),
        ("import_mappings", schema_of::<import::ImportMapping>()),
    ]
}

/// All state machines.
pub fn machines() -> Vec<Machine> {
    vec![
        describe::<organization::OrganizationStatus>(),
        describe::<vacancy::VacancyStatus>(),
        describe::<vacancy::VacancyModerationState>(),
        describe::<Option<vacancy::VacancyRevisionState>>(),
        describe::<application::ApplicationStage>(),
        describe::<user::UserStatus>(),
        describe::<user::access::role_invitation::RoleInvitationState>(),
        describe::<export::ExportState>(),
        describe::<import::ImportState>(),
    ]
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
