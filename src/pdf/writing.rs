//! Strips to pages, and pages to a file that is checked while it is written.

use jiff::tz::TimeZone;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::{Document as File, SerializeSettings};

use super::colours::{BLACK, paint};
use super::fonts::Fonts;
use super::layout::{Kind, Layout, Link, Mark, Strip, What, arches, marks_of};
use super::tags::{LeafId, Tags};
use super::{
    Align, Decoration, Document, Footer, MOST_PAGES, Paper, PdfError, Style, Text, points,
};
use crate::base::locale::Locale;

/// Control points of a quarter of a circle.
const ROUND: f32 = 0.552_285;
/// Above the foot of a page, where its number stands.
const FOOT: f32 = 14.0;

pub struct Measures {
    width: f32,
    height: f32,
    side: f32,
    top: f32,
    bottom: f32,
}

impl Measures {
    pub fn room_width(&self) -> f32 {
        self.width - 2.0 * self.side
    }

    pub fn room_height(&self) -> f32 {
        self.height - self.top - self.bottom
    }
}

impl Paper {
    pub(super) fn measures(self) -> Measures {
        let (width, height, side, top, bottom) = match self {
            Self::A4 | Self::A4Poster => (210.0, 297.0, 17.0, 17.0, 18.0),
            Self::A4Landscape => (297.0, 210.0, 18.0, 18.0, 18.0),
            Self::A6 => (105.0, 148.0, 9.0, 9.0, 11.0),
        };
        Measures {
            width: points(width),
            height: points(height),
            side: points(side),
            top: points(top),
            bottom: points(bottom),
        }
    }
}

/// Marks with the place of their strip.
pub type Page = Vec<(f32, Mark)>;

pub fn write(document: &Document) -> Result<Vec<u8>, PdfError> {
    let measures = document.paper.measures();
    let fonts = Fonts::of(&document.font, &document.heading_font).ok_or(PdfError::Undrawable)?;
    let (pages, tags) = lay_out(document, &fonts, &measures)?;
    Writing::of(document, &fonts, tags).write(&measures, pages)
}

/// What is drawn on each page, from the upper left corner within its margins.
pub fn lay_out(
    document: &Document,
    fonts: &Fonts,
    measures: &Measures,
) -> Result<(Vec<Page>, Tags), PdfError> {
    let colours = document.colours.readable();
    let (width, room) = (measures.room_width(), measures.room_height());
    let mut layout = Layout::new(fonts, colours, document.paper, room);
    let strips = layout.blocks(&document.blocks, width, Align::Left);
    let mut pages = paged(&strips, &layout.headers, room)?;
    if document.decoration == Decoration::Arches
        && let Some(first) = pages.first_mut()
    {
        // They stand on the lower edge of the paper, outside of its margins.
        let height = measures.height * 0.72;
        let right = points(8.0);
        let behind = arches(colours, (measures.width - measures.side - right, height));
        let from_top = measures.height - height - measures.top;
        first.splice(0..0, behind.into_iter().map(|mark| (from_top, mark)));
    }
    if document.footer == Footer::PageNumbers && pages.len() > 1 {
        let count = pages.len();
        for (at, page) in pages.iter_mut().enumerate() {
            let marks = page_number(&layout, document.locale, (at + 1, count), width);
            page.extend(marks.into_iter().map(|mark| (room + FOOT, mark)));
        }
    }
    Ok((pages, layout.tags))
}

fn page_number(
    layout: &Layout<'_>,
    locale: Locale,
    (page, pages): (usize, usize),
    width: f32,
) -> Vec<Mark> {
    let text = match locale {
        Locale::Nl => format!("Pagina {page} van {pages}"),
        Locale::En => format!("Page {page} of {pages}"),
    };
    let setting = layout.setting(Style::Small, Align::Right);
    let lines = layout.lines(&Text::from(text), setting, width);
    lines
        .first()
        .map(|line| marks_of(line, setting, &[]))
        .unwrap_or_default()
}

/// What stands on which page.
fn paged(strips: &[Strip], headers: &[Strip], room: f32) -> Result<Vec<Page>, PdfError> {
    let mut pages: Vec<Page> = vec![Vec::new()];
    let mut y = 0.0;
    let mut is_top = true;
    let header_of = |strip: &Strip| strip.header.and_then(|header| headers.get(header));
    for (at, strip) in strips.iter().enumerate() {
        if strip.kind == Kind::Space && is_top && pages.len() > 1 {
            continue;
        }
        let header = header_of(strip).map_or(0.0, |header| header.height);
        let together = strips
            .get(at..)
            .unwrap_or_default()
            .split_inclusive(|strip| !strip.keeps_with_next)
            .next()
            .unwrap_or_default();
        let height: f32 = together.iter().map(|strip| strip.height).sum();
        // What no page holds is not kept together.
        let needed = if height + header <= room {
            height
        } else {
            strip.height
        };
        // A space may be cut off by the end of the page.
        let is_over = strip.kind != Kind::Space && y + needed > room + 0.01;
        if strip.kind == Kind::PageBreak || (is_over && !is_top) {
            pages.push(Vec::new());
            y = 0.0;
            is_top = true;
        }
        if pages.len() > MOST_PAGES {
            return Err(PdfError::TooLong);
        }
        let Some(page) = pages.last_mut() else {
            continue;
        };
        if is_top && let Some(header) = header_of(strip) {
            page.extend(header.marks.iter().map(|mark| (0.0, mark.clone())));
            y = header.height;
        }
        if strip.kind == Kind::AtBottom {
            y = y.max(room - strip.height);
        }
        page.extend(strip.marks.iter().map(|mark| (y, mark.clone())));
        y += strip.height;
        is_top = is_top && (strip.kind == Kind::PageBreak || strip.height == 0.0);
    }
    Ok(pages)
}

