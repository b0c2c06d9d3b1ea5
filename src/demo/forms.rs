//! Forms of the demo, and what was sent with them.

use rusqlite::named_params;
use serde_json::{Value, json};

use super::Town;
use super::random::Random;

/// Questions of the sign-up for a course: key, Dutch, English, type, required, options in Dutch and in English.
type Asked<'a> = (
    &'a str,
    &'a str,
    &'a str,
    &'a str,
    bool,
    &'a [&'a str],
    &'a [&'a str],
);

const COURSE: &[Asked] = &[
    (
        "name",
        "Hoe heet je?",
        "What is your name?",
        "text",
        true,
        &[],
        &[],
    ),
    (
        "email",
        "Wat is je e-mailadres?",
        "What is your email address?",
        "email",
        true,
        &[],
        &[],
    ),
    (
        "evening",
        "Welke avond komt je uit?",
        "Which evening suits you?",
        "multiple_choice",
        true,
        &["Dinsdag 19.00 uur", "Donderdag 19.00 uur"],
        &["Tuesday 7 pm", "Thursday 7 pm"],
    ),
    (
        "topics",
        "Waar wil je meer over weten?",
        "What would you like to know more about?",
        "checkbox",
        false,
        &["Voorlezen", "Een gesprek beginnen", "Grenzen aangeven"],
        &["Reading aloud", "Starting a conversation", "Setting limits"],
    ),
    (
        "years",
        "Hoeveel jaar doe je vrijwilligerswerk?",
        "How many years have you volunteered?",
        "number",
        false,
        &[],
        &[],
    ),
];

const SENDERS: &[(&str, &str)] = &[
    ("Noor Vermeulen", "noor.vermeulen@example.nl"),
    ("Henk Bakker", "henk.bakker@example.nl"),
    ("Fatima Aydin", "fatima.aydin@example.nl"),
    ("Ria de Groot", "ria.degroot@example.nl"),
    ("Tom Willems", "tom.willems@example.nl"),
    ("Els Jansen", "els.jansen@example.nl"),
    ("Ahmed el Amrani", "ahmed.elamrani@example.nl"),
    ("Joost Peters", "joost.peters@example.nl"),
];

const MESSAGES: &[&str] = &[
    "Ik wil graag iets doen met kinderen, maar weet niet waar ik moet beginnen. Kan ik een keer langskomen?",
    "Onze vereniging zoekt een penningmeester. Hoe zetten we die vacature op de site?",
    "Kan ik ook helpen als ik alleen in het weekend vrij ben?",
];

/// A sign-up for a course with answers, a form that is not open yet, and messages to the centre.
pub fn seed(town: &Town, random: &mut Random) -> rusqlite::Result<()> {
    let course = form(
        town,
        "Cursus: beginnen als taalmaatje",
        "Course: starting as a language buddy",
        "open",
    )?;
    let questions = COURSE
        .iter()
        .zip(1..)
        .map(|(question, position)| ask(town, course, position, question))
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut days = 1.0;
    for (at, (name, email)) in SENDERS.iter().enumerate() {
        let [_, _, (.., evenings, _), (.., topics, _), ..] = COURSE else {
            break;
        };
        let mut chosen = vec![*random.pick(topics), *random.pick(topics)];
        chosen.dedup();
        let values = [
            json!(name),
            json!(email),
            json!(random.pick(evenings)),
            json!(chosen),
            json!(random.between(0, 12)),
        ];
        let answers: Vec<Value> = COURSE
            .iter()
            .zip(&questions)
            .zip(values)
            .map(|((asked, id), value)| answer(*id, (asked.0, asked.1, asked.3), &value))
            .collect();
        let status = match at % 4 {
            0 | 1 => "new",
            2 => "in_progress",
            _ => "done",
        };
        send(town, course, (name, email, status), &answers, days, random)?;
        days += 2.0;
    }
    let evaluation = form(
        town,
        "Evaluatie van het vrijwilligersfeest",
        "Evaluation of the volunteers' party",
        "draft",
    )?;
    ask(
        town,
        evaluation,
        1,
        &(
            "opinion",
            "Wat vond je van het feest?",
            "What did you think of the party?",
            "multiple_choice",
            true,
            &["Heel leuk", "Leuk", "Niet zo leuk"],
            &["Very nice", "Nice", "Not so nice"],
        ),
    )?;
    ask(
        town,
        evaluation,
        2,
        &(
            "more",
            "Wat kan de volgende keer beter?",
            "What could be better next time?",
            "text",
            false,
            &[],
            &[],
        ),
    )?;
    contact(town, random)
}

