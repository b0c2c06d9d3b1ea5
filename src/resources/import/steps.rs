//! Upload, mapping and execution of an import. Parsing and checking use a read connection; only the final write
//! occupies the writer.

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{Connection, named_params};
use serde_json::{Value, json};

use super::columns::{Column, Layout};
use super::organization_import::{self, NewOrganization};
use super::people_import::{self, Granter};
use super::rows::{Checked, RowFault, faulty_csv};
use super::work;
use super::{
    Import, ImportEvent, ImportFault, ImportForm, ImportMapping, ImportOrganization, ImportPerson,
    ImportReport, ImportResource, ImportResult, ImportState,
};
use crate::app::access::{Access, Action, RequestContext, action};
use crate::app::limits::exclusive_work::SingleFlight;
use crate::app::limits::uploads::{IMPORTS_STORED, IMPORTS_WAITING};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::Key;
use crate::jsonapi::{Answer, Document, Id, Resource as _};
use crate::model::state_history;
use crate::model::state_machine::{State as _, written};
use crate::policy::Role;
use crate::resources::organization::Organization;
use crate::resources::upload;
use crate::tabular::{Sheet, SheetFault};

const FAULTS_SHOWN: usize = 200;
const NEW_SHOWN: usize = 10;

pub struct ImportOptions {
    pub is_skipping: bool,
    pub is_inviting: bool,
}

impl ImportResource {
    fn layout(self) -> &'static Layout {
        match self {
            Self::Users => &people_import::LAYOUT,
            Self::Organizations => &organization_import::LAYOUT,
        }
    }

    /// Name in the audit trail.
    fn action(self) -> &'static str {
        match self {
            Self::Users => "import_users",
            Self::Organizations => "import_organizations",
        }
    }
}

/// What a file came to.
pub(super) enum Found {
    People(Checked<people_import::Import>),
    Organizations(Checked<NewOrganization>),
}

impl Found {
    fn faults(&self) -> &[RowFault] {
        match self {
            Self::People(checked) => &checked.faults,
            Self::Organizations(checked) => &checked.faults,
        }
    }

    /// New, known, repeated and faulty rows.
    fn counts(&self) -> [usize; 4] {
        fn of<T>(checked: &Checked<T>) -> [usize; 4] {
            [
                checked.new.len(),
                checked.known.len(),
                checked.repeated.len(),
                checked.faulty(),
            ]
        }
        match self {
            Self::People(checked) => of(checked),
            Self::Organizations(checked) => of(checked),
        }
    }
}

/// Parsed file with its column mapping.
pub(super) struct Read {
    resource: ImportResource,
    sheet: Sheet,
    columns: Vec<Column>,
}

pub async fn upload(
    access: &Access<Import, action::Create>,
    form: ImportForm,
    locale: Locale,
    key: Option<Key>,
) -> Result<Answer> {
    let ImportForm {
        resource,
        file_name,
        file,
        dry_run,
    } = form;
    if resource == ImportResource::Organizations {
        access.beside::<Organization, action::Create>()?;
    }
    let person = access.ctx().user_id();
    if !dry_run {
        // Said before the file is read; asked again where it is written.
        access
            .read(move |connection| require_room(connection, person, 0))
            .await?;
    }
    let turn = turn(access).await?;
    let (bytes, sheet) = parse(turn.clone(), move || {
        let bytes = STANDARD.decode(file.trim());
        Ok(bytes.map_err(|_| FieldFault::attribute("file", "file_unreadable"))?)
    })
    .await?;
    let (ctx, held) = (access.rows(), turn.clone());
    let (columns, rows, report) = access
        .read_slow(move |connection| {
            let _held = held;
            let read = Read {
                resource,
                columns: resource.layout().columns_of(&sheet),
                sheet,
            };
            let checked = check(connection, &read, ctx.ctx())?;
            let report = report(checked.as_ref(), locale);
            Ok((read.columns, read.sheet.count(), report))
        })
        .await?;
    if dry_run {
        let data =
            json!({ "data": null, "meta": { "columns": columns, "rows": rows, "report": report } });
        return Ok(Answer::ok(data.to_string()));
    }
    access
        .post(key, move |tx, rows_of| {
            let _held = turn;
            let ctx = rows_of.ctx();
            let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
            require_room(tx, person, size)?;
            upload::require_room(tx, size)?;
            tx.execute(
                "insert into imports (resource, file_name, content, columns, rows, report, volunteer_center_id,
                     created_by_id, created_at, updated_at)
                 values (:resource, :file_name, :content, :columns, :rows, :report, :center_id, :user_id, :now, :now)",
                named_params! {
                    ":resource": resource,
                    ":file_name": file_name,
                    ":content": bytes,
                    ":columns": serde_json::to_string(&columns)?,
                    ":rows": i64::try_from(rows).unwrap_or(i64::MAX),
                    ":report": serde_json::to_string(&report)?,
                    ":center_id": ctx.site.center_id,
                    ":user_id": ctx.user_id(),
                    ":now": tx.now(),
                },
            )?;
            let id = Id::new(tx.last_insert_rowid());
            let location = format!("/api/v1/imports/{id}");
            Ok(Answer::created(location, rows_of.shown_text(tx, id)?))
        })
        .await
}

