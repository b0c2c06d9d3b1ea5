//! The one spelling of an e-mail address. In the name of a domain some characters are not seen and some look like others;
//! IDNA drops or replaces them, so that several texts lead to one mailbox. Browsers send either form of such a domain.

use validator::ValidateEmail as _;

/// Longest address (RFC 5321).
const LONGEST: usize = 254;

/// The address with its domain as mail servers know it (IDNA, in ASCII). A text that is no address stays as it is.
pub fn canonical(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((user, domain)) if !domain.is_ascii() => match idna::domain_to_ascii(domain) {
            Ok(domain) => format!("{user}@{domain}"),
            Err(_) => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

/// The canonical form of what somebody typed, if it is an address.
pub fn parse(text: &str) -> Option<String> {
    let address = canonical(text.trim());
    let is_fine = address.len() <= LONGEST && address.validate_email() && has_host(&address);
    is_fine.then_some(address)
}

/// Whether the domain is one of the internet: names with a dot between them, and two characters behind the last. Mail for
/// `jan@localhost` stays on the machine that sends it. The app holds its forms to the same (`form/rules.ts`).
fn has_host(address: &str) -> bool {
    let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
    domain
        .rsplit_once('.')
        .is_some_and(|(before, last)| !before.is_empty() && last.chars().count() >= 2)
        && !domain.starts_with('[')
}

/// Whether two addresses lead to one person's mailbox: what stands behind a plus sign is a label that its owner chose.
pub fn is_same_mailbox(one: &str, other: &str) -> bool {
    mailbox(one) == mailbox(other)
}

fn mailbox(text: &str) -> String {
    let address = canonical(text.trim()).to_lowercase();
    match address.rsplit_once('@') {
        Some((user, domain)) => {
            let user = user.split('+').next().unwrap_or_default();
            format!("{user}@{}", domain.trim_end_matches('.'))
        }
        None => address,
    }
}

/// SQL function `email_address(text)`: the canonical form, for rows that are older than it.
pub(crate) fn register(connection: &rusqlite::Connection) -> rusqlite::Result<()> {
    use rusqlite::functions::FunctionFlags;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("email_address", 1, flags, |context| {
        let text = context.get::<Option<String>>(0)?;
        Ok(text.map(|text| canonical(&text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling_whatever_is_not_seen_in_its_domain() {
        for typed in [
            "jan@example.nl",
            " jan@exam\u{200b}ple.nl",
            "jan@exam\u{ad}ple.nl",
            "jan@example\u{2060}.nl",
            "jan@\u{ff45}xample.nl",
            "jan@example\u{3002}nl",
        ] {
            assert_eq!(parse(typed).as_deref(), Some("jan@example.nl"), "{typed:?}");
        }
        let typed = [
            "jan@caf\u{e9}.nl",
            "jan@cafe\u{301}.nl",
            "jan@xn--caf-dma.nl",
        ];
        for typed in typed {
            assert_eq!(
                parse(typed).as_deref(),
                Some("jan@xn--caf-dma.nl"),
                "{typed:?}"
            );
        }
        for wrong in [
            "jan",
            "jan@",
            "j\u{200b}an@example.nl",
            "jan@exa mple.nl",
            "jan@\u{200b}",
            "jan@localhost",
            "jan@example",
            "jan@example.n",
            "jan@.nl",
            "jan@example.",
            "jan@[127.0.0.1]",
        ] {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_label_is_no_other_mailbox() {
        assert!(is_same_mailbox("kind+ouder@example.nl", "Kind@EXAMPLE.nl"));
        assert!(is_same_mailbox(
            "kind@exam\u{200b}ple.nl",
            "kind@example.nl"
        ));
        assert!(!is_same_mailbox("ouder@example.nl", "kind@example.nl"));
        assert!(!is_same_mailbox("kind@example.nl", "kind@example.org"));
    }
}
