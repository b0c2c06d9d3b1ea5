//! `voluntr serve`: runs the server and its background jobs until a shutdown signal.

use std::sync::Arc;
use std::time::Duration;

use sd_notify::NotifyState;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::context::{Context, is_ours};
use super::demo;
use super::log_level;
use super::logging;
use super::report::{Done, Failure, Report, print};
use super::served;
use super::service_manager;
use crate::app::App;
use crate::base::clock::Clock;
use crate::base::metrics;
use crate::certificates::{Keeper, can_have_certificate};
use crate::cluster::agent::Agent;
use crate::config::{Config, Flags, Listen};
use crate::db::{offline_file, slow_queries};
use crate::demo::{Account, Amounts, TENANT, sample_accounts};
use crate::error::Error;
use crate::mail::outbox::held_since;
use crate::nodes::Nodes;
use crate::router::AppService;
use crate::server::{Entrance, Listener, Serves};
use crate::{jobs, server};

/// File descriptor limit: the maximum number of accepted connections plus the files of the tenants.
const OPEN_FILES: u64 = 65_536;
/// Shutdown takes at most 30 seconds: requests get 20 (see `server`), the email that is being sent gets this many from
/// the same moment on, and then blocking tasks get the rest.
const LAST_LETTER: Duration = Duration::from_secs(25);
const LAST_WORK: Duration = Duration::from_secs(3);
const HTTPS: u16 = 443;

#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The address to listen on, or unix:PATH for a socket [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<Listen>,
    /// Make the tenant 'demo' where it is absent, and show it under every host that nothing else knows
    #[arg(long)]
    demo: bool,
    /// A host that has to be served over TLS: one that leads to a tenant
    #[arg(long = "domain", value_name = "HOST")]
    domains: Vec<String>,
    /// Get certificates for all hosts from Let's Encrypt, whose terms this accepts, and serve them on ports 443 and 80.
    /// The authority writes to this address
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
}

impl Serve {
    pub fn run(self, context: &Context) -> Done {
        let flags = Flags {
            listen: self.listen.clone(),
            email: self.email.clone(),
            ..context.flags.clone()
        };
        let mut config = Config::load(&flags)?;
        if self.demo {
            config
                .default_tenant
                .get_or_insert_with(|| TENANT.to_owned());
        }
        let logging = logging::of_server(context, &config)?;
        slow_queries::log_slower_than(config.slow_query_milliseconds);
        if !self.domains.is_empty() && config.acme.email.is_none() {
            return Err(Error::internal(
                "a host (--domain) is served over TLS with an address for the authority of its certificate: give --email too",
            )
            .into());
        }
        is_ours(&config)?;
        // A lower limit does not prevent serving.
        let _ = rlimit::increase_nofile_limit(OPEN_FILES);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(Error::from)?;
        if let Some(reports) = logging.reports {
            runtime.spawn(reports.run(Clock::system()));
        }
        if let Some(filters) = logging.filters {
            runtime.spawn(log_level::follow(config.clone(), Clock::system(), filters));
        }
        let served = runtime.block_on(serve(context, config, &self));
        // Unfinished background tasks do not delay the exit.
        runtime.shutdown_timeout(LAST_WORK);
        served?;
        Ok(Report::nothing())
    }
}

/// The demo runs on this machine, so links in its emails point here.
fn lead_here(config: &mut Config) {
    config
        .public_scheme
        .get_or_insert_with(|| "http".to_owned());
    if let Some(address) = config.listen.address() {
        config.public_port.get_or_insert(address.port());
    }
}

/// Where the server listens: bound before anything is written, so that a second server fails at once.
struct Bound {
    listeners: Vec<Listener>,
    /// With certificates of our own: where those are led to TLS who come without.
    without_tls: Option<Listener>,
    /// The service manager opened them, and keeps them.
    is_shared: bool,
}

impl Bound {
    fn of(config: &mut Config) -> Result<Self, Failure> {
        let mut listeners = server::inherited()?;
        let is_shared = !listeners.is_empty();
        let has_tls = config.acme.email.is_some();
        let mut without_tls = None;
        if has_tls {
            let port = config.acme.http_listen.port();
            let is_without = |listener: &Listener| {
                let place = listener.place().ok();
                place
                    .and_then(|place| place.address())
                    .is_some_and(|address| address.port() == port)
            };
            without_tls = match listeners.iter().position(is_without) {
                Some(index) => Some(listeners.remove(index)),
                None => Some(Listener::Tcp(server::bind_for(
                    config.acme.http_listen,
                    "VOLUNTR_ACME_HTTP_LISTEN",
                )?)),
            };
        }
        if listeners.is_empty() {
            listeners.push(match &config.listen {
                _ if has_tls => Listener::Tcp(server::bind_for(
                    config.acme.https_listen,
                    "VOLUNTR_ACME_HTTPS_LISTEN",
                )?),
                Listen::Tcp(address) => Listener::Tcp(server::bind(*address)?),
                Listen::Unix(path) => Listener::Unix(server::bind_socket(path)?),
            });
        }
        let bound = Self {
            listeners,
            without_tls,
            is_shared,
        };
        bound.settle(config)?;
        Ok(bound)
    }

