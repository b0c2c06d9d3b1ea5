//! From looking to beginning: how many go on at each step.

use super::board::Board;
use super::figure::{Chart, Figure, FigureCell};
use super::figures::of_waits;
use super::shown::Shown;
use crate::charts::{Door, Doors, Key, Mark};
use crate::error::Result;

/// A step from looking to beginning.
struct Step {
    label: &'static str,
    shown: Shown,
    /// Its share of the step before, in words.
    note: String,
    /// It counts something else than the others.
    is_apart: bool,
}

fn steps(board: &Board) -> Result<[Step; 5]> {
    let words = board.words;
    let of = |measure: &str| board.number(measure, board.period);
    let (views, applied) = (of("views")?, of("applications")?);
    let (accepted, started) = (of("accepted")?, of("started")?);
    let answered = match (applied, of_waits(board, "never")?) {
        (Shown::Known(applied), Shown::Known(never)) => Shown::Known(applied - never),
        (Shown::Primary, _) => Shown::Primary,
        _ => Shown::Secondary,
    };
    let share = |part: Shown, whole: Shown, nl: &str, en: &str| {
        part.of_hundred(whole).map_or_else(String::new, |n| {
            words.of(nl, en).replace("{n}", &n.to_string())
        })
    };
    let step = |nl: &'static str, en: &'static str, shown: Shown, note: String| Step {
        label: words.of(nl, en),
        shown,
        note,
        is_apart: false,
    };
    Ok([
        Step {
            is_apart: true,
            ..step("Vacature bekeken", "Role viewed", views, String::new())
        },
        step("Aangemeld", "Applied", applied, String::new()),
        step(
            "Antwoord gekregen",
            "Answered",
            answered,
            share(
                answered,
                applied,
                "{n} van de 100 mensen",
                "{n} of 100 people",
            ),
        ),
        step(
            "Aangenomen",
            "Accepted",
            accepted,
            share(
                accepted,
                answered,
                "{n} van de 100 antwoorden",
                "{n} of 100 answers",
            ),
        ),
        step(
            "Begonnen",
            "Started",
            started,
            share(
                started,
                accepted,
                "{n} van de 100 aangenomen",
                "{n} of 100 accepted",
            ),
        ),
    ])
}

/// From looking to beginning.
pub fn funnel(board: &Board) -> Result<Figure> {
    let words = board.words;
    let started = board.number("started", board.period)?;
    let applied = board.number("applications", board.period)?;
    let finding = match started.of_hundred(applied) {
        Some(n) => words
            .of(
                "Van elke 100 mensen die zich aanmelden, beginnen er **{n}**.",
                "Of every 100 people who apply, **{n}** start.",
            )
            .replace("{n}", &n.to_string()),
        None => words
            .of(
                "Er zijn nog te weinig aanmeldingen om iets over te zeggen.",
                "There are too few applications yet to say anything.",
            )
            .to_owned(),
    };
    let mut figure = Figure::new(
        "funnel",
        (
            words.of("Van kijken naar beginnen", "From looking to starting"),
            finding,
        ),
        &[
            ("step", words.of("Stap", "Step"), false),
            ("number", words.of("Aantal", "Number"), true),
            ("share", words.of("Deel", "Share"), false),
        ],
    )
    .full();
    let mut doors = Vec::new();
    for step in steps(board)? {
        figure.row([
            FigureCell::text(step.label),
            FigureCell::number(step.shown, words),
            FigureCell::text(step.note.clone()),
        ]);
        doors.push(Door {
            label: step.label.to_owned(),
            value: step.shown.value(),
            text: step.shown.text(words),
            note: step.note,
            is_apart: step.is_apart,
        });
    }
    let key = vec![
        Key {
            mark: Mark::Now,
            text: words
                .of(
                    "Zo hoog als het deel van de aanmeldingen",
                    "As high as its share of the applications",
                )
                .to_owned(),
        },
        Key {
            mark: Mark::Apart,
            text: words
                .of("Kijken: andere schaal", "Looking: another scale")
                .to_owned(),
        },
    ];
    Ok(figure.drawn(Chart::Doors(Doors { doors, key })))
}
