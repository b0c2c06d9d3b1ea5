//! What our own figures are a share of: the same work with nothing around it. scripts/bench.mjs runs it beside the real
//! program.
//!
//! * `ceiling serve ADDRESS SIZE…` – a bare axum server that answers `/0`, `/1`, … with as many bytes.
//! * `ceiling bare WORK THREADS SECONDS FILE ID` – the bare prepared statement of a work on a tenant's file (`list`,
//!   `search`, `one`), one durable insert in a file beside it (`create`), one hash (`sign-in`), without a server.
//!   Prints how many a second.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;
use rusqlite::{Connection, OpenFlags};
use voluntr::app::auth::password_hash;
use voluntr::base::clock::instant;

/// The program has it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const COLUMNS: &str = "select v.id, v.title, v.summary, v.description, v.vacancy_type, v.tags, v.city, v.published_at,
        o.id, o.name, o.description
   from vacancies v
   join organizations o on o.id = v.organization_id";
const NEWEST: &str = "order by v.published_at desc, v.id desc limit 20";

fn main() {
    // Cargo adds `--bench`; it means nothing here.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words {
        ["serve", address, ref sizes @ ..] => serve(
            address.parse().expect("an address"),
            sizes.iter().filter_map(|size| size.parse().ok()),
        ),
        ["bare", work, threads, seconds, file, id] => {
            let time = Duration::from_secs_f64(seconds.parse().expect("seconds"));
            let id = id.parse().expect("a number");
            let threads = threads.parse().expect("a number of threads");
            println!("{:.1}", bare(work, threads, time, Path::new(file), id));
        }
        // `cargo test --benches` and `cargo bench` start it without a word.
        _ => {}
    }
}

fn serve(address: SocketAddr, sizes: impl Iterator<Item = usize>) {
    let router = sizes
        .enumerate()
        .fold(Router::new(), |router, (index, size)| {
            let body = Bytes::from("x".repeat(size));
            router.route(
                &format!("/{index}"),
                any(move || {
                    let body = body.clone();
                    async move {
                        let mut response = Response::new(Body::from(body));
                        response.headers_mut().insert(
                            header::CONTENT_TYPE,
                            header::HeaderValue::from_static("application/vnd.api+json"),
                        );
                        response
                    }
                }),
            )
        });
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts on every machine");
    runtime.block_on(async move {
        let listener = voluntr::server::bind(address).expect("the address is free");
        accept(listener, router).await;
    });
}

/// The same accept loop as ours, with nothing behind it.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    use hyper::server::conn::http1;
    use hyper_util::rt::TokioIo;
    use hyper_util::service::TowerToHyperService;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _ = http1::Builder::new()
                .writev(true)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// How often a second `threads` threads do `work`, each with a connection of its own. Two readers that are no faster
/// than one mean that `SQLite` was built with the wrong flags (docs/decisions/0003).
fn bare(work: &str, threads: usize, time: Duration, file: &Path, id: i64) -> f64 {
    let begun = instant();
    let done: u64 = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|number| {
                scope.spawn(move || {
                    let mut once = prepare(work, file, id, number);
                    let mut done = 0;
                    while begun.elapsed() < time {
                        once();
                        done += 1;
                    }
                    done
                })
            })
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("a thread that counts does not panic"))
            .sum()
    });
    #[expect(clippy::cast_precision_loss, reason = "no machine counts so far")]
    let done = done as f64;
    done / begun.elapsed().as_secs_f64()
}

fn prepare(work: &str, file: &Path, id: i64, number: usize) -> Box<dyn FnMut()> {
    match work {
        "list" => query(
            file,
            format!(
                "{COLUMNS} where v.status = 'published' and v.volunteer_center_id = 1 {NEWEST}"
            ),
            Vec::new(),
        ),
        "search" => query(
            file,
            format!(
                "{COLUMNS} where v.id in (select rowid from vacancies_search where vacancies_search match ?1) {NEWEST}"
            ),
            vec![
                "{title keywords body} : (taal OR taal*) AND facet : _s_published"
                    .to_owned()
                    .into(),
            ],
        ),
        "one" => query(file, format!("{COLUMNS} where v.id = ?1"), vec![id.into()]),
        "create" => create(file, number),
        "sign-in" => Box::new(|| {
            password_hash::hash("a password").expect("the parameters are good");
        }),
        _ => panic!("there is no work called {work}"),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "what it costs without our db/ is the question"
)]
fn query(file: &Path, sql: String, values: Vec<rusqlite::types::Value>) -> Box<dyn FnMut()> {
    let connection = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .expect("the tenant's file is there");
    Box::new(move || {
        let mut statement = connection.prepare_cached(&sql).expect("the schema fits");
        let mut rows = statement
            .query(rusqlite::params_from_iter(&values))
            .expect("the schema fits");
        while let Some(row) = rows.next().expect("a read") {
            for column in 0..11 {
                std::hint::black_box(row.get_ref(column).expect("eleven columns"));
            }
        }
    })
}

/// One row of the size of an application, synced to disk before the next: what one client at a time could have.
#[expect(
    clippy::disallowed_methods,
    reason = "what it costs without our db/ is the question"
)]
fn create(file: &Path, number: usize) -> Box<dyn FnMut()> {
    let beside: PathBuf = file.with_file_name(format!("bare-{number}.db"));
    let connection = Connection::open(&beside).expect("the folder may be written");
    connection
        .execute_batch(
            "pragma journal_mode = wal;
             pragma synchronous = full;
             create table if not exists rows (id integer primary key, body text not null) strict;",
        )
        .expect("a new file");
    let body = "x".repeat(600);
    Box::new(move || {
        connection
            .prepare_cached("insert into rows (body) values (?1)")
            .and_then(|mut statement| statement.execute([&body]))
            .expect("an insert");
    })
}
