//! Server-rendered HTML of a page: what clients without JavaScript get, and everybody else until the client has loaded.
//! Uses the client's class names, to avoid layout shift when it takes over.

use minijinja::{Value, context};
use serde_json::{Value as Json, json};

use super::activity;
use super::assets;
use super::calendar;
use super::content_page;
use super::forms;
use super::help_requests;
use super::legal;
use super::organization;
use super::page_context::{PageContext, SEARCH, pager, sanitised, told};
use super::pages::View;
use super::schema_org;
use super::search::Search;
use super::search_all;
use super::share_picture;
use super::shell::{Head, fill};
use super::social_map;
use super::subscribe;
use crate::base::locale::Locale;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::resources::vacancy::VacancyStatus;
use crate::web::i18n;
use crate::web::layout;
use crate::web::search_filters;
use crate::web::vacancy_card::{Kinds, card, lang_of, name_field};
use crate::web::vacancy_contact;
use crate::web::vacancy_practical;

const CATEGORIES_SHOWN: usize = 8;

/// Renders the page's HTML and the metadata for its head.
pub fn write(page_context: &PageContext) -> Result<(Head, String)> {
    let (head, template, values) = parts(page_context);
    Ok((head, fill(template, values)?))
}

/// Metadata of the page, its template, and what that is filled with.
pub fn parts(page_context: &PageContext) -> (Head, &'static str, Value) {
    let mut head = Head {
        title: i18n::title(page_context.locale, page_context.page.key).to_owned(),
        description: i18n::description(page_context.locale, page_context.page.key).to_owned(),
        path: page_context.path.to_owned(),
        is_listed: page_context.page.is_listed(),
        is_white: matches!(
            page_context.page.view,
            View::HomeCenter | View::Content(_) | View::News
        ) || page_context.page.is_white,
        screen: page_context
            .page
            .view
            .screen()
            .map(assets::screen)
            .unwrap_or_default(),
        ..Head::default()
    };
    let (template, own) = match page_context.page.view {
        View::HomeCenter => ("home.html", home(page_context, &mut head)),
        View::Search => ("search.html", search(page_context, &mut head)),
        View::SearchAll => ("search-all.html", search_all::page(page_context, &mut head)),
        View::Vacancy => ("vacancy.html", vacancy(page_context, &mut head)),
        View::Organization => (
            "organization.html",
            organization::of(page_context, &mut head, organization::Frame::Own),
        ),
        View::SocialMap => ("social-map.html", social_map::list(page_context, &mut head)),
        View::SocialMapOrganization => (
            "organization.html",
            organization::of(page_context, &mut head, organization::Frame::SocialMap),
        ),
        View::Calendar => ("calendar.html", calendar::page(page_context, &mut head)),
        View::Subscribe => ("subscribe.html", subscribe::page(page_context, &mut head)),
        View::Activity => ("activity.html", activity::of(page_context, &mut head)),
        View::HelpRequests => (
            "help-requests.html",
            help_requests::list(page_context, &mut head),
        ),
        View::Form => ("form.html", forms::of(page_context, &mut head)),
        View::Legal => ("legal.html", legal::of(page_context, page_context.page.key)),
        View::LegalText(kind) => {
            // What no longer holds is read by who looks for it.
            head.is_listed &= legal::edition_of(page_context.query).is_none();
            ("legal.html", legal::edition(page_context, kind))
        }
        View::Content(_) => content_page::of(page_context, &mut head),
        View::News => (
            "news-list.html",
            content_page::news(page_context, &mut head),
        ),
        View::Plain => (
            "plain.html",
            context! { title => head.title.as_str(), description => head.description.as_str() },
        ),
    };
    let values = context! { ..own, ..layout::of(page_context) };
    (head, template, values)
}

