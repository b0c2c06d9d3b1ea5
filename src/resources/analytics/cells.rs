//! Which cells of a table of figures may be shown. Groups of fewer than five are hidden, and so many others with them that
//! no sum gives one back: within a column, and from months to quarters to years.
//!
//! A cell is a value of a dimension (an organisation, a theme …) in a period. Everything that the API tells is made of
//! cells that are shown, so that what holds for them holds for every combination of answers.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rusqlite::named_params;

use crate::db::Tx;
use crate::error::Result;

/// Fewer persons than this are not told apart.
pub const SMALLEST_GROUP: i64 = 5;

/// Twelve months, four quarters and the year, in this order.
const NODES: usize = 17;
const YEAR: usize = 16;

/// Measures whose events are of no person: nothing of them is hidden.
const OF_NOBODY: &[&str] = &[
    "published",
    "filled",
    "views",
    "organizations",
    "occurrences",
    "conversations",
    "visits",
    "visit_kinds",
];

/// Waits by how long, everything else as it is.
const DETAIL: &str = "case when measure <> 'waits' or detail = 'never' then detail
    when detail = '0' then '0' when cast(detail as integer) <= 3 then '1_3' when cast(detail as integer) <= 7 then '4_7'
    when cast(detail as integer) <= 14 then '8_14' else 'later' end";

/// A dimension, its values as SQL over `analytics_days`, and the measures that are told by it.
const DIMENSIONS: &[(&str, &str, &[&str])] = &[
    (
        "organization",
        "nullif(organization_id, 0)",
        &[
            "applications",
            "unanswered",
            "accepted",
            "started",
            "hours",
            "published",
            "filled",
            "views",
            "occurrences",
            "registrations",
            "conversations",
        ],
    ),
    (
        "theme",
        "nullif(theme_id, 0)",
        &["applications", "accepted", "started", "published", "views"],
    ),
    ("postal_code", "postal_code_4", &["applications", "people"]),
    (
        "detail",
        DETAIL,
        &[
            "applications",
            "waits",
            "started_ages",
            "people",
            "messages",
            "reports",
            "searches",
            "not_found",
            "visits",
            "visit_kinds",
        ],
    ),
];

/// How many events, and of how many persons at least.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cell {
    pub events: i64,
    /// Minutes, of hours.
    pub amount: i64,
    /// One of 64 bits for each person.
    pub people: i64,
}

impl Cell {
    fn add(&mut self, other: Self) {
        self.events += other.events;
        self.amount += other.amount;
        self.people |= other.people;
    }

    /// Whether it is of somebody, and of fewer than five.
    fn is_small(self) -> bool {
        self.events > 0
            && (self.events < SMALLEST_GROUP
                || i64::from(self.people.count_ones()) < SMALLEST_GROUP)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    No,
    /// Primary suppression: it is of fewer than five.
    Primary,
    /// Secondary suppression: another cell could be computed from it.
    Secondary,
}

impl Hidden {
    const fn number(self) -> i64 {
        match self {
            Self::No => 0,
            Self::Primary => 1,
            Self::Secondary => 2,
        }
    }
}

/// A value with its periods of one year.
type Row = [Cell; NODES];

/// The cells of one measure and year, by value; and which are hidden.
pub struct Grid {
    rows: Vec<Row>,
    hidden: Vec<[Hidden; NODES]>,
    /// The last row is the total of the others.
    has_total: bool,
}

const fn quarter_of(month: usize) -> usize {
    12 + month / 3
}

impl Grid {
    /// The total alone.
    pub fn of_total(months: &[Cell; 12]) -> Self {
        Self::new(vec![with_sums(months)], Vec::new(), false)
    }

    /// A total of which something else has decided what is hidden.
    fn settled(months: &[Cell; 12], hidden: [Hidden; NODES]) -> Self {
        Self {
            rows: vec![with_sums(months)],
            hidden: vec![hidden],
            has_total: false,
        }
    }

