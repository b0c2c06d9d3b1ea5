-- Hours that volunteers helped: written down by them or by staff, or from a check-in, and confirmed by the organisation, a
-- mentor or the centre.
create table hours_entries (
  id integer primary key,
  -- Null: of somebody whose account is gone. The hours count still.
  user_id integer references users (id) on delete set null,
  -- Null: helped the centre itself, or an organisation that is gone.
  organization_id integer references organizations (id) on delete set null,
  organization_name text,
  volunteer_center_id integer not null references volunteer_centers (id),
  application_id integer references applications (id) on delete set null,
  activity_id integer references activities (id) on delete set null,
  occurrence_id integer references activity_occurrences (id) on delete set null,
  -- Title of the vacancy or activity as it was then, or own words.
  work text not null,
  day text not null,
  -- That count now, and as first written, in quarters of an hour.
  hours real not null check (hours between 0.25 and 24 and hours * 4 = round(hours * 4)),
  logged_hours real not null check (logged_hours between 0.25 and 24),
  remark text,
  status text not null check (status in ('logged', 'confirmed', 'corrected', 'disputed', 'refused')),
  -- Of the last correction, question, disagreement or refusal.
  reason text,
  reason_by text check (reason_by in ('volunteer', 'organization')),
  source text not null default 'own' check (source in ('own', 'check_in', 'staff')),
  confirmed_by_id integer references users (id) on delete set null,
  confirmed_at text,
  -- Confirmed by time.
  is_automatic integer not null default 0 check (is_automatic in (0, 1)),
  -- Since when the number waits for whoever has to say something: thirty days.
  waits_since text not null,
  -- When those who confirm were mailed about it.
  organization_asked_at text,
  mentors_asked_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index hours_entries_of_user on hours_entries (user_id, day);
create index hours_entries_of_organization on hours_entries (organization_id, status, day);
create index hours_entries_of_center on hours_entries (volunteer_center_id, status, day);
create index hours_entries_of_application on hours_entries (application_id) where application_id is not null;
create index hours_entries_of_activity on hours_entries (activity_id) where activity_id is not null;
create index hours_entries_confirmed_by on hours_entries (confirmed_by_id) where confirmed_by_id is not null;
create index hours_entries_waiting on hours_entries (waits_since) where status in ('logged', 'corrected');

-- One entry of a check-in per person and date.
create unique index hours_entries_of_check_in on hours_entries (occurrence_id, user_id) where source = 'check_in' and occurrence_id is not null and user_id is not null;

-- Mails and notifications about an entry, and its history, go with it.
create trigger hours_entries_deleted after delete on hours_entries begin
  delete from outbox where subject_type = 'hours_entries' and subject_id = old.id;
  delete from notifications where subject_type = 'hours_entries' and subject_id = old.id;
  delete from transitions where subject_type = 'hours_entries' and subject_id = old.id;
end;

-- Whether hours count by themselves after thirty days.
alter table organizations add column auto_confirms_hours integer not null default 1 check (auto_confirms_hours in (0, 1));

-- Whoever comes to it helps: the time between in and out becomes hours.
alter table activities add column counts_hours integer not null default 0 check (counts_hours in (0, 1));
alter table activity_registrations add column checked_out_at text;
alter table activity_taps add column is_out integer not null default 0 check (is_out in (0, 1));
