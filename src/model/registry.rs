//! The declarations of all resources, handed down once by the layer above (`resources::set()`, which every `App` is made
//! with).

use std::sync::OnceLock;

use super::declaration::Declaration;
use crate::jsonapi::Table;

static DECLARED: OnceLock<&'static [Declaration]> = OnceLock::new();

/// Makes the resources known. The first call counts; there is one list of them.
pub fn register(declared: &'static [Declaration]) {
    DECLARED.get_or_init(|| declared);
}

/// Every declaration, in its order: what hangs on a row is declared after it.
///
/// # Panics
/// If no resources were registered.
pub fn declared() -> &'static [Declaration] {
    DECLARED
        .get()
        .expect("resources are registered before the first write")
}

/// The table of a resource that is known by its name alone.
///
/// # Panics
/// If there is none.
pub fn expect_table(type_name: &str) -> &'static Table {
    table_named(type_name).expect("a relation names a resource")
}

pub fn table_named(type_name: &str) -> Option<&'static Table> {
    declared()
        .iter()
        .map(|declaration| (declaration.table)())
        .find(|table| table.type_name == type_name)
}
