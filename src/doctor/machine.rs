//! What `doctor` says of the machine and of the settings: the disk, the clock, limits, files that others may read.

#![expect(
    clippy::disallowed_methods,
    reason = "the diagnosis reads settings and what the kernel tells in files"
)]

use std::net::{TcpStream, ToSocketAddrs as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Findings, Fix, Kind, Scope};
use crate::backup::last::LastBackup;
use crate::cluster::replication;
use crate::config::{Config, installed_file};
use crate::db::registry::Entry;

/// Before this program was written no clock is right.
const EARLIEST: &str = "2026-01-01";
/// Files that a server with many tenants and visitors opens.
const OPEN_FILES: u64 = 4_096;
const LITTLE_MEMORY_MB: u64 = 100;
const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// File systems by the number that the kernel gives (`statfs(2)`): those on which `SQLite`'s log does not work, or may not.
const SHARED: [(i64, &str); 5] = [
    (0x6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB"),
    (0x0102_1997, "9P"),
    (0x6573_5546, "FUSE"),
];
const TMPFS: i64 = 0x0102_1994;

pub(super) fn look(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    look_at_settings(scope, entries, findings);
    look_at_nodes(scope.config, findings);
    look_at_disk(&scope.config.data, findings);
    look_at_limits(findings);
    look_at_clock(scope, entries, findings);
}

fn look_at_settings(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    let config = scope.config;
    let named = scope.file.map(Path::to_owned);
    let default = PathBuf::from("voluntr.toml");
    for path in named.into_iter().chain([default]).chain(installed_file()) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let has_secret = ["smtp_url", "error_report_dsn", "backup"]
            .iter()
            .any(|name| text.lines().any(|line| line.trim_start().starts_with(name)));
        let is_open = std::fs::metadata(&path).is_ok_and(|file| file.mode() & 0o007 != 0);
        if has_secret && is_open {
            let shown = path.display();
            let text = format!(
                "everybody on this machine may read {shown}, which holds a secret; 'chmod o-rwx {shown}' closes it"
            );
            findings
                .fault("settings", (Kind::OpenToOthers, shown), text)
                .mendable(Fix::CloseToOthers(path.clone()));
        }
    }
    let sender = config.mail_from.to_ascii_lowercase();
    if config.smtp_url.is_some() && sender.contains("voluntr.example") {
        findings.warn(
            "mail",
            "letters go out from an example address, which mail servers refuse; set VOLUNTR_MAIL_FROM to an address of your own",
        );
    }
    if let Some(url) = config
        .smtp_url
        .as_deref()
        .and_then(|url| url.parse::<url::Url>().ok())
    {
        let host = url.host_str().unwrap_or_default();
        let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let is_sealed = url.scheme() == "smtps" || url.query().unwrap_or_default().contains("tls=");
        if !is_here && !is_sealed {
            findings.warn(
                "mail",
                "letters may go to the mail server in the clear; add ?tls=required to VOLUNTR_SMTP_URL, or write smtps://",
            );
        }
    }
    if let Some(name) = config
        .default_tenant
        .as_deref()
        .filter(|name| !name.is_empty())
        && !entries.iter().any(|entry| entry.name == name)
        // Of several machines another one may serve it.
        && config.nodes.directory.is_none()
    {
        findings.fault(
            "settings",
            (Kind::Settings, "default_tenant"),
            format!("the setting default_tenant names '{name}', and there is no such tenant; see 'voluntr tenant list'"),
        );
    }
    let is_public = |host: &&str| !host.ends_with("localhost") && host.contains('.');
    if config.public_scheme.as_deref() == Some("http")
        && let Some(host) = entries.iter().flat_map(Entry::hosts).find(is_public)
    {
        findings.warn(
            "settings",
            format!("links in mails lead to http://{host}, where anybody on the way may read along; set public_scheme to https"),
        );
    }
}

