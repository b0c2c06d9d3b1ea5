//! The tabs of figures: who may open which, and what stands on them.

use super::KeyNumber;
use super::board::{Board, Scope};
use super::figure::Figure;
use super::figures::{ByMonth, ByValue, before_in_words, places, searched, waits};
use super::funnel::funnel;
use super::organizations::{organizations, without_vacancy};
use super::shown::Shown;
use super::themes::themes;
use super::website;
use crate::app::access::FiguresReach;
use crate::error::Result;

pub const TABS: [&str; 10] = [
    "overview",
    "vacancies",
    "applications",
    "organizations",
    "volunteers",
    "hours",
    "activities",
    "searches",
    "content",
    "conversations",
];
/// For an organisation, of itself alone.
const OF_ORGANIZATION: [&str; 5] = [
    "overview",
    "vacancies",
    "applications",
    "hours",
    "activities",
];
/// For who writes the pages.
const OF_CONTENT: [&str; 2] = ["content", "searches"];

/// The tabs that somebody may open.
pub const fn of_reach(reach: FiguresReach) -> &'static [&'static str] {
    match reach {
        FiguresReach::Center => &TABS,
        FiguresReach::Organization => &OF_ORGANIZATION,
        FiguresReach::Content => &OF_CONTENT,
    }
}

/// A key number: its measure and its words.
pub fn number(board: &Board, measure: &'static str, (nl, en): (&str, &str)) -> Result<KeyNumber> {
    let words = board.words;
    let now = board.number(measure, board.period)?;
    let compared = board.compared(measure)?;
    let trend = match compared {
        Some((Shown::Known(now), Shown::Known(before))) => Some(now.cmp(&before)),
        _ => None,
    };
    Ok(KeyNumber {
        key: measure.to_owned(),
        value: now.number(),
        text: now.text(words),
        label: words.of(nl, en).to_owned(),
        before: compared.map(|(_, before)| before_in_words(board, before)),
        trend: trend.map(|trend| match trend {
            std::cmp::Ordering::Less => "down".to_owned(),
            std::cmp::Ordering::Equal => "same".to_owned(),
            std::cmp::Ordering::Greater => "up".to_owned(),
        }),
        is_better: trend
            .filter(|trend| trend.is_ne())
            .map(std::cmp::Ordering::is_gt),
    })
}

/// The median of the days until an answer.
fn days_to_answer(board: &Board) -> Result<KeyNumber> {
    let words = board.words;
    let now = board.wait(board.period, 0.5)?;
    let before = match board.before {
        Some(before) => board.wait(before, 0.5)?,
        None => None,
    };
    let trend = match (now, before) {
        (Some(now), Some(before)) => now.partial_cmp(&before),
        _ => None,
    };
    let text = |days: Option<f64>| {
        days.map_or_else(
            || words.of("geen", "none").to_owned(),
            |days| words.decimal(days),
        )
    };
    Ok(KeyNumber {
        key: "days_to_answer".to_owned(),
        value: None,
        text: text(now),
        label: words
            .of("dagen tot antwoord", "days to an answer")
            .to_owned(),
        before: board
            .before
            .map(|period| format!("{}: {}", period.label(words.locale), text(before))),
        trend: trend.map(|trend| match trend {
            std::cmp::Ordering::Less => "down".to_owned(),
            std::cmp::Ordering::Equal => "same".to_owned(),
            std::cmp::Ordering::Greater => "up".to_owned(),
        }),
        is_better: trend
            .filter(|trend| trend.is_ne())
            .map(std::cmp::Ordering::is_lt),
    })
}

fn online(board: &Board) -> Result<KeyNumber> {
    let words = board.words;
    let condition = match board.scope {
        Scope::Center => "1".to_owned(),
        Scope::Organization(id) => format!("organization_id = {id}"),
        Scope::Theme(id) => format!("cast(activity_type_ids ->> '$[0]' as integer) = {id}"),
    };
    let count = board.now(&format!(
        "select count(*) from vacancies where volunteer_center_id = :center_id and status = 'published' and {condition}"
    ))?;
    Ok(KeyNumber {
        key: "online".to_owned(),
        value: Some(count),
        text: words.number(count),
        label: words
            .of("vacatures nu online", "roles online now")
            .to_owned(),
        before: None,
        trend: None,
        is_better: None,
    })
}

