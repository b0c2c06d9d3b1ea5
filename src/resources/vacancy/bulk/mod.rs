//! Bulk edits: one change of many vacancies, with a result for each, in the background where there are many. A dry run
//! tells what would happen and is kept nowhere; the last edit can be undone for an hour (docs/domain/limits.md#numbers).

mod change;
mod chosen;
mod item;
mod preview;
mod work;

use std::collections::HashMap;

use axum::http::{Method, StatusCode};
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::Vacancy;
use crate::app::access::{Access, action};
use crate::app::limits::one_per_person::Seat;
use crate::error::{Code, Error, Result};
use crate::http::description::MetaOf;
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::write::precondition::ReadVersions;
use crate::jsonapi::{Answer, Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::effects::{self, Effect};
use crate::privacy::prelude::*;
use crate::resources::user::User;

pub use change::VacancyBulkChange;
use chosen::Chosen;
pub use item::VacancyBulkItem;
pub use work::{fail, finish, is_left, take_over};

/// Vacancies of one bulk edit, named by filters.
const MOST: usize = 20_000;
/// Up to so many are changed while the request waits.
const AT_ONCE: i64 = 200;

pub struct VacancyBulkEdit;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyBulkEditAttributes {
    /// What is changed, as it was sent.
    #[schemars(extend("readOnly" = true))]
    pub attributes: Map<String, Value>,
    #[schemars(extend("readOnly" = true))]
    pub state: BulkEditState,
    #[schemars(extend("readOnly" = true))]
    pub total: i64,
    /// How many have a result.
    #[schemars(extend("readOnly" = true))]
    pub processed: i64,
    #[schemars(extend("readOnly" = true))]
    pub changed: i64,
    #[schemars(extend("readOnly" = true))]
    pub unchanged: i64,
    #[schemars(extend("readOnly" = true))]
    pub failed: i64,
    /// Until when it can be undone.
    #[schemars(extend("readOnly" = true))]
    pub undo_until: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Id<User>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkEditState {
    Waiting,
    Done,
    Failed,
    Undoing,
    Undone,
}

/// What is sent to begin one: the vacancies by their ids, or by filters of the list.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "VacancyBulkEditCreate")]
pub struct VacancyBulkEditForm {
    /// Those that are not the actor's own, or are not there, are left out.
    #[validate(length(min = 1, max = 2000))]
    pub ids: Option<Vec<String>>,
    /// Filters of the list, without `filter[…]`. At least one with a value: no filter is not every vacancy.
    pub filter: Option<Map<String, Value>>,
    #[validate(nested)]
    pub attributes: VacancyBulkChange,
    /// The version of each vacancy that was read, by id: the number in its `meta.version`, or its `ETag`. One that has
    /// changed since stays as it is; to publish for the centre it is needed. A dry run tells them.
    #[serde(default)]
    #[schemars(with = "HashMap<String, Value>")]
    pub versions: ReadVersions,
    /// Nothing is changed or kept: the answer tells what would be.
    #[serde(default)]
    pub dry_run: bool,
}

impl Resource for VacancyBulkEdit {
    const TYPE: &'static str = "vacancy_bulk_edits";
    type Attributes = VacancyBulkEditAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("state", &[Predicate::Eq, Predicate::In])];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    // Each change of a vacancy is recorded there.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for VacancyBulkEdit {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/vacancies/bulk/bulk.store.ts",
        "vacancy_bulk_edits",
    ));
    const ABOUT: &'static str = "Changes of many vacancies at once, and how they are undone.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] =
        &[body_form::<VacancyBulkEditForm>("vacancy_bulk_edit_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("vacancy_bulk_edits", &[Part {
            rows: "t.created_by_id = :user_id",
            show: Show::Nothing("work on vacancies, which is gone within a day; the audit log has it"),
            erase: Delete,
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "vacancy_bulk_edits",
            rows: "created_at < :before",
            after: Period::Days(1),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("gone within a day"));
    const DEMO: Option<Demo> = Some(Demo::None("made by editing"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_center::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("vacancy_bulk_edits",
            Moving::Goes("update vacancy_bulk_edits set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")])),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<VacancyBulkEdit>()
        .find::<VacancyBulkEdit>()
        .form(Method::POST, "", create)
        .named(
            "createVacancyBulkEdit",
            "Changes many vacancies, or tells what would change",
        )
        .answers(Described::json::<MetaOf<preview::VacancyBulkPreviewMeta>>(
            200,
        ))
        .answers(Described::one::<VacancyBulkEdit>(201))
        .answers(Described::one::<VacancyBulkEdit>(202))
        .action(Method::PUT, "/{id}/undo", undo)
        .named(
            "undoVacancyBulkEdit",
            "Puts the vacancies of the last bulk edit back as they were",
        )
        .answers(Described::one::<VacancyBulkEdit>(200))
        .refuses(&[422])
        .merge(item::routes())
}

