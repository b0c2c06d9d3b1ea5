//! Facts of a resource on which the layers above the engine act: the audit log and restricted sessions.

use std::collections::HashMap;

use super::table::Table;
use crate::jsonapi::document::API;
use crate::policy::Verb;

/// How the audit log records events about a resource (docs/domain/rights.md#audit-log).
#[derive(Debug, Clone, Copy)]
pub struct AuditSubject {
    /// The centre in whose log an event about a row belongs.
    pub center: CenterOf,
    pub changes: Changes,
    pub reads: Reads,
    /// True if a row is about one person: a list that is filtered by it is recorded with that row as its subject.
    pub is_of_one_person: bool,
}

impl AuditSubject {
    /// Changes are recorded in the log of the actor's centre; reads are not.
    pub const PLAIN: Self = Self {
        center: CenterOf::Actor,
        changes: Changes::Recorded,
        reads: Reads::Unrecorded,
        is_of_one_person: false,
    };
    /// The same in the log of the row's centre.
    pub const OF_CENTER: Self = Self {
        center: CenterOf::Column("volunteer_center_id"),
        ..Self::PLAIN
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CenterOf {
    /// Rows belong to no centre of their own.
    Actor,
    Column(&'static str),
    /// The row is a centre.
    Itself,
}

#[derive(Debug, Clone, Copy)]
pub enum Changes {
    Recorded,
    /// Not recorded under these verbs: private to one person and without meaning to anyone else.
    Except(&'static [Verb]),
    Unrecorded,
}

#[derive(Debug, Clone, Copy)]
pub enum Reads {
    /// Only those of personal attributes are.
    Unrecorded,
    /// A list filtered by `subject_type` and `subject_id` is recorded as this action on that subject.
    OfSubject(&'static str),
    /// A list filtered by `user_id` is recorded as this action on that person, whether or not it has rows.
    OfUser(&'static str),
}

/// What a restricted session may do with a resource. Whatever is not named is closed to it.
#[derive(Debug, Clone, Copy)]
pub struct SessionAccess {
    /// Endpoints open to a session that lacks its second factor.
    pub half_signed_in: &'static [(&'static str, &'static str)],
    /// Endpoints, besides those that read, open to a session of an inactive account.
    pub inactive: &'static [(&'static str, &'static str)],
    /// Verbs whose generic calls (list and find, create, update, delete) are open to an impersonating admin; all but Read
    /// are offered too.
    pub verbs: &'static [Verb],
    /// Own endpoints open to an impersonating admin: view what the user sees, and do their work. Closed: authentication,
    /// identity and roles of anyone, decisions about the user's data, messages to them or in their name, and actions
    /// that need consent given to the user alone (docs/domain/rights.md#impersonation).
    pub impersonating: &'static [(&'static str, &'static str)],
    /// Verbs offered to an impersonating admin (`can` of a document or list): those whose endpoints are open, as any
    /// other would be a button that leads to a refusal.
    pub offered: &'static [Verb],
    /// Fields hidden from an impersonating admin: messages between people.
    pub hidden: &'static [&'static str],
    /// Attributes of the impersonated user that the admin may set; identity and contact details are excluded.
    pub settable: &'static [&'static str],
}

impl SessionAccess {
    pub const CLOSED: Self = Self {
        half_signed_in: &[],
        inactive: &[],
        verbs: &[],
        impersonating: &[],
        offered: &[],
        hidden: &[],
        settable: &[],
    };
    /// An impersonating admin sees the rows that the user sees, and changes none.
    pub const READABLE: Self = Self {
        verbs: &[Verb::Read],
        ..Self::CLOSED
    };

    /// True if an impersonating admin may call the endpoint of the type.
    pub fn opens_to_impersonator(&self, type_name: &str, endpoint: (&str, &str)) -> bool {
        self.impersonating.contains(&endpoint)
            || generic_verb(type_name, endpoint).is_some_and(|verb| self.verbs.contains(&verb))
    }

    /// True if an impersonating admin is offered the verb.
    pub fn offers(&self, verb: Verb) -> bool {
        self.offered.contains(&verb) || (verb != Verb::Read && self.verbs.contains(&verb))
    }
}

/// The verb of a type's generic call.
fn generic_verb(type_name: &str, (method, path): (&str, &str)) -> Option<Verb> {
    let rest = path.strip_prefix(API)?.strip_prefix('/')?;
    match (method, rest.strip_prefix(type_name)?) {
        ("GET", "" | "/{id}") => Some(Verb::Read),
        ("POST", "") => Some(Verb::Create),
        ("PATCH" | "PUT", "/{id}") => Some(Verb::Update),
        ("DELETE", "/{id}") => Some(Verb::Delete),
        _ => None,
    }
}

/// All resources of the program, for code below them that is given a type's name.
pub struct ResourceSet {
    by_name: HashMap<&'static str, &'static Table>,
}

impl ResourceSet {
    pub fn new(tables: impl IntoIterator<Item = &'static Table>) -> Self {
        let by_name = tables.into_iter().map(|table| (table.type_name, table));
        Self {
            by_name: by_name.collect(),
        }
    }

    pub fn named(&self, type_name: &str) -> Option<&'static Table> {
        self.by_name.get(type_name).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Table> {
        self.by_name.values().copied()
    }
}
