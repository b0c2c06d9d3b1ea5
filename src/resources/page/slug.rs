//! Addresses of pages: made from the title, unique in the centre and language, none that the site itself uses. A page
//! that was published once is found at its former addresses too.

use super::{HOME, PageAttributes};
use crate::error::{FieldFault, Result};
use crate::jsonapi::Saving;

const LONGEST: usize = 80;

/// First words of the site's own addresses. A test compares them with the pages and the routes.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "nl", "en", "api", "assets", "img", "uploads", "icons", "feeds", "embed", "tiles", "builds", "theme", "favicon",
    "manifest", "robots", "sitemap", "branding", "unsubscribe", "still-right", "renew", "activity-registration",
    "nieuws", "news", "content", "auth", "inloggen", "uitloggen", "switch", "confirm", "toestemming", "signup",
    "account", "profiel", "profile", "profile-replies", "profile-edit", "users", "students", "instellingen", "moderation",
    "vacancies", "vacatures", "organizations", "applications", "forms", "form_builder", "contactformulier", "sociale-kaart",
    "activiteitenkalender", "activities", "vrijwilligerspool", "workshops", "een-op-een-hulp", "gelderse-handen", "notificaties",
    "conversations", "dashboard", "analytics", "admin", "notification_templates", "voluntr", "toegankelijkheid", "privacy",
    "uren", "verklaringen", "gemeld", "controle", "balie", "kaart", "posters", "voorwaarden", "hoe-werkt-het", "agenda", "test", "health", "ready", "well-known", "search", "zoeken", "nieuwsbrief",
];

/// The page of a campaign, which has a host of its own: see `redirect` in `tenants/meedoen.toml`.
pub const CAMPAIGN: &str = "gelderse-handen";

/// Addresses that the site itself uses for a page that a centre begins with. The page keeps its address and is not
/// deleted: nobody could make it again.
pub fn is_fixed(slug: &str) -> bool {
    [HOME, CAMPAIGN].contains(&slug)
}

/// Makes or checks the address of a page, and keeps the former one of a page that was published.
pub(super) fn settle(
    new: &mut PageAttributes,
    old: Option<&PageAttributes>,
    (saving, center_id): (&Saving, i64),
) -> Result<()> {
    if new.slug.is_empty() {
        new.slug = free(
            &made_of(&new.title),
            (saving, center_id),
            new.locale.as_str(),
        )?;
    }
    let before = old.map(|old| (old.slug.as_str(), old.locale));
    if before == Some((new.slug.as_str(), new.locale)) {
        return Ok(());
    }
    // The language is part of the address, and visitors know that.
    if old.is_some_and(|old| old.locale != new.locale && old.published_at.is_some()) {
        return Err(FieldFault::attribute("locale", "fixed").into());
    }
    if before.is_some_and(|(slug, _)| is_fixed(slug)) {
        return Err(FieldFault::attribute("slug", "home_stays").into());
    }
    if !is_slug(&new.slug) {
        return Err(FieldFault::attribute("slug", "slug").into());
    }
    if is_reserved(&new.slug) {
        return Err(FieldFault::attribute("slug", "reserved").into());
    }
    if is_taken(&new.slug, (saving, center_id), new.locale.as_str())? {
        return Err(FieldFault::attribute("slug", "taken").into());
    }
    let tx = saving.tx;
    tx.prepare_cached(
        "delete from page_redirects where volunteer_center_id = ?1 and locale = ?2 and slug = ?3",
    )?
    .execute((center_id, new.locale.as_str(), &new.slug))?;
    if let (Some(old), Some(id)) = (old, saving.id) {
        if old.published_at.is_some() {
            tx.prepare_cached(
            "insert into page_redirects (volunteer_center_id, locale, slug, page_id, created_at) values (?1, ?2, ?3, ?4, ?5)
             on conflict do update set page_id = excluded.page_id",
            )?
            .execute((center_id, old.locale.as_str(), &old.slug, id, tx.now()))?;
        }
        // Visitors find the page at its new address at once: an address is no text that waits for the next publication.
        tx.prepare_cached(
            "update published_pages set slug = ?2, locale = ?3, version = version + 1, updated_at = ?4 where page_id = ?1",
        )?
        .execute((id, &new.slug, new.locale.as_str(), tx.now()))?;
    }
    Ok(())
}

pub fn is_slug(slug: &str) -> bool {
    slug.len() <= LONGEST
        && slug.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

pub fn is_reserved(slug: &str) -> bool {
    RESERVED.contains(&slug)
}

/// `Wie zijn wij?` → `wie-zijn-wij`.
pub fn made_of(title: &str) -> String {
    let plain = crate::search::text::normalise(title);
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut slug = String::new();
    for word in words {
        if slug.len() + word.len() + 1 > LONGEST - 4 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    if slug.is_empty() {
        "pagina".to_owned()
    } else {
        slug
    }
}

fn is_taken(slug: &str, (saving, center_id): (&Saving, i64), locale: &str) -> Result<bool> {
    Ok(saving
        .tx
        .prepare_cached(
            "select exists (select 1 from pages where volunteer_center_id = ?1 and locale = ?2 and slug = ?3 and id is not ?4 and deleted_at is null)",
        )?
        .query_row((center_id, locale, slug, saving.id), |row| row.get(0))?)
}

/// The address itself, or with a number where it is taken.
fn free(slug: &str, place: (&Saving, i64), locale: &str) -> Result<String> {
    let mut wanted = slug.to_owned();
    let mut number = 2;
    while is_reserved(&wanted) || is_taken(&wanted, place, locale)? {
        wanted = format!("{slug}-{number}");
        number += 1;
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_made_of_the_title() {
        for (title, slug) in [
            ("Wie zijn wij?", "wie-zijn-wij"),
            ("Één café in de wíjk", "een-cafe-in-de-wijk"),
            ("!!", "pagina"),
            ("日本", "pagina"),
        ] {
            assert_eq!(made_of(title), slug);
            assert!(is_slug(&made_of(title)));
        }
        assert!(is_slug(&made_of(&"woord ".repeat(60))));
    }

    #[test]
    fn an_address_has_lower_case_words_and_hyphens() {
        for fine in ["a", "over-ons", "2026-plannen"] {
            assert!(is_slug(fine), "{fine}");
        }
        for wrong in [
            "",
            "-a",
            "a-",
            "a--b",
            "Over",
            "a_b",
            "a/b",
            "é",
            "a b",
            &"a".repeat(81),
        ] {
            assert!(!is_slug(wrong), "{wrong}");
        }
    }
}
