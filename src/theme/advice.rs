//! Every pair of colours that the site uses under a theme, and for one that lacks contrast the nearest colour that has
//! it. For the theme editor; saving applies the same rules (`saving`).

use serde::Serialize;
use serde_json::{Map, Value};

use super::config::{HeaderScale, ThemeConfig};
use super::contrast::{FailingPair, contrast};
use super::palette::{Colour, Scale, Shades};
use super::roles::{Mode, ThemeColors};
use super::rules::{Paint, RULES};

/// Pairs that are advised on at once; the others often follow from the first.
const ADVISED: usize = 4;
/// Steps between a colour and black or white.
const STEPS_TO_THE_END: u16 = 100;

/// Two colours, one on the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    pub foreground_role: &'static str,
    pub background_role: &'static str,
    pub mode: Mode,
    pub foreground: Colour,
    pub background: Colour,
    /// Rounded down to one decimal.
    pub ratio: f64,
    pub needed: f64,
    pub is_enough: bool,
    /// Only for a pair that lacks contrast.
    pub advice: Option<Advice>,
}

/// The smallest change of one colour after which the pair has enough contrast.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// Attribute of the theme: `text_color`, `primary_shades`.
    pub field: String,
    /// The step, of a field with shades.
    pub step: Option<u16>,
    pub color: Colour,
    /// Contrast of the pair then.
    pub ratio: f64,
    /// Value of the field then.
    pub value: Value,
}

/// All pairs of both modes, those that lack contrast first.
pub fn pairs(theme: &ThemeConfig, header: HeaderScale) -> Vec<Pair> {
    let colors = theme.colors();
    let mut pairs = all(&colors, header);
    pairs.sort_by_key(|pair| pair.is_enough);
    for pair in pairs
        .iter_mut()
        .filter(|pair| !pair.is_enough)
        .take(ADVISED)
    {
        pair.advice = advice(pair, &colors, header);
    }
    pairs
}

/// The pairs that lack contrast, as saving refuses them.
pub fn failing(colors: &ThemeColors, header: HeaderScale) -> Vec<FailingPair> {
    [Mode::Light, Mode::Dark]
        .into_iter()
        .flat_map(|mode| colors.roles_with_header(mode, header).failing_pairs())
        .collect()
}

fn all(colors: &ThemeColors, header: HeaderScale) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for mode in [Mode::Light, Mode::Dark] {
        let roles = colors.roles_with_header(mode, header);
        for rule in RULES {
            for (on, needed) in rule.on {
                // A background that was chosen for its text is the same pair the other way round.
                let is_said = pairs.iter().any(|pair: &Pair| {
                    pair.mode == mode
                        && pair.foreground_role == *on
                        && pair.background_role == rule.name
                });
                if is_said {
                    continue;
                }
                let (Some(foreground), Some(background)) =
                    (roles.colour(rule.name), roles.colour(on))
                else {
                    continue;
                };
                let ratio = contrast(foreground, background);
                pairs.push(Pair {
                    foreground_role: rule.name,
                    background_role: on,
                    mode,
                    foreground,
                    background,
                    ratio: rounded(ratio),
                    needed: *needed,
                    is_enough: ratio >= *needed,
                    advice: None,
                });
            }
        }
    }
    pairs
}

fn rounded(ratio: f64) -> f64 {
    (ratio * 10.0).floor() / 10.0
}

/// Where the colour of a role comes from.
#[derive(Clone, Copy)]
enum Source {
    Text,
    Background,
    Shade(Scale, u16),
}

impl Source {
    fn of(role: &str, mode: Mode, colors: &ThemeColors, header: HeaderScale) -> Option<Self> {
        match (mode, role) {
            (Mode::Light, "text") if colors.text.is_some() => return Some(Self::Text),
            (Mode::Light, "background") if colors.background.is_some() => {
                return Some(Self::Background);
            }
            _ => {}
        }
        let rule = RULES.iter().find(|rule| rule.name == role)?;
        let paint = match mode {
            Mode::Light => rule.light,
            Mode::Dark => rule.dark,
        };
        match paint {
            Paint::White => None,
            Paint::Shade(scale, step) => Some(Self::Shade(scale, step)),
            Paint::Header(step) => Some(Self::Shade(header.scale(), step)),
        }
    }

    fn colour(self, colors: &ThemeColors) -> Option<Colour> {
        match self {
            Self::Text => colors.text,
            Self::Background => colors.background,
            Self::Shade(scale, step) => Some(colors.scale(scale).step(step)),
        }
    }

    fn changed(self, colors: &ThemeColors, colour: Colour) -> ThemeColors {
        let mut changed = *colors;
        match self {
            Self::Text => changed.text = Some(colour),
            Self::Background => changed.background = Some(colour),
            Self::Shade(scale, step) => {
                let shades = colors.scale(scale).with(step, colour);
                match scale {
                    Scale::Primary => changed.primary = shades,
                    Scale::Secondary => changed.secondary = shades,
                    Scale::Tertiary => changed.tertiary = shades,
                    Scale::Muted => changed.muted = shades,
                }
            }
        }
        changed
    }

    /// The attribute and its value with this colour. The muted scale has presets only.
    fn written(self, colors: &ThemeColors, colour: Colour) -> Option<(String, Value)> {
        Some(match self {
            Self::Text => ("text_color".to_owned(), colour.to_string().into()),
            Self::Background => ("background_color".to_owned(), colour.to_string().into()),
            Self::Shade(Scale::Muted, _) => return None,
            Self::Shade(scale, step) => {
                let shades = colors.scale(scale).with(step, colour);
                (format!("{}_shades", scale.name()), map_of(&shades).into())
            }
        })
    }
}

