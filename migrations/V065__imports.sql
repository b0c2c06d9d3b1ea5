-- Tables of people that somebody brought in: the file as it came, what its columns are taken for, and what came of it.
-- A file holds people's data and goes after a week, taken in or not.

create table imports (
  id integer primary key,
  resource text not null check (resource in ('users')),
  file_name text not null,
  content blob not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'done')),
  columns text not null default '[]',
  rows integer not null,
  report text not null default '{}',
  result text,
  volunteer_center_id integer not null references volunteer_centers (id),
  created_by_id integer not null references users (id) on delete cascade,
  finished_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index imports_creator on imports (created_by_id, id desc);
create index imports_age on imports (created_at);
