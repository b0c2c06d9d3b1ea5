//! News items: pages of the type `news` under the names of their own fields. Everybody reads what is published; who writes
//! news also reads the draft of an item that is not online. Writing changes the page's draft.

use axum::http::Method;
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::block_types::Kind;
use super::document::{BlockGround, StoredBlock};
use super::draft::{SentBlock, center_of, read_blocks, store};
use super::publish::{self, PublishForm, ScheduleForm};
use super::{MOST_BLOCKS, Page, PageLocale, content, published};
use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Ignored, Input, OperationKind, Routes};
use crate::jsonapi::query::filter::Takes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::typed_json::{Misfit, from_value};
use crate::jsonapi::write::input::attributes_of;
use crate::jsonapi::{
    Answer, Computed, Document, Filter, Id, Predicate, Relation, Resource, Sort, belongs_to, table,
};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::field_rules;
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

const TITLE: std::ops::RangeInclusive<usize> = 3..=120;
/// Characters of all texts in the body.
const LONGEST_BODY: usize = 20_000;

pub struct NewsItem;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NewsItemAttributes {
    #[validate(length(min = 3, max = 120))]
    pub title: String,
    /// Address of the item; made from the title if a new one has none.
    #[serde(default)]
    #[validate(length(max = 80))]
    pub slug: String,
    #[validate(length(max = 300))]
    pub intro: Option<String>,
    /// The blocks in order, with 20,000 characters of text at most. A change sends all of them.
    #[serde(default)]
    pub body: Vec<NewsBlock>,
    /// Address of a picture of the centre, or of a drawing of the program: `/img/koffie.svg`.
    #[validate(length(max = 300))]
    pub image: Option<String>,
    #[validate(length(max = 200))]
    pub image_alt: Option<String>,
    /// Who wrote it, as readers see it.
    #[validate(length(max = 100))]
    pub author_name: Option<String>,
    #[serde(default)]
    pub featured: bool,
    #[serde(default)]
    pub locale: PageLocale,
    /// The same item in the other language.
    pub translation_of_id: Option<Id<NewsItem>>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags: Vec<String>,
    #[validate(length(max = 120))]
    pub meta_title: Option<String>,
    #[validate(length(max = 320))]
    pub meta_description: Option<String>,
    /// Whether visitors read it; if not, this is the draft.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_published: bool,
    /// Whether the draft differs from what is shown here.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub has_unpublished_changes: bool,
    /// When it was first published.
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    /// When what is shown here began, or will.
    #[schemars(extend("readOnly" = true))]
    pub publish_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub unpublish_at: Option<String>,
    /// Where visitors read it, with the prefix of its language. `GET /pages/by_slug/{slug}` has its blocks as HTML.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub path: String,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

/// A block of the body.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NewsBlock {
    pub block_type: String,
    /// By the fields of the type, see `GET /content_block_types`.
    #[serde(default)]
    pub content: Map<String, Value>,
    #[serde(default)]
    pub ground: BlockGround,
    #[serde(default)]
    pub is_hidden: bool,
}

