//! Writes through an `Access`: authorized in the writer's transaction, executed once per `Idempotency-Key`,
//! conditional on `If-Match`, and always recorded in the audit log.

use std::sync::Arc;

use crate::app::access::audit_log;
use crate::app::access::idempotency::{Sender, idempotent};
use crate::app::access::reauthorize::Change;
use crate::app::access::{Access, Action, AnyAccess, AnyRows, Rows};
use crate::db::{Erased, Outcome, Pending, Tx, erased};
use crate::error::Result;
use crate::jsonapi::extractors::Key;
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::policy::Verb;

/// A change of rows whose type only its caller knows.
pub type RowsChange = Box<dyn FnOnce(&Tx, AnyRows) -> Result<Erased> + Send>;
pub type RowsPost = Box<dyn FnOnce(&Tx, AnyRows) -> Result<Answer> + Send>;

impl<R: Resource, A: Action> Access<R, A> {
    /// Runs a change in the writer's transaction if the `If-Match` precondition holds, and records it in the audit
    /// log.
    pub fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        let job: RowsChange = Box::new(move |tx, rows| job(tx, &rows.typed()).map(erased));
        self.any.write(A::VERB, job).typed()
    }

    /// Same for a change of one row, which is returned as it stands afterwards.
    pub async fn change(
        &self,
        id: Id<R>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<()> + Send + 'static,
    ) -> Result<Document> {
        let one = self
            .write(move |tx, rows| {
                job(tx, rows)?;
                rows.shown(tx, id)
            })
            .await?;
        Ok(Document::new(one.body, Some(one.version)))
    }

    /// Runs a POST once per `Idempotency-Key`. A repeated request gets the first response, stored in the same
    /// transaction as the change.
    pub fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<Answer> + Send + 'static,
    ) -> Outcome<Answer> {
        self.any.post(
            A::VERB,
            key,
            Box::new(move |tx, rows| job(tx, &rows.typed())),
        )
    }
}

impl AnyAccess {
    /// See `Access::write`.
    pub fn write(&self, verb: Verb, job: RowsChange) -> Pending {
        let change: RowsChange = Box::new(move |tx, rows| {
            let ctx = Arc::clone(&rows.ctx);
            ctx.unless_refused(tx, || job(tx, rows))
        });
        self.watched(verb, change)
    }

    /// See `Access::post`.
    pub fn post(&self, verb: Verb, key: Option<Key>, job: RowsPost) -> Outcome<Answer> {
        let who = Sender::of(&self.ctx);
        // A stored response is returned even if the row has changed: the first request changed it.
        let once: RowsChange = Box::new(move |tx, rows| {
            let ctx = Arc::clone(&rows.ctx);
            let answer = idempotent(tx, key.as_ref(), who, |tx| {
                let mut answer = ctx.unless_refused(tx, || job(tx, rows))?;
                if let Some(location) = answer.location.take()
                    && ctx.may_read(tx, &location)?
                {
                    answer.location = Some(location);
                }
                Ok(answer)
            })?;
            Ok(erased(answer))
        });
        self.watched(verb, once).typed()
    }

    /// Runs a change with the rows of the actor as authorized in the transaction, and records it in the audit log.
    fn watched(&self, verb: Verb, job: RowsChange) -> Pending {
        let table = self.table;
        let change: Change = Box::new(move |tx, ctx| {
            let rows = AnyRows::in_transaction(ctx, table, verb)?;
            audit_log::watched(tx, ctx, (table, verb), || job(tx, rows))
        });
        self.ctx.write_erased(false, change)
    }
}

impl<R: Resource> Rows<R> {
    /// Fails if the preconditions are about another version than this one, that of a whole list.
    pub fn require_version(&self, version: i64) -> Result<()> {
        match self.ctx().precondition.refusal_of(version) {
            Some(code) => Err(code.into()),
            None => Ok(()),
        }
    }
}
