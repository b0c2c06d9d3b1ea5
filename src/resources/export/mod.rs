//! Exports: lists as files, for those with export permission (docs/domain/rights.md#exports).

mod collect;
mod column_names;
mod file;
mod generate;
mod ods;

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::application::Application;
use super::audit_event::AuditEvent;
use super::organization::Organization;
use super::user::User;
use crate::app::access::{Access, RequestContext, action};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{AuthContext as _, Computed, Filter, Id, Predicate, Resource, Sort, Table};
use crate::mail::MailKind;
use crate::model::belongings::{Belonging, Beside, Merging, Moving, Undone};
use crate::model::declaration;
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Expired, FileExport, Period, Retention};
use crate::model::state_history;
use crate::model::state_machine::{By, Mail, Recipient, State, Step, Transition, mail};
use crate::model::state_machine::{Machine, describe};
use crate::policy::{Role, Verb};
use crate::privacy::prelude::*;
use crate::text_enum;

pub use crate::resources::export::column_names::named as column_named;
pub use crate::resources::export::file::write as write_file;
pub use crate::resources::export::generate::{is_left, take_over};

pub struct Export;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ExportAttributes {
    #[schemars(extend("readOnly" = true))]
    pub resource: ExportResource,
    #[schemars(extend("readOnly" = true))]
    pub format: ExportFormat,
    /// As it was asked: `{"status_eq": "active"}`.
    #[schemars(extend("readOnly" = true))]
    pub filter: Map<String, Value>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub state: ExportState,
    #[schemars(extend("readOnly" = true))]
    pub rows: i64,
    /// After this the file is gone.
    #[schemars(extend("readOnly" = true))]
    pub expires_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Id<User>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportResource {
    Users,
    Applications,
    /// Which checks were asked for and seen.
    Checks,
    /// Without the people who can be reached there.
    Organizations,
    /// Who did what.
    AuditEvents,
}

impl ExportResource {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Users => User::TYPE,
            Self::Applications => Application::TYPE,
            Self::Checks => "checks",
            Self::Organizations => Organization::TYPE,
            Self::AuditEvents => AuditEvent::TYPE,
        }
    }

    /// The resource's table, and the file as the resource declares it.
    pub fn declared(self) -> Result<(&'static Table, &'static FileExport)> {
        let declaration = super::declaration_of(self.as_str());
        match declaration.map(|declaration| ((declaration.table)(), declaration.export)) {
            Some((table, Some(declaration::Export::File(file)))) => Ok((table, file)),
            _ => Err(Error::internal(format!("no file of {}", self.as_str()))),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Csv,
    Xlsx,
    Ods,
    Json,
}

/// How far a file is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    Waiting,
    #[default]
    Ready,
    Failed,
}

