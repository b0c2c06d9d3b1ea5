//! `/voluntr/changelog/{token}.atom`: what is new in the program, for somebody's own feed reader, in the language of
//! their account or with `?locale=` in another.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::Uri;
use axum::response::Response;

use super::feeds::{Feed, Item};
use crate::app::App;
use crate::app::access::action;
use crate::app::access::feed_token::SecretFeed;
use crate::app::tenancy::request_target::Site;
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::jsonapi::Query;
use crate::model::field_rules;
use crate::resources::changelog_entry::ChangelogEntry;
use crate::resources::changelog_entry::own_feed::ChangelogFeed;
use crate::search::text::without_markup;
use crate::web::branding::Branding;
use crate::web::i18n;

const KIND: &str = "application/atom+xml; charset=utf-8";

/// The latest fifty, as other feeds have.
const LATEST: &str = "
    select t.id, iif(:locale = 'en', t.title_en, t.title_nl), iif(:locale = 'en', t.text_en, t.text_nl), t.published_at
      from changelog_entries t
     where t.published = 1
     order by t.date desc, t.id desc limit 50";

pub async fn show(
    Extension(site): Extension<Site>,
    State(_): State<Arc<App>>,
    uri: Uri,
    feed: SecretFeed<ChangelogFeed>,
) -> Result<Response> {
    let asked = Query::parse(uri.query().unwrap_or_default());
    let wanted = match asked.get("locale") {
        Some(text) => Some(Locale::parse(text).ok_or(Code::BadRequest)?),
        None => None,
    };
    let branding = Branding::of(&site).await?;
    let access = feed.access::<ChangelogEntry, action::Read>().await?;
    let (user_id, origin) = (feed.user_id, site.origin());
    let address = format!("{origin}{uri}");
    let text = access
        .read(move |connection| {
            let own: String = connection
                .prepare_cached("select locale from users where id = ?1")?
                .query_row([user_id], |row| row.get(0))?;
            let locale = wanted.or_else(|| Locale::parse(&own)).unwrap_or_default();
            let page = format!("{origin}{}", locale.path("/voluntr/changelog"));
            let items = connection
                .prepare_cached(LATEST)?
                .query_map([locale.as_str()], |row| {
                    let (id, html): (i64, String) = (row.get(0)?, row.get(2)?);
                    Ok(Item {
                        url: format!("{page}#entry-{id}"),
                        title: row.get(1)?,
                        organization: String::new(),
                        summary: without_markup(&html),
                        html: field_rules::shown(&html),
                        at: row.get(3)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Feed {
                language: locale.as_str(),
                title: format!(
                    "{} - {}",
                    i18n::title(locale, "changelog"),
                    branding.app_name
                ),
                address,
                items,
                pages: Vec::new(),
                origin,
            }
            .atom()
        })
        .await?;
    Ok(feed.response(KIND, text))
}
