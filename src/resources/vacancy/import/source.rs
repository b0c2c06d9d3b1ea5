//! Addresses of partners that are read by themselves: added by the operator alone, over https, at a host that is on the
//! internet and not on our own network. Bounded in time and size; an unchanged file is not read again (`ETag`).

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::{Authority, Uri};
use axum::http::{Request, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, CertificateError, ClientConfig};

use super::{Destination, LARGEST_FILE, Outcome, PartnerFile, Work};
use crate::base::clock::later;
use crate::base::public_address::checked;
use crate::base::threads::AbortOnDrop;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::tiles::tls;

/// For the whole of a request.
const WITHIN: Duration = Duration::from_secs(30);
/// Between two readings of an address.
const EVERY: SignedDuration = SignedDuration::from_hours(6);
/// Addresses of one tenant.
pub const MOST_SOURCES: i64 = 20;

/// A read address of a partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerAddress {
    authority: Authority,
    path: String,
}

impl PartnerAddress {
    /// The error is a sentence for the operator.
    pub fn read(url: &str) -> Result<Self, String> {
        let uri: Uri = url.parse().map_err(|_| format!("'{url}' is no address"))?;
        if uri.scheme_str() != Some("https") {
            return Err("a partner's address begins with https://".to_owned());
        }
        let authority = uri.authority().cloned().ok_or("the address has no host")?;
        let host = authority.host();
        if authority.as_str().contains('@') {
            return Err("the address holds a name or a password; leave them out".to_owned());
        }
        let is_number = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
        if is_number
            || !host.contains('.')
            || [".local", ".internal"]
                .iter()
                .any(|inner| host.to_ascii_lowercase().ends_with(inner))
        {
            return Err(format!("'{host}' is no host on the internet"));
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        Ok(Self {
            authority,
            path: path.to_owned(),
        })
    }

    /// Fetches the file. The error is for the log and for the operator.
    pub async fn fetch(&self, etag: Option<&str>) -> Result<Fetched, String> {
        timeout(WITHIN, self.ask(etag))
            .await
            .unwrap_or_else(|_| Err(format!("no answer within {} seconds", WITHIN.as_secs())))
    }

    async fn ask(&self, etag: Option<&str>) -> Result<Fetched, String> {
        let host = self.authority.host();
        let port = self.authority.port_u16().unwrap_or(443);
        let found: Vec<SocketAddr> = lookup_host((host, port))
            .await
            .map_err(|error| error.to_string())?
            .collect();
        // What was looked at is what is connected to: a second look could find another one.
        let first = checked(&found)?;
        self.ask_at(first, tls(), etag).await
    }

    /// Asks the machine at this address, once it has shown that it is the host.
    async fn ask_at(
        &self,
        machine: SocketAddr,
        trusted: Arc<ClientConfig>,
        etag: Option<&str>,
    ) -> Result<Fetched, String> {
        let host = self.authority.host();
        let stream = TcpStream::connect(machine)
            .await
            .map_err(|error| format!("no connection with {host}: {error}"))?;
        let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
        let stream = TlsConnector::from(trusted)
            .connect(name, stream)
            .await
            .map_err(|error| format!("no safe connection with {host}: {}", cause_of(&error)))?;
        self.ask_over(stream, etag).await
    }

    async fn ask_over<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        &self,
        stream: S,
        etag: Option<&str>,
    ) -> Result<Fetched, String> {
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        // The connection ends with this task, however the request ends.
        let connection = AbortOnDrop(tokio::spawn(async move {
            let _ = connection.await;
        }));
        let mut request = Request::get(self.path.as_str())
            .header(header::HOST, self.authority.as_str())
            .header(header::ACCEPT, "application/json")
            .header(header::CONNECTION, "close")
            .header(
                header::USER_AGENT,
                concat!("voluntr/", env!("CARGO_PKG_VERSION")),
            );
        if let Some(etag) = etag {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        let request = request
            .body(Empty::<Bytes>::new())
            .map_err(|error| error.to_string())?;
        let response = sender
            .send_request(request)
            .await
            .map_err(|error| error.to_string())?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_MODIFIED => return Ok(Fetched::Same),
            // Redirects lead to where nobody looked.
            status => return Err(format!("status {status}")),
        }
        let etag = response
            .headers()
            .get(header::ETAG)
            .and_then(|value| value.to_str().ok())
            .filter(|etag| etag.len() <= 200)
            .map(str::to_owned);
        let body = Limited::new(response.into_body(), LARGEST_FILE)
            .collect()
            .await
            .map_err(|_| "the file is larger than 10 MB, or broke off".to_owned())?;
        drop(connection);
        Ok(Fetched::File {
            bytes: body.to_bytes(),
            etag,
        })
    }
}

