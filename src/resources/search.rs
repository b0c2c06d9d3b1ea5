//! `GET /search`: one question over several types, each found by its own list under the rules of that list. The site's
//! groups are what visitors see, whoever asks; those of the work are what the actor works with.

use axum::http::Method;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::activity::Activity;
use super::application::Application;
use super::form::Form;
use super::organization::Organization;
use super::page::published::address_of;
use super::page::{Page, PublishedPage};
use super::user::User;
use super::vacancy::Vacancy;
use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, Action, action};
use crate::base::locale::Locale;
use crate::error::{Code, Error, Reason, Result};
use crate::http::routes::{AllOf, Described, Input, Routes, Typed};
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::{Document, Query, Resource, table};
use crate::search::text::{normalise, without_markup};

/// Rows of a group where no number is asked for, and the most.
const USUAL: u32 = 5;
const MOST: u32 = 50;
/// Characters of a question.
pub const LONGEST: usize = 200;
/// Characters of an excerpt.
const EXCERPT: usize = 180;
/// Characters of an excerpt that stand before the word that was found.
const BEFORE: usize = 60;
/// Letters by which a word of the question is recognised in a text, whatever its ending.
const STEM: usize = 5;

/// What a search found of one type.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SearchGroupAttributes {
    /// How many there are.
    total: u64,
    /// Screen with all of them, without the prefix of the language. None for a group of the work.
    path: Option<String>,
    results: Vec<SearchResult>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SearchResult {
    id: String,
    title: String,
    /// What tells it apart: its organisation and place, an email address.
    hint: Option<String>,
    /// Plain text, around the words that were found.
    excerpt: Option<String>,
    /// When it was published: of news only.
    published_at: Option<String>,
    /// Screen of the result, without the prefix of the language.
    path: String,
}

impl Typed for SearchGroupAttributes {
    const TYPE: &'static str = "search_groups";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/search", search)
        .named("search", "Searches several types at once")
        .query_parameters(&["locale", "page[size]", "q", "scope", "types"])
        .answers(Described::json::<AllOf<SearchGroupAttributes>>(200))
        .refuses(&[400, 401])
}

/// What is asked for.
struct Question {
    text: String,
    locale: Locale,
    size: u32,
}

/// Types of the site and of the work, in the order of the groups.
const SITE: [&str; 5] = [
    "vacancies",
    "activities",
    "organizations",
    "pages",
    "news_items",
];
const WORK: [&str; 7] = [
    "users",
    "applications",
    "vacancies",
    "activities",
    "organizations",
    "pages",
    "forms",
];

type Seeker = Access<VolunteerCenter, action::Read>;

