//! Which documents of the API a page starts from.

use super::activity;
use super::calendar::{self, CalendarSearch};
use super::content_page;
use super::help_requests;
use super::legal;
use super::pages::{Params, View};
use super::search::Search;
use super::search_all;
use super::social_map::SocialMapSearch;
use crate::base::locale::Locale;
use crate::jsonapi::query::Query;
use crate::presets::Features;

const TAXONOMIES: &str = "/api/v1/taxonomies";

/// API addresses that the client requests first on this page, spelled as the client spells them. What is switched off at
/// the site is not asked for.
pub fn addresses(
    view: View,
    params: &Params,
    query: &Query,
    (locale, features): (Locale, Features),
) -> Vec<String> {
    let id = params.get("id").unwrap_or_default();
    match view {
        View::HomeCenter => vec![
            "/api/v1/vacancies?include=organization&page[size]=6&sort=-published_at".to_owned(),
            format!("{TAXONOMIES}/activity_types"),
        ],
        View::Search => {
            let search = Search::read(query);
            let mut documents = vec![
                search.list_address(),
                format!("{TAXONOMIES}/activity_types"),
                search.facets_address(),
                format!("{TAXONOMIES}/tags"),
                format!("{TAXONOMIES}/age_groups"),
            ];
            documents.extend(search.related_address());
            documents
        }
        View::SearchAll => search_all::address(query, locale).into_iter().collect(),
        View::Vacancy => vec![
            format!("/api/v1/vacancies/{id}?include=organization,contact_person,address"),
            format!("/api/v1/vacancies/{id}/similar"),
            format!("{TAXONOMIES}/activity_types"),
            format!("{TAXONOMIES}/age_groups"),
        ],
        View::Organization | View::SocialMapOrganization => {
            let mut documents = vec![
                format!("/api/v1/organizations/{id}?include=address,profile"),
                format!(
                    "/api/v1/vacancies?filter[organization_id_eq]={id}&include=organization&sort=-published_at"
                ),
                format!("{TAXONOMIES}/activity_types"),
                format!("{TAXONOMIES}/non_profit_types"),
            ];
            documents.extend(features.activities.then(|| calendar::of_organization(id)));
            documents
        }
        View::SocialMap => vec![
            SocialMapSearch::read(query).list_address(),
            format!("{TAXONOMIES}/non_profit_types"),
            format!("{TAXONOMIES}/activity_types"),
        ],
        View::Calendar => vec![
            CalendarSearch::read(query).address(),
            format!("{TAXONOMIES}/activity_categories"),
            format!("{TAXONOMIES}/target_groups"),
        ],
        View::Activity => activity::addresses(id),
        View::HelpRequests => vec![help_requests::HelpSearch::read(query).list_address()],
        View::Form => vec![format!(
            "/api/v1/forms/by_token/{}",
            params.get("token").unwrap_or("contact")
        )],
        View::LegalText(kind) => {
            let edition = legal::edition_of(query).map_or_else(String::new, |number| {
                format!("filter[edition_eq]={number}&")
            });
            vec![
                format!(
                    "/api/v1/legal_texts?{edition}filter[kind_eq]={kind}&page[size]=1&sort=-edition"
                ),
                format!(
                    "/api/v1/legal_texts?fields[legal_texts]=edition,change_note,created_at&filter[kind_eq]={kind}&page[size]=200&sort=-edition"
                ),
            ]
        }
        View::Content(slug) => {
            let slug = params.get("slug").unwrap_or(slug);
            vec![content_page::address(slug, locale, query)]
        }
        View::News => vec![content_page::news_address(query, locale)],
        View::Subscribe | View::Legal | View::Plain => Vec::new(),
    }
}
