//! How many dates of the calendar each choice of a filter has, under the other filters.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use rusqlite::Row;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::jsonapi::Query;

const TRUTHS: [&str; 3] = [
    "filter[is_free_eq]",
    "filter[online_eq]",
    "filter[has_places_eq]",
];
const LISTS: [&str; 2] = ["filter[category_in]", "filter[target_group_in]"];

/// How many dates of the period each choice has, cancelled dates left out. A choice is counted under all filters besides
/// that of its own facet.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CalendarFacets")]
pub struct CalendarFacets {
    is_free: i64,
    online: i64,
    has_places: i64,
    activity_categories: BTreeMap<String, i64>,
    target_groups: BTreeMap<String, i64>,
}

/// What the filters of the facets ask for. A name that is given twice narrows twice.
pub(super) struct Asked {
    truths: [Vec<bool>; 3],
    lists: [Vec<Vec<String>>; 2],
}

/// What a date has of each facet.
pub(super) struct Choices {
    truths: [bool; 3],
    lists: Rc<[Vec<String>; 2]>,
}

/// Which of the filters a date is let through by.
#[derive(Clone, Copy)]
pub(super) struct Fits([bool; 5]);

impl Fits {
    pub(super) fn all(self) -> bool {
        self.0 == [true; 5]
    }

    fn besides(self, own: usize) -> bool {
        let mut others = self.0.iter().enumerate();
        others.all(|(at, fits)| *fits || at == own)
    }
}

impl Asked {
    pub(super) fn read(query: &Query) -> Self {
        let wanted = |value: &str| -> Vec<String> {
            let each = value.split(',').map(str::trim);
            each.map(str::to_owned).collect()
        };
        Self {
            truths: TRUTHS.map(|name| query.all(name).map(|value| value == "true").collect()),
            lists: LISTS.map(|name| query.all(name).map(wanted).collect()),
        }
    }

    /// The query without these filters.
    pub(super) fn left_out_of(query: &Query) -> Query {
        let names = TRUTHS.iter().chain(&LISTS);
        names.fold(query.clone(), |query, name| query.without(name))
    }

    pub(super) fn fits(&self, choices: &Choices) -> Fits {
        let truth = |at: usize| {
            let has = choices.truths.get(at).copied();
            let asked = self.truths.get(at).into_iter().flatten();
            asked.copied().all(|wanted| Some(wanted) == has)
        };
        let list = |at: usize| {
            let has: &[String] = choices.lists.get(at).map_or(&[], Vec::as_slice);
            let mut asked = self.lists.get(at).into_iter().flatten();
            asked.all(|wanted| has.iter().any(|choice| wanted.contains(choice)))
        };
        Fits([truth(0), truth(1), truth(2), list(0), list(1)])
    }
}

#[derive(Default)]
pub(super) struct Counting {
    counts: [i64; 3],
    of_lists: [BTreeMap<String, i64>; 2],
    /// The lists of each activity: read once, however many dates it has.
    known: HashMap<i64, Rc<[Vec<String>; 2]>>,
}

impl Counting {
    /// Columns: id of the activity, then the facets in the order of `Fits`, whose last two are texts of JSON.
    pub(super) fn choices(&mut self, row: &Row, first: usize) -> Result<Choices> {
        let id: i64 = row.get(first)?;
        let lists = if let Some(known) = self.known.get(&id) {
            Rc::clone(known)
        } else {
            let list = |at: usize| -> Result<Vec<String>> {
                let text = row.get_ref(at)?.as_str().map_err(Error::internal)?;
                let mut choices: Vec<String> = serde_json::from_str(text)?;
                choices.sort_unstable();
                choices.dedup();
                Ok(choices)
            };
            let lists = Rc::new([list(first + 4)?, list(first + 5)?]);
            self.known.insert(id, Rc::clone(&lists));
            lists
        };
        Ok(Choices {
            truths: [
                row.get(first + 1)?,
                row.get(first + 2)?,
                row.get(first + 3)?,
            ],
            lists,
        })
    }

    pub(super) fn count(&mut self, choices: &Choices, fits: Fits) {
        for (at, (count, has)) in self.counts.iter_mut().zip(choices.truths).enumerate() {
            *count += i64::from(has && fits.besides(at));
        }
        let lists = self.of_lists.iter_mut().zip(choices.lists.iter());
        for (at, (counts, list)) in lists.enumerate() {
            if !fits.besides(TRUTHS.len() + at) {
                continue;
            }
            for choice in list {
                match counts.get_mut(choice) {
                    Some(count) => *count += 1,
                    None => {
                        counts.insert(choice.clone(), 1);
                    }
                }
            }
        }
    }

    pub(super) fn finish(self) -> CalendarFacets {
        let [is_free, online, has_places] = self.counts;
        let [activity_categories, target_groups] = self.of_lists;
        CalendarFacets {
            is_free,
            online,
            has_places,
            activity_categories,
            target_groups,
        }
    }
}
