//! Two level bars at each row.

use super::bars::heading;
use super::canvas::{Area, Canvas};
use super::palette::{Paint, Style};
use super::{Frame, Key, Value, largest, share};

const THICK: f64 = 10.0;
const BETWEEN: f64 = 12.0;

/// Rows of two bars that count different things, each kind on a scale of its own: the longest of each fills the width.
pub struct Pairs {
    pub pairs: Vec<Pair>,
    pub key: Vec<Key>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub label: String,
    /// Both values in words, such as "31 vacatures, 412 aanmeldingen".
    pub text: String,
    /// Drawn like [`super::Mark::Before`].
    pub first: Value,
    /// Drawn like [`super::Mark::Now`].
    pub second: Value,
}

impl Pairs {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let most_first = largest(self.pairs.iter().map(|pair| pair.first));
        let most_second = largest(self.pairs.iter().map(|pair| pair.second));
        let mut y = 0.0;
        for pair in &self.pairs {
            y = heading(&mut canvas, y, &pair.label, (Style::Soft, &pair.text));
            bar(&mut canvas, y, (pair.first, most_first), Paint::Before);
            y += THICK + 3.0;
            bar(&mut canvas, y, (pair.second, most_second), Paint::Now);
            y += THICK + BETWEEN;
        }
        let height = canvas.key(&self.key, (y - BETWEEN + 4.0).max(1.0));
        canvas.finish(frame, height)
    }
}

fn bar(canvas: &mut Canvas, y: f64, (value, most): (Value, f64), paint: Paint) {
    // The outline stays within the drawing.
    let room = Area {
        x: 0.5,
        y,
        width: canvas.width - 1.0,
        height: THICK,
    };
    match value {
        Value::Hidden => canvas.hidden(room, 3.0),
        value => {
            let part = value.known().map_or(0.0, |value| share(value, most));
            let width = room.width * part;
            canvas.rect(paint, Area { width, ..room }, 3.0);
        }
    }
}
