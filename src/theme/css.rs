//! Generates the style sheet of a theme. It is loaded after tokens.css and can be cached by its content.

use std::fmt::Write;

use super::config::{HeaderScale, ThemeConfig};
use super::contrast::validate_theme;
use super::fonts;
use super::palette::{STEPS, Scale};
use super::roles::{Mode, ThemeColors};
use crate::theme::allow_list;

/// Looks of the footer; the first is the default. The others are rules of their own, which only a theme that has them
/// sends.
pub const FOOTER_VARIANTS: [&str; 3] = ["maud", "light", "compact"];

/// On the tint of the page instead of on the band.
const LIGHT_FOOTER: &str = ".site-footer.is-light{--v-band:var(--v-surface-tint);--v-on-band:var(--v-text);\
--v-on-band-soft:var(--v-text-soft);--v-accent:var(--v-focus)}";
const COMPACT_FOOTER: &str = ".site-footer.is-compact{margin-top:var(--v-space-6);padding-block:var(--v-space-5) var(--v-space-4)}\
.site-footer.is-compact .footer-base{margin-top:var(--v-space-4);padding-top:var(--v-space-3)}";

/// Renders the theme as CSS: part 1 of tokens.css, the header's colours, and the roles whose default step lacks
/// contrast. Never fails: invalid values are skipped.
pub fn theme_css(theme: &ThemeConfig, header: HeaderScale) -> String {
    let colors = as_far_as_it_reads(theme.colors());
    let mut css = String::with_capacity(4096);
    css.push_str(":root{");
    for scale in Scale::ALL {
        for (step, colour) in colors.scale(scale).iter() {
            put(&mut css, &format!("--v-{}-{step}", scale.name()), colour);
        }
    }
    let scale = header.scale().name();
    for step in STEPS {
        let colour = format!("var(--v-{scale}-{step})");
        put(&mut css, &format!("--v-header-{step}"), colour);
    }
    let sans = fonts::find_or_default(&theme.font_sans);
    let heading = fonts::find_or_default(&theme.font_heading);
    put(&mut css, "--v-font-sans", sans.stack());
    put(&mut css, "--v-font-heading", heading.stack());
    for (name, value) in &theme.css_variables {
        if let Some((name, value)) = safe_variable(name, value) {
            put(&mut css, name, value);
        }
    }
    css.push_str("}\n");

    let (light, dark) = declarations(&colors, header);
    // The same three selectors as in tokens.css, so that a preview can set its own mode.
    let _ = writeln!(css, ":root,[data-theme=\"light\"]{{{light}}}");
    let _ = writeln!(
        css,
        "@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=\"light\"]){{{dark}}}}}"
    );
    // Print always uses light mode.
    let _ = writeln!(css, "@media screen{{[data-theme=\"dark\"]{{{dark}}}}}");
    css.push_str(match theme.footer_variant.as_str() {
        "light" => LIGHT_FOOTER,
        "compact" => COMPACT_FOOTER,
        _ => "",
    });
    css
}

/// Returns a custom variable if it is valid. Variables stored by older versions pass the same validation.
pub fn safe_variable<'a>(name: &'a str, value: &'a str) -> Option<(&'a str, &'a str)> {
    let (name, value) = (name.trim(), value.trim());
    (allow_list::variable_name(name) && allow_list::variable_value(value)).then_some((name, value))
}

/// Drops the centre's text and background colours if the theme lacks contrast. Saving rejects such a theme; one stored
/// by an older version is repaired here.
fn as_far_as_it_reads(colors: ThemeColors) -> ThemeColors {
    let without_text = ThemeColors {
        text: None,
        ..colors
    };
    let without_background = ThemeColors {
        background: None,
        ..colors
    };
    let neither = ThemeColors {
        text: None,
        background: None,
        ..colors
    };
    [colors, without_text, without_background]
        .into_iter()
        .find(|colors| validate_theme(colors).is_ok())
        .unwrap_or(neither)
}

/// Role declarations of both modes that differ from tokens.css. A role that differs in one mode is declared in both:
/// the declaration in `:root` here would else override `[data-theme="dark"]` there.
fn declarations(colors: &ThemeColors, header: HeaderScale) -> (String, String) {
    let light = colors.roles_with_header(Mode::Light, header);
    let dark = colors.roles_with_header(Mode::Dark, header);
    let (mut light_css, mut dark_css) = (String::new(), String::new());
    for (light, dark) in light.iter().zip(dark.iter()) {
        if !light.usual || !dark.usual {
            put(&mut light_css, &format!("--v-{}", light.name), &light.css);
            put(&mut dark_css, &format!("--v-{}", dark.name), &dark.css);
        }
    }
    (light_css, dark_css)
}

