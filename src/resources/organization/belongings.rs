//! What is an organisation's, in one place: every table that names organisations, or hangs on one that does, and what
//! becomes of its rows when the organisation moves to another centre and when it goes up in another one. A test compares
//! this with the schema, so that a new table says it too: tests/it/source/belongings.rs.

/// A table with rows of organisations.
#[derive(Debug, Clone, Copy)]
pub struct Belonging {
    pub table: &'static str,
    pub moving: Moving,
    pub merging: Merging,
}

/// What a move to another centre does.
#[derive(Debug, Clone, Copy)]
pub enum Moving {
    /// The rows go along, by this SQL over `:id`, the organisation, `:from` and `:to`, the centres, and `:now`.
    Goes(&'static str),
    /// Its rows name no centre: they are where the row is on which they hang.
    With(&'static str),
    /// They stay as they are; the reason.
    Stays(&'static str),
}

/// What a merge does.
#[derive(Debug, Clone, Copy)]
pub enum Merging {
    /// Columns that name the organisation, each with a condition over the table, with `:into`. What the other
    /// organisation has already stays behind, as it would be there twice.
    Goes(&'static [(&'static str, &'static str)]),
    /// Its rows name no organisation: they are of whoever the row is on which they hang.
    With(&'static str),
    /// They stay as they are; the reason.
    Stays(&'static str),
}

use Merging as Merge;
use Moving as Move;

/// Rows about the organisation or about something of it, by the type and the id that they name.
macro_rules! about_it {
    () => {
        "((subject_type = 'organizations' and subject_id = :id)
          or (subject_type = 'organization_profiles' and subject_id in (select profile_id from organizations where id = :id))
          or (subject_type = 'vacancies' and subject_id in (select id from vacancies where organization_id = :id))
          or (subject_type = 'vacancy_templates' and subject_id in (select id from vacancy_templates where organization_id = :id))
          or (subject_type = 'applications' and subject_id in (select id from applications where organization_id = :id))
          or (subject_type = 'messages' and subject_id in (select m.id from messages m join conversations c on c.id = m.conversation_id
                                                            where c.organization_id = :id))
          or (subject_type = 'message_snippets' and subject_id in (select id from message_snippets where organization_id = :id))
          or (subject_type = 'student_links' and subject_id in (select id from student_links where organization_id = :id))
          or (subject_type = 'forms' and subject_id in (select id from forms where organization_id = :id))
          or (subject_type = 'form_submissions' and subject_id in (select id from form_submissions where organization_id = :id)))"
    };
}

const WHERE_IT_WAS_MADE: &str =
    "what happened is told where it happened; its subject keeps its number";
const OF_A_PERSON: &str = "the person's own; what it is about keeps its number";

/// In the order in which they go along; the organisation itself is last, as others are found by its centre.
#[rustfmt::skip]
pub const BELONGINGS: &[Belonging] = &[
    Belonging {
        table: "vacancies",
        moving: Move::Goes("update vacancies set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    with("vacancy_questions", "vacancies"),
    with("vacancy_imports", "vacancies"),
    Belonging {
        table: "vacancy_sources",
        moving: Move::Goes("update vacancy_sources set volunteer_center_id = :to
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    with("vacancy_dismissals", "vacancies"),
    with("favorites", "vacancies"),
    Belonging {
        table: "vacancy_templates",
        moving: Move::With("organizations"),
        // One of the same name with other words has been given another name.
        merging: Merge::Goes(&[("organization_id", "not exists (select 1 from vacancy_templates o where o.organization_id = :into and o.name = vacancy_templates.name collate nocase)")]),
    },
    Belonging {
        table: "vacancy_bulk_edits",
        moving: Move::Goes("update vacancy_bulk_edits set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    with("vacancy_bulk_items", "vacancies"),
    Belonging {
        table: "applications",
        moving: Move::Goes("update applications set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1"), ("school_id", "1")]),
    },
    // Whoever answers an application answers its messages.
    Belonging {
        table: "conversations",
        moving: Move::Goes("update conversations set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    with("messages", "conversations"),
    Belonging {
        table: "message_snippets",
        moving: Move::With("organizations"),
        merging: Merge::Goes(&[("organization_id", "not exists (select 1 from message_snippets o where o.organization_id = :into and o.text = message_snippets.text and o.reason_code is message_snippets.reason_code)")]),
    },
    // What is shown after sending one is a page of the old centre: the text takes its place.
    Belonging {
        table: "forms",
        moving: Move::Goes("update forms set volunteer_center_id = :to, thanks_page_id = null, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    with("form_questions", "forms"),
    with("form_invitations", "forms"),
    with("form_invitation_links", "forms"),
    Belonging {
        table: "form_submissions",
        moving: Move::Goes("update form_submissions set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    Belonging {
        table: "roles",
        moving: Move::With("organizations"),
        merging: Merge::Goes(&[("scope_id", "scope_type in ('organization', 'school') and not exists (select 1 from roles o where o.user_id = roles.user_id and o.name = roles.name and o.scope_type = roles.scope_type and o.scope_id = :into)")]),
    },
    Belonging {
        table: "role_invitations",
        moving: Move::With("organizations"),
        merging: Merge::Goes(&[("scope_id", "scope_type in ('organization', 'school') and not exists (select 1 from role_invitations o where o.user_id = role_invitations.user_id and o.role = role_invitations.role and o.scope_type = role_invitations.scope_type and o.scope_id = :into and o.state = 'sent')")]),
    },
    Belonging {
        table: "student_links",
        moving: Move::With("organizations"),
        merging: Merge::Goes(&[("organization_id", "not exists (select 1 from student_links o where o.student_id = student_links.student_id and o.organization_id = :into)")]),
    },
    Belonging {
        table: "internal_notes",
        moving: Move::Goes(concat!("update internal_notes set volunteer_center_id = :to, version = version + 1
            where volunteer_center_id = :from and ", about_it!())),
        merging: Merge::Goes(&[("subject_id", "subject_type = 'organizations'")]),
    },
    Belonging {
        table: "exports",
        moving: Move::Goes("update exports set volunteer_center_id = :to
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    Belonging {
        table: "organization_suggestions",
        moving: Move::Goes("update organization_suggestions set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
        merging: Merge::Goes(&[("organization_id", "1")]),
    },
    Belonging {
        table: "uploads",
        moving: Move::Goes("update uploads set volunteer_center_id = :to, version = version + 1
            where volunteer_center_id = :from
              and (url in (select logo_url from organizations where id = :id)
                or url in (select photo_url from organizations where id = :id)
                or url in (select image_url from vacancies where organization_id = :id))"),
        merging: Merge::With("vacancies and organizations, which name the file"),
    },
    Belonging {
        table: "audit_events",
        moving: Move::Goes(concat!("update audit_events set volunteer_center_id = :to
            where volunteer_center_id = :from and ", about_it!())),
        merging: Merge::Stays(WHERE_IT_WAS_MADE),
    },
    // Its text, its links and its sender are those of the centre that wrote it, and so is who reads it there.
    stays("outbox", "a letter is of the centre that it was written for, also while it waits"),
    stays("notifications", OF_A_PERSON),
    stays("transitions", WHERE_IT_WAS_MADE),
    stays("tokens", "a link in a letter is about the organisation that it was sent to, or about a person"),
    stays("row_versions", WHERE_IT_WAS_MADE),
    stays("scheduled_effects", "of pages alone"),
    stays("view_counts", "of the vacancy, which keeps its number"),
    Belonging {
        table: "organization_profiles",
        moving: Move::With("organizations"),
        merging: Merge::Stays("the organisation keeps its own for when it is taken out again"),
    },
    Belonging {
        table: "addresses",
        moving: Move::With("organizations and vacancies"),
        merging: Merge::Stays("the organisation and its vacancies keep theirs"),
    },
    Belonging {
        table: "organization_moves",
        moving: Move::Stays("says which centres it left"),
        merging: Merge::Stays("of the organisation that left"),
    },
    Belonging {
        table: "organization_merges",
        moving: Move::With("organizations"),
        merging: Merge::Stays("says which went up in which"),
    },
    Belonging {
        table: "organizations",
        moving: Move::Goes("update organizations
              set volunteer_center_id = :to, trusted = 0, move_to_id = null, move_requested_at = null, version = version + 1, updated_at = :now
            where id = :id and volunteer_center_id = :from"),
        merging: Merge::Stays("it is deleted, and says into which it went"),
    },
];

const fn with(table: &'static str, of: &'static str) -> Belonging {
    Belonging {
        table,
        moving: Move::With(of),
        merging: Merge::With(of),
    }
}

const fn stays(table: &'static str, why: &'static str) -> Belonging {
    Belonging {
        table,
        moving: Move::Stays(why),
        merging: Merge::Stays(why),
    }
}

/// The statements with which what belongs to an organisation goes to another centre, in their order.
pub(super) fn moves() -> impl Iterator<Item = &'static str> {
    BELONGINGS.iter().filter_map(|one| match one.moving {
        Moving::Goes(sql) => Some(sql),
        Moving::With(_) | Moving::Stays(_) => None,
    })
}

/// Table, column and condition of what goes along with a merge, in their order.
pub(super) fn merges() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    BELONGINGS.iter().flat_map(|one| {
        let columns = match one.merging {
            Merging::Goes(columns) => columns,
            Merging::With(_) | Merging::Stays(_) => &[],
        };
        columns
            .iter()
            .map(|(column, rows)| (one.table, *column, *rows))
    })
}