/// What copies to where another node takes over from.
fn look_at_nodes(config: &Config, findings: &mut Findings) {
    if config.nodes.directory.is_none() {
        return;
    }
    match &config.nodes.litestream {
        None => findings.warn(
            "nodes",
            "nodes.litestream is not set: nothing that this node serves is copied, and no other one can take it over; set it to the file of Litestream",
        ),
        Some(program) => {
            if let Some(why) = replication::fault(program) {
                let text = format!("nothing that this node serves is copied: {why}");
                findings.fault("nodes", (Kind::Settings, "nodes.litestream"), text);
            }
        }
    }
}

fn look_at_disk(data: &Path, findings: &mut Findings) {
    let shown = data.display();
    if let Ok(found) = rustix::fs::statfs(data) {
        let kind = found.f_type;
        if let Some((_, name)) = SHARED.iter().find(|(number, _)| *number == kind) {
            findings.fault(
                "disk",
                (Kind::Disk, ""),
                format!("{shown} lies on {name}, where a database may be damaged by two machines; move it to a disk of this machine"),
            );
        } else if kind == TMPFS {
            findings.warn(
                "disk",
                format!("{shown} lies in memory (tmpfs) and is gone when the machine restarts; move it to a disk"),
            );
        }
    }
    if let Ok(found) = rustix::fs::statvfs(data)
        && found.f_files > 0
        && found.f_favail < found.f_files / 20
    {
        findings.warn(
            "disk",
            format!("of the files that fit on the disk of {shown}, less than a twentieth is left; see 'df -i'"),
        );
    }
}

fn look_at_limits(findings: &mut Findings) {
    if let Ok(most) = rlimit::Resource::NOFILE.get_hard()
        && most < OPEN_FILES
    {
        findings.warn(
            "limits",
            format!("a program may open {most} files here, and {OPEN_FILES} are wanted for many visitors; set LimitNOFILE in the service"),
        );
    }
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let left = memory
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    if let Some(left) = left.map(|kilobytes| kilobytes / 1024)
        && left < LITTLE_MEMORY_MB
    {
        findings.warn(
            "limits",
            format!("{left} MB of memory are left; see what takes it ('top'), or take a machine with more"),
        );
    }
}

fn look_at_clock(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    let now = scope.clock.text();
    let newest = entries.iter().map(|entry| entry.created_at.clone()).max();
    let backup = LastBackup::read(scope.config).at;
    let is_ahead = |at: Option<String>| at.is_some_and(|at| at > now);
    if now.as_str() < EARLIEST || is_ahead(newest) || is_ahead(backup) {
        findings.fault(
            "clock",
            (Kind::Clock, ""),
            format!("this machine says it is {now}, and there is something newer here; set its clock (timedatectl set-ntp true)"),
        );
    }
}

/// What only the network tells: whether hosts are known to the DNS, and whether the mail server answers.
pub(super) fn look_online(config: &Config, entries: &[Entry], findings: &mut Findings) {
    let served = entries.iter().filter(|entry| entry.archived_at.is_none());
    for host in served.flat_map(Entry::hosts) {
        let addresses = (host, 443).to_socket_addrs();
        if addresses.is_ok_and(|mut addresses| addresses.next().is_some()) {
            continue;
        }
        findings.fault(
            "dns",
            (Kind::Host, host),
            format!("{host} has no address; add an A or AAAA record at whoever keeps its domain, or 'voluntr tenant domain remove'"),
        );
    }
    let Some(url) = config
        .smtp_url
        .as_deref()
        .and_then(|url| url.parse::<url::Url>().ok())
    else {
        return;
    };
    let host = url.host_str().unwrap_or_default().to_owned();
    let usual = if url.scheme() == "smtps" { 465 } else { 25 };
    let port = url.port().unwrap_or(usual);
    let answers = (host.as_str(), port)
        .to_socket_addrs()
        .into_iter()
        .flatten()
        .any(|address| TcpStream::connect_timeout(&address, CONNECT_WITHIN).is_ok());
    if answers {
        findings.fine("mail", format!("the mail server answers at {host}:{port}"));
    } else {
        findings.fault(
            "mail",
            (Kind::MailServer, ""),
            format!("no mail server answers at {host}:{port}; look at VOLUNTR_SMTP_URL, and whether a firewall is between"),
        );
    }
}
