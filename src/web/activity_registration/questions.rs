//! What the organiser asks of who takes a place that is handed over: the fields of the page, and the plain `POST` of them.

use std::collections::BTreeMap;

use minijinja::{Value, context};

use crate::base::locale::Locale;
use crate::error::FieldFault;
use crate::jsonapi::Query;
use crate::resources::activity::{ActivityQuestion, ActivityQuestionKind};
use crate::resources::activity_registration::answer::Answered;
use crate::web::i18n;

/// More fields than an activity has questions are not read.
const MOST: usize = 20;

/// What somebody filled in, and what is wrong with it.
#[derive(Default)]
pub(super) struct Filled {
    pub answers: Vec<Answered>,
    /// By number of the question, from 0.
    pub errors: BTreeMap<usize, String>,
    /// About all questions.
    pub problem: Option<&'static str>,
}

impl Filled {
    /// The fields `answer.0`, each with its question as the page showed it in `question.0`.
    pub fn read(fields: &Query) -> Self {
        let answers = fields
            .pairs()
            .filter_map(|(name, question)| Some((name.strip_prefix("question.")?, question)))
            .take(MOST)
            .map(|(number, question)| Answered {
                question: question.to_owned(),
                answer: fields
                    .get(&format!("answer.{number}"))
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            })
            .collect();
        Self {
            answers,
            ..Self::default()
        }
    }

    /// Whether something was answered that the organiser does not ask in these words any more.
    pub fn is_of_other(&self, questions: &[ActivityQuestion]) -> bool {
        self.answers.iter().any(|one| {
            !one.answer.is_empty() && !questions.iter().any(|asked| asked.text == one.question)
        })
    }

    /// Puts each fault at its question.
    pub fn refused(&mut self, faults: &[FieldFault], locale: Locale) {
        for fault in faults {
            let number = fault.pointer.strip_prefix("/data/attributes/answers/");
            if let Some(number) = number.and_then(|number| number.parse().ok()) {
                self.errors.insert(number, fault.detail(locale));
            }
        }
    }

    /// The answer to a question. One to a question that is worded otherwise by now stays at its number.
    fn answer_to(&self, number: usize, questions: &[ActivityQuestion]) -> &str {
        let to = |asked: &ActivityQuestion| {
            let mut typed = self.answers.iter();
            typed.find(|one| one.question == asked.text)
        };
        let is_gone = |one: &&Answered| !questions.iter().any(|asked| asked.text == one.question);
        let same = questions.get(number).and_then(to);
        let found = same.or_else(|| self.answers.get(number).filter(is_gone));
        found.map_or("", |one| &one.answer)
    }
}

/// The fields; nothing where nothing is asked.
pub(super) fn view(locale: Locale, questions: &[ActivityQuestion], filled: &Filled) -> Value {
    if questions.is_empty() {
        return Value::UNDEFINED;
    }
    let say = |key: &str| i18n::own(locale, key);
    let fields: Vec<Value> = questions
        .iter()
        .enumerate()
        .map(|(number, asked)| {
            let typed = filled.answer_to(number, questions);
            let option = |value: &str, label: &str| {
                context! { value, label, is_chosen => value == typed }
            };
            let options: Vec<Value> = match asked.kind {
                ActivityQuestionKind::Text => Vec::new(),
                ActivityQuestionKind::YesNo => vec![
                    option("yes", say("reg_answer_yes")),
                    option("no", say("reg_answer_no")),
                ],
                ActivityQuestionKind::Choice => asked
                    .options
                    .iter()
                    .map(|label| option(label, label))
                    .collect(),
            };
            context! {
                number,
                text => asked.text.clone(),
                options,
                value => typed,
                error => filled.errors.get(&number),
                is_required => asked.is_required,
            }
        })
        .collect();
    let said: Vec<&str> = questions.iter().map(|asked| asked.text.as_str()).collect();
    context! {
        title => say("reg_questions"),
        summary => say("form_errors"),
        optional => say("form_optional"),
        problem => filled.problem.map(say),
        has_faults => !filled.errors.is_empty() || filled.problem.is_some(),
        lang => locale.foreign(&said.join(" ")).map(Locale::as_str),
        fields,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> ActivityQuestion {
        ActivityQuestion {
            text: text.to_owned(),
            kind: ActivityQuestionKind::Text,
            options: Vec::new(),
            is_required: true,
        }
    }

    #[test]
    fn what_was_typed_stays_with_its_question_wherever_it_is_asked_now() {
        let sent = "question.0=Wat+eet+je%3F&answer.0=+soep+&question.1=Met+wie%3F&answer.1=Bram";
        let filled = Filled::read(&Query::parse(sent));
        let was = [asked("Wat eet je?"), asked("Met wie?")];
        assert!(!filled.is_of_other(&was));
        assert_eq!(filled.answer_to(0, &was), "soep");

        let moved = [
            asked("Hoe kom je?"),
            asked("Wat eet je?"),
            asked("Met wie?"),
        ];
        assert!(!filled.is_of_other(&moved));
        let typed: Vec<&str> = (0..3).map(|at| filled.answer_to(at, &moved)).collect();
        assert_eq!(typed, ["", "soep", "Bram"]);

        let reworded = [asked("Wat eet je niet?"), asked("Met wie?")];
        assert!(filled.is_of_other(&reworded));
        assert_eq!(filled.answer_to(0, &reworded), "soep");
    }
}
