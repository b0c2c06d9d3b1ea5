//! A drawing under way: shapes and letters, and how letters are made to fit.

use std::fmt::Write as _;

use super::palette::{Paint, Style, hex};
use super::{Frame, Key, Mark, Palette};
use crate::base::html::escape;
use crate::pictures::lettering::Lettering;

/// How much wider the letters of a theme may be than those of the default font, by which texts are measured.
const WIDER: f32 = 1.08;
/// Signs of a text that are looked at.
const LONGEST: usize = 200;
/// From one stripe to the next, along a side.
const STRIPE: f64 = 7.0;
pub const LINE_HEIGHT: f64 = 17.0;
const KEY_SIDE: f64 = 12.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
}

pub struct Canvas {
    palette: Palette,
    pub width: f64,
    body: String,
}

impl Canvas {
    pub fn new(frame: Frame<'_>) -> Self {
        Self {
            palette: frame.palette,
            width: f64::from(frame.width.pixels()),
            body: String::new(),
        }
    }

    /// The drawing, as high as this.
    pub fn finish(self, frame: Frame<'_>, height: f64) -> String {
        let (width, height) = (number(self.width), number(height.ceil()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-size=\"13\" role=\"img\" aria-label=\"{}\">{}</svg>",
            escape(&readable(frame.label)),
            self.body
        )
    }

    fn shape(&mut self, paint: Paint, element: &str) {
        let attributes = self.palette.attributes(paint);
        let _ = write!(self.body, "<{element}{attributes}/>");
    }

    pub fn rect(&mut self, paint: Paint, area: Area, radius: f64) {
        if area.width <= 0.0 || area.height <= 0.0 {
            return;
        }
        let element = format!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"",
            number(area.x),
            number(area.y),
            number(area.width),
            number(area.height),
            number(radius)
        );
        self.shape(paint, &element);
    }

    pub fn path(&mut self, paint: Paint, data: &str) {
        if !data.is_empty() {
            self.shape(paint, &format!("path d=\"{data}\""));
        }
    }

