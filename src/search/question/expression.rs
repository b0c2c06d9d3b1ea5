//! Expressions of a question, from what fits best to what fits at all.

use std::fmt::Write;

/// Ranked expressions of a question.
pub const EXPRESSIONS: usize = 6;
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
    /// Words that begin with it, are made of it or come from it.
    pub near: Vec<String>,
    /// Synonyms.
    pub wide: Vec<String>,
    /// The parts of a compound together.
    pub parts: Vec<String>,
    /// Whether it names a place: a title need not have it.
    pub is_place: bool,
}

impl Unit {
    fn own(&self) -> String {
        any(&[&self.own])
    }

    fn near(&self) -> String {
        any(&[&self.own, &self.near])
    }

    /// All but the parts of a compound.
    pub fn whole(&self) -> String {
        any(&[&self.own, &self.near, &self.wide])
    }

    pub fn wide(&self) -> String {
        any(&[&self.own, &self.near, &self.wide, &self.parts])
    }
}

impl Expressions {
    /// All units are required.
    pub(super) fn of_all(units: &[Unit]) -> Self {
        let own = every(units.iter().map(Unit::own));
        let wide = every(units.iter().map(Unit::wide));
        let (mut places, mut titled): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_place);
        if titled.is_empty() {
            titled = std::mem::take(&mut places);
        }
        let anywhere = places
            .iter()
            .map(|place| format!(" AND {}", place.wide()))
            .collect::<Vec<_>>()
            .concat();
        let in_title = |columns: &str, form: fn(&Unit) -> String| {
            let units = every(titled.iter().map(|unit| form(unit)));
            format!("{columns} : ({units}){anywhere}")
        };
        let one_in_title = some(titled.iter().map(|unit| unit.near()));
        Self {
            ranked: [
                in_title("title", Unit::own),
                in_title(TITLE, Unit::near),
                in_title(TITLE, Unit::wide),
                format!("({wide}) AND {TITLE} : ({one_in_title})"),
                own,
                wide.clone(),
            ],
            all: wide,
        }
    }

    /// The places are wanted, not required: what is elsewhere and has the other units in its title comes before what
    /// only mentions them. Needs places and other units.
    pub(super) fn of_place(units: &[Unit]) -> Self {
        let (places, others): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_place);
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
            ],
            all: wide,
        }
    }

    /// What is in the places and has the other units in its title.
    pub(super) fn in_place(units: &[Unit]) -> String {
        let (places, others): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|unit| unit.is_place);
        let there = every(places.iter().map(|place| place.wide()));
        let near = every(others.iter().map(|unit| unit.near()));
        format!("{TITLE} : ({near}) AND {there}")
    }

    /// What comes nearest where nothing has all units: all but one of them, then any.
    pub(super) fn of_some(units: &[Unit]) -> Self {
        let near: Vec<String> = units.iter().map(Unit::near).collect();
        let wide: Vec<String> = units.iter().map(Unit::wide).collect();
        let any = some(wide.iter().cloned());
        let titled = units.iter().filter(|unit| !unit.is_place);
        let mut in_title = some(titled.map(Unit::near));
        if in_title.is_empty() {
            in_title = some(near.iter().cloned());
        }
        let but_one = |each: &[String]| match each.len() {
            0..=2 => some(each.iter().cloned()),
            count => some((0..count).map(|left_out| {
                let others = each.iter().enumerate().filter(|(at, _)| *at != left_out);
                every(others.map(|(_, one)| one.clone()))
            })),
        };
        Self {
            ranked: [
                format!("{TITLE} : ({})", but_one(&near)),
                format!("({}) AND {TITLE} : ({in_title})", but_one(&wide)),
                format!("{TITLE} : ({in_title})"),
                format!("{TITLE} : ({any})"),
                but_one(&wide),
                any.clone(),
            ],
            all: any,
        }
    }

    /// Narrows every expression.
    #[must_use]
    pub fn and(self, condition: &str) -> Self {
        let narrowed = |one: String| format!("({one}) AND {condition}");
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
