//! `Rows<Resource>`: the rows of an `Access` inside a transaction or a query.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value, json};

use crate::app::access::Action;
use crate::app::access::audit_log;
use crate::app::access::request_context::RequestContext;
use crate::app::access::server_set_fields;
use crate::app::tenancy::home_center::HomeCenter;
use crate::db::Tx;
use crate::db::read_log::CachedRead;
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::query::rows::{self, ChoiceCounts, Question};
use crate::jsonapi::write::store;
use crate::jsonapi::{AuthContext, Id, Query, Resource, Table, Visibility, table};
use crate::policy::Verb;

/// The rows of an `Access` inside a transaction or a read.
pub struct Rows<R> {
    any: AnyRows,
    of: PhantomData<fn() -> R>,
}

/// Rows of a type that is known by its table: what needs no attributes is compiled once for all resources.
#[derive(Clone)]
pub struct AnyRows {
    pub(in crate::app) ctx: Arc<RequestContext>,
    pub(in crate::app) visibility: Arc<Visibility>,
    table: &'static Table,
    may_write: bool,
}

impl<R: Resource> Deref for Rows<R> {
    type Target = AnyRows;

    fn deref(&self) -> &AnyRows {
        &self.any
    }
}

impl AnyRows {
    /// The rows under a visibility, for use in a read.
    pub(in crate::app) fn to_read(
        ctx: &Arc<RequestContext>,
        visibility: &Arc<Visibility>,
        table: &'static Table,
    ) -> Self {
        Self {
            ctx: Arc::clone(ctx),
            visibility: Arc::clone(visibility),
            table,
            may_write: false,
        }
    }

    /// The rows of the actor as authorized in the writer's transaction.
    pub(in crate::app) fn in_transaction(
        ctx: &Arc<RequestContext>,
        table: &'static Table,
        verb: Verb,
    ) -> Result<Self> {
        Ok(Self {
            ctx: Arc::clone(ctx),
            visibility: ctx.require_visibility(table.type_name, verb)?,
            table,
            may_write: true,
        })
    }

    pub(in crate::app) fn typed<R: Resource>(self) -> Rows<R> {
        Rows {
            any: self,
            of: PhantomData,
        }
    }

    fn beside(&self, table: &'static Table, verb: Verb) -> Result<Self> {
        Ok(Self {
            may_write: self.may_write,
            ..Self::in_transaction(&self.ctx, table, verb)?
        })
    }

    /// Fails outside the writer's transaction: roles loaded elsewhere do not authorize a change.
    fn require_transaction(&self) -> Result<()> {
        if self.may_write {
            return Ok(());
        }
        Err(Error::internal(
            "these rights were not read in the transaction",
        ))
    }

    pub fn auth(&self) -> &dyn AuthContext {
        &*self.ctx
    }

    /// The actor's visibility for Read if there is one.
    fn read_visibility(&self) -> Arc<Visibility> {
        let read = self.ctx.visibility(self.table.type_name);
        read.unwrap_or_else(|| Arc::clone(&self.visibility))
    }

    pub fn require_row(&self, connection: &Connection, id: i64) -> Result<()> {
        let is_within =
            |condition: &str| store::is_within(connection, self.auth(), self.table, id, condition);
        if is_within(&self.visibility.rows)? {
            return Ok(());
        }
        let is_readable = match self.ctx.visibility(self.table.type_name) {
            Some(visibility) => is_within(&visibility.rows)?,
            None => false,
        };
        Err(if is_readable {
            Code::Forbidden.into()
        } else if let Some(moved) = self.moved(connection, id)? {
            moved
        } else if is_within(self.table.gone)? {
            Code::Gone.into()
        } else {
            Code::NotFound.into()
        })
    }

