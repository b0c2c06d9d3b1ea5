//! Conditions for people who want newsletters without an account. Those with one are among the people.

use crate::policy::Role::{Admin, CenterSuperuser, ContentManager};
use crate::policy::Rule;
use crate::policy::Verb::{Delete, Read};

/// A site shows those of its own centre, to admins too.
const WITHOUT_ACCOUNT: &str = "t.email is not null and t.volunteer_center_id = :center_id";

#[rustfmt::skip]
pub const NEWSLETTER_SUBSCRIBERS: &[Rule] = &[
    Rule("newsletter_subscribers", &[Read], &[ContentManager], WITHOUT_ACCOUNT),
    Rule("newsletter_subscribers", &[Read, Delete], &[CenterSuperuser, Admin], WITHOUT_ACCOUNT),
];
