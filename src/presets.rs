//! Tenant presets: initial context, features, wording, theme and first centre. Embedded in the program; no secrets,
//! no databases, no code. A tenant's later changes are its own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::theme::{HeaderScale, ThemeConfig};

/// Initial state of a tenant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Preset {
    pub name: String,
    /// Replaces the centre's name in page titles.
    pub app_name: Option<String>,
    pub context: TenantContext,
    pub default_locale: TenantLocale,
    /// Hosts of this tenant. A single-label host is completed by the wildcard suffix.
    pub domains: Vec<String>,
    pub redirect: Option<Redirect>,
    pub features: Features,
    pub wording: Wording,
    /// Colour scale of the header and its tabs.
    pub header_scale: HeaderScale,
    /// The same while the theme is `staging`.
    pub staged_header_scale: Option<HeaderScale>,
    /// Whether admins and superusers of the centre need a second factor.
    pub second_factor: SecondFactorRule,
    pub theme: ThemeConfig,
    pub centre: CentrePreset,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TenantContext {
    #[default]
    Main,
    Meedoen,
}

impl TenantContext {
    pub const ALL: [Self; 2] = [Self::Main, Self::Meedoen];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Meedoen => "meedoen",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|context| context.as_str() == name)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TenantLocale {
    #[default]
    Nl,
    En,
}

/// Whether the tenant's staff need a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorRule {
    #[default]
    Required,
    Optional,
}

impl SecondFactorRule {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
        }
    }
}

/// Name of peer-to-peer help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wording {
    Neighbour,
    #[default]
    OneOnOne,
}

/// A host that serves a single page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    pub host: String,
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Features {
    pub peer_to_peer: bool,
    pub volunteer_profiles: bool,
    pub activities: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            peer_to_peer: false,
            volunteer_profiles: true,
            activities: true,
        }
    }
}

impl Features {
    /// The features in a context: it takes away, never adds.
    #[must_use]
    pub const fn within(self, context: TenantContext) -> Self {
        let is_main = matches!(context, TenantContext::Main);
        Self {
            volunteer_profiles: self.volunteer_profiles && is_main,
            activities: self.activities && is_main,
            ..self
        }
    }
}

/// The first centre of a new tenant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CentrePreset {
    pub name: String,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub address: CentreAddress,
    /// Columns 1 to 4, 6 and 8, by number.
    pub footer: BTreeMap<String, FooterColumn>,
    pub show_anbi_logo: bool,
    pub show_nov_logo: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CentreAddress {
    pub street: Option<String>,
    pub house_number: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub country: Option<String>,
}

/// A footer column in both languages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FooterColumn {
    pub nl: FooterText,
    pub en: FooterText,
}

/// Lines of text and links: `[words](/path)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FooterText {
    pub title: String,
    pub content: String,
}

/// The embedded presets, in display order.
pub fn list() -> &'static [Preset] {
    &PRESETS
}

pub fn find(name: &str) -> Option<&'static Preset> {
    list().iter().find(|preset| preset.name == name)
}

/// The preset with this name, otherwise a plain one: context main, no peer-to-peer help, the header in primary
/// shades, and a second factor for the centre's staff.
pub fn find_or_plain(name: &str) -> Preset {
    find(name).cloned().unwrap_or_else(|| Preset {
        name: name.to_owned(),
        domains: vec![name.to_owned()],
        second_factor: SecondFactorRule::Required,
        ..Preset::default()
    })
}

impl Preset {
    /// The hosts of this tenant, single-label ones completed by the wildcard suffix. Without a suffix these are
    /// omitted, as they would be unreachable.
    pub fn hosts(&self, wildcard_suffix: Option<&str>) -> Vec<String> {
        self.domains
            .iter()
            .filter_map(|domain| {
                if domain.contains('.') {
                    return Some(domain.clone());
                }
                Some(format!("{domain}.{}", bare(wildcard_suffix?)))
            })
            .collect()
    }

    /// Redirect target for a host with a single page, if the path is another one. The path may have a language
    /// prefix. The caller exempts assets and the API.
    pub fn redirect_for(&self, host: &str, path: &str) -> Option<&str> {
        let redirect = self
            .redirect
            .as_ref()
            .filter(|redirect| redirect.is_of(host))?;
        let page = ["/nl/", "/en/"]
            .iter()
            .find_map(|prefix| path.starts_with(prefix).then(|| path.get(3..))?)
            .unwrap_or(path);
        (page.trim_end_matches('/') != redirect.path).then_some(redirect.path.as_str())
    }

    /// The colour scale of the header under this theme; `usual` is the tenant's.
    pub fn header_scale_of(&self, usual: HeaderScale, theme: &ThemeConfig) -> HeaderScale {
        self.staged_header_scale
            .filter(|_| theme.staging)
            .unwrap_or(usual)
    }
}

impl Redirect {
    /// True if the redirect is for this host, with or without port.
    pub fn is_of(&self, host: &str) -> bool {
        let host = host.split(':').next().unwrap_or_default();
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        if self.host.contains('.') {
            host == self.host
        } else {
            host.split('.').next() == Some(self.host.as_str())
        }
    }
}

fn bare(suffix: &str) -> &str {
    suffix.trim_start_matches(['*', '.'])
}

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|file| toml::from_str(file).expect("the presets are read by a test"))
        .collect()
});

