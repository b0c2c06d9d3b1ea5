//! A map of circles.

use std::fmt::Write as _;

use super::canvas::{Align, Area, Canvas, number};
use super::palette::{Paint, Style};
use super::{Frame, Value, Width, largest, share};

const MARGIN: f64 = 16.0;
const SMALLEST: f64 = 5.0;
/// Corners of a border nearer to the one before are left out, in pixels.
const LEAST_STEP: f64 = 2.0;
/// Degrees of latitude that a map shows at least: one place alone is not the whole map.
const LEAST_SPAN: f64 = 0.02;

/// Circles on a map, their surface in proportion to their value and darker in four steps; what is hidden has one size. Values
/// and labels are written where there is room, the largest first. North is up.
pub struct Circles {
    pub places: Vec<Place>,
    /// Rings of borders, as longitude and latitude in degrees; drawn as far as they are in view.
    pub outlines: Vec<Vec<(f64, f64)>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// In degrees east.
    pub longitude: f64,
    /// In degrees north.
    pub latitude: f64,
    pub value: Value,
    /// The value in words.
    pub text: String,
    /// Such as a postcode area or a town.
    pub label: String,
}

struct Map {
    west: f64,
    north: f64,
    /// Pixels in a degree of latitude, and in one of longitude.
    down: f64,
    across: f64,
    corner: (f64, f64),
    height: f64,
}

impl Map {
    /// The part of the world with all these places, as large as the width allows.
    fn of(places: &[&Place], width: Width) -> Self {
        let wide = f64::from(width.pixels());
        let (mut west, mut east) = (f64::MAX, f64::MIN);
        let (mut south, mut north) = (f64::MAX, f64::MIN);
        for place in places {
            west = west.min(place.longitude);
            east = east.max(place.longitude);
            south = south.min(place.latitude);
            north = north.max(place.latitude);
        }
        if places.is_empty() {
            (west, east, south, north) = (0.0, 0.0, 0.0, 0.0);
        }
        let short = f64::midpoint(south, north).to_radians().cos().max(0.05);
        let room = biggest(width) + MARGIN;
        let high_span = (north - south).max(LEAST_SPAN);
        let wide_span = ((east - west) * short).max(LEAST_SPAN);
        let most_height = if width == Width::Full { 420.0 } else { wide };
        let down = ((wide - 2.0 * room) / wide_span).min((most_height - 2.0 * room) / high_span);
        let height = (north - south).mul_add(down, 2.0 * room);
        let used = (east - west) * short * down;
        Self {
            west,
            north,
            down,
            across: down * short,
            corner: ((wide - used) / 2.0, room),
            height,
        }
    }

    fn at(&self, longitude: f64, latitude: f64) -> (f64, f64) {
        (
            (longitude - self.west).mul_add(self.across, self.corner.0),
            (self.north - latitude).mul_add(self.down, self.corner.1),
        )
    }
}

/// Radius of the circle of the largest value.
const fn biggest(width: Width) -> f64 {
    match width {
        Width::Narrow => 24.0,
        Width::Half => 30.0,
        Width::Full => 36.0,
    }
}

struct Drawn<'a> {
    place: &'a Place,
    at: (f64, f64),
    radius: f64,
}

impl Circles {
    pub fn draw(&self, frame: Frame<'_>) -> String {
        let mut canvas = Canvas::new(frame);
        let places: Vec<&Place> = self
            .places
            .iter()
            .filter(|place| place.longitude.is_finite() && place.latitude.is_finite())
            .filter(|place| place.value != Value::Missing)
            .collect();
        let map = Map::of(&places, frame.width);
        for ring in &self.outlines {
            outline(&mut canvas, &map, ring);
        }
        let most = largest(places.iter().map(|place| place.value));
        let mut drawn: Vec<Drawn<'_>> = places
            .into_iter()
            .map(|place| Drawn {
                place,
                at: map.at(place.longitude, place.latitude),
                radius: place.value.known().map_or(9.0, |value| {
                    (share(value, most).sqrt() * biggest(frame.width)).max(SMALLEST)
                }),
            })
            .collect();
        // A small one is not below a large one.
        drawn.sort_by(|a, b| b.radius.total_cmp(&a.radius));
        for each in &drawn {
            match each.place.value.known() {
                Some(value) => {
                    let paint = Paint::Map(shade(share(value, most)));
                    canvas.circle(paint, each.at, each.radius);
                }
                None => canvas.hidden_circle(each.at, each.radius),
            }
        }
        write(&mut canvas, &drawn, map.height);
        canvas.finish(frame, map.height.max(1.0))
    }
}

