-- What staff note down about a person, an organisation, a vacancy or an application. The person may ask for it, so it
-- is kept no longer than needed, and goes with them.

create table internal_notes (
  id integer primary key,
  subject_type text not null check (subject_type in ('users', 'organizations', 'vacancies', 'applications')),
  subject_id integer not null,
  author_id integer references users (id) on delete set null,
  note text not null,
  volunteer_center_id integer not null references volunteer_centers (id),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
) strict;

create index internal_notes_subject on internal_notes (subject_type, subject_id, id);
create index internal_notes_author on internal_notes (author_id);
