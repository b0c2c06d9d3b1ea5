//! Level bars below each other.

use super::canvas::{Align, Area, Canvas, LINE_HEIGHT};
use super::palette::{Paint, Style};
use super::{Frame, Key, Value, largest, share};

const THICK: f64 = 13.0;
const BETWEEN: f64 = 14.0;

/// Level bars on one scale, each with its label and value above it.
pub struct Bars {
    pub bars: Vec<Bar>,
    pub key: Vec<Key>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    pub label: String,
    pub value: Value,
    /// The value in words, such as "402", "< 5" or "niet getoond".
    pub text: String,
    pub shade: Shade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    Now,
    /// Of what is later or longer than it should be: striped.
    Late,
}

impl Bars {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let most = largest(self.bars.iter().map(|bar| bar.value));
        let mut y = 0.0;
        for bar in &self.bars {
            let style = Style::Value;
            y = heading(&mut canvas, y, &bar.label, (style, &bar.text));
            let room = Area {
                x: 0.0,
                y,
                width: canvas.width,
                height: THICK,
            };
            if bar.value == Value::Hidden {
                // Its outline stays within the drawing.
                let within = Area {
                    x: 0.5,
                    width: room.width - 1.0,
                    ..room
                };
                canvas.hidden(within, 4.0);
            } else {
                canvas.rect(Paint::Track, room, 4.0);
                let part = bar.value.known().map_or(0.0, |value| share(value, most));
                let area = Area {
                    width: room.width * part,
                    ..room
                };
                match bar.shade {
                    Shade::Now => canvas.rect(Paint::Now, area, 4.0),
                    Shade::Late => canvas.late(area, 4.0),
                }
            }
            y += THICK + BETWEEN;
        }
        let height = canvas.key(&self.key, (y - BETWEEN + 4.0).max(1.0));
        canvas.finish(frame, height)
    }
}

/// A label at the left and a text at the right, which goes below it where there is no room beside it. Returns where
/// what they are of begins.
pub fn heading(canvas: &mut Canvas, top: f64, label: &str, (style, text): (Style, &str)) -> f64 {
    let wide = canvas.width;
    let base = top + 14.0;
    let beside = wide - canvas.width_of(style, text) - 12.0;
    if beside >= wide * 0.4 {
        let lines = canvas.fitted(Style::Label, label, beside, 2);
        let foot = canvas.lines(Style::Label, Align::Left, (0.0, base), &lines);
        canvas.text(style, Align::Right, (wide, base), text);
        return foot + 7.0;
    }
    let lines = canvas.fitted(Style::Label, label, wide, 2);
    let foot = canvas.lines(Style::Label, Align::Left, (0.0, base), &lines);
    let lines = canvas.fitted(style, text, wide, 2);
    canvas.lines(style, Align::Left, (0.0, foot + LINE_HEIGHT), &lines) + 7.0
}
