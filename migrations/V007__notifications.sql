-- What a person is told inside the app.

create table notifications (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  data text not null default '{}',
  url text,
  actor_id integer references users (id) on delete set null,
  subject_type text,
  subject_id integer,
  group_key text,
  channel_state text not null default '{}',
  seen_at text,
  read_at text,
  expires_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index notifications_user on notifications (user_id, read_at, id desc);
