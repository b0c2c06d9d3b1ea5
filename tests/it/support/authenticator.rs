//! Software passkey authenticator: creates keys and signs challenges as a device does (level 3 of the standard), so
//! that the server verifies real signatures.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    pub counter: u32,
    /// What the browser says it is looking at.
    pub origin: String,
    /// 1 is present, 4 is verified.
    pub flags: u8,
}

impl Authenticator {
    /// Each seed another device.
    pub fn new(seed: u8, origin: &str) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 20],
            counter: 0,
            origin: origin.to_owned(),
            flags: 5,
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({
            "type": kind,
            "challenge": options["publicKey"]["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        })
        .to_string()
        .into_bytes()
    }

    fn data(&self, host: &Value, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(host.as_str().unwrap().as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// `navigator.credentials.create`
    pub fn create(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let point = self.key.verifying_key().to_sec1_point(false);
        let mut data = self.data(&options["publicKey"]["rp"]["id"], self.flags | 0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // COSE: an elliptic key for ES256 on P-256.
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(point.x().unwrap().as_slice());
        data.extend([0x22, 0x58, 32]);
        data.extend(point.y().unwrap().as_slice());
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        json!({
            "id": B64.encode(&self.id),
            "rawId": B64.encode(&self.id),
            "type": "public-key",
            "response": {
                "attestationObject": B64.encode(object),
                "clientDataJSON": B64.encode(self.client_data("webauthn.create", options)),
                "transports": ["internal"],
            },
            "clientExtensionResults": {},
        })
    }

    /// `navigator.credentials.get`
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let data = self.data(&options["publicKey"]["rpId"], self.flags);
        let client_data = self.client_data("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": B64.encode(&self.id),
            "rawId": B64.encode(&self.id),
            "type": "public-key",
            "response": {
                "authenticatorData": B64.encode(data),
                "clientDataJSON": B64.encode(client_data),
                "signature": B64.encode(signature.to_der().as_bytes()),
                "userHandle": null,
            },
            "clientExtensionResults": {},
        })
    }
}
