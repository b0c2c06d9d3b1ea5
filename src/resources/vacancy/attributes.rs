//! Attributes of a vacancy, with their limits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use crate::jsonapi::Id;
use crate::model::field_rules;
use crate::resources::address::{Address, AddressAttributes};
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::volunteer_center::VolunteerCenter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyAttributes {
    #[validate(length(min = 5, max = 100))]
    pub title: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub slug: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: VacancyStatus,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub moderation_state: VacancyModerationState,
    #[schemars(extend("readOnly" = true))]
    pub moderation_message: Option<String>,
    /// What it is to say once the centre has read it, attribute by attribute. Visitors see the attributes as they are.
    #[schemars(extend("readOnly" = true))]
    pub revision: Option<Map<String, Value>>,
    #[schemars(extend("readOnly" = true))]
    pub revision_state: Option<VacancyRevisionState>,
    /// Whether its centre reads new words, another place or another target group before visitors do.
    #[schemars(extend("readOnly" = true))]
    pub is_reviewed: Option<bool>,
    /// What the centre asks to change in it.
    #[schemars(extend("readOnly" = true))]
    pub revision_message: Option<String>,
    #[serde(default)]
    pub vacancy_type: VacancyType,
    #[validate(length(max = 160))]
    pub summary: Option<String>,
    /// Rich text; sanitised on the way in. Its words number 50 to 5,000 characters once it is published.
    #[serde(default)]
    #[validate(length(max = 20000))]
    pub description: String,
    #[serde(default)]
    #[validate(length(max = 5))]
    pub requirements: Vec<String>,
    #[validate(length(max = 1000))]
    pub offer: Option<String>,
    /// More than twenty is refused in the words of the NOV criteria.
    #[validate(custom(function = "field_rules::hours_per_week"))]
    #[schemars(extend("minimum" = 0.5, "maximum" = 20))]
    pub hours_per_week: Option<f64>,
    #[validate(range(min = 1, max = 500))]
    pub capacity: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub places_taken: i64,
    /// None: unlimited.
    #[schemars(extend("readOnly" = true))]
    pub spots_left: Option<i64>,
    /// When, in words: "Dinsdagochtend".
    #[validate(length(max = 80))]
    pub schedule: Option<String>,
    #[validate(length(max = 200))]
    pub expenses: Option<String>,
    #[validate(length(max = 255), custom(function = "field_rules::youtube"))]
    pub youtube_url: Option<String>,
    #[validate(length(max = 2000))]
    pub image_url: Option<String>,
    /// What the picture shows; empty if it is decoration.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub image_alt: String,
    /// A day, or a moment in RFC 3339.
    pub expires_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    /// Published, or sent for review, as soon as the organisation is approved.
    #[serde(default)]
    pub publish_after_approval: bool,
    /// Of a person who asks for help for themselves it is left out.
    #[serde(default = "no_organization")]
    pub organization_id: Id<Organization>,
    /// Who asks for help for themselves, or offers it; none where an organisation asks.
    #[schemars(extend("readOnly" = true))]
    pub asker_id: Option<Id<User>>,
    /// Between people: `organization_name` is the first name of who asks, or with `offers_help` of who offers, and there is
    /// no organisation.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_help_request: bool,
    /// Its person offers help to others instead of asking for it. Fixed once it is made.
    #[serde(default)]
    pub offers_help: bool,
    /// Between people: what kind of help it is, and how often.
    pub help_kind: Option<HelpKind>,
    pub help_frequency: Option<HelpFrequency>,
    /// Its person has read the rules for helping safely and keeps to them; needed to send it in.
    #[serde(default)]
    pub agrees_to_safety_rules: bool,
    #[schemars(extend("readOnly" = true))]
    pub safety_rules_agreed_at: Option<String>,
    pub contact_person_id: Option<Id<User>>,
    /// Further contacts, who are mailed like the first.
    #[serde(default)]
    #[validate(length(max = 2))]
    pub other_contact_ids: Vec<String>,
    #[serde(default)]
    pub contact_phone_visible: bool,
    #[serde(default)]
    #[validate(length(max = 20))]
    pub age_group_ids: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub activity_type_ids: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags: Vec<String>,
    /// Parts of the week in which the work can be done: `mon_morning`, `sat_evening`. None: not said.
    #[serde(default)]
    #[validate(length(max = 21))]
    pub availability: Vec<String>,
    /// Days on which the work is done, where it is not a rhythm.
    #[serde(default)]
    #[validate(nested, length(max = 30))]
    pub dates: Vec<VacancyDate>,
    /// Where else it can be done, beside its address. Shown to everybody.
    #[serde(default)]
    #[validate(nested, length(max = 5))]
    pub places: Vec<VacancyPlace>,
    #[serde(default)]
    pub online: bool,
    #[serde(default)]
    pub wheelchair_accessible: bool,
    /// A group, such as colleagues or a class, can do it together.
    #[serde(default)]
    pub for_groups: bool,
    /// Whether one works by oneself or with others. None: not said.
    pub social_setting: Option<SocialSetting>,
    /// What somebody likes to do or is good at, of the fixed list.
    #[serde(default)]
    #[validate(length(max = 8))]
    pub skills: Vec<String>,
    /// What somebody gets out of it, of the fixed list.
    #[serde(default)]
    #[validate(length(max = 5))]
    pub gains: Vec<String>,
    #[validate(range(min = 12, max = 99))]
    pub min_age: Option<i64>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub languages: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub required_checks: Vec<String>,
    /// What applicants are asked besides their message. A change takes effect at once; answers that were given keep
    /// the words of their question.
    #[serde(default)]
    pub questions: Vec<super::question::Question>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub view_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub applications_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub new_applications_count: i64,
    /// Days that the longest waiting applicant has had no answer.
    #[schemars(extend("readOnly" = true))]
    pub waiting_days: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_favorite: bool,
    /// The partner that it was taken over from; none where it was written here.
    #[schemars(extend("readOnly" = true))]
    pub origin: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub response_days: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub city: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub postal_code: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub latitude: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub longitude: Option<f64>,
    /// From `filter[near]`; none without.
    #[schemars(extend("readOnly" = true))]
    pub distance_km: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
    /// Read through `include=address`. Left out: the organisation's.
    #[validate(nested)]
    #[schemars(extend("writeOnly" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressAttributes>,
    #[schemars(extend("readOnly" = true))]
    pub address_id: Option<Id<Address>>,
}

