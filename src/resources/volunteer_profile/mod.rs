//! Volunteer profiles: what a person looks for, and the vacancies that fit (docs/domain/matching.md). Every answer is
//! optional; a person has one profile, empty at first.

mod blocks;
pub mod candidates;
mod contact_details;
mod counts;
mod dismissal;
mod facts;
mod keep_visible;
pub mod looks;
mod matches;
mod offers;
mod recommended;
mod similar;
mod told;
mod visibility;
mod wishes;

use std::collections::BTreeMap;

use axum::http::Method;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::taxonomy::{TaxonomyKind, unknown_languages, unlisted};
use super::user::User;
use super::vacancy::Vacancy;
use super::vacancy::{GAINS, PARTS_OF_THE_WEEK, SocialSetting};
use crate::base::postal_code;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Routes};
use crate::http::singleton::Singleton;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Computed, Id, Resource, Saving};
use crate::model::belongings::{Belonging, Merging, Moving, OF_A_PERSON};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::presets::Features;
use crate::privacy::prelude::*;
use crate::search::geo;

pub use self::blocks::block;
pub use self::facts::{MatchFact, VacancyMatch};
pub use self::keep_visible::{ask, confirm_by_link, due, of_link};
pub use self::matches::require_published;
pub use self::offers::new_offers;
pub use self::recommended::{Recommendation, best_of};
use self::told::of_vacancy;

pub use self::offers::{keys_of, offer};
pub use self::similar::similar;
pub use self::wishes::{answers, list, standing_of, wishes_of};

pub struct VolunteerProfile;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerProfileAttributes {
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    /// A sentence about themselves, for organisations that look for somebody. Without ways to reach them.
    #[validate(length(max = 80))]
    pub headline: Option<String>,
    /// The same at length.
    #[validate(length(max = 1000))]
    pub about: Option<String>,
    /// Activity types of the centre.
    #[serde(default)]
    #[validate(length(max = 10))]
    pub theme_ids: Vec<String>,
    /// What they like to do or are good at, of the fixed list.
    #[serde(default)]
    #[validate(length(max = 16))]
    pub skills: Vec<String>,
    pub frequency: Option<VolunteerProfileFrequency>,
    /// Most hours a week.
    #[validate(range(min = 0.5, max = 20.0))]
    pub hours_per_week: Option<f64>,
    /// Parts of the week: `mon_morning`, `sat_evening`.
    #[serde(default)]
    #[validate(length(max = 21))]
    pub availability: Vec<String>,
    /// The four digits of their postcode.
    #[validate(length(equal = 4))]
    pub postal_code_4: Option<String>,
    pub transport: Option<VolunteerProfileTransport>,
    /// How far they go. None: as far as the means of transport takes them.
    #[validate(range(min = 2, max = 100))]
    pub max_distance_km: Option<i64>,
    #[serde(default)]
    pub wants_online: bool,
    /// Codes of the languages that they speak.
    #[serde(default)]
    #[validate(length(max = 10))]
    pub languages: Vec<String>,
    /// How well they speak those of which they say so, by code.
    #[serde(default)]
    pub language_levels: BTreeMap<String, LanguageLevel>,
    #[serde(default)]
    pub practises_dutch: bool,
    /// What they want to get out of it, of the fixed list.
    #[serde(default)]
    #[validate(length(max = 8))]
    pub gains: Vec<String>,
    pub social_setting: Option<SocialSetting>,
    /// Whether organisations that look for somebody find them.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub visibility: VolunteerProfileVisibility,
    #[schemars(extend("readOnly" = true))]
    pub visible_until: Option<String>,
    /// When they agreed to be found; none where they do not, or no longer.
    #[schemars(extend("readOnly" = true))]
    pub consented_at: Option<String>,
    /// Names of the other centres with which theirs shares the pool.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub shared_with: Vec<String>,
    /// Whether organisations of those centres find them as well.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_found_elsewhere: bool,
    /// Organisations that saw them in the last thirty days, each once a day.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub looks_last_month: i64,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VolunteerProfileFrequency {
    Once,
    Regularly,
    Flexible,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VolunteerProfileTransport {
    Walk,
    Bike,
    PublicTransport,
    Car,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VolunteerProfileVisibility {
    #[default]
    Hidden,
    Visible,
    Paused,
}

/// How well somebody speaks a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LanguageLevel {
    Native,
    Fluent,
    Basic,
}

impl Resource for VolunteerProfile {
    const TYPE: &'static str = "volunteer_profiles";
    const ALIAS: &'static str = "volunteer_profile";
    type Attributes = VolunteerProfileAttributes;
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "consented_at",
            sql: "select iif(c.is_given, c.created_at, null) from consents c where c.user_id = t.user_id and c.kind = 'pool' order by c.id desc limit 1",
        },
        Computed {
            field: "shared_with",
            sql: "select json_group_array(c.name) from shared_pools s join volunteer_centers c on c.id = s.center_id
                   where s.of_center_id = (select u.volunteer_center_id from users u where u.id = t.user_id)",
        },
        Computed {
            field: "is_found_elsewhere",
            sql: "exists (select 1 from shared_pools s join users u on u.id = t.user_id and u.volunteer_center_id = s.of_center_id where t.elsewhere_consent_at >= s.since)",
        },
        Computed {
            field: "looks_last_month",
            sql: "select count(*) from volunteer_profile_looks l where l.user_id = t.user_id and l.day > strftime('%Y-%m-%d', :now, '-30 days')",
        },
    ];
    const PERSON: &'static str = "t.user_id";
    const IS_ON: fn(Features) -> bool = |features| features.volunteer_profiles;
    // What somebody likes is theirs; the audit log has no use for it.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/volunteer_profiles/current"),
            ("GET", "/api/v1/volunteer_profiles/current/preview"),
            ("GET", "/api/v1/vacancies/recommended"),
            ("GET", "/api/v1/dashboard"),
        ],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut VolunteerProfileAttributes,
        old: Option<&VolunteerProfileAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        let mut faults = fixed_list_faults(new);
        faults.extend(text_faults(new, old));
        let spoken = &new.languages;
        new.language_levels.retain(|code, _| spoken.contains(code));
        let fresh = added(&new.theme_ids, old.map(|old| &old.theme_ids));
        let center_id = center_of(saving, new.user_id)?;
        let old_skills = old.map(|old| &old.skills);
        faults.extend(unlisted(
            saving.tx,
            center_id,
            (TaxonomyKind::Skills, "skills"),
            &added(&new.skills, old_skills),
        )?);
        faults.extend(unknown_languages(
            saving.tx,
            center_id,
            "languages",
            &added(&new.languages, old.map(|old| &old.languages)),
        )?);
        faults.extend(unlisted(
            saving.tx,
            center_id,
            (TaxonomyKind::ActivityTypes, "theme_ids"),
            &fresh,
        )?);
        let has_moved = old.is_none_or(|old| old.postal_code_4 != new.postal_code_4);
        if let Some(code) = new.postal_code_4.as_deref().filter(|_| has_moved)
            && postal_code::digits(code).and_then(geo::locate).is_none()
        {
            faults.push(FieldFault::attribute("postal_code_4", "postal_code"));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(faults))
        }
    }
}

