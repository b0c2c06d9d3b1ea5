-- Whoever belongs to an organisation no more is not whom visitors and applicants meet there: another manager takes over,
-- or nobody, and then all who manage it are told. Here and not where roles are taken, as there are many such places.

create trigger vacancies_without_member after delete on roles
when old.scope_type = 'organization' and old.accepted_at is not null
begin
  update vacancies
     set contact_person_id = (select r.user_id
                                from roles r
                                join users u on u.id = r.user_id and u.status = 'active'
                               where r.name = 'organization_superuser'
                                 and r.scope_type = 'organization'
                                 and r.scope_id = old.scope_id
                                 and r.accepted_at is not null
                                 and r.expires_at is null
                                 and r.user_id <> old.user_id
                               order by r.id
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

-- Those who left before this.
update vacancies
   set contact_person_id = (select r.user_id
                              from roles r
                              join users u on u.id = r.user_id and u.status = 'active'
                             where r.name = 'organization_superuser'
                               and r.scope_type = 'organization'
                               and r.scope_id = vacancies.organization_id
                               and r.accepted_at is not null
                               and r.expires_at is null
                             order by r.id
                             limit 1),
       contact_phone_visible = 0,
       version = version + 1
 where contact_person_id is not null
   and not exists (select 1
                     from roles r
                    where r.user_id = vacancies.contact_person_id
                      and r.scope_type = 'organization'
                      and r.scope_id = vacancies.organization_id
                      and r.accepted_at is not null);
