//! Figures of the running program for Prometheus. Where no recorder is installed, as in commands, counting costs next to
//! nothing. Labels have few values: routes of the program, statuses, names of jobs; never an address, a tenant or a person.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// Seconds; a page takes milliseconds, an upload on a slow line half a minute.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0,
];
/// Jobs in a commit, 256 at most.
const JOBS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Starts counting. Once per process.
///
/// # Errors
/// Another recorder is installed.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Full("voluntr_commit_jobs".to_owned()), &JOBS)?
        .install_recorder()?;
    describe();
    Ok(handle)
}

fn describe() {
    describe_counter!(
        "voluntr_http_requests_total",
        "Requests answered, by method, route and status"
    );
    describe_histogram!(
        "voluntr_http_request_duration_seconds",
        "Time from the last byte of the headers to the answer, by route"
    );
    describe_counter!(
        "voluntr_cache_lookups_total",
        "Requests of visitors that may be answered from the cache: hit, shared with another one, or miss"
    );
    describe_histogram!(
        "voluntr_commit_duration_seconds",
        "Time of a commit of the writer, with the jobs in it"
    );
    describe_histogram!("voluntr_commit_jobs", "Writes in one commit");
    describe_counter!("voluntr_jobs_total", "Runs of background jobs, by outcome");
    describe_histogram!(
        "voluntr_job_duration_seconds",
        "Time of a background job of one tenant"
    );
    describe_counter!(
        "voluntr_mails_total",
        "Letters given to the mail server, by outcome"
    );
    describe_counter!(
        "voluntr_forwarded_requests_total",
        "Requests passed on to the node that serves their tenant, by outcome"
    );
    describe_counter!(
        "voluntr_replica_restarts_total",
        "How often Litestream ended by itself and was started again"
    );
    describe_counter!(
        "voluntr_replica_errors_total",
        "Errors that Litestream told of"
    );
    for (name, what) in GAUGES {
        describe_gauge!(name, what);
    }
}

/// What is read when somebody asks (`server::metrics`).
const GAUGES: [(&str, &str); 23] = [
    ("voluntr_info", "The version of the program"),
    (
        "voluntr_replica_running",
        "1 where all that copies what this node serves runs",
    ),
    ("voluntr_tenants", "Tenants: open, closed or down"),
    (
        "voluntr_writes_waiting",
        "Writes that wait for the writer, of all open tenants",
    ),
    (
        "voluntr_wal_bytes",
        "Size of the largest WAL of an open tenant",
    ),
    (
        "voluntr_outbox_waiting",
        "Letters that wait although they are due, of open tenants",
    ),
    (
        "voluntr_outbox_oldest_seconds",
        "How long the oldest of them has been due",
    ),
    (
        "voluntr_outbox_failed",
        "Letters that were given up, of open tenants",
    ),
    ("voluntr_streams", "Open live streams"),
    (
        "voluntr_disk_free_bytes",
        "Free room on the disk of the data folder",
    ),
    (
        "voluntr_backup_age_seconds",
        "Age of the last backup; absent where none was made",
    ),
    (
        "voluntr_backup_drill_age_seconds",
        "Since when the last backup that was restored on trial has been there",
    ),
    (
        "voluntr_backup_failing",
        "Whether the last attempt to make a backup, or to copy it elsewhere, failed",
    ),
    (
        "voluntr_backup_missing_tenants",
        "Tenants that are not in the last backup",
    ),
    (
        "voluntr_doctor_faults",
        "Faults that the server found when it last looked whether everything is in order; absent where it has not yet",
    ),
    (
        "voluntr_log_lines_dropped",
        "Lines of the log that could not be written",
    ),
    (
        "voluntr_thread_restarts",
        "Threads that were started again after a panic",
    ),
    (
        "voluntr_ready",
        "Whether /health/ready says that everything works",
    ),
    (
        "voluntr_node_lease_valid",
        "Whether this node may serve, where it is one of several",
    ),
    ("process_resident_memory_bytes", "Memory in use"),
    ("process_open_fds", "Open files and connections"),
    ("process_threads", "Threads"),
    (
        "process_start_time_seconds",
        "When the program was started, in seconds since 1970",
    ),
];

/// A request that was answered. `route` is none for what no route knows, such as a wrong address.
pub fn request(method: &Method, route: Option<&str>, status: StatusCode, took: Duration) {
    let route = route.unwrap_or("none").to_owned();
    let method = name_of(method);
    counter!(
        "voluntr_http_requests_total",
        "method" => method, "route" => route.clone(), "status" => status.as_str().to_owned()
    )
    .increment(1);
    histogram!("voluntr_http_request_duration_seconds", "method" => method, "route" => route)
        .record(took.as_secs_f64());
}

/// Clients may send methods of their own making.
fn name_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PATCH => "PATCH",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// What the cache had for a request that it may answer.
#[derive(Debug, Clone, Copy)]
pub enum Lookup {
    Hit,
    /// Another request was producing it.
    Shared,
    Miss,
}

pub fn cache_lookup(lookup: Lookup) {
    let result = match lookup {
        Lookup::Hit => "hit",
        Lookup::Shared => "shared",
        Lookup::Miss => "miss",
    };
    counter!("voluntr_cache_lookups_total", "result" => result).increment(1);
}

/// A commit of a tenant's writer, with the number of writes in it.
pub fn commit(jobs: usize, took: Duration) {
    let jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
    histogram!("voluntr_commit_jobs").record(f64::from(jobs));
    histogram!("voluntr_commit_duration_seconds").record(took.as_secs_f64());
}

/// A background job of one tenant.
pub fn job(name: &'static str, is_done: bool, took: Duration) {
    let outcome = if is_done { "done" } else { "failed" };
    counter!("voluntr_jobs_total", "job" => name, "outcome" => outcome).increment(1);
    histogram!("voluntr_job_duration_seconds", "job" => name).record(took.as_secs_f64());
}

/// A request that was passed on to another node, which answered or did not.
pub fn passed_on(is_answered: bool) {
    let outcome = if is_answered { "answered" } else { "failed" };
    counter!("voluntr_forwarded_requests_total", "outcome" => outcome).increment(1);
}

/// A letter that the mail server took, or did not.
pub fn mail(is_sent: bool) {
    let outcome = if is_sent { "sent" } else { "failed" };
    counter!("voluntr_mails_total", "outcome" => outcome).increment(1);
}
