//! Configuration: the only reader of the environment and of `voluntr.toml`. Precedence: flag, environment, file,
//! default. An invalid setting fails at start-up.

mod nodes;

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use jiff::civil::Time;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::sentry_dsn::SentryDsn;
use crate::error::{Error, Result};

pub use self::nodes::NodesConfig;

/// Folder of sent files in that of a tenant.
pub const UPLOADS: &str = "uploads";

/// Changes of one account in a minute: more than a person does with a keyboard, or a device that was offline brings when it
/// is back.
pub const CHANGES_PER_MINUTE: usize = 600;

/// Longer than any statement of a page takes on a sound disk.
const SLOW_QUERY_MILLISECONDS: u64 = 1_000;

/// Settings that a file may hold, and that are never shown.
const SECRETS: [&str; 3] = ["smtp_url", "error_report_dsn", "nodes.secret"];

const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";

/// So that mail services do not take a centre for a sender of spam.
const NEWSLETTERS_PER_MINUTE: usize = 60;

/// Port of DNS servers.
const DNS: u16 = 53;

/// All settings; documented in docs/running.md.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub data: PathBuf,
    pub listen: Listen,
    pub smtp_url: Option<String>,
    /// Sender address of emails for centres without one of their own.
    pub mail_from: String,
    /// Addresses of proxies whose `X-Forwarded-…` headers are trusted: a list, or a comma-separated string.
    #[serde(deserialize_with = "addresses")]
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins of other sites whose scripts may call the API with credentials, such as `https://app.example.org`: a
    /// list, or a comma-separated string.
    #[serde(deserialize_with = "origins")]
    pub cors_origins: Vec<String>,
    pub log: String,
    /// `example.org` maps `roermond.example.org` to tenant `roermond`.
    pub wildcard_suffix: Option<String>,
    /// Tenant for unknown hosts. If empty, an unknown host gets a plain 404.
    pub default_tenant: Option<String>,
    pub tenant_cookie: String,
    /// Scheme and port of links in emails: `https`, unless the server runs locally for a trial.
    pub public_scheme: Option<String>,
    pub public_port: Option<u16>,
    /// Changes that somebody who is signed in makes in a minute; one more is answered with 429.
    pub changes_per_minute: usize,
    /// Mails of newsletters that a tenant sends in a minute: many at once are taken for spam by mail services.
    pub newsletters_per_minute: usize,
    /// Where errors of the server and of the app are reported, by the protocol of Sentry: `https://KEY@host/PROJECT`.
    /// None: nowhere.
    #[serde(deserialize_with = "dsn")]
    pub error_report_dsn: Option<String>,
    /// A statement of the database that takes longer is logged, without its values; in milliseconds. 0: none is.
    pub slow_query_milliseconds: u64,
    /// Address at which figures are given to Prometheus (`/metrics`). None: nowhere.
    pub metrics_listen: Option<SocketAddr>,
    /// The DNS server that is asked for what it holds about the sender of mail. None: those of this machine.
    #[serde(deserialize_with = "dns_server")]
    pub dns_server: Option<SocketAddr>,
    pub acme: AcmeConfig,
    pub map: MapConfig,
    pub native: NativeConfig,
    pub backup: BackupConfig,
    pub nodes: NodesConfig,
}

/// Backups that the server makes by itself: when, for how long they are kept, and where a copy goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BackupConfig {
    /// Time of the Dutch day, such as `03:00`. Empty: the server makes none.
    #[serde(deserialize_with = "time_of_day", serialize_with = "hour_and_minute")]
    pub at: Option<Time>,
    /// Backups older than this many days go, but never the last good one.
    #[serde(deserialize_with = "days_kept")]
    pub keep_days: u16,
    /// Where a copy goes: a folder, `s3://…` or `sftp://…`.
    #[serde(deserialize_with = "backup_place")]
    pub to: Option<String>,
    /// Public keys of age that the copy is encrypted for: any of their owners can read it.
    #[serde(deserialize_with = "age_keys")]
    pub key: Vec<String>,
    /// Copies elsewhere may be unencrypted.
    pub plain: bool,
}

