//! Small resources that declare each feature of the engine once (docs/engine.md), served by the real router in tests.

mod tests;
mod world;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::bulk::BulkChange;
use crate::http::form::Form;
use crate::http::order::Ordered;
use crate::http::routes::{OperationKind, Routes};
use crate::http::singleton::Singleton;
use crate::jsonapi::{
    AnyId, Document, Filter, Id, Member, Nested, NestedItem, Predicate, Relation, Resource, Saving,
    Sort, Table, Union, belongs_to, belongs_to_any, has_many, nested, table,
};
use crate::resources::user::User;

pub const SCHEMA: &str = "
    create table example_leaflets (
        id integer primary key, version integer not null default 1, title text not null, status text not null,
        position integer not null default 0, parent_id integer references example_leaflets(id),
        volunteer_center_id integer not null, created_at text not null, updated_at text not null) strict;
    create table example_questions (
        id integer primary key, page_id integer not null references example_leaflets(id) on delete cascade,
        position integer not null, title text not null, is_required integer not null) strict;
    create table example_options (
        id integer primary key, question_id integer not null references example_questions(id) on delete cascade,
        position integer not null, label text not null) strict;
    create table example_notes (
        id integer primary key, version integer not null default 1, text text not null, subject_type text not null,
        subject_id integer not null, author_id integer not null, position integer not null default 0,
        created_at text not null, updated_at text not null) strict;
    create table example_settings (
        id integer primary key, version integer not null default 1, greeting text not null,
        volunteer_center_id integer not null, created_at text not null, updated_at text not null) strict;";

/// A page with a form on it: nested lists, a tree, an action.
pub struct Page;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PageAttributes {
    #[validate(length(min = 1, max = 80))]
    pub title: String,
    #[serde(default = "draft")]
    #[schemars(extend("readOnly" = true))]
    pub status: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub position: i64,
    pub parent_id: Option<Id<Page>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: i64,
    #[serde(default)]
    pub questions: Vec<Question>,
}

fn draft() -> String {
    "draft".to_owned()
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct Question {
    pub id: Option<AnyId>,
    #[serde(default)]
    pub position: i64,
    #[validate(length(min = 1, max = 40))]
    pub title: String,
    #[serde(default)]
    pub is_required: bool,
    #[serde(default)]
    pub options: Vec<Choice>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct Choice {
    pub id: Option<AnyId>,
    #[serde(default)]
    pub position: i64,
    #[validate(length(min = 1, max = 20))]
    pub label: String,
}

impl NestedItem for Question {
    const TABLE: &'static str = "example_questions";
    const PARENT: &'static str = "page_id";
    const NESTED: &'static [Nested] = &[nested::<Choice>("options", 3)];
}

impl NestedItem for Choice {
    const TABLE: &'static str = "example_options";
    const PARENT: &'static str = "question_id";
}

impl Resource for Page {
    const TYPE: &'static str = "example_leaflets";
    type Attributes = PageAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq]),
        Filter::column("parent_id", &[Predicate::Eq, Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("title", "t.title")];
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Page>("parent", "parent_id"),
        has_many::<Page>(
            "children",
            "select parent_id, id from example_leaflets where parent_id in (select value from json_each(:ids))
              order by position",
        )
        .at_most(2)
        .listed_by("filter[parent_id_eq]=:id"),
        has_many::<Note>(
            "notes",
            "select subject_id, id from example_notes
              where subject_type = 'example_leaflets' and subject_id in (select value from json_each(:ids)) order by id",
        )
        .at_most(3)
        .listed_by("filter[subject_type_eq]=example_leaflets&filter[subject_id_eq]=:id"),
    ];
    const NESTED: &'static [Nested] = &[nested::<Question>("questions", 4)];

    fn before_save(
        new: &mut PageAttributes,
        old: Option<&PageAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.volunteer_center_id = saving.center_id();
        }
        Ok(())
    }
}

impl Ordered for Page {
    const PARENT: Option<&'static str> = Some("parent_id");
    const DEEPEST: usize = 2;
    const MOST: usize = 10;
}

/// A note about a page or about the settings: a polymorphic relation.
pub struct Note;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NoteAttributes {
    #[validate(length(min = 1, max = 60))]
    pub text: String,
    pub subject_type: String,
    pub subject_id: AnyId,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub author_id: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub position: i64,
}

