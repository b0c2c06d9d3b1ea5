//! Blocks to strips: rows of a page that are not broken, each as wide as its room.

use std::num::NonZeroU16;

use krilla::tagging::{ListNumbering, Tag};
use qrcodegen::{QrCode, QrCodeEcc};

use super::colours::{Colours, LINE, WHITE};
use super::fonts::{Fonts, Typeface};
use super::picture::{self, Drawable};
use super::tags::{GroupId, LeafId, Tags};
use super::typesetting::{Line, Run, Setting, Typesetter};
use super::{Align, Block, Paper, Picture, Qr, Style, Text, as_length, points, table};

/// Modules of white around a code.
const QUIET: i32 = 4;
/// Room within a card.
const CARD: f32 = 10.0;

/// Something drawn, from the upper left corner of its strip.
#[derive(Clone)]
pub struct Mark {
    pub x: f32,
    pub y: f32,
    pub what: What,
    /// None: it is not read aloud.
    pub leaf: Option<LeafId>,
}

#[derive(Clone)]
pub enum What {
    /// On this baseline.
    Text {
        run: Run,
        size: f32,
        colour: [u8; 3],
        link: Option<Link>,
    },
    Box {
        width: f32,
        height: f32,
        colour: [u8; 3],
        radius: f32,
    },
    /// A rectangle with a round top.
    Arch {
        width: f32,
        height: f32,
        colour: [u8; 3],
    },
    /// Dark modules of a code: column, row, how many beside each other.
    Modules {
        runs: Vec<(i32, i32, i32)>,
        module: f32,
    },
    Picture {
        picture: Drawable,
        width: f32,
        height: f32,
    },
    /// The place to which a bookmark leads.
    Bookmark { level: u16, text: String },
}

#[derive(Clone)]
pub struct Link {
    pub address: String,
    pub text: String,
    pub leaf: LeafId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Content,
    Space,
    PageBreak,
    /// Down to the foot of the page.
    AtBottom,
}

#[derive(Clone)]
pub struct Strip {
    pub kind: Kind,
    pub height: f32,
    pub marks: Vec<Mark>,
    /// Stays on the page of the next one.
    pub keeps_with_next: bool,
    /// Drawn again above it, when it is the first of a page.
    pub header: Option<usize>,
}

impl Strip {
    pub fn of(height: f32, marks: Vec<Mark>) -> Self {
        Self {
            kind: Kind::Content,
            height,
            marks,
            keeps_with_next: false,
            header: None,
        }
    }

    pub fn space(height: f32) -> Self {
        Self {
            kind: Kind::Space,
            ..Self::of(height, Vec::new())
        }
    }
}

pub struct Layout<'f> {
    pub fonts: &'f Fonts,
    pub colours: Colours,
    pub tags: Tags,
    /// Rows that are drawn again on each page.
    pub headers: Vec<Strip>,
    /// Of all sizes; smaller paper has smaller text.
    pub scale: f32,
    /// Height of a page within its margins.
    pub page_height: f32,
    heading: u16,
}

impl<'f> Layout<'f> {
    pub fn new(fonts: &'f Fonts, colours: Colours, paper: Paper, page_height: f32) -> Self {
        let scale = match paper {
            Paper::A4 | Paper::A4Landscape => 1.0,
            Paper::A4Poster => 1.5,
            Paper::A6 => 0.75,
        };
        Self {
            fonts,
            colours,
            tags: Tags::default(),
            headers: Vec::new(),
            scale,
            page_height,
            heading: 0,
        }
    }

    pub fn blocks(&mut self, blocks: &[Block], width: f32, align: Align) -> Vec<Strip> {
        let mut strips = Vec::new();
        for block in blocks {
            strips.extend(self.block(block, width, align));
        }
        strips
    }

    fn block(&mut self, block: &Block, width: f32, align: Align) -> Vec<Strip> {
        match block {
            Block::Heading(level, text) => self.heading(*level, text, width, align),
            Block::Paragraph(style, text) => {
                let setting = self.setting(*style, align);
                let group = self.tags.group(None, Tag::P);
                let mut strips = self.paragraph(text, setting, width, group);
                if !strips.is_empty() {
                    strips.push(Strip::space(self.space_after(*style)));
                }
                strips
            }
            Block::List(items) => self.list(items, width),
            Block::Table(table) => table::strips(self, table, width),
            Block::Picture(picture) => self.picture(picture, width, align),
            Block::Qr(qr) => self.qr(qr, width, align),
            Block::Columns { left, right, share } => {
                self.columns(left, right, *share, width, align)
            }
            Block::Space(height) => vec![Strip::space(points(*height))],
            Block::Rule => {
                let what = What::Box {
                    width,
                    height: 0.75,
                    colour: LINE,
                    radius: 0.0,
                };
                vec![Strip::of(6.0, vec![decoration(0.0, 2.5, what)])]
            }
            Block::Arches(height) => {
                let height = points(*height).min(self.page_height);
                let marks = arches(self.colours, (width, height));
                vec![Strip::of(height, marks)]
            }
            Block::PageBreak => vec![Strip {
                kind: Kind::PageBreak,
                ..Strip::space(0.0)
            }],
            Block::Card(blocks) => self.card(blocks, width, align),
            Block::AtBottom(blocks) => {
                let strips = trimmed(self.blocks(blocks, width, align));
                self.as_one(strips, Kind::AtBottom)
            }
            Block::Aligned(align, block) => self.block(block, width, *align),
        }
    }

