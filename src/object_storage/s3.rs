//! Bucket of S3, or of a service that speaks its protocol. Conditional writes as S3 has them: `If-None-Match: *` and `If-Match`.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use rusty_s3::actions::ListObjectsV2;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use url::Url;

use super::{Condition, Object, Objects, Stored};
use crate::config::aws_setting;
use crate::error::{Error, Result};
use crate::tiles::tls;

/// How long a signature is good.
const SIGNED_FOR: Duration = Duration::from_mins(10);
/// How long a request may take, and how long it waits between attempts: a service that is busy says so.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    pub within: Duration,
    pub waits: &'static [Duration],
}

impl Patience {
    /// For files, of which some are large.
    pub const LONG: Self = Self {
        within: Duration::from_mins(2),
        waits: &[
            Duration::from_millis(500),
            Duration::from_secs(3),
            Duration::from_secs(10),
        ],
    };
}

/// The largest answer: a chunk, or a page of a list.
const LARGEST: usize = 64 * 1024 * 1024;
const AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

type Connection = SendRequest<Full<Bytes>>;

pub struct S3 {
    runtime: Runtime,
    /// Kept open from one request to the next.
    connection: RefCell<Option<Connection>>,
    bucket: Bucket,
    credentials: Credentials,
    /// With a slash at its end, or empty.
    prefix: String,
    patience: Patience,
}

/// An answer of the service.
struct Answer {
    status: StatusCode,
    etag: Option<String>,
    body: Bytes,
}

/// What an address of a bucket says: `s3://bucket/prefix?endpoint=https://…&region=…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    pub bucket: String,
    /// Without slashes around it; may be empty.
    pub prefix: String,
    pub endpoint: Url,
    pub region: String,
}

impl Address {
    pub fn parse(address: &str) -> Result<Self> {
        let wrong = |why: &str| wrong(address, why);
        let url: Url = address.parse().map_err(|_| wrong("it is no address"))?;
        let name = url.host_str().ok_or_else(|| wrong("it names no bucket"))?;
        let (mut endpoint, mut region) = (None, "us-east-1".to_owned());
        for (key, value) in url.query_pairs() {
            match key.as_ref() {
                "endpoint" => endpoint = Some(value.into_owned()),
                "region" => region = value.into_owned(),
                _ => return Err(wrong("it has a part beside endpoint and region")),
            }
        }
        let endpoint = endpoint.unwrap_or_else(|| format!("https://s3.{region}.amazonaws.com"));
        let endpoint: Url = endpoint
            .parse()
            .map_err(|_| wrong("its endpoint is no address"))?;
        if !matches!(endpoint.scheme(), "http" | "https") {
            return Err(wrong("its endpoint is not over http or https"));
        }
        Ok(Self {
            bucket: name.to_owned(),
            prefix: url.path().trim_matches('/').to_owned(),
            endpoint,
            region,
        })
    }
}

fn wrong(address: &str, why: &str) -> Error {
    Error::internal(format!(
        "'{address}' is no bucket: {why}; write s3://bucket/prefix?endpoint=https://s3.example.org&region=eu"
    ))
}

impl S3 {
    /// `s3://bucket/prefix?endpoint=https://…&region=…`.
    pub fn open(address: &str, patience: Patience) -> Result<Self> {
        let Address {
            bucket,
            prefix,
            endpoint,
            region,
        } = Address::parse(address)?;
        let bucket = Bucket::new(endpoint, UrlStyle::Path, bucket, region)
            .map_err(|_| wrong(address, "its endpoint has no host"))?;
        let setting = |name: &str| {
            aws_setting(name)?.ok_or_else(|| {
                Error::internal(format!(
                    "there are no credentials for {address}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the two with _FILE behind them that name files"
                ))
            })
        };
        let (key, secret) = (
            setting("AWS_ACCESS_KEY_ID")?,
            setting("AWS_SECRET_ACCESS_KEY")?,
        );
        let credentials = match aws_setting("AWS_SESSION_TOKEN")? {
            Some(token) => Credentials::new_with_token(key, secret, token),
            None => Credentials::new(key, secret),
        };
        Ok(Self {
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?,
            connection: RefCell::default(),
            bucket,
            credentials,
            prefix: if prefix.is_empty() {
                String::new()
            } else {
                format!("{prefix}/")
            },
            patience,
        })
    }

    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Sends a request, again where the service is busy or the connection broke.
    fn ask(
        &self,
        method: &Method,
        url: &Url,
        (body, condition): (&[u8], Option<Condition>),
    ) -> Result<Answer> {
        let mut waits = self.patience.waits.iter();
        loop {
            let outcome = self.runtime.block_on(async {
                let asked = timeout(
                    self.patience.within,
                    self.exchange(method, url, (body, condition)),
                )
                .await;
                asked.unwrap_or_else(|_| Err("it does not answer".to_owned()))
            });
            let why = match outcome {
                Ok(answer) if answer.status.is_server_error() || answer.status.as_u16() == 429 => {
                    said(&answer)
                }
                Ok(answer) => return Ok(answer),
                Err(why) => why,
            };
            self.connection.take();
            let Some(wait) = waits.next() else {
                return Err(Error::internal(format!("{}: {why}", self.shown())));
            };
            self.runtime.block_on(async { sleep(*wait).await });
        }
    }

