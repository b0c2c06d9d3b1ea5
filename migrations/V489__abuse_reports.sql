-- What people say is wrong with something that others read or were sent, what the centre did with it, and what was said
-- against that. A report keeps what it is about as it was at that moment.
create table abuse_reports (
  id integer primary key,
  volunteer_center_id integer not null references volunteer_centers (id),
  subject_type text not null check (subject_type in
    ('vacancies', 'activities', 'organizations', 'pages', 'forms', 'users', 'messages')),
  subject_id integer not null,
  -- The organisation and the person behind it.
  organization_id integer references organizations (id),
  reported_user_id integer references users (id) on delete set null,
  -- Neither: a visitor who left no address, or somebody who is gone.
  reporter_id integer references users (id) on delete set null,
  reporter_email text,
  reporter_locale text not null default 'nl',
  category text not null check (category in ('money', 'unsafe', 'insulting', 'misleading', 'spam', 'other')),
  body text not null default '',
  snapshot text not null,
  status text not null check (status in ('new', 'in_review', 'action_taken', 'no_action', 'duplicate')),
  handled_by_id integer references users (id) on delete set null,
  decided_by_id integer references users (id) on delete set null,
  decided_at text,
  measures text not null default '[]',
  reporter_text text,
  reported_text text,
  -- Of the centre alone.
  note text,
  duplicate_of_id integer references abuse_reports (id) on delete set null,
  appeal_status text check (appeal_status in ('open', 'upheld', 'overturned')),
  appeal_by text check (appeal_by in ('reporter', 'reported')),
  appeal_body text,
  appealed_at text,
  appeal_text text,
  appeal_decided_by_id integer references users (id) on delete set null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index abuse_reports_center on abuse_reports (volunteer_center_id, created_at);
create index abuse_reports_subject on abuse_reports (subject_type, subject_id);
create index abuse_reports_organization on abuse_reports (organization_id) where organization_id is not null;
create index abuse_reports_reported on abuse_reports (reported_user_id) where reported_user_id is not null;
create index abuse_reports_reporter on abuse_reports (reporter_id) where reporter_id is not null;
create index abuse_reports_handled_by on abuse_reports (handled_by_id) where handled_by_id is not null;
create index abuse_reports_decided_by on abuse_reports (decided_by_id) where decided_by_id is not null;
create index abuse_reports_appeal_decided_by on abuse_reports (appeal_decided_by_id) where appeal_decided_by_id is not null;
create index abuse_reports_duplicate_of on abuse_reports (duplicate_of_id) where duplicate_of_id is not null;
create index abuse_reports_open on abuse_reports (volunteer_center_id, created_at)
  where status in ('new', 'in_review') or appeal_status = 'open';

-- What was told about a report goes with it.
create trigger told_of_abuse_reports after delete on abuse_reports begin
  delete from outbox where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from notifications where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from transitions where subject_type = 'abuse_reports' and subject_id = old.id;
  delete from tokens where subject_type = 'abuse_reports' and subject_id = old.id;
end;

-- Read by its author alone.
alter table messages add column hidden_at text;

-- Until when somebody writes to nobody.
alter table users add column writing_paused_until text;

-- When a centre read a whole conversation because of a report; both sides see it.
create table conversation_readings (
  id integer primary key,
  conversation_id integer not null references conversations (id) on delete cascade,
  abuse_report_id integer references abuse_reports (id) on delete set null,
  reader_id integer references users (id) on delete set null,
  created_at text not null
) strict;

create index conversation_readings_conversation on conversation_readings (conversation_id);
create index conversation_readings_report on conversation_readings (abuse_report_id) where abuse_report_id is not null;
create index conversation_readings_reader on conversation_readings (reader_id) where reader_id is not null;