    /// The settings say where it listens indeed, such as the port that was given where any would do.
    fn settle(&self, config: &mut Config) -> Result<(), Error> {
        if let Some(first) = self.listeners.first() {
            config.listen = first.place()?;
        }
        if self
            .listeners
            .iter()
            .any(|listener| matches!(listener, Listener::Unix(_)))
        {
            config.trusted_proxies.push(server::UNIX_PEER);
        }
        if self.without_tls.is_some() {
            config
                .public_scheme
                .get_or_insert_with(|| "https".to_owned());
            let port = config.listen.address().map(|address| address.port());
            if let Some(port) = port.filter(|port| *port != HTTPS) {
                config.public_port.get_or_insert(port);
            }
        }
        Ok(())
    }

    /// With certificates of our own also what looks after them.
    fn open(self, app: &Arc<App>) -> Result<(Vec<Entrance>, Option<Keeper>), Failure> {
        let mut serves = Serves::Site;
        let mut entrances = Vec::new();
        let mut keeper = None;
        if let Some(listener) = self.without_tls {
            let opened = Keeper::open(app)?;
            let hosts = opened.served();
            let port = app.config().public_port.unwrap_or(HTTPS);
            serves = Serves::over_tls(&hosts)?;
            entrances.push(Entrance::new(listener, Serves::WayToTls(hosts, port)));
            keeper = Some(opened);
        }
        for listener in self.listeners {
            // A proxy on this machine has TLS itself.
            let serves = match &listener {
                Listener::Unix(_) => Serves::Site,
                Listener::Tcp(_) => serves.clone(),
            };
            entrances.push(Entrance::new(listener, serves));
        }
        for entrance in &mut entrances {
            entrance.is_shared = self.is_shared;
        }
        Ok((entrances, keeper))
    }
}

/// Every host that was asked for leads to a tenant, and may have a certificate.
fn are_served(app: &App, domains: &[String]) -> Result<(), Failure> {
    for host in domains {
        if !can_have_certificate(host) {
            return Err(Error::internal(format!(
                "no authority gives a certificate for '{host}' (--domain): name a host of the internet, such as vrijwilligers.example.nl"
            ))
            .into());
        }
        if app.tenants().by_host(&host.to_ascii_lowercase())?.is_none() {
            let tenant = app.tenants().default_name()?;
            let tenant = tenant.as_deref().unwrap_or("NAME");
            return Err(Error::internal(format!(
                "{host} (--domain) leads to no tenant: 'voluntr tenant domain add {tenant} {host}' makes it lead to '{tenant}'"
            ))
            .into());
        }
    }
    Ok(())
}

async fn serve(context: &Context, mut config: Config, options: &Serve) -> Result<(), Failure> {
    let with_demo = options.demo;
    let bound = Bound::of(&mut config)?;
    let is_ours_alone = !bound.is_shared;
    let lock = served::hold(&config)?;
    if with_demo {
        lead_here(&mut config);
    }
    let figures = match config.metrics_listen {
        Some(address) => Some((
            server::metrics::bind(address)?,
            metrics::install().map_err(Error::internal)?,
        )),
        None => None,
    };
    let mailer = jobs::mailer(&config)?;
    let nodes = Nodes::of(&config.nodes)?;
    let among = match &nodes {
        Some(nodes) => Some((
            server::internal::bind(config.nodes.listen)?,
            Arc::clone(nodes),
        )),
        None => None,
    };
    let (clock, resources) = (Clock::system(), crate::resources::set());
    let app = match &nodes {
        Some(nodes) => App::among(config, clock, resources, Arc::clone(nodes))?,
        None => App::new(config, clock, resources)?,
    };
    let agent = nodes
        .map(|nodes| Agent::start(Arc::clone(&app), nodes))
        .transpose()?;
    served::note(app.config());
    if with_demo && app.tenants().registry().find(TENANT)?.is_none() {
        let progress = demo::Progress::start(context, "Making the demo");
        tokio::task::block_in_place(|| demo::found(&app, Amounts::default()))?;
        drop(progress);
    }
    are_served(&app, &options.domains)?;
    let (entrances, keeper) = bound.open(&app)?;
    let accounts = if with_demo {
        sample_accounts()
    } else {
        Vec::new()
    };
    // Before anybody is told that it serves: a signal right after that stops it as any other does.
    let told = stopped()?;
    announce(context, &app, &accounts)?;
    let has_mailer = mailer.is_some();
    if let Some((listener, counted)) = figures {
        tracing::info!(address = %listener.local_addr().map_err(Error::from)?, "giving figures at /metrics");
        tokio::spawn(server::metrics::serve(listener, Arc::clone(&app), counted));
    }
    let jobs = jobs::Running::start(Arc::clone(&app), mailer, context.flags.config.clone());
    let certificates = keeper.map(Keeper::start);
    tracing::info!(address = %app.config().listen, mail = has_mailer, tls = certificates.is_some(), "serving");
    // It reads the file of every tenant, and nobody has to wait for it.
    let theirs = Arc::clone(&app);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = log_held_mail(&theirs) {
            tracing::error!(%error, "the tenants were not looked at for mail that is held");
        }
    });
    let watched = service_manager::ready();
    let mut stopping = None;
    let (ending, ended) = watch::channel(false);
    let stop = async {
        told.await;
        ending.send_replace(true);
        drop(certificates);
        service_manager::tell(&NotifyState::Stopping);
        // Email delivery drains in parallel with the requests.
        stopping = Some(tokio::spawn(jobs.stop(LAST_LETTER)));
    };
    let service = AppService::new(Arc::clone(&app));
    let for_nodes = serve_nodes(among, Arc::clone(&service), ended);
    let for_visitors = server::serve_at(entrances, service, stop, server::LIMITS);
    tokio::try_join!(for_visitors, for_nodes)?;
    if let Some(jobs) = stopping {
        jobs.await.map_err(Error::internal)?;
    }
    jobs::write_views(&app).await;
    if let Some(agent) = agent {
        tokio::task::block_in_place(|| agent.stop());
    }
    if let (Listen::Unix(path), true) = (&app.config().listen, is_ours_alone) {
        let _ = std::fs::remove_file(path);
    }
    drop((watched, lock));
    tracing::info!("stopped");
    Ok(())
}

