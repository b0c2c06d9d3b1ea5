//! The report of a year on paper: A4, in the colours and fonts of the centre.

use super::super::figure::Figure;
use super::goals::GoalState;
use super::page::{Report, StoryShown};
use crate::charts::{self, Arches, Frame, Palette, Width};
use crate::error::Result;
use crate::pdf::{
    Align, Block, Cell, Colours, Column, Document, Paper, Picture, Style, Table, Text,
};

/// Millimetres between the margins of A4, and of one of two columns.
const FULL: f32 = 170.0;
const HALF: f32 = 80.0;
/// Of a chart that stands alone: letters as large as those of the text.
const ALONE: f32 = 140.0;
/// Higher than any chart becomes.
const HIGHEST: f32 = 180.0;

/// The report, not drawn yet. `now` is RFC 3339.
pub(super) fn document(report: &Report, now: &str) -> Result<Document> {
    let words = report.words;
    let name = heading(report);
    let title = format!("{name}, {}", report.look.center_name);
    let mut document = report
        .look
        .document(title, (Paper::A4, words.locale), now)?;
    let drawn = Drawn::of(report, document.colours);
    let mut blocks = vec![
        Block::Columns {
            left: vec![Block::styled(
                Style::Label,
                report.look.center_name.as_str(),
            )],
            right: of_whom(report),
            share: 0.55,
        },
        Block::Rule,
        Block::heading(1, report.title.as_str()),
        Block::styled(Style::Lead, report.intro.as_str()),
    ];
    if report.is_running {
        blocks.push(Block::styled(
            Style::Small,
            words.of(
                "Dit jaar is nog niet voorbij: de cijfers zijn die tot nu toe.",
                "This year is not over: the figures are those until now.",
            ),
        ));
    }
    blocks.push(Block::Space(3.0));
    blocks.push(drawn.key_numbers());
    blocks.push(Block::Space(4.0));
    blocks.extend(drawn.figure(&report.applications, Width::Half, ALONE));
    blocks.extend(goals(report));
    blocks.extend(report.stories.iter().flat_map(story));
    blocks.push(Block::Space(4.0));
    let mut ages = drawn.figure(&report.ages, Width::Narrow, HALF);
    ages.extend(drawn.figure(&report.homes, Width::Narrow, HALF));
    blocks.push(Block::Columns {
        left: ages,
        right: drawn.figure(&report.themes, Width::Narrow, HALF),
        share: 0.5,
    });
    blocks.push(Block::Columns {
        left: drawn.figure(&report.funnel, Width::Narrow, HALF),
        right: own_texts(report),
        share: 0.5,
    });
    blocks.push(Block::heading(
        2,
        words.of("Zo is geteld", "How it was counted"),
    ));
    let method = report.method.iter();
    blocks.extend(method.map(|text| Block::styled(Style::Small, text.as_str())));
    blocks.push(foot(report));
    document.blocks = blocks;
    Ok(document)
}

/// What the centre writes itself.
fn own_texts(report: &Report) -> Vec<Block> {
    let words = report.words;
    let texts = [
        (
            words.of("Wat niet lukte", "What did not work"),
            &report.setbacks,
        ),
        (
            words.of("Hier is vraag naar", "What people look for"),
            &report.demand,
        ),
    ];
    let mut blocks = Vec::new();
    for (title, text) in texts {
        if let Some(text) = text {
            blocks.push(Block::heading(2, title));
            blocks.extend(paragraphs(text));
        }
    }
    blocks
}

fn heading(report: &Report) -> String {
    let kind = report.words.of("Jaarverslag", "Yearly report");
    format!("{kind} {}", report.year)
}

fn of_whom(report: &Report) -> Vec<Block> {
    let mut lines = vec![heading(report)];
    if let Some(recipient) = &report.recipient {
        lines.push(format!("{} {recipient}", report.words.of("Voor", "For")));
    }
    lines
        .into_iter()
        .map(|line| Block::styled(Style::Small, line.as_str()).aligned(Align::Right))
        .collect()
}

fn paragraphs(text: &str) -> impl Iterator<Item = Block> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(Block::paragraph)
}

/// The charts, in the colours of the paper.
struct Drawn<'a> {
    report: &'a Report,
    palette: Palette,
}

impl<'a> Drawn<'a> {
    fn of(report: &'a Report, colours: Colours) -> Self {
        let readable = colours.readable();
        let palette = Palette::Fixed(charts::Colours::on_paper(
            readable.primary,
            colours.accent,
            readable.text,
            readable.muted,
        ));
        Self { report, palette }
    }

