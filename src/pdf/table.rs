//! Tables: widths that follow the words, and rows that go on on the next page.

use std::num::NonZeroU32;

use krilla::tagging::{TableHeaderScope, Tag};

use super::colours::LINE;
use super::layout::{Layout, Mark, Strip, What, decoration, marks_of};
use super::tags::GroupId;
use super::typesetting::{Setting, Typesetter};
use super::{Align, Cell, Style, Table, Text};

/// Above and below the words of a row.
const PADDING: f32 = 6.0;
/// Between two columns.
const GAP: f32 = 12.0;
/// A row up to this part of a page is not broken.
const WHOLE: f32 = 0.4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Header,
    Body,
    Total,
}

pub fn strips(layout: &mut Layout<'_>, table: &Table, width: f32) -> Vec<Strip> {
    if table.columns.is_empty() {
        return Vec::new();
    }
    let widths = widths(layout, table, width);
    let summary = Some(table.summary.trim().chars().take(500).collect::<String>());
    let summary = summary.filter(|summary| !summary.is_empty());
    let group = layout.tags.group(None, Tag::Table.with_summary(summary));
    let titles: Vec<Cell> = table
        .columns
        .iter()
        .map(|column| Cell::from(column.title.clone()))
        .collect();
    let head = layout.tags.group(Some(group), Tag::THead);
    let header = row(layout, table, &titles, &widths, (head, Part::Header));
    let header_height: f32 = header.iter().map(|strip| strip.height).sum();
    // A header that takes much of each page leaves no room for what it is about.
    let repeated = (header_height < layout.page_height / 3.0).then(|| {
        let mut marks: Vec<Mark> = Vec::new();
        let mut y = 0.0;
        for strip in &header {
            for mark in &strip.marks {
                let mut mark = mark.clone();
                mark.y += y;
                mark.leaf = None;
                marks.push(mark);
            }
            y += strip.height;
        }
        layout.headers.push(Strip::of(header_height, marks));
        layout.headers.len() - 1
    });
    let mut strips = header;
    for strip in &mut strips {
        strip.keeps_with_next = true;
    }
    let body = layout.tags.group(Some(group), Tag::TBody);
    for cells in &table.rows {
        let mut added = row(layout, table, cells, &widths, (body, Part::Body));
        for strip in &mut added {
            strip.header = repeated;
        }
        strips.extend(added);
    }
    if let Some(cells) = &table.total {
        // A total stands below a row, not alone.
        if let Some(last) = strips.last_mut() {
            last.keeps_with_next = true;
        }
        let foot = layout.tags.group(Some(group), Tag::TFoot);
        let mut added = row(layout, table, cells, &widths, (foot, Part::Total));
        for strip in &mut added {
            strip.header = repeated;
        }
        strips.extend(added);
    }
    if let Some(last) = strips.last_mut() {
        last.keeps_with_next = false;
    }
    strips.push(Strip::space(8.0 * layout.scale));
    strips
}

fn setting(layout: &Layout<'_>, part: Part, align: Align) -> Setting {
    let mut setting = layout.setting(Style::Body, align);
    setting.size = 9.5 * layout.scale;
    setting.leading = setting.size * 1.4;
    setting.is_tabular = true;
    match part {
        Part::Header => {
            setting.size = 9.0 * layout.scale;
            setting.colour = layout.colours.muted;
        }
        Part::Body => {}
        Part::Total => setting.is_bold = true,
    }
    setting
}

/// Cells with the column each begins in and the columns it takes, as many as fit.
fn placed<'c>(table: &Table, cells: &'c [Cell]) -> Vec<(usize, usize, Option<&'c Cell>)> {
    let mut placed = Vec::new();
    let mut at = 0;
    for cell in cells {
        let left = table.columns.len().saturating_sub(at);
        if left == 0 {
            break;
        }
        let span = cell.span.clamp(1, left);
        placed.push((at, span, Some(cell)));
        at += span;
    }
    for empty in at..table.columns.len() {
        placed.push((empty, 1, None));
    }
    placed
}

