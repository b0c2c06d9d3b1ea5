//! Figures of organisations: who answers how quickly, and who has nothing to offer.

use std::collections::BTreeMap;

use super::board::{Board, Scope};
use super::cells::SMALLEST_GROUP;
use super::figure::{Chart, Figure, FigureCell};
use super::shown::{Shown, quantile};
use super::words::Words;
use crate::charts::{Bar, Bars, Shade};
use crate::error::Result;

/// An organisation with what it offers and how it answers.
struct Line {
    id: String,
    name: String,
    roles: i64,
    views: Shown,
    applied: Shown,
    unanswered: Shown,
    started: Shown,
    /// The median of the days until an answer; none of fewer than five.
    days: Option<f64>,
}

impl Line {
    /// Of a hundred applications.
    fn answered(&self) -> Option<i64> {
        match (self.applied, self.unanswered) {
            (Shown::Known(applied), Shown::Known(never)) => {
                Shown::Known(applied - never).of_hundred(Shown::Known(applied))
            }
            _ => None,
        }
    }

    fn is_empty(&self) -> bool {
        self.applied == Shown::Known(0) && self.roles == 0 && self.views == Shown::Known(0)
    }

    fn cells(&self, words: Words) -> [FigureCell; 8] {
        let answered = self.answered();
        let mut days = FigureCell::text(
            self.days
                .map_or_else(String::new, |days| words.decimal(days)),
        );
        days.value = self.days;
        let mut share = match (answered, self.unanswered) {
            (Some(share), _) => FigureCell::text(format!("{share} %")),
            (None, Shown::Primary) if self.applied.number().is_some() => {
                FigureCell::text(words.of("bijna alle", "almost all"))
            }
            _ => FigureCell::default(),
        };
        #[expect(clippy::cast_precision_loss, reason = "a percentage")]
        {
            share.value = answered.map(|share| share as f64);
        }
        let badge = badge(self.applied, answered, self.days);
        let mut state = FigureCell::text(badge.map_or("", |(_, nl, en)| words.of(nl, en)));
        state.badge = badge.map(|(key, ..)| key.to_owned());
        [
            FigureCell::link(self.name.clone(), format!("/organizations/{}", self.id)),
            FigureCell::number(Shown::Known(self.roles), words),
            FigureCell::number(self.views, words),
            FigureCell::number(self.applied, words),
            days,
            share,
            FigureCell::number(self.started, words),
            state,
        ]
    }
}

/// The organisations of which there is something to tell, those that answer most first.
fn lines(board: &Board) -> Result<Vec<Line>> {
    let by = |measure: &str| -> Result<BTreeMap<String, Shown>> {
        Ok(board
            .values(measure, "organization", board.period)?
            .into_iter()
            .collect())
    };
    let (views, applied) = (by("views")?, by("applications")?);
    let (unanswered, started) = (by("unanswered")?, by("started")?);
    let online = online_by_organization(board)?;
    let waits = board.waits_by_organization(board.period, Scope::Center)?;
    let of = |values: &BTreeMap<String, Shown>, id: &str| {
        values.get(id).copied().unwrap_or(Shown::Known(0))
    };
    let mut lines: Vec<Line> = board
        .names("organization")?
        .into_iter()
        .map(|(id, name)| {
            let applied = of(&applied, &id);
            let days = id
                .parse()
                .ok()
                .and_then(|id: i64| waits.get(&id))
                .filter(|_| {
                    applied
                        .number()
                        .is_some_and(|count| count >= SMALLEST_GROUP)
                })
                .and_then(|waits| quantile(waits, 0.5));
            Line {
                name,
                roles: online.get(&id).copied().unwrap_or_default(),
                views: of(&views, &id),
                applied,
                unanswered: of(&unanswered, &id),
                started: of(&started, &id),
                days,
                id,
            }
        })
        .filter(|line| !line.is_empty())
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.answered()));
    Ok(lines)
}

