//! The inventory of personal data, collected from the resources, and its use: export and erasure of one person. Tables
//! that serve every resource are declared here.

use std::sync::OnceLock;

use rusqlite::Connection;

use crate::db::Tx;
use crate::error::Result;
use crate::model::declaration::{Expired, Period};
use crate::privacy;
use crate::privacy::prelude::*;
use crate::privacy::{Export, Inventory, Person, Remains};

/// The applications of this person, with or without an account.
macro_rules! applications {
    () => {
        concat!(
            "(select id from applications where user_id = :user_id or (user_id is null and ",
            $crate::privacy::prelude::address!("email", "created_at"),
            "))"
        )
    };
}
pub(crate) use applications;

/// Rows about somebody that were sent to others.
macro_rules! told_to_others {
    () => {
        concat!(
            "((t.subject_type = 'applications' and t.subject_id in ",
            $crate::resources::personal_data::applications!(),
            ")",
            " or mentions(t.data, :emails) or mentions(t.data, :phones)",
            // An application by a namesake belongs to the namesake.
            " or (t.subject_type not in ('applications', 'tokens') and mentions(t.data, :names)))"
        )
    };
}

pub(crate) use told_to_others;

#[rustfmt::skip]
pub const SHARED: &[Entry] = &[
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
        people("mail_bounces", &[own!("t.email in (select value from json_each(:emails))", [("geweigerde-brieven", "Brieven die je mailadres weigerde."), ("refused-letters", "Letters that your mail address refused.")], without &[], with "")]),
        people("mail_unsubscriptions", &[own!("t.email in (select value from json_each(:emails))", [("afgemelde-mail", "Mail die je niet meer wilt."), ("unsubscribed-mail", "Mail that you no longer want.")], without &[], with "")]),
        people("transitions", &[
            Part {
                rows: "t.subject_type = 'users' and t.subject_id = :user_id",
                show: shown([("stappen-account", "Wat er met je account gebeurde."), ("account-steps", "What happened to your account.")], &["actor_id", "impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
                erase: Blank {
                    set: &[("reason_text", "null")],
                    keep: &["subject_type", "subject_id", "event", "from_state", "to_state", "actor_id", "impersonator_id", "on_behalf", "reason_code", "at"],
                },
            },
            Part {
                rows: concat!("t.subject_type = 'applications' and t.subject_id in ", applications!()),
                show: shown([("stappen-aanmeldingen", "Wat er met je aanmeldingen gebeurde."), ("application-steps", "What happened to your applications.")], &["actor_id", "impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
                erase: Blank {
                    set: &[("reason_text", "null"), ("actor_id", "nullif(actor_id, :user_id)")],
                    keep: &["subject_type", "subject_id", "event", "from_state", "to_state", "impersonator_id", "on_behalf", "reason_code", "at"],
                },
            },
            Part {
                rows: "t.actor_id = :user_id and not (t.subject_type = 'users' and t.subject_id = :user_id)",
                show: shown([("stappen-van-jou", "De stappen die je zelf zette, ook voor een organisatie of het vrijwilligerspunt."), ("your-steps", "The steps you took yourself, also for an organisation or the volunteer centre.")], &["impersonator_id"], "t.impersonator_id is not null as is_impersonation"),
                erase: Stay {
                    why: "the thing's own history; whose step it was leads to a row without a name",
                    keep: &["subject_type", "subject_id", "event", "from_state", "to_state", "actor_id", "impersonator_id", "on_behalf", "reason_code", "reason_text", "at"],
                },
            },
        ]),
        people("row_versions", &[
            Part {
                rows: "t.subject_type = 'volunteer_center_profiles' and (mentions(t.data, :emails) or mentions(t.data, :phones) or mentions(t.data, :names))",
                show: Show::Nothing("earlier versions of the profile of the centre, which named you as its contact"),
                erase: Delete,
            },
            Part {
            rows: "t.actor_id = :user_id",
            show: shown([("versies", "De versies van pagina’s en teksten die jij schreef."), ("versions", "The versions of pages and texts that you wrote.")], &["actor_id", "data"], ""),
            erase: Blank {
                set: &[("actor_id", "null")],
                keep: &["subject_type", "subject_id", "number", "changes", "data", "at"],
            },
            },
        ]),
        people("data_viewer_disclosures", &[
            own!(
                "t.user_id = :user_id",
                [("inzage-door-jou", "Waarom je als beheerder persoonsgegevens hebt laten tonen."), ("disclosures-to-you", "Why you had personal details shown, as an administrator.")],
                without &["session_id"],
                with ""
            ),
            Part {
                rows: "mentions(t.explanation, :emails) or mentions(t.explanation, :phones) or mentions(t.explanation, :names)",
                show: Show::Nothing("what an administrator wrote down as a reason; that your details were seen stands in your log"),
                erase: Blank {
                    set: &[("explanation", "''")],
                    keep: &["user_id", "session_id", "table_name", "row_id", "reason"],
                },
            },
        ]),
        nobody("attempts", "hashes, gone within the hour"),
        nobody("mail_holds", "since when mail waits, of nobody"),
        nobody("erasures", "says that something went, not of whom"),
        nobody("refinery_schema_history", "which migrations ran"),
        nobody("scheduled_effects", "says that a page was published"),
        nobody("sqlite_stat1", "statistics of the query planner"),
        nobody("sqlite_stat4", "statistics of the query planner"),
        nobody("center_digests", "which mails a centre had"),
        nobody("dkim_keys", "of the tenant: domains and the keys of their mail"),
        nobody("analytics_days", "counts by day and place; of persons only how many at least, never which"),
        nobody("analytics_cells", "counts of groups, and which are too small to be shown"),
        nobody("analytics_public", "counts by year, nothing under ten"),
        nobody("analytics_runs", "when figures were counted"),
        nobody("view_counts", "how often a page was viewed, not by whom"),
        nobody("traffic_counts", "how many visitors came from where, not who"),
        nobody("search_counts", "which words were searched for, not by whom; none with an address or a number of somebody"),
        nobody("settings", "of the tenant"),
];

pub const EXPIRED: &[Expired] = &[
    Expired {
        table: "idempotency_keys",
        rows: "created_at < :before",
        after: Period::Days(1),
    },
    // As long as the audit log, which names them.
    Expired {
        table: "data_viewer_disclosures",
        rows: "created_at < :before",
        after: Period::Months(24),
    },
    // A used or expired link is reported as such for a while before it becomes unknown.
    Expired {
        table: "tokens",
        rows: "expires_at < :before",
        after: Period::Days(30),
    },
    // Three years: this year, the one that it is compared with, and the report on it.
    Expired {
        table: "view_counts",
        rows: "day < :before",
        after: Period::Days(1_096),
    },
    Expired {
        table: "traffic_counts",
        rows: "day < :before",
        after: Period::Days(1_096),
    },
    Expired {
        table: "search_counts",
        rows: "day < :before",
        after: Period::Days(1_096),
    },
    // Words of a few people may tell who searched.
    Expired {
        table: "search_counts",
        rows: "day < :before and (select sum(s.count) from search_counts s
                 where s.volunteer_center_id = search_counts.volunteer_center_id and s.words = search_counts.words) < 5",
        after: Period::Days(30),
    },
];

pub fn inventory() -> &'static Inventory {
    static INVENTORY: OnceLock<Inventory> = OnceLock::new();
    INVENTORY.get_or_init(|| {
        let declared = super::declared().iter();
        let of_resources = declared.flat_map(|declaration| declaration.personal_data);
        Inventory::of(SHARED.iter().chain(of_resources))
    })
}

/// Erases everything the tenant holds about a person, in this transaction.
pub fn erase(tx: &Tx, user_id: i64, remains: Remains) -> Result<Option<Person>> {
    privacy::erase(tx, inventory(), user_id, remains)
}

/// Exports everything the tenant holds about a person, with the files that `file` gives for their addresses.
pub fn export(
    connection: &Connection,
    user_id: i64,
    now: &str,
    file: &privacy::FileOf,
) -> Result<Export> {
    privacy::export(connection, inventory(), user_id, now, file)
}

#[cfg(test)]
mod tests;
