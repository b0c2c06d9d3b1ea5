//! What a vacancy's text may not ask or tell (docs/domain/ground-rules.md#vacancies): diplomas, sex, age, experience,
//! more than 20 hours a week, wages, and ways around the form. The writer hears it while writing, each with a ready
//! sentence instead; the moderator sees the same; and a trusted organisation's vacancy with one is reviewed first.

use super::VacancyAttributes;
use crate::base::locale::Locale;
use crate::model::review::text::{contact_details, found_in, paragraphs_of, sentences};

pub(super) const MOST_HOURS: f64 = 20.0;

/// What a text breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Diploma,
    Sex,
    Age,
    Experience,
    Hours,
    Salary,
    Contact,
}

impl Rule {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Diploma => "diploma",
            Self::Sex => "sex",
            Self::Age => "age",
            Self::Experience => "experience",
            Self::Hours => "hours",
            Self::Salary => "salary",
            Self::Contact => "contact_in_text",
        }
    }
}

/// One sentence that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    pub rule: Rule,
    /// `title`, `summary`, `description`, `requirements`, `offer` or `expenses`.
    pub field: &'static str,
    /// The words that break it, as a reader knows them.
    pub found: Vec<String>,
    /// The sentence as it stands in the field.
    pub passage: String,
    /// What can stand in its place.
    pub replacement: String,
}

/// Words that begin a word of the text; those of up to four letters are looked for whole.
type Words = &'static [&'static str];

const DIPLOMAS: Words = &[
    "diploma",
    "mbo",
    "hbo",
    "wo-niveau",
    "afgeronde opleiding",
    "afgeronde studie",
    "degree",
];
const SEXES: Words = &[
    "alleen vrouwen",
    "alleen mannen",
    "vrouwelijke vrijwilliger",
    "mannelijke vrijwilliger",
    "geen hoofddoek",
    "women only",
    "men only",
    "native speaker",
];
const AGES: Words = &[
    "niet ouder dan",
    "maximaal 35 jaar",
    "jonger dan",
    "no older than",
    "younger than",
];
const EXPERIENCE: Words = &[
    "jaar ervaring",
    "jaar werkervaring",
    "ruime ervaring",
    "years of experience",
    "years' experience",
];
const PAID: Words = &[
    "salaris",
    "uurloon",
    "loondienst",
    "arbeidscontract",
    "betaalde functie",
    "per uur betaald",
    "salary",
    "hourly wage",
    "employment contract",
];
/// What is needed for the work itself may be asked: first aid is no schooling.
const NEEDED: Words = &["ehbo", "bhv", "first aid", "rijbewijs", "driving licence"];
/// A sentence with one of these says that it is not asked.
const DENIALS: Words = &[
    "geen",
    "niet nodig",
    "niet vereist",
    "hoeft niet",
    "zonder",
    "not needed",
    "not required",
    "without",
    "don't need",
    "do not need",
];

/// Everything that the text breaks, in the order of its fields.
pub(super) fn of(vacancy: &VacancyAttributes) -> Vec<Breach> {
    of_words([
        ("title", vacancy.title.clone()),
        ("summary", vacancy.summary.clone().unwrap_or_default()),
        ("description", vacancy.description.clone()),
        ("requirements", vacancy.requirements.join("\n")),
        ("offer", vacancy.offer.clone().unwrap_or_default()),
        ("expenses", vacancy.expenses.clone().unwrap_or_default()),
    ])
}

