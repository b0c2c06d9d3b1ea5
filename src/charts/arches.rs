//! Numbers that say most, each in an arch of the same height: nothing is measured by it.

use super::canvas::{Align, Area, Canvas};
use super::palette::{Paint, Style};
use super::{Frame, as_number};

pub struct Arches {
    pub numbers: Vec<Arch>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arch {
    /// The number in words.
    pub text: String,
    pub label: String,
    /// Smaller, such as the number of the year before.
    pub note: String,
}

impl Arches {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        const HEIGHT: f64 = 116.0;
        const GAP: f64 = 12.0;
        let mut canvas = Canvas::new(frame);
        let slot = (canvas.width + GAP) / as_number(self.numbers.len().max(1));
        let width = slot - GAP;
        for (index, number) in self.numbers.iter().enumerate() {
            let x = slot * as_number(index);
            canvas.arch(
                Paint::Track,
                Area {
                    x,
                    y: 0.0,
                    width,
                    height: HEIGHT,
                },
            );
            let (middle, room) = (x + width / 2.0, width - 8.0);
            let text = canvas.fitted(Style::Large, &number.text, room, 1);
            canvas.lines(Style::Large, Align::Middle, (middle, 52.0), &text);
            let label = canvas.fitted(Style::Value, &number.label, room, 2);
            let y = canvas.lines(Style::Value, Align::Middle, (middle, 72.0), &label);
            let note = canvas.fitted(Style::Soft, &number.note, room, 1);
            canvas.lines(Style::Soft, Align::Middle, (middle, y + 17.0), &note);
        }
        canvas.finish(frame, HEIGHT)
    }
}
