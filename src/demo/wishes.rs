//! What volunteers of the demo look for.

use rusqlite::named_params;
use serde_json::json;

use super::Town;
use super::accounts::Volunteer;
use super::random::Random;
use crate::resources::vacancy::{GAINS, PARTS_OF_THE_WEEK, SKILLS};

const THEMES: [&str; 8] = [
    "people", "care", "nature", "language", "tech", "sport", "food", "culture",
];
const CODES: [&str; 6] = ["5310", "5303", "5304", "5309", "5312", "5319"];

/// The first volunteer is the sample account: somebody who answered half of the questions. Of the others most answered
/// some.
pub fn seed(town: &Town, volunteers: &[Volunteer], random: &mut Random) -> rusqlite::Result<()> {
    for (index, volunteer) in volunteers.iter().enumerate() {
        if index == 0 {
            answer(
                town,
                volunteer.id,
                &["nature", "people"],
                &["listening", "gardening"],
                &["wed_morning", "fri_morning"],
                ("5310", "bike"),
                &["meet_people", "be_outdoors"],
                Some(2.0),
            )?;
        } else if volunteer.active && random.chance(60) {
            let themes = [*random.pick(&THEMES), *random.pick(&THEMES)];
            let skills = [*random.pick(&SKILLS)];
            let slots = [
                *random.pick(&PARTS_OF_THE_WEEK),
                *random.pick(&PARTS_OF_THE_WEEK),
            ];
            let gains = [*random.pick(&GAINS)];
            let transport = *random.pick(&["walk", "bike", "bike", "public_transport", "car"]);
            let code = *random.pick(&CODES);
            answer(
                town,
                volunteer.id,
                &themes,
                &skills,
                &slots,
                (code, transport),
                &gains,
                None,
            )?;
        }
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "one answer each")]
fn answer(
    town: &Town,
    user_id: i64,
    themes: &[&str],
    skills: &[&str],
    slots: &[&str],
    (code, transport): (&str, &str),
    gains: &[&str],
    hours: Option<f64>,
) -> rusqlite::Result<()> {
    let once = |values: &[&str]| {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        json!(values).to_string()
    };
    let themes: Vec<String> = themes.iter().map(|theme| (*theme).to_owned()).collect();
    let ids = town.terms.ids("activity_types", &themes);
    let mut ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    ids.dedup();
    town.tx.execute(
        "update volunteer_profiles
            set theme_ids = :themes, skills = :skills, availability = :slots, postal_code_4 = :code,
                transport = :transport, gains = :gains, hours_per_week = :hours
          where user_id = :user_id",
        named_params! {
            ":themes": json!(ids).to_string(), ":skills": once(skills), ":slots": once(slots), ":code": code,
            ":transport": transport, ":gains": once(gains), ":hours": hours, ":user_id": user_id,
        },
    )?;
    Ok(())
}
