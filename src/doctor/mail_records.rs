//! What `doctor` says of what the DNS holds about the sender of mail: SPF, DMARC, and the public half of each DKIM key. That
//! the network fails is no fault.

use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::{Name, RData};
use hickory_resolver::{ResolverBuilder, TokioResolver};

use super::{Findings, Kind, Scope};
use crate::certificates::can_have_certificate;
use crate::config::Config;
use crate::db::offline_file;
use crate::db::registry::Entry;
use crate::mail::DkimKey;

const ABOUT: &str = "mail";
/// For one question to one server; it is asked twice.
const WITHIN: Duration = Duration::from_secs(3);

/// Whether letters go out of this installation to the world.
pub(super) fn goes_to_the_world(config: &Config, entries: &[Entry]) -> bool {
    config.smtp_url.is_some()
        && domain_of(&config.mail_from).is_some()
        && entries
            .iter()
            .flat_map(Entry::hosts)
            .any(|host| !is_reserved(host))
}

pub(super) fn look(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    let asked = Dns::open(scope.config.dns_server)
        .and_then(|dns| ask(&dns, scope.config, entries, findings));
    if let Err(why) = asked {
        findings.warn(
            ABOUT,
            format!("the DNS was not asked for what it holds about the sender: {why}"),
        );
        findings.leave_open(Kind::MailRecords);
    }
}

fn ask(
    dns: &Dns,
    config: &Config,
    entries: &[Entry],
    findings: &mut Findings,
) -> Result<(), String> {
    if let Some(domain) = domain_of(&config.mail_from) {
        look_at_spf(dns, config, &domain, findings)?;
        look_at_dmarc(dns, &domain, findings)?;
    }
    for entry in entries.iter().filter(|entry| entry.archived_at.is_none()) {
        let path = config.tenant_folder(&entry.name).join("tenant.db");
        // What is wrong with the file is told elsewhere.
        let keys = offline_file::peek(&path, |connection| Ok(DkimKey::all(connection)?));
        for key in keys.unwrap_or_default() {
            look_at_key(dns, &format!("tenant {}", entry.name), &key, findings)?;
        }
    }
    Ok(())
}

/// Whether a name is for networks of one's own, for examples or for tests: nobody outside asks for it.
fn is_reserved(host: &str) -> bool {
    let top = host.rsplit('.').next().unwrap_or_default();
    !can_have_certificate(host)
        || ["example", "test", "invalid", "local", "internal"]
            .iter()
            .any(|reserved| top.eq_ignore_ascii_case(reserved))
}

/// The domain of a sender; none for one of an example.
fn domain_of(sender: &str) -> Option<String> {
    let (_, domain) = sender.rsplit_once('@')?;
    let domain = domain.trim_end_matches('>').trim().to_lowercase();
    (!domain.is_empty() && !is_reserved(&domain)).then_some(domain)
}

/// Whether a record has this version as its first tag.
fn is_of_version(record: &str, version: &str) -> bool {
    let first = record.split([';', ' ']).next().unwrap_or_default();
    first.trim().eq_ignore_ascii_case(version)
}

fn look_at_spf(
    dns: &Dns,
    config: &Config,
    domain: &str,
    findings: &mut Findings,
) -> Result<(), String> {
    let mut records = dns.texts(domain)?;
    records.retain(|record| is_of_version(record, "v=spf1"));
    match records.as_slice() {
        [] => {
            let wanted = wanted_spf(config);
            let text = format!(
                "{domain} has no SPF record, by which receivers know the servers that may send for it; add a TXT record for {domain}: {wanted}"
            );
            findings.warn(ABOUT, text);
        }
        [record] => findings.fine(ABOUT, format!("SPF of {domain}: {record}")),
        several => {
            let text = format!(
                "{domain} has {} SPF records, which receivers take for none; make one of them ({})",
                several.len(),
                several.join(" | ")
            );
            findings.fault(ABOUT, (Kind::MailRecords, format!("spf {domain}")), text);
        }
    }
    Ok(())
}

/// The servers that mail comes from, as far as the settings tell: a mail server here sends by itself.
fn wanted_spf(config: &Config) -> String {
    let url = config.smtp_url.as_deref().map(str::parse::<url::Url>);
    let server = match &url {
        Some(Ok(url)) => url.host_str().unwrap_or_default(),
        _ => "",
    };
    let server = server.trim_matches(['[', ']']);
    match server.parse::<std::net::IpAddr>() {
        Ok(address) if !address.is_loopback() => {
            let family = if address.is_ipv4() { "ip4" } else { "ip6" };
            format!("v=spf1 {family}:{address} ~all")
        }
        Err(_) if server.contains('.') => format!("v=spf1 a:{server} ~all"),
        _ => "v=spf1 a mx ~all".to_owned(),
    }
}

/// The record of the domain, or of the closest one that it is part of.
fn look_at_dmarc(dns: &Dns, domain: &str, findings: &mut Findings) -> Result<(), String> {
    let mut above = Some(domain);
    while let Some(of) = above.filter(|of| of.contains('.')) {
        let mut records = dns.texts(&format!("_dmarc.{of}"))?;
        records.retain(|record| is_of_version(record, "v=DMARC1"));
        match records.as_slice() {
            [] => above = of.split_once('.').map(|(_, rest)| rest),
            [record] => {
                findings.fine(ABOUT, format!("DMARC of {of}: {record}"));
                return Ok(());
            }
            several => {
                let text = format!(
                    "_dmarc.{of} has {} DMARC records, which receivers take for none; leave one of them ({})",
                    several.len(),
                    several.join(" | ")
                );
                findings.fault(ABOUT, (Kind::MailRecords, format!("dmarc {of}")), text);
                return Ok(());
            }
        }
    }
    let text = format!(
        "{domain} has no DMARC record, which large receivers ask for; add a TXT record for _dmarc.{domain}: v=DMARC1; p=none; rua=mailto:postmaster@{domain}"
    );
    findings.warn(ABOUT, text);
    Ok(())
}

