-- What a person asks for themselves: a vacancy with its asker. An application, a message and a mail need the other side of
-- a vacancy: an organisation that is the household of that person, and that no list shows as an organisation.

alter table organizations add column household_of_id integer references users (id);
alter table vacancies add column asker_id integer references users (id);

create unique index organizations_household on organizations (household_of_id, volunteer_center_id) where household_of_id is not null;
create index vacancies_asker on vacancies (asker_id, status) where asker_id is not null;

-- A household goes by the first name alone.
create trigger households_name after update of first_name on users when new.first_name is not old.first_name begin
  update organizations set name = new.first_name, version = version + 1
   where household_of_id = new.id and coalesce(new.first_name, '') <> '';
end;

-- Where somebody asks for help is somebody's home.
drop view vacancies_at_home;
create view vacancies_at_home as
  select v.id as vacancy_id, v.organization_id, v.address_id
    from vacancies v
   where v.asker_id is not null and v.address_id is not null
  union all
  select v.id as vacancy_id, v.organization_id, a.id as address_id
    from vacancies v
    join addresses a on a.id = v.address_id
    join homes h on h.organization_id = v.organization_id
   where v.asker_id is null
     and (a.id = h.address_id
      or (lower(replace(coalesce(a.house_number, ''), ' ', '')) in (h.house_number, '') or h.house_number = '')
     and (upper(replace(coalesce(a.postal_code, ''), ' ', '')) = h.postal_code and h.postal_code <> ''
          or lower(trim(coalesce(a.street, ''))) = h.street and h.street <> ''
             and lower(trim(coalesce(a.city, ''))) in (h.city, '')));

-- Words find what organisations ask for. A request for help is found by its kind and its place.
drop view vacancies_searchable;
create view vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.title) as title,
       search_parts (v.title) as title_more,
       search_terms (v.summary, o.name, v.city, v.schedule, v.names) || ' ' || search_parts (v.summary, o.name, v.schedule, v.names) as keywords,
       search_terms (v.description, v.lines, v.offer) || ' ' || search_parts (v.description, v.lines, v.offer) as body,
       iif (v.asker_id is null, '_s_', '_h_') || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet,
       iif (v.status = 'published' and v.asker_id is null,
            search_vocabulary (v.title, v.summary, o.name, v.city, v.schedule, v.names, v.description, v.lines, v.offer),
            '[]') as vocabulary,
       iif (v.status = 'published' and v.asker_id is null, search_vocabulary (v.city), '[]') as places
  from (select v.*,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and ((x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
                    or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))))) as names,
               (select group_concat(value, ' ') from json_each(v.requirements)) as lines
          from vacancies v
         where v.purged_at is null) v
  join organizations o on o.id = v.organization_id;

-- Read by lists and facets without the text of a vacancy: those of organisations only.
drop index vacancies_facets;
create index vacancies_facets
  on vacancies (id, status, volunteer_center_id, expires_at, vacancy_type, tags, activity_type_ids, age_group_ids, asker_id);
drop index vacancies_choices;
create index vacancies_choices on vacancies
  (status, volunteer_center_id, expires_at, activity_type_ids, tags, age_group_ids, vacancy_type, latitude, longitude, published_at, asker_id);
drop index vacancies_published;
create index vacancies_published on vacancies (status, volunteer_center_id, published_at desc, id desc, expires_at, asker_id);

insert into sqlite_stat1 (tbl, idx, stat) values
  ('vacancies', 'vacancies_published', '10000 5000 5000 2 1 1 1'),
  ('vacancies', 'vacancies_choices', '10000 5000 5000 100 20 10 5 2 1 1 1 1');
analyze sqlite_schema;
