//! `voluntr serve`: start-up and operation of the server process.

use super::*;

/// `serve` under its own feet: stopped by SIGTERM when dropped.
pub(super) struct Serving {
    pub(super) child: Child,
    pub(super) address: String,
    rest: BufReader<std::process::ChildStdout>,
    log: Option<std::thread::JoinHandle<String>>,
}

impl Serving {
    pub(super) fn start(command: Command) -> Self {
        Self::start_logging_to(command, Stdio::piped())
    }

    /// What is logged elsewhere than in a pipe is not kept.
    pub(super) fn start_logging_to(mut command: Command, log: Stdio) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let stderr = child.stderr.take();
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            if let Some(mut stderr) = stderr {
                let _ = stderr.read_to_string(&mut text);
            }
            text
        });
        let mut rest = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        rest.read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("Serving on ")
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Self {
            child,
            address,
            rest,
            log: Some(log),
        }
    }

    fn agent() -> ureq::Agent {
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into()
    }

    /// What the program has logged; only once it has ended.
    pub(super) fn log(&mut self) -> String {
        self.log.take().unwrap().join().unwrap()
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let address = format!("{}{path}", self.address);
        let mut response = Self::agent().post(address).send_json(body).unwrap();
        (
            response.status().as_u16(),
            response.body_mut().read_to_string().unwrap(),
        )
    }

    pub(super) fn get(&self, path: &str) -> (u16, String) {
        let path = path.replace('[', "%5B").replace(']', "%5D");
        let address = format!("{}{path}", self.address);
        let mut response = Self::agent().get(address).call().unwrap();
        (
            response.status().as_u16(),
            response.body_mut().read_to_string().unwrap(),
        )
    }

    /// The status that the tenant of a host answers for a path.
    pub(super) fn status_at(&self, host: &str, path: &str) -> u16 {
        let address = format!("{}{path}", self.address);
        let response = Self::agent().get(address).header("host", host).call();
        response.unwrap().status().as_u16()
    }

    pub(super) fn lines_until(&mut self, end: &str) -> String {
        let mut text = String::new();
        while !text.contains(end) {
            assert!(self.rest.read_line(&mut text).unwrap() > 0, "{text}");
        }
        text
    }

    pub(super) fn stop(&mut self) -> Option<i32> {
        self.stop_by("TERM")
    }

    pub(super) fn stop_by(&mut self, signal: &str) -> Option<i32> {
        Command::new("kill")
            .args(["-s", signal])
            .arg(self.child.id().to_string())
            .status()
            .unwrap();
        self.child.wait().unwrap().code()
    }
}

/// A person makes an account: a write, with a letter.
pub(super) fn sign_up(serving: &Serving, number: usize) -> (u16, String) {
    let form = serde_json::json!({ "data": { "type": "users", "attributes": {
        "first_name": "Nieuw", "last_name": "Gezicht", "email": format!("nieuw{number}@example.nl"),
        "password": PASSWORD.trim(), "password_confirmation": PASSWORD.trim(), "accept_terms": true,
    } } });
    serving.post("/api/v1/users/sign_up", &form)
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_demo_is_served_under_every_host_and_stops_when_told() {
    let machine = Machine::new();
    let mut serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    let said = serving.lines_until("vrijwilliger@demo.voluntr.example");
    assert!(said.contains("letters stay in the outbox"), "{said}");
    let (status, body) = serving.get("/api/v1/vacancies");
    assert_eq!(status, 200);
    assert!(
        serde_json::from_str::<Value>(&body).unwrap()["meta"]["total"]
            .as_u64()
            .unwrap()
            > 100
    );
    assert_eq!(serving.stop(), Some(0));
    // A second start finds the demo and leaves it as it is.
    let mut again = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    again.lines_until("vrijwilliger@demo.voluntr.example");
    assert_eq!(again.get("/health/live").0, 200);
}

#[test]
fn a_terminal_that_is_closed_stops_it_as_a_signal_does_unless_it_was_told_to_stay() {
    let machine = Machine::new();
    machine.run("tenant add roermond").done();
    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    assert_eq!(serving.stop_by("HUP"), Some(0));
    assert!(serving.log().contains("stopped"));

    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", "trap '' HUP; exec \"$0\" serve --listen 127.0.0.1:0"])
        .arg(env!("CARGO_BIN_EXE_voluntr"))
        .env_clear()
        .env("VOLUNTR_DATA", machine.data());
    let mut stays = Serving::start(shell);
    let pid = stays.child.id().to_string();
    Command::new("kill")
        .args(["-s", "HUP", &pid])
        .status()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(stays.get("/health/live").0, 200);
    assert_eq!(stays.stop(), Some(0));
}

#[test]
fn a_second_server_on_the_same_address_says_so() {
    let machine = Machine::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    machine
        .run(&format!("serve --listen {address}"))
        .failed(1, "choose another with --listen");
}