/// Serves the other nodes, where there are any.
async fn serve_nodes(
    among: Option<(TcpListener, Arc<Nodes>)>,
    service: Arc<AppService>,
    mut ended: watch::Receiver<bool>,
) -> Result<(), Error> {
    let Some((listener, nodes)) = among else {
        return Ok(());
    };
    tracing::info!(address = %listener.local_addr()?, node = nodes.name, "serving other nodes");
    let stop = async move {
        let _ = ended.wait_for(|has_ended| *has_ended).await;
    };
    server::internal::serve(listener, service, nodes, stop).await
}

/// Says in the log that the mail of a tenant is held since a backup was restored.
fn log_held_mail(app: &App) -> Result<(), Error> {
    for entry in app.tenants().registry().list()? {
        let path = app.tenants().folder(&entry.name).join("tenant.db");
        // One that cannot be read is told of when it is opened.
        let since = offline_file::peek(&path, |connection| Ok(held_since(connection)?));
        if let Ok(Some(since)) = since {
            tracing::warn!(
                tenant = entry.name,
                since,
                "mail is held since a backup was restored; 'voluntr mail release' says what waits and lets it go"
            );
        }
    }
    Ok(())
}

fn announce(context: &Context, app: &App, accounts: &[Account]) -> Result<(), Failure> {
    let scheme = if app.config().acme.email.is_some() {
        "https"
    } else {
        "http"
    };
    let address = match &app.config().listen {
        Listen::Tcp(address) => format!("{scheme}://{address}"),
        socket @ Listen::Unix(_) => socket.to_string(),
    };
    let entries = app.tenants().registry().list()?;
    let has_mailer = app.config().smtp_url.is_some();
    if context.is_json {
        print(
            &json!({
                "address": address,
                "tenants": entries.iter().map(|entry| &entry.name).collect::<Vec<_>>(),
                "mail_server": has_mailer,
                "accounts": demo::accounts_data(accounts),
            })
            .to_string(),
        );
        return Ok(());
    }
    if context.is_quiet {
        return Ok(());
    }
    print(&format!("Serving on {address}"));
    for entry in entries.iter().filter(|entry| entry.archived_at.is_none()) {
        for host in &entry.domains {
            print(&format!("  {host}  ->  {}", entry.name));
        }
    }
    if entries.is_empty() {
        print(
            "There are no tenants yet; 'voluntr tenant add NAME' makes one, and no restart is needed.",
        );
    }
    if !has_mailer {
        print(
            "There is no mail server (VOLUNTR_SMTP_URL): letters stay in the outbox; 'voluntr mail outbox' lists them, 'voluntr mail show ID' shows one.",
        );
    }
    if !accounts.is_empty() {
        print(demo::accounts_text(accounts).trim_end());
    }
    Ok(())
}

/// Resolves on a shutdown signal from the system or the terminal: also when the terminal is closed.
fn stopped() -> Result<impl Future<Output = ()>, Error> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    // Under `nohup` it is ignored, and stays so.
    let mut hangup = if is_hangup_ignored() {
        None
    } else {
        Some(signal(SignalKind::hangup())?)
    };
    Ok(async move {
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hung_up => {}
        }
    })
}

/// Whether whoever started this program had it ignore SIGHUP. Asked before a handler is set.
#[expect(
    clippy::disallowed_methods,
    reason = "the kernel tells of ignored signals in this file only"
)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is signal 1, the lowest bit.
    ignored.is_some_and(|mask| mask & 1 == 1)
}
