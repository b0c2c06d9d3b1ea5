//! Background jobs: sending emails, expiring vacancies, applying retention. Every job is idempotent and takes the
//! current time from its transaction or its caller.

mod add_changelog;
mod admin_mail;
mod ask_organizations;
mod back_up;
mod center_digests;
mod count_analytics;
mod delete_expired;
mod diagnose;
mod expire_vacancies;
mod follow_activities;
mod follow_applications;
mod follow_checks;
mod follow_help;
mod follow_hours;
mod follow_pool;
mod import_vacancies;
mod mail_messages;
mod notification_digest;
mod publish_scheduled;
mod receive_mail;
mod remind_invited;
mod remind_organizations;
mod remind_reviewers;
mod remind_vacancies;
mod resume_bulk_edits;
mod resume_exports;
mod resume_imports;
mod retention;
mod saved_searches;
mod send_newsletters;
mod send_outbox;
mod send_pushes;
mod sweep_uploads;
mod vacancy_digest;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use tokio::time::MissedTickBehavior;
use tracing::Instrument as _;

use self::back_up::BackingUp;
use self::diagnose::Looks;
use crate::app::App;
use crate::app::tenancy::tenant::Tenant;
use crate::base::clock::instant;
use crate::base::metrics;
use crate::base::threads::{self, AbortOnDrop};
use crate::config::Config;
use crate::db::offline_file::Lock;
use crate::db::{Db, Tx};
use crate::db::{offline_file, older_file};
use crate::error::{Error, Result};
use crate::http::uploads;
use crate::mail::{MailKind, Mailer, MailerSettings};
use crate::privacy::{is_scrub_due, scrub};
use crate::push::Sender;
use crate::resources::push_subscription;

pub use crate::jobs::add_changelog::add_changelog;
pub use crate::jobs::ask_organizations::ask_organizations;
pub use crate::jobs::center_digests::mail_centers;
pub use crate::jobs::count_analytics::{count_analytics, rebuild_analytics};
pub use crate::jobs::delete_expired::delete_expired;
pub use crate::jobs::expire_vacancies::expire_vacancies;
pub use crate::jobs::follow_activities::follow_activities;
pub use crate::jobs::follow_applications::follow_applications;
pub use crate::jobs::follow_checks::follow_checks;
pub use crate::jobs::follow_help::follow_help;
pub use crate::jobs::follow_hours::follow_hours;
pub use crate::jobs::follow_pool::follow_pool;
pub use crate::jobs::mail_messages::mail_messages;
pub use crate::jobs::notification_digest::send_digests;
pub use crate::jobs::publish_scheduled::publish_scheduled;
pub use crate::jobs::receive_mail::{accept_held_mail, receive_mail};
pub use crate::jobs::remind_organizations::remind_organizations;
pub use crate::jobs::resume_bulk_edits::resume_bulk_edits;
pub use crate::jobs::resume_exports::resume_exports;
pub use crate::jobs::resume_imports::resume_imports;
pub use crate::model::email_branding::{Origin, email_branding, origin};
pub use retention::{is_due as is_retention_due, retention};
pub use saved_searches::{is_due as is_saved_search_due, mail_saved_searches};
pub use send_newsletters::send_newsletters;
use send_outbox::send_unless_moving;
pub use send_outbox::{Sent, send_outbox};
pub use send_pushes::send_pushes;
pub use sweep_uploads::sweep_uploads;
pub use vacancy_digest::{is_due as is_vacancy_digest_due, vacancy_digest};

/// Interval between ticks. The outboxes of open tenants are checked at every tick, those of closed tenants less often.
const TICK: Duration = Duration::from_secs(1);
const CLOSED_MAIL_EVERY: u64 = 30;
/// Ticks between checks of what could not be used. Jobs are suspended while the disk is full.
const LOOK_AGAIN_EVERY: u64 = 5;
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * 60;
/// Delays jobs after start-up so that requests are served first.
const AFTER_START: Duration = Duration::from_secs(3);
/// Maximum number of tenants that send concurrently.
const SENDERS: usize = 4;

