//! Page handler: resolves page, language and data of a request; also serves `_payload.json`, the data alone, and
//! `_fragment.json`, what stands in its `<main>`.

use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;

use super::content;
use super::content_page;
use super::fragment;
use super::page_context::PageContext;
use super::page_documents;
use super::page_headers;
use super::pages::{self, Page, Params, View};
use super::shell::{self, Head};
use super::{assets, errors, language, language::path_in, language::split};
use crate::app::auth::session;
use crate::app::tenancy::request_target::{Site, cookie};
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::query::Query;
use crate::web::branding::Branding;
use crate::web::page_data::{Calls, PageData, keep_of};

/// An address that people know, and where the contact form is.
const CONTACT_FORM: &str = "/contactformulier";
const CONTACT: &str = "/forms/contact";
/// The slug of the page about reaching the centre, where it has no contact form.
const CONTACT_PAGE: &str = "contact";

const PAYLOAD: &str = "/_payload.json";

/// True for the data of a page: programs read it, so its errors are documents.
pub fn is_data(path: &str) -> bool {
    path.ends_with(PAYLOAD) || path.ends_with(fragment::SUFFIX)
}

/// The screen of a path, such as `/vacancies/:id`, also of its data; none for a file and for a wrong address.
pub fn route_of(path: &str) -> Option<&'static str> {
    if assets::is_asset(path) {
        return Some("/assets/*");
    }
    let (_, path) = split(path);
    let path = [PAYLOAD, fragment::SUFFIX]
        .iter()
        .find_map(|suffix| path.strip_suffix(suffix))
        .unwrap_or(path);
    pages::find(path).map(|(page, _)| page.path)
}

/// Fallback handler: every request that no other route matches.
pub async fn page(Extension(calls): Extension<Calls>, request: Request) -> Result<Response> {
    let (parts, _) = request.into_parts();
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return Err(Code::MethodNotAllowed.into());
    }
    let Some(site) = parts.extensions.get::<Site>().cloned() else {
        return Ok(assets::answer(&parts));
    };
    let whole = parts.uri.path();
    if let Some(path) = whole.strip_suffix(PAYLOAD) {
        return payload(&calls, &site, path, &parts).await;
    }
    if let Some(path) = whole.strip_suffix(fragment::SUFFIX) {
        return fragment_of(&calls, site, path, &parts).await;
    }
    if assets::is_file(whole) {
        return Ok(assets::answer(&parts));
    }
    if let Some(path) = site.tenant.preset.redirect_for(&site.host, whole) {
        return Ok(found_elsewhere(path));
    }
    let (prefix, path) = split(whole);
    if path == CONTACT_FORM {
        let address = path_in(language(&parts), CONTACT);
        return Ok(found_elsewhere(&address));
    }
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    let visit = Visit {
        site,
        locale: language(&parts),
        path: path.to_owned(),
        prefix,
        query,
        today: calls.today(),
        may_be_signed_in: cookie(&parts, session::COOKIE).is_some(),
    };
    visit.answer(&calls).await
}

struct Visit {
    site: Site,
    locale: Locale,
    path: String,
    /// Language in the address.
    prefix: Option<Locale>,
    query: Query,
    /// In the Netherlands.
    today: Date,
    /// Whether the request carries a session cookie. Not verified here: the client may be able to show what a visitor
    /// may not see.
    may_be_signed_in: bool,
}

