-- Activities and workshops: what happens, when and where, the dates on which it happens, and who signs up for them.
-- An activity is of an organisation, or of the centre itself. Purge and merge of an organisation: src/resources/activity.

create table activities (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  organization_id integer references organizations (id) on delete cascade,
  title text not null,
  slug text not null,
  summary text,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'full', 'running', 'finished', 'cancelled', 'deleted')),
  moderation_state text not null default 'none' check (moderation_state in ('none', 'submitted', 'needs_work', 'approved', 'refused')),
  moderation_message text,
  activity_categories text not null default '[]' check (json_valid (activity_categories)),
  target_groups text not null default '[]' check (json_valid (target_groups)),
  tags text not null default '[]' check (json_valid (tags)),
  is_workshop integer not null default 0 check (is_workshop in (0, 1)),
  seats_per_organization integer,
  only_for_organizations integer not null default 0 check (only_for_organizations in (0, 1)),
  -- Local date and time of the first time that it happens, without an offset.
  starts_at text not null,
  ends_at text not null,
  time_zone text not null default 'Europe/Amsterdam',
  all_day integer not null default 0 check (all_day in (0, 1)),
  -- A subset of RFC 5545; null: once.
  recurrence text,
  excluded_days text not null default '[]' check (json_valid (excluded_days)),
  place_id integer references places (id) on delete set null,
  online integer not null default 0 check (online in (0, 1)),
  online_url text,
  contact_person_id integer references users (id) on delete set null,
  contact_phone_visible integer not null default 0 check (contact_phone_visible in (0, 1)),
  registration text not null default 'none' check (registration in ('none', 'occurrence', 'series')),
  allows_guests integer not null default 1 check (allows_guests in (0, 1)),
  capacity integer,
  has_waiting_list integer not null default 1 check (has_waiting_list in (0, 1)),
  most_per_party integer not null default 1 check (most_per_party between 1 and 4),
  registration_closes_minutes integer,
  withdraw_minutes integer not null default 180,
  questions text not null default '[]' check (json_valid (questions)),
  cost text,
  is_free integer not null default 1 check (is_free in (0, 1)),
  accessibility text,
  image_url text,
  image_alt text not null default '',
  minimum_participants integer,
  minimum_on text,
  -- Grows with every change that calendars have to follow (RFC 5545, 3.8.7.4).
  sequence integer not null default 0,
  published_at text,
  cancelled_at text,
  deleted_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index activities_of_center on activities (volunteer_center_id, status);
create index activities_of_organization on activities (organization_id) where organization_id is not null;
create index activities_of_contact on activities (contact_person_id) where contact_person_id is not null;
create index activities_of_place on activities (place_id) where place_id is not null;
create index activities_to_review on activities (volunteer_center_id) where status = 'draft' and moderation_state = 'submitted';

-- The dates of an activity: written from its rule when it is saved, and changed one by one. `original_start` is what the
-- rule says (RECURRENCE-ID); the other times are moments.
create table activity_occurrences (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  original_start text not null,
  starts_at text not null,
  ends_at text not null,
  -- Local day and times, for lists by day.
  day text not null,
  starts_local text not null,
  ends_local text not null,
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  is_changed integer not null default 0 check (is_changed in (0, 1)),
  reason text,
  -- Null: that of the activity.
  capacity integer,
  places_taken integer not null default 0,
  places_offered integer not null default 0,
  people_waiting integer not null default 0,
  sequence integer not null default 0,
  changed_at text,
  cancelled_at text,
  -- What people who signed up were last told of it.
  told_starts_at text,
  told_ends_at text,
  told_status text not null default 'planned',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (activity_id, original_start)
) strict;

create index activity_occurrences_by_start on activity_occurrences (starts_at);
create index activity_occurrences_by_day on activity_occurrences (day);
