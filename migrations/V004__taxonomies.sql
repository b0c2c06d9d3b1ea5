-- Lists that a centre chooses from: tags, age groups, kinds of activity, kinds of organisation.

create table taxonomies (
  id integer primary key,
  kind text not null check (kind in ('tags', 'age_groups', 'activity_types', 'non_profit_types')),
  key text not null,
  name_nl text not null,
  name_en text not null,
  icon text,
  position integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (kind, key)
) strict;
