//! The figures of each tab, with their findings in words.

use std::collections::BTreeMap;

use super::board::{Board, Scope};
use super::cells::SMALLEST_GROUP;
use super::figure::{Chart, Figure, FigureCell};
use super::period::Period;
use super::shown::Shown;
use crate::charts::{Bar, Bars, Circles, Key, Mark, Moment, Place, Shade, Value};
use crate::error::Result;
use crate::search::geo;

/// Rows of a chart; its table has all of them.
pub const MOST_DRAWN: usize = 12;
/// Postcode areas on a map.
const MOST_PLACES: usize = 30;

/// Beyond this, a percentage says nothing.
const MOST_PERCENT: i64 = 300;

/// A measure month by month.
pub struct ByMonth<'a> {
    pub key: &'static str,
    pub measure: &'static str,
    pub title: &'a str,
    /// What is counted, such as "aanmeldingen".
    pub unit: &'a str,
    pub is_line: bool,
}

/// `**14 % meer** dan in 2025.`; none where there is nothing to compare.
fn versus(board: &Board, measure: &str) -> Result<Option<String>> {
    let words = board.words;
    let Some((Shown::Known(now), Shown::Known(before))) = board.compared(measure)? else {
        return Ok(None);
    };
    if before < SMALLEST_GROUP {
        return Ok(None);
    }
    let year = board.period.year - 1;
    let percent = ((now - before) * 100).abs().saturating_add(before / 2) / before;
    let when = if board.period.is_running(board.today) {
        match words.locale {
            crate::base::locale::Locale::Nl => format!("in dezelfde maanden van {year}"),
            crate::base::locale::Locale::En => format!("in the same months of {year}"),
        }
    } else {
        format!("in {year}")
    };
    // So much more is no growth but a beginning.
    if percent > MOST_PERCENT {
        return Ok(None);
    }
    Ok(Some(if percent == 0 {
        words
            .of("Dat is evenveel als {when}.", "That is as many as {when}.")
            .replace("{when}", &when)
    } else {
        let (nl, en) = if now > before {
            (
                "Dat is **{n} % meer** dan {when}.",
                "That is **{n}% more** than {when}.",
            )
        } else {
            (
                "Dat is **{n} % minder** dan {when}.",
                "That is **{n}% fewer** than {when}.",
            )
        };
        words
            .of(nl, en)
            .replace("{n}", &percent.to_string())
            .replace("{when}", &when)
    }))
}

impl ByMonth<'_> {
    pub fn figure(&self, board: &Board) -> Result<Figure> {
        let words = board.words;
        let year = board.period.year;
        let now = board.months(self.measure, year)?;
        let before = match board.before {
            Some(before) => board.months(self.measure, before.year)?,
            None => Vec::new(),
        };
        let total = Shown::sum(now.iter().copied());
        let busiest = now
            .iter()
            .enumerate()
            .filter_map(|(month, shown)| Some((month, shown.number()?)))
            .filter(|(_, number)| *number > 0)
            .max_by_key(|(_, number)| *number);
        let mut finding = match (busiest, total) {
            (Some((month, _)), _) => {
                let month = crate::base::date_words::month_name(
                    i8::try_from(month + 1).unwrap_or(1),
                    words.locale,
                );
                words
                    .of(
                        "In {month} waren er de meeste {unit}.",
                        "Most {unit} were in {month}.",
                    )
                    .replace("{month}", month)
                    .replace("{unit}", self.unit)
            }
            (None, Shown::Known(0)) => words
                .of(
                    "In {year} zijn er nog geen {unit}.",
                    "There are no {unit} in {year} yet.",
                )
                .replace("{year}", &year.to_string())
                .replace("{unit}", self.unit),
            (None, _) => words
                .of(
                    "Per maand zijn er te weinig {unit} om te tonen.",
                    "By month there are too few {unit} to show.",
                )
                .replace("{unit}", self.unit),
        };
        if let Some(versus) = versus(board, self.measure)? {
            finding.push(' ');
            finding.push_str(&versus);
        }
        let month_label = words.of("Maand", "Month");
        let (this, last) = (year.to_string(), (year - 1).to_string());
        let mut columns = vec![("month", month_label, false), ("now", this.as_str(), true)];
        if board.before.is_some() {
            columns.push(("before", last.as_str(), true));
        }
        let mut figure = Figure::new(self.key, (self.title, finding), &columns);
        let mut moments = Vec::new();
        for month in 1..=12_i8 {
            let at = usize::try_from(month - 1).unwrap_or_default();
            let (now, before) = (now.get(at).copied(), before.get(at).copied());
            let value = |shown: Option<Shown>| shown.map_or(Value::Missing, Shown::value);
            moments.push(Moment {
                label: words.month(month).to_owned(),
                now: value(now),
                before: value(before),
                text: now.map_or_else(String::new, |shown| shown.text(words)),
            });
            let cell = |shown: Option<Shown>| {
                shown.map_or_else(FigureCell::default, |shown| {
                    FigureCell::number(shown, words)
                })
            };
            let name = crate::base::date_words::month_name(month, words.locale);
            let mut cells = vec![FigureCell::text(name), cell(now)];
            if board.before.is_some() {
                cells.push(cell(before));
            }
            figure.row(cells);
        }
        let (mark_now, mark_before) = if self.is_line {
            (Mark::LineNow, Mark::LineBefore)
        } else {
            (Mark::Now, Mark::Before)
        };
        let mut key = vec![Key {
            mark: mark_now,
            text: this.clone(),
        }];
        if board.before.is_some() {
            key.push(Key {
                mark: mark_before,
                text: last.clone(),
            });
        }
        if figure.has_hidden() && !self.is_line {
            key.push(hidden_key(board));
        }
        Ok(figure.drawn(if self.is_line {
            Chart::Lines(moments, key)
        } else {
            Chart::Columns(moments, key)
        }))
    }
}