/// The centre whose lists the person chooses from.
fn center_of(saving: &Saving, user_id: Option<Id<User>>) -> Result<i64> {
    let Some(user_id) = user_id else {
        return Ok(saving.center_id());
    };
    let center: Option<i64> = saving
        .tx
        .prepare_cached("select volunteer_center_id from users where id = ?1")?
        .query_row([user_id.number()], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(center.unwrap_or_else(|| saving.center_id()))
}

fn fixed_list_faults(new: &VolunteerProfileAttributes) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (field, allowed, chosen) in [
        ("gains", &GAINS[..], &new.gains),
        ("availability", &PARTS_OF_THE_WEEK, &new.availability),
    ] {
        for (index, choice) in chosen.iter().enumerate() {
            if !allowed.contains(&choice.as_str())
                || chosen.iter().take(index).any(|before| before == choice)
            {
                let fault = FieldFault::attribute(&format!("{field}/{index}"), "choice");
                faults.push(fault.with("allowed", serde_json::json!(allowed)));
            }
        }
    }
    for (index, skill) in new.skills.iter().enumerate() {
        if new.skills.iter().take(index).any(|before| before == skill) {
            let fault = FieldFault::attribute(&format!("skills/{index}"), "taken");
            faults.push(fault.with("value", skill.as_str()));
        }
    }
    faults
}

