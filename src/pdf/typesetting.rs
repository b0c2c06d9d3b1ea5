//! Text to lines: which characters are written, in which font, and where a line ends.

use krilla::text::KrillaGlyph;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::fonts::{FaceId, Fonts, Typeface};
use super::{Align, Text};

/// Written where no font has a character; the first that a font has.
pub const REPLACEMENTS: [char; 3] = ['\u{25a1}', '\u{fffd}', '?'];
/// Characters of a text that are looked at.
const LONGEST: usize = 20_000;

/// How text is set.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    pub size: f32,
    /// Distance between two lines.
    pub leading: f32,
    pub is_bold: bool,
    pub is_heading: bool,
    /// Between letters.
    pub spacing: f32,
    /// Figures have one width.
    pub is_tabular: bool,
    pub colour: [u8; 3],
    pub link_colour: [u8; 3],
    pub align: Align,
}

/// Part of a line in one font, belonging to one part of the text.
#[derive(Debug, Clone)]
pub struct Run {
    pub face: FaceId,
    pub glyphs: Vec<KrillaGlyph>,
    pub text: String,
    /// What is read aloud and copied instead.
    pub actual: Option<String>,
    /// Which part of the text this is.
    pub span: usize,
    pub x: f32,
    pub width: f32,
}

#[derive(Debug, Clone, Default)]
pub struct Line {
    pub runs: Vec<Run>,
}

/// Characters of one font.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    face: FaceId,
    text: String,
    actual: Option<String>,
    span: usize,
}

/// What is not broken, if it fits on a line by itself.
#[derive(Debug, Default)]
struct Word {
    pieces: Vec<Piece>,
    width: f32,
    /// A space stands before it, of the part of the text to which it belongs.
    space: Option<usize>,
    /// It begins a new line in any case.
    starts_line: bool,
}

pub struct Typesetter<'f> {
    pub fonts: &'f Fonts,
    pub text: &'f Text,
    pub setting: Setting,
}