fn hidden_key(board: &Board) -> Key {
    Key {
        mark: Mark::Hidden,
        text: board.words.of("Niet getoond", "Not shown").to_owned(),
    }
}

/// How many of the waits of the period are of a length; the scope is the centre.
pub fn of_waits(board: &Board, length: &str) -> Result<Shown> {
    if board.scope != Scope::Center {
        return match board.scope {
            Scope::Organization(_) => board.number("unanswered", board.period),
            _ => Ok(Shown::Secondary),
        };
    }
    Ok(board
        .values("waits", "detail", board.period)?
        .into_iter()
        .find(|(value, _)| value == length)
        .map_or(Shown::Known(0), |(_, shown)| shown))
}

/// How long people wait for an answer.
pub fn waits(board: &Board) -> Result<Figure> {
    const LENGTHS: [(&str, &str, &str, bool); 6] = [
        ("0", "Dezelfde dag", "Same day", false),
        ("1_3", "1 tot en met 3 dagen", "1 to 3 days", false),
        ("4_7", "4 tot en met 7 dagen", "4 to 7 days", false),
        ("8_14", "8 tot en met 14 dagen", "8 to 14 days", false),
        ("later", "Langer dan 14 dagen", "More than 14 days", true),
        ("never", "Nooit", "Never", true),
    ];
    let words = board.words;
    let values: BTreeMap<String, Shown> = board
        .values("waits", "detail", board.period)?
        .into_iter()
        .collect();
    let of = |length: &str| values.get(length).copied().unwrap_or(Shown::Known(0));
    let mut finding = match (board.wait(board.period, 0.5)?, board.wait(board.period, 0.9)?) {
        (Some(half), Some(most)) => words
            .of(
                "De helft heeft binnen **{half} dagen** antwoord, negen van de tien binnen {most} dagen.",
                "Half have an answer within **{half} days**, nine in ten within {most} days.",
            )
            .replace("{half}", &words.decimal(half))
            .replace("{most}", &words.decimal(most)),
        _ => words
            .of("Er zijn nog te weinig antwoorden.", "There are too few answers yet.")
            .to_owned(),
    };
    if let Shown::Known(never) = of("never")
        && never > 0
    {
        finding.push(' ');
        finding.push_str(
            &words
                .of("{n} mensen kregen er geen.", "{n} people got none.")
                .replace("{n}", &words.number(never)),
        );
    }
    let mut figure = Figure::new(
        "waits",
        (
            words.of("Hoe lang mensen wachten", "How long people wait"),
            finding,
        ),
        &[
            ("length", words.of("Wachttijd", "Wait"), false),
            ("number", words.of("Aanmeldingen", "Applications"), true),
        ],
    );
    let mut bars = Vec::new();
    for (length, nl, en, is_late) in LENGTHS {
        let shown = of(length);
        let label = words.of(nl, en);
        figure.row([FigureCell::text(label), FigureCell::number(shown, words)]);
        bars.push(Bar {
            label: label.to_owned(),
            value: shown.value(),
            text: shown.text(words),
            shade: if is_late { Shade::Late } else { Shade::Now },
        });
    }
    let mut key = vec![
        Key {
            mark: Mark::Now,
            text: words.of("Op tijd", "In time").to_owned(),
        },
        Key {
            mark: Mark::Late,
            text: words.of("Te laat", "Too late").to_owned(),
        },
    ];
    if figure.has_hidden() {
        key.push(hidden_key(board));
    }
    Ok(figure.drawn(Chart::Bars(Bars { bars, key })))
}

