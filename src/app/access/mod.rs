//! `Access<Resource, Action>`: capability for a set of a tenant's rows, and the only way to reach them. A handler
//! without one has no database connection; the rows within reach are those that the policy allows.

pub mod audit_log;
pub(super) mod background_actor;
mod cached_counts;
pub mod feed_token;
mod figures_reach;
mod idempotency;
pub mod live_stream;
pub mod public_endpoints;
pub mod reauthentication;
pub(super) mod reauthorize;
pub mod request_context;
pub(super) mod server_set_fields;
pub mod union_list;
pub(super) mod visible_rows;
pub(super) mod write;

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::Connection;

use super::App;
use crate::app::cache::dependencies;
use crate::app::tenancy::request_target::Site;
use crate::db::{Outcome, read_log};
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::extractors::FromPath;
use crate::jsonapi::query::Query;
use crate::jsonapi::query::rows;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::{Document, Id, Resource, Table, Visibility, table};
use crate::policy::Verb;

use self::cached_counts::CachedCounts;
pub use crate::app::access::background_actor::DISK_AGAIN;
pub use crate::app::access::figures_reach::FiguresReach;
pub use crate::app::access::idempotency::idempotent;
pub use crate::app::access::public_endpoints::{Reason, Unguarded};
pub(in crate::app) use crate::app::access::request_context::ForeignChoice;
pub use crate::app::access::request_context::{OrganizationIgnored, RequestContext};
pub use crate::app::access::union_list::UnionList;
pub use crate::app::access::visible_rows::{AnyRows, Rows};

/// Counts a request; 429 if it exceeds a limit.
fn admit(app: &App, parts: &Parts, ctx: &RequestContext) -> Result<()> {
    // Every request with a key was counted when the key was verified.
    if ctx.key.is_some() {
        return Ok(());
    }
    let caller = ctx.site.caller();
    app.rate_limits
        .admit(parts, caller, ctx.user_id(), ctx.second())
}

/// A verb as a type, so that the required permission is part of a handler's signature.
pub trait Action: Send + Sync + 'static {
    const VERB: Verb;
}

/// The verbs of `policy::Verb`, each as a type of the same name.
pub mod action {
    use super::{Action, Verb};

    macro_rules! actions {
        ($($name:ident),+) => {
            $(
                pub struct $name;
                impl Action for $name {
                    const VERB: Verb = Verb::$name;
                }
            )+
        };
    }
    actions! {
        Read, List, Create, SignUp, Update, Delete, ReadContact, Approve, Manage, Decide, Withdraw, Oversee,
        Favorite, Belong, See, Archive, Reactivate, Restore, Invite, ResendConfirmation, AddRole, RemoveRole, Answer, Own,
        Preview, Register, Receive, Send
    }
}

/// Rows with one slug of which is asked whether they moved to another centre.
const SAME_SLUG: usize = 5;

/// The rows of `R` on which the actor may perform `A`.
pub struct Access<R, A> {
    any: AnyAccess,
    of: PhantomData<fn() -> (R, A)>,
}

/// Access to rows of a type that is known by its table: what needs no attributes is compiled once for all resources.
#[derive(Clone)]
pub struct AnyAccess {
    app: Arc<App>,
    ctx: Arc<RequestContext>,
    visibility: Arc<Visibility>,
    table: &'static Table,
}

impl<R: Resource, A: Action> FromRequestParts<Arc<App>> for Access<R, A> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let any = AnyAccess::of_request(parts, app, (table::<R>(), A::VERB)).await?;
        Ok(any.typed())
    }
}

