//! A person as organisations see them in the pool: first name and the first letter of the surname, and what they wrote
//! to be found by. Never surname, address, number, street or date of birth.

use std::fmt::Write as _;

use rusqlite::{Connection, Row};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::reply::LastReply;
use crate::app::access::Rows;
use crate::base::digest::digest_of;
use crate::base::person_name::initial_of;
use crate::error::{Code, Result};
use crate::http::routes::Typed;
use crate::jsonapi::query::rows::bind;
use crate::resources::volunteer_profile::{LanguageLevel, VacancyMatch, VolunteerProfile, list};

/// The id is made for the organisation that looks and the person; it tells neither an account nor who this is to another
/// organisation.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct PoolProfileAttributes {
    first_name: String,
    /// First letters of the first name and the surname: `HV`.
    initials: String,
    /// First name and the first letter of the surname: `Hanneke V.`
    name: String,
    headline: Option<String>,
    about: Option<String>,
    theme_ids: Vec<String>,
    skills: Vec<String>,
    languages: Vec<SpokenLanguage>,
    /// Parts of the week: `mon_morning`, `sat_evening`.
    availability: Vec<String>,
    frequency: Option<String>,
    hours_per_week: Option<f64>,
    transport: Option<String>,
    postal_code_4: Option<String>,
    /// Kilometres from the centre of their postcode to the place that was asked for, else to that of the vacancy or the
    /// organisation.
    distance_km: Option<f64>,
    /// Month in which they last said that they want to be found: `2026-11`.
    confirmed_month: String,
    /// How well the vacancy of the request fits, by what is shown here.
    #[serde(rename = "match")]
    found: Option<VacancyMatch>,
    /// The last message of this organisation to them.
    reply: Option<LastReply>,
    /// When the organisation may write to them again; none: now.
    writable_from: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct SpokenLanguage {
    code: String,
    level: Option<LanguageLevel>,
}

impl Typed for PoolProfileAttributes {
    const TYPE: &'static str = "pool_profiles";
}

/// Who looks: an organisation, or the staff of a centre. Ids of people are theirs alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Looker {
    Organization(i64),
    Center(i64),
}

impl Looker {
    pub(super) const fn organization_id(self) -> Option<i64> {
        match self {
            Self::Organization(id) => Some(id),
            Self::Center(_) => None,
        }
    }

    const fn name(self) -> (&'static [u8], i64) {
        match self {
            Self::Organization(id) => (b"pool of organization", id),
            Self::Center(id) => (b"pool of center", id),
        }
    }
}

/// The ids that one looker is given, under a key of the tenant.
pub(super) struct PoolIds {
    key: Vec<u8>,
    looker: Looker,
}

impl PoolIds {
    pub(super) fn of(connection: &Connection, looker: Looker) -> Result<Self> {
        let key = connection
            .prepare_cached("select key from keyed_ids")?
            .query_row([], |row| row.get(0))?;
        Ok(Self { key, looker })
    }

    pub(super) fn of_person(&self, user_id: i64) -> String {
        let (what, id) = self.looker.name();
        let digest = digest_of(&[what, &self.key, &id.to_le_bytes(), &user_id.to_le_bytes()]);
        let mut text = String::new();
        for byte in digest.iter().take(16) {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Seed of the order of equals, which tells nothing of them.
    pub(super) fn seed(&self) -> u64 {
        let (what, id) = self.looker.name();
        let digest = digest_of(&[b"order", what, &self.key, &id.to_le_bytes()]);
        digest
            .iter()
            .take(8)
            .fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }
}

/// What of a card depends on who looks and what they ask.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) distance_km: Option<f64>,
    pub(super) found: Option<VacancyMatch>,
    pub(super) reply: Option<LastReply>,
    pub(super) writable_from: Option<String>,
}

const COLUMNS: &str = "u.first_name, u.last_name, t.headline, t.about, t.theme_ids, t.skills, t.languages, t.language_levels,
       t.availability, t.frequency, t.hours_per_week, t.transport, t.postal_code_4,
       substr(coalesce(t.confirmed_at, t.updated_at), 1, 7)";

/// The card of a person, if they are among these rows now.
pub(super) fn card(
    connection: &Connection,
    rows: &Rows<VolunteerProfile>,
    (user_id, id): (i64, &str),
    beside: Beside,
) -> Result<Option<Value>> {
    let sql = format!(
        "select {COLUMNS} from volunteer_profiles t join users u on u.id = t.user_id where t.user_id = :person and ({})",
        rows.visibility().rows
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(
        &mut statement,
        rows.auth(),
        &[(":person".to_owned(), user_id.into())],
    )?;
    let mut found = statement.raw_query();
    found
        .next()?
        .map(|row| document(row, id, beside))
        .transpose()
}

/// One's own card, as others would see it.
pub(super) fn own_card(connection: &Connection, user_id: i64) -> Result<Value> {
    let sql = format!(
        "select {COLUMNS} from volunteer_profiles t join users u on u.id = t.user_id where t.user_id = ?1"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut found = statement.query([user_id])?;
    match found.next()? {
        Some(row) => document(row, "current", Beside::default()),
        None => Err(Code::NotFound.into()),
    }
}

fn document(row: &Row, id: &str, beside: Beside) -> Result<Value> {
    let text = |index: usize| row.get::<_, Option<String>>(index);
    let first_name = text(0)?.unwrap_or_default();
    let initial = initial_of(&text(1)?.unwrap_or_default());
    let levels: serde_json::Map<String, Value> =
        serde_json::from_str(&row.get::<_, String>(7)?).unwrap_or_default();
    let languages = list(&row.get::<_, String>(6)?)
        .into_iter()
        .map(|code| SpokenLanguage {
            level: levels
                .get(&code)
                .and_then(|level| serde_json::from_value(level.clone()).ok()),
            code,
        })
        .collect();
    let attributes = PoolProfileAttributes {
        initials: first_name
            .chars()
            .next()
            .into_iter()
            .chain(initial)
            .collect(),
        name: name_of(&first_name, initial),
        first_name,
        headline: text(2)?.filter(|text| !text.is_empty()),
        about: text(3)?.filter(|text| !text.is_empty()),
        theme_ids: list(&row.get::<_, String>(4)?),
        skills: list(&row.get::<_, String>(5)?),
        languages,
        availability: list(&row.get::<_, String>(8)?),
        frequency: text(9)?,
        hours_per_week: row.get(10)?,
        transport: text(11)?,
        postal_code_4: text(12)?,
        distance_km: beside.distance_km.map(|km| (km * 10.0).round() / 10.0),
        confirmed_month: row.get(13)?,
        found: beside.found,
        reply: beside.reply,
        writable_from: beside.writable_from,
    };
    Ok(json!({ "type": PoolProfileAttributes::TYPE, "id": id, "attributes": attributes }))
}

/// `Hanneke V.`
fn name_of(first_name: &str, initial: Option<char>) -> String {
    match initial {
        Some(letter) => format!("{first_name} {letter}.").trim().to_owned(),
        None => first_name.to_owned(),
    }
}
