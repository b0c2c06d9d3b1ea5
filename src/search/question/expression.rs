//! Expressions of a question: what means it, from what fits best to what fits at all, and what is only related.

use std::fmt::Write;

/// Ranked expressions of a question.
pub const EXPRESSIONS: usize = 9;
/// How many of them ask titles and summaries for the words themselves.
const IN_HEADS: usize = 5;
/// What no text has: terms are never a bare `_`.
pub const NOTHING: &str = "\"_\"";

/// The columns of an index, as an expression names them. A word says what a text is about by where it stands.
#[derive(Debug)]
pub struct Columns {
    /// Title as it is written.
    pub title: &'static str,
    /// Also the parts of its words.
    pub titles: &'static str,
    /// Title and summary: synonyms count here.
    pub heads: &'static str,
    /// Title, summary and text: a word, what begins with it and what it comes from count here.
    pub texts: &'static str,
    /// Also the name of the organisation: only a word itself counts there.
    pub named: &'static str,
    /// The name of the organisation alone.
    pub organization: Option<&'static str>,
    /// Names of fields of work: these count with something of the field in title or summary.
    pub fields: Option<&'static str>,
}

/// Columns of an index of texts that nobody in particular wrote.
pub const TEXTS: Columns = Columns {
    title: "title",
    titles: "{title title_more}",
    heads: "{title title_more keywords}",
    texts: "{title title_more keywords body}",
    named: "{title title_more keywords body}",
    organization: None,
    fields: None,
};

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
    /// Kinds of it: of an animal a dog.
    pub narrower: Vec<String>,
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
    /// Whether it is no common word: then an organisation that is called so is meant.
    pub is_name: bool,
    /// Whether it is in no title or summary, and an organisation is called so.
    pub is_called: bool,
    /// Whether it may name a field of work, as a verb does not.
    pub is_field: bool,
}

impl Unit {
    /// Takes over the terms of another: what has either is found.
    pub fn or(&mut self, other: Self) {
        self.own.extend(other.own);
        self.near.extend(other.near);
        self.wide.extend(other.wide);
        self.narrower.extend(other.narrower);
        self.related.extend(other.related);
        self.parts.extend(other.parts);
        self.loose.extend(other.loose);
        self.loose_wide.extend(other.loose_wide);
    }

    pub fn own(&self) -> String {
        any(&[&self.own])
    }

    pub fn near(&self) -> String {
        any(&[&self.own, &self.near])
    }

    /// The word, its synonyms, and its parts together.
    pub fn meant(&self) -> String {
        any(&[&self.own, &self.near, &self.wide, &self.parts])
    }

    /// All that means it.
    fn kinds(&self) -> String {
        any(&[
            &self.own,
            &self.near,
            &self.wide,
            &self.parts,
            &self.narrower,
        ])
    }

    /// All but the parts of a compound.
    pub fn whole(&self) -> String {
        any(&[&self.own, &self.near, &self.wide, &self.narrower])
    }

    /// All but a part of a compound alone.
    pub fn wide(&self) -> String {
        any(&[
            &self.own,
            &self.near,
            &self.wide,
            &self.parts,
            &self.narrower,
            &self.related,
        ])
    }

    fn widest(&self) -> String {
        any(&[
            &self.own,
            &self.near,
            &self.wide,
            &self.parts,
            &self.narrower,
            &self.related,
            &self.loose,
            &self.loose_wide,
        ])
    }

    /// Takes it for one word with its neighbour, where there is such a word.
    pub fn join(&mut self) {
        if !self.joined.is_empty() {
            let apart = std::mem::replace(&mut self.own, std::mem::take(&mut self.joined));
            self.near.splice(0..0, apart);
        }
    }

    /// What means it, where it says so.
    pub fn matched(&self, columns: &Columns) -> String {
        let mut ways = Vec::new();
        if !self.own.is_empty() {
            let own = if self.is_name {
                columns.named
            } else {
                columns.texts
            };
            ways.push(format!("{own} : {}", self.own()));
        }
        if !self.near.is_empty() {
            ways.push(format!("{} : {}", columns.texts, any(&[&self.near])));
        }
        let wide = [&self.wide, &self.narrower];
        if wide.iter().any(|terms| !terms.is_empty()) {
            ways.push(format!("{} : {}", columns.heads, any(&wide)));
        }
        // Two words of a summary are seldom one.
        if !self.parts.is_empty() {
            ways.push(format!("{} : {}", columns.titles, any(&[&self.parts])));
        }
        if let Some(fields) = columns.fields
            && self.is_field
            && !self.own.is_empty()
            && !self.related.is_empty()
        {
            ways.push(format!(
                "({fields} : {} AND {} : {})",
                self.own(),
                columns.heads,
                any(&[&self.related])
            ));
        }
        if ways.is_empty() {
            return NOTHING.to_owned();
        }
        format!("({})", ways.join(" OR "))
    }
}