impl Resource for Note {
    const TYPE: &'static str = "example_notes";
    type Attributes = NoteAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("subject_type", &[Predicate::Eq]),
        Filter::column("subject_id", &[Predicate::Eq]),
        Filter::column("text", &[Predicate::Cont]),
    ];
    const RELATIONS: &'static [Relation] = &[
        belongs_to_any("subject", "subject_type", "subject_id", SUBJECTS),
        belongs_to::<User>("author", "author_id"),
    ];

    fn before_save(
        new: &mut NoteAttributes,
        old: Option<&NoteAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.author_id = saving.user_id().unwrap_or_default();
        }
        Ok(())
    }
}

const SUBJECTS: &[fn() -> &'static Table] = &[table::<Page>, table::<Setting>];

impl Ordered for Note {
    const WITHIN: &'static str = "t.subject_type = 'example_settings'";
}

/// The settings of a centre: a singleton.
pub struct Setting;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct SettingAttributes {
    #[validate(length(min = 1, max = 60))]
    pub greeting: String,
}

impl Resource for Setting {
    const TYPE: &'static str = "example_settings";
    type Attributes = SettingAttributes;
}

impl Singleton for Setting {
    const CURRENT: &'static str = "t.volunteer_center_id = :center_id";
}

/// Body of `POST /example_leaflets/{id}/approve`.
#[derive(Debug, Clone, Deserialize, JsonSchema, Validate)]
pub struct Approval {
    #[validate(length(min = 3, max = 60))]
    pub message: String,
    #[serde(default)]
    pub is_final: bool,
}

async fn approve(
    access: Access<Page, action::Approve>,
    id: Id<Page>,
    form: Form<Approval>,
) -> Result<Document> {
    let one = access
        .write(move |tx, rows| {
            rows.change(tx, id, |page| {
                "approved".clone_into(&mut page.status);
                let mark = if form.body.is_final { "!" } else { "" };
                page.title = format!("{} ({}{mark})", page.title, form.body.message);
                Ok(())
            })?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

/// Change of many pages: their status, which only drafts may leave.
#[derive(Debug, Clone, Deserialize, JsonSchema, Validate)]
pub struct StatusChange {
    #[validate(length(min = 1, max = 20))]
    pub status: String,
}

impl BulkChange<Page> for StatusChange {
    const ALL_OR_NOTHING: bool = true;

    fn apply(&self, tx: &Tx, rows: &Rows<Page>, id: Id<Page>) -> Result<()> {
        rows.change(tx, id, |page| {
            if page.status != "draft" {
                return Err(Error::from(Code::InvalidTransition).with("allowed", "-"));
            }
            page.status.clone_from(&self.status);
            Ok(())
        })
    }
}

/// What awaits somebody: submitted pages and notes.
pub struct Queue;

impl Union for Queue {
    const NAME: &'static str = "example_queue";
    const COLUMNS: &'static [&'static str] = &["title", "at"];
    const DEFAULT_SORT: &'static str = "title";
    const MEMBERS: &'static [Member] = &[
        Member {
            table: table::<Page>,
            columns: &["t.title", "t.created_at"],
            rows: "t.status <> 'hidden'",
            verb: "",
            matches: "t.title like '%' || :q || '%'",
        },
        Member {
            table: table::<Note>,
            columns: &["t.text", "t.created_at"],
            rows: "1",
            verb: "approve",
            matches: "t.text like '%' || :q || '%'",
        },
    ];
}

pub fn tables() -> Vec<&'static Table> {
    vec![table::<Page>(), table::<Note>(), table::<Setting>()]
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Page>()
        .find::<Page>()
        .create::<Page>()
        .update::<Page>()
        .delete::<Page>()
        .order::<Page>()
        .form(Method::POST, "/{id}/approve", approve)
        .answering(OperationKind::Find)
        .bulk_action::<Page, action::Update, StatusChange>("/bulk_status")
        .order_of::<Setting, Note>("/{id}/notes/order", "subject_id")
        .list::<Note>()
        .find::<Note>()
        .create::<Note>()
        .update::<Note>()
        .bulk::<Note>()
        .order::<Note>()
        .singleton::<Setting>()
        .union::<Queue>()
}
