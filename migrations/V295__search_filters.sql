-- What the filters of the search page read and count: parts of the day and the weekend, and what a vacancy allows.
alter table vacancies add column day_parts text generated always as (
  '[' || substr(
    case when availability like '%\_morning"%' escape '\' then ',"morning"' else '' end
    || case when availability like '%\_afternoon"%' escape '\' then ',"afternoon"' else '' end
    || case when availability like '%\_evening"%' escape '\' or tags like '%"evenings"%' then ',"evening"' else '' end
    || case when availability like '%"sat\_%' escape '\' or availability like '%"sun\_%' escape '\' or tags like '%"weekend"%'
       then ',"weekend"' else '' end,
    2) || ']'
) virtual;

alter table vacancies add column traits text generated always as (
  '[' || substr(
    case when online then ',"online"' else '' end
    || case when wheelchair_accessible then ',"accessible"' else '' end
    || case when for_groups then ',"group"' else '' end,
    2) || ']'
) virtual;

drop index vacancies_facets;
-- Read by facets without the text of a vacancy.
create index vacancies_facets
  on vacancies (id, status, volunteer_center_id, expires_at, vacancy_type, tags, activity_type_ids, age_group_ids,
                day_parts, traits, languages);
