//! What a template or an example left to be filled in: `[name]`, `____`, "Vertel hier …". It goes to others only when
//! somebody says that it may. The app looks for the same (`ui/src/features/vacancies/form/template-text.ts`).

use super::VacancyAttributes;
use crate::error::{Error, FieldFault, Result};
use crate::model::review::text::paragraphs_of;

/// Left-overs of one field that an error names.
const MOST: usize = 5;
/// Characters of what stands between brackets, and of a sentence that is repeated.
const LONGEST: usize = 80;

/// Words with which a template tells its reader what to write.
const BEGINNINGS: [&str; 16] = [
    "vul hier",
    "schrijf hier",
    "vertel hier",
    "zeg hier",
    "noem hier",
    "hier komt de",
    "hier komt het",
    "hier komt een",
    "hier komt je",
    "hier komt jullie",
    "fill in here",
    "fill in it here",
    "fill in this here",
    "write here",
    "say here",
    "describe here",
];
const MORE_BEGINNINGS: [&str; 7] = [
    "write it here",
    "write this here",
    "say it here",
    "say this here",
    "describe it here",
    "describe this here",
    "lorem ipsum",
];
/// Runs of one character that stand for a missing text: the character, and the least number of them.
const GAPS: [(char, usize); 4] = [('X', 3), ('_', 3), ('.', 4), ('…', 2)];

/// 422 `template_text_left` for each text in which something is left.
pub(super) fn require_none(vacancy: &VacancyAttributes) -> Result<()> {
    let fields = [
        ("title", vacancy.title.clone()),
        ("summary", vacancy.summary.clone().unwrap_or_default()),
        ("description", paragraphs_of(&vacancy.description)),
        ("schedule", vacancy.schedule.clone().unwrap_or_default()),
        ("requirements", vacancy.requirements.join("\n")),
        ("offer", vacancy.offer.clone().unwrap_or_default()),
        ("expenses", vacancy.expenses.clone().unwrap_or_default()),
    ];
    let faults: Vec<FieldFault> = fields
        .iter()
        .filter_map(|(name, text)| {
            let found = left_in(text);
            let fault = || {
                FieldFault::attribute(name, "template_text_left").with("found", found.join("; "))
            };
            (!found.is_empty()).then(fault)
        })
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// What is left in a text, as it stands there.
fn left_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let characters: Vec<char> = line.chars().collect();
        let lower: Vec<char> = characters
            .iter()
            .map(|c| c.to_lowercase().next().unwrap_or(*c))
            .collect();
        let mut at = 0;
        while at < characters.len() {
            let length = left_at((&characters, &lower), at);
            if length > 0 {
                let left: String = characters.iter().skip(at).take(length).collect();
                let left = left.trim().to_owned();
                if !found.contains(&left) {
                    found.push(left);
                }
            }
            at += length.max(1);
        }
    }
    found.truncate(MOST);
    found
}

/// How many characters from here on are left to be filled in.
fn left_at((characters, lower): (&[char], &[char]), at: usize) -> usize {
    let written = characters.get(at..).unwrap_or_default();
    let rest = lower.get(at..).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|before| lower.get(before));
    let begins_word = before.is_none_or(|c| !c.is_alphanumeric());
    if let Some(length) = bracketed(rest) {
        return length;
    }
    for (c, least) in GAPS {
        let run = written.iter().take_while(|each| **each == c).count();
        let is_word =
            c != 'X' || (begins_word && rest.get(run).is_none_or(|next| !next.is_alphanumeric()));
        if run >= least && is_word {
            return run;
        }
    }
    let is_said = |beginning: &str| {
        let length = beginning.chars().count();
        beginning.chars().eq(rest.iter().copied().take(length))
            && rest.get(length).is_none_or(|next| !next.is_alphanumeric())
    };
    if begins_word
        && BEGINNINGS
            .iter()
            .chain(&MORE_BEGINNINGS)
            .any(|each| is_said(each))
    {
        return rest
            .iter()
            .take(LONGEST)
            .take_while(|c| !".!?".contains(**c))
            .count();
    }
    0
}

/// The length of something between brackets that is no link, and no `[m/v]`.
fn bracketed(rest: &[char]) -> Option<usize> {
    if rest.first() != Some(&'[') {
        return None;
    }
    let inside = rest.iter().skip(1).take_while(|c| **c != ']').count();
    let is_closed = rest.get(inside + 1) == Some(&']');
    let is_link = rest.get(inside + 2) == Some(&'(');
    let is_any_sex = rest
        .get(1..=inside)
        .unwrap_or_default()
        .chunks(2)
        .all(|pair| {
            pair.first().is_some_and(|c| "mvfxdw".contains(*c))
                && pair.get(1).is_none_or(|c| *c == '/')
        });
    let counts = (2..=LONGEST).contains(&inside) && is_closed && !is_link && !is_any_sex;
    counts.then_some(inside + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_template_left_to_be_filled_in_is_found() {
        for (text, left) in [
            (
                "Voorlezen bij [naam van de locatie]",
                "[naam van de locatie]",
            ),
            (
                "Vertel hier wat iemand doet. Je komt.",
                "Vertel hier wat iemand doet",
            ),
            ("Je komt op XXX.", "XXX"),
            ("Bel ___ of mail.", "___"),
            ("Koffie, en .....", "....."),
            ("Hier komt de uitleg", "Hier komt de uitleg"),
            ("Lorem ipsum dolor. Meer", "Lorem ipsum dolor"),
            ("Describe it here: what", "Describe it here: what"),
        ] {
            assert_eq!(left_in(text), [left], "{text}");
        }
    }

    #[test]
    fn a_text_of_ones_own_is_left_alone() {
        for text in [
            "Je drinkt koffie… en praat wat.",
            "Lees [meer](https://voorbeeld.nl) op de site.",
            "Vertel het aan je buurman. Zeg maar hallo!",
            "Maat XXL past ook, XXXL niet.",
            "Chauffeur [m/v/x]",
            "Groetjes, xxx",
            "[x]",
            "İ ik vertel hierna meer",
        ] {
            assert_eq!(left_in(text), Vec::<String>::new(), "{text}");
        }
    }
}
