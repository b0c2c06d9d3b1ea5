//! Branding of emails: sender name, colours and link targets, from the centre's own rows, never from a request.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::app::App;
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::mail::EmailBranding;
use crate::mail::reply_address::return_path;
use crate::theme::{Shades, palette};

/// Shade of the primary colour that buttons use.
pub const ACTION: u16 = 700;

/// Public web address of a tenant.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

/// Returns the tenant's first domain, else its name under the wildcard suffix, else this machine's address.
pub fn origin(app: &App, tenant: &Tenant) -> Origin {
    let config = app.config();
    let host = tenant.canonical_host().or_else(|| {
        let suffix = config.wildcard_suffix.as_deref()?;
        Some(format!(
            "{}.{}",
            tenant.name,
            suffix.trim_start_matches(['*', '.'])
        ))
    });
    let scheme = |otherwise: &str| {
        let set = config.public_scheme.clone();
        set.unwrap_or_else(|| otherwise.to_owned())
    };
    if let Some(host) = host {
        return Origin {
            scheme: scheme("https"),
            host,
            port: config.public_port,
        };
    }
    let listen = config.listen.address();
    let ip = listen
        .map(|address| address.ip())
        .filter(|ip| !ip.is_unspecified());
    Origin {
        scheme: scheme("http"),
        host: ip.map_or_else(|| "127.0.0.1".to_owned(), |ip| ip.to_string()),
        port: config.public_port.or(listen.map(|address| address.port())),
    }
}

impl Origin {
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the origin as text; a centre's own host replaces the tenant's.
    pub fn of(&self, center_host: Option<&str>) -> String {
        let host = center_host.unwrap_or(&self.host);
        let host = if host.contains(':') {
            format!("[{host}]")
        } else {
            host.to_owned()
        };
        match self.port {
            Some(port)
                if !matches!((self.scheme.as_str(), port), ("https", 443) | ("http", 80)) =>
            {
                format!("{}://{host}:{port}", self.scheme)
            }
            _ => format!("{}://{host}", self.scheme),
        }
    }
}

/// Returns the branding of a centre; of the first centre for an email of no centre or of a deleted one.
pub fn email_branding(
    connection: &Connection,
    center_id: Option<i64>,
    origin: &Origin,
) -> Result<EmailBranding> {
    let head = connection
        .prepare_cached(
            "select c.name, c.email, c.phone_number, c.host, p.primary_color, t.primary_shades, t.primary_color_preset,
                    trim(coalesce(a.street, '') || ' ' || coalesce(a.house_number, '')),
                    trim(coalesce(a.postal_code, '') || ' ' || coalesce(a.city, ''))
               from volunteer_centers c
               left join volunteer_center_profiles p on p.id = c.profile_id
               left join themes t on t.id = c.theme_id
               left join addresses a on a.id = c.address_id
              order by c.id = :center_id desc, c.is_default desc, c.id
              limit 1",
        )?
        .query_row(named_params! {":center_id": center_id}, |row| {
            let host: Option<String> = row.get(3)?;
            let lines: [String; 2] = [row.get(7)?, row.get(8)?];
            let lines: Vec<_> = lines.iter().filter(|line| !line.is_empty()).map(String::as_str).collect();
            Ok(EmailBranding {
                centre_name: row.get(0)?,
                email: row.get(1)?,
                phone_number: row.get(2)?,
                origin: origin.of(host.as_deref()),
                primary_color: primary(row.get(4)?, row.get(5)?, row.get(6)?),
                address: (!lines.is_empty()).then(|| lines.join(", ")),
                sender_email: None,
                return_path: None,
            })
        })
        .optional()?;
    let head = head.unwrap_or_else(|| EmailBranding {
        origin: origin.of(None),
        ..EmailBranding::default()
    });
    Ok(EmailBranding {
        return_path: return_path(connection)?,
        ..head
    })
}

/// Returns the colour of the centre's theme, or else that of its profile, as its pages do.
fn primary(own: Option<String>, shades: Option<String>, preset: Option<String>) -> Option<String> {
    shades
        .and_then(|shades| Shades::from_json(&shades))
        .or_else(|| palette::find(&preset?))
        .or_else(|| palette::find(own.as_deref()?))
        .map(|shades| shades.step(ACTION).to_string())
        .or(own)
}
