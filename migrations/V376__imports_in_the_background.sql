-- Many organisations are taken in in the background: how far it is, and which process does it.

create table imports_running (
  id integer primary key,
  resource text not null check (resource in ('users', 'organizations')),
  file_name text not null,
  content blob not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done')),
  columns text not null default '[]',
  rows integer not null,
  report text not null default '{}',
  result text,
  volunteer_center_id integer not null references volunteer_centers (id),
  created_by_id integer not null references users (id) on delete cascade,
  finished_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  processed integer not null default 0,
  refused integer not null default 0,
  maker text,
  attempts integer not null default 0
) strict;

insert into imports_running (id, resource, file_name, content, state, columns, rows, report, result, volunteer_center_id,
                             created_by_id, finished_at, version, created_at, updated_at)
select id, resource, file_name, content, state, columns, rows, report, result, volunteer_center_id, created_by_id, finished_at,
       version, created_at, updated_at
  from imports;

drop table imports;
alter table imports_running rename to imports;

create index imports_creator on imports (created_by_id, id desc);
create index imports_age on imports (created_at);
