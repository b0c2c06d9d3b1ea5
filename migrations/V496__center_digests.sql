-- Which mails about a day, a week or a month each centre has had: at most one of a kind for a period.
create table center_digests (
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  kind text not null,
  -- The date that it is about begins on: 2026-11-23.
  period text not null,
  sent_at text not null,
  primary key (volunteer_center_id, kind, period)
) strict, without rowid;
