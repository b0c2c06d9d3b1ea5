//! Where error reports go: an address of Sentry's protocol, `https://KEY@host/PROJECT`.

use std::str::FromStr;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentryDsn {
    pub is_secure: bool,
    /// The public key of the project.
    pub key: String,
    pub host: String,
    pub port: u16,
    /// Of the call that takes envelopes: `/api/PROJECT/envelope/`, below the path of the DSN.
    pub path: String,
}

impl FromStr for SentryDsn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SHAPE: &str = "is not an address of error reports; write for example https://KEY@errors.example.org/1";
        let (is_secure, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://"))
        {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(SHAPE),
        };
        let (key, rest) = rest.split_once('@').ok_or(SHAPE)?;
        // Older ones have a secret after the key, which is not needed.
        let key = key.split_once(':').map_or(key, |(key, _)| key);
        let (authority, path) = rest.split_once('/').ok_or(SHAPE)?;
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| SHAPE)?),
            None => (authority, if is_secure { 443 } else { 80 }),
        };
        let path = path.trim_end_matches('/');
        let (folder, project) = path
            .rsplit_once('/')
            .map_or(("", path), |(folder, project)| (folder, project));
        let is_word = |text: &str| {
            !text.is_empty()
                && text
                    .chars()
                    .all(|sign| sign.is_ascii_alphanumeric() || "-_.".contains(sign))
        };
        let is_path = folder.is_empty() || folder.split('/').all(is_word);
        if !is_word(key) || !is_word(host) || !is_word(project) || !is_path {
            return Err(SHAPE);
        }
        let folder = if folder.is_empty() {
            String::new()
        } else {
            format!("/{folder}")
        };
        Ok(Self {
            is_secure,
            key: key.to_owned(),
            host: host.to_owned(),
            port,
            path: format!("{folder}/api/{project}/envelope/"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_key_host_and_project() {
        let dsn: SentryDsn = "https://abc123@errors.example.org/7".parse().unwrap();
        assert_eq!((dsn.host.as_str(), dsn.port), ("errors.example.org", 443));
        assert_eq!(dsn.path, "/api/7/envelope/");
        let dsn: SentryDsn = "http://abc:secret@localhost:9000/sentry/7/"
            .parse()
            .unwrap();
        assert_eq!(
            (dsn.key.as_str(), dsn.port, dsn.is_secure),
            ("abc", 9000, false)
        );
        assert_eq!(dsn.path, "/sentry/api/7/envelope/");
    }

    #[test]
    fn what_is_none_is_refused() {
        for wrong in [
            "",
            "errors.example.org",
            "https://errors.example.org/7",
            "https://abc@errors.example.org",
            "https://abc@errors.example.org/",
            "https://a b@errors.example.org/7",
            "https://abc@errors.example.org:x/7",
            "https://abc@errors.example.org/7?x=1",
        ] {
            assert!(wrong.parse::<SentryDsn>().is_err(), "{wrong}");
        }
    }
}
