//! Validation of a vacancy across fields, or against its organisation.

use rusqlite::OptionalExtension;

use super::help::{lifetime, no_later};
use super::{VacancyAttributes, VacancyType, offered_types};
use crate::base::clock::later;
use crate::base::working_days::amsterdam;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::Id;
use crate::model::field_rules;
use crate::resources::address::{self, AddressAttributes};
use crate::resources::organization::{Organization, OrganizationStatus};

/// Validates the fields; `faults` holds the errors found already, so that all are reported at once.
pub(super) fn validate_fields(
    new: &VacancyAttributes,
    old: Option<&VacancyAttributes>,
    mut faults: Vec<FieldFault>,
) -> Result<()> {
    for (index, line) in new.requirements.iter().enumerate() {
        let is_kept = old.is_some_and(|old| old.requirements.contains(line));
        if line.trim().is_empty() && !is_kept {
            faults.push(FieldFault::attribute(
                &format!("requirements/{index}"),
                "required",
            ));
        } else if line.chars().count() > 100 {
            faults.push(
                FieldFault::attribute(&format!("requirements/{index}"), "length").with("max", 100),
            );
        }
    }
    faults.extend(date_faults(new));
    // Checked as submitted and as stored: escaping may make a character longer.
    let is_too_long = field_rules::is_too_long(&new.description)
        || field_rules::words_of(&new.description).chars().count() > field_rules::LONGEST_TEXT
        || field_rules::is_too_long(&field_rules::sanitised(&new.description));
    if is_too_long {
        let fault = FieldFault::attribute("description", "length");
        faults.push(fault.with("max", field_rules::LONGEST_TEXT));
    }
    if old.is_none_or(|old| old.image_url != new.image_url)
        && !new.image_url.as_deref().is_none_or(is_own_image)
    {
        faults.push(FieldFault::attribute("image_url", "own_image"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Days and times that are none, and times that end before they begin.
fn date_faults(new: &VacancyAttributes) -> Vec<FieldFault> {
    let is_time = |time: &Option<String>| {
        time.as_deref()
            .is_none_or(|time| time.parse::<jiff::civil::Time>().is_ok())
    };
    let mut faults = Vec::new();
    for (index, date) in new.dates.iter().enumerate() {
        let fault =
            |field: &str, rule| FieldFault::attribute(&format!("dates/{index}/{field}"), rule);
        if date.day.parse::<jiff::civil::Date>().is_err() {
            faults.push(fault("day", "date"));
        }
        if !is_time(&date.from) {
            faults.push(fault("from", "time"));
        } else if !is_time(&date.until) {
            faults.push(fault("until", "time"));
        } else if date.until.is_some() && date.until <= date.from {
            faults.push(fault("until", "ends_before"));
        }
    }
    faults
}

/// Sorts the dates, and completes the further places with the coordinates of their postal codes. Of an initiative that
/// is at home with somebody, a place is known by its postal code alone.
pub(super) fn derive_places(new: &mut VacancyAttributes, tx: &Tx) -> Result<()> {
    new.dates
        .sort_by(|one, other| (&one.day, &one.from).cmp(&(&other.day, &other.from)));
    if new.places.is_empty() {
        return Ok(());
    }
    let is_initiative: bool = tx.query_row(
        "select exists (select 1 from organizations where id = ?1 and neighbourhood_initiative = 1)",
        [new.organization_id.number()],
        |row| row.get(0),
    )?;
    for (index, place) in new.places.iter_mut().enumerate() {
        let address = AddressAttributes {
            street: place.street.take(),
            house_number: place.house_number.take(),
            postal_code: place.postal_code.take(),
            city: place.city.take(),
            country: "NL".to_owned(),
            ..AddressAttributes::default()
        };
        let fault = |rule| FieldFault::attribute(&format!("places/{index}/postal_code"), rule);
        if address.is_blank() {
            return Err(fault("required").into());
        }
        let found = address::tidied(&address).map_err(|_| fault("postal_code"))?;
        if !is_initiative {
            place.street = found.street;
            place.house_number = found.house_number;
        }
        place.postal_code = found.postal_code;
        place.city = found.city;
        place.latitude = found.latitude;
        place.longitude = found.longitude;
    }
    Ok(())
}

/// Returns whether an image is hosted here: pages load nothing from other hosts.
pub(super) fn is_own_image(url: &str) -> bool {
    let is_file = |rest: &str| {
        let is_allowed =
            |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.' | b'/');
        !rest.contains("..") && rest.bytes().all(is_allowed)
    };
    ["/img/", "/uploads/"]
        .iter()
        .find_map(|folder| url.strip_prefix(folder))
        .is_some_and(is_file)
}

/// Allows only the types that the centre of the organisation offers (docs/domain/rights.md#person-to-person-help).
pub(super) fn validate_type(
    vacancy_type: VacancyType,
    organization: Id<Organization>,
    tx: &Tx,
) -> Result<()> {
    let center_id: Option<i64> = tx
        .prepare_cached("select volunteer_center_id from organizations where id = ?1")?
        .query_row([organization.number()], |row| row.get(0))
        .optional()?;
    if offered_types(tx, center_id.unwrap_or_default())?.contains(&vacancy_type) {
        Ok(())
    } else {
        Err(Error::from(Code::FeatureDisabled).at("/data/attributes/vacancy_type"))
    }
}

/// Requires the fields that must be filled in before anybody else reads the vacancy.
pub fn validate_complete(vacancy: &VacancyAttributes) -> Result<()> {
    let mut faults = Vec::new();
    let words = field_rules::words_of(&vacancy.description).chars().count();
    if words < 50 {
        faults.push(
            FieldFault::attribute("description", "length")
                .with("min", 50)
                .with("max", 5000),
        );
    }
    if !vacancy.online && vacancy.address_id.is_none() && vacancy.address.is_none() {
        faults.push(FieldFault::attribute("address/postal_code", "required"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Derives centre and address from the organisation; the contact person must be one of its members.
pub(super) fn derive_organization(
    new: &mut VacancyAttributes,
    old: Option<&VacancyAttributes>,
    tx: &Tx,
) -> Result<()> {
    if old.is_some_and(|old| old.organization_id != new.organization_id) {
        return Err(FieldFault::attribute("organization_id", "not_found").into());
    }
    let found: Option<(OrganizationStatus, i64, Option<i64>)> = tx
        .prepare_cached(
            "select status, volunteer_center_id, address_id from organizations where id = ?1",
        )?
        .query_row([new.organization_id.number()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let (status, center_id, address_id) =
        found.ok_or_else(|| Error::from(FieldFault::attribute("organization_id", "not_found")))?;
    if old.is_none() {
        if !matches!(
            status,
            OrganizationStatus::Approved | OrganizationStatus::Pending
        ) {
            return Err(
                Error::from(Code::OrganizationNotApproved).at("/data/attributes/organization_id")
            );
        }
        let drafts: i64 = tx.query_row(
            "select count(*) from vacancies where organization_id = ?1 and status = 'draft'",
            [new.organization_id.number()],
            |row| row.get(0),
        )?;
        if drafts >= 100 {
            return Err(Error::from(Code::LimitReached).with("limit", 100));
        }
    }
    new.volunteer_center_id = Some(Id::new(center_id));
    if new.address.is_none() && new.address_id.is_none() && !new.online {
        new.address_id = address_id.map(Id::new);
    }
    validate_contacts(new, old, tx)
}

/// Requires new contacts to be members of the organisation, and nobody to be named twice.
fn validate_contacts(
    new: &mut VacancyAttributes,
    old: Option<&VacancyAttributes>,
    tx: &Tx,
) -> Result<()> {
    let is_member = |person: i64| -> Result<bool> {
        let mut statement = tx.prepare_cached(
            "select exists (select 1 from roles where user_id = ?1 and scope_type = 'organization' and scope_id = ?2 and accepted_at is not null)",
        )?;
        Ok(statement.query_row((person, new.organization_id.number()), |row| row.get(0))?)
    };
    if let Some(person) = new.contact_person_id
        && old.is_none_or(|old| old.contact_person_id != Some(person))
        && !is_member(person.number())?
    {
        return Err(FieldFault::attribute("contact_person_id", "not_found").into());
    }
    for (index, person) in new.other_contact_ids.iter().enumerate() {
        let is_kept = old.is_some_and(|old| old.other_contact_ids.contains(person));
        let number: Option<i64> = person.parse().ok();
        if !is_kept && !number.map(is_member).transpose()?.unwrap_or_default() {
            let field = format!("other_contact_ids/{index}");
            return Err(FieldFault::attribute(&field, "not_found").into());
        }
    }
    let first = new.contact_person_id.map(|person| person.to_string());
    let mut seen: Vec<String> = first.into_iter().collect();
    new.other_contact_ids.retain(|person| {
        let is_new = !seen.contains(person);
        seen.push(person.clone());
        is_new
    });
    Ok(())
}

pub(super) fn own_address(tx: &Tx, vacancy: &VacancyAttributes) -> Result<Option<i64>> {
    let Some(id) = vacancy.address_id else {
        return Ok(None);
    };
    let is_shared: bool = tx.query_row(
        "select exists (select 1 from organizations where address_id = ?1) or (select count(*) from vacancies where address_id = ?1) > 1",
        [id.number()],
        |row| row.get(0),
    )?;
    Ok((!is_shared).then_some(id.number()))
}

/// Derives the expiry: half a year by default, otherwise between tomorrow and a year from now. Help between people lasts
/// sixty days at most.
pub(super) fn derive_expiry(
    new: &mut VacancyAttributes,
    old: Option<&VacancyAttributes>,
    now: &str,
) -> Result<()> {
    let Some(asked) = &new.expires_at else {
        new.expires_at = Some(later(now, lifetime(new.asker_id)));
        return Ok(());
    };
    if old.is_some_and(|old| old.expires_at.as_ref() == Some(asked)) {
        return Ok(());
    }
    new.expires_at = Some(no_later(read_expiry(asked, now)?, new.asker_id, now));
    Ok(())
}

/// Parses an expiry between tomorrow and a year from now, by Dutch calendar days. A plain date lasts until its end in
/// the Netherlands; a moment stays that moment.
pub fn read_expiry(asked: &str, now: &str) -> Result<String> {
    let fault = |rule| Error::from(FieldFault::attribute("expires_at", rule));
    let day_of = |moment: jiff::Timestamp| moment.to_zoned_datetime(amsterdam()).date();
    let moment = moment_in(asked).ok_or_else(|| fault("date"))?;
    let day = day_of(moment);
    let today = day_of(now.parse().map_err(Error::internal)?);
    if day <= today {
        return Err(fault("future"));
    }
    let last = today.checked_add(jiff::Span::new().days(365));
    if day > last.map_err(Error::internal)? {
        return Err(fault("within_year"));
    }
    let whole = jiff::Timestamp::from_second(moment.as_second()).map_err(|_| fault("date"))?;
    Ok(whole.to_string())
}

/// The moment of a text: with an offset the moment itself, without one the Dutch local time, of a plain date its end.
fn moment_in(text: &str) -> Option<jiff::Timestamp> {
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return Some(moment);
    }
    let local: jiff::civil::DateTime = if text.contains(['T', 't', ' ']) {
        text.parse().ok()?
    } else {
        text.parse::<jiff::civil::Date>().ok()?.at(23, 59, 59, 0)
    };
    Some(local.to_zoned_datetime(amsterdam()).ok()?.timestamp())
}
