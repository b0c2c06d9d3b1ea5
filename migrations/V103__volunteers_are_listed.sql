-- Who signed up as a person stands among the volunteers, as those do whom a centre made.

insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
select u.id, 'volunteer', 'volunteer_center', u.volunteer_center_id, u.created_at, u.created_at, u.created_at, u.created_at
  from users u
 where u.signup_method = 'signedUp'
   and u.status in ('active', 'inactive')
   and u.volunteer_center_id is not null
   and not exists (select 1 from roles r where r.user_id = u.id);
