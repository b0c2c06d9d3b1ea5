//! `serve` with certificates of its own, from a real authority.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use super::serving::Serving;
use super::*;
use crate::support::authority::{Authority, Ports, TlsClient, free_port, until};

const WITHIN: Duration = Duration::from_mins(1);

/// A server that gets its certificates from an authority.
struct Setup {
    machine: Machine,
    authority: Authority,
    ports: Ports,
    client: TlsClient,
}

impl Setup {
    fn new(hosts: &[&str]) -> Self {
        let ports = Ports::free();
        Self::looking_at(ports, ports, hosts)
    }

    fn looking_at(ports: Ports, looks_at: Ports, hosts: &[&str]) -> Self {
        let machine = Machine::new();
        let domains: Vec<String> = hosts
            .iter()
            .map(|host| format!("--domain {host}"))
            .collect();
        machine
            .run(&format!("tenant add roermond {}", domains.join(" ")))
            .done();
        let authority = Authority::start(looks_at);
        let client = authority.client();
        Self {
            machine,
            authority,
            ports,
            client,
        }
    }

    fn start(&self, more: &str) -> Serving {
        let line = format!("serve --email beheer@voluntr.example {more}");
        Serving::start(self.command(&line))
    }

    fn command(&self, line: &str) -> Command {
        let mut command = self.machine.command(line);
        command
            .env("VOLUNTR_ACME_DIRECTORY", self.authority.directory())
            .env(
                "VOLUNTR_ACME_DIRECTORY_ROOT",
                self.authority.root_of_itself(),
            )
            .env("VOLUNTR_ACME_HTTPS_LISTEN", self.https().to_string())
            .env(
                "VOLUNTR_ACME_HTTP_LISTEN",
                format!("127.0.0.1:{}", self.ports.http),
            );
        command
    }

    fn https(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.ports.https))
    }

    fn is_served(&self, host: &str) -> bool {
        let answer = self.client.get(self.https(), host, "/health/live");
        answer.is_ok_and(|answer| answer.status == 200)
    }

    fn until_served(&self, host: &str) {
        until(&format!("{host} over TLS"), WITHIN, || {
            self.is_served(host).then_some(())
        });
    }

    fn state(&self) -> Value {
        let path = self.machine.data().join("certificates/state.json");
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    }

    fn findings(&self) -> Vec<Value> {
        let found = self.command("--json doctor").output().unwrap();
        let found = Answer::of(&found).json();
        let findings = found["findings"].as_array().unwrap().iter();
        let is_ours = |finding: &&Value| finding["about"] == "certificates";
        findings.filter(is_ours).cloned().collect()
    }
}

#[test]
fn a_host_is_served_over_tls_and_everybody_is_led_there() {
    let setup = Setup::new(&["helpt.voluntr.example"]);
    setup.authority.lead_here("helpt.voluntr.example");
    let mut serving = setup.start("--domain helpt.voluntr.example");
    setup.until_served("helpt.voluntr.example");
    assert_eq!(
        setup.state()["hosts"]["helpt.voluntr.example"]["way"],
        "tls-alpn-01"
    );

    // What is made there leads there, and a browser is not told yet to use nothing else for a year.
    let client = &setup.client;
    let answer = client
        .get(setup.https(), "helpt.voluntr.example", "/sitemap.xml")
        .unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(
        answer.body.contains("https://helpt.voluntr.example"),
        "{}",
        answer.body
    );
    assert!(!answer.head.contains("strict-transport-security"));

    // Nobody else is shown a certificate.
    assert!(!setup.is_served("other.voluntr.example"));

    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .build()
        .new_agent();
    let led = agent
        .get(format!(
            "http://127.0.0.1:{}/vacatures?a=1",
            setup.ports.http
        ))
        .header("host", "helpt.voluntr.example")
        .call()
        .unwrap();
    assert_eq!(led.status().as_u16(), 308);
    assert_eq!(
        led.headers()["location"].to_str().unwrap(),
        format!(
            "https://helpt.voluntr.example:{}/vacatures?a=1",
            setup.ports.https
        )
    );

    // Keys are for the owner alone.
    let mut folders = vec![setup.machine.data().join("certificates")];
    let mut keys = 0;
    while let Some(folder) = folders.pop() {
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(mode(&path), 0o600, "{}", path.display());
                keys += 1;
            }
        }
    }
    assert_eq!(keys, 3, "account, state and one certificate");
    assert!(
        setup
            .findings()
            .iter()
            .all(|finding| finding["verdict"] == "fine"),
        "{:?}",
        setup.findings()
    );
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn a_restart_serves_what_is_there_and_orders_nothing() {
    let setup = Setup::new(&["helpt.voluntr.example"]);
    setup.authority.lead_here("helpt.voluntr.example");
    let mut serving = setup.start("");
    setup.until_served("helpt.voluntr.example");
    let shown = |setup: &Setup| {
        let answer = setup
            .client
            .get(setup.https(), "helpt.voluntr.example", "/health/live");
        answer.unwrap().certificate
    };
    let (first, orders) = (shown(&setup), setup.authority.orders());
    assert_eq!(orders, 1, "{}", setup.authority.log());
    assert_eq!(serving.stop(), Some(0));
    let serving = setup.start("");
    assert_eq!(shown(&setup), first, "at once");
    // Longer than between two looks at what is due.
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(setup.authority.orders(), orders);
    drop(serving);
}

