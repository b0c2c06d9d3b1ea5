//! Expressions of a question, from what fits best to what fits at all.

use std::fmt::Write;

/// Ranked expressions of a question.
pub const EXPRESSIONS: usize = 9;
/// What no text has: terms are never a bare `_`.
pub const NOTHING: &str = "\"_\"";
const TITLE: &str = "{title title_more}";

/// How the words of a question are matched. A text may fit several of `ranked`; the first counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expressions {
    /// Everything that fits.
    pub all: String,
    pub ranked: [String; EXPRESSIONS],
}

/// One word of a question (or several that mean one thing), as alternatives of quoted terms.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    pub text: String,
    /// The word itself and its forms.
    pub own: Vec<String>,
    /// What it is with a word beside it: taal maatje.
    pub joined: Vec<String>,
    /// Words that begin with it, are made of it or come from it.
    pub near: Vec<String>,
    /// Synonyms.
    pub wide: Vec<String>,
    /// What somebody may mean as well.
    pub related: Vec<String>,
    /// The parts of a compound together.
    pub parts: Vec<String>,
    /// One of the parts of a compound alone.
    pub loose: Vec<String>,
    /// Synonyms of the part that it begins with.
    pub loose_wide: Vec<String>,
    /// Whether it names a place or a time: a title need not have it.
    pub is_aside: bool,
}

impl Unit {
    fn own(&self) -> String {
        any(&[&self.own])
    }

    pub fn near(&self) -> String {
        any(&[&self.own, &self.near])
    }

    /// All but the parts of a compound.
    pub fn whole(&self) -> String {
        any(&[&self.own, &self.near, &self.wide])
    }

    /// The word, its synonyms, and its parts together.
    pub fn meant(&self) -> String {
        any(&[&self.own, &self.near, &self.wide, &self.parts])
    }

    pub fn wide(&self) -> String {
        any(&[
            &self.own,
            &self.near,
            &self.wide,
            &self.parts,
            &self.related,
        ])
    }

    /// The word, or one of its parts.
    fn loose(&self) -> String {
        any(&[&self.own, &self.near, &self.loose])
    }

    /// Takes it for one word with its neighbour, where there is such a word.
    pub fn join(&mut self) {
        if !self.joined.is_empty() {
            let apart = std::mem::replace(&mut self.own, std::mem::take(&mut self.joined));
            self.near.splice(0..0, apart);
        }
    }

    /// Whether something comes near that has only a part of it.
    pub fn is_divisible(&self) -> bool {
        !self.loose.is_empty() || !self.loose_wide.is_empty()
    }

    fn widest(&self) -> String {
        any(&[
            &self.own,
            &self.near,
            &self.wide,
            &self.parts,
            &self.related,
            &self.loose,
            &self.loose_wide,
        ])
    }
}

