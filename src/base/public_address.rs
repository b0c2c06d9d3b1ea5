//! Which addresses are on the internet, and not on our own network: for whatever is asked at an address that others chose.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The first address of a host, if all of them are on the internet.
pub fn checked(found: &[SocketAddr]) -> Result<SocketAddr, String> {
    if let Some(own) = found.iter().find(|address| !is_public(address.ip())) {
        return Err(format!("{} is no address on the internet", own.ip()));
    }
    found
        .first()
        .copied()
        .ok_or_else(|| "the host has no address".to_owned())
}

/// Whether an address is one of the internet: none of ours, of this machine or of its neighbours.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            if let Some(mapped) = address.to_ipv4_mapped() {
                return is_public_v4(mapped);
            }
            is_public_v6(address)
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || first == 0
        || first >= 240
        || (first == 100 && (64..128).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 198 && (18..20).contains(&second));
    !is_special
}

/// What is given out for the internet, without what leads on to another address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = (0x2000..0x4000).contains(&first);
    let is_special = first == 0x2002 || (first == 0x2001 && (second == 0 || second == 0xdb8));
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_to_our_own_network_is_refused() {
        let at = |text: &str| SocketAddr::new(text.parse().unwrap(), 443);
        for own in [
            "10.0.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.3.4",
            "192.168.1.1",
            "100.64.0.1",
            "0.0.0.0",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1",
        ] {
            assert!(checked(&[at("93.184.216.34"), at(own)]).is_err(), "{own}");
        }
        assert!(checked(&[at("93.184.216.34"), at("2606:2800:220:1::1")]).is_ok());
        assert!(checked(&[]).is_err());
    }
}
