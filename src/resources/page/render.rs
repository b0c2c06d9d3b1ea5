//! Blocks as HTML. This gathers what they refer to and what they fill themselves with, as a visitor would see it; the
//! web layer, which has the templates, fills those in.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::block_types::{BLOCK_TYPES, Field, Kind, Source};
use super::document::{BlockGround, StoredBlock};
use super::draft::{SentBlock, read_blocks};
use super::published::{PublishedPage, address_of};
use super::{MOST_BLOCKS, Page, checks, content};
use crate::app::access::{Access, Action, action};
use crate::app::cache::response_cache::{AnswerKey, CacheEntry};
use crate::base::locale::Locale;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::{Document, Id, Query, Resource};
use crate::resources::activity::Activity;
use crate::resources::activity::occurrence::ActivityOccurrence;
use crate::resources::organization::Organization;
use crate::resources::taxonomy::Taxonomy;
use crate::resources::vacancy::Vacancy;

/// Seconds for which a page with a form is kept: it opens and closes by the clock.
const FORM_IS_KEPT: i64 = 300;

/// What blocks refer to, by id and by address.
#[derive(Default)]
pub struct Scene {
    pub locale: Locale,
    /// Address and description of pictures.
    pub pictures: HashMap<i64, (String, String)>,
    /// Paths of pages that visitors may see, without the prefix of the language.
    pub pages: HashMap<i64, (String, Locale)>,
    /// Public documents of forms.
    pub forms: HashMap<i64, Value>,
    /// Documents by API address.
    pub documents: HashMap<String, Value>,
    /// True if the page itself shows its title.
    pub has_title: bool,
}

/// A block in its place.
pub struct BlockView<'b> {
    pub block: &'b StoredBlock,
    pub at: usize,
}

/// What pages get from those above them.
#[derive(Clone, Copy)]
pub struct Filling {
    /// Fills the template of a block.
    pub block: fn(&Scene, &BlockView) -> Result<String>,
    /// The public document of a form of a centre, as it is now; none if it is closed to visitors.
    pub form: fn(&Connection, i64, i64, &str) -> Option<Value>,
}

static FILLING: OnceLock<Filling> = OnceLock::new();

/// Sets what fills the templates.
pub fn fill_with(filling: Filling) {
    FILLING.get_or_init(|| filling);
}

fn filling() -> Result<Filling> {
    let set = FILLING.get().copied();
    set.ok_or_else(|| Error::internal("the templates of blocks are not set"))
}

/// The addresses of the documents that a block fills itself with.
pub fn documents_of(block: &StoredBlock, locale: Locale) -> Vec<String> {
    let Some(source) = block.kind.fills_itself else {
        return Vec::new();
    };
    let number = number_of(block);
    match source {
        Source::Cards => match choice_of(block, "source") {
            "news" => vec![news(number, locale)],
            "activities" => vec![format!(
                "/api/v1/activities?filter[upcoming_eq]=true&page[size]={number}&sort=next_starts_at"
            )],
            "organizations" => vec![format!(
                "/api/v1/organizations?include=profile&page[size]={number}&sort=-created_at"
            )],
            _ => vec![
                format!(
                    "/api/v1/vacancies?{}include=organization&page[size]={number}&sort=-published_at",
                    vacancy_filters(block)
                ),
                ACTIVITY_TYPES.to_owned(),
            ],
        },
        Source::News => vec![news(number, locale)],
        Source::Calendar => {
            let which = match choice_of(block, "which") {
                "free" => "filter[is_free_eq]=true&",
                "in_person" => "filter[online_eq]=false&",
                "online" => "filter[online_eq]=true&",
                _ => "",
            };
            let about = filters(
                block,
                "about",
                &[
                    ("activity_categories", "filter[category_in]"),
                    ("target_groups", "filter[target_group_in]"),
                ],
            );
            vec![format!(
                "/api/v1/activity_occurrences?{about}{which}filter[status_eq]=planned&filter[upcoming_eq]=true&page[size]={number}&sort=starts_at"
            )]
        }
        Source::Categories => vec![ACTIVITY_TYPES.to_owned()],
        Source::Search => vec![COUNT.to_owned()],
        Source::Form => Vec::new(),
    }
}

/// The activity types of a centre with the number of their vacancies.
pub const ACTIVITY_TYPES: &str =
    "/api/v1/taxonomies?filter[archived_eq]=false&filter[kind_eq]=activity_types&page[size]=100";
/// The list of vacancies, for its total.
pub const COUNT: &str = "/api/v1/vacancies?page[size]=1";

fn news(number: i64, locale: Locale) -> String {
    format!(
        "/api/v1/published_pages?filter[page_type_eq]=news&filter[read_in]={}&page[size]={number}&sort=-published_at",
        locale.as_str()
    )
}