/// Shades as the API spells them.
pub fn map_of(shades: &Shades) -> Map<String, Value> {
    shades
        .iter()
        .map(|(step, colour)| (step.to_string(), colour.to_string().into()))
        .collect()
}

/// A colour with which none of the pairs of its role lacks contrast, if there is one; else one that helps this pair.
fn advice(pair: &Pair, colors: &ThemeColors, header: HeaderScale) -> Option<Advice> {
    nearest(pair, colors, header, true).or_else(|| nearest(pair, colors, header, false))
}

fn nearest(
    pair: &Pair,
    colors: &ThemeColors,
    header: HeaderScale,
    is_for_all: bool,
) -> Option<Advice> {
    let sources = [pair.foreground_role, pair.background_role]
        .map(|role| Some((role, Source::of(role, pair.mode, colors, header)?)));
    let before = failing(colors, header).len();
    for distance in (2..=STEPS_TO_THE_END).step_by(2) {
        for (role, source) in sources.into_iter().flatten() {
            let Some(from) = source.colour(colors) else {
                continue;
            };
            for end in [BLACK, Colour::WHITE] {
                let colour = mixed(from, end, distance);
                let changed = source.changed(colors, colour);
                let ratio = ratio_of(pair, &changed, header);
                if ratio < pair.needed {
                    continue;
                }
                let left = failing(&changed, header);
                let has_role = |left: &FailingPair| {
                    left.mode == pair.mode && left.pair.split(" on ").any(|other| other == role)
                };
                if left.len() >= before || (is_for_all && left.iter().any(has_role)) {
                    continue;
                }
                let Some((field, value)) = source.written(colors, colour) else {
                    continue;
                };
                return Some(Advice {
                    field,
                    step: match source {
                        Source::Shade(_, step) => Some(step),
                        _ => None,
                    },
                    color: colour,
                    ratio: rounded(ratio),
                    value,
                });
            }
        }
    }
    None
}

const BLACK: Colour = Colour {
    red: 0,
    green: 0,
    blue: 0,
};

fn ratio_of(pair: &Pair, colors: &ThemeColors, header: HeaderScale) -> f64 {
    let roles = colors.roles_with_header(pair.mode, header);
    let colour = |role| roles.colour(role);
    match (colour(pair.foreground_role), colour(pair.background_role)) {
        (Some(foreground), Some(background)) => contrast(foreground, background),
        _ => 0.0,
    }
}

/// A colour so many hundredths of the way to another one.
fn mixed(from: Colour, to: Colour, hundredths: u16) -> Colour {
    let channel = |from: u8, to: u8| {
        let mixed = u16::from(from) * (STEPS_TO_THE_END - hundredths) + u16::from(to) * hundredths;
        u8::try_from((mixed + STEPS_TO_THE_END / 2) / STEPS_TO_THE_END).unwrap_or(u8::MAX)
    };
    Colour {
        red: channel(from.red, to.red),
        green: channel(from.green, to.green),
        blue: channel(from.blue, to.blue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn first_failing(theme: &ThemeConfig) -> Option<Pair> {
        let pair = pairs(theme, HeaderScale::Primary).into_iter().next()?;
        (!pair.is_enough).then_some(pair)
    }

    #[test]
    fn every_pair_of_the_site_is_told_once_a_mode_with_its_contrast() {
        let pairs = pairs(&ThemeConfig::default(), HeaderScale::Primary);
        assert!(pairs.len() > 60, "{}", pairs.len());
        assert!(
            pairs
                .iter()
                .all(|pair| pair.is_enough && pair.advice.is_none())
        );
        let same: Vec<_> = pairs
            .iter()
            .filter(|pair| pair.mode == Mode::Light)
            .filter(|pair| [pair.foreground_role, pair.background_role].contains(&"on-action"))
            .collect();
        assert_eq!(same.len(), 2, "{same:?}");
    }

    #[test]
    fn taking_the_advice_until_there_is_none_makes_a_theme_that_may_be_saved() {
        let shades = |step: u16, colour: &str| {
            let mut map = map_of(&super::super::palette::find("petrol").unwrap());
            map.insert(step.to_string(), colour.into());
            Some(Value::from(map))
        };
        let flat: Map<String, Value> = super::super::palette::STEPS
            .map(|step| (step.to_string(), json!("#f08aa9")))
            .into_iter()
            .collect();
        for mut theme in [
            ThemeConfig {
                background_color: Some("#ffffff".into()),
                text_color: Some("#cccccc".into()),
                ..ThemeConfig::default()
            },
            ThemeConfig {
                background_color: Some("#777777".into()),
                ..ThemeConfig::default()
            },
            ThemeConfig {
                primary_shades: shades(950, "#aaddaa"),
                ..ThemeConfig::default()
            },
            ThemeConfig {
                primary_shades: Some(flat.into()),
                ..ThemeConfig::default()
            },
        ] {
            let mut taken = 0;
            while let Some(pair) = first_failing(&theme) {
                let advice = pair.advice.unwrap_or_else(|| {
                    panic!("{} on {}", pair.foreground_role, pair.background_role)
                });
                assert!(advice.ratio >= pair.needed || advice.ratio + 0.1 > pair.needed);
                let mut told = serde_json::to_value(&theme).unwrap();
                told[&advice.field] = advice.value;
                theme = serde_json::from_value(told).unwrap();
                taken += 1;
                assert!(taken < 60);
            }
            assert!(super::super::check(&theme, None).is_ok());
        }
    }
}
