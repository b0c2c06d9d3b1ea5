-- What is counted for filters and totals is read from an index alone, also where it is asked who may see a vacancy
-- (V295 left out who asks for help, so that each row was read).
drop index vacancies_facets;
create index vacancies_facets
  on vacancies (id, status, volunteer_center_id, expires_at, asker_id, purged_at, organization_id, vacancy_type, tags,
                activity_type_ids, age_group_ids, day_parts, traits, languages);

drop index vacancies_choices;
create index vacancies_choices
  on vacancies (status, volunteer_center_id, expires_at, activity_type_ids, tags, age_group_ids, vacancy_type, latitude,
                longitude, published_at, asker_id, purged_at, organization_id, day_parts, traits, languages);

insert into sqlite_stat1 (tbl, idx, stat) values
  ('vacancies', 'vacancies_choices', '10000 5000 5000 100 20 10 5 2 1 1 1 1 1 1 1 1 1');
analyze sqlite_schema;