impl Default for BackupConfig {
    fn default() -> Self {
        Self {
            at: Some(Time::constant(3, 0, 0, 0)),
            keep_days: 30,
            to: None,
            key: Vec::new(),
            plain: false,
        }
    }
}

/// Where the server listens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Listen {
    Tcp(SocketAddr),
    /// A socket in the file system, for a proxy on this machine.
    Unix(PathBuf),
}

impl Listen {
    /// `None` for a socket in the file system.
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(address) => Some(*address),
            Self::Unix(_) => None,
        }
    }
}

impl std::fmt::Display for Listen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl From<Listen> for String {
    fn from(listen: Listen) -> Self {
        listen.to_string()
    }
}

impl std::str::FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:").filter(|path| !path.is_empty()) {
            return Ok(Self::Unix(PathBuf::from(path)));
        }
        text.parse().map(Self::Tcp).map_err(|_| {
            format!(
                "'{text}' is not an address; write for example 127.0.0.1:8080, or unix:/run/voluntr/voluntr.sock"
            )
        })
    }
}

impl TryFrom<String> for Listen {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        text.parse()
    }
}

/// Certificates that the server gets by itself (RFC 8555), and where it listens when it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AcmeConfig {
    /// Whom the authority writes to. Switches TLS on; without it that is the job of a proxy in front.
    #[serde(deserialize_with = "email")]
    pub email: Option<String>,
    /// Directory of the authority.
    #[serde(deserialize_with = "directory")]
    pub directory: String,
    /// Root certificate (PEM) of a private authority, whose own address no public one vouches for.
    pub directory_root: Option<PathBuf>,
    /// Where TLS is served.
    pub https_listen: SocketAddr,
    /// Where the authority looks, and where everybody else is led to TLS.
    pub http_listen: SocketAddr,
}

impl Default for AcmeConfig {
    fn default() -> Self {
        let everywhere = |port| SocketAddr::from((Ipv6Addr::UNSPECIFIED, port));
        Self {
            email: None,
            directory: LETS_ENCRYPT.to_owned(),
            directory_root: None,
            https_listen: everywhere(443),
            http_listen: everywhere(80),
        }
    }
}

/// Apps for Android and iOS that open links of the tenants' hosts; `/.well-known/` tells the devices so.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NativeConfig {
    /// Application id of the Android app, such as `org.example.voluntr`. Empty: there is none.
    #[serde(deserialize_with = "android_package")]
    pub android_package: String,
    /// SHA-256 fingerprints of the certificates that sign it, as `keytool -list -v` prints them.
    #[serde(deserialize_with = "fingerprints")]
    pub android_fingerprints: Vec<String>,
    /// Team and bundle id of each iOS app, such as `A1B2C3D4E5.org.example.voluntr`.
    #[serde(deserialize_with = "ios_app_ids")]
    pub ios_app_ids: Vec<String>,
}

/// Background of maps. Visitors get its tiles from this server only; the source learns what is looked at, not by whom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapConfig {
    /// Address of a tile, with `{z}`, `{x}` and `{y}` in its path. Empty: maps have no background.
    #[serde(deserialize_with = "tile_address")]
    pub tiles: String,
    /// Whose map it is; shown on every map, with a link if there is an address.
    pub attribution: String,
    pub attribution_url: String,
    pub min_zoom: u8,
    pub max_zoom: u8,
    /// West, south, east and north in degrees: tiles beyond are not fetched.
    pub bounds: [f64; 4],
    /// Disk space for tiles; the oldest go first.
    pub cache_megabytes: u64,
}

impl Default for MapConfig {
    /// The open background map of the Dutch government (BRT-A), which covers the Netherlands.
    fn default() -> Self {
        Self {
            tiles: "https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/standaard/EPSG:3857/{z}/{x}/{y}.png".to_owned(),
            attribution: "Kaartgegevens © Kadaster".to_owned(),
            attribution_url: "https://www.kadaster.nl/".to_owned(),
            min_zoom: 6,
            max_zoom: 19,
            bounds: [2.5, 50.3, 8.0, 54.0],
            cache_megabytes: 512,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("./data"),
            listen: Listen::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080))),
            smtp_url: None,
            mail_from: "no-reply@voluntr.example".to_owned(),
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            log: "info".to_owned(),
            wildcard_suffix: None,
            default_tenant: None,
            tenant_cookie: "tenant".to_owned(),
            public_scheme: None,
            public_port: None,
            changes_per_minute: CHANGES_PER_MINUTE,
            newsletters_per_minute: NEWSLETTERS_PER_MINUTE,
            error_report_dsn: None,
            slow_query_milliseconds: SLOW_QUERY_MILLISECONDS,
            metrics_listen: None,
            dns_server: None,
            acme: AcmeConfig::default(),
            map: MapConfig::default(),
            native: NativeConfig::default(),
            backup: BackupConfig::default(),
            nodes: NodesConfig::default(),
        }
    }
}