fn row(
    layout: &mut Layout<'_>,
    table: &Table,
    cells: &[Cell],
    widths: &[f32],
    (parent, part): (GroupId, Part),
) -> Vec<Strip> {
    let group = layout.tags.group(Some(parent), Tag::TR);
    let nothing = Text::from(" ");
    let padding = PADDING * layout.scale;
    let mut leading: f32 = 0.0;
    let mut columns = Vec::new();
    for (at, span, cell) in placed(table, cells) {
        let x: f32 = widths.iter().take(at).map(|width| width + GAP).sum();
        let inner =
            widths.iter().skip(at).take(span).sum::<f32>() + GAP * super::as_length(span - 1);
        let align = table
            .columns
            .get(at)
            .map(|column| column.align)
            .unwrap_or_default();
        let setting = setting(layout, part, align);
        leading = leading.max(setting.leading);
        let columns_taken =
            NonZeroU32::new(u32::try_from(span).unwrap_or(1)).filter(|span| span.get() > 1);
        let cell_group = match part {
            Part::Header => layout.tags.group(
                Some(group),
                Tag::TH(TableHeaderScope::Column).with_col_span(columns_taken),
            ),
            Part::Total if at == 0 => layout.tags.group(
                Some(group),
                Tag::TH(TableHeaderScope::Row).with_col_span(columns_taken),
            ),
            Part::Body | Part::Total => layout
                .tags
                .group(Some(group), Tag::TD.with_col_span(columns_taken)),
        };
        // A cell in which nothing is drawn would be missing from its row.
        let is_empty = |text: &Text| layout.lines(text, setting, inner).is_empty();
        let text = cell.map(|cell| &cell.text).filter(|text| !is_empty(text));
        let is_blank = text.is_none();
        let text = text.unwrap_or(&nothing);
        let leaves = layout.leaves(text, cell_group);
        let lines = if is_blank {
            layout.blank_line(setting)
        } else {
            layout.lines(text, setting, inner)
        };
        let lines: Vec<Vec<Mark>> = lines
            .iter()
            .map(|line| {
                let mut marks = marks_of(line, setting, &leaves);
                for mark in &mut marks {
                    mark.x += x;
                }
                marks
            })
            .collect();
        columns.push(lines);
    }
    let count = columns.iter().map(Vec::len).max().unwrap_or_default();
    let mut strips = Vec::new();
    for at in 0..count {
        let is_last = at + 1 == count;
        let top = if at == 0 { padding } else { 0.0 };
        let mut height = top + leading;
        let mut marks = Vec::new();
        for mark in columns
            .iter_mut()
            .filter_map(|lines| lines.get_mut(at))
            .flat_map(std::mem::take)
        {
            marks.push(Mark {
                y: mark.y + top,
                ..mark
            });
        }
        if is_last {
            height += padding;
            let thick = if part == Part::Header { 1.25 } else { 0.75 };
            let colour = if part == Part::Header {
                layout.colours.primary
            } else {
                LINE
            };
            let width =
                widths.iter().sum::<f32>() + GAP * super::as_length(widths.len().saturating_sub(1));
            if part != Part::Total {
                let what = What::Box {
                    width,
                    height: thick,
                    colour,
                    radius: 0.0,
                };
                marks.push(decoration(0.0, height - thick, what));
            }
        }
        strips.push(Strip::of(height, marks));
    }
    let height: f32 = strips.iter().map(|strip| strip.height).sum();
    let is_whole = height <= layout.page_height * WHOLE;
    for (at, strip) in strips.iter_mut().enumerate() {
        let is_edge = at == 0 || at + 2 == count;
        strip.keeps_with_next = at + 1 < count && (is_whole || is_edge);
    }
    strips
}

/// Widths of the columns: each as wide as its words where there is room, else shared by how much each has.
fn widths(layout: &Layout<'_>, table: &Table, width: f32) -> Vec<f32> {
    let count = table.columns.len();
    let room = (width - GAP * super::as_length(count.saturating_sub(1))).max(1.0);
    let mut longest = vec![0.0_f32; count];
    let mut widest = vec![0.0_f32; count];
    let mut measure = |cells: &[Cell], part: Part| {
        for (at, span, cell) in placed(table, cells) {
            let Some(cell) = cell.filter(|_| span == 1) else {
                continue;
            };
            let setting = setting(layout, part, Align::Left);
            let typesetter = Typesetter {
                fonts: layout.fonts,
                text: &cell.text,
                setting,
            };
            let (word, line) = typesetter.widths();
            if let (Some(longest), Some(widest)) = (longest.get_mut(at), widest.get_mut(at)) {
                *longest = longest.max(word);
                *widest = widest.max(line);
            }
        }
    };
    let titles: Vec<Cell> = table
        .columns
        .iter()
        .map(|column| Cell::from(column.title.clone()))
        .collect();
    measure(&titles, Part::Header);
    for cells in &table.rows {
        measure(cells, Part::Body);
    }
    if let Some(cells) = &table.total {
        measure(cells, Part::Total);
    }
    // A hair more, so that a word as wide as its column is not broken for what rounding takes.
    let fair = room / super::as_length(count);
    let least: Vec<f32> = longest
        .iter()
        .map(|width| (width + 0.5).min(fair))
        .collect();
    let most: Vec<f32> = widest.iter().map(|width| width + 0.5).collect();
    let (least_sum, most_sum): (f32, f32) = (least.iter().sum(), most.iter().sum());
    if most_sum <= room {
        // What is left goes to the columns of words; figures stand at the end of the last one.
        let is_wordy = |at: usize| {
            table
                .columns
                .get(at)
                .is_some_and(|column| column.align == Align::Left)
        };
        let wordy = (0..count).filter(|at| is_wordy(*at)).count();
        let (each, all) = if wordy == 0 {
            ((room - most_sum) / super::as_length(count), true)
        } else {
            ((room - most_sum) / super::as_length(wordy), false)
        };
        return most
            .iter()
            .enumerate()
            .map(|(at, width)| {
                if all || is_wordy(at) {
                    width + each
                } else {
                    *width
                }
            })
            .collect();
    }
    let spare = (room - least_sum).max(0.0);
    let wish: f32 = most
        .iter()
        .zip(&least)
        .map(|(most, least)| most - least)
        .sum();
    most.iter()
        .zip(&least)
        .map(|(most, least)| {
            least
                + if wish > 0.0 {
                    spare * (most - least) / wish
                } else {
                    0.0
                }
        })
        .collect()
}
