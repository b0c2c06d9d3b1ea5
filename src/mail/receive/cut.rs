//! Cuts what somebody wrote from a mail: without the mail that they answer, the line above it, and what programs add below.
//! Knows the forms of Outlook, Gmail, Apple Mail, Thunderbird and others, in Dutch and in English.

/// The line at the top of our own mails, in every language.
const OUR_LINES: &[&str] = &["antwoord boven deze regel", "reply above this line"];

/// How the lines begin with which a program says that it was used.
const ADVERTS: &[&str] = &[
    "verstuurd vanaf ",
    "verzonden vanaf ",
    "verzonden vanuit ",
    "verstuurd vanuit ",
    "verstuurd via ",
    "verzonden via ",
    "verstuurd met ",
    "verzonden met ",
    "vanaf mijn ",
    "outlook voor ",
    "download outlook",
    "sent from my ",
    "sent from outlook",
    "sent from mail for windows",
    "sent from yahoo",
    "sent from proton",
    "sent via ",
    "sent with ",
    "get outlook for ",
    "get bluemail for ",
    "envoyé de mon ",
];

/// Longest line of such a kind: somebody may write "Verstuurd met veel liefde" in a sentence.
const LONGEST_ADVERT: usize = 90;

/// Lines over which the line above a quotation may be broken.
const LINES_ABOVE: usize = 4;

/// The words of the writer. Who answers below the quotation, or between its lines, is read there.
pub(super) fn reply(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\u{feff}', "");
    let text = text.replace('\u{a0}', " ");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let end = (0..lines.len())
        .find(|index| is_end(&lines, *index))
        .unwrap_or(lines.len());
    let (before, after) = lines.split_at(end);
    let above = words(before);
    if !above.is_empty() {
        return above;
    }
    // Nothing stands above: they wrote below, where the quotation is marked line by line.
    let Some(last) = after.iter().rposition(|line| is_quoted(line)) else {
        return String::new();
    };
    let first = after
        .iter()
        .position(|line| is_quoted(line))
        .unwrap_or(last);
    let below = after.get(first..).unwrap_or_default();
    let end = (last + 1 - first..below.len())
        .find(|index| is_end(below, *index))
        .unwrap_or(below.len());
    words(below.get(..end).unwrap_or_default())
}

/// Joins the lines of `format=flowed` (RFC 3676): one that ends with a space goes on in the next.
pub(super) fn unflow(text: &str, is_delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut flows_at: Option<usize> = None;
    for line in text.lines() {
        let depth = line.chars().take_while(|c| *c == '>').count();
        let rest = line.get(depth..).unwrap_or_default();
        let words = rest.strip_prefix(' ').unwrap_or(rest);
        let goes_on = flows_at == Some(depth) && words != "-- ";
        if !goes_on {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&">".repeat(depth));
            if depth > 0 {
                out.push(' ');
            }
        }
        let flows = words.ends_with(' ') && words != "-- ";
        let words = if flows && is_delsp {
            words.strip_suffix(' ').unwrap_or(words)
        } else {
            words
        };
        out.push_str(words);
        flows_at = flows.then_some(depth);
    }
    out.push('\n');
    out
}

