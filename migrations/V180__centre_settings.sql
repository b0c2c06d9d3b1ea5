-- What a tenant decided on features and names, in one row with a column each. A centre may decide otherwise for itself;
-- what is null there is as the tenant has it.
create table tenant_settings (
  id integer primary key,
  context text not null default 'main',
  app_name text,
  header_scale text not null default 'primary',
  peer_to_peer integer not null default 0,
  volunteer_profiles integer not null default 1,
  activities integer not null default 1,
  wording text not null default 'one_on_one',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (id = 1)
) strict;

insert into tenant_settings (id, context, app_name, header_scale, peer_to_peer, volunteer_profiles, activities, wording, created_at, updated_at)
select 1,
       coalesce((select value from settings where name = 'context'), 'main'),
       (select value from settings where name = 'app_name'),
       coalesce((select value from settings where name = 'header_scale'), 'primary'),
       coalesce((select json_extract(value, '$.peer_to_peer') from settings where name = 'features'), 0),
       coalesce((select json_extract(value, '$.volunteer_profiles') from settings where name = 'features'), 1),
       coalesce((select json_extract(value, '$.activities') from settings where name = 'features'), 1),
       coalesce((select value from settings where name = 'wording'), 'one_on_one'),
       strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
       strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
 where exists (select 1 from settings where name = 'preset');

delete from settings where name in ('context', 'app_name', 'header_scale', 'features', 'wording');

alter table volunteer_centers add column peer_to_peer integer;
alter table volunteer_centers add column volunteer_profiles integer;
alter table volunteer_centers add column activities integer;
alter table volunteer_centers add column wording text;

-- Whom visitors turn to who need help.
alter table volunteer_center_profiles add column contact_name text;
alter table volunteer_center_profiles add column contact_role text;
alter table volunteer_center_profiles add column contact_email text;
alter table volunteer_center_profiles add column contact_phone text;
alter table volunteer_center_profiles add column contact_photo_url text;
alter table volunteer_center_profiles add column contact_text text;
alter table volunteer_center_profiles add column contact_text_en text;

alter table users add column avatar_url text;
create index users_by_avatar on users (avatar_url) where avatar_url is not null;
