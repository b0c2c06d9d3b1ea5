//! Colours on white paper.

use krilla::color::rgb;

/// Red, green and blue from 0 to 255. Text in a colour that white paper would not show well is black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours {
    pub primary: [u8; 3],
    pub text: [u8; 3],
    pub muted: [u8; 3],
    /// Of decorations and of the marks of a list.
    pub accent: [u8; 3],
}

impl Default for Colours {
    fn default() -> Self {
        Self {
            primary: [0, 95, 90],
            text: [20, 31, 30],
            muted: [87, 83, 78],
            accent: [249, 180, 138],
        }
    }
}

pub const WHITE: [u8; 3] = [255, 255, 255];
pub const BLACK: [u8; 3] = [0, 0, 0];
/// Of rules between rows.
pub const LINE: [u8; 3] = [225, 221, 215];
const READABLE: f32 = 4.5;

impl Colours {
    pub fn readable(self) -> Self {
        Self {
            primary: readable(self.primary),
            text: readable(self.text),
            muted: readable(self.muted),
            accent: self.accent,
        }
    }

    pub fn soft_accent(self) -> [u8; 3] {
        towards_white(self.accent, 0.3)
    }

    pub fn soft_primary(self) -> [u8; 3] {
        towards_white(self.primary, 0.09)
    }
}

fn readable(colour: [u8; 3]) -> [u8; 3] {
    if 1.05 / (luminance(colour) + 0.05) >= READABLE {
        colour
    } else {
        BLACK
    }
}

fn luminance(colour: [u8; 3]) -> f32 {
    let [red, green, blue] = colour.map(|value| {
        let part = f32::from(value) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between two colours"
)]
fn towards_white(colour: [u8; 3], part: f32) -> [u8; 3] {
    colour.map(|value| (255.0 - (255.0 - f32::from(value)) * part).round() as u8)
}

pub fn paint([red, green, blue]: [u8; 3]) -> krilla::paint::Fill {
    krilla::paint::Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        ..krilla::paint::Fill::default()
    }
}
