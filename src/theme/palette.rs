//! Colour presets and their scales of eleven shades.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Steps of a scale, from light to dark.
pub const STEPS: [u16; 11] = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950];

/// Opaque RGB colour, written `#rgb` or `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Colour {
    pub const WHITE: Self = Self {
        red: 255,
        green: 255,
        blue: 255,
    };

    /// Parses `#rgb` or `#rrggbb`; `None` for any other notation.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: Vec<u8> = text
            .trim()
            .strip_prefix('#')?
            .chars()
            .map(|digit| digit.to_digit(16).and_then(|value| value.try_into().ok()))
            .collect::<Option<_>>()?;
        match *digits.as_slice() {
            [red, green, blue] => Some(Self {
                red: red * 17,
                green: green * 17,
                blue: blue * 17,
            }),
            [r1, r2, g1, g2, b1, b2] => Some(Self {
                red: r1 * 16 + r2,
                green: g1 * 16 + g2,
                blue: b1 * 16 + b2,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| serde::de::Error::custom("a colour is written #rgb or #rrggbb"))
    }
}

/// Complete scale: every step has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shades([Colour; 11]);

impl Shades {
    pub fn new(colours: [Colour; 11]) -> Self {
        Self(colours)
    }

    /// Colour of a step; a number between steps yields the nearest darker step.
    pub fn step(&self, step: u16) -> Colour {
        self.iter()
            .find(|(known, _)| *known >= step)
            .map_or(self.0[10], |(_, colour)| colour)
    }

    /// The same shades with another colour at a step.
    #[must_use]
    pub fn with(&self, step: u16, colour: Colour) -> Self {
        let mut changed = *self;
        for (place, known) in changed.0.iter_mut().zip(STEPS) {
            if known == step {
                *place = colour;
            }
        }
        changed
    }

    /// Iterates over steps and colours, from light to dark.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u16, Colour)> + '_ {
        STEPS.into_iter().zip(self.0)
    }

    /// Parses custom shades; `None` unless all eleven keys hold a valid colour.
    pub fn from_map(map: &Map<String, Value>) -> Option<Self> {
        let mut colours = [Colour::WHITE; 11];
        for (place, step) in colours.iter_mut().zip(STEPS) {
            *place = Colour::parse(map.get(&step.to_string())?.as_str()?)?;
        }
        Some(Self(colours))
    }

    /// Like [`Self::from_map`], from a JSON object or from text that contains one.
    pub fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Object(map) => Self::from_map(map),
            Value::String(text) => Self::from_json(text),
            _ => None,
        }
    }

    /// Like [`Self::from_map`], from JSON text.
    pub fn from_json(text: &str) -> Option<Self> {
        Self::from_map(&serde_json::from_str(text).ok()?)
    }
}

/// The eleven steps of an object, or of JSON text that holds one, as they were written; `None` if one of them is missing,
/// empty or no colour.
pub fn complete(sent: &Value) -> Option<Map<String, Value>> {
    let read;
    let map = match sent {
        Value::Object(map) => map,
        Value::String(text) => {
            read = serde_json::from_str(text).ok()?;
            &read
        }
        _ => return None,
    };
    Shades::from_map(map)?;
    let steps = STEPS.map(|step| step.to_string());
    let kept = steps.into_iter().filter_map(|step| {
        let value = map.get(&step)?.clone();
        Some((step, value))
    });
    Some(kept.collect())
}

/// The four colour scales of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    Primary,
    Secondary,
    Tertiary,
    Muted,
}

impl Scale {
    pub const ALL: [Self; 4] = [Self::Primary, Self::Secondary, Self::Tertiary, Self::Muted];

    pub fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Secondary => "secondary",
            Self::Tertiary => "tertiary",
            Self::Muted => "muted",
        }
    }
}

/// Named scale, stored as text so that the tables below can be compared with their source.
pub struct Preset {
    pub name: &'static str,
    shades: [&'static str; 11],
}

const fn preset(name: &'static str, shades: [&'static str; 11]) -> Preset {
    Preset { name, shades }
}