/// Ways to reach somebody in what every organisation reads.
fn text_faults(
    new: &VolunteerProfileAttributes,
    old: Option<&VolunteerProfileAttributes>,
) -> Vec<FieldFault> {
    let texts = [
        ("headline", &new.headline, old.map(|old| &old.headline)),
        ("about", &new.about, old.map(|old| &old.about)),
    ];
    texts
        .into_iter()
        .filter(|(_, text, had)| had.is_none_or(|had| had != *text))
        .filter_map(|(field, text, _)| {
            let found = contact_details::found_in(text.as_deref().unwrap_or_default());
            (!found.is_empty()).then(|| {
                FieldFault::attribute(field, "contact_details")
                    .with("found", found.join(", "))
                    .with("passages", found)
            })
        })
        .collect()
}

/// The choices that were not there before, with their index.
fn added<'a>(chosen: &'a [String], had: Option<&Vec<String>>) -> Vec<(usize, &'a str)> {
    chosen
        .iter()
        .enumerate()
        .filter(|(_, value)| !had.is_some_and(|had| had.contains(value)))
        .map(|(index, value)| (index, value.as_str()))
        .collect()
}

impl Singleton for VolunteerProfile {
    const CURRENT: &'static str = "t.user_id = :user_id";
}

impl Declared for VolunteerProfile {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some(("ui/src/api/matching-calls.ts", "volunteer_profiles"));
    const ABOUT: &'static str = "What a person looks for in volunteering, and what fits.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<visibility::ProfileVisibility>(
        "profile_visibilities",
    )];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("volunteer_profiles", &[own!("t.user_id = :user_id", [("wat-je-zoekt", "Wat je zoekt in vrijwilligerswerk: je eigen antwoorden."), ("what-you-look-for", "What you look for in volunteering: your own answers.")], without &["user_id", "version"], with "")]),
        people("vacancy_dismissals", &[own!("t.user_id = :user_id", [("niet-voor-jou", "De vacatures waarvan je zei dat ze niets voor je zijn."), ("not-for-you", "The volunteer roles that you said are not for you.")], without &["user_id"], with "(select v.title from vacancies v where v.id = t.vacancy_id) as vacancy_title")]),
        people("volunteer_profile_looks", &[own!("t.user_id = :user_id", [("wie-je-profiel-zag", "Welke organisaties je profiel zagen, en op welke dag."), ("who-saw-your-profile", "Which organisations saw your profile, and on which day.")], without &["user_id", "version"], with "(select o.name from organizations o where o.id = t.organization_id) as organization_name")]),
        people("volunteer_profile_blocks", &[own!("t.user_id = :user_id", [("geblokkeerde-organisaties", "Organisaties die jou niet kunnen vinden."), ("blocked-organisations", "Organisations that can't find you.")], without &["user_id", "version"], with "(select o.name from organizations o where o.id = t.organization_id) as organization_name")]),
        nobody("match_counts", "counts of a day"),
        nobody("keyed_ids", "a key of the site, of random bytes"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: visibility::CLOCKS,
        expired: &[Expired {
            table: "volunteer_profile_looks",
            rows: "day < substr(:before, 1, 10)",
            after: Period::Months(4),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("part of the copy that a person takes"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::with("vacancy_dismissals", "vacancies"),
        Belonging::of("volunteer_profile_looks", Moving::Stays(OF_A_PERSON),
            Merging::Goes(&[("organization_id", "not exists (select 1 from volunteer_profile_looks o where o.organization_id = :into and o.user_id = volunteer_profile_looks.user_id and o.day = volunteer_profile_looks.day)")])),
        // Who does not want to be found by an organisation is not found by the one into which it goes.
        Belonging::of("volunteer_profile_blocks", Moving::Stays(OF_A_PERSON),
            Merging::Goes(&[("organization_id", "not exists (select 1 from volunteer_profile_blocks o where o.organization_id = :into and o.user_id = volunteer_profile_blocks.user_id)")])),
    ];
}

pub fn routes() -> Routes {
    Routes::new()
        .singleton::<VolunteerProfile>()
        .merge(visibility::routes())
        .merge(looks::routes())
        .merge(blocks::routes())
        .merge(matches::routes())
        .action(
            Method::GET,
            "//api/v1/vacancies/recommended",
            recommended::recommended,
        )
        .named(
            "listRecommendedVacancies",
            "Lists the vacancies that fit the person best, each with the reasons",
        )
        .answers(Described::many::<Vacancy>())
        .query_parameters(&["include", "page[size]"])
        .find_telling(of_vacancy)
        .action(Method::GET, "/{id}/similar", similar::beside)
        .named(
            "listSimilarVacancies",
            "Lists vacancies that are like this one",
        )
        .answers(Described::many::<Vacancy>())
        .merge(dismissal::routes())
        .merge(counts::routes())
}
