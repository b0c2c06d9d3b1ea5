//! Client IP address behind proxies, and the network that counts as one client.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// Forwarding headers of trusted proxies. A header in several lines is one list (RFC 9110, section 5.3), to which
/// each proxy appends: entries written by the client come first.
#[derive(Clone, Copy)]
pub struct Forwarded<'r> {
    peer: IpAddr,
    trusted: &'r [IpAddr],
    /// `None` if the peer is not a trusted proxy.
    headers: Option<&'r HeaderMap>,
}

impl<'r> Forwarded<'r> {
    pub fn of(headers: &'r HeaderMap, peer: IpAddr, trusted: &'r [IpAddr]) -> Self {
        Self {
            peer,
            trusted,
            headers: trusted.contains(&peer).then_some(headers),
        }
    }

    /// The entry that the nearest proxy added.
    pub fn nearest(self, name: &str) -> Option<&'r str> {
        self.members_backwards(name)
            .next()
            .filter(|value| !value.is_empty())
    }

    /// The last hop that is not a trusted proxy. Entries before an unparsable hop are not trusted: the proxy that
    /// reported it then stands for all its clients.
    pub fn client(self) -> IpAddr {
        let mut last = self.peer;
        for hop in self.members_backwards("x-forwarded-for") {
            let Some(hop) = read_hop(hop) else {
                return last;
            };
            last = hop;
            if !self.trusted.contains(&hop) {
                return hop;
            }
        }
        last
    }

    /// The list's entries, nearest proxy first. A line that is not valid text is one unparsable entry.
    fn members_backwards(self, name: &str) -> impl Iterator<Item = &'r str> {
        let lines = self
            .headers
            .map(|headers| headers.get_all(name).into_iter());
        lines
            .into_iter()
            .flat_map(Iterator::rev)
            .flat_map(|line| line.to_str().unwrap_or_default().rsplit(','))
            .map(str::trim)
    }
}

/// Parses `192.0.2.1`, `192.0.2.1:5123`, `2001:db8::7`, `[2001:db8::7]` and `[2001:db8::7]:5123`: proxies differ.
fn read_hop(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let address: IpAddr = bare
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()))
        .ok()?;
    Some(address.to_canonical())
}

/// Masks an IPv6 address to its /64: a client controls all 2⁶⁴ addresses of its network, which count as one.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn headers(name: &'static str, lines: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name, axum::http::HeaderValue::from_static(line));
        }
        headers
    }

    fn client_in(lines: &[&'static str]) -> String {
        let trusted = [PROXY, "10.0.0.2".parse().unwrap()];
        let headers = headers("x-forwarded-for", lines);
        Forwarded::of(&headers, PROXY, &trusted)
            .client()
            .to_string()
    }

    fn client(chain: &'static str) -> String {
        client_in(&[chain])
    }

    #[test]
    fn several_lines_are_one_list_that_is_read_from_its_end() {
        assert_eq!(client_in(&["9.9.9.9", "203.0.113.7"]), "203.0.113.7");
        assert_eq!(
            client_in(&["9.9.9.9, 8.8.8.8", "203.0.113.7", "10.0.0.2"]),
            "203.0.113.7"
        );
        assert_eq!(client_in(&["9.9.9.9", ""]), "127.0.0.1");
        assert_eq!(client_in(&[]), "127.0.0.1");
    }

    #[test]
    fn of_the_scheme_and_the_host_the_nearest_proxy_speaks() {
        let trusted = [PROXY];
        let told = headers("x-forwarded-proto", &["https", "https, http"]);
        let nearest = |peer| Forwarded::of(&told, peer, &trusted).nearest("x-forwarded-proto");
        assert_eq!(nearest(PROXY), Some("http"));
        assert_eq!(nearest([192, 0, 2, 1].into()), None, "no proxy of ours");
    }

    #[test]
    fn the_client_is_the_last_hop_that_is_no_proxy() {
        assert_eq!(client("203.0.113.7"), "203.0.113.7");
        assert_eq!(client("9.9.9.9, 203.0.113.7, 10.0.0.2"), "203.0.113.7");
        assert_eq!(client("10.0.0.2"), "10.0.0.2");
    }

    #[test]
    fn a_hop_may_have_a_port() {
        assert_eq!(client("9.9.9.9, 203.0.113.7:5123"), "203.0.113.7");
        assert_eq!(client("9.9.9.9, [2001:db8::7]:5123"), "2001:db8::7");
        assert_eq!(client("9.9.9.9, [2001:db8::7]"), "2001:db8::7");
        assert_eq!(client("::ffff:203.0.113.7"), "203.0.113.7");
    }

    #[test]
    fn what_the_client_wrote_itself_is_not_believed_behind_an_unreadable_hop() {
        assert_eq!(client("9.9.9.9, unknown"), "127.0.0.1");
        assert_eq!(client("9.9.9.9, unknown, 10.0.0.2"), "10.0.0.2");
        assert_eq!(client(""), "127.0.0.1");
    }
}