    async fn exchange(
        &self,
        method: &Method,
        url: &Url,
        (body, condition): (&[u8], Option<Condition<'_>>),
    ) -> Result<Answer, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let kept = self.connection.take().filter(|kept| !kept.is_closed());
        let mut connection = match kept {
            Some(kept) => kept,
            None => connect(url).await?,
        };
        connection.ready().await.map_err(|error| told(&error))?;
        let host = url.host_str().unwrap_or_default();
        let host = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let path = url.as_str().get(url.origin().ascii_serialization().len()..);
        let mut request = Request::builder()
            .method(method)
            .uri(path.unwrap_or("/"))
            .header(header::HOST, host)
            .header(header::USER_AGENT, AGENT);
        request = match condition {
            Some(Condition::Absent) => request.header(header::IF_NONE_MATCH, "*"),
            Some(Condition::Unchanged(etag)) => request.header(header::IF_MATCH, etag),
            Some(Condition::Changed(etag)) => request.header(header::IF_NONE_MATCH, etag),
            None => request,
        };
        let request = request
            .body(Full::new(Bytes::copy_from_slice(body)))
            .map_err(|error| told(&error))?;
        let response = connection
            .send_request(request)
            .await
            .map_err(|error| told(&error))?;
        let status = response.status();
        let etag = response.headers().get(header::ETAG);
        let etag = etag.and_then(|etag| etag.to_str().ok()).map(str::to_owned);
        let body = Limited::new(response.into_body(), LARGEST)
            .collect()
            .await
            .map_err(|error| told(&error))?;
        self.connection.replace(Some(connection));
        Ok(Answer {
            status,
            etag,
            body: body.to_bytes(),
        })
    }

    fn refused(&self, name: &str, answer: &Answer) -> Error {
        Error::internal(format!("{}/{name}: {}", self.shown(), said(answer)))
    }
}

/// What a service answered, in one line: its code, such as `NoSuchBucket`.
fn said(answer: &Answer) -> String {
    let (status, text) = (answer.status, String::from_utf8_lossy(&answer.body));
    let code = text
        .split_once("<Code>")
        .and_then(|(_, rest)| rest.split_once("</Code>"));
    match code {
        Some((code, _)) => format!("the service answered {} ({code})", status.as_u16()),
        None => format!("the service answered {}", status.as_u16()),
    }
}

async fn connect(url: &Url) -> Result<Connection, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or(443);
    let stream = TcpStream::connect((host, port))
        .await
        .map_err(|error| format!("{host}:{port} cannot be reached: {error}"))?;
    if url.scheme() != "https" {
        return speak(stream).await;
    }
    let name = ServerName::try_from(host.to_owned()).map_err(|error| told(&error))?;
    let stream = TlsConnector::from(Arc::clone(&tls()))
        .connect(name, stream)
        .await
        .map_err(|error| told(&error))?;
    speak(stream).await
}

