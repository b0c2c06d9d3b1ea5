-- Files that people sent: pictures in several widths, logos, documents. The files are named by their contents; a row
-- says whose one is and what for.
create table uploads (
  id integer primary key,
  kind text not null,
  url text not null,
  urls text not null default '[]',
  name text not null default '',
  content_type text not null,
  alt text not null default '',
  is_decorative integer not null default 0,
  width integer,
  height integer,
  focus_x integer not null default 50,
  focus_y integer not null default 50,
  color text,
  size integer not null,
  -- Since when nothing refers to it; after thirty days it goes.
  unused_since text,
  created_by_id integer references users (id) on delete set null,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;
create index uploads_by_url on uploads (url, kind);
create index uploads_by_person on uploads (created_by_id);
create index uploads_by_center on uploads (volunteer_center_id);
create index uploads_unused on uploads (unused_since) where unused_since is not null;

alter table vacancies add column image_alt text not null default '';
alter table organizations add column logo_url text;
alter table organizations add column photo_url text;
alter table organizations add column photo_alt text not null default '';

-- What refers to a file is found by its address.
create index vacancies_by_image on vacancies (image_url) where image_url is not null;
create index organizations_by_logo on organizations (logo_url) where logo_url is not null;
create index organizations_by_photo on organizations (photo_url) where photo_url is not null;
