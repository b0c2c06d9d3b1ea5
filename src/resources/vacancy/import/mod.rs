//! Vacancies of a partner, from a file in our own format (docs/api.md#vacancies-of-a-partner): new ones, changed ones, and
//! those that the partner no longer has. They belong to an organisation of the centre and say where they come from. What
//! a person changed here stays, and the report says so.

pub mod source;

use std::collections::{BTreeMap, HashSet, VecDeque};

use rusqlite::{OptionalExtension as _, named_params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::time::Duration;

use super::breaches::Breach;
use super::notify::notify_of_several;
use super::transition::{VacancyEvent, breaches_of_trust, submit};
use super::{Vacancy, VacancyStatus, validate_complete};
use crate::app::access::audit_log;
use crate::base::clock::instant;
use crate::base::digest::digest_of;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::{CenterActor, Id, Visibility};
use crate::model::state_machine::{self, Actor};

/// Bounds of a file (docs/domain/limits.md#imports-of-vacancies).
pub const LARGEST_FILE: usize = 10 * 1024 * 1024;
pub const MOST: usize = 2_000;

/// What a partner may say of a vacancy; all else that the file says is refused, as it would be lost.
const ATTRIBUTES: [&str; 19] = [
    "title",
    "summary",
    "description",
    "requirements",
    "offer",
    "hours_per_week",
    "capacity",
    "schedule",
    "expenses",
    "expires_at",
    "tags",
    "availability",
    "dates",
    "online",
    "wheelchair_accessible",
    "for_groups",
    "min_age",
    "languages",
    "address",
];

/// The file of a partner.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnerFile {
    /// Name of the partner, the same each time: `a-z`, `0-9`, `.` and `-`.
    pub origin: String,
    pub vacancies: Vec<Map<String, Value>>,
}

impl PartnerFile {
    /// Reads a file within its bounds. The error is a sentence for the operator.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > LARGEST_FILE {
            return Err("the file is larger than 10 MB; split it".to_owned());
        }
        let file: Self = serde_json::from_slice(bytes)
            .map_err(|error| format!("this is no file of vacancies: {error}"))?;
        let is_name = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b".-".contains(&c);
        if !(2..=60).contains(&file.origin.len()) || !file.origin.bytes().all(is_name) {
            return Err(
                "'origin' is the partner's name in 2 to 60 characters: a-z, 0-9, dots and hyphens"
                    .to_owned(),
            );
        }
        if file.vacancies.len() > MOST {
            return Err(format!(
                "there are more than {MOST} vacancies in the file; split it"
            ));
        }
        Ok(file)
    }
}

/// Where the vacancies come to.
#[derive(Debug, Clone, Copy)]
pub struct Destination {
    pub center_id: i64,
    /// Of those that name none.
    pub organization_id: Option<i64>,
    /// Changes a person's words too.
    pub overwrites: bool,
    /// Takes away all that the partner had, where the file has none.
    pub may_empty: bool,
}

/// What waits for review, by organisation.
type Held = BTreeMap<i64, Vec<(Id<Vacancy>, Vec<Breach>)>>;

/// What came of a file.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub withdrawn: usize,
    /// Back after they had been withdrawn.
    pub returned: usize,
    /// Changed by a person here, and by the partner: left as they are.
    pub edited_here: Vec<Edited>,
    pub faulty: Vec<Faulty>,
    /// Told of in one letter for each organisation.
    #[serde(skip)]
    held: Held,
}

/// A vacancy that was left as it is.
#[derive(Debug, Serialize)]
pub struct Edited {
    pub external_id: String,
    pub vacancy_id: i64,
    /// What a person changed here.
    pub fields: Vec<String>,
}

/// A vacancy of the file that could not be taken in.
#[derive(Debug, Serialize)]
pub struct Faulty {
    /// Place in the file, from 1.
    pub number: usize,
    pub external_id: Option<String>,
    pub problems: Vec<String>,
}

