//! Screens of the site that a menu can lead to, by the names of the page table (`web/pages.rs`).

use std::sync::LazyLock;

use rusqlite::Connection;
use serde_json::Value;

use crate::error::Result;
use crate::presets::Features;
use crate::resources::page::slug::CAMPAIGN;

/// Name and path of every public screen that is the same for everybody.
pub const SYSTEM_PAGES: &[(&str, &str)] = &[
    ("home", "/"),
    ("search", "/vacancies/search"),
    ("socialMap", "/sociale-kaart"),
    ("calendar", "/activiteitenkalender"),
    ("peerToPeer", "/een-op-een-hulp"),
    ("news", "/nieuws"),
    ("partners", "/partners"),
    ("gelderseHanden", "/gelderse-handen"),
    ("matching", "/hoe-werkt-het"),
    ("savedVacancies", "/profiel/bewaard"),
    ("signUp", "/signup"),
    ("signIn", "/auth/login-1"),
    ("organizationSignup", "/organizations/signup"),
    ("contactForm", "/forms/contact"),
    ("calendarSubscribe", "/agenda/abonneren"),
    ("accessibility", "/toegankelijkheid"),
    ("privacy", "/privacy"),
    ("terms", "/voorwaarden"),
];

pub fn path_of(name: &str) -> Option<&'static str> {
    SYSTEM_PAGES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, path)| *path)
}

/// What decides which of the screens exist at a centre.
#[derive(Clone, Copy)]
pub struct Here {
    pub features: Features,
    /// Visitors can read a page of the centre at `/partners`.
    pub has_partners: bool,
    /// And at `/gelderse-handen`.
    pub has_campaign: bool,
}

impl Here {
    pub fn read(connection: &Connection, center_id: i64, features: Features) -> Result<Self> {
        let mut is_online = connection.prepare_cached(
                "select exists (select 1 from published_pages
                  where volunteer_center_id = ?1 and locale in ('nl', 'en') and slug = ?2
                    and publish_at <= strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                    and (unpublish_at is null or unpublish_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))",
            )?;
        Ok(Self {
            features,
            has_partners: is_online.query_row((center_id, "partners"), |row| row.get(0))?,
            has_campaign: is_online.query_row((center_id, CAMPAIGN), |row| row.get(0))?,
        })
    }

    /// Whether the screen exists: it is part of the program, and what it belongs to is switched on.
    pub fn has(self, name: &str) -> bool {
        let is_wanted = match name {
            "peerToPeer" => self.features.peer_to_peer,
            "calendar" | "calendarSubscribe" => self.features.activities,
            "partners" => self.has_partners,
            "gelderseHanden" => self.has_campaign,
            _ => true,
        };
        is_wanted && !titles(name).0.is_empty()
    }
}

/// Titles in Dutch and English; empty while there is no such screen.
pub fn titles(name: &str) -> (&'static str, &'static str) {
    static TITLES: LazyLock<(Value, Value)> = LazyLock::new(|| {
        let read = |text| serde_json::from_str(text).unwrap_or_default();
        (
            read(include_str!("../../../ui/src/i18n/routes.nl.json")),
            read(include_str!("../../../ui/src/i18n/routes.en.json")),
        )
    });
    let title = |titles: &'static Value| {
        let found = titles.get(name).and_then(|texts| texts.get("title"));
        found.and_then(Value::as_str).unwrap_or_default()
    };
    (title(&TITLES.0), title(&TITLES.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_built_or_switched_off_is_not_offered() {
        let features = Features {
            peer_to_peer: true,
            volunteer_profiles: true,
            activities: true,
        };
        let all = Here {
            features,
            has_partners: true,
            has_campaign: true,
        };
        assert!(all.has("search") && all.has("partners") && all.has("gelderseHanden"));
        assert_eq!(titles("search"), ("Vacatures", "Volunteer roles"));
        assert!(!all.has("nowhere"));
        let none = Here {
            features: Features {
                activities: false,
                ..features
            },
            has_partners: false,
            has_campaign: false,
        };
        assert!(!none.has("calendar") && !none.has("partners") && !none.has("gelderseHanden"));
    }
}
