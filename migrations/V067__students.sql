-- Students and the mentor who guides them, and applications that wait for the word of a School.

create table student_links (
  id integer primary key,
  student_id integer not null references users (id) on delete cascade,
  mentor_id integer not null references users (id) on delete cascade,
  organization_id integer not null references organizations (id) on delete cascade,
  -- What the School asks of the student; none where nothing was agreed.
  hour_target integer check (hour_target between 0 and 500),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (student_id <> mentor_id),
  -- One mentor a student at a School.
  unique (organization_id, student_id)
) strict;

create index student_links_student on student_links (student_id);
create index student_links_mentor on student_links (mentor_id);

-- However somebody stops being a student or a mentor there, the link goes.
create trigger student_links_role_gone after delete on roles
when old.name in ('student', 'mentor') and old.scope_type in ('organization', 'school')
begin
  delete from student_links
   where organization_id = old.scope_id
     and ((old.name = 'student' and student_id = old.user_id) or (old.name = 'mentor' and mentor_id = old.user_id))
     and not exists (select 1 from roles r
                      where r.user_id = old.user_id and r.name = old.name
                        and r.scope_type in ('organization', 'school') and r.scope_id = old.scope_id);
end;

create trigger student_links_person_gone after update of status on users
when new.status = 'archived' and old.status <> 'archived'
begin
  delete from student_links where student_id = new.id or mentor_id = new.id;
end;

-- A School may ask that a mentor agrees first.
alter table organizations add column mentor_approval integer not null default 0;

-- The School whose word an application waits for, and since when it has it.
alter table applications add column school_id integer references organizations (id);
alter table applications add column school_approved_at text;
-- The organisation knows nothing of it yet; where the mentor said no, it never will.
alter table applications add column is_held integer generated always as (school_id is not null and school_approved_at is null) virtual;

create index applications_school on applications (school_id, stage) where school_id is not null;
