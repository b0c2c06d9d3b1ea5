//! Locales: Dutch and English.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    #[default]
    Nl,
    En,
}

impl Locale {
    pub const ALL: [Self; 2] = [Self::Nl, Self::En];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nl => "nl",
            Self::En => "en",
        }
    }

    /// Parses `nl` or `en`; anything else is not supported.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "nl" => Some(Self::Nl),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    /// The path of the same page in this language. Dutch has no prefix.
    pub fn path(self, path: &str) -> String {
        match (self, path) {
            (Self::Nl, _) => path.to_owned(),
            (Self::En, "/") => "/en".to_owned(),
            (Self::En, path) => format!("/en{path}"),
        }
    }

    /// The best supported language for an `Accept-Language` header, or `None` without a match.
    pub fn accepted(header: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for part in header.split(',') {
            let mut pieces = part.trim().split(';');
            let tag = pieces.next().unwrap_or_default().to_ascii_lowercase();
            let weight = pieces
                .find_map(|piece| piece.trim().strip_prefix("q=")?.parse::<f32>().ok())
                .unwrap_or(1.0);
            let Some(locale) = Self::parse(tag.split('-').next().unwrap_or_default()) else {
                continue;
            };
            if weight > 0.0 && best.is_none_or(|(highest, _)| weight > highest) {
                best = Some((weight, locale));
            }
        }
        best.map(|(_, locale)| locale)
    }
}
