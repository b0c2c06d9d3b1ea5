//! One order at the authority (RFC 8555, section 7.4), with what failed told host by host.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use instant_acme::{
    Account, AuthorizationHandle, AuthorizationStatus, CertificateIdentifier, ChallengeType,
    Identifier, NewAccount, NewOrder, Order, OrderStatus, Problem, RetryPolicy,
};
use jiff::{SignedDuration, Timestamp};
use rcgen::{CertificateParams, DistinguishedName, KeyPair};

use super::authority_client::AuthorityClient;
use super::host_certificates::{Answering, HostCertificates};
use super::renewal::Window;
use super::state::Way;
use super::store::Store;
use crate::base::clock::instant;
use crate::config::AcmeConfig;
use crate::error::Error;

/// For the authority to look at all hosts of an order.
const LOOKING: Duration = Duration::from_secs(90);
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// Where an authority says that there were too many orders.
const AFTER_TOO_MANY: SignedDuration = SignedDuration::from_hours(1);

/// A certificate with its key, both as PEM.
pub struct Issued {
    pub chain: String,
    pub key: String,
}

/// Why an order failed.
#[derive(Debug)]
pub enum Refusal {
    /// These hosts failed, each with its reason; without them it may succeed.
    Hosts(BTreeMap<String, String>),
    /// It failed as a whole, and may be tried again after this time at the earliest.
    Whole { why: String, wait: SignedDuration },
    /// The authority does not know the account.
    Account,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::whole(error)
    }
}

impl From<instant_acme::Error> for Refusal {
    fn from(error: instant_acme::Error) -> Self {
        match error {
            instant_acme::Error::Api(problem) => Self::of(&problem, &[]),
            error => Self::whole(error),
        }
    }
}

impl Refusal {
    fn whole(why: impl std::fmt::Display) -> Self {
        Self::Whole {
            why: why.to_string(),
            wait: SignedDuration::ZERO,
        }
    }

    /// What the authority says of an order for these hosts.
    fn of(problem: &Problem, hosts: &[String]) -> Self {
        let kind = problem.r#type.as_deref().unwrap_or_default();
        let kind = kind.rsplit(':').next().unwrap_or_default();
        let words = problem.detail.clone().unwrap_or_else(|| kind.to_owned());
        match kind {
            "accountDoesNotExist" => return Self::Account,
            "rateLimited" => {
                return Self::Whole {
                    why: words,
                    wait: AFTER_TOO_MANY,
                };
            }
            "rejectedIdentifier"
            | "unsupportedIdentifier"
            | "caa"
            | "dns"
            | "compound"
            | "malformed"
            | "unauthorized" => {}
            _ => return Self::whole(words),
        }
        let mut failed = BTreeMap::new();
        for part in &problem.subproblems {
            if let Some(Identifier::Dns(host)) = &part.identifier {
                let why = part.detail.clone().unwrap_or_else(|| words.clone());
                failed.insert(host.to_ascii_lowercase(), why);
            }
        }
        if failed.is_empty() {
            let is_named = |host: &&String| hosts.len() == 1 || names(&words, host);
            failed = hosts
                .iter()
                .filter(is_named)
                .map(|host| (host.clone(), words.clone()))
                .collect();
        }
        if failed.is_empty() {
            Self::whole(words)
        } else {
            Self::Hosts(failed)
        }
    }
}

/// True if the words name this host, not only one that ends or begins with it.
fn names(words: &str, host: &str) -> bool {
    let is_of_a_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    words
        .split(|c: char| !is_of_a_name(c))
        .any(|word| word.trim_end_matches('.').eq_ignore_ascii_case(host))
}

pub struct Authority {
    account: Account,
}

impl Authority {
    /// Signs in with the stored account, or makes one.
    pub async fn reach(config: &AcmeConfig, store: &Store) -> Result<Self, Refusal> {
        let builder = Account::builder_with_http(Box::new(AuthorityClient::new(config)?));
        if let Some(credentials) = store.account(&config.directory) {
            let account = builder.from_credentials(credentials).await?;
            return Ok(Self { account });
        }
        let contact = config
            .email
            .as_deref()
            .map(|email| format!("mailto:{email}"));
        let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
        let wish = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let (account, credentials) = builder
            .create(&wish, config.directory.clone(), None)
            .await?;
        store.keep_account(&config.directory, credentials)?;
        Ok(Self { account })
    }

