//! The fonts of a theme as their packages bring them: variable ones, packed, Latin and further Latin (ğ, ł, ş) in a file
//! each. A character that a theme's font lacks is taken from the default font.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use rust_embed::RustEmbed;
use rustybuzz::ttf_parser;
use rustybuzz::{Direction, UnicodeBuffer};

use crate::pictures::{INTER_BOLD, INTER_REGULAR};
use crate::theme::fonts::{FONTS, find_or_default};

/// Written by `scripts/after-build.mjs`, and not sent to browsers. None in a fresh clone.
#[derive(RustEmbed)]
#[folder = "ui/dist/fonts"]
#[allow_missing = true]
struct Packed;

#[cfg(test)]
pub fn is_app_built() -> bool {
    Packed::iter().next().is_some()
}

/// A file in one weight.
struct Face {
    font: Font,
    shaper: rustybuzz::Face<'static>,
}

impl Face {
    /// None: not a font.
    fn new(file: &'static [u8], weight: f32) -> Option<Self> {
        let mut shaper = rustybuzz::Face::from_slice(file, 0)?;
        shaper.set_variation(ttf_parser::Tag::from_bytes(b"wght"), weight);
        let font = if shaper.is_variable() {
            Font::new_variable(file.into(), 0, &[(Tag::new(b"wght"), weight)])?
        } else {
            Font::new(file.into(), 0)?
        };
        Some(Self { font, shaper })
    }
}

/// Which family, and whether it is bold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Typeface {
    pub is_heading: bool,
    pub is_bold: bool,
}

impl Typeface {
    pub const fn of_text(is_bold: bool) -> Self {
        Self {
            is_heading: false,
            is_bold,
        }
    }
}

/// Place of a file in [`Fonts`].
pub type FaceId = usize;

/// Glyphs of one file, in parts of the font's size.
#[derive(Debug, Clone)]
pub struct Shaped {
    pub glyphs: Vec<KrillaGlyph>,
    pub width: f32,
}

pub struct Fonts {
    faces: Vec<Face>,
    /// For each typeface the files in which a character is looked for, the first first.
    text: [Vec<FaceId>; 2],
    heading: [Vec<FaceId>; 2],
}

impl Fonts {
    /// None: there is no font at all.
    pub fn of(text: &str, heading: &str) -> Option<Self> {
        let mut faces = Vec::new();
        let mut named = HashMap::new();
        let mut order = |name: &str, is_bold: bool| -> Vec<FaceId> {
            let [default, ..] = &FONTS;
            let mut ids = Vec::new();
            for family in [find_or_default(name).name, default.name, DRAWN] {
                for id in named
                    .entry((family, is_bold))
                    .or_insert_with(|| read(&mut faces, family, is_bold))
                {
                    if !ids.contains(id) {
                        ids.push(*id);
                    }
                }
            }
            ids
        };
        let fonts = Self {
            text: [order(text, false), order(text, true)],
            heading: [order(heading, false), order(heading, true)],
            faces,
        };
        (!fonts.faces.is_empty()).then_some(fonts)
    }

    pub fn font(&self, face: FaceId) -> Option<Font> {
        self.faces.get(face).map(|face| face.font.clone())
    }

    fn order(&self, typeface: Typeface) -> &[FaceId] {
        let [regular, bold] = if typeface.is_heading {
            &self.heading
        } else {
            &self.text
        };
        if typeface.is_bold { bold } else { regular }
    }

    /// The first file with a character. None: no font has it.
    pub fn face_with(&self, typeface: Typeface, character: char) -> Option<FaceId> {
        let has = |id: &&FaceId| {
            let glyph = self
                .faces
                .get(**id)
                .and_then(|face| face.shaper.glyph_index(character));
            glyph.is_some_and(|glyph| glyph.0 != 0)
        };
        self.order(typeface).iter().find(has).copied()
    }

    /// The text in one file, left to right; figures of one width where they stand below each other.
    pub fn shape(&self, face: FaceId, text: &str, is_tabular: bool) -> Shaped {
        let nothing = Shaped {
            glyphs: Vec::new(),
            width: 0.0,
        };
        let Some(face) = self.faces.get(face) else {
            return nothing;
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        let feature = |name: &[u8; 4], is_on: bool| {
            rustybuzz::Feature::new(ttf_parser::Tag::from_bytes(name), u32::from(is_on), ..)
        };
        // Figures as high as capitals, which is how dates and codes are read.
        let figures = [feature(b"lnum", true), feature(b"tnum", is_tabular)];
        let output = rustybuzz::shape(&face.shaper, &figures, buffer);
        let em = face.font.units_per_em();
        let starts: Vec<usize> = output
            .glyph_infos()
            .iter()
            .map(|info| usize::try_from(info.cluster).unwrap_or_default())
            .collect();
        let mut shaped = nothing;
        for (at, (info, position)) in output
            .glyph_infos()
            .iter()
            .zip(output.glyph_positions())
            .enumerate()
        {
            let start = starts.get(at).copied().unwrap_or_default();
            let end = starts
                .iter()
                .skip(at)
                .find(|next| **next > start)
                .copied()
                .unwrap_or(text.len());
            let part = |units: i32| as_units(units) / em;
            shaped.width += part(position.x_advance);
            shaped.glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                part(position.x_advance),
                part(position.x_offset),
                part(position.y_offset),
                part(position.y_advance),
                start..end,
                None,
            ));
        }
        shaped
    }
}

#[expect(clippy::cast_precision_loss, reason = "units of a font are small")]
const fn as_units(units: i32) -> f32 {
    units as f32
}

/// The font with which the server draws pictures, for a build without the app.
const DRAWN: &str = "";

fn read(faces: &mut Vec<Face>, family: &'static str, is_bold: bool) -> Vec<FaceId> {
    let weight = if is_bold { 700.0 } else { 400.0 };
    let files = if family == DRAWN {
        vec![if is_bold { INTER_BOLD } else { INTER_REGULAR }]
    } else {
        let (_, name) = find_or_default(family)
            .package
            .split_once('/')
            .unwrap_or_default();
        let parts = ["latin", "latin-ext"];
        let file = |part: &str| unpacked(&format!("{name}-{part}-wght-normal.woff2"));
        parts.into_iter().filter_map(file).collect()
    };
    let mut ids = Vec::new();
    for file in files {
        if let Some(face) = Face::new(file, weight) {
            ids.push(faces.len());
            faces.push(face);
        }
    }
    ids
}

/// Unpacked files by name. None: it is not there.
type Files = HashMap<String, Option<&'static [u8]>>;

/// A file unpacked, once and for good: there are no more than two of each of the eleven fonts.
fn unpacked(name: &str) -> Option<&'static [u8]> {
    static FILES: LazyLock<Mutex<Files>> = LazyLock::new(Mutex::default);
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    *files.entry(name.to_owned()).or_insert_with(|| {
        let packed = Packed::get(name)?;
        let font = wuff::decompress_woff2(&packed.data).ok()?;
        Some(Box::leak(font.into_boxed_slice()))
    })
}
