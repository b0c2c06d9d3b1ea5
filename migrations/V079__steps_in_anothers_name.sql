-- Who was signed in as the person that took a step: the trail knew it, and the history of a thing did not show it.

alter table transitions add column impersonator_id integer references users (id) on delete set null;

-- Taking somebody away asks every table whether it refers to them.
create index transitions_impersonator on transitions (impersonator_id) where impersonator_id is not null;

-- From the few rows of the trail that name one, and not from every step there ever was.
update transitions
   set impersonator_id =
       (select e.impersonator_id
          from audit_events e
          join users u on u.id = e.impersonator_id
         where cast(e.data ->> 'transition_id' as integer) = transitions.id
           and e.subject_type = transitions.subject_type
           and e.subject_id = transitions.subject_id
         order by e.id limit 1)
 where id in (select cast(data ->> 'transition_id' as integer) from audit_events where impersonator_id is not null);
