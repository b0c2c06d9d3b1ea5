//! `Access<Resource, Action>`: the only door to a tenant's rows. It is the set of rows a right opens, not a badge: a
//! handler without one has no connection, and what it can reach through one is what the policy says.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value};

use super::App;
use super::depends;
use super::session::{self, Who};
use super::site::{Site, header};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::Keep;
use crate::jsonapi::query::Query;
use crate::jsonapi::routes::Key;
use crate::jsonapi::rows::Totals;
use crate::jsonapi::{Answer, Document, Id, Lens, Resource, Sight, Table, rows, store, table};
use crate::policy::{AREAS, Role, SIGHT_ALSO, SIGHT_TAKES, Verb, WRITE_TAKES};

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
    actions!(
        Read,
        Create,
        SignUp,
        Update,
        Delete,
        ReadContact,
        Approve,
        Manage,
        Decide,
        Withdraw,
        Oversee,
        Favorite,
        Belong
    );
}

/// One request: what it is addressed to and who makes it.
#[derive(Clone)]
pub struct Asking {
    pub site: Site,
    pub who: Option<Who>,
    /// The chosen organisation; a member's own, or any for who runs the centre.
    pub organization_id: Option<i64>,
    pub now: String,
    roles: Vec<Role>,
}

impl Asking {
    /// Decisions 1.1, steps 3 to 5.
    async fn of(app: &App, parts: &Parts) -> Result<Arc<Self>> {
        let site = parts
            .extensions
            .get::<Site>()
            .cloned()
            .ok_or_else(|| Error::internal("the request has no site"))?;
        let now = app.clock.text();
        let who = session::who(&site.tenant.db, &site, parts, &now).await?;
        let organization_id = match (&who, header(parts, "current-organization-id")) {
            (Some(who), Some(chosen)) => Some(chosen_organization(&site, who, chosen).await?),
            _ => None,
        };
        Ok(Arc::new(Self::new(site, who, organization_id, now)))
    }

    fn new(site: Site, who: Option<Who>, organization_id: Option<i64>, now: String) -> Self {
        let roles = who
            .as_ref()
            .map_or_else(|| vec![Role::Anyone], |who| who.roles.clone());
        Self {
            site,
            who,
            organization_id,
            now,
            roles,
        }
    }

    pub fn user_id(&self) -> Option<i64> {
        self.who.as_ref().map(|who| who.user_id)
    }

    fn second(&self) -> i64 {
        let now = self.now.parse::<jiff::Timestamp>();
        now.map(jiff::Timestamp::as_second).unwrap_or_default()
    }

    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The rows that `verb` opens on `type_name`, or none.
    fn rows(&self, type_name: &str, verb: Verb) -> Option<String> {
        let conditions: Vec<&str> = AREAS
            .iter()
            .flat_map(|area| area.iter())
            .filter(|rule| {
                rule.0 == type_name
                    && rule.1.contains(&verb)
                    && rule.2.iter().any(|role| self.roles.contains(role))
            })
            .map(|rule| rule.3)
            .collect();
        if conditions.contains(&"1") {
            return Some("1".to_owned());
        }
        let joined: Vec<String> = conditions
            .iter()
            .map(|condition| format!("({condition})"))
            .collect();
        (!joined.is_empty()).then(|| joined.join(" or "))
    }

    fn lens_of(&self, type_name: &'static str, verb: Verb) -> Option<Lens> {
        let rows = self.rows(type_name, verb)?;
        let mut can = Vec::new();
        if self.who.is_some() {
            let mut seen = vec![Verb::Read, Verb::Create, Verb::SignUp];
            for rule in AREAS
                .iter()
                .flat_map(|area| area.iter())
                .filter(|rule| rule.0 == type_name)
            {
                for verb in rule.1 {
                    if !seen.contains(verb) {
                        seen.push(*verb);
                        can.extend(self.rows(type_name, *verb).map(|rows| (verb.word(), rows)));
                    }
                }
            }
        }
        let hidden = SIGHT_TAKES
            .iter()
            .map(|(of, field, verb)| (*of, *field, *verb, None))
            .chain(
                SIGHT_ALSO
                    .iter()
                    .map(|(of, field, verb, also)| (*of, *field, *verb, Some(*also))),
            )
            .filter(|(of, ..)| *of == type_name)
            .map(|(_, field, verb, also)| {
                let seen = match (self.rows(type_name, verb), also) {
                    (Some(rows), Some(also)) => Some(format!("({rows}) or ({also})")),
                    (None, Some(also)) => Some(also.to_owned()),
                    (rows, None) => rows,
                };
                (field, seen)
            })
            .filter(|(_, seen)| seen.as_deref() != Some("1"))
            .collect();
        let guarded = WRITE_TAKES
            .iter()
            .filter(|(of, ..)| *of == type_name)
            .map(|(_, field, verb)| (*field, self.rows(type_name, *verb)))
            .collect();
        Some(Lens {
            rows,
            can,
            may_create: self.rows(type_name, Verb::Create).is_some(),
            hidden,
            guarded,
        })
    }
}

