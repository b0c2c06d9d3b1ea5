//! Validation of a theme on save (docs/domain/limits.md#themes): known names and sufficient contrast.

use serde_json::{Value, json};

use super::config::HeaderScale;
use super::config::ThemeConfig;
use super::contrast::FailingPair;
use super::css::safe_variable;
use super::{advice, css, fonts, palette, roles};
use crate::base::locale::Locale;
use crate::error::{Code, Error, FieldFault, Result};

/// Validates `new`. Values unchanged from `old` are not validated again: a stricter version of the program must not
/// block unrelated changes.
pub fn check(new: &ThemeConfig, old: Option<&ThemeConfig>) -> Result<()> {
    let is_new = |of: fn(&ThemeConfig) -> &String| old.is_none_or(|old| of(old) != of(new));
    let mut faults = Vec::new();
    let mut name = |field: &str, value: &str, changed: bool, known: Vec<&str>| {
        if changed && !value.is_empty() && !known.contains(&value) {
            faults.push(FieldFault::attribute(field, "choice").with("allowed", json!(known)));
        }
    };
    let fonts = || fonts::FONTS.iter().map(|font| font.name).collect();
    let presets = || palette::names().collect();
    name(
        "font_sans",
        &new.font_sans,
        is_new(|theme| &theme.font_sans),
        fonts(),
    );
    name(
        "font_heading",
        &new.font_heading,
        is_new(|theme| &theme.font_heading),
        fonts(),
    );
    name(
        "primary_color_preset",
        &new.primary_color_preset,
        is_new(|theme| &theme.primary_color_preset),
        presets(),
    );
    name(
        "secondary_color_preset",
        &new.secondary_color_preset,
        is_new(|theme| &theme.secondary_color_preset),
        presets(),
    );
    name(
        "tertiary_color_preset",
        &new.tertiary_color_preset,
        is_new(|theme| &theme.tertiary_color_preset),
        presets(),
    );
    name(
        "muted_color_preset",
        &new.muted_color_preset,
        is_new(|theme| &theme.muted_color_preset),
        palette::muted_names().collect(),
    );
    if is_new(|theme| &theme.footer_variant)
        && !css::FOOTER_VARIANTS.contains(&new.footer_variant.as_str())
    {
        faults.push(
            FieldFault::attribute("footer_variant", "choice")
                .with("allowed", json!(css::FOOTER_VARIANTS)),
        );
    }
    let variables = new.css_variables.iter().filter(|(name, value)| {
        old.and_then(|old| old.css_variables.get(*name)) != Some(*value)
            && safe_variable(name, value).is_none()
    });
    faults.extend(variables.map(|(name, _)| {
        FieldFault::attribute("css_variables", "css_variable").with("name", name.clone())
    }));
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let colors = new.colors();
    if old.is_some_and(|old| old.colors() == colors) {
        return Ok(());
    }
    // The tenant may colour the header by any of them, and may choose another one later.
    let failing = [
        HeaderScale::Primary,
        HeaderScale::Secondary,
        HeaderScale::Muted,
    ]
    .into_iter()
    .map(|header| advice::failing(&colors, header))
    .find(|failing| !failing.is_empty());
    failing.map_or(Ok(()), |failing| Err(too_low(new, &failing)))
}

/// Error for the first pair that lacks contrast, pointing at the attribute that the centre set.
fn too_low(theme: &ThemeConfig, failing: &[FailingPair]) -> Error {
    let Some(pair) = failing.first() else {
        return Code::ContrastTooLow.into();
    };
    let (foreground, background) = pair.pair.split_once(" on ").unwrap_or((&pair.pair, ""));
    let field = match (foreground, background) {
        ("text", _) if theme.text_color.is_some() => "text_color",
        (_, "background") if theme.background_color.is_some() => "background_color",
        _ if foreground.starts_with("tab-") || foreground.starts_with("header-") => {
            "secondary_color_preset"
        }
        _ => "primary_color_preset",
    };
    let named = |locale| {
        let joint = match locale {
            Locale::Nl => "op",
            Locale::En => "on",
        };
        let (foreground, background) = (
            roles::said(foreground, locale),
            roles::said(background, locale),
        );
        Value::from(format!("{foreground} {joint} {background}"))
    };
    Error::from(Code::ContrastTooLow)
        .with("pair", pair.pair.clone())
        .with("pair_nl", named(Locale::Nl))
        .with("pair_en", named(Locale::En))
        .with("mode", json!(pair.mode))
        .with("foreground", json!(pair.foreground))
        .with("background", json!(pair.background))
        .with("ratio", pair.ratio)
        .with("needed", pair.needed)
        .at(&format!("/data/attributes/{field}"))
}

#[cfg(test)]
mod tests {
    use super::super::contrast::validate_theme;
    use super::*;
    use crate::presets;

    #[test]
    fn every_preset_of_a_tenant_may_be_saved() {
        for preset in presets::list() {
            assert!(check(&preset.theme, None).is_ok(), "{}", preset.name);
        }
    }

    #[test]
    fn every_preset_of_a_colour_may_be_saved() {
        for (index, name) in palette::names().enumerate() {
            let muted: Vec<&str> = palette::muted_names().collect();
            let theme = ThemeConfig {
                primary_color_preset: name.to_owned(),
                secondary_color_preset: name.to_owned(),
                tertiary_color_preset: name.to_owned(),
                muted_color_preset: muted[index % muted.len()].to_owned(),
                ..ThemeConfig::default()
            };
            assert_eq!(validate_theme(&theme.colors()), Ok(()), "{name}");
        }
    }

    #[test]
    fn who_is_refused_hears_which_two_do_not_read() {
        let theme = ThemeConfig {
            background_color: Some("#ffffff".to_owned()),
            text_color: Some("#eeeeee".to_owned()),
            ..ThemeConfig::default()
        };
        let refused = check(&theme, None).unwrap_err();
        let (nl, en) = (refused.sentence(Locale::Nl), refused.sentence(Locale::En));
        assert!(nl.contains("tekst op achtergrond"), "{nl}");
        assert!(en.contains("text on background"), "{en}");
        // Values that were stored before do not block unrelated changes.
        let staged = ThemeConfig {
            staging: true,
            ..theme.clone()
        };
        assert!(check(&staged, Some(&theme)).is_ok());
    }
}
