//! Encryption of a message for one device: `aes128gcm` (RFC 8188) with a key that only the browser can derive (RFC 8291).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

/// Bytes of an uncompressed point of P-256.
const POINT: usize = 65;
const SECRET: usize = 16;
const SALT: usize = 16;
/// Bytes that a push service takes (RFC 8291, section 4), less the head, the tag and the mark of the end.
pub const LARGEST: usize = 3993;

/// The keys of a device, as its browser gave them.
pub struct DeviceKeys {
    point: [u8; POINT],
    secret: [u8; SECRET],
}

impl DeviceKeys {
    /// `None` for what is no point and no secret of 16 bytes in base64url.
    pub fn read(p256dh: &str, auth: &str) -> Option<Self> {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let point: [u8; POINT] = decode(p256dh)?.try_into().ok()?;
        let secret: [u8; SECRET] = decode(auth)?.try_into().ok()?;
        // 4: uncompressed.
        (point.first() == Some(&4)).then_some(Self { point, secret })
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives `L` bytes: HKDF-SHA-256 of `key` with `salt` and `info`.
fn derive<const L: usize>(salt: &[u8], key: &[u8], info: &[u8]) -> Option<[u8; L]> {
    let mut bytes = [0; L];
    Salt::new(HKDF_SHA256, salt)
        .extract(key)
        .expand(&[info], Length(L))
        .ok()?
        .fill(&mut bytes)
        .ok()?;
    Some(bytes)
}

/// The body of a request to a push service: one record, encrypted for the device. `None` where the text is longer than
/// [`LARGEST`] or the keys of the device are none.
pub fn encrypt(keys: &DeviceKeys, text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > LARGEST {
        return None;
    }
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let public = private.compute_public_key().ok()?;
    let mut salt = [0; SALT];
    random.fill(&mut salt).ok()?;
    let device = UnparsedPublicKey::new(&ECDH_P256, keys.point);
    let info = [b"WebPush: info\0", &keys.point[..], public.as_ref()].concat();
    let key = agree_ephemeral(private, &device, |shared| {
        derive::<32>(&keys.secret, shared, &info)
    })
    .ok()??;
    let (content_key, nonce) = content_keys(&salt, &key)?;
    let mut record = text.to_vec();
    // The mark of the last record.
    record.push(2);
    content_key
        .seal_in_place_append_tag(nonce, Aad::empty(), &mut record)
        .ok()?;
    let mut body = Vec::with_capacity(SALT + 5 + POINT + record.len());
    body.extend(salt);
    body.extend(4096_u32.to_be_bytes());
    body.push(u8::try_from(POINT).ok()?);
    body.extend(public.as_ref());
    body.extend(record);
    Some(body)
}

fn content_keys(salt: &[u8], key: &[u8]) -> Option<(LessSafeKey, Nonce)> {
    let bytes = derive::<16>(salt, key, b"Content-Encoding: aes128gcm\0")?;
    let nonce = derive::<12>(salt, key, b"Content-Encoding: nonce\0")?;
    let content_key = UnboundKey::new(&AES_128_GCM, &bytes).ok()?;
    Some((
        LessSafeKey::new(content_key),
        Nonce::assume_unique_for_key(nonce),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decrypts as a browser does.
    fn decrypt(private: EphemeralPrivateKey, secret: &[u8], body: &[u8]) -> Vec<u8> {
        let own = private.compute_public_key().unwrap();
        let (salt, rest) = body.split_at(SALT);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (server, record) = rest[5..].split_at(POINT);
        let info = [b"WebPush: info\0", own.as_ref(), server].concat();
        let peer = UnparsedPublicKey::new(&ECDH_P256, server);
        let key = agree_ephemeral(private, &peer, |shared| {
            derive::<32>(secret, shared, &info).unwrap()
        })
        .unwrap();
        let (content_key, nonce) = content_keys(salt, &key).unwrap();
        let mut record = record.to_vec();
        let text = content_key
            .open_in_place(nonce, Aad::empty(), &mut record)
            .unwrap();
        assert_eq!(text.last(), Some(&2));
        text[..text.len() - 1].to_vec()
    }

    #[test]
    fn a_device_reads_what_was_encrypted_for_it() {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let point = URL_SAFE_NO_PAD.encode(private.compute_public_key().unwrap());
        let secret = [7; SECRET];
        let keys = DeviceKeys::read(&point, &URL_SAFE_NO_PAD.encode(secret)).unwrap();
        let body = encrypt(&keys, "Nieuw bericht".as_bytes()).unwrap();
        assert_eq!(decrypt(private, &secret, &body), b"Nieuw bericht");
        let again = encrypt(&keys, "Nieuw bericht".as_bytes()).unwrap();
        assert_ne!(body, again);
        assert!(encrypt(&keys, &[b'a'; LARGEST]).is_some_and(|body| body.len() <= 4096));
        assert!(encrypt(&keys, &[b'a'; LARGEST + 1]).is_none());
    }

    #[test]
    fn keys_of_another_form_are_refused() {
        let secret = URL_SAFE_NO_PAD.encode([7; SECRET]);
        for point in ["", "AAAA", &URL_SAFE_NO_PAD.encode([0; POINT]), "…"] {
            assert!(DeviceKeys::read(point, &secret).is_none(), "{point}");
        }
        // No point of the curve.
        let mut wrong = [1; POINT];
        wrong[0] = 4;
        let keys = DeviceKeys::read(&URL_SAFE_NO_PAD.encode(wrong), &secret).unwrap();
        assert!(encrypt(&keys, b"x").is_none());
    }
}
