//! Resources of the API, one file or folder each.

pub mod address;
pub mod application;
pub mod audit_event;
pub(crate) mod center_defaults;
pub mod conversation;
pub mod dashboard;
pub mod export;
pub mod form;
pub mod import;
pub mod internal_note;
pub mod legal_text;
pub mod location;
pub mod mail_preview;
pub mod map_background;
pub mod menu_item;
pub mod moderation;
pub mod notification;
pub mod notification_template;
pub mod organization;
pub mod page;
pub mod personal_data;
pub mod saved_search;
pub mod search;
pub mod search_synonym;
pub mod stock_image;
pub mod student_link;
pub mod taxonomy;
pub(crate) mod taxonomy_defaults;
pub mod tenant_setting;
#[cfg(test)]
pub(crate) mod testing;
pub mod upload;
pub mod user;
pub mod vacancy;
pub mod vacancy_source;
pub mod volunteer_center;
pub mod volunteer_profile;

use std::sync::OnceLock;

use schemars::JsonSchema;

use crate::http::openapi::{self, Description, Examples};
use crate::http::routes::Routes;
use crate::jsonapi::Table;
use crate::jsonapi::schema::facts::ResourceSet;
use crate::jsonapi::schema::lifecycle::{Scheduled, SoftDelete};
use crate::model::declaration::{Clock, Declaration, Expired, Retention};
use crate::model::registry;
use crate::model::state_machine::{Machine, describe};

/// Next time at which the set of vacancies visible to visitors changes without a write: a vacancy expires, or expired
/// so long ago that it is no longer served.
pub const NEXT_EXPIRY: &str = "select min(at) from (
    select min(expires_at) as at from vacancies where status = 'published' and expires_at > :now
    union all
    select strftime('%Y-%m-%dT%H:%M:%SZ', min(expires_at), '+90 days') from vacancies
     where status = 'expired' and expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days'))";

/// The resources with scheduled publishing.
pub const SCHEDULED: &[Scheduled] = &[page::SCHEDULED];

/// The types that are deleted softly. The row is hidden at once and purged when the window for restoring ends.
pub const SOFT_DELETED: &[SoftDelete] = &[
    vacancy::SOFT_DELETE,
    organization::SOFT_DELETE,
    page::SOFT_DELETE,
];

/// Every route of the API.
pub fn routes() -> Routes {
    Routes::new()
        .merge(volunteer_center::routes())
        .merge(tenant_setting::routes())
        .merge(organization::routes())
        .merge(organization::suggestion::routes())
        .merge(user::routes())
        .merge(vacancy::routes())
        .merge(vacancy::bulk::routes())
        .merge(vacancy::template::routes())
        .merge(moderation::routes())
        .merge(application::routes())
        .merge(conversation::routes())
        .merge(saved_search::routes())
        .merge(form::routes())
        .merge(page::routes())
        .merge(page::news_routes())
        .merge(volunteer_profile::routes())
        .merge(dashboard::routes())
        .merge(search::routes())
        .merge(search_synonym::routes())
        .merge(vacancy_source::routes())
        .merge(upload::routes())
        .merge(stock_image::routes())
        .merge(student_link::routes())
        .merge(taxonomy::routes())
        .merge(crate::resources::notification::routes())
        .merge(legal_text::routes())
        .merge(location::routes())
        .merge(map_background::routes())
        .merge(menu_item::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(internal_note::routes())
        .merge(mail_preview::routes())
        .merge(notification_template::routes())
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
        (
            "notification_template_forms",
            name::<notification_template::NotificationTemplateForm>(),
        ),
        (
            "organization_suggestion_forms",
            name::<organization::suggestion::OrganizationSuggestionForm>(),
        ),
        (
            "form_submission_forms",
            name::<form::submit::SubmissionForm>(),
        ),
        (
            "message_forms",
            name::<conversation::message::MessageForm>(),
        ),
        (
            "vacancy_bulk_edit_forms",
            name::<vacancy::bulk::VacancyBulkEditForm>(),
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
        "organization_suggestions",
        "What visitors say is wrong or missing on the social map.",
    ),
    (
        "addresses",
        "Addresses of organisations, vacancies and centres.",
    ),
    (
        "vacancies",
        "Volunteer roles: search, publication and moderation.",
    ),
    (
        "vacancy_templates",
        "What an organisation starts new vacancies from.",
    ),
    (
        "vacancy_bulk_edits",
        "Changes of many vacancies at once, and how they are undone.",
    ),
    (
        "vacancy_bulk_items",
        "What a bulk edit did to each vacancy.",
    ),
    (
        "moderation",
        "What waits for the decision of a centre, in one list.",
    ),
    ("applications", "Applications of people to vacancies."),
    (
        "messages",
        "Messages between who applied and the organisation.",
    ),
    (
        "message_snippets",
        "Sentences that an organisation keeps for its answers.",
    ),
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
    (
        "tenant_settings",
        "What the tenant decided for all its centres.",
    ),
    (
        "notification_templates",
        "Texts of the mails, with those of a centre over those of the tenant.",
    ),
    (
        "saved_searches",
        "Searches for vacancies that a person keeps.",
    ),
    ("forms", "Forms, their questions and invitations."),
    ("form_submissions", "What people sent with a form."),
    (
        "pages",
        "Pages that a centre makes: drafts, versions, publishing, and reading them.",
    ),
    ("content_blocks", "Blocks of a page's draft."),
    ("published_pages", "Pages and news as visitors see them."),
    (
        "news_items",
        "News under the names of its own fields; writing changes the draft of its page.",
    ),
    (
        "volunteer_profiles",
        "What a person looks for in volunteering, and what fits.",
    ),
    (
        "search_synonyms",
        "Words that a centre adds to those that its search knows.",
    ),
    (
        "vacancy_sources",
        "Addresses of partners whose vacancies are read by themselves.",
    ),
    ("stock_images", "Pictures of a centre to choose from."),
    (
        "menu_items",
        "Menus of the header and the footer of a site.",
    ),
    (
        "legal_texts",
        "Privacy statement, terms and accessibility statement of a centre, by edition.",
    ),
    ("uploads", "Pictures, logos and documents that people send."),
    ("imports", "People brought in from a file."),
    ("exports", "Lists as files."),
    ("audit_events", "Who saw and changed what."),
];

/// The OpenAPI document of the whole API.
pub fn openapi() -> serde_json::Value {
    openapi::describe(&Description {
        operations: &routes().operations,
        tables: &tables(),
        forms: &forms(),
        tags: TAGS,
        examples: &Examples::recorded(),
    })
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
        describe::<form::FormStatus>(),
        describe::<form::submission::SubmissionStatus>(),
        describe::<export::ExportState>(),
        describe::<import::ImportState>(),
    ]
}

