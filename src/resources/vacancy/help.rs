//! Help between people (docs/domain/rights.md#person-to-person-help): the types of vacancy that a centre offers, and what
//! a person asks for themselves or offers to others.
//!
//! Both are a vacancy with an asker; `offers_help` says which. Its organisation is the household of that person: it has no manager, address
//! or page, goes by their first name, and no list shows it.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::{Map, Value};

use super::transition::VacancyEvent;
use super::{Vacancy, VacancyAttributes, VacancyType};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::{Id, Saving};
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::user::own_account::guardian;

/// Requests of one person that wait for the centre or are published (docs/domain/limits.md#vacancies).
const OPEN_AT_MOST: i64 = 3;
/// Drafts of one person.
const DRAFTS_AT_MOST: i64 = 10;
/// How long a vacancy is online unless a day is given, and help between people at most.
const DAYS_ONLINE: i64 = 180;
const DAYS_OF_HELP: i64 = 60;

/// How long a vacancy is online by default; with an asker at most.
pub(super) const fn lifetime(asker: Option<Id<User>>) -> SignedDuration {
    days(if asker.is_some() {
        DAYS_OF_HELP
    } else {
        DAYS_ONLINE
    })
}

/// The end of a vacancy, within the longest that help between people is online.
pub(super) fn no_later(until: String, asker: Option<Id<User>>, now: &str) -> String {
    if asker.is_none() {
        return until;
    }
    until.min(later(now, lifetime(asker)))
}

