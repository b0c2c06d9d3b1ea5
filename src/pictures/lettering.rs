//! Latin letters of the default font: how wide a text is, where its lines break, and the shapes of its letters.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, OutlineCurve, Point, PxScale, ScaleFont as _};
use unicode_normalization::UnicodeNormalization as _;

use super::{INTER_BOLD, INTER_REGULAR};

struct Fonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| {
    Some(Fonts {
        regular: FontRef::try_from_slice(INTER_REGULAR).ok()?,
        bold: FontRef::try_from_slice(INTER_BOLD).ok()?,
    })
});

/// A font in a size.
#[derive(Clone, Copy)]
pub struct Lettering {
    pub(super) font: &'static FontRef<'static>,
    pub(super) size: f32,
}

impl Lettering {
    /// In a size as a style sheet means it: the side of the square in which letters are designed.
    pub fn of_font_size(is_bold: bool, size: f32) -> Option<Self> {
        let letters = Self::of(is_bold, size)?;
        let square = letters.font.units_per_em()?;
        let size = size * letters.font.height_unscaled() / square;
        Some(Self { size, ..letters })
    }

    /// As high as this from the top of the highest letter to the foot of the lowest. None: the program's own fonts cannot
    /// be read.
    pub fn of(is_bold: bool, size: f32) -> Option<Self> {
        let fonts = FONTS.as_ref()?;
        let font = if is_bold { &fonts.bold } else { &fonts.regular };
        Some(Self { font, size })
    }

    /// The characters that the font has; a letter with a mark that it lacks is written without.
    pub fn written(&self, text: &str) -> String {
        let has = |c: char| self.font.glyph_id(c).0 != 0;
        text.chars()
            .filter_map(|c| {
                if c.is_whitespace() {
                    return Some(' ');
                }
                if has(c) {
                    return Some(c);
                }
                c.nfkd().next().filter(|base| has(*base))
            })
            .collect()
    }

    pub fn width(&self, text: &str) -> f32 {
        let scaled = self.font.as_scaled(PxScale::from(self.size));
        let mut before = None;
        let mut width = 0.0;
        for c in text.chars() {
            let glyph = scaled.glyph_id(c);
            if let Some(before) = before {
                width += scaled.kern(before, glyph);
            }
            width += scaled.h_advance(glyph);
            before = Some(glyph);
        }
        width
    }

    /// The lines of a text within a width; what does not fit in the last one ends in dots.
    pub fn broken(&self, text: &str, room: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut is_cut = false;
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|line| self.width(line) <= room) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None if lines.len() < most => lines.push(word.to_owned()),
                None => {
                    is_cut = true;
                    break;
                }
            }
        }
        let last = lines.len().saturating_sub(1);
        for (index, line) in lines.iter_mut().enumerate() {
            let mark = if is_cut && index == last { "…" } else { "" };
            let mut shown = format!("{line}{mark}");
            while self.width(&shown) > room && !line.is_empty() {
                line.pop();
                shown = format!("{}…", line.trim_end());
            }
            *line = shown;
        }
        lines
    }

    /// The letters as data of an SVG path, from a point on the line they stand on. Characters that the font lacks are
    /// left out.
    pub fn outlines(&self, text: &str, (left, base): (f32, f32)) -> String {
        let scaled = self.font.as_scaled(PxScale::from(self.size));
        let (across, down) = (scaled.h_scale_factor(), scaled.v_scale_factor());
        let (mut at, mut before) = (left, None);
        let mut data = String::new();
        for c in self.written(text).chars() {
            let id = scaled.glyph_id(c);
            if let Some(before) = before {
                at += scaled.kern(before, id);
            }
            let place = |p: Point| (p.x.mul_add(across, at), p.y.mul_add(-down, base));
            let mut end = None;
            for curve in self.font.outline(id).into_iter().flat_map(|o| o.curves) {
                let start = match curve {
                    OutlineCurve::Line(start, _)
                    | OutlineCurve::Quad(start, ..)
                    | OutlineCurve::Cubic(start, ..) => start,
                };
                if end != Some(start) {
                    put(&mut data, 'M', &[place(start)]);
                }
                end = Some(match curve {
                    OutlineCurve::Line(_, to) => {
                        put(&mut data, 'L', &[place(to)]);
                        to
                    }
                    OutlineCurve::Quad(_, by, to) => {
                        put(&mut data, 'Q', &[place(by), place(to)]);
                        to
                    }
                    OutlineCurve::Cubic(_, by, and, to) => {
                        put(&mut data, 'C', &[place(by), place(and), place(to)]);
                        to
                    }
                });
            }
            at += scaled.h_advance(id);
            before = Some(id);
        }
        data
    }
}

fn put(data: &mut String, command: char, points: &[(f32, f32)]) {
    data.push(command);
    for (x, y) in points {
        // Writing to a text does not fail.
        let _ = write!(data, "{x:.2} {y:.2} ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_a_letter_that_the_font_lacks_is_written_plainly() {
        let large = Lettering::of(true, 68.0).unwrap();
        let lines = large.broken(&"vrijwilligerswerk ".repeat(30), 1040.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.last().unwrap().ends_with('…'));
        assert!(lines.iter().all(|each| large.width(each) <= 1040.0));
        let one = large.broken(&"w".repeat(120), 1040.0, 1);
        assert!(one.first().unwrap().ends_with('…'));
        assert_eq!(large.written("ṡamen 書"), "samen ");
    }

    #[test]
    fn letters_as_shapes_stand_where_they_are_written() {
        let small = Lettering::of(false, 13.0).unwrap();
        let data = small.outlines("il", (100.0, 50.0));
        let numbers: Vec<f32> = data
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|number| number.parse().ok())
            .collect();
        let (across, down): (Vec<f32>, Vec<f32>) =
            numbers.chunks(2).map(|point| (point[0], point[1])).unzip();
        assert!(across.iter().all(|x| (100.0..110.0).contains(x)), "{data}");
        assert!(down.iter().all(|y| (38.0..51.0).contains(y)), "{data}");
        assert_eq!(small.outlines("😀", (0.0, 0.0)), "");
    }
}
