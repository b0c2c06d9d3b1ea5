-- What is new in the program, for whoever is signed in at any centre of the tenant.
create table changelog_entries (
  id integer primary key,
  date text not null,
  release text,
  kinds text not null default '[]',
  audiences text not null default '[]',
  title_nl text not null,
  title_en text not null,
  text_nl text not null,
  text_en text not null,
  link_path text,
  link_text_nl text,
  link_text_en text,
  published integer not null default 0 check (published in (0, 1)),
  -- When it was first published; it is new to whoever looked before.
  published_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index changelog_entries_date on changelog_entries (date, id);

-- Entries that the program brought, by their key: each comes once, also when an admin deletes it.
create table changelog_imports (
  key text primary key,
  created_at text not null
) strict, without rowid;

-- When somebody last read the changelog.
create table changelog_reads (
  user_id integer primary key references users (id) on delete cascade,
  read_at text not null
) strict, without rowid;