    pub fn setting(&self, style: Style, align: Align) -> Setting {
        let (size, leading) = match style {
            Style::Body => (10.5, 1.45),
            Style::Small => (9.0, 1.4),
            Style::Lead => (14.0, 1.45),
            Style::Label => (12.5, 1.4),
            Style::Code => (13.5, 1.4),
        };
        let colour = match style {
            Style::Small => self.colours.muted,
            Style::Label => self.colours.primary,
            Style::Body | Style::Lead | Style::Code => self.colours.text,
        };
        let size = size * self.scale;
        Setting {
            size,
            leading: size * leading,
            is_bold: matches!(style, Style::Label | Style::Code),
            is_heading: false,
            spacing: if style == Style::Code { 1.0 } else { 0.0 },
            is_tabular: style == Style::Code,
            colour,
            link_colour: self.colours.primary,
            align,
        }
    }

    fn space_after(&self, style: Style) -> f32 {
        let space = match style {
            Style::Body => 5.0,
            Style::Small | Style::Code => 2.0,
            Style::Lead => 8.0,
            Style::Label => 3.0,
        };
        space * self.scale
    }

    fn heading(&mut self, level: u16, text: &Text, width: f32, align: Align) -> Vec<Strip> {
        // A level that is skipped makes a reader look for what is missing.
        let level = level.clamp(1, 3).min(self.heading + 1);
        let (size, leading, before, after) = match level {
            1 => (30.0, 1.15, 0.0, 8.0),
            2 => (12.5, 1.35, 12.0, 5.0),
            _ => (10.5, 1.4, 8.0, 3.0),
        };
        let size = size * self.scale;
        let setting = Setting {
            size,
            leading: size * leading,
            is_bold: true,
            is_heading: true,
            ..self.setting(Style::Body, align)
        };
        let plain = text.to_plain();
        let title = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(number) = NonZeroU16::new(level).filter(|_| !title.is_empty()) else {
            return Vec::new();
        };
        let title: String = title.chars().take(500).collect();
        let group = self.tags.group(None, Tag::Hn(number, Some(title.clone())));
        let lines = self.paragraph(text, setting, width, group);
        if lines.is_empty() {
            return Vec::new();
        }
        self.heading = level;
        let mut strips = vec![Strip::space(before * self.scale)];
        strips.extend(lines);
        strips.push(Strip::space(after * self.scale));
        for strip in strips.iter_mut().skip(1) {
            strip.keeps_with_next = true;
        }
        if let Some(first) = strips.get_mut(1) {
            first
                .marks
                .push(decoration(0.0, 0.0, What::Bookmark { level, text: title }));
        }
        strips
    }

    /// The lines of a text; two at least stay together at the end of a page and at the top of the next.
    pub fn paragraph(
        &mut self,
        text: &Text,
        setting: Setting,
        width: f32,
        group: GroupId,
    ) -> Vec<Strip> {
        let lines = self.lines(text, setting, width);
        let leaves = self.leaves(text, group);
        let count = lines.len();
        let mut strips = Vec::new();
        for (at, line) in lines.into_iter().enumerate() {
            let mut strip = Strip::of(setting.leading, marks_of(&line, setting, &leaves));
            strip.keeps_with_next = count > 1 && (at == 0 || at + 2 == count);
            strips.push(strip);
        }
        strips
    }

    pub fn lines(&self, text: &Text, setting: Setting, width: f32) -> Vec<Line> {
        let fonts = self.fonts;
        let typesetter = Typesetter {
            fonts,
            text,
            setting,
        };
        typesetter.lines(width)
    }