/// Presets of the muted scale: the five greys of the Tailwind palette (MIT) and two of our own.
pub const MUTED: &[Preset] = &[
    preset(
        "gray",
        [
            "#f9fafb", "#f3f4f6", "#e5e7eb", "#d1d5db", "#9ca3af", "#6b7280", "#4b5563", "#374151",
            "#1f2937", "#111827", "#030712",
        ],
    ),
    preset(
        "slate",
        [
            "#f8fafc", "#f1f5f9", "#e2e8f0", "#cbd5e1", "#94a3b8", "#64748b", "#475569", "#334155",
            "#1e293b", "#0f172a", "#020617",
        ],
    ),
    preset(
        "stone",
        [
            "#fafaf9", "#f5f5f4", "#e7e5e4", "#d6d3d1", "#a8a29e", "#78716c", "#57534e", "#44403c",
            "#292524", "#1c1917", "#0c0a09",
        ],
    ),
    preset(
        "zinc",
        [
            "#fafafa", "#f4f4f5", "#e4e4e7", "#d4d4d8", "#a1a1aa", "#71717a", "#52525b", "#3f3f46",
            "#27272a", "#18181b", "#09090b",
        ],
    ),
    preset(
        "neutral",
        [
            "#fafafa", "#f5f5f5", "#e5e5e5", "#d4d4d4", "#a3a3a3", "#737373", "#525252", "#404040",
            "#262626", "#171717", "#0a0a0a",
        ],
    ),
    preset(
        "warm",
        [
            "#f9f6f2", "#f1ede8", "#e1dbd5", "#c9c3bb", "#afa69c", "#90887c", "#726a60", "#5b554c",
            "#3d3832", "#262421", "#151311",
        ],
    ),
    preset(
        "dusk",
        [
            "#f8f5f8", "#f0ecf0", "#dfdae0", "#c8c2c8", "#ada5ad", "#8e868f", "#716971", "#5a535a",
            "#3c373c", "#262426", "#151315",
        ],
    ),
];

/// Further presets of the primary, secondary and tertiary scales. From `mauve` on the scales are our own.
pub const COLOURFUL: &[Preset] = &[
    preset(
        "indigo",
        [
            "#eef2ff", "#e0e7ff", "#c7d2fe", "#a5b4fc", "#818cf8", "#6366f1", "#4f46e5", "#4338ca",
            "#3730a3", "#312e81", "#1e1b4b",
        ],
    ),
    preset(
        "sky",
        [
            "#f0f9ff", "#e0f2fe", "#bae6fd", "#7dd3fc", "#38bdf8", "#0ea5e9", "#0284c7", "#0369a1",
            "#075985", "#0c4a6e", "#082f49",
        ],
    ),
    preset(
        "purple",
        [
            "#faf5ff", "#f3e8ff", "#e9d5ff", "#d8b4fe", "#c084fc", "#a855f7", "#9333ea", "#7e22ce",
            "#6b21a8", "#581c87", "#3b0764",
        ],
    ),
    preset(
        "violet",
        [
            "#f5f3ff", "#ede9fe", "#ddd6fe", "#c4b5fd", "#a78bfa", "#8b5cf6", "#7c3aed", "#6d28d9",
            "#5b21b6", "#4c1d95", "#2e1065",
        ],
    ),
    preset(
        "lime",
        [
            "#f7fee7", "#ecfccb", "#d9f99d", "#bef264", "#a3e635", "#84cc16", "#65a30d", "#4d7c0f",
            "#3f6212", "#365314", "#1a2e05",
        ],
    ),
    preset(
        "teal",
        [
            "#f0fdfa", "#ccfbf1", "#99f6e4", "#5eead4", "#2dd4bf", "#14b8a6", "#0d9488", "#0f766e",
            "#115e59", "#134e4a", "#042f2e",
        ],
    ),
    preset(
        "emerald",
        [
            "#ecfdf5", "#d1fae5", "#a7f3d0", "#6ee7b7", "#34d399", "#10b981", "#059669", "#047857",
            "#065f46", "#064e3b", "#022c22",
        ],
    ),
    preset(
        "rose",
        [
            "#fff1f2", "#ffe4e6", "#fecdd3", "#fda4af", "#fb7185", "#f43f5e", "#e11d48", "#be123c",
            "#9f1239", "#881337", "#4c0519",
        ],
    ),
    preset(
        "pink",
        [
            "#fdf2f8", "#fce7f3", "#fbcfe8", "#f9a8d4", "#f472b6", "#ec4899", "#db2777", "#be185d",
            "#9d174d", "#831843", "#500724",
        ],
    ),
    preset(
        "yellow",
        [
            "#fefce8", "#fef9c3", "#fef08a", "#fde047", "#facc15", "#eab308", "#ca8a04", "#a16207",
            "#854d0e", "#713f12", "#422006",
        ],
    ),
    preset(
        "orange",
        [
            "#fff7ed", "#ffedd5", "#fed7aa", "#fdba74", "#fb923c", "#f97316", "#ea580c", "#c2410c",
            "#9a3412", "#7c2d12", "#431407",
        ],
    ),
    preset(
        "mauve",
        [
            "#f7f6f9", "#eeedf3", "#dedae5", "#c6c1d1", "#aaa4b9", "#8c859c", "#6f687d", "#585264",
            "#3b3744", "#252329", "#141317",
        ],
    ),
    preset(
        "petrol",
        [
            "#ecfaf9", "#ddf3f2", "#bee6e3", "#92d2cf", "#5db9b6", "#299c98", "#057c79", "#056361",
            "#014341", "#102928", "#061716",
        ],
    ),
    preset(
        "sand",
        [
            "#f9f6f1", "#f2ede6", "#e3dbcf", "#cfc2af", "#b6a58c", "#98866b", "#7a6950", "#62533e",
            "#423727", "#28241d", "#16130e",
        ],
    ),
    preset(
        "apricot",
        [
            "#fff4ee", "#fee9dd", "#fed2b8", "#f8b288", "#ea8d52", "#ce6a1e", "#a75001", "#863f00",
            "#5c2900", "#371d0d", "#200f05",
        ],
    ),
];