/// Units that a title need not have, and the others; if there are no others, none is left out.
fn apart(units: &[Unit]) -> (Vec<&Unit>, Vec<&Unit>) {
    let (places, titled): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(|unit| unit.is_aside);
    if titled.is_empty() {
        (Vec::new(), places)
    } else {
        (places, titled)
    }
}

impl Expressions {
    /// What nothing fits.
    pub fn nothing() -> Self {
        Self {
            all: NOTHING.to_owned(),
            ranked: std::array::from_fn(|_| NOTHING.to_owned()),
        }
    }

    /// From what fits best to what fits at all; `all` has them.
    fn of(all: String, ranked: impl IntoIterator<Item = String>) -> Self {
        let mut expressions = Self {
            all,
            ..Self::nothing()
        };
        for (place, one) in expressions.ranked.iter_mut().zip(ranked) {
            *place = one;
        }
        expressions.distinct()
    }

    /// What means all units.
    pub(super) fn of_all(units: &[Unit], columns: &Columns) -> Self {
        let (places, titled) = apart(units);
        let mut there = String::new();
        for place in &places {
            let _ = write!(there, " AND {}", place.matched(columns));
        }
        let every_in = |columns: &str, form: fn(&Unit) -> String| {
            let units = every(titled.iter().map(|unit| form(unit)));
            format!("{columns} : ({units}){there}")
        };
        let mut all = every(units.iter().map(|unit| unit.matched(columns)));
        if let [_, _, ..] = units
            && let Some(organization) = columns.organization
        {
            let named = every(units.iter().map(Unit::own));
            all = format!("(({all}) OR {organization} : ({named}))");
        }
        let Columns {
            title,
            titles,
            heads,
            texts,
            ..
        } = columns;
        let mut ranked = vec![
            every_in(title, Unit::own),
            every_in(titles, Unit::near),
            every_in(titles, Unit::meant),
        ];
        if let [unit] = units {
            // Who types a name wants what is there, before what only means the same as the name.
            if unit.is_called
                && let Some(organization) = columns.organization
            {
                ranked.insert(1, format!("{organization} : {}", unit.own()));
            }
            ranked.extend([
                every_in(titles, Unit::kinds),
                every_in(heads, Unit::near),
                every_in(heads, Unit::whole),
                every_in(texts, Unit::near),
            ]);
        } else {
            let one = |form: fn(&Unit) -> String| some(titled.iter().map(|unit| form(unit)));
            ranked.extend([
                every_in(titles, Unit::kinds),
                format!("({all}) AND {titles} : ({})", one(Unit::near)),
                every_in(heads, Unit::whole),
                format!("({all}) AND {titles} : ({})", one(Unit::kinds)),
                every_in(texts, Unit::near),
            ]);
        }
        Self::of(all, ranked)
    }

    /// What has one of several units in the title, and the others as what is related: several words narrow each other.
    pub(super) fn of_narrowed(units: &[Unit], columns: &Columns) -> Self {
        let (_, titled) = apart(units);
        let wide = every(units.iter().map(Unit::wide));
        let in_title = |form: fn(&Unit) -> String| {
            let one = some(titled.iter().map(|unit| form(unit)));
            format!("({wide}) AND {} : ({one})", columns.titles)
        };
        Self::of(in_title(Unit::near), [in_title(Unit::own)])
    }

    /// What means all of three units or more but one, with one of them in the title.
    pub(super) fn of_most(units: &[Unit], columns: &Columns) -> Self {
        let (_, titled) = apart(units);
        let titles = columns.titles;
        let one = some(titled.iter().map(|unit| unit.near()));
        let near: Vec<String> = titled.iter().map(|unit| unit.meant()).collect();
        let matched: Vec<String> = units.iter().map(|unit| unit.matched(columns)).collect();
        let in_title = format!("{titles} : ({})", but_one(&near));
        // Its own words count more than others for them, whichever of them a title has.
        let own: Vec<String> = titled.iter().map(|unit| unit.near()).collect();
        let kinds: Vec<String> = titled.iter().map(|unit| unit.kinds()).collect();
        let own_in_title = format!("{titles} : ({})", but_one(&own));
        let kinds_in_title = format!("{titles} : ({}) AND {titles} : ({one})", but_one(&kinds));
        let all = format!("(({}) AND {titles} : ({one}))", but_one(&matched));
        let all = match near.len() {
            0..=2 => all,
            _ => format!("({in_title}) OR {all}"),
        };
        let ranked = match near.len() {
            0..=2 => vec![all.clone()],
            _ => vec![own_in_title, kinds_in_title, in_title, all.clone()],
        };
        Self::of(all, ranked)
    }