impl Resource for NewsItem {
    const TYPE: &'static str = "news_items";
    const ALIAS: &'static str = "news_item";
    type Attributes = NewsItemAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("slug", &[Predicate::Eq, Predicate::NotEq]),
        Filter::column("locale", &[Predicate::Eq]),
        Filter::column("featured", &[Predicate::Eq]),
        Filter::column("published_at", &[Predicate::Gteq, Predicate::Lteq]),
        Filter::column("translation_of_id", &[Predicate::Eq, Predicate::Null]),
        Filter::list("tags"),
        Filter::sql(
            "is_published_eq",
            Takes::Truth,
            &["is_published"],
            "t.is_draft = 0",
        ),
        Filter::custom("q", &["title", "intro"], |conditions, value| {
            conditions.add(
                "instr(fold(t.title || ' ' || coalesce(t.intro, '')), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("published_at", "t.published_at"),
        Sort::by("updated_at", "t.updated_at"),
        Sort::by("title", "t.title collate nocase"),
    ];
    const DEFAULT_SORT: &'static str = "-published_at";
    const SLUG: Option<&'static str> = Some("slug");
    const ROW: &'static str = "row_key";
    const RELATIONS: &'static [Relation] = &[belongs_to::<NewsItem>(
        "translation_of",
        "translation_of_id",
    )];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "is_published",
            sql: "t.is_draft = 0",
        },
        Computed {
            field: "path",
            sql: "iif(t.locale = 'en', '/en', '') || '/nieuws/' || t.slug",
        },
    ];
    const DEPENDS: &'static [&'static str] =
        &["published_pages", "pages", "content_blocks", "uploads"];
    const NEXT_CHANGE: Option<&'static str> = Some(published::NEXT_PUBLICATION);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for NewsItem {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/features/content/pages/list/news-page.tsx", "news"));
    const ABOUT: &'static str =
        "News under the names of its own fields; writing changes the draft of its page.";
    const ROUTES: fn() -> Routes = routes;
    const PERSONAL_DATA: &'static [Entry] = &[nobody(
        "news_items",
        "what a centre shows everybody, and its drafts: a view over pages",
    )];
    const RETENTION: Option<Retention> = Some(Retention::Kept("as long as the page"));
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site"));
    const DEMO: Option<Demo> = Some(Demo::None("they are pages"));
}

/// What a request says, by the names of a page; and the blocks, if it has them.
struct Written {
    fields: Map<String, Value>,
    blocks: Option<Vec<SentBlock>>,
    /// Empty: none any more.
    image: Option<String>,
}

fn read(body: &Value) -> Result<Written> {
    let table = table::<NewsItem>();
    let mut written = Written {
        fields: Map::new(),
        blocks: None,
        image: None,
    };
    let mut faults = Vec::new();
    for (name, value) in attributes_of(table, body)? {
        match table.column(&name) {
            None => {
                faults.push(FieldFault::attribute(&name, "unknown").with("field", name.as_str()));
            }
            Some(column) if column.is_read_only => {
                faults.push(FieldFault::attribute(&name, "read_only"));
            }
            Some(_) => match name.as_str() {
                "title" => {
                    let length = value.as_str().map(|title| title.trim().chars().count());
                    if length.is_some_and(|length| !TITLE.contains(&length)) {
                        faults.push(
                            FieldFault::attribute("title", "length")
                                .with("min", *TITLE.start())
                                .with("max", *TITLE.end()),
                        );
                    }
                    written.fields.insert(name, value);
                }
                "intro" => {
                    written.fields.insert("summary".to_owned(), value);
                }
                "image" => match value {
                    Value::Null => written.image = Some(String::new()),
                    Value::String(address) => written.image = Some(address),
                    _ => faults.push(FieldFault::attribute("image", "type_text")),
                },
                "body" => match sent_blocks(&value) {
                    Ok(blocks) => written.blocks = Some(blocks),
                    Err(fault) => faults.push(fault),
                },
                _ => {
                    written.fields.insert(name, value);
                }
            },
        }
    }
    if faults.is_empty() {
        Ok(written)
    } else {
        Err(Error::Invalid(faults))
    }
}

fn sent_blocks(value: &Value) -> std::result::Result<Vec<SentBlock>, FieldFault> {
    let blocks: Vec<SentBlock> = from_value(value).map_err(|Misfit { pointer, reason }| {
        let at = format!("/data/attributes/body/{pointer}");
        FieldFault::at(at.trim_end_matches('/'), "type").with("reason", reason)
    })?;
    if blocks.len() > MOST_BLOCKS {
        return Err(FieldFault::attribute("body", "items").with("max", MOST_BLOCKS));
    }
    Ok(blocks)
}