/// Requires room for one more file of a person, of this many bytes: files are kept for a week.
fn require_room(connection: &Connection, person: Option<i64>, size: i64) -> Result<()> {
    let (waiting, stored): (i64, i64) = connection
        .prepare_cached(
            "select count(*) filter (where state = 'uploaded'), coalesce(sum(length(content)), 0)
               from imports where created_by_id = ?1",
        )?
        .query_row([person], |row| row.try_into())?;
    if waiting >= IMPORTS_WAITING {
        return Err(Error::from(Code::ImportsWaiting).with("limit", IMPORTS_WAITING));
    }
    if stored.saturating_add(size) > IMPORTS_STORED {
        let limit = format!("{} MB", IMPORTS_STORED / 1024 / 1024);
        return Err(Error::from(Code::ImportsLarge).with("limit", limit));
    }
    Ok(())
}

pub async fn remap(
    access: &Access<Import, action::Update>,
    id: Id<Import>,
    mapping: ImportMapping,
    locale: Locale,
) -> Result<Document> {
    let turn = turn(access).await?;
    let rows = access.rows();
    let (resource, content, columns) = access
        .read_slow(move |connection| {
            rows.require(connection, id)?;
            require_waiting(connection, id)?;
            load(connection, id)
        })
        .await?;
    let (content, sheet) = parse(turn.clone(), || Ok(content)).await?;
    drop(content);
    let rows = access.rows();
    let (columns, report) = access
        .read_slow(move |connection| {
            let _held = turn;
            let mut read = Read {
                resource,
                sheet,
                columns,
            };
            if mapping.fields.len() != read.columns.len() {
                let fault =
                    FieldFault::attribute("fields", "items").with("max", read.columns.len());
                return Err(fault.into());
            }
            for (column, field) in read.columns.iter_mut().zip(mapping.fields) {
                column.field = field;
            }
            resource.layout().validate(&read.columns)?;
            let checked = check(connection, &read, rows.ctx())?;
            Ok((read.columns, report(checked.as_ref(), locale)))
        })
        .await?;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            require_waiting(tx, id)?;
            tx.execute(
                "update imports set columns = ?2, report = ?3, version = version + 1, updated_at = ?4 where id = ?1",
                (
                    id.number(),
                    serde_json::to_string(&columns)?,
                    serde_json::to_string(&report)?,
                    tx.now(),
                ),
            )?;
            Ok(())
        })
        .await
}

pub async fn run(
    access: &Access<Import, action::Update>,
    id: Id<Import>,
    options: ImportOptions,
    locale: Locale,
    key: Option<Key>,
) -> Result<Answer> {
    let turn = turn(access).await?;
    let read = read(access, id, turn.clone()).await?;
    let (process, held) = (access.app().run().to_owned(), turn.clone());
    let ran = access
        .post(key, move |tx, rows| {
            let _held = held;
            rows.require(tx, id)?;
            require_waiting(tx, id)?;
            let resource = read.resource;
            resource.layout().validate(&read.columns)?;
            // Checked again inside the write transaction, as other requests may have written since, and the requester
            // may have lost a right.
            let checked = check(tx, &read, rows.ctx())?;
            let report = report(checked.as_ref(), locale);
            if !report.says_the_same(&rows.load(tx, id)?.report) {
                let report = serde_json::to_value(&report)?;
                return Err(Error::from(Code::ReportChanged).with("report", report));
            }
            let faults = checked.as_ref().map_or(0, |found| found.faults().len());
            if faults > 0 && !options.is_skipping {
                let shown = faults.min(FAULTS_SHOWN);
                let fault = FieldFault::attribute("file", "faulty_rows").with("faults", shown);
                return Err(fault.into());
            }
            if let Some(Found::Organizations(checked)) = &checked
                && checked.new.len() > work::AT_ONCE
            {
                rows.beside::<Organization, action::Create>()?;
                work::begin(tx, id, &report, &process)?;
                return Ok(Answer::accepted(rows.shown_text(tx, id)?));
            }
            let (added, invited) = match checked {
                None => (0, 0),
                Some(Found::People(checked)) => {
                    let granter = granter(tx, rows.ctx())?;
                    let is_inviting = options.is_inviting;
                    let outcome =
                        people_import::run(tx, &checked.new, &granter, is_inviting, &mut |_| {})?;
                    (outcome.added, outcome.invited)
                }
                Some(Found::Organizations(checked)) => {
                    let organizations = rows.beside::<Organization, action::Create>()?;
                    let create = |attributes| organizations.create(tx, attributes);
                    let actor_id = rows.ctx().user_id();
                    (
                        organization_import::run(tx, checked.new, actor_id, &create)?,
                        0,
                    )
                }
            };
            let result = ImportResult {
                added,
                invited,
                known: report.known,
                repeated: report.repeated,
                faulty: report.faulty,
            };
            finish(tx, id, ImportState::Uploaded, &report, &result)?;
            state_history::audit(
                tx,
                rows.ctx().user_id(),
                resource.action(),
                (Import::TYPE, id.number()),
            )?;
            Ok(Answer::ok(rows.shown_text(tx, id)?))
        })
        .await;
    if let Err(error) = &ran
        && error.is(Code::ReportChanged)
        && let Some(report) = error.meta("report")
    {
        show_again(access, id, report.to_string()).await?;
    }
    if let Ok(answer) = &ran
        && answer.status == StatusCode::ACCEPTED
        && !answer.is_replay
    {
        let (access, process) = (access.again().into_work(), access.app().run().to_owned());
        tokio::spawn(async move { work::finish(&access, id, &process, Some(turn)).await });
    }
    ran
}

