//! Menus of a centre's site: the items of its header and footer, in two levels, each leading to a page of the centre or
//! to a screen of the program. A menu without items is that of the program.

mod site_menu;
mod system_pages;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::page::Page;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::order::Ordered;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Document, Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to,
};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::policy::Verb;
use crate::privacy::prelude::*;

pub use site_menu::{SiteMenuEntry, SiteMenus, next_change, read};
pub use system_pages::SYSTEM_PAGES;

/// Items of one menu of a centre.
const MOST: i64 = 60;

pub struct MenuItem;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct MenuItemAttributes {
    #[serde(default)]
    pub menu: MenuName,
    #[validate(length(min = 1, max = 40))]
    pub name: String,
    /// Empty: the name stands in the English site too.
    #[validate(length(max = 40))]
    pub name_en: Option<String>,
    #[serde(default)]
    pub link_type: MenuLinkType,
    /// The page that it leads to, of a `content_page`.
    #[validate(range(min = 1))]
    pub page_id: Option<i64>,
    /// Title of that page; none: it is gone.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub page_title: Option<String>,
    /// Whether visitors can read that page now; if not, the item is left out of the site.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_page_online: bool,
    /// The screen that it leads to, of a `system_page`: a name of `GET /menu_items/system_pages`.
    #[validate(length(max = 40))]
    pub system_page: Option<String>,
    /// The item that it stands under, which stands under none.
    pub parent_id: Option<Id<MenuItem>>,
    /// Its place among those beside it, from 1.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub position: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MenuName {
    #[default]
    Header,
    Footer,
}

impl MenuName {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Footer => "footer",
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MenuLinkType {
    ContentPage,
    #[default]
    SystemPage,
    /// It leads nowhere: a heading above what stands under it.
    Group,
}

impl Resource for MenuItem {
    const TYPE: &'static str = "menu_items";
    const ALIAS: &'static str = "menu_item";
    type Attributes = MenuItemAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("menu", &[Predicate::Eq]),
        Filter::column("parent_id", &[Predicate::Eq, Predicate::Null]),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("position", "t.position"),
        Sort::by("name", "t.name collate nocase"),
    ];
    const DEFAULT_SORT: &'static str = "position,id";
    const LARGEST_PAGE: u32 = 200;
    const RELATIONS: &'static [Relation] = &[belongs_to::<Self>("parent", "parent_id")];
    const REFERENCES: &'static [Relation] = &[belongs_to::<Page>("page", "page_id")];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "page_title",
            sql: "select p.title from pages p where p.id = t.page_id",
        },
        Computed {
            field: "is_page_online",
            sql: "exists (select 1 from published_pages q where q.page_id = t.page_id and q.publish_at <= :now and (q.unpublish_at is null or q.unpublish_at > :now))",
        },
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/menu_items/order"),
            ("GET", "/api/v1/menu_items/system_pages"),
        ],
        offered: &[Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut MenuItemAttributes,
        old: Option<&MenuItemAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let center_id = saving.center_id();
        if old.is_none() {
            new.volunteer_center_id = Some(Id::new(center_id));
        }
        require_link(new, old, saving)?;
        if let Some(parent) = new.parent_id {
            new.menu = require_parent(saving, parent.number())?;
        }
        let is_elsewhere = old.is_none_or(|old| {
            old.menu != new.menu || old.parent_id.map(Id::number) != new.parent_id.map(Id::number)
        });
        if is_elsewhere {
            require_room(saving, new.menu)?;
            new.position = last_place(saving.tx, center_id, new)? + 1;
        }
        Ok(())
    }
}

/// Exactly what its type says: a page, or a screen that the program has.
fn require_link(
    new: &mut MenuItemAttributes,
    old: Option<&MenuItemAttributes>,
    saving: &Saving,
) -> Result<()> {
    match new.link_type {
        MenuLinkType::SystemPage => {
            new.page_id = None;
            let name = new.system_page.as_deref().unwrap_or_default();
            if name.is_empty() {
                return Err(FieldFault::attribute("system_page", "required").into());
            }
            if system_pages::path_of(name).is_none() {
                return Err(FieldFault::attribute("system_page", "not_found").into());
            }
        }
        MenuLinkType::Group => {
            if new.parent_id.is_some() {
                return Err(FieldFault::attribute("parent_id", "depth")
                    .with("max", MenuItem::DEEPEST)
                    .into());
            }
            new.page_id = None;
            new.system_page = None;
        }
        MenuLinkType::ContentPage => {
            new.system_page = None;
            let Some(id) = new.page_id else {
                return Err(FieldFault::attribute("page_id", "required").into());
            };
            // One that leads to a deleted page stays, for when that is restored.
            let is_same = old.is_some_and(|old| old.page_id == Some(id));
            if !is_same && !site_menu::is_page(saving.tx, id, saving.center_id())? {
                return Err(FieldFault::attribute("page_id", "not_found").into());
            }
        }
    }
    Ok(())
}

