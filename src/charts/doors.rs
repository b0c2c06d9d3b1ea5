//! From door to door: how many of those who came in at the first reach the last.

use super::canvas::{Align, Area, Canvas, LINE_HEIGHT};
use super::palette::{Paint, Style};
use super::{Frame, Key, Value, Width, as_number, largest, share};

/// Arches from left to right, or below each other on a small drawing, as high as their part of the largest.
pub struct Doors {
    pub doors: Vec<Door>,
    pub key: Vec<Key>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Door {
    /// What happened, such as "Aangemeld".
    pub label: String,
    pub value: Value,
    /// The value in words: the large number.
    pub text: String,
    /// Smaller, below it, such as "90 van de 100 mensen".
    pub note: String,
    /// Counts something else, such as looking: drawn as high as can be, with a dashed outline, and no scale of the others.
    pub is_apart: bool,
}

impl Doors {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let on_scale = self.doors.iter().filter(|door| !door.is_apart);
        let most = largest(on_scale.map(|door| door.value));
        let foot = if frame.width == Width::Full {
            self.side_by_side(&mut canvas, most)
        } else {
            self.below_each_other(&mut canvas, most)
        };
        let height = canvas.key(&self.key, foot.max(1.0));
        canvas.finish(frame, height)
    }

    fn side_by_side(&self, canvas: &mut Canvas, most: f64) -> f64 {
        const TALL: f64 = 160.0;
        const BASE: f64 = TALL + 2.0;
        let slot = canvas.width / as_number(self.doors.len().max(1));
        let room = slot - 16.0;
        let side = room.clamp(4.0, 112.0);
        let mut foot = BASE;
        for (index, door) in self.doors.iter().enumerate() {
            let x = slot * as_number(index);
            let within = Area {
                x: x + 1.0,
                y: BASE - TALL,
                width: side,
                height: TALL,
            };
            arch(canvas, door, most, within);
            let number = canvas.fitted(Style::Large, &door.text, room, 1);
            let y = canvas.lines(Style::Large, Align::Left, (x, BASE + 26.0), &number);
            let label = canvas.fitted(Style::Value, &door.label, room, 2);
            let y = canvas.lines(Style::Value, Align::Left, (x, y + 21.0), &label);
            let note = canvas.fitted(Style::Soft, &door.note, room, 3);
            let y = canvas.lines(Style::Soft, Align::Left, (x, y + 19.0), &note);
            foot = foot.max(y + 6.0);
        }
        if !self.doors.is_empty() {
            canvas.rule(Paint::Base, 0.0, canvas.width, BASE);
        }
        foot
    }

    fn below_each_other(&self, canvas: &mut Canvas, most: f64) -> f64 {
        const TALL: f64 = 72.0;
        const SIDE: f64 = 56.0;
        let left = SIDE + 18.0;
        let room = canvas.width - left;
        let mut y = 0.0;
        for (index, door) in self.doors.iter().enumerate() {
            if index > 0 {
                canvas.rule(Paint::Grid, 0.0, canvas.width, y);
            }
            y += 10.0;
            let number = canvas.fitted(Style::Large, &door.text, room, 1);
            let text = canvas.lines(Style::Large, Align::Left, (left, y + 20.0), &number);
            let label = canvas.fitted(Style::Value, &door.label, room, 2);
            let text = canvas.lines(Style::Value, Align::Left, (left, text + 21.0), &label);
            let note = canvas.fitted(Style::Soft, &door.note, room, 2);
            let text = canvas.lines(Style::Soft, Align::Left, (left, text + 19.0), &note);
            let base = (y + TALL + 2.0).max(text + LINE_HEIGHT / 3.0);
            let within = Area {
                x: 1.0,
                y: base - TALL,
                width: SIDE,
                height: TALL,
            };
            arch(canvas, door, most, within);
            y = base + 10.0;
        }
        y
    }
}

fn arch(canvas: &mut Canvas, door: &Door, most: f64, within: Area) {
    if door.value == Value::Hidden {
        return canvas.hidden_arch(within);
    }
    let Some(value) = door.value.known() else {
        return;
    };
    if door.is_apart {
        return canvas.arch(Paint::Empty, within);
    }
    let part = share(value, most);
    // What is there is seen, however small.
    let height = if part > 0.0 {
        (within.height * part).max(3.0)
    } else {
        0.0
    };
    let area = Area {
        y: within.y + within.height - height,
        height,
        ..within
    };
    canvas.arch(Paint::Now, area);
}
