//! `Access<Resource, Action>`: the only door to a tenant's rows. It is the set of rows a right opens, not a badge: a
//! handler without one has no connection, and what it can reach through one is what the policy says.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value};

use super::App;
use super::depends;
use super::read_only;
use super::site::Site;
use super::totals::Counts;
use super::trail;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::Keep;
use crate::jsonapi::extract::FromPath;
use crate::jsonapi::query::Query;
use crate::jsonapi::{Document, Id, Lens, Resource, Sight, Table, rows, store, table};
use crate::policy::Verb;

pub use super::asking::Asking;
pub use super::unguarded::{Reason, Unguarded, once};

/// A verb as a type, so that a right stands in a handler's signature.
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
        Read, Create, SignUp, Update, Delete, ReadContact, Approve, Manage, Decide, Withdraw, Oversee,
        Favorite, Belong, Archive, Reactivate, Invite, ResendConfirmation, AddRole, RemoveRole, Answer, Own, Preview,
        Register
    }
}

/// The rows of `R` on which the asker may do `A`.
pub struct Access<R, A> {
    app: Arc<App>,
    asking: Arc<Asking>,
    lens: Arc<Lens>,
    of: PhantomData<fn() -> (R, A)>,
}

impl<R: Resource, A: Action> FromRequestParts<Arc<App>> for Access<R, A> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let asking = Asking::of(app, parts).await?;
        Self::of(app, asking)
    }
}

impl<R: Resource, A: Action> Access<R, A> {
    /// Step 6: not signed in and no rule for anyone 401; signed in and no rule 403.
    pub(super) fn of(app: &Arc<App>, asking: Arc<Asking>) -> Result<Self> {
        match asking.lens_of(R::TYPE, A::VERB) {
            Some(lens) => Ok(Self {
                app: Arc::clone(app),
                asking,
                lens,
                of: PhantomData,
            }),
            None if asking.who.is_none() => Err(Code::NotSignedIn.into()),
            None => Err(Code::Forbidden.into()),
        }
    }

    /// What a visitor of this site may: for the pages that the server writes itself.
    pub fn as_visitor(app: &Arc<App>, site: &Site) -> Result<Self> {
        let asking = Asking::new(site.clone(), None, None, app.clock.text());
        Self::of(app, Arc::new(asking))
    }

    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    /// Says what If-Match is compared with. The routes say it of what stands in the path; a handler says it of a row that
    /// the path does not name, as the asker's own.
    pub fn is_about(&self, what: &impl FromPath) {
        self.asking.precondition.is_about(what.target());
    }

    /// The same once more, for who looks at it again.
    pub fn again(&self) -> Self {
        Self {
            app: Arc::clone(&self.app),
            asking: Arc::clone(&self.asking),
            lens: Arc::clone(&self.lens),
            of: PhantomData,
        }
    }

    /// The rows of `R` that the same asker may read.
    pub fn reading(&self) -> Result<Access<R, action::Read>> {
        Access::of(&self.app, Arc::clone(&self.asking))
    }

    /// What the same asker may do with another resource, for a call that is about two.
    pub fn beside<S: Resource, B: Action>(&self) -> Result<Access<S, B>> {
        Access::of(&self.app, Arc::clone(&self.asking))
    }

    /// The same rows, to be taken along into a transaction.
    pub fn rows(&self) -> Rows<R> {
        Rows {
            asking: Arc::clone(&self.asking),
            lens: Arc::clone(&self.lens),
            of: PhantomData,
        }
    }