pub fn key_numbers(board: &Board, tab: &str) -> Result<Vec<KeyNumber>> {
    let applications = || number(board, "applications", ("aanmeldingen", "applications"));
    let started = || number(board, "started", ("mensen begonnen", "people started"));
    let hours = || number(board, "hours", ("uren", "hours"));
    let published = || number(board, "published", ("nieuwe vacatures", "new roles"));
    let views = || number(board, "views", ("keer bekeken", "views"));
    Ok(match tab {
        // Hours are of no theme.
        "overview" if matches!(board.scope, Scope::Theme(_)) => vec![
            applications()?,
            started()?,
            days_to_answer(board)?,
            online(board)?,
        ],
        "overview" => vec![
            applications()?,
            started()?,
            days_to_answer(board)?,
            online(board)?,
            hours()?,
        ],
        "vacancies" => vec![
            online(board)?,
            published()?,
            number(board, "filled", ("vervuld", "filled"))?,
            views()?,
        ],
        "applications" => vec![
            applications()?,
            number(board, "accepted", ("aangenomen", "accepted"))?,
            started()?,
            days_to_answer(board)?,
        ],
        "volunteers" => vec![
            number(board, "people", ("nieuwe vrijwilligers", "new volunteers"))?,
            applications()?,
            started()?,
        ],
        "hours" => vec![hours()?],
        "activities" => vec![
            number(board, "occurrences", ("activiteiten", "activities"))?,
            number(board, "registrations", ("inschrijvingen", "sign-ups"))?,
        ],
        "searches" => vec![
            number(board, "searches", ("keer gezocht", "searches"))?,
            number(board, "not_found", ("keer niets gevonden", "found nothing"))?,
        ],
        "content" => vec![number(board, "visits", ("bezoeken", "visits"))?, views()?],
        "conversations" => vec![
            number(
                board,
                "conversations",
                ("nieuwe gesprekken", "new conversations"),
            )?,
            number(board, "messages", ("berichten", "messages"))?,
            number(board, "reports", ("meldingen", "reports"))?,
        ],
        _ => Vec::new(),
    })
}

/// A name by its key, in both languages.
type Names = &'static [(&'static str, &'static str, &'static str)];

const SOURCES: Names = &[
    ("web", "Via de site, ingelogd", "On the site, signed in"),
    (
        "guest",
        "Via de site, zonder account",
        "On the site, without an account",
    ),
    ("walk_in", "Aan de balie", "At the desk"),
    (
        "widget",
        "Op de site van een organisatie",
        "On the site of an organisation",
    ),
    ("partner", "Via een partner", "Through a partner"),
];
const AGES: Names = &[
    ("under_18", "Jonger dan 18", "Under 18"),
    ("18_26", "18 tot en met 26", "18 to 26"),
    ("27_45", "27 tot en met 45", "27 to 45"),
    ("46_65", "46 tot en met 65", "46 to 65"),
    ("over_65", "Ouder dan 65", "Over 65"),
    ("unknown", "Onbekend", "Unknown"),
];
const SIDES: Names = &[
    ("person", "Vrijwilligers", "Volunteers"),
    ("organization", "Organisaties", "Organisations"),
    ("center", "Vrijwilligerspunt", "Volunteer centre"),
    ("mentor", "Mentoren", "Mentors"),
];
const CATEGORIES: Names = &[
    ("money", "Vraagt om geld", "Asks for money"),
    ("unsafe", "Voelt onveilig", "Feels unsafe"),
    (
        "insulting",
        "Kwetsend of discriminerend",
        "Insulting or discriminating",
    ),
    ("misleading", "Klopt niet", "Misleading"),
    ("spam", "Reclame", "Advertising"),
    ("other", "Iets anders", "Something else"),
];

const VISIT_SOURCES: Names = &[
    ("search_engine", "Zoekmachine", "Search engine"),
    ("social", "Sociale media", "Social media"),
    ("site", "Vanaf de site zelf", "From the site itself"),
    ("other_site", "Andere site", "Another site"),
    ("direct", "Rechtstreeks", "Directly"),
];
const VISIT_KINDS: Names = &[
    ("vacancies", "Vacatures", "Roles"),
    ("vacancy_search", "Zoeken", "Search"),
    ("pages", "Pagina’s", "Pages"),
    ("news_items", "Nieuws", "News"),
    ("organizations", "Organisaties", "Organisations"),
    ("activities", "Activiteiten", "Activities"),
];

fn no_href(_: &str) -> Option<String> {
    None
}

fn by_name(
    board: &Board,
    (key, measure): (&'static str, &'static str),
    (title, unit, head): (&str, &str, &str),
    names: Names,
) -> Result<Figure> {
    let words = board.words;
    let name = |value: &str| {
        names
            .iter()
            .find(|(key, ..)| *key == value)
            .map(|(_, nl, en)| words.of(nl, en).to_owned())
    };
    ByValue {
        key,
        measure,
        dimension: "detail",
        title,
        unit,
        head,
        name: &name,
        href: &no_href,
    }
    .figure(board)
}

