//! A push service, and a browser's half of the encryption (RFC 8291), written apart from the program's own.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig, crypto};
use voluntr::push::Sender;

pub struct Device {
    endpoint: String,
    private: p256::SecretKey,
    auth: [u8; 16],
}

impl Device {
    pub fn new(endpoint: &str) -> Self {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).unwrap();
        seed[0] = 1;
        Self {
            endpoint: endpoint.to_owned(),
            private: p256::SecretKey::from_slice(&seed).unwrap(),
            auth: [9; 16],
        }
    }

    fn point(&self) -> Vec<u8> {
        self.private
            .public_key()
            .to_sec1_point(false)
            .as_bytes()
            .to_vec()
    }

    pub fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "p256dh": URL_SAFE_NO_PAD.encode(self.point()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
            "label": "Firefox op Linux",
        })
    }

    /// What a browser shows of the body of a request.
    pub fn decrypt(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[4], 65);
        let (server, record) = rest[5..].split_at(65);
        let peer = p256::PublicKey::from_sec1_bytes(server).unwrap();
        let shared = p256::ecdh::diffie_hellman(self.private.to_nonzero_scalar(), peer.as_affine());
        let info = [b"WebPush: info\0", &self.point()[..], server].concat();
        let key = derive(&self.auth, shared.raw_secret_bytes(), &info, 32);
        let content = derive(salt, &key, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &key, b"Content-Encoding: nonce\0", 12);
        let opened = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let text = opened
            .open_in_place(nonce, Aad::empty(), &mut record)
            .unwrap();
        text.strip_suffix(&[2]).unwrap().to_vec()
    }
}

/// HKDF with SHA-256 (RFC 5869) of at most 32 bytes.
fn derive(salt: &[u8], key: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let extracted = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), key);
    let expanding = hmac::Key::new(hmac::HMAC_SHA256, extracted.as_ref());
    let block = hmac::sign(&expanding, &[info, &[1]].concat());
    block.as_ref()[..length].to_vec()
}

pub struct Request {
    pub path: String,
    headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

pub struct PushService {
    runtime: tokio::runtime::Runtime,
    machine: SocketAddr,
    trusted: Arc<ClientConfig>,
    received: Receiver<Request>,
}

impl PushService {
    /// Answers with these statuses, one after the other.
    pub fn start(statuses: &'static [u16]) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let (server, trusted) = certificates();
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let machine = listener.local_addr().unwrap();
        let (tell, received) = channel();
        runtime.spawn(async move {
            let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(server));
            for status in statuses {
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = acceptor.accept(stream).await.unwrap();
                let request = read(&mut stream).await;
                let answer = format!("HTTP/1.1 {status} x\r\nContent-Length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
                stream.flush().await.unwrap();
                let _ = tell.send(request);
            }
        });
        Self {
            runtime,
            machine,
            trusted: Arc::new(trusted),
            received,
        }
    }

    pub fn sender(&self) -> Sender {
        Sender::to_machine(self.machine, Arc::clone(&self.trusted))
    }

    pub fn run<T>(&self, sending: impl Future<Output = Result<T, voluntr::error::Error>>) -> T {
        self.runtime.block_on(sending).unwrap()
    }

    pub fn next(&mut self) -> Request {
        let patience = std::time::Duration::from_secs(10);
        self.received.recv_timeout(patience).unwrap()
    }
}

fn certificates() -> (ServerConfig, ClientConfig) {
    let mut of = CertificateParams::new(Vec::new()).unwrap();
    of.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(of, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let of = CertificateParams::new(vec!["push.example.org".to_owned()]).unwrap();
    let certificate = of.signed_by(&key, &authority).unwrap();
    let provider = Arc::new(crypto::ring::default_provider());
    let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
        )
        .unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let client = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    (server, client)
}

async fn read<S: tokio::io::AsyncRead + Unpin>(stream: &mut S) -> Request {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let mut lines = head.lines();
            let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
            let headers: HashMap<String, String> = lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect();
            let length: usize = headers["content-length"].parse().unwrap();
            if bytes.len() >= end + 4 + length {
                let body = bytes[end + 4..end + 4 + length].to_vec();
                return Request {
                    path,
                    headers,
                    body,
                };
            }
        }
        let read = stream.read(&mut piece).await.unwrap();
        assert!(read > 0, "the request broke off");
        bytes.extend(&piece[..read]);
    }
}
