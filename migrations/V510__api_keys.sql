-- Keys of other programs: each of a centre, or of one organisation at it. The secret itself is shown once and kept nowhere.
create table api_keys (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  -- A list of read_public, read_organization, write_vacancies.
  scopes text not null check (json_valid(scopes)),
  -- The first characters, by which people recognise it and by which it is found.
  prefix text not null unique,
  token_hash blob not null check (length(token_hash) = 32),
  -- Null: at the command line, or by somebody whose account is gone.
  created_by_id integer references users (id) on delete set null,
  created_at text not null,
  updated_at text,
  expires_at text not null,
  last_used_at text,
  revoked_at text,
  version integer not null default 1
) strict;
create index api_keys_center on api_keys (volunteer_center_id, created_at);
create index api_keys_organization on api_keys (organization_id) where organization_id is not null;
create index api_keys_created_by on api_keys (created_by_id) where created_by_id is not null;

-- What a program with a key did.
alter table audit_events add column api_key_id integer;
create index audit_events_api_key on audit_events (api_key_id) where api_key_id is not null;
