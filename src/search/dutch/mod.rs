//! Forms of Dutch words: stems that a word shares with its other forms, and weaker relations to words it is made of.

mod compounds;
pub mod lexicon;

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::stem::Stems;
use lexicon::{NOUN, VERB};

pub use compounds::parts;

/// Particles that stand before a verb: voorlezen, meerijden.
pub const PARTICLES: &[&str] = &[
    "voor", "mee", "rond", "thuis", "samen", "uit", "op", "in", "aan", "terug", "weg", "bij", "na",
    "over", "af", "door", "toe", "binnen", "buiten", "onder", "om", "los", "schoon", "klaar",
    "achter", "tegen",
];

/// Irregular form -> its base words: past tenses and participles of strong verbs, plurals with another vowel.
static IRREGULAR: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut inflections: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in include_str!("irregular.txt").lines() {
        let mut words = line.split(' ');
        let Some(base) = words.next() else { continue };
        for form in words.filter(|form| *form != base) {
            inflections.entry(form).or_default().push(base);
        }
    }
    inflections
});

/// Stems of folded words.
pub struct Forms {
    stems: Stems,
    english: Stemmer,
}

impl Default for Forms {
    fn default() -> Self {
        Self::new()
    }
}

impl Forms {
    pub fn new() -> Self {
        Self {
            stems: Stems::new(),
            english: Stemmer::create(Algorithm::English),
        }
    }

    /// The stems of which one is shared by every form of the word; the first is its own.
    pub fn stems(&self, word: &str) -> Vec<String> {
        let mut stems = vec![self.stems.stem(word)];
        let mut add = |stem: String| {
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        };
        if let Some(verb) = self.stems.of_third_person(word) {
            add(verb);
        }
        for base in bases_of_form(word) {
            add(self.stems.stem(&base));
        }
        stems
    }

    /// Stems of words that this one is derived from: who does it (wandelaar), small ones (uurtje), and the English stem.
    pub fn roots(&self, word: &str) -> Vec<String> {
        let mut roots = self.dutch_roots(word);
        let english = self.english_stem(word);
        if english != word && english.len() > 2 {
            roots.push(english);
        }
        roots
    }

    /// Stems of the Dutch words that this one is derived from.
    pub fn dutch_roots(&self, word: &str) -> Vec<String> {
        let bases = agents(word)
            .into_iter()
            .chain(small(word))
            .chain(done_with(word))
            .chain(act(word))
            .chain(person(word));
        bases.map(|base| self.stems.stem(&base)).collect()
    }

    pub fn english_stem(&self, word: &str) -> String {
        self.english.stem(word).into_owned()
    }
}

/// The base words of an irregular form or a participle, also behind a particle (voorgelezen).
fn bases_of_form(word: &str) -> Vec<String> {
    let mut bases: Vec<String> = IRREGULAR
        .get(word)
        .into_iter()
        .flatten()
        .map(|base| (*base).to_owned())
        .collect();
    bases.extend(of_participle(word));
    bases.extend(of_past(word));
    for particle in PARTICLES {
        let Some(rest) = word.strip_prefix(particle).filter(|rest| rest.len() > 3) else {
            continue;
        };
        let of_rest = IRREGULAR.get(rest).into_iter().flatten();
        bases.extend(of_rest.map(|base| [particle, *base].concat()));
        let weak = of_participle(rest).into_iter().chain(of_past(rest));
        bases.extend(weak.map(|base| [particle, base.as_str()].concat()));
    }
    if let Some(stem) = word.strip_suffix("heden").filter(|stem| stem.len() > 2) {
        bases.push(format!("{stem}heid"));
    }
    bases
}

/// The noun of a verb in -ieren: tuinieren, fotograferen has none.
fn done_with(word: &str) -> Option<String> {
    let root = word
        .strip_suffix("ieren")
        .or_else(|| word.strip_suffix("ier"))?;
    (root.len() > 2 && lexicon::is(root, NOUN)).then(|| root.to_owned())
}