struct Bookmark {
    level: u16,
    text: String,
    place: XyzDestination,
}

struct Writing<'d> {
    document: &'d Document,
    fonts: &'d Fonts,
    tags: Tags,
    file: File,
    bookmarks: Vec<Bookmark>,
}

impl<'d> Writing<'d> {
    fn of(document: &'d Document, fonts: &'d Fonts, tags: Tags) -> Self {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .unwrap_or_default();
        let file = File::new_with(SerializeSettings {
            configuration,
            ..SerializeSettings::default()
        });
        Self {
            document,
            fonts,
            tags,
            file,
            bookmarks: Vec::new(),
        }
    }

    fn title(&self) -> String {
        let title: String = self
            .document
            .title
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let title: String = title
            .chars()
            .filter(|c| !c.is_control())
            .take(300)
            .collect();
        match (title.is_empty(), self.document.locale) {
            (false, _) => title,
            (true, Locale::Nl) => "Document zonder titel".to_owned(),
            (true, Locale::En) => "Untitled document".to_owned(),
        }
    }

    fn metadata(&self) -> Metadata {
        let time = self.document.created_at.to_zoned_datetime(TimeZone::UTC);
        let number = |value: i8| u8::try_from(value).unwrap_or_default();
        let date = DateTime::new(u16::try_from(time.year()).unwrap_or_default())
            .month(number(time.month()))
            .day(number(time.day()))
            .hour(number(time.hour()))
            .minute(number(time.minute()))
            .second(number(time.second()))
            .utc_offset_hour(0)
            .utc_offset_minute(0);
        let author: String = self
            .document
            .author
            .chars()
            .filter(|c| !c.is_control())
            .take(300)
            .collect();
        let metadata = Metadata::new()
            .title(self.title())
            .language(self.document.locale.as_str().to_owned())
            .creator("voluntr".to_owned())
            .creation_date(date);
        if author.trim().is_empty() {
            metadata
        } else {
            metadata.authors(vec![author])
        }
    }

    fn write(mut self, measures: &Measures, pages: Vec<Page>) -> Result<Vec<u8>, PdfError> {
        for (at, page) in pages.into_iter().enumerate() {
            self.page(measures, at, page)?;
        }
        let language = self.document.locale.as_str();
        self.file.set_metadata(self.metadata());
        let outline = self.outline(measures);
        self.file.set_outline(outline);
        let Self { mut file, tags, .. } = self;
        file.set_tag_tree(tags.into_tree(language));
        file.finish()
            .map_err(|fault| PdfError::Invalid(format!("{fault:?}")))
    }

    /// Bookmarks of the headings, those of level 2 and 3 below the one before them.
    fn outline(&mut self, measures: &Measures) -> Outline {
        let mut outline = Outline::new();
        if self.bookmarks.is_empty() {
            let top = XyzDestination::new(0, Point::from_xy(measures.side, measures.top));
            outline.push_child(OutlineNode::new(self.title(), top));
            return outline;
        }
        let mut chapter: Option<OutlineNode> = None;
        for bookmark in std::mem::take(&mut self.bookmarks) {
            let node = OutlineNode::new(bookmark.text, bookmark.place);
            if bookmark.level > 1
                && let Some(chapter) = &mut chapter
            {
                chapter.push_child(node);
            } else if let Some(before) = chapter.replace(node) {
                outline.push_child(before);
            }
        }
        if let Some(last) = chapter {
            outline.push_child(last);
        }
        outline
    }

