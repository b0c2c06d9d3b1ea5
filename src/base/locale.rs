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

    /// The language in which a text is written, by its commonest words; Dutch where they do not tell. The app's
    /// `text-language.ts` decides the same.
    pub fn of_text(text: &str) -> Self {
        const ENGLISH: [&str; 8] = ["the", "and", "you", "with", "your", "for", "to", "of"];
        const DUTCH: [&str; 8] = ["de", "het", "een", "je", "en", "met", "van", "voor"];
        let (mut english, mut dutch) = (0_u32, 0_u32);
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let word = word.to_lowercase();
            english += u32::from(ENGLISH.contains(&word.as_str()));
            dutch += u32::from(DUTCH.contains(&word.as_str()));
        }
        if english > dutch { Self::En } else { Self::Nl }
    }

    /// The language of a text that is in another than its reader's; none for an empty one.
    pub fn foreign(self, text: &str) -> Option<Self> {
        let own = Self::of_text(text);
        (own != self && !text.trim().is_empty()).then_some(own)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_text_is_that_of_its_commonest_words() {
        assert_eq!(Locale::of_text("Samen koken met de buurt"), Locale::Nl);
        assert_eq!(Locale::of_text("Cook with the neighbours"), Locale::En);
        assert_eq!(
            Locale::of_text("<p>Help <b>the</b> elderly</p>"),
            Locale::En
        );
        assert_eq!(Locale::of_text("Taalmaatje"), Locale::Nl);
        assert_eq!(Locale::En.foreign("Taalmaatje"), Some(Locale::Nl));
        assert_eq!(Locale::Nl.foreign("Taalmaatje"), None);
        assert_eq!(Locale::Nl.foreign("Walk with the dog"), Some(Locale::En));
        assert_eq!(Locale::En.foreign(" "), None);
    }
}