const fn no_organization() -> Id<Organization> {
    Id::new(0)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyStatus {
    #[default]
    Draft,
    Published,
    Filled,
    Expired,
    Archived,
    Deleted,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyModerationState {
    #[default]
    None,
    Submitted,
    NeedsWork,
    Approved,
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyRevisionState {
    Submitted,
    NeedsWork,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VacancyType {
    #[default]
    Volunteering,
    P2p,
    OneOnOne,
    NeighbourHelp,
    Activity,
    Language,
}

/// Kinds of help between people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpKind {
    Company,
    Groceries,
    Transport,
    Chore,
    GardenPet,
    ComputerPapers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpFrequency {
    Once,
    Often,
}

/// A day on which the work is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyDate {
    /// `YYYY-MM-DD`.
    #[validate(length(equal = 10))]
    pub day: String,
    /// `HH:MM`, in the Netherlands.
    #[validate(length(equal = 5))]
    pub from: Option<String>,
    #[validate(length(equal = 5))]
    pub until: Option<String>,
}

/// One more place where the work can be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyPlace {
    #[validate(length(max = 150))]
    pub name: Option<String>,
    #[validate(length(max = 100))]
    pub street: Option<String>,
    #[validate(length(max = 10), custom(function = "field_rules::house_number"))]
    pub house_number: Option<String>,
    #[validate(length(max = 12))]
    pub postal_code: Option<String>,
    #[validate(length(max = 80))]
    pub city: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub latitude: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub longitude: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SocialSetting {
    Alone,
    Together,
    Either,
}
