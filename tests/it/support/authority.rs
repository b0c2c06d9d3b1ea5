//! An authority of certificates as a test needs it: `pebble`, of the makers of Let's Encrypt, with DNS of its own.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto::ring,
};

/// Where the server under test listens, and where the authority looks for it.
#[derive(Debug, Clone, Copy)]
pub struct Ports {
    pub https: u16,
    pub http: u16,
}

impl Ports {
    pub fn free() -> Self {
        Self {
            https: free_port(),
            http: free_port(),
        }
    }
}

/// A port that nobody listens on.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

pub struct Authority {
    folder: tempfile::TempDir,
    directory_port: u16,
    management_port: u16,
    dns_port: u16,
    names_port: u16,
    children: Vec<Child>,
}

impl Authority {
    /// Looks at these ports; no name has an address yet.
    pub fn start(looks_at: Ports) -> Self {
        let mut authority = Self {
            folder: tempfile::tempdir().unwrap(),
            directory_port: free_port(),
            management_port: free_port(),
            dns_port: free_port(),
            names_port: free_port(),
            children: Vec::new(),
        };
        authority.certify_itself();
        let path = |name: &str| authority.folder.path().join(name).display().to_string();
        let settings = serde_json::json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{}", authority.directory_port),
            "managementListenAddress": format!("127.0.0.1:{}", authority.management_port),
            "certificate": path("own.pem"),
            "privateKey": path("own.key"),
            "httpPort": looks_at.http,
            "tlsPort": looks_at.https,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        } });
        std::fs::write(path("settings.json"), settings.to_string()).unwrap();
        let dns = format!("127.0.0.1:{}", authority.dns_port);
        let names = Command::new("pebble-challtestsrv")
            .args(["-defaultIPv4", "", "-defaultIPv6", "", "-dns01", &dns])
            .args(["-http01", "", "-https01", "", "-tlsalpn01", ""])
            .args([
                "-management",
                &format!("127.0.0.1:{}", authority.names_port),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the package 'pebble' of Debian is needed");
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(path("log"))
            .unwrap();
        let pebble = Command::new("pebble")
            .args(["-config", &path("settings.json"), "-dnsserver", &dns])
            .env("PEBBLE_VA_NOSLEEP", "1")
            .env("PEBBLE_AUTHZREUSE", "100")
            .stdout(log)
            .stderr(Stdio::null())
            .spawn()
            .expect("the package 'pebble' of Debian is needed");
        authority.children = vec![names, pebble];
        for port in [
            authority.directory_port,
            authority.management_port,
            authority.names_port,
        ] {
            until("it listens", Duration::from_secs(20), || {
                TcpStream::connect(("127.0.0.1", port)).ok()
            });
        }
        authority
    }

    fn certify_itself(&self) {
        let mut of_root = CertificateParams::default();
        of_root
            .distinguished_name
            .push(DnType::CommonName, "Root of a test");
        of_root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = CertifiedIssuer::self_signed(of_root, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        let own = CertificateParams::new(names).unwrap();
        let own = own.signed_by(&key, &root).unwrap();
        let write = |name: &str, text: String| {
            std::fs::write(self.folder.path().join(name), text).unwrap();
        };
        write("root.pem", root.pem());
        write("own.pem", own.pem());
        write("own.key", key.serialize_pem());
    }

    pub fn directory(&self) -> String {
        format!("https://localhost:{}/dir", self.directory_port)
    }

    /// What vouches for the authority's own address.
    pub fn root_of_itself(&self) -> PathBuf {
        self.folder.path().join("root.pem")
    }

    /// Lets a name lead to this machine.
    pub fn lead_here(&self, host: &str) {
        let asked = ureq::post(format!("http://127.0.0.1:{}/add-a", self.names_port))
            .send_json(serde_json::json!({ "host": host, "addresses": ["127.0.0.1"] }));
        assert_eq!(asked.unwrap().status().as_u16(), 200);
    }

    /// A client that trusts what the authority signs.
    pub fn client(&self) -> TlsClient {
        let itself = TlsClient::trusting(&std::fs::read(self.root_of_itself()).unwrap());
        let management = SocketAddr::from(([127, 0, 0, 1], self.management_port));
        let answer = itself.get(management, "localhost", "/roots/0").unwrap();
        TlsClient::trusting(answer.body.as_bytes())
    }

    /// How many certificates it was asked for.
    pub fn orders(&self) -> usize {
        let log = self.log();
        log.matches("Added order").count()
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits for something, for so long at most.
pub fn until<T>(what: &str, within: Duration, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < within, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A client of HTTP/1.1 over TLS that trusts one root.
#[derive(Clone)]
pub struct TlsClient {
    config: Arc<ClientConfig>,
}

pub struct TlsAnswer {
    pub status: u16,
    pub head: String,
    pub body: String,
    /// The certificate that the server showed.
    pub certificate: Vec<u8>,
}

impl TlsClient {
    pub fn trusting(root: &[u8]) -> Self {
        let mut roots = RootCertStore::empty();
        roots
            .add(CertificateDer::from_pem_slice(root).unwrap())
            .unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self {
            config: Arc::new(config),
        }
    }

    /// The settings of a client that speaks HTTP/2.
    pub fn of_http2(&self) -> Arc<ClientConfig> {
        let mut config = ClientConfig::clone(&self.config);
        config.alpn_protocols = vec![b"h2".to_vec()];
        Arc::new(config)
    }

    /// The error of a host that shows no certificate, or one that does not hold for it.
    pub fn get(&self, at: SocketAddr, host: &str, path: &str) -> std::io::Result<TlsAnswer> {
        let stream = TcpStream::connect(at)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let name = ServerName::try_from(host.to_owned()).unwrap();
        let connection = ClientConnection::new(Arc::clone(&self.config), name).unwrap();
        let mut stream = StreamOwned::new(connection, stream);
        let asked = format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(asked.as_bytes())?;
        let mut text = Vec::new();
        if let Err(error) = stream.read_to_end(&mut text)
            && text.is_empty()
        {
            return Err(error);
        }
        let text = String::from_utf8_lossy(&text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).unwrap_or_default();
        Ok(TlsAnswer {
            status: status.parse().unwrap_or_default(),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
            certificate: stream.conn.peer_certificates().unwrap()[0].to_vec(),
        })
    }
}
