-- Files that somebody made of a list, to be fetched for a day.

create table exports (
  id integer primary key,
  resource text not null check (resource in ('users')),
  format text not null check (format in ('csv', 'xlsx', 'json')),
  filter text not null default '{}',
  rows integer not null,
  content blob not null,
  volunteer_center_id integer not null references volunteer_centers (id),
  created_by_id integer not null references users (id) on delete cascade,
  expires_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index exports_creator on exports (created_by_id, id desc);
create index exports_age on exports (expires_at);
