-- Words of what is published, in Dutch and English: pages and news. Drafts never stand in it. Its columns are those of
-- `vacancies_search`, so that a question is read in the same way.
create virtual table published_pages_search using fts5 (
  title, title_more, keywords, body, facet,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '_'",
  prefix = '2 3 4'
);

-- The texts of the blocks are those of the fields that hold words.
create view published_pages_texts as
select p.id, p.title, p.summary, p.tags,
       '_c_' || p.volunteer_center_id || ' _l_' || p.locale as facet,
       (select group_concat(plain_text (j.value), ' ')
          from json_tree(p.blocks) j
         where j.type = 'text' and j.key in ('title', 'text', 'quote', 'name', 'role', 'caption', 'label')) as body
  from published_pages p;

create view published_pages_searchable as
select id,
       search_terms (title) as title,
       search_parts (title) as title_more,
       search_terms (summary, tags) || ' ' || search_parts (summary, tags) as keywords,
       search_terms (body) || ' ' || search_parts (body) as body,
       facet,
       search_vocabulary (title, summary, tags, body) as vocabulary
  from published_pages_texts;

-- Words of published pages, for questions with a typing error.
create table page_words (
  id integer primary key,
  word text not null unique,
  letters integer not null
) strict;

create index page_words_letters on page_words (letters, word);

create trigger published_pages_search_insert after insert on published_pages begin
  insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
  select id, title, title_more, keywords, body, facet from published_pages_searchable where id = new.id;
  insert or ignore into page_words (word, letters)
  select w.value, length(w.value) from published_pages_searchable s, json_each(s.vocabulary) w where s.id = new.id;
end;

create trigger published_pages_search_update
after update of title, summary, tags, blocks, locale, volunteer_center_id on published_pages begin
  delete from published_pages_search where rowid = old.id;
  insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
  select id, title, title_more, keywords, body, facet from published_pages_searchable where id = new.id;
  insert or ignore into page_words (word, letters)
  select w.value, length(w.value) from published_pages_searchable s, json_each(s.vocabulary) w where s.id = new.id;
end;

create trigger published_pages_search_delete after delete on published_pages begin
  delete from published_pages_search where rowid = old.id;
end;

insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
select id, title, title_more, keywords, body, facet from published_pages_searchable;

insert or ignore into page_words (word, letters)
select w.value, length(w.value) from published_pages_searchable s, json_each(s.vocabulary) w;