async fn chosen_organization(site: &Site, who: &Who, chosen: &str) -> Result<i64> {
    let refused = || Error::from(Code::OrganizationNotYours);
    let chosen: i64 = chosen.parse().map_err(|_| refused())?;
    let is_staff = who
        .roles
        .iter()
        .any(|role| matches!(role, Role::CenterSuperuser | Role::Admin));
    if who.organizations.contains(&chosen) {
        return Ok(chosen);
    }
    let user_id = who.user_id;
    // Members without the superuser's role, and staff for an organisation that exists.
    let is_allowed = site
        .tenant
        .db
        .read(move |connection| {
            Ok(connection
                .prepare_cached(
                    "select 1 from roles where user_id = :user_id and scope_type in ('organization', 'school')
                        and scope_id = :chosen and accepted_at is not null
                     union all
                     select 1 from organizations where :is_staff and id = :chosen",
                )?
                .query_row(named_params! {":user_id": user_id, ":chosen": chosen, ":is_staff": is_staff}, |_| Ok(()))
                .optional()?
                .is_some())
        })
        .await?;
    if is_allowed {
        Ok(chosen)
    } else {
        Err(refused())
    }
}

impl Sight for Asking {
    fn lens(&self, type_name: &'static str) -> Option<Lens> {
        self.lens_of(type_name, Verb::Read)
    }

    fn value(&self, name: &str) -> SqlValue {
        let number = |number: Option<i64>| number.map_or(SqlValue::Null, SqlValue::Integer);
        match name {
            "user_id" => number(self.user_id()),
            "center_id" => SqlValue::Integer(self.site.center_id),
            "organization_id" => number(self.organization_id),
            "now" => SqlValue::Text(self.now.clone()),
            _ => SqlValue::Null,
        }
    }