/// The infinitives of a weak participle: gewerkt, gekookt, geleid, bezorgd.
fn of_participle(word: &str) -> Vec<String> {
    let middle = word.strip_prefix("ge");
    let is_without = ["be", "ver", "her", "ont", "er"]
        .iter()
        .any(|prefix| word.starts_with(prefix));
    let Some(middle) = middle.or_else(|| is_without.then_some(word)) else {
        return Vec::new();
    };
    let Some(root) = middle.strip_suffix(['t', 'd']) else {
        return Vec::new();
    };
    // The last letter may belong to the verb: leiden, praten.
    let roots = [root, middle].into_iter().filter(|root| root.len() > 2);
    roots.filter_map(infinitive).collect()
}

/// The infinitives of a weak past tense: wandelde, kookten, leidde.
fn of_past(word: &str) -> Vec<String> {
    let single = word.strip_suffix('n').unwrap_or(word);
    let root = single
        .strip_suffix("de")
        .or_else(|| single.strip_suffix("te"))
        .filter(|root| root.len() > 2 && !lexicon::has(word) && !lexicon::has(single));
    root.and_then(infinitive).into_iter().collect()
}

/// What a person is named after: tuinman, geluidsman.
fn person(word: &str) -> Option<String> {
    let work = ["man", "mannen", "vrouw", "vrouwen", "meisje", "juf"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))?;
    let is_noun = |noun: &&str| noun.len() > 3 && lexicon::is(noun, NOUN);
    let linked = work.strip_suffix('s');
    let noun = [Some(work), linked].into_iter().flatten().find(is_noun)?;
    Some(noun.to_owned())
}

/// The infinitive of the noun of a foreign verb, and of who does it: reparatie, programmeur.
fn act(word: &str) -> Option<String> {
    let single = word.strip_suffix('s').unwrap_or(word);
    let root = single
        .strip_suffix("atie")
        .or_else(|| single.strip_suffix("eur"))?;
    let verb = format!("{root}eren");
    lexicon::is(&verb, VERB).then_some(verb)
}

/// The infinitive of a verb's root: werk, kook, lees, zwem.
pub(super) fn infinitive(root: &str) -> Option<String> {
    plurals(root)
        .into_iter()
        .find(|verb| lexicon::is(verb, VERB))
}

/// Spellings of a word with -en: werken, koken, zwemmen, lezen.
fn plurals(root: &str) -> Vec<String> {
    let mut all = vec![format!("{root}en")];
    let letters: Vec<char> = root.chars().collect();
    if let [.., one, other, last] = letters.as_slice() {
        let is_long = one == other && "aeou".contains(*other);
        let voiced = match last {
            's' => Some('z'),
            'f' => Some('v'),
            _ => None,
        };
        let but_last: String = letters.iter().take(letters.len() - 1).collect();
        let short: String = letters.iter().take(letters.len() - 2).collect();
        if is_long {
            all.push(format!("{short}{last}en"));
            all.extend(voiced.map(|voiced| format!("{short}{voiced}en")));
        } else {
            all.push(format!("{root}{last}en"));
            all.extend(voiced.map(|voiced| format!("{but_last}{voiced}en")));
        }
    }
    all
}

/// The infinitives of what somebody does: begeleider, wandelaar, voorleesster; of a woman the word for a man.
fn agents(word: &str) -> Vec<String> {
    let single = word.strip_suffix('s').unwrap_or(word);
    let mut found = Vec::new();
    for ending in ["er", "aar"] {
        if let Some(root) = single.strip_suffix(ending).filter(|root| root.len() > 2) {
            let verb = format!("{root}en");
            if is_verb(&verb) {
                found.push(verb);
            }
        }
    }
    if let Some(root) = single.strip_suffix("ster").filter(|root| root.len() > 2) {
        found.extend(infinitive(root));
    }
    // Of a woman: zangeres, lerares.
    for (ending, of_man) in [("eres", "er"), ("ares", "aar")] {
        let singular = word.strip_suffix("sen").unwrap_or(word);
        if let Some(root) = singular.strip_suffix(ending).filter(|root| root.len() > 2) {
            found.push(format!("{root}{of_man}"));
        }
    }
    found
}

/// Whether it is an infinitive, also behind a particle.
fn is_verb(word: &str) -> bool {
    lexicon::is(word, VERB)
        || PARTICLES.iter().any(|particle| {
            word.strip_prefix(particle)
                .is_some_and(|rest| rest.len() > 4 && lexicon::is(rest, VERB))
        })
}

