//! Inventory of personal data. An entry declares which rows of a table belong to a person, what the export contains
//! of them, and what erasure does. Entries are processed from top to bottom: rows found through another table come
//! before that table.
//!
//! In the conditions `t` is the table; `:user_id`, `:now` and the lists `:emails`, `:names` (first and last) and
//! `:phones` are available, with current and former values. The lists are empty for a person who never proved their
//! address.

pub struct Entry {
    pub table: &'static str,
    pub holds: Holds,
}

pub enum Holds {
    /// No personal data; the reason.
    Nobody(&'static str),
    /// Derived from another table, and deleted with it.
    CopyOf(&'static str),
    People(&'static [Part]),
}

/// Subset of a table's rows: whose they are, and what erasure does with them.
pub struct Part {
    pub rows: &'static str,
    pub show: Show,
    pub erase: Erase,
}

/// Name of a file and a description of its contents, in Dutch and in English.
pub type About = [(&'static str, &'static str); 2];

pub enum Show {
    /// The rows without these columns, with joins that make them readable.
    Rows {
        about: About,
        without: &'static [&'static str],
        with: &'static str,
    },
    /// Excluded from the export; the reason.
    Nothing(&'static str),
}

pub enum Erase {
    Delete,
    /// The row remains for statistics, with these columns overwritten. Every column occurs in one of the two lists.
    Blank {
        set: &'static [(&'static str, &'static str)],
        keep: &'static [&'static str],
    },
    /// The row remains unchanged; the reason, and the columns considered.
    Stay {
        why: &'static str,
        keep: &'static [&'static str],
    },
}

use Erase::{Blank, Delete, Stay};
use Holds::{CopyOf, Nobody, People};

/// Condition for an address of this person, in a row from the time when it was theirs. `:until` holds the end of use
/// of each former address.
macro_rules! address {
    ($email:literal, $at:literal) => {
        concat!(
            "(",
            $email,
            " in (select value from json_each(:emails)) and ",
            $at,
            " <= coalesce((select value from json_each(:until) where key = lower(",
            $email,
            ")), '9999'))"
        )
    };
}
macro_rules! applications {
    () => {
        concat!(
            "(select id from applications where user_id = :user_id or (user_id is null and ",
            address!("email", "created_at"),
            "))"
        )
    };
}
/// Neighbourhood initiatives that only this person manages: their address is a home address.
macro_rules! home {
    () => {
        "(select o.address_id from organizations o \
           join roles r on r.scope_type = 'organization' and r.scope_id = o.id and r.user_id = :user_id and r.name = 'organization_superuser' \
          where o.neighbourhood_initiative = 1 \
            and not exists (select 1 from roles x where x.scope_type = 'organization' and x.scope_id = o.id \
                               and x.name = 'organization_superuser' and x.user_id <> :user_id and x.accepted_at is not null))"
    };
}
macro_rules! told_to_others {
    () => {
        concat!(
            "((t.subject_type = 'applications' and t.subject_id in ",
            applications!(),
            ")",
            " or mentions(t.data, :emails) or mentions(t.data, :phones)",
            // An application by a namesake belongs to the namesake.
            " or (t.subject_type not in ('applications', 'tokens') and mentions(t.data, :names)))"
        )
    };
}

const fn shown(about: About, without: &'static [&'static str], with: &'static str) -> Show {
    Show::Rows {
        about,
        without,
        with,
    }
}

const fn nobody(table: &'static str, why: &'static str) -> Entry {
    Entry {
        table,
        holds: Nobody(why),
    }
}

const fn copy_of(table: &'static str, of: &'static str) -> Entry {
    Entry {
        table,
        holds: CopyOf(of),
    }
}

const fn people(table: &'static str, parts: &'static [Part]) -> Entry {
    Entry {
        table,
        holds: People(parts),
    }
}

