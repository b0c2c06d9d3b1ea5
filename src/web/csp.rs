//! Content security policy of pages.

/// Origin of the analytics script, allowed only for centres with analytics configured.
const TAG_MANAGER: &str = "https://www.googletagmanager.com";
const ANALYTICS: &str = "https://*.google-analytics.com https://*.analytics.google.com";

/// Content security policy of a page. `pictures`: hosts, besides this one, of the centre's logo and favicon.
pub fn content_security_policy(has_analytics: bool, pictures: &[String]) -> String {
    let pictures = pictures
        .iter()
        .fold(String::new(), |list, host| list + " " + host);
    let (tags, calls) = if has_analytics {
        (
            format!(" {TAG_MANAGER}"),
            format!(" {TAG_MANAGER} {ANALYTICS}"),
        )
    } else {
        (String::new(), String::new())
    };
    format!(
        "default-src 'self'; script-src 'self'{tags}; style-src 'self'; img-src 'self' data:{pictures}{calls}; font-src 'self'; \
         connect-src 'self'{calls}; frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_loaded_from_elsewhere_unless_the_centre_counts_its_visitors() {
        let plain = content_security_policy(false, &[]);
        assert!(plain.contains("script-src 'self';") && plain.contains("frame-ancestors 'none'"));
        assert!(!plain.contains("unsafe") && !plain.contains("google"));
        assert!(
            content_security_policy(true, &[])
                .contains("script-src 'self' https://www.googletagmanager.com;")
        );
    }
}
