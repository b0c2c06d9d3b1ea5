//! Files of `certificates/` in the data folder, for the owner only: the account, and a file per certificate with its
//! key and chain.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use instant_acme::{AccountCredentials, CertificateIdentifier};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;
use x509_parser::extensions::GeneralName;

use super::renewal::Validity;
use super::state::State;
use crate::config::make_private;
use crate::error::{Error, Result};

/// A certificate that is on disk.
#[derive(Debug, Clone)]
pub struct Kept {
    pub path: PathBuf,
    pub key: Arc<CertifiedKey>,
    pub hosts: Vec<String>,
    pub validity: Validity,
    /// What the authority calls it when it is asked when to renew.
    pub id: Option<CertificateIdentifier<'static>>,
    serial: String,
}

impl Kept {
    fn read(path: &Path, pem: &[u8]) -> Result<Self> {
        let unreadable = |why: String| Error::internal(format!("{}: {why}", path.display()));
        let chain = CertificateDer::pem_slice_iter(pem)
            .collect::<std::result::Result<Vec<_>, _>>()
            .map_err(|error| unreadable(error.to_string()))?;
        let key =
            PrivateKeyDer::from_pem_slice(pem).map_err(|error| unreadable(error.to_string()))?;
        let leaf = chain
            .first()
            .ok_or_else(|| unreadable("it holds no certificate".to_owned()))?;
        let (_, parsed) = x509_parser::parse_x509_certificate(leaf)
            .map_err(|error| unreadable(error.to_string()))?;
        let names = parsed
            .subject_alternative_name()
            .map_err(|error| unreadable(error.to_string()))?;
        let hosts = names
            .iter()
            .flat_map(|names| &names.value.general_names)
            .filter_map(|name| match name {
                GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
                _ => None,
            })
            .collect();
        let moment = |second| Timestamp::from_second(second).map_err(Error::internal);
        let validity = Validity {
            from: moment(parsed.validity().not_before.timestamp())?,
            until: moment(parsed.validity().not_after.timestamp())?,
        };
        let serial = parsed.raw_serial_as_string().replace(':', "");
        let id = CertificateIdentifier::try_from(leaf)
            .ok()
            .map(CertificateIdentifier::into_owned);
        let key = CertifiedKey::from_der(chain, key, &ring::default_provider())
            .map_err(|error| unreadable(error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            key: Arc::new(key),
            hosts,
            validity,
            id,
            serial,
        })
    }

    #[cfg(test)]
    pub fn of_test(key: Arc<CertifiedKey>, hosts: Vec<String>, validity: Validity) -> Self {
        Self {
            path: PathBuf::from(hosts.join("+")),
            key,
            hosts,
            validity,
            id: None,
            serial: "01".to_owned(),
        }
    }

    /// Between 0 and 1, another for each certificate.
    pub fn place(&self) -> f64 {
        let digest = crate::base::digest::digest_of(&[self.serial.as_bytes()]);
        f64::from(digest.first().copied().unwrap_or_default()) / 256.0
    }
}

#[derive(Serialize, Deserialize)]
struct StoredAccount {
    directory: String,
    credentials: AccountCredentials,
}

pub struct Store {
    folder: PathBuf,
}

impl Store {
    pub fn open(folder: PathBuf) -> Result<Self> {
        make_private(&folder)?;
        Ok(Self { folder })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The account with the authority of this directory.
    pub fn account(&self, directory: &str) -> Option<AccountCredentials> {
        let text = read(&self.folder.join("account.json")).ok()?;
        let stored: StoredAccount = serde_json::from_slice(&text).ok()?;
        (stored.directory == directory).then_some(stored.credentials)
    }

    pub fn keep_account(&self, directory: &str, credentials: AccountCredentials) -> Result<()> {
        let stored = StoredAccount {
            directory: directory.to_owned(),
            credentials,
        };
        let text = serde_json::to_vec_pretty(&stored)?;
        write_private(&self.folder.join("account.json"), &text)
    }

    /// Forgets an account that the authority does not know any more.
    pub fn forget_account(&self) {
        let _ = std::fs::remove_file(self.folder.join("account.json"));
    }

    /// All certificates that have not expired; files of those that have are removed.
    pub fn certificates(&self, now: Timestamp) -> Vec<Kept> {
        let folders = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten();
        let files = folders
            .filter_map(|folder| std::fs::read_dir(folder.path()).ok())
            .flatten()
            .flatten();
        let mut found = Vec::new();
        for path in files.map(|file| file.path()) {
            if path.extension().is_none_or(|end| end != "pem") {
                continue;
            }
            let kept = read(&path)
                .map_err(Error::from)
                .and_then(|pem| Kept::read(&path, &pem));
            match kept {
                Ok(kept) if kept.validity.until <= now => remove(&kept),
                Ok(kept) => found.push(kept),
                Err(error) => {
                    tracing::warn!(%error, "a certificate cannot be read; it is ordered anew");
                }
            }
        }
        found
    }

    /// Stores a new certificate of a tenant: its key, and the chain that the authority gave.
    pub fn keep(&self, tenant: &str, chain: &str, key: &str) -> Result<Kept> {
        let folder = self.folder.join(tenant);
        make_private(&folder)?;
        let pem = format!("{key}{chain}");
        let mut kept = Kept::read(&folder, pem.as_bytes())?;
        kept.path = folder.join(format!("{}.pem", kept.serial));
        write_private(&kept.path, pem.as_bytes())?;
        Ok(kept)
    }

    pub fn keep_state(&self, state: &State) -> Result<()> {
        let text = serde_json::to_vec_pretty(state)?;
        write_private(&State::path(&self.folder), &text)
    }
}

/// Removes the file of a certificate that nothing is served with.
pub fn remove(kept: &Kept) {
    let _ = std::fs::remove_file(&kept.path);
}

#[expect(
    clippy::disallowed_methods,
    reason = "certificates are files, which no handler reads"
)]
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

/// Writes a file that its owner alone may read: as a whole or not at all.
#[expect(
    clippy::disallowed_methods,
    reason = "certificates are files, which no handler writes"
)]
fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("new");
    let written = (|| {
        let mut file = std::fs::File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    })();
    written.map_err(|error| Error::internal(format!("cannot write {}: {error}", path.display())))
}
