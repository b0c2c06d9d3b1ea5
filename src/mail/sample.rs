//! Sample data for previews of every kind of email. A test checks that it contains exactly what the templates use.

mod center;
mod help;
mod hours;
mod newsletters;
mod reports;
mod server;

use serde_json::{Value, json};

use super::{Locale, MailKind};

pub fn sample(kind: MailKind, locale: Locale) -> Value {
    let mut data = match kind.as_str().split('_').next() {
        Some("org" | "pending") => of_organization(kind, locale),
        Some("vacancy") => of_vacancy(kind, locale),
        Some("activity") if is_of_review(kind) => of_activity_review(kind, locale),
        Some("activity") => of_activity(kind, locale),
        Some("form") => of_form(kind, locale),
        Some("profile") => of_pool(kind, locale),
        Some("check") => of_check(kind, locale),
        Some("report") => reports::of(kind, locale),
        _ if center::is_about(kind) => center::of(kind),
        _ if server::is_about(kind) => server::of(kind),
        _ if hours::is_about(kind) => hours::of(kind),
        Some("help") => help::of(kind, locale),
        Some("newsletter") => newsletters::of(kind, locale),
        Some("application" | "mentor" | "message" | "silence") => of_application(kind, locale),
        _ => of_account(kind, locale),
    };
    if let Some(fields) = data.as_object_mut() {
        fields.insert("first_name".into(), "Sanne".into());
        if is_about_help(kind) {
            fields.insert("is_help_request".into(), false.into());
        }
        if matches!(
            kind,
            MailKind::ApplicationAccepted | MailKind::ApplicationReceived
        ) {
            fields.insert("offers_help".into(), false.into());
        }
    }
    data
}

/// Whether it reads otherwise where a person asks for help for themselves.
fn is_about_help(kind: MailKind) -> bool {
    kind.as_str().starts_with("vacancy_")
        || matches!(
            kind,
            MailKind::ApplicationAccepted
                | MailKind::ApplicationReceived
                | MailKind::ApplicationPaused
                | MailKind::ApplicationDidItHappen14d
                | MailKind::ApplicationMatchQuestion14d
        )
}

/// Variant of a kind: its name and the sample data that produces it.
struct Variant {
    name: &'static str,
    field: &'static str,
    value: fn() -> Value,
}

const fn variant(name: &'static str, field: &'static str, value: fn() -> Value) -> Variant {
    Variant { name, field, value }
}

const VARIANTS: &[Variant] = &[
    variant("change", "is_change", || true.into()),
    variant("help", "is_help_request", || true.into()),
    variant("offer", "offers_help", || true.into()),
    variant("yes", "needs_yes", || true.into()),
    variant("on_again", "is_on_again", || true.into()),
    variant("handed_over", "successor_name", || "Anna de Wit".into()),
    variant("closed", "is_closed", || true.into()),
    variant("colleague", "participant_name", || "Jan Jansen".into()),
    variant("online", "online_url", || {
        "https://meet.example.org/koffie".into()
    }),
    variant("school", "school_name", || "Lyceum Oldebroek".into()),
    variant("reminder", "is_reminder", || true.into()),
    variant("by_address", "is_by_address", || true.into()),
    variant("refused", "is_accepted", || false.into()),
    variant("staying", "is_account_staying", || true.into()),
    variant("removed", "change", || "removed".into()),
    variant(
        "held",
        "reasons",
        || json!([{ "code": "diploma", "passage": "Je hebt een hbo-diploma." }]),
    ),
    variant("several", "others", || 3.into()),
    variant("waiting", "is_waiting", || true.into()),
];

/// Names of the variants of a kind.
pub fn variants(kind: MailKind) -> Vec<&'static str> {
    let data = sample(kind, Locale::default());
    VARIANTS
        .iter()
        .filter(|variant| data.get(variant.field).is_some())
        .map(|variant| variant.name)
        .collect()
}

