//! Structured data of pages for search engines: JSON-LD in schema.org terms.

use serde_json::{Value as Json, json};

use super::content::{PageContext, sanitised};
use super::organization::path_of;

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