    fn table() -> &'static Table {
        table::<R>()
    }

    /// One page of these rows.
    pub async fn list(&self, path: &str, query: Query) -> Result<Document> {
        let plan = query.plan(Self::table())?;
        let is_slow = plan.conditions.slow;
        let keep = self.keep(plan.include.iter().map(|relation| (relation.target)()));
        let (rows, path, counting) = (self.rows(), path.to_owned(), keep.clone());
        let asked = query.clone();
        let job = move |connection: &Connection| {
            let parts = rows.asking.parts(Self::table(), &plan);
            let keep = rows.until_next_change(connection, counting)?;
            let page = rows::list(
                connection,
                Self::table(),
                (&rows.lens, &rows.lens.rows),
                &*rows.asking,
                (&path, &asked, &plan),
                (&Counts(&rows.asking, &keep), parts.as_deref()),
            )?;
            // Here it is still at hand: other threads would have to fetch what they hash.
            Ok((Document::new(page.body, None).keep(Some(keep)), page.count))
        };
        let db = &self.asking.site.tenant.db;
        let (document, count) = if is_slow {
            db.search(self.asking.site.home, job).await?
        } else {
            db.read(job).await?
        };
        self.note_listed(count, &query).await?;
        Ok(document)
    }

    /// One of these rows. 404 where the asker may not see it, 403 where it is readable but not for this.
    pub async fn find(&self, id: Id<R>, query: Query) -> Result<Document> {
        let plan = query.plan_one(Self::table())?;
        let keep = self.keep(plan.include.iter().map(|relation| (relation.target)()));
        let (rows, asked) = (self.rows(), query.clone());
        let (one, keep) = self
            .read(move |connection| {
                let keep = rows.until_next_change(connection, keep)?;
                Ok((rows.document(connection, id, &asked)?, keep))
            })
            .await?;
        self.note_found(id, &query).await?;
        Ok(Document::new(one.body, Some(one.version)).keep(Some(keep)))
    }

    /// The newest of these rows that has this name in addresses.
    pub async fn named(&self, slug: String) -> Result<Option<Id<R>>> {
        let Some(column) = R::SLUG else {
            return Ok(None);
        };
        let rows = self.rows();
        self.read(move |connection| {
            let sql = format!(
                "select t.id from {} t where t.{column} = :slug and ({}) order by t.id desc limit 1",
                R::TYPE,
                rows.lens.rows
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let slug = (":slug".to_owned(), slug.into());
            rows::bind(&mut statement, rows.sight(), &[slug])?;
            let mut found = statement.raw_query();
            Ok(found.next()?.map(|row| row.get(0)).transpose()?.map(Id::new))
        })
        .await
    }

    fn keep(&self, included: impl Iterator<Item = &'static Table>) -> Keep {
        let is_signed_in = self.asking.who.is_some();
        let mut tables = vec![R::TYPE];
        tables.extend(R::DEPENDS);
        tables.extend(depends::tables(R::TYPE, is_signed_in));
        if is_signed_in {
            tables.extend(R::DEPENDS_SIGNED_IN);
        }
        for target in included {
            tables.push(target.type_name);
            tables.extend(target.depends);
            tables.extend(depends::tables(target.type_name, is_signed_in));
        }
        self.asking.site.tenant.keep(&tables)
    }

    /// Runs a query over these rows; `Rows` says which they are.
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.asking.site.tenant.db.read(job).await
    }

    /// The same in the lane of searches, in which those who ask take turns.
    pub async fn search<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let site = &self.asking.site;
        site.tenant.db.search(site.home, job).await
    }

    /// The same in the lane of reports.
    pub async fn read_slow<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.asking.site.tenant.db.read_slow(job).await
    }
}

/// The rows of an `Access`, inside a transaction or a read.
pub struct Rows<R> {
    asking: Arc<Asking>,
    lens: Arc<Lens>,
    of: PhantomData<fn() -> R>,
}

impl<R: Resource> Rows<R> {
    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    /// What may be seen, for queries of a resource's own.
    pub fn lens(&self) -> &Lens {
        &self.lens
    }

    pub fn sight(&self) -> &dyn Sight {
        &*self.asking
    }

    /// The row must be one of these; see `Access::find` for what is answered otherwise.
    pub fn require(&self, connection: &Connection, id: Id<R>) -> Result<()> {
        if store::is_within(
            connection,
            self.sight(),
            table::<R>(),
            id.number(),
            &self.lens.rows,
        )? {
            return Ok(());
        }
        let is_readable = match self.asking.lens(R::TYPE) {
            Some(lens) => store::is_within(
                connection,
                self.sight(),
                table::<R>(),
                id.number(),
                &lens.rows,
            )?,
            None => false,
        };
        let is_gone =
            || store::is_within(connection, self.sight(), table::<R>(), id.number(), R::GONE);
        Err(if is_readable {
            Code::Forbidden
        } else if is_gone()? {
            Code::Gone
        } else {
            Code::NotFound
        }
        .into())
    }

