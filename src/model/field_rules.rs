//! Validation rules of single fields, shared by several resources (docs/domain/limits.md). Each reports a stable
//! error code.

use std::collections::HashSet;

use validator::ValidationError;

use crate::base::characters::hides_words;
use crate::error::FieldFault;

type Check = Result<(), ValidationError>;

fn fault(rule: &'static str) -> ValidationError {
    ValidationError::new(rule)
}

/// Accepts letters of any script, spaces, apostrophes, hyphens and full stops.
pub fn person_name(name: &str) -> Check {
    let is_fine = name
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '.'));
    if is_fine { Ok(()) } else { Err(fault("name")) }
}

/// An address of a file that was sent to this site.
pub fn own_upload(address: &str) -> Check {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    match address.strip_prefix("/uploads/") {
        Some(name) if !name.contains("..") && name.chars().all(is_plain) => Ok(()),
        _ => Err(fault("own_image")),
    }
}

pub fn web_address(address: &str) -> Check {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"));
    let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    match host {
        Some(host)
            if host.contains('.')
                && !host.contains(['@', ' '])
                && !address.contains(char::is_whitespace) =>
        {
            Ok(())
        }
        _ => Err(fault("url")),
    }
}

/// A host name as browsers send it: one with other letters than those of ASCII in its ASCII form (IDNA). What is none
/// stays as it is.
pub fn ascii_host(host: &str) -> String {
    if host.is_ascii() {
        return host.to_owned();
    }
    idna::domain_to_ascii(host).unwrap_or_else(|_| host.to_owned())
}

/// Validates a host name as a browser sends or shows it: lower case, without scheme, port or path.
pub fn host(host: &str) -> Check {
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let host = &ascii_host(host);
    if host.is_empty() || host.split('.').all(is_label) {
        Ok(())
    } else {
        Err(fault("host"))
    }
}

pub fn house_number(number: &str) -> Check {
    let starts = number.starts_with(|c: char| c.is_ascii_digit());
    let goes_on = number
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'));
    if starts && goes_on {
        Ok(())
    } else {
        Err(fault("house_number"))
    }
}

/// Languages by ISO 639-1 code, and the three-letter codes of languages native to the Netherlands.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii \
    ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr \
    ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl \
    sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh \
    zu ber ckb dse hns kmr nds pap prs rif rom srn zgh";

/// True for the code of a language that one may say is spoken.
pub fn is_language(code: &str) -> bool {
    LANGUAGES.split_whitespace().any(|known| known == code)
}

/// Country codes of ISO 3166-1.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS \
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ \
    FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT \
    JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP \
    MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE \
    RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV \
    TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

pub fn country(code: &str) -> Check {
    if COUNTRIES
        .split_whitespace()
        .any(|known| known.eq_ignore_ascii_case(code))
    {
        Ok(())
    } else {
        Err(fault("country"))
    }
}

/// Validates the id of an analytics property.
pub fn gtag_id(id: &str) -> Check {
    let rest = ["G-", "GT-", "AW-"]
        .iter()
        .find_map(|prefix| id.strip_prefix(prefix));
    match rest {
        Some(rest)
            if (4..=20).contains(&rest.len())
                && rest
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) =>
        {
            Ok(())
        }
        _ => Err(fault("gtag_id")),
    }
}

pub fn kvk_number(number: &str) -> Check {
    if number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(fault("kvk_number"))
    }
}

/// Accepts digits with the usual separators; `e164` normalises them for storage.
pub fn phone_number(number: &str) -> Check {
    if e164(number).is_some() {
        Ok(())
    } else {
        Err(fault("phone_number"))
    }
}