/// A measure by the values of a dimension, as bars.
pub struct ByValue<'a> {
    pub key: &'static str,
    pub measure: &'static str,
    pub dimension: &'static str,
    pub title: &'a str,
    /// What is counted, such as "aanmeldingen".
    pub unit: &'a str,
    /// The names of the values: the head of their column, and each of them.
    pub head: &'a str,
    pub name: &'a dyn Fn(&str) -> Option<String>,
    /// Where more about a value stands.
    pub href: &'a dyn Fn(&str) -> Option<String>,
}

impl ByValue<'_> {
    pub fn figure(&self, board: &Board) -> Result<Figure> {
        let words = board.words;
        let values = board.values(self.measure, self.dimension, board.period)?;
        let unnamed = words.of("Onbekend", "Unknown");
        let named: Vec<(String, Option<String>, Shown)> = values
            .iter()
            .map(|(value, shown)| {
                let name = (self.name)(value).unwrap_or_else(|| unnamed.to_owned());
                (name, (self.href)(value), *shown)
            })
            .collect();
        let known = named.iter().find(|(name, ..)| *name != unnamed);
        let finding = match known.or(named.first()) {
            Some((name, _, Shown::Known(number))) if *number > 0 => words
                .of(
                    "De meeste {unit}: **{name}** ({n}).",
                    "Most {unit}: **{name}** ({n}).",
                )
                .replace("{unit}", self.unit)
                .replace("{name}", name)
                .replace("{n}", &words.number(*number)),
            Some(_) => words
                .of(
                    "De groepen zijn te klein om te tonen.",
                    "The groups are too small to show.",
                )
                .to_owned(),
            None => nothing(board, self.unit),
        };
        let mut figure = Figure::new(
            self.key,
            (self.title, finding),
            &[
                ("value", self.head, false),
                ("number", &capital(self.unit), true),
            ],
        );
        let mut bars = Vec::new();
        for (name, href, shown) in named {
            if bars.len() < MOST_DRAWN {
                bars.push(Bar {
                    label: name.clone(),
                    value: shown.value(),
                    text: shown.text(words),
                    shade: Shade::Now,
                });
            }
            let first = href.map_or_else(
                || FigureCell::text(name.clone()),
                |href| FigureCell::link(name.clone(), href),
            );
            figure.row([first, FigureCell::number(shown, words)]);
        }
        if bars.is_empty() {
            return Ok(figure);
        }
        let key = if figure.has_hidden() {
            vec![hidden_key(board)]
        } else {
            Vec::new()
        };
        Ok(figure.drawn(Chart::Bars(Bars { bars, key })))
    }
}

