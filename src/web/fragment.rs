//! Fragment of a page: what stands in its `<main>`, with its title and description, for the app that moves from page to
//! page. The same template renders both, so a page has one renderer. Anonymous as the page itself: what is a person's own
//! comes from the API (docs/decisions/0040).

use serde_json::{Value as Json, json};

use super::content;
use super::pages::View;
use super::shell::{self, Head};
use crate::error::Result;
use crate::web::page_context::PageContext;

/// What the path of a page ends with where only its fragment is asked; in the app `FRAGMENT` of `api/client.ts`.
pub const SUFFIX: &str = "/_fragment.json";

impl View {
    /// Whether the app shows what the server renders. Its documents are then not sent with the page.
    pub fn is_served(self) -> bool {
        matches!(
            self,
            Self::Calendar | Self::Subscribe | Self::Activity | Self::Content(_) | Self::News
        )
    }
}

/// The address of the fragment of the page at `path`, which may carry a query.
pub fn address_of(path: &str) -> String {
    let (path, query) = path
        .split_once('?')
        .map_or((path, None), |(path, query)| (path, Some(query)));
    let path = format!("{}{SUFFIX}", path.trim_end_matches('/'));
    match query {
        Some(query) => format!("{path}?{query}"),
        None => path,
    }
}

/// What the app says of the page in its own head. `path` is where the page stands, with the prefix of its language.
pub fn told(path: &str, head: &Head) -> Json {
    json!({"path": path, "title": head.title, "description": head.description})
}

/// Renders the fragment of a page.
pub fn write(page_context: &PageContext, path: &str) -> Result<String> {
    let (head, template, values) = content::parts(page_context);
    let html = shell::fill_block(template, values)?;
    let mut fragment = told(path, &head);
    if let Some(fragment) = fragment.as_object_mut() {
        fragment.insert("html".to_owned(), html.trim().into());
    }
    Ok(fragment.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_stays_behind_the_path() {
        assert_eq!(address_of("/"), "/_fragment.json");
        assert_eq!(address_of("/en/about"), "/en/about/_fragment.json");
        assert_eq!(
            address_of("/over-ons?preview_token=a"),
            "/over-ons/_fragment.json?preview_token=a"
        );
    }
}
