//! Facts of people that stand beside the resource.

use serde_json::Value;

use super::User;
use crate::http::routes::Routes;
use crate::model::belongings::{Belonging, OF_A_PERSON};
use crate::model::declaration::{BodyForm, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, FileExport, Period, Retention};
use crate::model::effects::Effect;
use crate::model::state_machine::{Machine, describe};
use crate::privacy::prelude::*;

#[rustfmt::skip]
const FILE: FileExport = FileExport {
    action: "export_users",
    query: "include=roles,organizations&sort=id",
    screen: "/users",
    columns: &[
        "id", "first_name", "last_name", "email", "phone_number", "job_title", "status", "signup_method", "locale",
        "roles", "organizations", "created_at", "last_sign_in_at",
    ],
    order: by_name,
    is_open_to_organizations: false,
};

fn by_name(list: &mut [Value]) {
    list.sort_by_cached_key(|person| {
        ["last_name", "first_name"].map(|name| {
            let name = person.get(name).and_then(Value::as_str);
            name.unwrap_or_default().to_lowercase()
        })
    });
}

impl Declared for User {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "People, their roles and their own account.";
    const ROUTES: fn() -> Routes = super::routes;
    const MACHINES: &'static [fn() -> Machine] = &[describe::<super::UserStatus>];
    const FORMS: &'static [BodyForm] = &[
        body_form::<crate::resources::user::own_account::registration::RegistrationForm>(
            "registrations",
        ),
        body_form::<super::desk::DeskRegistration>("desk_registrations"),
        body_form::<super::desk::DeskSearch>("desk_searches"),
        body_form::<super::desk::DeskInvitation>("desk_invitations"),
    ];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("signup_attempts", &[own!(address!("t.email", "t.created_at"), [("aanmeldpogingen", "Dat iemand met jouw mailadres een account wilde maken, in de laatste dagen."), ("sign-up-attempts", "That somebody wanted to make an account with your mail address, in the last days.")], without &["password_hash"], with "")]),
        people("vacancy_digests", &[own!("t.user_id = :user_id", [("mail-met-vacatures", "Tot wanneer we je nieuwe vacatures mailden."), ("vacancy-mail", "Until when we mailed you new vacancies.")], without &["user_id"], with "")]),
        people("told_in_digests", &[own!("t.user_id = :user_id", [("gemaild-in-overzicht", "Over welke vacatures en activiteiten we je de laatste zestig dagen mailden."), ("told-in-digests", "Which volunteer roles and activities we mailed you about in the last sixty days.")], without &["user_id"], with "")]),
        people("guardians", &[
            own!("t.user_id = :user_id", [("ouder-of-verzorger", "Wie als ouder of verzorger toestemming gaf, of daarom gevraagd is."), ("guardian", "Who agreed as your parent or guardian, or was asked to.")], without &["user_id"], with ""),
            // The fact of consent belongs to the young person; the identity of the guardian is the guardian's own data.
            Part {
                rows: address!("t.email", "t.created_at"),
                show: shown([("gevraagd-als-ouder", "Wanneer je als ouder of verzorger om toestemming werd gevraagd."), ("asked-as-guardian", "When you were asked for consent as a parent or guardian.")], &["user_id"], ""),
                erase: Blank { set: &[("email", "null")], keep: &["user_id", "asks"] },
            },
        ]),
        people("notification_preferences", &[own!("t.user_id = :user_id", [("berichten-die-je-wilt", "Welke berichten je wilt, en hoe vaak."), ("wanted-messages", "Which messages you want, and how often.")], without &["user_id"], with "")]),
        people("dashboard_layouts", &[own!("t.user_id = :user_id", [("indeling-van-je-overzicht", "Welke blokken je op je overzicht ziet, en in welke volgorde."), ("dashboard-layout", "Which cards you see on your overview, and in which order.")], without &["user_id"], with "")]),
        people("feed_tokens", &[own!("t.user_id = :user_id", [("geheime-adressen", "De geheime adressen van je agenda en van wat er nieuw is, zonder het geheim zelf."), ("secret-feeds", "The secret addresses of your calendar and of what is new, without the secret itself.")], without &["user_id", "token_hash"], with "")]),
        people("known_as", &[own!("t.user_id = :user_id", [("eerdere-namen", "Namen, adressen en nummers die je eerder had; nodig om ook wat daaronder geschreven is te kunnen wissen."), ("earlier-names", "Names, addresses and numbers that you had before; needed to erase what was written under those as well.")], without &["user_id"], with "")]),
        people("users", &[Part {
            rows: "t.id = :user_id",
            show: shown([("account", "Je account: wie je bent en hoe we je bereiken."), ("account", "Your account: who you are and how we reach you.")], &["password_hash", "version", "archived_by_id", "invited_by_id", "created_by_id"], ""),
            erase: Blank {
                set: &[
                    ("email", "null"), ("password_hash", "null"), ("first_name", "null"), ("last_name", "null"), ("phone_number", "null"),
                    ("job_title", "null"), ("avatar_url", "null"), ("gender", "null"), ("birth_date", "null"), ("status", "'archived'"), ("locale", "'nl'"),
                    ("digest_days", "'[]'"), ("accepted_terms_at", "null"), ("confirmed_at", "null"), ("last_sign_in_at", "null"),
                    ("archived_by_id", "null"), ("erase_after", "null"), ("anonymised_at", ":now"), ("kept_at", "null"), ("inactive_at", "null"),
                    ("unconfirmed_email", "null"), ("password_changed_at", "null"), ("invited_by_id", "null"), ("created_by_id", "null"), ("can_export", "0"),
                    ("color_mode", "'system'"), ("quiet_from", "null"), ("quiet_until", "null"), ("writing_paused_until", "null"), ("version", "version + 1"), ("updated_at", ":now"),
                ],
                // Statistics: how many there were, when, and how they joined and left.
                keep: &["signup_method", "volunteer_center_id", "archive_reason"],
            },
        }]),
        people("desk_cards", &[own!("t.user_id = :user_id", [("balie", "Wanneer je aan de balie bent ingeschreven, en het nummer van je kaartje."), ("desk", "When you were registered at the desk, and the number of your card.")], without &["user_id", "registered_by_id"], with "")]),
        copy_of("users_search", "users"),
        copy_of("users_search_config", "users"),
        copy_of("users_search_content", "users"),
        copy_of("users_search_data", "users"),
        copy_of("users_search_idx", "users"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: super::own_account::retention::CLOCKS,
        expired: &[
            Expired {
                table: "signup_attempts",
                rows: "expires_at < :before",
                after: Period::Days(0),
            },
            Expired {
                table: "told_in_digests",
                rows: "at < :before",
                after: Period::Days(60),
            },
            Expired {
                table: "feed_tokens",
                rows: "revoked_at < :before",
                after: Period::Days(30),
            },
        ],
    });
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::effects::run);
    const BELONGINGS: &'static [Belonging] = &[Belonging::stays("told_in_digests", OF_A_PERSON)];
}
