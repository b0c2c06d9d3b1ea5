//! Charts as SVG, from data to text: one drawing for the page, print, mail and paper. They are drawn 1:1, in CSS pixels, at a
//! few fixed widths, so that text is as large on a phone as on a desk. Whoever draws one formats the numbers and writes
//! the words.
//!
//! A group too small to be shown is [`Value::Hidden`]: hatched, and at no scale, so that nobody measures it. No meaning
//! is in colour alone: what was before is lighter with an outline, what is late is striped, what is hidden is hatched.

mod arches;
mod bars;
mod canvas;
mod circles;
mod columns;
mod doors;
mod lines;
mod pairs;
mod palette;
mod plot;

pub use arches::{Arch, Arches};
pub use bars::{Bar, Bars, Shade};
pub use circles::{Circles, Place};
pub use columns::Columns;
pub use doors::{Door, Doors};
pub use lines::Lines;
pub use pairs::{Pair, Pairs};
pub use palette::{Colours, Palette};
pub use plot::Moment;

/// How a chart is drawn, whatever it shows.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    pub width: Width,
    /// What it shows, in words for who does not see it: the `aria-label`.
    pub label: &'a str,
    pub palette: Palette,
}

/// Widths in CSS pixels at which charts are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 320
    Narrow,
    /// 460
    Half,
    /// 940
    Full,
}

impl Width {
    pub const ALL: [Self; 3] = [Self::Narrow, Self::Half, Self::Full];

    /// In CSS pixels.
    pub const fn pixels(self) -> u16 {
        match self {
            Self::Narrow => 320,
            Self::Half => 460,
            Self::Full => 940,
        }
    }
}

/// The largest number that is drawn to scale: beyond it an axis could not count.
const MOST: f64 = 1e15;

/// A number that decides how large something is drawn, in whatever unit its chart counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Below nought is drawn as nought, and beyond [`MOST`] as that.
    Known(f64),
    /// Too small a group.
    Hidden,
    /// There is none, such as a month to come: nothing is drawn.
    Missing,
}

impl Value {
    /// What can be drawn to scale.
    fn known(self) -> Option<f64> {
        match self {
            Self::Known(value) if value.is_finite() => Some(value.clamp(0.0, MOST)),
            _ => None,
        }
    }
}

/// A sign in the key below a chart, with what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub mark: Mark,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Now,
    Before,
    Late,
    Hidden,
    /// Of what has a scale of its own.
    Apart,
    LineNow,
    LineBefore,
}

/// The largest of the values that are drawn to scale; 0 where there is none.
fn largest(values: impl Iterator<Item = Value>) -> f64 {
    values.filter_map(Value::known).fold(0.0, f64::max)
}

/// Which part of the largest a value is, from 0 to 1.
fn share(value: f64, largest: f64) -> f64 {
    if largest > 0.0 {
        (value / largest).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Counts of rows and columns, which are small.
fn as_number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
mod tests;
