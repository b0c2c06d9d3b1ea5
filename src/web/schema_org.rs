//! Structured data of pages for search engines: JSON-LD in schema.org terms.

use jiff::civil::DateTime;
use serde_json::{Value as Json, json};

use super::organization::path_of;
use super::page_context::{PageContext, sanitised};
use crate::base::working_days::amsterdam;

pub fn center(page_context: &PageContext) -> Json {
    let branding = page_context.branding;
    let address = branding.center("city").map(|city| {
        let street = branding.center("street").map(|street| {
            let number = branding.center("house_number").unwrap_or_default();
            format!("{street} {number}").trim().to_owned()
        });
        json!({
            "@type": "PostalAddress",
            "streetAddress": street,
            "postalCode": branding.center("postal_code"),
            "addressLocality": city,
            "addressCountry": "NL",
        })
    });
    without_gaps(json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": branding.app_name,
        "url": page_context.site.origin(),
        "logo": branding.profile("website_logo_url"),
        "email": branding.center("email"),
        "telephone": branding.center("phone_number"),
        "address": address,
    }))
}

/// Structured data of an open vacancy.
pub fn vacancy(page_context: &PageContext, vacancy: &Json, image: Option<&str>) -> Json {
    let text = |name: &str| vacancy.get(name).and_then(Json::as_str);
    let place = text("city").map(|city| {
        json!({"@type": "Place", "address": {
            "@type": "PostalAddress", "addressLocality": city, "postalCode": text("postal_code"), "addressCountry": "NL",
        }})
    });
    without_gaps(json!({
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "additionalType": "https://schema.org/VolunteerAction",
        "employmentType": "VOLUNTEER",
        "identifier": identifier(page_context, vacancy),
        "image": image.map(|path| absolute(page_context, path)),
        "title": text("title"),
        "description": sanitised(text("description")).as_str().map(str::to_owned),
        "datePosted": text("published_at"),
        "validThrough": text("expires_at"),
        "directApply": true,
        "url": format!("{}{}", page_context.site.origin(), page_context.href(&format!("/vacancies/{}", text("id").unwrap_or_default()))),
        "hiringOrganization": {
            "@type": "Organization",
            "name": text("organization_name"),
            "sameAs": vacancy.pointer("/organization/website").and_then(Json::as_str),
        },
        "jobLocation": place,
        "jobLocationType": (vacancy.get("online") == Some(&Json::Bool(true))).then_some("TELECOMMUTE"),
        "applicantLocationRequirements": {"@type": "Country", "name": "NL"},
    }))
}

/// Structured data of an activity: an event for each of its dates.
pub fn events(page_context: &PageContext, activity: &Json, dates: &[&Json], path: &str) -> Json {
    let text = |name: &str| activity.get(name).and_then(Json::as_str);
    let is = |name: &str| activity.get(name) == Some(&Json::Bool(true));
    let origin = page_context.site.origin();
    let url = format!("{origin}{}", page_context.href(path));
    let address = activity.pointer("/place/address").unwrap_or(&Json::Null);
    let part = |name: &str| address.get(name).and_then(Json::as_str);
    let street = part("street").map(|street| {
        let number = part("house_number").unwrap_or_default();
        format!("{street} {number}").trim().to_owned()
    });
    let location = if is("online") {
        Some(json!({"@type": "VirtualLocation", "url": url}))
    } else {
        text("location_name").map(|name| {
            json!({"@type": "Place", "name": name, "address": {"@type": "PostalAddress", "streetAddress": street,
                "postalCode": part("postal_code"), "addressLocality": part("city"), "addressCountry": "NL"}})
        })
    };
    let mode = if is("online") { "Online" } else { "Offline" };
    let zone = amsterdam();
    // With the offset of its own day, as readers of this vocabulary expect.
    let moment = |local: Option<&str>| -> Option<String> {
        let local: DateTime = local?.parse().ok()?;
        let at = zone.to_ambiguous_timestamp(local).compatible().ok()?;
        let offset = zone.to_offset(at);
        Some(at.display_with_offset(offset).to_string())
    };
    let is_all_cancelled = text("status") == Some("cancelled");
    let events = dates.iter().map(|date| {
        let field = |name: &str| date.get(name).and_then(Json::as_str);
        let is_moved = date.get("is_changed") == Some(&Json::Bool(true));
        let status = if is_all_cancelled || field("status") == Some("cancelled") {
            "EventCancelled"
        } else if is_moved {
            "EventRescheduled"
        } else {
            "EventScheduled"
        };
        let is_full = date.get("spots_left").and_then(Json::as_i64) == Some(0);
        let of_day = format!("{url}?datum={}", field("day").unwrap_or_default());
        without_gaps(json!({
            "@type": "Event",
            "name": text("title"),
            "description": text("summary"),
            "image": text("image_url").map(|path| absolute(page_context, path)),
            "url": of_day,
            "startDate": moment(field("starts_local")),
            "endDate": moment(field("ends_local")),
            "previousStartDate": moment(field("original_start").filter(|_| status == "EventRescheduled")),
            "eventStatus": format!("https://schema.org/{status}"),
            "eventAttendanceMode": format!("https://schema.org/{mode}EventAttendanceMode"),
            "isAccessibleForFree": is("is_free"),
            "location": location,
            "organizer": {"@type": "Organization", "name": text("organization_name")},
            "offers": {
                "@type": "Offer",
                "url": of_day,
                "price": is("is_free").then_some("0"),
                "priceCurrency": is("is_free").then_some("EUR"),
                "description": text("cost"),
                "availability": if is_full { "https://schema.org/SoldOut" } else { "https://schema.org/InStock" },
                "validFrom": text("published_at"),
            },
        }))
    });
    json!({"@context": "https://schema.org", "@graph": events.collect::<Vec<_>>()})
}