fn by_organization(
    board: &Board,
    (key, measure): (&'static str, &'static str),
    (title, unit): (&str, &str),
) -> Result<Figure> {
    let names = board.names("organization")?;
    let name = |value: &str| names.get(value).cloned();
    let href = |value: &str| {
        names
            .contains_key(value)
            .then(|| format!("/organizations/{value}"))
    };
    ByValue {
        key,
        measure,
        dimension: "organization",
        title,
        unit,
        head: board.words.of("Organisatie", "Organisation"),
        name: &name,
        href: &href,
    }
    .figure(board)
}

fn month(
    board: &Board,
    (key, measure): (&'static str, &'static str),
    (title, unit): (&str, &str),
    is_line: bool,
) -> Result<Figure> {
    ByMonth {
        key,
        measure,
        title,
        unit,
        is_line,
    }
    .figure(board)
}

/// The figures of a tab. Of one organisation or theme only those that no small group can be read from.
pub fn figures(board: &Board, tab: &str) -> Result<Vec<Figure>> {
    match tab {
        "overview" => overview(board),
        "vacancies" => vacancies(board),
        "applications" => applications(board),
        "organizations" => of_organizations(board),
        "volunteers" => volunteers(board),
        "hours" => hours(board),
        "activities" => activities(board),
        "searches" => searches(board),
        "content" => content(board),
        "conversations" => conversations(board),
        _ => Ok(Vec::new()),
    }
}

pub fn applications_by_month(board: &Board) -> Result<Figure> {
    let words = board.words;
    month(
        board,
        ("applications_by_month", "applications"),
        (
            words.of("Aanmeldingen per maand", "Applications by month"),
            words.of("aanmeldingen", "applications"),
        ),
        false,
    )
}

fn hours_by_month(board: &Board) -> Result<Figure> {
    let words = board.words;
    month(
        board,
        ("hours_by_month", "hours"),
        (
            words.of("Uren per maand", "Hours by month"),
            words.of("uren", "hours"),
        ),
        false,
    )
}

fn overview(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let mut figures = vec![funnel(board)?, applications_by_month(board)?];
    match board.scope {
        Scope::Center => figures.extend([
            waits(board)?,
            places(
                board,
                "homes",
                "applications",
                words.of("Waar mensen wonen", "Where people live"),
            )?,
            searched(board, true)?,
            themes(board)?,
        ]),
        Scope::Organization(_) => figures.push(hours_by_month(board)?),
        Scope::Theme(_) => {}
    }
    Ok(figures)
}

fn vacancies(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let mut figures = vec![
        month(
            board,
            ("published_by_month", "published"),
            (
                words.of("Nieuwe vacatures per maand", "New roles by month"),
                words.of("nieuwe vacatures", "new roles"),
            ),
            false,
        )?,
        month(
            board,
            ("views_by_month", "views"),
            (
                words.of("Bekeken per maand", "Views by month"),
                words.of("bezoeken", "views"),
            ),
            true,
        )?,
    ];
    if board.scope == Scope::Center {
        figures.push(themes(board)?);
        figures.push(by_organization(
            board,
            ("published_by_organization", "published"),
            (
                words.of(
                    "Nieuwe vacatures per organisatie",
                    "New roles by organisation",
                ),
                words.of("vacatures", "roles"),
            ),
        )?);
    }
    Ok(figures)
}

fn applications(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let mut figures = vec![
        applications_by_month(board)?,
        month(
            board,
            ("started_by_month", "started"),
            (
                words.of(
                    "Begonnen per maand van aanmelding",
                    "Started, by month of application",
                ),
                words.of("mensen die begonnen", "people who started"),
            ),
            false,
        )?,
    ];
    if board.scope == Scope::Center {
        figures.push(waits(board)?);
        figures.push(by_name(
            board,
            ("sources", "applications"),
            (
                words.of("Hoe mensen zich aanmelden", "How people apply"),
                words.of("aanmeldingen", "applications"),
                words.of("Manier", "Way"),
            ),
            SOURCES,
        )?);
        figures.push(by_organization(
            board,
            ("applications_by_organization", "applications"),
            (
                words.of(
                    "Aanmeldingen per organisatie",
                    "Applications by organisation",
                ),
                words.of("aanmeldingen", "applications"),
            ),
        )?);
    }
    Ok(figures)
}

fn of_organizations(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    Ok(vec![
        month(
            board,
            ("organizations_by_month", "organizations"),
            (
                words.of(
                    "Nieuwe organisaties per maand",
                    "New organisations by month",
                ),
                words.of("nieuwe organisaties", "new organisations"),
            ),
            false,
        )?,
        without_vacancy(board)?,
        organizations(board)?,
    ])
}

