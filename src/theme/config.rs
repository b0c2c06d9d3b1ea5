//! Stored theme of a centre, serialised under its API names, with the product's defaults.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::palette::{self, Colour, Shades};
use super::roles::ThemeColors;

/// The scale that colours the header and its tabs; the tenant decides it, not the centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeaderScale {
    #[default]
    Primary,
    Secondary,
    Muted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThemeShape {
    #[default]
    Rounded,
    Straight,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThemeHeaderVariant {
    #[default]
    Tab,
    Legacy,
}

/// A theme as it is stored and sent. What is left out takes the default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ThemeConfig {
    /// One of [`super::fonts::FONTS`]; an unknown name takes the default.
    pub font_sans: String,
    pub font_heading: String,
    /// Further CSS variables; what is not safe or not complete is passed over.
    pub css_variables: BTreeMap<String, String>,
    pub primary_color_preset: String,
    /// A centre's own shades: an object with eleven keys, or JSON text that holds one.
    pub primary_shades: Option<Value>,
    /// Empty falls back to the muted preset.
    pub secondary_color_preset: String,
    pub secondary_shades: Option<Value>,
    pub tertiary_color_preset: String,
    pub tertiary_shades: Option<Value>,
    pub muted_color_preset: String,
    pub background_color: Option<String>,
    pub text_color: Option<String>,
    pub default_shape: ThemeShape,
    pub header_full_width: bool,
    pub header_variant: ThemeHeaderVariant,
    pub header_sticky: bool,
    pub header_language_toggle: bool,
    pub header_center_menu_items: bool,
    pub footer_variant: String,
    pub allow_inactive_users: bool,
    pub enable_moving_organizations: bool,
    pub staging: bool,
}

impl Default for ThemeConfig {
    fn default() -> Self {
        Self {
            font_sans: DEFAULT_FONT.into(),
            font_heading: DEFAULT_FONT.into(),
            css_variables: BTreeMap::new(),
            primary_color_preset: "petrol".into(),
            primary_shades: None,
            secondary_color_preset: "sand".into(),
            secondary_shades: None,
            tertiary_color_preset: "apricot".into(),
            tertiary_shades: None,
            muted_color_preset: "warm".into(),
            background_color: None,
            text_color: None,
            default_shape: ThemeShape::Rounded,
            header_full_width: false,
            header_variant: ThemeHeaderVariant::Tab,
            header_sticky: true,
            header_language_toggle: true,
            header_center_menu_items: false,
            footer_variant: "maud".into(),
            allow_inactive_users: false,
            enable_moving_organizations: false,
            staging: false,
        }
    }
}

/// Default font of headings and text.
pub const DEFAULT_FONT: &str = "Inter Variable";

impl ThemeConfig {
    /// Resolves the theme to colours. Never fails: an unknown preset, incomplete shades or an invalid colour falls back
    /// to the default (docs/domain/limits.md#themes).
    pub fn colors(&self) -> ThemeColors {
        let muted = palette::find_muted(&self.muted_color_preset)
            .or_else(|| palette::find_muted("slate"))
            .expect("slate is a preset");
        let preset = |name: &str| palette::find(name);
        ThemeColors {
            primary: own(self.primary_shades.as_ref())
                .or_else(|| preset(&self.primary_color_preset))
                .or_else(|| preset("petrol"))
                .expect("petrol is a preset"),
            secondary: own(self.secondary_shades.as_ref())
                .or_else(|| preset(&self.secondary_color_preset))
                .unwrap_or(muted),
            tertiary: own(self.tertiary_shades.as_ref())
                .or_else(|| preset(&self.tertiary_color_preset))
                .or_else(|| preset("apricot"))
                .expect("apricot is a preset"),
            muted,
            background: colour(self.background_color.as_deref()),
            text: colour(self.text_color.as_deref()),
        }
    }
}

fn own(value: Option<&Value>) -> Option<Shades> {
    Shades::from_value(value?)
}

fn colour(text: Option<&str>) -> Option<Colour> {
    Colour::parse(text?)
}
