-- How often a row was viewed, per day; written in batches, without anything about who viewed it.
create table view_counts (
  subject_type text not null,
  subject_id integer not null,
  day text not null,
  count integer not null,
  primary key (subject_type, subject_id, day)
) strict, without rowid;

create index view_counts_day on view_counts (day);

-- Secret addresses of feeds, such as a person's own calendar. Only the hash of the secret is kept; one is in use per
-- person and feed.
create table feed_tokens (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  feed text not null,
  token_hash blob not null unique,
  created_at text not null,
  revoked_at text
) strict;

create unique index feed_tokens_in_use on feed_tokens (user_id, feed) where revoked_at is null;