/// What is wrong with a connection, in words of the operator where it is the certificate.
fn cause_of(error: &std::io::Error) -> String {
    let fault = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<rustls::Error>());
    let Some(rustls::Error::InvalidCertificate(fault)) = fault else {
        return error.to_string();
    };
    match fault {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is of another host".to_owned()
        }
        CertificateError::UnknownIssuer => {
            "its certificate is signed by nobody whom we trust".to_owned()
        }
        other => format!("its certificate is not right ({other})"),
    }
}

#[derive(Debug)]
pub enum Fetched {
    File {
        bytes: Bytes,
        etag: Option<String>,
    },
    /// As it was the last time.
    Same,
}

/// An address as it is listed.
#[derive(Debug, Serialize)]
pub struct Source {
    pub id: i64,
    pub url: String,
    pub center_id: i64,
    pub organization_id: Option<i64>,
    pub last_read_at: Option<String>,
    pub last_outcome: Option<String>,
}

pub fn list(connection: &Connection) -> Result<Vec<Source>> {
    let mut statement = connection.prepare_cached(
        "select id, url, volunteer_center_id, organization_id, last_read_at, last_outcome from vacancy_sources order by id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Source {
            id: row.get(0)?,
            url: row.get(1)?,
            center_id: row.get(2)?,
            organization_id: row.get(3)?,
            last_read_at: row.get(4)?,
            last_outcome: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds an address; it is read at the next turn of the job.
pub fn add(tx: &Tx, url: &str, to: (i64, Option<i64>)) -> Result<i64> {
    PartnerAddress::read(url).map_err(Error::internal)?;
    let (center_id, organization_id) = to;
    let count: i64 = tx.query_row("select count(*) from vacancy_sources", [], |row| row.get(0))?;
    if count >= MOST_SOURCES {
        return Err(Error::internal(format!(
            "there are {MOST_SOURCES} addresses already; remove one first"
        )));
    }
    let is_there = tx
        .prepare_cached("select 1 from vacancy_sources where url = ?1")?
        .exists([url])?;
    if is_there {
        return Err(Error::internal("this address is there already"));
    }
    tx.prepare_cached(
        "insert into vacancy_sources (volunteer_center_id, organization_id, url, next_at, created_at) values (?1, ?2, ?3, ?4, ?4)",
    )?
    .execute((center_id, organization_id, url, tx.now()))?;
    Ok(tx.last_insert_rowid())
}

/// Forgets an address. What came from it stays.
pub fn remove(tx: &Tx, id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached("delete from vacancy_sources where id = ?1")?
        .execute([id])?
        > 0)
}

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached("select 1 from vacancy_sources where next_at <= ?1 and paused = 0 limit 1")?
        .exists([now])?)
}

/// An address whose turn it is.
pub struct Due {
    pub id: i64,
    url: String,
    etag: Option<String>,
    to: Destination,
}

/// Takes the address that waits longest. Its next turn is set before it is read, so that one that fails is not asked
/// again and again.
pub fn claim(tx: &Tx) -> Result<Option<Due>> {
    let due = tx
        .prepare_cached(
            "update vacancy_sources set next_at = ?2
              where id = (select id from vacancy_sources where next_at <= ?1 and paused = 0 order by next_at, id limit 1)
          returning id, url, etag, volunteer_center_id, organization_id",
        )?
        .query_row((tx.now(), later(tx.now(), EVERY)), |row| {
            Ok(Due {
                id: row.get(0)?,
                url: row.get(1)?,
                etag: row.get(2)?,
                to: Destination {
                    center_id: row.get(3)?,
                    organization_id: row.get(4)?,
                    overwrites: false,
                    may_empty: false,
                },
            })
        })
        .optional()?;
    Ok(due)
}

impl Due {
    /// Fetches what it has now. The error is for the log and for the operator.
    pub async fn fetch(&self) -> Result<Fetched, String> {
        let address = PartnerAddress::read(&self.url)?;
        address.fetch(self.etag.as_deref()).await
    }

