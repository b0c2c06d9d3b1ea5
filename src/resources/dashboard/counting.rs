//! Counts of a dashboard, each by itself: one that cannot be had is named and the rest answers.

use std::cell::RefCell;

use rusqlite::Connection;

use super::todos::{Figure, Todo};
use super::{DashboardFigure, DashboardStep, DashboardTodo};
use crate::app::access::RequestContext;
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::jsonapi::AuthContext as _;
use crate::jsonapi::query::rows::bind;
use crate::resources;

pub struct Counting<'a> {
    pub connection: &'a Connection,
    pub ctx: &'a RequestContext,
    moments: Vec<(String, rusqlite::types::Value)>,
    failed: RefCell<Vec<String>>,
}

impl<'a> Counting<'a> {
    pub fn new(connection: &'a Connection, ctx: &'a RequestContext) -> Self {
        let moment = |name: &str, by: i64| (format!(":{name}"), later(&ctx.now, days(by)).into());
        Self {
            connection,
            ctx,
            moments: vec![
                moment("week_ago", -7),
                moment("two_weeks_ago", -14),
                moment("in_three_weeks", 21),
                moment("three_months_ago", -90),
            ],
            failed: RefCell::default(),
        }
    }

    /// What this gives, or nothing: then its name is among those that failed.
    pub fn unless_failed<T: Default>(&self, name: &str, count: impl FnOnce() -> Result<T>) -> T {
        count().unwrap_or_else(|error| {
            tracing::error!(part = name, %error, "a part of a dashboard failed");
            self.failed.borrow_mut().push(name.to_owned());
            T::default()
        })
    }

    /// The names of what failed, such as `centre.silent`.
    pub fn failed(self) -> Vec<String> {
        self.failed.into_inner()
    }

    /// Adds what failed elsewhere and is not named yet.
    pub fn also_failed(&self, names: Vec<String>) {
        let mut failed = self.failed.borrow_mut();
        for name in names {
            if !failed.contains(&name) {
                failed.push(name);
            }
        }
    }

    /// SQL for the rows on which the actor has the verb.
    pub fn rows_of(&self, table: &'static str, verb: &str) -> Option<String> {
        let known = resources::set().named(table)?;
        if !(known.is_on)(self.ctx.site.features()) {
            return None;
        }
        let visibility = self.ctx.visibility(table)?;
        let (_, rows) = visibility.can.iter().find(|(word, _)| *word == verb)?;
        Some(rows.clone())
    }

    /// What waits of these; `side` names them where one fails.
    pub fn todos<'t>(
        &self,
        side: &str,
        todos: impl IntoIterator<Item = &'t Todo>,
        within: &str,
    ) -> Vec<DashboardTodo> {
        let todos = todos.into_iter().filter_map(|todo| {
            self.unless_failed(&format!("{side}.{}", todo.key), || self.todo(todo, within))
        });
        todos.collect()
    }

    fn todo(&self, todo: &Todo, within: &str) -> Result<Option<DashboardTodo>> {
        let Some(condition) = self.condition(todo.table, todo.verb, (todo.rows, within)) else {
            return Ok(None);
        };
        let sql = format!(
            "select count(*), min({}) from {} t where {condition}",
            todo.since, todo.table
        );
        let (count, since) = self.one(&sql)?;
        Ok((count > 0).then(|| DashboardTodo {
            key: todo.key.to_owned(),
            count,
            since,
        }))
    }

    pub fn figures(&self, side: &str, figures: &[Figure], within: &str) -> Vec<DashboardFigure> {
        let figures = figures.iter().filter_map(|figure| {
            self.unless_failed(&format!("{side}.figures.{}", figure.key), || {
                self.figure(figure, within)
            })
        });
        figures.collect()
    }

    fn figure(&self, figure: &Figure, within: &str) -> Result<Option<DashboardFigure>> {
        let Some(condition) =
            self.condition(figure.table, Some(figure.verb), (figure.rows, within))
        else {
            return Ok(None);
        };
        let counted = |moment: &str| {
            let sql = format!(
                "select count(*), null from {} t where {condition}{moment}",
                figure.table
            );
            Ok::<_, crate::error::Error>(self.one(&sql)?.0)
        };
        let (count, before) = match figure.at {
            None => (counted("")?, None),
            Some(at) => (
                counted(&format!(" and {at} > :week_ago"))?,
                Some(counted(&format!(
                    " and {at} > :two_weeks_ago and {at} <= :week_ago"
                ))?),
            ),
        };
        Ok(Some(DashboardFigure {
            key: figure.key.to_owned(),
            count,
            before,
        }))
    }

    fn condition(
        &self,
        table: &'static str,
        verb: Option<&str>,
        (rows, within): (&str, &str),
    ) -> Option<String> {
        let allowed = match verb {
            None => "1".to_owned(),
            Some(verb) => self.rows_of(table, verb)?,
        };
        Some(format!("({rows}) and ({within}) and ({allowed})"))
    }

    /// The rows of a statement, bound as the counts are.
    pub fn rows<T>(
        &self,
        sql: &str,
        read: impl Fn(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, self.ctx, &self.moments)?;
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row)?);
        }
        Ok(found)
    }

    /// The yes or no of each of these conditions.
    pub fn facts(&self, conditions: &[(&str, &str)]) -> Result<Vec<DashboardStep>> {
        let sql: Vec<String> = conditions
            .iter()
            .map(|(_, condition)| format!("({condition})"))
            .collect();
        let found = self.rows(&format!("select {}", sql.join(", ")), |row| {
            conditions
                .iter()
                .enumerate()
                .map(|(at, (key, _))| {
                    Ok(DashboardStep {
                        key: (*key).to_owned(),
                        is_done: row.get(at)?,
                    })
                })
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    fn one(&self, sql: &str) -> Result<(i64, Option<String>)> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, self.ctx, &self.moments)?;
        let mut rows = statement.raw_query();
        let Some(row) = rows.next()? else {
            return Ok((0, None));
        };
        Ok((row.get(0)?, row.get(1)?))
    }
}
