//! SMTP client. Logs neither addresses nor names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lettre::address::{AddressError, Envelope};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::{self, Credentials};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::{self, PoolConfig, commands, extension::ClientId};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

use super::receive::OUR_HEADER;
use super::template::QR_CODE_CID;
use super::{EmailBranding, Rendered};

#[derive(Debug, Clone)]
pub struct MailerSettings {
    /// `smtp://host:25`, `smtp://user:password@host:587?tls=required` or `smtps://…`.
    pub url: String,
    /// Default `From` address, for centres without a sender of their own.
    pub from: Option<String>,
    /// Time limit for the delivery of one email, all SMTP commands together.
    pub timeout: Duration,
    pub connections: u32,
    /// Name in the `EHLO` command; the IP address by default.
    pub hello_name: Option<String>,
}

impl MailerSettings {
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            from: None,
            // A batch of ten emails, sent one by one, stays below the five minutes of a claim.
            timeout: Duration::from_secs(25),
            connections: 4,
            hello_name: None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The URL may contain a password and is not part of the message.
    #[error("the address of the mail server cannot be read")]
    Url,
    #[error("the sender is not an e-mail address")]
    From(#[source] AddressError),
}

#[derive(Debug, Clone)]
pub struct Recipient {
    pub email: String,
    pub name: String,
}

/// Delivery failure. The text contains no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct SendError {
    /// Retrying is pointless.
    pub permanent: bool,
    /// The recipient's address does not work.
    pub bounced: bool,
    /// Our own settings are wrong, whoever the letter is to: the letter waits until they are mended, however long.
    pub is_ours: bool,
    pub text: String,
}

/// How an error begins whose cause is a setting of ours; `doctor` looks for it.
pub const OUR_SETTINGS: &str = "our settings: ";

impl SendError {
    pub(super) fn later(text: impl Into<String>) -> Self {
        Self {
            permanent: false,
            bounced: false,
            is_ours: false,
            text: text.into(),
        }
    }

    fn ours(text: impl std::fmt::Display) -> Self {
        Self {
            is_ours: true,
            ..Self::later(format!("{OUR_SETTINGS}{text}"))
        }
    }

    pub(super) fn never(text: impl Into<String>) -> Self {
        Self {
            permanent: true,
            ..Self::later(text)
        }
    }
}

/// SMTP client of the process; keeps connections open. Must be created inside the runtime, which maintains them.
#[derive(Debug, Clone)]
pub struct Mailer {
    /// Distinguishes claims of this process from those of an earlier one.
    id: Arc<str>,
    is_stopped: Arc<AtomicBool>,
    transport: AsyncSmtpTransport<Tokio1Executor>,
    door: Arc<Door>,
    from: Option<Address>,
    timeout: Duration,
}

impl Mailer {
    pub fn new(settings: &MailerSettings) -> Result<Self, MailerError> {
        let from = match &settings.from {
            Some(from) => Some(from.parse().map_err(MailerError::From)?),
            None => None,
        };
        let pool = PoolConfig::new().max_size(settings.connections.max(1));
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.url)
            .map_err(|_may_hold_a_password| MailerError::Url)?
            .timeout(Some(settings.timeout))
            .pool_config(pool);
        if let Some(name) = &settings.hello_name {
            builder = builder.hello_name(ClientId::Domain(name.clone()));
        }
        let mut id = [0_u8; 8];
        // If no randomness is available, the id is zero, which still differs from an empty claim.
        let _ = getrandom::fill(&mut id);
        Ok(Self {
            id: format!("{:016x}", u64::from_le_bytes(id)).into(),
            is_stopped: Arc::default(),
            transport: builder.build(),
            door: Arc::new(Door::of(settings)?),
            from,
            timeout: settings.timeout,
        })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Finishes the email that is being sent and starts no other.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub async fn send(&self, mail: &Rendered, to: &Recipient) -> Result<(), SendError> {
        let message = self.message(mail, to)?;
        let from = message.envelope().from().cloned();
        let sending = self.transport.send(message);
        match tokio::time::timeout(self.timeout, sending).await {
            Ok(Ok(_accepted)) => Ok(()),
            Ok(Err(error)) => {
                let why = judge(&error);
                if why.permanent {
                    // Neither a server that rejects every client nor one that rejects our sender has rejected this email
                    // or its recipient. The error does not say at which command it came, so that the server is asked.
                    self.asked_again(from).await.map_err(|cause| SendError {
                        text: format!("{}; {}", cause.text, why.text),
                        ..cause
                    })?;
                }
                Err(why)
            }
            Err(_elapsed) => Err(SendError::later("the mail server took too long")),
        }
    }