const FILES: [&str; 5] = [
    include_str!("../tenants/oldebroek.toml"),
    include_str!("../tenants/roermond.toml"),
    include_str!("../tenants/meedoen.toml"),
    include_str!("../tenants/demo.toml"),
    include_str!("../tenants/public.toml"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search;
    use crate::theme::{palette, validate_theme};

    #[test]
    fn every_preset_is_read_and_nothing_in_it_is_passed_over() {
        let names: Vec<_> = list().iter().map(|preset| preset.name.as_str()).collect();
        assert_eq!(
            names,
            ["oldebroek", "roermond", "meedoen", "demo", "public"]
        );
        let known = serde_json::to_value(ThemeConfig::default()).unwrap();
        for file in FILES {
            let file: toml::Table = toml::from_str(file).unwrap();
            for key in file
                .get("theme")
                .and_then(|t| t.as_table())
                .into_iter()
                .flatten()
            {
                assert!(
                    known.get(key.0).is_some(),
                    "{} is no part of a theme",
                    key.0
                );
            }
        }
    }

    #[test]
    fn the_meedoen_context_has_no_profiles_and_no_activities() {
        for preset in list() {
            let is_main = preset.context == TenantContext::Main;
            assert_eq!(preset.features.volunteer_profiles, is_main);
            assert_eq!(preset.features.activities, is_main);
            assert_eq!(preset.name == "meedoen", !is_main);
        }
    }

    #[test]
    fn neighbours_help_each_other_in_oldebroek_and_one_on_one_elsewhere() {
        for preset in list() {
            let helps = ["public", "oldebroek"].contains(&preset.name.as_str());
            assert_eq!(preset.features.peer_to_peer, helps, "{}", preset.name);
            let neighbours = preset.wording == Wording::Neighbour;
            assert_eq!(neighbours, preset.name == "oldebroek");
        }
    }

    #[test]
    fn the_header_takes_the_scale_of_the_tenant() {
        let scale_of = |name: &str, theme: &ThemeConfig| {
            let preset = find_or_plain(name);
            preset.header_scale_of(preset.header_scale, theme)
        };
        let scale = |name: &str| scale_of(name, &ThemeConfig::default());
        assert_eq!(scale("oldebroek"), HeaderScale::Secondary);
        assert_eq!(scale("public"), HeaderScale::Muted);
        for other in ["roermond", "meedoen", "demo", "zomaar"] {
            assert_eq!(scale(other), HeaderScale::Primary);
        }
        let staged = ThemeConfig {
            staging: true,
            ..ThemeConfig::default()
        };
        let of = |name: &str| scale_of(name, &staged);
        assert_eq!(of("demo"), HeaderScale::Muted);
        assert_eq!(of("roermond"), HeaderScale::Primary);
    }

    #[test]
    fn one_host_has_one_page() {
        let meedoen = find("meedoen").unwrap();
        let to = |host, path| meedoen.redirect_for(host, path);
        assert_eq!(
            to("gelderse-handen.example.nl", "/"),
            Some("/gelderse-handen")
        );
        assert_eq!(
            to("Gelderse-Handen.example.nl:8080", "/users"),
            Some("/gelderse-handen")
        );
        assert_eq!(to("gelderse-handen.example.nl", "/gelderse-handen"), None);
        assert_eq!(
            to("gelderse-handen.example.nl", "/en/gelderse-handen/"),
            None
        );
        assert_eq!(to("meedoen.example.nl", "/users"), None);
        assert_eq!(
            find("demo").unwrap().redirect_for("gelderse-handen.x", "/"),
            None
        );
    }

    #[test]
    fn a_host_of_one_word_is_completed() {
        let meedoen = find("meedoen").unwrap();
        assert_eq!(
            meedoen.hosts(Some(".example.nl")),
            ["meedoen.example.nl", "gelderse-handen.example.nl"]
        );
        assert!(meedoen.hosts(None).is_empty());
    }

    #[test]
    fn every_theme_is_there_and_reads() {
        for preset in list() {
            let theme = &preset.theme;
            assert!(palette::find(&theme.primary_color_preset).is_some());
            assert!(palette::find(&theme.secondary_color_preset).is_some());
            assert!(palette::find(&theme.tertiary_color_preset).is_some());
            assert!(palette::find_muted(&theme.muted_color_preset).is_some());
            assert_eq!(validate_theme(&theme.colors()), Ok(()), "{}", preset.name);
        }
        let roermond = find("roermond").unwrap().theme.colors();
        assert_eq!(roermond.primary.step(700).to_string(), "#8c2b61");
        assert_eq!(roermond.tertiary.step(300).to_string(), "#ddc17d");
        assert_eq!(find("demo").unwrap().theme, ThemeConfig::default());
    }

    #[test]
    fn footers_have_the_columns_of_the_product_and_fit() {
        for preset in list() {
            for (number, column) in &preset.centre.footer {
                assert!(["1", "2", "3", "4", "6", "8"].contains(&number.as_str()));
                for text in [&column.nl, &column.en] {
                    assert!((1..=60).contains(&text.title.trim().chars().count()));
                    assert!((1..=1000).contains(&text.content.trim().chars().count()));
                }
                let lines = |text: &FooterText| text.content.trim().lines().count();
                assert_eq!(
                    lines(&column.nl),
                    lines(&column.en),
                    "{} {number}",
                    preset.name
                );
            }
        }
        let demo = &find("demo").unwrap().centre;
        let code = demo.address.postal_code.as_deref().unwrap();
        assert_eq!(search::locate(code).unwrap().name, "Lindewaard");
    }
}