impl Expressions {
    /// All units are required.
    pub(super) fn of_all(units: &[Unit]) -> Self {
        let (mut places, mut titled): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_aside);
        if titled.is_empty() {
            titled = std::mem::take(&mut places);
        }
        let there = places
            .iter()
            .map(|place| format!(" AND {}", place.wide()))
            .collect::<Vec<_>>()
            .concat();
        let in_title = |columns: &str, form: fn(&Unit) -> String| {
            let units = every(titled.iter().map(|unit| form(unit)));
            format!("{columns} : ({units}){there}")
        };
        // Of one word what is related counts in a title only; several narrow each other.
        let (anywhere, related, all) = if let [one] = units {
            let related = in_title(TITLE, Unit::wide);
            let all = format!("{} OR ({related})", one.meant());
            (one.meant(), related, all)
        } else {
            let wide = every(units.iter().map(Unit::wide));
            (wide.clone(), Self::titled(units), wide)
        };
        Self {
            all,
            ranked: [
                in_title("title", Unit::own),
                in_title(TITLE, Unit::near),
                in_title(TITLE, Unit::meant),
                related,
                NOTHING.to_owned(),
                every(units.iter().map(Unit::own)),
                anywhere,
                NOTHING.to_owned(),
                NOTHING.to_owned(),
            ],
        }
    }

    /// All units, of which the title has one.
    pub(super) fn titled(units: &[Unit]) -> String {
        let wide = every(units.iter().map(Unit::wide));
        let mut titled: Vec<&Unit> = units.iter().filter(|unit| !unit.is_aside).collect();
        if titled.is_empty() {
            titled = units.iter().collect();
        }
        let one = some(titled.iter().map(|unit| match units {
            [_] => unit.wide(),
            _ => unit.near(),
        }));
        format!("({wide}) AND {TITLE} : ({one})")
    }

    /// Also what has not all units: all but one of them in the title or with one in the title, then one in the title,
    /// then, where nothing has all units, what only mentions one.
    #[must_use]
    pub(super) fn or_nearest(mut self, units: &[Unit], is_anywhere: bool) -> Self {
        let mut titled: Vec<&Unit> = units.iter().filter(|unit| !unit.is_aside).collect();
        if titled.is_empty() {
            titled = units.iter().collect();
        }
        let near: Vec<String> = titled
            .iter()
            .map(|unit| match units {
                [_] => unit.loose(),
                _ => unit.meant(),
            })
            .collect();
        let one = some(near.iter().cloned());
        let but_one = |each: &[String]| match each.len() {
            0..=2 => some(each.iter().cloned()),
            count => some((0..count).map(|left_out| {
                let others = each.iter().enumerate().filter(|(at, _)| *at != left_out);
                every(others.map(|(_, one)| one.clone()))
            })),
        };
        let widest: Vec<String> = units.iter().map(Unit::widest).collect();
        let any = some(widest.iter().cloned());
        if !is_anywhere {
            self.ranked = std::array::from_fn(|_| NOTHING.to_owned());
        }
        if let [_] = units {
            // A part of the word itself before what is only related.
            self.ranked.swap(3, 4);
        }
        let [_, _, _, fourth, fifth, _, all, title, anywhere] = &mut self.ranked;
        let nearest = match units {
            [_] => fourth,
            _ => fifth,
        };
        *nearest = match units.len() {
            // All but one of many are many alternatives.
            3..=4 => format!(
                "{TITLE} : ({}) OR (({}) AND {TITLE} : ({one}))",
                but_one(&near),
                but_one(&units.iter().map(Unit::wide).collect::<Vec<_>>()),
            ),
            _ => format!("{TITLE} : ({one})"),
        };
        *title = format!(
            "{TITLE} : ({})",
            some(titled.iter().map(|unit| unit.widest()))
        );
        if is_anywhere {
            self.all = format!("({all}) OR ({title})");
        } else {
            anywhere.clone_from(&any);
            self.all = any;
        }
        self
    }

    /// The places are wanted, not required: what is elsewhere and has the other units in its title comes before what
    /// only mentions them. Needs places and other units.
    pub(super) fn of_place(units: &[Unit]) -> Self {
        let (places, others): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_aside);
        let of_others = |form: fn(&Unit) -> String| every(others.iter().map(|unit| form(unit)));
        let there = every(places.iter().map(|place| place.wide()));
        let wide = of_others(Unit::wide);
        Self {
            ranked: [
                format!("title : ({}) AND {there}", of_others(Unit::own)),
                Self::in_place(units),
                format!("{TITLE} : ({})", of_others(Unit::near)),
                format!("({wide}) AND {there}"),
                format!("{TITLE} : ({wide})"),
                wide.clone(),
                NOTHING.to_owned(),
                NOTHING.to_owned(),
                NOTHING.to_owned(),
            ],
            all: wide,
        }
    }

    /// What is in the places and has the other units in its title.
    pub(super) fn in_place(units: &[Unit]) -> String {
        let (places, others): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_aside);
        let there = every(places.iter().map(|place| place.wide()));
        let near = every(others.iter().map(|unit| unit.near()));
        format!("{TITLE} : ({near}) AND {there}")
    }

    /// Without expressions that repeat one before them.
    #[must_use]
    pub(super) fn distinct(mut self) -> Self {
        for at in 1..EXPRESSIONS {
            let (before, rest) = self.ranked.split_at_mut(at);
            if let Some(one) = rest.first_mut().filter(|one| before.contains(one)) {
                NOTHING.clone_into(one);
            }
        }
        self
    }

    /// Narrows every expression.
    #[must_use]
    pub fn and(self, condition: &str) -> Self {
        let narrowed = |one: String| match one.as_str() {
            NOTHING => one,
            _ => format!("({one}) AND {condition}"),
        };
        Self {
            all: narrowed(self.all),
            ranked: self.ranked.map(narrowed),
        }
    }
}

/// A quoted term: folded words have no quotes.
pub(super) fn quoted(term: &str) -> String {
    format!("\"{term}\"")
}

fn any(lists: &[&Vec<String>]) -> String {
    let mut joined = String::from("(");
    for term in lists.iter().copied().flatten() {
        if joined.len() > 1 {
            joined.push_str(" OR ");
        }
        let _ = write!(joined, "{term}");
    }
    joined.push(')');
    joined
}

fn every(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" AND ")
}

fn some(parts: impl Iterator<Item = String>) -> String {
    let parts = parts.map(|part| format!("({part})"));
    parts.collect::<Vec<_>>().join(" OR ")
}
