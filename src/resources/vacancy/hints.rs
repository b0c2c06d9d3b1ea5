//! Review hints: what a reviewer should look at in a vacancy, and whether it meets the criteria of the NOV
//! (docs/domain/ground-rules.md#vacancies). Read from the text as it would be published, with its pending changes.

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::breaches::{self, MOST_HOURS, Rule};
use super::{Vacancy, VacancyAttributes, revision};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::Input;
use crate::jsonapi::write::store;
use crate::jsonapi::{Document, Id};
use crate::model::field_rules::words_of;
use crate::model::review::text::found_in;
use crate::model::review::{Hints, ReviewHint, SHORT_TEXT, Severity};
use crate::search::text::normalise;

/// A vacancy for more people is looked at.
const MANY_PLACES: i64 = 70;
const SLOW_ANSWER_DAYS: f64 = 7.0;

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct ReviewHintsMeta {
    hints: Vec<ReviewHint>,
    criteria: Vec<ReviewCriterion>,
}

/// One criterion of the NOV.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct ReviewCriterion {
    /// `clear_task`, `hours`, `no_diploma`, `open_to_all`, `contact`, `insurance`, `expenses`, `not_for_profit`,
    /// `not_paid_work`.
    pub code: String,
    pub state: CriterionState,
    /// The words of the text that speak for it, or against it.
    pub words: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CriterionState {
    Met,
    /// The text does not say.
    Unclear,
    Broken,
}

use CriterionState::{Broken, Met, Unclear};
use Severity::{Advice, Alert};

