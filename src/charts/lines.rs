//! Lines from left to right.

use super::canvas::{Canvas, number};
use super::palette::Paint;
use super::plot::{Moment, Plot};
use super::{Frame, Key, Value};

/// A line of now and a dotted one of before, on an axis with round steps. The last value of now is written at its dot. A
/// hidden or missing value breaks the line.
pub struct Lines<'a> {
    pub moments: Vec<Moment>,
    /// Writes a round number of the axis, in the unit of the values.
    pub axis_text: &'a dyn Fn(f64) -> String,
    pub key: Vec<Key>,
}

impl Lines<'_> {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let plot = Plot::draw(&mut canvas, frame.width, &self.moments, self.axis_text);
        let before: Vec<Value> = self.moments.iter().map(|moment| moment.before).collect();
        let now: Vec<Value> = self.moments.iter().map(|moment| moment.now).collect();
        line(
            &mut canvas,
            &plot,
            &before,
            Paint::LineBefore,
            Paint::Before,
        );
        line(&mut canvas, &plot, &now, Paint::LineNow, Paint::Now);
        let last = now.iter().rposition(|value| *value != Value::Missing);
        if let Some(index) = last {
            let x = plot.middle(index);
            let value = now.get(index).and_then(|value| value.known());
            let y = value.map_or_else(|| plot.base() - 8.0, |value| plot.y(value));
            if value.is_some() {
                canvas.circle(Paint::Now, (x, y), 5.0);
            }
            Plot::write_last(&mut canvas, &self.moments, x, y - 4.0);
        }
        let foot = plot.foot(&canvas, &self.moments);
        let height = canvas.key(&self.key, foot);
        canvas.finish(frame, height)
    }
}

/// Draws what belongs together as a line, and a value by itself as a dot.
fn line(canvas: &mut Canvas, plot: &Plot, values: &[Value], paint: Paint, dot: Paint) {
    let mut run: Vec<(f64, f64)> = Vec::new();
    let mut runs = Vec::new();
    for (index, value) in values.iter().enumerate() {
        match value.known() {
            Some(value) => run.push((plot.middle(index), plot.y(value))),
            None => runs.push(std::mem::take(&mut run)),
        }
    }
    runs.push(run);
    for run in runs {
        match run.as_slice() {
            [] => {}
            [alone] => canvas.circle(dot, *alone, 3.5),
            points => {
                let places: Vec<String> = points
                    .iter()
                    .map(|(x, y)| format!("{} {}", number(*x), number(*y)))
                    .collect();
                canvas.path(paint, &format!("M{}", places.join("L")));
            }
        }
    }
}
