//! What `doctor` says of the certificates that the server gets by itself.

use jiff::{SignedDuration, Timestamp};

use super::{Findings, Kind, Scope, Verdict};
use crate::base::english::count;
use crate::certificates::state::{HostState, OrderState, State, folder};
use crate::certificates::wanted;
use crate::db::registry::Entry;

const ABOUT: &str = "certificates";
/// A certificate that ends sooner should have been renewed long ago.
const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Says nothing where the server never got any.
pub(super) fn look(scope: &Scope, entries: &[Entry], findings: &mut Findings) {
    let config = scope.config;
    let Some(state) = State::read(&folder(config)) else {
        return;
    };
    let now = scope.clock.now();
    let wanted = wanted(entries, config.wildcard_suffix.as_deref());
    let unknown = HostState::default();
    let (mut good, mut first_end) = (0, None::<Timestamp>);
    for tenant in &wanted {
        if let Some(order) = state.orders.get(&tenant.tenant) {
            look_at_order(&tenant.tenant, order, findings);
        }
        for host in &tenant.hosts {
            let known = state.hosts.get(host).unwrap_or(&unknown);
            if let Some((verdict, text)) = fault(host, known, now) {
                if verdict == Verdict::Fault {
                    findings.fault(ABOUT, (Kind::Certificate, host), text);
                } else {
                    findings.add(ABOUT, verdict, text);
                }
            } else {
                good += 1;
                first_end = first_end.into_iter().chain(known.not_after).min();
            }
        }
    }
    if let Some(end) = first_end {
        let text = format!(
            "{} one; the first ends on {}",
            count(good, "host has", "hosts have"),
            day(end)
        );
        findings.fine(ABOUT, text);
    }
}

fn look_at_order(tenant: &str, order: &OrderState, findings: &mut Findings) {
    if let Some(failure) = &order.last_failure {
        let text = format!(
            "none was made for tenant {tenant}: {}{}; if that stays, look whether this machine reaches the authority (acme.directory)",
            failure.why,
            again(order.next_try)
        );
        findings.warn(ABOUT, text);
    }
}

fn fault(host: &str, known: &HostState, now: Timestamp) -> Option<(Verdict, String)> {
    const TO_DO: &str = "its name must lead to this machine, and ports 443 and 80 must be open; or 'voluntr tenant domain remove' takes it away";
    let failed = known.last_failure.as_ref();
    let told = failed.map(|failure| format!("{}{}; {TO_DO}", failure.why, again(known.next_try)));
    match (known.not_after.filter(|end| *end > now), told) {
        (None, Some(told)) => Some((Verdict::Fault, format!("{host} has none: {told}"))),
        (None, None) => Some((
            Verdict::Warning,
            format!("{host} has none yet; look whether 'voluntr serve --email ADDRESS' runs"),
        )),
        (Some(end), told) if end <= now + SOON => {
            let told = told.unwrap_or_else(|| {
                "look whether 'voluntr serve --email ADDRESS' runs, and what its log says"
                    .to_owned()
            });
            let text = format!("that of {host} ends on {}: {told}", day(end));
            Some((Verdict::Fault, text))
        }
        (Some(end), Some(told)) => {
            let text = format!(
                "that of {host} ends on {} and was not renewed: {told}",
                day(end)
            );
            Some((Verdict::Warning, text))
        }
        (Some(_), None) => None,
    }
}

fn again(next: Option<Timestamp>) -> String {
    next.map_or_else(String::new, |next| format!(" (tried again at {next})"))
}

fn day(at: Timestamp) -> String {
    at.to_string().chars().take("2026-11-21".len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificates::state::Way;

    fn now() -> Timestamp {
        "2026-11-21T09:00:00Z".parse().unwrap()
    }

    fn verdict(known: &HostState) -> Option<Verdict> {
        fault("helpt.nl", known, now()).map(|(verdict, _)| verdict)
    }

    #[test]
    fn a_certificate_that_ends_soon_or_failed_is_told() {
        let mut known = HostState::default();
        assert_eq!(verdict(&known), Some(Verdict::Warning), "none yet");
        known.succeeded(now(), now() + SOON * 2, Way::TlsAlpn);
        assert_eq!(verdict(&known), None);
        known.failed(now(), "no address");
        known.give_up(now(), 0.5);
        assert_eq!(verdict(&known), Some(Verdict::Warning), "not renewed");
        let text = fault("helpt.nl", &known, now()).unwrap().1;
        assert!(
            text.contains("no address (tried again at 2026-11-21T09:10:00Z)"),
            "{text}"
        );
        known.succeeded(now(), now() + SOON, Way::TlsAlpn);
        assert_eq!(verdict(&known), Some(Verdict::Fault), "it ends soon");
        known.not_after = Some(now());
        known.failed(now(), "no address");
        assert_eq!(verdict(&known), Some(Verdict::Fault), "it has ended");
    }
}
