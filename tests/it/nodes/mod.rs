//! Several nodes that share the tenants.

mod forward;
mod leases;
mod model;
mod per_tenant;

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use voluntr::app::App;
use voluntr::base::clock::Clock;
use voluntr::cluster::agent::Agent;
use voluntr::config::{Config, NodesConfig};
use voluntr::error::Result;
use voluntr::nodes::Nodes;
use voluntr::router::AppService;
use voluntr::server;

use crate::support::server::Server;

/// Of the nodes of these tests, in milliseconds.
pub const LEASE: u64 = 600;

/// A node of its own data folder. The directory is a folder that all of them reach.
pub struct Node {
    pub app: Arc<App>,
    pub nodes: Arc<Nodes>,
    pub agent: Option<Agent>,
    /// Of the address of visitors and of that of nodes.
    stops: Vec<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl Node {
    pub fn start(name: &str, shared: &Path, settle: impl FnOnce(&mut NodesConfig)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        config.nodes = NodesConfig {
            directory: Some(shared.display().to_string()),
            name: Some(name.to_owned()),
            secret: Some("a secret of sixteen".to_owned()),
            lease_milliseconds: LEASE,
            // One that is free now.
            listen: TcpListener::bind("127.0.0.1:0")
                .unwrap()
                .local_addr()
                .unwrap(),
            ..NodesConfig::default()
        };
        settle(&mut config.nodes);
        let nodes = Nodes::of(&config.nodes).unwrap().unwrap();
        let app = App::among(
            config,
            Clock::system(),
            voluntr::resources::set(),
            Arc::clone(&nodes),
        )
        .unwrap();
        let agent = Agent::start(Arc::clone(&app), Arc::clone(&nodes)).unwrap();
        Self {
            app,
            nodes,
            agent: Some(agent),
            stops: Vec::new(),
            thread: None,
            _folder: folder,
        }
    }

    pub fn found(&self, tenant: &str, hosts: &[&str]) {
        Server::found(&self.app, tenant, hosts);
        soon("the others know it", || self.nodes.record(tenant).is_some());
    }

    pub fn write(&self, tenant: &str) -> Result<()> {
        let tenant = self.app.tenants().get(tenant)?;
        tenant
            .unguarded("a test writes as a visitor would")
            .write_blocking(|tx| {
                tx.execute("update settings set value = value", [])?;
                Ok(())
            })
    }

    /// The node stands still: it renews nothing, and serves on.
    pub fn stand_still(&mut self) {
        self.agent.take().unwrap().stop();
    }

    /// Serves visitors; gives where. Other nodes are served at `nodes.address`.
    pub fn serve(&mut self) -> SocketAddr {
        let internal: SocketAddr = self.nodes.settings.address().parse().unwrap();
        let (app, nodes) = (Arc::clone(&self.app), Arc::clone(&self.nodes));
        let (stop, stopped) = oneshot::channel::<()>();
        let (stop_internal, stopped_internal) = oneshot::channel::<()>();
        self.stops = vec![stop, stop_internal];
        let (tell, told) = std::sync::mpsc::channel();
        self.thread = Some(std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let service = AppService::new(app);
                let other = server::internal::bind(internal).unwrap();
                let listener = server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let ended = |stopped: oneshot::Receiver<()>| async {
                    let _ = stopped.await;
                };
                let (site, between) = tokio::join!(
                    server::serve(listener, Arc::clone(&service), ended(stopped)),
                    server::internal::serve(other, service, nodes, ended(stopped_internal)),
                );
                site.and(between).unwrap();
            });
        }));
        told.recv().unwrap()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stops.clear();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(agent) = self.agent.take() {
            agent.stop();
        }
    }
}

pub fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(20), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
