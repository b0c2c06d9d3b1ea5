-- Organisations and the profile they have on the social map.

create table organization_profiles (
  id integer primary key,
  non_profit_type_id integer,
  show_on_social_map integer not null default 0,
  activity_type_ids text not null default '[]',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create table organizations (
  id integer primary key,
  name text not null,
  email text,
  phone_number text,
  contact_name text,
  website text,
  description text,
  organization_type text not null default 'NonProfit' check (organization_type in ('NonProfit', 'VolunteerCenter', 'School')),
  status text not null default 'pending' check (status in ('approved', 'pending', 'denied', 'archived', 'deleted')),
  kvk_number text,
  neighbourhood_initiative integer not null default 0,
  anbi integer not null default 0,
  trusted integer not null default 0,
  denial_reason text,
  denial_text text,
  denials integer not null default 0,
  denied_at text,
  approved_at text,
  archived_at text,
  deleted_at text,
  verified_at text,
  last_confirmed_at text,
  response_days real,
  -- Published vacancies; kept by the triggers of V005, so that no list counts them.
  vacancies_count integer not null default 0,
  origin text,
  external_id text,
  volunteer_center_id integer not null references volunteer_centers (id),
  address_id integer references addresses (id),
  profile_id integer references organization_profiles (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index organizations_center on organizations (volunteer_center_id, status, name);
create index organizations_kvk on organizations (kvk_number) where kvk_number is not null;
create unique index organizations_external on organizations (origin, external_id) where external_id is not null;

-- Every change of state of every thing: who, when, why.
create table transitions (
  id integer primary key,
  subject_type text not null,
  subject_id integer not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users (id) on delete set null,
  on_behalf integer not null default 0,
  reason_code text,
  reason_text text,
  at text not null
) strict;

create index transitions_subject on transitions (subject_type, subject_id, id);

-- Who changed or read what (decisions 1.1, step 10). No personal data in `detail`.
create table audit_events (
  id integer primary key,
  actor_id integer,
  action text not null,
  subject_type text not null,
  subject_id integer,
  detail text,
  at text not null
) strict;

create index audit_events_subject on audit_events (subject_type, subject_id);
create index audit_events_actor on audit_events (actor_id, at);
