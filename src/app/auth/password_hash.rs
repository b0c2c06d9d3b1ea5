//! Password hashing with Argon2id. Concurrency is bounded, so that a burst of sign-ins cannot starve reads.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization as _;

use crate::error::{Error, Result};

pub use crate::app::auth::password_policy::{About, validate_length};

/// OWASP's smaller parameter set: 19 MiB, two passes; tens of milliseconds on a cheap machine. A debug build, which is
/// never released (`npm run dist` builds with the release profile), hashes cheaply: its tests sign in thousands of times.
const MEMORY_KIB: u32 = if cfg!(debug_assertions) {
    64
} else {
    19 * 1024
};
const PASSES: u32 = if cfg!(debug_assertions) { 1 } else { 2 };

/// Upper bound for any encoding of the longest password; longer input is not processed.
const LONGEST_BYTES: usize = 4096;

/// Hashes computed at the same time.
const CONCURRENT: u32 = 2;

pub struct Hasher {
    permits: Arc<Semaphore>,
}

impl Default for Hasher {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(CONCURRENT as usize)),
        }
    }
}

impl Hasher {
    pub async fn hash(&self, password: String) -> Result<String> {
        self.bounded(move || hash(&password)).await?
    }

    /// Validates a new password against `password_policy` and hashes it.
    pub async fn accept(&self, password: String, about: About) -> Result<String> {
        self.bounded(move || accept(&password, &about)).await?
    }

    /// Validates a new password as `accept` does, without hashing it: for a form that is refused anyhow.
    pub async fn check(&self, password: String, about: About) -> Result<()> {
        self.bounded(move || about.check(&password)).await?
    }

    /// Verifies a password. Takes the same time for unknown addresses: without a hash, a decoy is verified.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        let [is_right] = self.verify_each(password, [hash]).await?;
        Ok(is_right)
    }

    /// Like `verify`, for several hashes: always verifies all of them, including after a match and for missing ones.
    pub async fn verify_each<const N: usize>(
        &self,
        password: String,
        hashes: [Option<String>; N],
    ) -> Result<[bool; N]> {
        self.bounded(move || {
            hashes.map(|hash| {
                let fits = verify(&password, hash.as_deref().unwrap_or_else(|| decoy()));
                fits && hash.is_some()
            })
        })
        .await
    }

    /// Holds all permits: whoever hashes waits until it is dropped. For tests of races, which a debug build runs.
    #[cfg(debug_assertions)]
    pub async fn occupy(&self) -> Option<tokio::sync::OwnedSemaphorePermit> {
        let all = Arc::clone(&self.permits).acquire_many_owned(CONCURRENT);
        all.await.ok()
    }

    async fn bounded<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        // The permit moves into the closure: dropping the request must not release it while the work continues.
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(Error::internal)
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Hash of a new password that satisfies the policy; otherwise an error on the field `password`.
pub fn accept(password: &str, about: &About) -> Result<String> {
    about.check(password)?;
    hash(password)
}

/// PHC string with a random salt.
pub fn hash(password: &str) -> Result<String> {
    argon2()
        .hash_password(one_spelling(password).as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::internal(format!("hashing: {error}")))
}

fn verify(password: &str, hash: &str) -> bool {
    // Matches no password, and takes as long as any other.
    let is_possible = password.len() <= LONGEST_BYTES;
    let password = one_spelling(if is_possible { password } else { "" });
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
        && is_possible
}

/// Normalizes to NFC: keyboards encode é in two ways.
fn one_spelling(password: &str) -> String {
    password.nfc().collect()
}

fn decoy() -> &'static str {
    static DECOY: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    DECOY.get_or_init(|| hash("nobody has this password").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_counts_the_same_from_every_keyboard() {
        let hash = hash("caf\u{e9} op de hoek").unwrap();
        assert!(verify("cafe\u{301} op de hoek", &hash));
    }

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let hasher = Hasher::default();
        let hash = hasher
            .hash("welkom in lindewaard".to_owned())
            .await
            .unwrap();
        assert!(
            hasher
                .verify("welkom in lindewaard".to_owned(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("welkom in Lindewaard".to_owned(), Some(hash))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("nobody has this password".to_owned(), None)
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn of_several_hashes_each_is_tried_for_itself() {
        let hasher = Hasher::default();
        let hash = |text: &str| hash(text).unwrap();
        let (own, other) = (
            hash("welkom in lindewaard"),
            hash("kastanje fiets woensdag"),
        );
        let tried =
            |password: &'static str, hashes| hasher.verify_each(password.to_owned(), hashes);
        for (first, second, fits) in [
            (Some(own.clone()), Some(other.clone()), [true, false]),
            (Some(other.clone()), Some(own.clone()), [false, true]),
            (Some(own.clone()), Some(own.clone()), [true, true]),
            (None, Some(own), [false, true]),
            (None, Some(other), [false, false]),
            (None, None, [false, false]),
        ] {
            assert_eq!(
                tried("welkom in lindewaard", [first, second])
                    .await
                    .unwrap(),
                fits
            );
        }
    }
}
