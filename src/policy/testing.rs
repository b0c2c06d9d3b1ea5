//! Rules of the example resource of the engine's tests.

use super::{Admin, Anyone, CenterSuperuser, ContentManager};
use super::{PUBLISH_ASSIGNED, Rule};
use crate::policy::Role::AssignedPageManager;
use crate::policy::Role::PageManager;
use crate::policy::Verb::{Create, Delete, Manage, Read, Update};
use crate::policy::conditions::lifecycle::{is_not_deleted, is_published, is_restorable};

const HERE: &str = concat!("t.volunteer_center_id = :center_id and ", is_not_deleted!());
const PUBLIC: &str = concat!(
    "t.volunteer_center_id = :center_id and ",
    is_not_deleted!(),
    " and ",
    is_published!()
);
const RESTORABLE: &str = concat!("t.volunteer_center_id = :center_id and ", is_restorable!());

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Rule] = &[
    Rule("example_pages", &[Read], &[Anyone], PUBLIC),
    Rule("example_pages", &[Read, Update, Create], &[PageManager, ContentManager, CenterSuperuser], HERE),
    Rule("example_pages", &[Read, Manage], &[AssignedPageManager], PUBLISH_ASSIGNED),
    Rule("example_pages", &[Manage, Delete], &[ContentManager, CenterSuperuser], HERE),
    Rule("example_pages", &[Manage], &[CenterSuperuser], RESTORABLE),
    Rule("example_pages", &[Read, Update, Create, Manage, Delete], &[Admin], "1"),
];
