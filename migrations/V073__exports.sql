-- Files that are made in the background, and one format more.

create table exports_wider (
  id integer primary key,
  resource text not null check (resource in ('users')),
  format text not null check (format in ('csv', 'xlsx', 'ods', 'json')),
  filter text not null default '{}',
  state text not null default 'ready' check (state in ('waiting', 'ready', 'failed')),
  rows integer not null,
  -- None until it is made.
  content blob,
  volunteer_center_id integer not null references volunteer_centers (id),
  created_by_id integer not null references users (id) on delete cascade,
  expires_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into exports_wider (id, resource, format, filter, rows, content, volunteer_center_id, created_by_id, expires_at,
                           version, created_at, updated_at)
select id, resource, format, filter, rows, content, volunteer_center_id, created_by_id, expires_at, version, created_at, updated_at
  from exports;

drop table exports;
alter table exports_wider rename to exports;

create index exports_creator on exports (created_by_id, id desc);
create index exports_age on exports (expires_at);