fn home(page_context: &PageContext, head: &mut Head) -> Value {
    let kinds = Kinds::of(&page_context.document(1));
    let vacancies = page_context.cards(&page_context.document(0), &kinds);
    head.json_ld = Some(schema_org::center(page_context));
    let locale = page_context.locale;
    let tiles: Vec<Json> = kinds
        .list()
        .filter_map(|kind| {
            let id = kind.get("id")?.as_str()?;
            let count = kind
                .get("count")
                .and_then(Json::as_u64)
                .filter(|count| *count > 0)?;
            Some(json!({
                "name": kind.get(name_field(locale))?,
                "icon": kind.get("icon"),
                "count": i18n::counted(i18n::home, locale, "count", count),
                "href": page_context.href(&format!("{SEARCH}?types={id}")),
            }))
        })
        .take(CATEGORIES_SHOWN)
        .collect();
    let total = page_context
        .document(0)
        .pointer("/meta/total")
        .and_then(Json::as_u64)
        .unwrap_or_default();
    let (intro, all) = match total {
        0 => (
            i18n::home(locale, "lead_none").to_owned(),
            i18n::home(locale, "all_none").to_owned(),
        ),
        total => (
            i18n::counted(i18n::home, locale, "lead", total),
            i18n::counted(i18n::home, locale, "all", total),
        ),
    };
    let quick: Vec<Json> = ["once", "weekend", "no_experience"]
        .into_iter()
        .map(|tag| json!({"label": i18n::home(locale, &format!("quick/{tag}")), "href": page_context.href(&format!("{SEARCH}?tags={tag}"))}))
        .collect();
    let steps: Vec<Json> = ["step1", "step2", "step3"]
        .into_iter()
        .map(|step| json!({"title": i18n::home(locale, step), "text": i18n::home(locale, &format!("{step}_text"))}))
        .collect();
    context! {
        vacancies => told(vacancies), kinds => told(tiles), quick => told(if total > 0 { quick } else { Vec::new() }), steps => told(steps), intro, all,
        newest => page_context.href(&format!("{SEARCH}?sort=newest")),
        signup => page_context.href("/organizations/signup"),
        register => page_context.href("/signup"),
    }
}

fn search(page_context: &PageContext, head: &mut Head) -> Value {
    let search = Search::read(page_context.query);
    let document = page_context.document(0);
    let kinds = Kinds::of(&page_context.document(1));
    let vacancies = page_context.cards(&document, &kinds);
    let number = |name: &str| {
        document
            .pointer(&format!("/meta/{name}"))
            .and_then(Json::as_u64)
            .unwrap_or_default()
    };
    let total = number("total");
    let pages = u32::try_from(number("pages")).unwrap_or_default();
    // Narrowed searches are `noindex`; the full list and its pages are indexed.
    head.is_listed &= !search.is_narrowed();
    head.path = search.path(search.page);
    let found = if search.near.is_empty() {
        i18n::counted(i18n::public, page_context.locale, "search/results", total)
    } else {
        i18n::counted(
            i18n::public,
            page_context.locale,
            "search/results_near",
            total,
        )
        .replace("{{km}}", &search.radius.to_string())
    };
    // What only comes near is asked for with the first page of a question; nothing where enough means it.
    let related = match search.related_address() {
        Some(_) => page_context.cards(&page_context.document(5), &kinds),
        None => Vec::new(),
    };
    let others = [1, 2, 3, 4].map(|at| page_context.document(at));
    let filters = search_filters::of(page_context, &search, others.each_ref());
    context! {
        ..filters, ..context! {
        q => search.q.as_str(), near => search.near.as_str(), found, vacancies => told(vacancies),
        related => told(related), related_title => i18n::own(page_context.locale, "search_related"),
        pager => told(pager(page_context, (search.page, pages), |page| search.path(page))),
    } }
}

