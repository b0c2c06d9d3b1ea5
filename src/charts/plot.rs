//! The ground of a chart over time: an axis with round steps at the left, and moments from left to right.

use super::canvas::{Align, Area, Canvas};
use super::palette::{Paint, Style};
use super::{Value, Width, as_number, largest};

/// A month, quarter or year on the level axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Short, such as "jan".
    pub label: String,
    pub now: Value,
    /// The same moment a period earlier. All [`Value::Missing`] where nothing is compared.
    pub before: Value,
    /// The value of now in words, such as "1.204" or "< 5"; written at the last moment that has one.
    pub text: String,
}

/// Steps of an axis: not more than this many lines above nought.
const MOST_STEPS: f64 = 4.0;
const TOP: f64 = 24.0;
/// Below the base: the labels.
const FOOT: f64 = 24.0;

pub struct Plot {
    /// Within which values are drawn; its lower side is nought.
    pub area: Area,
    /// The value at its upper side.
    top: f64,
    slot: f64,
}

impl Plot {
    /// Draws the axes. `axis_text` writes a round number beside its line.
    pub fn draw(
        canvas: &mut Canvas,
        width: Width,
        moments: &[Moment],
        axis_text: &dyn Fn(f64) -> String,
    ) -> Self {
        let values = || {
            moments
                .iter()
                .flat_map(|moment| [moment.now, moment.before])
        };
        let is_whole = values()
            .filter_map(Value::known)
            .all(|value| value.fract() == 0.0);
        let (top, steps) = axis(largest(values()), is_whole);
        let texts: Vec<(f64, String)> =
            steps.iter().map(|step| (*step, axis_text(*step))).collect();
        let gutter = texts
            .iter()
            .map(|(_, text)| canvas.width_of(Style::Soft, text))
            .fold(0.0, f64::max)
            + 8.0;
        let gutter = gutter.min(canvas.width / 3.0);
        let height = match width {
            Width::Narrow => 160.0,
            Width::Half => 176.0,
            Width::Full => 208.0,
        };
        let area = Area {
            x: gutter,
            y: TOP,
            width: canvas.width - gutter,
            height,
        };
        let slot = area.width / as_number(moments.len().max(1));
        let plot = Self { area, top, slot };
        for (step, text) in &texts {
            let y = plot.y(*step);
            let paint = if *step > 0.0 {
                Paint::Grid
            } else {
                Paint::Base
            };
            canvas.rule(paint, area.x, canvas.width, y);
            let lines = canvas.fitted(Style::Soft, text, gutter - 4.0, 1);
            canvas.lines(Style::Soft, Align::Left, (0.0, y + 4.0), &lines);
        }
        plot.label(canvas, moments);
        plot
    }

    /// Every label, or every second or third one where they are many; long ones are broken or cut.
    fn label(&self, canvas: &mut Canvas, moments: &[Moment]) {
        let widest = moments
            .iter()
            .map(|moment| canvas.width_of(Style::Soft, &moment.label))
            .fold(0.0, f64::max)
            + 4.0;
        let every = [1_usize, 2, 3]
            .into_iter()
            .find(|every| moments.len() > 6 && widest <= self.slot * as_number(*every))
            .unwrap_or(1);
        let last = moments.len().saturating_sub(1);
        for (index, moment) in moments.iter().enumerate() {
            if (last - index).is_multiple_of(every) {
                let room = self.slot * as_number(every) - 2.0;
                let lines = canvas.fitted(Style::Soft, &moment.label, room, 2);
                let half = lines
                    .iter()
                    .map(|line| canvas.width_of(Style::Soft, line))
                    .fold(0.0, f64::max)
                    / 2.0;
                let x = self.middle(index).min(canvas.width - half);
                let y = self.base() + 17.0;
                canvas.lines(Style::Soft, Align::Middle, (x, y), &lines);
            }
        }
    }

    /// The last value of now, above where it is drawn.
    pub fn write_last(canvas: &mut Canvas, moments: &[Moment], x: f64, y: f64) {
        let last = moments
            .iter()
            .rfind(|moment| moment.now != Value::Missing)
            .map_or("", |moment| moment.text.as_str());
        let half = canvas.width_of(Style::Value, last) / 2.0;
        let x = x.min(canvas.width - half).max(half);
        canvas.text(Style::Value, Align::Middle, (x, y - 7.0), last);
    }

    pub fn y(&self, value: f64) -> f64 {
        self.base() - self.area.height * super::share(value, self.top)
    }

    pub fn base(&self) -> f64 {
        self.area.y + self.area.height
    }

    /// How low the labels come.
    pub fn foot(&self, canvas: &Canvas, moments: &[Moment]) -> f64 {
        let is_broken = moments.len() <= 6
            && moments
                .iter()
                .any(|moment| canvas.width_of(Style::Soft, &moment.label) > self.slot - 2.0);
        let more = if is_broken {
            super::canvas::LINE_HEIGHT
        } else {
            0.0
        };
        self.base() + FOOT + more
    }

    /// The middle of a moment.
    pub fn middle(&self, index: usize) -> f64 {
        self.slot.mul_add(as_number(index) + 0.5, self.area.x)
    }

    pub fn slot(&self) -> f64 {
        self.slot
    }
}

/// The top of an axis that holds a value, and its round steps from nought.
fn axis(largest: f64, is_whole: bool) -> (f64, Vec<f64>) {
    if largest <= 0.0 {
        return (1.0, vec![0.0]);
    }
    let rough = largest / MOST_STEPS;
    let size = 10_f64.powf(rough.log10().floor());
    let rounded = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * size)
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let step = if is_whole { rounded.max(1.0) } else { rounded };
    let count = (largest / step).ceil().clamp(1.0, MOST_STEPS);
    let mut steps = vec![0.0];
    let mut index = 1.0;
    while index <= count {
        steps.push(step * index);
        index += 1.0;
    }
    (step * count, steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_whole_things_are_not_halved() {
        assert_eq!(axis(274.0, true), (300.0, vec![0.0, 100.0, 200.0, 300.0]));
        assert_eq!(axis(1.0, true), (1.0, vec![0.0, 1.0]));
        assert_eq!(axis(3.0, true), (3.0, vec![0.0, 1.0, 2.0, 3.0]));
        assert_eq!(axis(0.9, false).1, [0.0, 0.5, 1.0]);
        assert_eq!(axis(0.0, true), (1.0, vec![0.0]));
        for largest in [7.0, 49.0, 99.0, 1_001.0, 12_345.0, 1e300, f64::MAX / 2.0] {
            let (top, steps) = axis(largest, true);
            assert!(top >= largest && top < largest * 2.6, "{largest}: {top}");
            assert!(steps.len() <= 5, "{steps:?}");
        }
    }
}
