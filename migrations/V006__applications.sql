-- Applications to vacancies. `status` is what the API shows, `stage` what happens (decisions 2.4).

create table applications (
  id integer primary key,
  vacancy_id integer not null references vacancies (id),
  organization_id integer not null references organizations (id),
  volunteer_center_id integer not null references volunteer_centers (id),
  user_id integer references users (id) on delete set null,
  first_name text,
  last_name text,
  email text collate nocase,
  phone_number text,
  message text not null default '',
  answers text,
  locale text not null default 'nl',
  status text check (status in ('accepted', 'rejected')),
  stage text not null default 'new' check (stage in ('unconfirmed', 'mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started', 'completed', 'rejected', 'withdrawn', 'closed')),
  reason_code text,
  reason_text text,
  closed_by text check (closed_by in ('volunteer', 'organization', 'system')),
  source text not null default 'web' check (source in ('web', 'guest', 'walk_in', 'widget', 'partner')),
  mentor_id integer references users (id) on delete set null,
  consent_at text,
  responded_at text,
  match_confirmed_at text,
  waitlist_position integer,
  offer_expires_at text,
  withdrawals integer not null default 0,
  asked_center_at text,
  closed_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index applications_vacancy on applications (vacancy_id, stage);
create index applications_organization on applications (organization_id, stage, created_at);
create index applications_center on applications (volunteer_center_id, stage, created_at);
create index applications_user on applications (user_id, stage, created_at);
create index applications_email on applications (email, vacancy_id);

-- One open application per person and vacancy, whatever the code thinks.
create unique index applications_one_open on applications (vacancy_id, user_id)
 where user_id is not null and stage in ('mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started');
create unique index applications_one_open_guest on applications (vacancy_id, email)
 where user_id is null and stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started');