/// Sample data of a variant; `None` if the kind has no variant of that name.
pub fn sample_of(kind: MailKind, locale: Locale, name: &str) -> Option<Value> {
    let mut data = sample(kind, locale);
    let variant = VARIANTS.iter().find(|variant| variant.name == name)?;
    *data.get_mut(variant.field)? = (variant.value)();
    Some(data)
}

const DATE: &str = "2027-03-05T22:59:59Z";
const ORGANIZATION: &str = "Voedselbank Oldebroek";

fn pick(locale: Locale, nl: &'static str, en: &'static str) -> &'static str {
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

fn vacancy_title(locale: Locale) -> &'static str {
    pick(locale, "Voedselpakketten inpakken", "Packing food parcels")
}

fn exported(rows: u32, path: &str) -> Value {
    json!({ "actor_name": "Marieke Bos", "rows": rows, "path": path })
}

fn of_account(kind: MailKind, locale: Locale) -> Value {
    match kind {
        MailKind::AccountConfirm => {
            json!({ "is_change": false, "path": "/confirm?token=voorbeeld" })
        }
        MailKind::AccountExists => json!({ "is_change": false }),
        MailKind::PasswordReset => json!({ "path": "/auth/reset?token=voorbeeld" }),
        MailKind::PasswordChanged => json!({ "changed_at": DATE }),
        MailKind::EmailChanged => {
            json!({ "old_email": "oud@example.org", "new_email": "nieuw@example.org" })
        }
        MailKind::NewDevice => {
            json!({ "signed_in_at": DATE, "device": pick(locale, "Firefox op Windows", "Firefox on Windows") })
        }
        MailKind::SecondFactorChanged => json!({
            "change": "passkey_added",
            "name": pick(locale, "Telefoon van Sanne", "Sanne’s telephone"),
            "changed_at": DATE,
            "path": "/profile-edit/settings",
        }),
        MailKind::Invitation => json!({
            "inviter_name": "Fatima el Idrissi",
            "organization_name": ORGANIZATION,
            "is_reminder": false,
            "path": "/confirm?invitation_token=voorbeeld",
            "expires_at": DATE,
        }),
        MailKind::RoleOffered => json!({
            "inviter_name": "Fatima el Idrissi",
            "role": "organization_superuser",
            "scope_name": ORGANIZATION,
            "path": "/account/roles?invitation=voorbeeld",
            "expires_at": DATE,
        }),
        MailKind::RoleChanged => json!({
            "change": "added",
            "role": "content_manager",
            "scope_name": "Vrijwilligerscentrale Oldebroek",
            "actor_name": "Fatima el Idrissi",
        }),
        MailKind::Impersonated => json!({
            "actor_name": "Fatima el Idrissi",
            "started_at": DATE,
            "reason": pick(
                locale,
                "Je vroeg waarom je vacature niet zichtbaar is.",
                "You asked why your vacancy cannot be seen.",
            ),
        }),
        MailKind::AccountInactive23m | MailKind::AccountInactive7d => {
            json!({ "inactive_at": DATE })
        }
        MailKind::AccountArchived => {
            json!({ "erased_at": DATE, "path": "/confirm?restore_token=voorbeeld", "guardian_withdrew": false })
        }
        MailKind::NotificationDigest => json!({
            "items": [
                { "title": pick(locale, "Nieuwe aanmelding van Noor", "New application from Noor"), "path": "/applications/56" },
                { "title": pick(locale, "Je vacature staat online", "Your volunteer role is online") },
            ],
            "count": 2,
        }),
        MailKind::DigestVolunteer => json!({
            "count": 3,
            "vacancies": new_vacancies(locale),
            "activities": [
                { "title": pick(locale, "Koffieochtend", "Coffee morning"), "path": "/activiteitenkalender/5", "starts_at": DATE, "place": pick(locale, "de bibliotheek", "the library"), "km": "2" },
                { "title": pick(locale, "Wandelen met de buurt", "A walk with the neighbours"), "path": "/activiteitenkalender/6", "starts_at": DATE, "place": null, "km": null },
            ],
        }),
        MailKind::SavedSearchNew => json!({
            "count": 3,
            "vacancies": new_vacancies(locale),
            "search_name": pick(locale, "Taal in de buurt", "Languages nearby"),
            "path": "/vacancies/search?q=taal&sort=newest",
        }),
        MailKind::UsersExported => exported(212, "/users"),
        MailKind::ApplicationsExported => exported(212, "/applications"),
        MailKind::ChecksExported => exported(61, "/verklaringen"),
        MailKind::AuditLogExported => exported(312, "/admin/audit-log"),
        MailKind::GuardianConsent => json!({
            "young_name": "Noor Bakker", "minimum_age": 16,
            "path": "/toestemming?token=voorbeeld",
            "expires_at": DATE,
        }),
        MailKind::GuardianThanks => {
            json!({ "young_name": "Noor Bakker", "path": "/toestemming?token=voorbeeld" })
        }
        MailKind::GuardianWithdrawn => json!({ "young_name": "Noor Bakker", "erased_at": DATE }),
        MailKind::GuardianWanted => json!({ "path": "/account/privacy", "ends_at": DATE }),
        MailKind::GuardianAgreed => json!({ "path": "/vacancies/search" }),
        MailKind::ExportReady => json!({ "path": "/account/privacy", "expires_at": DATE }),
        _ => json!({}),
    }
}

