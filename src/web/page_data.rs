//! Data of a page: JSON:API documents, requested in-process as an anonymous visitor. Going through the API applies its
//! visibility rules to pages as well.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use jiff::civil::Date;
use serde_json::{Map, Value};
use tower::Service as _;

use crate::app::cache::response_cache::{AnswerKey, CacheEntry};
use crate::app::tenancy::request_target::Site;
use crate::base::clock::Clock;
use crate::base::working_days::local_date;
use crate::error::{Code, Error};
use crate::jsonapi::Query;
use crate::jsonapi::document::CachePolicy;
use crate::web::has_results::HasResults;

/// Maximum size in bytes of a document that is embedded in a page.
const LARGEST: usize = 512 * 1024;

/// In-process client of the API.
#[derive(Clone)]
pub struct Calls {
    api: Router,
    clock: Clock,
}

/// Response to one API call. `body` is a JSON:API document only with status 200.
pub struct PageData {
    pub address: String,
    pub status: StatusCode,
    pub body: Bytes,
    pub keep: Option<CachePolicy>,
    /// With status 410: what stands in its place, as the error says.
    pub moved_to: Option<Value>,
    /// Code of the error.
    pub code: Option<Code>,
}

impl Calls {
    pub fn new(api: Router, clock: Clock) -> Self {
        Self { api, clock }
    }

    /// The day in the Netherlands.
    pub fn today(&self) -> Date {
        local_date(&self.clock.text()).unwrap_or_default()
    }

    /// Requests `address` as an anonymous visitor of this site.
    pub async fn get(&self, site: &Site, address: &str) -> PageData {
        self.call(site, address).await.0
    }

    async fn call(&self, site: &Site, address: &str) -> (PageData, HeaderMap) {
        let missing = |status| {
            let data = PageData {
                address: address.to_owned(),
                status,
                body: Bytes::new(),
                keep: None,
                moved_to: None,
                code: None,
            };
            (data, HeaderMap::new())
        };
        let Ok(mut request) = Request::builder().uri(address).body(Body::empty()) else {
            return missing(StatusCode::NOT_FOUND);
        };
        request.extensions_mut().insert(site.clone());
        let response = match self.api.clone().call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status();
        let keep = response.extensions().get::<CachePolicy>().cloned();
        let error = response.extensions().get::<Error>();
        let code = error.map(Error::code);
        let moved_to = error.and_then(|error| error.meta("moved_to")).cloned();
        let (mut parts, body) = response.into_parts();
        // The length depends on the content coding that is sent.
        parts.headers.remove(header::CONTENT_LENGTH);
        match to_bytes(body, LARGEST).await {
            Ok(body) => {
                let data = PageData {
                    address: address.to_owned(),
                    status,
                    body,
                    keep,
                    moved_to,
                    code,
                };
                (data, parts.headers)
            }
            Err(_) => missing(StatusCode::PAYLOAD_TOO_LARGE),
        }
    }

    /// Like `get`, for documents that many pages share: from the response cache while it is valid.
    pub async fn shared(&self, site: &Site, address: &str) -> PageData {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let key = AnswerKey {
            center_id: site.center_id,
            origin: site.origin(),
            language: None,
            context: site.context,
            path: path.to_owned(),
            query: Query::parse(query).in_one_spelling(),
        };
        let now = self.clock.now().as_second();
        if let Some(kept) = site.tenant.lookup(&key, now) {
            return PageData {
                address: address.to_owned(),
                status: kept.status,
                body: kept.body.clone(),
                keep: Some(kept.policy().clone()),
                moved_to: None,
                code: None,
            };
        }
        let (data, headers) = self.call(site, address).await;
        if let Some(keep) = data.keep.clone().filter(|_| data.is_found()) {
            let entry = CacheEntry::new(data.status, headers, data.body.clone(), keep);
            site.tenant.keep_document(key, entry);
        }
        data
    }

    /// Requests several addresses; responses are in the order of `addresses`. The first is the page's own, the others
    /// are shared.
    pub async fn first_data(&self, site: &Site, addresses: &[String]) -> Vec<PageData> {
        let mut answers = Vec::with_capacity(addresses.len());
        for (index, address) in addresses.iter().enumerate() {
            answers.push(if index == 0 {
                self.get(site, address).await
            } else {
                self.shared(site, address).await
            });
        }
        answers
    }
}

impl PageData {
    /// Whether a list of vacancies has rows.
    pub fn has_results(&self) -> Option<HasResults> {
        let path = self.address.split('?').next().unwrap_or_default();
        HasResults::of(path, &self.body)
    }

    pub fn is_found(&self) -> bool {
        self.status == StatusCode::OK
    }

    /// The document with attributes and relationships flattened, as templates read it.
    pub fn flat(&self) -> Value {
        if !self.is_found() {
            return Value::Null;
        }
        serde_json::from_slice(&self.body).map_or(Value::Null, |document| flat(&document))
    }
}

/// Cache policy of a page: the intersection of its documents' policies. `None` if one of them must not be cached.
pub fn keep_of(answers: &[PageData], mut keep: CachePolicy) -> Option<CachePolicy> {
    for answer in answers {
        keep.join(answer.keep.clone()?);
    }
    Some(keep)
}

/// Converts a document to `{data, meta}` in which each resource is one object of id, attributes and related resources.
pub fn flat(document: &Value) -> Value {
    let empty = Vec::new();
    let included = document
        .get("included")
        .and_then(Value::as_array)
        .unwrap_or(&empty);
    let data = match document.get("data") {
        Some(Value::Array(list)) => list.iter().map(|one| object(one, included, 1)).collect(),
        Some(one @ Value::Object(_)) => object(one, included, 1),
        _ => Value::Null,
    };
    let mut out = Map::new();
    out.insert("data".to_owned(), data);
    out.insert(
        "meta".to_owned(),
        document.get("meta").cloned().unwrap_or_default(),
    );
    Value::Object(out)
}

fn object(one: &Value, included: &[Value], depth: u8) -> Value {
    let mut out = one
        .get("attributes")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    out.insert("id".to_owned(), one.get("id").cloned().unwrap_or_default());
    if depth > 0 {
        for (name, relation) in one
            .get("relationships")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let wanted = relation.get("data").unwrap_or(&Value::Null);
            let same = |other: &&Value| {
                other.get("type") == wanted.get("type") && other.get("id") == wanted.get("id")
            };
            if let Some(found) = included.iter().find(same).filter(|_| wanted.is_object()) {
                out.insert(name.clone(), object(found, included, depth - 1));
            }
        }
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn related_objects_stand_in_the_object() {
        let document = json!({
            "data": [{"type": "vacancies", "id": "1", "attributes": {"title": "a"},
                      "relationships": {"organization": {"data": {"type": "organizations", "id": "7"}}, "address": {"data": null}}}],
            "included": [{"type": "organizations", "id": "7", "attributes": {"name": "b"}}],
            "meta": {"total": 1},
        });
        let flat = flat(&document);
        assert_eq!(
            flat,
            json!({"data": [{"title": "a", "id": "1", "organization": {"name": "b", "id": "7"}}], "meta": {"total": 1}})
        );
    }
}