/// Stores the report that an import comes to by now, for its maker to look at before it is run.
async fn show_again(
    access: &Access<Import, action::Update>,
    id: Id<Import>,
    report: String,
) -> Result<()> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            require_waiting(tx, id)?;
            tx.execute(
                "update imports set report = ?2, version = version + 1, updated_at = ?3 where id = ?1",
                (id.number(), report, tx.now()),
            )?;
            Ok(())
        })
        .await
}

impl ImportReport {
    /// Whether an import would do what this report says, which may be in another language.
    fn says_the_same(&self, other: &Self) -> bool {
        let counts = |of: &Self| [of.new, of.known, of.repeated, of.faulty];
        let faults = |of: &Self| {
            let faults = of.faults.iter();
            faults
                .map(|fault| (fault.line, fault.column.clone(), fault.rule.clone()))
                .collect::<Vec<_>>()
        };
        self.is_readable == other.is_readable
            && counts(self) == counts(other)
            && faults(self) == faults(other)
            && self.people == other.people
            && self.organizations == other.organizations
    }
}

pub(super) fn finish(
    tx: &Tx,
    id: Id<Import>,
    from: ImportState,
    report: &ImportReport,
    result: &ImportResult,
) -> Result<()> {
    tx.execute(
        "update imports
            set state = :state, report = :report, result = :result, finished_at = :now, version = version + 1,
                updated_at = :now
          where id = :id",
        named_params! {
            ":id": id.number(),
            ":state": ImportState::Done,
            ":report": serde_json::to_string(report)?,
            ":result": serde_json::to_string(result)?,
            ":now": tx.now(),
        },
    )?;
    let event = match from {
        ImportState::Running => ImportEvent::Finish,
        ImportState::Uploaded | ImportState::Done => ImportEvent::Run,
    };
    written::<ImportState>(tx, None, id, event, (from, ImportState::Done))
}

/// Checks the previously faulty rows again, against current data.
pub async fn faulty(
    access: &Access<Import, action::Update>,
    id: Id<Import>,
    locale: Locale,
) -> Result<Vec<u8>> {
    let turn = turn(access).await?;
    let read = read(access, id, turn.clone()).await?;
    let rows = access.rows();
    access
        .read_slow(move |connection| {
            let _held = turn;
            let checked = check(connection, &read, rows.ctx())?;
            let faults = checked.as_ref().map_or(&[][..], Found::faults);
            Ok(faulty_csv(&read.sheet, faults, locale))
        })
        .await
}

/// Allows one import per tenant in memory at a time, and one seat a person.
pub(super) async fn turn<A: Action>(access: &Access<Import, A>) -> Result<SingleFlight> {
    let person = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access.ctx().site.tenant.imports.take(person).await
}

/// Loads a file uploaded earlier, with its column mapping.
pub(super) async fn read<A: Action>(
    access: &Access<Import, A>,
    id: Id<Import>,
    turn: SingleFlight,
) -> Result<Read> {
    let rows = access.rows();
    let (resource, content, columns) = access
        .read_slow(move |connection| {
            rows.require(connection, id)?;
            load(connection, id)
        })
        .await?;
    let (content, sheet) = parse(turn, || Ok(content)).await?;
    drop(content);
    Ok(Read {
        resource,
        sheet,
        columns,
    })
}

