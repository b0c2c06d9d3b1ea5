-- Mail that is held: after a restore nothing that waited at that moment leaves until somebody says so. One row, or none.
-- A backup of an older program is marked before its schema is brought up to date: the table may be there.
create table if not exists mail_holds (
  id integer primary key check (id = 1),
  since text not null,
  why text not null check (why in ('restore')),
  -- What was written before this moment was let go.
  released_before text
) strict;
