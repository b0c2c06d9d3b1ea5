-- Searches for vacancies that somebody keeps, each once. `filters` is the query of the list: filter[q]=taal&….
create table saved_searches (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  filters text not null,
  mail text not null default 'never' check (mail in ('daily', 'never')),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create unique index saved_searches_user on saved_searches (user_id, filters);
