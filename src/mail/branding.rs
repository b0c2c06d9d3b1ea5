//! Email branding of a centre: name, colours, addresses and the origin of links.

use crate::base::locale::Locale;

/// Built by the caller from the centre, or from the tenant for an email that belongs to no centre.
#[derive(Debug, Clone, Default)]
pub struct EmailBranding {
    pub centre_name: String,
    /// Canonical origin of the tenant, `https://host` without a path; never taken from a request.
    pub origin: String,
    /// `#rgb` or `#rrggbb`; any other value falls back to the product's colour.
    pub primary_color: Option<String>,
    /// `Reply-To` address.
    pub email: Option<String>,
    pub phone_number: Option<String>,
    /// Postal address on one line, for the footer.
    pub address: Option<String>,
    /// Sender address of the centre, on a domain that our server may send for; else the mailer's is used.
    pub sender_email: Option<String>,
    /// Envelope sender, where reports of mail that did not arrive come in; `None` where they do not.
    pub return_path: Option<String>,
}

/// Base of the links in one email: the site's origin and the email's language.
#[derive(Clone, Copy)]
pub(super) struct Links<'a> {
    pub head: &'a EmailBranding,
    pub locale: Locale,
    /// Whether they may lead to other sites: in what a centre writes itself, not in what data could change.
    pub is_open: bool,
}

/// Path prefix that is no page of the client and takes no language prefix.
const WITHOUT_LANGUAGE: &str = "/unsubscribe/";

impl Links<'_> {
    pub(super) fn to(self, path: &str) -> Option<String> {
        if self.is_open && is_elsewhere(path) {
            return Some(path.to_owned());
        }
        let own = self.head.url(path);
        if path.starts_with(WITHOUT_LANGUAGE) {
            return own;
        }
        own.and_then(|_| self.head.url(&self.locale.path(path)))
    }
}

/// Returns whether it is an address that a centre may lead to: another site, a mailbox, a telephone.
fn is_elsewhere(address: &str) -> bool {
    let is_plain = |c: char| {
        !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>' | '"' | '\'' | '\\')
    };
    ["https://", "mailto:", "tel:"]
        .iter()
        .any(|scheme| address.len() > scheme.len() && address.starts_with(scheme))
        && address.chars().all(is_plain)
}

impl EmailBranding {
    /// Host name as displayed to readers.
    pub fn site(&self) -> &str {
        let origin = self.origin.trim_end_matches('/');
        origin
            .split_once("://")
            .map_or(origin, |(_scheme, host)| host)
    }

    /// Absolute URL of a path on this site. Returns `None` for anything else, so that template data cannot inject an
    /// external link.
    pub(super) fn url(&self, path: &str) -> Option<String> {
        let own = path.starts_with('/')
            && !path.starts_with("//")
            && !path.contains(|c: char| c == '\\' || c.is_whitespace() || c.is_control());
        own.then(|| format!("{}{path}", self.origin.trim_end_matches('/')))
    }

    /// Background and text colour of the button.
    pub(super) fn colors(&self) -> (String, &'static str) {
        let rgb = self
            .primary_color
            .as_deref()
            .and_then(channels)
            .unwrap_or([0x1d, 0x5c, 0x8f]);
        let [red, green, blue] = rgb.map(linear);
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let [r, g, b] = rgb;
        // Above this luminance black has a higher contrast than white (WCAG 1.4.3).
        let words = if luminance > 0.179 {
            "#000000"
        } else {
            "#ffffff"
        };
        (format!("#{r:02x}{g:02x}{b:02x}"), words)
    }
}

fn channels(color: &str) -> Option<[u8; 3]> {
    let digits = color.strip_prefix('#')?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let wide = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        6 => digits.to_owned(),
        _ => return None,
    };
    let number = u32::from_str_radix(&wide, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_on_the_site() {
        let head = EmailBranding {
            origin: "https://oldebroek.example/".into(),
            ..EmailBranding::default()
        };
        assert_eq!(
            head.url("/confirm?token=a").as_deref(),
            Some("https://oldebroek.example/confirm?token=a")
        );
        for elsewhere in [
            "https://evil.example",
            "//evil.example",
            "evil",
            "/\\evil",
            "/a b",
            "",
        ] {
            assert_eq!(head.url(elsewhere), None, "{elsewhere}");
        }
        assert_eq!(head.site(), "oldebroek.example");
    }

    #[test]
    fn words_on_the_button_can_be_read() {
        let colors = |color: &str| {
            EmailBranding {
                primary_color: Some(color.into()),
                ..EmailBranding::default()
            }
            .colors()
        };
        assert_eq!(colors("#FF0"), ("#ffff00".into(), "#000000"));
        assert_eq!(colors("#1e3a8a"), ("#1e3a8a".into(), "#ffffff"));
        assert_eq!(colors("red; x: y"), ("#1d5c8f".into(), "#ffffff"));
        assert_eq!(colors("#+12345").0, "#1d5c8f");
    }
}