    /// What is to be taken in of what was fetched.
    pub fn work(&self, file: PartnerFile) -> Work {
        Work::new(file, self.to)
    }

    /// Keeps the tag of a file that was taken in. With faults it is read again, as somebody may mend what was missing
    /// here.
    pub fn keep_tag(&self, tx: &Tx, etag: Option<String>, outcome: &Outcome) -> Result<()> {
        let etag = etag.filter(|_| outcome.faulty.is_empty());
        tx.prepare_cached("update vacancy_sources set etag = ?2 where id = ?1")?
            .execute((self.id, etag))?;
        Ok(())
    }
}

/// Faulty vacancies that are told of in words.
const MOST_PROBLEMS: usize = 10;

/// What came of a reading: a sentence, and what was taken in, if anything was.
#[derive(Debug)]
pub enum Reading {
    Same,
    TakenIn(Outcome),
    Failed(String),
}

impl Reading {
    pub fn sentence(&self) -> String {
        match self {
            Self::Same => "as it was".to_owned(),
            Self::TakenIn(outcome) => outcome.sentence(),
            Self::Failed(reason) => format!("failed: {reason}"),
        }
    }

    /// The counts, and the first faulty ones in words.
    fn result(&self) -> Option<Value> {
        let Self::TakenIn(outcome) = self else {
            return None;
        };
        let problems: Vec<String> = outcome
            .faulty
            .iter()
            .take(MOST_PROBLEMS)
            .map(|faulty| {
                let name = faulty.external_id.as_deref().unwrap_or("-");
                format!("{} ({name}): {}", faulty.number, faulty.problems.join("; "))
            })
            .collect();
        Some(json!({
            "added": outcome.added,
            "changed": outcome.changed,
            "unchanged": outcome.unchanged,
            "withdrawn": outcome.withdrawn,
            "returned": outcome.returned,
            "edited_here": outcome.edited_here.len(),
            "faulty": outcome.faulty.len(),
            "problems": problems,
        }))
    }
}

