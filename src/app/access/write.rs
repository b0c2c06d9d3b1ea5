//! The one way a change is made through an `Access`: with the rights of the moment at which it is written, once for each
//! Idempotency-Key, not over what the asker has not read, and never without a row in the trail.

use crate::app::access::audit_log;
use crate::app::access::public_endpoints::idempotent;
use crate::app::access::{Access, Action, Rows};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::extractors::Key;
use crate::jsonapi::{Answer, Resource};

impl<R: Resource, A: Action> Access<R, A> {
    /// Runs a change in the writer's transaction, if the row is the one that the asker has read. It leaves a row in the
    /// trail.
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
                audit_log::watched(tx, ctx, (R::TYPE, A::VERB), || job(tx, &rows))
            })
            .await
    }

    /// Runs what a POST asks for, once for each Idempotency-Key: a repeated request gets the first one's answer, kept
    /// in the same transaction as what it did.
    pub async fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &Rows<R>) -> Result<Answer> + Send + 'static,
    ) -> Result<Answer> {
        let who = self.ctx().user_id();
        // An answer that was given before is given again, though the row has changed: by the request itself.
        self.watched(move |tx, rows| {
            idempotent(tx, key.as_ref(), who, |tx| rows.unless_stale(tx, job))
        })
        .await
    }
}

impl<R: Resource> Rows<R> {
    /// Does the job, or nothing at all where If-Match names another version. Who may not do it, or does not find it,
    /// hears that: of a row that one may not change one learns no version either.
    fn unless_stale<T>(&self, tx: &Tx, job: impl FnOnce(&Tx, &Self) -> Result<T>) -> Result<T> {
        let is_stale = self.ctx().precondition.fails(tx)?;
        match job(tx, self) {
            Err(refusal) if matches!(refusal.status().as_u16(), 401 | 403 | 404 | 410) => {
                Err(refusal)
            }
            _ if is_stale => Err(Code::StaleResource.into()),
            done => done,
        }
    }
}
