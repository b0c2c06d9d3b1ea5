-- What organisations write to people whom they found in the pool. An answer opens a conversation.
create table volunteer_profile_replies (
  id integer primary key,
  -- The person who was found.
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  vacancy_id integer references vacancies (id) on delete set null,
  author_id integer references users (id) on delete set null,
  body text not null,
  status text not null check (status in ('open', 'answered', 'declined', 'expired', 'blocked')),
  shares_last_name integer not null default 0 check (shares_last_name in (0, 1)),
  shares_phone integer not null default 0 check (shares_phone in (0, 1)),
  shares_email integer not null default 0 check (shares_email in (0, 1)),
  answered_at text,
  reminded_at text,
  expires_at text not null,
  -- When the organisation was told that no answer came.
  expired_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

-- One that waits for an answer per organisation and person.
create unique index volunteer_profile_replies_open on volunteer_profile_replies (organization_id, user_id) where status = 'open';
create index volunteer_profile_replies_user on volunteer_profile_replies (user_id);
create index volunteer_profile_replies_organization on volunteer_profile_replies (organization_id, created_at);
create index volunteer_profile_replies_center on volunteer_profile_replies (volunteer_center_id);
create index volunteer_profile_replies_vacancy on volunteer_profile_replies (vacancy_id) where vacancy_id is not null;
create index volunteer_profile_replies_author on volunteer_profile_replies (author_id) where author_id is not null;
create index volunteer_profile_replies_waiting on volunteer_profile_replies (expires_at) where status in ('open', 'blocked');

-- Conversations are about applications or about these. The column is made anew, as its check named applications alone.
alter table conversations add column subject_type text not null default 'applications' check (subject_type in ('applications', 'volunteer_profile_replies'));
drop index conversations_about;
alter table conversations drop column about_type;
alter table conversations rename column subject_type to about_type;
create unique index conversations_about on conversations (about_type, about_id);

-- What was written and told about a message of the pool goes with it.
create trigger conversations_of_replies after delete on volunteer_profile_replies begin
  delete from messages where conversation_id in (select id from conversations where about_type = 'volunteer_profile_replies' and about_id = old.id);
  delete from conversations where about_type = 'volunteer_profile_replies' and about_id = old.id;
  delete from outbox where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from notifications where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from transitions where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
end;
