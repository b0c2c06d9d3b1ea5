-- What staff open all day, read from an index alone: a centre's vacancies by publication, those in one state of review,
-- applications by the week they came in, and those that nobody has answered.
create index vacancies_center_published
  on vacancies (volunteer_center_id, published_at desc, id desc, status, organization_id, purged_at)
  where purged_at is null;

create index vacancies_moderation
  on vacancies (volunteer_center_id, moderation_state, published_at desc, id desc, status, expires_at, asker_id, purged_at);

create index applications_received on applications (volunteer_center_id, is_held, created_at, vacancy_id);

create index applications_unanswered
  on applications (volunteer_center_id, coalesce(school_approved_at, created_at), vacancy_id)
  where stage = 'new' and is_held = 0 and responded_at is null;

-- As in V125: most rows belong to one centre; few are in review or unanswered.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('vacancies', 'vacancies_center_published', '10000 10000 2 1 1 1 1'),
  ('vacancies', 'vacancies_moderation', '10000 10000 3000 2 1 1 1 1 1'),
  ('applications', 'applications_received', '50000 50000 50000 2 1'),
  ('applications', 'applications_unanswered', '500 500 2 1');

analyze sqlite_schema;