async fn speak<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
) -> Result<Connection, String> {
    let (sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    // Ends with the runtime at the latest.
    tokio::spawn(async move {
        let _ = connection.await;
    });
    Ok(sender)
}

impl Objects for S3 {
    fn get(&self, name: &str) -> Result<Option<Stored>> {
        let answer = self.fetch(name, None)?;
        self.found(name, answer)
    }

    fn get_changed(&self, name: &str, etag: &str) -> Result<Option<Option<Stored>>> {
        let answer = self.fetch(name, Some(Condition::Changed(etag)))?;
        if answer.status == StatusCode::NOT_MODIFIED {
            return Ok(None);
        }
        self.found(name, answer).map(Some)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let answer = self.store(name, (bytes, None))?;
        if answer.status.is_success() {
            return Ok(());
        }
        Err(self.refused(name, &answer))
    }

    fn put_if(&self, name: &str, bytes: &[u8], condition: Condition) -> Result<Option<String>> {
        let answer = self.store(name, (bytes, Some(condition)))?;
        match answer.status {
            status if status.is_success() => answer.etag.map(Some).ok_or_else(|| {
                Error::internal(format!("{} tells no ETag of what it stored", self.shown()))
            }),
            // 409: another request on this object is under way.
            StatusCode::PRECONDITION_FAILED | StatusCode::CONFLICT => Ok(None),
            StatusCode::NOT_FOUND if matches!(condition, Condition::Unchanged(_)) => Ok(None),
            _ => Err(self.refused(name, &answer)),
        }
    }

    fn has(&self, name: &str) -> Result<bool> {
        let key = self.key(name);
        let url = self
            .bucket
            .head_object(Some(&self.credentials), &key)
            .sign(SIGNED_FOR);
        let answer = self.ask(&Method::HEAD, &url, (&[], None))?;
        match answer.status {
            status if status.is_success() => Ok(true),
            StatusCode::NOT_FOUND => Ok(false),
            _ => Err(self.refused(name, &answer)),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<Object>> {
        let prefix = self.key(folder);
        let (mut found, mut next) = (Vec::new(), None::<String>);
        loop {
            let mut page = ListObjectsV2::new(&self.bucket, Some(&self.credentials));
            page.with_prefix(prefix.as_str());
            if let Some(token) = &next {
                page.with_continuation_token(token.as_str());
            }
            let answer = self.ask(&Method::GET, &page.sign(SIGNED_FOR), (&[], None))?;
            if !answer.status.is_success() {
                return Err(self.refused(folder, &answer));
            }
            let text = String::from_utf8_lossy(&answer.body);
            let listed = ListObjectsV2::parse_response(&text).map_err(|error| {
                Error::internal(format!("{} sends no list: {error}", self.shown()))
            })?;
            found.extend(listed.contents.into_iter().filter_map(|object| {
                let modified = object
                    .last_modified
                    .and_then(|at| at.parse::<Timestamp>().ok());
                Some(Object {
                    name: object.key.strip_prefix(&self.prefix)?.to_owned(),
                    bytes: object.size.unwrap_or_default(),
                    modified: modified.map_or(0, Timestamp::as_second),
                })
            }));
            next = listed.next_continuation_token;
            if next.is_none() {
                return Ok(found);
            }
        }
    }

    fn remove(&self, name: &str) -> Result<()> {
        let key = self.key(name);
        let url = self
            .bucket
            .delete_object(Some(&self.credentials), &key)
            .sign(SIGNED_FOR);
        let answer = self.ask(&Method::DELETE, &url, (&[], None))?;
        match answer.status {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND => Ok(()),
            _ => Err(self.refused(name, &answer)),
        }
    }

    fn shown(&self) -> String {
        let prefix = self.prefix.trim_end_matches('/');
        format!("s3://{}/{prefix}", self.bucket.name())
            .trim_end_matches('/')
            .to_owned()
    }
}

impl S3 {
    fn fetch(&self, name: &str, condition: Option<Condition>) -> Result<Answer> {
        let key = self.key(name);
        let url = self
            .bucket
            .get_object(Some(&self.credentials), &key)
            .sign(SIGNED_FOR);
        self.ask(&Method::GET, &url, (&[], condition))
    }

    fn found(&self, name: &str, answer: Answer) -> Result<Option<Stored>> {
        match answer.status {
            StatusCode::OK => Ok(Some(Stored {
                etag: answer.etag.unwrap_or_default(),
                bytes: answer.body.to_vec(),
            })),
            StatusCode::NOT_FOUND if !is_no_bucket(&answer.body) => Ok(None),
            _ => Err(self.refused(name, &answer)),
        }
    }

    fn store(&self, name: &str, (bytes, condition): (&[u8], Option<Condition>)) -> Result<Answer> {
        let key = self.key(name);
        let url = self
            .bucket
            .put_object(Some(&self.credentials), &key)
            .sign(SIGNED_FOR);
        self.ask(&Method::PUT, &url, (bytes, condition))
    }
}

fn is_no_bucket(answer: &[u8]) -> bool {
    String::from_utf8_lossy(answer).contains("NoSuchBucket")
}
