//! Any node answers for any host: what another one serves it passes on, and nobody notices.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::oneshot;
use voluntr::app::App;
use voluntr::base::clock::Clock;
use voluntr::cluster::agent::Agent;
use voluntr::cluster::folders;
use voluntr::config::{Config, NodesConfig};
use voluntr::nodes::{Nodes, directory};
use voluntr::router::AppService;
use voluntr::server;

use crate::data::uploads::{VACANCY, jpeg};
use crate::support::event_stream::EventStream;
use crate::support::fixtures;
use crate::support::server::{Client, Server};

const HOST: &str = "almelo.example.org";
const SECRET: &str = "a secret of sixteen";

/// A node that answers visitors and other nodes.
struct Site {
    app: Arc<App>,
    nodes: Arc<Nodes>,
    address: SocketAddr,
    internal: SocketAddr,
    agent: Option<Agent>,
    serving: Option<Serving>,
    folder: tempfile::TempDir,
}

/// The thread that answers, until it is ended.
struct Serving {
    end: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Serving {
    fn start(app: &Arc<App>, nodes: &Arc<Nodes>, at: [SocketAddr; 2]) -> Self {
        let (app, nodes) = (Arc::clone(app), Arc::clone(nodes));
        let (end, ended) = oneshot::channel();
        let (ready, is_ready) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let service = AppService::new(app);
                let [for_visitors, for_nodes] = at;
                let for_visitors = server::bind(for_visitors).unwrap();
                let for_nodes = server::internal::bind(for_nodes).unwrap();
                let never = std::future::pending;
                let internal =
                    server::internal::serve(for_nodes, Arc::clone(&service), nodes, never());
                let public = server::serve(for_visitors, service, never());
                ready.send(()).unwrap();
                tokio::select! {
                    _ = internal => {}
                    _ = public => {}
                    _ = ended => {}
                }
            });
            runtime.shutdown_timeout(Duration::ZERO);
        });
        is_ready.recv().unwrap();
        Self { end, thread }
    }

    /// Nobody is answered any more: as if the process had ended.
    fn end(self) {
        let _ = self.end.send(());
        self.thread.join().unwrap();
    }
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

impl Site {
    fn start(name: &str, shared: &Path, settle: impl FnOnce(&mut NodesConfig)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            data: folder.path().to_owned(),
            trusted_proxies: vec![[127, 0, 0, 1].into()],
            ..Config::default()
        };
        let (address, internal) = (free_address(), free_address());
        config.nodes = NodesConfig {
            directory: Some(shared.display().to_string()),
            name: Some(name.to_owned()),
            secret: Some(SECRET.to_owned()),
            listen: internal,
            lease_milliseconds: 1_000,
            ..NodesConfig::default()
        };
        settle(&mut config.nodes);
        let nodes = Nodes::of(&config.nodes).unwrap().unwrap();
        let (clock, resources) = (Clock::system(), voluntr::resources::set());
        let app = App::among(config, clock, resources, Arc::clone(&nodes)).unwrap();
        let agent = Agent::start(Arc::clone(&app), Arc::clone(&nodes)).unwrap();
        Self {
            serving: Some(Serving::start(&app, &nodes, [address, internal])),
            app,
            nodes,
            address,
            internal,
            agent: Some(agent),
            folder,
        }
    }

    fn end(&mut self) {
        self.serving.take().unwrap().end();
    }

    /// It answers again, at the same addresses.
    fn answer_again(&mut self) {
        let at = [self.address, self.internal];
        self.serving = Some(Serving::start(&self.app, &self.nodes, at));
    }

    /// Makes a tenant with people that the other node knows of.
    fn found(&self, tenant: &str, host: &str, other: &Self) {
        soon("the first lease", || self.nodes.is_valid());
        Server::found(&self.app, tenant, &[host]);
        soon("it is served", || self.app.tenants().get(tenant).is_ok());
        fixtures::people(&self.app, tenant);
        soon("the other node knows it", || {
            other.nodes.record(tenant).is_some()
        });
    }

    fn client(&self) -> Client {
        Client::new(self.address).with("host", HOST)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.end();
        }
        if let Some(agent) = self.agent.take() {
            agent.stop();
        }
    }
}

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(20), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A node with the tenant, and one without.
fn two(shared: &Path) -> (Site, Site) {
    let one = Site::start("one", shared, |_| {});
    let two = Site::start("two", shared, |_| {});
    one.found("almelo", HOST, &two);
    (one, two)
}

#[test]
fn a_node_answers_for_what_another_one_serves_as_that_one_does() {
    let shared = tempfile::tempdir().unwrap();
    let (one, two) = two(shared.path());
    for path in [
        "/",
        "/vacancies/search",
        "/theme.css",
        "/robots.txt",
        "/no-such-page",
        "/api/v1/vacancies",
        "/internal/look",
    ] {
        let (direct, passed) = (one.client().get(path), two.client().get(path));
        assert_eq!(direct.status, passed.status, "{path}");
        assert_eq!(direct.text, passed.text, "{path}");
        let told = |reply: &crate::support::server::Reply| {
            let mut headers = reply.headers.clone();
            headers.remove("date");
            headers.remove("x-request-id");
            headers
        };
        assert_eq!(told(&direct), told(&passed), "{path}");
    }
    let nobody = Client::new(two.address).with("host", "nobody.example.org");
    nobody.get("/").expect(404);
    let chosen = nobody.with("x-tenant", "almelo");
    chosen.get("/api/v1/vacancies").expect(200);

    let proxied = two
        .client()
        .with("x-forwarded-proto", "https")
        .with("x-forwarded-for", "203.0.113.9")
        .with("app-session", "cookie");
    let account = json!({ "email": "joke@example.nl", "password": fixtures::PASSWORD });
    let signed_in = proxied.post("/auth/sign_in", &account).expect(200);
    let cookie = signed_in.header("set-cookie");
    assert!(cookie.contains("; Secure"), "{cookie}");
    let year = signed_in.header("strict-transport-security");
    assert_eq!(year, "max-age=31536000");
    let joke = two
        .client()
        .with("cookie", cookie.split(';').next().unwrap())
        .with("client", signed_in.header("client"))
        .with("uid", signed_in.header("uid"));
    joke.get("/auth/validate_token").expect(200);
    let stream = EventStream::open(&joke);
    assert_eq!(stream.status, 200, "{}", stream.head);
    assert_eq!(one.app.live_streams(), 1);
    assert_eq!(two.app.live_streams(), 0);
    drop(stream);
    soon("the stream ends where it comes from", || {
        one.app.live_streams() == 0
    });

    let mut samira = two.client();
    samira.sign_in("samira@example.nl", fixtures::PASSWORD);
    let picture = jpeg(2_400, 1_800);
    assert!(picture.len() > 100_000, "{} bytes", picture.len());
    samira.upload(VACANCY, "image/jpeg", &picture).expect(201);
    let refused = two.client().upload(VACANCY, "image/jpeg", &picture);
    refused.expect(401);
}