/// `POST /vacancy_bulk_edits`: 200 with what would happen, 201 with all results, or 202 with work that goes on.
async fn create(
    access: Access<VacancyBulkEdit, action::Create>,
    (): (),
    form: Form<VacancyBulkEditForm>,
) -> Result<Answer> {
    let (key, form) = (form.key, form.body);
    form.attributes.validate_sense("attributes")?;
    let chosen = Chosen::of(form.ids.as_deref(), form.filter.as_ref())?;
    let vacancies = access.beside::<Vacancy, action::Update>()?;
    let seat = seat(&access)?;
    if form.dry_run {
        let seat = seat.ok_or(Code::BulkEditRunning)?;
        require_none_running(&access).await?;
        return preview::tell(&vacancies, chosen, form.attributes, seat).await;
    }
    let run = access.app().run().to_owned();
    let is_first = seat.is_some();
    let answer = access
        .post(key, move |tx, rows| {
            if !is_first || is_running(tx, rows.ctx().user_id())? {
                return Err(Code::BulkEditRunning.into());
            }
            let editable = rows.beside::<Vacancy, action::Update>()?;
            let ids: Vec<i64> = chosen
                .own(tx, &editable)?
                .into_iter()
                .map(|own| own.id)
                .collect();
            let id = work::insert(tx, rows.ctx(), &form, &ids, &run)?;
            tx.noted();
            Ok(Answer {
                status: StatusCode::ACCEPTED,
                ..Answer::created(
                    format!("/api/v1/vacancy_bulk_edits/{id}"),
                    rows.shown_text(tx, id)?,
                )
            })
        })
        .await?;
    let id = answer.location.as_deref().and_then(id_in);
    match id {
        Some(id) if !answer.is_replay => {
            if go_on(&access, vacancies, (id, seat)).await? {
                return Ok(Answer {
                    status: StatusCode::CREATED,
                    body: shown(&access, id).await?,
                    ..answer
                });
            }
            Ok(answer)
        }
        _ => Ok(answer),
    }
}

/// The seat of the person; none while another edit or dry run of theirs is under way.
fn seat<A: crate::app::access::Action>(
    access: &Access<VacancyBulkEdit, A>,
) -> Result<Option<Seat>> {
    let person = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    Ok(access.ctx().site.tenant.bulk_edits.take(person))
}

async fn require_none_running<A: crate::app::access::Action>(
    access: &Access<VacancyBulkEdit, A>,
) -> Result<()> {
    let person = access.ctx().user_id();
    let is_running = access
        .read(move |connection| is_running(connection, person))
        .await?;
    if is_running {
        return Err(Code::BulkEditRunning.into());
    }
    Ok(())
}

/// Whether an edit of the person goes on in the background, perhaps that of an earlier process.
fn is_running(connection: &Connection, person: Option<i64>) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from vacancy_bulk_edits where created_by_id = ?1 and state in ('waiting', 'undoing')",
        )?
        .exists([person])?)
}

fn id_in(location: &str) -> Option<Id<VacancyBulkEdit>> {
    let (_, id) = location.rsplit_once('/')?;
    id.parse().ok().map(Id::new)
}

/// Works on a small edit until it is done, and begins a large one. Returns whether it is done.
async fn go_on<A: crate::app::access::Action>(
    access: &Access<VacancyBulkEdit, A>,
    vacancies: work::Working,
    (id, seat): (Id<VacancyBulkEdit>, Option<Seat>),
) -> Result<bool> {
    let run = access.app().run().to_owned();
    let total: i64 = access
        .read(move |connection| {
            Ok(connection.query_row(
                "select total from vacancy_bulk_edits where id = ?1",
                [id.number()],
                |row| row.get(0),
            )?)
        })
        .await?;
    if total <= AT_ONCE {
        work::finish(&vacancies, id, &run).await;
        drop(seat);
        return Ok(true);
    }
    let vacancies = vacancies.into_work();
    tokio::spawn(async move {
        let _held = seat;
        work::finish(&vacancies, id, &run).await;
    });
    Ok(false)
}

async fn shown<A: crate::app::access::Action>(
    access: &Access<VacancyBulkEdit, A>,
    id: Id<VacancyBulkEdit>,
) -> Result<String> {
    let rows = access.rows();
    access
        .read(move |connection| rows.shown_text(connection, id))
        .await
}

/// `PUT /vacancy_bulk_edits/{id}/undo`: the last edit of the person, within the hour.
async fn undo(
    access: Access<VacancyBulkEdit, action::Update>,
    id: Id<VacancyBulkEdit>,
    _: Input<Ignored>,
) -> Result<Document> {
    let vacancies = access.beside::<Vacancy, action::Update>()?;
    let seat = seat(&access)?.ok_or(Code::BulkEditRunning)?;
    let run = access.app().run().to_owned();
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let is_last: Option<bool> = tx
                .query_row(
                    "select not exists (select 1 from vacancy_bulk_edits later
                                         where later.created_by_id = t.created_by_id and later.id > t.id)
                       from vacancy_bulk_edits t
                      where t.id = ?1 and t.state = 'done' and t.undo_until > ?2",
                    (id.number(), tx.now()),
                    |row| row.get(0),
                )
                .optional()?;
            if is_last != Some(true) {
                return Err(Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new()));
            }
            tx.execute(
                "update vacancy_bulk_edits
                    set state = 'undoing', processed = total - changed, maker = :run, attempts = 0,
                        version = version + 1, updated_at = :now
                  where id = :id",
                named_params! {":id": id.number(), ":run": run, ":now": tx.now()},
            )?;
            tx.noted();
            Ok(())
        })
        .await?;
    go_on(&access, vacancies, (id, Some(seat))).await?;
    let rows = access.rows();
    let one = access
        .read(move |connection| rows.shown(connection, id))
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}
