-- Devices on which somebody wants to see messages at once, and what waits to be sent to them (RFC 8030, 8291, 8292).
create table push_subscriptions (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Goes with it: whoever signs out hears nothing more on that device.
  session_id integer not null references sessions (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  -- Refusals in a row.
  failures integer not null default 0,
  last_sent_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

create table push_messages (
  id integer primary key,
  subscription_id integer not null references push_subscriptions (id) on delete cascade,
  -- A newer one of the same tag takes its place.
  tag text not null,
  body text not null,
  url text not null,
  due_at text not null,
  attempts integer not null default 0,
  -- Kept for a day, so that the next one of the tag waits a minute.
  sent_at text,
  created_at text not null
) strict;

create unique index push_messages_tag on push_messages (subscription_id, tag);
create index push_messages_due on push_messages (due_at);

-- The key with which this tenant signs what it sends: made at the first use, never shown.
create table push_keys (
  id integer primary key check (id = 1),
  private_key blob not null,
  created_at text not null
) strict;

create table notification_preferences_now (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app', 'email', 'push')),
  rate text not null check (rate in ('instant', 'daily', 'weekly', 'off')),
  updated_at text not null,
  primary key (user_id, kind, channel)
) strict, without rowid;

insert into notification_preferences_now select user_id, kind, channel, rate, updated_at from notification_preferences;
drop table notification_preferences;
alter table notification_preferences_now rename to notification_preferences;
