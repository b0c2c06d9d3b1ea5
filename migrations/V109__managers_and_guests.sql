-- Who looks after an organisation: whoever manages it, without an end in sight, and can sign in. The first of them takes
-- over what another leaves behind.
create view organization_managers as
select r.scope_id as organization_id, r.user_id, r.id as role_id
  from roles r
  join users u on u.id = r.user_id and u.status = 'active'
 where r.name = 'organization_superuser'
   and r.scope_type = 'organization'
   and r.accepted_at is not null
   and r.expires_at is null;

drop trigger vacancies_without_member;

create trigger vacancies_without_member after delete on roles
when old.scope_type = 'organization' and old.accepted_at is not null
begin
  update vacancies
     set contact_person_id = (select m.user_id
                                from organization_managers m
                               where m.organization_id = old.scope_id and m.user_id <> old.user_id
                               order by m.role_id
                               limit 1),
         contact_phone_visible = 0,
         version = version + 1
   where organization_id = old.scope_id
     and contact_person_id = old.user_id
     -- Somebody with another role there still belongs to it.
     and not exists (select 1
                       from roles r
                      where r.user_id = old.user_id
                        and r.scope_type = 'organization'
                        and r.scope_id = old.scope_id
                        and r.accepted_at is not null);
end;

-- Applications by address are those of guests. One who applies must not wait for what an account with that address has.
drop index applications_email;

create index applications_guest on applications (email, vacancy_id) where user_id is null;

-- What belongs to nobody is never looked for by whom it belongs to: with these rows in it, this index was taken for
-- guests instead of the one above, and all of them were read.
drop index applications_user;

create index applications_user on applications (user_id, stage, created_at) where user_id is not null;