impl Visit {
    async fn answer(mut self, calls: &Calls) -> Result<Response> {
        let branding = Branding::of(&self.site).await?;
        let Some((page, params)) = known(&self.path, &self.site) else {
            return self.failed(calls, &branding, StatusCode::NOT_FOUND).await;
        };
        let (page, locale, mut documents) = read(
            calls,
            &self.site,
            (page, &params),
            (&self.query, self.prefix, self.locale),
        )
        .await;
        self.locale = locale;
        let status = status_of(page, &documents);
        if let Some(path) = self.own_path(page, &documents) {
            return Ok(moved_for_good(&path));
        }
        let is_unseen = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
        if let Some(place) = documents
            .first()
            .and_then(|first| self.moved(&params, first))
        {
            return Ok(found_elsewhere(&place));
        }
        if status == StatusCode::NOT_FOUND
            && let Some(path) = self.contact_page(calls, page).await
        {
            return Ok(found_elsewhere(&path));
        }
        let code = documents.first().and_then(|first| first.code);
        let is_expired = code == Some(Code::LinkExpired);
        if status != StatusCode::OK && (is_expired || !(self.may_be_signed_in && is_unseen)) {
            let code = code.filter(|_| matches!(page.view, View::Content(_)));
            return self.failed_with(calls, &branding, (status, code)).await;
        }
        let is_shown = status == StatusCode::OK;
        let (head, content) = if is_shown {
            self.written(&branding, page, &documents)?
        } else {
            // Possibly the visitor's own draft: rendered without content, for the client to load.
            let scene = self.scene(&branding, &pages::PLAIN, &[]);
            content::write(&scene)?
        };
        documents.push(calls.shared(&self.site, pages::CENTER).await);
        let served =
            (is_shown && page.view.is_served()).then(|| fragment::told(&self.asked_path(), &head));
        // What is in the HTML already is not sent a second time.
        let needed = match &served {
            Some(_) => documents.last().map_or(&[][..], std::slice::from_ref),
            None => &documents,
        };
        let content = (content.as_str(), served.as_ref());
        let html = shell::page(&self.site, &branding, self.locale, &head, content, needed)?;
        let keep = keep_of(&documents, branding.keep.clone());
        let mut response = self.html(&branding, status, html);
        if page.view == View::Search
            && let Some(results) = documents.first().and_then(PageData::has_results)
        {
            response.extensions_mut().insert(results);
        }
        if let Some(keep) = keep.filter(|_| status == StatusCode::OK) {
            response.extensions_mut().insert(keep);
        }
        Ok(response)
    }

    /// The path as it was asked for, with the language that it begins with.
    fn asked_path(&self) -> String {
        match self.prefix {
            None => self.path.clone(),
            Some(locale) => format!("/{}{}", locale.as_str(), self.path.trim_end_matches('/')),
        }
    }

    /// Without a contact form the address of it leads to the page about contact, where the centre has one.
    async fn contact_page(&self, calls: &Calls, page: &Page) -> Option<String> {
        let is_contact =
            page.view == View::Form && matches!(self.path.as_str(), CONTACT | "/forms");
        if !is_contact {
            return None;
        }
        let address = content_page::address(CONTACT_PAGE, self.locale, &Query::default());
        let found = calls.get(&self.site, &address).await;
        found
            .is_found()
            .then(|| path_in(self.locale, &format!("/{CONTACT_PAGE}")))
    }

    /// The address of a page of the centre, where this is another one: a former one, or that of another kind.
    fn own_path(&self, page: &Page, documents: &[PageData]) -> Option<String> {
        if !matches!(page.view, View::Content(_)) {
            return None;
        }
        let first = documents.first()?;
        let here = path_in(self.locale, self.path.trim_end_matches('/'));
        let here = if here.is_empty() { "/" } else { &here };
        if let Some(moved) = &first.moved_to {
            let path = moved.get("path")?.as_str()?;
            return (path != here).then(|| path.to_owned());
        }
        let document: serde_json::Value = serde_json::from_slice(&first.body).ok()?;
        let own = content_page::path_of(&document)?;
        let path = match content_page::foreign_locale(&document, self.locale) {
            // Not translated: at its own address, under the reader's menu.
            Some(_) => &path_in(self.locale, split(own).1),
            None => own,
        };
        if path == here {
            return None;
        }
        Some(match self.query.get("preview_token") {
            Some(token) => format!("{path}?preview_token={token}"),
            None => path.to_string(),
        })
    }

    /// The address of the same page of what stands in the place of its row: on this site or on that of another centre.
    fn moved(&self, params: &Params, first: &PageData) -> Option<String> {
        if first.status != StatusCode::GONE {
            return None;
        }
        let moved = first.moved_to.as_ref()?;
        let word = |name: &str| moved.get(name).and_then(serde_json::Value::as_str);
        let (origin, new_id, id) = (word("origin")?, word("id")?, params.get("id")?);
        let path = self.path.strip_suffix(id)?;
        let path = path_in(self.locale, &format!("{path}{new_id}"));
        Some(format!("{origin}{path}"))
    }