text_enum!(ExportState {
    Waiting = "waiting",
    Ready = "ready",
    Failed = "failed",
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportEvent {
    Ask,
    Finish,
    Restart,
    GiveUp,
}

text_enum!(ExportEvent {
    Ask = "ask",
    Finish = "finish",
    Restart = "restart",
    GiveUp = "give_up",
});

impl State for ExportState {
    type Resource = Export;
    type Event = ExportEvent;
    type Input = ();

    const COLUMN: &'static str = "state";
    const TRANSITIONS: &'static [Transition<Self>] = &[
        Transition::on(
            ExportEvent::Ask,
            &[],
            &[Self::Waiting, Self::Ready],
            By::Operation(Verb::Create),
        )
        .says("at once up to 1,000 rows, in the background above")
        .unrecorded(),
        Transition::on(
            ExportEvent::Finish,
            &[Self::Waiting],
            &[Self::Ready],
            By::Program,
        )
        .mails(&[mail(MailKind::ExportReady, Recipient::Person)])
        .unrecorded(),
        Transition::on(
            ExportEvent::Restart,
            &[Self::Waiting],
            &[Self::Waiting],
            By::Program,
        )
        .says("after the process that made it has ended")
        .unrecorded(),
        Transition::on(
            ExportEvent::GiveUp,
            &[Self::Waiting],
            &[Self::Failed],
            By::Program,
        )
        .says("after three starts, or without the right")
        .unrecorded(),
    ];

    // Written by `generate` together with the file, by the process that has claimed the export.
    fn write(_: &Step<Self>) -> Result<()> {
        Ok(())
    }

    // Mailed by `generate`, which knows the screen of the list.
    fn notify(_: &Step<Self>, _: Mail) -> Result<()> {
        Ok(())
    }
}

/// What is sent to make one. `filter` is what the list itself takes, without the word `filter`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExportCreateAttributes")]
pub struct ExportForm {
    pub resource: ExportResource,
    pub format: ExportFormat,
    #[serde(default)]
    pub filter: Map<String, Value>,
}

impl Resource for Export {
    const TYPE: &'static str = "exports";
    type Attributes = ExportAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("resource", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "state",
        sql: "case when t.state = 'waiting' and t.expires_at <= :now then 'failed' else t.state end",
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    // The list, not the files.
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

/// Files of people of both outlive what they were made of: they are made anew by whoever may.
fn forget_files(tx: &Tx, undone: &Undone) -> Result<()> {
    tx.prepare_cached("delete from exports where organization_id in (?1, ?2)")?
        .execute((undone.id, undone.into))?;
    Ok(())
}

impl Declared for Export {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/lib/export/export-file.ts", "exports"));
    const ABOUT: &'static str = "Lists as files.";
    const ROUTES: fn() -> Routes = routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<ExportState>];
    const FORMS: &'static [BodyForm] = &[body_form::<ExportForm>("export_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("exports", &[Part {
            rows: "t.created_by_id = :user_id or mentions(t.content, :emails) or mentions(t.filter, :emails)",
            show: Show::Nothing("files about many people, which are gone within a day"),
            erase: Delete,
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "exports",
            rows: "expires_at < :before",
            after: Period::Days(0),
        }],
    });
    const EXPORT: Option<declaration::Export> = Some(declaration::Export::No("a file itself"));
    const DEMO: Option<Demo> = Some(Demo::None("made of what is exported"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("exports",
            Moving::Goes("update exports set volunteer_center_id = :to
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")]))
            .beside(Beside { merge: None, undo: forget_files }),
    ];
}

/// What a file holds. A test compares it with the declarations.
const COLUMNS: &str = "In CSV, XLSX and ODS a row for each thing, under a head with the names of the columns in the language \
    in which the file was asked for; in JSON an array of objects with these names. users: id, first_name, last_name, email, \
    phone_number, job_title, status, signup_method, locale, roles, organizations, created_at, last_sign_in_at. applications: \
    id, created_at, vacancy_title, organization_name, first_name, last_name, email, phone_number, message, stage, status, \
    reason_code, reason_text, closed_by, source, responded_at, match_confirmed_at. checks: id, person_name, \
    organization_name, vacancy_title, kind, state, requested_on, claimed_on, issued_on, seen_on, seen_by_name, valid_until, \
    note. organizations: id, name, status, \
    organization_type, kvk_number, neighbourhood_initiative, city, website, vacancies_count, response_days, created_at, \
    approved_at, last_confirmed_at, unconfirmed_since. audit_events: id, created_at, actor, actor_kind, kind, action, \
    subject_type, subject_id, changes, reason_text.";

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", crate::resources::export::generate::create)
        .named(
            "createExport",
            "Makes a file of a list; a long one is ready later",
        )
        .answers(Described::one::<Export>(201))
        .answers(Described::one::<Export>(202))
        .list::<Export>()
        .find::<Export>()
        .action(Method::GET, "/{id}/file", download)
        .named("downloadExport", "Gives the file")
        .described(COLUMNS)
        .answers(Described::file("text/csv"))
        .answers(Described::file(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ))
        .answers(Described::file(
            "application/vnd.oasis.opendocument.spreadsheet",
        ))
        .answers(Described::file("application/json"))
        .refuses(&[410])
        .delete::<Export>()
}

/// 403 unless the requester may export the list. An organisation may export what was sent to it; data held by a
/// centre requires export permission granted to the person, also where they manage an organisation besides.
fn require_leave(
    connection: &Connection,
    ctx: &RequestContext,
    resource: ExportResource,
) -> Result<()> {
    let visibility = ctx.visibility(resource.as_str()).unwrap_or_default();
    if !visibility.can.iter().any(|(verb, _)| *verb == "export") {
        return Err(Code::Forbidden.into());
    }
    let runs_the_center = ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin);
    if resource.declared()?.1.is_open_to_organizations
        && ctx.has(Role::OrganizationSuperuser)
        && !runs_the_center
    {
        return Ok(());
    }
    let has_leave = connection
        .prepare_cached("select 1 from users where id = ?1 and can_export = 1")?
        .exists([ctx.user_id()])?;
    if has_leave {
        Ok(())
    } else {
        Err(Error::from(Code::Forbidden).with("needs", "can_export"))
    }
}

/// `GET /exports/{id}/file`: 410 once expired, 404 before it is generated. Each download is recorded in the audit
/// log.
async fn download(
    access: Access<Export, action::Read>,
    id: Id<Export>,
    _: Input<()>,
) -> Result<Response> {
    let (content, format, made) = access
        .write(move |tx, rows| {
            let made = rows.load(tx, id)?;
            require_leave(tx, rows.ctx(), made.resource)?;
            let (content, format, expires_at): (Option<Vec<u8>>, String, String) = tx.query_row(
                "select content, format, expires_at from exports where id = ?1",
                [id.number()],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            if expires_at <= rows.ctx().now {
                return Err(Code::LinkExpired.into());
            }
            let content = content.ok_or(Code::NotFound)?;
            state_history::audit(
                tx,
                rows.ctx().user_id(),
                "fetch_export",
                (Export::TYPE, id.number()),
            )?;
            Ok((content, format, made))
        })
        .await?;
    let kind = match format.as_str() {
        "csv" => "text/csv; charset=utf-8",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        _ => "application/json",
    };
    let day = made.created_at.as_deref().and_then(|at| at.get(..10));
    let (of, day) = (made.resource.as_str(), day.unwrap_or_default());
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = format!("attachment; filename=\"{of}-{day}.{format}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}