    fn page(&mut self, measures: &Measures, at: usize, marks: Page) -> Result<(), PdfError> {
        let Self {
            fonts,
            tags,
            file,
            bookmarks,
            ..
        } = self;
        let settings =
            PageSettings::from_wh(measures.width, measures.height).ok_or(PdfError::Undrawable)?;
        let mut page = file.start_page_with(settings);
        let mut links: Vec<(LeafId, Annotation)> = Vec::new();
        let mut surface = page.surface();
        for (top, mark) in marks {
            let (x, y) = (measures.side + mark.x, measures.top + top + mark.y);
            if let What::Bookmark { level, text } = &mark.what {
                bookmarks.push(Bookmark {
                    level: *level,
                    text: text.clone(),
                    place: XyzDestination::new(at, Point::from_xy(x, y)),
                });
                continue;
            }
            let drawn = surface.start_tagged(tag_of(&mark));
            draw(&mut surface, fonts, &mark.what, (x, y));
            surface.end_tagged();
            if let Some(leaf) = mark.leaf {
                tags.fill(leaf, drawn);
            }
            if let What::Text {
                run,
                size,
                link: Some(link),
                ..
            } = &mark.what
                && run.width > 0.0
                && mark.leaf.is_some()
            {
                links.extend(annotation(link, (x, y), (run.width, *size)));
            }
        }
        surface.finish();
        for (leaf, annotation) in links {
            tags.fill(leaf, page.add_tagged_annotation(annotation));
        }
        page.finish();
        Ok(())
    }
}

fn tag_of(mark: &Mark) -> ContentTag<'_> {
    match (mark.leaf, &mark.what) {
        (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Other)),
        (Some(_), What::Text { run, .. }) => {
            ContentTag::Span(SpanTag::empty().with_actual_text(run.actual.as_deref()))
        }
        (Some(_), _) => ContentTag::Other,
    }
}

/// The area that leads to an address. None: it has none.
fn annotation(
    link: &Link,
    (x, baseline): (f32, f32),
    (width, size): (f32, f32),
) -> Option<(LeafId, Annotation)> {
    let area = Rect::from_ltrb(x, baseline - size * 0.9, x + width, baseline + size * 0.3)?;
    let target = Target::Action(Action::Link(LinkAction::new(link.address.clone())));
    let annotation =
        Annotation::new_link(LinkAnnotation::new(area, target), Some(link.text.clone()));
    Some((link.leaf, annotation))
}

fn draw(surface: &mut Surface<'_>, fonts: &Fonts, what: &What, (x, y): (f32, f32)) {
    match what {
        What::Text {
            run, size, colour, ..
        } => {
            let Some(font) = fonts.font(run.face) else {
                return;
            };
            surface.set_fill(Some(paint(*colour)));
            surface.draw_glyphs(
                Point::from_xy(x, y),
                &run.glyphs,
                font,
                &run.text,
                *size,
                false,
            );
        }
        What::Box {
            width,
            height,
            colour,
            radius,
        } => {
            fill(
                surface,
                rounded((x, y), (*width, *height), *radius),
                *colour,
            );
        }
        What::Arch {
            width,
            height,
            colour,
        } => {
            fill(surface, arch((x, y), (*width, *height)), *colour);
        }
        What::Modules { runs, module } => {
            let place = |modules: i32| {
                super::as_length(usize::try_from(modules).unwrap_or_default()) * module
            };
            let mut builder = PathBuilder::new();
            for (column, row, count) in runs {
                if let Some(area) =
                    Rect::from_xywh(x + place(*column), y + place(*row), place(*count), *module)
                {
                    builder.push_rect(area);
                }
            }
            fill(surface, builder.finish(), BLACK);
        }
        What::Picture {
            picture,
            width,
            height,
        } => {
            surface.push_transform(&Transform::from_translate(x, y));
            picture.draw(surface, *width, *height);
            surface.pop();
        }
        What::Bookmark { .. } => {}
    }
}

fn fill(surface: &mut Surface<'_>, path: Option<Path>, colour: [u8; 3]) {
    if let Some(path) = path {
        surface.set_fill(Some(paint(colour)));
        surface.set_stroke(None);
        surface.draw_path(&path);
    }
}

fn rounded((x, y): (f32, f32), (width, height): (f32, f32), radius: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    if radius <= 0.0 {
        builder.push_rect(Rect::from_xywh(x, y, width, height)?);
        return builder.finish();
    }
    let r = radius.min(width / 2.0).min(height / 2.0);
    let k = r * (1.0 - ROUND);
    let (right, bottom) = (x + width, y + height);
    builder.move_to(x + r, y);
    builder.line_to(right - r, y);
    builder.cubic_to(right - k, y, right, y + k, right, y + r);
    builder.line_to(right, bottom - r);
    builder.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    builder.line_to(x + r, bottom);
    builder.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    builder.line_to(x, y + r);
    builder.cubic_to(x, y + k, x + k, y, x + r, y);
    builder.close();
    builder.finish()
}

fn arch((x, y): (f32, f32), (width, height): (f32, f32)) -> Option<Path> {
    let r = (width / 2.0).min(height);
    let k = r * (1.0 - ROUND);
    let (right, bottom) = (x + width, y + height);
    let mut builder = PathBuilder::new();
    builder.move_to(x, bottom);
    builder.line_to(x, y + r);
    builder.cubic_to(x, y + k, x + k, y, x + r, y);
    builder.line_to(right - r, y);
    builder.cubic_to(right - k, y, right, y + k, right, y + r);
    builder.line_to(right, bottom);
    builder.close();
    builder.finish()
}