/// Errors of a page under the names of a news item.
fn by_own_names(error: Error) -> Error {
    let Error::Invalid(mut faults) = error else {
        return error;
    };
    for fault in &mut faults {
        for (page, own) in [
            ("/data/attributes/summary", "/data/attributes/intro"),
            ("/data/attributes/image_id", "/data/attributes/image"),
            ("/data/attributes/image_stock", "/data/attributes/image"),
            ("/blocks", "/data/attributes/body"),
        ] {
            if fault.pointer == page || fault.pointer.starts_with(&format!("{page}/")) {
                fault.pointer = fault.pointer.replacen(page, own, 1);
            }
        }
    }
    Error::Invalid(faults)
}

/// The columns of a page that hold this picture.
fn set_image(
    tx: &Tx,
    center_id: i64,
    address: &str,
    fields: &mut Map<String, Value>,
) -> Result<()> {
    let (mut id, mut stock) = (Value::Null, Value::Null);
    if !address.is_empty() {
        let drawing = address.strip_prefix("/img/");
        if let Some(name) = drawing.and_then(|file| file.strip_suffix(".svg")) {
            stock = name.into();
        } else {
            let upload: Option<i64> = tx
                .prepare_cached(
                    "select id from uploads where url = ?1 and volunteer_center_id = ?2",
                )?
                .query_row((address, center_id), |row| row.get(0))
                .optional()?;
            let upload = upload.ok_or_else(|| FieldFault::attribute("image", "own_image"))?;
            id = upload.to_string().into();
        }
    }
    fields.insert("image_id".to_owned(), id);
    fields.insert("image_stock".to_owned(), stock);
    Ok(())
}

