-- What means a question is told from what only comes near it, so the index says where a word stands: an organisation's
-- name, names of fields of work and tags, and what only stands beside it (what is offered, parts of the words of running
-- text) have columns of their own. Titles and texts count without the name of the organisation.
drop trigger vacancies_search_insert;
drop trigger vacancies_search_update;
drop trigger vacancies_search_delete;
drop trigger organizations_search_update;
drop view vacancies_searchable;
drop table vacancies_search;

create virtual table vacancies_search using fts5 (
  title, title_more, keywords, body, organization, aside, themes, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);

create view vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.own_title) as title,
       search_parts (v.own_title) as title_more,
       search_terms (v.summary, v.city, v.schedule) || ' ' || search_parts (v.summary, v.schedule) as keywords,
       search_terms (v.own_description, v.lines) as body,
       search_terms (v.organization_name) as organization,
       search_parts (v.organization_name, v.own_description, v.lines) || ' ' || search_terms (v.tag_names, v.offer)
         || ' ' || search_parts (v.tag_names, v.offer) as aside,
       search_terms (v.type_names) || ' ' || search_parts (v.type_names) as themes,
       iif (v.asker_id is null, '_s_', '_h_') || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet,
       iif (v.status = 'published' and v.asker_id is null,
            search_vocabulary (v.title, v.summary, v.organization_name, v.city, v.schedule, v.tag_names, v.type_names, v.description, v.lines, v.offer),
            '[]') as vocabulary,
       iif (v.status = 'published' and v.asker_id is null, search_vocabulary (v.city), '[]') as places
  from (select v.*,
               o.name as organization_name,
               replace(v.title, ' ' || o.name, '') as own_title,
               replace(v.description, o.name, '') as own_description,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and x.kind = 'tags' and x.key in (select value from json_each(v.tags))) as tag_names,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))) as type_names,
               (select group_concat(value, ' ') from json_each(v.requirements)) as lines
          from vacancies v
          join organizations o on o.id = v.organization_id
         where v.purged_at is null) v;

create trigger vacancies_search_insert after insert on vacancies when new.address_id is null begin
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.id = new.id;
  insert into search_words (word, letters, is_place)
  select w.value, length(w.value), 1 from vacancies_searchable s, json_each(s.places) w where s.id = new.id
      on conflict (word) do update set is_place = 1 where is_place = 0;
end;

create trigger vacancies_search_update
after update of title, summary, city, schedule, tags, activity_type_ids, description, requirements, offer, status, published_at, volunteer_center_id, vacancy_type, organization_id on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.id = new.id;
  insert into search_words (word, letters, is_place)
  select w.value, length(w.value), 1 from vacancies_searchable s, json_each(s.places) w where s.id = new.id
      on conflict (word) do update set is_place = 1 where is_place = 0;
end;

create trigger vacancies_search_delete after delete on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
end;

create trigger organizations_search_update after update of name on organizations begin
  delete from vacancies_search where rowid in (select search_rank from vacancies where organization_id = new.id);
  insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
  select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable where organization_id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.organization_id = new.id;
end;

insert into vacancies_search (rowid, title, title_more, keywords, body, organization, aside, themes, facet)
select search_rank, title, title_more, keywords, body, organization, aside, themes, facet from vacancies_searchable;

insert into vacancies_search (vacancies_search) values ('optimize');