impl Typesetter<'_> {
    /// The lines of a text in a width; no line is wider. An empty text has none.
    pub fn lines(&self, width: f32) -> Vec<Line> {
        let mut lines: Vec<Vec<Word>> = Vec::new();
        let mut used = 0.0;
        for word in self.words() {
            let space = word.space.map_or(0.0, |span| self.space_width(span));
            let fits = used + space + word.width <= width;
            if let Some(line) = lines.last_mut()
                && fits
                && !word.starts_line
            {
                used += space + word.width;
                line.push(word);
                continue;
            }
            if word.width <= width {
                used = word.width;
                lines.push(vec![word]);
                continue;
            }
            for part in self.broken(&word, width) {
                used = part.width;
                lines.push(vec![part]);
            }
        }
        let last = lines.len().saturating_sub(1);
        lines
            .iter()
            .enumerate()
            .map(|(at, words)| {
                let next = lines.get(at + 1).and_then(|words| words.first());
                let ends_in_space = at < last && next.is_some_and(|word| word.space.is_some());
                self.line(words, ends_in_space, width)
            })
            .collect()
    }

    /// Widths of the longest word and of the text on one line.
    pub fn widths(&self) -> (f32, f32) {
        let (mut longest, mut line, mut widest): (f32, f32, f32) = (0.0, 0.0, 0.0);
        for word in self.words() {
            longest = longest.max(word.width);
            if word.starts_line {
                line = 0.0;
            }
            line += word.width + word.space.map_or(0.0, |span| self.space_width(span));
            widest = widest.max(line);
        }
        (longest, widest)
    }

    fn typeface(&self, span: usize) -> Typeface {
        let is_bold = self.text.0.get(span).is_some_and(|span| span.is_bold);
        Typeface {
            is_heading: self.setting.is_heading,
            is_bold: is_bold || self.setting.is_bold,
        }
    }

    fn space_width(&self, span: usize) -> f32 {
        let Some(face) = self.fonts.face_with(self.typeface(span), ' ') else {
            return 0.0;
        };
        self.width_of(face, " ")
    }

    fn width_of(&self, face: FaceId, text: &str) -> f32 {
        let shaped = self.fonts.shape(face, text, self.setting.is_tabular);
        shaped.width * self.setting.size
            + self.setting.spacing * super::as_length(shaped.glyphs.len())
    }

    fn words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        let mut word = Word::default();
        let mut left = LONGEST;
        for (at, span) in self.text.0.iter().enumerate() {
            // An accent that was typed by itself becomes part of its letter, which fonts have.
            for c in span.text.nfc().take(left) {
                left = left.saturating_sub(1);
                let is_line_end = matches!(c, '\n' | '\u{2028}' | '\u{2029}');
                if is_line_end || (c.is_whitespace() && c != '\u{a0}' && c != '\u{202f}') {
                    let next = Word {
                        space: (!is_line_end).then_some(at),
                        starts_line: is_line_end,
                        ..Word::default()
                    };
                    let starts_line = word.starts_line || is_line_end;
                    if word.pieces.is_empty() {
                        word.starts_line = starts_line && !words.is_empty();
                        word.space = word.space.or(next.space);
                    } else {
                        words.push(std::mem::replace(&mut word, next));
                    }
                } else {
                    self.write(&mut word.pieces, c, at);
                    if c == '-' || c == '/' {
                        words.push(std::mem::take(&mut word));
                    }
                }
            }
        }
        if !word.pieces.is_empty() {
            words.push(word);
        }
        for word in &mut words {
            word.width = self.pieces_width(&word.pieces);
        }
        words
    }

    fn pieces_width(&self, pieces: &[Piece]) -> f32 {
        let width = |piece: &Piece| self.width_of(piece.face, &piece.text);
        pieces.iter().map(width).sum()
    }

    /// Adds a character in the first font that has it, as the letters it is made of, or as a replacement.
    fn write(&self, pieces: &mut Vec<Piece>, c: char, span: usize) {
        if is_invisible(c) {
            return;
        }
        let c = if c == '\u{202f}' { '\u{a0}' } else { c };
        let typeface = self.typeface(span);
        if let Some(face) = self.fonts.face_with(typeface, c) {
            match pieces.last_mut() {
                Some(last) if last.face == face && last.span == span && last.actual.is_none() => {
                    last.text.push(c);
                }
                _ => pieces.push(Piece {
                    face,
                    text: c.to_string(),
                    actual: None,
                    span,
                }),
            }
            return;
        }
        if let Some(last) = pieces.last_mut()
            && last.span == span
            && is_combining_mark(c)
        {
            // Not to be drawn, but to be read.
            let actual = last.actual.get_or_insert_with(|| last.text.clone());
            actual.push(c);
            return;
        }
        let known: String = std::iter::once(c)
            .nfkd()
            .filter(|part| {
                self.fonts.face_with(typeface, *part).is_some() && !is_combining_mark(*part)
            })
            .collect();
        let replaced = if known.trim().is_empty() {
            let has = |c: &&char| self.fonts.face_with(typeface, **c).is_some();
            REPLACEMENTS.iter().find(has).map(char::to_string)
        } else {
            Some(known)
        };
        let Some(text) = replaced else { return };
        let Some(face) = text
            .chars()
            .next()
            .and_then(|c| self.fonts.face_with(typeface, c))
        else {
            return;
        };
        match pieces.last_mut() {
            Some(Piece {
                face: same,
                text: before,
                actual: Some(actual),
                span: of,
            }) if *same == face && *of == span => {
                before.push_str(&text);
                actual.push(c);
            }
            _ => pieces.push(Piece {
                face,
                text,
                actual: Some(c.to_string()),
                span,
            }),
        }
    }

    /// A word too long for a line, in parts that fit. A part holds at least one character.
    fn broken(&self, word: &Word, width: f32) -> Vec<Word> {
        let mut parts = vec![Word {
            space: word.space,
            starts_line: word.starts_line,
            ..Word::default()
        }];
        for piece in &word.pieces {
            let shaped = self
                .fonts
                .shape(piece.face, &piece.text, self.setting.is_tabular);
            let mut clusters: Vec<(usize, f32)> = Vec::new();
            for glyph in &shaped.glyphs {
                let advance = glyph.x_advance * self.setting.size + self.setting.spacing;
                match clusters.last_mut() {
                    Some((start, wide)) if *start == glyph.text_range.start => *wide += advance,
                    _ => clusters.push((glyph.text_range.start, advance)),
                }
            }
            let actual: Option<Vec<char>> =
                piece.actual.as_ref().map(|actual| actual.chars().collect());
            for (at, (start, advance)) in clusters.iter().enumerate() {
                let end = clusters
                    .get(at + 1)
                    .map_or(piece.text.len(), |(next, _)| *next);
                let Some(text) = piece.text.get(*start..end) else {
                    continue;
                };
                let is_full = parts
                    .last()
                    .is_some_and(|part| part.width + advance > width && !part.pieces.is_empty());
                if is_full {
                    parts.push(Word {
                        starts_line: true,
                        ..Word::default()
                    });
                }
                let Some(part) = parts.last_mut() else {
                    continue;
                };
                part.width += advance;
                // What is read for a cluster: its own character, or all that is left for the last.
                let read = actual.as_ref().map(|actual| {
                    let until = if at + 1 == clusters.len() {
                        actual.len()
                    } else {
                        at + 1
                    };
                    actual
                        .get(at..until)
                        .unwrap_or_default()
                        .iter()
                        .collect::<String>()
                });
                match part.pieces.last_mut() {
                    Some(last)
                        if last.face == piece.face
                            && last.span == piece.span
                            && last.actual.is_some() == read.is_some() =>
                    {
                        last.text.push_str(text);
                        if let (Some(so_far), Some(read)) = (&mut last.actual, read) {
                            so_far.push_str(&read);
                        }
                    }
                    _ => part.pieces.push(Piece {
                        face: piece.face,
                        text: text.to_owned(),
                        actual: read,
                        span: piece.span,
                    }),
                }
            }
        }
        parts
    }

    fn line(&self, words: &[Word], ends_in_space: bool, room: f32) -> Line {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut add = |piece: Piece| match pieces.last_mut() {
            Some(last)
                if last.face == piece.face
                    && last.span == piece.span
                    && last.actual.is_none()
                    && piece.actual.is_none() =>
            {
                last.text.push_str(&piece.text);
            }
            _ => pieces.push(piece),
        };
        let space = |span: usize| {
            self.fonts
                .face_with(self.typeface(span), ' ')
                .map(|face| Piece {
                    face,
                    text: " ".to_owned(),
                    actual: None,
                    span,
                })
        };
        for (at, word) in words.iter().enumerate() {
            if at > 0
                && let Some(space) = word.space.and_then(space)
            {
                add(space);
            }
            for piece in &word.pieces {
                add(piece.clone());
            }
        }
        let mut line = Line::default();
        let mut x = 0.0;
        for piece in pieces {
            let mut shaped = self
                .fonts
                .shape(piece.face, &piece.text, self.setting.is_tabular);
            let mut width = 0.0;
            for glyph in &mut shaped.glyphs {
                glyph.x_advance += self.setting.spacing / self.setting.size;
                width += glyph.x_advance * self.setting.size;
            }
            line.runs.push(Run {
                face: piece.face,
                glyphs: shaped.glyphs,
                text: piece.text,
                actual: piece.actual,
                span: piece.span,
                x,
                width,
            });
            x += width;
        }
        let rest = (room - x).max(0.0);
        let shift = match self.setting.align {
            Align::Left => 0.0,
            Align::Centre => rest / 2.0,
            Align::Right => rest,
        };
        for run in &mut line.runs {
            run.x += shift;
        }
        // A reader of the lines needs the space between their words; it is not seen.
        if ends_in_space && let Some(last) = line.runs.last() {
            let (span, x) = (last.span, last.x + last.width);
            if let Some(space) = space(span) {
                let shaped = self.fonts.shape(space.face, &space.text, false);
                line.runs.push(Run {
                    face: space.face,
                    glyphs: shaped.glyphs,
                    text: space.text,
                    actual: None,
                    span,
                    x,
                    width: 0.0,
                });
            }
        }
        line
    }
}

/// Characters that say how others are to be joined or turned, and those that mean nothing to anybody else.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}
