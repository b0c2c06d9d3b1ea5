-- A session knows its device, whether a second factor was proved in it, and whose it is when an admin signs in as somebody.
-- What every resource has.
alter table sessions add column version integer not null default 1;
alter table sessions add column updated_at text generated always as (used_at) virtual;
alter table sessions add column device text not null default '';
alter table sessions add column device_hash blob;
alter table sessions add column second_factor_at text;
alter table sessions add column impersonator_id integer references users (id) on delete cascade;
alter table sessions add column impersonation_reason text;
-- The admin's own session: when that ends, this one has ended.
alter table sessions add column parent_session_id integer references sessions (id) on delete cascade;

create index sessions_parent on sessions (parent_session_id) where parent_session_id is not null;
create index sessions_impersonator on sessions (impersonator_id) where impersonator_id is not null;

-- Authenticator apps (one a person that is confirmed) and passkeys (as many as there are).
create table second_factors (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text,
  -- Of an app: what its codes are made from, and the last step of thirty seconds whose code was used.
  secret blob,
  last_step integer,
  -- Of a passkey: its id, the site it was made for, and its public half as the library keeps it.
  credential_id blob unique,
  rp_id text,
  credential text,
  created_at text not null,
  -- An app counts from the moment its first code was right.
  confirmed_at text,
  last_used_at text
) strict;

create index second_factors_user on second_factors (user_id, kind);

-- For who has lost everything else. Each works once; only hashes are kept.
create table recovery_codes (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  code_hash blob not null,
  created_at text not null,
  used_at text,
  unique (user_id, code_hash)
) strict;

-- A question to a passkey that waits for its answer. It belongs to one session and is taken once.
create table passkey_challenges (
  id text primary key,
  session_id integer not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in')),
  state text not null,
  created_at text not null,
  expires_at text not null
) strict, without rowid;

create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Devices from which somebody has signed in before. The device holds the secret, here is its hash.
create table known_devices (
  user_id integer not null references users (id) on delete cascade,
  device_hash blob not null,
  created_at text not null,
  used_at text not null,
  primary key (user_id, device_hash)
) strict, without rowid;

create index known_devices_used on known_devices (used_at);

-- The setting says in a word what it said as yes or no.
insert into settings (name, value)
select 'second_factor', iif(value = 'false', 'optional', 'required') from settings where name = 'second_factor_required';
delete from settings where name = 'second_factor_required';
