//! What a resource declares besides its API (`Resource`): personal data, retention, files, demo rows. Every fact
//! stands beside the resource; `resources::declared()` collects them. tests/it/source/places.rs names what is missing.

use std::path::Path;

use schemars::JsonSchema;
use serde_json::Value;

use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::schema::lifecycle::{Scheduled, SoftDelete};
use crate::jsonapi::{Resource, Table, table};
use crate::model::belongings::Belonging;
use crate::model::effects::Effect;
use crate::model::state_machine::Machine;
use crate::privacy::Entry;

pub trait Declared: Resource {
    /// `file!()`.
    const FILE: &'static str;
    /// For what has no screen of its own.
    const SHOWN_IN: Option<ShownIn> = None;
    /// Whether it has a screen for whoever may make rows of it: the right of that screen (`ui/src/app/screens.json`) is
    /// named as its type.
    const IS_MADE_ON_ITS_SCREEN: bool = false;
    /// What its group in the API reference is about: a sentence.
    const ABOUT: &'static str;
    /// Its calls.
    const ROUTES: fn() -> Routes = Routes::new;
    /// Bodies of its calls that are no resources.
    const FORMS: &'static [BodyForm] = &[];
    /// The state machines of its rows.
    const MACHINES: &'static [fn() -> Machine] = &[];
    const SOFT_DELETE: Option<SoftDelete> = None;
    const SCHEDULED: Option<Scheduled> = None;
    /// The resource's table and the tables that belong to it: whose rows they hold, what their export contains and
    /// what erasure does.
    const PERSONAL_DATA: &'static [Entry] = &[];
    const RETENTION: Option<Retention> = None;
    const EXPORT: Option<Export> = None;
    const DEMO: Option<Demo> = None;
    /// For resources whose deleted rows stay, blanked, while others refer to them.
    const PURGE: Option<Purge> = None;
    /// What is an organisation's of its table and of the tables that belong to it.
    const BELONGINGS: &'static [Belonging] = &[];
    /// What becomes of its rows when something happens to a row that they hang on.
    const EFFECTS: Option<Effect> = None;
}

/// The file of the app that shows it or works with it, and a word that stands there.
pub type ShownIn = (&'static str, &'static str);

/// How long rows are kept (docs/domain/retention.md#clocks).
#[derive(Clone, Copy)]
pub enum Retention {
    /// For as long as what they belong to; the reason.
    Kept(&'static str),
    Limited {
        clocks: &'static [Clock],
        expired: &'static [Expired],
    },
}

/// Query for the rows that are due, and an action on one of them. `t` is the table; times: `:d…` is so many days ago,
/// `:m…` so many months.
#[derive(Clone, Copy)]
pub struct Clock {
    /// Kind recorded in `erasures`.
    pub kind: &'static str,
    pub table: &'static str,
    pub rows: &'static str,
    /// Acts on one row; the directory is that of the tenant's uploads.
    pub act: fn(&Tx, i64, &Path) -> Result<()>,
    /// True if the action deletes data, which is counted in `erasures`.
    pub takes_away: bool,
}

/// Rows that are deleted without further action once `:before` has passed.
#[derive(Clone, Copy)]
pub struct Expired {
    pub table: &'static str,
    pub rows: &'static str,
    pub after: Period,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Days(i64),
    Months(i32),
}

/// Columns of a row that stays after its purge: overwritten with these values, or kept. Every column occurs once.
#[derive(Clone, Copy)]
pub struct Purge {
    pub blanked: &'static [(&'static str, &'static str)],
    pub kept: &'static [&'static str],
}

/// Whether lists of the resource can be had as a file (docs/domain/rights.md#exports).
#[derive(Clone, Copy)]
pub enum Export {
    /// They cannot; the reason.
    No(&'static str),
    File(&'static FileExport),
}

pub struct FileExport {
    /// Action name in the audit log.
    pub action: &'static str,
    /// Query of the list of which a page is read at a time.
    pub query: &'static str,
    /// Path of the list in the app.
    pub screen: &'static str,
    /// Named by the attribute, or the relation, that they show.
    pub columns: &'static [&'static str],
    /// Order of the rows, which arrive by id.
    pub order: fn(&mut [Value]),
    /// True if an organisation may export what was sent to it, without export permission.
    pub is_open_to_organizations: bool,
}

/// Whether the demo site has rows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demo {
    Rows,
    /// It has none; the reason.
    None(&'static str),
}

/// Body of a call that is no resource: the type that a document of it names, and its schema.
#[derive(Clone, Copy)]
pub struct BodyForm {
    pub type_name: &'static str,
    pub schema: fn() -> String,
}

pub const fn body_form<T: JsonSchema>(type_name: &'static str) -> BodyForm {
    BodyForm {
        type_name,
        schema: || T::schema_name().into_owned(),
    }
}

/// The declaration of one resource as data.
#[derive(Clone, Copy)]
pub struct Declaration {
    pub table: fn() -> &'static Table,
    pub file: &'static str,
    pub shown_in: Option<ShownIn>,
    pub is_made_on_its_screen: bool,
    pub about: &'static str,
    pub routes: fn() -> Routes,
    pub forms: &'static [BodyForm],
    pub machines: &'static [fn() -> Machine],
    pub soft_delete: Option<SoftDelete>,
    pub scheduled: Option<Scheduled>,
    pub personal_data: &'static [Entry],
    pub retention: Option<Retention>,
    pub export: Option<Export>,
    pub demo: Option<Demo>,
    pub purge: Option<Purge>,
    pub effects: Option<Effect>,
    pub belongings: &'static [Belonging],
}

impl Declaration {
    pub const fn of<R: Declared>() -> Self {
        Self {
            table: table::<R>,
            file: R::FILE,
            shown_in: R::SHOWN_IN,
            is_made_on_its_screen: R::IS_MADE_ON_ITS_SCREEN,
            about: R::ABOUT,
            routes: R::ROUTES,
            forms: R::FORMS,
            machines: R::MACHINES,
            soft_delete: R::SOFT_DELETE,
            scheduled: R::SCHEDULED,
            personal_data: R::PERSONAL_DATA,
            retention: R::RETENTION,
            export: R::EXPORT,
            demo: R::DEMO,
            purge: R::PURGE,
            effects: R::EFFECTS,
            belongings: R::BELONGINGS,
        }
    }
}
