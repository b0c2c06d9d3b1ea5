//! Pages that a centre makes from blocks (docs/domain/states.md#pages-and-news): the draft that editors work on, its versions, and
//! what is published of it.

mod assigned;
pub mod block_types;
mod blocks;
mod checks;
mod content;
pub mod document;
mod draft;
mod duplicate;
pub mod markup;
mod news_item;
mod presence;
mod preview;
mod publish;
pub mod published;
pub mod render;
pub mod search;
pub mod seed;
pub mod slug;
mod template_texts;
mod trash;
mod version;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::upload::Upload;
use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::{Described, OperationKind, Routes};
use crate::jsonapi::query::filter::Takes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::schema::lifecycle::{Scheduled, SoftDelete};
use crate::jsonapi::{
    Computed, Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention, ShownIn};
use crate::model::effects::{self, Effect, Event, Happening};
use crate::policy::Verb;
use crate::policy::conditions::lifecycle::{is_not_deleted, restorable_until};
use crate::privacy::prelude::*;

pub use blocks::ContentBlock;
pub use checks::leads_nowhere;
pub use news_item::{NewsItem, routes as news_routes};
pub use publish::SCHEDULED;
pub use published::PublishedPage;
pub use trash::SOFT_DELETE;

/// Blocks of a page.
pub const MOST_BLOCKS: usize = 40;
/// The page that a centre opens with, in each language.
pub const HOME: &str = "home";

pub struct Page;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PageAttributes {
    #[validate(length(min = 1, max = 150))]
    pub title: String,
    /// Address of the page; made from the title if a new page has none.
    #[serde(default)]
    #[validate(length(max = 80))]
    pub slug: String,
    #[serde(default)]
    pub locale: PageLocale,
    #[serde(default)]
    pub page_type: PageType,
    #[serde(default)]
    pub page_layout: PageLayout,
    #[serde(default = "yes")]
    pub show_title_on_page: bool,
    #[validate(length(max = 300))]
    pub summary: Option<String>,
    #[serde(default)]
    pub featured: bool,
    /// Title in search results; best within 60 characters.
    #[validate(length(max = 120))]
    pub meta_title: Option<String>,
    /// Text in search results; best within 160 characters.
    #[validate(length(max = 320))]
    pub meta_description: Option<String>,
    /// Title where the page is shared.
    #[validate(length(max = 120))]
    pub og_title: Option<String>,
    #[validate(length(max = 320))]
    pub og_description: Option<String>,
    pub og_image_id: Option<Id<Upload>>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags: Vec<String>,
    /// Who wrote it, as readers see it.
    #[validate(length(max = 100))]
    pub author_name: Option<String>,
    pub image_id: Option<Id<Upload>>,
    /// A drawing of the program, where no picture is chosen.
    #[validate(length(max = 60))]
    pub image_stock: Option<String>,
    #[validate(length(max = 200))]
    pub image_alt: Option<String>,
    /// The same page in the other language.
    pub translation_of_id: Option<Id<Page>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: PageStatus,
    /// Whether visitors see a version of it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_published: bool,
    #[serde(default = "yes")]
    #[schemars(extend("readOnly" = true))]
    pub has_unpublished_changes: bool,
    /// When the scheduled version is published.
    #[schemars(extend("readOnly" = true))]
    pub publish_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub unpublish_at: Option<String>,
    /// When it was first published.
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub deleted_at: Option<String>,
    /// Until when a deleted page can be restored.
    #[schemars(extend("readOnly" = true))]
    pub restorable_until: Option<String>,
    /// Page managers who may publish it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub assigned_to: Vec<String>,
    /// Their names, by alphabet.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub manager_names: Vec<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub image_url: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub og_image_url: Option<String>,
    /// Who changed it last.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub updated_by_name: Option<String>,
    /// Where visitors find it, with the prefix of its language: `/`, `/over-ons`, `/nieuws/open-dag`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub path: String,
    /// Where it stands in the other language, if it does.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub translation_id: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

const fn yes() -> bool {
    true
}

/// Language of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageLocale {
    #[default]
    Nl,
    En,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageType {
    #[default]
    Default,
    News,
    SuccessStory,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageLayout {
    #[default]
    Wide,
    Narrow,
}

/// What visitors see of a page, by the clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageStatus {
    #[default]
    Draft,
    Scheduled,
    Published,
    Unpublished,
    Deleted,
}

impl PageLocale {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nl => "nl",
            Self::En => "en",
        }
    }
}