/// The parent is an item of this centre that stands under none, and what has items under it stands under none itself.
/// Returns the parent's menu.
fn require_parent(saving: &Saving, parent: i64) -> Result<MenuName> {
    let found: Option<(String, Option<i64>)> = saving
        .tx
        .prepare_cached(
            "select menu, parent_id from menu_items where id = ?1 and volunteer_center_id = ?2",
        )?
        .query_map((parent, saving.center_id()), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .next()
        .transpose()?;
    let Some((menu, above)) = found else {
        return Err(FieldFault::attribute("parent_id", "not_found").into());
    };
    let has_own: bool = saving
        .tx
        .prepare_cached("select exists (select 1 from menu_items where parent_id = ?1)")?
        .query_row([saving.id], |row| row.get(0))?;
    if above.is_some() || has_own || saving.id == Some(parent) {
        return Err(FieldFault::attribute("parent_id", "depth")
            .with("max", MenuItem::DEEPEST)
            .into());
    }
    Ok(match menu.as_str() {
        "footer" => MenuName::Footer,
        _ => MenuName::Header,
    })
}

/// Room for this item, and for what stands under it.
fn require_room(saving: &Saving, menu: MenuName) -> Result<()> {
    let (others, own): (i64, i64) = saving
        .tx
        .prepare_cached(
            "select count(*) filter (where menu = ?2 and id <> coalesce(?3, 0) and coalesce(parent_id, 0) <> coalesce(?3, -1)),
                    count(*) filter (where parent_id = ?3)
               from menu_items where volunteer_center_id = ?1",
        )?
        .query_row((saving.center_id(), menu.as_str(), saving.id), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    if others + own + 1 > MOST {
        return Err(FieldFault::attribute("menu", "items")
            .with("max", MOST)
            .into());
    }
    Ok(())
}

fn last_place(tx: &Tx, center_id: i64, new: &MenuItemAttributes) -> Result<i64> {
    Ok(tx
        .prepare_cached(
            "select coalesce(max(position), 0) from menu_items
              where volunteer_center_id = ?1 and menu = ?2 and parent_id is ?3",
        )?
        .query_row(
            (center_id, new.menu.as_str(), new.parent_id.map(Id::number)),
            |row| row.get(0),
        )?)
}

impl Ordered for MenuItem {
    const PARENT: Option<&'static str> = Some("parent_id");
    const DEEPEST: usize = 2;
    const ORDER: Option<[&'static str; 3]> =
        Some(["getMenuOrder", "updateMenuOrder", "putMenuOrder"]);
    const MOST: usize = 120;

    fn arranged(tx: &Tx, center_id: i64) -> Result<()> {
        let is_full: bool = tx
            .prepare_cached(
                "select exists (select 1 from menu_items where volunteer_center_id = ?1 group by menu having count(*) > ?2)",
            )?
            .query_row((center_id, MOST), |row| row.get(0))?;
        if is_full {
            return Err(FieldFault::attribute("tree", "items")
                .with("max", MOST)
                .into());
        }
        let is_under: bool = tx
            .prepare_cached(
                "select exists (select 1 from menu_items
                                 where volunteer_center_id = ?1 and link_type = 'group' and parent_id is not null)",
            )?
            .query_row([center_id], |row| row.get(0))?;
        if is_under {
            return Err(FieldFault::attribute("tree", "depth").with("max", 1).into());
        }
        Ok(())
    }
}

impl Declared for MenuItem {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Menus of the header and the footer of a site.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("menu_items", "names of pages"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until the centre deletes it"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("the site begins with the menu of the program"));
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<MenuItem>()
        .find::<MenuItem>()
        .create::<MenuItem>()
        .update::<MenuItem>()
        .delete::<MenuItem>()
        .order::<MenuItem>()
        .action(Method::GET, "/system_pages", offered_pages)
        .named(
            "listSystemPages",
            "Lists the screens that a menu can lead to",
        )
        .answers(Described::json::<SystemPages>(200))
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SystemPages {
    data: Vec<SystemPage>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SystemPage {
    #[serde(rename = "type")]
    type_name: String,
    id: String,
    attributes: SystemPageAttributes,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SystemPageAttributes {
    title: String,
    title_en: String,
    path: String,
    /// Switched on at this centre; another one is left out of the menu.
    is_on: bool,
}

async fn offered_pages(
    access: Access<MenuItem, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let site = &access.ctx().site;
    let (center_id, features) = (site.center_id, site.features());
    let here = access
        .read(move |connection| system_pages::Here::read(connection, center_id, features))
        .await?;
    let data: Vec<_> = SYSTEM_PAGES
        .iter()
        .map(|(name, path)| (name, path, system_pages::titles(name)))
        .filter(|(.., (title, _))| !title.is_empty())
        // One that a centre can't switch on itself is named only where it is.
        .filter(|(name, ..)| **name != "gelderseHanden" || here.has_campaign)
        .map(|(name, path, (title, title_en))| {
            json!({ "type": "system_pages", "id": name, "attributes": {
                "title": title, "title_en": title_en, "path": path, "is_on": here.has(name),
            } })
        })
        .collect();
    Ok(Document::new(
        serde_json::to_vec(&json!({ "data": data }))?,
        None,
    ))
}
