//! Files that people send: pictures, logos and documents (docs/domain/limits.md#uploads). What is stored is made anew
//! of what was sent and named by its contents; an address never changes what it shows.

mod document;
mod files;
mod kind;
mod prepare;

use std::collections::HashMap;

use axum::extract::Multipart;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, Rows, action};
use crate::app::limits::uploads::STORED;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::Routes;
use crate::http::uploads;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, Computed, Filter, Id, Predicate, Resource, Sort};
use crate::privacy::prelude::*;
use crate::resources::declaration::{Clock, Declared, Demo, Export, Retention};

pub use files::{KEY, file_name, is_file_name, media_type};
pub use kind::UploadKind;

/// Addresses of files begin with this.
pub const FOLDER: &str = "/uploads/";
/// Body limit of the route: the largest document, and the fields beside it.
const LARGEST_BODY: usize = 11 * 1024 * 1024;
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
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
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
         + (select count(*) from organizations o where o.logo_url = t.url) \
         + (select count(*) from organizations o where o.photo_url = t.url) \
         + (select count(*) from volunteer_center_profiles p where t.url in (p.website_logo_url, p.website_logo_dark_mode_url, p.favicon_url, p.contact_photo_url)) \
         + (select count(*) from users u where u.avatar_url = t.url)"
    };
}

impl Resource for Upload {
    const TYPE: &'static str = "uploads";
    const ALIAS: &'static str = "upload";
    type Attributes = UploadAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::column("url", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("size", "t.size"),
    ];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "uses",
        sql: uses!(),
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[("GET", "/api/v1/uploads"), ("GET", "/api/v1/uploads/{id}")],
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
        if is_used {
            return Err(FieldFault::attribute("url", "in_use").into());
        }
        tx.execute("delete from uploads where id = ?1", [id.number()])?;
        Ok(())
    }
}

impl Declared for Upload {
    const FILE: &'static str = file!();
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("uploads", &[
            // One's own face, and what nobody uses.
            own!(
                "t.created_by_id = :user_id and (t.kind = 'avatar' or t.unused_since is not null)",
                [("fotos", "De foto's en bestanden die je plaatste."), ("pictures", "The pictures and files that you sent.")],
                without &["urls", "created_by_id", "volunteer_center_id", "version"],
                with ""
            ),
            Part {
                rows: "t.created_by_id = :user_id and t.kind <> 'avatar' and t.unused_since is null",
                show: shown([("fotos-in-gebruik", "De foto's en bestanden die je voor anderen plaatste."), ("pictures-in-use", "The pictures and files that you sent for others.")], &["urls", "created_by_id", "volunteer_center_id", "version"], ""),
                erase: Blank {
                    set: &[("created_by_id", "null"), ("name", "''")],
                    keep: &["id", "kind", "url", "urls", "content_type", "alt", "is_decorative", "width", "height", "focus_x", "focus_y", "color", "size", "unused_since", "volunteer_center_id", "version", "created_at", "updated_at"],
                },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[
            Clock {
                kind: "upload_unused",
                table: "uploads",
                rows: concat!("t.unused_since is null and ", uses!(), " = 0"),
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
                rows: concat!("t.unused_since < :d30 and ", uses!(), " = 0"),
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
            "file": { "type": "string", "format": "binary" }
        }
    });
    Routes::new()
        .upload("", form, upload)
        .larger(LARGEST_BODY)
        .merge(
            Routes::new()
                .list::<Upload>()
                .find::<Upload>()
                .delete::<Upload>(),
        )
}

/// The fields beside the file.
struct Fields {
    kind: UploadKind,
    alt: String,
    is_decorative: bool,
    crop: crate::pictures::Crop,
    focus: (i64, i64),
}

impl Fields {
    fn read(fields: &HashMap<String, String>) -> Result<Self> {
        let text = |name: &str| fields.get(name).map(|text| text.trim()).unwrap_or_default();
        let kind = UploadKind::of(fields)?;
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
        Ok(Self {
            kind,
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
    let received = uploads::receive(&ctx.site.tenant, ctx.user_id(), body, |fields| {
        Ok(UploadKind::of(fields)?.rules())
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

fn insert(tx: &Tx, rows: &Rows<Upload>, mut new: UploadAttributes) -> Result<Id<Upload>> {
    let ctx = rows.ctx();
    new.created_by_id = ctx.user_id().map(Id::new);
    new.volunteer_center_id = Some(Id::new(ctx.site.center_id));
    new.unused_since = Some(tx.now().to_owned());
    require_room(tx, new.size)?;
    let id = store::insert::<Upload>(tx, rows.auth(), new)?;
    rows.require(tx, id)?;
    Ok(id)
}

fn require_room(tx: &Tx, size: i64) -> Result<()> {
    let stored: i64 = tx
        .prepare_cached("select coalesce(sum(size), 0) from uploads")?
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