    pub fn circle(&mut self, paint: Paint, (x, y): (f64, f64), radius: f64) {
        let element = format!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
            number(x),
            number(y),
            number(radius)
        );
        self.shape(paint, &element);
    }

    /// A level line over a width.
    pub fn rule(&mut self, paint: Paint, from: f64, to: f64, y: f64) {
        self.path(
            paint,
            &format!("M{} {}H{}", number(from), number(y), number(to)),
        );
    }

    /// A bar of what came too late.
    pub fn late(&mut self, area: Area, radius: f64) {
        self.rect(Paint::Late, area, radius);
        self.stripes(Paint::LateStripes, area, None);
    }

    /// Room of which nobody may measure anything.
    pub fn hidden(&mut self, area: Area, radius: f64) {
        self.rect(Paint::Empty, area, radius);
        self.stripes(Paint::Stripes, area, None);
    }

    /// A circle of which nobody may measure anything.
    pub fn hidden_circle(&mut self, centre: (f64, f64), radius: f64) {
        self.circle(Paint::MapHidden, centre, radius);
        let area = Area {
            x: centre.0 - radius,
            y: centre.1 - radius,
            width: 2.0 * radius,
            height: 2.0 * radius,
        };
        self.stripes(Paint::Stripes, area, Some((centre, radius)));
    }

    /// Slanting lines within an area, and within a circle where there is one.
    fn stripes(&mut self, paint: Paint, area: Area, circle: Option<((f64, f64), f64)>) {
        let (right, foot) = (area.x + area.width, area.y + area.height);
        let mut data = String::new();
        // Each line is where x + y is a constant.
        let mut sum = ((area.x + area.y) / STRIPE).floor().mul_add(STRIPE, STRIPE);
        while sum < right + foot {
            let (mut from, mut to) = (area.x.max(sum - foot), right.min(sum - area.y));
            if let Some(((x, y), radius)) = circle {
                let half = (sum - x - y) / 2.0;
                let across = (radius * radius / 2.0 - half * half).max(0.0).sqrt();
                from = from.max(x + half - across);
                to = to.min(x + half + across);
            }
            if to - from > 0.5 {
                let _ = write!(
                    data,
                    "M{} {}L{} {}",
                    number(from),
                    number(sum - from),
                    number(to),
                    number(sum - to)
                );
            }
            sum += STRIPE;
        }
        self.path(paint, &data);
    }

    /// An arch on a line, as wide and as high as its area; lower than it is wide, it is flattened.
    pub fn arch(&mut self, paint: Paint, area: Area) {
        if area.height <= 0.0 {
            return;
        }
        let foot = area.y + area.height;
        let across = area.width / 2.0;
        let up = across.min(area.height);
        let data = format!(
            "M{} {}V{}A{} {} 0 0 1 {} {}V{}Z",
            number(area.x),
            number(foot),
            number(area.y + up),
            number(across),
            number(up),
            number(area.x + area.width),
            number(area.y + up),
            number(foot)
        );
        self.path(paint, &data);
    }

    /// An arch of which nobody may measure anything.
    pub fn hidden_arch(&mut self, area: Area) {
        self.arch(Paint::Empty, area);
        let across = area.width / 2.0;
        let shoulder = area.y + across.min(area.height);
        let body = Area {
            y: shoulder,
            height: area.y + area.height - shoulder,
            ..area
        };
        let head = Area {
            height: shoulder - area.y,
            ..area
        };
        self.stripes(
            Paint::Stripes,
            head,
            Some(((area.x + across, shoulder), across)),
        );
        self.stripes(Paint::Stripes, body, None);
    }

    /// How wide a line is, at most.
    pub fn width_of(&self, style: Style, text: &str) -> f64 {
        let width = letters(style).map_or(0.0, |letters| letters.width(&beginning(text)));
        f64::from(width * self.wider())
    }

    fn wider(&self) -> f32 {
        match self.palette {
            Palette::Classes => WIDER,
            Palette::Fixed(_) => 1.0,
        }
    }

    /// The lines of a text within a width; what does not fit in the last one ends in dots.
    pub fn fitted(&self, style: Style, text: &str, room: f64, most: usize) -> Vec<String> {
        #[expect(clippy::cast_possible_truncation, reason = "a width in pixels")]
        let room = room.max(0.0) as f32 / self.wider();
        letters(style).map_or_else(Vec::new, |letters| {
            letters.broken(&beginning(text), room, most)
        })
    }

    /// Lines of letters below each other; `y` is the line on which the first stands. Returns where the last one stands.
    pub fn lines(&mut self, style: Style, align: Align, at: (f64, f64), lines: &[String]) -> f64 {
        let down = as_step(lines.len().saturating_sub(1));
        if lines.iter().all(String::is_empty) {
            return at.1;
        }
        match self.palette {
            Palette::Classes => self.written(style, align, at, lines),
            Palette::Fixed(colours) => {
                let color = hex(style.color(&colours));
                self.drawn(style, align, at, lines, &color);
            }
        }
        at.1 + down
    }

    pub fn text(&mut self, style: Style, align: Align, at: (f64, f64), text: &str) {
        self.lines(style, align, at, &[beginning(text)]);
    }

    fn written(&mut self, style: Style, align: Align, (x, y): (f64, f64), lines: &[String]) {
        let x = number(x);
        let anchor = match align {
            Align::Left => "",
            Align::Middle => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        };
        let size = if style == Style::Large {
            " font-size=\"20\""
        } else {
            ""
        };
        let class = style.class();
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x}\" y=\"{}\"{anchor}{size}>",
            number(y)
        );
        match lines {
            [line] => self.body.push_str(&escape(line)),
            lines => {
                for (index, line) in lines.iter().enumerate() {
                    let down = if index == 0 { 0.0 } else { LINE_HEIGHT };
                    let _ = write!(
                        self.body,
                        "<tspan x=\"{x}\" dy=\"{}\">{}</tspan>",
                        number(down),
                        escape(line)
                    );
                }
            }
        }
        self.body.push_str("</text>");
    }

    fn drawn(
        &mut self,
        style: Style,
        align: Align,
        (x, y): (f64, f64),
        lines: &[String],
        color: &str,
    ) {
        let Some(letters) = letters(style) else {
            return;
        };
        for (index, line) in lines.iter().enumerate() {
            let line = letters.written(line);
            let width = letters.width(&line);
            #[expect(clippy::cast_possible_truncation, reason = "a place in pixels")]
            let (x, y) = (x as f32, (y + as_step(index)) as f32);
            let left = match align {
                Align::Left => x,
                Align::Middle => x - width / 2.0,
                Align::Right => x - width,
            };
            let data = letters.outlines(&line, (left, y));
            if !data.is_empty() {
                let _ = write!(
                    self.body,
                    "<path d=\"{}\" fill=\"{color}\"/>",
                    data.trim_end()
                );
            }
        }
    }

    /// What the signs stand for, below a chart. Returns how low it comes.
    pub fn key(&mut self, keys: &[Key], top: f64) -> f64 {
        if keys.is_empty() {
            return top;
        }
        let (mut x, mut y) = (0.0, top + 8.0);
        for key in keys {
            let room = self.width - KEY_SIDE - 8.0;
            let lines = self.fitted(Style::Soft, &key.text, room, 1);
            let text = lines.first().map_or("", String::as_str);
            let width = KEY_SIDE + 6.0 + self.width_of(Style::Soft, text);
            if x > 0.0 && x + width > self.width {
                x = 0.0;
                y += LINE_HEIGHT + 3.0;
            }
            self.sign(key.mark, x, y);
            self.text(
                Style::Soft,
                Align::Left,
                (x + KEY_SIDE + 6.0, y + 11.0),
                text,
            );
            x += width + 16.0;
        }
        y + LINE_HEIGHT
    }

    fn sign(&mut self, mark: Mark, x: f64, y: f64) {
        let area = Area {
            x: x + 0.5,
            y: y + 0.5,
            width: KEY_SIDE - 1.0,
            height: KEY_SIDE - 1.0,
        };
        let middle = y + KEY_SIDE / 2.0;
        match mark {
            Mark::Now => self.rect(Paint::Now, area, 3.0),
            Mark::Before => self.rect(Paint::Before, area, 3.0),
            Mark::Late => self.late(area, 3.0),
            Mark::Hidden => self.hidden(area, 3.0),
            Mark::Apart => self.rect(Paint::Empty, area, 3.0),
            Mark::LineNow => self.rule(Paint::LineNow, x, x + KEY_SIDE, middle),
            Mark::LineBefore => self.rule(Paint::LineBefore, x, x + KEY_SIDE, middle),
        }
    }
}

fn letters(style: Style) -> Option<Lettering> {
    Lettering::of_font_size(style.is_bold(), style.size())
}

fn as_step(lines: usize) -> f64 {
    super::as_number(lines) * LINE_HEIGHT
}

/// As much of a text as is looked at.
fn beginning(text: &str) -> String {
    readable(text).chars().take(LONGEST).collect()
}

/// Without what XML cannot hold, on one line.
fn readable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}

/// A place with one decimal at most.
pub fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // No "-0".
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