/// Preset names of the muted scale.
pub fn muted_names() -> impl Iterator<Item = &'static str> {
    MUTED.iter().map(|preset| preset.name)
}

/// Preset names of the primary, secondary and tertiary scales.
pub fn names() -> impl Iterator<Item = &'static str> {
    MUTED.iter().chain(COLOURFUL).map(|preset| preset.name)
}

/// Finds a preset of the primary, secondary or tertiary scale.
pub fn find(name: &str) -> Option<Shades> {
    MUTED
        .iter()
        .chain(COLOURFUL)
        .find(|preset| preset.name == name)
        .map(shades)
}

/// Finds a preset of the muted scale.
pub fn find_muted(name: &str) -> Option<Shades> {
    MUTED.iter().find(|preset| preset.name == name).map(shades)
}

fn shades(preset: &Preset) -> Shades {
    Shades(
        preset
            .shades
            .map(|text| Colour::parse(text).expect("the presets are written as #rrggbb")),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_preset_has_eleven_colours_and_darkens_step_by_step() {
        for name in names() {
            let shades = find(name).unwrap();
            let light: Vec<_> = shades
                .iter()
                .map(|(_, colour)| super::super::contrast::luminance(colour))
                .collect();
            assert!(light.windows(2).all(|pair| pair[0] > pair[1]), "{name}");
        }
        assert_eq!(names().count(), 5 + 12 + 5);
    }

    #[test]
    fn colours_are_read_short_and_long() {
        assert_eq!(Colour::parse("#fff"), Some(Colour::WHITE));
        assert_eq!(Colour::parse("#0aF").unwrap().to_string(), "#00aaff");
        assert_eq!(Colour::parse("#102928").unwrap().to_string(), "#102928");
        for wrong in [
            "", "#", "fff", "#ffff", "#gggggg", "red", "#1234567", "#é12",
        ] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn own_shades_count_only_when_complete() {
        let mut map = Map::new();
        for step in STEPS {
            map.insert(step.to_string(), json!("#123456"));
        }
        assert!(Shades::from_json(&Value::Object(map.clone()).to_string()).is_some());
        assert!(Shades::from_value(&json!(Value::Object(map.clone()).to_string())).is_some());
        map.insert("950".into(), json!(""));
        assert!(Shades::from_map(&map).is_none());
        map.remove("950");
        assert!(Shades::from_map(&map).is_none());
        assert!(Shades::from_json("{").is_none());
    }
}