/// Parses a file on a worker thread, so that it blocks no other request, and returns it.
async fn parse(
    turn: SingleFlight,
    content: impl FnOnce() -> Result<Vec<u8>> + Send + 'static,
) -> Result<(Vec<u8>, Sheet)> {
    tokio::task::spawn_blocking(move || {
        let _held = turn;
        let content = content()?;
        let sheet = Sheet::read(&content).map_err(SheetFault::told)?;
        Ok((content, sheet))
    })
    .await
    .map_err(Error::internal)?
}

fn load(connection: &Connection, id: Id<Import>) -> Result<(ImportResource, Vec<u8>, Vec<Column>)> {
    let (resource, content, columns): (ImportResource, Vec<u8>, String) = connection
        .prepare_cached("select resource, content, columns from imports where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    Ok((resource, content, serde_json::from_str(&columns)?))
}

/// Refuses an import that has run already; it can only be read.
fn require_waiting(connection: &Connection, id: Id<Import>) -> Result<()> {
    if ImportState::current(connection, id)? == ImportState::Uploaded {
        Ok(())
    } else {
        Err(Error::from(Code::InvalidTransition).with("allowed", Value::Array(Vec::new())))
    }
}

/// Checks the file; `None` until the column that is needed is known.
pub(super) fn check(
    connection: &Connection,
    read: &Read,
    ctx: &RequestContext,
) -> Result<Option<Found>> {
    let Read {
        resource,
        sheet,
        columns,
    } = read;
    if resource.layout().validate(columns).is_err() {
        return Ok(None);
    }
    Ok(Some(match resource {
        ImportResource::Users => {
            let granter = granter(connection, ctx)?;
            let (now, progress) = (&ctx.now, &mut |_| {});
            Found::People(people_import::check(
                connection, sheet, columns, &granter, now, progress,
            )?)
        }
        ImportResource::Organizations => Found::Organizations(organization_import::check(
            connection,
            sheet,
            columns,
            ctx.site.center_id,
        )?),
    }))
}

fn report(found: Option<&Found>, locale: Locale) -> ImportReport {
    let Some(found) = found else {
        return ImportReport::default();
    };
    let [new, known, repeated, faulty] = found.counts();
    let faults = found.faults().iter().take(FAULTS_SHOWN);
    let (people, organizations) = match found {
        Found::People(checked) => (people(checked), Vec::new()),
        Found::Organizations(checked) => (Vec::new(), organizations(checked)),
    };
    ImportReport {
        is_readable: true,
        new,
        known,
        repeated,
        faulty,
        faults: faults
            .map(|fault| ImportFault {
                line: fault.line,
                column: fault.column.as_deref().map(str::to_owned),
                value: fault.value.chars().take(100).collect(),
                rule: fault.fault.rule.clone(),
                reason: fault.fault.detail(locale),
            })
            .collect(),
        people,
        organizations,
    }
}

fn people(checked: &Checked<people_import::Import>) -> Vec<ImportPerson> {
    let shown = checked.new.iter().take(NEW_SHOWN);
    shown
        .map(|import| {
            let person = &import.person;
            let names = [person.first_name.as_deref(), person.last_name.as_deref()];
            let names: Vec<_> = names.into_iter().flatten().collect();
            ImportPerson {
                line: person.line,
                email: person.email.clone(),
                name: names.join(" "),
                role: import.role.map(|(role, _)| role.to_owned()),
                organization: person.organization.clone(),
            }
        })
        .collect()
}

fn organizations(checked: &Checked<NewOrganization>) -> Vec<ImportOrganization> {
    let shown = checked.new.iter().take(NEW_SHOWN);
    shown
        .map(|new| ImportOrganization {
            line: new.line,
            name: new.name.clone(),
            city: new.city.clone(),
            kvk_number: new.kvk_number.clone(),
        })
        .collect()
}

/// Builds the importing actor, with the Schools to which a mentor's people are assigned.
fn granter<'a>(connection: &Connection, ctx: &'a RequestContext) -> Result<Granter<'a>> {
    let schools = if ctx.has(Role::Admin) || ctx.has(Role::CenterSuperuser) {
        None
    } else {
        let mut statement = connection.prepare_cached(
            "select r.scope_id
               from roles r
               join organizations o on o.id = r.scope_id
              where r.user_id = :user_id and r.name = 'mentor' and r.scope_type in ('organization', 'school')
                and o.organization_type = 'School' and r.accepted_at is not null
                and (r.expires_at is null or r.expires_at > :now)
              order by r.scope_id",
        )?;
        let ids = statement.query_map(
            named_params! {":user_id": ctx.user_id(), ":now": ctx.now},
            |row| row.get(0),
        )?;
        Some(ids.collect::<rusqlite::Result<_>>()?)
    };
    Ok(Granter {
        ctx: Some(ctx),
        center_id: ctx.site.center_id,
        schools,
    })
}
