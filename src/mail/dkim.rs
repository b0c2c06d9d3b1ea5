//! Signatures of mail (DKIM, RFC 6376): who receives a mail from a domain finds the public key in the DNS of that domain,
//! and sees that the mail is from there. RSA with 2,048 bits, which every receiver knows.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use lettre::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm,
    DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey as _, EncodeRsaPrivateKey as _};
use rsa::pkcs8::{EncodePublicKey as _, LineEnding};
use rsa::rand_core::{CryptoRng, Error as RandomError, RngCore};
use rusqlite::{Connection, Result, named_params};

const BITS: usize = 2048;

/// What a signature covers: all that the reader sees, and what makes a mail program act.
const SIGNED: [&str; 10] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "MIME-Version",
    "Content-Type",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
];

/// The key of a domain.
#[derive(Clone)]
pub struct DkimKey {
    pub domain: String,
    /// Names the key among those of its domain: `voluntr` in `voluntr._domainkey.example.org`.
    pub selector: String,
    /// PKCS #1, as PEM.
    private_key: String,
    pub created_at: String,
}

impl std::fmt::Debug for DkimKey {
    /// Without the private half.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DkimKey")
            .field("domain", &self.domain)
            .field("selector", &self.selector)
            .finish_non_exhaustive()
    }
}

/// Randomness of the operating system.
struct SystemRandom;

impl RngCore for SystemRandom {
    fn next_u32(&mut self) -> u32 {
        rsa::rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rsa::rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system has randomness");
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> std::result::Result<(), RandomError> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for SystemRandom {}

impl DkimKey {
    /// Makes a key; takes up to some seconds.
    pub fn generate(domain: &str, selector: &str, now: &str) -> Result<Self, rsa::Error> {
        let key = RsaPrivateKey::new(&mut SystemRandom, BITS)?;
        Ok(Self {
            domain: domain.to_owned(),
            selector: selector.to_owned(),
            private_key: key.to_pkcs1_pem(LineEnding::LF)?.to_string(),
            created_at: now.to_owned(),
        })
    }

    /// The keys of a tenant, by domain.
    pub fn all(connection: &Connection) -> Result<Vec<Self>> {
        connection
            .prepare_cached(
                "select domain, selector, private_key, created_at from dkim_keys order by domain",
            )?
            .query_map([], Self::read)?
            .collect()
    }

    /// The key with which mail from an address is signed: of its domain, or of the closest one that it is part of.
    pub fn of_address(connection: &Connection, address: &str) -> Result<Option<Self>> {
        let keys = Self::all(connection)?;
        Ok(keys
            .into_iter()
            .filter(|key| key.is_of(address))
            .max_by_key(|key| key.domain.len()))
    }

    /// Whether mail from an address may be signed with it.
    pub fn is_of(&self, address: &str) -> bool {
        let domain = address
            .rsplit_once('@')
            .map(|(_, domain)| domain.to_lowercase());
        domain.is_some_and(|domain| {
            domain
                .strip_suffix(&self.domain)
                .is_some_and(|above| above.is_empty() || above.ends_with('.'))
        })
    }

    fn read(row: &rusqlite::Row) -> Result<Self> {
        Ok(Self {
            domain: row.get(0)?,
            selector: row.get(1)?,
            private_key: row.get(2)?,
            created_at: row.get(3)?,
        })
    }

    /// Stores it, in the place of the one that the domain had.
    pub fn store(&self, tx: &Connection) -> Result<()> {
        tx.prepare_cached(
            "insert into dkim_keys (domain, selector, private_key, created_at)
             values (:domain, :selector, :private_key, :now)
             on conflict (domain) do update set selector = excluded.selector, private_key = excluded.private_key,
                 created_at = excluded.created_at",
        )?
        .execute(named_params! {
            ":domain": self.domain,
            ":selector": self.selector,
            ":private_key": self.private_key,
            ":now": self.created_at,
        })?;
        Ok(())
    }

    /// Mail from the domain is not signed any more. Returns whether it was.
    pub fn remove(tx: &Connection, domain: &str) -> Result<bool> {
        let count = tx
            .prepare_cached("delete from dkim_keys where domain = ?1")?
            .execute([domain])?;
        Ok(count > 0)
    }

    /// Name of the DNS record that holds the public half.
    pub fn record_name(&self) -> String {
        format!("{}._domainkey.{}", self.selector, self.domain)
    }

    /// Text of that record; longer than the 255 bytes of one string in a zone file, which [`Self::zone_line`] splits.
    pub fn record(&self) -> Result<String, rsa::Error> {
        let key = RsaPrivateKey::from_pkcs1_pem(&self.private_key)?;
        let public = key
            .to_public_key()
            .to_public_key_der()
            .map_err(rsa::pkcs8::Error::from)
            .map_err(rsa::Error::from)?;
        Ok(format!(
            "v=DKIM1; k=rsa; p={}",
            STANDARD.encode(public.as_bytes())
        ))
    }

    /// The record as a line of a zone file.
    pub fn zone_line(&self) -> Result<String, rsa::Error> {
        let record = self.record()?;
        let (first, second) = record.split_at(record.len().min(250));
        Ok(format!(
            "{}. IN TXT (\"{first}\" \"{second}\")",
            self.record_name()
        ))
    }

    /// Signs a message whose headers are complete.
    pub(super) fn sign(&self, message: &mut Message) -> std::result::Result<(), String> {
        let key = DkimSigningKey::new(&self.private_key, DkimSigningAlgorithm::Rsa)
            .map_err(|error| error.to_string())?;
        let headers = SIGNED
            .into_iter()
            .filter(|name| message.headers().get_raw(name).is_some())
            .map(HeaderName::new_from_ascii_str)
            .collect();
        message.sign(&DkimConfig::new(
            self.selector.clone(),
            self.domain.clone(),
            key,
            headers,
            DkimCanonicalization {
                header: DkimCanonicalizationType::Relaxed,
                body: DkimCanonicalizationType::Relaxed,
            },
        ));
        Ok(())
    }
}