    /// Checks that the server can be reached and accepts our credentials, for health checks.
    pub async fn check(&self) -> Result<(), SendError> {
        match tokio::time::timeout(self.timeout, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(SendError::later("the mail server does not answer")),
            Ok(Err(error)) => Err(judge(&error)),
            Err(_elapsed) => Err(SendError::later("the mail server took too long")),
        }
    }

    /// Goes through the conversation again up to the sender. An error if the server refuses before there is a letter.
    async fn asked_again(&self, from: Option<Address>) -> Result<(), SendError> {
        let refused = async {
            let mut line = self.door.enter(self.timeout).await.map_err(|error| {
                let why = judge(&error);
                if why.is_ours {
                    why
                } else {
                    SendError::later(why.text)
                }
            })?;
            let answer = line.command(commands::Mail::new(from, Vec::new())).await;
            let _ = line.quit().await;
            match answer {
                Err(error) if error.is_permanent() => Err(SendError::ours(format!(
                    "the mail server refuses the address that letters are sent from; set VOLUNTR_MAIL_FROM, or the sender of the centre, to one that it allows ({})",
                    without_addresses(&error.to_string())
                ))),
                Err(error) => Err(SendError::later(without_addresses(&error.to_string()))),
                Ok(_) => Ok(()),
            }
        };
        tokio::time::timeout(self.timeout, refused)
            .await
            .unwrap_or_else(|_| Err(SendError::later("the mail server took too long")))
    }

