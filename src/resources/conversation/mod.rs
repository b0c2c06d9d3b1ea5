//! Conversations between somebody and an organisation (docs/domain/states.md#messages): one per application, and one per
//! message of the pool that was answered, made by the first message. The centre does not read along.

pub mod message;
pub mod snippet;

use rusqlite::{OptionalExtension as _, named_params};

use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::{Id, Resource};
use crate::model::belongings::Undone;
use crate::model::effects::{Event, Happening};
use crate::resources::application::Application;
use crate::text_enum;

/// What a conversation is about: the type and id of a row with an organisation and a centre.
#[derive(Debug, Clone, Copy)]
pub struct About {
    pub type_name: &'static str,
    pub id: i64,
}

impl About {
    pub fn row<R: Resource>(id: Id<R>) -> Self {
        Self {
            type_name: R::TYPE,
            id: id.number(),
        }
    }
}

/// The side of a conversation that wrote.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MessageSide")]
pub enum Side {
    Applicant,
    Organization,
}

text_enum!(Side {
    Applicant = "applicant",
    Organization = "organization",
});

impl Side {
    pub const fn other(self) -> Self {
        match self {
            Self::Applicant => Self::Organization,
            Self::Organization => Self::Applicant,
        }
    }

    /// Column with the last message that this side has read.
    const fn read_column(self) -> &'static str {
        match self {
            Self::Applicant => "applicant_read_id",
            Self::Organization => "organization_read_id",
        }
    }

    /// Column with the last message that this side was mailed.
    const fn mailed_column(self) -> &'static str {
        match self {
            Self::Applicant => "applicant_mailed_id",
            Self::Organization => "organization_mailed_id",
        }
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .merge(message::routes())
        .merge(snippet::routes())
}

/// The conversation about something; made where there is none.
fn about(tx: &Tx, about: About) -> Result<i64> {
    let About { type_name, id } = about;
    let found: Option<i64> = tx
        .prepare_cached("select id from conversations where about_type = ?1 and about_id = ?2")?
        .query_row((type_name, id), |row| row.get(0))
        .optional()?;
    if let Some(found) = found {
        return Ok(found);
    }
    Ok(tx
        .prepare_cached(&format!(
            "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, last_message_at, created_at, updated_at)
             select :type, a.id, a.organization_id, a.volunteer_center_id, :now, :now, :now from {type_name} a where a.id = :id",
        ))?
        .insert(named_params! {":type": type_name, ":id": id, ":now": tx.now()})?)
}

/// What is said about something that goes back goes back with it.
fn follow_subjects(tx: &Tx, undone: &Undone) -> Result<()> {
    for table in [Application::TYPE, "volunteer_profile_replies"] {
        tx.prepare_cached(&format!(
            "update conversations set organization_id = ?1, version = version + 1
              where organization_id = ?2 and about_type = '{table}'
                and about_id in (select id from {table} where organization_id = ?1)",
        ))?
        .execute((undone.id, undone.into))?;
    }
    Ok(())
}

/// Deletes what was written about an application.
fn forget_with_application(happening: &Happening) -> Result<()> {
    if happening.event != Event::ApplicationErased {
        return Ok(());
    }
    for sql in [
        "delete from messages where conversation_id in (select id from conversations where about_type = 'applications' and about_id = ?1)",
        "delete from conversations where about_type = 'applications' and about_id = ?1",
    ] {
        happening.tx.prepare_cached(sql)?.execute([happening.id])?;
    }
    Ok(())
}
