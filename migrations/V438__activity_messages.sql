-- What organisers write to those who signed up for an activity. A job sends it, some hundred at a time, to those who had
-- signed up when it was written.

create table activity_messages (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  -- Null: to those of every date.
  occurrence_id integer references activity_occurrences (id) on delete cascade,
  audience text not null check (audience in ('registered', 'waiting', 'all')),
  message text not null,
  -- Null: their account was erased.
  author_id integer references users (id) on delete set null,
  sent_count integer not null default 0,
  -- The last registration that it was sent to.
  sent_through integer not null default 0,
  -- Null: still being sent.
  sent_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index activity_messages_of_activity on activity_messages (activity_id);

create index activity_messages_of_author on activity_messages (author_id) where author_id is not null;

create index activity_messages_to_send on activity_messages (id) where sent_at is null;
