//! Resources of the API, one file or folder each.

mod abuse_report;
pub mod activity;
pub mod activity_message;
pub mod activity_registration;
pub mod address;
pub mod analytics;
pub mod api_key;
pub mod application;
pub mod audit_event;
pub(crate) mod center_defaults;
pub mod changelog_entry;
pub mod check;
pub mod conversation;
pub mod dashboard;
pub mod data_viewer;
pub mod export;
pub mod form;
pub mod hours_entry;
pub mod import;
pub mod internal_note;
pub mod legal_text;
pub mod location;
pub mod mail_preview;
pub mod map_background;
pub mod menu_item;
pub mod moderation;
pub mod newsletter;
pub mod newsletter_subscriber;
pub mod notification;
pub mod notification_template;
pub mod organization;
mod organization_signup;
pub mod page;
pub mod personal_data;
pub mod place;
pub mod proof;
pub mod push_subscription;
pub mod saved_search;
pub mod search;
pub mod search_synonym;
mod site;
pub mod stock_image;
pub mod student_link;
pub mod taxonomy;
pub(crate) mod taxonomy_defaults;
mod template;
pub mod tenant_setting;
#[cfg(test)]
pub(crate) mod testing;
pub mod upload;
pub mod user;
pub mod vacancy;
pub mod vacancy_source;
pub mod volunteer_center;
pub mod volunteer_pool;
pub mod volunteer_profile;

use std::sync::OnceLock;

use crate::http::openapi::{self, Description, Examples};
use crate::http::routes::Routes;
use crate::jsonapi::Table;
use crate::jsonapi::schema::facts::ResourceSet;
use crate::jsonapi::schema::lifecycle::{Scheduled, SoftDelete};
use crate::model::declaration::{Clock, Declaration, Expired, Retention};
use crate::model::registry;
use crate::model::state_machine::Machine;

/// Next time at which the set of vacancies visible to visitors changes without a write: a vacancy expires, or expired
/// so long ago that it is no longer served.
pub const NEXT_EXPIRY: &str = "select min(at) from (
    select min(expires_at) as at from vacancies where status = 'published' and expires_at > :now
    union all
    select strftime('%Y-%m-%dT%H:%M:%SZ', min(expires_at), '+90 days') from vacancies
     where status = 'expired' and expires_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-90 days'))";

/// The resources with scheduled publishing.
pub fn scheduled() -> &'static [Scheduled] {
    static ALL: OnceLock<Vec<Scheduled>> = OnceLock::new();
    let all = || {
        declared()
            .iter()
            .filter_map(|declaration| declaration.scheduled)
    };
    ALL.get_or_init(|| all().collect())
}

/// The types that are deleted softly. The row is hidden at once and purged when the window for restoring ends.
pub fn soft_deleted() -> &'static [SoftDelete] {
    static ALL: OnceLock<Vec<SoftDelete>> = OnceLock::new();
    let all = || {
        declared()
            .iter()
            .filter_map(|declaration| declaration.soft_delete)
    };
    ALL.get_or_init(|| all().collect())
}

/// Every route of the API: those of the resources, and of what is no resource.
pub fn routes() -> Routes {
    declared()
        .iter()
        .map(|declaration| (declaration.routes)())
        .chain([
            site::routes(),
            organization_signup::routes(),
            moderation::routes(),
            dashboard::routes(),
            data_viewer::routes(),
            analytics::routes(),
            search::routes(),
            location::routes(),
            map_background::routes(),
            mail_preview::routes(),
        ])
        .fold(Routes::new(), Routes::merge)
}

/// Type and schema name of the bodies that are not resources.
pub fn forms() -> Vec<(&'static str, String)> {
    declared()
        .iter()
        .flat_map(|declaration| declaration.forms)
        .map(|form| (form.type_name, (form.schema)()))
        .collect()
}

/// Groups of operations that belong to no resource, and what each is about.
const OTHER_GROUPS: [(&str, &str); 3] = [
    (
        "authentication",
        "Signing in and out, passwords and the second factor.",
    ),
    (
        "moderation",
        "What waits for the decision of a centre, in one list.",
    ),
    ("locations", "Places and their coordinates."),
];

/// Groups of operations and what each is about, in the order of the reference.
fn groups() -> Vec<(&'static str, &'static str)> {
    let of_resources = declared()
        .iter()
        .map(|declaration| ((declaration.table)().type_name, declaration.about));
    OTHER_GROUPS.into_iter().chain(of_resources).collect()
}

