-- The trail as something that can be asked for: whose centre an event belongs to, and who was signed in as the actor.

alter table audit_events add column volunteer_center_id integer;
alter table audit_events add column impersonator_id integer;
-- What every resource has. An event never changes.
alter table audit_events add column version integer generated always as (1) virtual;
alter table audit_events add column created_at text generated always as (at) virtual;
alter table audit_events add column updated_at text generated always as (at) virtual;

-- Steps of state machines were not written down here before.
insert into audit_events (actor_id, action, subject_type, subject_id, data, at)
select h.actor_id, h.event, h.subject_type, h.subject_id,
       json_object('transition_id', h.id, 'from', h.from_state, 'to', h.to_state, 'reason_code', h.reason_code), h.at
  from transitions h
 where not exists (select 1 from audit_events e
                    where e.subject_type = h.subject_type and e.subject_id = h.subject_id
                      and e.action = h.event and e.at = h.at);

update audit_events
   set volunteer_center_id = coalesce(
     case subject_type
       when 'users' then (select s.volunteer_center_id from users s where s.id = subject_id)
       when 'organizations' then (select s.volunteer_center_id from organizations s where s.id = subject_id)
       when 'vacancies' then (select s.volunteer_center_id from vacancies s where s.id = subject_id)
       when 'applications' then (select s.volunteer_center_id from applications s where s.id = subject_id)
       when 'exports' then (select s.volunteer_center_id from exports s where s.id = subject_id)
       when 'imports' then (select s.volunteer_center_id from imports s where s.id = subject_id)
     end,
     (select a.volunteer_center_id from users a where a.id = actor_id));

create index audit_events_age on audit_events (at);
create index audit_events_center on audit_events (volunteer_center_id, at);
