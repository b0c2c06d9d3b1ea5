//! Colour roles. A role takes its default step if that has sufficient contrast, else the nearest step that has: in
//! light mode the lightest, in dark mode the darkest. Mirrors part 3 of tokens.css.

use serde::Serialize;

use super::config::HeaderScale;
use super::contrast::{FailingPair, contrast};
use super::palette::{Colour, Scale, Shades};
use super::rules::{Paint, RULES, Rule, walk};
use crate::base::locale::Locale;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Light,
    Dark,
}

/// Colours of a theme: four complete scales, and the centre's overrides in light mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeColors {
    pub primary: Shades,
    pub secondary: Shades,
    pub tertiary: Shades,
    pub muted: Shades,
    /// Page background in light mode; dark mode uses the muted scale.
    pub background: Option<Colour>,
    /// Text colour in light mode.
    pub text: Option<Colour>,
}

/// Role with its computed colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Role {
    /// Name of the CSS variable without `--v-`.
    pub name: &'static str,
    pub colour: Colour,
    /// CSS value: `var(--v-primary-700)` or `#ffffff`.
    pub css: String,
    /// Whether tokens.css has the same value.
    pub usual: bool,
}

/// All roles of a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Roles {
    pub mode: Mode,
    list: Vec<Role>,
    header: HeaderScale,
}

impl ThemeColors {
    pub fn scale(&self, scale: Scale) -> &Shades {
        match scale {
            Scale::Primary => &self.primary,
            Scale::Secondary => &self.secondary,
            Scale::Tertiary => &self.tertiary,
            Scale::Muted => &self.muted,
        }
    }

    /// Computes the roles with the header in the primary scale.
    pub fn roles(&self, mode: Mode) -> Roles {
        self.roles_with_header(mode, HeaderScale::Primary)
    }

    pub fn roles_with_header(&self, mode: Mode, header: HeaderScale) -> Roles {
        let mut roles = Roles {
            mode,
            list: Vec::with_capacity(RULES.len()),
            header,
        };
        for rule in RULES {
            let role = self.resolve(rule, &roles);
            roles.list.push(role);
        }
        roles
    }

    fn resolve(&self, rule: &Rule, roles: &Roles) -> Role {
        let over = match (roles.mode, rule.name) {
            (Mode::Light, "background") => self.background,
            (Mode::Light, "text") => self.text,
            _ => None,
        };
        if let Some(colour) = over {
            return Role {
                name: rule.name,
                colour,
                css: colour.to_string(),
                usual: false,
            };
        }
        let (paint, direction) = match roles.mode {
            Mode::Light => (rule.light, rule.walk_light()),
            Mode::Dark => (rule.dark, rule.walk_dark()),
        };
        let (scale, usual) = match paint {
            Paint::White => {
                return Role {
                    name: rule.name,
                    colour: Colour::WHITE,
                    css: Colour::WHITE.to_string(),
                    usual: true,
                };
            }
            Paint::Shade(scale, step) => (scale, step),
            Paint::Header(step) => (roles.header.scale(), step),
        };
        let shades = self.scale(scale);
        let step = walk(usual, direction)
            .chain(walk(usual, direction.opposite()))
            .find(|step| self.reads(rule, shades.step(*step), roles))
            .unwrap_or(usual);
        Role {
            name: rule.name,
            colour: shades.step(step),
            css: format!("var(--v-{}-{step})", scale.name()),
            usual: step == usual,
        }
    }

    /// Returns whether a colour has sufficient contrast with every role computed so far.
    fn reads(&self, rule: &Rule, colour: Colour, roles: &Roles) -> bool {
        rule.on.iter().all(|(other, needed)| {
            let other = roles.colour(other).or_else(|| self.awaited(other, roles));
            other.is_none_or(|other| contrast(colour, other) >= *needed)
        })
    }

    /// Default colour of a role that is computed later, for a background that depends on its text.
    fn awaited(&self, name: &str, roles: &Roles) -> Option<Colour> {
        let rule = RULES.iter().find(|rule| rule.name == name)?;
        match (roles.mode, rule.light, rule.dark) {
            (Mode::Light, Paint::Shade(scale, step), _)
            | (Mode::Dark, _, Paint::Shade(scale, step)) => Some(self.scale(scale).step(step)),
            (Mode::Light, Paint::White, _) | (Mode::Dark, _, Paint::White) => Some(Colour::WHITE),
            _ => None,
        }
    }
}

impl Roles {
    pub fn iter(&self) -> impl Iterator<Item = &Role> {
        self.list.iter()
    }

    pub fn colour(&self, name: &str) -> Option<Colour> {
        self.list
            .iter()
            .find(|role| role.name == name)
            .map(|role| role.colour)
    }

    /// Pairs of roles with insufficient contrast.
    pub fn failing_pairs(&self) -> Vec<FailingPair> {
        let mut failing = Vec::new();
        for rule in RULES {
            for (on, needed) in rule.on {
                let (Some(foreground), Some(background)) =
                    (self.colour(rule.name), self.colour(on))
                else {
                    continue;
                };
                let ratio = contrast(foreground, background);
                if ratio < *needed {
                    failing.push(FailingPair {
                        pair: format!("{} on {on}", rule.name),
                        mode: self.mode,
                        foreground,
                        background,
                        ratio: (ratio * 10.0).floor() / 10.0,
                        needed: *needed,
                    });
                }
            }
        }
        failing
    }
}

impl HeaderScale {
    pub fn scale(self) -> Scale {
        match self {
            Self::Primary => Scale::Primary,
            Self::Secondary => Scale::Secondary,
            Self::Muted => Scale::Muted,
        }
    }
}

/// Localised name of a role, for error messages.
pub fn said(role: &str, locale: Locale) -> &str {
    let words = match role {
        "background" => ["achtergrond", "background"],
        "surface" => ["vlak", "surface"],
        "surface-sunken" => ["verzonken vlak", "sunken surface"],
        "surface-tint" => ["gekleurd vlak", "tinted surface"],
        "surface-accent" => ["vlak met accent", "accent surface"],
        "text" => ["tekst", "text"],
        "text-soft" => ["zachte tekst", "soft text"],
        "text-faint" => ["lichte tekst", "faint text"],
        "text-accent" => ["tekst met accent", "accent text"],
        "link" | "link-hover" => ["link", "link"],
        "border-field" => ["rand van een veld", "border of a field"],
        "focus" => ["rand van wat gekozen is", "focus ring"],
        "action" | "action-hover" => ["knop", "button"],
        "on-action" => ["tekst van een knop", "text of a button"],
        "band" => ["band", "band"],
        "on-band" | "on-band-soft" => ["tekst in de band", "text in the band"],
        "accent" => ["accent", "accent"],
        "on-accent" => ["tekst op het accent", "text on the accent"],
        "header-hover" => ["kop", "header"],
        "header-text" | "header-soft" => ["tekst in de kop", "text in the header"],
        "tab-text" | "tab-line" => ["tab", "tab"],
        other => return other,
    };
    let [nl, en] = words;
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

/// Names of all computed roles, without `--v-`.
pub fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}
