-- What it takes that every application is answered: the clock of a centre, the waiting list, and how well an
-- organisation answers.

alter table volunteer_centers add column remind_after_days integer not null default 3;
alter table volunteer_centers add column tell_after_days integer not null default 7;
alter table volunteer_centers add column chase_after_days integer not null default 14;
alter table volunteer_centers add column close_after_days integer not null default 60;

-- When somebody who had withdrawn applied again: the wait counts from there.
alter table applications add column asked_again_at text;
alter table applications add column accepted_at text;

update applications
   set accepted_at = coalesce(
         (select max(s.at) from transitions s
           where s.subject_type = 'applications' and s.subject_id = applications.id and s.to_state = 'accepted'),
         updated_at)
 where stage in ('accepted', 'started', 'completed');

-- Those that a clock runs for are few among many.
create index applications_clock on applications (stage) where stage in ('new', 'waitlisted', 'offered', 'accepted');

-- Of a hundred applications, how many were answered within a week.
alter table organizations add column response_score integer;
