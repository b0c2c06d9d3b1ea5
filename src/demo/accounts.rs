//! Sample accounts and volunteers of the demo.

use rusqlite::Connection;

use super::Town;
use super::moment::Moment;
use super::people::{self, People, Person, Standing};
use super::random::Random;

/// Sign-in credentials of a sample account; printed by the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    pub email: &'static str,
    pub password: &'static str,
    pub name: &'static str,
    pub role: &'static str,
}

const fn account(email: &'static str, name: &'static str, role: &'static str) -> Account {
    Account {
        email,
        password: super::PASSWORD,
        name,
        role,
    }
}

const ADMIN: Account = account("admin@demo.voluntr.example", "Sytse Hofstra", "admin");
const CENTER: Account = account(
    "centrum@demo.voluntr.example",
    "Marieke Bos",
    "center_superuser",
);
pub const ORGANIZATION: Account = account(
    "organisatie@demo.voluntr.example",
    "Samira Haddou",
    "organization_superuser",
);
const VOLUNTEER: Account = account(
    "vrijwilliger@demo.voluntr.example",
    "Joke Vermeer",
    "volunteer",
);

pub const MENTOR: Account = account("mentor@demo.voluntr.example", "Bas Verhoeven", "mentor");
pub const STUDENT: Account = account("leerling@demo.voluntr.example", "Yara Kuipers", "student");

pub fn all() -> Vec<Account> {
    vec![ADMIN, CENTER, ORGANIZATION, VOLUNTEER, MENTOR, STUDENT]
}

/// Sample accounts that exist in this tenant: a small demo may lack the organisation or School of some.
pub fn there(tx: &Connection) -> rusqlite::Result<Vec<Account>> {
    let mut found = Vec::new();
    for account in all() {
        let sql = "select 1 from users where email = ?1";
        if tx.prepare_cached(sql)?.exists([account.email])? {
            found.push(account);
        }
    }
    Ok(found)
}

/// Users with a role at the centre.
pub struct Staff {
    pub marieke: i64,
}

pub fn seed_staff(town: &Town) -> rusqlite::Result<Staff> {
    let admin = insert(town, &ADMIN, Some("Beheerder"), 400.0)?;
    let granted = town.now.minus_days(400.0);
    people::grant(town.tx, admin, "admin", ("tenant", 0), granted)?;
    let marieke = insert(town, &CENTER, Some("Coördinator"), 380.0)?;
    let center = ("volunteer_center", town.center_id);
    people::grant(town.tx, marieke, CENTER.role, center, granted)?;
    Ok(Staff { marieke })
}

/// Volunteer account; the first is Joke Vermeer.
pub struct Volunteer {
    pub id: i64,
    pub person: Person,
    pub active: bool,
    pub joined: Moment,
}

pub fn seed_volunteers(
    town: &Town,
    amount: usize,
    people: &mut People,
    random: &mut Random,
) -> rusqlite::Result<Vec<Volunteer>> {
    let joined = town.now.minus_days(210.0);
    let joke = insert(town, &VOLUNTEER, None, 210.0)?;
    let mut volunteers = vec![Volunteer {
        id: joke,
        person: sample(&VOLUNTEER),
        active: true,
        joined,
    }];
    for _ in 1..amount {
        let person = people.invent();
        let (status, signup_method) = match random.below(100) {
            0..3 => ("inactive", "signedUp"),
            3..5 => ("invited", "createdByUser"),
            5..15 => ("active", "imported"),
            _ => ("active", "signedUp"),
        };
        let joined = town
            .now
            .minus_days(random.within(1.0, 420.0))
            .by_day(random);
        let active = status == "active";
        let signed_in = joined.later(random.within(0.0, 300.0), town.now, random);
        let standing = Standing {
            status,
            signup_method,
            job_title: None,
            password_hash: active.then_some(town.password_hash),
            created: joined,
            signed_in: active.then_some(signed_in),
        };
        let id = people::insert(town.tx, &person, &standing, town.center_id)?;
        volunteers.push(Volunteer {
            id,
            person,
            active,
            joined,
        });
    }
    for volunteer in &volunteers {
        let center = ("volunteer_center", town.center_id);
        people::grant(town.tx, volunteer.id, "volunteer", center, volunteer.joined)?;
    }
    Ok(volunteers)
}

/// Inserts a sample account that was created `days` ago.
pub fn insert(
    town: &Town,
    account: &Account,
    job_title: Option<&str>,
    days: f64,
) -> rusqlite::Result<i64> {
    let standing = Standing {
        status: "active",
        signup_method: if job_title.is_some() {
            "createdByUser"
        } else {
            "signedUp"
        },
        job_title,
        password_hash: Some(town.password_hash),
        created: town.now.minus_days(days),
        signed_in: Some(town.now.minus_days(0.1)),
    };
    people::insert(town.tx, &sample(account), &standing, town.center_id)
}

fn sample(account: &Account) -> Person {
    let (first_name, last_name) = account.name.split_once(' ').unwrap_or((account.name, ""));
    Person {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        email: account.email.to_owned(),
        phone_number: "+31612345678".to_owned(),
        gender: None,
    }
}
