//! Content coding negotiation: `Accept-Encoding` as defined by RFC 9110, section 12.5.3.

use axum::http::{HeaderMap, header};

/// The available codings, smallest output first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

/// Weight of each coding in thousandths; 0 means not acceptable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    brotli: u16,
    gzip: u16,
    identity: u16,
}

/// Weight of a coding that the header does not mention: acceptable, but never preferred.
const UNMENTIONED: u16 = 1;

impl Encoding {
    /// The name in `Content-Encoding`; `None` for identity.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

impl Accepted {
    pub fn of(headers: &HeaderMap) -> Self {
        let (mut brotli, mut gzip, mut identity, mut others) = (None, None, None, None);
        let elements = headers
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        for element in elements {
            let mut pieces = element.split(';').map(str::trim);
            let name = pieces.next().unwrap_or_default();
            let is = |word: &str| name.eq_ignore_ascii_case(word);
            let slot = if is("br") {
                &mut brotli
            } else if is("gzip") || is("x-gzip") {
                &mut gzip
            } else if is("identity") {
                &mut identity
            } else if is("*") {
                &mut others
            } else {
                continue;
            };
            // A malformed weight counts as not acceptable.
            *slot = Some(
                pieces
                    .next()
                    .map_or(1000, |piece| weight(piece).unwrap_or(0)),
            );
        }
        Self {
            brotli: brotli.or(others).unwrap_or(0),
            gzip: gzip.or(others).unwrap_or(0),
            identity: identity
                .or(others.filter(|others| *others == 0))
                .unwrap_or(UNMENTIONED),
        }
    }

    /// The coding to send, out of those that `is_there`: the highest weight, and the smallest output among equals.
    /// Identity is always available, and is also sent if the client accepts none of the codings, as the standard
    /// allows.
    pub fn best(self, is_there: impl Fn(Encoding) -> bool) -> Encoding {
        let mut best = (Encoding::Identity, self.identity);
        for (encoding, weight) in [(Encoding::Gzip, self.gzip), (Encoding::Brotli, self.brotli)] {
            if weight > 0 && weight >= best.1 && is_there(encoding) {
                best = (encoding, weight);
            }
        }
        best.0
    }

    /// True if even a response too small to benefit has to be compressed.
    pub const fn refuses_plain(self) -> bool {
        self.identity == 0 && (self.brotli > 0 || self.gzip > 0)
    }
}

/// Parses `q=0.25` into thousandths. `None` for a malformed weight: at most three decimals, at most 1.
fn weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    let (whole, part) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    let is_digits = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !name.trim().eq_ignore_ascii_case("q") || !is_digits {
        return None;
    }
    let thousandths: u16 = format!("{part:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn accepted(header: &str) -> Accepted {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_str(header).unwrap(),
        );
        Accepted::of(&headers)
    }

    fn best(header: &str) -> Option<&'static str> {
        accepted(header).best(|_| true).name()
    }

    #[test]
    fn the_most_wanted_is_sent_and_of_equals_the_smallest() {
        for (header, expected) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=1.0", Some("br")),
            ("BR", Some("br")),
            ("gzip", Some("gzip")),
            ("x-gzip", Some("gzip")),
            ("br;q=0.5, gzip;q=0.8", Some("gzip")),
            ("br; q=0.8 , gzip; Q=0.8", Some("br")),
            ("br;q=0.001", Some("br")),
            ("identity;q=0.5, br;q=0.4", None),
            ("identity, br", Some("br")),
            ("*", Some("br")),
            ("*, br;q=0", Some("gzip")),
            ("*;q=0.5, br;q=0.1, gzip;q=0.2", Some("gzip")),
            ("", None),
            ("deflate", None),
        ] {
            assert_eq!(best(header), expected, "{header:?}");
        }
        assert_eq!(
            Accepted::of(&HeaderMap::new()).best(|_| true),
            Encoding::Identity
        );
    }

    #[test]
    fn what_is_refused_is_not_sent() {
        for (header, expected) in [
            ("br;q=0", None),
            ("br;q=0.0", None),
            ("br;q=0.000, gzip", Some("gzip")),
            ("gzip, br; q = 0", Some("gzip")),
            ("*;q=0", None),
            ("*;q=0, gzip", Some("gzip")),
            ("brotli", None),
            ("abr, cbrx", None),
            ("br;q=2", None),
            ("br;q=0.1234", None),
            ("br;q=-1", None),
            ("br;q=", None),
            ("br;x=1", None),
        ] {
            assert_eq!(best(header), expected, "{header:?}");
        }
    }

    #[test]
    fn the_plain_form_is_refused_only_by_saying_so() {
        assert!(accepted("identity;q=0, gzip").refuses_plain());
        assert!(accepted("*;q=0, br").refuses_plain());
        assert!(!accepted("gzip, br").refuses_plain());
        assert!(!accepted("identity;q=0.1, *;q=0, br").refuses_plain());
        assert!(
            !accepted("identity;q=0").refuses_plain(),
            "nothing else to send"
        );
    }

    #[test]
    fn several_headers_are_one_list() {
        let mut headers = HeaderMap::new();
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br;q=0"));
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(Accepted::of(&headers).best(|_| true), Encoding::Gzip);
    }

    #[test]
    fn what_is_not_there_is_not_chosen() {
        let is_gzip = |encoding| encoding == Encoding::Gzip;
        assert_eq!(accepted("br, gzip;q=0.1").best(is_gzip), Encoding::Gzip);
        assert_eq!(accepted("br").best(is_gzip), Encoding::Identity);
    }
}
