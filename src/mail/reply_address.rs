//! Addresses that a mail about a message can be answered to: `reply+<conversation>.<key>@<inbound domain>`, one for each
//! conversation and participant. The key alone says whose answer it is, never a header or a subject.

use hmac::{Hmac, KeyInit as _, Mac as _};
use rusqlite::{Connection, Result};
use sha2::Sha256;
use std::fmt::Write as _;
use subtle::ConstantTimeEq as _;

const PREFIX: &str = "reply+";
/// The mailbox of the envelope sender: reports of mail that did not arrive go there.
const BOUNCES: &str = "bounce";
/// Bytes of the key; as text they leave room for any conversation within the 64 characters of a mailbox.
const KEY_BYTES: usize = 16;

/// A conversation: its number may be given again once it is gone, its beginning is another then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    pub id: i64,
    pub created_at: String,
}

/// Where mail of a tenant comes in, and the key of its addresses.
pub struct InboundMail {
    pub domain: String,
    key: Vec<u8>,
}

/// The tenant's inbound domain; `None` where mail does not come in.
pub fn inbound_domain(connection: &Connection) -> Result<Option<String>> {
    connection
        .prepare_cached("select domain from inbound_mail")?
        .query_row([], |row| row.get(0))
}

/// Sets where mail comes in, or that it does not.
pub fn set_inbound_domain(tx: &Connection, domain: Option<&str>) -> Result<()> {
    tx.prepare_cached("update inbound_mail set domain = ?1")?
        .execute([domain])?;
    Ok(())
}

/// The envelope sender of mail, where reports come in.
pub fn return_path(connection: &Connection) -> Result<Option<String>> {
    let domain = inbound_domain(connection)?;
    Ok(domain.map(|domain| format!("{BOUNCES}@{domain}")))
}

impl InboundMail {
    pub fn find(connection: &Connection) -> Result<Option<Self>> {
        connection
            .prepare_cached("select domain, key from inbound_mail")?
            .query_row([], |row| {
                let domain: Option<String> = row.get(0)?;
                let key = row.get(1)?;
                Ok(domain.map(|domain| Self { domain, key }))
            })
    }

    /// The address at which this participant, on this side and with this account or none, answers in a conversation.
    pub fn reply_address(&self, conversation: &Begun, participant: (&str, Option<i64>)) -> String {
        let key = self.key_of(conversation, participant);
        format!("{PREFIX}{}.{key}@{}", conversation.id, self.domain)
    }

    /// Returns whether a key from an address is that of the participant, in a time that does not depend on it.
    pub fn is_key_of(
        &self,
        key: &str,
        conversation: &Begun,
        participant: (&str, Option<i64>),
    ) -> bool {
        let own = self.key_of(conversation, participant);
        own.as_bytes().ct_eq(key.as_bytes()).into()
    }

    fn key_of(&self, conversation: &Begun, (side, user_id): (&str, Option<i64>)) -> String {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.key).expect("a key of any length will do");
        mac.update(b"reply");
        mac.update(&conversation.id.to_le_bytes());
        mac.update(conversation.created_at.as_bytes());
        mac.update(&[u8::from(user_id.is_some())]);
        mac.update(&user_id.unwrap_or_default().to_le_bytes());
        mac.update(side.as_bytes());
        let mut text = String::new();
        for byte in mac.finalize().into_bytes().iter().take(KEY_BYTES) {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Returns whether mail to this address comes in here.
    pub fn is_at(&self, address: &str) -> bool {
        let domain = address.rsplit_once('@').map(|(_, domain)| domain);
        domain.is_some_and(|domain| domain.eq_ignore_ascii_case(&self.domain))
    }
}

/// Conversation and key of a reply address. Some mail programs write addresses in capitals.
pub fn parse(address: &str) -> Option<(i64, String)> {
    let (mailbox, _) = address.rsplit_once('@')?;
    let mailbox = mailbox.to_ascii_lowercase();
    let (conversation, key) = mailbox.strip_prefix(PREFIX)?.split_once('.')?;
    Some((conversation.parse().ok()?, key.to_owned()))
}

/// Returns whether this is the mailbox of reports: what else comes there is answered by nobody.
pub fn is_bounce_mailbox(address: &str) -> bool {
    let mailbox = address.rsplit_once('@').map(|(mailbox, _)| mailbox);
    mailbox.is_some_and(|mailbox| mailbox.eq_ignore_ascii_case(BOUNCES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbound() -> InboundMail {
        InboundMail {
            domain: "antwoord.example.org".to_owned(),
            key: vec![7; 32],
        }
    }

    #[test]
    fn an_address_belongs_to_one_conversation_side_and_person() {
        let inbound = inbound();
        let begun = |id, day: &str| Begun {
            id,
            created_at: format!("2026-11-{day}T09:00:00Z"),
        };
        let this = begun(31, "21");
        let address = inbound.reply_address(&this, ("person", Some(5)));
        let (conversation, key) = parse(&address.to_uppercase()).unwrap();
        assert_eq!(conversation, 31);
        assert!(inbound.is_at(&address));
        assert!(inbound.is_key_of(&key, &this, ("person", Some(5))));
        for (conversation, participant) in [
            (begun(32, "21"), ("person", Some(5))),
            (begun(31, "22"), ("person", Some(5))),
            (begun(31, "21"), ("person", Some(6))),
            (begun(31, "21"), ("person", None)),
            (begun(31, "21"), ("organization", Some(5))),
        ] {
            assert!(!inbound.is_key_of(&key, &conversation, participant));
        }
        let (mailbox, _) = address.split_once('@').unwrap();
        let longest = mailbox.len() - "31".len() + i64::MAX.to_string().len();
        assert!(longest <= 64, "{longest} characters");
    }

    #[test]
    fn what_is_no_reply_address_is_none() {
        for address in [
            "reply+31@antwoord.example.org",
            "reply+x.00@antwoord.example.org",
            "bounce@antwoord.example.org",
            "reply+31.00",
        ] {
            assert_eq!(parse(address), None, "{address}");
        }
        assert!(is_bounce_mailbox("Bounce@antwoord.example.org"));
        assert!(!inbound().is_at("reply+31.00@example.org"));
    }
}
