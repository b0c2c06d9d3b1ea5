//! Stock images of a centre: pictures to choose from wherever one is asked for, found by their keywords
//! (docs/domain/rights.md#content).

use axum::extract::Multipart;
use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::upload::{self, Usages};
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Answer, Computed, Document, Filter, Id, Resource, Saving, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::effects::{Effect, Event, Happening};
use crate::policy::Verb;
use crate::privacy::prelude::*;

/// Stock images of a centre.
const MOST: i64 = 1_000;
const MOST_KEYWORDS: usize = 20;
const LONGEST_KEYWORD: usize = 40;

pub struct StockImage;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct StockImageAttributes {
    #[validate(length(min = 1, max = 100))]
    pub name: String,
    #[serde(default)]
    #[validate(length(max = 500))]
    pub description: String,
    /// What it shows, for who does not see it: the text that stands ready where it is chosen.
    #[serde(default)]
    #[validate(length(max = 125))]
    pub short_description: String,
    /// At most twenty, of at most forty characters.
    #[serde(default)]
    #[validate(length(max = 20))]
    pub keywords: Vec<String>,
    /// Who made it, and under which licence.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub credit: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub image_url: String,
    /// Places where a picture made of it stands.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub uses: i64,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for StockImage {
    const TYPE: &'static str = "stock_images";
    const ALIAS: &'static str = "stock_image";
    type Attributes = StockImageAttributes;
    const FILTERS: &'static [Filter] = &[Filter::custom(
        "keywords_cont",
        &["keywords", "name", "short_description", "description"],
        |conditions, value| {
            conditions.add(
            "instr(fold(t.keywords || ' ' || t.name || ' ' || t.short_description || ' ' || t.description), fold(:value)) > 0",
            value.to_owned(),
        );
            Ok(())
        },
    )];
    const SORTS: &'static [Sort] = &[
        Sort::by("name", "t.name collate nocase"),
        Sort::by("created_at", "t.created_at"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "uses",
        // The places themselves: what a night's work notes of a file is of the night before.
        sql: "(select count(*) from (
                 select 'vacancies', v.id from uploads u join vacancies v on v.image_url = u.url
                  where u.stock_image_id = t.id and v.purged_at is null and v.status <> 'deleted'
                 union
                 select 'vacancies', v.id from vacancies v join uploads u on instr(v.revision, u.url) > 0
                  where v.revision_state is not null and u.stock_image_id = t.id
                 union
                 select 'organizations', o.id from uploads u join organizations o on o.logo_url = u.url
                  where u.stock_image_id = t.id and o.status <> 'deleted'
                 union
                 select 'organizations', o.id from uploads u join organizations o on o.photo_url = u.url
                  where u.stock_image_id = t.id and o.status <> 'deleted'
                 union
                 select 'profiles', p.id from uploads u join volunteer_center_profiles p on p.contact_photo_url = u.url
                  where u.stock_image_id = t.id
                 union
                 select 'pages', c.page_id from uploads u join page_uploads c on c.upload_id = u.id
                  where u.stock_image_id = t.id))",
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[("GET", "/api/v1/stock_images/{id}/usages")],
        offered: &[Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut StockImageAttributes,
        old: Option<&StockImageAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            let center_id = saving.center_id();
            new.volunteer_center_id = Some(Id::new(center_id));
            let kept: i64 = saving
                .tx
                .prepare_cached("select count(*) from stock_images where volunteer_center_id = ?1")?
                .query_row([center_id], |row| row.get(0))?;
            if kept >= MOST {
                return Err(FieldFault::attribute("name", "items")
                    .with("max", MOST)
                    .into());
            }
        }
        new.keywords = tidy(&new.keywords);
        if new.keywords.len() > MOST_KEYWORDS {
            return Err(FieldFault::attribute("keywords", "items")
                .with("max", MOST_KEYWORDS)
                .into());
        }
        if new
            .keywords
            .iter()
            .any(|word| word.chars().count() > LONGEST_KEYWORD)
        {
            return Err(FieldFault::attribute("keywords", "length_max")
                .with("max", LONGEST_KEYWORD)
                .into());
        }
        Ok(())
    }

    fn remove(tx: &Tx, id: Id<Self>, _: Option<i64>) -> Result<()> {
        // What was made of it stays where it is; its own file goes when nothing refers to it.
        tx.execute("delete from stock_images where id = ?1", [id.number()])?;
        Ok(())
    }
}

/// Without spaces around them, empty ones and repetitions.
fn tidy(keywords: &[String]) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::new();
    for word in keywords {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_new = !tidy
            .iter()
            .any(|known| known.to_lowercase() == word.to_lowercase());
        if !word.is_empty() && is_new {
            tidy.push(word);
        }
    }
    tidy
}

