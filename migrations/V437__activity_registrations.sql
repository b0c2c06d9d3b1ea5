-- Who signed up for an activity: for one date, or for all of them where `occurrence_id` is null. The places that they take
-- are counted on the dates (activity_occurrences) in the same transaction.

create table activity_registrations (
  id integer primary key,
  activity_id integer not null references activities (id) on delete cascade,
  occurrence_id integer references activity_occurrences (id) on delete cascade,
  -- Null: without an account.
  user_id integer references users (id) on delete set null,
  -- The organisation that signed up a colleague for a workshop.
  organization_id integer references organizations (id) on delete set null,
  first_name text,
  last_name text,
  email text,
  phone_number text,
  party_size integer not null default 1 check (party_size between 1 and 4),
  is_minor integer not null default 0 check (is_minor in (0, 1)),
  answers text not null default '[]' check (json_valid (answers)),
  status text not null check (status in ('registered', 'waitlisted', 'offered', 'withdrawn', 'removed', 'closed')),
  -- Place in the line, counted from the first who ever waited; kept by who lets an offer pass.
  waitlist_order integer,
  -- How many offers passed without an answer: who has fewer is asked before.
  silences integer not null default 0,
  -- Of an offer: for how many people. Fewer than the party: they were asked to come with fewer.
  offered_size integer,
  -- The most people with whom the party did not want to come alone.
  refused_size integer not null default 0,
  asked_at text,
  offer_expires_at text,
  is_late_withdrawal integer not null default 0 check (is_late_withdrawal in (0, 1)),
  attendance text check (attendance in ('present', 'absent')),
  checked_in_at text,
  source text not null default 'web' check (source in ('web', 'guest', 'walk_in', 'organization')),
  locale text not null default 'nl',
  -- Beginning of the last date that they were reminded of.
  reminded_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index activity_registrations_of_activity on activity_registrations (activity_id, occurrence_id, status);

create index activity_registrations_of_occurrence on activity_registrations (occurrence_id, status) where occurrence_id is not null;

create index activity_registrations_of_organization on activity_registrations (organization_id) where organization_id is not null;

create index activity_registrations_offered on activity_registrations (offer_expires_at) where status = 'offered';

-- One registration per person and date.
create unique index activity_registrations_of_user on activity_registrations (user_id, activity_id, coalesce(occurrence_id, 0))
 where user_id is not null and status in ('registered', 'waitlisted', 'offered');

create unique index activity_registrations_of_address on activity_registrations (lower(email), activity_id, coalesce(occurrence_id, 0))
 where user_id is null and email is not null and status in ('registered', 'waitlisted', 'offered');

create index activity_registrations_by_user on activity_registrations (user_id) where user_id is not null;

create index activity_registrations_by_address on activity_registrations (email) where email is not null;

-- Taps of a check-in: each has an id of its own, so that one which is sent twice counts once.
create table activity_taps (
  id integer primary key,
  registration_id integer not null references activity_registrations (id) on delete cascade,
  occurrence_id integer not null references activity_occurrences (id) on delete cascade,
  tap_id text not null,
  is_present integer not null check (is_present in (0, 1)),
  -- By the clock of the device.
  tapped_at text not null,
  received_at text not null,
  unique (registration_id, tap_id)
) strict;

create index activity_taps_of_occurrence on activity_taps (occurrence_id);

-- Dates of which people who signed up are still to be told something.
create index activity_occurrences_to_tell on activity_occurrences (changed_at)
 where told_starts_at is not starts_at or told_ends_at is not ends_at or told_status is not status;
