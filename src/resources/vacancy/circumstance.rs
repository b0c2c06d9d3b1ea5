//! What a question says of time and place, as conditions on vacancies.

use super::nearest::near;
use super::search::COLUMNS;
use crate::error::Result;
use crate::jsonapi::Conditions;
use crate::search::normalise;
use crate::search::question::{self, Circumstance, Circumstances, DAYS, Taken};

/// `filter[as_words]`: words of the question that are looked for as they are.
pub(super) fn as_words(conditions: &mut Conditions, value: &str) -> Result<()> {
    if conditions.asked("q").is_none() {
        return Err(Conditions::impossible("as_words", value, &["filter[q]"]));
    }
    Ok(())
}

/// What a question says of time and place, without what is to be looked for as it is.
pub(super) fn circumstances_of(conditions: &Conditions, text: &str) -> Circumstances {
    let as_words = conditions.asked("as_words").unwrap_or_default();
    told_apart(text, as_words, conditions.asked("near").is_some())
}

pub(super) fn told_apart(text: &str, as_words: &str, is_place_asked: bool) -> Circumstances {
    let as_words: Vec<String> = as_words.split(',').map(normalise).collect();
    question::circumstances(text, &as_words, is_place_asked)
}

/// What a vacancy says of its time in a column, or else in words.
const WRITTEN: &str =
    "t.availability = '[]' and t.id in (select rowid & 536870911 from vacancies_search
                         where vacancies_search match :value)";

/// Leaves what suits the time and the place that a question names.
pub(super) fn limit(conditions: &mut Conditions, taken: &[Taken]) -> Result<()> {
    for Taken { means, .. } in taken {
        conditions.slow = true;
        match means {
            Circumstance::Near(place) => {
                let at = format!("{},{}", place.latitude, place.longitude);
                near(conditions, &at)?;
            }
            Circumstance::Day(day) => {
                let code = day.get(..3).unwrap_or_default();
                let number = DAYS.iter().position(|(known, ..)| *known == code);
                let Some((number, (_, dutch, english))) =
                    number.and_then(|number| Some((number, DAYS.get(number)?)))
                else {
                    continue;
                };
                conditions.bind(&format!("day_{code}"), format!("{day}%"));
                conditions.add(
                    &format!(
                        "(exists (select 1 from json_each(t.availability) where value like :day_{code})
                          or exists (select 1 from json_each(t.dates) where strftime('%w', value ->> 'day') = '{}')
                          or {WRITTEN})",
                        (number + 1) % 7
                    ),
                    written(&[dutch, english]),
                );
            }
            Circumstance::Parts(parts) => {
                let has: Vec<String> = parts
                    .iter()
                    .map(|part| format!("t.day_parts like '%\"{part}\"%'"))
                    .collect();
                let words: Vec<&str> = parts
                    .iter()
                    .flat_map(|part| words_of(part))
                    .copied()
                    .collect();
                conditions.add(
                    &format!("({} or {WRITTEN})", has.join(" or ")),
                    written(&words),
                );
            }
            Circumstance::Weekdays => {
                let words: Vec<&str> = DAYS
                    .iter()
                    .take(5)
                    .flat_map(|(_, dutch, english)| [*dutch, *english])
                    .chain(["doordeweeks"])
                    .collect();
                conditions.add(
                    &format!(
                        "(exists (select 1 from json_each(t.availability) where substr(value, 1, 3) in ('mon', 'tue', 'wed', 'thu', 'fri'))
                          or {WRITTEN})"
                    ),
                    written(&words),
                );
            }
            Circumstance::Rhythm(tag) => {
                conditions.add("t.tags like :value", format!("%\"{tag}\"%"));
            }
            Circumstance::FromHome => conditions
                .sql
                .push("(t.online or t.tags like '%\"from_home\"%')".to_owned()),
        }
    }
    Ok(())
}

/// What texts say of a part of the day or the week.
fn words_of(part: &str) -> &'static [&'static str] {
    match part {
        "morning" => &["ochtend", "morning"],
        "afternoon" => &["middag", "afternoon"],
        "evening" => &["avond", "evening"],
        _ => &["weekend", "zaterdag", "zondag", "saturday", "sunday"],
    }
}

/// What begins with these words in a title or a summary, or is made of them.
fn written(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"*")).collect();
    format!("{} : ({})", COLUMNS.heads, words.join(" OR "))
}