    /// When the authority would like a certificate to be renewed, and after how long to ask again. `None` where it does
    /// not say.
    pub async fn window(&self, id: &CertificateIdentifier<'_>) -> Option<(Window, SignedDuration)> {
        let (info, again) = self.account.renewal_info(id).await.ok()?;
        let moment = |second| Timestamp::from_second(second).ok();
        let window = Window {
            start: moment(info.suggested_window.start.unix_timestamp())?,
            end: moment(info.suggested_window.end.unix_timestamp())?,
        };
        Some((window, SignedDuration::try_from(again).ok()?))
    }

    /// Orders one certificate for these hosts, each of which proves to be ours by its way.
    pub async fn order(
        &self,
        hosts: &BTreeMap<String, Way>,
        replaces: Option<CertificateIdentifier<'static>>,
        served: &Arc<HostCertificates>,
    ) -> Result<Issued, Refusal> {
        let names: Vec<String> = hosts.keys().cloned().collect();
        let refused = |error: instant_acme::Error| match error {
            instant_acme::Error::Api(problem) => Refusal::of(&problem, &names),
            error => Refusal::whole(error),
        };
        let identifiers: Vec<Identifier> = names.iter().cloned().map(Identifier::Dns).collect();
        let mut order = self.begin(&identifiers, replaces).await.map_err(refused)?;
        // The answers stay until the authority has looked.
        let (answers, mut failed) = answer_all(&mut order, hosts, served).await?;
        look(&mut order, &mut failed).await?;
        drop(answers);
        if !failed.is_empty() {
            return Err(Refusal::Hosts(failed));
        }
        let policy = RetryPolicy::default();
        let status = order.poll_ready(&policy).await.map_err(refused)?;
        if status != OrderStatus::Ready {
            return Err(match &order.state().error {
                Some(problem) => Refusal::of(problem, &names),
                None => Refusal::whole(format!("the authority says that the order is {status:?}")),
            });
        }
        let key = KeyPair::generate().map_err(Error::internal)?;
        let mut wish = CertificateParams::new(names.clone()).map_err(Error::internal)?;
        wish.distinguished_name = DistinguishedName::new();
        let wish = wish.serialize_request(&key).map_err(Error::internal)?;
        order.finalize_csr(wish.der()).await.map_err(refused)?;
        let chain = order.poll_certificate(&policy).await.map_err(refused)?;
        Ok(Issued {
            chain,
            key: key.serialize_pem(),
        })
    }

    /// A renewal that the authority asked for does not count towards its limits if it says what it replaces; that may
    /// have been said before.
    async fn begin(
        &self,
        identifiers: &[Identifier],
        replaces: Option<CertificateIdentifier<'static>>,
    ) -> Result<Order, instant_acme::Error> {
        if let Some(replaces) = replaces {
            let order = NewOrder::new(identifiers).replaces(replaces);
            if let Ok(order) = self.account.new_order(&order).await {
                return Ok(order);
            }
        }
        self.account.new_order(&NewOrder::new(identifiers)).await
    }
}

type Failed = BTreeMap<String, String>;

fn host_of(handle: &AuthorizationHandle<'_>) -> Option<String> {
    match handle.identifier().identifier {
        Identifier::Dns(host) => Some(host.to_ascii_lowercase()),
        _ => None,
    }
}

