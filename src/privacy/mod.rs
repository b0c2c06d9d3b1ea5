//! Personal data held by a tenant: from one inventory of every table, which the resources declare, both the export and
//! the erasure are derived (docs/domain/retention.md). A table missing from the inventory fails a test.

mod erase;
mod export;
mod personal_data;
mod secure_delete;

/// What a declaration of personal data is written with.
pub mod prelude {
    pub use super::personal_data::Erase::{Blank, Delete, Stay};
    pub use super::personal_data::{Entry, Part, Show, copy_of, nobody, people, shown};
    pub(crate) use super::personal_data::{address, own};
}

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Statement};
use serde_json::json;

use crate::error::Result;

pub use crate::privacy::personal_data::{
    Entry, Erase, Holds, Inventory, Part, Show, is_kept_by_default,
};
pub use crate::privacy::secure_delete::{is_scrub_due, scrub};
pub use erase::{Remains, erase};
pub use export::{Export, FileOf, export};

/// Identifiers by which a person is recognised in other tables.
#[derive(Debug, Clone)]
pub struct Person {
    pub user_id: i64,
    pub email: Option<String>,
    pub first_name: Option<String>,
    /// Current and former email addresses, except those that belong to another account today.
    emails: Vec<String>,
    /// Former addresses, each with the time until which it was theirs: a later holder is another person.
    until: Vec<(String, String)>,
    /// First and last name, current and former; empty unless both are known, since one name alone is shared by many.
    names: Vec<String>,
    phones: Vec<String>,
    pub locale: String,
    pub center_id: i64,
    /// Whether the address has been proved to be theirs. Anybody can enter another person's name and address in a
    /// form: without proof only rows linked to the account itself are this person's.
    pub is_proved: bool,
}

impl Person {
    pub fn find(connection: &Connection, user_id: i64) -> Result<Option<Self>> {
        let found = connection
            .prepare_cached(
                "select email, first_name, locale, volunteer_center_id, confirmed_at is not null from users where id = ?1",
            )?
            .query_row([user_id], |row| {
                Ok(Self {
                    user_id,
                    email: row.get(0)?,
                    first_name: row.get(1)?,
                    emails: Vec::new(),
                    until: Vec::new(),
                    names: Vec::new(),
                    phones: Vec::new(),
                    locale: row.get(2)?,
                    center_id: row.get(3)?,
                    is_proved: row.get(4)?,
                })
            })
            .optional()?;
        let Some(mut person) = found else {
            return Ok(None);
        };
        if person.is_proved {
            person.recognise(connection)?;
        }
        Ok(Some(person))
    }

    fn recognise(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached(SELVES)?;
        let mut rows = statement.query([self.user_id])?;
        while let Some(row) = rows.next()? {
            let (kind, value): (String, String) = (row.get(0)?, row.get(1)?);
            let until: Option<String> = row.get(2)?;
            match kind.as_str() {
                "email" => {
                    self.until
                        .extend(until.map(|until| (value.to_lowercase(), until)));
                    self.emails.push(value);
                }
                "name" => self.names.push(value),
                _ => self.phones.push(value),
            }
        }
        Ok(())
    }

    /// Binds those inventory parameters that occur in the statement.
    fn bind(&self, statement: &mut Statement, now: &str) -> Result<()> {
        for (name, value) in [
            (":emails", serde_json::to_string(&self.emails)?),
            (
                ":until",
                json!(self.until.iter().cloned().collect::<BTreeMap<_, _>>()).to_string(),
            ),
            (":names", serde_json::to_string(&self.names)?),
            (":phones", serde_json::to_string(&self.phones)?),
            (":now", now.to_owned()),
        ] {
            if let Some(index) = statement.parameter_index(name)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        if let Some(index) = statement.parameter_index(":user_id")? {
            statement.raw_bind_parameter(index, self.user_id)?;
        }
        Ok(())
    }
}

/// Current and former names and contact details, except those that belong to another account by now.
const SELVES: &str = "
    select 'email', email, null from users where id = ?1 and length(email) > 0
     union
    select 'name', first_name || ' ' || last_name, null from users where id = ?1 and length(first_name) > 0 and length(last_name) > 0
     union
    select 'phone', phone_number, null from users where id = ?1 and length(phone_number) > 0
     union
    select kind, value, until
      from known_as k
     where k.user_id = ?1
       and not exists (select 1
                         from users o
                        where o.id <> ?1
                          and ((k.kind = 'email' and o.email = k.value)
                            or (k.kind = 'name' and o.first_name || ' ' || o.last_name = k.value)
                            or (k.kind = 'phone' and o.phone_number = k.value)))";
