//! Conditions for places where people meet.

use crate::policy::Role::{Admin, Anyone, CenterSuperuser, ContentManager, OrganizationSuperuser};
use crate::policy::Verb::{Create, Delete, Read, Update};
use crate::policy::{OWN_CENTER, Rule};

const SHOWN_PLACES: &str = "t.volunteer_center_id = :center_id or exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved' and o.household_of_id is null and o.volunteer_center_id = :center_id)";
const PLACES_OF_CENTER: &str = "t.volunteer_center_id = :center_id or exists (select 1 from organizations o where o.id = t.organization_id and o.status <> 'deleted' and o.household_of_id is null and o.volunteer_center_id = :center_id)";

#[rustfmt::skip]
pub const PLACES: &[Rule] = &[
    Rule("places", &[Read], &[Anyone], SHOWN_PLACES),
    Rule("places", &[Read, Create, Update, Delete], &[OrganizationSuperuser], managed_and_approved!("t.organization_id")),
    Rule("places", &[Read, Create, Update, Delete], &[ContentManager], OWN_CENTER),
    Rule("places", &[Read, Create, Update, Delete], &[CenterSuperuser, Admin], PLACES_OF_CENTER),
];
