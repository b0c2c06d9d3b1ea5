//! Misspelt words: the known words that one may stand for.

/// Costs of errors, in tenths of a letter.
const LETTER: u16 = 10;
const SWAP: u16 = 8;
const DOUBLED: u16 = 6;
const SOUNDS_ALIKE: u16 = 6;
const FIRST_LETTER: u16 = 3;
/// Candidates whose cost differs by less stand beside each other.
const AS_GOOD: u16 = 3;
const MOST: usize = 6;
/// Letters of a word that one other letter hardly makes another word.
const LONG: usize = 8;
/// Letters of the shortest word in which an error is forgiven.
pub const SHORTEST: usize = 4;

/// Looks for the words nearest to a misspelt one, among those that are offered one by one.
pub struct Nearest {
    word: Vec<char>,
    letters: u32,
    most: u16,
    found: Vec<(u16, String)>,
}

impl Nearest {
    /// Forgives no more than a letter that sounds alike or is doubled, or two that changed places; in a long word any
    /// one letter.
    pub fn slip_of(word: &str) -> Self {
        Self {
            most: if word.chars().count() < LONG {
                SWAP
            } else {
                LETTER
            },
            ..Self::to(word)
        }
    }

    pub fn characters(&self) -> usize {
        self.word.len()
    }

    pub fn to(word: &str) -> Self {
        let letters: Vec<char> = word.chars().collect();
        let most = match letters.len() {
            0..SHORTEST => 0,
            SHORTEST..6 => LETTER,
            6..12 => 2 * LETTER,
            _ => 3 * LETTER,
        };
        Self {
            letters: mask(word),
            word: letters,
            most,
            found: Vec::new(),
        }
    }

    pub fn offer(&mut self, other: &str) {
        let length = other.len();
        let allowed = usize::from(self.most / DOUBLED);
        if length + allowed < self.word.len() || self.word.len() + allowed < length {
            return;
        }
        // Each error changes at most two of the letters that occur.
        if (self.letters ^ mask(other)).count_ones() as usize > allowed * 2 {
            return;
        }
        let letters: Vec<char> = other.chars().collect();
        let cost = cost(&self.word, &letters);
        let best = self.found.iter().map(|(cost, _)| *cost).min();
        if cost <= self.most && best.is_none_or(|best| cost <= best + AS_GOOD) {
            self.found.push((cost, other.to_owned()));
        }
    }

    /// The nearest words, best first.
    pub fn found(mut self) -> Vec<String> {
        self.found.sort();
        self.found.dedup();
        let best = self.found.first().map_or(0, |(cost, _)| *cost);
        self.found
            .into_iter()
            .filter(|(cost, _)| *cost <= best + AS_GOOD)
            .take(MOST)
            .map(|(_, word)| word)
            .collect()
    }
}

/// The letters a to z that occur.
fn mask(word: &str) -> u32 {
    word.bytes()
        .filter(u8::is_ascii_lowercase)
        .fold(0, |mask, letter| mask | 1 << (letter - b'a'))
}

