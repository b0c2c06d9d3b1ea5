//! Choices of a vacancy: the tenant's own lists, and the fixed ones (docs/domain/limits.md#vacancies).

use rusqlite::OptionalExtension;
use serde_json::{Value, json};

use super::VacancyAttributes;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::jsonapi::Conditions;
use crate::model::field_rules::is_language;
use crate::resources::taxonomy::{
    TaxonomyKind, is_archived, is_listed, unknown_languages, unlisted,
};

/// Requirements that may be checked before a volunteer starts.
const CHECKS: [&str; 4] = ["vog", "driving_licence", "first_aid", "interview"];

/// Parts of the week, as `availability` names them.
pub const PARTS_OF_THE_WEEK: [&str; 21] = [
    "mon_morning",
    "mon_afternoon",
    "mon_evening",
    "tue_morning",
    "tue_afternoon",
    "tue_evening",
    "wed_morning",
    "wed_afternoon",
    "wed_evening",
    "thu_morning",
    "thu_afternoon",
    "thu_evening",
    "fri_morning",
    "fri_afternoon",
    "fri_evening",
    "sat_morning",
    "sat_afternoon",
    "sat_evening",
    "sun_morning",
    "sun_afternoon",
    "sun_evening",
];

/// What somebody likes to do or is good at, as every tenant begins; a centre adds its own.
pub const SKILLS: [&str; 16] = [
    "listening",
    "teaching",
    "organising",
    "administration",
    "computers",
    "writing",
    "languages",
    "cooking",
    "gardening",
    "handicraft",
    "repairs",
    "driving",
    "caring",
    "music",
    "sports",
    "hosting",
];

/// What somebody gets out of volunteering.
pub const GAINS: [&str; 8] = [
    "meet_people",
    "help_others",
    "learn",
    "work_experience",
    "practise_dutch",
    "be_active",
    "be_outdoors",
    "have_fun",
];

/// Validation errors for choices in no list. Existing choices of the vacancy are accepted: they may have left the
/// list since.
pub(super) fn faults(
    new: &VacancyAttributes,
    old: Option<&VacancyAttributes>,
    tx: &Tx,
) -> Result<Vec<FieldFault>> {
    let had = |list: fn(&VacancyAttributes) -> &Vec<String>| old.map(list).cloned();
    let center_id = center_of(tx, new)?;
    let mut faults = Vec::new();
    for (field, kind, chosen, had) in [
        (
            "tags",
            TaxonomyKind::Tags,
            &new.tags,
            had(|vacancy| &vacancy.tags),
        ),
        (
            "age_group_ids",
            TaxonomyKind::AgeGroups,
            &new.age_group_ids,
            had(|vacancy| &vacancy.age_group_ids),
        ),
        (
            "activity_type_ids",
            TaxonomyKind::ActivityTypes,
            &new.activity_type_ids,
            had(|vacancy| &vacancy.activity_type_ids),
        ),
        (
            "skills",
            TaxonomyKind::Skills,
            &new.skills,
            had(|vacancy| &vacancy.skills),
        ),
    ] {
        let fresh = fresh(chosen, had.as_ref());
        faults.extend(unlisted(tx, center_id, (kind, field), &fresh)?);
    }
    let had_languages = had(|vacancy| &vacancy.languages);
    let languages = fresh(&new.languages, had_languages.as_ref());
    faults.extend(unknown_languages(tx, center_id, "languages", &languages)?);
    for (field, allowed, chosen, had) in [
        (
            "required_checks",
            &CHECKS[..],
            &new.required_checks,
            had(|vacancy| &vacancy.required_checks),
        ),
        (
            "availability",
            &PARTS_OF_THE_WEEK,
            &new.availability,
            had(|vacancy| &vacancy.availability),
        ),
        ("gains", &GAINS, &new.gains, had(|vacancy| &vacancy.gains)),
    ] {
        for (index, choice) in fresh(chosen, had.as_ref()) {
            if !allowed.contains(&choice) {
                faults.push(
                    fault(&format!("{field}/{index}"), "choice", choice)
                        .with("allowed", json!(allowed)),
                );
            }
        }
    }
    Ok(faults)
}

/// Centre of the vacancy's organisation; 0, which has no terms of its own, where there is no such organisation.
fn center_of(tx: &Tx, vacancy: &VacancyAttributes) -> Result<i64> {
    let center_id = tx
        .prepare_cached("select volunteer_center_id from organizations where id = ?1")?
        .query_row([vacancy.organization_id.number()], |row| row.get(0))
        .optional()?;
    Ok(center_id.unwrap_or_default())
}

fn fault(field: &str, rule: &str, value: &str) -> FieldFault {
    FieldFault::attribute(field, rule).with("value", Value::from(value))
}

/// Returns the newly added choices with their index.
fn fresh<'a>(chosen: &'a [String], had: Option<&Vec<String>>) -> Vec<(usize, &'a str)> {
    chosen
        .iter()
        .enumerate()
        .filter(|(_, value)| !had.is_some_and(|had| had.contains(value)))
        .map(|(index, value)| (index, value.as_str()))
        .collect()
}

/// Removes choices that have left the lists: a copy starts with those available today.
pub(super) fn still_listed(mut copy: VacancyAttributes, tx: &Tx) -> Result<VacancyAttributes> {
    let center_id = center_of(tx, &copy)?;
    for (kind, chosen) in [
        (TaxonomyKind::Tags, &mut copy.tags),
        (TaxonomyKind::AgeGroups, &mut copy.age_group_ids),
        (TaxonomyKind::ActivityTypes, &mut copy.activity_type_ids),
        (TaxonomyKind::Skills, &mut copy.skills),
    ] {
        let mut kept = Vec::new();
        for value in chosen.drain(..) {
            if is_listed(tx, center_id, kind, &value)? {
                kept.push(value);
            }
        }
        *chosen = kept;
    }
    let spoken = std::mem::take(&mut copy.languages);
    for code in spoken {
        if is_language(&code) && !is_archived(tx, center_id, TaxonomyKind::Languages, &code)? {
            copy.languages.push(code);
        }
    }
    copy.required_checks
        .retain(|check| CHECKS.contains(&check.as_str()));
    Ok(copy)
}

/// `tue`, `tue_evening`, or a day `2026-12-05`: what can be done in that part of the week, or on that day.
pub(super) fn available_on(conditions: &mut Conditions, value: &str) -> Result<()> {
    const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    if let Ok(day) = value.parse::<jiff::civil::Date>() {
        let index = usize::from(day.weekday().to_monday_zero_offset().unsigned_abs());
        let weekday = WEEKDAYS.get(index).copied().unwrap_or_default();
        conditions.bind("available_day", day.to_string());
        conditions.add(
            "(exists (select 1 from json_each(t.dates) where value ->> 'day' = :available_day)
              or t.dates = '[]' and exists (select 1 from json_each(t.availability) where value like :value))",
            format!("{weekday}%"),
        );
        return Ok(());
    }
    let is_weekday = WEEKDAYS.contains(&value);
    if !is_weekday && !PARTS_OF_THE_WEEK.contains(&value) {
        return Err(Conditions::impossible("available_on", value, &WEEKDAYS));
    }
    conditions.add(
        "exists (select 1 from json_each(t.availability) where value like :value)",
        format!("{value}%"),
    );
    Ok(())
}
