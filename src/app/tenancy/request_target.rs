//! Tenant and centre of a request: resolved by host first; headers and cookies never override a mapped host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::Version;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE, HOST};
use axum::http::request::Parts;

use super::tenant::{Center, Tenant};
use super::tenant_settings::{CenterFeatures, TenantSettings};
use crate::app::App;
use crate::app::limits::client_ip::{Forwarded, network_of};
use crate::app::limits::rate_limits::Caller;
use crate::base::locale::Locale;
use crate::config::Config;
use crate::error::{Code, Error, Reason, Result};
use crate::presets::{Features, TenantContext, Wording};

/// IP address of the connection's peer.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The connection is one of TLS. `is_settled`: browsers may be told to use nothing else for its host.
#[derive(Debug, Clone, Copy)]
pub struct OverTls {
    pub is_settled: bool,
}

/// Target of a request. Resolved before authentication.
#[derive(Clone)]
pub struct Site {
    pub tenant: Arc<Tenant>,
    pub center_id: i64,
    pub host: String,
    pub is_secure: bool,
    pub locale: Locale,
    /// Part of the product that asks: `App-Context`, by default the tenant's own.
    pub context: TenantContext,
    /// What the tenant decided, and its centre otherwise.
    pub settings: Arc<TenantSettings>,
    center: CenterFeatures,
    /// The client's address as reported by trusted proxies; for IPv6 its /64 network.
    pub client_ip: IpAddr,
    pub request_id: Arc<str>,
    /// Errors of the app are reported: `error_report_dsn` is set.
    pub reports_errors: bool,
}

impl Site {
    /// As whose its requests are counted.
    pub fn caller(&self) -> Caller<'_> {
        Caller {
            tenant: &self.tenant.name,
            address: self.client_ip,
        }
    }

    /// The target of a background job.
    pub async fn of_work(tenant: &Arc<Tenant>, center_id: i64) -> Result<Self> {
        let centers = tenant.centers().await?;
        let center = centers.iter().find(|center| center.id == center_id);
        let host = center.and_then(|center| center.host.clone());
        let settings = tenant.settings().await?;
        Ok(Self {
            tenant: Arc::clone(tenant),
            center_id,
            host: host.or_else(|| tenant.canonical_host()).unwrap_or_default(),
            is_secure: true,
            locale: Locale::default(),
            context: settings.context,
            settings,
            center: center.map(|center| center.features).unwrap_or_default(),
            client_ip: IpAddr::from([127, 0, 0, 1]),
            request_id: "work".into(),
            reports_errors: false,
        })
    }

    /// The origin that the browser uses.
    pub fn origin(&self) -> String {
        format!(
            "{}://{}",
            if self.is_secure { "https" } else { "http" },
            self.host
        )
    }

    /// The home page URL of another host of this server: that host has this request's scheme and port. Without a port
    /// it is a public host, which always has TLS.
    pub fn address_of(&self, host: &str) -> String {
        match self.host.rsplit_once(':') {
            Some((_, port)) if self.domain() != self.host => {
                let scheme = if self.is_secure { "https" } else { "http" };
                format!("{scheme}://{host}:{port}/")
            }
            _ => format!("https://{host}/"),
        }
    }

    /// The parts of the product that are switched on.
    pub fn features(&self) -> Features {
        self.settings.features(self.center, self.context)
    }

    /// What help from person to person is called here.
    pub fn wording(&self) -> Wording {
        self.settings.wording(self.center)
    }

    /// The host without its port: the relying party of a passkey.
    pub fn domain(&self) -> &str {
        without_port(&self.host)
    }

    /// Resolves tenant and centre (docs/domain/rights.md#enforcement).
    pub async fn of(app: &App, parts: &Parts, request_id: Arc<str>) -> Result<Self> {
        if !has_one_host(parts) {
            return Err(Error::unreadable(Reason::Host).of_header("Host"));
        }
        let forwarded = forwarded_of(parts, &app.config);
        let (host_and_port, host) = host_of(parts, forwarded);
        let tenant = tenant_of(app, parts, &host)?;
        let center = center_of(parts, &tenant, &host).await?;
        let settings = tenant.settings().await?;
        Ok(Self {
            context: context_of(parts)?.unwrap_or(settings.context),
            settings,
            tenant,
            center_id: center.id,
            center: center.features,
            is_secure: is_secure(parts, forwarded),
            host: host_and_port,
            locale: header(parts, ACCEPT_LANGUAGE.as_str())
                .and_then(Locale::accepted)
                .unwrap_or_default(),
            client_ip: network_of(forwarded.client()),
            request_id,
            reports_errors: app.config.error_report_dsn.is_some(),
        })
    }
}