    fn message(&self, mail: &Rendered, to: &Recipient) -> Result<Message, SendError> {
        let recipient = mailbox(&to.name, &to.email).ok_or_else(|| SendError {
            bounced: true,
            ..SendError::never("the recipient is not an e-mail address")
        })?;
        let mut builder = Message::builder()
            .from(self.sender(mail)?)
            .to(recipient)
            .subject(&mail.subject)
            .message_id(mail.message_id.clone());
        if let Some(reply_to) = mail
            .reply_to
            .as_deref()
            .and_then(|email| mailbox("", email))
        {
            builder = builder.reply_to(reply_to);
        }
        if let Some(path) = &mail.return_path {
            let address = |text: &str| text.parse::<Address>().ok();
            let envelope = address(path)
                .zip(address(&to.email))
                .and_then(|(from, to)| Envelope::new(Some(from), vec![to]).ok());
            if let Some(envelope) = envelope {
                builder = builder.envelope(envelope);
            }
        }
        let parts = parts_of(mail)?;
        let mut message = builder
            .multipart(parts)
            .map_err(|error| SendError::never(without_addresses(&error.to_string())))?;
        let mut set = |name, value: &str| {
            let name = HeaderName::new_from_ascii_str(name);
            message
                .headers_mut()
                .insert_raw(HeaderValue::new(name, value.to_owned()));
        };
        // Suppress automatic replies such as out-of-office messages, those of Exchange too.
        set("Auto-Submitted", "auto-generated");
        set("X-Auto-Response-Suppress", "All");
        // By which mail of ours is known that comes back.
        set(OUR_HEADER, "1");
        set("Content-Language", mail.locale.as_str());
        if let Some(url) = &mail.unsubscribe_url {
            set("List-Unsubscribe", &format!("<{url}>"));
            set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
        // The last: it covers the others. A mail without a signature arrives, most of the time.
        if let Some(key) = &mail.dkim_key
            && let Err(error) = key.sign(&mut message)
        {
            tracing::error!(domain = key.domain, error, "a mail was not signed");
        }
        Ok(message)
    }

    /// The address that emails with this branding are sent from.
    pub fn sender_address(&self, head: &EmailBranding) -> Option<String> {
        let address = self.sent_from(head.sender_email.as_deref(), head.email.as_deref())?;
        Some(address.to_string())
    }

    fn sent_from(&self, from_email: Option<&str>, reply_to: Option<&str>) -> Option<Address> {
        let parse = |email: Option<&str>| email?.parse::<Address>().ok();
        parse(from_email)
            .or_else(|| self.from.clone())
            .or_else(|| parse(reply_to))
    }

    fn sender(&self, mail: &Rendered) -> Result<Mailbox, SendError> {
        let address = self
            .sent_from(mail.from_email.as_deref(), mail.reply_to.as_deref())
            .ok_or_else(|| {
                SendError::ours("there is no address to send from; set VOLUNTR_MAIL_FROM")
            })?;
        let name = Some(mail.from_name.clone()).filter(|name| !name.is_empty());
        Ok(Mailbox::new(name, address))
    }
}

/// How the mail server is entered: what the transport keeps to itself, for one conversation of our own.
struct Door {
    host: String,
    port: u16,
    /// TLS from the first byte, or asked for after the greeting, where that may be left out if the server has none.
    is_wrapped: bool,
    starts_tls: Option<Leave>,
    hello: ClientId,
    credentials: Option<Credentials>,
}

#[derive(Clone, Copy, PartialEq)]
enum Leave {
    Never,
    WhereThereIsNone,
}

impl std::fmt::Debug for Door {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Door")
            .field("host", &self.host)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl Door {
    /// Reads the address as the transport does.
    fn of(settings: &MailerSettings) -> Result<Self, MailerError> {
        let url = Url::parse(&settings.url).map_err(|_may_hold_a_password| MailerError::Url)?;
        let host = url.host_str().ok_or(MailerError::Url)?.to_owned();
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let tls = tls.map(|(_, value)| value.into_owned());
        let (is_wrapped, starts_tls, port) = match (url.scheme(), tls.as_deref()) {
            ("smtps", _) => (true, None, smtp::SUBMISSIONS_PORT),
            (_, Some("required")) => (false, Some(Leave::Never), smtp::SUBMISSION_PORT),
            (_, Some("opportunistic")) => {
                (false, Some(Leave::WhereThereIsNone), smtp::SUBMISSION_PORT)
            }
            _ => (false, None, smtp::SMTP_PORT),
        };
        let decoded = |text: &str| {
            let text = percent_encoding::percent_decode_str(text).decode_utf8();
            text.map(std::borrow::Cow::into_owned)
                .map_err(|_may_hold_a_password| MailerError::Url)
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(
                decoded(url.username())?,
                decoded(password)?,
            )),
            None => None,
        };
        let named = url.path().trim_matches('/').to_owned();
        let hello = settings
            .hello_name
            .clone()
            .or(Some(named).filter(|name| !name.is_empty()));
        Ok(Self {
            host,
            port: url.port().unwrap_or(port),
            is_wrapped,
            starts_tls,
            hello: hello.map_or_else(ClientId::default, ClientId::Domain),
            credentials,
        })
    }

