//! The key with which a tenant signs what it sends (VAPID, RFC 8292): a push service takes messages for a browser from the
//! site alone that the browser gave the public half.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

use crate::error::{Error, Result};

/// Push services take at most a day.
const LIFETIME: SignedDuration = SignedDuration::from_hours(12);

pub struct VapidKey {
    pair: EcdsaKeyPair,
}

impl VapidKey {
    /// A new private key, as PKCS #8.
    pub fn generate() -> Result<Vec<u8>> {
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map(|key| key.as_ref().to_vec())
            .map_err(|_| Error::internal("a key for push messages could not be made"))
    }

    pub fn read(private: &[u8]) -> Result<Self> {
        EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            private,
            &SystemRandom::new(),
        )
        .map(|pair| Self { pair })
        .map_err(|_| Error::internal("the key for push messages cannot be read"))
    }

    /// The uncompressed point in base64url: `applicationServerKey` of a browser.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The header `Authorization` of a request to `origin`, such as `https://push.example.org`. `contact` is a `mailto:`
    /// address that somebody reads; `second` is now, in seconds since 1970.
    pub fn authorization(&self, origin: &str, contact: &str, second: i64) -> Result<String> {
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(json!({ "typ": "JWT", "alg": "ES256" }));
        let expires = second.saturating_add(LIFETIME.as_secs());
        let claims = part(json!({ "aud": origin, "exp": expires, "sub": contact }));
        let signed = format!("{head}.{claims}");
        let signature = self
            .pair
            .sign(&SystemRandom::new(), signed.as_bytes())
            .map_err(|_| Error::internal("a push message could not be signed"))?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_push_service_can_check_who_sends_and_until_when() {
        let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
        let header = key
            .authorization("https://push.example.org", "mailto:info@example.nl", 1_000)
            .unwrap();
        let (token, public) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = URL_SAFE_NO_PAD.decode(public).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(
                signed.as_bytes(),
                &URL_SAFE_NO_PAD.decode(signature).unwrap(),
            )
            .unwrap();
        let (_, claims) = signed.split_once('.').unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        assert_eq!(claims["aud"], "https://push.example.org");
        assert_eq!(claims["exp"], 1_000 + 12 * 3600);
        assert_eq!(claims["sub"], "mailto:info@example.nl");
    }
}