macro_rules! is_shown {
    () => {
        "exists (select 1 from published_pages p where p.page_id = t.id and p.publish_at <= :now and (p.unpublish_at is null or p.unpublish_at > :now))"
    };
}

macro_rules! waits {
    () => {
        "exists (select 1 from published_pages p where p.page_id = t.id and p.publish_at > :now)"
    };
}

macro_rules! status {
    () => {
        concat!(
            "case when t.deleted_at is not null then 'deleted' when ",
            is_shown!(),
            " then 'published' when ",
            waits!(),
            " then 'scheduled' when t.published_number is null then 'draft' else 'unpublished' end"
        )
    };
}

/// Pictures of the site are seen on it by everybody, so also by who edits its pages.
const PICTURES: &str = "t.volunteer_center_id = :center_id and t.kind in ('content', 'stock')";

impl Resource for Page {
    const TYPE: &'static str = "pages";
    const ALIAS: &'static str = "page";
    type Attributes = PageAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("slug", &[Predicate::Eq]),
        Filter::column("page_type", &[Predicate::Eq, Predicate::In]),
        Filter::column("locale", &[Predicate::Eq]),
        Filter::column("featured", &[Predicate::Eq]),
        Filter::column("translation_of_id", &[Predicate::Eq, Predicate::Null]),
        Filter::list("tags"),
        Filter::sql("published_eq", Takes::Truth, &["is_published"], is_shown!()),
        Filter::sql(
            "status_eq",
            Takes::ChoiceOf("status"),
            &["status"],
            concat!(status!(), " = :value"),
        ),
        Filter::custom("q", &["title", "slug", "summary"], |conditions, value| {
            conditions.add(
                "instr(fold(t.title || ' ' || t.slug || ' ' || coalesce(t.summary, '')), fold(:value)) > 0",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] =
        &[("status", is_not_deleted!(), &[])];
    const SORTS: &'static [Sort] = &[
        Sort::by("title", "t.title collate nocase"),
        Sort::by("updated_at", "t.updated_at"),
        Sort::by("published_at", "t.published_at"),
        Sort::by("locale", "t.locale"),
    ];
    const DEFAULT_SORT: &'static str = "-updated_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Page>("translation_of", "translation_of_id"),
        belongs_to::<User>("created_by", "created_by_id"),
    ];
    const REFERENCES: &'static [Relation] = &[
        belongs_to::<Upload>("image", "image_id").or_where(PICTURES),
        belongs_to::<Upload>("og_image", "og_image_id").or_where(PICTURES),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "status",
            sql: status!(),
        },
        Computed {
            field: "is_published",
            sql: is_shown!(),
        },
        Computed {
            field: "publish_at",
            sql: "select max(p.publish_at) from published_pages p where p.page_id = t.id and p.publish_at > :now",
        },
        Computed {
            field: "unpublish_at",
            sql: "select iif(t.deleted_at is null, p.unpublish_at, p.planned_unpublish_at) from published_pages p where p.page_id = t.id order by p.publish_at desc limit 1",
        },
        Computed {
            field: "restorable_until",
            sql: restorable_until!(),
        },
        Computed {
            field: "assigned_to",
            sql: "select json_group_array(cast(r.user_id as text)) from roles r where r.scope_type = 'page' and r.scope_id = t.id and r.name = 'page_manager' and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)",
        },
        Computed {
            field: "manager_names",
            sql: "select json_group_array(o.name) from (select coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) as name from roles r join users u on u.id = r.user_id where r.scope_type = 'page' and r.scope_id = t.id and r.name = 'page_manager' and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now) order by name collate nocase) o",
        },
        Computed {
            field: "image_url",
            sql: "coalesce((select u.url from uploads u where u.id = t.image_id), '/img/' || t.image_stock || '.svg')",
        },
        Computed {
            field: "og_image_url",
            sql: "select u.url from uploads u where u.id = t.og_image_id",
        },
        Computed {
            field: "updated_by_name",
            sql: "select nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') from page_versions v join users u on u.id = v.actor_id where v.page_id = t.id order by v.number desc limit 1",
        },
        Computed {
            field: "path",
            sql: "iif(t.locale = 'en', '/en', '') || case when t.slug = 'home' then iif(t.locale = 'en', '', '/') when t.page_type = 'news' then '/nieuws/' || t.slug else '/' || t.slug end",
        },
        Computed {
            field: "translation_id",
            sql: "select cast(o.id as text) from pages o where (o.id = t.translation_of_id or o.translation_of_id = t.id) and o.deleted_at is null order by o.id limit 1",
        },
    ];
    const DEPENDS: &'static [&'static str] = &["published_pages"];
    const NEXT_CHANGE: Option<&'static str> = Some(published::NEXT_PUBLICATION);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/pages/{id}/content_blocks"),
            ("GET", "/api/v1/pages/{id}/versions"),
            ("GET", "/api/v1/pages/{id}/versions/{number}"),
            ("GET", "/api/v1/pages/{id}/checks"),
            ("GET", "/api/v1/content_block_types"),
        ],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut PageAttributes,
        old: Option<&PageAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.volunteer_center_id = Some(Id::new(saving.center_id()));
            new.created_by_id = saving.user_id().map(Id::new);
        }
        let center_id = new
            .volunteer_center_id
            .as_ref()
            .map_or_else(|| saving.center_id(), |id| id.number());
        slug::settle(new, old, (saving, center_id))?;
        new.tags = tidy_tags(&new.tags)?;
        for (field, id) in [
            ("image_id", &new.image_id),
            ("og_image_id", &new.og_image_id),
        ] {
            if let Some(id) = id
                && !is_own_picture(saving.tx, id.number(), center_id)?
            {
                return Err(FieldFault::attribute(field, "own_image").into());
            }
        }
        if new
            .image_stock
            .as_deref()
            .is_some_and(|name| !content::is_stock_name(name))
        {
            return Err(FieldFault::attribute("image_stock", "own_image").into());
        }
        validate_translation(new, old, (saving, center_id))?;
        if old.is_some() {
            new.has_unpublished_changes = true;
            if let Some(id) = saving.id {
                version::before_change(saving.tx, id, saving.user_id())?;
            }
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        draft::note_pictures(saving.tx, id.number())?;
        version::record(saving.tx, id.number(), (saving.user_id(), false)).map(drop)
    }

    fn remove(tx: &Tx, id: Id<Self>, _actor_id: Option<i64>) -> Result<()> {
        trash::delete(tx, id)
    }
}