/// How many a block shows: its field `number`, within its bounds.
pub fn number_of(block: &StoredBlock) -> i64 {
    let field = block
        .kind
        .fields
        .iter()
        .find(|field| field.name == "number");
    let (min, max) = match field.map(|field| field.kind) {
        Some(Kind::Number { min, max }) => (min, max),
        _ => (1, 12),
    };
    let given = block.content.get("number").and_then(Value::as_i64);
    let usual = match block.kind.fills_itself {
        Some(Source::Categories) => 8,
        _ => 6,
    };
    given.unwrap_or(usual).clamp(min.max(1), max.min(24))
}

/// The value of a choice, or the first.
pub fn choice_of<'b>(block: &'b StoredBlock, name: &str) -> &'b str {
    let given = block.content.get(name).and_then(Value::as_str);
    given.unwrap_or_else(|| {
        let field = block.kind.fields.iter().find(|field| field.name == name);
        match field.map(|field| field.kind) {
            Some(Kind::Choice(choices)) => choices.first().copied().unwrap_or_default(),
            _ => "",
        }
    })
}

/// Filters of the list of vacancies, each with a `&`.
fn vacancy_filters(block: &StoredBlock) -> String {
    filters(
        block,
        "filter",
        &[
            ("activity_type_ids", "filter[activity_type_ids_in]"),
            ("tags", "filter[tags_in]"),
            ("kinds", "filter[vacancy_type_in]"),
        ],
    )
}

