//! Contrast calculation of WCAG 2.2.

use serde::Serialize;

use super::palette::{Colour, Shades};
use super::roles::{Mode, ThemeColors};

/// Minimum contrast ratio of text (WCAG 1.4.3).
pub const TEXT: f64 = 4.5;
/// Minimum contrast ratio of user interface components (WCAG 1.4.11): field borders, focus rings, buttons.
pub const SHAPE: f64 = 3.0;

/// Relative luminance, from 0 (black) to 1 (white).
pub fn luminance(colour: Colour) -> f64 {
    let channel = |value: u8| {
        let part = f64::from(value) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(colour.red) + 0.7152 * channel(colour.green) + 0.0722 * channel(colour.blue)
}

/// Contrast ratio, from 1 to 21; symmetric.
pub fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Search direction for a readable shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderOrder {
    /// Yields the lightest readable shade first: for text on a light background.
    LightestFirst,
    /// Yields the darkest readable shade first: for text in dark mode.
    DarkestFirst,
}

/// First shade in `order` with a contrast ratio of 4.5 against every colour of `on`, with its step.
pub fn readable(shades: &Shades, on: &[Colour], order: LadderOrder) -> Option<(u16, Colour)> {
    let reads = |(_, shade): &(u16, Colour)| on.iter().all(|back| contrast(*shade, *back) >= TEXT);
    match order {
        LadderOrder::LightestFirst => shades.iter().find(reads),
        LadderOrder::DarkestFirst => shades.iter().rev().find(reads),
    }
}

/// Pair of colours with insufficient contrast.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FailingPair {
    /// The two roles: `link on surface`.
    pub pair: String,
    pub mode: Mode,
    pub foreground: Colour,
    pub background: Colour,
    /// Actual ratio, rounded down to one decimal, as the theme editor shows it.
    pub ratio: f64,
    /// Required ratio.
    pub needed: f64,
}

/// Checks the contrast of every pair of computed roles in light and dark mode.
pub fn validate_theme(colors: &ThemeColors) -> Result<(), Vec<FailingPair>> {
    let failing: Vec<_> = [Mode::Light, Mode::Dark]
        .into_iter()
        .flat_map(|mode| colors.roles(mode).failing_pairs())
        .collect();
    if failing.is_empty() {
        Ok(())
    } else {
        Err(failing)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::ThemeConfig;
    use super::super::palette;
    use super::*;

    fn colour(text: &str) -> Colour {
        Colour::parse(text).unwrap()
    }

    #[test]
    fn contrast_is_what_wcag_says() {
        assert!((contrast(colour("#000"), colour("#fff")) - 21.0).abs() < 1e-9);
        assert!((contrast(colour("#fff"), colour("#fff")) - 1.0).abs() < 1e-9);
        assert!((contrast(colour("#777"), colour("#fff")) - 4.478).abs() < 0.001);
        assert!((contrast(colour("#767676"), colour("#fff")) - 4.542).abs() < 0.001);
    }

    #[test]
    fn the_lightest_yellow_that_reads_on_white_is_darker_than_600() {
        let yellow = palette::find("yellow").unwrap();
        let white = [Colour::WHITE];
        let (step, shade) = readable(&yellow, &white, LadderOrder::LightestFirst).unwrap();
        assert_eq!(step, 700);
        assert!(contrast(shade, Colour::WHITE) >= TEXT);
        let (step, _) = readable(&yellow, &white, LadderOrder::DarkestFirst).unwrap();
        assert_eq!(step, 950);
    }

    #[test]
    fn the_default_theme_reads() {
        assert_eq!(validate_theme(&ThemeConfig::default().colors()), Ok(()));
    }

    #[test]
    fn a_theme_that_cannot_be_read_is_refused_by_naming_the_pair() {
        let mut theme = ThemeConfig {
            text_color: Some("#cccccc".into()),
            ..ThemeConfig::default()
        };
        let failing = validate_theme(&theme.colors()).unwrap_err();
        assert!(failing.iter().any(|f| f.pair == "text on background"));
        assert!(
            failing
                .iter()
                .all(|f| f.mode == Mode::Light && f.ratio < 4.5)
        );

        theme.text_color = None;
        theme.background_color = Some("#666".into());
        let failing = validate_theme(&theme.colors()).unwrap_err();
        assert!(failing.iter().any(|f| f.pair == "text-faint on background"));
    }
}
