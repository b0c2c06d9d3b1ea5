-- What was deleted goes after thirty days. A row that applications still refer to stays, without a word of what it said.

alter table vacancies add column purged_at text;
alter table organizations add column purged_at text;

create index vacancies_deleted on vacancies (deleted_at) where status = 'deleted' and purged_at is null;
create index organizations_deleted on organizations (deleted_at) where status = 'deleted' and purged_at is null;

-- What is only a number is not searched for, whatever of it or its organisation changes.
drop view vacancies_searchable;
create view vacancies_searchable as
select v.id,
       search_terms (v.title) as title,
       search_terms (v.summary, o.name, v.city, v.schedule,
         (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
           where (x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
              or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))))) as keywords,
       search_terms (v.description, (select group_concat(value, ' ') from json_each(v.requirements)), v.offer) as body,
       's_' || v.status || ' c_' || v.volunteer_center_id || ' t_' || replace(v.vacancy_type, '-', '_') as facet
  from vacancies v
  join organizations o on o.id = v.organization_id
 where v.purged_at is null;