/// The OpenAPI document of the whole API.
pub fn openapi() -> serde_json::Value {
    openapi::describe(&Description {
        operations: &routes().operations,
        tables: &tables(),
        forms: &forms(),
        tags: &groups(),
        examples: &Examples::recorded(),
    })
}

/// All state machines.
pub fn machines() -> Vec<Machine> {
    let machines = declared()
        .iter()
        .flat_map(|declaration| declaration.machines);
    machines.map(|describe| describe()).collect()
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
    Declaration::of::<place::Place>(),
    Declaration::of::<user::User>(),
    Declaration::of::<user::access::role::Role>(),
    Declaration::of::<user::own_account::consent::Consent>(),
    Declaration::of::<user::authentication::session::Session>(),
    Declaration::of::<user::access::role_invitation::RoleInvitation>(),
    Declaration::of::<vacancy::Vacancy>(),
    Declaration::of::<vacancy::bulk::VacancyBulkEdit>(),
    Declaration::of::<vacancy::bulk::VacancyBulkItem>(),
    Declaration::of::<vacancy::template::VacancyTemplate>(),
    Declaration::of::<activity::template::ActivityTemplate>(),
    Declaration::of::<vacancy_source::VacancySource>(),
    Declaration::of::<activity::Activity>(),
    Declaration::of::<activity::occurrence::ActivityOccurrence>(),
    Declaration::of::<activity_registration::ActivityRegistration>(),
    Declaration::of::<activity_message::ActivityMessage>(),
    Declaration::of::<application::Application>(),
    Declaration::of::<hours_entry::HoursEntry>(),
    Declaration::of::<proof::Proof>(),
    Declaration::of::<volunteer_pool::reply::VolunteerProfileReply>(),
    Declaration::of::<conversation::Conversation>(),
    Declaration::of::<conversation::message::Message>(),
    Declaration::of::<conversation::snippet::MessageSnippet>(),
    Declaration::of::<abuse_report::AbuseReport>(),
    Declaration::of::<push_subscription::PushSubscription>(),
    Declaration::of::<saved_search::SavedSearch>(),
    Declaration::of::<newsletter_subscriber::NewsletterSubscriber>(),
    Declaration::of::<form::Form>(),
    Declaration::of::<form::FormSubmission>(),
    Declaration::of::<page::Page>(),
    Declaration::of::<page::ContentBlock>(),
    Declaration::of::<page::PublishedPage>(),
    Declaration::of::<page::NewsItem>(),
    Declaration::of::<newsletter::Newsletter>(),
    Declaration::of::<newsletter::PublishedNewsletter>(),
    Declaration::of::<check::Check>(),
    Declaration::of::<volunteer_profile::VolunteerProfile>(),
    Declaration::of::<volunteer_pool::share::PoolShare>(),
    Declaration::of::<search_synonym::SearchSynonym>(),
    Declaration::of::<analytics::year_report::YearReport>(),
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
    Declaration::of::<api_key::ApiKey>(),
    Declaration::of::<audit_event::AuditEvent>(),
    Declaration::of::<notification_template::NotificationTemplate>(),
    Declaration::of::<changelog_entry::ChangelogEntry>(),
];

pub fn declared() -> &'static [Declaration] {
    registry::register(DECLARED);
    DECLARED
}

pub fn declaration_of(type_name: &str) -> Option<&'static Declaration> {
    declared()
        .iter()
        .find(|declaration| (declaration.table)().type_name == type_name)
}

/// Tables of all resource types.
pub fn tables() -> Vec<&'static Table> {
    declared()
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
    declared()
        .iter()
        .flat_map(|declaration| match declaration.retention {
            Some(Retention::Limited { clocks, .. }) => clocks,
            Some(Retention::Kept(_)) | None => &[],
        })
}

/// Rows of every resource, and of tables that serve all of them, that are deleted once they have expired.
pub fn expired() -> impl Iterator<Item = &'static Expired> {
    let of_resources = declared()
        .iter()
        .flat_map(|declaration| match declaration.retention {
            Some(Retention::Limited { expired, .. }) => expired,
            Some(Retention::Kept(_)) | None => &[],
        });
    personal_data::EXPIRED.iter().chain(of_resources)
}
