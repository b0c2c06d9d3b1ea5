//! The theme of a centre: colours, fonts, shape, header and footer.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::{VERSIONS, yes};
use crate::error::{FieldFault, Result};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::typed_json::{Misfit, from_value};
use crate::jsonapi::{Resource, Saving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules;
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::theme;

pub struct Theme;

/// The theme's settings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ThemeAttributes {
    #[serde(default = "inter")]
    pub font_sans: String,
    #[serde(default = "inter")]
    pub font_heading: String,
    /// Further CSS variables by name. One without a name or a value is passed over.
    #[serde(default)]
    pub css_variables: Map<String, Value>,
    pub primary_color_preset: Option<String>,
    /// Shades of the centre's own: an object with the eleven steps 50, 100, …, 900, 950, or JSON text of one. What cannot
    /// be read or is not complete is passed over, and the preset is used. The same goes for the two after it.
    #[serde(default, deserialize_with = "own_shades")]
    pub primary_shades: Option<Map<String, Value>>,
    pub secondary_color_preset: Option<String>,
    #[serde(default, deserialize_with = "own_shades")]
    pub secondary_shades: Option<Map<String, Value>>,
    pub tertiary_color_preset: Option<String>,
    #[serde(default, deserialize_with = "own_shades")]
    pub tertiary_shades: Option<Map<String, Value>>,
    pub muted_color_preset: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub background_color: Option<String>,
    #[validate(custom(function = "field_rules::colour"))]
    pub text_color: Option<String>,
    #[serde(default = "rounded")]
    pub default_shape: String,
    #[serde(default)]
    pub header_full_width: bool,
    #[serde(default = "tab")]
    pub header_variant: String,
    #[serde(default = "yes")]
    pub header_sticky: bool,
    #[serde(default = "yes")]
    pub header_language_toggle: bool,
    #[serde(default)]
    pub header_center_menu_items: bool,
    #[serde(default = "maud")]
    pub footer_variant: String,
    #[serde(default)]
    pub allow_inactive_users: bool,
    #[serde(default)]
    pub enable_moving_organizations: bool,
    #[serde(default)]
    pub staging: bool,
}

/// Shades that are complete; of anything else there are none.
fn own_shades<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Map<String, Value>>, D::Error> {
    let sent = Value::deserialize(deserializer)?;
    Ok(theme::palette::complete(&sent))
}

fn inter() -> String {
    theme::fonts::find_or_default("").name.to_owned()
}

fn rounded() -> String {
    "rounded".to_owned()
}

fn tab() -> String {
    "tab".to_owned()
}

fn maud() -> String {
    "maud".to_owned()
}

impl Resource for Theme {
    const TYPE: &'static str = "themes";
    type Attributes = ThemeAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Update],
        impersonating: &[
            ("GET", "/api/v1/volunteer_centers/{id}/theme"),
            ("PATCH", "/api/v1/volunteer_centers/{id}/theme"),
            ("PUT", "/api/v1/volunteer_centers/{id}/theme"),
            ("GET", "/api/v1/themes/{id}/versions"),
            ("PUT", "/api/v1/themes/{id}/preview"),
        ],
        offered: &[Verb::Govern],
        ..SessionAccess::CLOSED
    };

    const VERSIONS: Option<u32> = Some(VERSIONS);

    /// A value that `/theme.css` cannot parse would invalidate the whole theme.
    fn before_save(
        new: &mut ThemeAttributes,
        old: Option<&ThemeAttributes>,
        _: &Saving,
    ) -> Result<()> {
        new.css_variables.retain(|name, value| is_said(name, value));
        // A stored theme that cannot be parsed is no reference for the new one.
        let old = old.and_then(|old| config(old).ok());
        theme::check(&config(new)?, old.as_ref())
    }
}

impl Declared for Theme {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("src/web/branding.rs", "themes"));
    const ABOUT: &'static str = "Colours, fonts and shapes of a centre.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("themes", "of a centre"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its centre"));
    const EXPORT: Option<Export> = Some(Export::No("part of a centre"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its tenant"));
}

impl ThemeAttributes {
    /// Parses the theme as the style sheet does.
    pub fn config(&self) -> Result<theme::ThemeConfig> {
        config(self)
    }
}

/// Whether a variable has a name and a value.
fn is_said(name: &str, value: &Value) -> bool {
    let is_empty = value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    !name.trim().is_empty() && !is_empty
}

fn config(attributes: &ThemeAttributes) -> Result<theme::ThemeConfig> {
    let mut told = serde_json::to_value(attributes)?;
    if let Some(told) = told.as_object_mut() {
        told.retain(|_, value| !value.is_null());
        if let Some(Value::Object(variables)) = told.get_mut("css_variables") {
            variables.retain(|name, value| is_said(name, value));
        }
    }
    from_value(&told).map_err(|Misfit { pointer, reason }| {
        // `unknown variant `x`, expected `tab` or `legacy``
        let (_, allowed) = reason.split_once("expected").unwrap_or_default();
        let allowed: Vec<&str> = allowed.split('`').skip(1).step_by(2).collect();
        FieldFault::attribute(&pointer, "choice")
            .with("allowed", allowed)
            .into()
    })
}
