-- Indexes of the lists of staff. Each begins with the scope (the centre; without it for admins), goes on in the usual
-- order of the list with the id, and ends with the state, so that a total is counted in the index alone.

drop index applications_center;

create index applications_center on applications (volunteer_center_id, created_at, id, stage, user_id);
create index applications_created on applications (created_at, id, stage, user_id);

create index users_center_name on users (volunteer_center_id, last_name collate nocase, first_name collate nocase, id, status);
create index users_name on users (last_name collate nocase, first_name collate nocase, id, status);
create index users_center_created on users (volunteer_center_id, created_at, id, status);
create index users_created on users (created_at, id, status);

create index vacancies_center_created on vacancies (volunteer_center_id, created_at, id, status, organization_id, purged_at) where purged_at is null;
create index vacancies_created on vacancies (created_at, id, status, organization_id, purged_at) where purged_at is null;
create index vacancies_submitted on vacancies (id) where status = 'draft' and moderation_state = 'submitted';
create index vacancies_revised on vacancies (id) where revision_state = 'submitted';

create index organizations_center_name on organizations (volunteer_center_id, name collate nocase, id, status);
create index organizations_name on organizations (name collate nocase, id, status, purged_at);

drop index audit_events_actor;

create index audit_events_actor on audit_events (actor_id, at, volunteer_center_id) where actor_id is not null;

-- How many events each centre has, as the log only grows; 0 stands for none. Counted for every page of it otherwise.
create table audit_event_counts (
  volunteer_center_id integer primary key,
  events integer not null
) strict;

insert into audit_event_counts (volunteer_center_id, events)
select coalesce(volunteer_center_id, 0), count(*) from audit_events group by 1;

create trigger audit_event_counts_insert after insert on audit_events begin
  insert into audit_event_counts (volunteer_center_id, events)
  values (coalesce(new.volunteer_center_id, 0), 1)
  on conflict (volunteer_center_id) do update set events = events + 1;
end;

create trigger audit_event_counts_delete after delete on audit_events begin
  update audit_event_counts set events = events - 1
   where volunteer_center_id = coalesce(old.volunteer_center_id, 0);
end;

create trigger audit_event_counts_update after update of volunteer_center_id on audit_events
when new.volunteer_center_id is not old.volunteer_center_id
begin
  update audit_event_counts set events = events - 1
   where volunteer_center_id = coalesce(old.volunteer_center_id, 0);
  insert into audit_event_counts (volunteer_center_id, events)
  values (coalesce(new.volunteer_center_id, 0), 1)
  on conflict (volunteer_center_id) do update set events = events + 1;
end;

-- What the planner has to know of these tables: most rows belong to one centre and have the same state, so that only an
-- order or another condition makes an index worth while. Fixed figures, so that every site has the same plans.
analyze sqlite_schema;

insert into sqlite_stat1 (tbl, idx, stat) values
  ('applications', 'applications_center', '50000 50000 2 1 1 1'),
  ('applications', 'applications_created', '50000 2 1 1 1'),
  ('users', 'users_center', '20000 20000 10000'),
  ('users', 'users_center_name', '20000 20000 20 2 1 1'),
  ('users', 'users_name', '20000 20 2 1 1'),
  ('users', 'users_center_created', '20000 20000 2 1 1'),
  ('users', 'users_created', '20000 2 1 1'),
  ('vacancies', 'vacancies_published', '10000 5000 5000 2 1 1'),
  ('vacancies', 'vacancies_choices', '10000 5000 5000 100 20 10 5 2 1 1 1'),
  ('vacancies', 'vacancies_expiry', '10000 5000 20'),
  ('vacancies', 'vacancies_center_created', '10000 10000 2 1 1 1 1'),
  ('vacancies', 'vacancies_created', '10000 2 1 1 1 1'),
  ('organizations', 'organizations_center', '500 500 400 1'),
  ('organizations', 'organizations_center_name', '500 500 1 1 1'),
  ('organizations', 'organizations_name', '500 1 1 1 1'),
  ('audit_events', 'audit_events_center', '200000 200000 2'),
  ('audit_events', 'audit_events_age', '200000 2');

analyze sqlite_schema;