fn tidy_tags(tags: &[String]) -> Result<Vec<String>> {
    let mut tidy: Vec<String> = Vec::new();
    for (at, tag) in tags.iter().enumerate() {
        let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        if tag.chars().count() > 40 {
            return Err(FieldFault::attribute(&format!("tags/{at}"), "length")
                .with("max", 40)
                .into());
        }
        if !tag.is_empty() && !tidy.iter().any(|known| known.eq_ignore_ascii_case(&tag)) {
            tidy.push(tag);
        }
    }
    Ok(tidy)
}

fn is_own_picture(tx: &Tx, id: i64, center_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select exists (select 1 from uploads where id = ?1 and volunteer_center_id = ?2 and kind in ('content', 'stock'))",
        )?
        .query_row((id, center_id), |row| row.get(0))?)
}

/// A translation is of a page of this centre in the other language that has none yet.
fn validate_translation(
    new: &PageAttributes,
    old: Option<&PageAttributes>,
    (saving, center_id): (&Saving, i64),
) -> Result<()> {
    let Some(of) = &new.translation_of_id else {
        return Ok(());
    };
    // The page it translates may have been deleted since.
    if old.is_some_and(|old| {
        old.translation_of_id == new.translation_of_id && old.locale == new.locale
    }) {
        return Ok(());
    }
    let is_fine: bool = saving
        .tx
        .prepare_cached(
            "select exists (select 1 from pages o where o.id = ?1 and o.id is not ?2 and o.volunteer_center_id = ?3
                and o.locale <> ?4 and o.deleted_at is null
                and not exists (select 1 from pages z where z.id = o.translation_of_id and z.deleted_at is null)
                and not exists (select 1 from pages x where x.translation_of_id = o.id and x.id is not ?2 and x.deleted_at is null)
                and not exists (select 1 from pages y where y.translation_of_id = ?2 and y.deleted_at is null))",
        )?
        .query_row(
            (of.number(), saving.id, center_id, new.locale.as_str()),
            |row| row.get(0),
        )?;
    if is_fine {
        Ok(())
    } else {
        Err(FieldFault::attribute("translation_of_id", "translation").into())
    }
}

