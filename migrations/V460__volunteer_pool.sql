-- What organisations read of who wants to be found: a sentence, a text, how well somebody speaks a language.
alter table volunteer_profiles add column headline text;
alter table volunteer_profiles add column about text;
alter table volunteer_profiles add column language_levels text not null default '{}' check (json_valid (language_levels));
-- When they last said that they want to be found.
alter table volunteer_profiles add column confirmed_at text;
-- When they were asked whether they still do; null: not since then.
alter table volunteer_profiles add column visibility_asked_at text;

update volunteer_profiles set confirmed_at = updated_at where visibility <> 'hidden';

-- Which organisations saw somebody in the pool, once a day each.
create table volunteer_profile_looks (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  day text not null,
  version integer not null default 1,
  created_at text not null,
  unique (user_id, organization_id, day)
) strict;

create index volunteer_profile_looks_organization on volunteer_profile_looks (organization_id);
create index volunteer_profile_looks_day on volunteer_profile_looks (day);

-- Organisations by which somebody does not want to be found.
create table volunteer_profile_blocks (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  unique (user_id, organization_id)
) strict;

create index volunteer_profile_blocks_organization on volunteer_profile_blocks (organization_id);