fn contact(town: &Town, random: &mut Random) -> rusqlite::Result<()> {
    let mut statement = town.tx.prepare(
        "select q.id, q.form_id, q.key, q.text, q.question_type from form_questions q join forms f on f.id = q.form_id
          where f.is_contact = 1 and f.volunteer_center_id = ?1 and q.key in ('name', 'email', 'message') order by q.position",
    )?;
    let questions: Vec<(i64, i64, String, String, String)> = statement
        .query_map([town.center_id], |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let mut days = 1.0;
    for (message, (name, email)) in MESSAGES.iter().zip(SENDERS) {
        let values = [json!(name), json!(email), json!(message)];
        let answers = questions
            .iter()
            .zip(values)
            .map(|((id, _, key, text, kind), value)| answer(*id, (key, text, kind), &value))
            .collect::<Vec<_>>();
        if let Some((_, form_id, ..)) = questions.first() {
            send(town, *form_id, (name, email, "new"), &answers, days, random)?;
        }
        days += 1.0;
    }
    Ok(())
}

fn form(town: &Town, title: &str, title_en: &str, status: &str) -> rusqlite::Result<i64> {
    town.tx.execute(
        "insert into forms (volunteer_center_id, title, title_en, status, token, sends_receipt, created_at, updated_at)
         values (:center, :title, :title_en, :status, (select 'demo-formulier-' || (1 + coalesce(max(id), 0)) from forms), 1, :at, :at)",
        named_params! {
            ":center": town.center_id, ":title": title, ":title_en": title_en, ":status": status,
            ":at": town.now.minus_days(30.0).text(),
        },
    )?;
    Ok(town.tx.last_insert_rowid())
}

fn ask(
    town: &Town,
    form_id: i64,
    position: i64,
    (key, text, text_en, kind, required, options, options_en): &Asked,
) -> rusqlite::Result<i64> {
    town.tx.execute(
        "insert into form_questions (form_id, position, key, text, text_en, question_type, required, options, options_en)
         values (:form, :position, :key, :text, :text_en, :kind, :required, :options, :options_en)",
        named_params! {
            ":form": form_id, ":position": position, ":key": key, ":text": text, ":text_en": text_en, ":kind": kind,
            ":required": required, ":options": json!(options).to_string(), ":options_en": json!(options_en).to_string(),
        },
    )?;
    Ok(town.tx.last_insert_rowid())
}

fn answer(id: i64, (key, text, kind): (&str, &str, &str), value: &Value) -> Value {
    json!({ "question_id": id.to_string(), "key": key, "text": text, "question_type": kind, "value": value })
}

fn send(
    town: &Town,
    form_id: i64,
    (name, email, status): (&str, &str, &str),
    answers: &[Value],
    days: f64,
    random: &mut Random,
) -> rusqlite::Result<()> {
    let words: Vec<&str> = answers
        .iter()
        .filter_map(|answer| answer["value"].as_str())
        .collect();
    let at = town.now.before(days, random).text();
    town.tx.execute(
        "insert into form_submissions (form_id, volunteer_center_id, status, answers, search, name, email, created_at, updated_at)
         values (:form, :center, :status, :answers, fold(:search), :name, :email, :at, :at)",
        named_params! {
            ":form": form_id, ":center": town.center_id, ":status": status, ":answers": json!(answers).to_string(),
            ":search": words.join(" "), ":name": name, ":email": email, ":at": at,
        },
    )?;
    Ok(())
}