#[test]
fn only_nodes_are_believed() {
    let shared = tempfile::tempdir().unwrap();
    let (one, two) = two(shared.path());
    // From outside these say nothing: it is passed on once, and not taken for a question to the node.
    let pretending = two
        .client()
        .with("voluntr-hops", "9")
        .with("voluntr-node-secret", SECRET);
    pretending.get("/api/v1/vacancies").expect(200);
    let status = pretending.post("/internal/look", &json!({})).status;
    assert!([404, 405].contains(&status), "{status}");

    let at = |secret: &str| Client::new(one.internal).with("voluntr-node-secret", secret);
    for stranger in [Client::new(one.internal), at("a secret of sixteem"), at("")] {
        stranger.post("/internal/look", &json!({})).expect(403);
        let passed_on = stranger
            .with("host", HOST)
            .with("voluntr-hops", "1")
            .with("x-forwarded-for", "203.0.113.9")
            .with("x-forwarded-proto", "https");
        passed_on.get("/").expect(403);
    }
    let look = at(SECRET).post("/internal/look", &json!({}));
    look.expect(204);
    // Without the secret only where a host is served.
    let asked = Client::new(two.internal);
    let route = asked.get(&format!("/internal/route?host={HOST}:443"));
    assert_eq!(route.at("/tenant"), "almelo");
    assert_eq!(route.at("/node"), "one");
    assert_eq!(route.at("/address"), one.internal.to_string());
    assert_eq!(route.header("voluntr-node"), "one");
    asked
        .get("/internal/route?host=nobody.example.org")
        .expect(404);
}

#[test]
fn a_node_that_is_gone_is_told_of_soon_and_served_again_when_it_is_back() {
    let shared = tempfile::tempdir().unwrap();
    let (mut one, two) = two(shared.path());
    two.client().get("/").expect(200);
    one.end();
    let since = Instant::now();
    let gone = two.client().get("/api/v1/vacancies").expect(503);
    assert_eq!(gone.code(), "maintenance");
    assert!(!gone.header("retry-after").is_empty());
    assert!(gone.header("voluntr-not-served").is_empty());
    assert!(since.elapsed() < Duration::from_secs(8));
    two.client().get("/health/live").expect(200);
    // Whoever asks a moment before it is back waits for it.
    let waiting = {
        let client = two.client();
        std::thread::spawn(move || client.get("/").status)
    };
    std::thread::sleep(Duration::from_millis(500));
    one.answer_again();
    assert_eq!(waiting.join().unwrap(), 200);
}

#[test]
fn whoever_waits_for_a_node_that_stands_still_is_answered_by_the_one_that_takes_over() {
    let shared = tempfile::tempdir().unwrap();
    // Connections are made to it, and nobody reads them.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let one = Site::start("one", shared.path(), |nodes| nodes.address = Some(address));
    let two = Site::start("two", shared.path(), |_| {});
    one.found("almelo", HOST, &two);
    let waiting = {
        let client = two.client();
        std::thread::spawn(move || client.get("/api/v1/vacancies"))
    };
    std::thread::sleep(Duration::from_millis(300));
    assert!(!waiting.is_finished());
    arrive(&one, &two, "almelo");
    let objects = directory::open(&shared.path().display().to_string(), directory::PATIENCE);
    directory::change(objects.unwrap().as_ref(), |directory| {
        let record = directory.tenants.get_mut("almelo").unwrap();
        record.node = "two".to_owned();
        record.generation = 2;
        Ok(true)
    })
    .unwrap();
    waiting.join().unwrap().expect(200);
    // The other way round: who asked the node that had it gets there too.
    soon("the node that had it knows", || {
        one.nodes
            .record("almelo")
            .is_some_and(|record| record.node == "two")
    });
    one.client().get("/api/v1/vacancies").expect(200);
}

/// Copies a tenant to where its next generation arrives at another node.
fn arrive(from: &Site, to: &Site, tenant: &str) {
    let there = folders::incoming(to.app.config(), tenant, 2);
    let mut folders = vec![(
        from.folder.path().join("tenants").join(tenant),
        there.clone(),
    )];
    while let Some((from, to)) = folders.pop() {
        std::fs::create_dir_all(&to).unwrap();
        for entry in std::fs::read_dir(from).unwrap().flatten() {
            let target = to.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push((entry.path(), target));
            } else {
                std::fs::copy(entry.path(), target).unwrap();
            }
        }
    }
    folders::complete(&there, 2).unwrap();
}
