//! Ways to reach somebody beside the site, in a text that every organisation reads: addresses, numbers, links, and the
//! names of networks.

/// Parts of a text that are named at most.
const MOST: usize = 5;

/// Words that name a network or a mailbox, folded to lower case.
const NETWORKS: [&str; 18] = [
    "facebook",
    "instagram",
    "insta",
    "whatsapp",
    "whats-app",
    "appje",
    "linkedin",
    "tiktok",
    "snapchat",
    "telegram",
    "twitter",
    "discord",
    "skype",
    "messenger",
    "gmail",
    "hotmail",
    "outlook.com",
    "apenstaartje",
];

const ENDINGS: [&str; 12] = [
    ".nl", ".com", ".org", ".net", ".eu", ".be", ".de", ".info", ".me", ".nu", ".io", ".frl",
];

/// The parts of a text by which somebody could be reached, as they are written there.
pub(super) fn found_in(text: &str) -> Vec<String> {
    let mut found = numbers(text);
    for word in text.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '@' | '+'));
        if !word.is_empty() && reaches(&word.to_lowercase()) {
            found.push(word.to_owned());
        }
    }
    found.dedup();
    found.truncate(MOST);
    found
}

fn reaches(word: &str) -> bool {
    let has_handle = word
        .strip_prefix('@')
        .is_some_and(|rest| rest.chars().filter(|c| c.is_alphanumeric()).count() > 1);
    let is_address = word.contains('@') && word.len() > 3;
    let spelled_out = word.contains("(at)") || word.contains("[at]") || word.contains("(dot)");
    let is_link = word.starts_with("http") || word.starts_with("www.") || word.contains("://");
    let path = word.split('/').next().unwrap_or(word);
    let is_domain = ENDINGS.iter().any(|end| {
        path.strip_suffix(end).is_some_and(|name| {
            name.len() > 1
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || "-.".contains(c))
        })
    });
    let names_network = NETWORKS.iter().any(|name| {
        word == *name
            || word
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    });
    has_handle || is_address || spelled_out || is_link || is_domain || names_network
}

/// Telephone numbers, however their digits are grouped.
fn numbers(text: &str) -> Vec<String> {
    let belongs =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '/' | '(' | ')' | '+');
    text.split(|c: char| !belongs(c))
        .map(|part| part.trim_matches(|c: char| !c.is_ascii_digit() && c != '+' && c != '('))
        .filter(|part| {
            let digits: String = part.chars().filter(char::is_ascii_digit).collect();
            let longest = part
                .split(|c: char| !c.is_ascii_digit())
                .map(str::len)
                .max()
                .unwrap_or_default();
            let is_dialled = digits.starts_with('0') || part.starts_with('+');
            (is_dialled && (9..=15).contains(&digits.len())) || (8..=15).contains(&longest)
        })
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_somebody_is_found_as_it_is_written() {
        for (text, found) in [
            ("Bel me op 06 12 34 56 90.", vec!["06 12 34 56 90"]),
            (
                "bel 06-12345678 of +31 (0)6 1234 5678",
                vec!["06-12345678", "+31 (0)6 1234 5678"],
            ),
            ("Nummer 612345678", vec!["612345678"]),
            ("mail hanneke@example.nl!", vec!["hanneke@example.nl"]),
            ("hanneke(at)example punt nl", vec!["hanneke(at)example"]),
            (
                "Kijk op hanneke.nl/over of www.hanneke.example",
                vec!["hanneke.nl/over", "www.hanneke.example"],
            ),
            ("Op Instagram: @hanneke_v", vec!["Instagram", "@hanneke_v"]),
            ("Stuur een WhatsApp", vec!["WhatsApp"]),
        ] {
            assert_eq!(found_in(text), found, "{text}");
        }
    }

    #[test]
    fn what_people_say_of_themselves_is_not() {
        for text in [
            "Oud-verpleegkundige, praat graag al wandelend.",
            "Sinds 2019 in Nederland; van 10.00 tot 12.30 uur, 3 - 4 uur per week.",
            "Ik spreek Nederlands en/of Engels, en een beetje Arabisch (sinds 2021/2022).",
            "Ik werkte van 1998 tot 2004 en van 2006 tot 2019 bij de bieb.",
            "Postcode 5311, tot 10 km.",
            "Ik kook voor 100 mensen!",
        ] {
            assert!(found_in(text).is_empty(), "{text}: {:?}", found_in(text));
        }
    }
}
