//! Tests of the database layer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::error::Code;

fn db() -> (tempfile::TempDir, Arc<Db>) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    (folder, Arc::new(db))
}

fn insert(tx: &Tx, key: &str) -> Result<()> {
    tx.execute("insert into settings (name, value) values (?1, '1')", [key])?;
    Ok(())
}

async fn count(db: &Db) -> i64 {
    db.read(|c| Ok(c.query_row("select count(*) from settings", [], |row| row.get(0))?))
        .await
        .unwrap()
}

#[tokio::test]
async fn a_reply_never_precedes_its_commit() {
    let (_folder, db) = db();
    for n in 0..50 {
        db.write(move |tx| insert(tx, &format!("k{n}")))
            .await
            .unwrap();
        assert_eq!(count(&db).await, n + 1);
    }
}

#[tokio::test]
async fn a_failed_job_undoes_only_itself() {
    let (_folder, db) = db();
    let jobs: Vec<_> = (0..100)
        .map(|n| {
            let db = Arc::clone(&db);
            tokio::spawn(async move {
                db.write(move |tx| {
                    insert(tx, &format!("k{n}"))?;
                    match n % 3 {
                        0 => Err(Code::Invalid.into()),
                        1 => panic!("on purpose"),
                        _ => Ok(()),
                    }
                })
                .await
            })
        })
        .collect();
    let mut kept = 0;
    for job in jobs {
        kept += i64::from(job.await.unwrap().is_ok());
    }
    assert_eq!(kept, 33);
    assert_eq!(count(&db).await, 33);
}

#[tokio::test]
async fn a_panic_costs_no_reader() {
    let (_folder, db) = db();
    for _ in 0..10 {
        assert!(db.read::<(), _>(|_| panic!("on purpose")).await.is_err());
    }
    assert_eq!(count(&db).await, 0);
}

