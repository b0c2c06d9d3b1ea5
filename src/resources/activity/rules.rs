//! Validation of an activity across fields, or against its owner.

use rusqlite::OptionalExtension;

use super::{
    Activity, ActivityAttributes, ActivityModerationState, ActivityQuestion, ActivityQuestionKind,
    ActivityRegistrationMode, ActivityStatus, revision,
};
use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::{Id, Saving};
use crate::model::field_rules;
use crate::resources::organization::OrganizationStatus;
use crate::resources::taxonomy::{self, TaxonomyKind};

/// Drafts that one organisation may have.
const MOST_DRAFTS: i64 = 100;

/// Derives the centre: that of the organisation, or the actor's own for an activity of the centre itself.
pub(super) fn derive_owner(
    new: &mut ActivityAttributes,
    old: Option<&ActivityAttributes>,
    saving: &Saving,
) -> Result<()> {
    if let Some(old) = old {
        if old.organization_id != new.organization_id {
            return Err(FieldFault::attribute("organization_id", "read_only").into());
        }
        new.volunteer_center_id = old.volunteer_center_id;
        return Ok(());
    }
    let Some(organization) = new.organization_id else {
        new.volunteer_center_id = Some(Id::new(saving.center_id()));
        return Ok(());
    };
    let found: Option<(OrganizationStatus, i64)> = saving
        .tx
        .prepare_cached(
            "select status, volunteer_center_id from organizations where id = ?1 and household_of_id is null",
        )?
        .query_row([organization.number()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (status, center_id) =
        found.ok_or_else(|| Error::from(FieldFault::attribute("organization_id", "not_found")))?;
    if !matches!(
        status,
        OrganizationStatus::Approved | OrganizationStatus::Pending
    ) {
        return Err(
            Error::from(Code::OrganizationNotApproved).at("/data/attributes/organization_id")
        );
    }
    let drafts: i64 = saving.tx.query_row(
        "select count(*) from activities where organization_id = ?1 and status = 'draft'",
        [organization.number()],
        |row| row.get(0),
    )?;
    if drafts >= MOST_DRAFTS {
        return Err(Error::from(Code::LimitReached).with("limit", MOST_DRAFTS));
    }
    new.volunteer_center_id = Some(Id::new(center_id));
    Ok(())
}

/// Validates the fields, and tidies those that contradict each other.
pub(super) fn validate(
    new: &mut ActivityAttributes,
    old: Option<&ActivityAttributes>,
    tx: &Tx,
) -> Result<()> {
    let mut faults = choice_faults(new, old, tx)?;
    faults.extend(question_faults(&mut new.questions));
    let is_too_long = field_rules::is_too_long(&new.description)
        || field_rules::words_of(&new.description).chars().count() > field_rules::LONGEST_TEXT;
    if is_too_long {
        let fault = FieldFault::attribute("description", "length");
        faults.push(fault.with("max", field_rules::LONGEST_TEXT));
    }
    if new.online {
        new.place_id = None;
    } else {
        new.online_url = None;
    }
    if !new.is_workshop {
        new.seats_per_organization = None;
        new.only_for_organizations = false;
    }
    if new.is_free {
        new.cost = None;
    }
    if new.minimum_participants.is_none() {
        new.minimum_on = None;
    } else if let Some(day) = &new.minimum_on
        && day.parse::<jiff::civil::Date>().is_err()
    {
        faults.push(FieldFault::attribute("minimum_on", "date"));
    }
    if let Some(place) = new.place_id
        && old.is_none_or(|old| old.place_id != new.place_id)
        && !is_place_of(tx, place.number(), new)?
    {
        faults.push(FieldFault::attribute("place_id", "not_found"));
    }
    if let Some(person) = new.contact_person_id
        && old.is_none_or(|old| old.contact_person_id != new.contact_person_id)
        && !is_contact_of(tx, person.number(), new)?
    {
        faults.push(FieldFault::attribute("contact_person_id", "not_found"));
    }
    if let Some(old) = old
        && old.status != ActivityStatus::Draft
        && old.registration != new.registration
        && has_registrations(old)
    {
        faults.push(FieldFault::attribute("registration", "read_only"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// People who signed up for a date, or for the series, cannot be carried over to the other way of signing up.
const fn has_registrations(old: &ActivityAttributes) -> bool {
    !matches!(old.registration, ActivityRegistrationMode::None)
}

/// Choices that are in no list of the centre. Those that the activity had already, or that wait, are accepted: a choice
/// that the centre puts away meanwhile stops no approval.
fn choice_faults(
    new: &ActivityAttributes,
    old: Option<&ActivityAttributes>,
    tx: &Tx,
) -> Result<Vec<FieldFault>> {
    let center_id = new.volunteer_center_id.map_or(0, Id::number);
    let mut faults = Vec::new();
    for (field, kind, chosen, had) in [
        (
            "activity_categories",
            TaxonomyKind::ActivityCategories,
            &new.activity_categories,
            old.map(|old| &old.activity_categories),
        ),
        (
            "target_groups",
            TaxonomyKind::TargetGroups,
            &new.target_groups,
            old.map(|old| &old.target_groups),
        ),
        (
            "tags",
            TaxonomyKind::Tags,
            &new.tags,
            old.map(|old| &old.tags),
        ),
    ] {
        let fresh: Vec<(usize, &str)> = chosen
            .iter()
            .enumerate()
            .filter(|(_, choice)| !had.is_some_and(|had| had.contains(choice)))
            .map(|(index, choice)| (index, choice.as_str()))
            .filter(|(_, choice)| {
                !old.is_some_and(|old| {
                    revision::waiting_choices(old, field).any(|one| one == *choice)
                })
            })
            .collect();
        faults.extend(taxonomy::unlisted(tx, center_id, (kind, field), &fresh)?);
    }
    Ok(faults)
}

/// Tidies the options, and returns what is wrong with them.
fn question_faults(questions: &mut [ActivityQuestion]) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (index, question) in questions.iter_mut().enumerate() {
        if question.kind == ActivityQuestionKind::Choice {
            let field = format!("questions/{index}/options");
            faults.extend(field_rules::option_fault(&field, &mut question.options));
        } else {
            question.options.clear();
        }
    }
    faults
}

/// A place of the organisation, or of its centre.
fn is_place_of(tx: &Tx, place: i64, activity: &ActivityAttributes) -> Result<bool> {
    let owner = (
        place,
        activity.organization_id.map(Id::number),
        activity.volunteer_center_id.map(Id::number),
    );
    Ok(tx
        .prepare_cached(
            "select exists (select 1 from places p
                             where p.id = ?1
                               and (p.organization_id = ?2 or p.volunteer_center_id = ?3
                                    or (?2 is null and exists (select 1 from organizations o where o.id = p.organization_id
                                          and o.volunteer_center_id = ?3 and o.status = 'approved'))))",
        )?
        .query_row(owner, |row| row.get(0))?)
}

/// A member of the organisation; for an activity of the centre, somebody who works for the centre.
fn is_contact_of(tx: &Tx, person: i64, activity: &ActivityAttributes) -> Result<bool> {
    let owner = (
        person,
        activity.organization_id.map(Id::number),
        activity.volunteer_center_id.map(Id::number),
    );
    Ok(tx
        .prepare_cached(
            "select exists (select 1 from roles r
                             where r.user_id = ?1 and r.accepted_at is not null
                               and case when ?2 is null then r.name in ('content_manager', 'center_superuser', 'admin')
                                          and (r.scope_type <> 'volunteer_center' or r.scope_id = ?3)
                                        else r.scope_type = 'organization' and r.scope_id = ?2 end)",
        )?
        .query_row(owner, |row| row.get(0))?)
}

/// Requires what has to be there before anybody else reads the activity.
pub(super) fn validate_complete(
    tx: &Tx,
    id: Id<Activity>,
    activity: &ActivityAttributes,
) -> Result<()> {
    let mut faults = Vec::new();
    if field_rules::words_of(&activity.description).chars().count() < 20 {
        faults.push(
            FieldFault::attribute("description", "length")
                .with("min", 20)
                .with("max", field_rules::LONGEST_TEXT),
        );
    }
    if activity.activity_categories.is_empty() {
        faults.push(FieldFault::attribute("activity_categories", "required"));
    }
    if !activity.online && activity.place_id.is_none() {
        faults.push(FieldFault::attribute("place_id", "required"));
    }
    if activity.online
        && activity.online_url.is_none()
        && activity.registration == ActivityRegistrationMode::None
    {
        faults.push(FieldFault::attribute("online_url", "required"));
    }
    if !activity.is_free && activity.cost.is_none() {
        faults.push(FieldFault::attribute("cost", "required"));
    }
    let is_to_come: bool = tx.query_row(
        "select exists (select 1 from activity_occurrences where activity_id = ?1 and status = 'planned' and ends_at > ?2)",
        (id.number(), tx.now()),
        |row| row.get(0),
    )?;
    if !is_to_come {
        faults.push(FieldFault::attribute("starts_at", "future"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// The words of an activity that its centre has to read first.
fn has_other_words(old: &ActivityAttributes, new: &ActivityAttributes) -> bool {
    (
        &old.title,
        &old.summary,
        &old.description,
        &old.image_url,
        &old.online_url,
        &old.cost,
    ) != (
        &new.title,
        &new.summary,
        &new.description,
        &new.image_url,
        &new.online_url,
        &new.cost,
    ) || old.accessibility != new.accessibility
        || old.questions != new.questions
}

/// What visitors read of an activity, and by what they find it, that its centre has to read first.
fn reads_otherwise(old: &ActivityAttributes, new: &ActivityAttributes) -> bool {
    has_other_words(old, new)
        || old.activity_categories != new.activity_categories
        || old.target_groups != new.target_groups
        || old.tags != new.tags
}

/// Whether calendars that follow the activity have to hear of the change: of its choices they know the kinds alone.
pub(super) fn is_shown_otherwise(old: &ActivityAttributes, new: &ActivityAttributes) -> bool {
    has_other_words(old, new)
        || old.activity_categories != new.activity_categories
        || old.place_id != new.place_id
        || old.online != new.online
}

/// Whether the centre of the organisation reads what it writes before visitors do.
pub(super) fn is_reviewed(tx: &Tx, activity: &ActivityAttributes) -> Result<bool> {
    Ok(tx.query_row(
        "select exists (select 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id
                         where o.id = ?1 and o.trusted = 0 and c.review_vacancies = 1)",
        [activity.organization_id.map(Id::number)],
        |row| row.get(0),
    )?)
}

/// An approval covers the words that were read: a draft with other words is read again.
pub(super) fn read_again(
    new: &mut ActivityAttributes,
    old: &ActivityAttributes,
    saving: &Saving,
) -> Result<()> {
    if old.status == ActivityStatus::Draft
        && old.moderation_state == ActivityModerationState::Approved
        && reads_otherwise(old, new)
        && is_reviewed(saving.tx, old)?
        && !saving.may::<Activity>("approve")?
    {
        new.moderation_state = ActivityModerationState::None;
    }
    Ok(())
}

/// The organiser is asked again on a later day, if they chose one.
pub(super) fn ask_again(tx: &Tx, id: Id<Activity>) -> Result<()> {
    let Some(today) = local_date(tx.now()) else {
        return Ok(());
    };
    tx.prepare_cached(
        "update activities set minimum_asked_at = null where id = ?1 and minimum_asked_at is not null and minimum_on > ?2",
    )?
    .execute((id.number(), today.to_string()))?;
    Ok(())
}
