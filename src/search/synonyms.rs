//! Words that mean the same: the built-in list and those that a centre adds.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::dutch::Forms;
use super::text::normalise;

/// Words in the longest entry.
pub const MOST_WORDS: usize = 4;
/// Entries that are looked for beside a word.
const MOST_OTHERS: usize = 40;

static BUILT_IN: LazyLock<Synonyms> = LazyLock::new(|| {
    let lines = include_str!("synonyms.txt").lines();
    Synonyms::of(lines.filter(|line| !line.starts_with('#')))
});

#[derive(Debug)]
struct Group {
    entries: Vec<String>,
    relation: Relation,
}

/// What the entries of a group are to a word that finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Same,
    /// Kinds of it: `a >> b`.
    Narrower,
    /// What somebody may mean as well: `a > b`.
    Related,
}

/// What stands beside a word: what means the same, what is a kind of it, and what somebody may mean as well.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Others<'a> {
    pub same: Vec<&'a str>,
    pub narrower: Vec<&'a str>,
    pub related: Vec<&'a str>,
}

/// Groups of entries by the stems of an entry's words.
#[derive(Debug, Default)]
pub struct Synonyms {
    groups: Vec<Group>,
    found_by: HashMap<String, Vec<usize>>,
    entries: HashSet<String>,
    foreign: HashSet<String>,
}

impl Synonyms {
    /// Reads lines of `a, b, c` (each finds the others), `a >> b, c` (b and c are kinds of a, which finds them) and
    /// `a > b, c` (b and c are related to a). Entries after a `;` are English.
    pub fn of<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let inflections = Forms::new();
        let mut all = Self::default();
        let mut dutch = HashSet::new();
        for line in lines {
            let (entries, narrower, relation) = if let Some((one, others)) = line.split_once(">>") {
                (one, Some(others), Relation::Narrower)
            } else if let Some((one, others)) = line.split_once('>') {
                (one, Some(others), Relation::Related)
            } else {
                (line, None, Relation::Same)
            };
            let (finding, foreign) = folded(entries);
            let (group, foreign_group) = narrower.map(folded).unwrap_or_default();
            let number = all.groups.len();
            let of_foreign = foreign
                .iter()
                .filter(|entry| !entry.contains(' '))
                .map(|entry| english_key(entry, &inflections));
            let of_all = finding
                .iter()
                .chain(&foreign)
                .flat_map(|entry| keys(entry, &inflections));
            for key in of_all.chain(of_foreign) {
                let numbers = all.found_by.entry(key).or_default();
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            let all_entries = finding
                .iter()
                .chain(&group)
                .chain(&foreign)
                .chain(&foreign_group);
            all.entries.extend(all_entries.cloned());
            dutch.extend(finding.iter().chain(&group).cloned());
            all.foreign
                .extend(foreign.iter().chain(&foreign_group).cloned());
            let is_one_way = !group.is_empty() || !foreign_group.is_empty();
            all.groups.push(if is_one_way {
                Group {
                    entries: [group, foreign_group].concat(),
                    relation,
                }
            } else {
                Group {
                    entries: [finding, foreign].concat(),
                    relation: Relation::Same,
                }
            });
        }
        all.foreign.retain(|entry| !dutch.contains(entry));
        all
    }

    /// Whether a word is an entry as it is written.
    pub fn has(&self, word: &str) -> bool {
        self.entries.contains(word)
    }

    /// Whether a word is an English entry, and no Dutch one: its Dutch stem may be that of another word (garden, garde).
    pub fn is_foreign(&self, word: &str) -> bool {
        self.foreign.contains(word)
    }

    /// The Dutch word that heads the group of an English one.
    pub fn head(&self, word: &str, inflections: &Forms) -> Option<&str> {
        let key = english_key(word, inflections);
        if !self.is_foreign(word) {
            return None;
        }
        let numbers = self.found_by.get(&key)?;
        let groups = numbers.iter().filter_map(|number| self.groups.get(*number));
        let mut same = groups.filter(|group| group.relation == Relation::Same);
        same.find_map(|group| group.entries.first())
            .map(String::as_str)
            .filter(|head| !head.contains(' '))
    }

