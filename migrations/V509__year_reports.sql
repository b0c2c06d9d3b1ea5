-- What a centre writes in the report of a year, beside its figures. Figures: analytics_cells.
create table year_reports (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  year integer not null check (year between 2000 and 2100),
  recipient_nl text,
  recipient_en text,
  intro_nl text,
  intro_en text,
  setbacks_nl text,
  setbacks_en text,
  demand_nl text,
  demand_en text,
  goals text not null default '[]' check (json_valid (goals)),
  stories text not null default '[]' check (json_valid (stories)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (volunteer_center_id, year)
) strict;
