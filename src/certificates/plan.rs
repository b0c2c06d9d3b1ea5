//! Which hosts a certificate is ordered for next. Everything here is decided from what is known: no host that leads to
//! no tenant is ever part of an order.

use std::collections::BTreeMap;

use instant_acme::CertificateIdentifier;
use jiff::Timestamp;

use super::renewal::{Window, renew_at};
use super::state::State;
use super::store::Kept;
use crate::db::registry::Entry;

/// Names of one certificate, as authorities limit them.
const MOST_NAMES: usize = 100;

/// The hosts of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub tenant: String,
    pub hosts: Vec<String>,
}

/// What to order.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    pub tenant: String,
    pub hosts: Vec<String>,
    /// The certificate that this one comes for, where the authority asked to renew it.
    pub replaces: Option<CertificateIdentifier<'static>>,
}

/// The windows that the authority suggested, by serial of the certificate's file.
pub type Windows = BTreeMap<std::path::PathBuf, Window>;

/// True for a name that a public authority may vouch for: no address, and no name of this machine alone.
pub fn can_have_certificate(host: &str) -> bool {
    const LONGEST: usize = 253;
    const LONGEST_LABEL: usize = 63;
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let Some((_, top)) = host.rsplit_once('.') else {
        return false;
    };
    host.len() <= LONGEST
        && host.split('.').all(is_label)
        && !top.bytes().all(|byte| byte.is_ascii_digit())
        && !top.eq_ignore_ascii_case("localhost")
}

/// The hosts of every tenant that is served. With a suffix each has one by its name too.
pub fn wanted(entries: &[Entry], suffix: Option<&str>) -> Vec<Wanted> {
    let suffix = suffix.map(|suffix| suffix.trim_start_matches(['*', '.']));
    let served = entries.iter().filter(|entry| entry.archived_at.is_none());
    served
        .map(|entry| {
            let by_suffix = suffix.map(|suffix| format!("{}.{suffix}", entry.name));
            let mut hosts: Vec<String> = Vec::new();
            for host in entry.hosts().chain(by_suffix.as_deref()) {
                let host = host.to_ascii_lowercase();
                if can_have_certificate(&host) && !hosts.contains(&host) {
                    hosts.push(host);
                }
            }
            Wanted {
                tenant: entry.name.clone(),
                hosts,
            }
        })
        .filter(|wanted| !wanted.hosts.is_empty())
        .collect()
}

/// The certificate that a host is served with: of those with its name, the one that lasts longest.
pub fn best<'k>(kept: &'k [Kept], host: &str) -> Option<&'k Kept> {
    kept.iter()
        .filter(|one| one.hosts.iter().any(|name| name == host))
        .max_by_key(|one| one.validity.until)
}