    /// Values beside a total whose cells are settled already.
    pub fn beside(total: &Self, values: &[[Cell; 12]]) -> Self {
        let mut rows: Vec<Row> = values.iter().map(with_sums).collect();
        rows.extend(total.rows.iter().copied());
        Self::new(rows, total.hidden.clone(), true)
    }

    fn new(rows: Vec<Row>, settled: Vec<[Hidden; NODES]>, has_total: bool) -> Self {
        let values = rows.len() - settled.len();
        let mut hidden: Vec<[Hidden; NODES]> = rows
            .iter()
            .take(values)
            .map(|row| {
                row.map(|cell| {
                    if cell.is_small() {
                        Hidden::Primary
                    } else {
                        Hidden::No
                    }
                })
            })
            .collect();
        hidden.extend(settled);
        let mut grid = Self {
            rows,
            hidden,
            has_total,
        };
        grid.protect();
        grid
    }

    /// Whether the cell of a value is hidden.
    pub fn hidden(&self, value: usize, node: usize) -> Hidden {
        self.hidden
            .get(value)
            .and_then(|row| row.get(node))
            .copied()
            .unwrap_or(Hidden::Secondary)
    }

    fn cell(&self, (value, node): (usize, usize)) -> Cell {
        self.rows
            .get(value)
            .and_then(|row| row.get(node))
            .copied()
            .unwrap_or_default()
    }

    fn is_hidden(&self, (value, node): (usize, usize)) -> bool {
        self.hidden(value, node) != Hidden::No
    }

    /// Sums that whoever sees the table can make: the first cell is the sum of the others.
    fn sums(&self) -> Vec<Vec<(usize, usize)>> {
        let mut sums = Vec::new();
        for value in 0..self.rows.len() {
            for quarter in 0..4 {
                let months = (0..3).map(|month| (value, quarter * 3 + month));
                sums.push(
                    std::iter::once((value, 12 + quarter))
                        .chain(months)
                        .collect(),
                );
            }
            let quarters = (12..YEAR).map(|quarter| (value, quarter));
            sums.push(std::iter::once((value, YEAR)).chain(quarters).collect());
        }
        if self.has_total {
            let total = self.rows.len() - 1;
            for node in 0..NODES {
                let values = (0..total).map(|value| (value, node));
                sums.push(std::iter::once((total, node)).chain(values).collect());
            }
        }
        sums.into_iter()
            .map(|sum: Vec<(usize, usize)>| {
                sum.into_iter()
                    .filter(|at| self.cell(*at).events > 0)
                    .collect::<Vec<_>>()
            })
            .filter(|sum| sum.len() > 1)
            .collect()
    }

    /// A settled total stays as it is; and what is all of a total that is shown can't be hidden.
    fn may_hide(&self, at: (usize, usize)) -> bool {
        if self.is_hidden(at) {
            return false;
        }
        if !self.has_total {
            return true;
        }
        let total = (self.rows.len() - 1, at.1);
        let is_all = self.cell(at).events == self.cell(total).events;
        at.0 != total.0 && (self.is_hidden(total) || !is_all)
    }

    fn smallest_to_hide<'a>(
        &self,
        among: impl Iterator<Item = &'a (usize, usize)>,
    ) -> Option<(usize, usize)> {
        among
            .copied()
            .filter(|at| self.may_hide(*at))
            .min_by_key(|at| (self.cell(*at).events, *at))
    }

    fn hide(&mut self, (value, node): (usize, usize)) {
        if let Some(cell) = self.hidden.get_mut(value).and_then(|row| row.get_mut(node)) {
            *cell = Hidden::Secondary;
        }
    }

    fn protect(&mut self) {
        let sums = self.sums();
        loop {
            while self.hide_lone(&sums) {}
            let derivable = self.derivable_cells(&sums);
            if derivable.is_empty() {
                return;
            }
            let mut hid = false;
            for at in &derivable {
                let near = sums.iter().filter(|sum| sum.contains(at)).flatten();
                if let Some(other) = self.smallest_to_hide(near) {
                    self.hide(other);
                    hid = true;
                }
            }
            if !hid && !self.hide_around(&derivable) {
                self.withhold();
                return;
            }
        }
    }

