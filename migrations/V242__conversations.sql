-- Messages between who applied and the organisation. Of a side: up to which message it has read, and been mailed.

create table conversations (
  id integer primary key,
  about_type text not null check (about_type in ('applications')),
  about_id integer not null,
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  applicant_read_id integer not null default 0,
  organization_read_id integer not null default 0,
  applicant_mailed_id integer not null default 0,
  organization_mailed_id integer not null default 0,
  last_message_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index conversations_about on conversations (about_type, about_id);
create index conversations_organization on conversations (organization_id);
create index conversations_last on conversations (last_message_at);

create table messages (
  id integer primary key,
  conversation_id integer not null references conversations (id) on delete cascade,
  author_id integer references users (id) on delete set null,
  side text not null check (side in ('applicant', 'organization')),
  body text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index messages_conversation on messages (conversation_id, id);
create index messages_author on messages (author_id, created_at) where author_id is not null;

-- Sentences that an organisation keeps for its answers.
create table message_snippets (
  id integer primary key,
  organization_id integer not null references organizations (id),
  reason_code text,
  text text not null,
  created_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index message_snippets_organization on message_snippets (organization_id);
create index message_snippets_author on message_snippets (created_by_id) where created_by_id is not null;
