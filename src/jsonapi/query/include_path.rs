//! `include=applications.vacancy`: relations of the requested rows, and relations of those.

use crate::error::{Code, Error, Result};
use crate::jsonapi::schema::relation::Relation;
use crate::jsonapi::schema::table::Table;

/// A requested relation, and the relations requested of its rows.
pub struct Include {
    pub relation: &'static Relation,
    pub nested: Vec<&'static Relation>,
}

impl Include {
    /// Adds the relation unless it is requested already.
    fn add(of: &mut Vec<Self>, relation: &'static Relation, nested: Vec<&'static Relation>) {
        let mut known = of.iter_mut();
        match known.find(|include| include.relation.name == relation.name) {
            Some(include) => include.nested.extend(nested),
            None => of.push(Self { relation, nested }),
        }
    }

    fn is_of(&self, type_name: &str) -> bool {
        let mut tables = self.relation.tables();
        tables.any(|table| table.type_name == type_name)
    }
}

/// The relations of a type that may be included, and those of their types.
pub fn include_names(table: &Table) -> Vec<String> {
    let mut names = Vec::new();
    for relation in table.relations {
        names.push(relation.name.to_owned());
        for nested in relation.tables().flat_map(|target| target.relations) {
            let name = format!("{}.{}", relation.name, nested.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

pub(in crate::jsonapi) fn includes(table: &'static Table, value: &str) -> Result<Vec<Include>> {
    let mut out: Vec<Include> = Vec::new();
    for path in value
        .split(',')
        .map(str::trim)
        .filter(|path| !path.is_empty())
    {
        let unknown = || {
            Error::from(Code::InvalidInclude)
                .with("name", path)
                .with("allowed", include_names(table))
        };
        let (name, nested) = match path.split_once('.') {
            Some((name, nested)) => (name, Some(nested)),
            None => (path, None),
        };
        let relation = table.relation(name).ok_or_else(unknown)?;
        // With several target types the relation may be one of some of them only.
        let found: Vec<&'static Relation> = relation
            .tables()
            .filter_map(|target| target.relation(nested?))
            .collect();
        if nested.is_some() && found.is_empty() {
            return Err(unknown());
        }
        Include::add(&mut out, relation, found);
    }
    share(table, &mut out);
    Ok(out)
}

/// A row has one place in a document, by whichever relation it was found first. What is requested of it by one relation
/// is therefore read by all relations to its type, and of a requested row itself.
fn share(table: &Table, includes: &mut Vec<Include>) {
    let asked: Vec<(Vec<&'static str>, &'static Relation)> = includes
        .iter()
        .flat_map(|include| {
            let targets = include.relation.tables();
            let of: Vec<&'static str> = targets.map(|target| target.type_name).collect();
            include
                .nested
                .iter()
                .map(move |nested| (of.clone(), *nested))
        })
        .collect();
    for (types, nested) in asked {
        for include in includes.iter_mut() {
            let is_known = include
                .nested
                .iter()
                .any(|known| std::ptr::eq(*known, nested));
            if !is_known && types.iter().any(|type_name| include.is_of(type_name)) {
                include.nested.push(nested);
            }
        }
        if types.contains(&table.type_name)
            && let Some(own) = table.relation(nested.name)
            && std::ptr::eq(own, nested)
        {
            Include::add(includes, own, Vec::new());
        }
    }
}