/// In four steps, as on the map's key.
fn shade(part: f64) -> u8 {
    if part > 0.75 {
        4
    } else if part > 0.5 {
        3
    } else if part > 0.25 {
        2
    } else {
        1
    }
}

/// A ring as far as it is in view: lines that end at the edge, for on paper nothing hides what sticks out.
fn outline(canvas: &mut Canvas, map: &Map, ring: &[(f64, f64)]) {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (longitude, latitude) in ring {
        let (x, y) = map.at(*longitude, *latitude);
        let is_apart = points
            .last()
            .is_none_or(|last| (x - last.0).hypot(y - last.1) >= LEAST_STEP);
        if x.is_finite() && y.is_finite() && is_apart {
            points.push((x, y));
        }
    }
    if points.len() < 3 {
        return;
    }
    let view = (canvas.width, map.height);
    let mut data = String::new();
    let mut goes_on = false;
    for (start, end) in points.iter().zip(points.iter().cycle().skip(1)) {
        let Some((from, to)) = part_in_view(*start, *end, view) else {
            goes_on = false;
            continue;
        };
        if !goes_on {
            let (x, y) = along(*start, *end, from);
            let _ = write!(data, "M{} {}", number(x), number(y));
        }
        let (x, y) = along(*start, *end, to);
        let _ = write!(data, "L{} {}", number(x), number(y));
        goes_on = to >= 1.0;
    }
    if !data.is_empty() {
        canvas.path(Paint::Province, &data);
    }
}

/// Where a line comes into view and where it leaves, in parts of its length.
fn part_in_view(
    (x, y): (f64, f64),
    end: (f64, f64),
    (width, height): (f64, f64),
) -> Option<(f64, f64)> {
    let (across, down) = (end.0 - x, end.1 - y);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    // Of each edge: how far the line goes towards it, and how far the edge is.
    for (step, room) in [
        (-across, x),
        (across, width - x),
        (-down, y),
        (down, height - y),
    ] {
        if step.abs() < f64::EPSILON {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            from = from.max(room / step);
        } else {
            to = to.min(room / step);
        }
    }
    (from < to).then_some((from, to))
}

fn along(start: (f64, f64), end: (f64, f64), part: f64) -> (f64, f64) {
    (
        (end.0 - start.0).mul_add(part, start.0),
        (end.1 - start.1).mul_add(part, start.1),
    )
}

/// Writes values and labels beside their circles, where nothing else is.
fn write(canvas: &mut Canvas, drawn: &[Drawn<'_>], height: f64) {
    const TALL: f64 = 30.0;
    let mut taken: Vec<Area> = Vec::new();
    for each in drawn {
        let (value, label) = (&each.place.text, &each.place.label);
        let width = canvas
            .width_of(Style::Value, value)
            .max(canvas.width_of(Style::Soft, label));
        let ((x, y), r) = (each.at, each.radius + 4.0);
        let beside = [
            (x + r, y - TALL / 2.0, Align::Left),
            (x - r - width, y - TALL / 2.0, Align::Right),
            (x - width / 2.0, y + r - 1.0, Align::Middle),
            (x - width / 2.0, y - r - TALL + 1.0, Align::Middle),
        ];
        let free = beside.into_iter().find_map(|(left, top, align)| {
            let area = Area {
                x: left,
                y: top,
                width,
                height: TALL,
            };
            let is_within =
                left >= 0.0 && left + width <= canvas.width && top >= 0.0 && top + TALL <= height;
            let is_free = taken.iter().all(|other| !overlap(area, *other))
                && drawn
                    .iter()
                    .all(|other| !covers(area, other.at, other.radius));
            (is_within && is_free).then_some((area, align))
        });
        if let Some((area, align)) = free {
            let x = match align {
                Align::Left => area.x,
                Align::Middle => area.x + width / 2.0,
                Align::Right => area.x + width,
            };
            canvas.text(Style::Value, align, (x, area.y + 12.0), value);
            canvas.text(Style::Soft, align, (x, area.y + 27.0), label);
            taken.push(area);
        }
    }
}

fn overlap(one: Area, other: Area) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

fn covers(area: Area, (x, y): (f64, f64), radius: f64) -> bool {
    let nearest = (
        x.clamp(area.x, area.x + area.width),
        y.clamp(area.y, area.y + area.height),
    );
    (nearest.0 - x).hypot(nearest.1 - y) < radius
}
