//! What the file knows of a person: one list of every table, from which the copy that a person gets and the taking away
//! are both made (decisions 2.3 and 12). What is not in the list fails a test, so that nothing is forgotten.

mod applications;
mod erase;
mod export;
mod inventory;
mod scrub;

use rusqlite::{Connection, OptionalExtension, Statement};

use crate::error::Result;

pub use applications::erase_application;
pub use erase::{Remains, erase};
pub use export::{Export, export};
pub use inventory::{Entry, Erase, Holds, INVENTORY, Part, Show};
pub use scrub::{is_scrub_due, scrub};

/// Somebody, by what they can be recognised by.
#[derive(Debug, Clone)]
pub struct Person {
    pub user_id: i64,
    pub email: Option<String>,
    pub first_name: Option<String>,
    /// First and last name; none unless there are both, as half a name is many people's.
    pub name: Option<String>,
    pub phone_number: Option<String>,
    pub locale: String,
    pub center_id: i64,
    /// Whether the address is known to be theirs. Anybody can type somebody else's name and address into a form: then
    /// only what hangs on the account itself is this person's.
    pub is_proved: bool,
}

impl Person {
    pub fn find(connection: &Connection, user_id: i64) -> Result<Option<Self>> {
        let found = connection
            .prepare_cached(
                "select email, first_name,
                        iif(length(first_name) > 0 and length(last_name) > 0, first_name || ' ' || last_name, null),
                        nullif(phone_number, ''), locale, volunteer_center_id, confirmed_at is not null
                   from users where id = ?1",
            )?
            .query_row([user_id], |row| {
                Ok(Self {
                    user_id,
                    email: row.get(0)?,
                    first_name: row.get(1)?,
                    name: row.get(2)?,
                    phone_number: row.get(3)?,
                    locale: row.get(4)?,
                    center_id: row.get(5)?,
                    is_proved: row.get(6)?,
                })
            })
            .optional()?;
        Ok(found)
    }

    /// Gives a statement those of the list's parameters that it has.
    fn bind(&self, statement: &mut Statement, now: &str) -> Result<()> {
        let proved = |text: &Option<String>| text.clone().filter(|_| self.is_proved);
        for (name, value) in [
            (":email", proved(&self.email)),
            (":name", proved(&self.name)),
            (":phone", proved(&self.phone_number)),
            (":now", Some(now.to_owned())),
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

#[cfg(test)]
mod tests;
