-- What kind of activity it is, and for whom, are lists of the centre too. Activities hold their keys.

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
  kind text not null check (kind in ('tags', 'age_groups', 'activity_types', 'non_profit_types', 'skills', 'languages', 'activity_categories', 'target_groups')),
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
    select 'activity_categories' as kind, 'meet' as key, 'Ontmoeten' as name_nl, 'Meeting people' as name_en, 1 as position union all
    select 'activity_categories', 'eat', 'Samen eten', 'Eating together', 2 union all
    select 'activity_categories', 'move', 'Bewegen', 'Exercise', 3 union all
    select 'activity_categories', 'learn', 'Leren', 'Learning', 4 union all
    select 'activity_categories', 'language', 'Taal', 'Language', 5 union all
    select 'activity_categories', 'create', 'Creatief', 'Creative', 6 union all
    select 'activity_categories', 'nature', 'Natuur en tuin', 'Nature and gardens', 7 union all
    select 'activity_categories', 'culture', 'Muziek en cultuur', 'Music and culture', 8 union all
    select 'activity_categories', 'repair', 'Repareren', 'Repairing', 9 union all
    select 'activity_categories', 'volunteering', 'Vrijwilligerswerk', 'Volunteering', 10 union all
    select 'activity_categories', 'information', 'Informatie en advies', 'Information and advice', 11 union all
    select 'activity_categories', 'party', 'Feest en uitje', 'Parties and outings', 12 union all
    select 'target_groups', 'everyone', 'Iedereen', 'Everyone', 1 union all
    select 'target_groups', 'children', 'Kinderen', 'Children', 2 union all
    select 'target_groups', 'young_people', 'Jongeren', 'Young people', 3 union all
    select 'target_groups', 'parents', 'Ouders', 'Parents', 4 union all
    select 'target_groups', 'older_people', 'Ouderen', 'Older people', 5 union all
    select 'target_groups', 'carers', 'Mantelzorgers', 'Carers', 6 union all
    select 'target_groups', 'newcomers', 'Nieuw in Nederland', 'New in the Netherlands', 7 union all
    select 'target_groups', 'disability', 'Mensen met een beperking', 'People with a disability', 8 union all
    select 'target_groups', 'volunteers', 'Vrijwilligers', 'Volunteers', 9 union all
    select 'target_groups', 'organizations', 'Organisaties', 'Organisations', 10
  ) n
 where exists (select 1 from taxonomies);
