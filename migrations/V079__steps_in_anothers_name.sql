-- Who was signed in as the person that took a step: the trail knew it, and the history of a thing did not show it.

alter table transitions add column impersonator_id integer references users (id) on delete set null;

update transitions
   set impersonator_id = e.impersonator_id
  from audit_events e
  join users u on u.id = e.impersonator_id
 where e.impersonator_id is not null
   and cast(e.data ->> 'transition_id' as integer) = transitions.id
   and e.subject_type = transitions.subject_type
   and e.subject_id = transitions.subject_id;