/// Creates the mailer from the configured mail server; `None` where none is configured.
pub fn mailer(config: &Config) -> Result<Option<Mailer>> {
    let Some(url) = &config.smtp_url else {
        return Ok(None);
    };
    let settings = MailerSettings {
        from: Some(config.mail_from.clone()),
        ..MailerSettings::new(url)
    };
    Mailer::new(&settings).map(Some).map_err(|error| {
        Error::internal(format!(
            "settings: {error}; look at VOLUNTR_SMTP_URL and VOLUNTR_MAIL_FROM"
        ))
    })
}

/// Sends one reminder about a row, if it is still due.
type Remind = fn(&Tx, MailKind, i64) -> Result<()>;

/// Sends the reminders that are due, each in a transaction of its own; returns how many. One that fails keeps none of the
/// others from it.
async fn each_by_itself(
    db: &Db,
    waiting: Vec<(MailKind, i64)>,
    (table, remind): (&'static str, Remind),
) -> usize {
    let mut count = 0;
    for (kind, id) in waiting {
        match db.write(move |tx| remind(tx, kind, id)).await {
            Ok(()) => count += 1,
            Err(error) => tracing::error!(table, id, %error, "a row was passed over"),
        }
    }
    count
}

/// One for what was dealt with; what failed is logged, and keeps none of the others from it.
fn counted(job: &'static str, id: i64, outcome: Result<()>) -> usize {
    match outcome {
        Ok(()) => 1,
        Err(error) => {
            tracing::error!(job, id, %error, "a row was passed over");
            0
        }
    }
}

/// State shared by the jobs.
struct Jobs {
    app: Arc<App>,
    mailer: Option<Mailer>,
    senders: tokio::sync::Semaphore,
    sending: Mutex<HashSet<String>>,
    push_sender: Sender,
    /// Lock held from the first email on: of the processes that serve a data directory, only one sends.
    sole: OnceLock<Lock>,
    backing_up: Arc<BackingUp>,
    looks: Arc<Looks>,
}

/// Handle to the jobs that run beside the server.
pub struct Running {
    jobs: Arc<Jobs>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    /// `file` is the file with settings that was named.
    pub fn start(app: Arc<App>, mailer: Option<Mailer>, file: Option<PathBuf>) -> Self {
        let jobs = Arc::new(Jobs::new(app, mailer, file));
        Self {
            task: tokio::spawn({
                let jobs = Arc::clone(&jobs);
                async move { threads::keep_on("jobs", || run(Arc::clone(&jobs))).await }
            }),
            jobs,
        }
    }

    /// Stops sending after the email in progress, so that none is sent twice, unless it takes longer than `within`.
    pub async fn stop(self, within: Duration) {
        self.task.abort();
        let Some(mailer) = &self.jobs.mailer else {
            return;
        };
        mailer.stop();
        let quiet = async {
            while !self.jobs.lock_sending().is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(within, quiet).await.is_err() {
            tracing::warn!("a letter was still on its way; it may go twice");
        }
    }
}

/// Writes the views that open tenants have counted: every minute, and when the server stops.
pub async fn write_views(app: &App) {
    for tenant in app.tenants().opened() {
        if let Err(error) = tenant.write_views().await {
            tracing::warn!(tenant = tenant.name, %error, "views were not written");
        }
    }
}

async fn run(jobs: Arc<Jobs>) {
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let theirs = Arc::clone(&jobs);
    let slow = tokio::spawn(async move {
        threads::keep_on("slow jobs", || Box::pin(Arc::clone(&theirs).run_slowly())).await;
    });
    let _ends_with_us = AbortOnDrop(slow);
    let mut seconds = 0_u64;
    loop {
        ticks.tick().await;
        if seconds.is_multiple_of(LOOK_AGAIN_EVERY) {
            jobs.look_again().await;
        }
        if jobs.is_sole(seconds) {
            jobs.push_from_open().await;
        }
        if jobs.mailer.is_some() && jobs.is_sole(seconds) {
            jobs.send_from_open().await;
            if seconds.is_multiple_of(CLOSED_MAIL_EVERY) {
                jobs.send_from_closed().await;
            }
        }
        seconds += 1;
    }
}

impl Jobs {
    fn new(app: Arc<App>, mailer: Option<Mailer>, file: Option<PathBuf>) -> Self {
        let looks = Looks::new(file, app.clock().now());
        Self {
            looks: Arc::new(looks),
            app,
            mailer,
            senders: tokio::sync::Semaphore::new(SENDERS),
            sending: Mutex::default(),
            push_sender: Sender::default(),
            sole: OnceLock::new(),
            backing_up: Arc::default(),
        }
    }

    /// Returns whether this process holds the sending lock of the data directory. A process that takes over waits for
    /// the previous one to end.
    fn is_sole(&self, seconds: u64) -> bool {
        if self.sole.get().is_some() {
            return true;
        }
        match offline_file::lock(&self.app.config().data.join("sending.lock")) {
            Ok(Some(lock)) => self.sole.set(lock).is_ok(),
            Ok(None) => false,
            Err(error) => {
                if seconds.is_multiple_of(MINUTE) {
                    tracing::error!(%error, "no letters go out: sending.lock in the data folder cannot be locked");
                }
                false
            }
        }
    }

    /// Runs the jobs that are not time-critical, apart from sending, so that a long one never delays an email.
    async fn run_slowly(self: Arc<Self>) {
        tokio::time::sleep(AFTER_START).await;
        let mut ticks = tokio::time::interval(Duration::from_secs(MINUTE));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut minutes = 0_u64;
        loop {
            ticks.tick().await;
            if minutes == 0 {
                threads::caught("uploads", self.remove_left_over_uploads()).await;
            }
            let is_hour = minutes.is_multiple_of(HOUR / MINUTE);
            let due = || {
                let hourly = HOURLY.iter().filter(move |_| is_hour);
                EVERY_MINUTE.iter().chain(hourly)
            };
            let mut checks = vec![
                self.exports_left(),
                self.bulk_edits_left(),
                self.imports_left(),
            ];
            checks.extend(due().map(|(is_due, job)| job.is_due_while_closed(*is_due)));
            let mut closed = self.closed_with(checks).await.into_iter();
            let mut closed = || closed.next().unwrap_or_default();
            threads::caught("exports", self.resume_exports(closed())).await;
            threads::caught("bulk edits", self.resume_bulk_edits(closed())).await;
            threads::caught("imports", self.resume_imports(closed())).await;
            threads::caught("views", write_views(&self.app)).await;
            for (is_due, job) in due() {
                self.each_tenant_with(*is_due, *job, closed()).await;
            }
            if is_hour {
                threads::caught("uploads", self.sweep_uploads()).await;
                threads::caught("older files", self.forget_older_files()).await;
            }
            if self.is_sole(minutes) {
                threads::caught("backups", self.back_up()).await;
                diagnose::start(&self.app, &self.looks);
            }
            self.app.tenants().close_idle();
            minutes += 1;
        }
    }

    /// Starts a backup that is due; the admins are told of one that failed.
    async fn back_up(&self) {
        back_up::look(&self.app, &self.backing_up);
        if let Err(error) = back_up::tell_admins(&self.app).await {
            tracing::error!(%error, "the admins were not told of the backups");
        }
    }

    /// Removes the files of uploads that were in progress when a process was killed.
    async fn remove_left_over_uploads(&self) {
        let tenants = self.app.tenants();
        let folders: Vec<PathBuf> = tenants
            .names()
            .unwrap_or_default()
            .iter()
            .map(|name| tenants.folder(name).join("uploads"))
            .collect();
        let now = self.app.clock().system_time();
        let removed = tokio::task::spawn_blocking(move || {
            let removed = folders
                .iter()
                .map(|folder| uploads::remove_left_over(folder, now));
            removed.sum::<usize>()
        });
        match removed.await {
            Ok(0) | Err(_) => {}
            Ok(count) => tracing::info!(count, "files of broken uploads were removed"),
        }
    }

    /// Removes the files of deleted uploads. Whatever deletes their rows opens the tenant before.
    async fn sweep_uploads(&self) {
        let now = self.app.clock().system_time();
        for tenant in self.app.tenants().opened() {
            if let Err(error) = sweep_uploads(tenant.unguarded(WHY), now).await {
                tracing::error!(tenant = tenant.name, %error, "files were not swept up");
            }
        }
    }

    /// Deletes the copies of before an upgrade that are thirty days old, also of tenants that nobody visits.
    async fn forget_older_files(&self) {
        let tenants = self.app.tenants();
        for name in tenants.names().unwrap_or_default() {
            let path = tenants.folder(&name).join("tenant.db");
            let swept = tokio::task::spawn_blocking(move || older_file::forget_old(&path)).await;
            if let Err(error) = swept.map_err(Error::internal).flatten() {
                tracing::error!(tenant = name, %error, "the copy of before an upgrade was not deleted");
            }
        }
    }

    /// Looks whether what could not be used can be used again: files that could not be written to, and tenants that could
    /// not be opened. Those that nobody visits are looked at too, so that `/health/ready` tells when they are back.
    async fn look_again(&self) {
        for tenant in self.app.tenants().opened() {
            let db = tenant.unguarded(WHY);
            if db.trouble().is_some() {
                db.look_again().await;
            }
        }
        for name in self.app.tenants().to_look_at() {
            let app = Arc::clone(&self.app);
            let _ = tokio::task::spawn_blocking(move || app.tenants().get(&name).is_ok()).await;
        }
    }

    /// Identifies this process in the claims on outbox rows.
    fn by(&self) -> String {
        self.mailer
            .as_ref()
            .map_or_else(String::new, |mailer| mailer.id().to_owned())
    }

    /// Sends what waits for devices, beside the mails: a push service that is slow keeps nobody waiting.
    async fn push_from_open(self: &Arc<Self>) {
        for tenant in self.app.tenants().opened() {
            if tenant.unguarded(WHY).is_out_of_room() {
                continue;
            }
            let now = self.app.clock().text();
            let due = tenant
                .unguarded(WHY)
                .read(move |connection| push_subscription::is_due(connection, &now))
                .await;
            if !matches!(due, Ok(true)) {
                continue;
            }
            let name = format!("{} devices", tenant.name);
            if !self.lock_sending().insert(name.clone()) {
                continue;
            }
            let jobs = Arc::clone(self);
            tokio::spawn(async move {
                let _done = Sending {
                    jobs: Arc::clone(&jobs),
                    name,
                };
                let contact = mailbox_of(&jobs.app.config().mail_from);
                let sending = send_pushes(tenant.unguarded(WHY), &jobs.push_sender, &contact);
                match Box::pin(threads::caught("push", sending))
                    .await
                    .unwrap_or_else(panicked)
                {
                    Ok(sent) => {
                        tracing::info!(tenant = tenant.name, sent, "messages went to devices");
                    }
                    Err(error) => {
                        tracing::error!(tenant = tenant.name, %error, "messages did not go to devices");
                    }
                }
            });
        }
    }

    async fn send_from_open(self: &Arc<Self>) {
        for tenant in self.app.tenants().opened() {
            if tenant.unguarded(WHY).is_out_of_room() {
                continue;
            }
            let (now, by) = (self.app.clock().text(), self.by());
            let due = tenant
                .unguarded(WHY)
                .read(move |connection| send_outbox::is_due(connection, &now, &by))
                .await;
            match due {
                Ok(true) => self.send(tenant),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(tenant = tenant.name, %error, "the outbox was not looked at");
                }
            }
        }
    }

    async fn send_from_closed(self: &Arc<Self>) {
        let by = self.by();
        let is_due =
            move |connection: &Connection, now: &str| send_outbox::is_due(connection, now, &by);
        for name in self.closed_with(vec![Box::new(is_due)]).await.concat() {
            if let Ok(tenant) = self.app.tenants().get(&name) {
                self.send(tenant);
            }
        }
    }

    /// Sends a tenant's emails in a background task. A tenant whose task already runs picks up new rows by itself.
    fn send(self: &Arc<Self>, tenant: Arc<Tenant>) {
        let is_first = self.lock_sending().insert(tenant.name.clone());
        if !is_first {
            return;
        }
        let jobs = Arc::clone(self);
        tokio::spawn(async move {
            let done = Sending {
                jobs: Arc::clone(&jobs),
                name: tenant.name.clone(),
            };
            let (Some(mailer), Ok(_permit)) = (&jobs.mailer, jobs.senders.acquire().await) else {
                return;
            };
            let origin = origin(&jobs.app, &tenant);
            let gates = jobs.app.nodes().map(|nodes| &nodes.gates);
            let place = (&origin, tenant.name.as_str());
            let sending = send_unless_moving(tenant.unguarded(WHY), mailer, place, gates);
            match Box::pin(threads::caught("mail", sending))
                .await
                .unwrap_or_else(panicked)
            {
                Ok(sent) => tracing::info!(
                    tenant = tenant.name,
                    sent = sent.sent,
                    failed = sent.failed,
                    "letters went out"
                ),
                Err(error) => {
                    tracing::error!(tenant = tenant.name, %error, "letters did not go out");
                }
            }
            drop(done);
        });
    }

    fn lock_sending(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.sending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open tenants, and the closed ones with work due; idle ones stay closed.
    fn open_and(&self, due: Vec<String>) -> Vec<Arc<Tenant>> {
        let mut tenants = self.app.tenants().opened();
        let open: HashSet<String> = tenants.iter().map(|tenant| tenant.name.clone()).collect();
        for name in due {
            // Another job or a visitor may have opened it since it was asked.
            if !open.contains(&name) {
                tenants.extend(self.app.tenants().get(&name));
            }
        }
        tenants
    }

    /// Runs a job for the tenants that have work due; `closed` are the closed ones that had. Those are opened one after the
    /// other, and closed again: all of them would not fit into memory at once.
    async fn each_tenant_with(&self, is_due: IsDue, job: Job, closed: Vec<String>) {
        for tenant in self.app.tenants().opened() {
            self.run_if_due(is_due, job, &tenant).await;
        }
        for name in closed {
            if let Ok(tenant) = self.app.tenants().get_for_job(&name) {
                self.run_if_due(is_due, job, &tenant).await;
                drop(tenant);
                self.app.tenants().close_idle();
            }
        }
    }

    async fn run_if_due(&self, is_due: IsDue, job: Job, tenant: &Tenant) {
        let db = tenant.unguarded(WHY);
        if db.is_out_of_room() {
            return;
        }
        let (now, by, began) = (self.app.clock().text(), self.by(), instant());
        let outcome = match db.read(move |connection| is_due(connection, &now)).await {
            // One that panics does not keep the others from their turn.
            Ok(true) => {
                // Each line of the log in it names the tenant.
                let span = tracing::error_span!("job", tenant = tenant.name, job = job.as_str());
                let run = job.run(db, (self.app.config(), &by)).instrument(span);
                threads::caught(job.as_str(), run)
                    .await
                    .unwrap_or_else(panicked)
            }
            Ok(false) => return,
            Err(error) => Err(error),
        };
        metrics::job(job.as_str(), outcome.is_ok(), began.elapsed());
        match outcome {
            Ok(count) => {
                tracing::info!(
                    tenant = tenant.name,
                    job = job.as_str(),
                    count,
                    "a job was done"
                );
            }
            Err(error) => {
                tracing::error!(tenant = tenant.name, job = job.as_str(), %error, "a job failed");
            }
        }
    }

    /// Returns the closed tenants that have work due, for each of the checks. All are asked of a file while it is open once:
    /// opening it costs more than all answers. A tenant whose check fails is included: opening it logs the cause or
    /// migrates its schema.
    async fn closed_with(&self, checks: Vec<Check>) -> Vec<Vec<String>> {
        let tenants = self.app.tenants();
        let open: HashSet<String> = tenants
            .opened()
            .iter()
            .map(|tenant| tenant.name.clone())
            .collect();
        let names = tenants.names().unwrap_or_default();
        let files: Vec<(String, PathBuf)> = names
            .into_iter()
            .filter(|name| !open.contains(name))
            .map(|name| {
                let file = tenants.folder(&name).join("tenant.db");
                (name, file)
            })
            .collect();
        let now = self.app.clock().text();
        let asked = tokio::task::spawn_blocking(move || {
            let mut due = vec![Vec::new(); checks.len()];
            for (name, file) in files.into_iter().filter(|(_, file)| file.exists()) {
                let answers = offline_file::peek(&file, |connection| {
                    let asked = checks.iter().map(|check| check(connection, &now));
                    Ok(asked.map(|is_due| is_due.unwrap_or(true)).collect())
                })
                .unwrap_or_else(|_| vec![true; checks.len()]);
                for (due, _) in due.iter_mut().zip(answers).filter(|(_, is_due)| *is_due) {
                    due.push(name.clone());
                }
            }
            due
        });
        asked.await.unwrap_or_default()
    }
}

/// The address alone of `Name <address>`.
fn mailbox_of(from: &str) -> String {
    let address = from.rsplit_once('<').map_or(from, |(_, rest)| rest);
    address.trim_end_matches('>').trim().to_owned()
}

fn panicked<T>() -> Result<T> {
    Err(Error::internal("it panicked"))
}

const WHY: &str = "a job acts for the tenant itself";

type IsDue = fn(&Connection, &str) -> Result<bool>;
/// What is asked of the file of a closed tenant.
type Check = Box<dyn Fn(&Connection, &str) -> Result<bool> + Send>;

const EVERY_MINUTE: &[(IsDue, Job)] = &[
    (add_changelog::is_due, Job::AddChangelog),
    (expire_vacancies::is_due, Job::Expire),
    (notification_digest::is_due, Job::Digest),
    (center_digests::is_due, Job::CenterDigests),
    (vacancy_digest::is_due, Job::VacancyDigest),
    (publish_scheduled::is_due, Job::Publish),
    (send_newsletters::is_due, Job::SendNewsletters),
    (saved_searches::is_due, Job::SavedSearches),
    (import_vacancies::is_due, Job::ImportVacancies),
    (follow_applications::is_due, Job::FollowApplications),
    (follow_activities::is_due, Job::FollowActivities),
    (follow_hours::is_due, Job::FollowHours),
    (follow_help::is_due, Job::FollowHelp),
    (follow_pool::is_due, Job::FollowPool),
    (mail_messages::is_due, Job::MailMessages),
    (count_analytics::is_due, Job::CountAnalytics),
];
const HOURLY: &[(IsDue, Job)] = &[
    (delete_expired::is_due, Job::Prune),
    (follow_checks::is_due, Job::FollowChecks),
    (remind_invited::is_due, Job::RemindInvited),
    (remind_reviewers::is_due, Job::RemindReviewers),
    (remind_organizations::is_due, Job::RemindOrganizations),
    (remind_vacancies::is_due, Job::RemindVacancies),
    (ask_organizations::is_due, Job::AskOrganizations),
    (retention::is_due, Job::Retention),
    (is_scrub_due, Job::Scrub),
];

#[derive(Clone, Copy)]
enum Job {
    AddChangelog,
    AskOrganizations,
    CenterDigests,
    CountAnalytics,
    Digest,
    Expire,
    FollowActivities,
    FollowApplications,
    FollowChecks,
    FollowHours,
    FollowHelp,
    FollowPool,
    ImportVacancies,
    MailMessages,
    Prune,
    Publish,
    RemindInvited,
    RemindOrganizations,
    RemindReviewers,
    RemindVacancies,
    Retention,
    SavedSearches,
    Scrub,
    SendNewsletters,
    VacancyDigest,
}

impl Job {
    /// What is asked of a closed tenant, where nothing changes: figures are counted once a day there.
    fn is_due_while_closed(self, is_due: IsDue) -> Check {
        match self {
            Self::CountAnalytics => Box::new(crate::jobs::count_analytics::is_due_while_closed),
            _ => Box::new(is_due),
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::AddChangelog => "add_changelog",
            Self::AskOrganizations => "ask_organizations",
            Self::CenterDigests => "center_digests",
            Self::CountAnalytics => "count_analytics",
            Self::Digest => "digest",
            Self::Expire => "expire_vacancies",
            Self::FollowActivities => "follow_activities",
            Self::FollowApplications => "follow_applications",
            Self::FollowChecks => "follow_checks",
            Self::FollowHours => "follow_hours",
            Self::FollowHelp => "follow_help",
            Self::FollowPool => "follow_pool",
            Self::ImportVacancies => "import_vacancies",
            Self::MailMessages => "mail_messages",
            Self::Prune => "prune",
            Self::Publish => "publish_scheduled",
            Self::RemindInvited => "remind_invited",
            Self::RemindOrganizations => "remind_organizations",
            Self::RemindReviewers => "remind_reviewers",
            Self::RemindVacancies => "remind_vacancies",
            Self::Retention => "retention",
            Self::SavedSearches => "saved_searches",
            Self::Scrub => "scrub",
            Self::SendNewsletters => "send_newsletters",
            Self::VacancyDigest => "vacancy_digest",
        }
    }

    async fn run(self, db: &Db, (config, by): (&Config, &str)) -> Result<usize> {
        match self {
            Self::AddChangelog => add_changelog::add_changelog(db).await,
            Self::AskOrganizations => crate::jobs::ask_organizations::ask_organizations(db).await,
            Self::CenterDigests => crate::jobs::center_digests::mail_centers(db).await,
            Self::CountAnalytics => crate::jobs::count_analytics::count_analytics(db).await,
            Self::Digest => crate::jobs::notification_digest::send_digests(db).await,
            Self::Expire => expire_vacancies::expire_vacancies(db).await,
            Self::FollowActivities => follow_activities(db).await,
            Self::FollowApplications => {
                crate::jobs::follow_applications::follow_applications(db).await
            }
            Self::FollowChecks => follow_checks::follow_checks(db).await,
            Self::FollowHours => follow_hours::follow_hours(db).await,
            Self::FollowHelp => follow_help::follow_help(db).await,
            Self::FollowPool => follow_pool::follow_pool(db).await,
            Self::ImportVacancies => import_vacancies::import_vacancies(db).await,
            Self::MailMessages => crate::jobs::mail_messages::mail_messages(db).await,
            Self::Prune => crate::jobs::delete_expired::delete_expired(db).await,
            Self::Publish => publish_scheduled::publish_scheduled(db).await,
            Self::RemindInvited => remind_invited::remind_invited(db).await,
            Self::RemindOrganizations => remind_organizations::remind_organizations(db).await,
            Self::RemindReviewers => remind_reviewers::remind_reviewers(db).await,
            Self::RemindVacancies => remind_vacancies::remind_vacancies(db).await,
            Self::Retention => retention::retention(db).await,
            Self::SavedSearches => saved_searches::mail_saved_searches(db).await,
            Self::Scrub => scrub(db).await,
            Self::SendNewsletters => send_newsletters(db, config.newsletters_per_minute, by).await,
            Self::VacancyDigest => vacancy_digest::vacancy_digest(db).await,
        }
    }
}

/// Guard that marks a tenant as no longer sending when dropped.
struct Sending {
    jobs: Arc<Jobs>,
    name: String,
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.jobs.lock_sending().remove(&self.name);
    }
}

#[cfg(test)]
mod content_tests;
#[cfg(test)]
mod tests;
