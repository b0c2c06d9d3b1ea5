//! Attributes of an activity, with their limits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use crate::jsonapi::Id;
use crate::model::field_rules;
use crate::resources::organization::Organization;
use crate::resources::place::Place;
use crate::resources::user::User;
use crate::resources::volunteer_center::VolunteerCenter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityAttributes {
    #[validate(length(min = 3, max = 100))]
    pub title: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub slug: String,
    #[validate(length(max = 160))]
    pub summary: Option<String>,
    /// Rich text; sanitised on the way in. Its words number at most 5,000 characters.
    #[serde(default)]
    #[validate(length(max = 20000))]
    pub description: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: ActivityStatus,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub moderation_state: ActivityModerationState,
    #[schemars(extend("readOnly" = true))]
    pub moderation_message: Option<String>,
    /// What it is to say once the centre has read it, attribute by attribute. Visitors see the attributes as they are.
    #[schemars(extend("readOnly" = true))]
    pub revision: Option<Map<String, Value>>,
    #[schemars(extend("readOnly" = true))]
    pub revision_state: Option<ActivityRevisionState>,
    /// What the centre asks to change in it.
    #[schemars(extend("readOnly" = true))]
    pub revision_message: Option<String>,
    /// Whether its centre reads it before visitors do.
    #[schemars(extend("readOnly" = true))]
    pub is_reviewed: Option<bool>,
    /// Keys of the centre's list `activity_categories`; the first is the one that is shown.
    #[serde(default)]
    #[validate(length(max = 3))]
    pub activity_categories: Vec<String>,
    /// Keys of the centre's list `target_groups`.
    #[serde(default)]
    #[validate(length(max = 5))]
    pub target_groups: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags: Vec<String>,
    /// For organisations, whose managers sign up colleagues.
    #[serde(default)]
    pub is_workshop: bool,
    /// Of a workshop: how many people one organisation may sign up for a date. None: no limit.
    #[validate(range(min = 1, max = 50))]
    pub seats_per_organization: Option<i64>,
    /// Of a workshop: visitors and volunteers do not see it.
    #[serde(default)]
    pub only_for_organizations: bool,
    /// Beginning of the first time, `YYYY-MM-DDTHH:MM`, local time in `time_zone`. Of a whole day `T00:00`.
    #[validate(length(max = 19))]
    #[schemars(extend("format" = "date-time-local"))]
    pub starts_at: String,
    /// End of the first time, the same way. Of whole days: the last day.
    #[validate(length(max = 19))]
    #[schemars(extend("format" = "date-time-local"))]
    pub ends_at: String,
    #[serde(default = "amsterdam")]
    #[schemars(extend("readOnly" = true))]
    pub time_zone: String,
    #[serde(default)]
    pub all_day: bool,
    /// A rule of RFC 5545 with an end: `FREQ=WEEKLY;BYDAY=TU;UNTIL=20261216`. None: once. docs/api.md#activities has the
    /// parts that are known.
    #[validate(length(max = 200))]
    pub recurrence: Option<String>,
    /// Days, `YYYY-MM-DD`, on which it does not happen although the rule says so.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub excluded_days: Vec<String>,
    /// The next time that it happens; none: all are over.
    #[schemars(extend("readOnly" = true))]
    pub next_starts_at: Option<String>,
    /// How often it happens, cancelled times left out.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub occurrences_count: i64,
    pub place_id: Option<Id<Place>>,
    #[schemars(extend("readOnly" = true))]
    pub location_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub city: Option<String>,
    #[serde(default)]
    pub online: bool,
    /// Where it is online; told to who has signed up.
    #[validate(length(max = 500), custom(function = "field_rules::web_address"))]
    pub online_url: Option<String>,
    /// None: of the centre itself.
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    pub contact_person_id: Option<Id<User>>,
    #[serde(default)]
    pub contact_phone_visible: bool,
    #[serde(default)]
    pub registration: ActivityRegistrationMode,
    /// Whether visitors may sign up without an account.
    #[serde(default = "yes")]
    pub allows_guests: bool,
    /// People per date, or per series where people sign up for the series. None: no limit; 0: nobody.
    #[validate(range(min = 0, max = 5000))]
    pub capacity: Option<i64>,
    /// Whoever comes helps: the time between in and out of the check-in becomes hours.
    #[serde(default)]
    pub counts_hours: bool,
    #[serde(default = "yes")]
    pub has_waiting_list: bool,
    /// How many may come together on one sign-up.
    #[serde(default = "one")]
    #[validate(range(min = 1, max = 4))]
    pub most_per_party: i64,
    /// Minutes before the start at which signing up ends. None: at the start.
    #[validate(range(min = 0, max = 43200))]
    pub registration_closes_minutes: Option<i64>,
    /// Minutes before the start from which a withdrawal is late.
    #[serde(default = "three_hours")]
    #[validate(range(min = 0, max = 43200))]
    pub withdraw_minutes: i64,
    /// Whether who stayed away twice in 90 days needs the organiser's yes.
    #[serde(default)]
    pub asks_after_no_shows: bool,
    /// What people are asked when they sign up.
    #[serde(default)]
    #[validate(nested, length(max = 5))]
    pub questions: Vec<ActivityQuestion>,
    /// What it costs, in words: "3 euro, soep en brood".
    #[validate(length(max = 80))]
    pub cost: Option<String>,
    #[serde(default = "yes")]
    pub is_free: bool,
    #[validate(length(max = 500))]
    pub accessibility: Option<String>,
    #[validate(length(max = 2000))]
    pub image_url: Option<String>,
    /// What the picture shows; empty if it is decoration.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub image_alt: String,
    /// With fewer people the organiser is asked on `minimum_on` whether it goes on.
    #[validate(range(min = 1, max = 500))]
    pub minimum_participants: Option<i64>,
    /// A day, `YYYY-MM-DD`.
    #[validate(length(equal = 10))]
    pub minimum_on: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub sequence: i64,
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

pub(super) fn amsterdam() -> String {
    "Europe/Amsterdam".to_owned()
}

const fn yes() -> bool {
    true
}

const fn one() -> i64 {
    1
}

const fn three_hours() -> i64 {
    180
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityStatus {
    #[default]
    Draft,
    Published,
    /// Every date that is still to come is full.
    Full,
    /// It happens now.
    Running,
    Finished,
    Cancelled,
    Deleted,
}

/// Where changes to an activity that visitors see already are; none where there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityRevisionState {
    /// Waits for the centre.
    Submitted,
    /// Waits for the organisation, which was asked to change something.
    NeedsWork,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityModerationState {
    #[default]
    None,
    Submitted,
    NeedsWork,
    Approved,
    Refused,
}

/// For what people sign up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityRegistrationMode {
    /// Nobody has to.
    #[default]
    None,
    /// For single dates.
    Occurrence,
    /// For all dates at once.
    Series,
}

/// A question to who signs up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityQuestion {
    #[validate(length(min = 3, max = 200))]
    pub text: String,
    #[serde(default)]
    pub kind: ActivityQuestionKind,
    /// For `choice`: two to eight, each of at most 80 characters. Empty for the other kinds.
    #[serde(default)]
    #[validate(length(max = 8))]
    pub options: Vec<String>,
    #[serde(default)]
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityQuestionKind {
    #[default]
    Text,
    /// `yes` or `no`.
    YesNo,
    Choice,
}
