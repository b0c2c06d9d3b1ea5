//! The list of resources, each one file or folder.

pub mod taxonomy;

use crate::jsonapi::routes::Routes;
use crate::jsonapi::{Table, table};

/// The next moment at which the clock alone changes the list of published vacancies.
pub const NEXT_EXPIRY: &str = "select min(expires_at) from vacancies where status = 'published' and expires_at > :now";

/// Every route of the API.
pub fn routes() -> Routes {
    Routes::new().merge(taxonomy::routes())
}

/// Every type there is on the wire.
pub fn tables() -> Vec<&'static Table> {
    vec![table::<taxonomy::Taxonomy>()]
}