    fn scene<'s>(
        &'s self,
        branding: &'s Branding,
        page: &'static Page,
        documents: &'s [PageData],
    ) -> PageContext<'s> {
        PageContext {
            site: &self.site,
            branding,
            locale: self.locale,
            page,
            path: &self.path,
            today: self.today,
            query: &self.query,
            documents,
        }
    }

    fn written(
        &self,
        branding: &Branding,
        page: &'static Page,
        documents: &[PageData],
    ) -> Result<(Head, String)> {
        content::write(&self.scene(branding, page, documents))
    }

    /// Error screen inside the client's shell: 404 for an unknown path, 410 for a deleted resource.
    async fn failed(
        &self,
        calls: &Calls,
        branding: &Branding,
        status: StatusCode,
    ) -> Result<Response> {
        self.failed_with(calls, branding, (status, None)).await
    }

    async fn failed_with(
        &self,
        calls: &Calls,
        branding: &Branding,
        (status, code): (StatusCode, Option<Code>),
    ) -> Result<Response> {
        let documents = [calls.shared(&self.site, pages::CENTER).await];
        let (title, content) = errors::screen(Some(branding), self.locale, status.as_u16(), code)?;
        let head = Head {
            title,
            path: self.path.clone(),
            ..Head::default()
        };
        let content = (content.as_str(), None);
        let html = shell::page(
            &self.site,
            branding,
            self.locale,
            &head,
            content,
            &documents,
        )?;
        Ok(self.html(branding, status, html))
    }

    fn html(&self, branding: &Branding, status: StatusCode, html: String) -> Response {
        let etag = assets::etag_of(html.as_bytes());
        let mut response = Response::new(Body::from(html));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        let has_analytics = branding.profile("gtag_id").is_some();
        page_headers::describe(
            headers,
            self.locale,
            has_analytics,
            &branding.picture_hosts(),
        );
        headers.insert(header::ETAG, etag);
        response
    }
}

/// The language of a page. One of a centre's own is in that of its address, whatever a visitor chose before: the other
/// language has another address.
fn locale_of(page: &Page, prefix: Option<Locale>, chosen: Locale) -> Locale {
    match page.view {
        View::Content(_) => prefix.unwrap_or_default(),
        _ => chosen,
    }
}

