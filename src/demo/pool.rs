//! Volunteers of the demo who want to be found, and what organisations wrote to them.

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::Volunteer;
use super::organizations::Organization;
use super::random::Random;

/// A sentence, a text, the languages and how well they are spoken.
type Card = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const CARDS: [Card; 8] = [
    (
        "Oud-verpleegkundige, praat graag al wandelend",
        "Ik ben jaren wijkverpleegkundige geweest en houd van een rondje langs de dijk.",
        &[("nl", "native"), ("ar", "basic")],
    ),
    (
        "Docent met pensioen, geduldig en nieuwsgierig",
        "Ik leg graag iets uit, en leer net zo graag zelf iets nieuws.",
        &[("nl", "native"), ("en", "fluent"), ("de", "fluent")],
    ),
    (
        "Kwam in 2019 naar Nederland en weet hoe het is",
        "Ik help mensen die hier nieuw zijn met de eerste stappen.",
        &[("nl", "fluent"), ("fa", "native")],
    ),
    (
        "Handig met fietsen en ander gereedschap",
        "",
        &[("nl", "native")],
    ),
    (
        "Kookt graag voor een grote tafel",
        "Van soep voor tien tot een buurtmaaltijd voor vijftig.",
        &[("nl", "native"), ("tr", "native")],
    ),
    (
        "Student, wil ervaring opdoen met kinderen",
        "",
        &[("nl", "native"), ("en", "fluent")],
    ),
    (
        "Werkt met computers en legt het rustig uit",
        "",
        &[("nl", "native"), ("en", "fluent")],
    ),
    (
        "Graag buiten, ook als het regent",
        "Ik heb een moestuin en deel wat ik weet.",
        &[("nl", "native")],
    ),
];

/// The first volunteer is the sample account, whom two organisations wrote to.
pub fn seed(
    town: &Town,
    organizations: &[Organization],
    volunteers: &[Volunteer],
    random: &mut Random,
) -> rusqlite::Result<()> {
    let mut cards = CARDS.iter().cycle();
    for (index, volunteer) in volunteers.iter().enumerate() {
        if index != 0 && !(volunteer.active && random.chance(40)) {
            continue;
        }
        let Some((headline, about, languages)) = cards.next() else {
            break;
        };
        let codes: Vec<&str> = languages.iter().map(|(code, _)| *code).collect();
        let levels: serde_json::Map<String, serde_json::Value> = languages
            .iter()
            .map(|(code, level)| ((*code).to_owned(), json!(level)))
            .collect();
        let said = town.now.minus_days(random.within(1.0, 70.0));
        town.tx.execute(
            "update volunteer_profiles
                set headline = :headline, about = nullif(:about, ''), languages = :languages, language_levels = :levels,
                    hours_per_week = coalesce(hours_per_week, :hours), postal_code_4 = coalesce(postal_code_4, '5310'),
                    visibility = 'visible', confirmed_at = :said, visible_until = :until
              where user_id = :user_id",
            named_params! {
                ":headline": headline, ":about": about, ":languages": json!(codes).to_string(),
                ":levels": json!(levels).to_string(), ":hours": random.between(1, 6), ":said": said.text(),
                ":until": said.plus_days(122.0).text(), ":user_id": volunteer.id,
            },
        )?;
        town.tx.execute(
            "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'pool', 1, ?2, ?2)",
            (volunteer.id, said.text()),
        )?;
    }
    write(town, organizations, volunteers)
}

/// Two messages that the sample account has not answered, and one of the sample organisation that somebody said no to.
fn write(
    town: &Town,
    organizations: &[Organization],
    volunteers: &[Volunteer],
) -> rusqlite::Result<()> {
    let approved: Vec<&Organization> = organizations
        .iter()
        .filter(|organization| organization.status == "approved")
        .take(3)
        .collect();
    let (Some(sample), Some(other)) = (volunteers.first(), volunteers.get(2)) else {
        return Ok(());
    };
    let messages = [
        (
            approved.first(),
            other,
            21.0,
            "declined",
            "Dag! Je schrijft dat je graag uitlegt. Bij ons vragen mensen vaak hulp met hun telefoon. Iets voor jou?",
        ),
        (
            approved.get(1),
            sample,
            0.2,
            "open",
            "Dag Joke, je schrijft dat je graag buiten bent. Op woensdagochtend werken we met een kleine groep in de tuin. Kom je een keer kijken?",
        ),
        (
            approved.get(2),
            sample,
            6.0,
            "open",
            "Dag Joke, mevrouw Smit (84) wandelt graag op vrijdag. Ze was vroeger ook in de zorg. Heb je zin om kennis te maken?",
        ),
    ];
    for (organization, person, days, status, body) in messages {
        let Some(organization) = organization else {
            continue;
        };
        let at = town.now.minus_days(days);
        town.tx.execute(
            "insert into volunteer_profile_replies
                    (user_id, organization_id, volunteer_center_id, vacancy_id, author_id, body, status, expires_at, created_at, updated_at)
             values (:user_id, :organization, :center,
                     (select min(id) from vacancies where organization_id = :organization and status = 'published'), :author, :body, :status,
                     :expires, :at, :at)",
            named_params! {
                ":user_id": person.id, ":organization": organization.id, ":center": town.center_id,
                ":author": organization.contact_id, ":body": body, ":status": status,
                ":expires": at.plus_days(30.0).text(), ":at": at.text(),
            },
        )?;
        town.tx.execute(
            "insert or ignore into volunteer_profile_looks (user_id, organization_id, day, created_at) values (?1, ?2, substr(?3, 1, 10), ?3)",
            (person.id, organization.id, at.text()),
        )?;
    }
    Ok(())
}