    /// What comes near without meaning it: a part of a compound, something related, some of the words.
    pub(super) fn related(&self, units: &[Unit], columns: &Columns) -> Self {
        let (_, titled) = apart(units);
        let Columns {
            title,
            titles,
            heads,
            ..
        } = columns;
        let of_some = |form: &dyn Fn(&Unit) -> String| some(titled.iter().map(|unit| form(unit)));
        let widest = of_some(&Unit::widest);
        let ranked = if let [unit] = units {
            let in_columns = |columns: &str, terms: &[&Vec<String>]| {
                if terms.iter().all(|terms| terms.is_empty()) {
                    NOTHING.to_owned()
                } else {
                    format!("{columns} : {}", any(terms))
                }
            };
            vec![
                in_columns(titles, &[&unit.related]),
                in_columns(title, &[&unit.loose]),
                in_columns(titles, &[&unit.loose]),
                in_columns(titles, &[&unit.loose_wide]),
                in_columns(heads, &[&unit.loose, &unit.related]),
                unit.near(),
                unit.wide(),
            ]
        } else {
            let most: Vec<String> = titled.iter().map(|unit| unit.meant()).collect();
            vec![
                match most.len() {
                    0..=2 => NOTHING.to_owned(),
                    _ => format!("{titles} : ({})", but_one(&most)),
                },
                format!("{title} : ({})", of_some(&Unit::own)),
                format!("{titles} : ({})", of_some(&Unit::meant)),
                every(units.iter().map(Unit::wide)),
                format!("{titles} : ({widest})"),
                widest.clone(),
            ]
        };
        let left: Vec<String> = ranked
            .into_iter()
            .map(|one| match one.as_str() {
                NOTHING => one,
                _ if self.all == NOTHING => one,
                _ => format!("({one}) NOT ({})", self.all),
            })
            .collect();
        let all = left.iter().filter(|one| *one != NOTHING).cloned();
        let all = some(all);
        Self::of(
            if all.is_empty() {
                NOTHING.to_owned()
            } else {
                all
            },
            left,
        )
    }

    /// Without expressions that repeat one before them.
    fn distinct(mut self) -> Self {
        for at in 1..EXPRESSIONS {
            let (before, rest) = self.ranked.split_at_mut(at);
            if let Some(one) = rest.first_mut().filter(|one| before.contains(one)) {
                NOTHING.clone_into(one);
            }
        }
        self
    }

    /// Also what fits another expression, after what titles and summaries say.
    #[must_use]
    pub fn or(mut self, other: String) -> Self {
        self.all = match self.all.as_str() {
            NOTHING => other.clone(),
            all => format!("({all}) OR ({other})"),
        };
        if let Some(after) = self.ranked.get_mut(IN_HEADS..) {
            after.rotate_right(1);
            if let Some(first) = after.first_mut() {
                *first = other;
            }
        }
        self
    }

    /// The first of them, up to those that have enough.
    pub fn until_enough<E>(
        mut self,
        mut is_enough: impl FnMut(&str) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let mut taken: Vec<String> = Vec::new();
        let mut ranked = self.ranked.iter_mut();
        for one in ranked.by_ref().filter(|one| *one != NOTHING) {
            taken.push(one.clone());
            let all = some(taken.iter().cloned());
            if is_enough(&all)? {
                self.all = all;
                for left in ranked {
                    NOTHING.clone_into(left);
                }
                break;
            }
        }
        Ok(self)
    }

    /// Narrows what fits at all; the ranked expressions stay as they are.
    #[must_use]
    pub fn all_and(self, condition: &str) -> Self {
        let Self { all, ranked } = self;
        let narrowed = Self {
            all,
            ..Self::nothing()
        };
        Self {
            all: narrowed.and(condition).all,
            ranked,
        }
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
    if joined.len() == 1 {
        joined.push_str(NOTHING);
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

/// All but one of these; all but one of many are many alternatives.
fn but_one(each: &[String]) -> String {
    match each.len() {
        0..=2 => some(each.iter().cloned()),
        count => some((0..count).map(|left_out| {
            let others = each.iter().enumerate().filter(|(at, _)| *at != left_out);
            every(others.map(|(_, one)| one.clone()))
        })),
    }
}