    /// Hides what can be in the quarters of these cells, or else anywhere. False where nothing is left to hide.
    fn hide_around(&mut self, derivable: &[(usize, usize)]) -> bool {
        let quarters: BTreeSet<usize> = derivable
            .iter()
            .map(|(_, node)| if *node < 12 { quarter_of(*node) } else { *node })
            .collect();
        let all: Vec<(usize, usize)> = (0..self.rows.len())
            .flat_map(|value| (0..NODES).map(move |node| (value, node)))
            .filter(|at| self.cell(*at).events > 0 && self.may_hide(*at))
            .collect();
        let near: Vec<(usize, usize)> = all
            .iter()
            .copied()
            .filter(|(_, node)| {
                *node == YEAR
                    || quarters.contains(node)
                    || (*node < 12 && quarters.contains(&quarter_of(*node)))
            })
            .collect();
        let chosen = if near.is_empty() { all } else { near };
        for at in &chosen {
            self.hide(*at);
        }
        !chosen.is_empty()
    }

    /// Hides every value in every period, noughts too: nothing can be said of them beside their total.
    fn withhold(&mut self) {
        let values = self.rows.len() - usize::from(self.has_total);
        for hidden in self.hidden.iter_mut().take(values) {
            *hidden = [Hidden::Secondary; NODES];
        }
    }

    /// Hides a second cell where a sum has one, or where those that are hidden in it are fewer than five together.
    fn hide_lone(&mut self, sums: &[Vec<(usize, usize)>]) -> bool {
        let mut hid = false;
        for sum in sums {
            let hidden: Vec<(usize, usize)> = sum
                .iter()
                .copied()
                .filter(|at| self.is_hidden(*at))
                .collect();
            if hidden.is_empty() {
                continue;
            }
            let is_sum_shown = sum.first().is_some_and(|at| !self.is_hidden(*at));
            let mut together = Cell::default();
            for at in &hidden {
                together.add(self.cell(*at));
            }
            if (hidden.len() == 1 || (is_sum_shown && together.is_small()))
                && let Some(other) = self
                    .smallest_to_hide(sum.iter().skip(1))
                    .or_else(|| self.smallest_to_hide(sum.iter()))
            {
                self.hide(other);
                hid = true;
            }
        }
        hid
    }

    /// The small cells that the sums give away: those whose equations have one solution. Gauss-Jordan elimination in the
    /// integers modulo a prime.
    fn derivable_cells(&self, sums: &[Vec<(usize, usize)>]) -> Vec<(usize, usize)> {
        let unknown: BTreeSet<(usize, usize)> = sums
            .iter()
            .flatten()
            .copied()
            .filter(|at| self.is_hidden(*at))
            .collect();
        let columns: HashMap<(usize, usize), usize> =
            unknown.iter().enumerate().map(|(n, at)| (*at, n)).collect();
        let mut rows: Vec<Equation> = Vec::new();
        for sum in sums {
            let mut row = BTreeMap::new();
            for (place, at) in sum.iter().enumerate() {
                if let Some(column) = columns.get(at) {
                    row.insert(*column, if place == 0 { PRIME - 1 } else { 1 });
                }
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
        let solved = eliminate(rows);
        let names: Vec<(usize, usize)> = unknown.into_iter().collect();
        // In an order of their own, so that the same rows hide the same cells each time.
        let derivable: BTreeSet<(usize, usize)> = solved
            .filter(|row| row.len() == 1)
            .filter_map(|row| row.into_keys().next())
            .filter_map(|column| names.get(column).copied())
            .filter(|(value, node)| self.hidden(*value, *node) == Hidden::Primary)
            .collect();
        derivable.into_iter().collect()
    }
}

const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(PRIME)).unwrap_or_default()
}

