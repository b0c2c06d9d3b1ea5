//! Reports of the demo: a vacancy that two people reported, and an organisation of which the centre has mended the address.

use rusqlite::{OptionalExtension as _, named_params};
use serde_json::json;

use super::Town;
use super::random::Random;

struct Report {
    subject_type: &'static str,
    category: &'static str,
    body: &'static str,
    days: f64,
    /// Whether Joke reported it, or a visitor without an account.
    is_of_joke: bool,
    /// What who reported and who was reported were told; none: it waits.
    told: Option<[&'static str; 2]>,
}

const REPORTS: [Report; 3] = [
    Report {
        subject_type: "vacancies",
        category: "misleading",
        body: "Er staat 2 uur per week, maar aan de telefoon zeiden ze twee hele dagen.",
        days: 2.0,
        is_of_joke: true,
        told: None,
    },
    Report {
        subject_type: "vacancies",
        category: "misleading",
        body: "Dit is gewoon een baan, zonder loon.",
        days: 1.0,
        is_of_joke: false,
        told: None,
    },
    Report {
        subject_type: "organizations",
        category: "misleading",
        body: "Het telefoonnummer klopt niet, ik kreeg een bakker aan de lijn.",
        days: 12.0,
        is_of_joke: false,
        told: Some([
            "Dank je wel. We hebben de organisatie gebeld, het goede nummer staat er nu.",
            "Jullie telefoonnummer klopte niet meer. We hebben het aangepast.",
        ]),
    },
];

/// What is reported: the newest vacancy of an organisation, and that organisation.
struct Subject {
    vacancy_id: i64,
    title: String,
    text: String,
    organization_id: i64,
    organization_name: String,
}

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let subject = town
        .tx
        .query_row(
            "select v.id, v.title, coalesce(v.summary, ''), o.id, o.name
               from vacancies v join organizations o on o.id = v.organization_id and o.status = 'approved'
              where v.status = 'published' and v.asker_id is null order by v.id desc limit 1",
            [],
            |row| {
                Ok(Subject {
                    vacancy_id: row.get(0)?,
                    title: row.get(1)?,
                    text: row.get(2)?,
                    organization_id: row.get(3)?,
                    organization_name: row.get(4)?,
                })
            },
        )
        .optional()?;
    let Some(subject) = subject else {
        return Ok(());
    };
    REPORTS
        .iter()
        .try_for_each(|report| write(town, report, &subject))
}

fn write(town: &Town, report: &Report, subject: &Subject) -> rusqlite::Result<()> {
    let mut random = Random::new(report.days.to_bits());
    let at = town.now.minus_days(report.days).by_day(&mut random).text();
    let is_vacancy = report.subject_type == "vacancies";
    let (id, title, text) = if is_vacancy {
        (subject.vacancy_id, &subject.title, subject.text.as_str())
    } else {
        (subject.organization_id, &subject.organization_name, "")
    };
    let snapshot = json!({
        "title": title,
        "text": text,
        "author": subject.organization_name,
        "at": at,
        "before": null,
        "details": [],
    });
    let report_id = town
        .tx
        .prepare_cached(
            "insert into abuse_reports (volunteer_center_id, subject_type, subject_id, organization_id, reporter_id, category, body, snapshot, status,
                    handled_by_id, decided_by_id, decided_at, measures, reporter_text, reported_text, created_at, updated_at)
             select :center, :type, :subject, :organization,
                    (select u.id from users u where u.first_name = 'Joke' and u.last_name = 'Vermeer' and :is_of_joke order by u.id limit 1),
                    :category, :body, :snapshot, iif(:decided is null, 'new', 'action_taken'),
                    c.user_id, c.user_id, iif(:decided is null, null, :at), iif(:decided is null, '[]', '[\"changed\"]'), :decided, :reported, :at, :at
               from (select iif(:decided is null, null, (select r.user_id from roles r where r.name = 'center_superuser' and r.accepted_at is not null order by r.id limit 1)) as user_id) c",
        )?
        .insert(named_params! {
            ":center": town.center_id,
            ":type": report.subject_type,
            ":subject": id,
            ":organization": subject.organization_id,
            ":is_of_joke": report.is_of_joke,
            ":category": report.category,
            ":body": report.body,
            ":snapshot": snapshot.to_string(),
            ":decided": report.told.map(|[reporter, _]| reporter),
            ":reported": report.told.map(|[_, reported]| reported),
            ":at": at,
        })?;
    for (event, from, to) in [
        ("report", None, "new"),
        ("act", Some("new"), "action_taken"),
    ] {
        if from.is_none() || report.told.is_some() {
            town.tx
                .prepare_cached(
                    "insert into transitions (subject_type, subject_id, event, from_state, to_state, at) values ('abuse_reports', ?1, ?2, ?3, ?4, ?5)",
                )?
                .execute((report_id, event, from, to, &at))?;
        }
    }
    Ok(())
}