#[test]
fn a_running_server_sees_what_commands_do_and_sends_its_mail() {
    let machine = Machine::new();
    let peer = SmtpPeer::start();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command.env("VOLUNTR_SMTP_URL", peer.url());
    let serving = Serving::start(command);
    assert_eq!(serving.get("/api/v1/vacancies").0, 404);
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while serving.get("/api/v1/vacancies").0 != 200 {
        assert!(
            std::time::Instant::now() < until,
            "the server does not see the new tenant"
        );
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    // A mandatory letter goes at any hour; this one is written by the API, as a person would.
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let form = serde_json::json!({ "data": { "type": "users", "attributes": {
        "first_name": "Nieuw", "last_name": "Gezicht", "email": "nieuw@example.nl",
        "password": PASSWORD.trim(), "password_confirmation": PASSWORD.trim(), "accept_terms": true,
    } } });
    let asked = agent
        .post(format!("{}/api/v1/users/sign_up", serving.address))
        .send_json(form)
        .unwrap();
    assert!(asked.status().is_success(), "{}", asked.status());
    let begun = std::time::Instant::now();
    let letter = peer.wait_for("nieuw@example.nl", "");
    assert!(begun.elapsed() < std::time::Duration::from_secs(5));
    assert!(letter.text.contains(&serving.address), "{}", letter.text);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    loop {
        let letters = machine
            .run("--json mail outbox --status sent")
            .done()
            .json();
        if !letters["letters"].as_array().unwrap().is_empty() {
            break;
        }
        assert!(
            std::time::Instant::now() < until,
            "the letter is not marked as sent"
        );
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_letter_that_is_shown_leads_to_the_port_on_which_the_server_listens() {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    let serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    let form = serde_json::json!({ "data": { "type": "users", "attributes": {
        "first_name": "Nieuw", "last_name": "Gezicht", "email": "nieuw@example.nl",
        "password": PASSWORD.trim(), "password_confirmation": PASSWORD.trim(), "accept_terms": true,
    } } });
    let asked = Serving::agent()
        .post(format!("{}/api/v1/users/sign_up", serving.address))
        .send_json(form)
        .unwrap();
    assert!(asked.status().is_success(), "{}", asked.status());
    let letters = machine.run("--json mail outbox").done().json();
    let letters = letters["letters"].as_array().unwrap();
    let id = letters
        .iter()
        .find(|letter| letter["to_email"] == "nieuw@example.nl")
        .map_or_else(|| panic!("{letters:?}"), |letter| letter["id"].to_string());
    let shown = machine.run(&format!("--json mail show {id}")).done().json();
    let text = shown["text"].as_str().unwrap();
    let port = serving.address.rsplit(':').next().unwrap();
    let link = text
        .split_whitespace()
        .find(|word| word.contains("/confirm?token="))
        .unwrap();
    assert!(
        link.contains("http://") && link.contains(&format!(":{port}/confirm")),
        "{link} is not on port {port}"
    );
}

#[test]
fn a_day_is_understood_where_the_machine_knows_no_time_zones() {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    // A bare container has none at all; one file that is no zone of ours keeps those of this machine away too.
    let zones = machine.folder.path().join("zones");
    std::fs::create_dir(&zones).unwrap();
    std::fs::write(zones.join("Nowhere"), b"TZif").unwrap();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command.env("TZDIR", &zones);
    let serving = Serving::start(command);
    let agent = Serving::agent();
    let signed_in = agent
        .post(format!("{}/auth/sign_in", serving.address))
        .send_json(serde_json::json!({
            "email": "organisatie@demo.voluntr.example", "password": "welkom-in-lindewaard",
        }))
        .unwrap();
    let header = |name: &str| {
        let value = signed_in.headers().get(name).unwrap();
        value.to_str().unwrap().to_owned()
    };
    let day = jiff::Timestamp::from_second(
        std::time::UNIX_EPOCH
            .elapsed()
            .unwrap()
            .as_secs()
            .cast_signed()
            + 30 * 86_400,
    )
    .unwrap()
    .to_string()[..10]
        .to_owned();
    let mut own = agent
        .get(format!(
            "{}/api/v1/vacancies?filter%5Borganization_id_eq%5D=1",
            serving.address
        ))
        .header("access-token", header("access-token"))
        .header("client", header("client"))
        .header("uid", header("uid"))
        .call()
        .unwrap();
    let own: Value = serde_json::from_str(&own.body_mut().read_to_string().unwrap()).unwrap();
    let id = own["data"][0]["id"].as_str().unwrap().to_owned();
    let mut changed = agent
        .patch(format!("{}/api/v1/vacancies/{id}", serving.address))
        .header("access-token", header("access-token"))
        .header("client", header("client"))
        .header("uid", header("uid"))
        .send_json(serde_json::json!({ "data": { "type": "vacancies", "id": id, "attributes": { "expires_at": day } } }))
        .unwrap();
    let text = changed.body_mut().read_to_string().unwrap();
    assert_eq!(changed.status().as_u16(), 200, "{text}");
    assert!(text.contains(&format!("{day}T2")), "{text}");
}
