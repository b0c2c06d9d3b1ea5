//! Rule table of the colour roles: default steps and required contrasts. Data only.

use super::contrast::{SHAPE, TEXT};
use super::palette::{STEPS, Scale};
use Paint::{Header, Shade, White};
use Scale::{Muted, Primary, Tertiary};

#[derive(Clone, Copy)]
pub enum Paint {
    White,
    Shade(Scale, u16),
    /// Step of the scale that colours the header.
    Header(u16),
}

/// Search order when the default step lacks contrast.
#[derive(Clone, Copy)]
pub enum Walk {
    Darker,
    Lighter,
}

impl Walk {
    pub fn opposite(self) -> Self {
        match self {
            Self::Darker => Self::Lighter,
            Self::Lighter => Self::Darker,
        }
    }
}

pub fn walk(from: u16, direction: Walk) -> Box<dyn Iterator<Item = u16>> {
    match direction {
        Walk::Darker => Box::new(STEPS.into_iter().filter(move |step| *step >= from)),
        Walk::Lighter => Box::new(STEPS.into_iter().rev().filter(move |step| *step <= from)),
    }
}

pub struct Rule {
    pub name: &'static str,
    pub light: Paint,
    pub dark: Paint,
    /// Roles to contrast with, and the required ratio of each.
    pub on: &'static [(&'static str, f64)],
}

impl Rule {
    /// Search order in light mode: towards dark, except for the accent and for what lies on the band.
    pub fn walk_light(&self) -> Walk {
        match self.name {
            "accent" | "on-band-soft" => Walk::Lighter,
            _ => Walk::Darker,
        }
    }

    /// Search order in dark mode: towards light, except for backgrounds of light text and for text on light
    /// backgrounds.
    pub fn walk_dark(&self) -> Walk {
        match self.name {
            "band" | "on-action" | "on-accent" => Walk::Darker,
            _ => Walk::Lighter,
        }
    }
}

/// Pairs of part 3 of tokens.css, backgrounds before what lies on them.
pub const RULES: &[Rule] = &[
    rule("background", Shade(Muted, 50), Shade(Muted, 950), &[]),
    rule("surface", White, Shade(Muted, 900), &[]),
    rule("surface-sunken", Shade(Muted, 100), Shade(Muted, 800), &[]),
    rule("surface-tint", Shade(Primary, 50), Shade(Primary, 900), &[]),
    rule(
        "surface-accent",
        Shade(Tertiary, 100),
        Shade(Tertiary, 900),
        &[],
    ),
    rule(
        "text",
        Shade(Primary, 950),
        Shade(Primary, 50),
        &[
            ("background", TEXT),
            ("surface", TEXT),
            ("surface-sunken", TEXT),
            ("surface-tint", TEXT),
            ("surface-accent", TEXT),
        ],
    ),
    rule(
        "text-soft",
        Shade(Muted, 700),
        Shade(Muted, 300),
        &[
            ("background", TEXT),
            ("surface", TEXT),
            ("surface-sunken", TEXT),
            ("surface-tint", TEXT),
        ],
    ),
    rule(
        "text-faint",
        Shade(Muted, 600),
        Shade(Muted, 400),
        &[("background", TEXT), ("surface", TEXT)],
    ),
    rule(
        "text-accent",
        Shade(Tertiary, 800),
        Shade(Tertiary, 200),
        &[("surface-accent", TEXT)],
    ),
    rule("link", Shade(Primary, 700), Shade(Primary, 300), LINK_ON),
    rule(
        "link-hover",
        Shade(Primary, 900),
        Shade(Primary, 100),
        LINK_ON,
    ),
    rule("border-field", Shade(Muted, 500), Shade(Muted, 500), SEEN),
    rule("focus", Shade(Primary, 600), Shade(Primary, 200), SEEN),
    rule(
        "action",
        Shade(Primary, 700),
        Shade(Primary, 300),
        ACTION_ON,
    ),
    rule(
        "action-hover",
        Shade(Primary, 800),
        Shade(Primary, 200),
        &[("on-action", TEXT)],
    ),
    rule(
        "on-action",
        White,
        Shade(Primary, 950),
        &[("action", TEXT), ("action-hover", TEXT)],
    ),
    rule(
        "band",
        Shade(Primary, 800),
        Shade(Primary, 900),
        &[("on-band", TEXT)],
    ),
    rule("on-band", White, White, &[("band", TEXT)]),
    rule(
        "on-band-soft",
        Shade(Primary, 100),
        Shade(Primary, 200),
        &[("band", TEXT)],
    ),
    rule(
        "accent",
        Shade(Tertiary, 300),
        Shade(Tertiary, 300),
        &[("on-accent", TEXT), ("band", SHAPE)],
    ),
    rule(
        "on-accent",
        Shade(Primary, 950),
        Shade(Primary, 950),
        &[("accent", TEXT)],
    ),
    // The header lies on the surface; its selected tab has the page's background.
    rule("header-hover", Header(50), Header(900), &[]),
    rule("header-text", Header(950), Header(50), HEADER_ON),
    rule(
        "header-soft",
        Shade(Muted, 700),
        Shade(Muted, 300),
        HEADER_ON,
    ),
    rule(
        "tab-text",
        Header(700),
        Header(300),
        &[
            ("background", TEXT),
            ("surface", TEXT),
            ("header-hover", TEXT),
        ],
    ),
    rule("tab-line", Header(700), Header(300), SEEN),
];

const LINK_ON: &[(&str, f64)] = &[
    ("background", TEXT),
    ("surface", TEXT),
    ("surface-sunken", TEXT),
    ("surface-tint", TEXT),
];
const SEEN: &[(&str, f64)] = &[("background", SHAPE), ("surface", SHAPE)];
const ACTION_ON: &[(&str, f64)] = &[
    ("on-action", TEXT),
    ("background", SHAPE),
    ("surface", SHAPE),
    ("surface-tint", TEXT),
];
const HEADER_ON: &[(&str, f64)] = &[("surface", TEXT), ("header-hover", TEXT)];

const fn rule(
    name: &'static str,
    light: Paint,
    dark: Paint,
    on: &'static [(&'static str, f64)],
) -> Rule {
    Rule {
        name,
        light,
        dark,
        on,
    }
}
