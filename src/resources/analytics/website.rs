//! Pages of the website that are read most.

use super::board::Board;
use super::figure::{Figure, FigureCell};
use super::shown::Shown;
use crate::error::Result;

/// Pages in the table.
const MOST: i64 = 50;

/// The pages and news items of the centre by how often they were viewed in the period.
pub fn pages(board: &Board) -> Result<Figure> {
    let words = board.words;
    let mut statement = board.connection.prepare_cached(
        "select p.title, p.slug, p.page_type, p.locale, sum(w.count) as views
           from view_counts w
           join pages p on p.id = w.subject_id
          where w.subject_type = 'pages' and p.volunteer_center_id = :center_id and p.deleted_at is null
            and w.day between :from and :to
          group by p.id order by views desc, p.id limit :most",
    )?;
    let pages: Vec<(String, String, String, String, i64)> = statement
        .query_map(
            rusqlite::named_params! {
                ":center_id": board.center_id, ":from": board.period.first_day().to_string(),
                ":to": board.period.last_day().to_string(), ":most": MOST,
            },
            |row| {
                Ok((
                    row.get(0)?,
                    row.get(1)?,
                    row.get(2)?,
                    row.get(3)?,
                    row.get(4)?,
                ))
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    let finding = match pages.first() {
        Some((title, .., views)) => words
            .of(
                "Het meest gelezen: **{title}** ({n} keer).",
                "Read most: **{title}** ({n} times).",
            )
            .replace("{title}", &title.replace("**", ""))
            .replace("{n}", &words.number(*views)),
        None => words
            .of(
                "In deze periode is nog geen pagina bekeken.",
                "No page was viewed in this period yet.",
            )
            .to_owned(),
    };
    let mut figure = Figure::new(
        "pages",
        (
            words.of("Pagina’s die het meest gelezen zijn", "Pages read most"),
            finding,
        ),
        &[
            ("page", words.of("Pagina", "Page"), false),
            ("views", words.of("Bekeken", "Views"), true),
        ],
    )
    .full();
    for (title, slug, kind, locale, views) in pages {
        let folder = if kind == "news" { "/nieuws/" } else { "/" };
        let language = if locale == "en" { "/en" } else { "" };
        figure.row([
            FigureCell::link(title, format!("{language}{folder}{slug}")),
            FigureCell::number(Shown::Known(views), words),
        ]);
    }
    Ok(figure)
}
