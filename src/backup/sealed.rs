//! Encryption of what leaves the machine, with age: for the owners of public keys, who alone can read it.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::str::FromStr as _;

use age::x25519::{Identity, Recipient};
use age::{DecryptError, Decryptor, Encryptor};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::files::hex;
use crate::error::{Error, Result};

/// The public keys that something is encrypted for.
pub struct Recipients(Vec<Recipient>);

impl Recipients {
    pub fn of(keys: &[String]) -> Result<Self> {
        let parsed = keys.iter().map(|key| {
            Recipient::from_str(key).map_err(|why| {
                Error::internal(format!(
                    "settings: 'backup.key' has '{key}', which is no public key of age ({why}); write what 'age-keygen' shows as public key"
                ))
            })
        });
        Ok(Self(parsed.collect::<Result<_>>()?))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn seal(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let recipients = self.0.iter().map(|one| one as &dyn age::Recipient);
        let encryptor = Encryptor::with_recipients(recipients).map_err(Error::internal)?;
        let mut sealed = Vec::new();
        let mut writer = encryptor.wrap_output(&mut sealed)?;
        writer.write_all(bytes)?;
        writer.finish()?;
        Ok(sealed)
    }
}

/// The private keys of a file that `age-keygen` has written.
pub struct Identities(Vec<Identity>);

impl Identities {
    pub fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Error::internal(format!("{} cannot be read: {error}", file.display()))
        })?;
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let found: Vec<Identity> = lines
            .map(|line| {
                Identity::from_str(line).map_err(|_| {
                    Error::internal(format!(
                        "{} holds a line that is no identity of age; name the file that 'age-keygen' wrote, with AGE-SECRET-KEY-1… in it",
                        file.display()
                    ))
                })
            })
            .collect::<Result<_>>()?;
        if found.is_empty() {
            return Err(Error::internal(format!(
                "{} holds no identity of age; name the file that 'age-keygen' wrote",
                file.display()
            )));
        }
        Ok(Self(found))
    }

    /// `Err` says why in words.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>> {
        let told = |error: DecryptError| match error {
            DecryptError::NoMatchingKeys => Error::internal(
                "it was encrypted for another key than that of this identity; name the file of the key that backup.key had when it was made",
            ),
            error => Error::internal(format!("it is damaged ({error})")),
        };
        let identities = self.0.iter().map(|one| one as &dyn age::Identity);
        let mut reader = Decryptor::new(sealed)
            .and_then(|decryptor| decryptor.decrypt(identities))
            .map_err(told)?;
        let mut bytes = Vec::new();
        reader
            .read_to_end(&mut bytes)
            .map_err(|error| Error::internal(format!("it is damaged ({error})")))?;
        Ok(bytes)
    }
}

/// The name of a chunk where nobody may learn from names what they hold.
pub fn secret_name(secret: &[u8], id: &str) -> Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).map_err(Error::internal)?;
    mac.update(id.as_bytes());
    Ok(hex(&mac.finalize().into_bytes()))
}

pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}
