-- Places where people meet, with what somebody has to know who comes in a wheelchair or hears badly. A place is of a
-- centre or of one of its organisations. Purge and merge of an organisation: src/resources/place.rs.
create table places (
  id integer primary key,
  volunteer_center_id integer references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  name text not null,
  address text not null check (json_valid (address)),
  is_step_free integer not null default 0 check (is_step_free in (0, 1)),
  has_accessible_toilet integer not null default 0 check (has_accessible_toilet in (0, 1)),
  has_disabled_parking integer not null default 0 check (has_disabled_parking in (0, 1)),
  has_hearing_loop integer not null default 0 check (has_hearing_loop in (0, 1)),
  has_quiet_room integer not null default 0 check (has_quiet_room in (0, 1)),
  directions text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((volunteer_center_id is null) <> (organization_id is null))
) strict;

create index places_of_center on places (volunteer_center_id) where volunteer_center_id is not null;
create index places_of_organization on places (organization_id) where organization_id is not null;
