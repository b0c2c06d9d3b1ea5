//! Words that mean the same: the built-in list and those that a centre adds.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::dutch::Forms;
use super::text::normalise;

/// Words in the longest entry.
pub const MOST_WORDS: usize = 4;
/// Entries of one group that are looked for.
const MOST_OTHERS: usize = 30;

static BUILT_IN: LazyLock<Synonyms> = LazyLock::new(|| {
    let lines = include_str!("synonyms.txt").lines();
    Synonyms::of(lines.filter(|line| !line.starts_with('#')))
});

/// Groups of entries by the stems of an entry's words.
#[derive(Debug, Default)]
pub struct Synonyms {
    groups: Vec<Vec<String>>,
    found_by: HashMap<String, Vec<usize>>,
}

impl Synonyms {
    /// Reads lines of `a, b, c` (each finds the others) and `a > b, c` (a finds the others).
    pub fn of<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let inflections = Forms::new();
        let mut all = Self::default();
        for line in lines {
            let (entries, narrower) = line
                .split_once('>')
                .map_or((line, None), |(one, others)| (one, Some(others)));
            let folded = |part: &str| -> Vec<String> {
                part.split(',')
                    .map(normalise)
                    .filter(|entry| !entry.is_empty())
                    .collect()
            };
            let finding = folded(entries);
            let mut group = narrower.map(folded).unwrap_or_default();
            if group.is_empty() {
                group.clone_from(&finding);
            }
            let number = all.groups.len();
            for entry in &finding {
                for key in keys(entry, &inflections) {
                    let numbers = all.found_by.entry(key).or_default();
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
            }
            all.groups.push(group);
        }
        all
    }

    /// The other entries of the groups of a word, or of several side by side. Folded.
    pub fn others<'a>(&'a self, words: &str, inflections: &Forms) -> Vec<&'a str> {
        let mut others: Vec<&str> = Vec::new();
        for key in keys(words, inflections) {
            for number in self.found_by.get(&key).into_iter().flatten() {
                for other in self.groups.get(*number).into_iter().flatten() {
                    if other != words
                        && !others.contains(&other.as_str())
                        && others.len() < MOST_OTHERS
                    {
                        others.push(other);
                    }
                }
            }
        }
        others
    }

    /// All words that find others.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.groups
            .iter()
            .flatten()
            .map(String::as_str)
            .filter(|entry| !entry.contains(' '))
    }
}

pub fn built_in() -> &'static Synonyms {
    &BUILT_IN
}

/// What an entry is found by: the stem of each of its words; for a single word each of its stems.
fn keys(entry: &str, inflections: &Forms) -> Vec<String> {
    let mut words = entry.split(' ');
    if let (Some(word), None) = (words.next(), words.next()) {
        let mut keys = inflections.stems(word);
        keys.push(word.to_owned());
        keys
    } else {
        let stems: Vec<String> = entry
            .split(' ')
            .filter_map(|word| inflections.stems(word).into_iter().next())
            .collect();
        vec![stems.join(" ")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_by_any_form_and_by_several_words() {
        let inflections = Forms::new();
        let others = |words: &str| built_in().others(words, &inflections);
        assert!(others("buddies").is_empty() || others("buddy").contains(&"maatje"));
        assert!(others("maatjes").contains(&"buddy"));
        assert!(others("food bank").contains(&"voedselbank"));
        assert!(others("dieren").contains(&"hond"));
        assert!(!others("hond").contains(&"kat"));
    }
}
