//! Paper that also reads well aloud: proofs, certificates and overviews as PDF, tagged for screen readers (PDF/UA-1) and
//! fit to be kept for years (PDF/A-2a). The writer checks both; a document that fails them is not handed out.
//!
//! Whoever draws up a document names blocks. What fits on a line and on a page is decided here: text never leaves the
//! paper, long words and cells are broken, and a long table goes on with its header row.

mod colours;
mod fonts;
mod layout;
mod picture;
mod table;
mod tags;
mod typesetting;
mod writing;

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::Timestamp;
use tokio::sync::Semaphore;

use crate::base::locale::Locale;

pub use colours::Colours;

/// Pages of a document; more is refused.
pub const MOST_PAGES: usize = 60;

#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    #[error("the document has more than {MOST_PAGES} pages")]
    TooLong,
    #[error("the document does not meet PDF/UA-1 and PDF/A-2a: {0}")]
    Invalid(String),
    #[error("the document could not be drawn")]
    Undrawable,
}

#[derive(Debug, Clone)]
pub struct Document {
    /// Of the window in which it is read; also the first bookmark of a document without headings.
    pub title: String,
    /// Whose document it is.
    pub author: String,
    pub locale: Locale,
    pub paper: Paper,
    /// The same document with the same time gives the same bytes.
    pub created_at: Timestamp,
    pub colours: Colours,
    /// Names of [`crate::theme::fonts::FONTS`]; an unknown one takes the default.
    pub font: String,
    pub heading_font: String,
    pub decoration: Decoration,
    pub footer: Footer,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    A4,
    A4Landscape,
    /// A4 that is read from some distance: larger text.
    A4Poster,
    A6,
}

/// What is drawn behind the blocks of the first page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoration {
    None,
    /// Two arches at the lower right.
    Arches,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Footer {
    None,
    /// "Pagina 2 van 3", where there is more than one.
    PageNumbers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    #[default]
    Left,
    Centre,
    Right,
}

#[derive(Debug, Clone)]
pub enum Block {
    /// Level 1 to 3. One that skips a level is put right, as a screen reader counts on it.
    Heading(u16, Text),
    Paragraph(Style, Text),
    List(Vec<Text>),
    Table(Table),
    Picture(Picture),
    Qr(Qr),
    /// Side by side; below each other where they do not fit on a page.
    Columns {
        left: Vec<Self>,
        right: Vec<Self>,
        /// Part of the width that the left one takes.
        share: f32,
    },
    /// Space, in millimetres. None at the top of a next page.
    Space(f32),
    Rule,
    /// Two arches of this height in millimetres, at the right.
    Arches(f32),
    PageBreak,
    /// On a white ground of its own, legible on a decoration.
    Card(Vec<Self>),
    /// At the foot of the page on which it falls.
    AtBottom(Vec<Self>),
    Aligned(Align, Box<Self>),
}

impl Block {
    pub fn heading(level: u16, text: impl Into<Text>) -> Self {
        Self::Heading(level, text.into())
    }

    pub fn paragraph(text: impl Into<Text>) -> Self {
        Self::Paragraph(Style::Body, text.into())
    }

    pub fn styled(style: Style, text: impl Into<Text>) -> Self {
        Self::Paragraph(style, text.into())
    }

    pub fn aligned(self, align: Align) -> Self {
        Self::Aligned(align, Box::new(self))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Body,
    /// Smaller and muted.
    Small,
    /// Larger: the sentence that the document is about.
    Lead,
    /// Bold, in the primary colour: what kind of document it is.
    Label,
    /// Large and spaced, to be typed over.
    Code,
}

#[derive(Debug, Clone)]
pub struct Picture {
    /// JPEG, PNG, WebP or SVG. One that cannot be read is left out.
    pub file: Vec<u8>,
    pub alt: String,
    /// Room for it in millimetres, within which it keeps its proportions.
    pub width: f32,
    pub height: f32,
}

#[derive(Debug, Clone)]
pub struct Qr {
    pub text: String,
    pub alt: String,
    /// In millimetres.
    pub side: f32,
}

/// Text of which parts are bold or lead somewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(Vec<Span>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Span {
    text: String,
    is_bold: bool,
    link: Option<String>,
}

impl Text {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn plain(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span {
            text: text.into(),
            ..Span::default()
        });
        self
    }

    pub fn bold(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span {
            text: text.into(),
            is_bold: true,
            link: None,
        });
        self
    }

    /// Leads to an address (`https:`, `mailto:`), which the paper shows as this text.
    pub fn link(mut self, text: impl Into<String>, address: impl Into<String>) -> Self {
        self.0.push(Span {
            text: text.into(),
            is_bold: false,
            link: Some(address.into()),
        });
        self
    }

    fn to_plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }
}

impl<S: Into<String>> From<S> for Text {
    fn from(text: S) -> Self {
        Self::new().plain(text)
    }
}

#[derive(Debug, Clone)]
pub struct Table {
    /// What it shows, read aloud before it.
    pub summary: String,
    pub columns: Vec<Column>,
    /// A row of too few cells ends in empty ones; what is too many is left out.
    pub rows: Vec<Vec<Cell>>,
    pub total: Option<Vec<Cell>>,
}

#[derive(Debug, Clone)]
pub struct Column {
    pub title: Text,
    pub align: Align,
}

impl Column {
    pub fn left(title: impl Into<Text>) -> Self {
        let (title, align) = (title.into(), Align::Left);
        Self { title, align }
    }

    pub fn right(title: impl Into<Text>) -> Self {
        let (title, align) = (title.into(), Align::Right);
        Self { title, align }
    }
}

#[derive(Debug, Clone)]
pub struct Cell {
    pub text: Text,
    /// Columns that it takes.
    pub span: usize,
}

impl Cell {
    pub fn bold(text: impl Into<String>) -> Self {
        Self::from(Text::new().bold(text))
    }

    pub fn spanning(mut self, columns: usize) -> Self {
        self.span = columns.max(1);
        self
    }
}

impl<T: Into<Text>> From<T> for Cell {
    fn from(text: T) -> Self {
        let text = text.into();
        Self { text, span: 1 }
    }
}

impl Document {
    /// Draws it. Takes a processor for as long as it runs (a page some milliseconds): not to be called between two awaits.
    pub fn to_pdf(&self) -> Result<Vec<u8>, PdfError> {
        // Fonts and pictures pass through readers that are not ours.
        catch_unwind(AssertUnwindSafe(|| writing::write(self))).unwrap_or(Err(PdfError::Undrawable))
    }
}

/// Documents that are drawn at the same time: each takes a processor.
static TURNS: Semaphore = Semaphore::const_new(1);

/// Draws a document beside what the server answers, after those that were asked for before it.
pub async fn draw(document: Document) -> Result<Vec<u8>, PdfError> {
    let turn = TURNS.acquire().await.map_err(|_| PdfError::Undrawable)?;
    let drawn = tokio::task::spawn_blocking(move || {
        let drawn = document.to_pdf();
        drop(turn);
        drawn
    });
    drawn.await.map_err(|_| PdfError::Undrawable)?
}

/// Points in so many millimetres.
fn points(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// Counts of lines and columns, which are small.
fn as_length(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests;
