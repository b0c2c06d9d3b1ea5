-- Parts of names are found in an index of trigrams, in their folded form; a part of one or two characters is looked for
-- in the texts beside it. Applications have the same few names many times over: each name stands in the index once.
-- `fold` yields a value without affinity: a text column beside it needs the unary plus, or the index is not used.

create virtual table users_search using fts5 (name, tokenize = 'trigram', columnsize = 0);

insert into users_search (users_search, rank) values ('secure-delete', 1);

insert into users_search (rowid, name)
select id, fold (coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) from users;

create trigger users_search_insert after insert on users begin
  insert into users_search (rowid, name)
  values (new.id, fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '') || ' ' || coalesce(new.email, '')));
end;

create trigger users_search_update after update of first_name, last_name, email on users begin
  update users_search
     set name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '') || ' ' || coalesce(new.email, ''))
   where rowid = new.id;
end;

create trigger users_search_delete after delete on users begin
  delete from users_search where rowid = old.id;
end;

create index applications_name on applications (fold (coalesce(first_name, '') || ' ' || coalesce(last_name, '')));

create table applicant_names (
  id integer primary key,
  name text not null unique
) strict;

create virtual table applicant_names_search using fts5 (
  name, content = 'applicant_names', content_rowid = 'id', tokenize = 'trigram', columnsize = 0
);

insert into applicant_names_search (applicant_names_search, rank) values ('secure-delete', 1);

create trigger applicant_names_insert after insert on applicant_names begin
  insert into applicant_names_search (rowid, name) values (new.id, new.name);
end;

create trigger applicant_names_delete after delete on applicant_names begin
  insert into applicant_names_search (applicant_names_search, rowid, name) values ('delete', old.id, old.name);
end;

insert into applicant_names (name)
select distinct fold (coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from applications;

create trigger applications_name_insert after insert on applications
when not exists (select 1 from applicant_names
                  where name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')))
begin
  insert into applicant_names (name)
  values (fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')));
end;

create trigger applications_name_update after update of first_name, last_name on applications begin
  insert into applicant_names (name)
  select fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, ''))
   where not exists (select 1 from applicant_names
                      where name = fold (coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')));
  delete from applicant_names
   where name = fold (coalesce(old.first_name, '') || ' ' || coalesce(old.last_name, ''))
     and not exists (select 1 from applications a
                      where fold (coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) = +applicant_names.name);
end;

create trigger applications_name_delete after delete on applications begin
  delete from applicant_names
   where name = fold (coalesce(old.first_name, '') || ' ' || coalesce(old.last_name, ''))
     and not exists (select 1 from applications a
                      where fold (coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) = +applicant_names.name);
end;

create virtual table vacancies_titles using fts5 (title, tokenize = 'trigram', columnsize = 0);

insert into vacancies_titles (rowid, title) select id, fold (title) from vacancies;

create trigger vacancies_titles_insert after insert on vacancies begin
  insert into vacancies_titles (rowid, title) values (new.id, fold (new.title));
end;

create trigger vacancies_titles_update after update of title on vacancies when new.title is not old.title begin
  update vacancies_titles set title = fold (new.title) where rowid = new.id;
end;

create trigger vacancies_titles_delete after delete on vacancies begin
  delete from vacancies_titles where rowid = old.id;
end;