    /// 410 with the row that stands in the place of this one, and the site that shows it.
    pub(super) fn moved(&self, connection: &Connection, id: i64) -> Result<Option<Error>> {
        let Some(sql) = self.table.moved_to else {
            return Ok(None);
        };
        let found: Option<(i64, i64)> = connection
            .prepare_cached(sql)?
            .query_row(
                named_params! {":id": id, ":center_id": self.ctx.site.center_id},
                |row| row.try_into(),
            )
            .optional()?;
        let Some((new_id, center_id)) = found else {
            return Ok(None);
        };
        let site = &self.ctx.site;
        let origin = if center_id == site.center_id {
            site.origin()
        } else {
            match HomeCenter::of(connection, site, center_id)?.origin(site) {
                Some(origin) => origin,
                None => return Ok(None),
            }
        };
        if new_id == id && center_id == site.center_id {
            return Ok(None);
        }
        let type_name = self.table.type_name;
        let moved = json!({ "type": type_name, "id": new_id.to_string(), "origin": origin });
        Ok(Some(Error::from(Code::Gone).with("moved_to", moved)))
    }

    pub(super) fn document_of(
        &self,
        connection: &Connection,
        id: i64,
        query: &Query,
    ) -> Result<rows::One> {
        self.require_row(connection, id)?;
        let visibility = self.read_visibility();
        self.one(connection, (&visibility, &visibility.rows), id, query)
    }

    pub(in crate::app) fn shown_of(
        &self,
        connection: &Connection,
        id: i64,
        fields: &Query,
    ) -> Result<rows::One> {
        self.one(connection, (&*self.read_visibility(), "1"), id, fields)
    }

    fn one(
        &self,
        connection: &Connection,
        visible: (&Visibility, &str),
        id: i64,
        query: &Query,
    ) -> Result<rows::One> {
        rows::one(connection, self.table, visible, self.auth(), id, query)?
            .ok_or_else(|| Code::NotFound.into())
    }

    /// Number of these rows that meet a further condition, SQL over `t`.
    pub fn count(&self, connection: &Connection, condition: &str) -> Result<i64> {
        let sql = format!(
            "select count(*) from {} t where ({}) and ({condition})",
            self.table.type_name, self.visibility.rows
        );
        let mut statement = connection.prepare_cached(&sql)?;
        rows::bind(&mut statement, self.auth(), &[])?;
        let mut found = statement.raw_query();
        let count = found.next()?.map(|row| row.get(0)).transpose()?;
        Ok(count.unwrap_or_default())
    }

    /// A row that was just written; see `Rows::shown`.
    pub fn shown_row(&self, connection: &Connection, id: i64) -> Result<rows::One> {
        self.shown_of(connection, id, &self.ctx.fields)
    }

    pub fn shown_text_of(&self, connection: &Connection, id: i64) -> Result<String> {
        let shown = self.shown_row(connection, id)?;
        String::from_utf8(shown.body).map_err(Error::internal)
    }

    pub fn create_row(&self, tx: &Tx, attributes: Map<String, Value>) -> Result<i64> {
        self.require_transaction()?;
        let notes = tx.notes();
        server_set_fields::validate_new(self.table, &attributes)?;
        let create = self.table.storage.create;
        let id = create(tx, self.auth(), Some(&self.visibility), attributes)?;
        audit_log::step(tx, &self.ctx, "create", (self.table, id), notes)?;
        Ok(id)
    }

    pub fn update_row(&self, tx: &Tx, id: i64, mut attributes: Map<String, Value>) -> Result<()> {
        self.require_transaction()?;
        self.require_row(tx, id)?;
        let to_many = store::take_to_many(&mut attributes);
        server_set_fields::check_to_many(tx, self, id, to_many)?;
        server_set_fields::check(tx, self, (self.table, id), &attributes)?;
        let update = self.table.storage.update;
        let changed = update(tx, self.auth(), &self.visibility, id, attributes)?;
        audit_log::update(tx, &self.ctx, (self.table, id), &changed)
    }

    pub fn remove_row(&self, tx: &Tx, id: i64) -> Result<()> {
        self.require_transaction()?;
        self.require_row(tx, id)?;
        let notes = tx.notes();
        (self.table.storage.remove)(tx, id, self.ctx.user_id())?;
        audit_log::step(tx, &self.ctx, "delete", (self.table, id), notes)
    }

    /// What a cached list or document of these rows depends on.
    pub(in crate::app) fn cached_read(&self, keep: &CachePolicy) -> CachedRead {
        let tables = keep.table_versions.iter();
        CachedRead {
            name: self.table.type_name.to_owned(),
            is_signed_in: self.ctx.principal.is_some(),
            depends: tables.flat_map(|(tables, _)| tables.clone()).collect(),
        }
    }