/// What a diminutive is a small one of: maatje, bloemetje, kopje.
fn small(word: &str) -> Option<String> {
    let word = word.strip_suffix('s').unwrap_or(word);
    let is_known = |base: &&str| base.len() > 2 && lexicon::has(base);
    for ending in ["etje", "tje", "pje", "je"] {
        let Some(base) = word.strip_suffix(ending) else {
            continue;
        };
        // Bloemetje, but brilletje with a double consonant.
        let single = base.get(..base.len().saturating_sub(1)).unwrap_or(base);
        if let Some(base) = [base, single].into_iter().find(is_known) {
            return Some(base.to_owned());
        }
    }
    None
}

/// Words of the lexicon that a form may belong to: its singulars, its infinitive, the small one's large one.
fn lemmas(word: &str) -> Vec<String> {
    let mut found = vec![word.to_owned()];
    if let Some(single) = word.strip_suffix('s') {
        found.push(single.to_owned());
    }
    if let Some(root) = word.strip_suffix("en").filter(|root| root.len() > 2) {
        found.extend(singulars(root));
    }
    if let Some(verb) = word.strip_suffix('t').and_then(infinitive) {
        found.push(verb);
    }
    found.extend(small(word));
    found.extend(agents(word));
    found.extend(bases_of_form(word));
    found
}

/// Spellings of a plural in -en without it: fiets, tas, boom, huis, brief.
fn singulars(root: &str) -> Vec<String> {
    let mut all = vec![root.to_owned()];
    let letters: Vec<char> = root.chars().collect();
    if let [.., vowel, last] = letters.as_slice() {
        let but_last: String = letters.iter().take(letters.len() - 1).collect();
        let unvoiced = match last {
            'z' => 's',
            'v' => 'f',
            other => *other,
        };
        if vowel == last {
            all.push(but_last.clone());
        }
        all.push(format!("{but_last}{unvoiced}"));
        if "aeou".contains(*vowel) {
            all.push(format!("{but_last}{vowel}{unvoiced}"));
        }
    }
    all
}

/// Whether it is a noun in some form.
fn is_noun(word: &str) -> bool {
    lemmas(word).iter().any(|lemma| lexicon::is(lemma, NOUN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_related(one: &str, other: &str) -> bool {
        let inflections = Forms::new();
        let others = inflections.stems(other);
        inflections
            .stems(one)
            .iter()
            .any(|stem| others.contains(stem))
    }

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for (one, other) in [
            ("glas", "glazen"),
            ("lopen", "loopt"),
            ("lopen", "liep"),
            ("lezen", "gelezen"),
            ("voorlezen", "voorgelezen"),
            ("werken", "gewerkt"),
            ("koken", "gekookt"),
            ("schip", "schepen"),
            ("lid", "leden"),
            ("vrijheid", "vrijheden"),
            ("museum", "musea"),
            ("rijden", "reed"),
            ("rondleiden", "rondgeleid"),
            ("praten", "gepraat"),
            ("wandelen", "wandelde"),
            ("bezorgen", "bezorgd"),
            ("koken", "kookten"),
            ("subsidie", "subsidies"),
            ("dame", "dames"),
        ] {
            assert!(is_related(one, other), "{one}, {other}");
        }
        for (one, other) in [("lezen", "lessen"), ("geluid", "huis"), ("kaas", "kas")] {
            assert!(!is_related(one, other), "{one}, {other}");
        }
    }

    #[test]
    fn who_does_it_and_small_ones_come_from_a_word() {
        let inflections = Forms::new();
        for (word, of) in [
            ("wandelaar", "wandelen"),
            ("begeleiders", "begeleiden"),
            ("zwemmer", "zwemmen"),
            ("maatje", "maat"),
            ("bloemetje", "bloem"),
            ("uitlater", "uitlaten"),
            ("reparatie", "repareren"),
            ("programmeur", "programmeren"),
            ("zangeres", "zanger"),
            ("tuinman", "tuin"),
            ("geluidsman", "geluid"),
            ("leraressen", "leraar"),
        ] {
            let stem = inflections.stems(of).swap_remove(0);
            assert!(
                inflections.roots(word).contains(&stem),
                "{word}: {:?}",
                inflections.roots(word)
            );
        }
    }
}