/// One vacancy for each reason of selection.
fn new_vacancies(locale: Locale) -> Value {
    json!([
        {
            "title": pick(locale, "Helpen in de wijktuin", "Helping in the neighbourhood garden"),
            "path": "/vacancies/34",
            "organization_name": "De Groene Hoek",
            "city": "Oldebroek",
            "reason": "liked_theme",
            "theme": pick(locale, "Natuur", "Nature"),
        },
        {
            "title": pick(locale, "Taalmaatje worden", "Become a language buddy"),
            "path": "/vacancies/35",
            "organization_name": "Taalhuis",
            "city": "Wezep",
            "reason": "near_home",
            "km": "2",
        },
        {
            "title": pick(locale, "Chauffeur buurtbus", "Driver of the local bus"),
            "path": "/vacancies/36",
            "organization_name": "Buurtbus Veluwe",
            "reason": "time",
        },
    ])
}

#[expect(clippy::too_many_lines, reason = "one row for each mail")]
fn of_organization(kind: MailKind, locale: Locale) -> Value {
    let path = "/organizations/12";
    match kind {
        MailKind::OrgToReview => json!({
            "organization_name": ORGANIZATION,
            "city": "Oldebroek",
            "is_change": false,
            "path": "/organizations/approve",
        }),
        MailKind::PendingOver3Days => json!({
            "organization_name": ORGANIZATION,
            "city": "Oldebroek",
            "waiting_days": 4,
            "path": "/organizations/approve",
        }),
        MailKind::OrgDenied | MailKind::OrgRevoked => json!({
            "organization_name": ORGANIZATION,
            "reason_code": "information_insufficient",
            "reason_text": pick(
                locale,
                "We zien nog niet wie de contactpersoon is.",
                "We cannot see yet who the contact person is.",
            ),
            "path": path,
        }),
        MailKind::OrgNoVacancy10d | MailKind::OrgNoVacancy30d => json!({
            "organization_name": ORGANIZATION,
            "path": "/vacancies/add",
        }),
        MailKind::OrgResponseScoreLow => json!({
            "organization_name": ORGANIZATION,
            "score": 42,
            "path": "/applications?waiting=3",
        }),
        MailKind::OrgSuggestion => json!({
            "organization_name": ORGANIZATION,
            "message": pick(
                locale,
                "Ze zijn op dinsdag dicht, en niet op maandag.",
                "They are closed on Tuesdays, not on Mondays.",
            ),
            "path": "/sociale-kaart/12",
        }),
        MailKind::OrgChangeDecided => json!({
            "organization_name": ORGANIZATION,
            "is_approved": false,
            "message": pick(
                locale,
                "Deze naam staat niet zo bij de KvK.",
                "The trade register has another name.",
            ),
            "path": "/organizations/12/edit",
        }),
        MailKind::OrgQuestion => json!({
            "organization_name": ORGANIZATION,
            "message": pick(
                locale,
                "Op welke dagen is de voedselbank open?",
                "On which days is the food bank open?",
            ),
            "path": path,
        }),
        MailKind::OrgStillCorrect6m => json!({
            "organization_name": ORGANIZATION,
            "is_reminder": false,
            "address": "Stationsweg 12, 8096 AB Oldebroek",
            "website": "https://www.example.org",
            "phone_number": "+31525123456",
            "description": pick(
                locale,
                "We delen elke vrijdag voedselpakketten uit.",
                "We hand out food parcels every Friday.",
            ),
            "path": "/still-right/1.voorbeeld",
            "edit_path": path,
        }),
        MailKind::OrgUnconfirmed => {
            json!({ "count": 3, "path": "/organizations?check=unconfirmed" })
        }
        MailKind::OrgMoveAsked => json!({
            "organization_name": ORGANIZATION,
            "center_name": "Vrijwilligerspunt Elburg",
            "path": "/organizations/12/move",
        }),
        MailKind::OrgMoveDecided => json!({
            "organization_name": ORGANIZATION,
            "center_name": "Vrijwilligerspunt Elburg",
            "is_accepted": true,
            "message": pick(locale, "Van harte welkom.", "You are very welcome."),
            "path": "/organizations",
        }),
        MailKind::OrgMoved => json!({
            "organization_name": ORGANIZATION,
            "center_name": "Vrijwilligerspunt Elburg",
            "old_center_name": "Vrijwilligerspunt Oldebroek",
            "is_account_staying": false,
            "path": "/organizations/12",
        }),
        MailKind::OrgMerged => json!({
            "organization_name": ORGANIZATION,
            "into_name": pick(locale, "Stichting Voedselbank", "Food Bank Foundation"),
            "path": path,
        }),
        MailKind::OrgArchived => json!({
            "organization_name": ORGANIZATION,
            "actor_name": "Fatima el Idrissi",
            "path": path,
        }),
        _ => json!({ "organization_name": ORGANIZATION, "path": path }),
    }
}

