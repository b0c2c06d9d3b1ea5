//! Writes through an `Access`: authorized in the writer's transaction, executed once per `Idempotency-Key`,
//! conditional on `If-Match`, and always recorded in the audit log.

use crate::app::access::audit_log;
use crate::app::access::public_endpoints::idempotent;
use crate::app::access::{Access, Action, Rows};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::extractors::Key;
use crate::jsonapi::{Answer, Resource, table};

impl<R: Resource, A: Action> Access<R, A> {
    /// Runs a change in the writer's transaction if the `If-Match` precondition holds, and records it in the audit
    /// log.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.watched(move |tx, rows| rows.unless_stale(tx, job))
            .await
    }

    async fn watched<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.shared()
            .write(move |tx, ctx| {
                let rows = Rows::in_transaction(ctx, A::VERB)?;
                audit_log::watched(tx, ctx, (table::<R>(), A::VERB), || job(tx, &rows))
            })
            .await
    }

    /// Runs a POST once per `Idempotency-Key`. A repeated request gets the first response, stored in the same
    /// transaction as the change.
    pub async fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<Answer> + Send + 'static,
    ) -> Result<Answer> {
        let who = self.ctx().user_id();
        // A stored response is returned even if the row has changed: the first request changed it.
        self.watched(move |tx, rows| {
            idempotent(tx, key.as_ref(), who, |tx| {
                let mut answer = rows.unless_stale(tx, job)?;
                if let Some(location) = answer.location.take()
                    && rows.ctx().may_read(tx, &location)?
                {
                    answer.location = Some(location);
                }
                Ok(answer)
            })
        })
        .await
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

    /// Runs the job, or fails without effect if a precondition does not hold.
    fn unless_stale<T>(&self, tx: &Tx, job: impl FnOnce(&Tx, &Self) -> Result<T>) -> Result<T> {
        self.ctx().unless_refused(tx, || job(tx, self))
    }
}