    /// A line that shows nothing.
    pub fn blank_line(&self, setting: Setting) -> Vec<Line> {
        let typeface = Typeface::of_text(setting.is_bold);
        let Some(face) = self.fonts.face_with(typeface, ' ') else {
            return Vec::new();
        };
        let shaped = self.fonts.shape(face, " ", false);
        let run = Run {
            face,
            glyphs: shaped.glyphs,
            text: " ".to_owned(),
            actual: None,
            span: 0,
            x: 0.0,
            width: 0.0,
        };
        vec![Line { runs: vec![run] }]
    }

    /// Where each part of a text is read.
    pub fn leaves(&mut self, text: &Text, group: GroupId) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        for span in &text.0 {
            let address = span.link.as_ref().filter(|address| is_address(address));
            if let Some(address) = address {
                let link = self.tags.group(Some(group), Tag::Link);
                let annotation = self.tags.leaf(link);
                let text = span.text.trim();
                leaves.push(Leaf {
                    text: self.tags.leaf(link),
                    link: Some(Link {
                        address: address.clone(),
                        text: if text.is_empty() {
                            address.clone()
                        } else {
                            text.to_owned()
                        },
                        leaf: annotation,
                    }),
                });
            } else {
                leaves.push(Leaf {
                    text: self.tags.leaf(group),
                    link: None,
                });
            }
        }
        leaves
    }

    fn list(&mut self, items: &[Text], width: f32) -> Vec<Strip> {
        let setting = self.setting(Style::Body, Align::Left);
        let indent = setting.size * 1.5;
        let list = self.tags.group(None, Tag::L(ListNumbering::Disc));
        let mut strips = Vec::new();
        for item in items {
            let row = self.tags.group(Some(list), Tag::LI);
            let body = self.tags.group(Some(row), Tag::LBody);
            let lines = self.paragraph(item, setting, width - indent, body);
            let mut is_first = true;
            for mut strip in lines {
                for mark in &mut strip.marks {
                    mark.x += indent;
                }
                if std::mem::take(&mut is_first) {
                    // The list says so itself when it is read.
                    let (wide, high) = (setting.size * 0.62, setting.size * 0.74);
                    let what = What::Arch {
                        width: wide,
                        height: high,
                        colour: self.colours.accent,
                    };
                    let y = (setting.leading - high) / 2.0;
                    strip.marks.push(decoration(0.0, y, what));
                }
                strips.push(strip);
            }
            strips.push(Strip::space(2.0 * self.scale));
        }
        strips
    }

    fn picture(&mut self, picture: &Picture, width: f32, align: Align) -> Vec<Strip> {
        let room = (
            points(picture.width).min(width),
            points(picture.height).min(self.page_height),
        );
        let Some(drawable) = picture::read(&picture.file, room) else {
            return Vec::new();
        };
        let (wide, high) = drawable.size_within(room);
        let leaf = self.figure(&picture.alt);
        let what = What::Picture {
            picture: drawable,
            width: wide,
            height: high,
        };
        let x = shift(align, width, wide);
        vec![Strip::of(
            high,
            vec![Mark {
                x,
                y: 0.0,
                what,
                leaf,
            }],
        )]
    }

    fn qr(&mut self, qr: &Qr, width: f32, align: Align) -> Vec<Strip> {
        let Ok(code) = QrCode::encode_text(&qr.text, QrCodeEcc::Medium) else {
            return Vec::new();
        };
        let side = points(qr.side).min(width).min(self.page_height);
        let modules = code.size() + 2 * QUIET;
        let module = side / as_length(usize::try_from(modules).unwrap_or(1));
        let mut runs: Vec<(i32, i32, i32)> = Vec::new();
        for y in 0..code.size() {
            for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
                match runs.last_mut() {
                    Some((start, row, count))
                        if *row == y + QUIET && *start + *count == x + QUIET =>
                    {
                        *count += 1;
                    }
                    _ => runs.push((x + QUIET, y + QUIET, 1)),
                }
            }
        }
        let leaf = self.figure(&qr.alt);
        let x = shift(align, width, side);
        let ground = What::Box {
            width: side,
            height: side,
            colour: WHITE,
            radius: 0.0,
        };
        vec![Strip::of(
            side,
            vec![
                decoration(x, 0.0, ground),
                Mark {
                    x,
                    y: 0.0,
                    what: What::Modules { runs, module },
                    leaf,
                },
            ],
        )]
    }

    /// A picture without words for it is decoration.
    fn figure(&mut self, alt: &str) -> Option<LeafId> {
        let alt = alt.trim();
        if alt.is_empty() {
            return None;
        }
        let figure = self
            .tags
            .group(None, Tag::Figure(Some(alt.chars().take(1_000).collect())));
        Some(self.tags.leaf(figure))
    }

    fn columns(
        &mut self,
        left: &[Block],
        right: &[Block],
        share: f32,
        width: f32,
        align: Align,
    ) -> Vec<Strip> {
        let gap = points(6.0) * self.scale;
        let left_width = (width - gap) * share.clamp(0.1, 0.9);
        let right_width = width - gap - left_width;
        let first = trimmed(self.blocks(left, left_width, align));
        let second = trimmed(self.blocks(right, right_width, align));
        let height = |strips: &[Strip]| strips.iter().map(|strip| strip.height).sum::<f32>();
        let taller = height(&first).max(height(&second));
        if taller > self.page_height {
            return first.into_iter().chain(second).collect();
        }
        let mut marks = stacked(first, 0.0);
        marks.extend(stacked(second, left_width + gap));
        vec![Strip::of(taller, marks)]
    }

    fn card(&mut self, blocks: &[Block], width: f32, align: Align) -> Vec<Strip> {
        let inside = trimmed(self.blocks(blocks, width - 2.0 * CARD, align));
        let height = inside.iter().map(|strip| strip.height).sum::<f32>() + 2.0 * CARD;
        if height > self.page_height {
            return inside;
        }
        let ground = What::Box {
            width,
            height,
            colour: WHITE,
            radius: 6.0,
        };
        let mut marks = vec![decoration(0.0, 0.0, ground)];
        for mut mark in stacked(inside, CARD) {
            mark.y += CARD;
            marks.push(mark);
        }
        vec![Strip::of(height, marks)]
    }

    /// Strips that stay together; as they are where no page could hold them.
    fn as_one(&self, strips: Vec<Strip>, kind: Kind) -> Vec<Strip> {
        let height = strips.iter().map(|strip| strip.height).sum::<f32>();
        if height > self.page_height || strips.is_empty() {
            return strips;
        }
        vec![Strip {
            kind,
            ..Strip::of(height, stacked(strips, 0.0))
        }]
    }
}

