-- The key of ids that tell nothing of the rows behind them, such as that of a person among the matches of a vacancy.
create table keyed_ids (
  id integer primary key check (id = 1),
  key blob not null check (length(key) = 32)
) strict;

insert into keyed_ids (id, key) values (1, randomblob(32));
