//! Test server on its own port with real files, and HTTP clients per actor.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};
use voluntr::app::App;
use voluntr::base::clock::Clock;
use voluntr::config::Config;
use voluntr::provisioning::{Provisioning, TenantOptions};
use voluntr::router::AppService;

use crate::support::described;
use crate::support::fixtures;
use crate::support::fixtures::People;
use crate::support::statements;

/// The moment at which every test begins: a Saturday morning in November.
pub const NOW: &str = "2026-11-21T09:00:00Z";

pub struct Server {
    pub address: SocketAddr,
    pub app: Arc<App>,
    pub clock: Clock,
    pub people: People,
    pub folder: tempfile::TempDir,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    /// One tenant `demo` with two centres, and people of every role at the first.
    pub fn start() -> Self {
        Self::start_with(|_| {})
    }

    pub fn start_with(settle: impl FnOnce(&mut Config)) -> Self {
        statements::record();
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        settle(&mut config);
        let clock = Clock::fixed(NOW.parse().unwrap());
        let people = copy_template(folder.path());
        let app = App::new(config, clock.clone(), voluntr::resources::set()).unwrap();
        let (address, stop, thread) = run(Arc::clone(&app));
        Self {
            address,
            app,
            clock,
            people,
            folder,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Makes one more tenant.
    pub fn found(app: &App, name: &str, domains: &[&str]) {
        let preset = if name == "demo" { "demo" } else { "roermond" };
        Self::found_of(app, preset, name, domains);
    }

    fn found_of(app: &App, preset: &str, name: &str, domains: &[&str]) {
        let options = TenantOptions {
            preset: Some(preset.to_owned()),
            domains: domains.iter().map(|host| (*host).to_owned()).collect(),
            center_name: None,
        };
        Provisioning::plan(app, name, &options)
            .unwrap()
            .create(app, |tx, _| {
                // Who tests something else signs in with a password alone.
                tx.execute(
                    "update settings set value = 'optional' where name = 'second_factor'",
                    [],
                )?;
                Ok(voluntr::demo::seed_taxonomies(tx, tx.now())?)
            })
            .unwrap();
    }

    /// Makes one more tenant while the server runs, and waits until the registry is looked at again.
    pub fn found_one_more(&self, name: &str, domains: &[&str]) -> People {
        self.found_one_more_of("roermond", name, domains)
    }

    /// The same of another preset.
    pub fn found_one_more_of(&self, preset: &str, name: &str, domains: &[&str]) -> People {
        Self::found_of(&self.app, preset, name, domains);
        let people = fixtures::people(&self.app, name);
        std::thread::sleep(Duration::from_millis(250));
        people
    }

    /// Runs SQL on a tenant's file: for what no request can arrange.
    pub fn arrange<T: Send + 'static>(
        &self,
        job: impl FnOnce(&voluntr::db::Tx) -> voluntr::error::Result<T> + Send + 'static,
    ) -> T {
        let tenant = self.app.tenants().get("demo").unwrap();
        tenant
            .unguarded("a test arranges what no request can")
            .write_blocking(job)
            .unwrap()
    }

    pub fn as_nobody(&self) -> Client {
        Client::new(self.address)
    }

    fn signed_in(&self, email: &str) -> Client {
        let mut client = self.as_nobody();
        client.sign_in(email, fixtures::PASSWORD);
        client
    }

    pub fn as_volunteer(&self) -> Client {
        self.signed_in("joke@example.nl")
    }

    pub fn as_student(&self) -> Client {
        self.signed_in("student@example.nl")
    }

    pub fn as_mentor(&self) -> Client {
        self.signed_in("mentor@example.nl")
    }

    /// Manages the organisation `people.own`.
    pub fn as_superuser(&self) -> Client {
        self.signed_in("samira@example.nl")
    }

    pub fn as_page_manager(&self) -> Client {
        self.signed_in("pages@example.nl")
    }

    pub fn as_content_manager(&self) -> Client {
        self.signed_in("content@example.nl")
    }

    pub fn as_center(&self) -> Client {
        self.signed_in("marieke@example.nl")
    }

    pub fn as_admin(&self) -> Client {
        self.signed_in("admin@example.nl")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A data directory with the tenant `demo`, its two centres and their people, migrated once per test process.
struct Template {
    folder: tempfile::TempDir,
    people: People,
}

/// Copies the template's data directory, which no server has open.
fn copy_template(to: &Path) -> People {
    static TEMPLATE: OnceLock<Template> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        let clock = Clock::fixed(NOW.parse().unwrap());
        let app = App::new(config, clock, voluntr::resources::set()).unwrap();
        Server::found(&app, "demo", &["demo.localhost", "127.0.0.1"]);
        let people = fixtures::people(&app, "demo");
        drop(app);
        until_closed(folder.path());
        Template { folder, people }
    });
    copy_folder(template.folder.path(), to);
    template.people
}

/// Waits until the threads of a dropped server have closed its files. Whoever copies a file and its log before that gets
/// two moments, or a log that is taken away meanwhile.
fn until_closed(folder: &Path) {
    let is_open = |folder: &Path| {
        let mut waiting = vec![folder.to_owned()];
        while let Some(next) = waiting.pop() {
            for entry in std::fs::read_dir(next).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    waiting.push(path);
                } else if path.to_string_lossy().ends_with("-wal") {
                    return true;
                }
            }
        }
        false
    };
    for _ in 0..400 {
        if !is_open(folder) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
}

