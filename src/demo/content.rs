//! Hand-written demo content, embedded in the binary.

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
pub struct OrganizationText {
    pub name: String,
    pub kind: String,
    #[serde(rename = "type", default = "non_profit")]
    pub organization_type: String,
    /// Street, house number and place.
    pub at: [String; 3],
    pub contact: String,
    #[serde(default = "approved")]
    pub status: String,
    /// Days since the organisation registered or was reviewed.
    pub days: Option<f64>,
    pub response: Option<f64>,
    #[serde(default)]
    pub anbi: bool,
    #[serde(default = "yes")]
    pub kvk: bool,
    pub about: String,
}

#[derive(Deserialize)]
pub struct VacancyText {
    pub title: String,
    /// The one organisation that this vacancy belongs to.
    pub organization: Option<String>,
    /// Types of organisation that the vacancy suits.
    #[serde(default)]
    pub org: Vec<String>,
    pub place: Option<String>,
    pub summary: String,
    pub text: Vec<String>,
    pub tasks: Vec<String>,
    pub ask: Vec<String>,
    pub offer: Option<String>,
    pub when: Vec<String>,
    pub hours: Vec<f64>,
    pub expenses: Option<String>,
    pub tags: Vec<String>,
    pub types: Vec<String>,
    pub image: String,
    #[serde(default = "volunteering")]
    pub kind: String,
    #[serde(default)]
    pub ages: Vec<String>,
    #[serde(default)]
    pub checks: Vec<String>,
    pub min_age: Option<i64>,
    #[serde(default)]
    pub online: bool,
    #[serde(default = "published")]
    pub status: String,
    pub moderation: Option<String>,
    pub capacity: Option<i64>,
    /// Number of places left.
    pub spots: Option<i64>,
    /// Published this many days ago, expires in this many days.
    pub published: Option<f64>,
    pub expires: Option<f64>,
    /// Has no applications yet.
    #[serde(default)]
    pub quiet: bool,
}

#[derive(Deserialize)]
pub struct KindText {
    pub kind: String,
    pub non_profit_type: String,
    pub types: Vec<String>,
    pub names: Vec<String>,
    pub about: String,
}

#[derive(Deserialize)]
pub struct Phrases {
    pub first_names_female: Vec<String>,
    pub first_names_male: Vec<String>,
    pub last_names: Vec<String>,
    pub job_titles: Vec<String>,
    pub streets: Vec<String>,
    pub expenses: Vec<String>,
    pub openings: Vec<String>,
    pub closings: Vec<String>,
    pub offers: Vec<String>,
    pub messages: Vec<String>,
    pub refusals: Vec<String>,
    pub review_messages: Vec<String>,
    pub kinds: Vec<KindText>,
    pub names: ProperNames,
}

#[derive(Deserialize)]
pub struct ProperNames {
    pub proper: Vec<String>,
}

#[derive(Deserialize)]
struct Organizations {
    organization: Vec<OrganizationText>,
}

#[derive(Deserialize)]
struct Vacancies {
    vacancy: Vec<VacancyText>,
}

pub struct Content {
    pub organizations: Vec<OrganizationText>,
    /// Vacancies with a fixed role in the demo.
    pub known: Vec<VacancyText>,
    /// Patterns that suit several organisations.
    pub patterns: Vec<VacancyText>,
    pub phrases: Phrases,
}

impl Content {
    pub fn load() -> Self {
        let mut patterns = Vec::new();
        for file in [
            include_str!("content/vacancies_care.toml"),
            include_str!("content/vacancies_learning.toml"),
            include_str!("content/vacancies_outdoors.toml"),
        ] {
            patterns.extend(parse::<Vacancies>(file).vacancy);
        }
        Self {
            organizations: parse::<Organizations>(include_str!("content/organizations.toml"))
                .organization,
            known: parse::<Vacancies>(include_str!("content/vacancies_known.toml")).vacancy,
            patterns,
            phrases: parse(include_str!("content/phrases.toml")),
        }
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("the embedded demo content is well-formed")
}

fn non_profit() -> String {
    "NonProfit".to_owned()
}

fn approved() -> String {
    "approved".to_owned()
}

fn volunteering() -> String {
    "volunteering".to_owned()
}

fn published() -> String {
    "published".to_owned()
}

fn yes() -> bool {
    true
}