/// Each organisation with what it offers and how it answers.
pub fn organizations(board: &Board) -> Result<Figure> {
    let words = board.words;
    let lines = lines(board)?;
    let answering: Vec<f64> = lines.iter().filter_map(|line| line.days).collect();
    let count = |number: usize| words.number(i64::try_from(number).unwrap_or_default());
    let finding = if answering.is_empty() {
        words
            .of(
                "Er zijn nog te weinig antwoorden.",
                "There are too few answers yet.",
            )
            .to_owned()
    } else {
        let quick = answering.iter().filter(|days| **days <= QUICK).count();
        words
            .of(
                "**{quick} van de {all}** antwoorden meestal binnen 3 dagen.",
                "**{quick} of {all}** usually answer within 3 days.",
            )
            .replace("{quick}", &count(quick))
            .replace("{all}", &count(answering.len()))
    };
    let mut figure = Figure::new(
        "organizations",
        (words.of("Alle organisaties", "All organisations"), finding),
        &[
            (
                "organization",
                words.of("Organisatie", "Organisation"),
                false,
            ),
            ("vacancies", words.of("Vacatures nu", "Roles now"), true),
            ("views", words.of("Bekeken", "Viewed"), true),
            (
                "applications",
                words.of("Aanmeldingen", "Applications"),
                true,
            ),
            (
                "days",
                words.of("Dagen tot antwoord", "Days to answer"),
                true,
            ),
            ("answered", words.of("Beantwoord", "Answered"), true),
            ("started", words.of("Begonnen", "Started"), true),
            ("answering", words.of("Antwoord", "Answering"), false),
        ],
    )
    .full();
    for line in lines {
        figure.row(line.cells(words));
    }
    Ok(figure)
}

/// In so many days somebody answers quickly.
const QUICK: f64 = 3.0;
/// In so many, they could be quicker.
const FAIR: f64 = 7.0;

fn badge(
    people: Shown,
    answered: Option<i64>,
    days: Option<f64>,
) -> Option<(&'static str, &'static str, &'static str)> {
    if answered == Some(0) && people.number().is_some() {
        return Some(("none", "Geen antwoord", "No answer"));
    }
    let days = days?;
    Some(if days <= QUICK {
        ("good", "Snel", "Quick")
    } else if days <= FAIR {
        ("fair", "Kan sneller", "Could be quicker")
    } else {
        ("slow", "Te langzaam", "Too slow")
    })
}

fn online_by_organization(board: &Board) -> Result<BTreeMap<String, i64>> {
    let mut statement = board.connection.prepare_cached(
        "select cast(organization_id as text), count(*) from vacancies
          where volunteer_center_id = ?1 and status = 'published' group by 1",
    )?;
    let rows = statement.query_map([board.center_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Organisations without a vacancy, by for how long.
pub fn without_vacancy(board: &Board) -> Result<Figure> {
    const SPANS: [(&str, &str, i64, bool); 4] = [
        ("Korter dan 30 dagen", "Less than 30 days", 30, false),
        ("1 tot 3 maanden", "1 to 3 months", 91, false),
        ("3 tot 6 maanden", "3 to 6 months", 182, false),
        (
            "Langer dan een half jaar",
            "More than half a year",
            i64::MAX,
            true,
        ),
    ];
    let words = board.words;
    let mut statement = board.connection.prepare_cached(
        "select cast(julianday(:today) - julianday(coalesce(
                  (select max(coalesce(v.archived_at, v.expires_at, v.updated_at)) from vacancies v
                    where v.organization_id = o.id and v.published_at is not null),
                  o.approved_at, o.created_at)) as integer)
           from organizations o
          where o.volunteer_center_id = :center_id and o.status = 'approved' and o.household_of_id is null
            and o.organization_type <> 'VolunteerCenter'
            and not exists (select 1 from vacancies v where v.organization_id = o.id and v.status = 'published')",
    )?;
    let ages: Vec<i64> = statement
        .query_map(
            rusqlite::named_params! {":center_id": board.center_id, ":today": board.today.to_string()},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let finding = if ages.len() == 1 {
        words
            .of(
                "**1 organisatie** heeft nu geen vacature.",
                "**1 organisation** has no role now.",
            )
            .to_owned()
    } else {
        words
            .of(
                "**{n} organisaties** hebben nu geen vacature.",
                "**{n} organisations** have no role now.",
            )
            .replace(
                "{n}",
                &words.number(i64::try_from(ages.len()).unwrap_or_default()),
            )
    };
    let mut figure = Figure::new(
        "without_vacancy",
        (words.of("Zonder vacature", "Without a role"), finding),
        &[
            ("span", words.of("Hoe lang", "For how long"), false),
            ("number", words.of("Organisaties", "Organisations"), true),
        ],
    );
    let mut bars = Vec::new();
    let mut least = i64::MIN;
    for (nl, en, below, is_late) in SPANS {
        let count = ages
            .iter()
            .filter(|age| (least..below).contains(*age))
            .count();
        least = below;
        let shown = Shown::Known(i64::try_from(count).unwrap_or_default());
        figure.row([
            FigureCell::text(words.of(nl, en)),
            FigureCell::number(shown, words),
        ]);
        bars.push(Bar {
            label: words.of(nl, en).to_owned(),
            value: shown.value(),
            text: shown.text(words),
            shade: if is_late { Shade::Late } else { Shade::Now },
        });
    }
    Ok(figure.drawn(Chart::Bars(Bars {
        bars,
        key: Vec::new(),
    })))
}
