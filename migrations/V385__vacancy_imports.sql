-- Vacancies that come from a partner, as they were taken in: what a person changed here since is seen beside it.
create table vacancy_imports (
  vacancy_id integer primary key references vacancies (id) on delete cascade,
  -- Of the partner's own words, to leave alone what is as it was.
  digest text not null,
  -- The attributes as they were stored then.
  content text not null check (json_valid(content)),
  -- The partner no longer has it.
  withdrawn_at text,
  seen_at text not null
) strict;

-- Addresses that may be read, added by the operator alone.
create table vacancy_sources (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  -- Of vacancies that name none.
  organization_id integer references organizations (id) on delete set null,
  url text not null unique,
  etag text,
  next_at text not null,
  last_read_at text,
  -- What came of it, for the operator.
  last_outcome text,
  version integer not null default 1,
  created_at text not null
) strict;
create index vacancy_sources_next on vacancy_sources (next_at);