/// The next order: first of tenants with a host that has no certificate, then of those that are to be renewed.
pub fn next(
    wanted: &[Wanted],
    kept: &[Kept],
    windows: &Windows,
    state: &State,
    now: Timestamp,
) -> Option<Planned> {
    let due = |host: &str| match best(kept, host) {
        None => Some(None),
        Some(one) => {
            let window = windows.get(&one.path).copied();
            let moment = renew_at(one.validity, window, one.place());
            (moment <= now).then_some(Some(one))
        }
    };
    let may_be_tried = |host: &String| {
        let host = state.hosts.get(host);
        host.is_none_or(|host| host.may_be_tried(now))
    };
    let mut renewal = None;
    for Wanted { tenant, hosts } in wanted {
        let order = state.orders.get(tenant);
        if order.is_some_and(|order| order.next_try.is_some_and(|next| next > now)) {
            continue;
        }
        let open: Vec<String> = hosts
            .iter()
            .filter(|host| may_be_tried(host))
            .cloned()
            .collect();
        for part in open.chunks(MOST_NAMES) {
            let reasons: Vec<Option<&Kept>> = part.iter().filter_map(|host| due(host)).collect();
            if reasons.is_empty() {
                continue;
            }
            let renewed = reasons.iter().copied().collect::<Option<Vec<&Kept>>>();
            let replaces = renewed
                .as_ref()
                .and_then(|all| all.first())
                .filter(|one| windows.contains_key(&one.path))
                .and_then(|one| one.id.clone());
            let planned = Planned {
                tenant: tenant.clone(),
                hosts: part.to_vec(),
                replaces,
            };
            if renewed.is_none() {
                return Some(planned);
            }
            renewal.get_or_insert(planned);
        }
    }
    renewal
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::SignedDuration;
    use rcgen::{CertificateParams, KeyPair};
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::sign::CertifiedKey;

    use super::super::renewal::Validity;
    use super::super::state::{HostState, OrderState};
    use super::*;

    fn now() -> Timestamp {
        "2026-11-21T09:00:00Z".parse().unwrap()
    }

    fn days(days: i64) -> SignedDuration {
        SignedDuration::from_hours(24 * days)
    }

    fn kept(hosts: &[&str], age: i64) -> Kept {
        let names: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(names.clone())
            .unwrap()
            .self_signed(&key)
            .unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let key = CertifiedKey::from_der(
            vec![certificate.der().clone()],
            key,
            &ring::default_provider(),
        );
        Kept::of_test(
            Arc::new(key.unwrap()),
            names,
            Validity {
                from: now() - days(age),
                until: now() + days(90 - age),
            },
        )
    }

    fn of(tenant: &str, hosts: &[&str]) -> Wanted {
        Wanted {
            tenant: tenant.to_owned(),
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
        }
    }

    fn planned(wanted: &[Wanted], kept: &[Kept], state: &State) -> Option<(String, Vec<String>)> {
        next(wanted, kept, &Windows::new(), state, now()).map(|order| (order.tenant, order.hosts))
    }

    #[test]
    fn addresses_and_names_of_this_machine_get_none() {
        for host in ["helpt.nl", "vrijwilligers.helpt.nl", "xn--hlpt-bpa.nl"] {
            assert!(can_have_certificate(host), "{host}");
        }
        for host in [
            "localhost",
            "demo.localhost",
            "127.0.0.1",
            "::1",
            "helpt",
            "-a.nl",
            "a..nl",
            "a_b.nl",
            "",
        ] {
            assert!(!can_have_certificate(host), "{host}");
        }
    }

    #[test]
    fn whoever_has_none_comes_before_whoever_is_renewed() {
        let wanted = [of("a", &["a.nl"]), of("b", &["b.nl", "c.nl"])];
        let old = kept(&["a.nl"], 70);
        let state = State::default();
        let both = Some(("b".to_owned(), vec!["b.nl".to_owned(), "c.nl".to_owned()]));
        assert_eq!(planned(&wanted, std::slice::from_ref(&old), &state), both);
        let served = [old, kept(&["b.nl", "c.nl"], 1)];
        let renewed = Some(("a".to_owned(), vec!["a.nl".to_owned()]));
        assert_eq!(planned(&wanted, &served, &state), renewed);
        let all = [kept(&["a.nl"], 1), kept(&["b.nl", "c.nl"], 1)];
        assert_eq!(planned(&wanted, &all, &state), None);
    }

    #[test]
    fn a_host_that_failed_is_left_out_until_its_time() {
        let wanted = [of("a", &["a.nl", "dead.nl"])];
        let mut state = State::default();
        let mut dead = HostState::default();
        dead.give_up(now(), 0.5);
        state.hosts.insert("dead.nl".to_owned(), dead);
        let without = Some(("a".to_owned(), vec!["a.nl".to_owned()]));
        assert_eq!(planned(&wanted, &[], &state), without);
        assert_eq!(planned(&wanted, &[kept(&["a.nl"], 1)], &state), None);
        state.hosts.get_mut("dead.nl").unwrap().next_try = Some(now());
        let again = Some((
            "a".to_owned(),
            vec!["a.nl".to_owned(), "dead.nl".to_owned()],
        ));
        assert_eq!(planned(&wanted, &[kept(&["a.nl"], 1)], &state), again);
    }

    #[test]
    fn a_tenant_whose_orders_fail_waits_and_the_others_do_not() {
        let wanted = [of("a", &["a.nl"]), of("b", &["b.nl"])];
        let mut state = State::default();
        let mut order = OrderState::default();
        order.failed(now(), "refused".to_owned(), SignedDuration::ZERO, 0.5);
        state.orders.insert("a".to_owned(), order);
        let other = Some(("b".to_owned(), vec!["b.nl".to_owned()]));
        assert_eq!(planned(&wanted, &[], &state), other);
    }

    #[test]
    fn the_window_of_the_authority_counts() {
        let wanted = [of("a", &["a.nl"])];
        let one = kept(&["a.nl"], 10);
        let window = Window {
            start: now() - days(2),
            end: now() - days(1),
        };
        let windows = Windows::from([(one.path.clone(), window)]);
        let order = next(&wanted, &[one], &windows, &State::default(), now());
        assert_eq!(
            order.map(|order| order.hosts),
            Some(vec!["a.nl".to_owned()])
        );
    }

    #[test]
    fn a_tenant_of_very_many_hosts_has_several_certificates() {
        let hosts: Vec<String> = (0..150).map(|n| format!("h{n}.nl")).collect();
        let wanted = [Wanted {
            tenant: "a".to_owned(),
            hosts: hosts.clone(),
        }];
        let first = next(&wanted, &[], &Windows::new(), &State::default(), now()).unwrap();
        assert_eq!(first.hosts, hosts[..100]);
        let names: Vec<&str> = first.hosts.iter().map(String::as_str).collect();
        let kept = [kept(&names, 1)];
        let second = next(&wanted, &kept, &Windows::new(), &State::default(), now()).unwrap();
        assert_eq!(second.hosts, hosts[100..]);
    }
}
