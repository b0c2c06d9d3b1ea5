//! Kinds of email: name, whether recipients can unsubscribe, what they are about and for whom, and template source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Locale;

/// What a kind of email is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MailGroup")]
pub enum MailGroup {
    Account,
    Organizations,
    Vacancies,
    Applications,
    Activities,
    Pool,
    Hours,
    Conversations,
    Reports,
    Content,
}

/// Who gets a kind of email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MailAudience")]
pub enum MailAudience {
    Everyone,
    Volunteer,
    Organization,
    Center,
    Mentor,
    Guardian,
    Participant,
}

/// Generates the enum and its properties from one list, so that no kind lacks a name or a template.
macro_rules! kinds {
    ($($kind:ident $name:literal $duty:ident $group:ident $audience:ident,)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum MailKind { $($kind,)+ }

        impl MailKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// Returns whether this kind is mandatory: recipients cannot unsubscribe, and quiet hours do not delay it.
            pub const fn is_mandatory(self) -> bool {
                match self { $(Self::$kind => duty::$duty,)+ }
            }

            pub const fn group(self) -> MailGroup {
                match self { $(Self::$kind => MailGroup::$group,)+ }
            }

            pub const fn audience(self) -> MailAudience {
                match self { $(Self::$kind => MailAudience::$audience,)+ }
            }

            pub fn find(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$kind),)+ _ => None }
            }

            /// Source of the default template: a line `Subject: …`, an empty line, the body.
            pub const fn source(self, locale: Locale) -> &'static str {
                match (self, locale) {
                    $(
                        (Self::$kind, Locale::Nl) => include_str!(concat!("templates/nl/", $name, ".txt")),
                        (Self::$kind, Locale::En) => include_str!(concat!("templates/en/", $name, ".txt")),
                    )+
                }
            }
        }
    };
}

impl MailKind {
    /// Returns whether this kind is itself a digest or a newsletter: it has its own schedule and is never part of another
    /// digest.
    pub const fn gathers(self) -> bool {
        matches!(
            self,
            Self::NotificationDigest
                | Self::DigestVolunteer
                | Self::SavedSearchNew
                | Self::Newsletter
        )
    }

    /// Returns whether the letter is about the reader's own account: without it they cannot sign in, consent or leave.
    pub const fn is_about_own_account(self) -> bool {
        matches!(
            self,
            Self::AccountConfirm
                | Self::AccountExists
                | Self::PasswordReset
                | Self::PasswordChanged
                | Self::EmailChanged
                | Self::NewDevice
                | Self::SecondFactorChanged
                | Self::EmailWorks
                | Self::AccountArchived
                | Self::ErasureDone
                | Self::GuardianConsent
                | Self::GuardianThanks
                | Self::GuardianWithdrawn
        )
    }

    /// Returns whether it is never a notification in the app: it holds a secret link, is for somebody who cannot sign in,
    /// or gathers what the app shows already.
    pub const fn is_mail_only(self) -> bool {
        self.gathers()
            || matches!(
                self,
                Self::AccountConfirm
                    | Self::AccountExists
                    | Self::AccountArchived
                    | Self::PasswordReset
                    | Self::EmailChanged
                    | Self::EmailWorks
                    | Self::NewDevice
                    | Self::Invitation
                    | Self::ErasureDone
                    | Self::GuardianConsent
                    | Self::GuardianRefused
                    | Self::GuardianThanks
                    | Self::GuardianWithdrawn
                    | Self::OrgStillCorrect6m
                    | Self::HelpConfirmGuest
                    | Self::ApplicationConfirmGuest
                    | Self::ActivityConfirmGuest
                    | Self::ActivityPlaceForYou
                    | Self::MessageRefused
                    | Self::FormReceipt
                    | Self::FormReply
                    | Self::FormInvitation
                    | Self::NewsletterConfirm
                    | Self::BackupFailed
                    | Self::DoctorFound
            )
    }

