//! To whom a newsletter goes, of those who want it. Never by age, gender or origin.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::audience::Person;
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::error::{FieldFault, Result};
use crate::resources::volunteer_profile::list;
use crate::search::geo;

const KILOMETRES: [i64; 5] = [5, 10, 15, 25, 50];
const DAYS: [i64; 4] = [30, 90, 180, 365];

/// Conditions that all hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "NewsletterSegment")]
pub struct Segment {
    pub audience: NewsletterAudience,
    /// Ids of `activity_types`: who likes one of them. None: everybody.
    pub theme_ids: Vec<String>,
    /// Name or postal code of a place, with `km`: who lives within that distance.
    pub city: Option<String>,
    /// 5, 10, 15, 25 or 50.
    pub km: Option<i64>,
    pub language: Option<NewsletterLanguage>,
    /// Who applied, signed up for an activity or logged hours within 30, 90, 180 or 365 days.
    pub active_days: Option<i64>,
    /// Who signed in within 30, 90, 180 or 365 days.
    pub seen_days: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterAudience {
    #[default]
    Everyone,
    Volunteers,
    /// Who manages an organisation.
    Organizations,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsletterLanguage {
    Nl,
    En,
}

pub(super) fn validate(connection: &Connection, center_id: i64, segment: &Segment) -> Result<()> {
    let fault = |name: &str, rule: &str| FieldFault::attribute(&format!("segment/{name}"), rule);
    let mut theme = connection.prepare_cached(
        "select 1 from taxonomies
          where kind = 'activity_types' and id = ?1 and coalesce(volunteer_center_id, ?2) = ?2",
    )?;
    if segment.theme_ids.len() > 20 {
        return Err(fault("theme_ids", "length").with("max", 20).into());
    }
    for id in &segment.theme_ids {
        if !theme.exists((id.parse::<i64>().unwrap_or_default(), center_id))? {
            return Err(fault("theme_ids", "unknown").into());
        }
    }
    if segment.city.is_some() != segment.km.is_some() {
        let missing = if segment.km.is_some() { "city" } else { "km" };
        return Err(fault(missing, "required").into());
    }
    if let Some(city) = &segment.city
        && (city.chars().count() > 100 || geo::locate(city).is_none())
    {
        return Err(fault("city", "unknown_place").into());
    }
    let numbers = [
        ("km", segment.km, KILOMETRES.as_slice()),
        ("active_days", segment.active_days, &DAYS),
        ("seen_days", segment.seen_days, &DAYS),
    ];
    for (name, number, allowed) in numbers {
        if number.is_some_and(|number| !allowed.contains(&number)) {
            let allowed: Vec<String> = allowed.iter().map(i64::to_string).collect();
            return Err(fault(name, "choice")
                .with("allowed", allowed.join(", "))
                .into());
        }
    }
    Ok(())
}

impl Segment {
    /// Whether somebody belongs to it.
    pub(super) fn holds(&self, person: &Person, now: &str) -> bool {
        let in_audience = match self.audience {
            NewsletterAudience::Everyone => true,
            NewsletterAudience::Volunteers => {
                person.user_id.is_some()
                    && (!person.manages_organization || person.active_at.is_some())
            }
            NewsletterAudience::Organizations => person.manages_organization,
        };
        let in_language = self.language.is_none_or(|language| match language {
            NewsletterLanguage::Nl => person.locale == Locale::Nl,
            NewsletterLanguage::En => person.locale == Locale::En,
        });
        let within = |limit: Option<i64>, at: Option<&String>| {
            limit.is_none_or(|limit| at.is_some_and(|at| *at >= later(now, -days(limit))))
        };
        in_audience
            && in_language
            && within(self.active_days, person.active_at.as_ref())
            && within(self.seen_days, person.seen_at.as_ref())
            && self.likes(person)
            && self.is_near(person)
    }

    fn likes(&self, person: &Person) -> bool {
        let likes = person.theme_ids.as_deref().map(list).unwrap_or_default();
        self.theme_ids.is_empty() || self.theme_ids.iter().any(|id| likes.contains(id))
    }

    fn is_near(&self, person: &Person) -> bool {
        let (Some(city), Some(km)) = (&self.city, self.km) else {
            return true;
        };
        let home = person.postal_code_4.as_deref().and_then(geo::locate);
        let (Some(center), Some(home)) = (geo::locate(city), home) else {
            return false;
        };
        let km = f64::from(u32::try_from(km).unwrap_or_default());
        geo::distance_km(
            center.latitude,
            center.longitude,
            home.latitude,
            home.longitude,
        ) <= km
    }
}
