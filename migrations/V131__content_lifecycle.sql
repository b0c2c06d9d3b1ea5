-- Versions of the rows of resources that keep them: who, when, what changed, and the row as it then was.
create table row_versions (
  id integer primary key,
  subject_type text not null,
  subject_id integer not null,
  number integer not null,
  actor_id integer references users (id) on delete set null,
  changes text not null,
  data text not null,
  at text not null,
  unique (subject_type, subject_id, number)
) strict;

create index row_versions_actor on row_versions (actor_id) where actor_id is not null;

-- Effects of scheduled publishing that have been carried out, each once per row and moment.
create table scheduled_effects (
  subject_type text not null,
  subject_id integer not null,
  event text not null check (event in ('publish', 'unpublish')),
  due_at text not null,
  done_at text not null,
  primary key (subject_type, subject_id, event, due_at)
) strict, without rowid;
