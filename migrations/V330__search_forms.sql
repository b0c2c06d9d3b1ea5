-- The index holds the stems and parts of the words of a text, which the program makes. It makes others now: fiets and
-- fietsen, subsidie and subsidies share a stem, naaimachine falls apart, boodschappen does not. What stands in the index
-- is made again.

insert into vacancies_search (vacancies_search) values ('delete-all');

insert into vacancies_search (rowid, title, title_more, keywords, body, facet)
select search_rank, title, title_more, keywords, body, facet from vacancies_searchable;

insert into vacancies_search (vacancies_search) values ('optimize');

insert into published_pages_search (published_pages_search) values ('delete-all');

insert into published_pages_search (rowid, title, title_more, keywords, body, facet)
select id, title, title_more, keywords, body, facet from published_pages_searchable;

insert into published_pages_search (published_pages_search) values ('optimize');