/// Normalises `06 1234 5678` to `+31612345678`; `None` for an invalid phone number. The app's
/// `lib/locale/kept-phone.ts` does the same: both are held against `phone-numbers.json` beside it.
pub fn e164(number: &str) -> Option<String> {
    let digits: String = number
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '+')
        .collect();
    if number
        .chars()
        .any(|c| !(c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.' | '/')))
    {
        return None;
    }
    let full = if let Some(rest) = digits.strip_prefix("00") {
        format!("+{rest}")
    } else if let Some(rest) = digits.strip_prefix('0') {
        format!("+31{rest}")
    } else if digits.starts_with('+') {
        digits
    } else {
        return None;
    };
    // As in +31 (0)6: the nought is dialled within the country only.
    let full = match full.strip_prefix("+310") {
        Some(rest) => format!("+31{rest}"),
        None => full,
    };
    let count = full.len() - 1;
    let is_fine = full
        .get(1..)
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        && (9..=15).contains(&count);
    is_fine.then_some(full)
}

/// Validates hours per week against the maximum of the NOV criteria.
pub fn hours_per_week(hours: f64) -> Check {
    let mut fault = if hours > 20.0 {
        fault("hours_limit")
    } else if hours < 0.5 {
        fault("range")
    } else {
        return Ok(());
    };
    fault.add_param("min".into(), &0.5);
    fault.add_param("max".into(), &20);
    Err(fault)
}

/// Accepts `#rgb`, `#rrggbb`, or the name of a preset.
pub fn colour(value: &str) -> Check {
    let is_hex = value.strip_prefix('#').is_some_and(|hex| {
        matches!(hex.len(), 3 | 6) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    if is_hex
        || crate::theme::palette::find(value).is_some()
        || crate::theme::palette::find_muted(value).is_some()
    {
        Ok(())
    } else {
        Err(fault("color"))
    }
}

/// Returns the id of a `YouTube` video in one of the accepted URL forms; no other host is embedded.
pub fn youtube_id(address: &str) -> Option<String> {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"))?;
    let rest = rest
        .strip_prefix("www.")
        .or_else(|| rest.strip_prefix("m."))
        .unwrap_or(rest);
    let id = if let Some(rest) = rest.strip_prefix("youtu.be/") {
        rest
    } else {
        let path = rest
            .strip_prefix("youtube.com/")
            .or_else(|| rest.strip_prefix("youtube-nocookie.com/"))?;
        match path.strip_prefix("watch?") {
            Some(query) => query.split('&').find_map(|pair| pair.strip_prefix("v="))?,
            None => path
                .strip_prefix("embed/")
                .or_else(|| path.strip_prefix("shorts/"))?,
        }
    };
    let id = id.split(['?', '&', '/', '#']).next()?;
    let is_fine = id.len() == 11
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    is_fine.then(|| id.to_owned())
}

pub fn youtube(address: &str) -> Check {
    if youtube_id(address).is_some() {
        Ok(())
    } else {
        Err(fault("youtube"))
    }
}

/// Maximum length of rich text without markup, in characters.
pub const LONGEST_TEXT: usize = 5_000;
/// Maximum length of rich text with markup.
pub const LONGEST_MARKUP: usize = 4 * LONGEST_TEXT;

/// Truncates markup before parsing, which takes many times the memory and time of reading.
fn bounded(html: &str) -> &str {
    let end = html.char_indices().nth(LONGEST_MARKUP);
    end.map_or(html, |(end, _)| html.get(..end).unwrap_or_default())
}

/// Returns whether the markup exceeds the maximum.
pub fn is_too_long(html: &str) -> bool {
    bounded(html).len() < html.len()
}

/// Sanitises stored rich text again: stored content may predate the current rules.
#[expect(clippy::disallowed_methods, reason = "what is parsed is bounded")]
pub fn shown(html: &str) -> String {
    ammonia::clean(bounded(html))
}

/// Sanitises rich text: keeps what an editor can produce and nothing executable. Characters escaped as `&#8238;` and
/// the like are removed.
#[expect(clippy::disallowed_methods, reason = "what is parsed is bounded")]
pub fn sanitised(html: &str) -> String {
    let html = bounded(html);
    let with_paragraphs;
    let html = if html.contains('<') {
        html
    } else {
        with_paragraphs = paragraphs(html);
        &with_paragraphs
    };
    ammonia::Builder::default()
        .tags(
            [
                "p",
                "br",
                "strong",
                "b",
                "em",
                "i",
                "u",
                "ul",
                "ol",
                "li",
                "h2",
                "h3",
                "h4",
                "blockquote",
                "a",
            ]
            .into(),
        )
        .url_schemes(["https", "http", "mailto", "tel"].into())
        .link_rel(Some("noopener nofollow"))
        .clean(html)
        .to_string()
        .replace(hides_words, "")
}

/// Converts plain text to paragraphs, separated by blank lines.
fn paragraphs(text: &str) -> String {
    text.replace("\r\n", "\n")
        .split("\n\n")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .fold(String::new(), |html, part| {
            html + "<p>"
                + &ammonia::clean_text(bounded(part))
                    .replace("&#10;", "<br>")
                    .replace('\n', "<br>")
                + "</p>"
        })
}

/// Returns the text content of rich text, on which length limits are counted.
#[expect(clippy::disallowed_methods, reason = "what is parsed is bounded")]
pub fn words_of(html: &str) -> String {
    let clean = ammonia::Builder::empty().clean(bounded(html)).to_string();
    clean
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .trim()
        .to_owned()
}

/// Words of a title in an address.
pub fn slug(title: &str) -> String {
    let folded = crate::search::text::normalise(title);
    let words: Vec<&str> = folded.split_whitespace().take(10).collect();
    words.join("-")
}

/// Longest option of a question with choices, in characters.
const LONGEST_OPTION: usize = 80;

/// Tidies the options of a question with choices. Returns what is wrong with them: fewer than two, one that is too long
/// (the fault is at its item), or two that read the same.
pub fn option_fault(field: &str, options: &mut Vec<String>) -> Option<FieldFault> {
    for option in options.iter_mut() {
        *option = option.trim().to_owned();
    }
    options.retain(|option| !option.is_empty());
    if options.len() < 2 {
        return Some(FieldFault::attribute(field, "required"));
    }
    let is_long = |option: &String| option.chars().count() > LONGEST_OPTION;
    if let Some(long) = options.iter().position(is_long) {
        let item = format!("{field}/{long}");
        return Some(FieldFault::attribute(&item, "length").with("max", LONGEST_OPTION));
    }
    let mut seen = HashSet::new();
    let are_different = options
        .iter()
        .all(|option| seen.insert(option.to_lowercase()));
    (!are_different).then(|| FieldFault::attribute(field, "contradicts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_get_one_spelling() {
        let numbers: Vec<(String, Option<String>)> =
            serde_json::from_str(include_str!("../../ui/src/lib/locale/phone-numbers.json"))
                .unwrap();
        for (spelling, number) in numbers {
            assert_eq!(e164(&spelling), number, "{spelling}");
            assert_eq!(phone_number(&spelling).is_ok(), number.is_some());
        }
    }

    #[test]
    fn only_youtube_is_embedded() {
        for address in [
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
            "https://youtu.be/dQw4w9WgXcQ",
            "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
        ] {
            assert_eq!(
                youtube_id(address).as_deref(),
                Some("dQw4w9WgXcQ"),
                "{address}"
            );
        }
        for wrong in [
            "https://vimeo.com/1",
            "javascript:alert(1)",
            "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
        ] {
            assert_eq!(youtube_id(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rich_text_cannot_run() {
        let clean = sanitised(
            "<p onclick=x>Hoi <script>alert(1)</script><a href=\"javascript:x\">klik</a></p>",
        );
        assert!(
            !clean.contains("script") && !clean.contains("onclick"),
            "{clean}"
        );
        assert_eq!(sanitised("Een\n\nTwee <3"), sanitised("Een\n\nTwee <3"));
        assert_eq!(sanitised("Een\n\nTwee"), "<p>Een</p><p>Twee</p>");
    }
}