/// All types that may be chosen at a centre. People help each other directly where that is switched on, under the name
/// that it goes by there: neighbour help, or one-on-one help.
pub fn offered_types(
    connection: &Connection,
    center_id: i64,
) -> rusqlite::Result<Vec<VacancyType>> {
    let settings: Option<(bool, String, bool)> = connection
        .prepare_cached(
            "select coalesce(c.peer_to_peer, s.peer_to_peer), coalesce(c.wording, s.wording),
                    s.context <> 'meedoen' and coalesce(c.activities, s.activities)
               from tenant_settings s
               left join volunteer_centers c on c.id = ?1",
        )?
        .query_row([center_id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let (has_peer_to_peer, wording, has_activities) =
        settings.unwrap_or_else(|| (false, String::new(), true));
    let mut offered = vec![VacancyType::Volunteering, VacancyType::Language];
    if has_activities {
        offered.push(VacancyType::Activity);
    }
    if has_peer_to_peer {
        offered.push(VacancyType::P2p);
        offered.push(if wording == "neighbour" {
            VacancyType::NeighbourHelp
        } else {
            VacancyType::OneOnOne
        });
    }
    Ok(offered)
}

const fn is_between_people(vacancy_type: VacancyType) -> bool {
    match vacancy_type {
        VacancyType::P2p | VacancyType::OneOnOne | VacancyType::NeighbourHelp => true,
        VacancyType::Volunteering | VacancyType::Activity | VacancyType::Language => false,
    }
}

/// A new vacancy of such a type without an organisation is asked for by the requester: by their household.
pub(super) fn complete(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
    let names_organization = sent
        .get("organization_id")
        .is_some_and(|organization| !organization.is_null());
    if saving.id.is_some() || names_organization {
        return Ok(());
    }
    let (Some(user_id), Some(sent_type)) = (saving.user_id(), sent.get("vacancy_type")) else {
        return Ok(());
    };
    let vacancy_type = serde_json::from_value::<VacancyType>(sent_type.clone()).ok();
    if !vacancy_type.is_some_and(is_between_people) {
        return Ok(());
    }
    let center_id = saving.center_id();
    if !offers_help(saving.tx, center_id)? {
        return Err(Error::from(Code::FeatureDisabled).at("/data/attributes/vacancy_type"));
    }
    let household = household_of(saving.tx, user_id, center_id)?;
    sent.insert("organization_id".to_owned(), household.to_string().into());
    Ok(())
}

fn offers_help(tx: &Tx, center_id: i64) -> Result<bool> {
    Ok(offered_types(tx, center_id)?.contains(&VacancyType::P2p))
}

/// The household of a person at a centre; made at the first request.
pub(super) fn household_of(tx: &Tx, user_id: i64, center_id: i64) -> Result<Id<Organization>> {
    let known: Option<i64> = tx
        .prepare_cached(
            "select id from organizations where household_of_id = ?1 and volunteer_center_id = ?2",
        )?
        .query_row((user_id, center_id), |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(Id::new(id));
    }
    let first_name: Option<String> = tx
        .prepare_cached("select nullif(trim(first_name), '') from users where id = ?1")?
        .query_row([user_id], |row| row.get(0))?;
    let first_name =
        first_name.ok_or_else(|| Error::from(FieldFault::attribute("first_name", "required")))?;
    let id = tx
        .prepare_cached(
            "insert into organizations (name, status, approved_at, household_of_id, volunteer_center_id, created_at, updated_at)
             values (:name, 'approved', :now, :user_id, :center_id, :now, :now)",
        )?
        .insert(named_params! {
            ":name": first_name, ":now": tx.now(), ":user_id": user_id, ":center_id": center_id,
        })?;
    Ok(Id::new(id))
}

/// Names the asker of a vacancy of a household, and takes out what only an organisation has. Refuses other types, more
/// than ten drafts, and a young person whose guardian has not agreed.
pub(super) fn derive(
    new: &mut VacancyAttributes,
    old: Option<&VacancyAttributes>,
    tx: &Tx,
) -> Result<()> {
    if new.organization_id.number() == 0 {
        return Err(FieldFault::attribute("organization_id", "required").into());
    }
    let asker: Option<i64> = tx
        .prepare_cached("select household_of_id from organizations where id = ?1")?
        .query_row([new.organization_id.number()], |row| row.get(0))
        .optional()?
        .flatten();
    new.asker_id = asker.map(Id::new);
    if old.is_some_and(|old| old.offers_help != new.offers_help) {
        return Err(FieldFault::attribute("offers_help", "fixed").into());
    }
    let Some(asker) = asker else {
        new.offers_help = false;
        new.help_kind = None;
        new.help_frequency = None;
        new.agrees_to_safety_rules = false;
        new.safety_rules_agreed_at = None;
        return Ok(());
    };
    new.safety_rules_agreed_at = old
        .filter(|old| old.agrees_to_safety_rules)
        .and_then(|old| old.safety_rules_agreed_at.clone())
        .or_else(|| Some(tx.now().to_owned()))
        .filter(|_| new.agrees_to_safety_rules);
    if !is_between_people(new.vacancy_type) {
        return Err(FieldFault::attribute("vacancy_type", "choice")
            .with("allowed", vec!["p2p", "one-on-one", "neighbour-help"])
            .into());
    }
    new.capacity = new.capacity.or(Some(1));
    new.contact_person_id = None;
    new.other_contact_ids.clear();
    new.contact_phone_visible = false;
    new.publish_after_approval = false;
    new.places.clear();
    new.youtube_url = None;
    new.image_url = None;
    if old.is_some() {
        return Ok(());
    }
    guardian::require_consent(tx, asker, tx.now())?;
    let drafts: i64 = tx
        .prepare_cached("select count(*) from vacancies where asker_id = ?1 and status = 'draft'")?
        .query_row([asker], |row| row.get(0))?;
    if drafts >= DRAFTS_AT_MOST {
        return Err(Error::from(Code::LimitReached).with("limit", DRAFTS_AT_MOST));
    }
    Ok(())
}

/// Refuses a fourth open request of a person, one of a young person whose guardian has not agreed, and one that is sent in
/// without a yes to the rules for helping safely.
pub(super) fn validate_open(
    tx: &Tx,
    id: Id<Vacancy>,
    vacancy: &VacancyAttributes,
    event: VacancyEvent,
) -> Result<()> {
    let Some(asker) = vacancy.asker_id else {
        return Ok(());
    };
    if event == VacancyEvent::Submit && !vacancy.agrees_to_safety_rules {
        return Err(FieldFault::attribute("agrees_to_safety_rules", "safety_rules").into());
    }
    guardian::require_consent(tx, asker.number(), tx.now())?;
    let others: i64 = tx
        .prepare_cached(
            "select count(*) from vacancies
              where asker_id = ?1 and id <> ?2
                and (status = 'published' or (status = 'draft' and moderation_state = 'submitted'))",
        )?
        .query_row((asker.number(), id.number()), |row| row.get(0))?;
    if others >= OPEN_AT_MOST {
        return Err(Error::from(Code::LimitReached).with("limit", OPEN_AT_MOST));
    }
    Ok(())
}
