//! A figure: a finding in words, a chart, and the table of the same numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shown::Shown;
use super::words::Words;
use crate::charts::{
    Bars, Circles, Columns, Doors, Frame, Key, Lines, Moment, Pairs, Palette, Width,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FigureSize {
    Half,
    Full,
}

/// One drawing of a figure's chart.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FigureChart {
    /// In CSS pixels: 320, 460 or 940.
    pub width: u16,
    /// An `<svg>` whose colours come from classes `chart-…`.
    pub svg: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FigureColumn {
    pub key: String,
    pub label: String,
    pub is_number: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FigureRow {
    pub cells: Vec<FigureCell>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct FigureCell {
    pub text: String,
    /// Of a number that is shown.
    pub value: Option<f64>,
    /// Of fewer than five people, or it would tell of fewer than five.
    pub is_hidden: bool,
    /// Where more about it stands.
    pub href: Option<String>,
    /// How quickly an organisation answers: `good`, `fair`, `slow` or `none`.
    pub badge: Option<String>,
}

impl FigureCell {
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub fn link(text: impl Into<String>, href: impl Into<String>) -> Self {
        Self {
            href: Some(href.into()),
            ..Self::text(text)
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of a centre")]
    pub fn number(shown: Shown, words: Words) -> Self {
        Self {
            value: shown.number().map(|number| number as f64),
            is_hidden: shown.is_hidden(),
            ..Self::text(shown.text(words))
        }
    }
}

/// What is drawn.
pub enum Chart {
    Columns(Vec<Moment>, Vec<Key>),
    Lines(Vec<Moment>, Vec<Key>),
    Bars(Bars),
    Pairs(Pairs),
    Doors(Doors),
    Circles(Circles),
}

impl Chart {
    /// The chart as SVG.
    pub fn draw(&self, width: Width, palette: Palette, label: &str, words: Words) -> String {
        let frame = Frame {
            width,
            label,
            palette,
        };
        let axis_text = |value: f64| words.decimal_number(value);
        match self {
            Self::Columns(moments, key) => Columns {
                moments: moments.clone(),
                axis_text: &axis_text,
                key: key.clone(),
            }
            .draw(frame),
            Self::Lines(moments, key) => Lines {
                moments: moments.clone(),
                axis_text: &axis_text,
                key: key.clone(),
            }
            .draw(frame),
            Self::Bars(bars) => bars.draw(frame),
            Self::Pairs(pairs) => pairs.draw(frame),
            Self::Doors(doors) => doors.draw(frame),
            Self::Circles(circles) => circles.draw(frame),
        }
    }
}

pub struct Figure {
    pub key: &'static str,
    pub title: String,
    /// One or two sentences; `**` around words that stand out.
    pub finding: String,
    pub size: FigureSize,
    pub chart: Option<Chart>,
    pub note: Option<String>,
    pub columns: Vec<FigureColumn>,
    pub rows: Vec<FigureRow>,
}

/// A figure as the API tells it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FigureAttributes {
    pub key: String,
    pub title: String,
    /// `**` around words that stand out; no other markup.
    pub finding: String,
    pub size: FigureSize,
    /// None where there is nothing to draw.
    pub charts: Vec<FigureChart>,
    pub note: Option<String>,
    pub columns: Vec<FigureColumn>,
    pub rows: Vec<FigureRow>,
    /// Some groups are too small to be shown.
    pub has_hidden: bool,
}

impl Figure {
    /// A figure with its columns: key, label, whether they are numbers.
    pub fn new(
        key: &'static str,
        (title, finding): (&str, String),
        columns: &[(&str, &str, bool)],
    ) -> Self {
        Self {
            key,
            title: title.to_owned(),
            finding,
            size: FigureSize::Half,
            chart: None,
            note: None,
            columns: columns
                .iter()
                .map(|(key, label, is_number)| FigureColumn {
                    key: (*key).to_owned(),
                    label: (*label).to_owned(),
                    is_number: *is_number,
                })
                .collect(),
            rows: Vec::new(),
        }
    }

    #[must_use]
    pub fn full(self) -> Self {
        Self {
            size: FigureSize::Full,
            ..self
        }
    }

    #[must_use]
    pub fn drawn(self, chart: Chart) -> Self {
        Self {
            chart: Some(chart),
            ..self
        }
    }

    #[must_use]
    pub fn noted(self, note: &str) -> Self {
        Self {
            note: Some(note.to_owned()),
            ..self
        }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = FigureCell>) {
        self.rows.push(FigureRow {
            cells: cells.into_iter().collect(),
        });
    }

    pub fn has_hidden(&self) -> bool {
        self.rows
            .iter()
            .flat_map(|row| &row.cells)
            .any(|cell| cell.is_hidden)
    }

    /// As the API tells it, drawn at the widths that a page has room for.
    pub fn into_attributes(self, words: Words) -> FigureAttributes {
        let label = format!("{}. {}", self.title, self.finding.replace("**", ""));
        let widths: &[Width] = match self.size {
            FigureSize::Half => &[Width::Narrow, Width::Half],
            FigureSize::Full => &[Width::Narrow, Width::Half, Width::Full],
        };
        let has_hidden = self.has_hidden();
        let charts = self.chart.map_or_else(Vec::new, |chart| {
            widths
                .iter()
                .map(|width| FigureChart {
                    width: width.pixels(),
                    svg: chart.draw(*width, Palette::Classes, &label, words),
                })
                .collect()
        });
        FigureAttributes {
            key: self.key.to_owned(),
            title: self.title,
            finding: self.finding,
            size: self.size,
            charts,
            note: self.note,
            columns: self.columns,
            rows: self.rows,
            has_hidden,
        }
    }
}