    async fn enter(&self, timeout: Duration) -> Result<AsyncSmtpConnection, smtp::Error> {
        let tls = || TlsParameters::new(self.host.clone());
        let wrapped = if self.is_wrapped { Some(tls()?) } else { None };
        let place = (self.host.trim_matches(['[', ']']), self.port);
        let mut line =
            AsyncSmtpConnection::connect_tokio1(place, Some(timeout), &self.hello, wrapped, None)
                .await?;
        let leaves = self.starts_tls == Some(Leave::WhereThereIsNone) && !line.can_starttls();
        if self.starts_tls.is_some() && !leaves {
            line.starttls(tls()?, &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            line.auth(authentication::DEFAULT_MECHANISMS, credentials)
                .await?;
        }
        Ok(line)
    }
}

/// Text and HTML. A calendar file is the last alternative, which Outlook and Gmail look for, and an attachment, which
/// Apple Mail and others look for.
fn parts_of(mail: &Rendered) -> Result<MultiPart, SendError> {
    let plain = SinglePart::plain(mail.text.clone());
    let html = SinglePart::html(mail.html.clone());
    let alternatives = MultiPart::alternative().singlepart(plain);
    let alternatives = match &mail.qr_code {
        None => alternatives.singlepart(html),
        Some(png) => {
            let picture = Attachment::new_inline(QR_CODE_CID.to_owned()).body(
                png.clone(),
                ContentType::parse("image/png")
                    .map_err(|_| SendError::never("no content type".to_owned()))?,
            );
            alternatives.multipart(MultiPart::related().singlepart(html).singlepart(picture))
        }
    };
    let Some(calendar) = &mail.calendar else {
        return Ok(alternatives);
    };
    let kind = |text: &str| {
        ContentType::parse(text).map_err(|_| SendError::never(format!("no content type: {text}")))
    };
    let method = calendar.method.as_str();
    let part = SinglePart::builder()
        .header(kind(&format!(
            "text/calendar; charset=utf-8; method={method}"
        ))?)
        .body(calendar.text.clone());
    let attached = Attachment::new("invite.ics".to_owned()).body(
        calendar.text.clone(),
        kind("application/ics; name=\"invite.ics\"")?,
    );
    Ok(MultiPart::mixed()
        .multipart(alternatives.singlepart(part))
        .singlepart(attached))
}

fn mailbox(name: &str, email: &str) -> Option<Mailbox> {
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = Some(name).filter(|name| !name.trim().is_empty());
    Some(Mailbox::new(name, email.trim().parse().ok()?))
}

fn judge(error: &smtp::Error) -> SendError {
    let text = without_addresses(&error.to_string());
    let Some(code) = error.status().map(|code| code.to_string()) else {
        return SendError::later(text);
    };
    // Rejected credentials are a configuration error: the email waits.
    if matches!(code.as_str(), "530" | "534" | "535" | "538") {
        return SendError::ours(format!(
            "the mail server refuses the name and password of VOLUNTR_SMTP_URL ({text})"
        ));
    }
    if !error.is_permanent() {
        return SendError::later(text);
    }
    SendError {
        bounced: is_about_the_address(&code, &text),
        ..SendError::never(text)
    }
}

/// Enhanced status codes 5.1.x concern the address and 5.2.x the mailbox; 5.7.x concerns the sender's reputation and
/// does not count as a bounce.
fn is_about_the_address(code: &str, text: &str) -> bool {
    let enhanced = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .find(|part| part.starts_with("5.") && part.matches('.').count() == 2);
    match enhanced {
        Some(class) => class.starts_with("5.1.") || class.starts_with("5.2."),
        None => matches!(code, "550" | "551" | "553"),
    }
}

fn without_addresses(text: &str) -> String {
    text.split_whitespace()
        .map(|part| if part.contains('@') { "…" } else { part })
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_repeat_addresses_and_we_do_not() {
        assert_eq!(
            without_addresses("550 5.1.1 <sanne@example.org>: no such user"),
            "550 5.1.1 … no such user"
        );
    }

    #[test]
    fn only_a_bad_address_counts_as_a_bounce() {
        for (code, text, bounced) in [
            ("550", "permanent error (550): no such user", true),
            ("550", "permanent error (550): 5.1.1 no such user", true),
            ("552", "permanent error (552): 5.2.2 mailbox full", true),
            (
                "550",
                "permanent error (550): 5.7.1 blocked from 5.6.7.8",
                false,
            ),
            ("554", "permanent error (554): looks like spam", false),
        ] {
            assert_eq!(is_about_the_address(code, text), bounced, "{text}");
        }
    }

    #[tokio::test]
    async fn a_wrong_setting_is_said_without_the_password() {
        let error = Mailer::new(&MailerSettings::new("http://u:geheim@host")).unwrap_err();
        assert!(!format!("{error:?} {error}").contains("geheim"));
        let settings = MailerSettings {
            from: Some("nobody".into()),
            ..MailerSettings::new("smtp://localhost")
        };
        assert!(matches!(Mailer::new(&settings), Err(MailerError::From(_))));
        assert!(Mailer::new(&MailerSettings::new("smtp://localhost?tls=required")).is_ok());
        assert!(Mailer::new(&MailerSettings::new("smtps://u:p@localhost")).is_ok());
    }
}
