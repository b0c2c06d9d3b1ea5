//! Whether a search found anything, for the counts of searches.

pub const VACANCIES: &str = "/api/v1/vacancies";

/// Goes along with the answer to a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HasResults(pub bool);

impl HasResults {
    /// None: no list of vacancies. `body` is a document as it is sent.
    pub fn of(path: &str, body: &[u8]) -> Option<Self> {
        let is_list = path == VACANCIES && body.starts_with(b"{\"data\":[");
        is_list.then(|| Self(!body.starts_with(b"{\"data\":[]")))
    }
}