/// `GET /vacancies/{id}/review_hints`.
pub async fn review_hints(
    access: Access<Vacancy, action::Approve>,
    id: Id<Vacancy>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let meta = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let vacancy = store::load(connection, id)?.ok_or(Code::NotFound)?;
            let vacancy = revision::as_asked(&vacancy);
            Ok(ReviewHintsMeta {
                hints: hints(connection, id, &vacancy)?,
                criteria: criteria(connection, &vacancy)?,
            })
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

/// Everything that is read, as lower-case words.
fn whole_text(vacancy: &VacancyAttributes) -> String {
    let parts = [
        vacancy.title.as_str(),
        vacancy.summary.as_deref().unwrap_or_default(),
        &words_of(&vacancy.description),
        &vacancy.requirements.join(". "),
        vacancy.offer.as_deref().unwrap_or_default(),
        vacancy.expenses.as_deref().unwrap_or_default(),
    ];
    parts.join(". ").to_lowercase()
}

fn hints(
    connection: &Connection,
    id: Id<Vacancy>,
    vacancy: &VacancyAttributes,
) -> Result<Vec<ReviewHint>> {
    let mut hints = Hints::default();
    // What only an organisation has is not missed where a person asks for help.
    let is_of_person = vacancy.asker_id.is_some();
    let text = whole_text(vacancy);
    // The other rules are criteria, each with its words.
    let reachable: Vec<String> = breaches::of(vacancy)
        .into_iter()
        .filter(|breach| breach.rule == Rule::Contact)
        .flat_map(|breach| breach.found)
        .collect();
    if !reachable.is_empty() {
        hints.add("contact_in_text", Alert, Some("description"), reachable);
    }
    if let Some(capacity) = vacancy.capacity.filter(|capacity| *capacity > MANY_PLACES) {
        hints.add(
            "many_places",
            Alert,
            Some("capacity"),
            vec![capacity.to_string()],
        );
    }
    let (is_first, response_days): (bool, Option<f64>) = connection
        .prepare_cached(
            "select not exists (select 1 from vacancies v where v.organization_id = o.id and v.id <> ?2 and v.published_at is not null),
                    o.response_days
               from organizations o where o.id = ?1",
        )?
        .query_row((vacancy.organization_id.number(), id.number()), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    if is_first {
        let code = if is_of_person {
            "first_request"
        } else {
            "first_vacancy"
        };
        hints.add(code, Advice, None, Vec::new());
    }
    let response_days = response_days.filter(|_| !is_of_person);
    if let Some(days) = response_days.filter(|days| *days > SLOW_ANSWER_DAYS) {
        hints.add(
            "slow_answers",
            Advice,
            None,
            vec![format!("{:.0}", days.round())],
        );
    }
    if let Some((other, title)) = same_title(connection, id, vacancy)? {
        hints.add(
            "same_title",
            Alert,
            Some("title"),
            vec![other.to_string(), title],
        );
    }
    hints.about_text(&vacancy.title, &vacancy.description, &text);
    if vacancy.image_url.is_none() && !is_of_person {
        hints.add("no_picture", Advice, Some("image_url"), Vec::new());
    }
    if vacancy.schedule.is_none() && vacancy.availability.is_empty() && vacancy.dates.is_empty() {
        hints.add("no_schedule", Advice, Some("schedule"), Vec::new());
    }
    if vacancy.offer.is_none() && !is_of_person {
        hints.add("no_offer", Advice, Some("offer"), Vec::new());
    }
    if let Some(age) = vacancy.min_age.filter(|age| *age > 18) {
        hints.add("high_age", Advice, Some("min_age"), vec![age.to_string()]);
    }
    Ok(hints.in_order())
}

/// The newest other vacancy of the organisation that is online under the same title.
fn same_title(
    connection: &Connection,
    id: Id<Vacancy>,
    vacancy: &VacancyAttributes,
) -> Result<Option<(i64, String)>> {
    let wanted = normalise(&vacancy.title);
    let mut statement = connection.prepare_cached(
        "select id, title from vacancies
          where organization_id = ?1 and id <> ?2 and status = 'published'
          order by published_at desc limit 200",
    )?;
    let mut rows = statement.query((vacancy.organization_id.number(), id.number()))?;
    while let Some(row) = rows.next()? {
        let title: String = row.get(1)?;
        if normalise(&title) == wanted {
            return Ok(Some((row.get(0)?, title)));
        }
    }
    Ok(None)
}

fn criteria(connection: &Connection, vacancy: &VacancyAttributes) -> Result<Vec<ReviewCriterion>> {
    let text = whole_text(vacancy);
    let name: String = connection
        .prepare_cached("select lower(name) from organizations where id = ?1")?
        .query_row([vacancy.organization_id.number()], |row| row.get(0))?;
    let described = words_of(&vacancy.description).chars().count() >= SHORT_TEXT;
    let breaches = breaches::of(vacancy);
    let broken_by = |rules: &[Rule]| {
        let found = breaches
            .iter()
            .filter(|breach| rules.contains(&breach.rule));
        let words: Vec<String> = found.flat_map(|breach| breach.found.clone()).collect();
        (if words.is_empty() { Met } else { Broken }, words)
    };
    let said_by = |words: &[&str], is_said: bool| {
        let found = found_in(&text, words);
        let is_met = is_said || !found.is_empty();
        (if is_met { Met } else { Unclear }, found)
    };
    let contact = if vacancy.contact_person_id.is_none() {
        (Broken, Vec::new())
    } else {
        said_by(SETTLING_IN, false)
    };
    let profit: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .filter(|word| PROFIT.contains(word))
        .map(str::to_owned)
        .collect();
    let hours = match vacancy.hours_per_week {
        None => Unclear,
        Some(hours) if hours <= MOST_HOURS => Met,
        Some(_) => Broken,
    };
    let (in_text, hours_said) = broken_by(&[Rule::Hours]);
    let hours = if in_text == Broken { Broken } else { hours };
    let all = [
        (
            "clear_task",
            (if described { Met } else { Unclear }, Vec::new()),
        ),
        ("hours", (hours, hours_said)),
        ("no_diploma", broken_by(&[Rule::Diploma])),
        (
            "open_to_all",
            broken_by(&[Rule::Sex, Rule::Age, Rule::Experience]),
        ),
        ("contact", contact),
        ("insurance", said_by(INSURANCE, false)),
        ("expenses", said_by(EXPENSES, vacancy.expenses.is_some())),
        (
            "not_for_profit",
            (if profit.is_empty() { Met } else { Broken }, profit),
        ),
        ("not_paid_work", broken_by(&[Rule::Salary])),
    ];
    let is_of_person = vacancy.asker_id.is_some();
    Ok(all
        .into_iter()
        .filter(|(code, _)| !is_of_person || !OF_ORGANIZATIONS.contains(code))
        .map(|(code, (state, words))| ReviewCriterion {
            code: code.to_owned(),
            state,
            words,
        })
        .collect())
}

/// Criteria that a person who asks for help does not have to meet.
const OF_ORGANIZATIONS: &[&str] = &["contact", "insurance", "expenses", "not_for_profit"];

const SETTLING_IN: &[&str] = &[
    "inwerk",
    "meelopen",
    "proefperiode",
    "kennismak",
    "training",
    "cursus",
    "uitleg",
    "legt alles uit",
    "induction",
    "shadow",
    "trial",
];
const INSURANCE: &[&str] = &["verzeker", "insur"];
const EXPENSES: &[&str] = &[
    "onkosten",
    "reiskosten",
    "kilometervergoeding",
    "expenses",
    "travel costs",
];
const PROFIT: &[&str] = &["bv", "b.v.", "nv", "n.v.", "vof", "holding"];
