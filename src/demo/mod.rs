//! Demo data: the fictional town of Lindewaard, deterministic for a given seed and `now`. Reads no clock.

mod accounts;
mod activities;
mod applications;
mod checks;
mod compose;
mod content;
mod conversations;
mod desk;
mod forms;
mod help;
mod history;
mod hours;
mod mail_texts;
mod moment;
mod newsletter_subscribers;
mod newsletters;
mod organizations;
mod pages;
mod people;
mod places;
mod plans;
mod pool;
mod random;
mod reports;
mod school;
mod stages;
#[cfg(test)]
mod tests;
mod text;
mod vacancies;
mod visits;
mod wishes;
mod year_report;

use rusqlite::{Connection, Error};

use crate::resources::vacancy::search::optimise_search;

use self::content::Content;
use self::moment::Moment;
use self::people::People;
use self::random::Random;
use crate::resources::application::score::measure_of;
use crate::resources::taxonomy_defaults::Terms;

pub use self::accounts::{Account, all as sample_accounts};
pub use self::help::seed_help;
pub use crate::resources::taxonomy_defaults::seed_taxonomies;
use crate::resources::vacancy::offered_types;

/// Tenant that `serve --demo` creates and shows.
pub const TENANT: &str = "demo";

/// Password of every demo account.
pub const PASSWORD: &str = "welkom-in-lindewaard";

/// Amounts to generate.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    pub organizations: usize,
    /// Published vacancies; drafts, filled, expired and archived ones are added to these.
    pub vacancies: usize,
    pub volunteers: usize,
    pub applications: usize,
    pub seed: u64,
}

impl Default for Amounts {
    fn default() -> Self {
        Self {
            organizations: 60,
            vacancies: 214,
            volunteers: 120,
            applications: 300,
            seed: 1,
        }
    }
}

/// Amounts generated, and the accounts to sign in with.
#[derive(Debug, Clone)]
pub struct Seeded {
    pub accounts: Vec<Account>,
    pub organizations: usize,
    /// Vacancies of every status.
    pub vacancies: usize,
    pub volunteers: usize,
    pub applications: usize,
}

/// Error: the tenant has organisations already, so demo data would mix with real data.
#[derive(Debug, thiserror::Error)]
#[error("this tenant already has organisations; demo data is only for an empty tenant")]
pub struct NotEmpty;

/// State shared by all parts of the seed.
struct Town<'a> {
    tx: &'a Connection,
    now: Moment,
    center_id: i64,
    content: &'a Content,
    terms: &'a Terms,
    password_hash: &'a str,
    vacancy_types: Vec<String>,
}

impl Town<'_> {
    /// Maps the vacancy type to one that is offered here: help from person to person goes by one name in a tenant, and
    /// is ordinary voluntary work where it is switched off.
    fn kind_of<'k>(&'k self, kind: &'k str) -> &'k str {
        let is_offered = |kind: &str| self.vacancy_types.iter().any(|known| known == kind);
        [kind, "one-on-one", "neighbour-help"]
            .into_iter()
            .find(|kind| is_offered(kind))
            .unwrap_or("volunteering")
    }
}

/// Seeds an empty tenant. The centre must exist; missing taxonomy terms are added. Returns `NotEmpty`, wrapped in
/// `Error::UserFunctionError`, if the tenant has organisations.
pub fn seed(
    tx: &Connection,
    now: &str,
    center_id: i64,
    amounts: &Amounts,
    hash_password: &dyn Fn(&str) -> String,
) -> rusqlite::Result<Seeded> {
    if tx.query_row("select exists (select 1 from organizations)", [], |row| {
        row.get(0)
    })? {
        return Err(Error::UserFunctionError(Box::new(NotEmpty)));
    }
    seed_taxonomies(tx, now)?;
    let content = Content::load();
    let town = Town {
        tx,
        now: Moment::parse(now)?,
        center_id,
        content: &content,
        terms: &Terms::read(tx)?,
        password_hash: &hash_password(PASSWORD),
        vacancy_types: offered_types(tx, center_id)?
            .into_iter()
            .filter_map(|kind| Some(serde_json::to_value(kind).ok()?.as_str()?.to_owned()))
            .collect(),
    };
    let mut random = Random::new(amounts.seed);
    let mut people = People::new(&content.phrases, random.fork());
    let staff = accounts::seed_staff(&town)?;
    let organizations = organizations::seed(
        &town,
        amounts.organizations,
        &staff,
        &mut people,
        &mut random.fork(),
    )?;
    let volunteers =
        accounts::seed_volunteers(&town, amounts.volunteers, &mut people, &mut random.fork())?;
    let mut vacancies = vacancies::seed(
        &town,
        amounts.vacancies,
        &organizations,
        &staff,
        &mut random.fork(),
    )?;
    let of_students = school::seed(&town, &organizations, &mut vacancies, amounts.applications)?;
    let applications = of_students
        + applications::Desk::new(&town, &organizations, &volunteers, &mut people, &staff).seed(
            amounts.applications - of_students,
            &mut vacancies,
            &mut random.fork(),
        )?;
    checks::seed(&town, &volunteers)?;
    forms::seed(&town, &mut Random::new(amounts.seed ^ 0xf0))?;
    newsletters::seed(&town)?;
    activities::seed(&town, &organizations, &staff)?;
    pages::seed(tx, now, center_id)?;
    wishes::seed(&town, &volunteers, &mut Random::new(amounts.seed ^ 0x5eed))?;
    desk::seed(&town)?;
    conversations::seed(&town)?;
    reports::seed(&town)?;
    mail_texts::seed(&town)?;
    newsletter_subscribers::seed(&town)?;
    hours::seed(&town, &mut Random::new(amounts.seed ^ 0x40a5))?;
    pool::seed(
        &town,
        &organizations,
        &volunteers,
        &mut Random::new(amounts.seed ^ 0x9001),
    )?;
    visits::seed(&town)?;
    year_report::seed(&town)?;
    count_places(tx)?;
    measure_answers(tx, now)?;
    optimise_search(tx)?;
    Ok(Seeded {
        accounts: accounts::there(tx)?,
        organizations: organizations.len(),
        vacancies: vacancies.len(),
        volunteers: volunteers.len(),
        applications,
    })
}

/// Measures how the organisations with enough answers do, as each answer does.
fn measure_answers(tx: &Connection, now: &str) -> rusqlite::Result<()> {
    let ids: Vec<i64> = tx
        .prepare(
            "select organization_id from applications where responded_at is not null
              group by organization_id having count(*) >= 5",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    ids.into_iter().try_for_each(|id| measure_of(tx, id, now))
}

/// Updates the counters that applying maintains, for applications that were inserted directly.
fn count_places(tx: &Connection) -> rusqlite::Result<usize> {
    tx.execute(
        "update vacancies
            set places_taken = (select count(*) from applications a
                                 where a.vacancy_id = vacancies.id
                                   and a.stage in ('accepted', 'started', 'completed'))
          where exists (select 1 from applications a where a.vacancy_id = vacancies.id)",
        [],
    )
}