/// Prepares an answer for each host that the authority has not seen before, and asks it to look.
async fn answer_all(
    order: &mut Order,
    hosts: &BTreeMap<String, Way>,
    served: &Arc<HostCertificates>,
) -> Result<(Vec<Answering>, Failed), Refusal> {
    let (mut answers, mut failed) = (Vec::new(), Failed::new());
    let mut authorizations = order.authorizations();
    while let Some(handle) = authorizations.next().await {
        let mut handle = handle?;
        if handle.status != AuthorizationStatus::Pending {
            continue;
        }
        let Some(host) = host_of(&handle) else {
            continue;
        };
        let way = hosts.get(&host).copied().unwrap_or_default();
        let kind = match way {
            Way::TlsAlpn => ChallengeType::TlsAlpn01,
            Way::Http => ChallengeType::Http01,
        };
        let Some(mut challenge) = handle.challenge(kind) else {
            let why = format!("the authority does not offer {}", way.name());
            failed.insert(host, why);
            continue;
        };
        let proof = challenge.key_authorization();
        answers.push(served.answer(&host, way, &challenge.token, &proof)?);
        if let Err(error) = challenge.set_ready().await {
            failed.insert(host, error.to_string());
        }
    }
    Ok((answers, failed))
}

/// Waits until the authority has looked at every host, and notes which failed.
async fn look(order: &mut Order, failed: &mut Failed) -> Result<(), Refusal> {
    let begun = instant();
    loop {
        let mut waiting = Vec::new();
        let mut authorizations = order.authorizations();
        while let Some(handle) = authorizations.next().await {
            let mut handle = handle?;
            let Some(host) = host_of(&handle).filter(|host| !failed.contains_key(host)) else {
                continue;
            };
            if handle.status == AuthorizationStatus::Pending {
                handle.refresh().await?;
            }
            match handle.status {
                AuthorizationStatus::Valid => {}
                AuthorizationStatus::Pending => waiting.push(host),
                _ => drop(failed.insert(host, reason(&handle))),
            }
        }
        if waiting.is_empty() {
            return Ok(());
        }
        if begun.elapsed() >= LOOKING {
            let why = "the authority did not look at it in time";
            failed.extend(waiting.into_iter().map(|host| (host, why.to_owned())));
            return Ok(());
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// What the authority saw instead of the answer.
fn reason(handle: &AuthorizationHandle<'_>) -> String {
    let problem = handle
        .challenges
        .iter()
        .find_map(|challenge| challenge.error.as_ref());
    problem
        .and_then(|problem| problem.detail.clone().or_else(|| problem.r#type.clone()))
        .unwrap_or_else(|| format!("the authority says {:?}", handle.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        serde_json::from_str(text).unwrap()
    }

    fn hosts() -> Vec<String> {
        vec!["a.nl".to_owned(), "sub.a.nl".to_owned()]
    }

    fn failed(refusal: Refusal) -> Vec<String> {
        match refusal {
            Refusal::Hosts(failed) => failed.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_host_that_an_order_is_refused_for_is_found() {
        let by_parts = problem(
            r#"{"type": "urn:ietf:params:acme:error:compound", "detail": "two names", "subproblems": [
                {"type": "urn:ietf:params:acme:error:caa", "detail": "forbidden",
                 "identifier": {"type": "dns", "value": "sub.a.nl"}}]}"#,
        );
        assert_eq!(failed(Refusal::of(&by_parts, &hosts())), ["sub.a.nl"]);
        let by_words = problem(
            r#"{"type": "urn:ietf:params:acme:error:rejectedIdentifier",
                "detail": "Cannot issue for \"sub.a.nl\": it is forbidden"}"#,
        );
        assert_eq!(failed(Refusal::of(&by_words, &hosts())), ["sub.a.nl"]);
        let alone = problem(r#"{"type": "urn:ietf:params:acme:error:caa", "detail": "forbidden"}"#);
        assert_eq!(failed(Refusal::of(&alone, &hosts()[..1])), ["a.nl"]);
        assert!(matches!(
            Refusal::of(&alone, &hosts()),
            Refusal::Whole { .. }
        ));
    }

    #[test]
    fn too_many_orders_are_no_fault_of_a_host() {
        let many = problem(
            r#"{"type": "urn:ietf:params:acme:error:rateLimited", "detail": "too many for a.nl"}"#,
        );
        assert!(matches!(
            Refusal::of(&many, &hosts()),
            Refusal::Whole {
                wait: AFTER_TOO_MANY,
                ..
            }
        ));
        let unknown = problem(r#"{"type": "urn:ietf:params:acme:error:accountDoesNotExist"}"#);
        assert!(matches!(Refusal::of(&unknown, &hosts()), Refusal::Account));
    }
}
