//! Roles and verbs of the policy's rules.

/// Effective role of an actor. `Anyone` includes anonymous visitors, `SignedIn` everyone with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Anyone,
    SignedIn,
    Student,
    Mentor,
    OrganizationSuperuser,
    PageManager,
    /// Page manager of single pages: of those named in `held!`.
    AssignedPageManager,
    ContentManager,
    CenterSuperuser,
    Admin,
    /// A program with an API key that reads what one organisation has (`key_scopes`).
    KeyReader,
    /// A program with an API key that writes vacancies of one organisation.
    KeyWriter,
}

impl Role {
    /// True for the roles of API keys.
    pub const fn is_of_key(self) -> bool {
        matches!(self, Self::KeyReader | Self::KeyWriter)
    }

    /// Parses a role's name in the table. `volunteer` grants no more than being signed in.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "student" => Self::Student,
            "mentor" => Self::Mentor,
            "organization_superuser" => Self::OrganizationSuperuser,
            "page_manager" => Self::PageManager,
            "content_manager" => Self::ContentManager,
            "center_superuser" => Self::CenterSuperuser,
            "admin" => Self::Admin,
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    Read,
    /// List people: more than the contact persons and the own account that everybody may read.
    List,
    Create,
    /// Register an organisation, which then waits for its centre's approval.
    SignUp,
    Update,
    Delete,
    /// Open the page of one person: one's own, that of a member or student, or of an applicant.
    See,
    /// Read what only managers may: contact data, counts, reasons of drafts.
    ReadContact,
    /// Approve or deny an organisation; approve, refuse or send back a vacancy.
    Approve,
    /// Make the transitions that belong to the row's own managers.
    Manage,
    /// Accept or reject an application, and the other decisions about it.
    Decide,
    /// Withdraw one's own application.
    Withdraw,
    /// Take over an organisation that another centre wants to hand over.
    Receive,
    /// Change what only the centre may: trust, limits.
    Oversee,
    /// Change the tenant's own settings.
    Govern,
    /// Preview every email sent in the centre's name, with sample data.
    Preview,
    Favorite,
    /// Be a member: list one's own memberships.
    Belong,
    /// Impersonate a user (docs/domain/rights.md#impersonation).
    Impersonate,
    /// Deactivate an account.
    Archive,
    /// Reactivate an account.
    Reactivate,
    /// Restore a row that was deleted, within the window for it.
    Restore,
    /// Send the invitation to an account that its owner has not activated yet.
    Invite,
    /// Resend the email that confirms an address.
    ResendConfirmation,
    AddRole,
    RemoveRole,
    /// Apply on behalf of another person: a verb on the vacancy and on the person.
    Register,
    /// Export a list as a file.
    Export,
    /// Write to people in the name of a centre or an organisation.
    Send,
    /// Accept or decline an invitation.
    Answer,
    /// Manage one's own account: data export, closing the account, notification settings.
    Own,
}

impl Verb {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::List => "list",
            Self::Create => "create",
            Self::SignUp => "sign_up",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::See => "see",
            Self::ReadContact => "read_contact",
            Self::Approve => "approve",
            Self::Manage => "manage",
            Self::Decide => "decide",
            Self::Withdraw => "withdraw",
            Self::Receive => "receive",
            Self::Oversee => "oversee",
            Self::Govern => "govern",
            Self::Preview => "preview",
            Self::Favorite => "favorite",
            Self::Belong => "belong",
            Self::Impersonate => "impersonate",
            Self::Archive => "archive",
            Self::Reactivate => "reactivate",
            Self::Restore => "restore",
            Self::Invite => "invite",
            Self::ResendConfirmation => "resend_confirmation",
            Self::AddRole => "add_role",
            Self::RemoveRole => "remove_role",
            Self::Register => "register",
            Self::Export => "export",
            Self::Send => "send",
            Self::Answer => "answer",
            Self::Own => "own",
        }
    }
}