/// Settings given as command-line flags.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    pub data: Option<PathBuf>,
    pub config: Option<PathBuf>,
    pub listen: Option<Listen>,
    pub email: Option<String>,
}

impl Config {
    pub fn load(flags: &Flags) -> Result<Self> {
        let figment = Self::figment(flags)?;
        figment.extract().map_err(|error| explain(&error))
    }

    /// Each setting with its value and its source, for `config show --origin`.
    pub fn origins(flags: &Flags) -> Result<Vec<(String, String, String)>> {
        let figment = Self::figment(flags)?;
        let config: Self = Self::load(flags)?;
        let serde_json::Value::Object(values) = serde_json::to_value(&config)? else {
            return Ok(Vec::new());
        };
        // The settings of a table are told one by one, as `map.tiles`.
        let single = values.into_iter().flat_map(|(name, value)| match value {
            serde_json::Value::Object(table) => table
                .into_iter()
                .map(|(part, value)| (format!("{name}.{part}"), value))
                .collect(),
            value => vec![(name, value)],
        });
        Ok(single
            .map(|(name, value)| {
                let origin = origin_of(figment.find_metadata(&name), &name);
                // They may contain a password or a key.
                let shown = if SECRETS.contains(&name.as_str()) && !value.is_null() {
                    "(set)".to_owned()
                } else {
                    value.to_string()
                };
                (name, shown, origin)
            })
            .collect())
    }

    fn figment(flags: &Flags) -> Result<Figment> {
        let mut figment = Figment::from(Serialized::defaults(Self::default()));
        if let (Some(installed), None) = (installed_file(), &flags.config) {
            figment = figment.merge(Toml::file_exact(installed));
        }
        figment = match &flags.config {
            Some(path) if !path.exists() => {
                return Err(Error::internal(format!(
                    "settings: there is no file {path} (--config); name the one you mean, or leave --config out and {default} is read where there is one",
                    path = path.display(),
                    default = "./voluntr.toml"
                )));
            }
            Some(path) => figment.merge(Toml::file_exact(path)),
            None => figment.merge(Toml::file("voluntr.toml")),
        };
        // The variable's name arrives in upper case.
        let variables = Env::prefixed("VOLUNTR_").filter(|name| {
            let name = name.as_str().to_ascii_lowercase();
            !name.ends_with("_file") && !name.starts_with("test_")
        });
        // `VOLUNTR_MAP_TILES` is `tiles` of the table `[map]`.
        figment = figment.merge(variables.map(|name| {
            let name = name.as_str().to_ascii_lowercase();
            for table in ["acme", "backup", "map", "native", "nodes"] {
                let part = name
                    .strip_prefix(table)
                    .and_then(|rest| rest.strip_prefix('_'));
                if let Some(part) = part {
                    return format!("{table}.{part}").into();
                }
            }
            name.into()
        }));
        for name in SECRETS {
            if let Some(path) = variable(&format!(
                "VOLUNTR_{}_FILE",
                name.to_uppercase().replace('.', "_")
            )) {
                let secret = secret(&path)
                    .map_err(|error| Error::internal(format!("settings: {path}: {error}")))?;
                figment = figment.merge((name, secret.trim()));
            }
        }
        if let Some(data) = &flags.data {
            figment = figment.merge(("data", data));
        }
        if let Some(listen) = &flags.listen {
            figment = figment.merge(("listen", listen));
        }
        if let Some(email) = &flags.email {
            figment = figment.merge(("acme.email", email));
        }
        Ok(figment)
    }

