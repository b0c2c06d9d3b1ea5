//! Figures of organisations: who answers how quickly, and who has nothing to offer.

use std::collections::BTreeMap;

use super::board::{Board, Scope};
use super::cells::SMALLEST_GROUP;
use super::figure::{Chart, Figure, FigureCell};
use super::shown::{Shown, quantile};
use crate::charts::{Bar, Bars, Shade};
use crate::error::Result;

/// Each organisation with what it offers and how it answers.
pub fn organizations(board: &Board) -> Result<Figure> {
    let words = board.words;
    let names = board.names("organization")?;
    let by = |measure: &str| -> Result<BTreeMap<String, Shown>> {
        Ok(board
            .values(measure, "organization", board.period)?
            .into_iter()
            .collect())
    };
    let (views, applied, never, started) = (
        by("views")?,
        by("applications")?,
        by("unanswered")?,
        by("started")?,
    );
    let online = online_by_organization(board)?;
    let waits = board.waits_by_organization(board.period, Scope::Center)?;
    let of = |values: &BTreeMap<String, Shown>, id: &str| {
        values.get(id).copied().unwrap_or(Shown::Known(0))
    };
    let mut lines: Vec<(Option<i64>, Vec<FigureCell>)> = Vec::new();
    let (mut quick, mut counted) = (0, 0);
    for (id, name) in &names {
        let (people, unanswered) = (of(&applied, id), of(&never, id));
        let roles = online.get(id).copied().unwrap_or_default();
        if people == Shown::Known(0) && roles == 0 && of(&views, id) == Shown::Known(0) {
            continue;
        }
        let answered = match (people, unanswered) {
            (Shown::Known(people), Shown::Known(never)) => {
                Shown::Known(people - never).of_hundred(Shown::Known(people))
            }
            _ => None,
        };
        let days = id
            .parse()
            .ok()
            .and_then(|id: i64| waits.get(&id))
            .filter(|_| {
                people
                    .number()
                    .is_some_and(|people| people >= SMALLEST_GROUP)
            })
            .and_then(|waits| quantile(waits, 0.5));
        let badge = badge(people, answered, days);
        if let Some(days) = days {
            counted += 1;
            quick += i64::from(days <= QUICK);
        }
        let text = |text: Option<String>| FigureCell::text(text.unwrap_or_default());
        let mut days_cell = text(days.map(|days| words.decimal(days)));
        days_cell.value = days;
        let mut answered_cell = match (answered, unanswered) {
            (Some(share), _) => FigureCell::text(format!("{share} %")),
            (None, Shown::Small) if people.number().is_some() => {
                FigureCell::text(words.of("bijna alle", "almost all"))
            }
            _ => FigureCell::default(),
        };
        #[expect(clippy::cast_precision_loss, reason = "a percentage")]
        {
            answered_cell.value = answered.map(|share| share as f64);
        }
        let mut state = FigureCell::text(badge.map_or("", |(_, nl, en)| words.of(nl, en)));
        state.badge = badge.map(|(key, ..)| key.to_owned());
        lines.push((
            answered,
            vec![
                FigureCell::link(name, format!("/organizations/{id}")),
                FigureCell::number(Shown::Known(roles), words),
                FigureCell::number(of(&views, id), words),
                FigureCell::number(people, words),
                days_cell,
                answered_cell,
                FigureCell::number(of(&started, id), words),
                state,
            ],
        ));
    }
    lines.sort_by_key(|(answered, _)| std::cmp::Reverse(*answered));
    let finding = if counted > 0 {
        words
            .of(
                "**{quick} van de {all}** antwoorden meestal binnen 3 dagen.",
                "**{quick} of {all}** usually answer within 3 days.",
            )
            .replace("{quick}", &words.number(quick))
            .replace("{all}", &words.number(counted))
    } else {
        words
            .of(
                "Er zijn nog te weinig antwoorden.",
                "There are too few answers yet.",
            )
            .to_owned()
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
    for (_, cells) in lines {
        figure.row(cells);
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
