//! Files that people send: pictures, logos and documents (docs/domain/limits.md#uploads). What is stored is made anew
//! of what was sent and named by its contents; an address never changes what it shows.

mod document;
mod files;
mod kind;
mod prepare;
mod replace;
mod usages;

use std::collections::HashMap;

use axum::extract::Multipart;
use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use crate::app::access::{Access, Action, RequestContext, Rows, action};
use crate::app::limits::rate_limits::UPLOADS_SENT;
use crate::app::limits::uploads::STORED;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::http::uploads::{self, Prepared};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, AnyId, Computed, Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::belongings::{Belonging, Merging, Moving};
use crate::model::declaration::{Clock, Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;

pub use files::{KEY, content, file_name, is_file_name, media_type};
pub use kind::UploadKind;
pub use usages::{Usages, usages};

/// Addresses of files begin with this.
pub const FOLDER: &str = "/uploads/";
const DOCUMENT_ADDRESS: &str = FOLDER;
/// Body limit of the route: the largest document, and the fields beside it.
pub(in crate::resources) const LARGEST_BODY: usize = 11 * 1024 * 1024;
const LONGEST_ALT: usize = 200;

pub struct Upload;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct UploadAttributes {
    #[schemars(extend("readOnly" = true))]
    pub kind: UploadKind,
    /// Of the widest picture. Its name says width, height, average colour and focus point; `urls` has the others.
    #[schemars(extend("readOnly" = true))]
    pub url: String,
    /// From the widest.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub urls: Vec<UploadUrl>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub name: String,
    #[schemars(extend("readOnly" = true))]
    pub content_type: String,
    /// What a picture shows; empty if it is decoration.
    #[serde(default)]
    #[validate(length(max = 200))]
    #[schemars(extend("readOnly" = true))]
    pub alt: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_decorative: bool,
    #[schemars(extend("readOnly" = true))]
    pub width: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub height: Option<i64>,
    /// The point that stays in view when a picture is cut to another shape, in percent from the left and the top.
    #[serde(default = "middle")]
    #[schemars(extend("readOnly" = true))]
    pub focus_x: i64,
    #[serde(default = "middle")]
    #[schemars(extend("readOnly" = true))]
    pub focus_y: i64,
    /// Average colour, shown until the picture is there: `#a1b2c3`.
    #[schemars(extend("readOnly" = true))]
    pub color: Option<String>,
    /// Bytes of all its files.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub size: i64,
    /// Rows that refer to it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub uses: i64,
    /// Since when nothing refers to it; it is deleted thirty days later.
    #[schemars(extend("readOnly" = true))]
    pub unused_since: Option<String>,
    /// The stock image that it was made of.
    #[schemars(extend("readOnly" = true))]
    pub stock_image_id: Option<AnyId>,
    /// When another file took the place of this document; its address stays.
    #[schemars(extend("readOnly" = true))]
    pub replaced_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<AnyId>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<AnyId>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UploadUrl {
    pub url: String,
    pub width: i64,
    pub height: i64,
}

fn middle() -> i64 {
    50
}

/// The rows that refer to the file of `t`.
macro_rules! uses {
    () => {
        "(select count(*) from vacancies v where v.image_url = t.url) \
         + (select count(*) from vacancies v where v.revision_state is not null and instr(v.revision, t.url) > 0) \
         + (select count(*) from activities a where a.image_url = t.url) \
         + (select count(*) from activities a where a.revision_state is not null and instr(a.revision, t.url) > 0) \
         + (select count(*) from organizations o where o.logo_url = t.url) \
         + (select count(*) from organizations o where o.photo_url = t.url) \
         + (select count(*) from volunteer_center_profiles p where t.url in (p.website_logo_url, p.website_logo_dark_mode_url, p.favicon_url, p.contact_photo_url)) \
         + (select count(*) from users u where u.avatar_url = t.url) \
         + (select count(*) from page_uploads c where c.upload_id = t.id) \
         + (select count(*) from stock_images s where s.image_url = t.url) \
         + iif(t.kind <> 'document', 0, \
             (select count(*) from volunteer_center_profiles p where instr(concat_ws(' ', p.footer_column_1_content, p.footer_column_2_content, \
                p.footer_column_3_content, p.footer_column_4_content, p.footer_column_6_content, p.footer_column_8_content, \
                p.footer_column_1_content_en, p.footer_column_2_content_en, p.footer_column_3_content_en, \
                p.footer_column_4_content_en, p.footer_column_6_content_en, p.footer_column_8_content_en), t.url) > 0) \
           + (select count(distinct b.page_id) from content_blocks b join pages p on p.id = b.page_id \
                where p.volunteer_center_id = t.volunteer_center_id and instr(b.content, t.url) > 0) \
           + (select count(*) from forms f where f.volunteer_center_id = t.volunteer_center_id \
                and instr(concat_ws(' ', f.description, f.description_en, f.thanks, f.thanks_en), t.url) > 0))"
    };
}

impl Resource for Upload {
    const TYPE: &'static str = "uploads";
    const ALIAS: &'static str = "upload";
    type Attributes = UploadAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::column("url", &[Predicate::Eq]),
        Filter::custom("q", &["name", "url", "alt"], |conditions, value| {
            conditions.add(
                "instr(fold(t.name || ' ' || t.url || ' ' || t.alt), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("size", "t.size"),
        Sort::by("name", "t.name collate nocase"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "uses",
        sql: uses!(),
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[("GET", "/api/v1/uploads/{id}/usages")],
        offered: &[Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    /// The files go with the next sweep.
    fn remove(tx: &Tx, id: Id<Self>, _: Option<i64>) -> Result<()> {
        let is_used: bool = tx
            .prepare_cached(concat!(
                "select ",
                uses!(),
                " > 0 from uploads t where t.id = ?1"
            ))?
            .query_row([id.number()], |row| row.get(0))?;
        if is_used || is_linked(tx, id)? {
            return Err(FieldFault::attribute("url", "in_use").into());
        }
        tx.execute("delete from uploads where id = ?1", [id.number()])?;
        Ok(())
    }
}

impl Declared for Upload {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/upload.ts", "uploads"));
    const ABOUT: &'static str = "Pictures, logos and documents that people send.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("uploads", &[
            // One's own face, and what nobody uses.
            own!(
                "t.created_by_id = :user_id and (t.kind = 'avatar' or t.unused_since is not null)",
                [("fotos", "De foto's en bestanden die je plaatste."), ("pictures", "The pictures and files that you sent.")],
                without &["urls", "stock_image_id", "file", "created_by_id", "volunteer_center_id", "version"],
                with ""
            ),
            Part {
                rows: "t.created_by_id = :user_id and t.kind <> 'avatar' and t.unused_since is null",
                show: shown([("fotos-in-gebruik", "De foto's en bestanden die je voor anderen plaatste."), ("pictures-in-use", "The pictures and files that you sent for others.")], &["urls", "stock_image_id", "file", "created_by_id", "volunteer_center_id", "version"], ""),
                erase: Blank {
                    set: &[("created_by_id", "null"), ("name", "''")],
                    keep: &["kind", "url", "urls", "content_type", "alt", "width", "height", "focus_x", "focus_y", "color", "size", "unused_since", "stock_image_id", "file", "volunteer_center_id"],
                },
            },
        ]).with_files(),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[
            Clock {
                kind: "upload_unused",
                table: "uploads",
                rows: concat!(
                    "t.kind <> 'document' and t.unused_since is null and ",
                    uses!(),
                    " = 0"
                ),
                act: |tx, id, _| {
                    tx.execute(
                        "update uploads set unused_since = ?2 where id = ?1",
                        (id, tx.now()),
                    )?;
                    Ok(())
                },
                takes_away: false,
            },
            Clock {
                kind: "upload_used",
                table: "uploads",
                rows: concat!("t.unused_since is not null and ", uses!(), " > 0"),
                act: |tx, id, _| {
                    tx.execute("update uploads set unused_since = null where id = ?1", [id])?;
                    Ok(())
                },
                takes_away: false,
            },
            Clock {
                kind: "upload",
                table: "uploads",
                rows: concat!(
                    "t.kind <> 'document' and t.unused_since < :d30 and ",
                    uses!(),
                    " = 0"
                ),
                act: |tx, id, _| {
                    tx.execute("delete from uploads where id = ?1", [id])?;
                    Ok(())
                },
                takes_away: true,
            },
        ],
        expired: &[],
    });
    const EXPORT: Option<Export> = Some(Export::No("files themselves"));
    const DEMO: Option<Demo> = Some(Demo::None("drawings stand where nobody put a photo"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("uploads",
            Moving::Goes("update uploads set volunteer_center_id = :to, version = version + 1
            where volunteer_center_id = :from
              and (url in (select logo_url from organizations where id = :id)
                or url in (select photo_url from organizations where id = :id)
                or url in (select image_url from vacancies where organization_id = :id))"),
            Merging::With("vacancies and organizations, which name the file")),
    ];
}

pub fn routes() -> Routes {
    let form = json!({
        "type": "object",
        "required": ["kind", "file"],
        "properties": {
            "kind": { "type": "string", "enum": UploadKind::NAMES, "description": "What it is for. Stands before the file." },
            "alt": { "type": "string", "maxLength": LONGEST_ALT, "description": "What the picture shows." },
            "decorative": { "type": "string", "enum": ["true", "false"], "description": "The picture shows nothing that matters." },
            "crop": { "type": "string", "description": "The part to keep, as fractions of the upright picture: left, top, width, height. `0.1,0,0.5,1`" },
            "focus": { "type": "string", "description": "The point that stays in view, in percent from the left and the top of that part. `50,40`" },
            "stock_image": { "type": "string", "description": "The stock image that it was made of." },
            "file": { "type": "string", "format": "binary" }
        }
    });
    let replacement = json!({
        "type": "object",
        "required": ["file"],
        "properties": { "file": { "type": "string", "format": "binary" } }
    });
    Routes::new()
        .upload("", form, upload)
        .larger(LARGEST_BODY)
        .merge(
            Routes::new()
                .list::<Upload>()
                .find::<Upload>()
                .delete::<Upload>()
                .action(Method::GET, "/{id}/usages", used_at)
                .named("listUploadUsages", "Lists where a file stands")
                .answers(Described::json::<Usages>(200)),
        )
        .merge(
            Routes::new()
                .upload_to("/{id}/file", replacement, replace::replace)
                .named(
                    "replaceDocument",
                    "Puts another file of the same type in the place of a document",
                )
                .answers(Described::one::<Upload>(200))
                .larger(LARGEST_BODY),
        )
}

/// `GET /uploads/{id}/usages`.
async fn used_at(
    access: Access<Upload, action::Read>,
    id: Id<Upload>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let found = access
        .read(move |connection| {
            let file = rows.load(connection, id)?;
            usages(connection, rows.ctx().site.center_id, &[file.url])
        })
        .await?;
    Ok(Document::new(serde_json::to_vec(&found)?, None))
}

/// Whether a text of its centre links to it.
fn is_linked(tx: &Tx, id: Id<Upload>) -> Result<bool> {
    let (url, center_id, kind): (String, i64, String) = tx
        .prepare_cached("select url, volunteer_center_id, kind from uploads where id = ?1")?
        .query_row([id.number()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    Ok(kind == UploadKind::Document.name() && !usages(tx, center_id, &[url])?.data.is_empty())
}

/// The fields beside the file.
struct Fields {
    kind: UploadKind,
    alt: String,
    is_decorative: bool,
    crop: crate::pictures::Crop,
    focus: (i64, i64),
    stock_image: Option<i64>,
}

impl Fields {
    fn read(fields: &HashMap<String, String>) -> Result<Self> {
        Self::of_kind(UploadKind::of(fields)?, fields)
    }

    fn of_kind(kind: UploadKind, fields: &HashMap<String, String>) -> Result<Self> {
        let text = |name: &str| fields.get(name).map(|text| text.trim()).unwrap_or_default();
        let is_decorative = text("decorative") == "true" || !kind.has_alt();
        let alt = if is_decorative { "" } else { text("alt") };
        if alt.is_empty() && !is_decorative {
            return Err(FieldFault::at("/alt", "alt_text").into());
        }
        if alt.chars().count() > LONGEST_ALT {
            return Err(FieldFault::at("/alt", "length_max")
                .with("max", LONGEST_ALT)
                .into());
        }
        if alt.chars().any(char::is_control) {
            return Err(FieldFault::at("/alt", "control_characters").into());
        }
        let crop = match numbers::<4>(text("crop"), "/crop")? {
            Some([x, y, width, height]) => crate::pictures::Crop {
                x,
                y,
                width,
                height,
            }
            .checked()
            .ok_or_else(|| Error::from(FieldFault::at("/crop", "crop")))?,
            None => crate::pictures::Crop::WHOLE,
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most a hundred")]
        let percent = |number: f64| number.round().clamp(0.0, 100.0) as i64;
        let focus = numbers::<2>(text("focus"), "/focus")?
            .map_or((50, 50), |[x, y]| (percent(x), percent(y)));
        let stock_image = match text("stock_image") {
            "" => None,
            id => Some(
                id.parse()
                    .map_err(|_| FieldFault::at("/stock_image", "not_found"))?,
            ),
        };
        Ok(Self {
            kind,
            stock_image,
            alt: alt.to_owned(),
            is_decorative,
            crop,
            focus,
        })
    }
}

fn numbers<const N: usize>(text: &str, pointer: &'static str) -> Result<Option<[f64; N]>> {
    if text.is_empty() {
        return Ok(None);
    }
    let read: Vec<f64> = text
        .split(',')
        .filter_map(|part| part.trim().parse().ok())
        .filter(|number: &f64| number.is_finite())
        .collect();
    <[f64; N]>::try_from(read)
        .map(Some)
        .map_err(|_| FieldFault::at(pointer, "crop").into())
}

async fn upload(access: Access<Upload, action::Create>, body: Multipart) -> Result<Answer> {
    let ctx = access.ctx();
    let allowed = allowed(&access).await?;
    let received = uploads::receive(&ctx.site.tenant, ctx.user_id(), body, |fields| {
        let kind = UploadKind::of(fields)?;
        if allowed.iter().any(|name| name == kind.name()) {
            Ok(kind.rules())
        } else {
            Err(Code::Forbidden.into())
        }
    })
    .await?;
    let fields = Fields::read(&received.fields)?;
    let (files, attributes) = prepare::prepare(access.app(), received, fields).await?;
    files
        .store(&access, move |tx, rows| {
            let id = insert(tx, rows, attributes)?;
            let location = format!("/api/v1/uploads/{id}");
            Ok(Answer::created(location, rows.shown_text(tx, id)?))
        })
        .await
}

/// Names of the kinds that the requester may send: decided before anything of the file is read. 429 for who sent too
/// many within the hour.
async fn allowed(access: &Access<Upload, action::Create>) -> Result<Vec<String>> {
    let rows = access.rows();
    access
        .read(move |connection| {
            let ctx = rows.ctx();
            UPLOADS_SENT.require_room(connection, &sender(ctx), 0, &ctx.now)?;
            let sql = format!(
                "select t.kind
                   from (select value as kind, :user_id as created_by_id, :center_id as volunteer_center_id
                           from json_each(:kinds)) t
                  where {}",
                rows.visibility().rows
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let kinds = (
                ":kinds".to_owned(),
                serde_json::to_string(&UploadKind::NAMES)?.into(),
            );
            bind(&mut statement, rows.auth(), &[kinds])?;
            let mut found = Vec::new();
            let mut each = statement.raw_query();
            while let Some(row) = each.next()? {
                found.push(row.get(0)?);
            }
            Ok(found)
        })
        .await
}

/// Whose uploads are counted.
fn sender(ctx: &RequestContext) -> String {
    ctx.user_id().unwrap_or_default().to_string()
}

/// Receives a picture for another resource, with the fields that were sent beside it. 429 for who sent too many within
/// the hour.
pub(in crate::resources) async fn receive_picture<R: Resource, A: Action>(
    access: &Access<R, A>,
    body: Multipart,
    kind: UploadKind,
) -> Result<(Prepared, UploadAttributes, HashMap<String, String>)> {
    let ctx = access.ctx();
    let (asker, now) = (sender(ctx), ctx.now.clone());
    access
        .read(move |connection| UPLOADS_SENT.require_room(connection, &asker, 0, &now))
        .await?;
    let received =
        uploads::receive(&ctx.site.tenant, ctx.user_id(), body, |_| Ok(kind.rules())).await?;
    let sent = received.fields.clone();
    let fields = Fields::of_kind(kind, &sent)?;
    let (files, attributes) = prepare::prepare(access.app(), received, fields).await?;
    Ok((files, attributes, sent))
}

pub(in crate::resources) fn insert(
    tx: &Tx,
    rows: &Rows<Upload>,
    mut new: UploadAttributes,
) -> Result<Id<Upload>> {
    let ctx = rows.ctx();
    if let Some(stock) = new.stock_image_id {
        let is_here: bool = tx
            .prepare_cached(
                "select exists (select 1 from stock_images where id = ?1 and volunteer_center_id = ?2)",
            )?
            .query_row((stock.number(), ctx.site.center_id), |row| row.get(0))?;
        if !is_here {
            return Err(FieldFault::at("/stock_image", "not_found").into());
        }
    }
    UPLOADS_SENT.keep(tx, &sender(ctx))?;
    new.created_by_id = ctx.user_id().map(Id::new);
    new.volunteer_center_id = Some(Id::new(ctx.site.center_id));
    new.unused_since = Some(tx.now().to_owned());
    require_room(tx, new.size)?;
    let id = store::insert::<Upload>(tx, rows.auth(), new)?;
    rows.require(tx, id)?;
    Ok(id)
}

/// Requires room in the tenant's quota for this many bytes, beside all that people sent: pictures, documents, and files to
/// import.
pub(in crate::resources) fn require_room(tx: &Tx, size: i64) -> Result<()> {
    let stored: i64 = tx
        .prepare_cached(
            "select (select coalesce(sum(size), 0) from uploads) + (select coalesce(sum(length(content)), 0) from imports)",
        )?
        .query_row([], |row| row.get(0))?;
    let room: Option<i64> = tx
        .prepare_cached(
            "select (select cast(value as integer) from settings where name = 'uploads_megabytes')",
        )?
        .query_row([], |row| row.get(0))?;
    let room = room.map_or(i64::try_from(STORED).unwrap_or(i64::MAX), |megabytes| {
        megabytes.saturating_mul(1024 * 1024)
    });
    if stored.saturating_add(size) > room {
        let limit = format!("{} MB", room / 1024 / 1024);
        return Err(Error::from(Code::UploadsFull).with("limit", limit));
    }
    Ok(())
}

/// Requires a new address of a picture to be that of one that was sent for this. Others stay as they are.
pub(in crate::resources) fn require_stored(
    connection: &Connection,
    field: &str,
    kind: UploadKind,
    (old, new): (Option<&String>, Option<&String>),
) -> Result<()> {
    let Some(url) = new.filter(|url| old != Some(*url) && url.starts_with(FOLDER)) else {
        return Ok(());
    };
    let is_stored: bool = connection
        .prepare_cached("select exists (select 1 from uploads where url = ?1 and kind = ?2)")?
        .query_row((url, kind.name()), |row| row.get(0))?;
    if is_stored {
        Ok(())
    } else {
        Err(FieldFault::attribute(field, "own_image").into())
    }
}

/// The same, of a field that holds nothing but our own pictures: another address would be loaded from somebody else's
/// server by every visitor.
pub(in crate::resources) fn require_own(
    connection: &Connection,
    field: &str,
    kind: UploadKind,
    (old, new): (Option<&String>, Option<&String>),
) -> Result<()> {
    let is_foreign = |url: &&String| old != Some(*url) && !url.is_empty();
    if new
        .filter(is_foreign)
        .is_some_and(|url| !url.starts_with(FOLDER))
    {
        return Err(FieldFault::attribute(field, "own_image").into());
    }
    require_stored(connection, field, kind, (old, new))
}

/// Deletes the rows of a file to which nothing refers any more.
pub(in crate::resources) fn remove_unused(tx: &Tx, url: &str) -> Result<()> {
    tx.prepare_cached(concat!(
        "delete from uploads as t where t.url = ?1 and ",
        uses!(),
        " = 0"
    ))?
    .execute([url])?;
    Ok(())
}
