//! Where a request comes from: the client's address behind proxies, and what counts as one home.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The last hop that is no proxy of ours. Where a hop cannot be read nobody vouches for those before it: then the
/// proxy that told of it stands for all its visitors.
pub fn client_of(peer: IpAddr, chain: &str, trusted: &[IpAddr]) -> IpAddr {
    let mut last = peer;
    for hop in chain.rsplit(',') {
        let Some(hop) = read_hop(hop.trim()) else {
            return last;
        };
        last = hop;
        if !trusted.contains(&hop) {
            return hop;
        }
    }
    last
}

/// `192.0.2.1`, `192.0.2.1:5123`, `2001:db8::7`, `[2001:db8::7]` and `[2001:db8::7]:5123`: proxies differ.
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

/// Whoever has one address of IPv6 has all 2⁶⁴ of its network: they count as one.
pub fn home_of(address: IpAddr) -> IpAddr {
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

    fn client(chain: &str) -> String {
        let proxies = ["127.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        client_of(proxies[0], chain, &proxies).to_string()
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
