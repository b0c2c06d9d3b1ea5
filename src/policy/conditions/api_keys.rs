//! What programs with an API key may do with rows of the key's organisation, `:organization_id`, and who makes such keys
//! (docs/domain/rights.md#api-keys). A key is no person: none of these conditions asks for `:user_id`.

use crate::policy::Role::{Admin, CenterSuperuser, KeyReader, KeyWriter};
use crate::policy::Rule;
use crate::policy::Verb::{Create, Delete, Manage, Read, ReadContact, Update};
use crate::policy::{ALL, OWN_CENTER};

/// SQL over a column with the number of an organisation: that of the key, while it is approved and at the key's centre.
macro_rules! of_key {
    ($column:literal) => {
        concat!(
            $column,
            " = :organization_id and exists (select 1 from organizations m where m.id = :organization_id and m.household_of_id is null and m.volunteer_center_id = :center_id and ",
            approved!(),
            ")"
        )
    };
}

const LIVING: &str = concat!("t.status <> 'deleted' and ", of_key!("t.organization_id"));
const NEW: &str = of_key!("t.organization_id");
const DRAFTS: &str = concat!("t.status = 'draft' and ", of_key!("t.organization_id"));
const SENT_TO_IT: &str = concat!("t.is_held = 0 and ", of_key!("t.organization_id"));
const ITS_ADDRESSES: &str = concat!(
    "exists (select 1 from vacancies v where v.address_id = t.id and v.status <> 'deleted' and ",
    of_key!("v.organization_id"),
    ")"
);

#[rustfmt::skip]
pub const API_KEYS: &[Rule] = &[
    // Manage: revoke.
    Rule("api_keys", &[Read, Create, Manage], &[CenterSuperuser], OWN_CENTER),
    Rule("api_keys", &[Read, Create, Manage], &[Admin], ALL),
    Rule("vacancies", &[Read, ReadContact], &[KeyReader, KeyWriter], LIVING),
    Rule("vacancies", &[Create], &[KeyWriter], NEW),
    Rule("vacancies", &[Update, Manage], &[KeyWriter], LIVING),
    Rule("vacancies", &[Delete], &[KeyWriter], DRAFTS),
    Rule("addresses", &[Read, ReadContact], &[KeyReader, KeyWriter], ITS_ADDRESSES),
    Rule("applications", &[Read, ReadContact], &[KeyReader], SENT_TO_IT),
];