pub fn nothing(board: &Board, unit: &str) -> String {
    board
        .words
        .of(
            "In deze periode zijn er nog geen {unit}.",
            "There are no {unit} in this period yet.",
        )
        .replace("{unit}", unit)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Where people live, by the four digits of their postcode.
pub fn places(board: &Board, key: &'static str, measure: &str, title: &str) -> Result<Figure> {
    let words = board.words;
    let values = board.values(measure, "postal_code", board.period)?;
    let town = |code: &str| geo::locate(code).map(|place| place.name);
    let finding = match values.iter().find(|(code, _)| !code.is_empty()) {
        Some((code, Shown::Known(number))) => words
            .of(
                "De meeste mensen komen uit **{code}**{town}: {n}.",
                "Most people come from **{code}**{town}: {n}.",
            )
            .replace("{code}", code)
            .replace(
                "{town}",
                &town(code).map_or_else(String::new, |town| format!(" {town}")),
            )
            .replace("{n}", &words.number(*number)),
        Some(_) => words
            .of(
                "De groepen zijn te klein om te tonen.",
                "The groups are too small to show.",
            )
            .to_owned(),
        None => words
            .of(
                "Nog niemand heeft een postcode ingevuld.",
                "Nobody has given a postcode yet.",
            )
            .to_owned(),
    };
    let mut figure = Figure::new(
        key,
        (title, finding),
        &[
            ("postal_code", words.of("Postcode", "Postcode"), false),
            ("town", words.of("Plaats", "Town"), false),
            ("number", words.of("Mensen", "People"), true),
        ],
    );
    let mut found = Vec::new();
    for (code, shown) in values {
        let place = geo::locate(&code);
        if found.len() < MOST_PLACES
            && let Some(place) = &place
        {
            found.push(Place {
                longitude: place.longitude,
                latitude: place.latitude,
                value: shown.value(),
                text: shown.text(words),
                label: code.clone(),
            });
        }
        let label = if code.is_empty() {
            words.of("Onbekend", "Unknown").to_owned()
        } else {
            code
        };
        figure.row([
            FigureCell::text(label),
            FigureCell::text(place.map_or_else(String::new, |place| place.name)),
            FigureCell::number(shown, words),
        ]);
    }
    Ok(if found.is_empty() {
        figure
    } else {
        figure.drawn(Chart::Circles(Circles {
            places: found,
            outlines: geo::province_outlines().to_vec(),
        }))
    })
}

/// Words that people searched for; those that found nothing with a way to an organisation that could offer it.
pub fn searched(board: &Board, is_without_results: bool) -> Result<Figure> {
    let words = board.words;
    let (key, measure, title) = if is_without_results {
        (
            "not_found",
            "not_found",
            words.of("Gezocht, niet gevonden", "Searched, not found"),
        )
    } else {
        (
            "searched",
            "searches",
            words.of("Waar mensen naar zoeken", "What people search for"),
        )
    };
    let values: Vec<(String, Shown)> = board
        .values(measure, "detail", board.period)?
        .into_iter()
        .filter(|(value, shown)| !value.is_empty() && !shown.is_hidden())
        .take(50)
        .collect();
    let before: BTreeMap<String, Shown> = match board.before {
        Some(before) => board
            .values(measure, "detail", before)?
            .into_iter()
            .collect(),
        None => BTreeMap::new(),
    };
    let finding = match (values.is_empty(), is_without_results) {
        (true, _) => words
            .of(
                "Geen woord is vijf keer gezocht.",
                "No word was searched for five times.",
            )
            .to_owned(),
        (false, true) => words
            .of(
                "Hier is vraag naar. Ken je een organisatie die dit kan?",
                "People want this. Do you know an organisation that could offer it?",
            )
            .to_owned(),
        (false, false) => words
            .of("Het vaakst: **{word}**.", "Most often: **{word}**.")
            .replace("{word}", values.first().map_or("", |(word, _)| word)),
    };
    let last = (board.period.year - 1).to_string();
    let mut columns = vec![
        ("words", words.of("Gezocht op", "Searched for"), false),
        ("number", words.of("Keer", "Times"), true),
    ];
    if board.before.is_some() {
        columns.push(("before", last.as_str(), true));
    }
    let mut figure = Figure::new(key, (title, finding), &columns);
    for (value, shown) in values {
        let address: String =
            percent_encoding::utf8_percent_encode(&value, percent_encoding::NON_ALPHANUMERIC)
                .to_string();
        let mut cells = vec![
            FigureCell::link(value.clone(), format!("/vacancies/search?q={address}")),
            FigureCell::number(shown, words),
        ];
        if board.before.is_some() {
            let shown = before.get(&value).copied().unwrap_or(Shown::Known(0));
            cells.push(FigureCell::number(shown, words));
        }
        figure.row(cells);
    }
    Ok(figure.noted(words.of(
        "Woorden die minder dan vijf keer gezocht zijn, staan er niet bij.",
        "Words that were searched for fewer than five times are left out.",
    )))
}

/// The period of a year before that a key number is compared with, and its number, in words: `2025: 1.946`.
pub fn before_in_words(board: &Board, before: Shown) -> String {
    let words = board.words;
    let year = board.period.year - 1;
    let text = before.text(words);
    if !board.period.is_running(board.today) {
        let label = Period::year_before(board.period).label(words.locale);
        return format!("{label}: {text}");
    }
    let last = board.complete_months().last().copied().unwrap_or(1);
    match words.locale {
        crate::base::locale::Locale::Nl => format!("{year} t/m {}: {text}", words.month(last)),
        crate::base::locale::Locale::En => format!("{year} to {}: {text}", words.month(last)),
    }
}