    pub fn registry_path(&self) -> PathBuf {
        self.data.join("registry.db")
    }

    pub fn tenant_folder(&self, name: &str) -> PathBuf {
        self.data.join("tenants").join(name)
    }

    /// Creates the data directory, accessible to its owner only.
    pub fn prepare_data(&self) -> Result<()> {
        make_private(&self.data)
    }
}

/// In the environment a list is a string: `127.0.0.1, ::1`.
fn listed<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        List(Vec<String>),
        Text(String),
    }
    let given = match Given::deserialize(input)? {
        Given::List(list) => list,
        Given::Text(text) => text.split(',').map(str::to_owned).collect(),
    };
    let trimmed = given.iter().map(|one| one.trim().to_owned());
    Ok(trimmed.filter(|one| !one.is_empty()).collect())
}

/// Origins as browsers send them: scheme, host in lower case, and the port unless it is the scheme's own. The pages of an
/// app for iOS have one of their own scheme, `capacitor://localhost`.
fn origins<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<String>, D::Error> {
    let is_origin = |text: &str| {
        let host = ["https://", "http://", "capacitor://"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        host.is_some_and(|host| {
            !host.is_empty() && !host.contains(['/', '*', '?', '#', '@', ' ', ','])
        })
    };
    listed(input)?
        .into_iter()
        .map(|one| {
            let one = one.trim_end_matches('/').to_ascii_lowercase();
            if is_origin(&one) {
                Ok(one)
            } else {
                Err(D::Error::custom(format!(
                    "'{one}' is not an origin; write for example https://app.example.org, with commas between several"
                )))
            }
        })
        .collect()
}

fn dsn<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(input)?;
    let text = text.filter(|text| !text.trim().is_empty());
    if let Some(text) = &text
        && let Err(wrong) = text.trim().parse::<SentryDsn>()
    {
        // What was written has a key in it.
        return Err(D::Error::custom(format!("error_report_dsn {wrong}")));
    }
    Ok(text.map(|text| text.trim().to_owned()))
}

fn dns_server<'de, D: Deserializer<'de>>(
    input: D,
) -> std::result::Result<Option<SocketAddr>, D::Error> {
    let text = Option::<String>::deserialize(input)?.unwrap_or_default();
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let alone = text.parse().map(|address| SocketAddr::new(address, DNS));
    alone.or_else(|_| text.parse()).map(Some).map_err(|_| {
        D::Error::custom(format!(
            "dns_server '{text}' is no address; write for example 192.0.2.53, with a port where it is another than {DNS}: 192.0.2.53:5353"
        ))
    })
}

fn email<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(input)?.unwrap_or_default();
    let text = text.trim();
    match text {
        "" => Ok(None),
        text if crate::base::email::parse(text).is_some() => Ok(Some(text.to_owned())),
        text => Err(D::Error::custom(format!(
            "'{text}' is not an e-mail address; write for example beheer@example.org"
        ))),
    }
}

fn directory<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(input)?.trim().to_owned();
    if text.starts_with("https://") {
        return Ok(text);
    }
    Err(D::Error::custom(format!(
        "'{text}' is not the directory of an authority; write for example {LETS_ENCRYPT}"
    )))
}

fn android_package<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(input)?.trim().to_owned();
    if text.is_empty() || (text.contains('.') && is_reverse_domain(&text, "_")) {
        return Ok(text);
    }
    Err(D::Error::custom(format!(
        "'{text}' is not the id of an Android app; write for example org.example.voluntr"
    )))
}

/// Parts with points between them that consist of ASCII letters, digits and `more`.
fn is_reverse_domain(text: &str, more: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || more.contains(c);
    text.split('.')
        .all(|part| !part.is_empty() && part.chars().all(is_allowed))
}

fn time_of_day<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Option<Time>, D::Error> {
    let text = String::deserialize(input)?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    Time::strptime("%H:%M", text).map(Some).map_err(|_| {
        D::Error::custom(format!(
            "'{text}' is not a time of day; write for example 03:00, or leave it empty for none"
        ))
    })
}

