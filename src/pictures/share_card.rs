//! The picture that a link shows where it is shared: a title, a name and the site it is on, in the site's colours.
//! Drawn here, so that it needs no fonts of the machine and no picture of anybody.

use ab_glyph::{Font as _, PxScale, ScaleFont as _, point};
use image::{Rgba, RgbaImage};

use super::PictureFault;
use super::icon::png;
use super::lettering::Lettering;

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

impl ShareCard {
    /// As PNG, 1200 by 630.
    pub fn draw(&self) -> Result<Vec<u8>, PictureFault> {
        let mut paper = RgbaImage::from_pixel(WIDTH, HEIGHT, opaque(self.ground));
        let bar = opaque(self.color);
        for (x, y, pixel) in paper.enumerate_pixels_mut() {
            if y >= HEIGHT - BAR || x < STRIPE {
                *pixel = bar;
            }
        }
        let room = f32::from(u16::try_from(WIDTH).unwrap_or(u16::MAX)) - 2.0 * MARGIN;
        let mut top = MARGIN;
        let title = Line::of(true, 68.0, self.ink)?;
        for line in title.broken(&self.title, room, TITLE_LINES) {
            title.draw(&mut paper, &line, (MARGIN, top));
            top += 84.0;
        }
        top += 16.0;
        let by = Line::of(true, 40.0, self.color)?;
        for line in by.broken(&self.by, room, 1) {
            by.draw(&mut paper, &line, (MARGIN, top));
            top += 58.0;
        }
        let detail = Line::of(false, 34.0, self.ink)?;
        for line in detail.broken(&self.detail, room, 1) {
            detail.draw(&mut paper, &line, (MARGIN, top));
        }
        let site = Line::of(true, 42.0, [255, 255, 255])?;
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

/// Letters in a colour.
struct Line {
    letters: Lettering,
    color: [u8; 3],
}

impl Line {
    fn of(is_bold: bool, size: f32, color: [u8; 3]) -> Result<Self, PictureFault> {
        let letters = Lettering::of(is_bold, size).ok_or(PictureFault::Unreadable)?;
        Ok(Self { letters, color })
    }

    fn broken(&self, text: &str, room: f32, most: usize) -> Vec<String> {
        let text: String = text.chars().take(LONGEST).collect();
        self.letters
            .broken(&self.letters.written(&text), room, most)
    }

    fn draw(&self, paper: &mut RgbaImage, text: &str, (left, top): (f32, f32)) {
        let Lettering { font, size } = self.letters;
        let scaled = font.as_scaled(PxScale::from(size));
        let base = top + scaled.ascent();
        let (mut at, mut before) = (left, None);
        for c in text.chars() {
            let id = scaled.glyph_id(c);
            if let Some(before) = before {
                at += scaled.kern(before, id);
            }
            let glyph = id.with_scale_and_position(PxScale::from(size), point(at, base));
            if let Some(outline) = font.outline_glyph(glyph) {
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
    fn a_title_of_any_length_or_script_is_drawn() {
        assert!(card(&"vrijwilligerswerk ".repeat(30)).draw().is_ok());
        assert!(card(&"😀".repeat(500)).draw().is_ok());
    }
}
