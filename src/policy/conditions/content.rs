//! Conditions for what a centre makes for its site and sends to its readers: docs/domain/rights.md#content.

use crate::policy::Role::{
    Admin, Anyone, AssignedPageManager, CenterSuperuser, ContentManager, OrganizationSuperuser,
    PageManager,
};
use crate::policy::Verb::{Create, Delete, Manage, Oversee, Read, Restore, Update};
use crate::policy::conditions::lifecycle::{is_not_deleted, is_published, is_restorable};
use crate::policy::{OWN_CENTER, Rule};

const PAGES: &str = concat!("t.volunteer_center_id = :center_id and ", is_not_deleted!());
const DELETED_PAGES: &str = concat!("t.volunteer_center_id = :center_id and ", is_restorable!());
const NO_NEWS: &str = concat!(
    "t.volunteer_center_id = :center_id and t.page_type <> 'news' and ",
    is_not_deleted!()
);
/// Pages assigned to a page manager of this centre.
const ASSIGNED: &str = concat!(
    "t.volunteer_center_id = :center_id and t.page_type <> 'news' and t.deleted_at is null and t.id in ",
    held!("page_manager", "'page'"),
    " and :center_id in ",
    held!("page_manager", "'volunteer_center'")
);
const ONLINE: &str = concat!("t.volunteer_center_id = :center_id and ", is_published!());
/// Of an item that visitors do not read, the draft.
const NEWS_DRAFTS: &str = concat!(
    "t.is_draft = 1 and t.volunteer_center_id = :center_id and not exists (select 1 from published_pages p ",
    "where p.page_id = t.id and p.publish_at <= :now and (p.unpublish_at is null or p.unpublish_at > :now))"
);
const NEWS_ONLINE: &str = concat!(
    "t.is_draft = 0 and t.volunteer_center_id = :center_id and ",
    is_published!()
);
const NOT_HOME: &str = concat!(
    "t.volunteer_center_id = :center_id and t.slug <> 'home' and ",
    is_not_deleted!()
);
const BLOCKS_OF_CENTER: &str = "exists (select 1 from pages p where p.id = t.page_id and p.volunteer_center_id = :center_id and p.deleted_at is null)";
const BLOCKS_BUT_NEWS: &str = "exists (select 1 from pages p where p.id = t.page_id and p.volunteer_center_id = :center_id and p.page_type <> 'news' and p.deleted_at is null)";

/// Newsletters that are still written.
const UNSENT: &str = "t.volunteer_center_id = :center_id and t.status = 'draft'";

// Manage: publish. Oversee: addresses, and who may publish a page.
#[rustfmt::skip]
pub const CONTENT: &[Rule] = &[
    Rule("published_pages", &[Read], &[Anyone], ONLINE),
    Rule("pages", &[Read, Create, Update], &[PageManager], NO_NEWS),
    Rule("pages", &[Manage], &[AssignedPageManager], ASSIGNED),
    Rule("pages", &[Read, Create, Update, Manage, Oversee], &[ContentManager, CenterSuperuser, Admin], PAGES),
    Rule("pages", &[Delete], &[ContentManager, CenterSuperuser, Admin], NOT_HOME),
    Rule("pages", &[Read, Restore], &[ContentManager, CenterSuperuser, Admin], DELETED_PAGES),
    Rule("news_items", &[Read], &[Anyone], NEWS_ONLINE),
    Rule("news_items", &[Read], &[ContentManager, CenterSuperuser, Admin], NEWS_DRAFTS),
    Rule("news_items", &[Create, Update, Delete, Manage], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    Rule("content_blocks", &[Read, Update, Delete], &[PageManager], BLOCKS_BUT_NEWS),
    Rule("content_blocks", &[Read, Update, Delete], &[ContentManager, CenterSuperuser, Admin], BLOCKS_OF_CENTER),
    // A site shows its own centre's menus and pictures, to admins too.
    Rule("stock_images", &[Read], &[OrganizationSuperuser, PageManager], OWN_CENTER),
    Rule("stock_images", &[Create], &[PageManager], OWN_CENTER),
    Rule("stock_images", &[Read, Create, Update, Delete], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    Rule("legal_texts", &[Read], &[Anyone], OWN_CENTER),
    Rule("legal_texts", &[Create], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    // Update: while it is a draft. Manage: send it, and how it goes.
    Rule("newsletters", &[Read, Create, Manage], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
    Rule("newsletters", &[Update, Delete], &[ContentManager, CenterSuperuser, Admin], UNSENT),
    Rule("published_newsletters", &[Read], &[Anyone], OWN_CENTER),
    Rule("menu_items", &[Read, Create, Update, Delete], &[ContentManager, CenterSuperuser, Admin], OWN_CENTER),
];