/// `q`, `types` (all that there are in the scope), `scope` (`site` or `work`), `locale` (`nl` or `en`) and `page[size]`.
/// Groups without results are left out, and those of a type that the actor has no list of.
async fn search(access: Seeker, (): (), input: Input<()>) -> Result<Document> {
    let query = &input.query;
    let is_work = match query.get("scope") {
        None | Some("site") => false,
        Some("work") => true,
        Some(_) => return Err(Error::not_one_of("scope", &["site", "work"])),
    };
    if is_work && access.ctx().principal.is_none() {
        return Err(Code::NotSignedIn.into());
    }
    let known: &[&'static str] = if is_work { &WORK } else { &SITE };
    let types = types_of(query, known)?;
    let question = Question::of(query)?;
    let mut data = Vec::new();
    let mut policy: Option<CachePolicy> = None;
    for each in types {
        let Some((group, keep)) = group(&access, (is_work, each), &question).await? else {
            continue;
        };
        if group.total > 0 {
            data.push(json!({
                "type": SearchGroupAttributes::TYPE,
                "id": each,
                "attributes": group,
            }));
        }
        match (&mut policy, keep) {
            (Some(policy), Some(keep)) => policy.join(keep),
            (policy @ None, keep) => *policy = keep,
            (Some(_), None) => {}
        }
    }
    let document = Document::of(&json!({ "data": data }));
    // Of the work nothing is shared between people.
    Ok(document.keep(policy.filter(|_| !is_work)))
}

fn types_of(query: &Query, known: &[&'static str]) -> Result<Vec<&'static str>> {
    let Some(asked) = query.get("types") else {
        return Ok(known.to_vec());
    };
    let asked: Vec<&str> = asked.split(',').map(str::trim).collect();
    if asked.iter().any(|name| !known.contains(name)) {
        return Err(Error::not_one_of("types", known));
    }
    let chosen = known.iter().filter(|name| asked.contains(name));
    Ok(chosen.copied().collect())
}

impl Question {
    fn of(query: &Query) -> Result<Self> {
        let text = query.get("q").unwrap_or_default().trim().to_owned();
        if text.chars().count() > LONGEST {
            return Err(Error::unreadable(Reason::TextTooLong)
                .with("name", "q")
                .with("max", LONGEST));
        }
        let locale = match query.get("locale") {
            None => Locale::Nl,
            Some(word) => {
                Locale::parse(word).ok_or_else(|| Error::not_one_of("locale", &["nl", "en"]))?
            }
        };
        let size = match query.get("page[size]") {
            None => USUAL,
            Some(size) => size
                .parse()
                .ok()
                .filter(|size| (1..=MOST).contains(size))
                .ok_or_else(|| Error::not_one_of("page[size]", &["1 … 50"]))?,
        };
        Ok(Self { text, locale, size })
    }

    /// Whether a list can be asked: every text has nothing in it.
    fn is_empty(&self) -> bool {
        normalise(&self.text).is_empty()
    }

    /// The list of a type with these words. `more` are further parameters.
    fn list(&self, more: &[(&str, &str)]) -> Query {
        let query = Query::default()
            .with("filter[q]", &self.text)
            .with("page[size]", &self.size.to_string());
        more.iter()
            .fold(query, |query, (name, value)| query.with(name, value))
    }
}

/// One group, with whose changes it ends. None where the actor has no such list.
#[expect(clippy::too_many_lines, reason = "one arm for each type")]
async fn group(
    access: &Seeker,
    (is_work, name): (bool, &'static str),
    question: &Question,
) -> Result<Option<(SearchGroupAttributes, Option<CachePolicy>)>> {
    if question.is_empty() {
        return Ok(None);
    }
    let locale = question.locale;
    let found = match (is_work, name) {
        (false, "vacancies") => {
            let fields = "title,summary,description,organization_name,city";
            let query = [("fields[vacancies]", fields), ("sort", "relevance")];
            on_site::<Vacancy>(access, question, &query).await?
        }
        (false, "activities") => {
            let query = [
                (
                    "fields[activities]",
                    "title,slug,summary,description,organization_name,city",
                ),
                ("filter[upcoming_eq]", "true"),
            ];
            on_site::<Activity>(access, question, &query).await?
        }
        (false, "organizations") => {
            let fields = "name,description,city,on_social_map";
            let query = [("fields[organizations]", fields), ("sort", "relevance")];
            on_site::<Organization>(access, question, &query).await?
        }
        (false, "pages" | "news_items") => {
            let kinds = match name {
                "pages" => "default",
                _ => "news,success_story",
            };
            let query = [
                (
                    "fields[published_pages]",
                    "title,slug,page_type,summary,published_at",
                ),
                ("filter[locale_eq]", locale.as_str()),
                ("filter[page_type_in]", kinds),
                ("sort", "relevance"),
            ];
            on_site::<PublishedPage>(access, question, &query).await?
        }
        (true, "users") => {
            let query = [("fields[users]", "full_name,email")];
            at_work::<User, action::List>(access, question, &query).await?
        }
        (true, "applications") => {
            let query = [
                ("fields[applications]", "name,vacancy_title"),
                ("filter[mine_eq]", "false"),
                ("sort", "-created_at"),
            ];
            at_work::<Application, action::Read>(access, question, &query).await?
        }
        (true, "vacancies") => {
            let query = [
                ("fields[vacancies]", "title,organization_name,city"),
                ("filter[mine_eq]", "true"),
                ("sort", "relevance"),
            ];
            at_work::<Vacancy, action::Manage>(access, question, &query).await?
        }
        (true, "activities") => {
            let query = [
                ("fields[activities]", "title,organization_name,city"),
                ("filter[mine_eq]", "true"),
            ];
            at_work::<Activity, action::Manage>(access, question, &query).await?
        }
        (true, "organizations") => {
            let query = [
                ("fields[organizations]", "name,city"),
                ("sort", "relevance"),
            ];
            at_work::<Organization, action::Approve>(access, question, &query).await?
        }
        (true, "pages") => {
            let query = [("fields[pages]", "title,slug,page_type,path")];
            at_work::<Page, action::Read>(access, question, &query).await?
        }
        (true, "forms") => {
            let query = [("fields[forms]", "title,title_en")];
            at_work::<Form, action::Read>(access, question, &query).await?
        }
        _ => None,
    };
    let Some(document) = found else {
        return Ok(None);
    };
    let told: Value = serde_json::from_slice(&document.body)?;
    let rows = told.get("data").and_then(Value::as_array);
    let mut results: Vec<SearchResult> = rows
        .into_iter()
        .flatten()
        .filter_map(|row| result(row, (is_work, name), question))
        .collect();
    if matches!((is_work, name), (false, "pages" | "news_items")) {
        add_excerpts(access, &mut results, question).await?;
    }
    let total = told.pointer("/meta/total").and_then(Value::as_u64);
    Ok(Some((
        SearchGroupAttributes {
            total: total.unwrap_or(results.len() as u64),
            path: (!is_work).then(|| screen_of(name, &question.text)),
            results,
        },
        document.keep,
    )))
}

fn path_of<R: Resource>() -> String {
    format!("/api/v1/{}", R::TYPE)
}

async fn on_site<R: Resource>(
    access: &Seeker,
    question: &Question,
    more: &[(&str, &str)],
) -> Result<Option<Document>> {
    let found = match access.visiting::<R>() {
        Ok(list) => list.list(&path_of::<R>(), question.list(more)).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(found) => Ok(Some(found)),
        // That part of the product is switched off here.
        Err(error) if error.is(Code::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// None for who may not do this to any row, and where the list is closed to the session or switched off.
async fn at_work<R: Resource, A: Action>(
    access: &Seeker,
    question: &Question,
    more: &[(&str, &str)],
) -> Result<Option<Document>> {
    let path = path_of::<R>();
    let principal = access.ctx().principal.as_ref();
    let is_impersonating = principal.is_some_and(|principal| principal.impersonation.is_some());
    let open = table::<R>().session_access;
    if is_impersonating && !open.opens_to_impersonator(R::TYPE, ("GET", path.as_str())) {
        return Ok(None);
    }
    match access.beside::<R, A>() {
        Ok(list) => Ok(Some(list.list(&path, question.list(more)).await?)),
        Err(refusal)
            if matches!(
                refusal.code(),
                Code::Forbidden | Code::NotSignedIn | Code::NotFound
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The screen with all results of a type.
fn screen_of(name: &str, text: &str) -> String {
    let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
    if name == "vacancies" {
        format!("/vacancies/search?q={text}")
    } else {
        format!("/zoeken?q={text}&types={name}")
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each type")]
fn result(row: &Value, (is_work, name): (bool, &str), question: &Question) -> Option<SearchResult> {
    let id = row.get("id")?.as_str()?.to_owned();
    let text = |field: &str| {
        let text = row.get("attributes")?.get(field)?.as_str()?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let joined = |fields: [&str; 2]| {
        let told: Vec<String> = fields.into_iter().filter_map(text).collect();
        (!told.is_empty()).then(|| told.join(", "))
    };
    let flag = |field: &str| row.get("attributes")?.get(field)?.as_bool();
    let may_update = row
        .pointer("/meta/can")
        .and_then(Value::as_array)
        .is_some_and(|can| can.iter().any(|verb| verb == "update"));
    let about = |fields: &[&str]| {
        let text = fields.iter().find_map(|field| text(field))?;
        Some(excerpt(&without_markup(&text), &question.text))
    };
    let kind = text("page_type").unwrap_or_default();
    let (title, hint, excerpt, path) = match (is_work, name) {
        (false, "vacancies") => (
            text("title"),
            joined(["organization_name", "city"]),
            about(&["summary", "description"]),
            format!("/vacancies/{id}"),
        ),
        (false, "activities") => (
            text("title"),
            joined(["organization_name", "city"]),
            about(&["summary", "description"]),
            format!(
                "/activiteitenkalender/{id}-{}",
                text("slug").unwrap_or_default()
            ),
        ),
        (false, "organizations") => (
            text("name"),
            text("city"),
            about(&["description"]),
            match flag("on_social_map") {
                Some(true) => format!("/sociale-kaart/{id}"),
                _ => format!("/organizations/{id}"),
            },
        ),
        (false, _) => (
            text("title"),
            None,
            about(&["summary"]),
            address_of(&text("slug").unwrap_or_default(), &kind),
        ),
        (true, "users") => {
            let (name, email) = (text("full_name"), text("email"));
            let hint = email.clone().filter(|_| name.is_some());
            (name.or(email), hint, None, format!("/users/{id}"))
        }
        (true, "applications") => (
            text("name"),
            text("vacancy_title"),
            None,
            format!("/applications/{id}"),
        ),
        (true, "vacancies") => (
            text("title"),
            joined(["organization_name", "city"]),
            None,
            if may_update {
                format!("/vacancies/{id}/edit")
            } else {
                format!("/vacancies/{id}")
            },
        ),
        (true, "activities") => (
            text("title"),
            joined(["organization_name", "city"]),
            None,
            format!("/activiteitenkalender/overzicht/{id}"),
        ),
        (true, "organizations") => (
            text("name"),
            text("city"),
            None,
            format!("/organizations/{id}"),
        ),
        (true, "pages") => (
            text("title"),
            text("path"),
            None,
            format!("/content/pages/{id}/edit"),
        ),
        (true, _) => {
            let title = match question.locale {
                Locale::En => text("title_en").or_else(|| text("title")),
                Locale::Nl => text("title"),
            };
            (title, None, None, format!("/form_builder/{id}"))
        }
    };
    Some(SearchResult {
        published_at: text("published_at").filter(|_| kind == "news" || kind == "success_story"),
        title: title.unwrap_or_else(|| id.clone()),
        id,
        hint,
        excerpt,
        path,
    })
}

/// From the blocks of the pages that have no summary.
async fn add_excerpts(
    access: &Seeker,
    results: &mut [SearchResult],
    question: &Question,
) -> Result<()> {
    let without = results.iter().filter(|result| result.excerpt.is_none());
    let ids: Vec<i64> = without
        .filter_map(|result| result.id.parse().ok())
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    let texts: Vec<(i64, Option<String>)> = access
        .read(move |connection| {
            let mut statement = connection.prepare_cached(
                "select id, body from published_pages_texts where id in (select value from json_each(?1))",
            )?;
            let rows = statement.query_map([serde_json::to_string(&ids)?], |row| row.try_into())?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
        .await?;
    for (id, body) in texts {
        let id = id.to_string();
        let found = results.iter_mut().find(|result| result.id == id);
        if let (Some(result), Some(body)) = (found, body) {
            result.excerpt = Some(excerpt(&body, &question.text));
        }
    }
    Ok(())
}

/// The part of a text around the first word of the question that stands in it, else its beginning.
fn excerpt(text: &str, asked: &str) -> String {
    let stems: Vec<String> = normalise(asked)
        .split(' ')
        .filter(|word| word.len() > 2)
        .map(|word| word.chars().take(STEM).collect())
        .collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_asked = |word: &&str| {
        let folded = normalise(word);
        stems.iter().any(|stem| folded.starts_with(stem.as_str()))
    };
    let at = words.iter().position(is_asked).unwrap_or_default();
    let mut start = at;
    let mut before = 0;
    for word in words.get(..at).unwrap_or_default().iter().rev() {
        before += word.chars().count() + 1;
        if before > BEFORE {
            break;
        }
        start -= 1;
    }
    // What nearly fits before it stands there whole.
    let mut out = String::from(if start > 0 { "… " } else { "" });
    let mut length = 0;
    for (number, word) in words.get(start..).unwrap_or_default().iter().enumerate() {
        length += word.chars().count() + 1;
        if length > EXCERPT {
            out.push_str(" …");
            break;
        }
        if number > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_stands_around_the_word_that_was_found() {
        let long = format!(
            "{} De taalmaatjes komen elke week. {}",
            "Zo is het. ".repeat(30),
            "En dan. ".repeat(60)
        );
        let found = excerpt(&long, "Taalmaatje gezocht");
        assert!(found.starts_with("… ") && found.ends_with(" …"), "{found}");
        assert!(found.contains("De taalmaatjes komen"), "{found}");
        assert!(found.chars().count() <= EXCERPT + 4, "{found}");
    }

    #[test]
    fn a_short_text_and_one_without_the_words_are_shown_from_their_beginning() {
        assert_eq!(excerpt("Kom langs.", "taal"), "Kom langs.");
        assert_eq!(excerpt("", "taal"), "");
        assert!(excerpt(&"woord ".repeat(90), "taal").starts_with("woord"));
    }

    #[test]
    fn all_results_stand_on_a_screen_of_their_own() {
        assert_eq!(
            screen_of("vacancies", "a & b"),
            "/vacancies/search?q=a%20%26%20b"
        );
        assert_eq!(screen_of("pages", "zorg"), "/zoeken?q=zorg&types=pages");
    }
}
