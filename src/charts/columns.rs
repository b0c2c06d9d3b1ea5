//! Columns from left to right, one or two at each moment.

use super::canvas::{Area, Canvas};
use super::palette::Paint;
use super::plot::{Moment, Plot};
use super::{Frame, Key, Value};

/// How high a hidden column is, in pixels, whatever is hidden.
const HIDDEN: f64 = 22.0;

/// Columns per month, now beside before, on an axis with round steps. The last value is written above its column.
pub struct Columns<'a> {
    pub moments: Vec<Moment>,
    /// Writes a round number of the axis, in the unit of the values.
    pub axis_text: &'a dyn Fn(f64) -> String,
    pub key: Vec<Key>,
}

impl Columns<'_> {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let plot = Plot::draw(&mut canvas, frame.width, &self.moments, self.axis_text);
        let has_before = self
            .moments
            .iter()
            .any(|moment| moment.before != Value::Missing);
        let columns = if has_before { 2.0 } else { 1.0 };
        let gap = (plot.slot() * 0.1).min(2.0);
        let side = ((plot.slot() * 0.74 - gap) / columns).clamp(0.5, 44.0);
        let mut last = None;
        for (index, moment) in self.moments.iter().enumerate() {
            let left = plot.middle(index) - f64::midpoint(side * columns, gap * (columns - 1.0));
            if has_before {
                column(
                    &mut canvas,
                    &plot,
                    moment.before,
                    Paint::Before,
                    (left, side),
                );
            }
            let left = left + (side + gap) * (columns - 1.0);
            if let Some(top) = column(&mut canvas, &plot, moment.now, Paint::Now, (left, side)) {
                last = Some((left + side / 2.0, top));
            }
        }
        if let Some((x, y)) = last {
            Plot::write_last(&mut canvas, &self.moments, x, y);
        }
        let foot = plot.foot(&canvas, &self.moments);
        let height = canvas.key(&self.key, foot);
        canvas.finish(frame, height)
    }
}

/// Draws a column and returns how high it comes. None: there is no value.
fn column(
    canvas: &mut Canvas,
    plot: &Plot,
    value: Value,
    paint: Paint,
    (x, width): (f64, f64),
) -> Option<f64> {
    let radius = (width / 4.0).min(3.0);
    let area = |top: f64| Area {
        x,
        y: top,
        width,
        height: plot.base() - top,
    };
    if value == Value::Hidden {
        let top = plot.base() - HIDDEN;
        canvas.hidden(area(top), radius);
        return Some(top);
    }
    let top = plot.y(value.known()?);
    canvas.rect(paint, area(top), radius);
    Some(top)
}
