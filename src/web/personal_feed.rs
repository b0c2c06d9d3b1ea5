//! `/feeds/me/{token}.ics`: what somebody has signed up for, for their own calendar program.

use axum::extract::{Extension, State};
use axum::response::Response;
use std::sync::Arc;

use crate::app::App;
use crate::app::access::action;
use crate::app::access::feed_token::SecretFeed;
use crate::app::tenancy::request_target::Site;
use crate::base::clock::{days, later};
use crate::base::icalendar::{Calendar, write_footer, write_header};
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::resources::activity_registration::ActivityRegistration;
use crate::resources::activity_registration::calendar::{Issuer, sign_ups};
use crate::resources::activity_registration::own_calendar::OwnCalendar;
use crate::resources::application;
use crate::web::branding::Branding;
use crate::web::i18n;

const KIND: &str = "text/calendar; charset=utf-8";
/// How often it is worth asking for, in minutes.
const REFRESH: u32 = 60;
/// Days for which a cancelled date is told of.
const TOLD_FOR: i64 = 30;

pub async fn show(
    Extension(site): Extension<Site>,
    State(app): State<Arc<App>>,
    feed: SecretFeed<OwnCalendar>,
) -> Result<Response> {
    if !site.features().activities {
        return Err(Code::NotFound.into());
    }
    let branding = Branding::of(&site).await?;
    let access = feed.access::<ActivityRegistration, action::Read>().await?;
    let told_from = later(&app.clock().text(), -days(TOLD_FOR));
    let (user_id, origin, tenant) = (feed.user_id, site.origin(), site.tenant.name.clone());
    let app_name = branding.app_name.clone();
    let text = access
        .read(move |connection| {
            let locale: String = connection
                .prepare_cached("select locale from users where id = ?1")?
                .query_row([user_id], |row| row.get(0))?;
            let locale = Locale::parse(&locale).unwrap_or_default();
            let url = format!("{origin}{}", locale.path("/activiteitenkalender"));
            let name = format!("{} - {app_name}", i18n::own(locale, "own_calendar"));
            let head = Calendar {
                name: &name,
                url: Some(&url),
                refresh_minutes: Some(REFRESH),
                message: None,
            };
            let mut out = String::new();
            write_header(&mut out, &head).map_err(Error::internal)?;
            let issuer = Issuer {
                origin: &origin,
                tenant: &tenant,
            };
            sign_ups(&mut out, connection, user_id, (issuer, &told_from))?;
            application::calendar::write_for_feed(
                &mut out,
                connection,
                user_id,
                (&origin, &tenant),
            )?;
            write_footer(&mut out).map_err(Error::internal)?;
            Ok(out)
        })
        .await?;
    Ok(feed.response(KIND, text))
}