    /// Returns whether recipients may choose a daily or weekly digest for this kind.
    pub const fn can_be_gathered(self) -> bool {
        !self.is_mandatory() && !self.gathers()
    }
}

mod duty {
    pub(super) const MANDATORY: bool = true;
    pub(super) const OPTIONAL: bool = false;
}

kinds! {
    AccountConfirm "account_confirm" MANDATORY Account Everyone,
    AccountExists "account_exists" MANDATORY Account Everyone,
    AccountWelcome "account_welcome" OPTIONAL Account Everyone,
    PasswordReset "password_reset" MANDATORY Account Everyone,
    PasswordChanged "password_changed" MANDATORY Account Everyone,
    EmailChanged "email_changed" MANDATORY Account Everyone,
    NewDevice "new_device" MANDATORY Account Everyone,
    SecondFactorChanged "second_factor_changed" MANDATORY Account Everyone,
    EmailWorks "email_works" MANDATORY Account Everyone,
    Invitation "invitation" MANDATORY Account Everyone,
    RoleOffered "role_offered" OPTIONAL Account Everyone,
    RoleChanged "role_changed" MANDATORY Account Everyone,
    Impersonated "impersonated" MANDATORY Account Everyone,
    AccountInactive23m "account_inactive_23m" OPTIONAL Account Everyone,
    AccountInactive7d "account_inactive_7d" OPTIONAL Account Everyone,
    AccountArchived "account_archived" MANDATORY Account Everyone,
    ErasureDone "erasure_done" MANDATORY Account Everyone,
    ExportReady "export_ready" MANDATORY Account Everyone,
    GuardianConsent "guardian_consent" MANDATORY Account Guardian,
    GuardianWanted "guardian_wanted" MANDATORY Account Volunteer,
    GuardianAgreed "guardian_agreed" MANDATORY Account Volunteer,
    GuardianRefused "guardian_refused" MANDATORY Account Volunteer,
    GuardianThanks "guardian_thanks" MANDATORY Account Guardian,
    GuardianWithdrawn "guardian_withdrawn" MANDATORY Account Volunteer,
    NotificationDigest "notification_digest" OPTIONAL Account Everyone,
    DigestVolunteer "digest_volunteer" OPTIONAL Vacancies Volunteer,
    SavedSearchNew "saved_search_new" OPTIONAL Vacancies Everyone,
    UsersExported "users_exported" MANDATORY Account Center,
    ApplicationsExported "applications_exported" MANDATORY Applications Center,
    ChecksExported "checks_exported" MANDATORY Hours Center,
    AuditLogExported "audit_log_exported" MANDATORY Account Center,
    BackupFailed "backup_failed" MANDATORY Account Center,
    DoctorFound "doctor_found" MANDATORY Account Center,
    DailyTodo "daily_todo" OPTIONAL Account Center,
    WeeklySummary "weekly_summary" OPTIONAL Account Center,
    MonthlyReport "monthly_report" OPTIONAL Account Center,
    OrgReceived "org_received" OPTIONAL Organizations Organization,
    OrgToReview "org_to_review" OPTIONAL Organizations Center,
    PendingOver3Days "pending_over_3_days" OPTIONAL Organizations Center,
    OrgApproved "org_approved" OPTIONAL Organizations Organization,
    OrgDenied "org_denied" OPTIONAL Organizations Organization,
    OrgRevoked "org_revoked" OPTIONAL Organizations Organization,
    OrgArchived "org_archived" OPTIONAL Organizations Organization,
    OrgChangeDecided "org_change_decided" OPTIONAL Organizations Organization,
    OrgQuestion "org_question" OPTIONAL Organizations Organization,
    OrgStillCorrect6m "org_still_correct_6m" OPTIONAL Organizations Organization,
    OrgUnconfirmed "org_unconfirmed" OPTIONAL Organizations Center,
    OrgMoveAsked "org_move_asked" OPTIONAL Organizations Center,
    OrgMoveDecided "org_move_decided" OPTIONAL Organizations Center,
    OrgMoved "org_moved" OPTIONAL Organizations Organization,
    OrgMerged "org_merged" OPTIONAL Organizations Organization,
    OrgSuggestion "org_suggestion" OPTIONAL Organizations Center,
    OrgNoVacancy10d "org_no_vacancy_10d" OPTIONAL Organizations Organization,
    OrgNoVacancy30d "org_no_vacancy_30d" OPTIONAL Organizations Organization,
    OrgResponseScoreLow "org_response_score_low" OPTIONAL Organizations Organization,
    SilenceDay7 "silence_day7" OPTIONAL Applications Center,
    VacancyToReview "vacancy_to_review" OPTIONAL Vacancies Center,
    VacancyDraft3d "vacancy_draft_3d" OPTIONAL Vacancies Organization,
    VacancyDraft7d "vacancy_draft_7d" OPTIONAL Vacancies Organization,
    VacancyStillCurrent90d "vacancy_still_current_90d" OPTIONAL Vacancies Organization,
    VacancySubmitted "vacancy_submitted" OPTIONAL Vacancies Organization,
    VacancyApproved "vacancy_approved" OPTIONAL Vacancies Organization,
    VacancyNeedsWork "vacancy_needs_work" OPTIONAL Vacancies Organization,
    VacancyRefused "vacancy_refused" OPTIONAL Vacancies Organization,
    VacancyRemoved "vacancy_removed" OPTIONAL Vacancies Organization,
    VacancyExpires14d "vacancy_expires_14d" OPTIONAL Vacancies Organization,
    VacancyExpires3d "vacancy_expires_3d" OPTIONAL Vacancies Organization,
    VacancyExpired "vacancy_expired" OPTIONAL Vacancies Organization,
    VacancyFilled "vacancy_filled" OPTIONAL Vacancies Organization,
    ActivityToReview "activity_to_review" OPTIONAL Activities Center,
    ActivityApproved "activity_approved" OPTIONAL Activities Organization,
    ActivityNeedsWork "activity_needs_work" OPTIONAL Activities Organization,
    ActivityRefused "activity_refused" OPTIONAL Activities Organization,
    HelpConfirmGuest "help_confirm_guest" MANDATORY Applications Everyone,
    HelpMatchNew "help_match_new" OPTIONAL Applications Everyone,
    ApplicationConfirmGuest "application_confirm_guest" MANDATORY Applications Volunteer,
    ApplicationReceived "application_received" MANDATORY Applications Volunteer,
    ApplicationRegistered "application_registered" MANDATORY Applications Volunteer,
    ApplicationNew "application_new" OPTIONAL Applications Organization,
    ApplicationContacted "application_contacted" OPTIONAL Applications Volunteer,
    ApplicationWaitlisted "application_waitlisted" OPTIONAL Applications Volunteer,
    ApplicationOffer "application_offer" MANDATORY Applications Volunteer,
    ApplicationOfferTaken "application_offer_taken" OPTIONAL Applications Organization,
    ApplicationOfferExpired "application_offer_expired" OPTIONAL Applications Organization,
    ApplicationUnanswered3d "application_unanswered_3d" OPTIONAL Applications Organization,
    ApplicationUnanswered7d "application_unanswered_7d" OPTIONAL Applications Organization,
    ApplicationNoAnswer7d "application_no_answer_7d" OPTIONAL Applications Volunteer,
    ApplicationAskedCenter "application_asked_center" OPTIONAL Applications Center,
    ApplicationDidItHappen14d "application_did_it_happen_14d" OPTIONAL Applications Volunteer,
    ApplicationMatchQuestion14d "application_match_question_14d" OPTIONAL Applications Organization,
    ApplicationStartsTomorrow "application_starts_tomorrow" OPTIONAL Applications Volunteer,
    ApplicationLateWithdrawal "application_late_withdrawal" MANDATORY Applications Organization,
    MessageNew "message_new" OPTIONAL Conversations Everyone,
    ReportToHandle "report_to_handle" OPTIONAL Reports Center,
    ReportReceived "report_received" OPTIONAL Reports Everyone,
    ReportOutcome "report_outcome" MANDATORY Reports Everyone,
    ReportDecided "report_decided" MANDATORY Reports Everyone,
    ReportAppealed "report_appealed" OPTIONAL Reports Center,
    ReportAppealDecided "report_appeal_decided" MANDATORY Reports Everyone,
    MessageRefused "message_refused" MANDATORY Conversations Everyone,
    ApplicationPaused "application_paused" OPTIONAL Applications Volunteer,
    ApplicationAccepted "application_accepted" MANDATORY Applications Volunteer,
    ApplicationRejected "application_rejected" MANDATORY Applications Volunteer,
    ApplicationClosed "application_closed" MANDATORY Applications Volunteer,
    ApplicationWithdrawn "application_withdrawn" OPTIONAL Applications Organization,
    ApplicationWithdrawnReceipt "application_withdrawn_receipt" OPTIONAL Applications Volunteer,
    ActivityConfirmGuest "activity_confirm_guest" MANDATORY Activities Participant,
    ActivityPlaceForYou "activity_place_for_you" MANDATORY Activities Participant,
    ActivityRegistered "activity_registered" OPTIONAL Activities Participant,
    ActivityWaitlisted "activity_waitlisted" OPTIONAL Activities Participant,
    ActivityWaitlistOffer "activity_waitlist_offer" MANDATORY Activities Participant,
    ActivityChanged "activity_changed" OPTIONAL Activities Participant,
    ActivityCancelled "activity_cancelled" MANDATORY Activities Participant,
    ActivityReminder24h "activity_reminder_24h" OPTIONAL Activities Participant,
    ActivityRemoved "activity_removed" MANDATORY Activities Participant,
    ActivityWithdrawnReceipt "activity_withdrawn_receipt" OPTIONAL Activities Participant,
    ActivityWithdrawnLate "activity_withdrawn_late" OPTIONAL Activities Organization,
    ActivityNeedsYes "activity_needs_yes" OPTIONAL Activities Organization,
    ActivityMessage "activity_message" OPTIONAL Activities Participant,
    ActivityTooFew "activity_too_few" OPTIONAL Activities Organization,
    HoursToConfirm "hours_to_confirm" OPTIONAL Hours Organization,
    MentorHoursToConfirm "mentor_hours_to_confirm" OPTIONAL Hours Mentor,
    HoursChanged "hours_changed" OPTIONAL Hours Volunteer,
    HoursDisputed "hours_disputed" OPTIONAL Hours Organization,
    ProfileReplyNew "profile_reply_new" OPTIONAL Pool Volunteer,
    ProfileReplyReminder "profile_reply_reminder" OPTIONAL Pool Volunteer,
    ProfileReplyAnswered "profile_reply_answered" OPTIONAL Pool Organization,
    ProfileReplyDeclined "profile_reply_declined" OPTIONAL Pool Organization,
    ProfileReplyExpired "profile_reply_expired" OPTIONAL Pool Organization,
    ProfileVisibleCheck4m "profile_visible_check_4m" OPTIONAL Pool Volunteer,
    CheckRequested "check_requested" OPTIONAL Hours Volunteer,
    CheckClaimed "check_claimed" OPTIONAL Hours Organization,
    CheckExpires60d "check_expires_60d" OPTIONAL Hours Volunteer,
    FormSubmitted "form_submitted" OPTIONAL Content Organization,
    FormReceipt "form_receipt" OPTIONAL Content Everyone,
    FormReply "form_reply" MANDATORY Content Everyone,
    FormInvitation "form_invitation" OPTIONAL Content Everyone,
    Newsletter "newsletter" OPTIONAL Content Everyone,
    NewsletterConfirm "newsletter_confirm" MANDATORY Content Everyone,
    MentorApplicationToApprove "mentor_application_to_approve" OPTIONAL Applications Mentor,
}