    fn is_signed_in(&self) -> bool {
        self.who.is_some()
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
    fn of(app: &Arc<App>, asking: Arc<Asking>) -> Result<Self> {
        match asking.lens_of(R::TYPE, A::VERB) {
            Some(lens) => Ok(Self {
                app: Arc::clone(app),
                asking,
                lens: Arc::new(lens),
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

    /// The rows of `R` that the same asker may read.
    pub fn reading(&self) -> Result<Access<R, action::Read>> {
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
        let job = move |connection: &Connection| {
            let keep = rows.until_next_change(connection, counting)?;
            let totals = Kept {
                rows: &rows,
                keep: &keep,
            };
            let body = rows::list(
                connection,
                Self::table(),
                &rows.lens,
                &*rows.asking,
                (&path, &query),
                &totals,
            )?;
            Ok((body, keep))
        };
        let db = &self.asking.site.tenant.db;
        let (body, keep) = if is_slow {
            db.read_slow(job).await?
        } else {
            db.read(job).await?
        };
        Ok(Document::new(body, None).keep(Some(keep)))
    }

    /// One of these rows. 404 where the asker may not see it, 403 where it is readable but not for this.
    pub async fn find(&self, id: Id<R>, query: Query) -> Result<Document> {
        let plan = query.plan_one(Self::table())?;
        let keep = self.keep(plan.include.iter().map(|relation| (relation.target)()));
        let rows = self.rows();
        let (one, keep) = self
            .read(move |connection| {
                let keep = rows.until_next_change(connection, keep)?;
                Ok((rows.document(connection, id, &query)?, keep))
            })
            .await?;
        Ok(Document::new(one.body, Some(one.version)).keep(Some(keep)))
    }

    fn keep(&self, included: impl Iterator<Item = &'static Table>) -> Keep {
        let is_signed_in = self.asking.who.is_some();
        let mut tables = vec![R::TYPE];
        tables.extend(R::DEPENDS);
        tables.extend(depends::tables(R::TYPE, is_signed_in));
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

    /// The same in the lane of searches and reports.
    pub async fn read_slow<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.asking.site.tenant.db.read_slow(job).await
    }

    /// Runs a change in the writer's transaction.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let rows = self.rows();
        self.asking
            .site
            .tenant
            .db
            .write(move |tx| job(tx, &rows))
            .await
    }

    /// Runs what a POST asks for, once for each Idempotency-Key: a repeated request gets the first one's answer, kept
    /// in the same transaction as what it did.
    pub async fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<Answer> + Send + 'static,
    ) -> Result<Answer> {
        let who = self.asking.user_id();
        self.write(move |tx, rows| once(tx, key.as_ref(), who, |tx| job(tx, rows)))
            .await
    }
}

/// The body of `post`, for those who have no `Access`: see `Unguarded`.
pub fn once(
    tx: &Tx,
    key: Option<&Key>,
    who: Option<i64>,
    job: impl FnOnce(&Tx) -> Result<Answer>,
) -> Result<Answer> {
    let Some(key) = key else {
        return job(tx);
    };
    let hash = super::token::digest(&format!("{}|{who:?}", key.name));
    let kept = tx
        .prepare_cached(
            "select fingerprint, status, location, body from idempotency_keys where key_hash = ?1",
        )?
        .query_row([hash], |row| {
            Ok((
                row.get::<_, Vec<u8>>(0)?,
                Answer {
                    status: StatusCode::from_u16(row.get(1)?).unwrap_or_default(),
                    location: row.get(2)?,
                    body: row.get(3)?,
                    is_replay: true,
                },
            ))
        })
        .optional()?;
    if let Some((fingerprint, answer)) = kept {
        return if fingerprint == key.fingerprint {
            Ok(answer)
        } else {
            Err(Code::IdempotencyKeyReused.into())
        };
    }
    let answer = job(tx)?;
    tx.prepare_cached(
        "insert into idempotency_keys (key_hash, fingerprint, status, location, body, created_at)
         values (:key_hash, :fingerprint, :status, :location, :body, :now)",
    )?
    .execute(named_params! {
        ":key_hash": hash,
        ":fingerprint": key.fingerprint,
        ":status": answer.status.as_u16(),
        ":location": answer.location,
        ":body": answer.body,
        ":now": tx.now(),
    })?;
    Ok(answer)
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

    /// The rows as SQL over `t`, for queries of a resource's own.
    pub fn condition(&self) -> String {
        self.lens.rows.clone()
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
        Err(if is_readable {
            Code::Forbidden
        } else {
            Code::NotFound
        }
        .into())
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
            lens,
            self.sight(),
            id.number(),
            query,
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// What may be shown of a row that was just written. It is shown even where it has left the asker's sight since.
    pub fn shown(&self, connection: &Connection, id: Id<R>) -> Result<rows::One> {
        let mut lens = self
            .asking
            .lens(R::TYPE)
            .unwrap_or_else(|| (*self.lens).clone());
        "1".clone_into(&mut lens.rows);
        rows::one(
            connection,
            table::<R>(),
            &lens,
            self.sight(),
            id.number(),
            &Query::default(),
        )?
        .ok_or_else(|| Code::NotFound.into())
    }

    /// The same as text, for the answer to a POST.
    pub fn shown_text(&self, connection: &Connection, id: Id<R>) -> Result<String> {
        String::from_utf8(self.shown(connection, id)?.body).map_err(Error::internal)
    }

    pub fn create(&self, tx: &Tx, attributes: Map<String, Value>) -> Result<Id<R>> {
        store::create(tx, self.sight(), Some(&self.lens), attributes)
    }

    pub fn update(
        &self,
        tx: &Tx,
        id: Id<R>,
        attributes: Map<String, Value>,
        expected: Option<i64>,
    ) -> Result<()> {
        self.require(tx, id)?;
        store::update(tx, self.sight(), &self.lens, id, attributes, expected)
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
        R::remove(tx, id, self.asking.user_id())
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

/// The tenant's shelf of totals, for one question.
struct Kept<'a, R> {
    rows: &'a Rows<R>,
    keep: &'a Keep,
}

impl<R> Totals for Kept<'_, R> {
    fn total(&self, key: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        self.rows
            .asking
            .site
            .tenant
            .totals
            .get(key, self.keep, self.rows.asking.second(), count)
    }
}

/// Why a door stands open without a right.
pub trait Reason: Send + Sync + 'static {
    const WHY: &'static str;
    /// True where credentials that no longer hold count as none: who was signed out must be able to sign in again.
    const FORGIVES: bool = false;
}

/// A door without a right: sign-in, confirmation, a link in a mail. Each has a reason; a test counts them.
pub struct Unguarded<W> {
    app: Arc<App>,
    asking: Arc<Asking>,
    why: PhantomData<fn() -> W>,
}

impl<W: Reason> FromRequestParts<Arc<App>> for Unguarded<W> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let asking = match Asking::of(app, parts).await {
            Err(error) if W::FORGIVES && error.status() == StatusCode::UNAUTHORIZED => {
                let site = parts.extensions.get::<Site>().cloned().ok_or(error)?;
                Arc::new(Asking::new(site, None, None, app.clock.text()))
            }
            asking => asking?,
        };
        Ok(Self {
            app: Arc::clone(app),
            asking,
            why: PhantomData,
        })
    }
}

impl<W: Reason> Unguarded<W> {
    /// What the person whose credentials were just made may read.
    pub async fn as_user<R: Resource>(&self, user_id: i64) -> Result<Access<R, action::Read>> {
        let (center_id, now) = (self.asking.site.center_id, self.asking.now.clone());
        let who = self
            .read(move |connection| session::as_user(connection, user_id, center_id, &now))
            .await?;
        let asking = Asking::new(
            self.asking.site.clone(),
            Some(who),
            None,
            self.asking.now.clone(),
        );
        Access::of(&self.app, Arc::new(asking))
    }

    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.asking.site.tenant.db.read(job).await
    }

    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &Asking) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let asking = Arc::clone(&self.asking);
        self.asking
            .site
            .tenant
            .db
            .write(move |tx| job(tx, &asking))
            .await
    }

    pub async fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &Asking) -> Result<Answer> + Send + 'static,
    ) -> Result<Answer> {
        let who = self.asking.user_id();
        self.write(move |tx, asking| once(tx, key.as_ref(), who, |tx| job(tx, asking)))
            .await
    }
}