impl Outcome {
    pub fn sentence(&self) -> String {
        let Self {
            added,
            changed,
            unchanged,
            withdrawn,
            returned,
            ..
        } = self;
        format!(
            "{added} new, {changed} changed, {unchanged} as before, {withdrawn} withdrawn, {returned} back, {} edited here and left alone, {} faulty",
            self.edited_here.len(),
            self.faulty.len()
        )
    }
}

/// The vacancy here of one of the partner.
struct Known {
    id: Id<Vacancy>,
    center_id: i64,
    status: VacancyStatus,
    digest: Option<String>,
    content: Map<String, Value>,
    is_withdrawn: bool,
}

/// One vacancy of the file, read.
struct Read {
    external_id: String,
    organization_id: Option<i64>,
    attributes: Map<String, Value>,
    digest: String,
}

/// Takes a file in. Each vacancy stands on its own: a faulty one keeps none of the others out.
pub fn run(tx: &Tx, file: PartnerFile, to: Destination) -> Result<Outcome> {
    let mut work = Work::new(file, to);
    while !work.go_on(tx, None)? {}
    Ok(work.outcome)
}

/// A file that is being taken in, in one transaction or in several.
pub struct Work {
    origin: String,
    to: Destination,
    waiting: VecDeque<Map<String, Value>>,
    /// Vacancies of the file that were looked at.
    number: usize,
    seen: HashSet<String>,
    is_empty: bool,
    /// Vacancies here that the file no longer has; known once it was read to its end.
    gone: Option<VecDeque<i64>>,
    pub outcome: Outcome,
}

impl Work {
    pub fn new(file: PartnerFile, to: Destination) -> Self {
        Self {
            origin: file.origin,
            to,
            is_empty: file.vacancies.is_empty(),
            waiting: file.vacancies.into(),
            number: 0,
            seen: HashSet::new(),
            gone: None,
            outcome: Outcome::default(),
        }
    }

    /// Goes on, for as long as one transaction may last. Returns whether it is over.
    pub fn go_on(&mut self, tx: &Tx, for_as_long: Option<Duration>) -> Result<bool> {
        let begun = instant();
        let is_enough = || for_as_long.is_some_and(|most| begun.elapsed() >= most);
        while let Some(vacancy) = self.waiting.pop_front() {
            self.take_next(tx, vacancy)?;
            if is_enough() {
                return Ok(false);
            }
        }
        let mut gone = match self.gone.take() {
            Some(gone) => gone,
            None if self.is_empty && !self.to.may_empty => VecDeque::new(),
            None => gone(tx, (&self.origin, self.to.center_id), &self.seen)?,
        };
        while let Some(number) = gone.pop_front() {
            withdraw(tx, number)?;
            self.outcome.withdrawn += 1;
            if is_enough() {
                self.gone = Some(gone);
                return Ok(false);
            }
        }
        self.end(tx)?;
        Ok(true)
    }

    fn take_next(&mut self, tx: &Tx, vacancy: Map<String, Value>) -> Result<()> {
        self.number += 1;
        let external_id = vacancy
            .get("external_id")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let (origin, to, outcome) = (&self.origin, self.to, &mut self.outcome);
        let done = match &external_id {
            Some(id) if !self.seen.insert(id.clone()) => {
                Err(FieldFault::attribute("external_id", "taken").into())
            }
            _ => tx.attempt(|tx| take_in(tx, origin, vacancy, to, outcome)),
        };
        match done {
            Ok(()) => Ok(()),
            // Of the program, not of the file.
            Err(error) if !is_of_the_file(&error) => Err(error),
            Err(error) => {
                self.outcome.faulty.push(Faulty {
                    number: self.number,
                    external_id,
                    problems: problems(&error),
                });
                Ok(())
            }
        }
    }

    /// Tells of what waits for review, and records the whole.
    fn end(&self, tx: &Tx) -> Result<()> {
        let outcome = &self.outcome;
        for held in outcome.held.values() {
            notify_of_several(tx, held)?;
        }
        let event = audit_log::Event {
            actor_id: None,
            action: "import_vacancies",
            subject: audit_log::Subject::named("vacancies", None),
            data: json!({
                "origin": self.origin, "added": outcome.added, "changed": outcome.changed,
                "withdrawn": outcome.withdrawn, "faulty": outcome.faulty.len(),
            }),
            center_id: Some(self.to.center_id),
        };
        audit_log::write(tx, &event)
    }
}

