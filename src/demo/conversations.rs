//! Conversations of the demo: a welcome of the centre, a question about a vacancy, and the centre with an organisation.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::Town;
use super::random::Random;

struct Line {
    side: &'static str,
    /// Whole days ago, at an hour of the day.
    days: f64,
    body: &'static str,
}

struct Talk {
    /// Both sides; the first one began.
    sides: [&'static str; 2],
    subject: Option<&'static str>,
    /// Title of the vacancy that it is about; none: the organisation, or the person.
    vacancy: Option<&'static str>,
    lines: &'static [Line],
    /// Whether the last line is unread.
    is_unread: bool,
}

const PERSON: &str = "person";
const ORGANIZATION: &str = "organization";
const CENTER: &str = "center";
const ORGANIZATION_NAME: &str = "Taalhuis Lindewaard";

const TALKS: [Talk; 3] = [
    Talk {
        sides: [CENTER, PERSON],
        subject: Some("Welkom"),
        vacancy: None,
        lines: &[
            Line {
                side: CENTER,
                days: 9.0,
                body: "Dag Joke, fijn dat je wilt helpen! Heb je een vraag? Schrijf ons, of kom langs op het spreekuur in de bibliotheek, elke woensdag van 10 tot 12 uur.",
            },
            Line {
                side: PERSON,
                days: 8.0,
                body: "Dank je wel. Ik kijk eerst zelf rond, en anders kom ik langs.",
            },
        ],
        is_unread: false,
    },
    Talk {
        sides: [PERSON, ORGANIZATION],
        subject: None,
        vacancy: Some("Taalmaatje: oefen samen Nederlands"),
        lines: &[
            Line {
                side: PERSON,
                days: 3.0,
                body: "Hallo, kan ik ook om de week komen? In de oneven weken pas ik op mijn kleinkinderen.",
            },
            Line {
                side: ORGANIZATION,
                days: 2.0,
                body: "Dag Joke, om de week is prima. Woensdag om 10 uur in de bibliotheek, past dat bij je?",
            },
        ],
        is_unread: true,
    },
    Talk {
        sides: [CENTER, ORGANIZATION],
        subject: Some("Avond voor taalmaatjes"),
        vacancy: None,
        lines: &[
            Line {
                side: CENTER,
                days: 5.0,
                body: "Dag Samira, we willen in januari een avond houden voor alle taalmaatjes. Doen jullie mee?",
            },
            Line {
                side: ORGANIZATION,
                days: 4.0,
                body: "Leuk! De zaal is vrij op 14 januari, van 19 tot 21 uur.",
            },
        ],
        is_unread: true,
    },
];

struct People {
    person: i64,
    coordinator: i64,
    organization_id: i64,
    manager: i64,
}

/// Who talks; none where the demo lacks one of them.
fn people(tx: &Connection) -> rusqlite::Result<Option<People>> {
    tx.query_row(
        "select (select u.id from users u where u.first_name = 'Joke' and u.last_name = 'Vermeer' order by u.id limit 1),
                (select r.user_id from roles r where r.name = 'center_superuser' and r.accepted_at is not null order by r.id limit 1),
                o.id, r.user_id
           from organizations o
           join roles r on r.scope_type = 'organization' and r.scope_id = o.id and r.name = 'organization_superuser' and r.accepted_at is not null
          where o.name = ?1 order by r.id limit 1",
        [ORGANIZATION_NAME],
        |row| {
            let found: (Option<i64>, Option<i64>, i64, i64) = row.try_into()?;
            Ok(found.0.zip(found.1).map(|(person, coordinator)| People {
                person,
                coordinator,
                organization_id: found.2,
                manager: found.3,
            }))
        },
    )
    .optional()
    .map(Option::flatten)
}

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let Some(people) = people(town.tx)? else {
        return Ok(());
    };
    for talk in &TALKS {
        let has_organization = talk.sides.contains(&ORGANIZATION);
        let (about_type, about_id) = match talk.vacancy {
            Some(title) => (
                "vacancies",
                town.tx
                    .query_row("select id from vacancies where title = ?1 and status = 'published' order by id limit 1", [title], |row| row.get(0))
                    .optional()?,
            ),
            None if has_organization => ("organizations", Some(people.organization_id)),
            None => ("users", Some(people.person)),
        };
        if let Some(about_id) = about_id {
            write(town, &people, talk, (about_type, about_id))?;
        }
    }
    Ok(())
}

fn write(
    town: &Town,
    people: &People,
    talk: &Talk,
    (about_type, about_id): (&str, i64),
) -> rusqlite::Result<()> {
    let at = |line: Option<&Line>| {
        let days = line.map_or(0.0, |line| line.days);
        let mut random = Random::new(days.to_bits());
        town.now.minus_days(days).by_day(&mut random).text()
    };
    let (first, last) = (talk.lines.first(), talk.lines.last());
    let id = town
        .tx
        .prepare_cached(
            "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, subject, last_message_at, last_side, created_at, updated_at)
             values (:type, :about, :organization, :center, :subject, :last, :side, :first, :last)",
        )?
        .insert(named_params! {
            ":type": about_type, ":about": about_id, ":center": town.center_id, ":subject": talk.subject,
            ":organization": talk.sides.contains(&ORGANIZATION).then_some(people.organization_id),
            ":last": at(last), ":side": last.map(|line| line.side), ":first": at(first),
        })?;
    let mut newest = 0;
    for line in talk.lines {
        let author = match line.side {
            CENTER => people.coordinator,
            ORGANIZATION => people.manager,
            _ => people.person,
        };
        newest = town
            .tx
            .prepare_cached(
                "insert into messages (conversation_id, author_id, side, body, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?5)",
            )?
            .insert((id, author, line.side, line.body, at(Some(line))))?;
    }
    for side in talk.sides {
        let is_behind = talk.is_unread && last.is_some_and(|line| line.side != side);
        town.tx
            .prepare_cached(
                "insert into conversation_sides (conversation_id, side, user_id, read_id, mailed_id) values (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute((
                id,
                side,
                (side == PERSON).then_some(people.person),
                newest - i64::from(is_behind),
                newest,
            ))?;
    }
    Ok(())
}
