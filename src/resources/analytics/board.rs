//! Reading figures: numbers of one centre, of all it has or of one organisation or theme.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rusqlite::{Connection, named_params};

use super::cells::SMALLEST_GROUP;
use super::period::Period;
use super::shown::{Shown, quantile};
use super::words::Words;
use crate::error::Result;

/// Of what the figures are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Center,
    Organization(i64),
    Theme(i64),
}

impl Scope {
    fn dimension(self) -> (&'static str, String) {
        match self {
            Self::Center => ("total", String::new()),
            Self::Organization(id) => ("organization", id.to_string()),
            Self::Theme(id) => ("theme", id.to_string()),
        }
    }
}

/// What is asked for, and where it is read.
pub struct Board<'a> {
    pub connection: &'a Connection,
    pub center_id: i64,
    pub scope: Scope,
    pub period: Period,
    /// The same period a year before, where that is compared.
    pub before: Option<Period>,
    pub today: Date,
    pub words: Words,
}

/// What is counted in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Events,
    /// Of minutes.
    Hours,
}

impl Board<'_> {
    const fn unit(measure: &str) -> Unit {
        // `hours` alone has an amount.
        if measure.len() == 5 && matches!(measure.as_bytes(), b"hours") {
            Unit::Hours
        } else {
            Unit::Events
        }
    }

    /// A measure of the scope in a period.
    pub fn number(&self, measure: &str, period: Period) -> Result<Shown> {
        let (dimension, value) = self.scope.dimension();
        self.cell(measure, (dimension, &value), &period.key())
    }

    fn cell(&self, measure: &str, (dimension, value): (&str, &str), key: &str) -> Result<Shown> {
        let mut statement = self.connection.prepare_cached(
            "select events, amount, hidden from analytics_cells
              where volunteer_center_id = :center_id and measure = :measure and dimension = :dimension
                and period = :period and value = :value",
        )?;
        let mut rows = statement.query(named_params! {
            ":center_id": self.center_id, ":measure": measure, ":dimension": dimension, ":period": key, ":value": value,
        })?;
        match rows.next()? {
            None => Ok(Shown::Known(0)),
            Some(row) => Self::shown(measure, row.get(0)?, row.get(1)?, row.get(2)?),
        }
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "reads beside columns that may fail"
    )]
    fn shown(measure: &str, events: i64, amount: i64, hidden: i64) -> Result<Shown> {
        let number = match Self::unit(measure) {
            Unit::Events => events,
            Unit::Hours => (amount + 30) / 60,
        };
        Ok(match hidden {
            0 => Shown::Known(number),
            1 => Shown::Primary,
            _ => Shown::Secondary,
        })
    }

    /// The months of a year, January first; none of those to come.
    pub fn months(&self, measure: &str, year: i16) -> Result<Vec<Shown>> {
        (1..=12)
            .map(|month| Period::month(year, month))
            .take_while(|month| month.first_day() <= self.today)
            .map(|month| self.number(measure, month))
            .collect()
    }

    /// The values of a dimension in a period, the largest first.
    pub fn values(
        &self,
        measure: &str,
        dimension: &str,
        period: Period,
    ) -> Result<Vec<(String, Shown)>> {
        let mut statement = self.connection.prepare_cached(
            "select value, events, amount, hidden from analytics_cells
              where volunteer_center_id = :center_id and measure = :measure and dimension = :dimension and period = :period
              order by hidden > 0, iif(amount > 0, amount, events) desc, value",
        )?;
        let mut rows = statement.query(named_params! {
            ":center_id": self.center_id, ":measure": measure, ":dimension": dimension, ":period": period.key(),
        })?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let shown = Self::shown(measure, row.get(1)?, row.get(2)?, row.get(3)?)?;
            found.push((row.get(0)?, shown));
        }
        Ok(found)
    }

    /// The months of the period that are over, 1 to 12.
    pub fn complete_months(&self) -> Vec<i8> {
        let (first, last) = self.period.months();
        (first..=last)
            .filter(|month| Period::month(self.period.year, *month).last_day() < self.today)
            .collect()
    }

    /// The measure in the complete months of the period, and in the same of the year before: what can be compared.
    pub fn compared(&self, measure: &str) -> Result<Option<(Shown, Shown)>> {
        let Some(before) = self.before else {
            return Ok(None);
        };
        if !self.period.is_running(self.today) {
            return Ok(Some((
                self.number(measure, self.period)?,
                self.number(measure, before)?,
            )));
        }
        let months = self.complete_months();
        if months.is_empty() {
            return Ok(None);
        }
        let sum = |year: i16| -> Result<Shown> {
            let numbers: Vec<Shown> = months
                .iter()
                .map(|month| self.number(measure, Period::month(year, *month)))
                .collect::<Result<_>>()?;
            Ok(Shown::sum(numbers))
        };
        Ok(Some((sum(self.period.year)?, sum(before.year)?)))
    }

    /// The days until the first answer under which a share of the answers lies, of those who applied in the period. None of
    /// fewer than five answers.
    pub fn wait(&self, period: Period, share: f64) -> Result<Option<f64>> {
        let of_all = self.waits_by_organization(period, self.scope)?;
        let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
        for waits in of_all.values() {
            for (days, count) in waits {
                *counts.entry(*days).or_default() += count;
            }
        }
        let answered = Shown::sum([self.number("applications", period)?]);
        if answered
            .number()
            .is_none_or(|number| number < SMALLEST_GROUP)
        {
            return Ok(None);
        }
        Ok(quantile(&counts.into_iter().collect::<Vec<_>>(), share))
    }

    /// How many answers took how many days, by organisation.
    pub fn waits_by_organization(
        &self,
        period: Period,
        scope: Scope,
    ) -> Result<BTreeMap<i64, Vec<(i64, i64)>>> {
        let (condition, id) = match scope {
            Scope::Center => ("1 or :id", 0),
            Scope::Organization(id) => ("organization_id = :id", id),
            Scope::Theme(id) => ("theme_id = :id", id),
        };
        let mut statement = self.connection.prepare_cached(&format!(
            "select organization_id, cast(detail as integer), sum(events) from analytics_days
              where volunteer_center_id = :center_id and measure = 'waits' and day between :from and :to
                and detail <> 'never' and ({condition})
              group by 1, 2"
        ))?;
        let mut rows = statement.query(named_params! {
            ":center_id": self.center_id, ":from": period.first_day().to_string(), ":to": period.last_day().to_string(), ":id": id,
        })?;
        let mut found: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            found
                .entry(row.get(0)?)
                .or_default()
                .push((row.get(1)?, row.get(2)?));
        }
        Ok(found)
    }

    /// Names of organisations or themes by their id as text.
    pub fn names(&self, dimension: &str) -> Result<BTreeMap<String, String>> {
        let name = self
            .words
            .of("name_nl", "coalesce(nullif(name_en, ''), name_nl)");
        let sql = match dimension {
            "organization" => "select cast(id as text), name from organizations where volunteer_center_id = :center_id".to_owned(),
            _ => format!("select cast(id as text), {name} from taxonomies where kind = 'activity_types' and (volunteer_center_id is null or volunteer_center_id = :center_id)"),
        };
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map(named_params! {":center_id": self.center_id}, |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// A count that is of no period, such as vacancies that are online now.
    pub fn now(&self, sql: &str) -> Result<i64> {
        Ok(self
            .connection
            .prepare_cached(sql)?
            .query_row(named_params! {":center_id": self.center_id}, |row| {
                row.get(0)
            })?)
    }
}
