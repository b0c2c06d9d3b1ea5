//! Internal notes of staff about a person, an organisation, a vacancy or an application. Never shown to their subject
//! in the app, but included in a subject access request (docs/domain/rights.md#back-office).

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::application::Application;
use super::organization::Organization;
use super::user::User;
use super::vacancy::Vacancy;
use crate::app::access::{Access, RequestContext, action};
use crate::error::{Code, Result};
use crate::http::form::Form;
use crate::http::openapi::singular;
use crate::http::routes::{Described, Input, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Reads};
use crate::jsonapi::write::store;
use crate::jsonapi::{
    Answer, AnyId, AuthContext as _, Computed, Document, Filter, Id, Predicate, Query, Resource,
    Sort, table,
};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::effects::{self, Effect};
use crate::model::state_history;
use crate::privacy::prelude::*;
use crate::resources::personal_data::applications;

pub struct InternalNote;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct InternalNoteAttributes {
    #[validate(length(min = 1, max = 4000))]
    pub note: String,
    #[schemars(extend("readOnly" = true))]
    pub subject_type: String,
    #[schemars(extend("readOnly" = true))]
    pub subject_id: AnyId,
    #[schemars(extend("readOnly" = true))]
    pub author_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub author_name: String,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

/// What is sent to write one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InternalNoteCreate")]
pub struct InternalNoteForm {
    #[validate(length(min = 1, max = 4000))]
    pub note: String,
}

impl Resource for InternalNote {
    const TYPE: &'static str = "internal_notes";
    const ALIAS: &'static str = "internal_note";
    type Attributes = InternalNoteAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("subject_type", &[Predicate::Eq]),
        Filter::column("subject_id", &[Predicate::Eq]),
        Filter::column("author_id", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "author_name",
        sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.author_id), '')",
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        reads: Reads::OfSubject("read_note"),
        ..AuditSubject::PLAIN
    });
}

impl Declared for InternalNote {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/users/detail/user.store.ts",
        "internal_notes",
    ));
    const ABOUT: &'static str = "Notes of staff, never shown to their subject.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<InternalNoteForm>("internal_note_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("internal_notes", &[
            own!(
                concat!("(t.subject_type = 'users' and t.subject_id = :user_id) or (t.subject_type = 'applications' and t.subject_id in ", applications!(), ")"),
                [("notities", "Wat medewerkers over je opschreven."), ("notes", "What staff wrote down about you.")],
                without &["author_id", "version"],
                with ""
            ),
            Part {
                rows: "t.author_id = :user_id",
                show: Show::Nothing("about somebody or something else"),
                erase: Stay {
                    why: "the centre's note; whose it is leads to a row without a name",
                    keep: &["subject_type", "subject_id", "author_id", "note", "volunteer_center_id"],
                },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "internal_notes",
            rows: "created_at < :before",
            after: Period::Days(730),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("read beside what they are about"));
    const DEMO: Option<Demo> = Some(Demo::None("staff write them about people they know"));
    const EFFECTS: Option<Effect> = Some(effects::gone_with_subject::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("internal_notes",
            Moving::Goes(concat!("update internal_notes set volunteer_center_id = :to, version = version + 1
            where volunteer_center_id = :from and ", crate::resources::organization::about_it!())),
            Merging::Goes(&[("subject_id", "subject_type = 'organizations'")])),
    ];
}

pub fn routes() -> Routes {
    of::<User>(Routes::new(), "//api/v1/users/{id}/internal_notes")
        .merge(of::<Organization>(
            Routes::new(),
            "//api/v1/organizations/{id}/internal_notes",
        ))
        .merge(of::<Vacancy>(
            Routes::new(),
            "//api/v1/vacancies/{id}/internal_notes",
        ))
        .merge(of::<Application>(
            Routes::new(),
            "//api/v1/applications/{id}/internal_notes",
        ))
        .action(Method::GET, "/{id}", show)
        .answering(OperationKind::Find)
        .update::<InternalNote>()
        .delete::<InternalNote>()
}

fn of<R: Resource>(routes: Routes, path: &str) -> Routes {
    let of = singular(R::TYPE);
    routes
        .action(Method::GET, path, list::<R>)
        .named(
            format!("list{of}InternalNotes"),
            "Lists the notes of staff about it, newest first",
        )
        .answers(Described::many::<InternalNote>())
        .form(Method::POST, path, add::<R>)
        .named(
            format!("create{of}InternalNote"),
            "Adds a note of staff about it",
        )
        .answers(Described::one::<InternalNote>(201))
}

/// Lists the notes about one object, newest first.
async fn list<R: Resource>(
    access: Access<InternalNote, action::Read>,
    id: Id<R>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| require_subject(connection, rows.ctx(), id))
        .await?;
    let query = input
        .query
        .with("filter[subject_type_eq]", R::TYPE)
        .with("filter[subject_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

/// Shows one note. Recorded like a list of the notes about its subject.
async fn show(
    access: Access<InternalNote, action::Read>,
    id: Id<InternalNote>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let (subject, subject_id): (String, i64) = access
        .read(move |connection| {
            rows.require(connection, id)?;
            Ok(connection
                .prepare_cached(
                    "select subject_type, subject_id from internal_notes where id = ?1",
                )?
                .query_row([id.number()], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await?;
    let document = access.find(id, input.query).await?;
    let about = Query::default()
        .with("filter[subject_type_eq]", &subject)
        .with("filter[subject_id_eq]", &subject_id.to_string());
    access
        .note_about("read_note", &about, json!({ "count": 1 }))
        .await?;
    Ok(document)
}

async fn add<R: Resource>(
    access: Access<InternalNote, action::Create>,
    id: Id<R>,
    form: Form<InternalNoteForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            require_subject(tx, ctx, id)?;
            let sql = format!(
                "insert into internal_notes (subject_type, subject_id, author_id, note, volunteer_center_id, created_at, updated_at)
                 select :subject_type, :subject_id, :author_id, :note, t.volunteer_center_id, :now, :now
                   from {} t
                  where t.id = :subject_id",
                R::TYPE
            );
            tx.prepare_cached(&sql)?.execute(named_params! {
                ":subject_type": R::TYPE,
                ":subject_id": id.number(),
                ":author_id": ctx.user_id(),
                ":note": form.body.note,
                ":now": tx.now(),
            })?;
            let note = Id::<InternalNote>::new(tx.last_insert_rowid());
            rows.require(tx, note)?;
            state_history::audit(
                tx,
                ctx.user_id(),
                "add_note",
                (R::TYPE, id.number()),
            )?;
            Ok(Answer::created(
                format!("/api/v1/internal_notes/{note}"),
                rows.shown_text(tx, note)?,
            ))
        })
        .await
}

/// 404 unless the requester manages the subject of the note.
fn require_subject<R: Resource>(
    connection: &Connection,
    ctx: &RequestContext,
    id: Id<R>,
) -> Result<()> {
    let visibility = ctx.visibility(R::TYPE).ok_or(Code::NotFound)?;
    let (_, rows) = visibility
        .can
        .iter()
        .find(|(verb, _)| *verb == "read_contact")
        .ok_or(Code::NotFound)?;
    if store::is_within(connection, ctx, table::<R>(), id.number(), rows)? {
        Ok(())
    } else {
        Err(Code::NotFound.into())
    }
}
