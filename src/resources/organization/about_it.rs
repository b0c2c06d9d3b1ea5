//! Rows about an organisation, of those that name what they are about.

/// Rows about the organisation or about something of it, by the type and the id that they name.
macro_rules! about_it {
    () => {
        "((subject_type = 'organizations' and subject_id = :id)
          or (subject_type = 'organization_profiles' and subject_id in (select profile_id from organizations where id = :id))
          or (subject_type = 'vacancies' and subject_id in (select id from vacancies where organization_id = :id))
          or (subject_type = 'vacancy_templates' and subject_id in (select id from vacancy_templates where organization_id = :id))
          or (subject_type = 'activity_templates' and subject_id in (select id from activity_templates where organization_id = :id))
          or (subject_type = 'applications' and subject_id in (select id from applications where organization_id = :id))
          or (subject_type = 'messages' and subject_id in (select m.id from messages m join conversations c on c.id = m.conversation_id
                                                            where c.organization_id = :id))
          or (subject_type = 'message_snippets' and subject_id in (select id from message_snippets where organization_id = :id))
          or (subject_type = 'student_links' and subject_id in (select id from student_links where organization_id = :id))
          or (subject_type = 'forms' and subject_id in (select id from forms where organization_id = :id))
          or (subject_type = 'form_submissions' and subject_id in (select id from form_submissions where organization_id = :id)))"
    };
}
pub(crate) use about_it;