/// What is left without quoted lines, adverts, and the lines that lead to a quotation.
fn words(lines: &[&str]) -> String {
    let mut kept: Vec<&str> = Vec::with_capacity(lines.len());
    for line in lines {
        let is_left_out = is_quoted(line) || is_advert(line) || is_placeholder(line);
        if !is_left_out {
            kept.push(line);
        } else if kept.last().is_some_and(|line| !line.is_empty()) {
            kept.push("");
        }
    }
    // A rule stands between the answer and the quotation, or above a signature that was left out.
    while kept.last().is_some_and(|line| is_rule(line)) {
        kept.pop();
    }
    let mut text = String::new();
    let mut empty = 0;
    for line in kept.iter().skip_while(|line| line.trim().is_empty()) {
        empty = if line.trim().is_empty() { empty + 1 } else { 0 };
        if empty <= 1 {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Nothing, or a line of dashes or underscores.
fn is_rule(line: &str) -> bool {
    line.trim().chars().all(|c| "-_=*—– ".contains(c))
}

/// Where a picture stood that the text can't show.
fn is_placeholder(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    line.starts_with("[cid:") && line.ends_with(']')
}

fn is_advert(line: &str) -> bool {
    let line = bare(line);
    let line = line.trim_start_matches(['<', '[']);
    line.chars().count() <= LONGEST_ADVERT && ADVERTS.iter().any(|start| line.starts_with(start))
}

/// A line in small letters, without quotation marks and emphasis around it.
fn bare(line: &str) -> String {
    line.trim_start_matches(['>', ' '])
        .trim_matches(['*', '_', ' '])
        .to_lowercase()
}

/// Returns whether what was written ends before this line.
fn is_end(lines: &[&str], index: usize) -> bool {
    let Some(line) = lines.get(index) else {
        return true;
    };
    let bare = bare(line);
    if bare.is_empty() {
        return false;
    }
    line.trim() == "--"
        || OUR_LINES.iter().any(|ours| bare.contains(ours))
        || is_divider(&bare)
        || begins_header(lines, index)
        || leads_to_quotation(lines, index)
}

/// `-----Oorspronkelijk bericht-----` and its like.
fn is_divider(bare: &str) -> bool {
    const TITLES: &[&str] = &[
        "oorspronkelijk bericht",
        "oorspronkelijke bericht",
        "origineel bericht",
        "original message",
        "original email",
        "doorgestuurd bericht",
        "forwarded message",
        "begin doorgestuurd bericht",
        "begin forwarded message",
        "original appointment",
    ];
    let title = bare.trim_matches(['-', '_', ' ', ':']);
    let is_framed = bare.starts_with("--") || bare.starts_with("__") || bare.ends_with(':');
    is_framed && TITLES.iter().any(|known| title.starts_with(known))
}

/// The headers of the mail that is answered, as Outlook writes them out.
fn begins_header(lines: &[&str], index: usize) -> bool {
    const FIRST: &[&str] = &["van:", "from:"];
    const NEXT: &[&str] = &["verzonden:", "sent:", "datum:", "date:", "verstuurd:"];
    const THEN: &[&str] = &["aan:", "to:", "onderwerp:", "subject:"];
    let line = |offset: usize| {
        lines
            .get(index + offset)
            .map(|line| bare(line).replace('*', ""))
    };
    let begins = |line: &str, names: &[&str]| names.iter().any(|name| line.starts_with(name));
    if !line(0).is_some_and(|line| begins(&line, FIRST)) {
        return false;
    }
    let next: Vec<String> = (1..=6).filter_map(line).collect();
    next.iter().any(|line| begins(line, NEXT)) && next.iter().any(|line| begins(line, THEN))
}

/// `Op ma 23 nov 2026 om 10:15 schreef Jan <jan@example.nl>:` and its like, also over several lines.
fn leads_to_quotation(lines: &[&str], index: usize) -> bool {
    let mut sentence = String::new();
    for offset in 0..LINES_ABOVE {
        let Some(line) = lines.get(index + offset) else {
            return false;
        };
        if line.trim().is_empty() {
            return false;
        }
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(&bare(line));
        if sentence.ends_with(':') {
            return is_attribution(&sentence);
        }
    }
    false
}

fn is_attribution(sentence: &str) -> bool {
    let begins = |words: &[&str]| words.iter().any(|word| sentence.starts_with(word));
    if begins(&["quoting ", "citeren ", "citaat "]) {
        return sentence.contains('@');
    }
    let is_dutch = sentence.contains(" schreef")
        || sentence.ends_with(" geschreven:")
        || sentence.ends_with("schreef het volgende:");
    let is_english = sentence.ends_with(" wrote:") || sentence.contains(" wrote the following:");
    if !is_dutch && !is_english {
        return false;
    }
    // `Jan Jansen schreef op 23 november 2026 10:15:`, and Mozilla's without a date.
    let is_dated = has_time(sentence) || has_date(sentence);
    let has_address = sentence.contains('@');
    if begins(&["op ", "on "]) {
        return is_dated || has_address;
    }
    (sentence.contains(" schreef op ") || sentence.contains(" wrote on ")) && is_dated
        || has_address && (sentence.contains("schreef") || is_english)
}

/// A time of day, `10:15` or `10.15`.
fn has_time(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    bytes.windows(4).any(|window| {
        matches!(window, [a, b':' | b'.', c, d]
            if a.is_ascii_digit() && c.is_ascii_digit() && d.is_ascii_digit())
    })
}

/// A date with its year, `23-11-2026` or `23 nov. 2026`.
fn has_date(sentence: &str) -> bool {
    sentence
        .split(|c: char| !c.is_ascii_digit())
        .any(|number| number.len() == 4 && (number.starts_with("20") || number.starts_with("19")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_look_like_the_line_above_a_quotation_stay() {
        for text in [
            "Op 3 mei schreef je mij dit:\nik kom om tien uur.",
            "Van: mij\nVoor: jou",
            "Van mij mag het.\n\nGroet,\nJan",
            "Verstuurd met veel liefde en dank voor alles wat jullie voor mij en mijn moeder hebben gedaan dit jaar",
            "Dit is mijn lijst:\n- maandag\n- dinsdag",
        ] {
            assert_eq!(reply(text), text);
        }
    }

    #[test]
    fn what_is_written_between_and_below_quoted_lines_is_read() {
        let between = "> Kun je maandag?\nJa\n> En dinsdag?\nNee";
        assert_eq!(reply(between), "Ja\n\nNee");
        let below = "Op 23-11-2026 om 10:15 schreef Jan:\n> Antwoord boven deze regel.\n>\n> Kun je maandag?\n\nJa, graag.\n\n-- \nSanne";
        assert_eq!(reply(below), "Ja, graag.");
        assert_eq!(reply("\n\n-- \nSanne"), "");
    }

    #[test]
    fn flowed_lines_are_one() {
        let text = "Dit is een lange \nregel.\n>> quoted \n>> more\n> other\n-- \nJan";
        assert_eq!(
            unflow(text, false),
            "Dit is een lange regel.\n>> quoted more\n> other\n-- \nJan\n"
        );
        assert_eq!(unflow("woord \ndeel", true), "woorddeel\n");
    }
}
