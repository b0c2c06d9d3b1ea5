-- What a vacancy tells beside its words: when, where else, with whom, and what somebody brings and gains.
alter table vacancies add column availability text not null default '[]' check (json_valid(availability));
alter table vacancies add column dates text not null default '[]' check (json_valid(dates));
alter table vacancies add column places text not null default '[]' check (json_valid(places));
alter table vacancies add column other_contact_ids text not null default '[]' check (json_valid(other_contact_ids));
alter table vacancies add column skills text not null default '[]' check (json_valid(skills));
alter table vacancies add column gains text not null default '[]' check (json_valid(gains));
alter table vacancies add column social_setting text check (social_setting in ('alone', 'together', 'either'));
alter table vacancies add column wheelchair_accessible integer not null default 0;
alter table vacancies add column for_groups integer not null default 0;

-- Who no longer belongs to the organisation is no longer a contact.
create trigger vacancies_without_other_contact after delete on roles
when old.scope_type = 'organization' and old.accepted_at is not null
begin
  update vacancies
     set other_contact_ids = (select json_group_array(value) from json_each(other_contact_ids) where value <> cast(old.user_id as text)),
         version = version + 1
   where organization_id = old.scope_id
     and other_contact_ids <> '[]'
     and exists (select 1 from json_each(other_contact_ids) where value = cast(old.user_id as text))
     and not exists (select 1
                       from roles r
                      where r.user_id = old.user_id
                        and r.scope_type = 'organization'
                        and r.scope_id = old.scope_id
                        and r.accepted_at is not null);
end;
