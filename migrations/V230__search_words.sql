-- Words that a title has by its parts (a taalmaatje is a maatje) stand in a column of their own: whole words come first.

drop trigger vacancies_search_insert;
drop trigger vacancies_search_update;
drop trigger vacancies_search_delete;
drop trigger organizations_search_update;
drop view vacancies_searchable;
drop table vacancies_search;

create virtual table vacancies_search using fts5 (
  title, title_more, keywords, body, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);

create view vacancies_searchable as
select v.id,
       v.organization_id,
       v.search_rank,
       search_terms (v.title) as title,
       search_parts (v.title) as title_more,
       search_terms (v.summary, o.name, v.city, v.schedule, v.names) || ' ' || search_parts (v.summary, o.name, v.schedule, v.names) as keywords,
       search_terms (v.description, v.lines, v.offer) || ' ' || search_parts (v.description, v.lines, v.offer) as body,
       '_s_' || v.status || ' _c_' || v.volunteer_center_id || ' _t_' || replace(v.vacancy_type, '-', '_') as facet,
       iif (v.status = 'published',
            search_vocabulary (v.title, v.summary, o.name, v.city, v.schedule, v.names, v.description, v.lines, v.offer),
            '[]') as vocabulary,
       iif (v.status = 'published', search_vocabulary (v.city), '[]') as places
  from (select v.*,
               (select group_concat(x.name_nl || ' ' || x.name_en, ' ') from taxonomies x
                 where (x.volunteer_center_id is null or x.volunteer_center_id = v.volunteer_center_id)
                   and ((x.kind = 'tags' and x.key in (select value from json_each(v.tags)))
                    or (x.kind = 'activity_types' and x.id in (select value from json_each(v.activity_type_ids))))) as names,
               (select group_concat(value, ' ') from json_each(v.requirements)) as lines
          from vacancies v
         where v.purged_at is null) v
  join organizations o on o.id = v.organization_id;

-- Words of published vacancies, for questions with a typing error.
create table search_words (
  id integer primary key,
  word text not null unique,
  letters integer not null,
  is_place integer not null default 0
) strict;

create index search_words_letters on search_words (letters, word);

create trigger vacancies_search_insert after insert on vacancies when new.address_id is null begin
  insert into vacancies_search (rowid, title, title_more, keywords, body, facet)
  select search_rank, title, title_more, keywords, body, facet from vacancies_searchable where id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.id = new.id;
  insert into search_words (word, letters, is_place)
  select w.value, length(w.value), 1 from vacancies_searchable s, json_each(s.places) w where s.id = new.id
      on conflict (word) do update set is_place = 1 where is_place = 0;
end;

create trigger vacancies_search_update
after update of title, summary, city, schedule, tags, activity_type_ids, description, requirements, offer, status, published_at, volunteer_center_id, vacancy_type, organization_id on vacancies begin
  delete from vacancies_search where rowid = old.search_rank;
  insert into vacancies_search (rowid, title, title_more, keywords, body, facet)
  select search_rank, title, title_more, keywords, body, facet from vacancies_searchable where id = new.id;
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
  insert into vacancies_search (rowid, title, title_more, keywords, body, facet)
  select search_rank, title, title_more, keywords, body, facet from vacancies_searchable where organization_id = new.id;
  insert or ignore into search_words (word, letters)
  select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w where s.organization_id = new.id;
end;

insert into vacancies_search (rowid, title, title_more, keywords, body, facet)
select search_rank, title, title_more, keywords, body, facet from vacancies_searchable;

insert or ignore into search_words (word, letters)
select w.value, length(w.value) from vacancies_searchable s, json_each(s.vocabulary) w;

update search_words set is_place = 1
 where word in (select w.value from vacancies_searchable s, json_each(s.places) w);

insert into vacancies_search (vacancies_search) values ('optimize');

-- Words that a centre adds to the ones that the search knows: `a, b` find each other, `a > b` finds b as well.
create table search_synonyms (
  id integer primary key,
  words text not null,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index search_synonyms_center on search_synonyms (volunteer_center_id, id);

-- Read by facets without the text of a vacancy.
create index vacancies_facets
  on vacancies (id, status, volunteer_center_id, expires_at, vacancy_type, tags, activity_type_ids, age_group_ids);