#[expect(clippy::ref_option, reason = "serde asks for it")]
fn hour_and_minute<S: Serializer>(
    time: &Option<Time>,
    output: S,
) -> std::result::Result<S::Ok, S::Error> {
    let text = time.map_or_else(String::new, |time| time.strftime("%H:%M").to_string());
    output.serialize_str(&text)
}

fn backup_place<'de, D: Deserializer<'de>>(
    input: D,
) -> std::result::Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(input)?.unwrap_or_default();
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if ["/", "s3://", "sftp://"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        return Ok(Some(text.to_owned()));
    }
    Err(D::Error::custom(format!(
        "'{text}' is no place for backups; write a folder such as /mnt/backups, s3://bucket/prefix?endpoint=https://s3.example.org&region=eu or sftp://user@host/path"
    )))
}

fn age_keys<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<String>, D::Error> {
    let keys = listed(input)?;
    match keys.iter().find(|key| !key.starts_with("age1")) {
        None => Ok(keys),
        Some(_) => Err(D::Error::custom(
            "this is not a public key of age; write what 'age-keygen' shows as public key, age1…, and keep the other part elsewhere",
        )),
    }
}

fn days_kept<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<u16, D::Error> {
    match u16::deserialize(input)? {
        0 => Err(D::Error::custom(
            "backups are kept for a day at least; write a number from 1 on",
        )),
        days => Ok(days),
    }
}

fn fingerprints<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<String>, D::Error> {
    const BYTES: usize = 32;
    let is_fingerprint = |text: &str| {
        let is_byte = |part: &str| part.len() == 2 && part.bytes().all(|c| c.is_ascii_hexdigit());
        text.split(':').count() == BYTES && text.split(':').all(is_byte)
    };
    let listed = listed(input)?.into_iter().map(|one| {
        let one = one.to_ascii_uppercase();
        if is_fingerprint(&one) {
            return Ok(one);
        }
        Err(D::Error::custom(format!(
            "'{one}' is not the SHA-256 fingerprint of a certificate; write the 32 pairs that 'keytool -list -v' prints, with colons between them"
        )))
    });
    listed.collect()
}

fn ios_app_ids<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<String>, D::Error> {
    const TEAM_LENGTH: usize = 10;
    let is_app_id = |text: &str| {
        let parts = text.split_once('.');
        parts.is_some_and(|(team, bundle)| {
            team.len() == TEAM_LENGTH
                && team.chars().all(|c| c.is_ascii_alphanumeric())
                && is_reverse_domain(bundle, "-")
        })
    };
    let listed = listed(input)?.into_iter().map(|one| {
        if is_app_id(&one) {
            return Ok(one);
        }
        Err(D::Error::custom(format!(
            "'{one}' is not the id of an iOS app; write the team and the bundle, for example A1B2C3D4E5.org.example.voluntr"
        )))
    });
    listed.collect()
}

/// An address over http or https of one host, whose path names the three numbers of a tile once each.
fn tile_address<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(input)?.trim().to_owned();
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_address = rest
        .and_then(|rest| rest.split_once('/'))
        .is_some_and(|(host, path)| {
            !host.is_empty()
                && !host.contains(['{', '}', '@', '?', '#', ' '])
                && ["{z}", "{x}", "{y}"]
                    .iter()
                    .all(|part| path.matches(part).count() == 1)
        });
    if text.is_empty() || is_address {
        Ok(text)
    } else {
        Err(D::Error::custom(format!(
            "'{text}' is not the address of a tile; write for example https://tiles.example.org/{{z}}/{{x}}/{{y}}.png, or leave it empty for maps without a background"
        )))
    }
}

fn addresses<'de, D: Deserializer<'de>>(input: D) -> std::result::Result<Vec<IpAddr>, D::Error> {
    listed(input)?
        .iter()
        .map(|one| {
            one.parse().map_err(|_| {
                D::Error::custom(format!(
                    "'{one}' is not an address; write for example 127.0.0.1, with commas between several"
                ))
            })
        })
        .collect()
}

/// The settings of an installed program.
pub fn installed_file() -> Option<PathBuf> {
    let file = file_beside(&std::env::current_exe().ok()?)?;
    file.exists().then_some(file)
}