#[test]
fn where_port_443_is_not_reached_port_80_proves_the_host() {
    let ports = Ports::free();
    let looks_at = Ports {
        https: free_port(),
        ..ports
    };
    let setup = Setup::looking_at(ports, looks_at, &["helpt.voluntr.example"]);
    setup.authority.lead_here("helpt.voluntr.example");
    let _serving = setup.start("");
    setup.until_served("helpt.voluntr.example");
    let state = setup.state();
    assert_eq!(state["hosts"]["helpt.voluntr.example"]["way"], "http-01");
}

#[test]
fn a_host_that_is_added_is_served_within_a_minute() {
    let setup = Setup::new(&["helpt.voluntr.example"]);
    for host in ["helpt.voluntr.example", "ook.voluntr.example"] {
        setup.authority.lead_here(host);
    }
    let _serving = setup.start("");
    setup.until_served("helpt.voluntr.example");
    assert!(!setup.is_served("ook.voluntr.example"));
    setup
        .machine
        .run("tenant domain add roermond ook.voluntr.example")
        .done();
    setup.until_served("ook.voluntr.example");
    assert!(setup.is_served("helpt.voluntr.example"));
    let certificates = setup.machine.data().join("certificates/roermond");
    let files = std::fs::read_dir(certificates).unwrap().count();
    assert_eq!(files, 1, "one certificate of both, the old one is gone");
}

#[test]
fn a_name_that_is_dead_fails_alone_and_is_left_out_for_a_while() {
    let setup = Setup::new(&["dood.voluntr.example", "helpt.voluntr.example"]);
    setup
        .machine
        .run("tenant add venlo --domain venlo.voluntr.example")
        .done();
    for host in ["helpt.voluntr.example", "venlo.voluntr.example"] {
        setup.authority.lead_here(host);
    }
    let mut serving = setup.start("");
    setup.until_served("helpt.voluntr.example");
    setup.until_served("venlo.voluntr.example");
    assert!(!setup.is_served("dood.voluntr.example"));
    let dead = setup.state()["hosts"]["dood.voluntr.example"].clone();
    let why = dead["last_failure"]["why"].as_str().unwrap();
    assert!(
        why.contains("tls-alpn-01: ") && why.contains("http-01: "),
        "{why}"
    );
    assert!(dead["next_try"].is_string(), "{dead}");
    let findings = setup.findings();
    let told = |finding: &Value| {
        let text = finding["text"].as_str().unwrap();
        finding["verdict"] == "fault" && text.contains("dood.voluntr.example")
    };
    assert!(findings.iter().any(told), "{findings:?}");

    // Its time is kept over a restart too.
    let orders = setup.authority.orders();
    assert_eq!(serving.stop(), Some(0));
    let _serving = setup.start("");
    assert!(setup.is_served("helpt.voluntr.example"));
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(setup.authority.orders(), orders);
    let still = setup.state()["hosts"]["dood.voluntr.example"].clone();
    assert_eq!(still["next_try"], dead["next_try"]);
}

#[test]
fn a_host_that_leads_to_no_tenant_is_named_with_what_makes_it_lead_there() {
    let setup = Setup::new(&["helpt.voluntr.example"]);
    let refused = |line: &str| Answer::of(&setup.command(line).output().unwrap());
    refused("serve --email beheer@voluntr.example --domain ander.voluntr.example").failed(
        1,
        "'voluntr tenant domain add roermond ander.voluntr.example'",
    );
    refused("serve --domain helpt.voluntr.example").failed(1, "--email");
    refused("serve --email beheer@voluntr.example --domain localhost")
        .failed(1, "no authority gives a certificate for 'localhost'");
    refused("serve --email nobody").failed(1, "is not an e-mail address");
}

#[test]
fn many_requests_go_over_one_connection() {
    let setup = Setup::new(&["helpt.voluntr.example"]);
    setup.authority.lead_here("helpt.voluntr.example");
    let mut serving = setup.start("");
    setup.until_served("helpt.voluntr.example");
    let config = setup.client.of_http2();
    let at = setup.https();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(at).await.unwrap();
        let name = "helpt.voluntr.example".try_into().unwrap();
        let stream = tokio_rustls::TlsConnector::from(config)
            .connect(name, stream)
            .await
            .unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (sender, connection) = hyper::client::conn::http2::handshake(
            hyper_util::rt::TokioExecutor::new(),
            hyper_util::rt::TokioIo::new(stream),
        )
        .await
        .unwrap();
        let connection = tokio::spawn(connection);
        let asked = (0..20).map(|_| {
            let mut sender = sender.clone();
            async move {
                let request = hyper::Request::get("https://helpt.voluntr.example/sitemap.xml")
                    .body(String::new())
                    .unwrap();
                let response = sender.send_request(request).await.unwrap();
                let status = response.status().as_u16();
                let body = http_body_util::BodyExt::collect(response.into_body()).await;
                (status, body.unwrap().to_bytes())
            }
        });
        for (status, body) in futures_util::future::join_all(asked).await {
            let body = String::from_utf8_lossy(&body).into_owned();
            assert_eq!(status, 200, "{body}");
            assert!(body.contains("https://helpt.voluntr.example"), "{body}");
        }
        // An open connection on which nothing was asked does not hold up the end.
        let stopped = std::thread::spawn(move || serving.stop());
        let ended = tokio::time::timeout(Duration::from_secs(5), connection).await;
        assert!(ended.is_ok(), "the connection stays open");
        assert_eq!(stopped.join().unwrap(), Some(0));
    });
}
