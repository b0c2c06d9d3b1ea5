-- What a centre decides on is what it has read (docs/security.md): the version of an organisation and of a vacancy tells of
-- all that is read with it, also of what stands in a row of its own and can be changed there.

alter table vacancy_bulk_items add column read_version integer;

create trigger organizations_version_of_profile after update on organization_profiles begin
  update organizations set version = version + 1 where profile_id = new.id;
end;

-- A vacancy can be at the address of its organisation.
create trigger vacancies_version_of_address after update of street, house_number, postal_code, city, country on addresses
when (new.street, new.house_number, new.postal_code, new.city, new.country)
  is not (old.street, old.house_number, old.postal_code, old.city, old.country) begin
  update vacancies set version = version + 1 where address_id = new.id;
end;
