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

/// What a vacancy says beside its words, read from them.
pub struct Facts {
    pub availability: Vec<String>,
    pub skills: Vec<String>,
    pub gains: Vec<String>,
    pub social_setting: Option<&'static str>,
    pub wheelchair_accessible: bool,
    pub for_groups: bool,
}

const WEEKDAYS: [(&str, &str); 7] = [
    ("maandag", "mon"),
    ("dinsdag", "tue"),
    ("woensdag", "wed"),
    ("donderdag", "thu"),
    ("vrijdag", "fri"),
    ("zaterdag", "sat"),
    ("zondag", "sun"),
];
const PARTS: [(&str, &str); 3] = [
    ("ochtend", "morning"),
    ("middag", "afternoon"),
    ("avond", "evening"),
];

/// Words of the text, and the skill that they ask for.
const ASKED: &[(&[&str], &str)] = &[
    (&["luister", "gesprek", "praat"], "listening"),
    (&["les", "leert", "huiswerk", "uitleg"], "teaching"),
    (&["organiseer", "planning", "rooster"], "organising"),
    (&["administratie", "kassa", "penning"], "administration"),
    (&["computer", "tablet", "website"], "computers"),
    (&["schrijf", "nieuwsbrief"], "writing"),
    (&["nederlands", "taal", "tolk"], "languages"),
    (&["kook", "kok", "bak"], "cooking"),
    (&["tuin", "snoei", "plant"], "gardening"),
    (&["naai", "knutsel", "schilder"], "handicraft"),
    (&["repareer", "klus", "fietsen maken"], "repairs"),
    (&["rijd", "chauffeur", "rijbewijs"], "driving"),
    (&["zorg", "ziek", "bewoner"], "caring"),
    (&["muziek", "zing"], "music"),
    (&["sport", "wandel", "fiets"], "sports"),
    (&["gasten", "koffie", "bar"], "hosting"),
];

pub fn facts(pattern: &VacancyText, texts: &Texts) -> Facts {
    let schedule = texts.schedule.to_lowercase();
    let words = format!("{} {} {}", texts.title, texts.summary, texts.description).to_lowercase();
    let mut days: Vec<&str> = named(&WEEKDAYS, &schedule);
    let parts: Vec<&str> = named(&PARTS, &schedule);
    if days.is_empty() && schedule.contains("weekend") {
        days = vec!["sat", "sun"];
    } else if days.is_empty() && !parts.is_empty() {
        days = vec!["mon", "tue", "wed", "thu", "fri"];
    }
    let is_any_part = parts.is_empty();
    let availability = days
        .iter()
        .flat_map(|day| {
            let parts = PARTS.map(|(_, part)| part).into_iter();
            parts.map(move |part| (day, part))
        })
        .filter(|(_, part)| is_any_part && *part != "evening" || parts.contains(part))
        .map(|(day, part)| format!("{day}_{part}"))
        .collect();
    let skills: Vec<String> = ASKED
        .iter()
        .filter(|(asked, _)| asked.iter().any(|word| words.contains(word)))
        .map(|(_, skill)| (*skill).to_owned())
        .take(4)
        .collect();
    let has = |tag: &str| texts.tags.iter().any(|known| known == tag);
    let does = |word: &str| words.contains(word);
    let gains = [
        (true, "help_others"),
        (does("samen") || does("bezoek"), "meet_people"),
        (has("learning_dutch"), "practise_dutch"),
        (
            does("cursus") || does("opleiding") || does("training"),
            "learn",
        ),
        (
            does("buiten") || does("tuin") || does("wandel"),
            "be_outdoors",
        ),
        (does("sport") || does("fiets"), "be_active"),
        (does("gezellig") || does("lach"), "have_fun"),
    ]
    .into_iter()
    .filter(|&(is_so, _gain)| is_so)
    .map(|(_is_so, gain)| gain.to_owned())
    .take(4)
    .collect();
    Facts {
        availability,
        skills,
        gains,
        social_setting: if has("together") || does("team") || does("ploeg") {
            Some("together")
        } else if pattern.online {
            Some("alone")
        } else {
            None
        },
        wheelchair_accessible: has("wheelchair"),
        for_groups: has("once") && !does("bewoner"),
    }
}

fn named(words: &[(&str, &'static str)], text: &str) -> Vec<&'static str> {
    let found = words.iter().filter(|(word, _)| text.contains(word));
    found.map(|(_, code)| *code).collect()
}