fn of_form(kind: MailKind, locale: Locale) -> Value {
    let title = pick(locale, "Training taalmaatje", "Language buddy training");
    match kind {
        MailKind::FormReceipt => json!({
            "form_title": title,
            "organization_name": "Taalhuis Elburg",
            "thanks": pick(locale, "Je hoort voor 13 januari van ons.", "We'll be in touch before 13 January."),
        }),
        MailKind::FormReply => json!({
            "form_title": title,
            "organization_name": "Taalhuis Elburg",
            "actor_name": "Samira Haddou",
            "message": pick(locale, "Wat leuk dat je meedoet. Tot donderdag!", "Great that you are joining us. See you on Thursday!"),
        }),
        MailKind::FormInvitation => {
            json!({ "form_title": title, "organization_name": "Taalhuis Elburg", "is_reminder": false, "path": "/forms/voorbeeld" })
        }
        _ => json!({ "form_title": title, "path": "/form_builder/3/submissions/12" }),
    }
}

/// Whether the email is about what a centre reads before it is in the calendar.
const fn is_of_review(kind: MailKind) -> bool {
    matches!(
        kind,
        MailKind::ActivityToReview
            | MailKind::ActivityApproved
            | MailKind::ActivityNeedsWork
            | MailKind::ActivityRefused
    )
}

fn of_activity_review(kind: MailKind, locale: Locale) -> Value {
    let title = pick(
        locale,
        "Taalcafé: samen Nederlands praten",
        "Language café: practise your Dutch",
    );
    let path = "/activiteitenkalender/overzicht/12";
    match kind {
        MailKind::ActivityToReview => {
            json!({ "activity_title": title, "is_change": false, "organization_name": ORGANIZATION, "path": path })
        }
        MailKind::ActivityNeedsWork | MailKind::ActivityRefused => json!({
            "activity_title": title, "is_change": false,
            "message": pick(
                locale,
                "Wil je erbij zetten of er een lift is?",
                "Could you add whether there is a lift?",
            ),
            "path": path,
        }),
        _ => json!({ "activity_title": title, "is_change": false, "path": path }),
    }
}

