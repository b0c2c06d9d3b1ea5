//! The certificates that are served, by the name that a client asks for, and the answers to an authority that looks
//! whether a host is ours.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, ServerConfig};

use super::state::Way;
use crate::error::{Error, Result};

/// The protocol of a handshake by which an authority looks (RFC 8737).
pub const ACME_TLS: &[u8] = b"acme-tls/1";
pub const HTTP_2: &[u8] = b"h2";
const HTTP_1: &[u8] = b"http/1.1";

/// So long a host has had a good certificate before browsers are told to use nothing else for a year.
const SETTLED_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);

#[derive(Debug)]
struct Served {
    key: Arc<CertifiedKey>,
    good_since: Timestamp,
    until: Timestamp,
}

#[derive(Debug, Default)]
pub struct HostCertificates {
    served: RwLock<HashMap<String, Served>>,
    /// By host: certificates that prove that it is ours.
    proofs: RwLock<HashMap<String, Arc<CertifiedKey>>>,
    /// By token: what stands under `/.well-known/acme-challenge/`.
    tokens: RwLock<HashMap<String, String>>,
}

impl HostCertificates {
    /// The settings of the server's side of TLS.
    pub fn tls(self: &Arc<Self>) -> Result<Arc<ServerConfig>> {
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(Error::internal)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(self) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = [HTTP_2, HTTP_1, ACME_TLS].map(<[u8]>::to_vec).to_vec();
        config.ticketer = rustls::crypto::ring::Ticketer::new().map_err(Error::internal)?;
        Ok(Arc::new(config))
    }

    /// Serves these, and none that was served before: host, certificate, since when it has had a good one, its end.
    pub fn replace(
        &self,
        served: impl Iterator<Item = (String, Arc<CertifiedKey>, Timestamp, Timestamp)>,
    ) {
        let served = served.map(|(host, key, good_since, until)| {
            let served = Served {
                key,
                good_since,
                until,
            };
            (host, served)
        });
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = served.collect();
    }

    /// True once browsers may be told to use nothing but TLS for this host.
    pub fn is_settled(&self, host: &str, now: Timestamp) -> bool {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.get(host).is_some_and(|served| {
            now < served.until && now.duration_since(served.good_since) >= SETTLED_AFTER
        })
    }

    /// What answers a question by the second way, for the path's last part.
    pub fn token(&self, token: &str) -> Option<String> {
        let tokens = self.tokens.read().unwrap_or_else(PoisonError::into_inner);
        tokens.get(token).cloned()
    }

    /// Answers the authority by one way, until what this returns is dropped.
    pub fn answer(
        self: &Arc<Self>,
        host: &str,
        way: Way,
        token: &str,
        proof: &instant_acme::KeyAuthorization,
    ) -> Result<Answering> {
        let name = match way {
            Way::TlsAlpn => {
                let key = proving_certificate(host, proof.digest().as_ref())?;
                let mut proofs = self.proofs.write().unwrap_or_else(PoisonError::into_inner);
                proofs.insert(host.to_owned(), Arc::new(key));
                host
            }
            Way::Http => {
                let mut tokens = self.tokens.write().unwrap_or_else(PoisonError::into_inner);
                tokens.insert(token.to_owned(), proof.as_str().to_owned());
                token
            }
        };
        Ok(Answering {
            of: Arc::clone(self),
            way,
            name: name.to_owned(),
        })
    }
}

/// A question of the authority that is being answered.
pub struct Answering {
    of: Arc<HostCertificates>,
    way: Way,
    name: String,
}

impl Drop for Answering {
    fn drop(&mut self) {
        match self.way {
            Way::TlsAlpn => {
                let mut proofs = self
                    .of
                    .proofs
                    .write()
                    .unwrap_or_else(PoisonError::into_inner);
                proofs.remove(&self.name);
            }
            Way::Http => {
                let mut tokens = self
                    .of
                    .tokens
                    .write()
                    .unwrap_or_else(PoisonError::into_inner);
                tokens.remove(&self.name);
            }
        }
    }
}

/// Signed by itself, with the answer in an extension of its own (RFC 8737, section 3).
fn proving_certificate(host: &str, digest: &[u8]) -> Result<CertifiedKey> {
    let mut parameters = CertificateParams::new(vec![host.to_owned()]).map_err(Error::internal)?;
    parameters.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate().map_err(Error::internal)?;
    let certificate = parameters.self_signed(&key).map_err(Error::internal)?;
    let key = PrivateKeyDer::try_from(key.serialize_der()).map_err(Error::internal)?;
    // Not `from_der`, which refuses an extension that it does not know.
    let key = ring::sign::any_ecdsa_type(&key).map_err(Error::internal)?;
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

impl ResolvesServerCert for HostCertificates {
    fn resolve(&self, asked: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let host = asked.server_name()?.to_ascii_lowercase();
        let is_authority = asked
            .alpn()
            .is_some_and(|mut protocols| protocols.any(|protocol| protocol == ACME_TLS));
        if is_authority {
            let proofs = self.proofs.read().unwrap_or_else(PoisonError::into_inner);
            return proofs.get(&host).cloned();
        }
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.get(&host).map(|served| Arc::clone(&served.key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_to_use_nothing_else_after_seven_good_days() {
        let of = HostCertificates::default();
        let key = Arc::new(proving_certificate("a.nl", &[0; 32]).unwrap());
        let since: Timestamp = "2026-11-21T09:00:00Z".parse().unwrap();
        let until = since + SignedDuration::from_hours(90 * 24);
        of.replace(std::iter::once(("a.nl".to_owned(), key, since, until)));
        let after = |hours| since + SignedDuration::from_hours(hours);
        assert!(!of.is_settled("a.nl", after(7 * 24 - 1)));
        assert!(of.is_settled("a.nl", after(7 * 24)));
        assert!(!of.is_settled("a.nl", until), "it has expired");
        assert!(!of.is_settled("b.nl", after(7 * 24)));
    }
}
