//! `Rows<Resource>`: the rows of an `Access` inside a transaction or a query.

use std::marker::PhantomData;
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
    pub(in crate::app) ctx: Arc<RequestContext>,
    pub(in crate::app) visibility: Arc<Visibility>,
    may_write: bool,
    of: PhantomData<fn() -> R>,
}

impl<R: Resource> Rows<R> {
    /// The rows under a visibility, for use in a read.
    pub(in crate::app) fn to_read(ctx: &Arc<RequestContext>, visibility: &Arc<Visibility>) -> Self {
        Self {
            ctx: Arc::clone(ctx),
            visibility: Arc::clone(visibility),
            may_write: false,
            of: PhantomData,
        }
    }

    /// The rows of the actor as authorized in the writer's transaction.
    pub(in crate::app) fn in_transaction(ctx: &Arc<RequestContext>, verb: Verb) -> Result<Self> {
        Ok(Self {
            ctx: Arc::clone(ctx),
            visibility: ctx.require_lens(R::TYPE, verb)?,
            may_write: true,
            of: PhantomData,
        })
    }

    /// The same actor's rows of another resource, in the same transaction or read.
    pub fn beside<S: Resource, B: Action>(&self) -> Result<Rows<S>> {
        Ok(Rows {
            may_write: self.may_write,
            ..Rows::in_transaction(&self.ctx, B::VERB)?
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

    pub fn ctx(&self) -> &RequestContext {
        &self.ctx
    }

    /// The visibility, for a resource's own queries.
    pub fn visibility(&self) -> &Visibility {
        &self.visibility
    }

    pub fn auth(&self) -> &dyn AuthContext {
        &*self.ctx
    }

    /// Requires the row to be one of these; errors as for `Access::find`.
    pub fn require(&self, connection: &Connection, id: Id<R>) -> Result<()> {
        if store::is_within(
            connection,
            self.auth(),
            table::<R>(),
            id.number(),
            &self.visibility.rows,
        )? {
            return Ok(());
        }
        let is_readable = match self.ctx.visibility(R::TYPE) {
            Some(visibility) => store::is_within(
                connection,
                self.auth(),
                table::<R>(),
                id.number(),
                &visibility.rows,
            )?,
            None => false,
        };
        let is_gone =
            || store::is_within(connection, self.auth(), table::<R>(), id.number(), R::GONE);
        Err(if is_readable {
            Code::Forbidden.into()
        } else if let Some(moved) = self.moved(connection, id)? {
            moved
        } else if is_gone()? {
            Code::Gone.into()
        } else {
            Code::NotFound.into()
        })
    }

    /// 410 with the row that stands in the place of this one, and the site that shows it.
    pub(super) fn moved(&self, connection: &Connection, id: Id<R>) -> Result<Option<Error>> {
        let Some(sql) = R::MOVED_TO else {
            return Ok(None);
        };
        let found: Option<(i64, i64)> = connection
            .prepare_cached(sql)?
            .query_row(
                named_params! {":id": id.number(), ":center_id": self.ctx.site.center_id},
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
        if new_id == id.number() && center_id == site.center_id {
            return Ok(None);
        }
        let moved = json!({ "type": R::TYPE, "id": new_id.to_string(), "origin": origin });
        Ok(Some(Error::from(Code::Gone).with("moved_to", moved)))
    }

    fn table() -> &'static Table {
        table::<R>()
    }

    /// The attributes of one of these rows.
    pub fn load(&self, connection: &Connection, id: Id<R>) -> Result<R::Attributes> {
        self.require(connection, id)?;
        store::load(connection, id)?.ok_or_else(|| Code::NotFound.into())
    }

    /// The row as a document, under the actor's Read visibility if there is one.
    pub fn document(&self, connection: &Connection, id: Id<R>, query: &Query) -> Result<rows::One> {
        self.require(connection, id)?;
        let visibility = self.ctx.visibility(R::TYPE);
        let visibility = visibility.as_ref().unwrap_or(&self.visibility);
        rows::one(
            connection,
            table::<R>(),
            (visibility, &visibility.rows),
            self.auth(),
            id.number(),
            query,
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// A row that was just written, as a document; included even if the change took it out of the actor's visibility.
    pub fn shown(&self, connection: &Connection, id: Id<R>) -> Result<rows::One> {
        self.shown_of(connection, id, &self.ctx.fields)
    }

    pub(in crate::app) fn shown_of(
        &self,
        connection: &Connection,
        id: Id<R>,
        fields: &Query,
    ) -> Result<rows::One> {
        let visibility = self.ctx.visibility(R::TYPE);
        let visibility = visibility.as_ref().unwrap_or(&self.visibility);
        rows::one(
            connection,
            table::<R>(),
            (visibility, "1"),
            self.auth(),
            id.number(),
            fields,
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// Like `shown`, as text: the response to a POST.
    pub fn shown_text(&self, connection: &Connection, id: Id<R>) -> Result<String> {
        String::from_utf8(self.shown(connection, id)?.body).map_err(Error::internal)
    }

    pub fn create(&self, tx: &Tx, attributes: Map<String, Value>) -> Result<Id<R>> {
        self.require_transaction()?;
        let notes = tx.notes();
        server_set_fields::validate_new(Self::table(), &attributes)?;
        let id = store::create(tx, self.auth(), Some(&self.visibility), attributes)?;
        audit_log::step(tx, &self.ctx, "create", id, notes)?;
        Ok(id)
    }

    pub fn update(&self, tx: &Tx, id: Id<R>, mut attributes: Map<String, Value>) -> Result<()> {
        self.require_transaction()?;
        self.require(tx, id)?;
        server_set_fields::check_to_many(tx, self, id, store::take_to_many(&mut attributes))?;
        server_set_fields::check(tx, self, id, &attributes)?;
        let changed = store::update(tx, self.auth(), &self.visibility, id, attributes)?;
        audit_log::update(tx, &self.ctx, id, &changed)
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
        self.require_transaction()?;
        self.require(tx, id)?;
        let notes = tx.notes();
        R::remove(tx, id, self.ctx.user_id())?;
        audit_log::step(tx, &self.ctx, "delete", id, notes)
    }

    /// What a cached list or document of these rows depends on.
    pub(in crate::app) fn cached_read(&self, keep: &CachePolicy) -> CachedRead {
        let tables = keep.table_versions.iter();
        CachedRead {
            name: R::TYPE.to_owned(),
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
        if let Some(sql) = R::NEXT_CHANGE {
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
            keep.until = totals.moment(R::TYPE, &keep, self.ctx.second(), moment)?;
        }
        Ok(keep)
    }
}