fn write_blocks(tx: &Tx, page: Id<Page>, sent: &[SentBlock], actor: Option<i64>) -> Result<()> {
    let (blocks, mut faults) = read_blocks(tx, center_of(tx, page)?, sent)?;
    if characters(&blocks) > LONGEST_BODY {
        faults.push(FieldFault::at("/blocks", "length_max").with("max", LONGEST_BODY));
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    store(tx, page.number(), &blocks, actor)
}

/// Characters of the texts, without their markup.
fn characters(blocks: &[StoredBlock]) -> usize {
    let mut count = 0;
    for block in blocks {
        content::walk(block.kind.fields, &block.content, &mut |kind, value| {
            if matches!(
                kind,
                Kind::Line { .. }
                    | Kind::RichText { .. }
                    | Kind::LongText { .. }
                    | Kind::Markdown { .. }
            ) {
                let text = value.as_str().map(field_rules::words_of);
                count += text.map_or(0, |text| text.chars().count());
            }
        });
    }
    count
}

/// The page of a news item, which has the same id.
const fn page_of(id: Id<NewsItem>) -> Id<Page> {
    Id::new(id.number())
}

fn require_news(tx: &Tx, rows: &Rows<NewsItem>, id: Id<NewsItem>) -> Result<()> {
    rows.require(tx, id)
}

async fn create(
    access: Access<NewsItem, action::Create>,
    (): (),
    input: Input<Value>,
) -> Result<Answer> {
    let mut written = read(&input.body)?;
    written.fields.insert("page_type".to_owned(), json!("news"));
    access
        .post(input.key, move |tx, rows| {
            let pages = rows.beside::<Page, action::Create>()?;
            let write = || -> Result<Id<Page>> {
                let mut fields = written.fields.clone();
                if let Some(image) = &written.image {
                    let center_id = rows.ctx().site.center_id;
                    set_image(tx, center_id, image, &mut fields)?;
                }
                let page = pages.create(tx, fields)?;
                if let Some(blocks) = &written.blocks {
                    write_blocks(tx, page, blocks, rows.ctx().user_id())?;
                }
                Ok(page)
            };
            let id: Id<NewsItem> = Id::new(write().map_err(by_own_names)?.number());
            let shown = rows.document(tx, id, &rows.ctx().fields)?;
            Ok(Answer::created(
                format!("/api/v1/news_items/{id}"),
                String::from_utf8(shown.body).map_err(Error::internal)?,
            ))
        })
        .await
}

async fn update(
    access: Access<NewsItem, action::Update>,
    id: Id<NewsItem>,
    input: Input<Value>,
) -> Result<Document> {
    let written = read(&input.body)?;
    let one = access
        .write(move |tx, rows| {
            require_news(tx, rows, id)?;
            let pages = rows.beside::<Page, action::Update>()?;
            let write = || -> Result<()> {
                let page = page_of(id);
                let mut fields = written.fields.clone();
                if let Some(image) = &written.image {
                    set_image(tx, center_of(tx, page)?, image, &mut fields)?;
                }
                if !fields.is_empty() {
                    pages.update(tx, page, fields)?;
                }
                match &written.blocks {
                    Some(blocks) => write_blocks(tx, page, blocks, rows.ctx().user_id()),
                    None => Ok(()),
                }
            };
            write().map_err(by_own_names)?;
            rows.document(tx, id, &rows.ctx().fields)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

async fn delete(
    access: Access<NewsItem, action::Delete>,
    id: Id<NewsItem>,
    _: Input<()>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            require_news(tx, rows, id)?;
            rows.beside::<Page, action::Delete>()?
                .remove(tx, page_of(id))
        })
        .await?;
    Ok(Answer::empty())
}

async fn publish_now(
    access: Access<NewsItem, action::Manage>,
    id: Id<NewsItem>,
    form: Input<PublishForm>,
) -> Result<Document> {
    let one = access
        .write(move |tx, rows| {
            require_news(tx, rows, id)?;
            let pages = rows.beside::<Page, action::Manage>()?;
            publish::put_draft_online(tx, &pages, page_of(id), &form.body).map_err(by_own_names)?;
            rows.document(tx, id, &rows.ctx().fields)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

async fn unpublish(
    access: Access<NewsItem, action::Manage>,
    id: Id<NewsItem>,
    _: Input<Ignored>,
) -> Result<Document> {
    let one = access
        .write(move |tx, rows| {
            require_news(tx, rows, id)?;
            let pages = rows.beside::<Page, action::Manage>()?;
            publish::take_offline(tx, &pages, page_of(id))?;
            rows.document(tx, id, &rows.ctx().fields)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

async fn schedule(
    access: Access<NewsItem, action::Manage>,
    id: Id<NewsItem>,
    input: Input<ScheduleForm>,
) -> Result<Document> {
    let form = input.body;
    let one = access
        .write(move |tx, rows| {
            require_news(tx, rows, id)?;
            let pages = rows.beside::<Page, action::Manage>()?;
            publish::plan(tx, &pages, page_of(id), &form).map_err(by_own_names)?;
            rows.document(tx, id, &rows.ctx().fields)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<NewsItem>()
        .find::<NewsItem>()
        .action(Method::POST, "", create)
        .answering(OperationKind::Create)
        .named("createNewsItem", "Makes the draft of a news item")
        .action(Method::PATCH, "/{id}", update)
        .answering(OperationKind::Update)
        .named(
            "updateNewsItem",
            "Changes the draft of a news item; visitors read it once it is published",
        )
        .action(Method::PUT, "/{id}", update)
        .answering(OperationKind::Update)
        .named("putNewsItem", "Changes a news item, as PATCH does")
        .action(Method::DELETE, "/{id}", delete)
        .answering(OperationKind::Delete)
        .named(
            "deleteNewsItem",
            "Deletes a news item; `PUT /pages/{id}/restore` brings it back within thirty days",
        )
        .action(Method::PUT, "/{id}/publish", publish_now)
        .answering(OperationKind::Find)
        .named("publishNewsItem", "Publishes the draft of a news item")
        .refuses(&[422, 428])
        .answers(Described::one::<NewsItem>(200))
        .action(Method::PUT, "/{id}/unpublish", unpublish)
        .answering(OperationKind::Find)
        .named(
            "unpublishNewsItem",
            "Takes a news item offline, and forgets what was scheduled",
        )
        .answers(Described::one::<NewsItem>(200))
        .action(Method::PUT, "/{id}/schedule", schedule)
        .named(
            "scheduleNewsItem",
            "Publishes the draft of a news item at a moment, or ends it at one",
        )
        .refuses(&[428])
        .answers(Described::one::<NewsItem>(200))
}
