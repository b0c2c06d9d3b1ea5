-- What stayed behind when an organisation moved to another centre, or went up in another organisation, follows it.

update forms
   set volunteer_center_id = (select o.volunteer_center_id from organizations o where o.id = forms.organization_id),
       thanks_page_id = null, version = version + 1
 where exists (select 1 from organizations o where o.id = forms.organization_id and o.volunteer_center_id <> forms.volunteer_center_id);

update vacancy_bulk_edits
   set volunteer_center_id = (select o.volunteer_center_id from organizations o where o.id = vacancy_bulk_edits.organization_id),
       version = version + 1
 where exists (select 1 from organizations o where o.id = vacancy_bulk_edits.organization_id and o.volunteer_center_id <> vacancy_bulk_edits.volunteer_center_id);

-- A merge that can still be undone gives back what goes along now.
update organization_merges
   set moved = json_insert(moved,
         '$[#]', json_object('table', 'forms', 'column', 'organization_id', 'ids',
           (select json_group_array(f.id) from forms f where f.organization_id = organization_merges.organization_id)),
         '$[#]', json_object('table', 'message_snippets', 'column', 'organization_id', 'ids',
           (select json_group_array(f.id) from message_snippets f where f.organization_id = organization_merges.organization_id)),
         '$[#]', json_object('table', 'vacancy_templates', 'column', 'organization_id', 'ids',
           (select json_group_array(f.id) from vacancy_templates f where f.organization_id = organization_merges.organization_id)))
 where undone_at is null
   and exists (select 1 from organizations o where o.id = organization_merges.organization_id and o.merged_into_id = organization_merges.into_id);

update forms
   set organization_id = (select o.merged_into_id from organizations o where o.id = forms.organization_id), version = version + 1
 where exists (select 1 from organizations o where o.id = forms.organization_id and o.status = 'deleted' and o.merged_into_id is not null);

update message_snippets
   set organization_id = (select o.merged_into_id from organizations o where o.id = message_snippets.organization_id), version = version + 1
 where exists (select 1 from organizations o where o.id = message_snippets.organization_id and o.status = 'deleted' and o.merged_into_id is not null);

update or ignore vacancy_templates
   set organization_id = (select o.merged_into_id from organizations o where o.id = vacancy_templates.organization_id), version = version + 1
 where exists (select 1 from organizations o where o.id = vacancy_templates.organization_id and o.status = 'deleted' and o.merged_into_id is not null);

update form_submissions
   set volunteer_center_id = (select f.volunteer_center_id from forms f where f.id = form_submissions.form_id),
       organization_id = (select f.organization_id from forms f where f.id = form_submissions.form_id),
       version = version + 1
 where exists (select 1 from forms f where f.id = form_submissions.form_id
                and (f.volunteer_center_id <> form_submissions.volunteer_center_id or f.organization_id is not form_submissions.organization_id));

update conversations
   set volunteer_center_id = (select a.volunteer_center_id from applications a where a.id = conversations.about_id),
       organization_id = (select a.organization_id from applications a where a.id = conversations.about_id),
       version = version + 1
 where about_type = 'applications'
   and exists (select 1 from applications a where a.id = conversations.about_id
                and (a.volunteer_center_id <> conversations.volunteer_center_id or a.organization_id <> conversations.organization_id));