#[tokio::test]
async fn a_read_sees_one_moment_and_the_next_one_a_later() {
    let (_folder, db) = db();
    let (reading, begun) = std::sync::mpsc::channel();
    let (written, go_on) = std::sync::mpsc::channel();
    let ask = |c: &Connection| -> Result<i64> {
        Ok(c.query_row("select count(*) from settings", [], |row| row.get(0))?)
    };
    let reader = Arc::clone(&db);
    let twice = tokio::spawn(async move {
        let job = move |c: &Connection| {
            let first = ask(c)?;
            reading.send(()).unwrap();
            go_on.recv().unwrap();
            Ok((first, ask(c)?))
        };
        reader.read(job).await.unwrap()
    });
    tokio::task::spawn_blocking(move || begun.recv().unwrap())
        .await
        .unwrap();
    db.write(|tx| insert(tx, "between")).await.unwrap();
    written.send(()).unwrap();
    assert_eq!(twice.await.unwrap(), (0, 0));
    assert_eq!(count(&db).await, 1);
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let (_folder, db) = db();
    let refused = db
        .read(|c| Ok(c.execute("delete from settings", [])?))
        .await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn a_stamp_moves_with_its_own_table_only() {
    let (_folder, db) = db();
    let (settings, users) = (
        db.table_version(&["settings"]),
        db.table_version(&["users"]),
    );
    db.write(|tx| insert(tx, "a")).await.unwrap();
    assert_ne!(db.table_version(&["settings"]), settings);
    assert_eq!(db.table_version(&["users"]), users);
}

/// `SQLite` calls no hook for the rows of a table without row numbers.
#[tokio::test]
async fn a_stamp_moves_with_a_table_without_row_numbers() {
    let (_folder, db) = db();
    let sql = "insert into mail_bounces (email, count, last_error, bounced_at) values ('a@example.nl', 3, '', '')";
    for change in [
        sql,
        "update mail_bounces set count = 0",
        "delete from mail_bounces where count = 0",
    ] {
        let (before, users) = (
            db.table_version(&["mail_bounces"]),
            db.table_version(&["users"]),
        );
        db.write(move |tx| Ok(tx.execute(change, [])?))
            .await
            .unwrap();
        assert_ne!(db.table_version(&["mail_bounces"]), before, "{change}");
        assert_eq!(db.table_version(&["users"]), users, "{change}");
    }
}

#[tokio::test]
async fn a_stamp_moves_when_another_program_writes() {
    let (folder, db) = db();
    let before = db.table_version(&["settings"]);
    let other = Db::open(&folder.path().join("tenant.db"), Clock::system()).unwrap();
    other.write(|tx| insert(tx, "a")).await.unwrap();
    tokio::time::sleep(LOOK_EVERY * 2).await;
    assert_ne!(db.table_version(&["settings"]), before);
}

#[tokio::test]
async fn an_endless_query_is_stopped() {
    // The default deadline is long for a test; a thread of a pool with a short one shows that the handler is
    // installed.
    let (_folder, db) = db();
    let begun = instant();
    let answer = db
        .read_slow(|c| {
            c.query_row(
                "with recursive n (x) as (select 1 union all select x + 1 from n) select max(x) from n",
                [],
                |row| row.get::<_, i64>(0),
            )
            .map_err(|error| Error::of_database(&error))
        })
        .await;
    assert!(answer.unwrap_err().is(Code::TimedOut));
    assert!(begun.elapsed() < Duration::from_secs(30));
}

const ENDLESS: &str =
    "with recursive n (x) as (select 1 union all select x + 1 from n) select max(x) from n";

fn asker(number: u8) -> IpAddr {
    IpAddr::from([192, 0, 2, number])
}

#[tokio::test]
async fn a_search_that_takes_too_long_is_refused_for_now_and_is_no_fault() {
    let (_folder, db) = db();
    let error = db
        .search(asker(1), |c| {
            Ok(c.query_row(ENDLESS, [], |row| row.get::<_, i64>(0))?)
        })
        .await
        .unwrap_err();
    assert!(error.is(Code::TimedOut), "{error:?}");
    assert_eq!(error.status(), 503);
    assert!(error.code().retry_after().is_some());
    assert_eq!(db.search(asker(1), |_| Ok(1)).await.unwrap(), 1);
}

fn slow(db: &Arc<Db>, from: IpAddr, millis: u64) -> tokio::task::JoinHandle<Result<()>> {
    let db = Arc::clone(db);
    tokio::spawn(async move {
        db.search(from, move |_| {
            std::thread::sleep(Duration::from_millis(millis));
            Ok(())
        })
        .await
    })
}

#[tokio::test]
async fn who_searches_without_end_keeps_nobody_else_waiting() {
    let (_folder, db) = db();
    let greedy: Vec<_> = (0..40).map(|_| slow(&db, asker(1), 40)).collect();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let begun = instant();
    slow(&db, asker(2), 0).await.unwrap().unwrap();
    let waited = begun.elapsed();
    assert!(waited < Duration::from_millis(200), "{waited:?}");
    let are_waiting = greedy.iter().filter(|search| !search.is_finished()).count();
    assert!(are_waiting > 20, "{are_waiting}");
}

#[tokio::test]
async fn a_search_that_has_waited_too_long_is_refused_for_now() {
    let (_folder, db) = db();
    let all: Vec<_> = (0..10).map(|_| slow(&db, asker(1), 400)).collect();
    let mut refused = 0;
    for search in all {
        match search.await.unwrap() {
            Ok(()) => {}
            Err(error) => {
                assert!(error.is(Code::TimedOut), "{error:?}");
                refused += 1;
            }
        }
    }
    assert!((2..=6).contains(&refused), "{refused}");
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_is_not_run() {
    let (_folder, db) = db();
    let first: Vec<_> = (0..2).map(|_| slow(&db, asker(1), 200)).collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let has_run = Arc::new(AtomicBool::new(false));
    let gone = {
        let (db, has_run) = (Arc::clone(&db), Arc::clone(&has_run));
        tokio::spawn(async move {
            db.search(asker(1), move |_| {
                has_run.store(true, Ordering::Relaxed);
                Ok(())
            })
            .await
        })
    };
    tokio::time::sleep(Duration::from_millis(20)).await;
    gone.abort();
    for search in first {
        search.await.unwrap().unwrap();
    }
    slow(&db, asker(1), 0).await.unwrap().unwrap();
    assert!(!has_run.load(Ordering::Relaxed));
}

#[test]
fn a_schema_from_the_future_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tenant.db");
    drop(Db::open(&path, Clock::system()).unwrap());
    let connection = open::writable(&path).unwrap();
    connection
        .pragma_update(None, "user_version", 9999)
        .unwrap();
    drop(connection);
    let error = Db::open(&path, Clock::system()).err().unwrap();
    assert!(error.to_string().contains("newer voluntr"), "{error}");
}

/// A long WAL would be read completely by the next opener, before its first response.
#[tokio::test]
async fn a_file_that_is_closed_leaves_no_log_to_be_read() {
    let (folder, db) = db();
    db.write(|tx| insert(tx, "k")).await.unwrap();
    let log = folder.path().join("tenant.db-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    // Readers are idle, and still open.
    assert_eq!(count(&db).await, 1);
    drop(db);
    let left = std::fs::metadata(&log).map_or(0, |found| found.len());
    assert_eq!(left, 0);
}

/// During a burst the WAL is checkpointed in the background, long before the writer would do so itself.
#[tokio::test]
async fn a_long_log_goes_into_the_file_while_it_is_open() {
    let (folder, db) = db();
    let size = |name: &str| {
        let found = std::fs::metadata(folder.path().join(name));
        found.map_or(0, |found| found.len())
    };
    let long = "x".repeat(1_000_000);
    for row in 0..30 {
        let value = long.clone();
        db.write(move |tx| {
            tx.execute(
                "insert into settings (name, value) values (?1, ?2)",
                (format!("k{row}"), value),
            )?;
            Ok(())
        })
        .await
        .unwrap();
    }
    let begun = instant();
    while size("tenant.db") < 10_000_000 {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "still in the log"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(count(&db).await, 30);
    drop(db);
    assert_eq!(size("tenant.db-wal"), 0);
}

/// Limits the file's growth to this many pages, as a quota would.
async fn limit(db: &Db, more: i64) {
    db.write(move |tx| {
        let pages: i64 = tx.pragma_query_value(None, "page_count", |row| row.get(0))?;
        tx.query_row(
            &format!("pragma max_page_count = {}", pages + more),
            [],
            |_| Ok(()),
        )?;
        Ok(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_full_file_refuses_what_is_written_answers_reads_and_recovers() {
    let (_folder, db) = db();
    limit(&db, 2).await;
    let big = |db: &Arc<Db>, key: &'static str| {
        let db = Arc::clone(db);
        tokio::spawn(async move {
            db.write(move |tx| {
                tx.execute(
                    "insert into settings (name, value) values (?1, printf('%.*c', 100000, 'x'))",
                    [key],
                )?;
                Ok(())
            })
            .await
        })
    };
    let before = count(&db).await;
    // Several at once: jobs that share the transaction get the same error, and no claim that they are invalid.
    let jobs = ["a", "b", "c", "d"].map(|key| big(&db, key));
    for job in jobs {
        let error = job.await.unwrap().unwrap_err();
        assert!(error.is(Code::InsufficientStorage), "{error}");
    }
    assert!(db.is_out_of_room());
    assert_eq!(count(&db).await, before);
    limit(&db, 1_000).await;
    big(&db, "a").await.unwrap().unwrap();
    assert!(!db.is_out_of_room());
    assert_eq!(count(&db).await, before + 1);
}

/// Fills the file with several megabytes, so that a copy takes several steps.
async fn fill(db: &Db, megabytes: i64) {
    db.write(move |tx| {
        tx.execute_batch(&format!(
            "create table bulk (filler blob);
             with recursive n (i) as (select 1 union all select i + 1 from n where i < {megabytes} * 16)
             insert into bulk select randomblob(65000) from n;"
        ))?;
        Ok(())
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_ends_while_somebody_writes_all_the_time_and_is_of_one_moment() {
    let (folder, db) = db();
    fill(&db, 40).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let (over, writing) = (Arc::clone(&is_over), Arc::clone(&db));
    let writer = tokio::spawn(async move {
        let mut times = Vec::new();
        while !over.load(Ordering::Relaxed) {
            let begun = instant();
            // Two rows, inserted atomically.
            writing
                .write(|tx| {
                    tx.execute("insert into bulk values (zeroblob(10))", [])?;
                    tx.execute("insert into bulk values (zeroblob(10))", [])?;
                    Ok(())
                })
                .await
                .unwrap();
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        times
    });
    let (from, to) = (db.path().to_owned(), folder.path().join("copy.db"));
    let copied = to.clone();
    let told = tokio::task::spawn_blocking(move || {
        let mut told = Vec::new();
        crate::db::offline_file::copy(&from, &copied, &mut |done, total| told.push((done, total)))
            .map(|()| told)
    });
    let told = tokio::time::timeout(Duration::from_secs(30), told).await;
    is_over.store(true, Ordering::Relaxed);
    let told = told.expect("it ends").unwrap().unwrap();
    let times = writer.await.unwrap();
    assert!(times.len() > 5);
    // Far more than a write takes, far less than the copy: writes do not wait for its end.
    let p99 = times[times.len() * 99 / 100];
    assert!(p99 < Duration::from_millis(500), "{p99:?}");
    let (done, total) = *told.last().unwrap();
    assert_eq!(done, total);
    assert!(told.is_sorted());
    assert!(crate::db::offline_file::inspect(&to).unwrap().is_whole());
    let rows = crate::db::offline_file::count_rows(&to).unwrap()["bulk"];
    assert!(rows >= 640 && rows % 2 == 0, "{rows}");
    let beside = std::fs::read_dir(folder.path()).unwrap().flatten();
    let left: Vec<_> = beside.map(|entry| entry.file_name()).collect();
    assert!(
        !left
            .iter()
            .any(|name| name.to_string_lossy().starts_with("copy.db-")),
        "{left:?}"
    );
}

#[tokio::test]
async fn a_log_that_grew_during_a_long_read_shrinks_again() {
    let (_folder, db) = db();
    let log = db.path().with_extension("db-wal");
    let size = || std::fs::metadata(&log).unwrap().len();
    let reader = open::readable(db.path()).unwrap();
    reader
        .execute_batch("begin; select count(*) from settings")
        .unwrap();
    fill(&db, 100).await;
    assert!(size() > 100 * 1024 * 1024);
    reader.execute_batch("commit").unwrap();
    for number in 0..5 {
        db.write(move |tx| insert(tx, &format!("k{number}")))
            .await
            .unwrap();
    }
    assert!(size() <= 64 * 1024 * 1024, "{}", size());
}

#[tokio::test]
async fn a_writer_that_panics_answers_who_waits_and_writes_on() {
    let (_folder, db) = db();
    let before = count(&db).await;
    for round in 0..3 {
        // In the thread itself, outside the job that is caught.
        db.writer
            .send(Write {
                work: write_work(|_| Ok(())),
                asker: Asker::Panicking,
                faults: Arc::clone(&db.faults),
                span: Span::none(),
            })
            .unwrap();
        let write = db.write(move |tx| insert(tx, &format!("a{round}")));
        let outcome = tokio::time::timeout(Duration::from_secs(5), write).await;
        // Whoever shared its transaction gets an error, the next one is served.
        let _ = outcome.expect("an answer");
        let write = db.write(move |tx| insert(tx, &format!("b{round}")));
        let outcome = tokio::time::timeout(Duration::from_secs(5), write).await;
        outcome.expect("an answer").expect("a write");
    }
    assert!(count(&db).await >= before + 3);
    assert!(crate::base::threads::state().restarted >= 3);
}

#[tokio::test]
async fn readers_that_panic_are_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    // No file yet: the pool refuses each job, and these panic at that.
    let pool = ReadPool::new(&file, 1, Duration::from_secs(1), &ReadLog::default());
    let room = Arc::new(Room::beside(&file));
    let faults = Arc::new(Faults::of(&file, room));
    let read = |asker| {
        Turn::Read(Read {
            work: read_work(|_| Ok(())),
            admission: None,
            asker,
            faults: Arc::clone(&faults),
            span: Span::none(),
            patience: None,
        })
    };
    for _ in 0..3 {
        pool.send(read(Asker::Panicking)).unwrap();
    }
    drop(Db::open(&file, Clock::default()).unwrap());
    let (sender, done) = crossbeam_channel::bounded(1);
    pool.send(read(Asker::Thread(sender))).unwrap();
    let outcome = done.recv_timeout(Duration::from_secs(5)).unwrap();
    assert!(outcome.is_ok());
}
