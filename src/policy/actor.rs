//! Who asks, and what they ask to do: the words that the rules are written in.

/// Who somebody is here and now. `Anyone` holds for visitors too, `SignedIn` for everybody with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Anyone,
    SignedIn,
    Student,
    Mentor,
    OrganizationSuperuser,
    PageManager,
    ContentManager,
    CenterSuperuser,
    Admin,
}

impl Role {
    /// A role's name in the table. `volunteer` adds nothing to being signed in.
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
    Create,
    /// Ask to be let in: an organisation that then waits for its centre.
    SignUp,
    Update,
    Delete,
    /// Read what only the thing's managers may: contact data, counts, drafts' reasons.
    ReadContact,
    /// Approve or deny an organisation; approve, refuse or send back a vacancy.
    Approve,
    /// Move through the states that its own managers decide on.
    Manage,
    /// Accept, reject and the like, of an application.
    Decide,
    /// Take back one's own application.
    Withdraw,
    /// Change what takes the centre: trust, limits.
    Oversee,
    /// The tenant's own switches.
    Govern,
    /// See every letter as it goes out in the centre's name, with made-up data.
    Preview,
    Favorite,
    /// Be a member: see which ones are one's own.
    Belong,
    /// Sign in as somebody (docs/domain/rights.md#impersonation).
    Impersonate,
    /// Switch somebody's account off.
    Archive,
    /// Switch it on again.
    Reactivate,
    /// Send the invitation to an account that waits for its owner.
    Invite,
    /// Send the letter again that confirms an address.
    ResendConfirmation,
    AddRole,
    RemoveRole,
    /// Apply for somebody: the vacancy, and the person.
    Register,
    /// Take a list out as a file.
    Export,
    /// Say yes or no to what is offered.
    Answer,
    /// What is a person's alone: the copy of their data, leaving, how they want to hear of things.
    Own,
}

impl Verb {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Create => "create",
            Self::SignUp => "sign_up",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::ReadContact => "read_contact",
            Self::Approve => "approve",
            Self::Manage => "manage",
            Self::Decide => "decide",
            Self::Withdraw => "withdraw",
            Self::Oversee => "oversee",
            Self::Govern => "govern",
            Self::Preview => "preview",
            Self::Favorite => "favorite",
            Self::Belong => "belong",
            Self::Impersonate => "impersonate",
            Self::Archive => "archive",
            Self::Reactivate => "reactivate",
            Self::Invite => "invite",
            Self::ResendConfirmation => "resend_confirmation",
            Self::AddRole => "add_role",
            Self::RemoveRole => "remove_role",
            Self::Register => "register",
            Self::Export => "export",
            Self::Answer => "answer",
            Self::Own => "own",
        }
    }
}
