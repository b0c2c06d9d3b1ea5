//! What a theme would look like before it is saved, and what it may be chosen from.

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::theme::{Theme, ThemeAttributes};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Input, Routes};
use crate::jsonapi::write::store::{self, changes_of};
use crate::jsonapi::{Document, Id, table};
use crate::model::email_branding;
use crate::model::sample_mail;
use crate::presets;
use crate::theme::advice::{self, map_of};
use crate::theme::css::FOOTER_VARIANTS;
use crate::theme::{ThemeConfig, fonts, palette, theme_css};

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/choices", choices)
        .named("getThemeChoices", "Shows what a theme is chosen from")
        .answering_with(json!({ "type": "object" }))
        .action(Method::PUT, "/{id}/preview", preview)
        .named("previewTheme", "Shows what a theme would look like, without saving it")
        .taking(json!({
            "type": "object",
            "properties": { "data": { "type": "object", "properties": { "attributes": { "type": "object" } } } }
        }))
        .answering_with(json!({ "type": "object" }))
}

/// Colours, fonts and the themes of the presets, for the editor.
async fn choices(access: Access<Theme, action::Read>, (): (), _: Input<()>) -> Result<Document> {
    let shades = |name: &str| palette::find(name).map(|shades| Value::from(map_of(&shades)));
    let palettes: Map<String, Value> = palette::names()
        .filter_map(|name| Some((name.to_owned(), shades(name)?)))
        .collect();
    let presets: Vec<Value> = presets::list()
        .iter()
        .map(|preset| json!({ "name": preset.name, "centre": preset.centre.name, "theme": preset.theme }))
        .collect();
    Ok(Document::of(&json!({ "meta": {
        "palettes": palettes,
        "muted": palette::muted_names().collect::<Vec<_>>(),
        "fonts": fonts::FONTS.map(|font| font.name),
        "footer_variants": FOOTER_VARIANTS,
        "presets": presets,
        "preset": access.ctx().site.tenant.preset.name,
        "default": ThemeConfig::default(),
    } })))
}

/// `PUT /themes/1/preview` with the attributes that are not saved yet: the style sheet, every pair of colours with
/// its contrast, and a mail.
async fn preview(
    access: Access<Theme, action::Update>,
    id: Id<Theme>,
    input: Input<Value>,
) -> Result<Document> {
    let sent = changes_of(table::<Theme>(), &input.body)?;
    let rows = access.rows();
    let site = access.ctx().site.clone();
    let origin = email_branding::origin(access.app(), &site.tenant);
    let shown = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let stored = store::load(connection, id)?.ok_or(Code::NotFound)?;
            let theme = changed(&stored, sent)?;
            let colors = theme.colors();
            let preset = &site.tenant.preset;
            let header = preset.header_scale_of(site.settings.header_scale, &theme);
            let action = colors.primary.step(email_branding::ACTION).to_string();
            let mail = sample_mail::example(
                connection,
                (site.center_id, site.locale),
                (&origin, &action),
            )?;
            Ok(json!({ "meta": {
                "css": theme_css(&theme, header),
                "pairs": advice::pairs(&theme, header),
                "shades": {
                    "primary": map_of(&colors.primary),
                    "secondary": map_of(&colors.secondary),
                    "tertiary": map_of(&colors.tertiary),
                    "muted": map_of(&colors.muted),
                },
                "mail": mail,
            } }))
        })
        .await?;
    Ok(Document::of(&shown))
}

/// The stored theme with the sent attributes in place of its own.
fn changed(stored: &ThemeAttributes, sent: Map<String, Value>) -> Result<ThemeConfig> {
    let mut whole = serde_json::to_value(stored)?;
    if let Some(whole) = whole.as_object_mut() {
        whole.extend(sent);
    }
    serde_json::from_value::<ThemeAttributes>(whole)?.config()
}
