//! Imports: tables of people or organisations, uploaded, mapped, checked, then run in one transaction
//! (docs/domain/states.md#exports-and-imports).

pub mod columns;
pub mod organization_import;
pub mod people_import;
pub mod rows;
mod steps;
pub mod work;

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::base::locale::Locale;
use crate::error::Result;
use crate::http::routes::{Described, DocumentOf, Input, Routes, Sent};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store::{attributes_of, new_attributes_of, typed};
use crate::jsonapi::{Answer, Document, Filter, Id, Predicate, Resource, Sort, table};
use crate::model::declaration::{BodyForm, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::state_machine::{By, Mail, State, Step, Transition};
use crate::model::state_machine::{Machine, describe};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::import::columns::{Column, ImportField};
use crate::text_enum;

pub struct Import;

/// All of it is set by the server, but what the columns are taken for.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ImportAttributes {
    #[schemars(extend("readOnly" = true))]
    pub resource: ImportResource,
    #[schemars(extend("readOnly" = true))]
    pub file_name: String,
    #[schemars(extend("readOnly" = true))]
    pub state: ImportState,
    /// In the order of the file.
    #[schemars(extend("readOnly" = true))]
    pub columns: Vec<Column>,
    /// Rows below the header.
    #[schemars(extend("readOnly" = true))]
    pub rows: i64,
    #[schemars(extend("readOnly" = true))]
    pub report: ImportReport,
    /// Organisations taken in so far, while it runs.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub processed: i64,
    /// What was done, once it is.
    #[schemars(extend("readOnly" = true))]
    pub result: Option<ImportResult>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Id<VolunteerCenter>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Id<User>,
    #[schemars(extend("readOnly" = true))]
    pub finished_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportResource {
    Users,
    Organizations,
}

text_enum!(ImportResource {
    Users = "users",
    Organizations = "organizations",
});

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    Uploaded,
    Running,
    Done,
}

text_enum!(ImportState {
    Uploaded = "uploaded",
    Running = "running",
    Done = "done",
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportEvent {
    Upload,
    Map,
    Run,
    Finish,
    Restart,
    GiveUp,
}

text_enum!(ImportEvent {
    Upload = "upload",
    Map = "map",
    Run = "run",
    Finish = "finish",
    Restart = "restart",
    GiveUp = "give_up",
});

const UPDATE: By = By::Operation(Verb::Update);

impl State for ImportState {
    type Resource = Import;
    type Event = ImportEvent;
    type Input = ();

    const COLUMN: &'static str = "state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            ImportEvent::Upload,
            &[],
            &[Self::Uploaded],
            By::Operation(Verb::Create),
        )
        .unrecorded(),
        Transition::on(
            ImportEvent::Map,
            &[Self::Uploaded],
            &[Self::Uploaded],
            UPDATE,
        )
        .says("the rows are checked again")
        .unrecorded(),
        Transition::on(
            ImportEvent::Run,
            &[Self::Uploaded],
            &[Self::Done, Self::Running],
            UPDATE,
        )
        .says("whole: rows with faults stop it unless they are skipped; above 200 organisations in the background")
        .unrecorded(),
        Transition::on(
            ImportEvent::Finish,
            &[Self::Running],
            &[Self::Done],
            By::Program,
        )
        .unrecorded(),
        Transition::on(
            ImportEvent::Restart,
            &[Self::Running],
            &[Self::Running],
            By::Program,
        )
        .says("after the process that worked on it has ended")
        .unrecorded(),
        Transition::on(
            ImportEvent::GiveUp,
            &[Self::Running],
            &[Self::Uploaded],
            By::Program,
        )
        .says("after three starts, or without the right; what was taken in stays, and is known when it is run again")
        .unrecorded(),
    ];

    // Written by `steps` together with the outcome.
    fn write(_: &Step<Self>) -> Result<()> {
        Ok(())
    }

    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}