/// A centre begins with the pages of a public site.
fn begin_and_end_with_center(happening: &Happening) -> Result<()> {
    if happening.event == Event::CenterCreated {
        seed::plant(happening.tx, happening.id, &seed::of_preset("")?)?;
    }
    effects::gone_with_center::<Page>(happening)
}

impl Declared for Page {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/content-calls.ts", "pages"));
    const ABOUT: &'static str =
        "Pages that a centre makes: drafts, versions, publishing, and reading them.";
    const ROUTES: fn() -> Routes = routes;
    const SOFT_DELETE: Option<SoftDelete> = Some(SOFT_DELETE);
    const SCHEDULED: Option<Scheduled> = Some(SCHEDULED);
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("pages", &[Part {
            rows: "t.created_by_id = :user_id",
            show: Show::Nothing("the centre's page; who made it leads to a row without a name"),
            erase: Stay {
                why: "the centre's page; who made it leads to a row without a name",
                keep: &["volunteer_center_id", "title", "slug", "locale", "page_type", "page_layout", "show_title_on_page", "summary", "featured", "meta_title", "meta_description", "og_title", "og_description", "og_image_id", "tags", "author_name", "image_id", "image_stock", "image_alt", "translation_of_id", "published_number", "created_by_id"],
            },
        }]),
        people("page_versions", &[Part {
            rows: "t.actor_id = :user_id",
            show: Show::Nothing("earlier texts of the centre's pages"),
            erase: Blank {
                set: &[("actor_id", "null")],
                keep: &["page_id", "number", "fields", "blocks", "at"],
            },
        }]),
        nobody("page_uploads", "which pictures stand on a page"),
        nobody("page_redirects", "former addresses of pages"),
        nobody("page_preview_tokens", "links to drafts, without whom they were sent to"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "page_preview_tokens",
            rows: "expires_at < :before",
            after: Period::Days(1),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(begin_and_end_with_center);
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Page>()
        .find::<Page>()
        .create::<Page>()
        .update::<Page>()
        .delete::<Page>()
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .answering(OperationKind::Create)
        .named("duplicatePage", "Makes a draft with the same blocks")
        .answers(Described::one::<Page>(201))
        .merge(draft::routes())
        .merge(blocks::routes())
        .merge(publish::routes())
        .merge(trash::routes())
        .merge(version::routes())
        .merge(preview::routes())
        .merge(presence::routes())
        .merge(checks::routes())
        .merge(assigned::routes())
        .merge(render::routes())
        .merge(published::routes())
}