    fn table() -> &'static Table {
        table::<R>()
    }

    /// The attributes of one of these rows.
    pub fn load(&self, connection: &Connection, id: Id<R>) -> Result<R::Attributes> {
        self.require(connection, id)?;
        store::load(connection, id)?.ok_or_else(|| Code::NotFound.into())
    }

    /// What may be shown of the row, under the asker's Read lens where there is one.
    pub fn document(&self, connection: &Connection, id: Id<R>, query: &Query) -> Result<rows::One> {
        self.require(connection, id)?;
        let lens = self.asking.lens(R::TYPE);
        let lens = lens.as_ref().unwrap_or(&self.lens);
        rows::one(
            connection,
            table::<R>(),
            (lens, &lens.rows),
            self.sight(),
            id.number(),
            query,
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// What may be shown of a row that was just written. It is shown even where it has left the asker's sight since.
    pub fn shown(&self, connection: &Connection, id: Id<R>) -> Result<rows::One> {
        self.shown_of(connection, id, &self.asking.fields)
    }

    pub(super) fn shown_of(
        &self,
        connection: &Connection,
        id: Id<R>,
        fields: &Query,
    ) -> Result<rows::One> {
        let lens = self.asking.lens(R::TYPE);
        let lens = lens.as_ref().unwrap_or(&self.lens);
        rows::one(
            connection,
            table::<R>(),
            (lens, "1"),
            self.sight(),
            id.number(),
            fields,
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// The same as text, for the answer to a POST.
    pub fn shown_text(&self, connection: &Connection, id: Id<R>) -> Result<String> {
        String::from_utf8(self.shown(connection, id)?.body).map_err(Error::internal)
    }

    pub fn create(&self, tx: &Tx, attributes: Map<String, Value>) -> Result<Id<R>> {
        let notes = tx.notes();
        read_only::check_new(Self::table(), &attributes)?;
        let id = store::create(tx, self.sight(), Some(&self.lens), attributes)?;
        trail::step(tx, &self.asking, "create", id, notes)?;
        Ok(id)
    }

    pub fn update(&self, tx: &Tx, id: Id<R>, attributes: Map<String, Value>) -> Result<()> {
        self.require(tx, id)?;
        read_only::check(tx, self, id, &attributes)?;
        let changed = store::update(tx, self.sight(), &self.lens, id, attributes)?;
        trail::update(tx, &self.asking, id, &changed)
    }

    /// Changes one of these rows as the server's own doing, past what a client may set.
    pub fn change(
        &self,
        tx: &Tx,
        id: Id<R>,
        alter: impl FnOnce(&mut R::Attributes) -> Result<()>,
    ) -> Result<()> {
        self.require(tx, id)?;
        store::change(tx, self.sight(), id, alter)
    }

    pub fn remove(&self, tx: &Tx, id: Id<R>) -> Result<()> {
        self.require(tx, id)?;
        let notes = tx.notes();
        R::remove(tx, id, self.asking.user_id())?;
        trail::step(tx, &self.asking, "delete", id, notes)
    }

    /// How long the answer holds by the clock alone.
    fn until_next_change(&self, connection: &Connection, mut keep: Keep) -> Result<Keep> {
        if let Some(sql) = R::NEXT_CHANGE {
            let moment = || {
                let next: Option<String> = connection
                    .prepare_cached(sql)?
                    .query_row(named_params! {":now": self.asking.now}, |row| row.get(0))
                    .optional()?
                    .flatten();
                let next = next.and_then(|at| at.parse::<jiff::Timestamp>().ok());
                Ok(next.map(jiff::Timestamp::as_second))
            };
            let totals = &self.asking.site.tenant.totals;
            keep.until = totals.moment(R::TYPE, &keep, self.asking.second(), moment)?;
        }
        Ok(keep)
    }
}
