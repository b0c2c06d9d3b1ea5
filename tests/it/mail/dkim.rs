//! Signed mail (RFC 6376): checked with ring and the published half of the key, as who receives it does.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};
use voluntr::mail::{DkimKey, Locale, MailKind};

use super::rules::Post;

/// Header and body with single spaces, as "relaxed" wants them (RFC 6376, section 3.4).
fn relaxed_header(name: &str, value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    format!("{}:{}", name.to_lowercase(), words.join(" "))
}

fn relaxed_body(body: &str) -> String {
    let lines = body.replace("\r\n", "\n");
    let mut kept: Vec<String> = lines
        .split('\n')
        .map(|line| {
            let mut out = String::new();
            for part in line.split_inclusive([' ', '\t']) {
                let word = part.trim_end_matches([' ', '\t']);
                out.push_str(word);
                if word.len() < part.len() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            out.trim_end().to_owned()
        })
        .collect();
    while kept.last().is_some_and(String::is_empty) {
        kept.pop();
    }
    kept.push(String::new());
    kept.join("\r\n")
}

/// The headers of a message as they stand, unfolded.
fn headers(head: &str) -> Vec<(String, String)> {
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    unfolded
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn tag<'a>(signature: &'a str, name: &str) -> &'a str {
    signature
        .split(';')
        .filter_map(|part| part.trim().split_once('='))
        .find(|(tag, _)| *tag == name)
        .map(|(_, value)| value)
        .unwrap()
}

/// Whether the signature of a message is that of the key in a DNS record.
fn is_signed(raw: &str, record: &str) -> bool {
    let raw = raw.replace('\n', "\r\n");
    let (head, body) = raw.split_once("\r\n\r\n").unwrap();
    let headers = headers(head);
    let find = |name: &str| {
        let found = headers
            .iter()
            .rev()
            .find(|(at, _)| at.eq_ignore_ascii_case(name));
        found.map(|(at, value)| relaxed_header(at, value))
    };
    let signature = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("DKIM-Signature"))
        .map(|(_, value)| value.clone())
        .unwrap();
    let hash = STANDARD.encode(Sha256::digest(relaxed_body(body)));
    if tag(&signature, "bh") != hash {
        return false;
    }
    let mut signed = String::new();
    for name in tag(&signature, "h").split(':') {
        signed.push_str(&find(name.trim()).unwrap());
        signed.push_str("\r\n");
    }
    let value = tag(&signature, "b");
    let without = signature.replace(&format!("b={value}"), "b=");
    signed.push_str(&relaxed_header("DKIM-Signature", &without));
    let value: String = value.split_whitespace().collect();
    let public = STANDARD
        .decode(record.rsplit("p=").next().unwrap())
        .unwrap();
    // The key itself is what follows the 24 bytes that say that it is RSA.
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &public[24..])
        .verify(signed.as_bytes(), &STANDARD.decode(value).unwrap())
        .is_ok()
}

#[test]
fn mail_from_a_domain_with_a_key_is_signed_with_it_in_both_languages() {
    let post = Post::start();
    let key = DkimKey::generate("voluntr.example", "november", "2026-11-21T10:00:00Z").unwrap();
    let stored = key.clone();
    post.server.arrange(move |tx| Ok(stored.store(tx)?));
    assert_eq!(key.record_name(), "november._domainkey.voluntr.example");
    let record = key.record().unwrap();
    assert!(record.starts_with("v=DKIM1; k=rsa; p=MII"));
    assert!(!format!("{key:?}").contains("PRIVATE"));
    // With a picture, with a calendar file, with a button to unsubscribe, and without all of them.
    let kinds = [
        MailKind::ActivityRegistered,
        MailKind::ActivityCancelled,
        MailKind::OrgReceived,
        MailKind::PasswordReset,
    ];
    for locale in Locale::ALL {
        for kind in kinds {
            post.write(kind, locale);
        }
        post.pass(2);
    }
    assert_eq!(post.send(), 8);
    for mail in post.peer.messages() {
        let name = mail.to[0].clone();
        assert!(is_signed(&mail.raw, &record), "{name}");
        let signature = mail.header("DKIM-Signature");
        assert_eq!(tag(signature, "d"), "voluntr.example", "{name}");
        assert_eq!(tag(signature, "s"), "november", "{name}");
        let other = mail.raw.replace("Subject: ", "Subject: Re ");
        assert!(!is_signed(&other, &record), "{name}");
    }
}

#[test]
fn mail_from_another_domain_is_not_signed() {
    let post = Post::start();
    let key = DkimKey::generate("other.example", "voluntr", "2026-11-21T10:00:00Z").unwrap();
    post.server.arrange(move |tx| {
        key.store(tx)?;
        for address in ["a@other.example", "a@post.other.example", "a@Other.Example"] {
            assert!(DkimKey::of_address(tx, address)?.is_some(), "{address}");
        }
        for address in ["a@another.example", "a@example", "other.example"] {
            assert!(DkimKey::of_address(tx, address)?.is_none(), "{address}");
        }
        Ok(())
    });
    post.write(MailKind::PasswordReset, Locale::Nl);
    assert_eq!(post.send(), 1);
    assert_eq!(post.peer.messages()[0].header("DKIM-Signature"), "");
}