impl AnyAccess {
    /// Authorizes the sender of a request.
    pub async fn of_request(
        parts: &mut Parts,
        app: &Arc<App>,
        (table, verb): (&'static Table, Verb),
    ) -> Result<Self> {
        let foreign_choice = ForeignChoice::of(parts, table.type_name, verb);
        let ctx = RequestContext::of(app, parts, foreign_choice).await?;
        let access = Self::of(app, ctx, (table, verb))?;
        admit(app, parts, &access.ctx)?;
        Ok(access)
    }

    fn of(
        app: &Arc<App>,
        ctx: Arc<RequestContext>,
        (table, verb): (&'static Table, Verb),
    ) -> Result<Self> {
        // Where a part of the product is switched off there is nothing of it, for whoever asks.
        if !(table.is_on)(ctx.site.features()) {
            return Err(Code::NotFound.into());
        }
        let visibility = ctx.require_visibility(table.type_name, verb)?;
        Ok(Self {
            app: Arc::clone(app),
            visibility,
            ctx,
            table,
        })
    }

    pub fn ctx(&self) -> &RequestContext {
        &self.ctx
    }

    fn typed<R: Resource, A: Action>(self) -> Access<R, A> {
        Access {
            any: self,
            of: PhantomData,
        }
    }

    /// Sets the resource that `If-Match` is compared with.
    pub fn is_about(&self, target: Target) {
        self.ctx.precondition.is_about(target);
    }

    /// See `Access::read`.
    pub fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.ctx.read(job)
    }

    pub fn rows(&self) -> AnyRows {
        AnyRows::to_read(&self.ctx, &self.visibility, self.table)
    }

    pub async fn list(&self, path: &str, query: Query) -> Result<Document> {
        let mut plan = query.plan(self.table)?;
        let is_slow = plan.conditions.slow;
        let keep = self.keep(plan.included());
        let (rows, path, counting) = (self.rows(), path.to_owned(), keep.clone());
        let (asked, table) = (query.clone(), self.table);
        let job = move |connection: &Connection| {
            read_log::cached(|| rows.cached_read(&counting));
            let keep = rows.until_next_change(connection, counting)?;
            plan.resolve(connection, &*rows.ctx)?;
            let page = rows::list(
                connection,
                table,
                (&rows.visibility, &rows.visibility.rows),
                &*rows.ctx,
                (&path, &asked, &plan),
                &CachedCounts(&rows.ctx, &keep),
            )?;
            // Hashed on this thread: the data is still in its cache.
            Ok((Document::new(page.body, None).keep(Some(keep)), page.count))
        };
        let (document, count) = if is_slow {
            self.ctx.search(job).await?
        } else {
            self.ctx.read(job).await?
        };
        self.note_listed(count, &query).await?;
        Ok(document)
    }

    pub async fn find(&self, id: i64, query: Query) -> Result<Document> {
        let plan = query.plan_one(self.table)?;
        let keep = self.keep(plan.included());
        let (rows, asked) = (self.rows(), query.clone());
        let job = move |connection: &Connection| {
            read_log::cached(|| rows.cached_read(&keep));
            let keep = rows.until_next_change(connection, keep)?;
            let one = rows.document_of(connection, id, &asked)?;
            Ok(Document::new(one.body, Some(one.version)).keep(Some(keep)))
        };
        let document = self.ctx.read(job).await?;
        self.note_found(id, &query).await?;
        Ok(document)
    }

    /// The newest of these rows with this slug; else one that is shown elsewhere by now.
    pub async fn named(&self, slug: String) -> Result<Option<i64>> {
        let table = self.table;
        let Some(column) = table.slug else {
            return Ok(None);
        };
        let rows = self.rows();
        let job = move |connection: &Connection| {
            let sql = format!(
                "select t.id from {} t where t.{column} = :slug and ({}) order by t.id desc limit 1",
                table.type_name, rows.visibility.rows
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let word = slug.clone();
            let slug = (":slug".to_owned(), slug.into());
            rows::bind(&mut statement, &*rows.ctx, &[slug])?;
            let mut found = statement.raw_query();
            if let Some(row) = found.next()? {
                return Ok(Some(row.get(0)?));
            }
            if table.moved_to.is_none() {
                return Ok(None);
            }
            let mut others = connection.prepare_cached(&format!(
                "select id from {} where {column} = ?1 order by id desc limit {SAME_SLUG}",
                table.type_name
            ))?;
            let ids: Vec<i64> = others
                .query_map([&word], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for id in ids {
                if rows.moved(connection, id)?.is_some() {
                    return Ok(Some(id));
                }
            }
            Ok(None)
        };
        self.ctx.read(job).await
    }

    fn keep(&self, included: impl Iterator<Item = &'static Table>) -> CachePolicy {
        let is_signed_in = self.ctx.principal.is_some();
        let mut tables = vec![self.table.type_name];
        tables.extend(&self.table.depends);
        tables.extend(dependencies::tables(self.table.type_name, is_signed_in));
        if is_signed_in {
            tables.extend(self.table.depends_signed_in);
        }
        for target in included {
            tables.push(target.type_name);
            tables.extend(&target.depends);
            if is_signed_in {
                tables.extend(target.depends_signed_in);
            }
            tables.extend(dependencies::tables(target.type_name, is_signed_in));
        }
        self.ctx.site.tenant.keep(&tables)
    }
}

impl<R: Resource, A: Action> Access<R, A> {
    pub(super) fn of(app: &Arc<App>, ctx: Arc<RequestContext>) -> Result<Self> {
        Ok(AnyAccess::of(app, ctx, (table::<R>(), A::VERB))?.typed())
    }

    /// The access of an anonymous visitor of this site, for server-rendered pages.
    pub fn as_visitor(app: &Arc<App>, site: &Site) -> Result<Self> {
        let ctx = RequestContext::new(site.clone(), None, None, app.moment());
        Self::of(app, Arc::new(ctx))
    }

    pub fn ctx(&self) -> &RequestContext {
        &self.any.ctx
    }

    pub fn app(&self) -> &App {
        &self.any.app
    }

    /// Sets the resource that `If-Match` is compared with. The router does so for the resource in the path; a handler
    /// calls this for one that the path does not name, such as the current user.
    pub fn is_about(&self, what: &impl FromPath) {
        self.any.ctx.precondition.is_about(what.target());
    }

    pub fn any(&self) -> &AnyAccess {
        &self.any
    }

    /// A second handle to the same access.
    pub fn again(&self) -> Self {
        self.any.clone().typed()
    }

    pub(super) fn with(self, ctx: Arc<RequestContext>) -> Self {
        AnyAccess { ctx, ..self.any }.typed()
    }

    /// The rows of `S` that visitors of this site see, whoever asks.
    pub fn visiting<S: Resource>(&self) -> Result<Access<S, action::Read>> {
        Access::as_visitor(&self.any.app, &self.any.ctx.site)
    }

    /// The rows of `R` that the same actor may read.
    pub fn reading(&self) -> Result<Access<R, action::Read>> {
        self.beside()
    }

    /// The same actor's access to another resource, for a call that involves two.
    pub fn beside<S: Resource, B: Action>(&self) -> Result<Access<S, B>> {
        Access::of(&self.any.app, Arc::clone(&self.any.ctx))
    }

    /// The same rows, for use inside a query. A transaction has its own.
    pub fn rows(&self) -> Rows<R> {
        self.any.rows().typed()
    }

    /// One page of these rows.
    pub async fn list(&self, path: &str, query: Query) -> Result<Document> {
        self.any.list(path, query).await
    }

    /// One of these rows. 404 if the actor may not see it, 403 if it is readable but not open to this action.
    pub async fn find(&self, id: Id<R>, query: Query) -> Result<Document> {
        self.any.find(id.number(), query).await
    }

    /// The newest of these rows with this slug; else one that is shown elsewhere by now.
    pub async fn named(&self, slug: String) -> Result<Option<Id<R>>> {
        Ok(self.any.named(slug).await?.map(Id::new))
    }

    /// The tables that these rows are read from, as they are now. To be called before the query.
    pub fn made_from(&self) -> CachePolicy {
        self.any.keep(std::iter::empty())
    }

    /// Runs a query in the read pool, restricted to these rows by `Rows`.
    pub fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.any.ctx.read(job)
    }

    /// Like `read`, for a change of something that is in no file: made if the preconditions hold.
    pub fn read_unless_stale<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        let ctx = Arc::clone(&self.any.ctx);
        let job = move |connection: &Connection| ctx.unless_refused(connection, || job(connection));
        self.any.ctx.read(job)
    }

    /// Like `read`, in the search pool, which schedules actors fairly.
    pub fn search<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.any.ctx.search(job)
    }

    /// Like `read`, in the pool for reports.
    pub fn read_slow<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.any.ctx.read_slow(job)
    }
}
