-- The audit log can be had as a file too.
create table exports_wider (
  id integer primary key,
  resource text not null check (resource in ('users', 'applications', 'checks', 'organizations', 'audit_events')),
  format text not null check (format in ('csv', 'xlsx', 'ods', 'json')),
  filter text not null default '{}',
  state text not null default 'ready' check (state in ('waiting', 'ready', 'failed')),
  -- The run of the program that makes it, and how often one began.
  maker text,
  attempts integer not null default 1,
  rows integer not null,
  -- None until it is made.
  content blob,
  volunteer_center_id integer not null references volunteer_centers (id),
  -- The one that was chosen, where one was. The file of one that is gone is not made of all others.
  organization_id integer references organizations (id) on delete cascade,
  created_by_id integer not null references users (id) on delete cascade,
  expires_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

insert into exports_wider (id, resource, format, filter, state, maker, attempts, rows, content, volunteer_center_id, organization_id,
                           created_by_id, expires_at, version, created_at, updated_at)
select id, resource, format, filter, state, maker, attempts, rows, content, volunteer_center_id, organization_id, created_by_id,
       expires_at, version, created_at, updated_at
  from exports;

drop trigger exports_without_role;
drop trigger exports_without_leave;

drop table exports;
alter table exports_wider rename to exports;

create index exports_creator on exports (created_by_id, id desc);
create index exports_age on exports (expires_at);
create index exports_organization on exports (organization_id) where organization_id is not null;
create index exports_waiting on exports (updated_at) where state = 'waiting';

create trigger exports_without_role after delete on roles when old.accepted_at is not null begin
  delete from exports where created_by_id = old.user_id;
end;

create trigger exports_without_leave after update of can_export on users when old.can_export = 1 and new.can_export = 0 begin
  delete from exports where created_by_id = new.id;
end;
