-- Closing an account and what comes after it, a person's own settings, consents and wishes about mail.

alter table users add column archived_at text;
alter table users add column archived_by_id integer references users (id) on delete set null;
-- Why: own_wish, by_center, idle.
alter table users add column archive_reason text;
-- From this moment on a job takes the person's data away.
alter table users add column erase_after text;
-- Set on what is left of a person: a row without anything personal, so that counts stay right.
alter table users add column anonymised_at text;
-- When the person last showed that they want to stay, besides signing in.
alter table users add column kept_at text;
alter table users add column inactive_at text;
alter table users add column color_mode text not null default 'system' check (color_mode in ('system', 'light', 'dark'));
-- Dutch wall clock, HH:MM. Empty is the hours that hold for everybody.
alter table users add column quiet_from text;
alter table users add column quiet_until text;

create index users_to_erase on users (erase_after) where erase_after is not null;

-- What somebody agreed to, and what they took back: a row each time, the newest of a kind counts.
create table consents (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('terms', 'newsletter', 'pool', 'statistics')),
  is_given integer not null check (is_given in (0, 1)),
  -- The edition of the text that was agreed to.
  edition text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index consents_user on consents (user_id, kind, id);

-- How often somebody wants to hear of a kind. No row: at once.
create table notification_preferences (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app', 'email')),
  rate text not null check (rate in ('instant', 'daily', 'weekly', 'off')),
  updated_at text not null,
  primary key (user_id, kind, channel)
) strict, without rowid;

-- Every consent to the terms has its row, whoever writes it.
insert into consents (user_id, kind, is_given, created_at, updated_at)
select id, 'terms', 1, accepted_terms_at, accepted_terms_at from users where accepted_terms_at is not null;

create trigger users_terms_insert after insert on users when new.accepted_terms_at is not null begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;

create trigger users_terms_update after update of accepted_terms_at on users
when new.accepted_terms_at is not null and new.accepted_terms_at is not old.accepted_terms_at begin
  insert into consents (user_id, kind, is_given, created_at, updated_at)
  values (new.id, 'terms', 1, new.accepted_terms_at, new.accepted_terms_at);
end;

-- That data was taken away, and when nothing of it was left in the file either. Says of whom nothing.
create table erasures (
  id integer primary key,
  kind text not null,
  at text not null,
  scrubbed_at text
) strict;

create index erasures_to_scrub on erasures (at) where scrubbed_at is null;

-- Messages that wait to be gathered in a letter.
create index notifications_gathered on notifications (created_at) where channel_state like '%"email":%';