pub struct Leaf {
    text: LeafId,
    link: Option<Link>,
}

/// What a line draws in a row of the height of its leading.
pub fn marks_of(line: &Line, setting: Setting, leaves: &[Leaf]) -> Vec<Mark> {
    let baseline = setting.leading / 2.0 + setting.size * 0.36;
    let mut marks = Vec::new();
    for run in &line.runs {
        let leaf = leaves.get(run.span);
        let link = leaf.and_then(|leaf| leaf.link.clone());
        let colour = if link.is_some() {
            setting.link_colour
        } else {
            setting.colour
        };
        marks.push(Mark {
            x: run.x,
            y: baseline,
            what: What::Text {
                run: run.clone(),
                size: setting.size,
                colour,
                link,
            },
            leaf: leaf.map(|leaf| leaf.text),
        });
    }
    marks
}

pub fn decoration(x: f32, y: f32, what: What) -> Mark {
    Mark {
        x,
        y,
        what,
        leaf: None,
    }
}

/// Two arches that stand at the right of a room, the lower one before the higher.
pub fn arches(colours: Colours, (width, height): (f32, f32)) -> Vec<Mark> {
    let high = (height * 0.7).min(width * 0.55);
    let low = high * 0.74;
    let overlap = high * 0.27;
    let right = width - high;
    let arch = |x: f32, wide: f32, part: f32, colour: [u8; 3]| {
        let tall = height * part;
        decoration(
            x,
            height - tall,
            What::Arch {
                width: wide,
                height: tall,
                colour,
            },
        )
    };
    vec![
        arch(right, high, 1.0, colours.soft_accent()),
        arch(right - low + overlap, low, 0.62, colours.soft_primary()),
    ]
}

/// Only what leads to a page or a mailbox becomes a link.
fn is_address(address: &str) -> bool {
    let starts = ["https://", "http://", "mailto:"];
    starts.iter().any(|start| address.starts_with(start))
        && address.len() <= 2_000
        && !address.chars().any(|c| c.is_control() || c.is_whitespace())
}

fn shift(align: Align, room: f32, width: f32) -> f32 {
    match align {
        Align::Left => 0.0,
        Align::Centre => (room - width) / 2.0,
        Align::Right => room - width,
    }
}

/// Without the space that a last block keeps from one that would follow it.
fn trimmed(mut strips: Vec<Strip>) -> Vec<Strip> {
    while strips.last().is_some_and(|strip| strip.kind == Kind::Space) {
        strips.pop();
    }
    strips
}

fn stacked(strips: Vec<Strip>, x: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut y = 0.0;
    for strip in strips {
        for mut mark in strip.marks {
            mark.x += x;
            mark.y += y;
            marks.push(mark);
        }
        y += strip.height;
    }
    marks
}