/// By which others know a vacancy again: its number on this site.
fn identifier(page_context: &PageContext, vacancy: &Json) -> Json {
    json!({
        "@type": "PropertyValue",
        "name": page_context.branding.app_name,
        "value": vacancy.get("id"),
    })
}

fn absolute(page_context: &PageContext, path: &str) -> String {
    if path.starts_with('/') {
        format!("{}{path}", page_context.site.origin())
    } else {
        path.to_owned()
    }
}

/// An organisation: where it is and when it is open.
pub fn place(page_context: &PageContext, organization: &Json) -> Json {
    const DAYS: [&str; 7] = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ];
    let text = |name: &str| organization.get(name).and_then(Json::as_str);
    let postal = |place: &Json| {
        let part = |name: &str| place.get(name).and_then(Json::as_str);
        let street = part("street").map(|street| {
            format!("{street} {}", part("house_number").unwrap_or_default())
                .trim()
                .to_owned()
        });
        let coordinate = |name: &str| place.get(name).and_then(Json::as_f64);
        // An area has no point: only a place put on the map by hand is told as one.
        let is_exact = place.get("is_exact") == Some(&Json::Bool(true));
        let geo = coordinate("latitude")
            .zip(coordinate("longitude"))
            .filter(|_| is_exact)
            .map(|(latitude, longitude)| json!({"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}));
        json!({
            "@type": "Place",
            "name": part("name"),
            "address": {"@type": "PostalAddress", "streetAddress": street, "postalCode": part("postal_code"),
                "addressLocality": part("city"), "addressCountry": "NL"},
            "geo": geo,
        })
    };
    let own = organization
        .get("address")
        .filter(|address| address.is_object());
    let further = organization
        .pointer("/profile/places")
        .and_then(Json::as_array);
    let hours = organization
        .pointer("/profile/opening_hours")
        .and_then(Json::as_array);
    let hours: Vec<Json> = hours
        .into_iter()
        .flatten()
        .filter_map(|hours| {
            let day = usize::try_from(hours.get("day")?.as_i64()?).ok()?;
            Some(json!({
                "@type": "OpeningHoursSpecification",
                "dayOfWeek": format!("https://schema.org/{}", DAYS.get(day.checked_sub(1)?)?),
                "opens": hours.get("from"),
                "closes": hours.get("until"),
            }))
        })
        .collect();
    let mut places: Vec<Json> = own
        .into_iter()
        .chain(further.into_iter().flatten())
        .map(|place| without_gaps(postal(place)))
        .collect();
    // Opening hours are those of the first place: an organisation has none of its own in this vocabulary.
    if !hours.is_empty() {
        match places.first_mut().and_then(Json::as_object_mut) {
            Some(place) => {
                place.insert("openingHoursSpecification".to_owned(), json!(hours));
            }
            None => places.push(json!({"@type": "Place", "openingHoursSpecification": hours})),
        }
    }
    let url = page_context.href(&path_of(organization));
    without_gaps(json!({
        "@context": "https://schema.org",
        "@type": "NGO",
        "name": text("name"),
        "description": text("description"),
        "url": format!("{}{url}", page_context.site.origin()),
        "sameAs": text("website"),
        "telephone": text("phone_number"),
        "email": text("email"),
        "location": (!places.is_empty()).then_some(places),
    }))
}

/// Removes null and empty members.
fn without_gaps(json: Json) -> Json {
    match json {
        Json::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, without_gaps(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_said() {
        let told =
            without_gaps(json!({"name": "Taalhuis", "website": null, "address": {"city": null}}));
        assert_eq!(told, json!({"name": "Taalhuis", "address": {}}));
    }
}
