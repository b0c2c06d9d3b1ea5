-- A term is of the whole tenant, or of the one centre that made it. An archived one can no longer be chosen; what has it
-- keeps it.

create table taxonomies_before (
  id integer primary key,
  kind text not null,
  key text not null,
  name_nl text not null,
  name_en text not null,
  icon text,
  position integer not null,
  version integer not null,
  created_at text not null,
  updated_at text not null
) strict;

insert into taxonomies_before (id, kind, key, name_nl, name_en, icon, position, version, created_at, updated_at)
select id, kind, key, name_nl, name_en, icon, position, version, created_at, updated_at from taxonomies;

drop table taxonomies;

create table taxonomies (
  id integer primary key,
  kind text not null check (kind in ('tags', 'age_groups', 'activity_types', 'non_profit_types')),
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

insert into taxonomies (id, kind, key, name_nl, name_en, icon, position, version, created_at, updated_at)
select id, kind, key, name_nl, name_en, icon, position, version, created_at, updated_at from taxonomies_before;

drop table taxonomies_before;

-- Two centres may give a tag of the same key different names.
drop view vacancies_searchable;

create view vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.title) as title,
       search_terms (v.summary, o.name, v.city, v.schedule,
         (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
           where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
             and ((x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
              or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids)))))) as keywords,
       search_terms (v.description, (select group_concat(value, ' ') from json_each(v.requirements)), v.offer) as body,
       '_s_' || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet
  from vacancies v
  join organizations o on o.id = v.organization_id
 where v.purged_at is null;