fn of_activity(kind: MailKind, locale: Locale) -> Value {
    let mut data = json!({
        "activity_title": pick(locale, "Koffieochtend", "Coffee morning"),
        "organization_name": "Taalhuis Elburg",
        "starts_at": DATE,
    });
    let path = "/activity-registration/1.voorbeeld";
    let place = "Bibliotheek, Kerkstraat 18, Oldebroek";
    let reason = pick(
        locale,
        "De zaal is die dag bezet.",
        "The room is taken on that day.",
    );
    if matches!(
        kind,
        MailKind::ActivityWithdrawnLate | MailKind::ActivityNeedsYes | MailKind::ActivityTooFew
    ) && let Some(data) = data.as_object_mut()
    {
        data.remove("organization_name");
    }
    let more = match kind {
        MailKind::ActivityConfirmGuest => json!({ "path": path }),
        MailKind::ActivityPlaceForYou => json!({
            "giver_name": "Joke Wever",
            "party_size": 1,
            "place": place,
            "expires_at": DATE,
            "path": path,
        }),
        MailKind::ActivityRegistered | MailKind::ActivityReminder24h => json!({
            "participant_name": "",
            "party_size": 2,
            "place": place,
            "online_url": "",
            "check_in_code": "3f9a07c2d1",
            "path": path,
        }),
        MailKind::ActivityWaitlisted => {
            json!({ "participant_name": "", "position": 3, "needs_yes": false, "path": path })
        }
        MailKind::ActivityWaitlistOffer => json!({
            "participant_name": "",
            "party_size": 3,
            "offered_size": 2,
            "place": place,
            "expires_at": DATE,
            "path": path,
        }),
        MailKind::ActivityChanged => json!({
            "participant_name": "",
            "is_on_again": false,
            "is_closed": false,
            "ends_at": "2027-03-06T00:59:59Z",
            "old_starts_at": "2027-03-04T18:00:00Z",
            "old_ends_at": "2027-03-04T20:00:00Z",
            "place": place,
            "reason_text": reason,
            "path": path,
        }),
        MailKind::ActivityCancelled => json!({ "participant_name": "", "reason_text": reason }),
        MailKind::ActivityMessage => json!({
            "participant_name": "",
            "message": pick(
                locale,
                "Neem je een kop of mok mee? Er is soep.",
                "Could you bring a mug? There will be soup.",
            ),
            "path": path,
        }),
        MailKind::ActivityNeedsYes => json!({
            "participant_name": "Amina Osman",
            "party_size": 2,
            "path": "/activiteitenkalender/overzicht/12",
        }),
        MailKind::ActivityTooFew => json!({
            "people": 4,
            "minimum": 8,
            "path": "/activiteitenkalender/overzicht/12",
        }),
        MailKind::ActivityRemoved => json!({ "participant_name": "" }),
        MailKind::ActivityWithdrawnReceipt => {
            json!({ "participant_name": "", "successor_name": "" })
        }
        MailKind::ActivityWithdrawnLate => {
            json!({ "participant_name": "Amina Osman", "party_size": 2, "successor_name": "" })
        }
        _ => json!({ "participant_name": "Amina Osman", "party_size": 2 }),
    };
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
    }
    data
}

fn of_pool(kind: MailKind, locale: Locale) -> Value {
    let path = "/profile-replies?open=12";
    match kind {
        MailKind::ProfileVisibleCheck4m => json!({
            "visible_until": DATE,
            "path": "/profiel",
            "renew_path": "/profile-visible/voorbeeld",
        }),
        MailKind::ProfileReplyNew | MailKind::ProfileReplyReminder => json!({
            "organization_name": ORGANIZATION,
            "sender_name": "Fatima",
            "vacancy_title": vacancy_title(locale),
            "message": pick(
                locale,
                "Je schrijft dat je op woensdagmiddag tijd hebt. Dan pakken we de pakketten in. Kom je een keer kijken?",
                "You write that you have time on Wednesday afternoons. That is when we pack the parcels. Would you like to come and see?",
            ),
            "path": path,
        }),
        _ => json!({
            "organization_name": ORGANIZATION,
            "person_name": "Hanneke V.",
            "vacancy_title": vacancy_title(locale),
            "path": path,
        }),
    }
}