/// Rows that belong to the person alone and are deleted whole.
macro_rules! own {
    ($rows:expr, $about:expr, without $without:expr, with $with:expr) => {
        Part {
            rows: $rows,
            show: shown($about, $without, $with),
            erase: Delete,
        }
    };
}

#[rustfmt::skip]
pub const INVENTORY: &[Entry] = &[
    // ── Records of people's actions ─────────────────────────────────────────────────────────────────────────────────
    people("idempotency_keys", &[Part {
        rows: "mentions(t.body, :emails) or mentions(t.body, :phones) or mentions(t.body, :names)",
        show: Show::Nothing("answers that were given before, for one day"),
        erase: Delete,
    }]),
    people("tokens", &[
        Part {
            rows: concat!("(t.subject_type = 'users' and t.subject_id = :user_id) or (t.subject_type = 'applications' and t.subject_id in ", applications!(), ")"),
            show: Show::Nothing("the keys of links in mails: who reads them could use them"),
            erase: Delete,
        },
        own!(
            address!("t.email", "t.created_at"),
            [("onbevestigde-aanmeldingen", "Aanmeldingen zonder account die je nog niet bevestigde."), ("unconfirmed-applications", "Applications without an account that you have not confirmed yet.")],
            without &["purpose", "token_hash", "subject_type", "subject_id", "data", "used_at"],
            with "t.data ->> 'vacancy_id' as vacancy_id, t.data ->> 'first_name' as first_name, t.data ->> 'last_name' as last_name, t.data ->> 'phone_number' as phone_number, t.data ->> 'message' as message"
        ),
    ]),
    people("outbox", &[
        own!(
            concat!(address!("t.to_email", "t.created_at"), " or (t.subject_type = 'users' and t.subject_id = :user_id) or (t.subject_type = 'role_invitations' and t.subject_id in (select id from role_invitations where user_id = :user_id))"),
            [("brieven", "De brieven die we je stuurden: welke, wanneer en of ze aankwamen."), ("letters", "The letters we sent you: which, when, and whether they arrived.")],
            without &["data", "fingerprint", "unsubscribe_token", "message_id", "claimed_at", "claimed_by", "volunteer_center_id"],
            with ""
        ),
        Part {
            rows: told_to_others!(),
            show: Show::Nothing("letters to somebody else"),
            erase: Delete,
        },
    ]),
    people("notifications", &[
        own!(
            "t.user_id = :user_id",
            [("meldingen", "De berichten bij het belletje."), ("notifications", "The messages behind the bell.")],
            without &["channel_state", "group_key", "version"],
            with ""
        ),
        Part {
            rows: concat!("t.actor_id = :user_id or ", told_to_others!()),
            show: Show::Nothing("messages to somebody else"),
            erase: Delete,
        },
    ]),
    people("transitions", &[
        Part {
            rows: "t.subject_type = 'users' and t.subject_id = :user_id",
            show: shown([("stappen-account", "Wat er met je account gebeurde."), ("account-steps", "What happened to your account.")], &["actor_id", "impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
            erase: Blank {
                set: &[("reason_text", "null")],
                keep: &["id", "subject_type", "subject_id", "event", "from_state", "to_state", "actor_id", "impersonator_id", "on_behalf", "reason_code", "at"],
            },
        },
        Part {
            rows: concat!("t.subject_type = 'applications' and t.subject_id in ", applications!()),
            show: shown([("stappen-aanmeldingen", "Wat er met je aanmeldingen gebeurde."), ("application-steps", "What happened to your applications.")], &["actor_id", "impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
            erase: Blank {
                set: &[("reason_text", "null"), ("actor_id", "nullif(actor_id, :user_id)")],
                keep: &["id", "subject_type", "subject_id", "event", "from_state", "to_state", "impersonator_id", "on_behalf", "reason_code", "at"],
            },
        },
        Part {
            rows: "t.actor_id = :user_id and not (t.subject_type = 'users' and t.subject_id = :user_id)",
            show: shown([("stappen-van-jou", "De stappen die je zelf zette, ook voor een organisatie of het vrijwilligerspunt."), ("your-steps", "The steps you took yourself, also for an organisation or the volunteer centre.")], &["impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
            erase: Stay {
                why: "the thing's own history; whose step it was leads to a row without a name",
                keep: &["id", "subject_type", "subject_id", "event", "from_state", "to_state", "actor_id", "impersonator_id", "on_behalf", "reason_code", "reason_text", "at"],
            },
        },
    ]),
    people("audit_events", &[Part {
        rows: "t.actor_id = :user_id or (t.subject_type = 'users' and t.subject_id = :user_id)",
        show: shown([("logboek", "Wie iets met je gegevens deed, en wat jij deed met die van anderen."), ("audit-trail", "Who did something with your details, and what you did with those of others.")], &["actor_id", "impersonator_id", "data"], "iif(t.subject_type = 'users' and t.subject_id = :user_id, t.data, null) as data, case when t.actor_id = :user_id then 'you' when t.actor_id is null then 'system' else 'somebody else' end as actor"),
        // Ids that lead to an anonymised row; the rest is deleted after 24 months.
        erase: Blank {
            set: &[("data", "iif(subject_type = 'users' and subject_id = :user_id, null, data)")],
            keep: &["id", "actor_id", "impersonator_id", "action", "subject_type", "subject_id", "detail", "volunteer_center_id", "at"],
        },
    }]),

    // ── Found by email address ──────────────────────────────────────────────────────────────────────────────────────
    people("signup_attempts", &[own!(address!("t.email", "t.created_at"), [("aanmeldpogingen", "Dat iemand met jouw mailadres een account wilde maken, in de laatste dagen."), ("sign-up-attempts", "That somebody wanted to make an account with your mail address, in the last days.")], without &["password_hash"], with "")]),
    people("mail_bounces", &[own!("t.email in (select value from json_each(:emails))", [("geweigerde-brieven", "Brieven die je mailadres weigerde."), ("refused-letters", "Letters that your mail address refused.")], without &[], with "")]),
    people("mail_unsubscriptions", &[own!("t.email in (select value from json_each(:emails))", [("afgemelde-mail", "Mail die je niet meer wilt."), ("unsubscribed-mail", "Mail that you no longer want.")], without &[], with "")]),

    // ── Organisations and vacancies: kept, without the person behind them ───────────────────────────────────────────
    people("addresses", &[Part {
        rows: concat!("t.id in ", home!()),
        show: shown([("adressen", "Het adres van je buurtinitiatief."), ("addresses", "The address of your neighbourhood initiative.")], &["version", "is_home"], ""),
        erase: Blank {
            set: &[("street", "null"), ("house_number", "null"), ("postal_code", "substr(postal_code, 1, 4)"), ("latitude", "null"), ("longitude", "null")],
            keep: &["id", "city", "country", "is_home", "version", "created_at", "updated_at"],
        },
    }]),
    people("organizations", &[Part {
        rows: "t.email collate nocase in (select value from json_each(:emails)) or (t.id in (select scope_id from roles where user_id = :user_id and scope_type in ('organization', 'school')) and (t.contact_name in (select value from json_each(:names)) or t.phone_number in (select value from json_each(:phones))))",
        show: shown([("organisaties", "De organisaties waarbij jij als contact genoemd wordt."), ("organisations", "The organisations that name you as their contact.")], &["profile_id", "address_id", "version", "trusted", "origin", "external_id"], ""),
        erase: Blank {
            set: &[
                ("email", "iif(email collate nocase in (select value from json_each(:emails)), null, email)"),
                ("contact_name", "iif(contact_name in (select value from json_each(:names)), null, contact_name)"),
                ("phone_number", "iif(phone_number in (select value from json_each(:phones)), null, phone_number)"),
            ],
            keep: &[
                "id", "name", "website", "description", "organization_type", "status", "kvk_number", "neighbourhood_initiative", "anbi", "trusted", "mentor_approval",
                "denial_reason", "denial_text", "denials", "denied_at", "approved_at", "archived_at", "deleted_at", "purged_at", "verified_at",
                "last_confirmed_at", "response_days", "vacancies_count", "origin", "external_id", "volunteer_center_id", "address_id",
                "profile_id", "version", "created_at", "updated_at",
            ],
        },
    }]),
    people("vacancies", &[Part {
        rows: "t.contact_person_id = :user_id",
        show: shown([("vacatures", "De vacatures waarvan jij de contactpersoon bent."), ("vacancies", "The vacancies that you are the contact of.")], &["slug", "version", "latitude", "longitude", "address_id", "origin", "external_id"], ""),
        erase: Blank {
            set: &[("contact_person_id", "null"), ("contact_phone_visible", "0")],
            keep: &[
                "id", "title", "slug", "status", "moderation_state", "moderation_message", "revision", "revision_state", "revision_message", "vacancy_type", "summary", "description", "requirements",
                "offer", "hours_per_week", "capacity", "places_taken", "schedule", "expenses", "youtube_url", "image_url", "expires_at", "published_at",
                "publish_after_approval", "age_group_ids", "activity_type_ids", "tags", "online", "min_age", "languages", "required_checks",
                "view_count", "origin", "external_id", "verified_at", "archived_at", "deleted_at", "purged_at", "organization_id", "volunteer_center_id", "address_id",
                "city", "postal_code", "latitude", "longitude", "version", "created_at", "updated_at",
            ],
        },
    }]),

    // ── The person ──────────────────────────────────────────────────────────────────────────────────────────────────
    people("applications", &[
        Part {
            rows: concat!("t.user_id = :user_id or (t.user_id is null and ", address!("t.email", "t.created_at"), ")"),
            show: shown(
                [("aanmeldingen", "Je aanmeldingen, met wat je schreef en wat er werd geantwoord."), ("applications", "Your applications, with what you wrote and what was answered.")],
                &["mentor_id", "version"],
                "(select v.title from vacancies v where v.id = t.vacancy_id) as vacancy_title, (select o.name from organizations o where o.id = t.organization_id) as organization_name",
            ),
            erase: super::applications::BLANK,
        },
        Part {
            rows: "t.mentor_id = :user_id",
            show: Show::Nothing("somebody else's application"),
            erase: Stay {
                why: "leads to a row without a name",
                keep: super::applications::COLUMNS,
            },
        },
    ]),
    people("internal_notes", &[
        own!(
            concat!("(t.subject_type = 'users' and t.subject_id = :user_id) or (t.subject_type = 'applications' and t.subject_id in ", applications!(), ")"),
            [("notities", "Wat medewerkers over je opschreven."), ("notes", "What staff wrote down about you.")],
            without &["author_id", "version"],
            with ""
        ),
        Part {
            rows: "t.author_id = :user_id",
            show: Show::Nothing("about somebody or something else"),
            erase: Stay {
                why: "the centre's note; whose it is leads to a row without a name",
                keep: &["id", "subject_type", "subject_id", "author_id", "note", "volunteer_center_id", "version", "created_at", "updated_at"],
            },
        },
    ]),
    // Import and export files expire after a week and after a day. An account deleted immediately takes them along.
    people("imports", &[Part {
        rows: "t.created_by_id = :user_id or mentions(t.content, :emails) or mentions(t.columns, :emails) or mentions(t.report, :emails)",
        show: Show::Nothing("files about many people, which are gone within a week"),
        erase: Delete,
    }]),
    people("exports", &[Part {
        rows: "t.created_by_id = :user_id or mentions(t.content, :emails) or mentions(t.filter, :emails)",
        show: Show::Nothing("files about many people, which are gone within a day"),
        erase: Delete,
    }]),
    people("student_links", &[own!(
        "t.student_id = :user_id or t.mentor_id = :user_id",
        [("school", "De school die je begeleidt, of waarvoor je begeleidt, en de afgesproken uren."), ("school", "The school that guides you, or for which you guide, and the agreed hours.")],
        without &["student_id", "mentor_id", "organization_id", "version"],
        with "(select o.name from organizations o where o.id = t.organization_id) as school_name"
    )]),
    people("roles", &[own!(
        "t.user_id = :user_id",
        [("rollen", "Je rollen."), ("roles", "Your roles.")],
        without &["granted_by_id", "version"],
        with "case when t.scope_type in ('organization', 'school') then (select o.name from organizations o where o.id = t.scope_id) when t.scope_type = 'volunteer_center' then (select c.name from volunteer_centers c where c.id = t.scope_id) end as scope_name"
    )]),
    people("role_invitations", &[own!(
        "t.user_id = :user_id",
        [("aangeboden-rollen", "Rollen die je werden aangeboden."), ("offered-roles", "Roles that you were offered.")],
        without &["sent_by_id", "version"],
        with ""
    )]),
    people("favorites", &[own!("t.user_id = :user_id", [("bewaarde-vacatures", "De vacatures die je bewaarde."), ("kept-vacancies", "The vacancies that you kept.")], without &["user_id"], with "(select v.title from vacancies v where v.id = t.vacancy_id) as vacancy_title")]),
    people("passkey_challenges", &[Part {
        rows: "t.session_id in (select id from sessions where user_id = :user_id)",
        show: Show::Nothing("questions to a passkey, for five minutes"),
        erase: Delete,
    }]),
    people("second_factors", &[own!("t.user_id = :user_id", [("tweede-stap", "Waarmee je bij het inloggen bevestigt dat jij het bent."), ("second-step", "With what you confirm that it is you when you sign in.")], without &["user_id", "secret", "last_step", "credential_id", "credential"], with "")]),
    people("recovery_codes", &[own!("t.user_id = :user_id", [("herstelcodes", "Wanneer je herstelcodes kreeg en gebruikte."), ("recovery-codes", "When you got and used recovery codes.")], without &["user_id", "code_hash"], with "")]),
    people("known_devices", &[own!("t.user_id = :user_id", [("bekende-apparaten", "Sinds wanneer we je apparaten kennen."), ("known-devices", "Since when we know your devices.")], without &["user_id", "device_hash"], with "")]),
    people("sessions", &[
        own!("t.user_id = :user_id", [("ingelogd", "Waar en wanneer je inlogde, en wanneer een beheerder dat als jou deed."), ("sessions", "Where and when you signed in, and when an administrator did so as you.")], without &["client", "token_hash", "device_hash", "impersonator_id", "parent_session_id"], with "t.impersonator_id is not null as is_impersonation"),
        Part {
            rows: "t.impersonator_id = :user_id",
            show: Show::Nothing("shown to whose account it was"),
            erase: Delete,
        },
    ]),
    people("consents", &[own!("t.user_id = :user_id", [("toestemmingen", "Waarvoor je toestemming gaf of introk."), ("consents", "What you agreed to, or no longer.")], without &["version"], with "")]),
    people("vacancy_digests", &[own!("t.user_id = :user_id", [("mail-met-vacatures", "Tot wanneer we je nieuwe vacatures mailden."), ("vacancy-mail", "Until when we mailed you new vacancies.")], without &["user_id"], with "")]),
    people("guardians", &[
        own!("t.user_id = :user_id", [("ouder-of-verzorger", "Wie als ouder of verzorger toestemming gaf, of daarom gevraagd is."), ("guardian", "Who agreed as your parent or guardian, or was asked to.")], without &["user_id"], with ""),
        // The fact of consent belongs to the young person; the identity of the guardian is the guardian's own data.
        Part {
            rows: address!("t.email", "t.created_at"),
            show: shown([("gevraagd-als-ouder", "Wanneer je als ouder of verzorger om toestemming werd gevraagd."), ("asked-as-guardian", "When you were asked for consent as a parent or guardian.")], &["user_id"], ""),
            erase: Blank { set: &[("email", "null")], keep: &["id", "user_id", "asked_at", "asks", "agreed_at", "created_at"] },
        },
    ]),
    people("notification_preferences", &[own!("t.user_id = :user_id", [("berichten-die-je-wilt", "Welke berichten je wilt, en hoe vaak."), ("wanted-messages", "Which messages you want, and how often.")], without &["user_id"], with "")]),
    people("known_as", &[own!("t.user_id = :user_id", [("eerdere-namen", "Namen, adressen en nummers die je eerder had; nodig om ook wat daaronder geschreven is te kunnen wissen."), ("earlier-names", "Names, addresses and numbers that you had before; needed to erase what was written under those as well.")], without &["user_id"], with "")]),
    people("users", &[Part {
        rows: "t.id = :user_id",
        show: shown([("account", "Je account: wie je bent en hoe we je bereiken."), ("account", "Your account: who you are and how we reach you.")], &["password_hash", "version", "archived_by_id", "invited_by_id", "created_by_id"], ""),
        erase: Blank {
            set: &[
                ("email", "null"), ("password_hash", "null"), ("first_name", "null"), ("last_name", "null"), ("phone_number", "null"),
                ("job_title", "null"), ("gender", "null"), ("birth_date", "null"), ("status", "'archived'"), ("locale", "'nl'"),
                ("digest_days", "'[]'"), ("accepted_terms_at", "null"), ("confirmed_at", "null"), ("last_sign_in_at", "null"),
                ("archived_by_id", "null"), ("erase_after", "null"), ("anonymised_at", ":now"), ("kept_at", "null"), ("inactive_at", "null"),
                ("unconfirmed_email", "null"), ("password_changed_at", "null"), ("invited_by_id", "null"), ("created_by_id", "null"), ("can_export", "0"),
                ("color_mode", "'system'"), ("quiet_from", "null"), ("quiet_until", "null"), ("version", "version + 1"), ("updated_at", ":now"),
            ],
            // Statistics: how many there were, when, and how they joined and left.
            keep: &["id", "signup_method", "volunteer_center_id", "invited_at", "archived_at", "archive_reason", "created_at"],
        },
    }]),

    // ── No personal data ────────────────────────────────────────────────────────────────────────────────────────────
    nobody("audit_event_counts", "how many events each centre has"),
    nobody("attempts", "hashes, gone within the hour"),
    nobody("erasures", "says that something went, not of whom"),
    nobody("organization_profiles", "of an organisation"),
    nobody("refinery_schema_history", "which migrations ran"),
    nobody("settings", "of the tenant"),
    nobody("taxonomies", "lists to choose from"),
    nobody("themes", "of a centre"),
    nobody("volunteer_center_profiles", "of a centre"),
    nobody("volunteer_centers", "a centre's own address and number"),
    copy_of("applicant_names", "applications"),
    copy_of("applicant_names_search", "applications"),
    copy_of("applicant_names_search_config", "applications"),
    copy_of("applicant_names_search_data", "applications"),
    copy_of("applicant_names_search_idx", "applications"),
    copy_of("users_search", "users"),
    copy_of("users_search_config", "users"),
    copy_of("users_search_content", "users"),
    copy_of("users_search_data", "users"),
    copy_of("users_search_idx", "users"),
    copy_of("vacancies_titles", "vacancies"),
    copy_of("vacancies_titles_config", "vacancies"),
    copy_of("vacancies_titles_content", "vacancies"),
    copy_of("vacancies_titles_data", "vacancies"),
    copy_of("vacancies_titles_idx", "vacancies"),
    copy_of("vacancies_search", "vacancies"),
    copy_of("vacancies_search_config", "vacancies"),
    copy_of("vacancies_search_data", "vacancies"),
    copy_of("vacancies_search_docsize", "vacancies"),
    copy_of("vacancies_search_idx", "vacancies"),
];