/// What the file comes to with these columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = Vec::<String>::new()))]
pub struct ImportReport {
    /// False while no column holds the e-mail addresses of people, or the names of organisations.
    pub is_readable: bool,
    /// People or organisations that would be added.
    pub new: usize,
    /// Rows of people who have an account, and of organisations that the centre has; they are left as they are.
    pub known: usize,
    /// Rows that say an earlier one again.
    pub repeated: usize,
    /// Rows with a fault.
    pub faulty: usize,
    /// The first two hundred.
    pub faults: Vec<ImportFault>,
    /// The first ten who would be added.
    pub people: Vec<ImportPerson>,
    /// The first ten that would be added.
    #[serde(default)]
    pub organizations: Vec<ImportOrganization>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ImportFault {
    /// The line in the file, counted from 1.
    pub line: u64,
    pub column: Option<String>,
    pub value: String,
    pub rule: String,
    /// What to do, in the language of who brought the file.
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportPerson {
    pub line: u64,
    pub email: String,
    pub name: String,
    pub role: Option<String>,
    pub organization: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportOrganization {
    pub line: u64,
    pub name: String,
    pub city: Option<String>,
    pub kvk_number: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct ImportResult {
    pub added: usize,
    pub invited: usize,
    pub known: usize,
    pub repeated: usize,
    pub faulty: usize,
}

impl Resource for Import {
    const TYPE: &'static str = "imports";
    type Attributes = ImportAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("state", &[Predicate::Eq]),
        Filter::column("resource", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for Import {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "People brought in from a file.";
    const ROUTES: fn() -> Routes = routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<ImportState>];
    const FORMS: &'static [BodyForm] = &[
        body_form::<ImportForm>("import_forms"),
        body_form::<ImportMapping>("import_mappings"),
    ];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("imports", &[Part {
            rows: "t.created_by_id = :user_id or mentions(t.content, :emails) or mentions(t.columns, :emails) or mentions(t.report, :emails)",
            show: Show::Nothing("files about many people, which are gone within a week"),
            erase: Delete,
        }]),
    ];
    const RETENTION: Option<Retention> =
        // The uploaded file is not retained beside the accounts created from it.
        Some(Retention::Limited {
            clocks: &[],
            expired: &[Expired {
                table: "imports",
                rows: "created_at < :before",
                after: Period::Days(7),
            }],
        });
    const EXPORT: Option<Export> = Some(Export::No("a file itself"));
    const DEMO: Option<Demo> = Some(Demo::None("made of the file of who imports"));
}

/// What is sent to begin. `file` is the file's bytes in base64.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ImportCreateAttributes")]
pub struct ImportForm {
    pub resource: ImportResource,
    #[validate(length(min = 1, max = 255))]
    pub file_name: String,
    pub file: String,
    /// Only look: answer with the report and keep nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// What the columns are taken for, one for each, in the order of the file; null leaves one out.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ImportUpdateAttributes")]
pub struct ImportMapping {
    #[validate(length(max = 200))]
    pub fields: Vec<Option<ImportField>>,
}

/// How it is to be run.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(rename = "ImportRun")]
struct RunForm {
    /// Take in the good rows although others are faulty.
    #[serde(default)]
    skip_faulty: bool,
    /// Send everybody who is added an invitation.
    #[serde(default)]
    invite: bool,
}

/// Request body limit: a file of 10 MB in base64, plus overhead.
const BODY_LIMIT: usize = 14 * 1024 * 1024;

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", create)
        .named("createImport", "Takes in a file and reports on its rows")
        .answers(Described::one::<Import>(200))
        .answers(Described::one::<Import>(201))
        .larger(BODY_LIMIT)
        .list::<Import>()
        .find::<Import>()
        .action(Method::PATCH, "/{id}", remap)
        .named("updateImport", "Says what the columns are")
        .answers(Described::one::<Import>(200))
        .action(Method::PUT, "/{id}", remap)
        .named("putImport", "Says what the columns are, as PATCH does")
        .answers(Described::one::<Import>(200))
        .action(Method::POST, "/{id}/run", run)
        .named("runImport", "Brings what is in the file in, all or none")
        .refuses(&[412])
        .answers(Described::one::<Import>(200))
        .answers(Described::one::<Import>(202))
        .action(Method::GET, "/{id}/faulty", faulty)
        .named(
            "downloadFaultyRows",
            "Gives the rows that were refused, to be corrected",
        )
        .answers(Described::file("text/csv"))
        .refuses(&[429])
        .delete::<Import>()
}

async fn create(
    access: Access<Import, action::Create>,
    (): (),
    input: Input<Sent<DocumentOf<Import, ImportForm>>>,
) -> Result<Answer> {
    let locale = language(&input);
    let mut body = input.body;
    // The file is nearly all of the body: it is moved, where the other attributes are copied.
    let file = body.take("/data/attributes/file");
    let mut attributes = new_attributes_of(table::<Import>(), &body)?;
    drop(body);
    if let Some(file) = file {
        attributes.insert("file".to_owned(), file);
    }
    let form: ImportForm = typed(&["resource", "file_name", "file"], attributes)?;
    steps::upload(&access, form, locale, input.key).await
}

async fn remap(
    access: Access<Import, action::Update>,
    id: Id<Import>,
    input: Input<Sent<DocumentOf<Import, ImportMapping>>>,
) -> Result<Document> {
    let attributes = attributes_of(table::<Import>(), &input.body)?;
    let mapping: ImportMapping = typed(&["fields"], attributes)?;
    let locale = language(&input);
    steps::remap(&access, id, mapping, locale).await
}

/// `POST /imports/{id}/run`: imports every row or none. 412 with the new report where it comes to something other than
/// what was shown.
async fn run(
    access: Access<Import, action::Update>,
    id: Id<Import>,
    input: Input<RunForm>,
) -> Result<Answer> {
    let locale = language(&input);
    let RunForm {
        skip_faulty,
        invite,
    } = input.body;
    let options = steps::ImportOptions {
        is_skipping: skip_faulty,
        is_inviting: invite,
    };
    steps::run(&access, id, options, locale, input.key).await
}

/// `GET /imports/{id}/faulty`: the rejected rows as CSV, for correction and renewed upload. Which are rejected depends on
/// the rights of whoever made the import.
async fn faulty(
    access: Access<Import, action::Update>,
    id: Id<Import>,
    input: Input<()>,
) -> Result<Response> {
    let csv = steps::faulty(&access, id, language(&input)).await?;
    let mut response = csv.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/csv; charset=utf-8"),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"faulty.csv\""),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}

fn language<B>(input: &Input<B>) -> Locale {
    input
        .headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .and_then(Locale::accepted)
        .unwrap_or_default()
}