/// Keeps what came of a reading, for the operator and for the admins. Where the file is as it was, the counts of the last
/// time stay.
pub fn note(tx: &Tx, id: i64, reading: &Reading) -> Result<()> {
    tx.prepare_cached(
        "update vacancy_sources
            set last_read_at = :now, last_outcome = :outcome, last_failed = :failed,
                last_result = iif(:same, last_result, :result), version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id,
        ":now": tx.now(),
        ":outcome": reading.sentence(),
        ":failed": matches!(reading, Reading::Failed(_)),
        ":same": matches!(reading, Reading::Same),
        ":result": reading.result().map(|result| result.to_string()),
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use rcgen::{
        BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
    };
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

    use super::*;

    #[test]
    fn only_hosts_on_the_internet_are_asked_and_only_over_https() {
        assert!(PartnerAddress::read("https://partner.example.org/vacancies.json?x=1").is_ok());
        for wrong in [
            "http://partner.example.org/v.json",
            "https://localhost/v.json",
            "https://127.0.0.1/v.json",
            "https://[::1]/v.json",
            "https://user:word@partner.example.org/v.json",
            "https://printer.local/v.json",
            "file:///etc/passwd",
            "partner",
        ] {
            assert!(PartnerAddress::read(wrong).is_err(), "{wrong}");
        }
    }

    /// What a partner's machine shows to whoever connects.
    struct Shown {
        names: &'static [&'static str],
        /// The year in which the certificate ends.
        until: i32,
        is_signed_by_ours: bool,
    }

    const RIGHT: Shown = Shown {
        names: &["partner.example.org"],
        until: 2200,
        is_signed_by_ours: true,
    };

    fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
        let mut of = CertificateParams::new(Vec::new()).unwrap();
        of.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        of.distinguished_name.push(DnType::CommonName, name);
        CertifiedIssuer::self_signed(of, KeyPair::generate().unwrap()).unwrap()
    }

    /// Reads the file of a real machine over a real connection, trusting one authority.
    async fn read_from(shown: Shown) -> (Result<Fetched, String>, Option<String>) {
        let (ours, other) = (authority("Ours"), authority("Another"));
        let signer = if shown.is_signed_by_ours {
            &ours
        } else {
            &other
        };
        let key = KeyPair::generate().unwrap();
        let names: Vec<String> = shown.names.iter().map(ToString::to_string).collect();
        let mut of = CertificateParams::new(names).unwrap();
        of.not_before = date_time_ymd(2020, 1, 1);
        of.not_after = date_time_ymd(shown.until, 1, 1);
        let certificate = of.signed_by(&key, signer).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let server = rustls::ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
            )
            .unwrap();
        let mut roots = rustls::RootCertStore::empty();
        roots.add(ours.der().clone()).unwrap();
        let trusted = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let machine = listener.local_addr().unwrap();
        let peer = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(server));
            let mut stream = acceptor.accept(stream).await.ok()?;
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).await.unwrap();
            let body = r#"{"origin": "partner", "vacancies": []}"#;
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.flush().await.unwrap();
            request.truncate(length);
            Some(String::from_utf8(request).unwrap())
        });
        let address = PartnerAddress::read("https://partner.example.org/v.json").unwrap();
        let fetched = address.ask_at(machine, Arc::new(trusted), None).await;
        (fetched, peer.await.unwrap())
    }

    #[tokio::test]
    async fn a_file_is_read_over_a_safe_connection_with_the_host_itself() {
        let (fetched, request) = read_from(RIGHT).await;
        let Ok(Fetched::File { bytes, .. }) = fetched else {
            panic!("{fetched:?}");
        };
        assert!(PartnerFile::read(&bytes).is_ok());
        let request = request.unwrap().to_lowercase();
        assert!(request.starts_with("get /v.json http/1.1"), "{request}");
        assert!(request.contains("host: partner.example.org"), "{request}");
    }

    #[tokio::test]
    async fn a_machine_that_does_not_show_to_be_the_host_is_asked_nothing_and_the_reason_is_told() {
        for (shown, reason) in [
            (
                Shown {
                    names: &["somewhere.example.org"],
                    ..RIGHT
                },
                "its certificate is of another host",
            ),
            (
                Shown {
                    until: 2021,
                    ..RIGHT
                },
                "its certificate has expired",
            ),
            (
                Shown {
                    is_signed_by_ours: false,
                    ..RIGHT
                },
                "its certificate is signed by nobody whom we trust",
            ),
        ] {
            let (fetched, request) = read_from(shown).await;
            let told = fetched.unwrap_err();
            let whole = format!("no safe connection with partner.example.org: {reason}");
            assert_eq!(told, whole);
            assert_eq!(request, None, "{reason}");
        }
    }

    async fn asked(answer: String, etag: Option<&str>) -> (Result<Fetched, String>, String) {
        let (ours, mut theirs) = duplex(1 << 16);
        let peer = tokio::spawn(async move {
            let mut request = vec![0; 4096];
            let length = theirs.read(&mut request).await.unwrap();
            let _ = theirs.write_all(answer.as_bytes()).await;
            request.truncate(length);
            String::from_utf8(request).unwrap()
        });
        let address = PartnerAddress::read("https://partner.example.org/v.json").unwrap();
        let fetched = address.ask_over(ours, etag).await;
        (fetched, peer.await.unwrap())
    }

    #[tokio::test]
    async fn a_file_is_asked_for_with_the_tag_of_the_last_one_and_a_redirect_is_not_followed() {
        let answer = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 2\r\n\r\n{}";
        let (fetched, _) = asked(answer.to_owned(), None).await;
        assert!(
            matches!(fetched, Ok(Fetched::File { bytes, etag }) if &bytes[..] == b"{}" && etag.as_deref() == Some("\"a\""))
        );
        let (fetched, request) = asked(
            "HTTP/1.1 304 Not Modified\r\n\r\n".to_owned(),
            Some("\"a\""),
        )
        .await;
        assert!(matches!(fetched, Ok(Fetched::Same)));
        assert!(
            request.to_lowercase().contains("if-none-match: \"a\""),
            "{request}"
        );
        let moved =
            "HTTP/1.1 302 Found\r\nLocation: https://10.0.0.1/\r\nContent-Length: 0\r\n\r\n";
        assert!(asked(moved.to_owned(), None).await.0.is_err());
    }

    #[tokio::test]
    async fn a_file_that_is_too_large_is_refused() {
        let body = "x".repeat(LARGEST_FILE + 1);
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        assert!(asked(answer, None).await.0.unwrap_err().contains("10 MB"));
    }
}
