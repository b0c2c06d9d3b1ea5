//! Demo data: the town of Lindewaard, believable and the same for the same seed. Reads no clock.

mod accounts;
mod applications;
mod compose;
mod content;
mod history;
mod moment;
mod organizations;
mod people;
mod places;
mod plans;
mod random;
mod school;
mod stages;
#[cfg(test)]
mod tests;
mod text;
mod vacancies;

use rusqlite::{Connection, Error};

use crate::resources::vacancy::search::optimise_search;

use self::content::Content;
use self::moment::Moment;
use self::people::People;
use self::random::Random;
use crate::resources::taxonomy_defaults::Terms;

pub use self::accounts::{Account, all as sample_accounts};
pub use crate::resources::taxonomy_defaults::seed_taxonomies;

/// The password of every person in the demo.
pub const PASSWORD: &str = "welkom-in-lindewaard";

/// How much there is of everything.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    pub organizations: usize,
    /// Published ones; drafts, filled, expired and archived ones come on top.
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

/// What was written, and how to sign in.
#[derive(Debug, Clone)]
pub struct Seeded {
    pub accounts: Vec<Account>,
    pub organizations: usize,
    /// Of every status.
    pub vacancies: usize,
    pub volunteers: usize,
    pub applications: usize,
}

/// The tenant has organisations already, so that demo data would mix with real data.
#[derive(Debug, thiserror::Error)]
#[error("this tenant already has organisations; demo data is only for an empty tenant")]
pub struct NotEmpty;

/// What every part of the seed needs.
struct Town<'a> {
    tx: &'a Connection,
    now: Moment,
    center_id: i64,
    content: &'a Content,
    terms: &'a Terms,
    password_hash: &'a str,
    has_peer_to_peer: bool,
}

impl Town<'_> {
    /// Where there is no help from person to person, a buddy helps on behalf of an organisation.
    fn kind_of<'k>(&self, kind: &'k str) -> &'k str {
        match kind {
            "p2p" if !self.has_peer_to_peer => "one-on-one",
            kind => kind,
        }
    }
}

/// Fills an empty tenant. The centre must exist; its taxonomies are completed.
/// When there are organisations already the answer is `NotEmpty`, in `Error::UserFunctionError`.
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
        has_peer_to_peer: tx.query_row(
            "select coalesce((select json_extract(value, '$.peer_to_peer') from settings where name = 'features'), 0)",
            [],
            |row| row.get(0),
        )?,
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
    count_places(tx)?;
    optimise_search(tx)?;
    Ok(Seeded {
        accounts: accounts::there(tx)?,
        organizations: organizations.len(),
        vacancies: vacancies.len(),
        volunteers: volunteers.len(),
        applications,
    })
}

/// What applying keeps up to date, for applications that were not made by applying.
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
