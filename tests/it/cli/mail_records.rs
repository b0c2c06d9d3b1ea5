//! `doctor --online` and the server itself ask the DNS what it holds about the sender of mail.

use std::time::{Duration, Instant};

use super::doctor::{finds, finds_nothing};
use super::serving::Serving;
use super::*;
use crate::support::dns_peer::DnsPeer;

const SPF: &str = "v=spf1 include:_spf.helpt.nl -all";
const DMARC: &str = "v=DMARC1; p=reject";

struct Setup {
    machine: Machine,
    dns: DnsPeer,
}

impl Setup {
    fn new() -> Self {
        let machine = Machine::new();
        machine.run("tenant add almelo --domain localhost").done();
        Self {
            machine,
            dns: DnsPeer::start(),
        }
    }

    fn command(&self, line: &str) -> Command {
        let mut command = self.machine.command(line);
        command
            .env("VOLUNTR_DNS_SERVER", self.dns.address.to_string())
            .env("VOLUNTR_MAIL_FROM", "post@mail.helpt.nl")
            // Nobody listens there.
            .env("VOLUNTR_SMTP_URL", "smtp://127.0.0.1:1");
        command
    }

    fn doctor(&self) -> Answer {
        Answer::of(&self.command("--json doctor --online").output().unwrap())
    }

    /// Makes a key, and returns its name and its record.
    fn key(&self) -> (String, String) {
        let made = Answer::of(&self.command("--json mail dkim helpt.nl").output().unwrap());
        let made = made.done().json();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("name"), text("value"))
    }
}

#[test]
fn spf_and_dmarc_are_told_and_what_is_missing_comes_with_the_record_to_add() {
    let setup = Setup::new();
    let found = setup.doctor();
    finds(
        &found,
        "warning mail",
        "add a TXT record for mail.helpt.nl: v=spf1 a mx ~all",
    );
    finds(
        &found,
        "warning mail",
        "add a TXT record for _dmarc.mail.helpt.nl: v=DMARC1; p=none; rua=mailto:postmaster@mail.helpt.nl",
    );
    assert_eq!(
        setup.dns.asked(),
        ["mail.helpt.nl", "_dmarc.mail.helpt.nl", "_dmarc.helpt.nl"]
    );

    setup
        .dns
        .set("mail.helpt.nl", &["site-verification=1", SPF]);
    // That of the domain above holds too.
    setup.dns.set("_dmarc.helpt.nl", &[DMARC]);
    let found = setup.doctor();
    finds(&found, "fine mail", &format!("SPF of mail.helpt.nl: {SPF}"));
    finds(&found, "fine mail", &format!("DMARC of helpt.nl: {DMARC}"));

    setup.dns.set("mail.helpt.nl", &[SPF, "v=spf1 mx ~all"]);
    setup
        .dns
        .set("_dmarc.mail.helpt.nl", &[DMARC, "v=DMARC1; p=none"]);
    let found = setup.doctor();
    finds(&found, "fault mail", "mail.helpt.nl has 2 SPF records");
    finds(
        &found,
        "fault mail",
        "_dmarc.mail.helpt.nl has 2 DMARC records",
    );
}

#[test]
fn the_key_in_the_dns_is_compared_with_ours() {
    let setup = Setup::new();
    let (name, record) = setup.key();
    assert_eq!(name, "voluntr._domainkey.helpt.nl");
    let found = setup.doctor();
    finds(
        &found,
        "warning tenant almelo",
        &format!("add a TXT record for {name}: {record}"),
    );

    // Written otherwise, and too long for one packet or one string.
    let written = record.replace("; ", " ;  ");
    setup.dns.set(&name, &[&written]);
    finds(
        &setup.doctor(),
        "fine tenant almelo",
        "the key at voluntr._domainkey.helpt.nl is ours",
    );

    let other = record.replace("MIIB", "MIIC");
    assert_ne!(other, record);
    for wrong in [
        vec![other.as_str()],
        vec!["v=DKIM1; p="],
        vec![&record, &other],
    ] {
        setup.dns.set(&name, &wrong);
        finds(
            &setup.doctor(),
            "fault tenant almelo",
            "the DKIM key at voluntr._domainkey.helpt.nl is another",
        );
    }
}

#[test]
fn that_the_dns_fails_is_no_fault() {
    let setup = Setup::new();
    setup.dns.set_broken(true);
    let found = setup.doctor();
    finds(&found, "warning mail", "the DNS was not asked");
    finds_nothing(&found, "SPF record");

    let wrong = Answer::of(
        &setup
            .command("doctor --online")
            .env("VOLUNTR_DNS_SERVER", "a name")
            .output()
            .unwrap(),
    );
    wrong.failed(1, "dns_server");
}

#[test]
fn the_server_asks_by_itself_where_its_mail_goes_to_the_world() {
    let setup = Setup::new();
    setup.dns.set("mail.helpt.nl", &[SPF, "v=spf1 mx ~all"]);
    let looked = |before: &Value| {
        let note = setup.machine.data().join("last-look.json");
        let mut serving = Serving::start(setup.command("serve --listen 127.0.0.1:0"));
        let until = Instant::now() + Duration::from_mins(1);
        loop {
            let text = std::fs::read(&note).unwrap_or_default();
            let noted: Value = serde_json::from_slice(&text).unwrap_or_default();
            if noted["at"] != *before {
                assert_eq!(serving.stop(), Some(0));
                return noted;
            }
            assert!(Instant::now() < until, "it does not look");
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    // It serves nobody but this machine.
    let first = looked(&Value::Null);
    assert_eq!(first["faults"], 0);
    assert_eq!(setup.dns.asked(), Vec::<String>::new());

    setup
        .machine
        .run("tenant domain add almelo almelo.helpt.nl")
        .done();
    let second = looked(&first["at"]);
    assert_eq!(second["faults"], 1);
    assert!(setup.dns.asked().contains(&"mail.helpt.nl".to_owned()));
    // Hosts are not looked up, nor is the mail server called.
    assert!(!setup.dns.asked().contains(&"almelo.helpt.nl".to_owned()));
}
