//! Bulk edits: one change of many vacancies, with a result for each, in the background where there are many. A dry run
//! tells what would happen; the last edit can be undone for an hour (docs/domain/limits.md#numbers).

mod change;
mod item;
mod work;

use std::collections::HashMap;

use axum::http::{Method, StatusCode};
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::Vacancy;
use crate::app::access::{Access, action};
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::bulk::{filter_query, ids_by_filter};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::write::precondition::ReadVersions;
use crate::jsonapi::{Answer, Document, Filter, Id, Predicate, Resource, Sort};
use crate::privacy::prelude::*;
use crate::resources::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::resources::user::User;

pub use change::VacancyBulkChange;
pub use item::VacancyBulkItem;
pub use work::{fail, finish, is_left, take_over};

/// Vacancies of one bulk edit.
const MOST: usize = 20_000;
/// Up to so many are changed while the request waits.
const AT_ONCE: i64 = 200;

pub struct VacancyBulkEdit;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyBulkEditAttributes {
    /// What is changed, as it was sent.
    #[schemars(extend("readOnly" = true))]
    pub attributes: Map<String, Value>,
    /// Nothing is changed: the results tell what would be.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub dry_run: bool,
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
    /// Until when it can be undone; none for a dry run.
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
    #[validate(length(min = 1, max = 20000))]
    pub ids: Option<Vec<String>>,
    /// Filters of the list, without `filter[…]`. At least one with a value: no filter is not every vacancy.
    pub filter: Option<Map<String, Value>>,
    #[validate(nested)]
    pub attributes: VacancyBulkChange,
    /// The version of each vacancy that was read, by id: the number in its `meta.version`, or its `ETag`. One that has
    /// changed since stays as it is; to publish for the centre it is needed.
    #[serde(default)]
    #[schemars(with = "HashMap<String, Value>")]
    pub versions: ReadVersions,
    #[serde(default)]
    pub dry_run: bool,
}

impl Resource for VacancyBulkEdit {
    const TYPE: &'static str = "vacancy_bulk_edits";
    type Attributes = VacancyBulkEditAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("state", &[Predicate::Eq, Predicate::In]),
        Filter::column("dry_run", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    // Each change of a vacancy is recorded there.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/vacancy_bulk_edits"),
            ("GET", "/api/v1/vacancy_bulk_edits/{id}"),
        ],
        ..SessionAccess::CLOSED
    };
}

impl Declared for VacancyBulkEdit {
    const FILE: &'static str = file!();
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

/// `POST /vacancy_bulk_edits`: 201 with all results, or 202 with work that goes on.
async fn create(
    access: Access<VacancyBulkEdit, action::Create>,
    (): (),
    form: Form<VacancyBulkEditForm>,
) -> Result<Answer> {
    let (key, form) = (form.key, form.body);
    form.attributes.validate_sense("attributes")?;
    let vacancies = access.beside::<Vacancy, action::Update>()?;
    let run = access.app().run().to_owned();
    let answer = access
        .post(key, move |tx, rows| {
            let editable = rows.beside::<Vacancy, action::Update>()?;
            let ids = match (&form.ids, &form.filter) {
                (Some(_), Some(_)) => {
                    return Err(FieldFault::attribute("filter", "contradicts").into());
                }
                (None, None) => return Err(FieldFault::attribute("ids", "required").into()),
                (Some(ids), None) => ids
                    .iter()
                    .enumerate()
                    .map(|(index, id)| {
                        let field = format!("ids/{index}");
                        id.parse()
                            .map_err(|_| FieldFault::attribute(&field, "not_found").into())
                    })
                    .collect::<Result<Vec<i64>>>()?,
                (None, Some(filter)) => {
                    ids_by_filter(tx, &editable, &filter_query(filter.clone())?, MOST)?
                }
            };
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
            if go_on(&access, vacancies, id).await? {
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

fn id_in(location: &str) -> Option<Id<VacancyBulkEdit>> {
    let (_, id) = location.rsplit_once('/')?;
    id.parse().ok().map(Id::new)
}

/// Works on a small edit until it is done, and begins a large one. Returns whether it is done.
async fn go_on<A: crate::app::access::Action>(
    access: &Access<VacancyBulkEdit, A>,
    vacancies: work::Working,
    id: Id<VacancyBulkEdit>,
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
        return Ok(true);
    }
    let vacancies = vacancies.into_work();
    tokio::spawn(async move { work::finish(&vacancies, id, &run).await });
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
    let run = access.app().run().to_owned();
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let is_last: Option<bool> = tx
                .query_row(
                    "select not exists (select 1 from vacancy_bulk_edits later
                                         where later.created_by_id = t.created_by_id and later.id > t.id and later.dry_run = 0)
                       from vacancy_bulk_edits t
                      where t.id = ?1 and t.dry_run = 0 and t.state = 'done' and t.undo_until > ?2",
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
    go_on(&access, vacancies, id).await?;
    let rows = access.rows();
    let one = access
        .read(move |connection| rows.shown(connection, id))
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}