fn of_check(kind: MailKind, locale: Locale) -> Value {
    let mut data = json!({
        "kind": "vog",
        "organization_name": ORGANIZATION,
        "path": "/verklaringen?open=12",
    });
    let more = match kind {
        MailKind::CheckRequested => {
            json!({ "vacancy_title": vacancy_title(locale), "path": "/applications/34" })
        }
        MailKind::CheckClaimed => {
            json!({ "person_name": "Hanneke Visser", "vacancy_title": vacancy_title(locale) })
        }
        _ => {
            json!({ "person_name": "Hanneke Visser", "valid_until": "2027-01-21", "is_own": false })
        }
    };
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
    }
    data
}

fn of_vacancy(kind: MailKind, locale: Locale) -> Value {
    let title = vacancy_title(locale);
    let path = "/vacancies/34/edit";
    let message = pick(
        locale,
        "Wil je erbij zetten op welke dagen je iemand zoekt?",
        "Could you add on which days you need someone?",
    );
    match kind {
        MailKind::VacancyToReview => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "is_change": false,
            "others": 0,
            "path": path,
        }),
        MailKind::VacancyRemoved => json!({
            "vacancy_title": title,
            "reason_code": "outdated",
            "message": pick(
                locale,
                "Deze dag is al geweest.",
                "That day has passed.",
            ),
        }),
        MailKind::VacancyNeedsWork | MailKind::VacancyRefused => {
            json!({ "vacancy_title": title, "message": message, "is_change": false, "path": path })
        }
        MailKind::VacancySubmitted => {
            json!({ "vacancy_title": title, "is_change": false, "reasons": [], "others": 0, "path": path })
        }
        MailKind::VacancyApproved => {
            json!({ "vacancy_title": title, "is_change": false, "expires_at": DATE, "path": path })
        }
        MailKind::VacancyExpires14d
        | MailKind::VacancyExpires3d
        | MailKind::VacancyStillCurrent90d => {
            json!({ "vacancy_title": title, "expires_at": DATE, "path": path, "renew_path": "/renew/1.voorbeeld" })
        }
        MailKind::VacancyExpired => {
            json!({ "vacancy_title": title, "open_applications": 2, "path": path, "renew_path": "/renew/1.voorbeeld" })
        }
        MailKind::VacancyFilled => {
            json!({ "vacancy_title": title, "open_applications": 2, "path": "/applications?vacancy=34" })
        }
        _ => json!({ "vacancy_title": title, "path": path }),
    }
}

