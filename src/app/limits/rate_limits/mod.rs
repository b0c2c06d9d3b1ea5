//! Rate limits of all endpoints in one table: each change without a permission check, and each endpoint that sends
//! email, verifies a secret or changes many rows (docs/domain/limits.md). A change that is not listed gets `OTHERWISE`,
//! and every change of somebody who is signed in is counted by `CHANGES` besides.

mod window;

use std::fmt;
use std::net::IpAddr;

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;
use jiff::SignedDuration;

use crate::app::limits::login_throttle::LoginThrottle;
use crate::app::limits::per_key::{KeyedLimit, LONGEST};
use crate::config::CHANGES_PER_MINUTE;
use crate::error::{Code, Error, Result};

use window::{Buckets, Subject, Windows};

/// Maximum number of requests within a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub most: usize,
    pub seconds: i64,
}

/// What a limit is counted per. An IPv6 address stands for its /64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    Address,
    Account,
    /// The recipient's address.
    Mailbox,
    Organization,
    Tenant,
    ApiKey,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Every request, before its body is read.
    Requests,
    /// Events that the handler counts itself, under this name.
    Inside(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub per: Per,
    pub rate: Rate,
    pub counts: Counts,
}

/// Endpoints that share limits.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub calls: &'static [(Method, &'static str)],
    pub limits: &'static [Limit],
}

