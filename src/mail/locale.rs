//! The languages that mails are written in.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Locale {
    #[default]
    Nl,
    En,
}

impl Locale {
    pub const ALL: [Self; 2] = [Self::Nl, Self::En];

    pub fn word(self) -> &'static str {
        match self {
            Self::Nl => "nl",
            Self::En => "en",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "nl" => Some(Self::Nl),
            "en" => Some(Self::En),
            _ => None,
        }
    }
}
