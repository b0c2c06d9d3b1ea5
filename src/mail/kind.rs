//! Kinds of email: name, whether recipients can unsubscribe, and template source.

use super::Locale;

/// Generates the enum and its properties from one list, so that no kind lacks a name or a template.
macro_rules! kinds {
    ($($kind:ident $name:literal $duty:ident,)+) => {
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
    /// Returns whether this kind is itself a digest: it has its own schedule and is never part of another digest.
    pub const fn gathers(self) -> bool {
        matches!(
            self,
            Self::NotificationDigest | Self::DigestVolunteer | Self::SavedSearchNew
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
    AccountConfirm "account_confirm" MANDATORY,
    AccountExists "account_exists" MANDATORY,
    AccountWelcome "account_welcome" OPTIONAL,
    PasswordReset "password_reset" MANDATORY,
    PasswordChanged "password_changed" MANDATORY,
    EmailChanged "email_changed" MANDATORY,
    NewDevice "new_device" MANDATORY,
    SecondFactorChanged "second_factor_changed" MANDATORY,
    EmailWorks "email_works" MANDATORY,
    Invitation "invitation" MANDATORY,
    RoleOffered "role_offered" OPTIONAL,
    RoleChanged "role_changed" MANDATORY,
    Impersonated "impersonated" MANDATORY,
    AccountInactive23m "account_inactive_23m" OPTIONAL,
    AccountInactive7d "account_inactive_7d" OPTIONAL,
    AccountArchived "account_archived" MANDATORY,
    ErasureDone "erasure_done" MANDATORY,
    ExportReady "export_ready" MANDATORY,
    GuardianConsent "guardian_consent" MANDATORY,
    GuardianWanted "guardian_wanted" MANDATORY,
    GuardianAgreed "guardian_agreed" MANDATORY,
    GuardianRefused "guardian_refused" MANDATORY,
    GuardianThanks "guardian_thanks" MANDATORY,
    GuardianWithdrawn "guardian_withdrawn" MANDATORY,
    NotificationDigest "notification_digest" OPTIONAL,
    DigestVolunteer "digest_volunteer" OPTIONAL,
    SavedSearchNew "saved_search_new" OPTIONAL,
    UsersExported "users_exported" MANDATORY,
    ApplicationsExported "applications_exported" MANDATORY,
    ChecksExported "checks_exported" MANDATORY,
    OrgReceived "org_received" OPTIONAL,
    OrgToReview "org_to_review" OPTIONAL,
    PendingOver3Days "pending_over_3_days" OPTIONAL,
    OrgApproved "org_approved" OPTIONAL,
    OrgDenied "org_denied" OPTIONAL,
    OrgRevoked "org_revoked" OPTIONAL,
    OrgArchived "org_archived" OPTIONAL,
    OrgChangeDecided "org_change_decided" OPTIONAL,
    OrgQuestion "org_question" OPTIONAL,
    OrgStillCorrect6m "org_still_correct_6m" OPTIONAL,
    OrgUnconfirmed "org_unconfirmed" OPTIONAL,
    OrgMoveAsked "org_move_asked" OPTIONAL,
    OrgMoveDecided "org_move_decided" OPTIONAL,
    OrgMoved "org_moved" OPTIONAL,
    OrgMerged "org_merged" OPTIONAL,
    OrgSuggestion "org_suggestion" OPTIONAL,
    OrgNoVacancy10d "org_no_vacancy_10d" OPTIONAL,
    OrgNoVacancy30d "org_no_vacancy_30d" OPTIONAL,
    OrgResponseScoreLow "org_response_score_low" OPTIONAL,
    SilenceDay7 "silence_day7" OPTIONAL,
    VacancyToReview "vacancy_to_review" OPTIONAL,
    VacancyDraft3d "vacancy_draft_3d" OPTIONAL,
    VacancyDraft7d "vacancy_draft_7d" OPTIONAL,
    VacancyStillCurrent90d "vacancy_still_current_90d" OPTIONAL,
    VacancySubmitted "vacancy_submitted" OPTIONAL,
    VacancyApproved "vacancy_approved" OPTIONAL,
    VacancyNeedsWork "vacancy_needs_work" OPTIONAL,
    VacancyRefused "vacancy_refused" OPTIONAL,
    VacancyRemoved "vacancy_removed" OPTIONAL,
    VacancyExpires14d "vacancy_expires_14d" OPTIONAL,
    VacancyExpires3d "vacancy_expires_3d" OPTIONAL,
    VacancyExpired "vacancy_expired" OPTIONAL,
    VacancyFilled "vacancy_filled" OPTIONAL,
    ActivityToReview "activity_to_review" OPTIONAL,
    ActivityApproved "activity_approved" OPTIONAL,
    ActivityNeedsWork "activity_needs_work" OPTIONAL,
    ActivityRefused "activity_refused" OPTIONAL,
    HelpConfirmGuest "help_confirm_guest" MANDATORY,
    HelpMatchNew "help_match_new" OPTIONAL,
    ApplicationConfirmGuest "application_confirm_guest" MANDATORY,
    ApplicationReceived "application_received" MANDATORY,
    ApplicationRegistered "application_registered" MANDATORY,
    ApplicationNew "application_new" OPTIONAL,
    ApplicationContacted "application_contacted" OPTIONAL,
    ApplicationWaitlisted "application_waitlisted" OPTIONAL,
    ApplicationOffer "application_offer" MANDATORY,
    ApplicationOfferTaken "application_offer_taken" OPTIONAL,
    ApplicationOfferExpired "application_offer_expired" OPTIONAL,
    ApplicationUnanswered3d "application_unanswered_3d" OPTIONAL,
    ApplicationUnanswered7d "application_unanswered_7d" OPTIONAL,
    ApplicationNoAnswer7d "application_no_answer_7d" OPTIONAL,
    ApplicationAskedCenter "application_asked_center" OPTIONAL,
    ApplicationDidItHappen14d "application_did_it_happen_14d" OPTIONAL,
    ApplicationMatchQuestion14d "application_match_question_14d" OPTIONAL,
    ApplicationStartsTomorrow "application_starts_tomorrow" OPTIONAL,
    ApplicationLateWithdrawal "application_late_withdrawal" MANDATORY,
    MessageNew "message_new" OPTIONAL,
    ReportToHandle "report_to_handle" OPTIONAL,
    ReportReceived "report_received" OPTIONAL,
    ReportOutcome "report_outcome" MANDATORY,
    ReportDecided "report_decided" MANDATORY,
    ReportAppealed "report_appealed" OPTIONAL,
    ReportAppealDecided "report_appeal_decided" MANDATORY,
    MessageRefused "message_refused" MANDATORY,
    ApplicationPaused "application_paused" OPTIONAL,
    ApplicationAccepted "application_accepted" MANDATORY,
    ApplicationRejected "application_rejected" MANDATORY,
    ApplicationClosed "application_closed" MANDATORY,
    ApplicationWithdrawn "application_withdrawn" OPTIONAL,
    ApplicationWithdrawnReceipt "application_withdrawn_receipt" OPTIONAL,
    ActivityConfirmGuest "activity_confirm_guest" MANDATORY,
    ActivityPlaceForYou "activity_place_for_you" MANDATORY,
    ActivityRegistered "activity_registered" OPTIONAL,
    ActivityWaitlisted "activity_waitlisted" OPTIONAL,
    ActivityWaitlistOffer "activity_waitlist_offer" MANDATORY,
    ActivityChanged "activity_changed" OPTIONAL,
    ActivityCancelled "activity_cancelled" MANDATORY,
    ActivityReminder24h "activity_reminder_24h" OPTIONAL,
    ActivityRemoved "activity_removed" MANDATORY,
    ActivityWithdrawnReceipt "activity_withdrawn_receipt" OPTIONAL,
    ActivityWithdrawnLate "activity_withdrawn_late" OPTIONAL,
    ActivityNeedsYes "activity_needs_yes" OPTIONAL,
    ActivityMessage "activity_message" OPTIONAL,
    ActivityTooFew "activity_too_few" OPTIONAL,
    HoursToConfirm "hours_to_confirm" OPTIONAL,
    MentorHoursToConfirm "mentor_hours_to_confirm" OPTIONAL,
    HoursChanged "hours_changed" OPTIONAL,
    HoursDisputed "hours_disputed" OPTIONAL,
    ProfileReplyNew "profile_reply_new" OPTIONAL,
    ProfileReplyReminder "profile_reply_reminder" OPTIONAL,
    ProfileReplyAnswered "profile_reply_answered" OPTIONAL,
    ProfileReplyDeclined "profile_reply_declined" OPTIONAL,
    ProfileReplyExpired "profile_reply_expired" OPTIONAL,
    ProfileVisibleCheck4m "profile_visible_check_4m" OPTIONAL,
    CheckRequested "check_requested" OPTIONAL,
    CheckClaimed "check_claimed" OPTIONAL,
    CheckExpires60d "check_expires_60d" OPTIONAL,
    FormSubmitted "form_submitted" OPTIONAL,
    FormReceipt "form_receipt" OPTIONAL,
    FormReply "form_reply" MANDATORY,
    FormInvitation "form_invitation" OPTIONAL,
    MentorApplicationToApprove "mentor_application_to_approve" OPTIONAL,
}