fn look_at_key(
    dns: &Dns,
    about: &str,
    key: &DkimKey,
    findings: &mut Findings,
) -> Result<(), String> {
    let name = key.record_name();
    let Ok(wanted) = key.record() else {
        return Ok(());
    };
    let ours = tag(&wanted, "p");
    let mut records = dns.texts(&name)?;
    records.retain(|record| tag(record, "p").is_some());
    if records.is_empty() {
        let text = format!(
            "mail from {} is signed (DKIM), and receivers do not find the key; add a TXT record for {name}: {wanted}",
            key.domain
        );
        findings.warn(about, text);
    } else if records.iter().all(|record| tag(record, "p") == ours) {
        findings.fine(about, format!("DKIM: the key at {name} is ours"));
    } else {
        let text = format!(
            "the DKIM key at {name} is another than that by which mail from {} is signed, so receivers take the mail for forged; put this there as the only TXT record: {wanted}",
            key.domain
        );
        findings.fault(about, (Kind::MailRecords, name), text);
    }
    Ok(())
}

/// A tag of a DKIM record, without the blanks that may stand in it.
fn tag(record: &str, name: &str) -> Option<String> {
    record
        .split(';')
        .filter_map(|tag| tag.split_once('='))
        .find(|(known, _)| known.trim() == name)
        .map(|(_, value)| value.split_whitespace().collect())
}

/// The DNS server that was named, or those of this machine.
struct Dns {
    runtime: tokio::runtime::Runtime,
    resolver: TokioResolver,
}

impl Dns {
    fn open(server: Option<SocketAddr>) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let mut builder = match server {
            Some(server) => asking(server),
            None => TokioResolver::builder_tokio().map_err(|error| error.to_string())?,
        };
        let options = builder.options_mut();
        options.timeout = WITHIN;
        options.attempts = 2;
        options.use_hosts_file = ResolveHosts::Never;
        // The record of a key is longer than a plain answer.
        options.edns0 = true;
        options.try_tcp_on_error = true;
        let resolver = {
            let _inside = runtime.enter();
            builder.build().map_err(|error| error.to_string())?
        };
        Ok(Self { runtime, resolver })
    }

    /// The texts of a name, each put together from its pieces; none where there is no such name.
    fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let mut full = Name::from_utf8(name).map_err(|error| format!("{name}: {error}"))?;
        full.set_fqdn(true);
        let found = match self.runtime.block_on(self.resolver.txt_lookup(full)) {
            Ok(found) => found,
            Err(error) if error.is_no_records_found() => return Ok(Vec::new()),
            Err(error) => return Err(format!("{name}: {}", why(&error))),
        };
        let texts = found.answers().iter().filter_map(|record| {
            let RData::TXT(text) = &record.data else {
                return None;
            };
            let whole = text.txt_data.concat();
            Some(String::from_utf8_lossy(&whole).trim().to_owned())
        });
        Ok(texts.collect())
    }
}

fn asking(server: SocketAddr) -> ResolverBuilder<TokioRuntimeProvider> {
    let with_port = |mut way: ConnectionConfig| {
        way.port = server.port();
        way
    };
    let ways = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(with_port);
    let server = NameServerConfig::new(server.ip(), true, ways.to_vec());
    let config = ResolverConfig::from_name_servers(vec![server]);
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
}

fn why(error: &NetError) -> String {
    match error {
        NetError::Timeout => "no answer".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sender_of_an_example_is_not_asked_for() {
        assert_eq!(domain_of("post@helpt.nl").as_deref(), Some("helpt.nl"));
        assert_eq!(
            domain_of("Voluntr <No-Reply@Mail.Helpt.nl>").as_deref(),
            Some("mail.helpt.nl")
        );
        for sender in [
            "no-reply@voluntr.example",
            "post@localhost",
            "post",
            "a@b.test",
        ] {
            assert_eq!(domain_of(sender), None, "{sender}");
        }
    }

    #[test]
    fn the_record_that_is_wanted_names_the_server_of_the_settings() {
        for (url, wanted) in [
            (
                "smtp://u:p@mail.helpt.nl:587",
                "v=spf1 a:mail.helpt.nl ~all",
            ),
            ("smtp://localhost", "v=spf1 a mx ~all"),
            ("smtp://127.0.0.1:25", "v=spf1 a mx ~all"),
            ("smtp://192.0.2.7", "v=spf1 ip4:192.0.2.7 ~all"),
            ("smtp://[2001:db8::7]", "v=spf1 ip6:2001:db8::7 ~all"),
        ] {
            let config = Config {
                smtp_url: Some(url.to_owned()),
                ..Config::default()
            };
            assert_eq!(wanted_spf(&config), wanted);
        }
    }

    #[test]
    fn a_key_is_the_same_however_its_record_is_written() {
        let ours = tag("v=DKIM1; k=rsa; p=MIIB+/=", "p");
        assert_eq!(ours.as_deref(), Some("MIIB+/="));
        assert_eq!(tag("v=DKIM1;p= MI IB+/= ;", "p"), ours);
        assert_eq!(tag("v=DKIM1; p=", "p").as_deref(), Some(""));
        assert_eq!(tag("v=spf1 -all", "p"), None);
        assert!(is_of_version("v=SPF1 -all", "v=spf1"));
        assert!(!is_of_version("v=spf10 -all", "v=spf1"));
        assert!(is_of_version("v=DMARC1;p=none", "v=DMARC1"));
    }
}