/// The same of each field's text as it is written; the description is rich text.
pub(super) fn of_words(fields: [(&'static str, String); 6]) -> Vec<Breach> {
    fields
        .into_iter()
        .flat_map(|(field, text)| match field {
            "description" => of_text(field, &paragraphs_of(&text)),
            _ => of_text(field, &text),
        })
        .collect()
}

fn of_text(field: &'static str, text: &str) -> Vec<Breach> {
    let locale = Locale::of_text(text);
    let mut breaches = Vec::new();
    for sentence in sentences(text) {
        let lower = sentence.to_lowercase();
        let is_denied = !found_in(&lower, DENIALS).is_empty();
        let mut add = |rule, found: Vec<String>, replacement: String| {
            if !found.is_empty() {
                // A sentence about somebody else is no title: it goes on without those words.
                let replacement = match field {
                    "title" if rule != Rule::Hours => without(sentence, &found),
                    _ => replacement,
                };
                breaches.push(Breach {
                    rule,
                    field,
                    found,
                    passage: sentence.to_owned(),
                    replacement,
                });
            }
        };
        let instead = |rule| instead_of(rule, field, locale).to_owned();
        if !is_denied && found_in(&lower, NEEDED).is_empty() {
            add(
                Rule::Diploma,
                found_in(&lower, DIPLOMAS),
                instead(Rule::Diploma),
            );
        }
        add(Rule::Sex, found_in(&lower, SEXES), instead(Rule::Sex));
        add(Rule::Age, found_in(&lower, AGES), instead(Rule::Age));
        if !is_denied {
            add(
                Rule::Experience,
                found_in(&lower, EXPERIENCE),
                instead(Rule::Experience),
            );
            add(Rule::Salary, found_in(&lower, PAID), instead(Rule::Salary));
        }
        if let Some((found, replacement)) = long_week(sentence) {
            add(Rule::Hours, vec![found], replacement);
        }
        add(
            Rule::Contact,
            contact_details(sentence),
            instead(Rule::Contact),
        );
    }
    breaches
}

/// A title without these words.
fn without(title: &str, found: &[String]) -> String {
    let mut rest = title.to_owned();
    for word in found {
        let lower = rest.to_lowercase();
        // Positions are those of both only where lower case changes no length.
        if let Some(at) = lower
            .find(&word.to_lowercase())
            .filter(|_| lower.len() == rest.len())
        {
            rest.replace_range(at..at + word.len(), " ");
        }
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let rest = words.join(" ");
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let mut characters = rest.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

/// A whole sentence that keeps to the rule.
fn instead_of(rule: Rule, field: &str, locale: Locale) -> &'static str {
    let texts = match (rule, field) {
        (Rule::Diploma, "requirements") => ["Zin om het te leren", "Keen to learn"],
        (Rule::Diploma, _) => [
            "We leggen alles uit: je leert het hier.",
            "We explain everything: you learn it here.",
        ],
        (Rule::Sex, _) => ["Iedereen is welkom.", "Everyone is welcome."],
        (Rule::Age, _) => [
            "Iedereen is welkom, van welke leeftijd ook.",
            "Everyone is welcome, whatever their age.",
        ],
        (Rule::Experience, _) => [
            "Ervaring is niet nodig: we helpen je op weg.",
            "You don't need experience: we help you get started.",
        ],
        (Rule::Salary, _) => [
            "Dit is vrijwilligerswerk. We vergoeden je onkosten.",
            "This is volunteering. We repay your expenses.",
        ],
        (Rule::Contact, _) => [
            "Aanmelden doe je met de knop op deze pagina.",
            "Apply with the button on this page.",
        ],
        (Rule::Hours, _) => ["", ""],
    };
    let [dutch, english] = texts;
    match locale {
        Locale::Nl => dutch,
        Locale::En => english,
    }
}

/// More hours a week than may be asked: the words, and the sentence with as many as may be.
fn long_week(sentence: &str) -> Option<(String, String)> {
    let lower = sentence.to_lowercase();
    // Positions are those of both only where lower case changes no length.
    if lower.len() != sentence.len() {
        return None;
    }
    let mut at = 0;
    while let Some(start) = lower.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + start;
        let rest = lower.get(start..)?;
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, after) = rest.split_at(length);
        let words: Vec<&str> = after.split_whitespace().take(4).collect();
        let is_hours = words
            .first()
            .is_some_and(|word| matches!(*word, "uur" | "uren" | "u" | "hours" | "hrs"));
        let is_week = words.iter().skip(1).any(|word| {
            matches!(
                word.trim_matches(|c: char| !c.is_alphanumeric()),
                "week" | "weekly" | "wekelijks"
            )
        });
        let hours: f64 = digits.parse().unwrap_or_default();
        if is_hours && is_week && hours > MOST_HOURS && hours <= 168.0 {
            let end = start + length;
            let replacement = format!("{}20{}", sentence.get(..start)?, sentence.get(end..)?);
            return Some((format!("{digits} {}", words.first()?), replacement));
        }
        at = start + length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<Rule> {
        let found = of_text("description", text);
        found.iter().map(|breach| breach.rule).collect()
    }

    #[test]
    fn words_are_found_where_they_begin_and_short_ones_whole() {
        assert_eq!(
            found_in("een diploma op mbo niveau", DIPLOMAS),
            ["diploma", "mbo"]
        );
        assert!(found_in("we lezen samen een mboek", DIPLOMAS).is_empty());
    }

    #[test]
    fn what_is_asked_is_told_from_what_is_not() {
        for (text, found) in [
            ("Je hebt een hbo diploma.", vec![Rule::Diploma]),
            ("Een diploma is niet nodig.", vec![]),
            ("Je hebt een EHBO-diploma.", vec![]),
            (
                "Alleen vrouwen. Niet ouder dan 40.",
                vec![Rule::Sex, Rule::Age],
            ),
            ("Je hebt drie jaar ervaring.", vec![Rule::Experience]),
            (
                "You have three years of experience.",
                vec![Rule::Experience],
            ),
            ("Je krijgt een salaris.", vec![Rule::Salary]),
            ("Je krijgt geen salaris.", vec![]),
            ("Het kost 32 uur per week.", vec![Rule::Hours]),
            ("Het kost 12 uur per week, en 40 weken per jaar.", vec![]),
            ("Mail jan@example.nl. Tot dan!", vec![Rule::Contact]),
        ] {
            assert_eq!(rules(text), found, "{text}");
        }
    }

    #[test]
    fn what_is_offered_instead_keeps_to_every_rule() {
        let text = "Je hebt een hbo diploma en jaar ervaring, alleen mannen, niet ouder dan 40. Salaris volgt. \
                    Je werkt 32 uur per week. Bel 06-12345678. You and your degree, women only, for the salary.";
        for field in ["description", "requirements"] {
            let found = of_text(field, text);
            assert!(found.len() >= 7, "{found:?}");
            for breach in found {
                assert!(
                    rules(&breach.replacement).is_empty() || breach.rule == Rule::Hours,
                    "{breach:?}"
                );
                assert!(text.contains(&breach.passage), "{breach:?}");
            }
        }
    }

    #[test]
    fn a_title_goes_on_without_the_words() {
        let found = of_text("title", "Alleen vrouwen gezocht voor het naaicafé");
        assert_eq!(found[0].replacement, "Gezocht voor het naaicafé");
        let found = of_text("title", "Begeleider (hbo)");
        assert_eq!(found[0].replacement, "Begeleider");
    }

    #[test]
    fn too_many_hours_become_as_many_as_may_be() {
        let (found, replacement) = long_week("Je werkt 32 uur per week mee.").unwrap();
        assert_eq!(found, "32 uur");
        assert_eq!(replacement, "Je werkt 20 uur per week mee.");
    }
}