    /// Counts of the choices among some of these rows, kept while nothing that they are `made_from` changes.
    pub fn kept_choices(
        &self,
        connection: &Connection,
        made_from: &CachePolicy,
        question: Question,
        count: impl FnOnce() -> Result<ChoiceCounts>,
    ) -> Result<Arc<ChoiceCounts>> {
        let keep = self.until_next_change(connection, made_from.clone())?;
        let totals = &self.ctx.site.tenant.totals;
        totals.choices(question, &keep, self.ctx.second(), count)
    }

    /// Time until the response becomes stale by the clock alone.
    pub(in crate::app) fn until_next_change(
        &self,
        connection: &Connection,
        mut keep: CachePolicy,
    ) -> Result<CachePolicy> {
        if let Some(sql) = self.table.next_change {
            let moment = || {
                let next: Option<String> = connection
                    .prepare_cached(sql)?
                    .query_row(named_params! {":now": self.ctx.now}, |row| row.get(0))
                    .optional()?
                    .flatten();
                let next = next.and_then(|at| at.parse::<jiff::Timestamp>().ok());
                Ok(next.map(jiff::Timestamp::as_second))
            };
            let totals = &self.ctx.site.tenant.totals;
            keep.until = totals.moment(self.table.type_name, &keep, self.ctx.second(), moment)?;
        }
        Ok(keep)
    }
}

impl<R: Resource> Rows<R> {
    /// The same actor's rows of another resource, in the same transaction or read.
    pub fn beside<S: Resource, B: Action>(&self) -> Result<Rows<S>> {
        Ok(self.any.beside(table::<S>(), B::VERB)?.typed())
    }

    pub fn ctx(&self) -> &RequestContext {
        &self.any.ctx
    }

    /// The visibility, for a resource's own queries.
    pub fn visibility(&self) -> &Visibility {
        &self.any.visibility
    }

    pub fn auth(&self) -> &dyn AuthContext {
        self.any.auth()
    }

    /// Requires the row to be one of these; errors as for `Access::find`.
    pub fn require(&self, connection: &Connection, id: Id<R>) -> Result<()> {
        self.any.require_row(connection, id.number())
    }

    /// The attributes of one of these rows.
    pub fn load(&self, connection: &Connection, id: Id<R>) -> Result<R::Attributes> {
        self.require(connection, id)?;
        store::load(connection, id)?.ok_or_else(|| Code::NotFound.into())
    }

    /// The row as a document, under the actor's Read visibility if there is one.
    pub fn document(&self, connection: &Connection, id: Id<R>, query: &Query) -> Result<rows::One> {
        self.any.document_of(connection, id.number(), query)
    }

    /// A row that was just written, as a document; included even if the change took it out of the actor's visibility.
    pub fn shown(&self, connection: &Connection, id: Id<R>) -> Result<rows::One> {
        self.any.shown_row(connection, id.number())
    }

    /// Like `shown`, as text: the response to a POST.
    pub fn shown_text(&self, connection: &Connection, id: Id<R>) -> Result<String> {
        self.any.shown_text_of(connection, id.number())
    }

    pub fn create(&self, tx: &Tx, attributes: Map<String, Value>) -> Result<Id<R>> {
        self.any.create_row(tx, attributes).map(Id::new)
    }

    pub fn update(&self, tx: &Tx, id: Id<R>, attributes: Map<String, Value>) -> Result<()> {
        self.any.update_row(tx, id.number(), attributes)
    }

    /// Updates one of these rows on the server's behalf, including server-set fields.
    pub fn change(
        &self,
        tx: &Tx,
        id: Id<R>,
        alter: impl FnOnce(&mut R::Attributes) -> Result<()>,
    ) -> Result<()> {
        self.require_transaction()?;
        self.require(tx, id)?;
        store::change(tx, self.auth(), id, alter)
    }

    pub fn remove(&self, tx: &Tx, id: Id<R>) -> Result<()> {
        self.any.remove_row(tx, id.number())
    }
}
