-- Where visitors came from, per day and kind of row; and what they searched for. Written in batches beside view_counts,
-- without anything about who it was.
create table traffic_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  kind text not null,
  source text not null check (source in ('search_engine', 'social', 'site', 'other_site', 'direct')),
  count integer not null,
  primary key (volunteer_center_id, day, kind, source)
) strict, without rowid;

create index traffic_counts_day on traffic_counts (day);

create table search_counts (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  day text not null,
  words text not null,
  has_results integer not null check (has_results in (0, 1)),
  count integer not null,
  primary key (volunteer_center_id, day, words, has_results)
) strict, without rowid;

create index search_counts_day on search_counts (day);
create index search_counts_words on search_counts (volunteer_center_id, words);
