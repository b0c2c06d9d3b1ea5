-- Questions that a vacancy asks of its applicants. The answers stand with the application, beside the question as it
-- was asked.

create table vacancy_questions (
  id integer primary key,
  vacancy_id integer not null references vacancies (id) on delete cascade,
  position integer not null default 1,
  text text not null,
  kind text not null default 'text' check (kind in ('text', 'yes_no', 'choice')),
  options text not null default '[]',
  is_required integer not null default 0
) strict;

create index vacancy_questions_vacancy on vacancy_questions (vacancy_id, position);