fn volunteers(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let (people, age) = (words.of("mensen", "people"), words.of("Leeftijd", "Age"));
    Ok(vec![
        month(
            board,
            ("people_by_month", "people"),
            (
                words.of("Nieuwe vrijwilligers per maand", "New volunteers by month"),
                words.of("nieuwe vrijwilligers", "new volunteers"),
            ),
            false,
        )?,
        by_name(
            board,
            ("ages", "people"),
            (
                words.of(
                    "Hoe oud nieuwe vrijwilligers zijn",
                    "How old new volunteers are",
                ),
                people,
                age,
            ),
            AGES,
        )?,
        places(
            board,
            "homes_of_new",
            "people",
            words.of(
                "Waar nieuwe vrijwilligers wonen",
                "Where new volunteers live",
            ),
        )?,
        started_ages(board)?,
    ])
}

fn hours(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let mut figures = vec![hours_by_month(board)?];
    if board.scope == Scope::Center {
        figures.push(by_organization(
            board,
            ("hours_by_organization", "hours"),
            (
                words.of("Uren per organisatie", "Hours by organisation"),
                words.of("uren", "hours"),
            ),
        )?);
    }
    Ok(figures)
}

fn activities(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    Ok(vec![
        month(
            board,
            ("occurrences_by_month", "occurrences"),
            (
                words.of("Activiteiten per maand", "Activities by month"),
                words.of("activiteiten", "activities"),
            ),
            false,
        )?,
        month(
            board,
            ("registrations_by_month", "registrations"),
            (
                words.of("Inschrijvingen per maand", "Sign-ups by month"),
                words.of("inschrijvingen", "sign-ups"),
            ),
            false,
        )?,
    ])
}

fn searches(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    Ok(vec![
        month(
            board,
            ("searches_by_month", "searches"),
            (
                words.of("Zoekopdrachten per maand", "Searches by month"),
                words.of("zoekopdrachten", "searches"),
            ),
            true,
        )?,
        searched(board, false)?,
        searched(board, true)?.full(),
    ])
}

fn content(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    let visits = words.of("bezoeken", "visits");
    Ok(vec![
        month(
            board,
            ("visits_by_month", "visits"),
            (words.of("Bezoeken per maand", "Visits by month"), visits),
            true,
        )?,
        by_name(
            board,
            ("visit_sources", "visits"),
            (
                words.of("Waar bezoekers vandaan komen", "Where visitors come from"),
                visits,
                words.of("Herkomst", "Source"),
            ),
            VISIT_SOURCES,
        )?,
        by_name(
            board,
            ("visit_kinds", "visit_kinds"),
            (
                words.of("Wat bezoekers bekijken", "What visitors look at"),
                visits,
                words.of("Soort", "Kind"),
            ),
            VISIT_KINDS,
        )?,
        website::pages(board)?,
    ])
}

fn conversations(board: &Board) -> Result<Vec<Figure>> {
    let words = board.words;
    Ok(vec![
        month(
            board,
            ("conversations_by_month", "conversations"),
            (
                words.of("Nieuwe gesprekken per maand", "New conversations by month"),
                words.of("nieuwe gesprekken", "new conversations"),
            ),
            false,
        )?,
        by_name(
            board,
            ("messages_by_side", "messages"),
            (
                words.of("Wie er schrijft", "Who writes"),
                words.of("berichten", "messages"),
                words.of("Van wie", "By whom"),
            ),
            SIDES,
        )?,
        by_name(
            board,
            ("reports_by_category", "reports"),
            (
                words.of("Waar meldingen over gaan", "What reports are about"),
                words.of("meldingen", "reports"),
                words.of("Soort", "Kind"),
            ),
            CATEGORIES,
        )?,
    ])
}

/// How old those are who started.
pub fn started_ages(board: &Board) -> Result<Figure> {
    let words = board.words;
    by_name(
        board,
        ("started_ages", "started_ages"),
        (
            words.of(
                "Hoe oud mensen zijn die begonnen",
                "How old those are who started",
            ),
            words.of("mensen", "people"),
            words.of("Leeftijd", "Age"),
        ),
        AGES,
    )
}

/// What those who started help with.
pub fn started_themes(board: &Board) -> Result<Figure> {
    let words = board.words;
    let names = board.names("theme")?;
    let name = |value: &str| names.get(value).cloned();
    ByValue {
        key: "started_themes",
        measure: "started",
        dimension: "theme",
        title: words.of("Wat mensen zijn gaan doen", "What people started to do"),
        unit: words.of("mensen", "people"),
        head: words.of("Soort werk", "Type of work"),
        name: &name,
        href: &no_href,
    }
    .figure(board)
}
