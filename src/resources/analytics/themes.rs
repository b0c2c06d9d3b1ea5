//! What is offered and what people choose, by theme.

use std::collections::BTreeMap;

use super::board::Board;
use super::figure::{Chart, Figure, FigureCell};
use super::figures::{MOST_DRAWN, nothing};
use super::shown::Shown;
use crate::charts::{Key, Mark, Pair, Pairs};
use crate::error::Result;

/// A theme with what is offered and how many applied.
struct Theme {
    name: String,
    roles: Shown,
    people: Shown,
}

impl Theme {
    /// Applications for a hundred roles.
    fn people_for_hundred_roles(&self) -> Option<i64> {
        match (self.roles, self.people) {
            (Shown::Known(roles), Shown::Known(people)) if roles > 0 => Some(people * 100 / roles),
            _ => None,
        }
    }
}

/// The themes of the period, those with the most applications first.
fn by_theme(board: &Board) -> Result<Vec<Theme>> {
    let names = board.names("theme")?;
    let mut offered: BTreeMap<String, Shown> = board
        .values("published", "theme", board.period)?
        .into_iter()
        .collect();
    let mut found: Vec<(String, Shown, Shown)> = board
        .values("applications", "theme", board.period)?
        .into_iter()
        .map(|(value, people)| {
            let roles = offered.remove(&value).unwrap_or(Shown::Known(0));
            (value, roles, people)
        })
        .collect();
    found.extend(
        offered
            .into_iter()
            .map(|(value, roles)| (value, roles, Shown::Known(0))),
    );
    let other = board.words.of("Ander thema", "Other theme");
    Ok(found
        .into_iter()
        .filter(|(value, ..)| !value.is_empty())
        .map(|(value, roles, people)| Theme {
            name: names
                .get(&value)
                .cloned()
                .unwrap_or_else(|| other.to_owned()),
            roles,
            people,
        })
        .collect())
}

/// What is offered and what people choose, by theme.
pub fn themes(board: &Board) -> Result<Figure> {
    let words = board.words;
    let themes = by_theme(board)?;
    let ranked = || {
        themes
            .iter()
            .filter_map(|theme| Some((theme.people_for_hundred_roles()?, &theme.name)))
    };
    let finding = match (ranked().max(), ranked().min()) {
        (Some((most, wanted)), Some((least, scarce))) if most > least => words
            .of(
                "Voor **{wanted}** melden zich per vacature de meeste mensen, voor **{scarce}** de minste.",
                "**{wanted}** draws the most people for each role, **{scarce}** the fewest.",
            )
            .replace("{wanted}", wanted)
            .replace("{scarce}", scarce),
        _ => nothing(board, words.of("aanmeldingen", "applications")),
    };
    let mut figure = Figure::new(
        "themes",
        (
            words.of(
                "Vraag en aanbod per thema",
                "Roles and applications by theme",
            ),
            finding,
        ),
        &[
            ("theme", words.of("Thema", "Theme"), false),
            ("vacancies", words.of("Vacatures", "Roles"), true),
            (
                "applications",
                words.of("Aanmeldingen", "Applications"),
                true,
            ),
        ],
    )
    .full();
    for theme in &themes {
        figure.row([
            FigureCell::text(theme.name.clone()),
            FigureCell::number(theme.roles, words),
            FigureCell::number(theme.people, words),
        ]);
    }
    let pairs: Vec<Pair> = themes
        .iter()
        .take(MOST_DRAWN)
        .map(|theme| Pair {
            label: theme.name.clone(),
            text: words
                .of(
                    "{a} vacatures, {b} aanmeldingen",
                    "{a} roles, {b} applications",
                )
                .replace("{a}", &theme.roles.text(words))
                .replace("{b}", &theme.people.text(words)),
            first: theme.roles.value(),
            second: theme.people.value(),
        })
        .collect();
    if pairs.is_empty() {
        return Ok(figure);
    }
    let key = vec![
        Key {
            mark: Mark::Before,
            text: words.of("Vacatures", "Roles").to_owned(),
        },
        Key {
            mark: Mark::Now,
            text: words
                .of(
                    "Aanmeldingen. Elke kleur heeft een eigen schaal.",
                    "Applications. Each colour has a scale of its own.",
                )
                .to_owned(),
        },
    ];
    Ok(figure.drawn(Chart::Pairs(Pairs { pairs, key })))
}
