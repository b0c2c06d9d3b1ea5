//! Allow-list validation of themes: names and values of CSS variables, logo URLs. Applied on save, by whatever path,
//! and again when the style sheet is generated.

use super::palette::Scale;
use super::roles;

const NAME_LIMIT: usize = 60;
const VALUE_LIMIT: usize = 200;
const LOGO_LIMIT: usize = 2_000;

/// Prefixes of the semantic colours, which are the same for all centres.
const FIXED: [&str; 4] = ["success-", "warning-", "danger-", "info-"];

/// CSS functions that a value may call; none of them loads a resource.
const FUNCTIONS: [&str; 14] = [
    "calc",
    "clamp",
    "color-mix",
    "cubic-bezier",
    "hsl",
    "hsla",
    "lab",
    "lch",
    "max",
    "min",
    "oklab",
    "oklch",
    "rgb",
    "rgba",
];

/// Accepts names of custom variables; rejects those of computed and fixed colours.
pub fn variable_name(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("--") else {
        return false;
    };
    let is_allowed = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    let role = rest.strip_prefix("v-").unwrap_or_default();
    !rest.is_empty()
        && name.len() <= NAME_LIMIT
        && rest.bytes().all(is_allowed)
        && !roles::names().any(|name| name == role)
        && !is_step(role)
        && !FIXED.iter().any(|word| role.starts_with(word))
}

/// Returns whether a role is a step of a scale. Steps are set by validated shades, not by variables.
fn is_step(role: &str) -> bool {
    role.rsplit_once('-').is_some_and(|(scale, step)| {
        step.bytes().all(|byte| byte.is_ascii_digit())
            && (scale == "header" || Scale::ALL.iter().any(|known| known.name() == scale))
    })
}

/// Accepts sizes, colours, keywords and font names that cannot end the declaration.
pub fn variable_value(value: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || b" #%.,-+*/()\"'_".contains(&c);
    !value.trim().is_empty()
        && value.len() <= VALUE_LIMIT
        && value.bytes().all(is_allowed)
        && !["//", "/*", "*/"].iter().any(|pair| value.contains(pair))
        && is_balanced(value)
        && calls_only_what_is_known(value)
}

/// Restricts function calls to the allow-list; `var` may refer to product variables and validated ones only.
fn calls_only_what_is_known(value: &str) -> bool {
    let mut before = value;
    while let Some((head, _)) = before.rsplit_once('(') {
        let called = head
            .trim_end()
            .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        if !called.is_empty() && called != "var" && !FUNCTIONS.contains(&called.as_str()) {
            return false;
        }
        before = head;
    }
    true
}

/// Checks that quotes and brackets are closed; an open one would swallow the rest of the style sheet.
fn is_balanced(value: &str) -> bool {
    let mut open: usize = 0;
    let mut quote = None;
    for character in value.chars() {
        match (quote, character) {
            (Some(end), _) if character == end => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => open += 1,
            (None, ')') => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            _ => {}
        }
    }
    quote.is_none() && open == 0
}

/// Accepts an image path on this server or an `https` URL, without characters that are special in HTML, CSS or a
/// header.
pub fn logo(address: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || b"-._~/%?=&+,".contains(&c);
    let is_path = |path: &str| path.bytes().all(is_allowed) && !path.contains("..");
    if address.len() > LOGO_LIMIT {
        return false;
    }
    if ["/img/", "/uploads/"]
        .iter()
        .any(|folder| address.starts_with(folder))
    {
        return is_path(address);
    }
    let Some(rest) = address.strip_prefix("https://") else {
        return false;
    };
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|c| c.is_ascii_digit()) {
            name
        } else {
            ""
        }
    });
    let is_host_character = |c: u8| c.is_ascii_alphanumeric() || b"-.".contains(&c);
    name.contains('.') && name.bytes().all(is_host_character) && is_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_says_sizes_and_colours_and_loads_nothing() {
        for value in [
            "60rem",
            "0 1px 2px rgb(0 0 0 / .4)",
            "calc((100% - 2rem) * 2 + var(--v-gap))",
            "\"Source Serif 4\", Georgia, serif",
            "color-mix(in oklab, #fff 20%, var(--v-primary-700))",
        ] {
            assert!(variable_value(value), "{value}");
        }
        for value in [
            "url(x)",
            "URL (x)",
            "url(\"x\")",
            "u\\72l(x)",
            "red;color:blue",
            "red}body{display:none",
            "expression(alert(1))",
            "@import \"x\"",
            "a/*b",
            "b*/",
            "//evil.example",
            "image-set(\"a.png\" 1x)",
            "image(\"a.png\")",
            "src(\"a.png\")",
            "paint(x)",
            "attr(href)",
            "env(x)",
            "red !important",
            "</style>",
            "\u{202e}red",
            "é",
            "a\nb",
            "\"open",
            "calc(1px",
            "1px)",
            "",
            " ",
        ] {
            assert!(!variable_value(value), "{value}");
        }
    }

    #[test]
    fn a_logo_is_a_picture_of_ours_or_of_another_host_by_tls() {
        for address in [
            "/img/logo.svg",
            "/uploads/ab/cd.webp",
            "https://logo.example/a.svg",
            "https://cdn.logo.example:8443/a%20b.png?v=1&w=2",
            "https://logo.example",
        ] {
            assert!(logo(address), "{address}");
        }
        for address in [
            "javascript:alert(1)",
            "data:image/svg+xml,<svg>",
            "http://logo.example/a.svg",
            "//logo.example/a.svg",
            "https://logo.example/a.svg;script-src *",
            "https://logo.example/\"onerror=alert(1)",
            "https://logo.example/a) url(b",
            "https://user@logo.example/a",
            "https://logo.example\\@evil.example/",
            "https:///a",
            "https://*/a",
            "/img/../secret",
            "/elsewhere.svg",
            "https://logo.example/a\r\nx: y",
            "https://logo.example:a/b",
        ] {
            assert!(!logo(address), "{address}");
        }
    }
}
