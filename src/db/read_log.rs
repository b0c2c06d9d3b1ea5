//! Record of the tables that reads touch, as `SQLite`'s authorizer reports them while statements are prepared. Debug
//! builds only, and only while a test records: in a release build every function here is empty.

use std::collections::BTreeSet;

/// What a cached result says of itself: its resource type or path, whether it is of somebody who is signed in, and
/// the tables whose changes end it.
#[derive(Debug, Clone)]
pub struct CachedRead {
    pub name: String,
    pub is_signed_in: bool,
    pub depends: Vec<&'static str>,
}

/// Tables, each with the view or trigger through which it was read.
pub type Touched = BTreeSet<(String, Option<String>)>;

/// One job in a read pool.
#[derive(Debug, Clone, Default)]
pub struct ReadJob {
    pub touched: Touched,
    /// Those of its parts that are cached by themselves.
    pub totals: Touched,
    /// Set if its result is cached by itself.
    pub cached: Option<CachedRead>,
}

#[cfg(debug_assertions)]
pub use recording::{ReadLog, cached, total};

#[cfg(not(debug_assertions))]
pub use nothing::{ReadLog, cached, total};

#[cfg(debug_assertions)]
mod recording {
    use std::cell::{Cell, RefCell};
    use std::sync::{Arc, Mutex, PoisonError};

    use rusqlite::Connection;
    use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

    use super::{CachedRead, ReadJob};
    use crate::error::Result;

    #[derive(Default)]
    struct Record {
        is_on: bool,
        jobs: Vec<ReadJob>,
        responses: Vec<CachedRead>,
    }

    /// The log of one file.
    #[derive(Clone, Default)]
    pub struct ReadLog(Arc<Mutex<Record>>);

    thread_local! {
        /// The job that this thread runs.
        static RUNNING: RefCell<Option<(ReadLog, usize)>> = const { RefCell::new(None) };
        static IS_TOTAL: Cell<bool> = const { Cell::new(false) };
    }

    impl ReadLog {
        fn with<T>(&self, job: impl FnOnce(&mut Record) -> T) -> T {
            job(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
        }

        /// Starts over.
        pub fn record(&self) {
            self.with(|record| {
                *record = Record {
                    is_on: true,
                    ..Record::default()
                }
            });
        }

        /// What was recorded since `record`: jobs, and responses that were cached whole.
        pub fn take(&self) -> (Vec<ReadJob>, Vec<CachedRead>) {
            self.with(|record| {
                (
                    std::mem::take(&mut record.jobs),
                    std::mem::take(&mut record.responses),
                )
            })
        }

        /// Setting the authorizer expires the connection's cached statements: each is prepared again, and reports its
        /// tables, when it is next used.
        pub(in crate::db) fn begin(&self, connection: &mut Connection) -> Result<()> {
            let index = self.with(|record| {
                record.is_on.then(|| {
                    record.jobs.push(ReadJob::default());
                    record.jobs.len() - 1
                })
            });
            let Some(index) = index else {
                return Ok(());
            };
            RUNNING.set(Some((self.clone(), index)));
            let log = self.clone();
            connection.authorizer(Some(move |context: AuthContext<'_>| {
                if let AuthAction::Read { table_name, .. } = context.action {
                    let seen = (table_name.to_owned(), context.accessor.map(str::to_owned));
                    log.job(index, |job| {
                        if IS_TOTAL.get() {
                            job.totals.insert(seen.clone());
                        }
                        job.touched.insert(seen);
                    });
                }
                Authorization::Allow
            }))?;
            Ok(())
        }

        pub(in crate::db) fn end(connection: &mut Connection) -> Result<()> {
            if RUNNING.take().is_some() {
                connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
            }
            Ok(())
        }

        fn job<T>(&self, index: usize, change: impl FnOnce(&mut ReadJob) -> T) {
            self.with(|record| record.jobs.get_mut(index).map(change));
        }

        /// A response was cached whole.
        pub fn responded(&self, response: impl FnOnce() -> CachedRead) {
            self.with(|record| {
                if record.is_on {
                    record.responses.push(response());
                }
            });
        }
    }

    /// Runs the part of a job whose result is cached by itself.
    pub fn total<T>(part: impl FnOnce() -> T) -> T {
        IS_TOTAL.set(true);
        let result = part();
        IS_TOTAL.set(false);
        result
    }

    /// Says of the running job what its cached result depends on.
    pub fn cached(read: impl FnOnce() -> CachedRead) {
        RUNNING.with_borrow(|running| {
            if let Some((log, index)) = running {
                log.job(*index, |job| job.cached = Some(read()));
            }
        });
    }
}

#[cfg(not(debug_assertions))]
mod nothing {
    use rusqlite::Connection;

    use super::CachedRead;
    use crate::error::Result;

    #[derive(Clone, Copy, Default)]
    pub struct ReadLog;

    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "the same functions as in a debug build"
    )]
    impl ReadLog {
        pub(in crate::db) fn begin(&self, _: &mut Connection) -> Result<()> {
            Ok(())
        }

        pub(in crate::db) fn end(_: &mut Connection) -> Result<()> {
            Ok(())
        }

        pub fn responded(&self, _: impl FnOnce() -> CachedRead) {}
    }

    pub fn cached(_: impl FnOnce() -> CachedRead) {}

    pub fn total<T>(part: impl FnOnce() -> T) -> T {
        part()
    }
}
