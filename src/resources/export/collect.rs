//! Collects the rows of an export page by page, with the visibility of the list itself.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::column_names::named;
use super::{ExportForm, ExportResource, file, require_leave};
use crate::app::access::RequestContext;
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::jsonapi::query::Query;
use crate::jsonapi::query::rows;
use crate::jsonapi::query::rows::{CountSource, Question};
use crate::jsonapi::{AuthContext as _, Table};
use crate::resources::export::generate::Making;

/// Collected rows by id: a row that moves to another page during the run occurs once.
pub struct Gathered {
    resource: ExportResource,
    found: BTreeMap<i64, Value>,
    pub total: usize,
    page: usize,
    is_whole: bool,
}

impl Gathered {
    pub fn of(resource: ExportResource) -> Self {
        Self {
            resource,
            found: BTreeMap::new(),
            total: 0,
            page: 0,
            is_whole: false,
        }
    }

    /// Reads pages until the list or `most` is exhausted.
    pub async fn read(
        &mut self,
        access: &Making,
        filter: &Map<String, Value>,
        most: usize,
    ) -> Result<()> {
        while !self.is_whole && self.found.len() < most {
            self.read_page(access, filter).await?;
        }
        Ok(())
    }

    /// Reads one page in a turn of its own, so that other requests wait for one page at most.
    async fn read_page(&mut self, access: &Making, filter: &Map<String, Value>) -> Result<()> {
        self.page += 1;
        let (rows, filter, resource, page) =
            (access.rows(), filter.clone(), self.resource, self.page);
        let document = access
            .read_slow(move |connection| {
                require_leave(connection, rows.ctx(), resource)?;
                page_of(connection, rows.ctx(), (resource, &filter), page)
            })
            .await?;
        let total = document.pointer("/meta/total").and_then(Value::as_u64);
        self.total = usize::try_from(total.unwrap_or_default()).unwrap_or(usize::MAX);
        let (table, declared) = resource.declared()?;
        let list = file::flat(&document, declared.columns);
        let size = size(table);
        self.is_whole = list.len() < size || self.page.saturating_mul(size) >= self.total;
        self.found.extend(list.into_iter().filter_map(|one| {
            let id = one.get("id")?.as_str()?.parse().ok()?;
            Some((id, one))
        }));
        Ok(())
    }

    pub fn count(&self) -> i64 {
        i64::try_from(self.found.len()).unwrap_or(i64::MAX)
    }

    /// Writes the file, for a reader of this language.
    pub async fn write(self, form: &ExportForm, locale: Locale) -> Result<Vec<u8>> {
        let format = form.format;
        tokio::task::spawn_blocking(move || {
            let mut list: Vec<Value> = self.found.into_values().collect();
            let (_, declared) = self.resource.declared()?;
            (declared.order)(&mut list);
            let heads = declared.columns.iter().map(|column| named(column, locale));
            let heads: Vec<&str> = heads.collect();
            file::write(&list, declared.columns, &heads, format)
        })
        .await
        .map_err(crate::error::Error::internal)?
    }
}

fn size(table: &Table) -> usize {
    usize::try_from(table.largest_page).unwrap_or(usize::MAX)
}

/// Returns the rows of a page that the list shows to this requester and that may be exported.
fn page_of(
    connection: &Connection,
    ctx: &RequestContext,
    (resource, filter): (ExportResource, &Map<String, Value>),
    page: usize,
) -> Result<Value> {
    let (table, declared) = resource.declared()?;
    let path = format!("/api/v1/{}", table.type_name);
    let visibility = ctx.visibility(table.type_name).ok_or(Code::Forbidden)?;
    let open = visibility.can.iter().find(|(verb, _)| *verb == "export");
    let (_, rows) = open.ok_or(Code::Forbidden)?;
    let mut query = Query::parse(declared.query)
        .with("page[size]", &size(table).to_string())
        .with("page[number]", &page.to_string());
    for (name, value) in filter {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        query = query.with(&format!("filter[{name}]"), &text);
    }
    let mut plan = query.plan(table)?;
    plan.resolve(connection, ctx)?;
    let asked = (path.as_str(), &query, &plan);
    let page = rows::list(connection, table, (&visibility, rows), ctx, asked, &Counted)?;
    Ok(serde_json::from_slice(&page.body)?)
}

/// Total that is counted on every request, without caching.
struct Counted;

impl CountSource for Counted {
    fn total(&self, _: Question, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        count()
    }
}