/// `PREFIX/etc/voluntr/voluntr.toml` for `PREFIX/bin`, where `install.sh` puts it; a package has its program in `/usr/bin` and
/// its settings in `/etc`.
fn file_beside(program: &Path) -> Option<PathBuf> {
    let folder = program.parent().filter(|folder| folder.ends_with("bin"))?;
    let prefix = folder.parent()?;
    let root = if prefix == Path::new("/usr") {
        Path::new("/")
    } else {
        prefix
    };
    Some(root.join("etc/voluntr/voluntr.toml"))
}

/// File from which the command line reads a password that no flag gives.
pub fn password_file() -> Option<PathBuf> {
    variable("VOLUNTR_PASSWORD_FILE").map(PathBuf::from)
}

/// A setting of the bucket that backups go to, under the name that other programs know too, or in a file that the same name
/// with `_FILE` leads to.
pub fn aws_setting(name: &str) -> Result<Option<String>> {
    let told = match variable(&format!("{name}_FILE")) {
        Some(path) => Some(
            secret(&path).map_err(|error| Error::internal(format!("settings: {path}: {error}")))?,
        ),
        None => variable(name),
    };
    Ok(told
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty()))
}

/// Creates a directory that only its owner can access.
pub fn make_private(folder: &Path) -> Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| {
            Error::internal(format!(
                "cannot make the folder {}: {error}",
                folder.display()
            ))
        })
}

#[expect(
    clippy::disallowed_methods,
    reason = "config.rs is the one reader of the environment"
)]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[expect(
    clippy::disallowed_methods,
    reason = "a setting may name a file that holds its value"
)]
fn secret(path: &str) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}

/// One sentence: the setting, its source, what is wrong, and what to write instead.
fn explain(error: &figment::Error) -> Error {
    use figment::error::Kind;
    let name = match &error.kind {
        Kind::UnknownField(name, _) => name.clone(),
        _ => error.path.join("."),
    };
    let from = origin_of(error.metadata.as_ref(), &name.to_lowercase());
    Error::internal(match &error.kind {
        Kind::UnknownField(name, known) => {
            let hint = nearest(name, known).map_or_else(String::new, |nearest| {
                format!("; did you mean '{nearest}'?")
            });
            format!("settings: there is no setting '{name}' ({from}){hint}")
        }
        kind if name.is_empty() => {
            format!(
                "settings: {kind} ({from}); correct that file, or run this as a user who may read it"
            )
        }
        kind => format!(
            "settings: '{}' cannot be read: {kind} ({from}); correct it there",
            name.to_lowercase()
        ),
    })
}

/// The source of a value, in the user's terms.
fn origin_of(metadata: Option<&figment::Metadata>, name: &str) -> String {
    let Some(metadata) = metadata else {
        return "flag or secret file".to_owned();
    };
    if metadata.name.contains("environment") {
        // `map.tiles` comes from `VOLUNTR_MAP_TILES`.
        let variable = name.replace('.', "_").to_uppercase();
        return format!("environment VOLUNTR_{variable}");
    }
    match metadata
        .source
        .as_ref()
        .and_then(figment::Source::file_path)
    {
        Some(path) => path.display().to_string(),
        None if metadata.name.contains("Config") => "default".to_owned(),
        None => "flag or secret file".to_owned(),
    }
}

fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |other: &str| {
        let common = word.chars().filter(|c| other.contains(*c)).count();
        let prefix = word
            .chars()
            .zip(other.chars())
            .take_while(|(a, b)| a == b)
            .count();
        common + 2 * prefix
    };
    known.iter().copied().max_by_key(|known| likeness(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_an_installed_program_lie_in_etc_of_its_prefix() {
        let beside = |program: &str| file_beside(Path::new(program));
        let file = |path: &str| Some(PathBuf::from(path));
        assert_eq!(
            beside("/usr/local/bin/voluntr"),
            file("/usr/local/etc/voluntr/voluntr.toml")
        );
        assert_eq!(
            beside("/home/me/.local/bin/voluntr"),
            file("/home/me/.local/etc/voluntr/voluntr.toml")
        );
        assert_eq!(
            beside("/usr/bin/voluntr"),
            file("/etc/voluntr/voluntr.toml")
        );
        assert_eq!(beside("/srv/target/debug/voluntr"), None);
    }
}