/// The pictures that the program brings, of which the centre has none yet. Returns their number.
pub fn seed(tx: &Tx, center_id: i64) -> Result<usize> {
    Ok(tx.execute(
        "insert into stock_images (name, short_description, keywords, image_url, credit, volunteer_center_id, created_at, updated_at)
         select p.value ->> 'name', p.value ->> 'shows', p.value -> 'keywords', p.value ->> 'url', 'Voluntr', ?1, ?2, ?2
           from json_each(starter_pictures()) p
          where not exists (select 1 from stock_images s
                             where s.volunteer_center_id = ?1 and s.image_url = p.value ->> 'url')
          order by p.key desc",
        (center_id, tx.now()),
    )?)
}

/// The pictures that every centre begins with.
fn begin_with_center(happening: &Happening) -> Result<()> {
    if happening.event == Event::CenterCreated {
        seed(happening.tx, happening.id)?;
    }
    Ok(())
}

impl Declared for StockImage {
    const FILE: &'static str = file!();
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str = "Pictures of a centre to choose from.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("stock_images", "pictures of the centre; whose file it is stands with the upload"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until the centre deletes it"));
    const EXPORT: Option<Export> = Some(Export::No("files themselves"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its centre"));
    const EFFECTS: Option<Effect> = Some(begin_with_center);
}

pub fn routes() -> Routes {
    let form = json!({
        "type": "object",
        "required": ["name", "file"],
        "properties": {
            "name": { "type": "string", "maxLength": 100 },
            "description": { "type": "string", "maxLength": 500 },
            "short_description": { "type": "string", "maxLength": 125, "description": "What it shows, for who does not see it." },
            "keywords": { "type": "string", "description": "Separated by commas." },
            "credit": { "type": "string", "maxLength": 200 },
            "crop": { "type": "string", "description": "As of an upload." },
            "focus": { "type": "string", "description": "As of an upload." },
            "file": { "type": "string", "format": "binary" }
        }
    });
    Routes::new()
        .upload("", form, add)
        .larger(upload::LARGEST_BODY)
        .merge(
            Routes::new()
                .list::<StockImage>()
                .find::<StockImage>()
                .update::<StockImage>()
                .delete::<StockImage>()
                .action(Method::POST, "/starter_set", bring)
                .named(
                    "bringStarterSet",
                    "Adds the pictures of the program that the centre has not",
                )
                .answers(Described::json::<Brought>(200))
                .action(Method::GET, "/{id}/usages", usages)
                .named("listStockImageUsages", "Lists where a stock image stands")
                .answers(Described::json::<Usages>(200)),
        )
}

async fn add(access: Access<StockImage, action::Create>, body: Multipart) -> Result<Answer> {
    let (files, picture, fields) =
        upload::receive_picture(&access, body, upload::UploadKind::Stock).await?;
    let mut attributes = Map::new();
    for name in ["name", "description", "short_description", "credit"] {
        let text = fields.get(name).map(|text| text.trim()).unwrap_or_default();
        attributes.insert(name.to_owned(), text.into());
    }
    let keywords = fields
        .get("keywords")
        .map(String::as_str)
        .unwrap_or_default();
    let keywords: Vec<Value> = keywords.split(',').map(|word| word.trim().into()).collect();
    attributes.insert("keywords".to_owned(), keywords.into());
    files
        .store(&access, move |tx, rows| {
            let url = picture.url.clone();
            let id = rows.create(tx, attributes)?;
            tx.execute(
                "update stock_images set image_url = ?2 where id = ?1",
                (id.number(), url),
            )?;
            upload::insert(
                tx,
                &rows.beside::<upload::Upload, action::Create>()?,
                picture,
            )?;
            let location = format!("/api/v1/stock_images/{id}");
            Ok(Answer::created(location, rows.shown_text(tx, id)?))
        })
        .await
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Brought {
    meta: BroughtMeta,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct BroughtMeta {
    added: usize,
}

/// `POST /stock_images/starter_set`. Idempotent.
async fn bring(
    access: Access<StockImage, action::Update>,
    (): (),
    input: Input<()>,
) -> Result<Answer> {
    access
        .post(input.key, |tx, rows| {
            let added = seed(tx, rows.ctx().site.center_id)?;
            Ok(Answer::ok(
                json!({ "meta": { "added": added } }).to_string(),
            ))
        })
        .await
}

/// `GET /stock_images/{id}/usages`.
async fn usages(
    access: Access<StockImage, action::Update>,
    id: Id<StockImage>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let usages = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let center_id = rows.ctx().site.center_id;
            let urls: Vec<String> = connection
                .prepare_cached("select url from uploads where stock_image_id = ?1 limit 500")?
                .query_map([id.number()], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            upload::usages(connection, center_id, &urls)
        })
        .await?;
    Ok(Document::new(serde_json::to_vec(&usages)?, None))
}
