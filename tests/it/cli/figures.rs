//! `/metrics`: what is counted, on an address of its own, without the name of a tenant, an address or a person.

use std::collections::{BTreeMap, BTreeSet};

use super::serving::Serving;
use super::*;

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

struct Figures {
    serving: Serving,
    address: String,
}

impl Figures {
    fn start(machine: &Machine) -> Self {
        let address = format!("127.0.0.1:{}", free_port());
        let mut command = machine.command("serve --listen 127.0.0.1:0");
        command.env("VOLUNTR_METRICS_LISTEN", &address);
        Self {
            serving: Serving::start(command),
            address,
        }
    }

    fn ask(&self, path: &str) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let mut response = agent
            .get(format!("http://{}{path}", self.address))
            .call()
            .unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (response.status().as_u16(), text)
    }

    /// Each sample by its name and labels, as another program's parser reads them.
    fn samples(&self) -> BTreeMap<String, f64> {
        let (status, text) = self.ask("/metrics");
        assert_eq!(status, 200);
        let lines = text.lines().map(|line| Ok(line.to_owned()));
        let scrape = prometheus_parse::Scrape::parse(lines).unwrap();
        let mut samples = BTreeMap::new();
        for sample in scrape.samples {
            let labels: BTreeSet<_> = sample
                .labels
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let labels: Vec<_> = labels.into_iter().collect();
            let value = match sample.value {
                prometheus_parse::Value::Counter(value)
                | prometheus_parse::Value::Gauge(value)
                | prometheus_parse::Value::Untyped(value) => value,
                prometheus_parse::Value::Histogram(buckets) => {
                    buckets.last().map_or(0.0, |bucket| bucket.count)
                }
                prometheus_parse::Value::Summary(_) => panic!("{}", sample.metric),
            };
            samples.insert(format!("{} {}", sample.metric, labels.join(" ")), value);
        }
        samples
    }
}

#[test]
fn requests_writes_and_what_the_machine_has_are_read_by_prometheus() {
    let machine = Machine::new();
    machine
        .run("tenant add geheimeplaats --domain geheimeplaats.example.nl")
        .done();
    let figures = Figures::start(&machine);
    let at = |path: &str| figures.serving.status_at("geheimeplaats.example.nl", path);
    for _ in 0..3 {
        assert_eq!(at("/api/v1/vacancies"), 200);
    }
    assert_eq!(at("/api/v1/vacancies/99"), 404);
    assert_eq!(at("/api/v1/vacancies/98"), 404);
    assert_eq!(at("/.env"), 404);
    assert_eq!(at("/en/vacancies/search"), 200);
    let samples = figures.samples();
    let is = |name: &str, expected: f64| {
        let found = samples.get(name);
        assert_eq!(found, Some(&expected), "{name} in {samples:#?}");
    };
    is(
        "voluntr_http_requests_total method=GET route=/api/v1/vacancies status=200",
        3.0,
    );
    is(
        "voluntr_http_requests_total method=GET route=/api/v1/vacancies/:id status=404",
        2.0,
    );
    is(
        "voluntr_http_requests_total method=GET route=/vacancies/search status=200",
        1.0,
    );
    is("voluntr_cache_lookups_total result=hit", 2.0);
    is(
        "voluntr_http_request_duration_seconds method=GET route=/api/v1/vacancies",
        3.0,
    );
    is("voluntr_tenants state=open", 1.0);
    is("voluntr_tenants state=down", 0.0);
    is("voluntr_ready ", 1.0);
    is("voluntr_outbox_failed ", 0.0);
    for name in [
        "voluntr_disk_free_bytes ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "process_start_time_seconds ",
    ] {
        assert!(samples[name] > 0.0, "{name}");
    }
    assert!(!samples.contains_key("voluntr_backup_age_seconds "));
    machine.run("backup create").done();
    assert!(figures.samples()["voluntr_backup_age_seconds "] < 60.0);

    // Nothing that names a tenant or what somebody asked for, and no series for each address that is tried.
    let (_, text) = figures.ask("/metrics");
    for secret in ["geheimeplaats", "/99", ".env"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let of_requests = |samples: &BTreeMap<String, f64>| {
        let names = samples.keys();
        names
            .filter(|name| name.starts_with("voluntr_http"))
            .count()
    };
    let series = of_requests(&samples);
    for number in 0..50 {
        at(&format!("/api/v1/vacancies/{}", 1000 + number));
        at(&format!("/wp-admin/{number}"));
    }
    assert!(of_requests(&figures.samples()) < series + 10);

    // Nothing else is there, and the site does not have it.
    assert_eq!(figures.ask("/").0, 404);
    assert_eq!(figures.ask("/api/v1/vacancies").0, 404);
    assert_eq!(at("/metrics"), 404);
}

#[test]
fn a_letter_that_waits_and_a_tenant_that_is_down_are_in_the_figures() {
    let machine = Machine::new();
    machine
        .run("tenant add oldebroek --domain oldebroek.example.nl")
        .done();
    machine
        .run("tenant add broken --domain broken.example.nl")
        .done();
    machine
        .run_with_input(
            "user add --tenant oldebroek --email a@example.nl --password-stdin",
            PASSWORD,
        )
        .done();
    let file = machine.data().join("tenants/broken/tenant.db");
    std::fs::write(file, vec![0xA5; 8192]).unwrap();
    let figures = Figures::start(&machine);
    assert_eq!(
        figures
            .serving
            .status_at("broken.example.nl", "/api/v1/vacancies"),
        503
    );
    let (status, _) = figures.serving.post(
        "/auth/password",
        &serde_json::json!({ "email": "a@example.nl" }),
    );
    assert!(status < 300, "{status}");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        let samples = figures.samples();
        // The server has looked by itself; it says nothing before that.
        let faults = samples.get("voluntr_doctor_faults ");
        if faults.is_some() {
            assert_eq!(faults, Some(&1.0), "{samples:#?}");
        }
        if samples["voluntr_outbox_waiting "] > 0.0 && faults.is_some() {
            assert_eq!(samples.get("voluntr_tenants state=down"), Some(&1.0));
            assert_eq!(samples.get("voluntr_ready "), Some(&0.0));
            break;
        }
        assert!(std::time::Instant::now() < until);
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn an_address_in_use_is_said_before_anything_is_served() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command.env(
        "VOLUNTR_METRICS_LISTEN",
        taken.local_addr().unwrap().to_string(),
    );
    Answer::of(&command.output().unwrap()).failed(1, "metrics_listen");
}