/// Exactly one `Host` header is required (RFC 9112, section 3.2): without it the target is undefined.
pub fn has_one_host(parts: &Parts) -> bool {
    let named = parts.headers.get_all(HOST).iter().count();
    named == 1 || (named == 0 && parts.version != Version::HTTP_11)
}

/// What the proxies in front say of the client, as far as they are trusted.
pub fn forwarded_of<'p>(parts: &'p Parts, config: &'p Config) -> Forwarded<'p> {
    let peer = parts
        .extensions
        .get::<Peer>()
        .map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0.to_canonical());
    Forwarded::of(&parts.headers, peer, &config.trusted_proxies)
}

/// The host that the client asks for: with its port, and as tenants have it.
pub fn host_of(parts: &Parts, forwarded: Forwarded<'_>) -> (String, String) {
    let host_and_port = forwarded
        .nearest("x-forwarded-host")
        .or_else(|| header(parts, HOST.as_str()))
        .or_else(|| parts.uri.host())
        .unwrap_or_default()
        .to_ascii_lowercase();
    // A trailing dot marks the same name as fully qualified (RFC 1034, section 3.1).
    let host = without_port(&host_and_port);
    let host = host.strip_suffix('.').unwrap_or(host).to_owned();
    (host_and_port, host)
}

/// Whether the client came over TLS: to a proxy in front, or to this program.
pub fn is_secure(parts: &Parts, forwarded: Forwarded<'_>) -> bool {
    forwarded.nearest("x-forwarded-proto") == Some("https")
        || parts.extensions.get::<OverTls>().is_some()
}

fn context_of(parts: &Parts) -> Result<Option<TenantContext>> {
    let Some(named) = parts.headers.get("app-context") else {
        return Ok(None);
    };
    let known = named.to_str().ok().and_then(TenantContext::parse);
    known.map(Some).ok_or_else(|| {
        Error::from(Code::UnknownContext).with(
            "allowed",
            TenantContext::ALL.map(TenantContext::as_str).to_vec(),
        )
    })
}

fn tenant_of(app: &App, parts: &Parts, host: &str) -> Result<Arc<Tenant>> {
    let named = header(parts, "x-tenant");
    if let Some(name) = app.tenants.by_host(host)? {
        return match named {
            Some(named) if named != name => {
                Err(Error::from(Code::TenantMismatch).of_header("X-Tenant"))
            }
            _ => app.tenants.get(&name),
        };
    }
    if let Some(named) = named {
        return app.tenants.get(named);
    }
    if let Some(chosen) = cookie(parts, &app.config.tenant_cookie)
        && app.tenants.exists(chosen)?
    {
        return app.tenants.get(chosen);
    }
    let default = app.tenants.default_name()?.ok_or(Code::NotFound)?;
    app.tenants.get(&default)
}

async fn center_of(parts: &Parts, tenant: &Tenant, host: &str) -> Result<Center> {
    let centers = tenant.centers().await?;
    let by_host = centers.iter().find(|center| center.is_at(host));
    if let Some(named) = header(parts, "volunteer-center-id") {
        let named: i64 = named.parse().map_err(|_| Error::from(Code::NotFound))?;
        let named = with_id(&centers, named).ok_or(Code::NotFound)?;
        return match by_host {
            Some(center) if center.id != named.id => {
                Err(Error::from(Code::TenantMismatch).of_header("Volunteer-Center-Id"))
            }
            _ => Ok(named.clone()),
        };
    }
    if let Some(center) = by_host {
        return Ok(center.clone());
    }
    cookie(parts, "volunteerCenterId")
        .and_then(|chosen| with_id(&centers, chosen.parse().ok()?))
        .or_else(|| centers.first())
        .cloned()
        .ok_or_else(|| Code::Maintenance.into())
}

fn with_id(centers: &[Center], id: i64) -> Option<&Center> {
    centers.iter().find(|center| center.id == id)
}

pub fn header<'p>(parts: &'p Parts, name: &str) -> Option<&'p str> {
    parts
        .headers
        .get(name)?
        .to_str()
        .ok()
        .filter(|value| !value.is_empty())
}

pub fn cookie<'p>(parts: &'p Parts, name: &str) -> Option<&'p str> {
    parts
        .headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

pub fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