/// Filters of a list, each with a `&`.
fn filters(block: &StoredBlock, field: &str, names: &[(&str, &'static str)]) -> String {
    let pairs = filter_pairs(block, field, names).into_iter();
    pairs.fold(String::new(), |mut all, (name, values)| {
        let _ = write!(all, "{name}={values}&");
        all
    })
}

/// The lists of a block's filter, its field `field`, under other names; their values joined by commas.
pub fn filter_pairs(
    block: &StoredBlock,
    field: &str,
    names: &[(&str, &'static str)],
) -> Vec<(&'static str, String)> {
    let filter = block.content.get(field);
    let values = |name: &str| {
        let list = filter.and_then(|filter| filter.get(name)?.as_array());
        let words: Vec<&str> = list
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        words.join(",")
    };
    names
        .iter()
        .map(|(name, other)| (*other, values(name)))
        .filter(|(_, values)| !values.is_empty())
        .collect()
}

impl Scene {
    /// Reads what the blocks refer to, and with whose changes that ends.
    pub async fn gather<R: Resource, A: Action>(
        access: &Access<R, A>,
        blocks: &[StoredBlock],
        (locale, has_title): (Locale, bool),
    ) -> Result<(Self, CachePolicy)> {
        let ctx = access.ctx();
        let (center_id, now) = (ctx.site.center_id, ctx.now.clone());
        let mut keep = ctx
            .site
            .tenant
            .keep(&["uploads", "pages", "published_pages"]);
        let references = References::of(blocks);
        if !references.forms.is_empty() {
            keep.join(ctx.site.tenant.keep(&[
                "forms",
                "form_questions",
                "form_invitations",
                "form_invitation_links",
                "form_submissions",
                "organizations",
            ]));
            keep.until = Some(ctx.second() + FORM_IS_KEPT);
        }
        let addresses: BTreeSet<String> = blocks
            .iter()
            .flat_map(|block| documents_of(block, locale))
            .collect();
        // A centre may switch them off and on.
        if addresses.iter().any(|address| is_of_activities(address)) {
            keep.join(ctx.site.tenant.keep(&["volunteer_centers"]));
        }
        let mut scene = if references.is_empty() {
            Self::default()
        } else {
            access
                .read(move |connection| references.look_up(connection, center_id, &now))
                .await?
        };
        scene.locale = locale;
        scene.has_title = has_title;
        for address in addresses {
            let (body, also) = visit(access, &address).await?;
            let told = serde_json::from_slice(&body)?;
            if let Some(also) = also {
                keep.join(also);
            }
            scene.documents.insert(address, told);
        }
        Ok((scene, keep))
    }

    /// The HTML of each block.
    pub fn fill(&self, blocks: &[StoredBlock]) -> Result<Vec<String>> {
        let fill = filling()?.block;
        blocks
            .iter()
            .enumerate()
            .map(|(at, block)| fill(self, &BlockView { block, at }))
            .collect()
    }

    pub fn address_of_picture(&self, id: i64) -> Option<String> {
        self.pictures.get(&id).map(|(url, _)| url.clone())
    }
}

fn is_of_activities(address: &str) -> bool {
    address.starts_with("/api/v1/activit")
}

/// A list as a visitor of this site sees it, whoever asks: the one that is kept, unless something has changed.
async fn visit<R: Resource, A: Action>(
    access: &Access<R, A>,
    address: &str,
) -> Result<(Bytes, Option<CachePolicy>)> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let query = Query::parse(query);
    let site = &access.ctx().site;
    if is_of_activities(path) && !site.features().activities {
        return Ok((
            Bytes::from_static(b"{\"data\":[],\"meta\":{\"is_off\":true}}"),
            None,
        ));
    }
    let key = AnswerKey {
        center_id: site.center_id,
        origin: site.origin(),
        language: None,
        context: site.context,
        // No path of a request, whose answers have headers as well.
        path: format!("blocks {path}"),
        query: query.clone().in_one_spelling(),
    };
    if let Some(kept) = site.tenant.lookup(&key, access.ctx().second()) {
        return Ok((kept.body.clone(), Some(kept.policy().clone())));
    }
    let document = match path {
        "/api/v1/vacancies" => access.visiting::<Vacancy>()?.list(path, query).await,
        "/api/v1/activity_occurrences" => {
            let dates = access.visiting::<ActivityOccurrence>()?;
            dates.list(path, query).await
        }
        "/api/v1/activities" => access.visiting::<Activity>()?.list(path, query).await,
        "/api/v1/organizations" => access.visiting::<Organization>()?.list(path, query).await,
        "/api/v1/published_pages" => access.visiting::<PublishedPage>()?.list(path, query).await,
        "/api/v1/taxonomies" => access.visiting::<Taxonomy>()?.list(path, query).await,
        _ => Err(Error::internal(format!("blocks do not read {path}"))),
    }?;
    if let Some(keep) = document.keep.clone() {
        let body = document.body.clone();
        let entry = CacheEntry::new(StatusCode::OK, HeaderMap::new(), body, keep);
        site.tenant.keep_document(key, entry);
    }
    Ok((document.body, document.keep))
}

#[derive(Default)]
struct References {
    pictures: Vec<i64>,
    pages: Vec<i64>,
    forms: Vec<i64>,
}

impl References {
    fn of(blocks: &[StoredBlock]) -> Self {
        let mut found = Self::default();
        for block in blocks {
            content::walk(block.kind.fields, &block.content, &mut |kind, value| {
                let id = |value: Option<&Value>| {
                    value
                        .and_then(Value::as_str)
                        .and_then(|id| id.parse::<i64>().ok())
                };
                match kind {
                    Kind::Picture => found.pictures.extend(id(value.get("upload_id"))),
                    Kind::Link => found.pages.extend(id(value.get("page_id"))),
                    Kind::Form => found.forms.extend(id(Some(value))),
                    _ => {}
                }
            });
        }
        found
    }

    fn is_empty(&self) -> bool {
        self.pictures.is_empty() && self.pages.is_empty() && self.forms.is_empty()
    }

    fn look_up(&self, connection: &Connection, center_id: i64, now: &str) -> Result<Scene> {
        let mut scene = Scene::default();
        let mut pictures = connection.prepare_cached(
            "select url, alt from uploads where id = ?1 and volunteer_center_id = ?2",
        )?;
        for id in &self.pictures {
            let mut rows = pictures.query((id, center_id))?;
            if let Some(row) = rows.next()? {
                scene.pictures.insert(*id, (row.get(0)?, row.get(1)?));
            }
        }
        let mut pages = connection.prepare_cached(
            "select slug, page_type, locale from published_pages
              where page_id = ?1 and volunteer_center_id = ?2 and publish_at <= ?3 and (unpublish_at is null or unpublish_at > ?3)",
        )?;
        for id in &self.pages {
            let mut rows = pages.query((id, center_id, now))?;
            if let Some(row) = rows.next()? {
                let (slug, kind, locale): (String, String, String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                let locale = Locale::parse(&locale).unwrap_or_default();
                scene.pages.insert(*id, (address_of(&slug, &kind), locale));
            }
        }
        for id in &self.forms {
            // A form that is closed to visitors leaves nothing behind.
            if let Some(document) = (filling()?.form)(connection, *id, center_id, now) {
                scene.forms.insert(*id, document);
            }
        }
        Ok(scene)
    }
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A type of block, and what its content holds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockTypeAttributes {
    pub group: String,
    /// False for one that is not offered any more.
    pub is_offered: bool,
    pub fields: Vec<BlockFieldAttributes>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockFieldAttributes {
    pub name: String,
    pub kind: String,
    pub required: bool,
    /// Longest text, or most items of a list, or largest number.
    pub max: Option<i64>,
    pub min: Option<i64>,
    #[serde(default)]
    pub choices: Vec<String>,
    /// Of each item of a list.
    #[serde(default)]
    pub fields: Vec<BlockFieldAttributes>,
}

impl Typed for BlockTypeAttributes {
    const TYPE: &'static str = "content_block_types";
}

fn described(field: &Field) -> Value {
    let (min, max) = match field.kind {
        Kind::Line { max }
        | Kind::RichText { max }
        | Kind::LongText { max }
        | Kind::Markdown { max }
        | Kind::List { max, .. } => (None, i64::try_from(max).ok()),
        Kind::Number { min, max } => (Some(min), Some(max)),
        _ => (None, None),
    };
    let choices = match field.kind {
        Kind::Choice(choices) => choices,
        _ => &[],
    };
    let fields: Vec<Value> = match field.kind {
        Kind::List { fields, .. } => fields.iter().map(described).collect(),
        _ => Vec::new(),
    };
    json!({
        "name": field.name,
        "kind": field.kind.as_str(),
        "required": field.is_required,
        "max": max,
        "min": min,
        "choices": choices,
        "fields": fields,
    })
}

async fn types(access: Access<Page, action::Update>, (): (), _: Input<()>) -> Result<Document> {
    let has_activities = access.ctx().site.features().activities;
    let data: Vec<Value> = BLOCK_TYPES
        .iter()
        .filter(|kind| has_activities || kind.fills_itself != Some(Source::Calendar))
        .map(|kind| {
            json!({
                "type": BlockTypeAttributes::TYPE,
                "id": kind.name,
                "attributes": {
                    "group": kind.group.as_str(),
                    "is_offered": kind.is_offered,
                    "fields": kind.fields.iter().map(described).collect::<Vec<_>>(),
                },
            })
        })
        .collect();
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

/// Blocks to look at, without storing them.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct BlockPreviewForm {
    pub blocks: Vec<SentBlock>,
    /// Place of the first of them on the page, from 0.
    #[serde(default)]
    pub first: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BlockPreviews")]
struct BlockPreviews {
    blocks: Vec<BlockPreview>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct BlockPreview {
    html: String,
    problems: Vec<checks::BlockProblem>,
}

async fn preview(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    input: Input<BlockPreviewForm>,
) -> Result<Document> {
    let form = input.body;
    if form.blocks.len() > MOST_BLOCKS {
        return Err(FieldFault::at("/blocks", "items")
            .with("max", MOST_BLOCKS)
            .into());
    }
    let rows = access.rows();
    let language = access.ctx().site.locale;
    let first = form.first.min(MOST_BLOCKS);
    let (blocks, problems, locale, has_title) = access
        .read(move |connection| {
            let page = rows.load(connection, id)?;
            let center_id = page.volunteer_center_id.map_or(0, Id::number);
            let (blocks, faults) = read_blocks(connection, center_id, &form.blocks)?;
            let problems: Vec<Vec<checks::BlockProblem>> = blocks
                .iter()
                .enumerate()
                .map(|(at, block)| {
                    let place = format!("/blocks/{at}/content/");
                    let wrong = faults.iter().filter_map(|fault| {
                        let field = fault.pointer.strip_prefix(&place)?;
                        Some(checks::BlockProblem {
                            field: field.replace('/', "."),
                            code: fault.rule.clone(),
                            text: fault.detail(language),
                        })
                    });
                    wrong.chain(checks::of_block(block, language)).collect()
                })
                .collect();
            let locale = Locale::parse(page.locale.as_str()).unwrap_or_default();
            Ok((blocks, problems, locale, page.show_title_on_page))
        })
        .await?;
    let (scene, _) = Scene::gather(&access, &blocks, (locale, has_title)).await?;
    let fill = filling()?.block;
    let mut shown = Vec::with_capacity(blocks.len());
    for (at, (block, problems)) in blocks.iter().zip(problems).enumerate() {
        let html = fill(
            &scene,
            &BlockView {
                block,
                at: first + at,
            },
        )?;
        shown.push(json!({ "html": html, "problems": problems }));
    }
    Ok(Document::of(&json!({ "blocks": shown })))
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/content_block_types", types)
        .named(
            "listContentBlockTypes",
            "Lists the types of blocks and their fields",
        )
        .answers(Described::json::<AllOf<BlockTypeAttributes>>(200))
        .action(Method::POST, "/{id}/render", preview)
        .named(
            "renderPageBlocks",
            "Shows blocks as visitors would see them; stores nothing",
        )
        .answering_anew()
        .answers(Described::json::<BlockPreviews>(200))
}

/// An empty block of a type, for tests and seeds.
pub fn block(name: &str, content: Map<String, Value>) -> Option<StoredBlock> {
    Some(StoredBlock {
        id: None,
        kind: super::block_types::find(name)?,
        content,
        ground: BlockGround::Page,
        is_hidden: false,
    })
}