/// The one list of resources; everything that has to be known of all of them is collected from it.
const DECLARED: &[Declaration] = &[
    Declaration::of::<volunteer_center::VolunteerCenter>(),
    Declaration::of::<volunteer_center::VolunteerCenterProfile>(),
    Declaration::of::<volunteer_center::Theme>(),
    Declaration::of::<tenant_setting::TenantSetting>(),
    Declaration::of::<organization::Organization>(),
    Declaration::of::<organization::OrganizationProfile>(),
    Declaration::of::<organization::suggestion::OrganizationSuggestion>(),
    Declaration::of::<address::Address>(),
    Declaration::of::<user::User>(),
    Declaration::of::<user::access::role::Role>(),
    Declaration::of::<user::own_account::consent::Consent>(),
    Declaration::of::<user::authentication::session::Session>(),
    Declaration::of::<user::access::role_invitation::RoleInvitation>(),
    Declaration::of::<vacancy::Vacancy>(),
    Declaration::of::<vacancy::bulk::VacancyBulkEdit>(),
    Declaration::of::<vacancy::bulk::VacancyBulkItem>(),
    Declaration::of::<vacancy::template::VacancyTemplate>(),
    Declaration::of::<vacancy_source::VacancySource>(),
    Declaration::of::<application::Application>(),
    Declaration::of::<conversation::message::Message>(),
    Declaration::of::<conversation::snippet::MessageSnippet>(),
    Declaration::of::<saved_search::SavedSearch>(),
    Declaration::of::<form::Form>(),
    Declaration::of::<form::FormSubmission>(),
    Declaration::of::<page::Page>(),
    Declaration::of::<page::ContentBlock>(),
    Declaration::of::<page::PublishedPage>(),
    Declaration::of::<page::NewsItem>(),
    Declaration::of::<volunteer_profile::VolunteerProfile>(),
    Declaration::of::<search_synonym::SearchSynonym>(),
    Declaration::of::<upload::Upload>(),
    Declaration::of::<menu_item::MenuItem>(),
    Declaration::of::<stock_image::StockImage>(),
    Declaration::of::<legal_text::LegalText>(),
    Declaration::of::<student_link::StudentLink>(),
    Declaration::of::<taxonomy::Taxonomy>(),
    Declaration::of::<notification::Notification>(),
    Declaration::of::<import::Import>(),
    Declaration::of::<export::Export>(),
    Declaration::of::<internal_note::InternalNote>(),
    Declaration::of::<audit_event::AuditEvent>(),
    Declaration::of::<notification_template::NotificationTemplate>(),
];

pub fn declared() -> &'static [Declaration] {
    registry::register(DECLARED);
    DECLARED
}

pub fn declaration_of(type_name: &str) -> Option<&'static Declaration> {
    DECLARED
        .iter()
        .find(|declaration| (declaration.table)().type_name == type_name)
}

/// Tables of all resource types.
pub fn tables() -> Vec<&'static Table> {
    DECLARED
        .iter()
        .map(|declaration| (declaration.table)())
        .collect()
}

/// The same by name, for the layers below.
pub fn set() -> &'static ResourceSet {
    static SET: OnceLock<ResourceSet> = OnceLock::new();
    registry::register(DECLARED);
    SET.get_or_init(|| ResourceSet::new(tables()))
}

/// Every clock of every resource.
pub fn clocks() -> impl Iterator<Item = &'static Clock> {
    DECLARED
        .iter()
        .flat_map(|declaration| match declaration.retention {
            Some(Retention::Limited { clocks, .. }) => clocks,
            Some(Retention::Kept(_)) | None => &[],
        })
}

/// Rows of every resource, and of tables that serve all of them, that are deleted once they have expired.
pub fn expired() -> impl Iterator<Item = &'static Expired> {
    let of_resources = DECLARED
        .iter()
        .flat_map(|declaration| match declaration.retention {
            Some(Retention::Limited { expired, .. }) => expired,
            Some(Retention::Kept(_)) | None => &[],
        });
    personal_data::EXPIRED.iter().chain(of_resources)
}