fn put(css: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = write!(css, "{name}:{value};");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::super::contrast::{TEXT, contrast};
    use super::super::palette;
    use super::*;

    #[test]
    fn the_default_theme_is_tokens_css() {
        let css = theme_css(&ThemeConfig::default(), HeaderScale::Primary);
        assert!(css.starts_with(":root{--v-primary-50:#ecfaf9;"));
        assert!(css.contains("--v-muted-950:#151311;"));
        assert!(css.contains("--v-font-heading:\"Inter Variable\",\"Inter\",system-ui"));
        assert!(css.contains("--v-header-700:var(--v-primary-700);"));
        for role in ["--v-action:", "--v-link:", "--v-text:", "--v-tab-text:"] {
            assert!(!css.contains(role), "the default overrides {role}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }

    #[test]
    fn a_scale_off_the_ladder_gets_other_roles_in_light_and_in_dark() {
        let theme = ThemeConfig {
            primary_color_preset: "yellow".into(),
            ..ThemeConfig::default()
        };
        // Yellow 600 lacks contrast even as a focus ring.
        let light = theme.colors().roles(Mode::Light);
        let focus = light.iter().find(|role| role.name == "focus").unwrap();
        assert_eq!(
            (focus.css.as_str(), focus.usual),
            ("var(--v-primary-700)", false)
        );
        let ground = light.colour("background").unwrap();
        assert!(contrast(light.colour("link").unwrap(), ground) >= TEXT);

        let steep = shades(|step| if step < 900 { "#ffe4b5" } else { "#2b1a00" });
        let theme = ThemeConfig {
            primary_shades: Some(steep),
            ..ThemeConfig::default()
        };
        let css = theme_css(&theme, HeaderScale::Primary);
        let (light, dark) = css.split_once("@media").unwrap();
        assert!(light.contains("--v-action:var(--v-primary-900);"));
        assert!(light.contains("--v-link:var(--v-primary-900);"));
        assert_eq!(dark.matches("--v-link:var(--v-primary-300);").count(), 2);
        assert!(validate_theme(&theme.colors()).is_ok());
    }

    #[test]
    fn the_header_follows_the_scale_of_the_tenant() {
        let theme = ThemeConfig::default();
        let of = |header| theme_css(&theme, header);
        assert!(of(HeaderScale::Muted).contains("--v-header-950:var(--v-muted-950);"));
        assert!(of(HeaderScale::Secondary).contains("--v-header-950:var(--v-secondary-950);"));
    }

    #[test]
    fn an_own_background_counts_in_light_and_gives_way_when_it_does_not_read() {
        let mut theme = ThemeConfig {
            background_color: Some("#fffaf0".into()),
            ..ThemeConfig::default()
        };
        let css = theme_css(&theme, HeaderScale::Primary);
        assert_eq!(css.matches("--v-background:#fffaf0;").count(), 1);
        assert_eq!(css.matches("--v-background:var(--v-muted-950);").count(), 2);
        theme.background_color = Some("#555".into());
        assert!(!theme_css(&theme, HeaderScale::Primary).contains("#555555"));
    }

    #[test]
    fn variables_are_taken_only_when_they_are_complete_and_harmless() {
        assert_eq!(
            safe_variable(" --v-page ", " 60rem "),
            Some(("--v-page", "60rem"))
        );
        assert!(safe_variable("--shadow", "0 1px 2px rgb(0 0 0 / .4)").is_some());
        for (name, value) in [
            ("", "1px"),
            ("--", "1px"),
            ("--v-page", " "),
            ("v-page", "1px"),
            ("--V", "1px"),
            ("--v page", "1px"),
            ("--v-page", "1px;color:red"),
            ("--v-page", "1px}body{display:none"),
            ("--v-page", "URL(x)"),
            ("--v-page", "u\\72l(x)"),
            ("--v-page", "image-set('a.png' 1x)"),
            ("--v-page", "\"open"),
            ("--v-page", "calc(1px"),
            ("--v-page", "1px)"),
            ("--v-page", "</style>"),
            ("--v-text", "#cccccc"),
            ("--v-primary-700", "#cccccc"),
            ("--v-danger-text", "#cccccc"),
            ("--v-header-700", "#cccccc"),
        ] {
            assert_eq!(safe_variable(name, value), None, "{name}: {value}");
        }
    }

    #[test]
    fn incomplete_shades_leave_the_preset() {
        let mut theme = ThemeConfig {
            primary_color_preset: "rose".into(),
            primary_shades: Some(json!({"50": "#fff"})),
            ..ThemeConfig::default()
        };
        assert_eq!(theme.colors().primary, palette::find("rose").unwrap());
        theme.primary_shades = Some(json!("{not json"));
        assert_eq!(theme.colors().primary, palette::find("rose").unwrap());
        theme.secondary_color_preset = String::new();
        theme.muted_color_preset = "no such".into();
        assert_eq!(theme.colors().secondary, palette::find("slate").unwrap());
    }

    fn shades(of: impl Fn(u16) -> &'static str) -> Value {
        STEPS
            .into_iter()
            .map(|step| (step.to_string(), json!(of(step))))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    fn any_name() -> impl Strategy<Value = String> {
        proptest::sample::select(palette::names().collect::<Vec<_>>()).prop_map(String::from)
    }

    fn any_muted() -> impl Strategy<Value = String> {
        proptest::sample::select(palette::muted_names().collect::<Vec<_>>()).prop_map(String::from)
    }

    proptest! {
        #[test]
        fn every_combination_of_presets_reads(
            primary in any_name(),
            secondary in any_name(),
            tertiary in any_name(),
            muted in any_muted(),
        ) {
            let theme = ThemeConfig {
                primary_color_preset: primary,
                secondary_color_preset: secondary,
                tertiary_color_preset: tertiary,
                muted_color_preset: muted,
                ..ThemeConfig::default()
            };
            let colors = theme.colors();
            prop_assert_eq!(validate_theme(&colors), Ok(()));
            for header in [HeaderScale::Primary, HeaderScale::Secondary, HeaderScale::Muted] {
                for mode in [Mode::Light, Mode::Dark] {
                    let roles = colors.roles_with_header(mode, header);
                    prop_assert_eq!(roles.failing_pairs(), vec![]);
                }
            }
        }

        #[test]
        fn no_variable_leaves_its_declaration(name in ".{0,12}", value in ".{0,40}") {
            let theme = ThemeConfig {
                css_variables: [(format!("--{name}"), value)].into(),
                ..ThemeConfig::default()
            };
            let css = theme_css(&theme, HeaderScale::Primary);
            prop_assert_eq!(css.matches('{').count(), 6);
            prop_assert_eq!(css.matches('}').count(), 6);
        }
    }
}
