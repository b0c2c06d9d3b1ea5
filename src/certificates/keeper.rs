//! Keeps a certificate for every host that leads to a tenant: looks at the registry, orders one certificate at a time,
//! and renews them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::authority::{Authority, Issued, Refusal};
use super::host_certificates::HostCertificates;
use super::plan::{self, Planned, Wanted, Windows, best};
use super::state::{self, State, Way};
use super::store::{self, Kept, Store};
use crate::app::App;
use crate::base::threads::AbortOnDrop;
use crate::config::AcmeConfig;
use crate::error::Result;

/// Between two looks at the registry and at what is due.
const EVERY: Duration = Duration::from_secs(2);
/// How often the authority is asked when to renew, where it does not say itself.
const ASK_AGAIN: SignedDuration = SignedDuration::from_hours(6);
const SOONEST: SignedDuration = SignedDuration::from_mins(1);
const LATEST: SignedDuration = SignedDuration::from_hours(24);

pub struct Keeper {
    app: Arc<App>,
    acme: AcmeConfig,
    store: Store,
    served: Arc<HostCertificates>,
    state: State,
    kept: Vec<Kept>,
    windows: Windows,
    /// When the authority is asked again about a certificate.
    ask_at: BTreeMap<PathBuf, Timestamp>,
    authority: Option<Authority>,
    /// No authority was reached; none is tried before this.
    paused_until: Option<Timestamp>,
    generation: Option<i64>,
    wanted: Vec<Wanted>,
}

impl Keeper {
    /// Serves what is on disk. Nothing is ordered before `start`.
    pub fn open(app: &Arc<App>) -> Result<Self> {
        let store = Store::open(state::folder(app.config()))?;
        let now = app.clock().now();
        let mut keeper = Self {
            app: Arc::clone(app),
            acme: app.config().acme.clone(),
            state: State::read(store.folder()).unwrap_or_default(),
            kept: store.certificates(now),
            store,
            served: Arc::default(),
            windows: Windows::new(),
            ask_at: BTreeMap::new(),
            authority: None,
            paused_until: None,
            generation: None,
            wanted: Vec::new(),
        };
        keeper.look_at_registry(now)?;
        Ok(keeper)
    }

    pub fn served(&self) -> Arc<HostCertificates> {
        Arc::clone(&self.served)
    }

    /// Works until what this returns is dropped.
    pub fn start(mut self) -> AbortOnDrop {
        AbortOnDrop(tokio::spawn(async move {
            loop {
                if let Err(error) = self.step().await {
                    tracing::error!(%error, "the certificates could not be looked after");
                }
                tokio::time::sleep(EVERY).await;
            }
        }))
    }

    async fn step(&mut self) -> Result<()> {
        let now = self.app.clock().now();
        self.look_at_registry(now)?;
        if self.paused_until.is_some_and(|until| now < until) {
            return Ok(());
        }
        self.ask_when_to_renew(now).await;
        let planned = plan::next(&self.wanted, &self.kept, &self.windows, &self.state, now);
        match planned {
            Some(planned) => self.order(planned).await,
            None => Ok(()),
        }
    }

    fn look_at_registry(&mut self, now: Timestamp) -> Result<()> {
        let registry = self.app.tenants().registry();
        let generation = registry.generation()?;
        if self.generation == Some(generation) {
            return Ok(());
        }
        let suffix = self.app.config().wildcard_suffix.as_deref();
        self.wanted = plan::wanted(&registry.list()?, suffix);
        self.generation = Some(generation);
        self.publish(now)
    }

    fn hosts(&self) -> impl Iterator<Item = &String> {
        self.wanted.iter().flat_map(|wanted| &wanted.hosts)
    }

    /// Serves the best certificate of each host, notes so, and removes files that nothing is served with.
    fn publish(&mut self, now: Timestamp) -> Result<()> {
        let hosts: Vec<String> = self.hosts().cloned().collect();
        let mut served = Vec::new();
        let mut used = Vec::new();
        for host in &hosts {
            let Some(one) = best(&self.kept, host) else {
                continue;
            };
            let state = self.state.hosts.entry(host.clone()).or_default();
            let good_since = *state.good_since.get_or_insert(now);
            state.not_after = Some(one.validity.until);
            served.push((
                host.clone(),
                Arc::clone(&one.key),
                good_since,
                one.validity.until,
            ));
            used.push(one.path.clone());
        }
        self.served.replace(served.into_iter());
        let is_of_nobody = |kept: &Kept| !kept.hosts.iter().any(|host| hosts.contains(host));
        self.kept.retain(|kept| {
            // Of a host that may come back it stays until it expires.
            let stays = used.contains(&kept.path) || is_of_nobody(kept);
            if !stays {
                store::remove(kept);
            }
            stays
        });
        self.state.hosts.retain(|host, state| {
            hosts.contains(host) || state.next_try.is_some_and(|next| next > now)
        });
        let tenants = &self.wanted;
        self.state
            .orders
            .retain(|name, _| tenants.iter().any(|wanted| wanted.tenant == *name));
        self.store.keep_state(&self.state)
    }