fn vacancy(page_context: &PageContext, head: &mut Head) -> Value {
    let document = page_context.document(0);
    let vacancy = document.get("data").unwrap_or(&Json::Null);
    let kinds = Kinds::of(&page_context.document(2));
    let text = |name: &str| {
        vacancy
            .get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty())
    };
    let status = text("status").and_then(VacancyStatus::parse);
    let is_open = status == Some(VacancyStatus::Published);
    let id = text("id").unwrap_or_default();
    let own = card(vacancy, &kinds, page_context.locale);
    head.title = owned(text("title"));
    head.description = owned(text("summary"));
    head.path = format!("/vacancies/{id}");
    let lang = lang_of(
        vacancy,
        &["title", "summary", "description"],
        page_context.locale,
    );
    let is_help_request = vacancy.get("is_help_request") == Some(&Json::Bool(true));
    head.is_listed &= is_open;
    // The stock drawings are no useful preview images: most sites do not render them.
    head.image = own
        .pointer("/image/src")
        .and_then(Json::as_str)
        .filter(|image| !image.starts_with("/img/"))
        .map(str::to_owned)
        .or_else(|| share_picture::path_of("vacancies", vacancy));
    // What a person asks for themselves is no job of an organisation.
    head.json_ld = (is_open && !is_help_request)
        .then(|| schema_org::vacancy(page_context, vacancy, head.image.as_deref()));
    let organization_page = text("organization_id")
        .filter(|_| !is_help_request)
        .map(|organization| page_context.href(&format!("/organizations/{organization}")));
    let closed = match status {
        Some(
            status @ (VacancyStatus::Filled | VacancyStatus::Expired | VacancyStatus::Archived),
        ) => Some(i18n::vacancy_notice(
            page_context.locale,
            &format!("closed/{}", status.as_str()),
        )),
        Some(VacancyStatus::Draft | VacancyStatus::Published | VacancyStatus::Deleted) | None => {
            None
        }
    };
    context! {
        vacancy => told(own),
        lang,
        written => lang.map(|lang| i18n::component(page_context.locale, &format!("written/{lang}"))),
        by => i18n::vacancy(page_context.locale, if is_help_request { "page/of" } else { "page/by" }).split("{{organization}}").collect::<Vec<_>>(),
        organization => text("organization_name"),
        organization_page,
        description => sanitised(text("description")),
        requirements => told(vacancy.get("requirements").cloned()),
        offer => told(text("offer").into_iter().flat_map(str::lines).filter(|line| !line.trim().is_empty()).collect::<Vec<_>>()),
        practical => told(vacancy_practical::facts(vacancy, page_context.locale)),
        promise => promise(vacancy, page_context.locale),
        is_open,
        closed,
        help => is_help_request.then(|| i18n::vacancy(page_context.locale, "page/help")),
        help_href => page_context.href(help_requests::PATH),
        apply_label => is_help_request.then(|| {
            let is_offer = vacancy.get("offers_help") == Some(&Json::Bool(true));
            let key = if is_offer { "page/apply_offer" } else { "page/apply_request" };
            i18n::vacancy(page_context.locale, key)
        }),
        similar_title => is_help_request.then(|| i18n::vacancy(page_context.locale, "page/similar_help")),
        apply => format!("{}?apply=1", page_context.href(&format!("/vacancies/{id}"))),
        contact => vacancy_contact::of(vacancy, page_context.locale),
        similar => told(page_context.cards(&page_context.document(1), &kinds)),
    }
}

/// Sentence about the organisation's response time.
fn promise(vacancy: &Json, locale: Locale) -> String {
    let days = vacancy
        .get("response_days")
        .and_then(Json::as_f64)
        .map(|days| days.ceil().max(1.0));
    let organization = vacancy
        .get("organization_name")
        .and_then(Json::as_str)
        .unwrap_or_default();
    match days {
        Some(days) => {
            let form = if days < 2.0 { "one" } else { "other" };
            i18n::vacancy(locale, &format!("page/promise_{form}"))
                .replace("{{organisation}}", organization)
                .replace("{{count}}", &format!("{days:.0}"))
        }
        None => i18n::vacancy(locale, "page/promise_none").to_owned(),
    }
}

fn owned(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_compiles_and_escapes() {
        for (name, _) in super::super::shell::TEMPLATES.templates() {
            fill(name, context! { title => "<i>" }).unwrap();
        }
        let plain = fill(
            "plain.html",
            context! { title => "<i>&", layout => "default" },
        )
        .unwrap();
        assert!(plain.contains("<h1>&lt;i&gt;&amp;</h1>"));
    }
}
