//! Composes the text of a vacancy from a pattern.

use std::collections::HashSet;

use super::content::{Phrases, VacancyText};
use super::places::Place;
use super::random::Random;
use super::text::{Names, escape, expand};

pub struct Texts {
    pub title: String,
    pub summary: String,
    pub description: String,
    pub requirements: Vec<String>,
    pub offer: String,
    pub schedule: String,
    pub expenses: String,
    pub tags: Vec<String>,
    pub hours_per_week: f64,
}

/// Tags that may be added to those of the pattern.
const EXTRA_TAGS: &[&str] = &["wheelchair", "learning_dutch", "together", "no_experience"];

pub fn compose(
    pattern: &VacancyText,
    names: &Names,
    phrases: &Phrases,
    used: &mut HashSet<String>,
    random: &mut Random,
) -> Texts {
    let known = pattern.organization.is_some();
    let mut tags = pattern.tags.clone();
    let extra = (*random.pick(EXTRA_TAGS)).to_owned();
    if !known && random.chance(25) && !tags.contains(&extra) {
        tags.push(extra);
    }
    let offer = pattern
        .offer
        .as_ref()
        .unwrap_or_else(|| random.pick(&phrases.offers));
    let expenses = pattern
        .expenses
        .as_ref()
        .unwrap_or_else(|| random.pick(&phrases.expenses));
    let summary = fresh(&pattern.summary, names, used, random);
    used.insert(summary.clone());
    Texts {
        title: title(pattern, names, used, random),
        summary,
        description: description(pattern, names, phrases, random),
        requirements: pattern.ask.clone(),
        offer: expand(offer, random, names),
        schedule: random.pick(&pattern.when).clone(),
        expenses: expenses.clone(),
        tags,
        hours_per_week: *random.pick(&pattern.hours),
    }
}

/// Returns an unused title while the pattern has one left.
fn title(
    pattern: &VacancyText,
    names: &Names,
    used: &mut HashSet<String>,
    random: &mut Random,
) -> String {
    let title = fresh(&pattern.title, names, used, random);
    // Avoids "in de tuin in Lindewaard".
    let before_place = if title.contains(" in ") { "," } else { " in" };
    let longer = [(before_place, names.place), (" bij", names.organization)]
        .into_iter()
        .filter(|(_, name)| !title.contains(name))
        .map(|(word, name)| format!("{title}{word} {name}"))
        .filter(|longer| longer.chars().count() <= 100);
    let title = std::iter::once(title.clone())
        .chain(longer)
        .find(|title| !used.contains(title))
        .unwrap_or(title);
    used.insert(title.clone());
    title
}

/// Expands the pattern, with a few attempts at an unused wording.
fn fresh(pattern: &str, names: &Names, used: &HashSet<String>, random: &mut Random) -> String {
    let mut text = expand(pattern, random, names);
    for _ in 0..6 {
        if !used.contains(&text) {
            break;
        }
        text = expand(pattern, random, names);
    }
    text
}

const HEADINGS: &[&str] = &[
    "Wat ga je doen?",
    "Dit ga je doen",
    "Jouw taken",
    "Zo help je",
];

fn description(
    pattern: &VacancyText,
    names: &Names,
    phrases: &Phrases,
    random: &mut Random,
) -> String {
    let known = pattern.organization.is_some();
    let mut tasks: Vec<&String> = pattern.tasks.iter().collect();
    let mut before: Vec<&String> = pattern.text.iter().collect();
    let mut after: Vec<&String> = Vec::new();
    let mut heading = "Wat ga je doen?";
    if !known {
        if random.chance(40) {
            before.insert(0, random.pick(&phrases.openings));
        }
        if tasks.len() > 3 {
            tasks.remove(random.below(tasks.len()));
        }
        heading = *random.pick(HEADINGS);
        after.push(random.pick(&phrases.closings));
    }
    let mut wrapped = |sentences: &[&String], start: &str, end: &str| -> String {
        sentences
            .iter()
            .map(|sentence| [start, &escape(&expand(sentence, random, names)), end].concat())
            .collect()
    };
    let before = wrapped(&before, "<p>", "</p>");
    let tasks = wrapped(&tasks, "<li>", "</li>");
    let after = wrapped(&after, "<p>", "</p>");
    format!("{before}<p><strong>{heading}</strong></p><ul>{tasks}</ul>{after}")
}

/// Location of the vacancy: usually that of the organisation.
pub fn place(
    pattern: &VacancyText,
    home: &'static Place,
    random: &mut Random,
) -> (&'static Place, bool) {
    if let Some(name) = &pattern.place {
        return (super::places::find(name), false);
    }
    if pattern.organization.is_none() && random.chance(25) {
        return (super::places::any(random), false);
    }
    (home, true)
}
