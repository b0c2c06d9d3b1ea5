//! Cache dependencies: the tables that decide what an actor may see of a type, taken from the policy's conditions. A
//! cached response is valid only while none of them changes.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::policy::{AREAS, Role, SIGHT_ALSO};

/// Fewer rules apply to anonymous visitors than to others, so fewer changes invalidate their responses.
pub fn tables(type_name: &str, is_signed_in: bool) -> &'static [&'static str] {
    static KNOWN: OnceLock<[HashMap<&'static str, Vec<&'static str>>; 2]> = OnceLock::new();
    let [visitors, others] = KNOWN.get_or_init(|| [read(false), read(true)]);
    let known = if is_signed_in { others } else { visitors };
    known.get(type_name).map_or(&[], Vec::as_slice)
}

fn read(is_signed_in: bool) -> HashMap<&'static str, Vec<&'static str>> {
    let rules = AREAS
        .iter()
        .flat_map(|area| area.iter())
        .filter(|rule| is_signed_in || rule.2.contains(&Role::Anyone))
        .map(|rule| (rule.0, rule.3));
    let mut found: HashMap<&'static str, Vec<&'static str>> = HashMap::new();
    for (type_name, condition) in rules.chain(SIGHT_ALSO.iter().map(|row| (row.0, row.3))) {
        let tables = found.entry(type_name).or_default();
        tables.extend(named(condition));
        tables.sort_unstable();
        tables.dedup();
    }
    found
}

/// The identifiers after `from` and `join`.
fn named(sql: &'static str) -> impl Iterator<Item = &'static str> {
    let words = sql.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let mut words = words.filter(|word| !word.is_empty());
    std::iter::from_fn(move || {
        words
            .by_ref()
            .find(|word| matches!(*word, "from" | "join"))?;
        words.next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_a_condition_are_those_that_it_selects_from() {
        let sql =
            "t.id in (select a from one o join two on two.id = o.id union all select b from three)";
        assert_eq!(named(sql).collect::<Vec<_>>(), ["one", "two", "three"]);
        assert_eq!(tables("organization_profiles", false), ["organizations"]);
    }
}