/// Limits that a handler counts itself. Those of `KeyedLimit` and `LoginThrottle` are stored in the tenant's database and survive
/// restarts.
macro_rules! hourly {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $most:literal;)+) => {
        $($(#[$doc])* pub const $name: KeyedLimit = KeyedLimit { what: $what, most: $most };)+
    };
}
hourly! {
    SIGN_UPS = "sign_up_from", 20;
    /// Each creates a row that a centre has to read.
    ORGANIZATION_SIGN_UPS = "organization_sign_up_from", 10;
    /// Each is a message that a centre has to read.
    SUGGESTIONS = "organization_suggestion_from", 10;
    /// Each has to be looked at by a centre, and may hide a message.
    ABUSE_REPORTS = "abuse_report_from", 5;
    /// Answers to forms that are open to everybody.
    FORM_ANSWERS = "form_answers_from", 5;
    /// Answers by the link of an invitation, of which each has one: a class follows its links from one address.
    FORM_INVITED_ANSWERS = "form_invited_answers_from", 50;
    FORM_RECEIPTS = "form_receipt_to", 3;
    /// Each mails an address that somebody typed.
    NEWSLETTER_SUBSCRIPTIONS = "newsletter_subscription_from", 5;
    HELP_LETTERS = "help_request_to", 3;
    CONFIRMATION_LETTERS = "confirmation_to", 3;
    RESET_LETTERS = "reset_to", 3;
    INVITATION_LETTERS = "invitation_to", 3;
    GUARDIAN_LETTERS = "guardian_to", 3;
    EMAIL_CHANGE_LETTERS = "email_change_to", 3;
    EMAIL_CHANGES = "email_change_of", 10;
    /// Emails that verify whether an address accepts email again.
    PROBE_LETTERS = "email_works_to", 3;
    /// Tests of a text of emails.
    TEST_LETTERS = "test_mail_to", 10;
    /// Examples on a device.
    PUSH_TRIES = "push_tries_of", 5;
    /// Letters to addresses without an account, whatever their kind: counted where letters are made
    /// (`resources/notification.rs`), for the mailbox, and for whoever causes them.
    LETTERS_TO_MAILBOX = "letters_to", 20;
    LETTERS_OF_ACCOUNT = "letters_of_account", 500;
    LETTERS_OF_ORGANIZATION = "letters_of_organization", 500;
    LETTERS_OF_TENANT = "letters_of_tenant", 5_000;
    PEOPLE_INVITED = "people_invited_by", 30;
    PEOPLE_REGISTERED = "people_registered_by", 30;
    /// Pictures and files of one person: each takes seconds of work.
    UPLOADS_SENT = "uploads_sent_by", 200;
    DATA_EXPORTS = "data_export", 10;
    /// Failed passwords when closing an account, as by someone at an unlocked screen.
    CLOSINGS = "erasure", 10;
    /// Failed verifications of the current password; successful ones are not counted.
    PASSWORD_TRIES = "current_password_of", 10;
}
/// Failed sign-in attempts, and for how long they count.
pub const SIGN_IN_ATTEMPTS: LoginThrottle = LoginThrottle {
    most: 10,
    within: SignedDuration::from_mins(10),
};
pub const CODE_ATTEMPTS: LoginThrottle = LoginThrottle {
    most: 5,
    within: SignedDuration::from_mins(10),
};
/// Valid forms of guests, per address: a library has one address for all its visitors.
pub const GUEST_FORMS: Limit = Limit {
    per: Per::Address,
    rate: hourly(30),
    counts: Counts::Inside("guests' forms"),
};

/// Codes of papers that are checked, per address: a municipality checks a pile, guessing takes many.
pub const PROOF_CHECKS: Limit = Limit {
    per: Per::Address,
    rate: hourly(60),
    counts: Counts::Inside("codes of papers"),
};

/// Errors of the app, per address: a browser in which everything fails says so a few times.
pub const ERROR_REPORTS: Limit = Limit {
    per: Per::Address,
    rate: hourly(60),
    counts: Counts::Inside("errors of the app"),
};

/// Posters, per address: each takes a processor for some milliseconds, and a centre prints a pile.
pub const POSTERS: Limit = Limit {
    per: Per::Address,
    rate: hourly(120),
    counts: Counts::Inside("posters"),
};

/// Reads of feeds with a secret address, per address: a calendar asks a few times an hour, guessing takes many.
pub const FEED_READS: Limit = Limit {
    per: Per::Address,
    rate: hourly(600),
    counts: Counts::Inside("feeds"),
};

/// Tiles of a map that are fetched from the source, per address; those that are kept here are not counted.
pub const TILE_FETCHES: Limit = Limit {
    per: Per::Address,
    rate: hourly(3_000),
    counts: Counts::Inside("tiles"),
};

/// Requests of a program with an API key.
pub const API_KEY_REQUESTS: Limit = Limit {
    per: Per::ApiKey,
    rate: Rate {
        most: 60,
        seconds: 60,
    },
    counts: Counts::Inside("requests with a key"),
};

/// Keys that do not exist or no longer count, per address: a program that goes on with an old one, or one that guesses.
pub const WRONG_API_KEYS: Limit = Limit {
    per: Per::Address,
    rate: hourly(60),
    counts: Counts::Inside("wrong keys"),
};

const fn hourly(most: usize) -> Rate {
    Rate {
        most,
        seconds: 60 * 60,
    }
}

const fn requests(per: Per, most: usize) -> Limit {
    Limit {
        per,
        rate: hourly(most),
        counts: Counts::Requests,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small positive number of a constant"
)]
const fn pace(per: Per, pace: KeyedLimit, words: &'static str) -> Limit {
    Limit {
        per,
        rate: Rate {
            most: pace.most as usize,
            seconds: LONGEST.as_secs(),
        },
        counts: Counts::Inside(words),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small positive number of a constant"
)]
const fn attempts(per: Per, attempts: LoginThrottle, words: &'static str) -> Limit {
    Limit {
        per,
        rate: Rate {
            most: attempts.most as usize,
            seconds: attempts.within.as_secs(),
        },
        counts: Counts::Inside(words),
    }
}

use Per::{Account, Address, Mailbox, Organization, Tenant};

const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const PATCH: Method = Method::PATCH;
const DELETE: Method = Method::DELETE;
const GET: Method = Method::GET;

/// Calls that change up to two hundred rows: as many a minute as leave the writer to others.
const MANY_ROWS: Limit = Limit {
    per: Account,
    rate: Rate {
        most: 60,
        seconds: 60,
    },
    counts: Counts::Requests,
};

/// Every change of somebody who is signed in, whatever it is. `changes_per_minute` of the settings replaces the number.
pub const CHANGES: Limit = Limit {
    per: Account,
    rate: Rate {
        most: CHANGES_PER_MINUTE,
        seconds: 60,
    },
    counts: Counts::Requests,
};

/// A class follows its links from one address; the link's token cannot be guessed.
const BY_LINK: Limit = requests(Address, 300);

/// Public endpoints come first. A school or an office has one address for all its users.
#[rustfmt::skip]
pub static TABLE: &[Row] = &[
    Row { name: "sign_in", calls: &[(POST, "/auth/sign_in")], limits: &[
        attempts(Address, SIGN_IN_ATTEMPTS, "wrong passwords"), attempts(Account, SIGN_IN_ATTEMPTS, "wrong passwords"),
    ] },
    Row { name: "sign_out", calls: &[(DELETE, "/auth/sign_out")], limits: &[requests(Address, 600)] },
    Row { name: "sign_up", calls: &[(POST, "/auth"), (POST, "/api/v1/users/sign_up")], limits: &[
        requests(Address, 60), requests(Tenant, 5_000),
        pace(Address, SIGN_UPS, "accounts"), pace(Mailbox, CONFIRMATION_LETTERS, "letters"),
    ] },
    Row { name: "resend_confirmation", calls: &[(POST, "/auth/confirmation")], limits: &[
        requests(Address, 30), requests(Tenant, 5_000), pace(Mailbox, CONFIRMATION_LETTERS, "letters"),
    ] },
    Row { name: "ask_password", calls: &[(POST, "/auth/password")], limits: &[
        requests(Address, 30), requests(Tenant, 5_000), pace(Mailbox, RESET_LETTERS, "letters"),
    ] },
    Row { name: "set_password", calls: &[(PUT, "/auth/password"), (PUT, "/auth/password/link")], limits: &[
        requests(Address, 120), pace(Account, PASSWORD_TRIES, "current passwords"),
    ] },
    Row { name: "confirm", calls: &[(POST, "/api/v1/confirm")], limits: &[BY_LINK] },
    Row { name: "confirm_email", calls: &[(POST, "/api/v1/confirm_email")], limits: &[BY_LINK] },
    Row { name: "confirm_application", calls: &[(POST, "/api/v1/applications/confirm")], limits: &[BY_LINK] },
    Row { name: "show_invitation", calls: &[(POST, "/api/v1/invitations/show")], limits: &[BY_LINK] },
    Row { name: "accept_invitation", calls: &[(POST, "/api/v1/invitations/accept")], limits: &[BY_LINK] },
    Row { name: "show_application", calls: &[(POST, "/api/v1/applications/by_link")], limits: &[BY_LINK] },
    Row { name: "answer_application", calls: &[(POST, "/api/v1/applications/by_link/answer")], limits: &[BY_LINK] },
    Row { name: "show_guardian_consent", calls: &[(POST, "/api/v1/guardian_consents/show")], limits: &[BY_LINK] },
    Row { name: "answer_guardian_consent", calls: &[(POST, "/api/v1/guardian_consents/answer")], limits: &[BY_LINK] },
    Row { name: "undo_erasure", calls: &[(POST, "/api/v1/me/erasure/undo")], limits: &[BY_LINK] },
    // A mail provider sends the one-click request for all its users.
    Row { name: "unsubscribe", calls: &[(POST, "/unsubscribe/{token}")], limits: &[requests(Address, 600)] },
    Row { name: "renew", calls: &[(POST, "/renew/{token}"), (POST, "/nl/renew/{token}"), (POST, "/en/renew/{token}")], limits: &[BY_LINK] },
    Row { name: "profile_visible", calls: &[(POST, "/profile-visible/{token}"), (POST, "/nl/profile-visible/{token}"), (POST, "/en/profile-visible/{token}")], limits: &[BY_LINK] },
    Row { name: "still_right", calls: &[(POST, "/still-right/{token}"), (POST, "/nl/still-right/{token}"), (POST, "/en/still-right/{token}")], limits: &[BY_LINK] },
    Row { name: "end_impersonation", calls: &[(DELETE, "/api/v1/sign_in_as_user")], limits: &[requests(Address, 300)] },
    Row { name: "apply", calls: &[(POST, "/api/v1/applications")], limits: &[
        requests(Address, 120), requests(Account, 120), GUEST_FORMS,
    ] },
    Row { name: "ask_for_help", calls: &[(POST, "/api/v1/help_requests")], limits: &[
        requests(Address, 120), requests(Tenant, 5_000), GUEST_FORMS, pace(Mailbox, HELP_LETTERS, "letters"),
    ] },
    Row { name: "help_request_link", calls: &[
        (POST, "/api/v1/help_requests/confirm"), (POST, "/api/v1/help_requests/by_link"), (POST, "/api/v1/help_requests/by_link/step"),
    ], limits: &[BY_LINK] },
    Row { name: "sign_up_for_activity", calls: &[(POST, "/api/v1/activities/{id}/registrations")], limits: &[
        requests(Address, 120), requests(Account, 120), GUEST_FORMS,
    ] },
    Row { name: "activity_registration_link", calls: &[
        (POST, "/api/v1/activity_registrations/by_link"), (POST, "/api/v1/activity_registrations/by_link/answer"),
        (POST, "/api/v1/activity_registrations/by_link/hand_over"),
        (POST, "/activity-registration/{token}"), (POST, "/nl/activity-registration/{token}"), (POST, "/en/activity-registration/{token}"),
    ], limits: &[BY_LINK] },
    Row { name: "sign_up_organization", calls: &[(POST, "/api/v1/organizations/signup")], limits: &[
        requests(Address, 60), requests(Account, 60), requests(Tenant, 5_000),
        pace(Address, ORGANIZATION_SIGN_UPS, "organisations"),
    ] },
    Row { name: "suggest", calls: &[(POST, "/api/v1/organization_suggestions")], limits: &[
        requests(Address, 60), requests(Account, 60), requests(Tenant, 2_000), pace(Address, SUGGESTIONS, "suggestions"),
    ] },
    Row { name: "report_abuse", calls: &[(POST, "/api/v1/abuse_reports")], limits: &[
        requests(Address, 60), requests(Account, 60), requests(Tenant, 2_000), pace(Address, ABUSE_REPORTS, "reports"),
    ] },
    Row { name: "appeal", calls: &[(PUT, "/api/v1/abuse_reports/{id}/appeal")], limits: &[
        requests(Address, 60), requests(Account, 60), requests(Tenant, 2_000),
    ] },
    Row { name: "submit_form", calls: &[
        (POST, "/api/v1/forms/{id}/submissions"), (POST, "/forms/{token}"), (POST, "/nl/forms/{token}"), (POST, "/en/forms/{token}"),
    ], limits: &[
        requests(Address, 60), requests(Account, 60), requests(Tenant, 5_000),
        pace(Address, FORM_ANSWERS, "answers"), pace(Address, FORM_INVITED_ANSWERS, "answers by invitation"),
        pace(Mailbox, FORM_RECEIPTS, "letters"),
    ] },
    Row { name: "subscribe_to_newsletter", calls: &[(POST, "/api/v1/newsletter_subscriptions")], limits: &[
        requests(Address, 60), requests(Tenant, 5_000), pace(Address, NEWSLETTER_SUBSCRIPTIONS, "subscriptions"),
    ] },
    Row { name: "newsletter_link", calls: &[
        (POST, "/api/v1/newsletter_subscriptions/confirm"), (POST, "/api/v1/newsletter_subscriptions/preferences"),
        (PATCH, "/api/v1/newsletter_subscriptions/preferences"), (PUT, "/api/v1/newsletter_subscriptions/preferences"),
    ], limits: &[BY_LINK] },
    Row { name: "write_to_people", calls: &[
        (POST, "/api/v1/forms/{id}/invitations"), (POST, "/api/v1/forms/{id}/invitations/remind"),
        (POST, "/api/v1/form_submissions/{id}/reply"),
    ], limits: &[
        pace(Mailbox, LETTERS_TO_MAILBOX, "letters"), pace(Account, LETTERS_OF_ACCOUNT, "letters"),
        pace(Organization, LETTERS_OF_ORGANIZATION, "letters"), pace(Tenant, LETTERS_OF_TENANT, "letters"),
    ] },

    Row { name: "second_factor", calls: &[(PUT, "/auth/second_factor"), (PUT, "/auth/second_factor/passkeys")], limits: &[
        attempts(Account, CODE_ATTEMPTS, "wrong codes"),
    ] },
    Row { name: "prove_password", calls: &[
        (PUT, "/auth"), (DELETE, "/auth"), (DELETE, "/auth/second_factor"), (POST, "/auth/second_factor/recovery_codes"),
    ], limits: &[pace(Account, PASSWORD_TRIES, "current passwords")] },
    Row { name: "try_push", calls: &[(PUT, "/api/v1/push_subscriptions/{id}/try")], limits: &[pace(Account, PUSH_TRIES, "examples")] },
    Row { name: "change_email", calls: &[(PUT, "/api/v1/current_user/email")], limits: &[
        pace(Account, PASSWORD_TRIES, "current passwords"), pace(Account, EMAIL_CHANGES, "wishes"),
        pace(Mailbox, EMAIL_CHANGE_LETTERS, "letters"),
    ] },
    Row { name: "data_export", calls: &[(GET, "/api/v1/me/data_export"), (POST, "/api/v1/me/data_export")], limits: &[
        pace(Account, DATA_EXPORTS, "copies"),
    ] },
    Row { name: "erasure", calls: &[(POST, "/api/v1/me/erasure")], limits: &[pace(Account, CLOSINGS, "tries")] },
    Row { name: "ask_guardian", calls: &[(POST, "/api/v1/me/guardian")], limits: &[pace(Mailbox, GUARDIAN_LETTERS, "letters")] },
    Row { name: "invite", calls: &[
        (POST, "/api/v1/users/{id}/invite"), (POST, "/api/v1/users/{id}/resend_confirmation_instructions"),
        (POST, "/api/v1/role_invitations"), (POST, "/api/v1/role_invitations/{id}/resend"),
    ], limits: &[pace(Mailbox, INVITATION_LETTERS, "letters")] },
    Row { name: "invite_newcomer", calls: &[
        (POST, "/api/v1/organizations/{id}/members"), (POST, "/api/v1/student_links"),
    ], limits: &[pace(Account, PEOPLE_INVITED, "people"), pace(Mailbox, INVITATION_LETTERS, "letters")] },
    Row { name: "upload", calls: &[(POST, "/api/v1/uploads")], limits: &[pace(Account, UPLOADS_SENT, "files")] },
    Row { name: "walk_in", calls: &[(POST, "/api/v1/vacancies/{id}/applications/walk_in")], limits: &[
        pace(Account, PEOPLE_REGISTERED, "people"),
    ] },
    Row { name: "desk_find", calls: &[(POST, "/api/v1/desk/find")], limits: &[requests(Account, 120)] },
    Row { name: "desk_invite", calls: &[(POST, "/api/v1/users/{id}/desk/invite")], limits: &[
        pace(Mailbox, INVITATION_LETTERS, "letters"),
    ] },
    Row { name: "bulk_edit", calls: &[(POST, "/api/v1/vacancy_bulk_edits"), (PUT, "/api/v1/vacancy_bulk_edits/{id}/undo")], limits: &[
        requests(Account, 120),
    ] },
    Row { name: "many_rows", calls: &[
        (PATCH, "/api/v1/vacancies/bulk"), (PUT, "/api/v1/vacancies/bulk"), (PATCH, "/api/v1/users/bulk"), (PUT, "/api/v1/users/bulk"),
        (PATCH, "/api/v1/form_submissions/bulk"), (PUT, "/api/v1/form_submissions/bulk"), (POST, "/api/v1/applications/bulk_transition"),
    ], limits: &[MANY_ROWS] },
    Row { name: "many_people", calls: &[
        (POST, "/api/v1/conversations/many"), (POST, "/api/v1/conversations/many/preview"),
    ], limits: &[MANY_ROWS] },
    Row { name: "import", calls: &[(POST, "/api/v1/imports")], limits: &[requests(Account, 120)] },
    Row { name: "try_mail_again", calls: &[(POST, "/api/v1/users/{id}/try_mail_again")], limits: &[
        pace(Mailbox, PROBE_LETTERS, "letters"),
    ] },
    Row { name: "test_mail", calls: &[
        (POST, "/api/v1/notification_templates/{id}/test_mail"),
        (POST, "/api/v1/newsletters/{id}/test_mail"),
    ], limits: &[
        pace(Mailbox, TEST_LETTERS, "letters"),
    ] },
];

/// Every other change without a session.
pub static OTHERWISE: Row = Row {
    name: "otherwise",
    calls: &[],
    limits: &[requests(Address, 60)],
};

pub fn row_of(method: &Method, path: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| {
        row.calls
            .iter()
            .any(|(known, call)| known == method && *call == path)
    })
}

