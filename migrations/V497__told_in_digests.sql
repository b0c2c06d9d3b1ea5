-- What somebody was mailed about in a digest: not again within sixty days.
create table told_in_digests (
  user_id integer not null references users (id) on delete cascade,
  subject_type text not null check (subject_type in ('vacancies', 'activities')),
  subject_id integer not null,
  at text not null,
  primary key (user_id, subject_type, subject_id)
) strict, without rowid;

create index told_in_digests_subject on told_in_digests (subject_type, subject_id);
create index told_in_digests_at on told_in_digests (at);