/// The inverse of a number that is not 0, by Fermat.
fn inverse(number: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (number, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// An equation: the factor of each unknown.
type Equation = BTreeMap<usize, u64>;

/// Equations in reduced echelon form, by their pivot.
#[derive(Default)]
struct Echelon {
    rows: HashMap<usize, Equation>,
    /// The pivots of the rows in which an unknown stands.
    holders: HashMap<usize, HashSet<usize>>,
}

impl Echelon {
    /// Adds an equation, and takes its pivot out of the others.
    fn add(&mut self, mut row: Equation) {
        let pivots: Vec<usize> = row
            .keys()
            .copied()
            .filter(|column| self.rows.contains_key(column))
            .collect();
        for pivot in pivots {
            if let (Some(factor), Some(by)) = (row.get(&pivot).copied(), self.rows.get(&pivot)) {
                subtract(&mut row, by, factor);
            }
        }
        let Some((pivot, value)) = row
            .first_key_value()
            .map(|(column, value)| (*column, *value))
        else {
            return;
        };
        let scale = inverse(value);
        for entry in row.values_mut() {
            *entry = times(*entry, scale);
        }
        for holder in self.holders.remove(&pivot).unwrap_or_default() {
            let Some(other) = self.rows.get_mut(&holder) else {
                continue;
            };
            if let Some(factor) = other.get(&pivot).copied() {
                subtract(other, &row, factor);
                for column in other.keys() {
                    self.holders.entry(*column).or_default().insert(holder);
                }
            }
        }
        for column in row.keys() {
            self.holders.entry(*column).or_default().insert(pivot);
        }
        self.rows.insert(pivot, row);
    }
}

fn subtract(from: &mut Equation, row: &Equation, factor: u64) {
    for (column, value) in row {
        let product = times(*value, factor);
        let entry = from.entry(*column).or_default();
        *entry = (*entry + PRIME - product) % PRIME;
        if *entry == 0 {
            from.remove(column);
        }
    }
}

fn eliminate(rows: Vec<Equation>) -> impl Iterator<Item = Equation> {
    let mut echelon = Echelon::default();
    for row in rows {
        echelon.add(row);
    }
    echelon.rows.into_values()
}

fn with_sums(months: &[Cell; 12]) -> Row {
    let mut row = [Cell::default(); NODES];
    for (month, cell) in months.iter().enumerate() {
        for node in [month, quarter_of(month), YEAR] {
            if let Some(sum) = row.get_mut(node) {
                sum.add(*cell);
            }
        }
    }
    row
}

/// `2026-11`, `2026-q4` or `2026`.
fn period(year: &str, node: usize) -> String {
    match node {
        YEAR => year.to_owned(),
        12.. => format!("{year}-q{}", node - 11),
        _ => format!("{year}-{:02}", node + 1),
    }
}

type Months = [Cell; 12];

/// Details that are told apart, such as words that were searched for.
const MOST_DETAILS: usize = 200;

/// Counts the details beyond the most frequent as one, without a name.
fn keep_largest(values: &mut BTreeMap<String, Months>) {
    if values.len() <= MOST_DETAILS {
        return;
    }
    let mut sizes: Vec<(i64, String)> = values
        .iter()
        .filter(|(value, _)| !value.is_empty())
        .map(|(value, months)| (months.iter().map(|cell| cell.events).sum(), value.clone()))
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    for (_, value) in sizes.into_iter().skip(MOST_DETAILS) {
        if let Some(months) = values.remove(&value) {
            let rest = values.entry(String::new()).or_default();
            for (sum, cell) in rest.iter_mut().zip(months) {
                sum.add(cell);
            }
        }
    }
}

/// Writes the cells of every centre and measure anew: of all years, or of one.
pub fn publish(tx: &Tx, year: &str) -> Result<()> {
    tx.execute(
        "delete from analytics_cells where ?1 = '' or substr(period, 1, 4) = ?1",
        [year],
    )?;
    let groups: Vec<(i64, String, String)> = tx
        .prepare_cached(
            "select distinct volunteer_center_id, measure, substr(day, 1, 4) from analytics_days
              where ?1 = '' or (day >= ?1 and day < ?1 || '~')
              order by measure = 'unanswered'",
        )?
        .query_map([year], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    // Applications without an answer are a part of the waits, too: both show the same of them.
    let mut without_answer: HashMap<(i64, String), [Hidden; NODES]> = HashMap::new();
    for (center_id, measure, year) in groups {
        let group = Group {
            tx,
            center_id,
            measure: &measure,
            year: &year,
        };
        let settled = (measure == "unanswered")
            .then(|| without_answer.get(&(center_id, year.clone())).copied())
            .flatten();
        if let Some(hidden) = group.publish(settled)? {
            without_answer.insert((center_id, year), hidden);
        }
    }
    Ok(())
}

/// One measure of a centre in a year.
struct Group<'a> {
    tx: &'a Tx<'a>,
    center_id: i64,
    measure: &'a str,
    year: &'a str,
}

impl Group<'_> {
    /// Writes its cells; returns what is hidden of those without an answer, where it counts waits. `settled` says what of the
    /// total is hidden, where something else has decided that.
    fn publish(&self, settled: Option<[Hidden; NODES]>) -> Result<Option<[Hidden; NODES]>> {
        let is_of_people = !OF_NOBODY.contains(&self.measure);
        let totals = self.months("''")?;
        let total = totals.values().next().copied().unwrap_or_default();
        let settled = match settled {
            Some(hidden) => Grid::settled(&total, hidden),
            None => Grid::of_total(&total),
        };
        let mut without_answer = None;
        let hide = |hidden: Hidden| if is_of_people { hidden } else { Hidden::No };
        let row = with_sums(&total);
        for (node, cell) in row.iter().enumerate() {
            self.write("total", "", node, *cell, hide(settled.hidden(0, node)))?;
        }
        for (dimension, value, measures) in DIMENSIONS {
            if !measures.contains(&self.measure) {
                continue;
            }
            let mut values = self.months(&format!("coalesce({value}, '')"))?;
            if *dimension == "detail" {
                keep_largest(&mut values);
            }
            let months: Vec<Months> = values.values().copied().collect();
            let grid = Grid::beside(&settled, &months);
            for (n, (value, months)) in values.iter().enumerate() {
                if value == "never" {
                    without_answer = grid.hidden.get(n).copied();
                }
                for (node, cell) in with_sums(months).iter().enumerate() {
                    self.write(dimension, value, node, *cell, hide(grid.hidden(n, node)))?;
                }
            }
        }
        Ok(without_answer)
    }

    /// By value of a dimension, month by month.
    fn months(&self, value: &str) -> Result<BTreeMap<String, Months>> {
        let mut found: BTreeMap<String, Months> = BTreeMap::new();
        let mut statement = self.tx.prepare_cached(&format!(
            "select cast({value} as text), cast(substr(day, 6, 2) as integer) - 1, events, amount, people from analytics_days
              where volunteer_center_id = :center_id and measure = :measure and day >= :year and day < :year || '~'"
        ))?;
        let mut rows = statement.query(named_params! {
            ":center_id": self.center_id, ":measure": self.measure, ":year": self.year,
        })?;
        while let Some(row) = rows.next()? {
            let months = found.entry(row.get(0)?).or_default();
            if let Some(cell) = months.get_mut(usize::from(row.get::<_, u8>(1)?)) {
                cell.add(Cell {
                    events: row.get(2)?,
                    amount: row.get(3)?,
                    people: row.get(4)?,
                });
            }
        }
        Ok(found)
    }

    fn write(
        &self,
        dimension: &str,
        value: &str,
        node: usize,
        cell: Cell,
        hidden: Hidden,
    ) -> Result<()> {
        if cell.events == 0 && hidden == Hidden::No {
            return Ok(());
        }
        self.tx
            .prepare_cached(
                "insert into analytics_cells (volunteer_center_id, measure, dimension, period, value, events, amount, hidden)
                 values (:center_id, :measure, :dimension, :period, :value, :events, :amount, :hidden)",
            )?
            .execute(named_params! {
                ":center_id": self.center_id, ":measure": self.measure, ":dimension": dimension,
                ":period": period(self.year, node), ":value": value, ":events": cell.events, ":amount": cell.amount,
                ":hidden": hidden.number(),
            })?;
        Ok(())
    }
}
