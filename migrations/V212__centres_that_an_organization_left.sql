-- The centres at which an organisation was: its old address there leads to the new one.

create table organization_moves (
  organization_id integer not null references organizations (id) on delete cascade,
  volunteer_center_id integer not null references volunteer_centers (id) on delete cascade,
  primary key (organization_id, volunteer_center_id)
) strict, without rowid;

insert or ignore into organization_moves (organization_id, volunteer_center_id)
select e.subject_id, e.data ->> 'from'
  from audit_events e
  join organizations o on o.id = e.subject_id
  join volunteer_centers c on c.id = e.data ->> 'from'
 where e.subject_type = 'organizations' and e.action = 'move';
