-- The index of vacancies stands in the order of their publication, so that a search for the newest stops after a page.
-- A rank is the second of publication and then the id, in its last 29 bits. The tokens of `facet` begin with a sign that
-- no word begins with, so that a search need not say which column it means.

alter table vacancies
  add column search_rank integer
  generated always as ((coalesce(unixepoch(coalesce(published_at, created_at)), 0) << 29) | id) virtual;

drop trigger vacancies_search_insert;
drop trigger vacancies_search_update;
drop trigger vacancies_search_delete;
drop trigger organizations_search_update;
drop view vacancies_searchable;

create view vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.title) as title,
       search_terms (v.summary, o.name, v.city, v.schedule,
         (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
           where (x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
              or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))))) as keywords,
       search_terms (v.description, (select group_concat(value, ' ') from json_each(v.requirements)), v.offer) as body,
       '_s_' || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet
  from vacancies v
  join organizations o on o.id = v.organization_id
 where v.purged_at is null;

-- With an address the update of its place fills the index.
create trigger vacancies_search_insert after insert on vacancies when new.address_id is null begin
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select search_rank, title, keywords, body, facet from vacancies_searchable where id = new.id;
end;

create trigger vacancies_search_update
after update of title, summary, city, schedule, tags, activity_type_ids, description, requirements, offer, status, published_at, volunteer_center_id, vacancy_type, organization_id on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select search_rank, title, keywords, body, facet from vacancies_searchable where id = new.id;
end;

create trigger vacancies_search_delete after delete on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
end;

create trigger organizations_search_update after update of name on organizations begin
  delete from vacancies_search where rowid in (select search_rank from vacancies where organization_id = new.id);
  insert into vacancies_search (rowid, title, keywords, body, facet)
  select search_rank, title, keywords, body, facet from vacancies_searchable where organization_id = new.id;
end;

insert into vacancies_search (vacancies_search) values ('delete-all');

insert into vacancies_search (rowid, title, keywords, body, facet)
select search_rank, title, keywords, body, facet from vacancies_searchable;

insert into vacancies_search (vacancies_search) values ('optimize');