/// The cost of the errors that make one word of the other.
fn cost(one: &[char], other: &[char]) -> u16 {
    let width = other.len() + 1;
    let mut rows: Vec<u16> = vec![0; (one.len() + 1) * width];
    let at = |rows: &[u16], row: usize, column: usize| {
        rows.get(row * width + column)
            .copied()
            .unwrap_or(u16::MAX / 2)
    };
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            let mut least = if row == 0 && column == 0 {
                0
            } else {
                u16::MAX / 2
            };
            let (mine, theirs) = (letter(one, row), letter(other, column));
            if row > 0 {
                least = least.min(at(&rows, row - 1, column) + gap(one, row, column));
            }
            if column > 0 {
                least = least.min(at(&rows, row, column - 1) + gap(other, column, row));
            }
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                let first = if row == 1 && column == 1 {
                    FIRST_LETTER
                } else {
                    0
                };
                let changed = match (mine == theirs, sounds_alike(mine, theirs)) {
                    (true, _) => 0,
                    (false, true) => SOUNDS_ALIKE,
                    (false, false) => LETTER + first,
                };
                least = least.min(at(&rows, row - 1, column - 1) + changed);
                let is_swap = row > 1
                    && column > 1
                    && mine != theirs
                    && letter(one, row - 1) == Some(theirs)
                    && letter(other, column - 1) == Some(mine);
                if is_swap {
                    least = least.min(at(&rows, row - 2, column - 2) + SWAP);
                }
                for (mine, theirs) in SOUNDS {
                    if ends(one, row, mine) && ends(other, column, theirs) {
                        least = least
                            .min(at(&rows, row - mine.len(), column - theirs.len()) + SOUNDS_ALIKE);
                    }
                    if ends(one, row, theirs) && ends(other, column, mine) {
                        least = least
                            .min(at(&rows, row - theirs.len(), column - mine.len()) + SOUNDS_ALIKE);
                    }
                }
            }
            if let Some(cell) = rows.get_mut(row * width + column) {
                *cell = least;
            }
        }
    }
    rows.last().copied().unwrap_or_default()
}

fn letter(word: &[char], place: usize) -> Option<char> {
    word.get(place.checked_sub(1)?).copied()
}

/// The cost of a letter that the other word lacks: little if it doubles the one before.
fn gap(word: &[char], place: usize, other: usize) -> u16 {
    let is_double = letter(word, place) == letter(word, place.saturating_sub(1)) && place > 1;
    match (is_double, other) {
        (true, _) => DOUBLED,
        (false, 0) => LETTER + FIRST_LETTER,
        (false, _) => LETTER,
    }
}

/// Spellings that sound the same in Dutch.
const SOUNDS: [(&str, &str); 9] = [
    ("ei", "ij"),
    ("au", "ou"),
    ("ch", "g"),
    ("ks", "x"),
    ("kw", "qu"),
    ("ie", "i"),
    ("ij", "y"),
    ("uw", "w"),
    ("th", "t"),
];

fn sounds_alike(one: char, other: char) -> bool {
    const PAIRS: [(char, char); 9] = [
        ('c', 'k'),
        ('c', 's'),
        ('d', 't'),
        ('f', 'v'),
        ('s', 'z'),
        ('i', 'y'),
        ('g', 'h'),
        ('b', 'p'),
        ('v', 'w'),
    ];
    PAIRS.contains(&(one, other)) || PAIRS.contains(&(other, one))
}

fn ends(word: &[char], place: usize, with: &str) -> bool {
    place >= with.len()
        && word
            .get(place - with.len()..place)
            .is_some_and(|letters| letters.iter().copied().eq(with.chars()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(word: &str, among: &[&str]) -> Vec<String> {
        let mut nearest = Nearest::to(word);
        for other in among {
            nearest.offer(other);
        }
        nearest.found()
    }

    #[test]
    fn a_misspelt_word_stands_for_the_nearest_one() {
        let known = [
            "taalmaatje",
            "wandelen",
            "bibliotheek",
            "fietsen",
            "tuin",
            "administratie",
            "chauffeur",
            "ouderen",
            "feest",
            "voedselbank",
            "kind",
            "trein",
            "koken",
        ];
        for (word, expected) in [
            ("taalmatje", "taalmaatje"),
            ("wandeln", "wandelen"),
            ("wnadelen", "wandelen"),
            ("bieblioteek", "bibliotheek"),
            ("tiun", "tuin"),
            ("administrasie", "administratie"),
            ("chaufeur", "chauffeur"),
            ("voetselbank", "voedselbank"),
            ("oudern", "ouderen"),
        ] {
            let found = nearest(word, &known);
            assert_eq!(
                found.first().map(String::as_str),
                Some(expected),
                "{word}: {found:?}"
            );
        }
        assert!(nearest("xqz", &known).is_empty());
        assert!(nearest("biljart", &known).is_empty());
    }
}
