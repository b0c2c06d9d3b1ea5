-- The index holds the stems of words; those of boodschappen, huizen, kinderen and leest are others now.
insert into vacancies_search (vacancies_search) values ('delete-all');

insert into vacancies_search (rowid, title, keywords, body, facet)
select search_rank, title, keywords, body, facet from vacancies_searchable;

insert into vacancies_search (vacancies_search) values ('optimize');
