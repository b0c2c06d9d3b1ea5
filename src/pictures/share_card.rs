//! The picture that a link shows where it is shared: a title, a name and the site it is on, in the site's colours.
//! Drawn here, so that it needs no fonts of the machine and no picture of anybody.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _, point};
use image::{Rgba, RgbaImage};
use unicode_normalization::UnicodeNormalization as _;

use super::icon::png;
use super::{INTER_BOLD, INTER_REGULAR, PictureFault};

pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;
const MARGIN: f32 = 80.0;
const BAR: u32 = 120;
const STRIPE: u32 = 16;
const TITLE_LINES: usize = 3;
/// Signs of a text that are looked at.
const LONGEST: usize = 200;

/// What the picture says, and in which colours.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShareCard {
    pub title: String,
    /// Whose it is.
    pub by: String,
    /// Where and when, in a few words.
    pub detail: String,
    pub site: String,
    /// Of the bar with the site's name, on which white is read.
    pub color: [u8; 3],
    pub ground: [u8; 3],
    pub ink: [u8; 3],
}

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

impl ShareCard {
    /// As PNG, 1200 by 630.
    pub fn draw(&self) -> Result<Vec<u8>, PictureFault> {
        let fonts = FONTS.as_ref().ok_or(PictureFault::Unreadable)?;
        let mut paper = RgbaImage::from_pixel(WIDTH, HEIGHT, opaque(self.ground));
        let bar = opaque(self.color);
        for (x, y, pixel) in paper.enumerate_pixels_mut() {
            if y >= HEIGHT - BAR || x < STRIPE {
                *pixel = bar;
            }
        }
        let room = f32::from(u16::try_from(WIDTH).unwrap_or(u16::MAX)) - 2.0 * MARGIN;
        let mut top = MARGIN;
        let title = Line::of(&fonts.bold, 68.0, self.ink);
        for line in title.broken(&self.title, room, TITLE_LINES) {
            title.draw(&mut paper, &line, (MARGIN, top));
            top += 84.0;
        }
        top += 16.0;
        let by = Line::of(&fonts.bold, 40.0, self.color);
        for line in by.broken(&self.by, room, 1) {
            by.draw(&mut paper, &line, (MARGIN, top));
            top += 58.0;
        }
        let detail = Line::of(&fonts.regular, 34.0, self.ink);
        for line in detail.broken(&self.detail, room, 1) {
            detail.draw(&mut paper, &line, (MARGIN, top));
        }
        let site = Line::of(&fonts.bold, 42.0, [255, 255, 255]);
        for line in site.broken(&self.site, room, 1) {
            let middle = f32::from(u16::try_from(HEIGHT - BAR).unwrap_or_default()) + 36.0;
            site.draw(&mut paper, &line, (MARGIN, middle));
        }
        png(&paper)
    }
}

const fn opaque([red, green, blue]: [u8; 3]) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

/// A way of writing: a font in a size and a colour.
struct Line<'f> {
    font: &'f FontRef<'static>,
    size: f32,
    color: [u8; 3],
}

impl<'f> Line<'f> {
    const fn of(font: &'f FontRef<'static>, size: f32, color: [u8; 3]) -> Self {
        Self { font, size, color }
    }

    /// The characters that the font has; a letter with a mark that it lacks is written without.
    fn written(&self, text: &str) -> String {
        let has = |c: char| self.font.glyph_id(c).0 != 0;
        text.chars()
            .take(LONGEST)
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

    fn width(&self, text: &str) -> f32 {
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
    fn broken(&self, text: &str, room: f32, most: usize) -> Vec<String> {
        let text = self.written(text);
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

    fn draw(&self, paper: &mut RgbaImage, text: &str, (left, top): (f32, f32)) {
        let scaled = self.font.as_scaled(PxScale::from(self.size));
        let base = top + scaled.ascent();
        let (mut at, mut before) = (left, None);
        for c in text.chars() {
            let id = scaled.glyph_id(c);
            if let Some(before) = before {
                at += scaled.kern(before, id);
            }
            let glyph = id.with_scale_and_position(PxScale::from(self.size), point(at, base));
            if let Some(outline) = self.font.outline_glyph(glyph) {
                let bounds = outline.px_bounds();
                outline.draw(|x, y, coverage| {
                    self.blend(paper, (bounds.min.x, bounds.min.y), (x, y), coverage);
                });
            }
            at += scaled.h_advance(id);
            before = Some(id);
        }
    }

    fn blend(&self, paper: &mut RgbaImage, corner: (f32, f32), (x, y): (u32, u32), coverage: f32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place on the paper; below nought it is left out"
        )]
        let place = |corner: f32, step: u32| (corner >= 0.0).then(|| corner as u32 + step);
        let (Some(x), Some(y)) = (place(corner.0, x), place(corner.1, y)) else {
            return;
        };
        let Some(pixel) = paper.get_pixel_mut_checked(x, y) else {
            return;
        };
        let coverage = coverage.clamp(0.0, 1.0);
        for (channel, color) in pixel.0.iter_mut().zip(self.color) {
            let mixed = f32::from(*channel).mul_add(1.0 - coverage, f32::from(color) * coverage);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between two bytes"
            )]
            let mixed = mixed.round() as u8;
            *channel = mixed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str) -> ShareCard {
        ShareCard {
            title: title.to_owned(),
            by: "Taalhuis Lindewaard".to_owned(),
            detail: "Lindewaard · 2 uur per week".to_owned(),
            site: "Meedoen in Lindewaard".to_owned(),
            color: [29, 79, 74],
            ground: [244, 248, 247],
            ink: [32, 32, 32],
        }
    }

    #[test]
    fn a_card_has_its_size_and_its_words() {
        let drawn = card("Taalmaatje gezocht").draw().unwrap();
        let picture = image::load_from_memory(&drawn).unwrap();
        assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
        assert_ne!(drawn, card("Buschauffeur gezocht").draw().unwrap());
        assert!(drawn.len() < 120_000, "{}", drawn.len());
    }

    #[test]
    fn a_long_title_is_cut_and_a_letter_that_the_font_lacks_is_written_plainly() {
        let fonts = FONTS.as_ref().unwrap();
        let line = Line::of(&fonts.bold, 68.0, [0; 3]);
        let lines = line.broken(&"vrijwilligerswerk ".repeat(30), 1040.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.last().unwrap().ends_with('…'));
        assert!(lines.iter().all(|each| line.width(each) <= 1040.0));
        let one = line.broken(&"w".repeat(120), 1040.0, 1);
        assert!(one.first().unwrap().ends_with('…'));
        assert_eq!(line.written("ṡamen 書"), "samen ");
        assert!(card(&"😀".repeat(500)).draw().is_ok());
    }
}