/// Whose requests are counted together.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    pub tenant: &'a str,
    /// The client's address; for IPv6 its /64 network.
    pub address: IpAddr,
}

/// Counters in memory, of this process.
pub struct RateLimits {
    windows: Windows,
    changes: Buckets,
    most_changes: usize,
}

impl RateLimits {
    /// With so many changes a minute of somebody who is signed in.
    pub fn new(most_changes: usize) -> Self {
        Self {
            windows: Windows::default(),
            changes: Buckets::default(),
            most_changes,
        }
    }

    /// Counts a request before its body is read; 429 if it exceeds a limit. Anonymous requests count per address.
    pub(in crate::app) fn admit(
        &self,
        parts: &Parts,
        caller: Caller,
        account: Option<i64>,
        second: i64,
    ) -> Result<()> {
        if matches!(parts.method, Method::GET | Method::HEAD) {
            return Ok(());
        }
        let path = parts
            .extensions
            .get::<MatchedPath>()
            .map_or_else(|| parts.uri.path(), MatchedPath::as_str);
        if let Some(account) = account {
            let rate = Rate {
                most: self.most_changes,
                ..CHANGES.rate
            };
            self.changes
                .count(caller.tenant, account, rate, second)
                .map_err(|wait| Error::from(Code::TooManyChanges).with("retry_after", wait))?;
        }
        let row = match (row_of(&parts.method, path), account) {
            (Some(row), _) => row,
            (None, None) => &OTHERWISE,
            (None, Some(_)) => return Ok(()),
        };
        for limit in row.limits {
            let subject = match (limit.per, account) {
                _ if limit.counts != Counts::Requests => continue,
                (Per::Address, None) => Subject::Address(caller.address),
                (Per::Account, Some(account)) => Subject::Account(account),
                (Per::Tenant, _) => Subject::Tenant,
                _ => continue,
            };
            self.count(caller, row.name, subject, limit.rate, second)?;
        }
        Ok(())
    }