#[expect(clippy::too_many_lines, reason = "one row for each mail")]
fn of_application(kind: MailKind, locale: Locale) -> Value {
    let title = vacancy_title(locale);
    let similar = json!([
        {
            "title": pick(locale, "Taalmaatje worden", "Become a language buddy"),
            "path": "/vacancies/35",
            "organization_name": "Taalhuis",
        },
        { "title": pick(locale, "Chauffeur buurtbus", "Driver of the local bus"), "path": "/vacancies/36" },
    ]);
    let message = pick(
        locale,
        "Kom je dinsdag kennismaken?\nDe koffie staat klaar.",
        "Will you come and meet us on Tuesday?\nThe coffee is ready.",
    );
    let path = "/applications/56";
    match kind {
        MailKind::ApplicationConfirmGuest => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "path": "/confirm?application=voorbeeld",
        }),
        MailKind::ApplicationReceived => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "response_days": 3,
            "school_name": "",
            "path": path,
        }),
        MailKind::ApplicationRegistered => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "actor_name": "Marieke Bos",
            "school_name": "",
            "is_by_address": false,
            "path": path,
        }),
        MailKind::ApplicationNew => json!({
            "vacancy_title": title,
            "applicant_name": "Jan Jansen",
            "is_waiting": false,
            "message": pick(locale, "Ik help graag op dinsdag.", "I would like to help on Tuesdays."),
            "path": path,
        }),
        MailKind::ApplicationContacted => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "message": message,
            "contact_name": "Ahmed Yilmaz",
            "organization_email": "info@example.org",
            "organization_phone": "+31525123456",
            "path": path,
        }),
        MailKind::ApplicationWaitlisted => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "position": 2,
            "path": "/confirm?answer=voorbeeld",
        }),
        MailKind::ApplicationOffer => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "expires_at": DATE,
            "path": "/confirm?answer=voorbeeld",
        }),
        MailKind::ApplicationNoAnswer7d => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "waiting_days": 7,
            "similar": similar,
            "path": "/confirm?answer=voorbeeld",
        }),
        MailKind::ApplicationDidItHappen14d => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "path": "/confirm?answer=voorbeeld",
        }),
        MailKind::ApplicationStartsTomorrow => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "starts_at": DATE,
            "place": "Kerkstraat 18, Oldebroek",
            "contact_name": "Ahmed Yilmaz",
            "path": path,
        }),
        MailKind::ApplicationOfferTaken
        | MailKind::ApplicationOfferExpired
        | MailKind::ApplicationMatchQuestion14d => json!({
            "vacancy_title": title,
            "applicant_name": "Jan Jansen",
            "path": path,
        }),
        MailKind::ApplicationUnanswered3d | MailKind::ApplicationUnanswered7d => json!({
            "vacancy_title": title,
            "applicant_name": "Jan Jansen",
            "waiting_days": 7,
            "path": path,
        }),
        MailKind::SilenceDay7 | MailKind::ApplicationAskedCenter => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "applicant_name": "Jan Jansen",
            "waiting_days": 7,
            "path": path,
        }),
        MailKind::ApplicationLateWithdrawal => json!({
            "vacancy_title": title,
            "applicant_name": "Jan Jansen",
            "reason_code": "not_available",
            "reason_text": pick(locale, "Ik ben ziek geworden.", "I have fallen ill."),
            "path": path,
        }),
        MailKind::MessageNew => json!({
            "vacancy_title": title,
            "sender_name": "Jan Jansen",
            "count": 2,
            "message": message,
            "contact_name": "Ahmed Yilmaz",
            "organization_email": "info@example.org",
            "organization_phone": "+31525123456",
            "path": path,
        }),
        MailKind::MessageRefused => json!({
            "reason": "attachments",
            "path": "/conversations?open=31",
        }),
        MailKind::ApplicationPaused => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "path": path,
        }),
        MailKind::ApplicationAccepted => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "message": message,
            "contact_email": "ahmed@example.org",
            "contact_phone": "+31612345678",
            "contact_name": "Ahmed Yilmaz",
            "place": "",
            "path": path,
        }),
        MailKind::ApplicationRejected => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "reason_code": "no_longer_needed",
            "school_name": "",
            "reason_text": pick(
                locale,
                "We hebben net genoeg mensen gevonden.",
                "We have just found enough people.",
            ),
            "similar": similar,
        }),
        MailKind::ApplicationClosed => json!({
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "reason_code": "vacancy_closed",
            "similar": similar,
        }),
        MailKind::ApplicationWithdrawn => json!({
            "vacancy_title": title,
            "applicant_name": "Jan Jansen",
            "reason_code": "not_available",
            "reason_text": pick(locale, "Ik ga verhuizen.", "I am moving house."),
            "path": path,
        }),
        MailKind::MentorApplicationToApprove => json!({
            "student_name": "Jan Jansen",
            "vacancy_title": title,
            "organization_name": ORGANIZATION,
            "message": pick(locale, "Ik help graag op dinsdag.", "I would like to help on Tuesdays."),
            "path": path,
        }),
        _ => {
            json!({ "vacancy_title": title, "organization_name": ORGANIZATION, "school_name": "" })
        }
    }
}
