//! People of the demo: sample accounts, organisation managers and volunteers.

use std::collections::HashMap;

use rusqlite::{Connection, named_params};

use super::content::Phrases;
use super::moment::Moment;
use super::random::Random;
use super::text::slug;

#[derive(Clone)]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone_number: String,
    pub gender: Option<&'static str>,
}

/// Account state of a person in the tenant.
pub struct Standing<'a> {
    pub status: &'a str,
    pub signup_method: &'a str,
    pub job_title: Option<&'a str>,
    pub password_hash: Option<&'a str>,
    pub created: Moment,
    pub signed_in: Option<Moment>,
}

/// Generator of people with unique email addresses.
pub struct People<'a> {
    phrases: &'a Phrases,
    random: Random,
    emails: HashMap<String, u32>,
}

impl<'a> People<'a> {
    pub fn new(phrases: &'a Phrases, random: Random) -> Self {
        Self {
            phrases,
            random,
            emails: HashMap::new(),
        }
    }

    pub fn invent(&mut self) -> Person {
        let female = self.random.chance(56);
        let first_names = if female {
            &self.phrases.first_names_female
        } else {
            &self.phrases.first_names_male
        };
        let first_name = self.random.pick(first_names).clone();
        let last_name = self.random.pick(&self.phrases.last_names).clone();
        let gender = self
            .random
            .chance(60)
            .then_some(if female { "female" } else { "male" });
        self.person(first_name, last_name, gender)
    }

    pub fn named(&mut self, full_name: &str) -> Person {
        let (first_name, last_name) = full_name.split_once(' ').unwrap_or((full_name, "Jansen"));
        self.person(first_name.to_owned(), last_name.to_owned(), None)
    }

    fn person(
        &mut self,
        first_name: String,
        last_name: String,
        gender: Option<&'static str>,
    ) -> Person {
        let stem = format!(
            "{}.{}",
            slug(&first_name),
            slug(&last_name).replace('-', "")
        );
        let times = self.emails.entry(stem.clone()).or_default();
        *times += 1;
        let email = match *times {
            1 => format!("{stem}@example.nl"),
            more => format!("{stem}{more}@example.nl"),
        };
        let phone_number = format!("+316{:08}", self.random.between(12_000_000, 12_999_999));
        Person {
            first_name,
            last_name,
            email,
            phone_number,
            gender,
        }
    }
}

pub fn insert(
    tx: &Connection,
    person: &Person,
    standing: &Standing,
    center_id: i64,
) -> rusqlite::Result<i64> {
    let created = standing.created.text();
    let active = standing.status == "active";
    tx.prepare_cached(
        "insert into users (email, password_hash, first_name, last_name, phone_number, job_title, gender, status,
           signup_method, volunteer_center_id, accepted_terms_at, confirmed_at, last_sign_in_at, created_at, updated_at)
         values (:email, :password_hash, :first_name, :last_name, :phone_number, :job_title, :gender, :status,
           :signup_method, :center_id, :confirmed_at, :confirmed_at, :signed_in, :created, :created)",
    )?
    .insert(named_params! {
        ":email": person.email, ":password_hash": standing.password_hash,
        ":first_name": person.first_name, ":last_name": person.last_name,
        ":phone_number": person.phone_number, ":job_title": standing.job_title,
        ":gender": person.gender, ":status": standing.status,
        ":signup_method": standing.signup_method, ":center_id": center_id,
        ":confirmed_at": active.then_some(&created),
        ":signed_in": standing.signed_in.map(Moment::text), ":created": created,
    })
}

pub fn grant(
    tx: &Connection,
    user_id: i64,
    name: &str,
    (scope_type, scope_id): (&str, i64),
    at: Moment,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
         values (:user_id, :name, :scope_type, :scope_id, :at, :at, :at, :at)",
    )?
    .execute(named_params! {
        ":user_id": user_id, ":name": name, ":scope_type": scope_type, ":scope_id": scope_id, ":at": at.text(),
    })?;
    Ok(())
}