    /// Counts an event found by the handler, once more for the client's address.
    pub fn count_address(&self, limit: &Limit, caller: Caller, second: i64) -> Result<()> {
        let Counts::Inside(what) = limit.counts else {
            return Ok(());
        };
        let subject = Subject::Address(caller.address);
        self.count(caller, what, subject, limit.rate, second)
    }

    /// Counts a request with an API key.
    pub(in crate::app) fn count_key(
        &self,
        limit: &Limit,
        (caller, key_id): (Caller, i64),
        second: i64,
    ) -> Result<()> {
        let Counts::Inside(what) = limit.counts else {
            return Ok(());
        };
        self.count(caller, what, Subject::ApiKey(key_id), limit.rate, second)
    }

    fn count(
        &self,
        caller: Caller,
        what: &str,
        subject: Subject,
        rate: Rate,
        second: i64,
    ) -> Result<()> {
        self.windows
            .count((caller.tenant, what), subject, rate, second)
            .map_err(|wait| Error::from(Code::RateLimited).with("retry_after", wait))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.counts {
            Counts::Requests => "requests",
            Counts::Inside(what) => what,
        };
        let per = match self.per {
            Per::Address => "network address",
            Per::Account => "account",
            Per::Mailbox => "mailbox",
            Per::Organization => "organisation",
            Per::Tenant => "tenant",
            Per::ApiKey => "key",
        };
        let within = match self.rate.seconds {
            3_600 => "hour".to_owned(),
            seconds => format!("{} min", seconds / 60),
        };
        write!(f, "{} {what} / {within} per {per}", self.rate.most)
    }
}