    fn key_numbers(&self) -> Block {
        let numbers = &self.report.key_numbers;
        let alt: Vec<String> = numbers
            .iter()
            .map(|number| {
                let before = number.before.as_deref();
                let before = before.map_or_else(String::new, |before| format!(" ({before})"));
                format!("{} {}{before}", number.text, number.label)
            })
            .collect();
        let alt = alt.join(", ");
        let arches = Arches {
            numbers: numbers
                .iter()
                .map(|number| charts::Arch {
                    text: number.text.clone(),
                    label: number.label.clone(),
                    note: number.before.clone().unwrap_or_default(),
                })
                .collect(),
        };
        let svg = arches.draw(Frame {
            width: Width::Half,
            label: &alt,
            palette: self.palette,
        });
        picture(svg, alt, FULL)
    }

    /// Its title, its finding and its chart; whoever hears the paper gets the rows of its table.
    fn figure(&self, figure: &Figure, width: Width, room: f32) -> Vec<Block> {
        let words = self.report.words;
        let mut blocks = vec![
            Block::heading(2, figure.title.as_str()),
            Block::paragraph(finding(&figure.finding)),
        ];
        if let Some(chart) = &figure.chart {
            let alt = alt(figure);
            blocks.push(picture(
                chart.draw(width, self.palette, &alt, words),
                alt,
                room,
            ));
        }
        blocks
    }
}

fn picture(svg: String, alt: String, width: f32) -> Block {
    Block::Picture(Picture {
        file: svg.into_bytes(),
        alt,
        width,
        height: HIGHEST,
    })
}

/// A finding with the words between `**` in bold.
fn finding(text: &str) -> Text {
    text.split("**")
        .enumerate()
        .fold(Text::new(), |all, (index, part)| {
            if index % 2 == 1 {
                all.bold(part)
            } else {
                all.plain(part)
            }
        })
}

/// The table of a figure in one line: "januari 120, 2024 100; …".
fn alt(figure: &Figure) -> String {
    let rows: Vec<String> = figure
        .rows
        .iter()
        .map(|row| {
            let cells = figure.columns.iter().zip(&row.cells).enumerate();
            cells
                .filter(|(_, (_, cell))| !cell.text.is_empty())
                .map(|(index, (column, cell))| match index {
                    0 => cell.text.clone(),
                    _ => format!("{}: {}", column.label, cell.text),
                })
                .collect::<Vec<_>>()
                .join(", ")
        })
        .collect();
    format!("{}. {}", figure.title, rows.join("; "))
}

fn goals(report: &Report) -> Vec<Block> {
    let words = report.words;
    if report.goals.is_empty() {
        return Vec::new();
    }
    let state = |state: GoalState| match state {
        GoalState::Reached => words.of("Gehaald", "Reached"),
        GoalState::Almost => words.of("Bijna", "Almost"),
        GoalState::Missed => words.of("Niet gehaald", "Not reached"),
        GoalState::Running => words.of("Loopt nog", "Still running"),
        GoalState::Unknown => words.of("Niet bekend", "Not known"),
    };
    let title = words.of("Wat we hadden afgesproken", "What we had agreed");
    vec![
        Block::heading(2, title),
        Block::Table(Table {
            summary: title.to_owned(),
            columns: vec![
                Column::left(words.of("Doel", "Goal")),
                Column::left(words.of("Afgesproken", "Agreed")),
                Column::left(words.of("Geworden", "Came to")),
                Column::left(words.of("Stand", "Outcome")),
            ],
            rows: report
                .goals
                .iter()
                .map(|goal| {
                    vec![
                        Cell::bold(goal.label.as_str()),
                        Cell::from(goal.target.as_str()),
                        Cell::from(goal.reached.as_str()),
                        Cell::from(state(goal.state)),
                    ]
                })
                .collect(),
            total: None,
        }),
    ]
}

fn story(story: &StoryShown) -> Vec<Block> {
    let mut blocks = vec![
        Block::Space(4.0),
        Block::styled(Style::Lead, format!("‘{}’", story.quote)),
    ];
    if let Some(by) = &story.by {
        blocks.push(Block::styled(Style::Small, by.as_str()));
    }
    blocks
}

/// Who made it, and how to reach them.
fn foot(report: &Report) -> Block {
    let look = &report.look;
    let parts = [
        Some(&look.center_name),
        look.address.as_ref(),
        look.phone_number.as_ref(),
        look.email.as_ref(),
    ];
    let line: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    Block::AtBottom(vec![Block::styled(Style::Small, line.join(", "))])
}