fn is_of_the_file(error: &Error) -> bool {
    match error {
        Error::Invalid(_) => true,
        other => !other.is(Code::Internal),
    }
}

/// The problems of a vacancy in words, each with its field.
fn problems(error: &Error) -> Vec<String> {
    match error {
        Error::Invalid(faults) => faults
            .iter()
            .map(|fault| {
                let field = fault.pointer.trim_start_matches("/data/attributes/");
                format!("{field}: {}", fault.detail(Locale::En))
            })
            .collect(),
        other => vec![other.to_string()],
    }
}

fn take_in(
    tx: &Tx,
    origin: &str,
    vacancy: Map<String, Value>,
    to: Destination,
    outcome: &mut Outcome,
) -> Result<()> {
    let read = read(tx, vacancy, to)?;
    match known(tx, origin, &read.external_id)? {
        None => {
            add(tx, origin, read, to, &mut outcome.held)?;
            outcome.added += 1;
            Ok(())
        }
        Some(known) if known.center_id != to.center_id => {
            Err(FieldFault::attribute("external_id", "taken").into())
        }
        Some(known) => change(tx, &known, read, to, outcome),
    }
}

fn read(tx: &Tx, mut vacancy: Map<String, Value>, to: Destination) -> Result<Read> {
    let text = |value: Option<Value>| match value {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let external_id = text(vacancy.remove("external_id"))
        .filter(|id| id.chars().count() <= 100)
        .ok_or_else(|| FieldFault::attribute("external_id", "required"))?;
    let organization_id = match text(vacancy.remove("organization")) {
        Some(named) => Some(organization_named(tx, &named, to.center_id)?),
        None => to.organization_id,
    };
    if let Some(name) = vacancy
        .keys()
        .find(|name| !ATTRIBUTES.contains(&name.as_str()))
    {
        return Err(FieldFault::attribute(name, "unknown")
            .with("field", name.as_str())
            .into());
    }
    let mut digest = String::new();
    // Sorted, so that another order of the same words is no change.
    let sorted: BTreeMap<&String, &Value> = vacancy.iter().collect();
    for byte in digest_of(&[json!([organization_id, sorted]).to_string().as_bytes()]) {
        let _ = write!(digest, "{byte:02x}");
    }
    Ok(Read {
        external_id,
        organization_id,
        attributes: vacancy,
        digest,
    })
}

/// An approved organisation of the centre by its name, its registration number (`kvk:12345678`) or its number (`#12`).
fn organization_named(tx: &Tx, named: &str, center_id: i64) -> Result<i64> {
    let (column, value) = match (named.strip_prefix("kvk:"), named.strip_prefix('#')) {
        (Some(number), _) => ("kvk_number = :value", number),
        (None, Some(id)) => ("id = cast(:value as integer)", id),
        (None, None) => ("fold(name) = fold(:value)", named),
    };
    let sql = format!(
        "select id from organizations
          where {column} and volunteer_center_id = :center_id and status = 'approved' and household_of_id is null
          limit 2"
    );
    let found: Vec<i64> = tx
        .prepare_cached(&sql)?
        .query_map(
            named_params! {":value": value, ":center_id": center_id},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    match found.as_slice() {
        [id] => Ok(*id),
        [] => Err(FieldFault::attribute("organization", "unknown_organization").into()),
        _ => Err(FieldFault::attribute("organization", "several_organizations").into()),
    }
}

fn known(tx: &Tx, origin: &str, external_id: &str) -> Result<Option<Known>> {
    let found = tx
        .prepare_cached(
            "select v.id, v.volunteer_center_id, v.status, i.digest, i.content, i.withdrawn_at is not null
               from vacancies v left join vacancy_imports i on i.vacancy_id = v.id
              where v.origin = ?1 and v.external_id = ?2",
        )?
        .query_row((origin, external_id), |row| {
            let content: Option<String> = row.get(4)?;
            Ok(Known {
                id: Id::new(row.get(0)?),
                center_id: row.get(1)?,
                status: row.get(2)?,
                digest: row.get(3)?,
                content: content
                    .and_then(|text| serde_json::from_str(&text).ok())
                    .unwrap_or_default(),
                is_withdrawn: row.get(5)?,
            })
        })
        .optional()?;
    Ok(found)
}

fn add(tx: &Tx, origin: &str, read: Read, to: Destination, held: &mut Held) -> Result<()> {
    let organization = read
        .organization_id
        .ok_or_else(|| FieldFault::attribute("organization", "required"))?;
    let names: Vec<String> = read.attributes.keys().cloned().collect();
    let mut attributes = read.attributes;
    attributes.insert(
        "organization_id".to_owned(),
        organization.to_string().into(),
    );
    let id: Id<Vacancy> = store::create(tx, &CenterActor(to.center_id), None, attributes)?;
    tx.prepare_cached("update vacancies set origin = ?2, external_id = ?3 where id = ?1")?
        .execute((id.number(), origin, &read.external_id))?;
    go_out(tx, id, held)?;
    remember(tx, id, &read.digest, &names)
}

/// Publishes a draft as its organisation would: trusted ones at once, others when the centre has read it.
fn go_out(tx: &Tx, id: Id<Vacancy>, held: &mut Held) -> Result<()> {
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    validate_complete(&vacancy)?;
    let is_direct: bool = tx.query_row(
        "select o.trusted = 1 or c.review_vacancies = 0 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = ?1",
        [vacancy.organization_id.number()],
        |row| row.get(0),
    )?;
    let breaches = breaches_of_trust(tx, &vacancy)?;
    if is_direct && breaches.is_empty() {
        return state_machine::run::<VacancyStatus>(tx, None, id, VacancyEvent::Publish);
    }
    submit(tx, id, breaches.clone(), true)?;
    let organization = vacancy.organization_id.number();
    held.entry(organization).or_default().push((id, breaches));
    Ok(())
}

/// Keeps what was taken in, as it is stored now.
fn remember(tx: &Tx, id: Id<Vacancy>, digest: &str, names: &[String]) -> Result<()> {
    let content = stored(tx, id, names.iter().map(String::as_str))?;
    tx.prepare_cached(
        "insert into vacancy_imports (vacancy_id, digest, content, seen_at) values (?1, ?2, ?3, ?4)
         on conflict (vacancy_id) do update set digest = ?2, content = ?3, seen_at = ?4, withdrawn_at = null",
    )?
    .execute((id.number(), digest, Value::Object(content).to_string(), tx.now()))?;
    Ok(())
}

/// The attributes as they are stored, with what waits for review; the address as the row that it is.
fn stored<'n>(
    tx: &Tx,
    id: Id<Vacancy>,
    names: impl Iterator<Item = &'n str>,
) -> Result<Map<String, Value>> {
    let vacancy = store::load(tx, id)?.ok_or(Code::NotFound)?;
    let Value::Object(live) = serde_json::to_value(&vacancy)? else {
        return Err(Error::internal("attributes are an object"));
    };
    let mut content = Map::new();
    for name in names {
        let value = match name {
            "address" => crate::resources::address::stored(tx, vacancy.address_id.map(Id::number))?,
            name => vacancy
                .revision
                .as_ref()
                .and_then(|revision| revision.get(name))
                .or_else(|| live.get(name))
                .cloned(),
        };
        content.insert(name.to_owned(), value.unwrap_or_default());
    }
    Ok(content)
}

fn change(
    tx: &Tx,
    known: &Known,
    read: Read,
    to: Destination,
    outcome: &mut Outcome,
) -> Result<()> {
    // What the centre or a person removed here does not come back by itself.
    if known.status == VacancyStatus::Deleted {
        outcome.unchanged += 1;
        return Ok(());
    }
    let is_same = known.digest.as_deref() == Some(read.digest.as_str());
    if is_same && !known.is_withdrawn {
        tx.prepare_cached("update vacancy_imports set seen_at = ?2 where vacancy_id = ?1")?
            .execute((known.id.number(), tx.now()))?;
        outcome.unchanged += 1;
        return Ok(());
    }
    let now = stored(tx, known.id, known.content.keys().map(String::as_str))?;
    let fields: Vec<String> = known
        .content
        .iter()
        .filter(|(name, value)| now.get(*name) != Some(*value))
        .map(|(name, _)| name.clone())
        .collect();
    if !fields.is_empty() && !to.overwrites {
        outcome.edited_here.push(Edited {
            external_id: read.external_id,
            vacancy_id: known.id.number(),
            fields,
        });
        return Ok(());
    }
    let names: Vec<String> = read.attributes.keys().cloned().collect();
    let mut attributes = read.attributes;
    // What the partner no longer says is said no more.
    for name in known.content.keys() {
        if !attributes.contains_key(name) && name != "address" && name != "expires_at" {
            attributes.insert(name.clone(), empty(name));
        }
    }
    if !is_same {
        let everything = Visibility {
            rows: "1".to_owned(),
            ..Visibility::default()
        };
        store::update(
            tx,
            &CenterActor(to.center_id),
            &everything,
            known.id,
            attributes,
        )?;
    }
    if known.is_withdrawn && known.status == VacancyStatus::Archived {
        state_machine::run::<VacancyStatus>(tx, None, known.id, VacancyEvent::Restore)?;
        go_out(tx, known.id, &mut outcome.held)?;
        outcome.returned += 1;
    } else {
        outcome.changed += 1;
    }
    remember(tx, known.id, &read.digest, &names)
}

/// The value of an attribute that says nothing.
fn empty(name: &str) -> Value {
    match name {
        "requirements" | "tags" | "availability" | "dates" | "languages" => json!([]),
        "online" | "wheelchair_accessible" | "for_groups" => json!(false),
        "title" | "description" => json!(""),
        _ => Value::Null,
    }
}

/// What is here and the partner no longer has.
fn gone(
    tx: &Tx,
    (origin, center_id): (&str, i64),
    seen: &HashSet<String>,
) -> Result<VecDeque<i64>> {
    let here: Vec<(i64, String)> = tx
        .prepare_cached(
            "select v.id, v.external_id from vacancies v
               join vacancy_imports i on i.vacancy_id = v.id and i.withdrawn_at is null
              where v.origin = ?1 and v.volunteer_center_id = ?2 and v.external_id is not null
                and v.status in ('draft', 'published', 'filled', 'expired')",
        )?
        .query_map((origin, center_id), |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let unseen = here.into_iter().filter(|(_, id)| !seen.contains(id));
    Ok(unseen.map(|(number, _)| number).collect())
}

/// Archives one; who waits for an answer is told, as always. Somebody may have taken it away meanwhile.
fn withdraw(tx: &Tx, number: i64) -> Result<()> {
    let id: Id<Vacancy> = Id::new(number);
    let actor = Actor::Program(None);
    if state_machine::may::<VacancyStatus>((tx, tx.now()), actor, id, VacancyEvent::Archive)? {
        state_machine::run::<VacancyStatus>(tx, None, id, VacancyEvent::Archive)?;
    }
    tx.prepare_cached("update vacancy_imports set withdrawn_at = ?2 where vacancy_id = ?1")?
        .execute((number, tx.now()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_within_its_bounds() {
        let read = |text: &str| PartnerFile::read(text.as_bytes());
        assert!(read(r#"{"origin": "partner.nl", "vacancies": []}"#).is_ok());
        for wrong in [
            "[]",
            r#"{"origin": "P", "vacancies": []}"#,
            r#"{"origin": "Partner NL", "vacancies": []}"#,
            r#"{"origin": "partner", "vacancies": [], "more": 1}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let many = format!(
            r#"{{"origin": "partner", "vacancies": [{}{{}}]}}"#,
            "{},".repeat(MOST)
        );
        assert!(read(&many).unwrap_err().contains("more than"));
    }
}
