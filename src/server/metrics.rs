//! `/metrics` for Prometheus, on an address of its own: what was counted (`base::metrics`), and what is read at the moment
//! of the question. It names no tenant and no person.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use futures_util::future::join_all;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::gauge;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::app::tenancy::tenant::Tenant;
use crate::backup::last::LastBackup;
use crate::base::clock::seconds_until;
use crate::base::{log_output, threads};
use crate::db::free_bytes;
use crate::doctor::told::LastLook;
use crate::error::Result;
use crate::mail::outbox;
use crate::web;

const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Connections at once: Prometheus opens one.
const CONNECTIONS: usize = 16;
/// Time limit for a request, its answer and the connection.
const WITHIN: Duration = Duration::from_secs(10);
/// A tenant that does not answer within this time is left out.
const TENANT_WITHIN: Duration = Duration::from_secs(2);

/// Binds the address of `metrics_listen`.
///
/// # Errors
/// The address is in use, or is none of this machine.
pub fn bind(address: SocketAddr) -> Result<TcpListener> {
    super::bind_for(address, "metrics_listen")
}

/// Answers `GET /metrics` until the task is dropped.
pub async fn serve(listener: TcpListener, app: Arc<App>, counted: PrometheusHandle) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (app, counted) = (Arc::clone(&app), counted.clone());
        tokio::spawn(async move {
            let _ = tokio::time::timeout(WITHIN, converse(stream, app, counted)).await;
            drop(permit);
        });
    }
}

async fn converse(stream: TcpStream, app: Arc<App>, counted: PrometheusHandle) {
    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
        let (app, counted) = (Arc::clone(&app), counted.clone());
        async move {
            let is_known = request.uri().path() == "/metrics";
            let response = match (is_known, request.method()) {
                (true, &Method::GET) => {
                    read(&app).await;
                    counted.run_upkeep();
                    let mut response = Response::new(Body::from(counted.render()));
                    let kind = HeaderValue::from_static(CONTENT_TYPE);
                    response.headers_mut().insert(header::CONTENT_TYPE, kind);
                    response
                }
                (true, _) => plain(StatusCode::METHOD_NOT_ALLOWED),
                (false, _) => plain(StatusCode::NOT_FOUND),
            };
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(WITHIN)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    let _ = served.await;
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::from("figures are at /metrics\n"));
    *response.status_mut() = status;
    response
}

/// Reads what is not counted as it happens. Opens no tenant: what is of tenants is of those that are open.
async fn read(app: &Arc<App>) {
    gauge!("voluntr_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let opened = app.tenants().opened();
    read_tenants(app, &opened);
    let waiting: usize = opened
        .iter()
        .map(|tenant| db(tenant).waiting_writes())
        .sum();
    gauge!("voluntr_writes_waiting").set(number(waiting as u64));
    let largest = opened.iter().map(|tenant| db(tenant).wal_bytes()).max();
    gauge!("voluntr_wal_bytes").set(number(largest.unwrap_or_default()));
    read_outboxes(app, &opened).await;
    gauge!("voluntr_streams").set(number(app.live_streams() as u64));
    if let Ok(free) = free_bytes(&app.config().data) {
        gauge!("voluntr_disk_free_bytes").set(number(free));
    }
    read_backup(app);
    let look = LastLook::read(app.config());
    if look.at.is_some() {
        gauge!("voluntr_doctor_faults").set(number(look.faults as u64));
    }
    gauge!("voluntr_log_lines_dropped").set(number(log_output::state().dropped));
    gauge!("voluntr_thread_restarts").set(number(threads::state().restarted));
    gauge!("voluntr_ready").set(if web::is_ready(app).await { 1.0 } else { 0.0 });
    if let Some(nodes) = app.nodes() {
        gauge!("voluntr_node_lease_valid").set(if nodes.is_valid() { 1.0 } else { 0.0 });
    }
    read_process();
}

fn db(tenant: &Tenant) -> &crate::db::Db {
    tenant.unguarded("figures of the program tell of no person")
}

/// Exact up to 2^53, which no figure here reaches.
#[expect(
    clippy::cast_precision_loss,
    reason = "figures of Prometheus are floats"
)]
const fn number(count: u64) -> f64 {
    count as f64
}

fn read_backup(app: &App) {
    let last = LastBackup::read(app.config());
    let is_failing =
        last.error.is_some() || last.elsewhere.is_some_and(|copy| copy.error.is_some());
    gauge!("voluntr_backup_failing").set(if is_failing { 1.0 } else { 0.0 });
    let now = app.clock().text();
    for (name, at) in [
        ("voluntr_backup_age_seconds", last.at),
        ("voluntr_backup_drill_age_seconds", last.verified_at),
    ] {
        if let Some(at) = at {
            let age = u64::try_from(seconds_until(&at, &now));
            gauge!(name).set(number(age.unwrap_or_default()));
        }
    }
    gauge!("voluntr_backup_missing_tenants").set(number(last.missing.len() as u64));
}

fn read_tenants(app: &App, opened: &[Arc<Tenant>]) {
    let all = app.tenants().names().map_or(0, |names| names.len());
    let down = app.tenants().down().map_or(0, |down| down.len());
    for (state, count) in [
        ("open", opened.len()),
        ("closed", all.saturating_sub(opened.len())),
        ("down", down),
    ] {
        gauge!("voluntr_tenants", "state" => state).set(number(count as u64));
    }
}

async fn read_outboxes(app: &App, opened: &[Arc<Tenant>]) {
    let now = app.clock().text();
    let read = join_all(opened.iter().map(|tenant| {
        let now = now.clone();
        let read = db(tenant).read(move |connection| Ok(outbox::backlog(connection, &now)?));
        tokio::time::timeout(TENANT_WITHIN, read)
    }))
    .await;
    let (mut waiting, mut failed, mut oldest) = (0, 0, 0);
    for backlog in read.into_iter().flatten().flatten() {
        waiting += backlog.waiting;
        failed += backlog.failed;
        let age = backlog.due_since.map(|since| seconds_until(&since, &now));
        oldest = oldest.max(age.unwrap_or_default());
    }
    for (name, value) in [
        ("voluntr_outbox_waiting", waiting),
        ("voluntr_outbox_failed", failed),
        ("voluntr_outbox_oldest_seconds", oldest),
    ] {
        gauge!(name).set(number(u64::try_from(value).unwrap_or_default()));
    }
}

/// The figures that every exporter gives, by the names that dashboards know.
#[expect(
    clippy::disallowed_methods,
    reason = "the kernel tells of this process in files"
)]
fn read_process() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let value = line.and_then(|rest| rest.split_whitespace().next());
        value.and_then(|value| value.parse::<u64>().ok())
    };
    if let Some(kilobytes) = field("VmRSS:") {
        gauge!("process_resident_memory_bytes").set(number(kilobytes * 1024));
    }
    if let Some(threads) = field("Threads:") {
        gauge!("process_threads").set(number(threads));
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        gauge!("process_open_fds").set(number(files.count() as u64));
    }
    // The folder is made with the process.
    let started = std::fs::metadata("/proc/self").and_then(|data| data.modified());
    if let Some(since) = started
        .ok()
        .and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok())
    {
        gauge!("process_start_time_seconds").set(since.as_secs_f64());
    }
}
