//! Rules of the example resources of the engine (router/examples), in tests only.

use super::Role::{Admin, Anyone, CenterSuperuser, SignedIn};
use super::Rule;
use super::Verb::{Approve, Create, Delete, Read, Update};

const OWN_CENTER: &str = "t.volunteer_center_id = :center_id";

#[rustfmt::skip]
pub const EXAMPLES: &[Rule] = &[
    Rule("example_leaflets", &[Read], &[Anyone], "t.status = 'approved'"),
    Rule("example_leaflets", &[Read, Create, Update, Delete], &[CenterSuperuser], OWN_CENTER),
    Rule("example_leaflets", &[Read, Update, Approve], &[Admin], "1"),
    Rule("example_notes", &[Read, Create, Update], &[SignedIn], "t.author_id = :user_id"),
    Rule("example_notes", &[Read, Approve], &[Admin], "1"),
    Rule("example_settings", &[Read], &[Anyone], "1"),
    Rule("example_settings", &[Update], &[CenterSuperuser], OWN_CENTER),
];
