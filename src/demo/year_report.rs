//! The yearly report of the demo's centre: what it agreed on with its municipality, and what it writes itself.

use rusqlite::named_params;
use serde_json::json;

use super::Town;

pub fn seed(town: &Town) -> rusqlite::Result<()> {
    let year: i64 = town
        .now
        .text()
        .get(..4)
        .and_then(|year| year.parse().ok())
        .unwrap_or_default();
    let at = town.now.minus_days(9.0).text();
    let goals = json!([
        { "measure": "started", "target": 40 },
        { "measure": "days_to_answer", "target": 4 },
        { "measure": "organizations", "target": 50 },
        { "measure": "under_27", "target": 15 },
    ]);
    let stories = json!([
        {
            "quote_nl": "Fatima en ik drinken elke woensdag thee. Zij leert Nederlands, ik leer koken.",
            "quote_en": "Fatima and I have tea every Wednesday. She learns Dutch, I learn to cook.",
            "by_nl": "Joke, taalmaatje",
            "by_en": "Joke, language buddy",
        },
        {
            "quote_nl": "Sinds mijn pensioen repareer ik fietsen. Ik ken nu de halve buurt.",
            "quote_en": "Since I retired I repair bicycles. I know half the neighbourhood by now.",
            "by_nl": "Henk, Repair Café",
            "by_en": "Henk, Repair Café",
        },
    ]);
    let mut statement = town.tx.prepare_cached(
            "insert into year_reports (volunteer_center_id, year, recipient_nl, recipient_en, setbacks_nl, setbacks_en, goals, stories, created_at, updated_at)
             values (:center_id, :year, 'de gemeente Lindewaard', 'the municipality of Lindewaard', :setbacks_nl, :setbacks_en, :goals, :stories, :at, :at)",
    )?;
    for year in [year - 1, year] {
        statement.execute(named_params! {
            ":center_id": town.center_id,
            ":year": year,
            ":setbacks_nl": "Niet iedereen kreeg op tijd antwoord. Daarom bellen we iedere organisatie die na zeven dagen nog stil is.\n\nJongeren vinden ons te weinig. We gaan vaker naar het Lindecollege en het jongerenwerk.",
            ":setbacks_en": "Not everybody had an answer in time. That is why we call every organisation that is still silent after seven days.\n\nToo few young people find us. We will visit the Lindecollege and the youth workers more often.",
            ":goals": goals.to_string(),
            ":stories": stories.to_string(),
            ":at": at,
        })?;
    }
    Ok(())
}