    /// The other entries of the groups of a word, or of several side by side. Folded.
    pub fn others<'a>(&'a self, words: &str, inflections: &Forms) -> Others<'a> {
        let mut others = Others::default();
        let english = english_key(words, inflections);
        for key in keys(words, inflections).into_iter().chain([english]) {
            for number in self.found_by.get(&key).into_iter().flatten() {
                let Some(group) = self.groups.get(*number) else {
                    continue;
                };
                let list = match group.relation {
                    Relation::Same => &mut others.same,
                    Relation::Narrower => &mut others.narrower,
                    Relation::Related => &mut others.related,
                };
                for other in &group.entries {
                    if other != words && !list.contains(&other.as_str()) && list.len() < MOST_OTHERS
                    {
                        list.push(other);
                    }
                }
            }
        }
        let Others {
            same,
            narrower,
            related,
        } = &mut others;
        narrower.retain(|other| !same.contains(other));
        related.retain(|other| !same.contains(other) && !narrower.contains(other));
        others
    }

    /// All words that find others.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.groups
            .iter()
            .flat_map(|group| &group.entries)
            .map(String::as_str)
            .filter(|entry| !entry.contains(' '))
    }
}

pub fn built_in() -> &'static Synonyms {
    &BUILT_IN
}

/// The folded entries of a line or a side of it, Dutch and English.
fn folded(part: &str) -> (Vec<String>, Vec<String>) {
    let entries = |part: &str| -> Vec<String> {
        part.split(',')
            .map(normalise)
            .filter(|entry| !entry.is_empty())
            .collect()
    };
    part.split_once(';').map_or_else(
        || (entries(part), Vec::new()),
        |(dutch, english)| (entries(dutch), entries(english)),
    )
}

/// What an entry is found by: the stem of each of its words; for a single word each of its stems, and of the words that
/// it comes from (katje).
fn keys(entry: &str, inflections: &Forms) -> Vec<String> {
    let mut words = entry.split(' ');
    if let (Some(word), None) = (words.next(), words.next()) {
        let mut keys = inflections.stems(word);
        keys.push(word.to_owned());
        keys.extend(inflections.dutch_roots(word));
        keys
    } else {
        let stems: Vec<String> = entry
            .split(' ')
            .filter_map(|word| inflections.stems(word).into_iter().next())
            .collect();
        vec![stems.join(" ")]
    }
}

/// What an English word is found by in any form, apart from the Dutch stems: refugees.
fn english_key(entry: &str, inflections: &Forms) -> String {
    format!("en {}", inflections.english_stem(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_by_any_form_and_by_several_words() {
        let inflections = Forms::new();
        let others = |words: &str| built_in().others(words, &inflections);
        assert!(others("maatjes").same.contains(&"buddy"));
        assert!(others("food bank").same.contains(&"voedselbank"));
        assert!(others("dieren").narrower.contains(&"hond"));
        assert!(others("katje").same.contains(&"poes"));
        assert!(others("refugees").same.contains(&"vluchteling"));
        let of_dog = others("hond");
        assert!(!of_dog.same.contains(&"kat") && !of_dog.related.contains(&"kat"));
    }

    #[test]
    fn english_entries_are_told_from_dutch_ones() {
        assert!(built_in().is_foreign("garden") && !built_in().is_foreign("tuin"));
        let own = Synonyms::of(["tuin; garden > groen; lawn"].into_iter());
        assert!(own.is_foreign("garden") && own.is_foreign("lawn") && !own.is_foreign("groen"));
        let others = own.others("gardens", &Forms::new());
        assert_eq!(
            (others.same.len(), others.related),
            (0, vec!["groen", "lawn"])
        );
    }
}