    /// Asks about one certificate that is due to be asked about.
    async fn ask_when_to_renew(&mut self, now: Timestamp) {
        let is_due = |path| self.ask_at.get(path).is_none_or(|at| *at <= now);
        let due = self.kept.iter().find(|kept| is_due(&kept.path));
        let Some((path, id)) = due.map(|kept| (kept.path.clone(), kept.id.clone())) else {
            return;
        };
        let mut pause = ASK_AGAIN;
        if let Some(id) = id
            && let Ok(authority) = self.authority().await
            && let Some((window, again)) = authority.window(&id).await
        {
            self.windows.insert(path.clone(), window);
            pause = again.clamp(SOONEST, LATEST);
        }
        self.ask_at.insert(path, now + pause);
    }

    async fn authority(&mut self) -> std::result::Result<&Authority, Refusal> {
        let authority = match self.authority.take() {
            Some(authority) => authority,
            None => Authority::reach(&self.acme, &self.store).await?,
        };
        Ok(self.authority.insert(authority))
    }

    /// Orders until a certificate is there for all hosts that do not fail.
    async fn order(&mut self, mut planned: Planned) -> Result<()> {
        let tenant = planned.tenant;
        let way = |host: &String| self.state.hosts.get(host).map(|host| host.way);
        let mut hosts: BTreeMap<String, Way> = planned
            .hosts
            .into_iter()
            .map(|host| (way(&host).unwrap_or_default(), host))
            .map(|(way, host)| (host, way))
            .collect();
        let mut reasons: BTreeMap<String, String> = BTreeMap::new();
        let mut has_forgotten = false;
        while !hosts.is_empty() {
            let served = self.served();
            let replaces = planned.replaces.take();
            let outcome = match self.authority().await {
                Ok(authority) => authority.order(&hosts, replaces, &served).await,
                Err(refusal) => {
                    self.pause(&refusal);
                    Err(refusal)
                }
            };
            match outcome {
                Ok(issued) => {
                    self.take(&tenant, &issued, &hosts)?;
                    break;
                }
                Err(Refusal::Hosts(failed))
                    if failed.keys().any(|host| hosts.contains_key(host)) =>
                {
                    for (host, why) in failed {
                        self.note_failure(&host, &why, &mut hosts, &mut reasons);
                    }
                }
                Err(Refusal::Account) if !has_forgotten => {
                    has_forgotten = true;
                    self.store.forget_account();
                    self.authority = None;
                }
                Err(refusal) => {
                    self.note_refusal(&tenant, &refusal);
                    break;
                }
            }
        }
        self.store.keep_state(&self.state)
    }

    fn take(&mut self, tenant: &str, issued: &Issued, hosts: &BTreeMap<String, Way>) -> Result<()> {
        let now = self.app.clock().now();
        let kept = self.store.keep(tenant, &issued.chain, &issued.key)?;
        for (host, way) in hosts {
            let state = self.state.hosts.entry(host.clone()).or_default();
            state.succeeded(now, kept.validity.until, *way);
        }
        self.state.orders.remove(tenant);
        tracing::info!(
            tenant,
            hosts = hosts.len(),
            until = %kept.validity.until,
            "a certificate was made"
        );
        self.kept.push(kept);
        self.publish(now)
    }

    /// A host that failed by one way is tried by the other; after that it is left out.
    fn note_failure(
        &mut self,
        host: &str,
        why: &str,
        hosts: &mut BTreeMap<String, Way>,
        reasons: &mut BTreeMap<String, String>,
    ) {
        let Some(way) = hosts.get(host).copied() else {
            return;
        };
        let now = self.app.clock().now();
        let said = format!("{}: {why}", way.name());
        let (is_first, why) = match reasons.remove(host) {
            None => (true, said),
            Some(before) => (false, format!("{before}; {said}")),
        };
        let state = self.state.hosts.entry(host.to_owned()).or_default();
        state.failed(now, &why);
        if is_first && state.may_fail(now) {
            hosts.insert(host.to_owned(), way.other());
            reasons.insert(host.to_owned(), why);
            return;
        }
        hosts.remove(host);
        state.give_up(now, jitter());
        let next = state.next_try.map(|next| next.to_string());
        tracing::warn!(host, why, next, "there is no certificate for a host");
    }

    fn note_refusal(&mut self, tenant: &str, refusal: &Refusal) {
        let (why, wait) = words_of(refusal);
        let now = self.app.clock().now();
        tracing::warn!(tenant, why, "no certificate was made");
        let state = self.state.orders.entry(tenant.to_owned()).or_default();
        state.failed(now, why, wait, jitter());
    }

    /// No authority was reached: no order of another tenant would do better.
    fn pause(&mut self, refusal: &Refusal) {
        let (_, wait) = words_of(refusal);
        let now = self.app.clock().now();
        self.paused_until = Some(now + wait.max(SOONEST.mul_f64(0.75 + jitter() / 2.0)));
    }
}

fn words_of(refusal: &Refusal) -> (String, SignedDuration) {
    match refusal {
        Refusal::Whole { why, wait } => (why.clone(), *wait),
        Refusal::Account => (
            "the authority does not know the account".to_owned(),
            SignedDuration::ZERO,
        ),
        Refusal::Hosts(failed) => {
            let words: Vec<String> = failed
                .iter()
                .map(|(host, why)| format!("{host}: {why}"))
                .collect();
            (words.join("; "), SignedDuration::ZERO)
        }
    }
}

/// Between 0 and 1. Without randomness of the system it is the middle.
fn jitter() -> f64 {
    let mut byte = [128_u8];
    let _ = getrandom::fill(&mut byte);
    f64::from(byte[0]) / 256.0
}
