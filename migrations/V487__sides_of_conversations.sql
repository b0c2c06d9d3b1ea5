-- Conversations that are about something else than an application or a message of the pool: between somebody and an
-- organisation, a centre and somebody, a centre and an organisation, a mentor and a student. What a side has read, been
-- mailed, blocked and taken stands beside the side.

drop trigger conversations_of_replies;

create table conversations_now (
  id integer primary key,
  about_type text not null check (about_type in
    ('applications', 'volunteer_profile_replies', 'vacancies', 'organizations', 'activities', 'users', 'student_links')),
  -- Of users: the person themselves, where a conversation is about nothing else.
  about_id integer not null,
  -- The organisation of the side "organization", the centre of the side "center".
  organization_id integer references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  subject text,
  last_message_at text not null,
  last_side text check (last_side in ('person', 'organization', 'center', 'mentor')),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create table conversation_sides (
  id integer primary key,
  conversation_id integer not null references conversations_now (id) on delete cascade,
  side text not null check (side in ('person', 'organization', 'center', 'mentor')),
  -- Of a person or a mentor; none: without an account, or gone.
  user_id integer references users (id) on delete set null,
  read_id integer not null default 0,
  mailed_id integer not null default 0,
  -- Who of a team answers.
  taken_by_id integer references users (id) on delete set null,
  blocked_at text,
  blocked_by_id integer references users (id) on delete set null
) strict;

create table messages_now (
  id integer primary key,
  conversation_id integer not null references conversations_now (id) on delete cascade,
  author_id integer references users (id) on delete set null,
  side text not null check (side in ('person', 'organization', 'center', 'mentor')),
  body text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into conversations_now (id, about_type, about_id, organization_id, volunteer_center_id, last_message_at, last_side, version, created_at, updated_at)
select c.id, c.about_type, c.about_id, c.organization_id, c.volunteer_center_id, c.last_message_at,
       (select iif(m.side = 'applicant', 'person', m.side) from messages m where m.conversation_id = c.id order by m.id desc limit 1),
       c.version, c.created_at, c.updated_at
  from conversations c;

insert into conversation_sides (conversation_id, side, user_id, read_id, mailed_id)
select c.id, 'person',
       case c.about_type when 'applications' then (select a.user_id from applications a where a.id = c.about_id)
                         else (select r.user_id from volunteer_profile_replies r where r.id = c.about_id) end,
       c.applicant_read_id, c.applicant_mailed_id
  from conversations c
union all
select c.id, 'organization', null, c.organization_read_id, c.organization_mailed_id from conversations c;

insert into messages_now (id, conversation_id, author_id, side, body, version, created_at, updated_at)
select id, conversation_id, author_id, iif(side = 'applicant', 'person', side), body, version, created_at, updated_at from messages;

drop table messages;
drop table conversations;
alter table conversations_now rename to conversations;
alter table messages_now rename to messages;

create unique index conversations_about on conversations (about_type, about_id) where about_type in ('applications', 'volunteer_profile_replies');
create index conversations_subject on conversations (about_type, about_id);
create index conversations_organization on conversations (organization_id) where organization_id is not null;
create index conversations_center on conversations (volunteer_center_id);
create index conversations_last on conversations (last_message_at);
create unique index conversation_sides_of on conversation_sides (conversation_id, side);
create index conversation_sides_user on conversation_sides (user_id) where user_id is not null;
create index conversation_sides_taken on conversation_sides (taken_by_id) where taken_by_id is not null;
create index conversation_sides_blocked on conversation_sides (blocked_by_id) where blocked_by_id is not null;
create index messages_conversation on messages (conversation_id, id);
create index messages_author on messages (author_id, created_at) where author_id is not null;

-- What somebody did with a conversation for themselves alone.
create table conversation_marks (
  id integer primary key,
  conversation_id integer not null references conversations (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- Archived until a message after this one.
  archived_id integer,
  muted_at text
) strict;

create unique index conversation_marks_of on conversation_marks (user_id, conversation_id);
create index conversation_marks_conversation on conversation_marks (conversation_id);

-- Who applied without an account and has one later is the person of the conversation from then on.
create trigger conversation_sides_of_applicants after update of user_id on applications when new.user_id is not old.user_id begin
  update conversation_sides set user_id = new.user_id
   where side = 'person' and conversation_id in (select id from conversations where about_type = 'applications' and about_id = new.id);
end;

-- What was written and told about a message of the pool goes with it.
create trigger conversations_of_replies after delete on volunteer_profile_replies begin
  delete from conversations where about_type = 'volunteer_profile_replies' and about_id = old.id;
  delete from outbox where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from notifications where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
  delete from transitions where subject_type = 'volunteer_profile_replies' and subject_id = old.id;
end;

create trigger conversations_of_student_links after delete on student_links begin
  delete from conversations where about_type = 'student_links' and about_id = old.id;
end;
