-- Skills and languages are lists of the centre too: what they are called, in which order, and which are offered. Their keys
-- are those that vacancies, profiles and organisations hold.

create table taxonomies_before (
  id integer primary key,
  kind text not null,
  key text not null,
  name_nl text not null,
  name_en text not null,
  icon text,
  position integer not null,
  archived integer not null,
  volunteer_center_id integer,
  version integer not null,
  created_at text not null,
  updated_at text not null
) strict;

insert into taxonomies_before (id, kind, key, name_nl, name_en, icon, position, archived, volunteer_center_id, version, created_at, updated_at)
select id, kind, key, name_nl, name_en, icon, position, archived, volunteer_center_id, version, created_at, updated_at from taxonomies;

drop table taxonomies;

create table taxonomies (
  id integer primary key,
  kind text not null check (kind in ('tags', 'age_groups', 'activity_types', 'non_profit_types', 'skills', 'languages')),
  key text not null,
  name_nl text not null,
  name_en text not null,
  icon text,
  position integer not null default 0,
  archived integer not null default 0,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index taxonomies_key on taxonomies (kind, key, coalesce(volunteer_center_id, 0));

create index taxonomies_center on taxonomies (volunteer_center_id) where volunteer_center_id is not null;

insert into taxonomies (id, kind, key, name_nl, name_en, icon, position, archived, volunteer_center_id, version, created_at, updated_at)
select id, kind, key, name_nl, name_en, icon, position, archived, volunteer_center_id, version, created_at, updated_at from taxonomies_before;

drop table taxonomies_before;

-- A tenant that is there already gets them here; a new one when it is made.
insert into taxonomies (kind, key, name_nl, name_en, position, created_at, updated_at)
select n.kind, n.key, n.name_nl, n.name_en, n.position, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  from (
    select 'skills' as kind, 'listening' as key, 'Luisteren' as name_nl, 'Listening' as name_en, 1 as position union all
    select 'skills', 'teaching', 'Uitleggen', 'Explaining', 2 union all
    select 'skills', 'organising', 'Organiseren', 'Organising', 3 union all
    select 'skills', 'administration', 'Administratie', 'Administration', 4 union all
    select 'skills', 'computers', 'Computers', 'Computers', 5 union all
    select 'skills', 'writing', 'Schrijven', 'Writing', 6 union all
    select 'skills', 'languages', 'Talen', 'Languages', 7 union all
    select 'skills', 'cooking', 'Koken', 'Cooking', 8 union all
    select 'skills', 'gardening', 'Tuinieren', 'Gardening', 9 union all
    select 'skills', 'handicraft', 'Handwerk', 'Crafts', 10 union all
    select 'skills', 'repairs', 'Klussen', 'Repairs', 11 union all
    select 'skills', 'driving', 'Rijden', 'Driving', 12 union all
    select 'skills', 'caring', 'Zorgen', 'Caring', 13 union all
    select 'skills', 'music', 'Muziek', 'Music', 14 union all
    select 'skills', 'sports', 'Sport en bewegen', 'Sport and exercise', 15 union all
    select 'skills', 'hosting', 'Gasten ontvangen', 'Welcoming guests', 16 union all
    select 'languages', 'nl', 'Nederlands', 'Dutch', 1 union all
    select 'languages', 'en', 'Engels', 'English', 2 union all
    select 'languages', 'de', 'Duits', 'German', 3 union all
    select 'languages', 'fr', 'Frans', 'French', 4 union all
    select 'languages', 'es', 'Spaans', 'Spanish', 5 union all
    select 'languages', 'tr', 'Turks', 'Turkish', 6 union all
    select 'languages', 'ar', 'Arabisch', 'Arabic', 7 union all
    select 'languages', 'zgh', 'Tamazight (Berbers)', 'Tamazight (Berber)', 8 union all
    select 'languages', 'pl', 'Pools', 'Polish', 9 union all
    select 'languages', 'uk', 'Oekraïens', 'Ukrainian', 10 union all
    select 'languages', 'fa', 'Perzisch (Farsi, Dari)', 'Persian (Farsi, Dari)', 11 union all
    select 'languages', 'ti', 'Tigrinya', 'Tigrinya', 12 union all
    select 'languages', 'so', 'Somalisch', 'Somali', 13 union all
    select 'languages', 'pap', 'Papiaments', 'Papiamento', 14
  ) n
 where exists (select 1 from taxonomies);