/// The page, its language and its data. A page that nobody translated is read under the menu that a visitor chose.
async fn read(
    calls: &Calls,
    site: &Site,
    of: (&'static Page, &Params),
    (query, prefix, chosen): (&Query, Option<Locale>, Locale),
) -> (&'static Page, Locale, Vec<PageData>) {
    let locale = locale_of(of.0, prefix, chosen);
    let (page, documents) = opened(calls, site, of, (query, locale)).await;
    let is_foreign = locale != chosen
        && documents.first().is_some_and(|first| {
            serde_json::from_slice(&first.body)
                .is_ok_and(|document| content_page::foreign_locale(&document, chosen).is_some())
        });
    if is_foreign {
        let (page, documents) = opened(calls, site, of, (query, chosen)).await;
        if documents.first().is_some_and(PageData::is_found) {
            return (page, chosen, documents);
        }
    }
    (page, locale, documents)
}

/// The page and its data. A centre's own home page stands before the one that every centre has.
async fn opened(
    calls: &Calls,
    site: &Site,
    (page, params): (&'static Page, &Params),
    (query, locale): (&Query, Locale),
) -> (&'static Page, Vec<PageData>) {
    static OWN_HOME: Page = pages::OWN_HOME;
    let asked_with = (locale, site.features());
    if page.view == View::HomeCenter {
        let addresses = page_documents::addresses(OWN_HOME.view, params, query, asked_with);
        let documents = calls.first_data(site, &addresses).await;
        if documents.iter().all(PageData::is_found) {
            return (&OWN_HOME, documents);
        }
    }
    let addresses = page_documents::addresses(page.view, params, query, asked_with);
    (page, calls.first_data(site, &addresses).await)
}

/// Looks up the page for a path.
fn known(path: &str, site: &Site) -> Option<(&'static Page, Params)> {
    let is_known = |page: &Page| page.is_there() && page.is_on(site.features());
    pages::find(path).filter(|(page, _)| is_known(page))
}

/// Status of the page, derived from its first document: 410 for a deleted one, 503 for a server error of the API, 404
/// for any other failure.
fn status_of(page: &Page, documents: &[PageData]) -> StatusCode {
    let first = documents
        .first()
        .filter(|_| page.view.hangs_on_its_document());
    match first.map(|document| document.status) {
        // An organisation that is not on the social map has its own page only.
        Some(StatusCode::OK)
            if page.view == View::SocialMapOrganization
                && first.is_some_and(|document| {
                    document.flat().pointer("/data/on_social_map") != Some(&true.into())
                }) =>
        {
            StatusCode::NOT_FOUND
        }
        None | Some(StatusCode::OK) => StatusCode::OK,
        Some(StatusCode::GONE) => StatusCode::GONE,
        Some(status) if status.is_server_error() => StatusCode::SERVICE_UNAVAILABLE,
        Some(_) => StatusCode::NOT_FOUND,
    }
}

/// What stands in the `<main>` of a page, for the app. Redirects as the page does, to the fragment of the other address;
/// what is not there is an error document, as a program reads it.
async fn fragment_of(calls: &Calls, site: Site, path: &str, parts: &Parts) -> Result<Response> {
    let (prefix, path) = split(if path.is_empty() { "/" } else { path });
    let (page, params) = known(path, &site).ok_or(Code::NotFound)?;
    let visit = Visit {
        locale: prefix.unwrap_or_else(|| language(parts)),
        path: path.to_owned(),
        prefix,
        query: Query::parse(parts.uri.query().unwrap_or_default()),
        today: calls.today(),
        may_be_signed_in: false,
        site,
    };
    let asked = (&visit.query, prefix, visit.locale);
    let (page, locale, documents) = read(calls, &visit.site, (page, &params), asked).await;
    let visit = Visit { locale, ..visit };
    if !page.view.is_served() {
        return Err(Code::NotFound.into());
    }
    if let Some(path) = visit.own_path(page, &documents) {
        return Ok(moved_for_good(&fragment::address_of(&path)));
    }
    match status_of(page, &documents) {
        StatusCode::OK => {}
        status => {
            let code = documents.first().and_then(|first| first.code);
            return Err(code
                .unwrap_or(match status {
                    StatusCode::GONE => Code::Gone,
                    StatusCode::SERVICE_UNAVAILABLE => Code::Internal,
                    _ => Code::NotFound,
                })
                .into());
        }
    }
    let branding = Branding::of(&visit.site).await?;
    let scene = visit.scene(&branding, page, &documents);
    let body = fragment::write(&scene, &visit.asked_path())?;
    let keep = keep_of(&documents, branding.keep.clone());
    Ok(as_data(body, keep))
}

async fn payload(calls: &Calls, site: &Site, path: &str, parts: &Parts) -> Result<Response> {
    let (prefix, path) = split(if path.is_empty() { "/" } else { path });
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    let (page, params) = known(path, site).ok_or(Code::NotFound)?;
    let asked = (&query, prefix, prefix.unwrap_or_else(|| language(parts)));
    let (page, _, mut documents) = read(calls, site, (page, &params), asked).await;
    if matches!(page.view, View::Content(_)) && status_of(page, &documents) == StatusCode::NOT_FOUND
    {
        return Err(Code::NotFound.into());
    }
    documents.push(calls.shared(site, pages::CENTER).await);
    let body = shell::payload(&documents);
    let keep = keep_of(&documents, site.tenant.keep(&[]));
    Ok(as_data(body, keep))
}

/// JSON that is as private, and kept as long, as the page it belongs to.
fn as_data(body: String, keep: Option<CachePolicy>) -> Response {
    let etag = assets::etag_of(body.as_bytes());
    let mut response = Body::from(body).into_response();
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    response.headers_mut().insert(header::ETAG, etag);
    if let Some(keep) = keep {
        response.extensions_mut().insert(keep);
    }
    response
}

fn moved_for_good(path: &str) -> Response {
    let mut response = found_elsewhere(path);
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    response
}

fn found_elsewhere(path: &str) -> Response {
    let location: (HeaderName, String) = (header::LOCATION, path.to_owned());
    (
        StatusCode::FOUND,
        [location, (header::CACHE_CONTROL, "no-cache".to_owned())],
    )
        .into_response()
}