type Running = (
    SocketAddr,
    tokio::sync::oneshot::Sender<()>,
    std::thread::JoinHandle<()>,
);

fn run(app: Arc<App>) -> Running {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (tell, told) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async move {
            let listener = voluntr::server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            let stopped = async {
                let _ = stopped.await;
            };
            voluntr::server::serve(listener, AppService::new(app), stopped)
                .await
                .unwrap();
        });
    });
    (told.recv().unwrap(), stop, thread)
}

/// Somebody who asks.
#[derive(Clone)]
pub struct Client {
    agent: ureq::Agent,
    address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
    /// What came, where it is no text.
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The value at a JSON pointer.
    pub fn at(&self, pointer: &str) -> Value {
        self.json().pointer(pointer).cloned().unwrap_or_default()
    }

    pub fn id(&self) -> String {
        self.at("/data/id")
            .as_str()
            .unwrap_or_else(|| panic!("no id in {}", self.text))
            .to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// The code of the first error.
    pub fn code(&self) -> String {
        self.at("/errors/0/code")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The pointer of the first error.
    pub fn pointer(&self) -> String {
        self.at("/errors/0/source/pointer")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// The ids of a list.
    pub fn ids(&self) -> Vec<String> {
        let data = self.at("/data");
        let rows = data
            .as_array()
            .unwrap_or_else(|| panic!("no list in {}", self.text));
        rows.iter()
            .map(|row| row["id"].as_str().unwrap().to_owned())
            .collect()
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(20)))
            .build()
            .new_agent();
        Self {
            agent,
            address,
            headers: Vec::new(),
        }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    pub fn sign_in(&mut self, email: &str, password: &str) {
        let reply = self
            .send(
                "POST",
                "/auth/sign_in",
                Some(&json!({ "email": email, "password": password })),
            )
            .expect(200);
        for name in ["access-token", "client", "uid"] {
            let value = reply.header(name).to_owned();
            assert!(
                !value.is_empty(),
                "{name} is missing after signing in as {email}"
            );
            self.headers.push((name.to_owned(), value));
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(body))
    }

    pub fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send("PATCH", path, Some(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Reply {
        self.send("PUT", path, Some(body))
    }

    /// A decision of somebody who has just read what it is about: it says which version that was, as the app does.
    pub fn decide(&self, path: &str, body: &Value) -> Reply {
        let row: Vec<&str> = path.split(['/', '?']).take(5).collect();
        let read = self.get(&row.join("/")).header("etag").to_owned();
        let is_named = self.headers.iter().any(|(name, _)| name == "if-match");
        if read.is_empty() || is_named {
            return self.put(path, body);
        }
        self.clone().with("if-match", &read).put(path, body)
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None)
    }

    pub fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        self.send_text(method, path, body.map(Value::to_string).as_deref())
    }

    /// A file: its status, headers and bytes.
    pub fn download(&self, path: &str) -> (u16, ureq::http::HeaderMap, Vec<u8>) {
        let mut request = self.agent.get(format!("http://{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let mut response = request.call().unwrap();
        (
            response.status().as_u16(),
            response.headers().clone(),
            response.body_mut().read_to_vec().unwrap(),
        )
    }

    /// Sends a form with a file. `parts` are the fields before it.
    pub fn upload(&self, parts: &[(&str, &str)], media_type: &str, file: &[u8]) -> Reply {
        self.try_upload(parts, media_type, file).unwrap()
    }

    /// The same at another address.
    pub fn upload_to(
        &self,
        path: &str,
        parts: &[(&str, &str)],
        media_type: &str,
        file: &[u8],
    ) -> Reply {
        self.try_upload_to(path, parts, media_type, file).unwrap()
    }

    /// `None` if the server closed the connection before it had all of it, as it may when it refuses.
    pub fn try_upload(
        &self,
        parts: &[(&str, &str)],
        media_type: &str,
        file: &[u8],
    ) -> Option<Reply> {
        self.try_upload_to("/api/v1/uploads", parts, media_type, file)
    }

    fn try_upload_to(
        &self,
        path: &str,
        parts: &[(&str, &str)],
        media_type: &str,
        file: &[u8],
    ) -> Option<Reply> {
        let mut body = Vec::new();
        for (name, value) in parts {
            let part = format!(
                "--XX\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"Onze Tuin (1).jpg\"\r\ncontent-type: {media_type}\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--XX--\r\n");
        let mut request = ureq::http::Request::builder()
            .method("POST")
            .uri(format!("http://{}{path}", self.address))
            .header("content-type", "multipart/form-data; boundary=XX");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        // Pictures are made two at a time: on a busy machine the last in line waits for a while.
        let request = self
            .agent
            .configure_request(request.body(body).unwrap())
            .timeout_global(Some(Duration::from_mins(2)))
            .build();
        let mut response = self
            .agent
            .run(request)
            .inspect_err(|error| eprintln!("no answer to an upload: {error}"))
            .ok()?;
        let bytes = response.body_mut().read_to_vec().unwrap_or_default();
        let reply = Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: String::from_utf8(bytes.clone()).unwrap_or_default(),
            bytes,
        };
        described::validate("POST", path, reply.status, &reply.text);
        Some(reply)
    }

    pub fn send_text(&self, method: &str, path: &str, body: Option<&str>) -> Reply {
        let path = [
            ('[', "%5B"),
            (']', "%5D"),
            (' ', "%20"),
            ('"', "%22"),
            ('{', "%7B"),
            ('}', "%7D"),
        ]
        .into_iter()
        .fold(path.to_owned(), |path, (sign, code)| {
            path.replace(sign, code)
        });
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let has_type = self
            .headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.is_some() && !has_type {
            request = request.header("content-type", "application/vnd.api+json");
        }
        let sent = match body {
            Some(body) => self.agent.run(request.body(body.to_owned()).unwrap()),
            None => self.agent.run(request.body(()).unwrap()),
        };
        let mut response = sent.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let kind = response.headers().get("content-type");
        // A stream has no end to wait for: it is closed after its head. tests/it/live/ reads them.
        let is_endless = kind.is_some_and(|kind| kind == "text/event-stream");
        let bytes = if is_endless {
            Vec::new()
        } else {
            response.body_mut().read_to_vec().unwrap_or_default()
        };
        let reply = Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: String::from_utf8(bytes.clone()).unwrap_or_default(),
            bytes,
        };
        described::validate(method, &path, reply.status, &reply.text);
        reply
    }
}

/// A document of one resource.
pub fn document(type_name: &str, attributes: Value) -> Value {
    json!({ "data": { "type": type_name, "attributes": attributes } })
}
